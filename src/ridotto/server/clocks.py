"""Clocks of a table: how much time everybody has, and what is left of it. All times are those of the house.

Nothing ticks: what is left follows from a moment that is kept, so that servers agree, and a table that nobody looks at
costs nothing. Until all have made a simultaneous choice others see the clocks as if nobody had.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final, Literal, NamedTuple

import msgspec

from ridotto.core import Seat

SECOND: Final = 1000
MINUTE: Final = 60 * SECOND
DAY: Final = 86_400 * SECOND


class Terms(NamedTuple):
    """What was agreed on when the table was made."""

    kind: Literal["", "move", "fischer", "days"] = ""
    first: int = 0
    """Seconds for a turn, or for the whole match; days for a turn. Without a clock: seconds after which one who is to
    act and away may be asked to come; 0 is never."""
    second: int = 0
    """What each turn adds, in seconds; days in the bank."""
    late: Literal["forfeit", "bot"] = "forfeit"
    """What happens to whoever runs out of time."""

    @property
    def head(self) -> str:
        """As records have it."""
        return f"{self.kind} {self.first}" + (f"+{self.second}" if self.kind != "move" else "")

    def show(self) -> str:
        return " ".join(map(str, self)) if self != Terms() else ""

    @property
    def unit(self) -> int:
        return DAY if self.kind == "days" else SECOND

    @property
    def wait(self) -> int:
        """Until an absent one may be asked to come; 0 is never."""
        return 0 if self.kind else self.first * SECOND

    @property
    def grace(self) -> int:
        """From then until a bot may stand in."""
        return min(self.wait, max(MINUTE, self.wait // 10))


def parse_terms(text: str) -> Terms:
    if not text:
        return Terms()
    kind, first, second, late = text.split(" ")
    return Terms(kind, int(first), int(second), late)  # type: ignore[arg-type]


class Clock(msgspec.Struct, frozen=True):
    since: int
    """When something happened last that everybody could see."""
    left: tuple[int, ...]
    """By seat, then; nothing where only absence is timed."""
    bank: tuple[int, ...]
    """What is used up after that, and never comes back."""
    stopped: dict[Seat, int] = {}
    """Who has made a secret choice since, and how long it took."""
    times: tuple[int, ...] = ()
    """How long each entry of the log took, as far as everybody may know; less than nothing where nobody's time ran."""

    paused: int | None = None
    """What had passed since when the clocks were stopped."""
    called: dict[Seat, int] = {}
    """Who has been asked to come since, and when."""
    by_bots: tuple[Seat, ...] = ()
    """For whom a stand-in has made a secret choice since."""
    stood_in: tuple[int, ...] = ()
    """Entries that stand-ins made, as far as everybody may know."""

    def elapsed(self, now: int) -> int:
        return max(0, now - self.since) if self.paused is None else self.paused

    def stop(self, now: int) -> Clock:
        return msgspec.structs.replace(self, paused=self.elapsed(now))

    def go_on(self, now: int) -> Clock:
        return msgspec.structs.replace(self, since=now - self.elapsed(now), paused=None)

    def extended(self, terms: Terms, seat: Seat) -> Clock:
        """By a day, or by a minute."""
        more = DAY if terms.kind == "days" else MINUTE
        left = (*self.left[:seat], self.left[seat] + more, *self.left[seat + 1 :])
        return msgspec.structs.replace(self, left=left)

    def total(self, seat: Seat) -> int:
        return self.left[seat] + self.bank[seat]

    def chosen(self, used: Mapping[Seat, int], deciding: Collection[Seat]) -> Clock:
        """After secret choices were made, or taken back by those who are deciding again."""
        stopped = {seat: time for seat, time in {**self.stopped, **used}.items() if seat not in deciding}
        return msgspec.structs.replace(self, stopped=stopped)

    def charged(
        self, terms: Terms, used: Mapping[Seat, int], now: int, times: tuple[int, ...], *, is_turn_over: bool
    ) -> Clock:
        """After something that everybody can see."""
        left, bank = list(self.left), list(self.bank)
        for seat, time in used.items():
            bank[seat] = max(0, bank[seat] - max(0, time - left[seat]))
            left[seat] = max(0, left[seat] - time)
            if is_turn_over and terms.kind == "fischer":
                left[seat] += terms.second * terms.unit
            elif is_turn_over:
                left[seat] = terms.first * terms.unit
        return Clock(now, tuple(left), tuple(bank), times=times)


def new_clock(terms: Terms, seats: int, now: int) -> Clock:
    if not terms.kind:
        return Clock(now, (), ())
    bank = terms.second * terms.unit if terms.kind == "days" else 0
    return Clock(now, (terms.first * terms.unit,) * seats, (bank,) * seats)


def show_clock(clock: Clock) -> str:
    return msgspec.json.encode(clock).decode()


def parse_clock(text: str) -> Clock | None:
    return msgspec.json.decode(text, type=Clock) if text else None


def mark(milliseconds: int) -> str:
    """How long a move took, as records have it."""
    return f"{milliseconds / SECOND:.1f}s"
