"""What one socket is shown: the table as its seat may know it, then only what is new to it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple, Protocol

import msgspec

from ridotto.core import CHANCE, Outcome, Seat
from ridotto.games import registration
from ridotto.i18n import Said
from ridotto.match import Audience, Match, is_ending, show_start
from ridotto.server import wire
from ridotto.server.clocks import new_clock
from ridotto.server.people import called, people_at
from ridotto.server.store import Stored
from ridotto.server.table_state import TableState
from ridotto.server.views.sent import encode, without_defaults
from ridotto.server.views.words import Words, words
from ridotto.tell import Name, ending, heading, tell


def game_view(
    match: Match,
    at: int,
    seat: Seat | None,
    *,
    is_open: bool = False,
    has_moves: bool = True,
    has_past: bool = True,
    outcome: Outcome | None = None,
    shared: dict[str, Any] | None = None,
) -> wire.GameView:
    """After so many moves; `shared` holds what is the same for all viewers, worked out for the first of them."""
    states, entries = match.states, match.entries
    recent = ((states[nth], entries[nth].move) for nth in range(at - 1, -1, -1))
    make = registration(match.game.name).load("view")
    return make(
        match.game,
        match.states[at],
        seat,
        recent=recent,
        is_open=is_open,
        has_moves=has_moves,
        has_past=has_past,
        outcome=outcome,
        shared={} if shared is None else shared,
    )


def past_of(match: Match, seat: Seat | None, known: Any) -> tuple[int, tuple[wire.GamePast, ...]]:
    """What views remember of earlier rounds: how much of what the state `known` had is still so, and what follows."""
    game = registration(match.game.name)
    if not game.past:
        return 0, ()
    found: tuple[int, tuple[wire.GamePast, ...]] = game.load("past")(match.game, match.state, seat, known)
    return found


def audience_of(seat: Seat | None) -> Audience:
    return "spectator" if seat is None else seat


def end_of(match: Match) -> Words | None:
    return words(ending(match.outcome, called(match.names))) if match.outcome else None


def waiting_at(table_state: TableState, seat: Seat | None) -> tuple[Seat, ...]:
    can_act = table_state.is_started and not table_state.is_over
    return table_state.match.waiting(audience_of(seat)) if can_act else ()


class Summary(NamedTuple):
    """How a match stands, for whoever does not look at the table."""

    stored: Stored
    is_started: bool
    waiting: Mapping[Seat | None, tuple[Seat, ...]]
    end: Words | None
    called: Collection[Seat]

    @staticmethod
    def of(table_state: TableState) -> Summary:
        audiences = (None, *range(len(table_state.seats)))
        waiting = {seat: waiting_at(table_state, seat) for seat in audiences}
        called = table_state.timer.called if table_state.timer and not table_state.is_over else ()
        return Summary(table_state.stored, table_state.is_started, waiting, end_of(table_state.match), called)

    def standing(self, seat: Seat | None, here: Collection[Seat], now: datetime) -> wire.Standing:
        return wire.Standing(
            table=self.stored.id,
            people=people_at(self.stored.seats, here),
            is_started=self.is_started,
            is_over=self.stored.is_over,
            waiting=self.waiting[seat],
            since=max(0, int((now - self.stored.changed).total_seconds())),
            end=self.end,
            is_called=seat in self.called,
        )


def clocks_at(table_state: TableState, seat: Seat | None, now: int) -> wire.Clocks | None:
    """What a viewer sees of the clocks: of others' secret choices nothing, of one's own that it has been made."""
    terms = table_state.terms
    if terms.kind == "":
        return None
    # Before the match begins: what everybody will have.
    clock = table_state.clock or new_clock(terms, len(table_state.seats), now)
    left, bank = list(clock.left), list(clock.bank)
    if seat in clock.stopped and not table_state.is_over:
        own = clock.charged(terms, {seat: clock.stopped[seat]}, now, (), is_turn_over=False)
        left[seat], bank[seat] = own.left[seat], own.bank[seat]
    if table_state.is_paused:
        waiting = set(waiting_at(table_state, seat)) - {*table_state.bots, *([seat] if seat in clock.stopped else [])}
        own = clock.charged(terms, dict.fromkeys(waiting, clock.elapsed(now)), now, (), is_turn_over=False)
        for each in waiting:
            left[each], bank[each] = own.left[each], own.bank[each]
    running = table_state.running(seat)
    passed = clock.elapsed(now) if running else 0
    return wire.Clocks(terms.kind, terms.late, tuple(left), tuple(bank), running, passed, table_state.is_paused)


def absence_at(table_state: TableState, now: int) -> wire.Absence | None:
    """For everybody the same: times count from the last public change."""
    terms, timer = table_state.terms, table_state.timer
    if not terms.wait or table_state.is_over:
        return None
    called = {seat: max(0, now - at) for seat, at in timer.called.items()} if timer else {}
    return wire.Absence(terms.wait, terms.grace, timer.elapsed(now) if timer else 0, called)


def asking_at(table_state: TableState, seat: Seat | None) -> wire.Asking:
    ask = table_state.ask
    can_ask = () if seat is None else table_state.can_ask(seat)
    can_annul = seat is not None and table_state.is_started and table_state.match.can_annul
    if ask is None:
        return wire.Asking(None, -1, (), can_ask, can_annul)
    return wire.Asking(ask.kind, ask.by, ask.agreed, can_ask, can_annul)


class Transcript:
    """The log in words for one audience. Lines once told are kept: of a long match only the news are worked out."""

    def __init__(self, audience: Audience, first: int = 0) -> None:
        """From some entry on."""
        self.audience = audience
        self.lines: list[wire.Line] = []
        self._numbers: list[int] = []
        """By line: the number of its entry."""
        self._told = first
        """Entries that are told already, or are secret still."""

    def forget(self, start: int) -> list[wire.Line]:
        """Takes back, and returns, what was told of entries from `start` on."""
        self._told = min(self._told, start)
        kept = bisect_left(self._numbers, start)
        forgotten = self.lines[kept:]
        del self.lines[kept:], self._numbers[kept:]
        return forgotten

    def grow(self, match: Match, shared: dict[int, wire.Line] | None = None) -> None:
        """`shared`: lines of moves that everybody sees whole, by the numbers of their entries."""
        for index in range(self._told, len(match.entries)):
            line = shared.get(index) if shared else None
            if line is None:
                seen = match.shown(self.audience, index)
                if seen is None:
                    continue
                is_open = self.audience != "all" and match.is_open(index)
                line = self._line(match, index, *seen, is_open=is_open)
                if shared is not None and is_open:
                    shared[index] = line
            self._numbers.append(index)
            self.lines.append(line)
        self._told = len(match.entries)

    def _line(self, match: Match, index: int, move: Any, text: str, *, is_open: bool) -> wire.Line:
        """`is_open`: everybody sees all of it, and the audience no more."""
        said = self._said(match, called(match.names), index, not is_open and self._is_told(match, index, text))
        return wire.Line(
            # What names nobody is everybody's, such as that all have made a secret choice.
            actor=CHANCE if said and not said.params else match.entries[index].actor,
            text=text,
            chapter=words(heading(match.game, match.states[index])),
            said=words(said) if said else None,
            effects=_effects(match, index, move),
        )

    def _said(self, match: Match, names: Sequence[Name], index: int, is_told: bool) -> Said | None:
        actor, move = match.entries[index]
        if is_ending(move):
            return Said(f"ev_{move}", {"name": names[actor]})
        before, after = match.states[index : index + 2]
        public = tell(match.game, names, before, actor, move, after)
        if not is_told:
            return public
        own = tell(match.game, names, before, actor, move, after, is_open=True)
        # Of a secret choice others hear at least that now all have made theirs: so does whoever made the last.
        return Said("ev_and", {"first": own, "second": public}) if own and public and self.audience != "all" else own

    def _is_told(self, match: Match, index: int, text: str) -> bool:
        """Whether the audience knows more of the move than everybody does."""
        if self.audience == "all":
            return True
        actor, move = match.entries[index]
        public = match.game.show_move(match.game.seen(match.states[index], actor, move, None))
        return bool(text == match.game.show_move(move) != public)


def _effects(match: Match, index: int, move: Any) -> Any:
    """Of a move as somebody saw it."""
    known = registration(match.game.name)
    if is_ending(move) or not known.effects:
        return None
    return without_defaults(known.load("effects")(match.game, match.states[index], move))


class Socket(Protocol):
    """Where messages of the server go."""

    def say(self, message: bytes) -> None: ...

    def hang_up(self, code: int) -> None: ...


NOTHING_ASKED: Final = wire.Asking(None, -1, (), (), False)
NOTHING_TO_SAY: Final = wire.Talk((), (), False)


class Viewer:
    """One socket at a table."""

    def __init__(self, seat: Seat | None, socket: Socket, visitor: str = "", *, is_away: bool = False) -> None:
        self.seat = seat
        self.socket = socket
        self.visitor = visitor
        self.is_away = is_away
        """The page is open, and something else is looked at."""
        self._people: wire.People | None = None
        self._clocks: wire.Clocks | None = None
        self._absence: wire.Absence | None = None
        self._asking: wire.Asking | None = None
        self._talk: wire.Talk | None = None

    def show_table(self, table: bytes, people: wire.People) -> None:
        self._people = people
        self._clocks = self._absence = self._asking = None
        self._talk = None
        self.socket.say(table)

    def show_asking(self, asking: wire.Asking) -> None:
        if asking != (self._asking or NOTHING_ASKED):
            self.socket.say(encode(asking))
        self._asking = asking

    def show_talk(self, talk: wire.Talk) -> None:
        """Who only watches says nothing."""
        if self.seat is not None and talk != (self._talk or NOTHING_TO_SAY):
            self._talk = talk
            self.socket.say(encode(talk))

    def show_clocks(self, clocks: wire.Clocks | None, *, is_news: bool = False) -> None:
        """Where something has changed besides what has passed."""
        if clocks is None:
            return
        same = msgspec.structs.replace(clocks, passed=0)
        if is_news or same != self._clocks:
            self._clocks = same
            self.socket.say(encode(clocks))

    def show_absence(self, absence: wire.Absence | None, *, is_news: bool = False) -> None:
        if absence is None:
            return
        same = msgspec.structs.replace(absence, passed=0, called=dict.fromkeys(absence.called, 0))
        if is_news or same != self._absence:
            self._absence = same
            self.socket.say(encode(absence))

    def show_people(self, people: wire.People) -> None:
        if people != self._people:
            self._people = people
            self.socket.say(encode(people))


class Shared:
    """What several audiences see in the same way, from one change of the table to the next."""

    def __init__(self) -> None:
        self.parts: dict[str, Any] = {}
        """Of the view, as the game names them."""
        self.lines: dict[int, wire.Line] = {}
        """Of moves that everybody sees whole."""


class Presented:
    """What one audience of a table sees, worked out once for all its sockets."""

    def __init__(self, seat: Seat | None) -> None:
        self.seat = seat
        self.transcript = Transcript(audience_of(seat))
        self.now: wire.Now | None = None

    def forget(self, start: int) -> None:
        """Nobody looks: what has changed is worked out when somebody does."""
        self.now = None
        self.transcript.forget(start)

    def look(self, table_state: TableState, shared: Shared) -> wire.Now:
        if self.now is None:
            match, seat = table_state.match, self.seat
            can_act = table_state.is_started and not table_state.is_over
            at, outcome = len(match.entries), match.outcome
            view = game_view(match, at, seat, has_moves=can_act, has_past=False, outcome=outcome, shared=shared.parts)
            self.now = wire.Now(
                version=table_state.stored.version,
                view=view,
                waiting=waiting_at(table_state, seat),
                can_undo=table_state.can_undo(seat),
                end=end_of(match),
            )
            self.transcript.grow(match, shared.lines)
        return self.now

    def update(self, table_state: TableState, start: int, shared: Shared) -> bytes | None:
        """What a change of entries from `start` on is to whoever saw all before; nothing where they cannot tell."""
        before, self.now = self.now, None
        old, kept = self.transcript.forget(start), len(self.transcript.lines)
        now, new = self.look(table_state, shared), self.transcript.lines[kept:]
        same = common_prefix(old, new) if old else 0
        if same == len(old) == len(new) and now == before:
            return None
        past_from, past = past_of(table_state.match, self.seat, table_state.match.states[start])
        return encode(
            wire.Update(
                now=now,
                lines_from=kept + same,
                lines=tuple(new[same:]),
                past_from=past_from,
                past=past,
                is_over=table_state.is_over,
            )
        )


class Presenter:
    """What each audience of a table is sent."""

    def __init__(self, table_state: TableState) -> None:
        self.table_state = table_state
        self._audiences: dict[Seat | None, Presented] = {}
        self._updates: dict[Seat | None, bytes | None] = {}
        self._tables: dict[Seat | None, tuple[wire.People, bytes]] = {}
        self._shared = Shared()

    def show(self, table_state: TableState, present: Collection[Seat | None]) -> None:
        """To these audiences at once, to others when they come."""
        start = table_state.tail.first if table_state.match.names == self.table_state.match.names else 0
        self.table_state = table_state
        self._updates.clear()
        self._tables.clear()
        self._shared = Shared()
        for seat, presented in self._audiences.items():
            if seat in present:
                self._updates[seat] = presented.update(table_state, start, self._shared)
            else:
                presented.forget(start)

    def update(self, seat: Seat | None) -> bytes | None:
        """What the last change was to whoever had seen everything before it; nothing where they cannot tell."""
        return self._updates[seat]

    def is_ready(self, seat: Seat | None) -> bool:
        """Whether the table can be shown to this seat without working out all of its lines."""
        return seat in self._audiences

    def prepare(self, seat: Seat | None) -> Presented:
        presented = self._audiences.get(seat) or Presented(seat)
        presented.look(self.table_state, self._shared)
        self._audiences[seat] = presented
        return presented

    def people(self, here: Collection[Seat]) -> wire.People:
        table_state = self.table_state
        return wire.People(people=people_at(table_state.seats, here), is_started=table_state.is_started)

    def table(self, seat: Seat | None, people: wire.People) -> bytes:
        known = self._tables.get(seat)
        if known is None or known[0] != people:
            known = self._tables[seat] = people, encode(self._table(seat, people))
        return known[1]

    def _table(self, seat: Seat | None, people: wire.People) -> wire.Table:
        table_state, presented = self.table_state, self.prepare(seat)
        return wire.Table(
            table=table_state.stored.id,
            game=table_state.match.game.name,
            options=table_state.stored.options,
            seat=seat,
            people=people.people,
            is_started=people.is_started,
            is_over=table_state.is_over,
            can_hint=seat is not None and can_hint(table_state, seat),
            now=presented.look(table_state, self._shared),
            lines=tuple(presented.transcript.lines),
            past=past_of(table_state.match, seat, None)[1],
            start=show_start(match, "spectator") if (match := table_state.match).start is not None else "",
        )


def common_prefix(old: Sequence[object], new: Sequence[object]) -> int:
    """How many of the first items are the same in both."""
    pairs = enumerate(zip(old, new, strict=False))
    return next((at for at, (a, b) in pairs if a is not b and a != b), min(len(old), len(new)))


def can_hint(table_state: TableState, seat: Seat) -> bool:
    return set(range(len(table_state.seats))) == {seat, *table_state.bots}
