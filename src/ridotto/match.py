"""A match: a game, who sits where, and the log of moves. The log is the truth; everything else is derived from it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator, Sequence
from copy import copy
from datetime import date
from functools import cached_property
from itertools import groupby
from random import Random
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from ridotto.core import (
    CHANCE,
    Actor,
    AnyGame,
    IllegalMove,
    Outcome,
    RecordError,
    RidottoError,
    Seat,
    chance_move,
    show_options,
)
from ridotto.games import game_type, make_game

Audience: TypeAlias = Seat | Literal["spectator", "all"]
"""Who a record is for; "all" includes every secret."""

FORMAT: Final = "Ridotto record 1"
RESIGNS: Final = "resigns"
MARGIN: Final = 100
NAME_LENGTH: Final = 40


class Entry(NamedTuple):
    actor: Actor
    move: Any
    """A move of the game, or RESIGNS."""


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


def clean_name(name: str) -> str:
    """A name fit for one line on any screen: nothing that does not show, no surplus space, not too long."""
    composed = unicodedata.normalize("NFC", UNSEEN.sub("", name))
    printable = "".join(c if unicodedata.category(c)[0] != "C" else " " for c in composed)
    return " ".join(printable.split())[:NAME_LENGTH].strip()


def nameless(seat: Seat) -> str:
    """How records call whoever has no name."""
    return f"Seat {seat}"


class Match:
    """Whatever changes the log returns the first entry it touches: what was told of those before it stays true."""

    def __init__(self, game: AnyGame, names: Sequence[str] = (), day: str = "", seen_by: Audience = "all") -> None:
        self.game = game
        self.rename(names)
        self.day = day or date.today().isoformat()
        self.seen_by = seen_by
        """Who this match was reconstructed for: for others than "all", masked secrets are only guesses."""
        self._entries: list[Entry] = []
        self._states: list[Any] = [game.start()]

    def copy(self) -> Match:
        """A copy to try something out on."""
        other = copy(self)
        other._entries, other._states = self._entries.copy(), self._states.copy()
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

    @cached_property
    def outcome(self) -> Outcome | None:
        if self._entries and self._entries[-1].move == RESIGNS:
            seats = range(self.game.seats)
            return Outcome(tuple(2 if seat == self._entries[-1].actor else 1 for seat in seats), "resigned")
        return self.game.outcome(self.state)

    @property
    def result(self) -> str:
        """As a record has it."""
        outcome = self.outcome
        return f"places {' '.join(map(str, outcome.places))} by {outcome.reason}" if outcome else "unfinished"

    @cached_property
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
        self._entries.insert(at, entry)
        if at == len(self._entries) - 1:
            self._states.append(state)
            self._forget()
        else:
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
        for name in ("outcome", "actors", "_settled"):
            self.__dict__.pop(name, None)

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
        return self.read_resignation(seat)

    def read_resignation(self, seat: Seat) -> int:
        """Without asking for the number of seats: old records have it of three or four, too."""
        if self.outcome:
            raise IllegalMove("match_over", move=RESIGNS)
        settled = self._settled
        self._entries.append(Entry(seat, RESIGNS))
        self._states.append(self.state)
        self._forget()
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
        while self._can_undo(at) and self._entries[at].actor in bots:
            at -= 1
        return at if self._can_undo(at) and self._entries[at].actor in seats else None

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
        if audience == "all":
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
        seat = None if audience == "spectator" else audience
        settled = self._settled
        for index in range(start, len(self._entries)):
            (actor, move), before, after = self._entries[index], self._states[index], self._states[index + 1]
            chapter = self.game.chapter(before)
            if move == RESIGNS:
                yield index, Line(actor, RESIGNS, "", chapter)
                continue
            shown = move if audience == "all" else self.game.seen(before, actor, move, seat)  # type: ignore[arg-type]
            if shown == move or index < settled:
                yield index, Line(actor, self.game.show_move(shown), self.game.news(before, after), chapter)

    def looks_like(self, other: Match, start: int) -> bool:
        """Whether everybody sees the same in both from some entry on."""
        shown = (list(match.numbered_lines("spectator", start)) for match in (self, other))
        return next(shown) == next(shown)

    @cached_property
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
        lines = list(self.lines(audience))
        head = [
            FORMAT,
            f"Game: {self.game.name}",
            f"Rules: {self.game.rules_version}",
            f"Options: {show_options(self.game.options)}".rstrip(),
            f"Date: {self.day}",
            *(f"Seat {seat}: {name}" for seat, name in enumerate(self.names)),
            f"Seen by: {f'seat {audience}' if isinstance(audience, int) else audience}",
            f"Moves: {len(lines)}",
            f"Result: {self.result}",
        ]
        return "\n".join(head + list(_chapters(lines))) + "\n"


def _chapters(lines: Sequence[Line]) -> Iterator[str]:
    for chapter, group in groupby(lines, key=lambda line: line.chapter):
        yield ""
        yield chapter
        row, actor = "", None
        for line in group:
            if row and len(row) + len(line.text) > MARGIN:
                yield row
                row, actor = "", None
            if line.actor != actor:
                actor = line.actor
                row += "  ~:" if actor == CHANCE else f"  {actor}:"
            row += f" {line.text}"
            if line.news:
                yield row
                yield f"  -> {line.news}"
                row, actor = "", None
        if row:
            yield row


class _Read(NamedTuple):
    """A move of a record, and what it showed."""

    actor: Actor
    text: str
    line: int
    news: str = ""


def read_record(text: str, most_moves: int | None = None) -> Match:
    """Raises RecordError with the line and the remedy."""
    rows = text.splitlines()
    heads, body_at = read_head(rows)
    if "Game" not in heads:
        raise RecordError("record_header", header="Game")
    rules = game_type(heads["Game"]).rules_version
    for header in ("Rules", "Seen by", "Moves", "Result"):
        if header not in heads:
            raise RecordError("record_header", header=header)
    if heads["Rules"] != rules:
        raise RecordError("record_rules", found=heads["Rules"], known=rules)
    game = make_game(heads["Game"], heads.get("Options", ""))
    names = [heads.get(f"Seat {seat}", "") for seat in range(game.seats)]
    match = Match(game, names, heads.get("Date", ""), _parse_audience(heads["Seen by"], game.seats))
    body = _read_body(rows, body_at, game.seats)
    if most_moves is not None and len(body) > most_moves:
        raise RecordError("record_long", most=most_moves)
    if str(len(body)) != heads["Moves"]:
        raise RecordError("record_truncated", found=len(body), wanted=heads["Moves"])
    _replay(match, body)
    if match.result != heads["Result"]:
        raise RecordError("record_result", result=heads["Result"])
    return match


def read_head(rows: Sequence[str]) -> tuple[dict[str, str], int]:
    if not rows or rows[0].strip() != FORMAT:
        raise RecordError("record_format", wanted=FORMAT)
    heads: dict[str, str] = {}
    for number, row in enumerate(rows[1:], 2):
        if not row.strip():
            return heads, number
        name, colon, value = row.partition(":")
        if not colon:
            raise RecordError("record_header_line", line=number, text=row.strip())
        heads[name.strip()] = value.strip()
    return heads, len(rows)


def _parse_audience(text: str, seats: int) -> Audience:
    match text.split():
        case ["all"]:
            return "all"
        case ["spectator"]:
            return "spectator"
        case ["seat", seat] if seat in map(str, range(seats)):
            return int(seat)
    raise RecordError("record_seen_by", text=text)


def _read_body(rows: Sequence[str], start: int, seats: int) -> list[_Read]:
    body: list[_Read] = []
    actors = {"~:": CHANCE} | {f"{seat}:": seat for seat in range(seats)}
    for number, row in enumerate(rows[start:], start + 1):
        if not row[:1].isspace():
            continue  # a chapter heading: for people
        if row.lstrip().startswith("->"):
            if not body:
                raise RecordError("record_news_early", line=number)
            body[-1] = body[-1]._replace(news=row.lstrip()[2:].strip())
            continue
        actor: Actor | None = None
        for word in row.split():
            if word in actors:
                actor = actors[word]
            elif actor is None:
                raise RecordError("record_actor", line=number, text=word)
            else:
                body.append(_Read(actor, word, number))
    return body


def _replay(match: Match, body: Sequence[_Read]) -> None:
    entries = []
    for read in body:
        try:
            entries.append((read.actor, read.text if read.text == RESIGNS else match.game.parse_move(read.text)))
        except RidottoError as error:
            raise RecordError("record_line", line=read.line, reason=error) from error
    if match.seen_by != "all":
        entries = match.game.unmask(entries, [read.news for read in body])
    for (actor, move), read in zip(entries, body, strict=True):
        try:
            if move == RESIGNS:
                match.read_resignation(actor)
            else:
                match.submit(actor, move)
        except RidottoError as error:
            raise RecordError("record_line", line=read.line, reason=error) from error
        told = "" if move == RESIGNS else match.game.news(*match.states[-2:])
        if told != read.news:
            raise RecordError("record_told", line=read.line, found=read.news or "-", wanted=told or "-")
