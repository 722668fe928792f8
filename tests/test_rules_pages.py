"""The pages of rules tell every numbered rule, in five languages, and nothing that the games do not do.

`web/src/pages/rules/*.json` says which text tells which rule; `docs/rules/*.md` has the rules by number.
"""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final
from xml.etree import ElementTree

import pytest

from ridotto.core import parse_options
from ridotto.draw.rules import picture, pictures
from ridotto.games.venise.deck import CARDS, STEPS, load_deck
from ridotto.games.venise.rules import Options as VeniseOptions
from ridotto.games.xequeo.rules import Options as XeQueoOptions
from ridotto.i18n import LANGUAGES, placeholders, rules_texts, texts

ROOT: Final = Path(__file__).parents[1]
PAGES: Final = ROOT / "web" / "src" / "pages"
OUTLINES: Final = {
    game: json.loads((PAGES / "rules" / f"{game}.json").read_text("utf-8")) for game in ("xequeo", "venise")
}
OPTIONS: Final[dict[str, Any]] = {"xequeo": XeQueoOptions, "venise": VeniseOptions}
NOT_OF_THE_RULES: Final = {"seats"}
"""Options that no rule speaks of: how many play is told at the start of the page."""


def passages(game: str) -> Iterator[dict[str, Any]]:
    """Every text of a page with what belongs to it."""
    for section in OUTLINES[game]["sections"]:
        for block in section["blocks"]:
            found = [group for name in ("items", "cases", "table") for group in block.get(name, ())]
            yield from found or ([block] if "text" in block else [])


def shown(game: str) -> list[str]:
    """The pictures of a page."""
    blocks = [block for section in OUTLINES[game]["sections"] for block in section["blocks"]]
    names = [name for block in blocks for name in block.get("pictures", ())]
    names += [passage["picture"] for passage in passages(game) if "picture" in passage]
    return names + [f"ve-card-{card}" for passage in passages(game) for card in passage.get("cards", ())]


def numbers(words: object) -> list[str]:
    """In the order of size; 28,224 is one number in every language."""
    return sorted(re.sub(r"\D", "", found) for found in re.findall(r"\d+(?:[.,\u00a0\u202f]\d{3})*", str(words)))


@pytest.mark.parametrize("game", OUTLINES)
def test_every_rule_is_told_and_none_is_made_up(game: str) -> None:
    numbered = set(
        re.findall(r"\*\*((?:XQ|VE)-[A-Z]?\d+)\*\*", (ROOT / "docs/rules" / f"{game}.md").read_text("utf-8"))
    )
    assert len(numbered) > 20
    told = {rule for passage in passages(game) for rule in passage.get("rules", ())}
    assert told == numbered
    assert {rule for passage in passages(game) for rule in passage.get("see", ())} <= numbered


@pytest.mark.parametrize("game", OUTLINES)
def test_every_ruling_has_a_place_of_its_own(game: str) -> None:
    """Links such as /rules/venise#VE-R12 lead to a question and its answer."""
    asked = [passage["rules"] for passage in passages(game) if "question" in passage]
    assert all(len(rules) == 1 and re.fullmatch(r"(XQ|VE)-R\d+", rules[0]) for rules in asked)
    rulings = {rule for passage in passages(game) for rule in passage.get("rules", ()) if "-R" in rule}
    assert sorted(rules[0] for rules in asked) == sorted(rulings)


@pytest.mark.parametrize("game", OUTLINES)
def test_options_are_named_as_the_game_knows_them(game: str) -> None:
    named = [option for passage in passages(game) for option in passage.get("options", ())]
    known = {field.name: field.default for field in dataclasses.fields(OPTIONS[game])}
    for option in named:
        name, equals, _ = option.partition("=")
        assert name in known
        if equals:
            assert getattr(parse_options(OPTIONS[game], option), name) != known[name], "the default needs no option"
    assert {option.partition("=")[0] for option in named} | NOT_OF_THE_RULES == set(known) | NOT_OF_THE_RULES


def test_every_text_of_the_rules_is_on_a_page_and_the_other_way_round() -> None:
    used = {OUTLINES[game]["by"] for game in OUTLINES}
    for game in OUTLINES:
        used |= {section["title"] for section in OUTLINES[game]["sections"]}
        used |= {passage[name] for passage in passages(game) for name in ("text", "question") if name in passage}
        for name in shown(game):
            if not name.startswith("ve-card-"):  # their alternative is the card's name
                used |= {f"rules_{kind}_{name.replace('-', '_')}" for kind in ("alt", "see")}
    code = "".join(file.read_text("utf-8") for file in (PAGES / "Rules.svelte", *(PAGES / "rules").glob("*.svelte")))
    used |= set(re.findall(r"\"(rules_\w+)\"", code))
    assert used == set(texts("en", rules=True))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_says_the_same(language: str) -> None:
    english = texts("en", rules=True)
    told = texts(language, rules=True)
    assert set(told) == set(english)
    assert not set(told) & set(texts(language)), "general texts and rules share no key"
    for key, text in told.items():
        assert set(placeholders(text)) == set(placeholders(english[key])), key
        assert isinstance(text, str) == isinstance(english[key], str), key
        assert numbers(text) == numbers(english[key]), key
        assert str(text).count("**") == str(english[key]).count("**") or key == "rules_ve_turn_3", key
        assert str(text).count("**") % 2 == 0, key
        assert language == "en" or text != english[key] or key in ("rules_option", "rules_options"), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_only_passages_have_bold_words(language: str) -> None:
    """Titles, questions and captions are shown as they are."""
    bold = {key for key, text in texts(language, rules=True).items() if "**" in str(text)}
    assert bold <= {passage["text"] for game in OUTLINES for passage in passages(game)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_numbers_are_those_of_the_box(language: str) -> None:
    told, deck = rules_texts(language), load_deck()
    counts = dict(zip(CARDS, deck.counts, strict=False))
    assert numbers(told["rules_ve_r4"]) == sorted(map(str, [*counts.values(), *STEPS.values()]))
    assert numbers(told["rules_ve_r4_q"]) == [str(sum(counts.values()))]
    assert numbers(told["rules_ve_r3"]) == sorted(str(count) for seats in (2, 3, 4) for count in deck.stock(seats))
    assert numbers(told["rules_ve_r12"]) == [str(VeniseOptions().stall_rounds)]
    assert numbers(told["rules_ve_turn_1"]) == [str(deck.hourglasses)]
    assert numbers(told["rules_ve_turn_2"]) == [str(deck.draw)]
    assert set(numbers(told["rules_ve_turn_3"])) == {str(deck.hand)}
    assert [told[f"box_cost_{card}"] for card in CARDS] == list(map(str, deck.costs))
    assert not [key for key, text in told.items() if "{box_" in str(text)]


def test_every_picture_has_a_place_and_a_size() -> None:
    names = [name for game in OUTLINES for name in shown(game)]
    assert sorted(names) == sorted(pictures())
    sizes = json.loads((PAGES / "rules" / "sizes.json").read_text("utf-8"))
    boxes = {name: ElementTree.fromstring(picture(name)).get("viewBox", "").split()[2:] for name in pictures()}
    assert sizes == {name: [round(float(side)) for side in box] for name, box in boxes.items()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_spaces_named_in_words_are_those_in_the_picture(language: str) -> None:
    """The alternative texts name spaces; each of them is in the picture."""
    told = texts(language, rules=True)
    found = {
        name: set(re.findall(r"\b[a-g][1-7]\b", str(told[f"rules_alt_xq_{name}"])))
        for name in ("step", "jump", "closer")
    }
    assert found["step"] == {"c5", "d2", "b4", "c4", "d4", "d5"}
    assert found["jump"] == {"a4", "a6", "c4", "e4", "e2"}
    assert found["closer"] == {"b6", "d4", "c6", "b5", "c5", "c7", "b7", "a6", "a5"}
    root = ElementTree.fromstring(picture("xq-step"))
    targets = {part.get("data-square") for part in root.iter() if part.get("class") == "target"}
    assert targets == found["step"] - {"c5", "d2"}
