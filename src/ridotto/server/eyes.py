"""What one socket is shown: the table as its seat may know it, then only what is new to it."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from typing import Any, Final

from pydantic import BaseModel

from ridotto.core import Outcome, Seat
from ridotto.i18n import Said
from ridotto.match import RESIGNS, Audience, Match
from ridotto.server import wire
from ridotto.server.people import called, people_at
from ridotto.server.sitting import Sitting
from ridotto.server.store import same_start
from ridotto.server.views.venise import venise_view
from ridotto.server.views.words import Words, words
from ridotto.server.views.xequeo import xequeo_view
from ridotto.tell import Name, ending, heading, tell

VIEWS: Final[dict[str, Any]] = {"xequeo": xequeo_view, "venise": venise_view}


def game_view(
    match: Match,
    state: Any,
    seat: Seat | None,
    *,
    is_open: bool = False,
    has_moves: bool = True,
    outcome: Outcome | None = None,
) -> wire.GameView:
    view: wire.GameView = VIEWS[match.game.name](
        match.game, state, seat, is_open=is_open, has_moves=has_moves, outcome=outcome
    )
    return view


def audience_of(seat: Seat | None) -> Audience:
    return "spectator" if seat is None else seat


def end_of(match: Match) -> Words | None:
    return words(ending(match.outcome, called(match.names))) if match.outcome else None


class Telling:
    """The log in words for one audience. Lines once told are kept: of a long match only the news are worked out."""

    def __init__(self, audience: Audience) -> None:
        self.audience = audience
        self._names: tuple[Name, ...] = ()
        self._told: list[tuple[Any, Any, wire.Line]] = []

    def lines(self, match: Match) -> tuple[wire.Line, ...]:
        names = called(match.names)
        if names != self._names:
            self._names, self._told = names, []
        told = []
        for number, (index, line) in enumerate(match.numbered_lines(self.audience)):
            before, after = match.states[index : index + 2]
            known = self._told[number] if number < len(self._told) else None
            if known and known[0] is before and known[1] is after and known[2].text == line.text:
                told.append(known)
                continue
            said = self._said(match, names, index, line)
            told.append(
                (
                    before,
                    after,
                    wire.Line(
                        actor=line.actor,
                        text=line.text,
                        news=line.news,
                        chapter=words(heading(match.game, before)),
                        said=words(said) if said else None,
                    ),
                )
            )
        self._told = told
        return tuple(line for *_, line in told)

    def _said(self, match: Match, names: Sequence[Name], index: int, line: Any) -> Said | None:
        actor, move = match.entries[index]
        if move == RESIGNS:
            return Said("ev_resigns", {"name": names[actor]})
        before, after = match.states[index : index + 2]
        public = tell(match.game, names, before, actor, move, after)
        if not self._is_told(match, index, line):
            return public
        own = tell(match.game, names, before, actor, move, after, is_open=True)
        # Of a secret choice others hear at least that now all have made theirs: so does whoever made the last.
        return Said("ev_and", {"first": own, "second": public}) if own and public and self.audience != "all" else own

    def _is_told(self, match: Match, index: int, line: Any) -> bool:
        """Whether the audience knows more of the move than everybody does."""
        if self.audience == "all":
            return True
        actor, move = match.entries[index]
        text = match.game.show_move(move)
        public = match.game.show_move(match.game.seen(match.states[index], actor, move, None))
        return bool(line.text == text != public)


class Eyes:
    """One socket at a table. Messages wait in a short queue, so that a slow reader holds nobody up."""

    def __init__(self, seat: Seat | None, outbox: asyncio.Queue[BaseModel | None]) -> None:
        self.seat = seat
        self.outbox = outbox
        self.is_lost = False
        self._lines: tuple[wire.Line, ...] = ()
        self._now: wire.Now | None = None
        self._people: wire.People | None = None

    def say(self, message: BaseModel) -> None:
        if self.is_lost:
            return
        try:
            self.outbox.put_nowait(message)
        except asyncio.QueueFull:
            # Whoever cannot keep up is better off asking for the whole table again.
            self.is_lost = True
            while not self.outbox.empty():
                self.outbox.get_nowait()
            self.outbox.put_nowait(None)

    def show_table(self, table: wire.Table) -> None:
        self._lines, self._now = table.lines, table.now
        self._people = wire.People(people=table.people, is_started=table.is_started)
        self.say(table)

    def show_update(self, now: wire.Now, lines: tuple[wire.Line, ...], is_over: bool) -> None:
        """Nothing is said where nothing has changed for these eyes."""
        if now == self._now and lines == self._lines:
            return
        same = same_start(self._lines, lines)
        self._lines, self._now = lines, now
        self.say(wire.Update(now=now, lines_from=same, lines=lines[same:], is_over=is_over))

    def show_people(self, people: wire.People) -> None:
        if people != self._people:
            self._people = people
            self.say(people)


class Gallery:
    """What each audience of a table sees now, worked out once for all sockets of the same seat."""

    def __init__(self, sitting: Sitting) -> None:
        self.sitting = sitting
        self._tellings: dict[Seat | None, Telling] = {}
        self._seen: dict[Seat | None, tuple[wire.Now, tuple[wire.Line, ...]]] = {}

    def show(self, sitting: Sitting) -> None:
        self.sitting = sitting
        self._seen.clear()

    def seen(self, seat: Seat | None) -> tuple[wire.Now, tuple[wire.Line, ...]]:
        if seat not in self._seen:
            sitting, match = self.sitting, self.sitting.match
            can_act = sitting.is_started and not sitting.is_over
            now = wire.Now(
                version=sitting.stored.version,
                view=game_view(match, match.state, seat, has_moves=can_act, outcome=match.outcome),
                waiting=match.waiting(audience_of(seat)) if can_act else (),
                can_undo=sitting.can_undo(seat),
                end=end_of(match),
            )
            telling = self._tellings.setdefault(seat, Telling(audience_of(seat)))
            self._seen[seat] = now, telling.lines(match)
        return self._seen[seat]

    def people(self, here: Collection[Seat]) -> wire.People:
        sitting = self.sitting
        return wire.People(people=people_at(sitting.seats, here), is_started=sitting.is_started)

    def table(self, seat: Seat | None, here: Collection[Seat]) -> wire.Table:
        sitting = self.sitting
        now, lines = self.seen(seat)
        people = self.people(here)
        return wire.Table(
            table=sitting.stored.id,
            game=sitting.match.game.name,  # type: ignore[arg-type]
            options=sitting.stored.options,
            seat=seat,
            people=people.people,
            is_started=people.is_started,
            is_over=sitting.is_over,
            can_hint=seat is not None and can_hint(sitting, seat),
            now=now,
            lines=lines,
        )


def can_hint(sitting: Sitting, seat: Seat) -> bool:
    return set(range(len(sitting.seats))) == {seat, *sitting.bots}
