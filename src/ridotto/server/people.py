"""Who sits at a table, by the names that records and readers have for them."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import Literal

from ridotto.bots import BOT_PREFIX
from ridotto.core import Seat
from ridotto.i18n import Catalogue, Said, has_text
from ridotto.match import clean_name, nameless
from ridotto.server.store import StoredSeat
from ridotto.server.views.words import words
from ridotto.server.wire import Person
from ridotto.tell import Name


def given_name(name: str) -> str:
    """What somebody wants to be called: one line, not too long, and not as records name bots; empty for nothing."""
    name = clean_name(name)
    while name.startswith(BOT_PREFIX):
        name = name.removeprefix(BOT_PREFIX).strip()
    return name


def record_names(seats: Sequence[StoredSeat]) -> list[str]:
    return [
        each.name or (f"{BOT_PREFIX}{each.bot}" if each.kind == "bot" else nameless(seat))
        for seat, each in enumerate(seats)
    ]


@lru_cache(maxsize=1024)
def called(names: tuple[str, ...]) -> tuple[Name, ...]:
    """What everybody is called at the table, from the names of the record; those of the same name are numbered.

    Who has no name is numbered as people count, in the reader's language."""
    return tuple(
        Said("web_player", {"number": seat + 1})
        if name == nameless(seat)
        else _called(name, _number(seat, [unicodedata.normalize("NFKC", each) for each in names]))
        for seat, name in enumerate(names)
    )


def _number(seat: Seat, looks: Sequence[str]) -> int:
    """Of those who look the same in print, the how manieth; 0 where nobody else does."""
    return looks[: seat + 1].count(looks[seat]) if looks.count(looks[seat]) > 1 else 0


def _called(name: str, number: int) -> Name:
    bot = name.removeprefix(BOT_PREFIX)
    if bot == name or not has_text(f"bot_name_{bot}"):
        return f"{bot} {number}" if number else bot
    plain = Said(f"bot_name_{bot}")
    return Said("bot_numbered", {"name": plain, "number": number}) if number else plain


def people_at(seats: Sequence[StoredSeat], here: Collection[Seat]) -> tuple[Person, ...]:
    return tuple(
        _person(
            seat,
            name,
            each.bot if each.kind == "bot" else "",
            each.kind == "bot" or bool(each.token),
            seat in here,
            "" if not each.token else "host" if each.kind == "here" else "own",
            each.bot if each.kind != "bot" else "",
        )
        for seat, (each, name) in enumerate(zip(seats, called(tuple(record_names(seats))), strict=True))
    )


def people_of_record(names: Sequence[str]) -> tuple[Person, ...]:
    bots = [name.removeprefix(BOT_PREFIX) if name.startswith(BOT_PREFIX) else "" for name in names]
    return tuple(
        _person(seat, name, bot, True, False)
        for seat, (name, bot) in enumerate(zip(called(tuple(names)), bots, strict=True))
    )


def _person(
    seat: Seat,
    name: Name,
    bot: str,
    is_taken: bool,
    is_here: bool,
    device: Literal["", "host", "own"] = "",
    stand_in: str = "",
) -> Person:
    return Person(
        seat=seat,
        name=name if isinstance(name, str) else Catalogue("en").said(name),
        title=None if isinstance(name, str) else words(name),
        kind="bot" if bot else "person",
        bot=bot,
        is_taken=is_taken,
        is_here=is_here or bool(bot),
        device=device,
        stand_in=stand_in,
    )
