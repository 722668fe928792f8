"""A match: a game, who sits where, and the log of moves. The log is the truth; everything else is derived from it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator, Sequence
from datetime import date
from itertools import islice, takewhile, zip_longest
from random import Random
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from ridotto.cache import once
from ridotto.core import CHANCE, Actor, AnyGame, IllegalMove, Outcome, Seat, chance_move
from ridotto.match.study import Study

Audience: TypeAlias = Seat | Literal["spectator", "all"]
"""Who a record is for; "all" includes every secret."""

RESIGNS: Final = "resigns"
OVERTIME: Final = "overtime"
ANNULS: Final = "annuls"
ENDINGS: Final = {RESIGNS: "resigned", OVERTIME: "time", ANNULS: "annulled"}
"""Entries that are no moves of a game: whoever makes one loses, or calls the match off. By entry, the reason of the
outcome."""
NAME_LENGTH: Final = 40


def is_ending(move: Any) -> bool:
    return isinstance(move, str) and move in ENDINGS  # moves of games would be hashed, which takes longer than all else


class Entry(NamedTuple):
    actor: Actor
    move: Any
    """A move of the game, or one of ENDINGS."""


class Line(NamedTuple):
    """An entry as somebody saw it."""

    actor: Actor
    text: str
    news: str
    chapter: str


UNSEEN: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
"""Letters and marks that show nothing, so that a name with them is blank or looks like another."""


def clean_line(text: str, most: int) -> str:
    """Fit for one line on any screen: nothing that does not show, no surplus space, not too long."""
    composed = unicodedata.normalize("NFC", UNSEEN.sub("", text))
    printable = "".join(c if unicodedata.category(c)[0] != "C" else " " for c in composed)
    return " ".join(printable.split())[:most].strip()


def clean_name(name: str) -> str:
    return clean_line(name, NAME_LENGTH)


def nameless(seat: Seat) -> str:
    """How records call whoever has no name."""
    return f"Seat {seat}"


class Match:
    """Whatever changes the log returns the first entry it touches: what was told of those before it stays true."""

    def __init__(
        self, game: AnyGame, names: Sequence[str] = (), day: str = "", seen_by: Audience = "all", start: Any = None
    ) -> None:
        self.game = game
        self.start = start
        """The state it begins with; None for the game's own beginning."""
        self.rename(names)
        self.day = day or date.today().isoformat()
        self.seen_by = seen_by
        """Who this match was reconstructed for: for others than "all", masked secrets are only guesses."""
        self._entries: list[Entry] = []
        self._states: list[Any] = [game.start() if start is None else start]

    def copy(self) -> Match:
        """A copy to try something out on."""
        other = Match.__new__(Match)
        other.__dict__ |= self.__dict__
        other._entries, other._states = self._entries.copy(), self._states.copy()
        return other

    def branch(self, at: int) -> Match:
        """A match that has gone as this one up to some entry; before a choice that was still open there."""
        other = self.copy()
        other.cut(at)
        other.cut(other._settled)
        return other

    def rename(self, names: Sequence[str]) -> None:
        given = (*map(clean_name, names), *[""] * self.game.seats)
        self.names = tuple(given[seat] or nameless(seat) for seat in range(self.game.seats))

    @property
    def entries(self) -> Sequence[Entry]:
        return self._entries

    @property
    def states(self) -> Sequence[Any]:
        """One more than entries: before the first, and after each."""
        return self._states

    @property
    def state(self) -> Any:
        return self._states[-1]

    @once
    def outcome(self) -> Outcome | None:
        if losers := self._losers:
            reason, seats = ENDINGS[self._entries[-1].move], range(self.game.seats)
            is_even = len(losers) == len(seats) or self._entries[-1].move == ANNULS
            return Outcome(tuple(2 if seat in losers and not is_even else 1 for seat in seats), reason)
        return self.game.outcome(self.state)

    @property
    def _losers(self) -> list[Actor]:
        """Those whose entries ended the match, if any did."""
        if not self._entries or not is_ending(self._entries[-1].move):
            return []
        return [actor for actor, _ in takewhile(lambda entry: is_ending(entry.move), reversed(self._entries))]

    @property
    def result(self) -> str:
        """As a record has it."""
        outcome = self.outcome
        return f"places {' '.join(map(str, outcome.places))} by {outcome.reason}" if outcome else "unfinished"

    @once
    def actors(self) -> tuple[Actor, ...]:
        return () if self.outcome else self.game.actors(self.state)

    def view(self, seat: Seat | None) -> Any:
        return self.game.view(self.state, seat)

    # -- playing -----------------------------------------------------------------------------------------------------

    def submit(self, actor: Actor, move: Any) -> int:
        """Plays a move or its text. Raises IllegalMove or NotationError, and then nothing has changed."""
        if isinstance(move, str):
            move = self.game.parse_move(move)
        if self.outcome:
            raise IllegalMove("match_over", move=self.game.show_move(move))
        settled = self._settled
        return min(settled, self._insert(Entry(actor, move), self.game.play(self.state, actor, move)))

    def _insert(self, entry: Entry, state: Any) -> int:
        # Simultaneous choices are kept in the order of the seats, so that nobody learns who was quicker.
        at, actor = len(self._entries), entry.actor
        while at and actor < self._entries[at - 1].actor and actor in self.game.actors(self._states[at - 1]):
            at -= 1
        if at == len(self._entries):
            self._grow(entry, state)
        else:
            self._entries.insert(at, entry)
            self._replay(at)
        return at

    def _replay(self, start: int) -> None:
        """Works the states after entry `start` out anew."""
        del self._states[start + 1 :]
        for entry in self._entries[start:]:
            self._states.append(self.game.play(self.state, *entry))
        self._forget()

    def _forget(self) -> None:
        """What was worked out for the log as it was before."""
        for name in ("outcome", "actors", "_settled", "_have_all_moved"):
            self.__dict__.pop(name, None)

    def _grow(self, entry: Entry, state: Any) -> None:
        """At the end, which leaves what all have done done."""
        have_all_moved = self.__dict__.get("_have_all_moved")
        self._entries.append(entry)
        self._states.append(state)
        self._forget()
        if have_all_moved:
            self.__dict__["_have_all_moved"] = True

    def cut(self, start: int) -> None:
        """Drops entries from `start` on, for whoever reads on from there in a log that is kept elsewhere."""
        del self._entries[start:], self._states[start + 1 :]
        self._forget()

    def play_chance(self, rng: Random) -> int:
        """Lets chance act until it is a seat's turn."""
        start = len(self._entries)
        while self.actors == (CHANCE,):
            start = min(start, self.submit(CHANCE, chance_move(self.game, self.state, rng)))
        return start

    @property
    def is_ended_by_resigning(self) -> bool:
        return self.game.seats == 2

    def resign(self, seat: Seat) -> int:
        """Only of two; of more, a substitute plays on, and the log knows nothing of it. Raises IllegalMove."""
        if not self.is_ended_by_resigning:
            raise IllegalMove("resign_many")
        return self.read_ending(seat, RESIGNS)

    def read_ending(self, seat: Seat, ending: str) -> int:
        """Without asking for the number of seats: old records have it of three or four, too."""
        # Time can run out for several at once, who were to choose together.
        is_shared = ending == OVERTIME and self._losers and self._entries[-1].move == OVERTIME
        if self.outcome and (not is_shared or seat in self._losers):
            raise IllegalMove("match_over", move=ending)
        settled = self._settled
        self._grow(Entry(seat, ending), self.state)
        return settled

    # -- taking back -------------------------------------------------------------------------------------------------

    @property
    def can_undo(self) -> bool:
        """The last move can be taken back unless something was drawn, shown, or sealed by everybody's choice."""
        return not self.outcome and self._can_undo(len(self._entries) - 1)

    def _can_undo(self, at: int) -> bool:
        """Whether the entry could be taken back if it were the last."""
        if at < 0:
            return False
        (actor, move), before, after = self._entries[at], self._states[at], self._states[at + 1]
        if actor == CHANCE or self.game.news(before, after):
            return False
        if self.game.seen(before, actor, move, None) == move:
            return True
        choosers = set(self.game.actors(before))
        return actor in choosers and any(other != actor and other in choosers for other in self.game.actors(after))

    def undo(self) -> int:
        """Takes the last move back, whoever made it. Raises IllegalMove."""
        if not self.can_undo:
            raise IllegalMove("cannot_undo")
        return self._remove(len(self._entries) - 1)

    def can_take_back(self, seats: Collection[Seat], bots: Collection[Seat] = ()) -> bool:
        """Whether the last move of these seats can be taken back: only bots have acted since and nothing was sealed."""
        return self._last_of(seats, bots) is not None

    def take_back(self, seats: Collection[Seat], bots: Collection[Seat] = ()) -> int:
        """Takes back the last move of these seats and what bots did since. Raises IllegalMove."""
        at = self._last_of(seats, bots)
        if at is None:
            raise IllegalMove("cannot_undo")
        return self._remove(at)

    def _last_of(self, seats: Collection[Seat], bots: Collection[Seat]) -> int | None:
        """The entry to take back.

        What others have secretly chosen must not show in whether there is one: while others are choosing too, people
        among them, nothing older than one's own choice can be taken back.
        """
        settled = self._settled
        own = [at for at in range(settled, len(self._entries)) if self._entries[at].actor in seats]
        if own:
            return own[-1]
        choosers = self.game.actors(self._states[settled])
        if self.outcome or (len(choosers) > 1 and not set(choosers) <= {*seats, *bots}):
            return None
        at = len(self._entries) - 1
        while at >= 0 and self._entries[at].actor in bots and self._can_undo(at):
            at -= 1
        return at if at >= 0 and self._entries[at].actor in seats and self._can_undo(at) else None

    def asked_back(self, seat: Seat) -> int | None:
        """The entry to go back to for taking back the last move of the seat and all that followed, which takes consent.

        Only where nothing hidden or random was shown since; while several choose at once, nothing tells who has."""
        if self.outcome or len(self.game.actors(self._states[self._settled])) != 1:
            return None
        for at in range(len(self._entries) - 1, -1, -1):
            (actor, move), before, after = self._entries[at], self._states[at], self._states[at + 1]
            is_hidden = actor == CHANCE or self.game.news(before, after)
            if is_hidden or self.game.seen(before, actor, move, None) != move or len(self.game.actors(before)) != 1:
                return None
            if actor == seat:
                return at
        return None

    def go_back(self, at: int) -> int:
        """To before an entry that `asked_back` gave."""
        return self._remove(at)

    @property
    def can_annul(self) -> bool:
        """Until each seat has made a move that everybody saw."""
        return not self.outcome and not self._have_all_moved

    @once
    def _have_all_moved(self) -> bool:
        waiting = set(range(self.game.seats))
        for actor, _ in islice(self._entries, self._settled):
            waiting.discard(actor)
            if not waiting:
                return True
        return False

    def annul(self, seat: Seat) -> int:
        """Raises IllegalMove."""
        if not self.can_annul:
            raise IllegalMove("annul_late")
        return self.read_ending(seat, ANNULS)

    def _remove(self, at: int) -> int:
        """Removes an entry of an open choice alone, any other with all that followed."""
        settled = self._settled
        if at >= settled:
            del self._entries[at]
            self._replay(at)
        else:
            del self._entries[at:], self._states[at + 1 :]
            self._forget()
        return min(at, settled)

    # -- telling -----------------------------------------------------------------------------------------------------

    def waiting(self, audience: Audience = "all") -> tuple[Actor, ...]:
        """Who is to act, as far as the audience may know: of an open choice others do not see who has made it."""
        if audience == "all" or self._settled == len(self._entries):
            return self.actors
        seat = None if audience == "spectator" else audience
        hidden = set()
        for at in range(self._settled, len(self._entries)):
            actor, move = self._entries[at]
            if self.game.seen(self._states[at], actor, move, seat) != move:
                hidden.add(actor)
        return tuple(sorted(hidden.union(self.actors)))

    def lines(self, audience: Audience = "all") -> Iterator[Line]:
        """The log as the audience saw it. Of a simultaneous choice others see nothing until all have chosen."""
        return (line for _, line in self.numbered_lines(audience))

    def numbered_lines(self, audience: Audience = "all", start: int = 0) -> Iterator[tuple[int, Line]]:
        """The same with the number of each entry in the log, from some entry on."""
        for index in range(start, len(self._entries)):
            seen = self.shown(audience, index)
            if seen is None:
                continue
            (actor, move), before, after = self._entries[index], self._states[index], self._states[index + 1]
            news = "" if is_ending(move) else self.game.news(before, after)
            yield index, Line(actor, seen[1], news, self.game.chapter(before))

    def shown(self, audience: Audience, index: int) -> tuple[Any, str] | None:
        """An entry as the audience saw it, with its text; nothing while it must not know that there is one."""
        actor, move = self._entries[index]
        if is_ending(move):
            return move, move
        seen = move
        if audience != "all":
            seen = self.game.seen(self._states[index], actor, move, None if audience == "spectator" else audience)
            if seen != move and index >= self._settled:
                return None
        return seen, self.game.show_move(seen)

    def is_open(self, index: int) -> bool:
        """Whether everybody sees all of an entry."""
        actor, move = self._entries[index]
        return is_ending(move) or bool(self.game.seen(self._states[index], actor, move, None) == move)

    def looks_like(self, other: Match, start: int) -> bool:
        """Whether everybody sees the same in both from some entry on."""
        if start == len(other._entries):
            return all(self.shown("spectator", at) is None for at in range(start, len(self._entries)))
        both = (match.numbered_lines("spectator", start) for match in (self, other))
        return all(own == others for own, others in zip_longest(*both))

    @once
    def _settled(self) -> int:
        """How many entries there are before those of a simultaneous choice that is still open."""
        waiting = set(self.actors)
        at = len(self._entries)
        while at and waiting:
            before = self.game.actors(self._states[at - 1])
            if len(before) < 2 or not waiting <= set(before):
                break
            at -= 1
        return at

    def record(self, audience: Audience = "all") -> str:
        """The match as a text file for people, which `read_record` reads back exactly."""
        return Study(self).record(audience)
