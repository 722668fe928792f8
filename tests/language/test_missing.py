"""What is missing or broken in a catalogue: found here, and while playing nobody meets a crash or a code."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from ridotto.i18n import Catalogue, Said, Text, area_texts
from ridotto.i18n.languages import FACTS, find_languages

ENGLISH: dict[str, Text] = {
    "one": "one",
    "two": "two {name}",
    "many": {"one": "{count} card of {name}", "other": "{count} cards of {name}"},
    "thing": {"plain": "the bridge", "to": "to the bridge"},
}


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("two", "zwei {name"),
        ("two", "zwei name}"),
        ("two", "zwei {nobody}"),
        ("two", "zwei {}"),
        ("two", "zwei {0}"),
        ("two", "zwei {name.key}"),
        ("two", ""),
        ("two", 2),
        ("two", ["zwei"]),
        ("two", {}),
        ("two", {"plain": 2}),
        ("two", {"one": "eine Karte von {name}", "other": "Karten von {name}"}),
        ("many", "{cards} Karten"),
    ],
)
def test_a_text_that_cannot_be_filled_in_is_said_in_english(
    monkeypatch: pytest.MonkeyPatch, key: str, text: Any
) -> None:
    own = {"en": ENGLISH, "de": {"one": "eins", key: text}}
    monkeypatch.setattr("ridotto.i18n.own_texts", lambda language, _: own[language])
    assert area_texts.__wrapped__("de", "web") == {**ENGLISH, "one": "eins"}


def test_what_a_language_lacks_is_said_in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    def own(language: str, area: str) -> dict[str, Text]:
        if language == "nl":
            raise ValueError("broken")
        return ENGLISH if language == "en" else {"one": "eins", "unheard": "of"}

    monkeypatch.setattr("ridotto.i18n.own_texts", own)
    assert area_texts.__wrapped__("de", "web") == {**ENGLISH, "one": "eins"}
    assert area_texts.__wrapped__("nl", "web") == ENGLISH
    assert area_texts.__wrapped__("tlh", "web") == {**ENGLISH, "one": "eins"}


def test_nothing_that_is_missing_stops_anybody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ridotto.i18n.texts", lambda _: ENGLISH)
    monkeypatch.setattr("ridotto.i18n.game_texts", lambda _: {})
    say = Catalogue("tlh")
    assert say.text("nothing", name="Anna") == "…", "no code"
    assert say.text("two", name=Said("nothing")) == "two …"
    assert say.text("many", name="Anna") == "…\u00a0cards of Anna"
    assert say.text("many", name="Anna", count=1) == "1\u00a0card of Anna"
    assert say.text("two", name=12_345) == "two 12,345", "as the English write it"
    assert say.percent(0.5) == "50%"


def test_only_folders_with_sound_facts_are_languages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    facts = files("ridotto.i18n").joinpath("en", FACTS).read_text("utf-8")
    for folder, text in (
        ("en", facts),
        ("xa", facts.replace("English", "Pseudo")),
        ("xb", facts + "what = 1\n"),
        ("xc", "name = 1"),
        ("xd", "name"),
        ("xe", re.sub("one = .*", "one = 1", facts)),
        ("xf", re.sub("group = .*", "group = 1", facts)),
    ):
        tmp_path.joinpath(folder).mkdir()
        tmp_path.joinpath(folder, FACTS).write_text(text, "utf-8")
    tmp_path.joinpath("xg").mkdir()
    tmp_path.joinpath("note").write_text("nothing")
    monkeypatch.setattr("ridotto.i18n.languages.files", lambda _: tmp_path)
    found = find_languages()
    assert list(found) == ["en", "xa"]
    assert found["xa"].name == "Pseudo"
