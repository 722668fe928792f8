from __future__ import annotations

import ast
import re
from decimal import Decimal
from importlib.resources import files
from pathlib import Path
from string import Formatter

import pytest
from babel import Locale
from babel.numbers import format_decimal, format_percent
from hypothesis import assume, given
from hypothesis import strategies as st

import ridotto
from ridotto.core import RidottoError
from ridotto.i18n import (
    LANGUAGES,
    OTHER,
    PLAIN,
    Catalogue,
    Said,
    Text,
    area_texts,
    areas,
    own_texts,
    system_language,
    texts,
)
from ridotto.i18n.numbers import GROUPED, plural, show_number, show_percent

SOURCES = list(Path(next(iter(ridotto.__path__))).rglob("*.py"))
WEB = [path for path in (Path(__file__).parents[1] / "web" / "src").rglob("*") if path.suffix in (".ts", ".svelte")]
"""The browser uses texts, too."""


def forms(text: Text) -> list[str]:
    return [text] if isinstance(text, str) else list(text.values())


def placeholders(text: Text) -> set[str]:
    names = {name for form in forms(text) for _, name, _, _ in Formatter().parse(form) if name is not None}
    return names | {found for form in forms(text) for found in re.findall(r"%\(\w+\)[sr]|%s", form)}


@pytest.mark.parametrize("area", areas())
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_keys_and_placeholders(language: str, area: str) -> None:
    english = own_texts("en", area)
    assert set(own_texts(language, area)) == set(english)
    for key, text in own_texts(language, area).items():
        assert placeholders(text) == placeholders(english[key]), key
        if isinstance(text, dict) and OTHER in text:
            assert set(text) == {"one", "other"}, key
            assert "count" in placeholders(text) or OTHER in english[key], key
        elif isinstance(text, dict):
            assert PLAIN in text, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_form_that_a_sentence_asks_for_is_there(language: str) -> None:
    """A form is one that some thing of the language has; which things come into which text is the proof sheet's."""
    known = {form for text in texts(language).values() if isinstance(text, dict) for form in text}
    for key, text in texts(language).items():
        asked = {spec for form in forms(text) for _, _, spec, _ in Formatter().parse(form) if spec}
        assert asked <= known, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_key_stands_in_two_files(language: str) -> None:
    found = [
        key
        for file in files("ridotto.i18n").joinpath(language).iterdir()
        for key in re.findall(r"^(\w+) = ", file.read_text("utf-8"), re.MULTILINE)
    ]
    assert len(found) == len(set(found))


@pytest.mark.parametrize("language", [lang for lang in LANGUAGES if lang != "en"])
def test_texts_are_translated(language: str) -> None:
    same = [key for key, text in texts(language).items() if text == texts("en")[key]]
    assert len(same) < 0.12 * len(texts("en")), same


def test_every_error_code_has_words() -> None:
    """Every literal code of an error raised or returned anywhere in the package."""
    codes = set()
    for source in SOURCES:
        for node in ast.walk(ast.parse(source.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args:
                first = node.args[0]
                name = node.func.id
                is_error = name.endswith("Error") or name == "IllegalMove"
                if is_error and isinstance(first, ast.Constant) and isinstance(first.value, str):
                    codes.add(first.value)
    assert len(codes) > 30
    assert codes <= set(texts("en"))


def test_every_text_is_used() -> None:
    code = "\n".join(source.read_text("utf-8") for source in (*SOURCES, *WEB))
    families = set(re.findall(r"f[\"'](\w+_)\{|`(\w+_)\$\{", code))
    families = {python or browser for python, browser in families}
    unused = [
        key for key in texts("en") if not re.search(rf"[\"']{key}[\"']", code) and not key.startswith(tuple(families))
    ]
    assert not unused


def test_every_text_the_browser_asks_for_is_there() -> None:
    code = "\n".join(source.read_text("utf-8") for source in WEB)
    asked = set(re.findall(r"\bt\(\s*\"(\w+)\"", code))
    assert len(asked) > 100
    assert asked <= set(texts("en"))


@pytest.mark.parametrize("language", LANGUAGES)
@given(value=st.floats(-1e9, 1e9), digits=st.integers(0, 5))
def test_numbers_are_written_as_cldr_has_them(language: str, value: float, digits: int) -> None:
    rounded = Decimal(f"{value:.{digits}f}")
    assume(rounded)  # Babel knows no minus zero
    decimals = "." + "0" * digits if digits else ""
    pattern = f"#,##0{decimals}" if abs(value) >= GROUPED else f"0{decimals}"
    assert show_number(language, value, digits) == format_decimal(rounded, pattern, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_percentages_and_forms_by_number_are_those_of_cldr(language: str) -> None:
    rule = Locale(language).plural_form
    for count in range(300):
        assert show_percent(language, count / 100) == format_percent(Decimal(count) / 100, locale=language)
        assert plural(language, count) == rule(count)


def test_a_sentence_gets_a_thing_in_the_form_it_asks_for(monkeypatch: pytest.MonkeyPatch) -> None:
    bridge: Text = {"plain": "die Brücke auf {post}", "to": "zur Brücke auf {post}"}
    words: dict[str, Text] = {"bridge": bridge, "walk": "{name} geht {place:to}", "see": "{place}, {place:from}"}
    monkeypatch.setattr("ridotto.i18n.texts", lambda _: words)
    say, place = Catalogue("de"), Said("bridge", {"post": "b3"})
    assert say.text("walk", name="Anna", place=place) == "Anna geht zur Brücke auf b3"
    assert say.text("see", place=place) == "die Brücke auf b3, die Brücke auf b3", "no such form: better than nothing"
    assert say.text("walk", name="{x}", place="b3") == "{x} geht b3"
    assert say.text("walk", place="b3") == "… geht b3"


def test_what_a_language_lacks_is_said_in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    def own(language: str, area: str) -> dict[str, Text]:
        if language == "nl":
            raise ValueError("broken")
        return {"one": "one", "two": "two"} if language == "en" else {"one": "eins"}

    monkeypatch.setattr("ridotto.i18n.own_texts", own)
    assert area_texts.__wrapped__("de", "web") == {"one": "eins", "two": "two"}
    assert area_texts.__wrapped__("nl", "web") == {"one": "one", "two": "two"}


def test_nested_errors() -> None:
    say = Catalogue("de")
    inner = RidottoError("match_over", move="Rd4")
    assert say.error(inner) in say.error(RidottoError("record_line", line=3, reason=inner))


def test_the_language_comes_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("RIDOTTO_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    assert system_language() == "en"
    monkeypatch.setenv("LANG", "it_IT.UTF-8")
    assert system_language() == "it"
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    assert system_language() == "it", "C is no language"
    monkeypatch.setenv("RIDOTTO_LANG", "nl")
    assert system_language() == "nl"
