"""The proof sheet: every text of a language with every kind of value that can stand in it, as one page to be read.

python -m tests.language.sheet de > de.html
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from html import escape
from typing import Final, NamedTuple

from ridotto.core import RidottoError
from ridotto.i18n import LANGUAGES, Catalogue, Said, Text, area_texts, areas, placeholders, texts
from ridotto.tell.venise import box_facts

NAMES: Final = ("Anna", "Otto", "Élodie", "Il Conte", "Maximiliane-Charlotte von und zu Hohen")
NUMBERS: Final = (2, 0, 1, 11, 12_345, 2.5)


def family(prefix: str) -> tuple[Said, ...]:
    """All texts whose keys begin like this, filled in."""
    found = ((key, text) for key, text in texts("en").items() if key.startswith(prefix))
    return tuple(Said(key, {name: values(name, key)[0] for name in placeholders(text)}) for key, text in found)


def nested(found: tuple[Said, ...], *names: str) -> tuple[Said, ...]:
    """Those that tell of others, filled in with the first that does not."""
    first = next(each for each in found if not set(names) & set(each.params))
    inner = dict.fromkeys(names, first)
    return tuple(
        Said(each.key, {name: inner.get(name, value) for name, value in each.params.items()}) for each in found
    )


def values(name: str, key: str = "") -> tuple[object, ...]:
    if name.startswith("box_"):
        return 2, 12  # of what the rules count in the box there are several
    return VALUES.get(f"{key}.{name}", VALUES.get(name, (*NUMBERS, "abc")))


VALUES: Final[dict[str, tuple[object, ...]]] = {
    **dict.fromkeys(("spot", "square", "field", "to"), ("b3", "d4")),
    "from": ("a3", "e1"),
    "on": ("b3–c2",),
    "move": ("Rd4", "short:a1-b1"),
}
"""By placeholder, or by key and placeholder: what can stand there. All others take numbers and a word."""

BOTS: Final = family("bot_name_")
PIECES: Final = tuple(Said(f"piece_{letter}") for letter in "ROYGBVW")
NAMED: Final = tuple(Said("piece_named", {"piece": piece, "letter": piece.key[-1]}) for piece in PIECES)
CARDS: Final = tuple(each for each in family("ve_card_") if each.key != "ve_card_unknown")
TIMES: Final = Said("ve_times", {"card": CARDS[0], "count": 2})
LIST: Final = Said("ve_list", {"first": CARDS[0], "last": CARDS[1]})
PEOPLE: Final = (
    Said("web_player", {"number": 2}),
    Said("bot_numbered", {"name": BOTS[0], "number": 2}),
)
WHO: Final = (*NAMES, *BOTS, *PEOPLE)
THREE: Final = Said("ve_list", {"first": "Anna", "last": "Otto"})
SHARED: Final = Said("end_shared", {"first": "Anna", "second": "Otto"})
COLOURS: Final = family("ve_colour_")
CODES: Final = {
    "piece": "ROYGBVW",
    "card": [card.key.removeprefix("ve_card_") for card in CARDS],
    "colour": [colour.key.removeprefix("ve_colour_") for colour in COLOURS],
}
"""What moves and files call things, and no reader."""
FAULT: Final = RidottoError("match_over", move="Rd4")
FAULTS: Final = area_texts("en", "venise")
"""What is wrong with boards is told there, too."""
GAMES: Final = tuple(Said(f"game_{name}") for name in ("xequeo", "venise"))
FIELDS, PLANKS = family("ve_field_"), family("ve_plank_")
PLACES: Final = (*PLANKS, *FIELDS)
TYPED: Final = ("a4-b4", "d2/e1>d1", "a4/b3", "b3under")
"""Places as moves and records write them: only where somebody typed one."""
PLACE: Final = re.compile(r"[a-h]\d\S*")
PATHS: Final = ("partie.txt", "/home/anna/Ridotto/una partita.txt")

for names, found in (
    ("rival other who name", WHO),
    ("piece shown", (*PIECES, *NAMED)),
    ("card", CARDS),
    ("cards", (LIST, *CARDS, TIMES)),
    ("place", TYPED),
    ("way", ("b3–d4–e2",)),
    ("game", (*GAMES, "Morra")),
    ("colour", COLOURS),
    ("path folder file", PATHS),
    ("question", (Said("ve_ask_place"), Said("ve_ask_plank"), Said("ve_ask_walk"))),
    ("reason problem error", (FAULT, "not found")),
):
    VALUES.update(dict.fromkeys(names.split(), found))
VALUES["ve_list.first"] = (*CARDS, LIST, TIMES, *PLACES, *WHO)
VALUES["ve_list.last"] = (*CARDS, TIMES, *PLACES, *WHO)
for deed in ("ev_lay", "ev_remove", "ev_move", "target_lay", "target_lift", "target_move"):
    VALUES[f"ve_{deed}.place"] = VALUES[f"ve_{deed}.origin"] = PLANKS
for deed in ("ev_walk", "ev_home", "target_walk"):
    VALUES[f"ve_{deed}.place"] = PLACES
VALUES["why_ve_gem.field"] = FIELDS
VALUES["why_ve_steal.plank"] = PLANKS
VALUES["analyse_game.game"] = ("Morra", GAMES[1])
VALUES["ve_joker_steps.card"] = (Said("ve_card_step3"),)
VALUES["deck_card.card"] = ("abc",)  # none of ours
for name, keys, found in (
    ("place", "serve_kept store_gone store_newer store_missing store_older store_in_use", PATHS),
    ("place", "store_not_empty store_foreign doctor_schema", PATHS),
    ("name", "option_unknown option_twice option_value option_number option_range", ("rings",)),
    ("name", "arena_positive arena_no_choice arena_other measure_negative", ("--games",)),
    ("name", "exploit_bluffers train_other solve_iterations", ("--depth",)),
    ("name", "arena_bot arena_twice play_bot_long bot_unknown", ("dogge", "my.module:Class")),
    ("name", "game_unknown game_broken analyse_level", ("morra",)),
):
    VALUES.update({f"{key}.{name}": found for key in keys.split()})
VALUES["store_foreign.name"] = ("addresses",)
VALUES["train_error.error"] = ("0,0512",)
VALUES["ve_position_crossing.other"] = TYPED
VALUES["ve_ev_fall.place"] = (*PLANKS, Said("ve_list", {"first": PLANKS[0], "last": PLANKS[1]}))
VALUES["button"] = family("ve_button_")
VALUES["ve_ask_which.card"] = (*CARDS, Said("ve_as_joker", {"card": CARDS[0]}))
VALUES["end_shared.first"], VALUES["end_shared.second"] = (*WHO, THREE), WHO
VALUES["end_stalled.name"] = VALUES["end_generic.name"] = (*WHO, SHARED)
VALUES["board_colour.colour"] = ("pink",)  # as somebody wrote it
VALUES["board_gem_twice.other"] = COLOURS
VALUES["board_invalid.first"] = nested(tuple(each for each in family("board_") if each.key in FAULTS), "first")
VALUES["web_board_line.text"] = VALUES["board_invalid.first"]
VALUES.update({name: (value,) for name, value in box_facts().items()})
VALUES["ev_generic.name"] = (*VALUES["name"], Said("generic_chance"))
VALUES["event"] = nested((*family("ve_ev_"), *family("ev_generic")), "event")
for deed in ("lay", "remove", "move"):
    VALUES[f"ws_way_{deed}.place"] = PLANKS
VALUES["ws_way_walk.place"] = PLACES
VALUES["ev_and.first"] = VALUES["ev_and.second"] = nested(family("ev_"), "first", "second", "event")
VALUES["play_hint.said"] = (*VALUES["event"], *VALUES["ev_and.first"], *family("idea_"))


def knows(key: str, name: str, value: object) -> bool:
    """Whether the sheet tries this kind of value for the placeholder."""
    if isinstance(value, Said):
        tried = {each.key for each in values(name, key) if isinstance(each, Said)}
        return value.key in tried or value.key not in texts("en")
    if isinstance(value, RidottoError):
        kinds = values(name, key)
        return any(isinstance(each, RidottoError) or getattr(each, "key", "") == value.code for each in kinds)
    if isinstance(value, int | float):
        return any(type(each) is type(value) for each in values(name, key))
    if isinstance(value, str) and PLACE.fullmatch(value) and all(isinstance(each, Said) for each in values(name, key)):
        return False  # fields and planks have names here
    return value not in CODES.get(name, ())


class Proof(NamedTuple):
    key: str
    shown: tuple[str, ...]
    """With different values, each once."""


def fillings(key: str, text: Text) -> Iterator[dict[str, object]]:
    """One placeholder after the other takes all its values, the others their first."""
    first = {name: values(name, key)[0] for name in placeholders(text)}
    yield first
    for name in first:
        for value in values(name, key):
            yield {**first, name: value}


def proofs(language: str, area: str) -> Iterator[Proof]:
    say = Catalogue(language)
    for key, text in area_texts(language, area).items():
        yield Proof(key, tuple(dict.fromkeys(say.filled(text, filling) for filling in fillings(key, text))))


def page(language: str) -> str:
    parts = [f"<!doctype html><html lang={language}><meta charset=utf-8><title>Proof sheet: {language}</title>", STYLE]
    for area in areas():
        parts.append(f"<h2>{area}</h2><table>")
        for key, shown in proofs(language, area):
            cells = "".join(f"<p>{escape(each)}" for each in shown)
            parts.append(f"<tr><th>{key}<td>{cells}")
        parts.append("</table>")
    return "\n".join(parts) + "\n"


STYLE: Final = """<style>
body { font: 15px/1.45 Georgia, serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; } td, th { border-top: 1px solid #ddd; padding: .3rem .5rem; }
th { font: 12px/1.8 monospace; color: #777; text-align: left; vertical-align: top; width: 14rem; }
p { margin: 0; white-space: pre-wrap; }
</style>"""


if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in LANGUAGES:
        sys.exit(f"Which language? One of {' '.join(LANGUAGES)}: python -m tests.language.sheet de > de.html")
    sys.stdout.write(page(sys.argv[1]))
