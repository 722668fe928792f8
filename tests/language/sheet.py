"""The proof sheet: every text of a language with every kind of value that can stand in it, as one page to be read.

python -m tests.language.sheet de > de.html
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from html import escape
from string import Formatter
from typing import Final, NamedTuple

from ridotto.core import RidottoError
from ridotto.i18n import LANGUAGES, Catalogue, Said, Text, area_texts, areas, texts
from ridotto.tell.venise import box_facts

NAMES: Final = ("Anna", "Otto", "Élodie", "Il Conte", "Maximiliane-Charlotte von und zu Hohen")
NUMBERS: Final = (2, 0, 1, 11, 12_345)


def placeholders(text: Text) -> tuple[str, ...]:
    forms = [text] if isinstance(text, str) else text.values()
    found = (name for form in forms for _, name, _, _ in Formatter().parse(form) if name)
    return tuple(dict.fromkeys([*found, *(["count"] if "other" in text and not isinstance(text, str) else [])]))


def family(prefix: str) -> tuple[Said, ...]:
    """All texts whose keys begin like this, filled in."""
    found = ((key, text) for key, text in texts("en").items() if key.startswith(prefix))
    return tuple(Said(key, {name: values(name, key)[0] for name in placeholders(text)}) for key, text in found)


def values(name: str, key: str = "") -> tuple[object, ...]:
    if name.startswith("box_"):
        return 2, 12  # of what the rules count in the box there are several
    return VALUES.get(f"{key}.{name}", VALUES.get(name, (*NUMBERS, "abc")))


VALUES: Final[dict[str, tuple[object, ...]]] = {}
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
    Said("end_shared", {"first": "Anna", "second": "Otto"}),
)
FAULT: Final = RidottoError("match_over", move="Rd4")
PLANKS: Final = ("a4-b4", "d2/e1>d1", "a4/b3")

for names, found in (
    ("rival other who", (*NAMES, *BOTS)),
    ("name", (*NAMES, *BOTS, *PEOPLE)),
    ("piece shown", (*PIECES, *NAMED)),
    ("card", (*CARDS, "short")),
    ("cards", (LIST, *CARDS, TIMES)),
    ("place from to origin", PLANKS),
    ("spot square field", ("b3", "b3under")),
    ("reason problem error", (FAULT, "not found")),
):
    VALUES.update(dict.fromkeys(names.split(), found))
VALUES["ve_list.first"] = (*CARDS, LIST, TIMES)
VALUES["ve_list.last"] = (*CARDS, TIMES)
VALUES["end_shared.first"] = VALUES["end_shared.second"] = (*NAMES, *BOTS, PEOPLE[2])
VALUES["board_invalid.first"] = (FAULT, *family("board_"))
VALUES.update({name: (value,) for name, value in box_facts().items()})
VALUES["ev_generic.name"] = (*VALUES["name"], Said("generic_chance"))
VALUES["event"] = (*family("ve_ev_"), *family("ev_generic"))
for event in family("ve_ev_"):
    VALUES[f"{event.key}.name"] = (*VALUES["name"], Said("ve_card_joker"))
VALUES["ev_and.first"] = VALUES["ev_and.second"] = family("ev_")


def knows(key: str, name: str, value: object) -> bool:
    """Whether the sheet tries this kind of value for the placeholder."""
    if isinstance(value, Said):
        tried = {each.key for each in values(name, key) if isinstance(each, Said)}
        return value.key in tried or value.key not in texts("en")
    if isinstance(value, RidottoError):
        return any(isinstance(each, RidottoError) for each in values(name, key))
    return True


class Proof(NamedTuple):
    key: str
    shown: tuple[str, ...]
    """With different values, each once."""


def proofs(language: str, area: str) -> Iterator[Proof]:
    say = Catalogue(language)
    for key, text in area_texts(language, area).items():
        names = placeholders(text)
        first = {name: values(name, key)[0] for name in names}
        fillings = [first, *({**first, name: value} for name in names for value in values(name, key))]
        yield Proof(key, tuple(dict.fromkeys(say.filled(text, filling) for filling in fillings)))


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
