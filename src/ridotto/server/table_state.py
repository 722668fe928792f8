"""A table at one moment: who sits there and the match as it stands. What happens to it makes a new one.

Here are the decisions that are not rules of a game: when a table begins, what can be taken back, what resigning means.
"""

from __future__ import annotations

import hmac
import secrets
from base64 import urlsafe_b64encode
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from random import SystemRandom
from typing import Final

from ridotto.bots import make_bot
from ridotto.core import AnyGame, IllegalMove, RecordError, RidottoError, Seat, show_options
from ridotto.games import registration
from ridotto.match import RESIGNS, Match
from ridotto.server import wire
from ridotto.server.game_info import asked_game
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


@dataclass(frozen=True, slots=True)
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

    @property
    def bots(self) -> tuple[Seat, ...]:
        return tuple(seat for seat, each in enumerate(self.seats) if each.kind == "bot")

    @property
    def is_started(self) -> bool:
        return all(each.kind == "bot" or each.token for each in self.seats)

    @property
    def log(self) -> Log:
        return _log(self.match, 0)

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

    def moved(self, seat: Seat, move: str) -> TableState:
        self._require_started()
        match = self.match.copy()
        return self._with(match, match.submit(seat, move))

    def undone(self, seat: Seat) -> TableState:
        self._require_started()
        match = self.match.copy()
        return self._with(match, match.take_back([seat], self.bots))

    def can_undo(self, seat: Seat | None) -> bool:
        return seat is not None and self.is_started and self.match.can_take_back([seat], self.bots)

    def resigned(self, seat: Seat) -> TableState:
        """Of two, this ends the match. Of more, one who leaves must not end it for the others: a bot plays on."""
        self._require_started()
        if self.match.outcome:
            raise IllegalMove("match_over", move=RESIGNS)
        if self.match.is_ended_by_resigning:
            match = self.match.copy()
            return self._with(match, match.resign(seat))
        name = self.match.names[seat]
        bot = registration(self.match.game.name).substitute
        return self._with_seat(seat, replace(self.seats[seat], kind="bot", bot=bot, name=name, token="", transfer=""))

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

    def claimed(self, invite: str, browser: str, name: str, transfer: str = "") -> tuple[TableState, wire.Claimed]:
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
                return table_state._begun(), wire.Claimed(seat=seat, token=token)
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

    def again(self) -> TableState:
        """The same once more, at a table that everybody's key opens too."""
        if not self.is_over:
            raise TableError("not_over")
        seats = tuple(replace(each, invite="", transfer="") for each in self.seats)
        return _laid(new_table_id(), self.match.game, seats, self.stored.is_listed)

    def _require_started(self) -> None:
        if not self.is_started:
            raise TableError("not_started")

    def _begun(self) -> TableState:
        return self._with(self.match.copy(), len(self.match.entries)) if self.is_started else self

    def _with(self, match: Match, start: int) -> TableState:
        """Chance acts at once, so that nobody can see what it might have done."""
        start = min(start, match.play_chance(SystemRandom()))
        stored = replace(
            self.stored,
            version=self.stored.version + (not match.looks_like(self.match, start)),
            is_over=match.outcome is not None,
            changed=utc_now(),
        )
        return TableState(stored, match, Tail(start, len(self.match.entries) - start, _log(match, start)))

    def _with_seat(self, seat: Seat, each: StoredSeat) -> TableState:
        seats = (*self.seats[:seat], each, *self.seats[seat + 1 :])
        match = self.match.copy()
        match.rename(record_names(seats))
        tail = Tail(len(match.entries), 0, ())
        return TableState(replace(self.stored, seats=seats, changed=utc_now()), match, tail)


def _log(match: Match, start: int) -> Log:
    return tuple(
        (actor, move if move == RESIGNS else match.game.show_move(move)) for actor, move in match.entries[start:]
    )


def _browser_token(browser: str, table: str, seat: Seat) -> str:
    return _encoded(hmac.digest(browser.encode(), f"{table}/{seat}".encode(), "sha256"))


def _encoded(digest: bytes) -> str:
    return urlsafe_b64encode(digest).decode().rstrip("=")


# -- making and loading ------------------------------------------------------------------------------------------------


def is_listed(asked: wire.NewTable) -> bool:
    """Whoever wants somebody from the lobby wants the lobby to show it."""
    return asked.is_listed or any(each.kind == "open" for each in asked.seats)


def new_table(asked: wire.NewTable) -> tuple[TableState, wire.MadeTable]:
    """Raises OptionError or BoardError."""
    game = asked_game(asked.game, asked.options, len(asked.seats))
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
    return _laid(table, game, tuple(seats), is_listed(asked)), wire.MadeTable(table=table, seats=tuple(made))


def _laid(table: str, game: AnyGame, seats: tuple[StoredSeat, ...], is_listed: bool) -> TableState:
    moment = utc_now()
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
        seats=seats,
    )
    return TableState(stored, Match(game, record_names(seats), stored.day))._begun()


def load_table(loaded: Loaded) -> TableState:
    """The fold over the log. Raises RecordError where the rules have changed since."""
    stored, log = loaded
    game = asked_game(stored.game, stored.options)
    if stored.rules != game.rules_version:
        raise RecordError("record_rules", found=stored.rules, known=game.rules_version)
    match = Match(game, record_names(stored.seats), stored.day)
    _read(match, log)
    return TableState(stored, match)


def _read(match: Match, log: Log) -> None:
    for actor, move in log:
        if move == RESIGNS:
            match.read_resignation(actor)
        else:
            match.submit(actor, move)
