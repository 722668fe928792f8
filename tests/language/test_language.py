"""One thing, one word; no code, no broken sentence, nothing copied: in every text of every language."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from ridotto.i18n import LANGUAGES, OTHER, Catalogue, Said, Text, area_texts, areas, own_texts, placeholders, texts
from tests.language.booklets import KNOWN, runs
from tests.language.sheet import proofs, values

HERE = Path(__file__).parent
PAGES = [HERE.parents[1] / "README.md", *sorted((HERE.parents[1] / "docs").rglob("*.md"))]
WEB = HERE.parents[1] / "web" / "src"
EXCEPTIONS = 20
TABLES = {"help_xequeo", "help_venise"}
"""Texts in columns, with spaces between."""
TYPED = "word_"
"""Lists of what people may type, who call things as they like."""
SOFT_HYPHEN = "\u00ad"
HELD = re.compile(r"(?<=[\d}])\u00a0(?=[^\W\d])|(?<=[^\W\d])\u00a0(?=[\d{])|(?<=\bXe)\u00a0")
"""No-break spaces beside numbers and in the cry, which have a test of their own."""
ARGPARSE = re.compile(r"%\(\w+\)[sr]|%s|%%")
CODE = re.compile(r"[{}]|\b[a-z]+_[a-z_]+\b")


def glossary(language: str) -> dict[str, list[dict[str, Any]]]:
    return tomllib.loads((HERE / "glossary" / f"{language}.toml").read_text("utf-8"))


def all_texts(language: str) -> Iterator[tuple[str, str, str]]:
    """Area, key, and each form of the text."""
    for area in areas():
        for key, text in own_texts(language, area).items():
            for form in [text] if isinstance(text, str) else text.values():
                yield area, key, HELD.sub(" ", form.replace(SOFT_HYPHEN, ""))


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_thing_has_one_word(language: str) -> None:
    data = glossary(language)
    allowed = {(each["key"], each["uses"]) for each in data.get("exception", [])}
    assert len(allowed) <= EXCEPTIONS
    assert all(each["why"] for each in data.get("exception", []))
    found = {
        (key, match[0].casefold())
        for term in data["term"]
        for area, key, text in all_texts(language)
        if not key.startswith(TYPED)
        if any(fnmatch(place, pattern) for pattern in term.get("areas", ["*"]) for place in (area, f"{area}/{key}"))
        for pattern in term.get("not", [])
        for match in re.finditer(pattern, re.sub(r"\{\w+(:\w+)?\}", "{}", text), re.IGNORECASE)
    }
    assert found == allowed


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_glossary_catches_what_it_forbids(language: str) -> None:
    """A pattern that matches none of the words it is there for would let everything through."""
    for term in glossary(language)["term"]:
        assert set(term) <= {"means", "word", "not", "areas", "such_as"}, term
        assert len(term.get("such_as", [])) == len(term.get("not", [])), term
        for pattern, example in zip(term.get("not", []), term.get("such_as", []), strict=True):
            assert re.search(pattern, example, re.IGNORECASE), (pattern, example)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_proof_sheet_reads_well(language: str) -> None:
    clashes = [(re.compile(each["pattern"]), each["why"]) for each in glossary(language).get("clash", [])]
    assert clashes
    for area in areas():
        for key, shown in proofs(language, area):
            for text in shown:
                plain = HELD.sub(" ", ARGPARSE.sub("x", text).replace(SOFT_HYPHEN, ""))
                assert plain.strip(), key
                assert not CODE.search(plain), f"{key}: {text}"
                assert key in TABLES or not re.search(r"\S  +\S", plain), f"{key}: {text}"
                assert not re.search(r"(?<!\.)\.\.(?!\.)", plain), f"{key}: {text}"
                for pattern, why in clashes if not key.startswith(TYPED) else ():
                    assert not pattern.search(plain), f"{key}: {text} ({why})"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_thing_has_the_form_that_a_sentence_asks_for(language: str) -> None:
    asked = 0
    for _, key, text in all_texts(language):
        for _, name, form, _ in Formatter().parse(text):
            for value in values(name, key) if name and form else ():
                thing = texts(language)[value.key] if isinstance(value, Said) else ""
                asked += 1
                assert isinstance(thing, str) or form in thing, f"{key} asks {value} for {form}"
    assert asked


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_begins_with_a_capital(language: str) -> None:
    """Things are called as they stand inside a sentence."""
    say = Catalogue(language)
    for _, key, text in all_texts(language):
        first = re.fullmatch(r"\{(\w+)(?::(\w+))?\} .*\.", text, re.DOTALL)
        for value in values(first[1], key) if first else ():
            if isinstance(value, Said):
                assert not say.said(value)[0].islower(), f"{key}: {say.said(value)}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_repeats_a_booklet(language: str) -> None:
    known = set(KNOWN.read_text("utf-8").split())
    assert len(known) > 2_000
    for _, key, text in all_texts(language):
        for run, code in runs(text):
            assert code not in known, f"{key}: {run}"


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_no_page_repeats_a_booklet(path: Path) -> None:
    known = set(KNOWN.read_text("utf-8").split())
    for run, code in runs(path.read_text("utf-8")):
        assert code not in known, run


def test_the_sheet_knows_every_placeholder() -> None:
    text: Text = {"one": "{name}", "other": "{name} {place:to}"}
    assert placeholders(text) == ("name", "place", "count")
    assert all(values(name) for name in placeholders(text))


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_belongs_together_stays_on_one_line(language: str) -> None:
    """The cry with the name of the game, a number with what it counts, a round with its number."""
    say = Catalogue(language)
    for area in areas():
        for key, text in area_texts(language, area).items():
            if key.startswith(TYPED):
                continue
            for form in [text] if isinstance(text, str) else text.values():
                assert not re.search(r"\bXe queo!", form, re.IGNORECASE), key
                assert not re.search(r"[^\W\d] \{round\}", form), key
            if isinstance(text, dict) and OTHER in text:
                shown = say.filled(text, {name: values(name, key)[0] for name in placeholders(text)} | {"count": 777})
                assert not re.search(r"\b777 [^\W\d]", shown), f"{key}: {shown}"


def test_the_browser_has_the_cry_on_one_line() -> None:
    for path in WEB.rglob("*.svelte"):
        markup = re.sub(r"<script.*?</script>|<!--.*?-->", "", path.read_text("utf-8"), flags=re.DOTALL)
        assert not re.search(r"xe queo!", markup, re.IGNORECASE), path


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_reader_meets_a_date_as_files_write_it(language: str) -> None:
    assert not re.search(r"\d", Catalogue(language).day("2026-11-19").replace("19", "", 1).replace("2026", ""))
    assert Catalogue(language).day("2026-11-19").split()[0].rstrip(".") == "19"
