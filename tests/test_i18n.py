from __future__ import annotations

import ast
import re
from datetime import date
from decimal import Decimal
from importlib.resources import files
from pathlib import Path
from string import Formatter
from typing import get_args, get_type_hints

import pytest
from babel import Locale
from babel.dates import format_date
from babel.numbers import format_decimal, format_percent
from hypothesis import assume, given
from hypothesis import strategies as st

import ridotto
from ridotto.core import RidottoError
from ridotto.games import game_type
from ridotto.i18n import (
    LANGUAGES,
    OTHER,
    PLAIN,
    Catalogue,
    Said,
    Text,
    area_texts,
    areas,
    is_sound,
    own_texts,
    placeholders,
    system_language,
    texts,
)
from ridotto.i18n.languages import FACTS, first_known
from ridotto.i18n.numbers import GROUPED, plural, show_day, show_number, show_percent

SOURCES = list(Path(next(iter(ridotto.__path__))).rglob("*.py"))
WEB = [path for path in (Path(__file__).parents[1] / "web" / "src").rglob("*") if path.suffix in (".ts", ".svelte")]
"""The browser uses texts, too."""


def forms(text: Text) -> list[str]:
    return [text] if isinstance(text, str) else list(text.values())


def filled_in(text: Text) -> set[str]:
    """Also by argparse."""
    return {*placeholders(text), *(found for form in forms(text) for found in re.findall(r"%\(\w+\)[sr]|%s", form))}


@pytest.mark.parametrize("area", areas())
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_keys_and_placeholders(language: str, area: str) -> None:
    english = own_texts("en", area)
    assert set(own_texts(language, area)) == set(english)
    for key, text in own_texts(language, area).items():
        assert filled_in(text) - {"count"} == filled_in(english[key]) - {"count"}, key
        assert is_sound(text, english[key]), key
        if isinstance(text, dict) and OTHER in text:
            assert set(text) == {"one", "other"}, key
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
        if file.name != FACTS
        for key in re.findall(r"^(\w+) = ", file.read_text("utf-8"), re.MULTILINE)
    ]
    assert len(found) == len(set(found))


@pytest.mark.parametrize("language", [lang for lang in LANGUAGES if lang != "en"])
def test_texts_are_translated(language: str) -> None:
    same = [key for key, text in texts(language).items() if text == texts("en")[key]]
    assert len(same) < 0.12 * len(texts("en")), same


@pytest.mark.parametrize("language", LANGUAGES)
def test_only_the_rules_speak_of_rules_by_number(language: str) -> None:
    """Who is refused something wants to know why, not where it stands."""
    for area in areas():
        if not area.startswith("rules_"):
            for key, text in area_texts(language, area).items():
                assert not re.search(r"\b(XQ|VE)-R?\d", str(text)), key


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
    quoted = set(re.findall(r"[\"'](?=(\w+)[\"'])", code))
    unused = [key for key in texts("en") if key not in quoted and not key.startswith(tuple(families))]
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
def test_days_are_written_as_cldr_has_them(language: str) -> None:
    """Our English is British."""
    locale = "en_GB" if language == "en" else language
    for month in range(1, 13):
        for day in (1, 9, 28):
            when = date(2026, month, day)
            assert show_day(language, when.isoformat()) == format_date(when, "long", locale)
    for other in ("", "yesterday", "2026-13-01", "2026-02-30"):
        assert show_day(language, other) == other


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


def test_nested_errors() -> None:
    say = Catalogue("de")
    inner = RidottoError("match_over", move="Rd4")
    assert say.error(inner) in say.error(RidottoError("record_line", line=3, reason=inner))


def test_refusals_name_things_as_people_do() -> None:
    say = Catalogue("de")
    assert "„kurze Planke“" in say.error(RidottoError("ve_no_card", move="short:a1-b1", card="short"))
    assert "Rot (R)" in say.error(RidottoError("occupied", move="+Od4", square="d4", piece="R"))
    assert say.error(RidottoError("play_seats", game="xequeo", seats=2, found=1)).startswith("Xe\u00a0Queo! ")
    assert "„abc“" in say.error(RidottoError("deck_card", file="deck.toml", key="fixed", card="abc", rule="VE-R5"))


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


@pytest.mark.parametrize("name", ["xequeo", "venise"])
def test_every_ruling_of_our_games_can_be_chosen_in_words(name: str) -> None:
    """A value that is a seat's number is shown by the name of who sits there."""
    hints = get_type_hints(game_type(name).options_type)
    values = {
        option: [value for value in map(str, get_args(hint)) if not value.isdecimal()] for option, hint in hints.items()
    }
    asked = {f"option_{name}_{option}" for option, known in values.items() if known}
    asked |= {f"option_{name}_{option}_about" for option, known in values.items() if known}
    asked |= {f"option_{name}_{option}_{value}" for option, known in values.items() for value in known}
    for language in LANGUAGES:
        assert asked <= texts(language).keys()


@pytest.mark.parametrize(
    ("wishes", "spoken"),
    [
        ("pt-BR, nl-BE;q=0.8, de", "nl"),
        ("", "en"),
        ("FR", "fr"),
        ("it_IT.UTF-8", "it"),
        (",,;q=1,*", "en"),
        ("deu", "en"),
    ],
)
def test_the_first_wish_that_we_speak_is_granted(wishes: str, spoken: str) -> None:
    assert first_known(wishes.split(",")) == spoken
