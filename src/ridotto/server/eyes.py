"""What one socket is shown: the table as its seat may know it, then only what is new to it."""

from __future__ import annotations

import asyncio
from bisect import bisect_left
from collections.abc import Collection, Sequence
from functools import cached_property
from typing import Any, Final, NamedTuple, cast

from pydantic import BaseModel

from ridotto.core import Outcome, Seat
from ridotto.games.venise.effects import Effects, effects_of
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
EFFECTS: Final[dict[str, Any]] = {"venise": effects_of}


def game_view(
    match: Match,
    at: int,
    seat: Seat | None,
    *,
    is_open: bool = False,
    has_moves: bool = True,
    outcome: Outcome | None = None,
) -> wire.GameView:
    """After so many moves."""
    recent = ((match.states[nth], match.entries[nth].move) for nth in range(at - 1, -1, -1))
    view: wire.GameView = VIEWS[match.game.name](
        match.game, match.states[at], seat, recent=recent, is_open=is_open, has_moves=has_moves, outcome=outcome
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
        self._lines: list[wire.Line] = []
        self._numbers: list[int] = []
        """By line: the number of its entry."""
        self._told = 0
        """Entries that are told already, or are secret still."""

    def forget(self, start: int) -> int:
        """What was told of entries from `start` on. Returns how many lines are left."""
        self._told = min(self._told, start)
        kept = bisect_left(self._numbers, start)
        del self._lines[kept:], self._numbers[kept:]
        return kept

    def lines(self, match: Match) -> tuple[wire.Line, ...]:
        names = called(match.names)
        for index, line in match.numbered_lines(self.audience, self._told):
            said = self._said(match, names, index, line)
            self._numbers.append(index)
            self._lines.append(
                wire.Line(
                    actor=line.actor,
                    text=line.text,
                    news=line.news,
                    chapter=words(heading(match.game, match.states[index])),
                    said=words(said) if said else None,
                    effects=self._effects(match, index),
                )
            )
        self._told = len(match.entries)
        return tuple(self._lines)

    def _effects(self, match: Match, index: int) -> Effects | None:
        (actor, move), before = match.entries[index], match.states[index]
        if move == RESIGNS or match.game.name not in EFFECTS:
            return None
        if self.audience != "all":
            move = match.game.seen(before, actor, move, None if self.audience == "spectator" else self.audience)
        done: Effects = EFFECTS[match.game.name](match.game, before, move)
        return done

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


class Message:
    """Something to say, written down once however many it is said to."""

    def __init__(self, content: BaseModel) -> None:
        self.content = content

    @cached_property
    def text(self) -> str:
        return self.content.model_dump_json()


class Outbox:
    """What waits to be sent to one socket. Whoever cannot keep up is better off asking for the whole table again."""

    def __init__(self, most: int) -> None:
        self.lost = asyncio.Event()
        self._waiting: asyncio.Queue[Message] = asyncio.Queue(most)

    def put(self, message: Message) -> None:
        if self.lost.is_set():
            return
        try:
            self._waiting.put_nowait(message)
        except asyncio.QueueFull:
            self.lose()

    def lose(self) -> None:
        self.lost.set()
        while not self._waiting.empty():
            self._waiting.get_nowait()

    async def get(self) -> Message:
        return await self._waiting.get()


class Eyes:
    """One socket at a table. Messages wait in a short queue, so that a slow reader holds nobody up."""

    def __init__(self, seat: Seat | None, outbox: Outbox, visitor: str = "") -> None:
        self.seat = seat
        self.outbox = outbox
        self.visitor = visitor
        self._people: wire.People | None = None

    def say(self, message: BaseModel) -> None:
        self.outbox.put(Message(message))

    def show_table(self, message: Message) -> None:
        table = message.content
        assert isinstance(table, wire.Table)
        self._people = wire.People(people=table.people, is_started=table.is_started)
        self.outbox.put(message)

    def show_update(self, gallery: Gallery) -> None:
        """Nothing is said where nothing has changed for these eyes."""
        news = gallery.update(self.seat)
        if news is not None:
            self.outbox.put(news)

    def show_people(self, people: wire.People) -> None:
        if people != self._people:
            self._people = people
            self.say(people)


class Seen(NamedTuple):
    now: wire.Now
    lines: tuple[wire.Line, ...]


class Gallery:
    """What each audience of a table sees now, worked out once for all sockets of the same seat."""

    def __init__(self, sitting: Sitting) -> None:
        self.sitting = sitting
        self._tellings: dict[Seat | None, Telling] = {}
        self._seen: dict[Seat | None, Seen] = {}
        self._before: dict[Seat | None, Seen] = {}
        """What they saw before the last change: whoever looks has seen that."""
        self._kept: dict[Seat | None, int] = {}
        """Lines that the last change did not touch."""
        self._updates: dict[Seat | None, Message | None] = {}
        self._tables: dict[Seat | None, Message] = {}

    def show(self, sitting: Sitting) -> None:
        start = sitting.start if sitting.match.names == self.sitting.match.names else 0
        self.sitting = sitting
        self._before, self._seen = self._seen, {}
        self._kept = {seat: telling.forget(start) for seat, telling in self._tellings.items()}
        self._updates.clear()
        self._tables.clear()

    def is_ready(self, seat: Seat | None) -> bool:
        """Whether the table can be shown to this seat without working out all of its lines."""
        return seat in self._tellings

    def seen(self, seat: Seat | None) -> Seen:
        if seat not in self._seen:
            sitting, match = self.sitting, self.sitting.match
            can_act = sitting.is_started and not sitting.is_over
            now = wire.Now(
                version=sitting.stored.version,
                view=game_view(match, len(match.entries), seat, has_moves=can_act, outcome=match.outcome),
                waiting=match.waiting(audience_of(seat)) if can_act else (),
                can_undo=sitting.can_undo(seat),
                end=end_of(match),
            )
            telling = self._tellings.setdefault(seat, Telling(audience_of(seat)))
            self._seen[seat] = Seen(now, telling.lines(match))
        return self._seen[seat]

    def people(self, here: Collection[Seat]) -> wire.People:
        sitting = self.sitting
        return wire.People(people=people_at(sitting.seats, here), is_started=sitting.is_started)

    def update(self, seat: Seat | None) -> Message | None:
        """What the last change was to eyes that had seen everything before it."""
        if seat not in self._updates:
            self._updates[seat] = self._update(seat)
        return self._updates[seat]

    def _update(self, seat: Seat | None) -> Message | None:
        before, (now, lines) = self._before[seat], self.seen(seat)
        kept = self._kept[seat]
        same = kept + same_start(before.lines[kept:], lines[kept:])
        if now == before.now and same == len(lines) == len(before.lines):
            return None
        return Message(wire.Update(now=now, lines_from=same, lines=lines[same:], is_over=self.sitting.is_over))

    def table(self, seat: Seat | None, here: Collection[Seat]) -> Message:
        people = self.people(here)
        known = self._tables.get(seat)
        if known is None or cast(wire.Table, known.content).people != people.people:
            known = self._tables[seat] = Message(self._table(seat, people))
        return known

    def _table(self, seat: Seat | None, people: wire.People) -> wire.Table:
        sitting = self.sitting
        now, lines = self.seen(seat)
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
