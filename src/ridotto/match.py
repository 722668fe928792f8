"""A match: a game, who sits where, and the log of moves. The log is the truth; everything else is derived from it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator, Sequence
from datetime import date
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
"""Whose eyes a record is for; "all" includes every secret."""

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
    def __init__(self, game: AnyGame, names: Sequence[str] = (), day: str = "", seen_by: Audience = "all") -> None:
        self.game = game
        given = (*map(clean_name, names), *[""] * game.seats)
        self.names = tuple(given[seat] or nameless(seat) for seat in range(game.seats))
        self.day = day or date.today().isoformat()
        self.seen_by = seen_by
        """Who this match was reconstructed for: for others than "all", masked secrets are only guesses."""
        self.entries: list[Entry] = []
        self.states: list[Any] = [game.start()]

    def copy(self) -> Match:
        """For trying something out: what happens to it does not happen here."""
        other = Match(self.game, self.names, self.day, self.seen_by)
        other.entries, other.states = list(self.entries), list(self.states)
        return other

    @property
    def state(self) -> Any:
        return self.states[-1]

    @property
    def outcome(self) -> Outcome | None:
        if self.entries and self.entries[-1].move == RESIGNS:
            seats = range(self.game.seats)
            return Outcome(tuple(2 if seat == self.entries[-1].actor else 1 for seat in seats), "resigned")
        return self.game.outcome(self.state)

    @property
    def actors(self) -> tuple[Actor, ...]:
        return () if self.outcome else self.game.actors(self.state)

    def view(self, seat: Seat | None) -> Any:
        return self.game.view(self.state, seat)

    # -- playing -----------------------------------------------------------------------------------------------------

    def submit(self, actor: Actor, move: Any) -> None:
        """Plays a move or its text. Raises IllegalMove or NotationError, and then nothing has changed."""
        if isinstance(move, str):
            move = self.game.parse_move(move)
        if self.outcome:
            raise IllegalMove("match_over", move=self.game.show_move(move))
        self._append(Entry(actor, move), self.game.play(self.state, actor, move))

    def _append(self, entry: Entry, state: Any) -> None:
        # Simultaneous choices are kept in the order of the seats: who was quicker is nobody's business.
        at = len(self.entries)
        while at and entry.actor < self.entries[at - 1].actor and entry.actor in self.game.actors(self.states[at - 1]):
            at -= 1
        self.entries.insert(at, entry)
        if at == len(self.entries) - 1:
            self.states.append(state)
            return
        del self.states[at + 1 :]
        for later in self.entries[at:]:
            self.states.append(self.game.play(self.state, *later))

    def play_chance(self, rng: Random) -> None:
        """Lets chance act until it is a seat's turn."""
        while self.actors == (CHANCE,):
            self.submit(CHANCE, chance_move(self.game, self.state, rng))

    @property
    def is_ended_by_resigning(self) -> bool:
        return self.game.seats == 2

    def resign(self, seat: Seat) -> None:
        """Only of two; of more, a substitute plays on, and the log knows nothing of it. Raises IllegalMove."""
        if not self.is_ended_by_resigning:
            raise IllegalMove("resign_many")
        self.read_resignation(seat)

    def read_resignation(self, seat: Seat) -> None:
        """As a log has it: old records know it of three or four, too, and keep the result they were given."""
        if self.outcome:
            raise IllegalMove("match_over", move=RESIGNS)
        self.entries.append(Entry(seat, RESIGNS))
        self.states.append(self.state)

    @property
    def can_undo(self) -> bool:
        """The last move can be taken back unless something was drawn, shown, or sealed by everybody's choice."""
        if not self.entries or self.outcome:
            return False
        (actor, move), before = self.entries[-1], self.states[-2]
        if actor == CHANCE or self.game.news(before, self.state):
            return False
        is_secret = self.game.seen(before, actor, move, None) != move
        return not is_secret or any(self._chose_with(actor, other) for other in self.actors)

    def _chose_with(self, actor: Actor, other: Actor) -> bool:
        return other != actor and {actor, other} <= set(self.game.actors(self.states[-2]))

    def undo(self) -> None:
        if not self.can_undo:
            raise IllegalMove("cannot_undo")
        self.entries.pop()
        self.states.pop()

    def without_last(self, seat: Seat, bots: Collection[Seat] = ()) -> Match | None:
        """The match with the seat's last move taken back, if only bots have acted since and nothing was sealed.

        What others have secretly chosen must not show in whether this is possible: while others are choosing too,
        people among them, nothing older than one's own choice can be taken back.
        """
        other = self.copy()
        pending = self._pending()
        for at, entry in enumerate(pending, len(self.entries) - len(pending)):
            if entry.actor == seat:
                del other.entries[at:], other.states[at + 1 :]
                for later in self.entries[at + 1 :]:
                    other.submit(*later)
                return other
        choosers = self.game.actors(self.states[-1 - len(pending)])
        if len(choosers) > 1 and not set(choosers) <= {seat, *bots}:
            return None
        while other.can_undo:
            actor = other.entries[-1].actor
            if actor != seat and actor not in bots:
                return None
            other.undo()
            if actor == seat:
                return other
        return None

    # -- telling -----------------------------------------------------------------------------------------------------

    def waiting(self, audience: Audience = "all") -> tuple[Actor, ...]:
        """Who is to act, as far as the audience may know: of an open choice others do not see who has made it."""
        if audience == "all":
            return self.actors
        seat = None if audience == "spectator" else audience
        hidden = set()
        for back, (actor, move) in enumerate(reversed(self._pending()), 2):
            if self.game.seen(self.states[-back], actor, move, seat) != move:
                hidden.add(actor)
        return tuple(sorted(hidden.union(self.actors)))

    def lines(self, audience: Audience = "all") -> Iterator[Line]:
        """The log as the audience saw it. Of a simultaneous choice others see nothing until all have chosen."""
        return (line for _, line in self.numbered_lines(audience))

    def numbered_lines(self, audience: Audience = "all", start: int = 0) -> Iterator[tuple[int, Line]]:
        """The same with the number of each entry in the log, from some entry on."""
        seat = None if audience == "spectator" else audience
        pending = len(self._pending())
        for index, (actor, move) in enumerate(self.entries[start:], start):
            before, after = self.states[index], self.states[index + 1]
            chapter = self.game.chapter(before)
            if move == RESIGNS:
                yield index, Line(actor, RESIGNS, "", chapter)
                continue
            shown = move if audience == "all" else self.game.seen(before, actor, move, seat)  # type: ignore[arg-type]
            is_pending = shown != move and index + pending >= len(self.entries)
            if not is_pending:
                yield index, Line(actor, self.game.show_move(shown), self.game.news(before, after), chapter)

    def _pending(self) -> list[Entry]:
        """The newest entries, as far as they belong to a simultaneous choice that is still open."""
        waiting = self.actors
        count = 0
        while count < len(self.entries) and waiting:
            before = self.game.actors(self.states[-2 - count])
            if len(before) < 2 or not set(waiting) <= set(before):
                break
            count += 1
        return self.entries[len(self.entries) - count :]

    def record(self, audience: Audience = "all") -> str:
        """The match as a text file for people, which `read_record` reads back exactly."""
        lines = list(self.lines(audience))
        outcome = self.outcome
        result = f"places {' '.join(map(str, outcome.places))} by {outcome.reason}" if outcome else "unfinished"
        head = [
            FORMAT,
            f"Game: {self.game.name}",
            f"Rules: {self.game.rules_version}",
            f"Options: {show_options(self.game.options)}".rstrip(),
            f"Date: {self.day}",
            *(f"Seat {seat}: {name}" for seat, name in enumerate(self.names)),
            f"Seen by: {f'seat {audience}' if isinstance(audience, int) else audience}",
            f"Moves: {len(lines)}",
            f"Result: {result}",
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


class _Body(NamedTuple):
    entries: list[tuple[Actor, str, int]]
    """Who, what, and on which line of the file."""
    news: list[str]


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
    if most_moves is not None and len(body.entries) > most_moves:
        raise RecordError("record_long", most=most_moves)
    if str(len(body.entries)) != heads["Moves"]:
        raise RecordError("record_truncated", found=len(body.entries), wanted=heads["Moves"])
    _replay(match, body)
    result = heads["Result"]
    if match.record(match.seen_by).split("\nResult: ")[1].split("\n")[0] != result:
        raise RecordError("record_result", result=result)
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


def _read_body(rows: Sequence[str], start: int, seats: int) -> _Body:
    body = _Body([], [])
    actors = {"~:": CHANCE} | {f"{seat}:": seat for seat in range(seats)}
    for number, row in enumerate(rows[start:], start + 1):
        if not row[:1].isspace():
            continue  # a chapter heading: for people
        if row.lstrip().startswith("->"):
            if not body.news:
                raise RecordError("record_news_early", line=number)
            body.news[-1] = row.lstrip()[2:].strip()
            continue
        actor: Actor | None = None
        for word in row.split():
            if word in actors:
                actor = actors[word]
            elif actor is None:
                raise RecordError("record_actor", line=number, text=word)
            else:
                body.entries.append((actor, word, number))
                body.news.append("")
    return body


def _replay(match: Match, body: _Body) -> None:
    entries = []
    for actor, text, number in body.entries:
        try:
            entries.append((actor, text if text == RESIGNS else match.game.parse_move(text)))
        except RidottoError as error:
            raise RecordError("record_line", line=number, reason=error) from error
    if match.seen_by != "all":
        entries = match.game.unmask(entries, body.news)
    for index, (actor, move) in enumerate(entries):
        number = body.entries[index][2]
        try:
            if move == RESIGNS:
                match.read_resignation(actor)
            else:
                match.submit(actor, move)
        except RidottoError as error:
            raise RecordError("record_line", line=number, reason=error) from error
        told = "" if move == RESIGNS else match.game.news(*match.states[-2:])
        if told != body.news[index]:
            raise RecordError("record_told", line=number, found=body.news[index] or "-", wanted=told or "-")
