"""A table at one moment: who sits there and the match as it stands. What happens to it makes a new one.

Here are the decisions that are not rules of a game: when a table begins, what can be taken back, what resigning means.
"""

from __future__ import annotations

import hmac
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import replace as replace_fields
from datetime import UTC, datetime
from functools import lru_cache
from random import SystemRandom
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from ridotto.bots import make_bot
from ridotto.cache import once
from ridotto.core import CHANCE, AnyGame, IllegalMove, RecordError, RidottoError, Seat, show_options
from ridotto.games import registration
from ridotto.match import OVERTIME, RESIGNS, STAND_IN, Match, Remarks, Study, dealt, is_ending, starts_of
from ridotto.server import wire
from ridotto.server.asks import Ask, Kind, parse_ask, show_ask
from ridotto.server.clocks import Clock, Terms, mark, new_clock, parse_clock, parse_terms, show_clock
from ridotto.server.game_info import asked_game, usual_bot
from ridotto.server.people import given_name, record_names
from ridotto.server.store import Known, Loaded, Log, Stored, StoredSeat, Tail, hashed


class TableError(RidottoError):
    """Something that a table, not a game, does not allow."""


def new_secret() -> str:
    return secrets.token_urlsafe(24)


def new_table_id() -> str:
    return secrets.token_urlsafe(12)


def former_rematch(table: str) -> str:
    """The table that followed before its id was drawn by lot: tables of that time are still out there."""
    return _encoded(hmac.digest(table.encode(), b"again", "sha256")[:12])


def utc_now() -> datetime:
    return datetime.now(UTC).replace(tzinfo=None, microsecond=0)


def seat_of(stored: Stored, token: str) -> Seat | None:
    """Whose token it is; empty is the spectator's. Raises TableError."""
    if not token:
        return None
    wanted = hashed(token)
    for seat, each in enumerate(stored.seats):
        if each.token and hmac.compare_digest(each.token, wanted):
            return seat
    raise TableError("token_unknown")


ALL: Final = Tail(0, 0, ())


class Seating(NamedTuple):
    """Who sits where, as far as it decides what can happen; most moves change nothing in it."""

    bots: tuple[Seat, ...]
    stand_ins: tuple[Seat, ...]
    """Seats of people for whom a bot plays: still theirs, and people's to everybody else."""
    driven: tuple[Seat, ...]
    """For whom bots move."""
    is_started: bool
    has_company: bool
    """Whether somebody may wait for the bots who is not here to see it: another person than the one who left."""


@lru_cache(maxsize=4096)
def _seating(seats: tuple[StoredSeat, ...]) -> Seating:
    bots = tuple(seat for seat, each in enumerate(seats) if each.kind == "bot")
    is_started = all(each.kind == "bot" or each.token for each in seats)
    return Seating(
        bots,
        tuple(seat for seat, each in enumerate(seats) if each.bot and each.kind != "bot"),
        tuple(seat for seat, each in enumerate(seats) if each.bot),
        is_started,
        is_started and len(seats) - len(bots) > 1,
    )


@dataclass(frozen=True)
class TableState:
    stored: Stored
    match: Match
    """Never changed: copied first."""
    tail: Tail = ALL
    """What of the log may differ from the state that this one was made of."""
    following: Loaded | None = None
    """A table that is made together with this change."""

    @property
    def seats(self) -> tuple[StoredSeat, ...]:
        return self.stored.seats

    @once
    def _seating(self) -> Seating:
        return _seating(self.stored.seats)

    @property
    def bots(self) -> tuple[Seat, ...]:
        return self._seating.bots

    @property
    def stand_ins(self) -> tuple[Seat, ...]:
        return self._seating.stand_ins

    @property
    def driven(self) -> tuple[Seat, ...]:
        return self._seating.driven

    @property
    def is_started(self) -> bool:
        return self._seating.is_started

    @property
    def has_company(self) -> bool:
        return self._seating.has_company

    @property
    def log(self) -> Log:
        return _log(self.match, 0)

    def as_stored(self, stored: Stored) -> TableState:
        """When it is on disk: what was worked out still holds."""
        new = TableState(stored, self.match, self.tail)
        vars(new).update({**vars(self), **vars(new)})
        return new

    @property
    def next_bot(self) -> Seat | None:
        if not self.driven or not self.is_started or self.is_paused:
            return None
        return next((seat for seat in self.match.actors if seat in self.driven), None)

    @property
    def with_due(self) -> TableState:
        """Says in what is stored when a server has to look at the table, though nobody else does."""
        due = 0 if self.has_company and self.next_bot is not None else self.deadline
        return self if due == self.stored.due else self._restored(due=due)

    @property
    def is_over(self) -> bool:
        return self.match.outcome is not None

    def seat_of(self, token: str) -> Seat | None:
        return seat_of(self.stored, token)

    def seat_of_browser(self, browser: str) -> Seat | None:
        """The seat that this browser has claimed."""
        for seat, each in enumerate(self.seats):
            if each.token and each.token == hashed(_browser_token(browser, self.stored.id, seat)):
                return seat
        return None

    # -- what people do ------------------------------------------------------------------------------------------------

    def moved(self, seat: Seat, move: str, now: int = 0, spent: int | None = None) -> TableState:
        """`spent`: milliseconds that a bot thought; people's time is what has passed."""
        self._require_started()
        self._require_going_on()
        if spent is None:
            self._require_own(seat)
        if seat in self._overdue(now, spent):
            if spent is not None:
                return self._out_of_time([seat], now)
            raise TableError("time_up")
        match = self.match.copy()
        return self._with(match, match.submit(seat, move), now, {} if spent is None else {seat: spent})

    def undone(self, seat: Seat, now: int = 0) -> TableState:
        self._require_own(seat)
        return self._with(*self._taken_back(seat), now)

    def _taken_back(self, seat: Seat) -> tuple[Match, int]:
        self._require_started()
        self._require_going_on()
        match = self.match.copy()
        start = match.take_back([seat], self.bots)
        # A turn that is over has stopped one clock and started another.
        if self.clock and match.actors != self.match.actors and not match.looks_like(self.match, start):
            raise TableError("clock_no_undo")
        return match, start

    def can_undo(self, seat: Seat | None) -> bool:
        known = self._can_undo.get(seat)
        if known is None:
            known = self._can_undo[seat] = self._may_undo(seat)
        return known

    @once
    def _can_undo(self) -> dict[Seat | None, bool]:
        return {}

    def _may_undo(self, seat: Seat | None) -> bool:
        if seat is None or seat in self.stand_ins or not self.is_started or self.is_paused:
            return False
        if not self.match.can_take_back([seat], self.bots):
            return False
        try:
            return not self.clock or bool(self._taken_back(seat))
        except TableError:
            return False

    # -- time ----------------------------------------------------------------------------------------------------------

    @once
    def terms(self) -> Terms:
        return parse_terms(self.stored.terms)

    @once
    def timer(self) -> Clock | None:
        """A clock, or what absence is timed by where there is none."""
        return parse_clock(self.stored.clock)

    @property
    def clock(self) -> Clock | None:
        return self.timer if self.stored.terms and self.terms.kind else None

    def running(self, seat: Seat | None) -> tuple[Seat, ...]:
        """The people whose time runs, as far as the seat may know. What bots need is known when they have thought."""
        if not self.clock or not self.is_started or self.is_over or self.is_paused:
            return ()
        waiting = self.match.waiting("spectator" if seat is None else seat)
        return tuple(each for each in waiting if each not in self.driven)

    def late(self, now: int) -> list[Seat]:
        """Who loses on time. While others are choosing in secret nobody does: else it would tell who has chosen."""
        overdue = self._overdue(now)
        return overdue if set(self.match.actors) <= {*overdue, *self.driven} else []

    def _overdue(self, now: int, spent: int | None = None) -> list[Seat]:
        """Who is to act and has no time left; with `spent`, bots that thought so long."""
        clock = self.clock
        if not clock or not self.is_started or self.is_over or self.is_paused:
            return []
        if spent is not None and not self.is_ended_by_time:
            return []  # it plays on in any case
        used = clock.elapsed(now) if spent is None else spent
        return [
            seat
            for seat in self.match.actors
            if (seat in self.driven) == (spent is not None) and used >= clock.total(seat)
        ]

    @property
    def study(self) -> Study:
        """The match as its record has it: with the time of each move, where it was counted, and who stood in."""
        timer = self.timer
        if not timer:
            return Study(self.match)
        marks = {entry: (mark(time),) for entry, time in enumerate(timer.times) if time >= 0}
        for entry in timer.stood_in:
            marks[entry] = (*marks.get(entry, ()), f"{STAND_IN}{usual_bot(self.match.game.name)}")
        heads = {"Clock": self.terms.head} if self.clock else {}
        return Study(self.match, Remarks(marks=marks), heads=heads)

    @property
    def deadline(self) -> int | None:
        """When the time of all who are to act has run out."""
        clock = self.clock
        if not clock or not self.is_started or self.is_over or self.is_paused:
            return None
        ends = [clock.since + clock.total(seat) for seat in self.match.actors if seat not in self.driven]
        return max(ends, default=None)

    @property
    def is_ended_by_time(self) -> bool:
        return self.terms.late == "forfeit" and self.match.is_ended_by_resigning

    def timed_out(self, now: int) -> TableState:
        """Only who has not chosen loses on time."""
        late = self.late(now)
        return self._out_of_time(late, now) if late else self

    def _out_of_time(self, late: Sequence[Seat], now: int) -> TableState:
        """Of more than two, who has no time left must not end it for the others. Bots play on in any case."""
        clock = self.clock
        if clock and self.is_ended_by_time:
            match = self.match.copy()
            shortest = min(clock.total(seat) for seat in late)
            first = [seat for seat in late if clock.total(seat) == shortest]
            return self._with(match, min([match.read_ending(seat, OVERTIME) for seat in first]), now)
        table_state = self
        for seat in late:
            table_state = table_state._stood_in(seat)
        return table_state._with(self.match.copy(), len(self.match.entries), now, is_new_turn=True)

    def _clock_after(
        self, match: Match, start: int, now: int, spent: Mapping[Seat, int], *, is_news: bool, is_new_turn: bool
    ) -> str:
        timer, bots = self.timer, spent.keys() & set(self.stand_ins)
        if not self.stored.terms or not self.is_started:
            return ""
        if timer is None:
            return show_clock(new_clock(self.terms, len(self.seats), now))
        before, after = set(self.match.actors), set(match.actors)
        elapsed = dict.fromkeys(before - set(self.driven), timer.elapsed(now)) | dict(spent)
        by_bots = {*timer.by_bots, *bots}
        if not is_news and not is_new_turn:
            used = {seat: time for seat, time in elapsed.items() if seat not in after}
            chosen = timer.chosen(used, after) if self.clock else timer
            own = before - after - bots
            return show_clock(replace(chosen, by_bots=tuple(sorted(by_bots - after - own))))
        stood_in = [entry for entry in timer.stood_in if entry < start]
        stood_in += [start + nth for nth, (actor, _) in enumerate(match.entries[start:]) if actor in by_bots]
        if not self.clock:
            new = Clock(now, (), ())
        else:
            known = (*timer.times[:start], *(-1,) * (start - len(timer.times)))
            used = elapsed | timer.stopped
            made = (
                (-1 if actor < 0 or is_ending(move) else used.get(actor, -1)) for actor, move in match.entries[start:]
            )
            is_over = is_new_turn or after != before | timer.stopped.keys()
            new = timer.charged(self.terms, used, now, (*known, *made), is_turn_over=is_over)
        kept = () if is_news else tuple(sorted(by_bots))
        return show_clock(replace(new, by_bots=kept, stood_in=tuple(stood_in)))

    # -- asking each other ---------------------------------------------------------------------------------------------

    @once
    def ask(self) -> Ask | None:
        ask = parse_ask(self.stored.ask)
        return ask if ask and ask.version == self.stored.version and not self.is_over else None

    @property
    def is_paused(self) -> bool:
        return bool(self.clock and self.clock.paused is not None)

    def can_ask(self, seat: Seat) -> tuple[Kind, ...]:
        """What the seat can ask the others for now. Of what others have chosen in secret it tells nothing."""
        if not self.is_started or self.is_over or seat in self.driven or len(self.driven) >= len(self.seats) - 1:
            return ()
        if self.is_paused or self.ask:
            return ()
        has_back = not self.can_undo(seat) and self.match.asked_back(seat) is not None
        if self.clock:
            return ("takeback", "pause", "time") if has_back else ("pause", "time")
        return ("takeback",) if has_back else ()

    def _others(self, seat: Seat) -> set[Seat]:
        return {other for other in range(len(self.seats)) if other != seat and other not in self.driven}

    def asked(self, seat: Seat, kind: Kind) -> TableState:
        self._require_started()
        if self.ask:
            raise TableError("ask_open")
        if kind not in self.can_ask(seat):
            raise TableError("ask_takeback" if kind == "takeback" else "ask_nothing")
        return self._with_ask(Ask(kind, seat, self.stored.version))

    def answered(self, seat: Seat, is_agreed: bool, now: int = 0) -> TableState:
        """Whoever asked can take it back by saying no."""
        self._require_own(seat)
        ask = self.ask
        if ask is None or seat in ask.agreed or (is_agreed and seat == ask.by):
            raise TableError("ask_gone")
        if not is_agreed:
            return self._with_ask(None)
        agreed = (*ask.agreed, seat)
        if not self._others(ask.by) <= set(agreed):
            return self._with_ask(replace(ask, agreed=agreed))
        return self._with_ask(None)._granted(ask, now)

    def _granted(self, ask: Ask, now: int) -> TableState:
        if ask.kind == "takeback":
            at = self.match.asked_back(ask.by)
            if at is None:
                raise TableError("ask_takeback")
            match = self.match.copy()
            return self._with(match, match.go_back(at), now)
        if self.clock is None:
            raise TableError("ask_nothing")
        is_pause = ask.kind == "pause"
        return self._with_clock(self.clock.stop(now) if is_pause else self.clock.extended(self.terms, ask.by))

    def going_on(self, now: int = 0) -> TableState:
        """Whoever wants to play again ends a pause."""
        if not self.is_paused or self.clock is None:
            raise TableError("not_paused")
        return self._with_clock(self.clock.go_on(now))

    def annulled(self, seat: Seat, now: int = 0) -> TableState:
        self._require_started()
        self._require_own(seat)
        match = self.match.copy()
        return self._with(match, match.annul(seat), now)

    def _require_going_on(self) -> None:
        if self.is_paused:
            raise TableError("paused")

    def _require_own(self, seat: Seat) -> None:
        if seat in self.stand_ins:
            raise TableError("stood_in")

    def _with_ask(self, ask: Ask | None) -> TableState:
        return self._same_match(replace(self.stored, ask=show_ask(ask)))

    def _with_clock(self, clock: Clock) -> TableState:
        return self._same_match(replace(self.stored, clock=show_clock(clock)))

    def _same_match(self, stored: Stored) -> TableState:
        return TableState(stored, self.match, Tail(len(self.match.entries), 0, ()))

    # -- being away ----------------------------------------------------------------------------------------------------

    def called(self, by: Seat, absent: Seat, here: Collection[Seat], now: int) -> TableState:
        """Asks one who is away to come: everybody waits for them, as far as anybody may know."""
        timer = self._absence_of(by, absent, here, now)
        if absent in timer.called:
            return self
        return self._with_clock(replace(timer, called={**timer.called, absent: now}))

    def stood_in(self, by: Seat, absent: Seat, here: Collection[Seat], now: int) -> TableState:
        """Lets a bot play for one who was asked to come and has not."""
        called = self._absence_of(by, absent, here, now).called.get(absent)
        if called is None or now - called < self.terms.grace:
            raise TableError("away_early")
        return self._stood_in(absent)._with(self.match.copy(), len(self.match.entries), now, is_new_turn=True)

    def returned(self, seats: Collection[Seat], now: int) -> TableState:
        """Whoever comes back has the seat back, and has to be asked anew if they leave again; lost time is lost."""
        back = set() if self.terms.kind else set(self.stand_ins).intersection(seats)
        if not back:
            return self._come(seats)
        table_state = self
        for seat in back:
            table_state = table_state._with_seat(seat, replace(table_state.seats[seat], bot=""))
        return table_state._with(self.match.copy(), len(self.match.entries), now, is_new_turn=True)

    def _come(self, seats: Collection[Seat]) -> TableState:
        timer = self.timer
        if timer is None or not timer.called.keys() & set(seats):
            return self
        missing = {seat: at for seat, at in timer.called.items() if seat not in seats}
        return self._with_clock(replace(timer, called=missing))

    def _absence_of(self, by: Seat, absent: Seat, here: Collection[Seat], now: int) -> Clock:
        self._require_own(by)
        timer = self.timer
        waiting = self.match.waiting(by) if self.is_started and not self.is_over else ()
        if not timer or not self.terms.wait or absent == by or absent not in waiting or absent in self.driven:
            raise TableError("away_nothing")
        if absent in here:
            raise TableError("away_here")
        if timer.elapsed(now) < self.terms.wait:
            raise TableError("away_early")
        return timer

    def _stood_in(self, seat: Seat) -> TableState:
        seated = self._with_seat(seat, replace(self.seats[seat], bot=usual_bot(self.match.game.name)))
        return seated._restored(ask="")

    # -- leaving -------------------------------------------------------------------------------------------------------

    def resigned(self, seat: Seat, now: int = 0) -> TableState:
        """Of two, this ends the match. Of more, one who leaves must not end it for the others: a bot plays on."""
        self._require_started()
        self._require_own(seat)
        if self.match.outcome:
            raise IllegalMove("match_over", move=RESIGNS)
        if self.match.is_ended_by_resigning:
            match = self.match.copy()
            return self._with(match, match.resign(seat), now)
        return self._substituted(seat)._with(self.match.copy(), len(self.match.entries), now, is_new_turn=True)

    def _substituted(self, seat: Seat) -> TableState:
        name = self.match.names[seat]
        bot = registration(self.match.game.name).substitute
        seated = self._with_seat(seat, replace(self.seats[seat], kind="bot", bot=bot, name=name, token="", transfer=""))
        return seated._restored(ask="")

    def renamed(self, seat: Seat, name: str) -> TableState:
        return self._with_seat(seat, replace(self.seats[seat], name=given_name(name)))

    def transferring(self, seat: Seat) -> tuple[TableState, wire.Transfer]:
        """A word that moves the seat to another device; the one before it is worth nothing any more."""
        word = new_secret()
        return self._with_seat(seat, replace(self.seats[seat], transfer=hashed(word))), wire.Transfer(word=word)

    def _taken(self, transfer: str, browser: str) -> tuple[TableState, wire.Claimed]:
        """The seat for another device, with a new key: the old one opens nothing any more."""
        for seat, each in enumerate(self.seats):
            token = _encoded(hmac.digest(browser.encode(), f"{self.stored.id}/{seat}/{transfer}".encode(), "sha256"))
            claimed = wire.Claimed(seat=seat, token=token)
            if each.token == hashed(token):
                return self, claimed  # the answer was lost, so the same browser asks again
            if each.transfer and hmac.compare_digest(each.transfer, hashed(transfer)):
                kind = "link" if each.kind == "here" else each.kind
                return self._with_seat(seat, replace(each, kind=kind, token=hashed(token), transfer="")), claimed
        raise TableError("transfer_unknown")

    def claimed(
        self, invite: str, browser: str, name: str, transfer: str = "", now: int = 0
    ) -> tuple[TableState, wire.Claimed]:
        """A seat for whoever has its invite, or a free one of an open table. The same browser gets the same again.

        The key to the seat follows from a secret word of the browser, so it need not be kept to be told once more.
        """
        if transfer:
            return self._taken(transfer, browser)
        seats = [seat for seat, each in enumerate(self.seats) if each.kind == ("link" if invite else "open")]
        if invite:
            seats = [seat for seat in seats if hmac.compare_digest(self.seats[seat].invite, hashed(invite))]
            if not seats:
                raise TableError("invite_unknown")
        elif not self.stored.is_listed or not seats:
            raise TableError("no_open_seat")
        for seat in seats:
            token = _browser_token(browser, self.stored.id, seat)
            if self.seats[seat].token == hashed(token):
                return self, wire.Claimed(seat=seat, token=token)
        for seat in seats:
            each = self.seats[seat]
            if not each.token:
                token = _browser_token(browser, self.stored.id, seat)
                taken = replace(each, token=hashed(token), name=given_name(name) or each.name)
                table_state = self._with_seat(seat, taken)
                return table_state._begun(now), wire.Claimed(seat=seat, token=token)
        raise TableError("invite_spent" if invite else "no_open_seat")

    @property
    def known(self) -> Known:
        return Known(self.stored.revision, len(self.match.entries))

    def caught_up(self, stored: Stored, tail: Tail) -> TableState:
        """After another server has written this."""
        match = self.match.copy()
        match.cut(tail.first)
        _read(match, tail.entries)
        match.rename(record_names(stored.seats))
        return TableState(stored, match, tail)

    def offering(self, seat: Seat, following: str | TableState) -> TableState:
        """One who wants to play once more, at a table that is there already or is made now."""
        if self.stored.next_id:
            return self
        table, made = (
            (following, None)
            if isinstance(following, str)
            else (following.stored.id, Loaded(following.stored, following.log))
        )
        tail = Tail(len(self.match.entries), 0, ())
        return TableState(replace(self.stored, next_id=table, next_by=seat), self.match, tail, made)

    def again(self, now: int = 0) -> TableState:
        """The same once more, where everybody's key opens a seat too: from a given position, the next one."""
        if not self.is_over:
            raise TableError("not_over")
        seats = tuple(
            replace(each, invite="", transfer="", bot=each.bot if each.kind == "bot" else "") for each in self.seats
        )
        if asked := self.stored.asked_start:
            seats = (*seats[1:], *seats[:1])  # whoever had the one side has the other
        laid = _laid(new_table_id(), self.match.game, seats, self.stored.is_listed, self.terms, now, asked)
        return laid.with_chat(has_chat=self.stored.has_chat)

    def _restored(self, **changes: Any) -> TableState:
        """With something else in what is stored."""
        return replace_fields(self, stored=replace(self.stored, **changes))

    def with_chat(self, *, has_chat: bool) -> TableState:
        return self._restored(has_chat=has_chat)

    def _require_started(self) -> None:
        if not self.is_started:
            raise TableError("not_started")

    def _begun(self, now: int) -> TableState:
        return self._with(self.match.copy(), len(self.match.entries), now) if self.is_started else self

    def _with(
        self,
        match: Match,
        start: int,
        now: int = 0,
        spent: Mapping[Seat, int] | None = None,
        *,
        is_new_turn: bool = False,
    ) -> TableState:
        """Chance acts at once, so that nobody can see what it might have done."""
        if match.actors == (CHANCE,):
            start = min(start, match.play_chance(SystemRandom()))
        is_news = not match.looks_like(self.match, start)
        stored = replace(
            self.stored,
            version=self.stored.version + is_news,
            is_over=match.outcome is not None,
            # Nobody learns from a time that a secret choice was made, or taken back.
            changed=utc_now() if is_news else self.stored.changed,
            clock=self._clock_after(match, start, now, spent or {}, is_news=is_news, is_new_turn=is_new_turn),
        )
        new = TableState(stored, match, Tail(start, len(self.match.entries) - start, _log(match, start)))
        vars(new).update(_seating=self._seating, terms=self.terms)  # a move changes neither
        return new

    def _with_seat(self, seat: Seat, each: StoredSeat) -> TableState:
        seats = (*self.seats[:seat], each, *self.seats[seat + 1 :])
        match = self.match.copy()
        match.rename(record_names(seats))
        tail = Tail(len(match.entries), 0, ())
        stored = replace(self.stored, seats=seats)
        if _sits(each) != _sits(self.seats[seat]):
            stored = replace(stored, changed=utc_now())
        return TableState(stored, match, tail)


def _sits(each: StoredSeat) -> tuple[str, bool, str]:
    return each.kind, bool(each.token), each.bot


def _log(match: Match, start: int) -> Log:
    return tuple(
        (actor, move if is_ending(move) else match.game.show_move(move)) for actor, move in match.entries[start:]
    )


def _browser_token(browser: str, table: str, seat: Seat) -> str:
    return _encoded(hmac.digest(browser.encode(), f"{table}/{seat}".encode(), "sha256"))


def _encoded(digest: bytes) -> str:
    return urlsafe_b64encode(digest).decode().rstrip("=")


# -- making and loading ------------------------------------------------------------------------------------------------


def is_listed(asked: wire.NewTable) -> bool:
    """Whoever wants somebody from the lobby wants the lobby to show it."""
    return asked.is_listed or any(each.kind == "open" for each in asked.seats)


def new_table(asked: wire.NewTable, now: int = 0) -> tuple[TableState, wire.MadeTable]:
    """Raises OptionError, BoardError, NotationError or PositionError."""
    game = asked_game(asked.game, asked.options, len(asked.seats))
    if asked.has_chat and (is_listed(asked) or all(each.kind != "link" for each in asked.seats)):
        raise TableError("talk_by_link")
    table = new_table_id()
    made = []
    seats = []
    for seat, each in enumerate(asked.seats):
        if each.kind == "bot":
            make_bot(each.bot, game)
        token = new_secret() if each.kind == "here" else ""
        invite = new_secret() if each.kind == "link" else ""
        seats.append(
            StoredSeat(
                each.kind,
                given_name(each.name),
                each.bot if each.kind == "bot" else "",
                hashed(token) if token else "",
                hashed(invite) if invite else "",
            )
        )
        made.append(wire.MadeSeat(seat=seat, token=token, invite=invite))
    clock = asked.clock
    terms = (
        Terms(clock.kind, clock.first, 0 if clock.kind == "move" else clock.second, clock.late)
        if clock
        else Terms(first=asked.wait)
    )
    laid = _laid(table, game, tuple(seats), is_listed(asked), terms, now, " ".join(asked.start.split()))
    return laid.with_chat(has_chat=asked.has_chat), wire.MadeTable(table=table, seats=tuple(made))


def _laid(
    table: str,
    game: AnyGame,
    seats: tuple[StoredSeat, ...],
    is_listed: bool,
    terms: Terms,
    now: int,
    asked_start: str,
) -> TableState:
    """Raises NotationError or PositionError where a match cannot begin in that position."""
    moment = utc_now()
    start = dealt(game, asked_start, SystemRandom()) if asked_start else None
    stored = Stored(
        id=table,
        game=game.name,
        options=show_options(game.options),
        rules=game.rules_version,
        day=moment.date().isoformat(),
        made=moment,
        changed=moment,
        is_listed=is_listed,
        is_over=False,
        version=0,
        revision=0,
        next_id="",
        next_by=0,
        due=None,
        terms=terms.show(),
        clock="",
        ask="",
        seats=seats,
        asked_start=asked_start,
        start=starts_of(game).show_start(game, start, "all") if asked_start else "",
    )
    return TableState(stored, Match(game, record_names(seats), stored.day, start=start))._begun(now).with_due


def load_table(loaded: Loaded) -> TableState:
    """The fold over the log. Raises RecordError where the rules have changed since."""
    stored, log = loaded
    game = asked_game(stored.game, stored.options)
    if stored.rules != game.rules_version:
        raise RecordError("record_rules", found=stored.rules, known=game.rules_version)
    start = starts_of(game).parse_start(game, stored.start) if stored.start else None
    match = Match(game, record_names(stored.seats), stored.day, start=start)
    _read(match, log)
    return TableState(stored, match)


def _read(match: Match, log: Log) -> None:
    for actor, move in log:
        if is_ending(move):
            match.read_ending(actor, move)
        else:
            match.submit(actor, move)
