"""A match with what its readers add: notes, variations, and marks of single moves; and all of that as a text file."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import groupby, takewhile
from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ridotto.core import CHANCE, AnyGame, PositionError, show_options
from ridotto.games import registration

if TYPE_CHECKING:
    from ridotto.match.match import Audience, Line, Match

FORMAT: Final = "Ridotto record 1"
"""Enough for a match alone, so that older programs read it."""
STUDY_FORMAT: Final = "Ridotto record 2"
"""A record with a start position or with anything that readers added."""
MARGIN: Final = 100
TITLE_LENGTH: Final = 80
SECONDS: Final = re.compile(r"\d{1,9}(?:\.\d{1,3})?s")
STAND_IN: Final = "bot:"


class Remarks(NamedTuple):
    """What is said about a line of play."""

    notes: Mapping[int, str] = {}
    """By the number of entries before them; as `clean_note` gives them."""
    marks: Mapping[int, tuple[str, ...]] = {}
    """By entry: single words without brackets (docs/notation.md). Programs keep those that they do not know."""

    def seconds(self, entry: int) -> float | None:
        """How long the move took, where the record tells."""
        found = next((mark for mark in self.marks.get(entry, ()) if SECONDS.fullmatch(mark)), None)
        return float(found[:-1]) if found else None

    def stand_in(self, entry: int) -> str:
        """The bot that made the move for an absent person; empty where nobody stood in."""
        marks = self.marks.get(entry, ())
        return next((mark.removeprefix(STAND_IN) for mark in marks if mark.startswith(STAND_IN)), "")


NO_REMARKS: Final = Remarks()


class Variation(NamedTuple):
    """Another way to go on."""

    at: int
    """How many entries of the line that it leaves come before it."""
    match: Match
    """The whole line: it begins with those entries, or in a start position."""
    of: int = 0
    """The number of the variation that it leaves, from 1; 0 is the match itself."""
    title: str = ""
    remarks: Remarks = NO_REMARKS
    is_anew: bool = False
    """Whether it begins in a start position: the secrets were dealt anew."""


@dataclass(frozen=True, slots=True)
class Study:
    match: Match
    remarks: Remarks = NO_REMARKS
    variations: tuple[Variation, ...] = ()
    heads: Mapping[str, str] = field(default_factory=dict)
    """Lines of the head that this program does not know."""

    def only(self, keeps: Callable[[int, Variation], bool]) -> Study:
        """With these variations, by number, unless what they leave has gone."""
        numbers, kept = {0: 0}, list[Variation]()
        for number, variation in enumerate(self.variations, 1):
            if variation.of in numbers and keeps(number, variation):
                kept.append(variation._replace(of=numbers[variation.of]))
                numbers[number] = len(kept)
        return replace(self, variations=tuple(kept))

    def going_on(self, match: Match) -> Study:
        """The same about a match that has gone on from here, perhaps after taking back; what was taken back goes."""
        pairs = zip(self.match.entries, match.entries, strict=False)
        same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        notes = {at: note for at, note in self.remarks.notes.items() if at <= same}
        marks = {entry: words for entry, words in self.remarks.marks.items() if entry < same}
        rest = self.only(lambda _, variation: variation.of > 0 or variation.at <= same)
        return replace(rest, match=match, remarks=Remarks(notes, marks))

    def record(self, audience: Audience = "all") -> str:
        """What `read_study` reads back exactly."""
        match = self.match
        lines = list(match.numbered_lines(audience))
        has_more = any(self.remarks) or self.variations or self.heads
        is_study = has_more or match.start is not None or match.result.endswith(("by time", "by annulled"))
        head = [
            STUDY_FORMAT if is_study else FORMAT,
            f"Game: {match.game.name}",
            f"Rules: {match.game.rules_version}",
            f"Options: {show_options(match.game.options)}".rstrip(),
            f"Date: {match.day}",
            *(f"Seat {seat}: {name}" for seat, name in enumerate(match.names)),
            *([f"Start: {show_start(match, audience)}"] if match.start is not None else []),
            *(f"{name}: {value}" for name, value in self.heads.items()),
            f"Seen by: {f'seat {audience}' if isinstance(audience, int) else audience}",
            f"Moves: {len(lines)}",
            f"Result: {match.result}",
        ]
        rows = list(_chapters(lines, self.remarks))
        for number, variation in enumerate(self.variations, 1):
            rows += _variation(number, variation, audience)
        return "\n".join(head + rows) + "\n"


def starts_of(game: AnyGame) -> Any:
    """The part `starts` of a game. Raises PositionError where it has none."""
    known = registration(game.name)
    if not known.starts:
        raise PositionError("start_none", game=known.title)
    return known.load("starts")


def dealt(game: AnyGame, text: str, rng: Random) -> Any:
    """The state of a start position, with what it leaves open dealt. Raises NotationError or PositionError."""
    starts = starts_of(game)
    return starts.deal(game, starts.parse_start(game, text), rng)


def show_start(match: Match, audience: Audience) -> str:
    shown: str = starts_of(match.game).show_start(match.game, match.start, audience)
    return shown


def clean_note(text: str) -> str:
    """A note fit for a record: lines without anything that does not show, no blank ones around them."""
    lines = (
        "".join(letter if unicodedata.category(letter) not in ("Cc", "Cs") else " " for letter in line).rstrip()
        for line in unicodedata.normalize("NFC", text).splitlines()
    )
    return "\n".join(lines).strip("\n")


def clean_title(text: str) -> str:
    """What a variation may be called: one line."""
    return " ".join(clean_note(text).split())[:TITLE_LENGTH].strip()


def _chapters(lines: Iterable[tuple[int, Line]], remarks: Remarks) -> Iterator[str]:
    if 0 in remarks.notes:
        yield ""
        yield from _note(remarks.notes[0])
    for chapter, group in groupby(lines, key=lambda numbered: numbered[1].chapter):
        yield ""
        yield chapter
        yield from _rows(group, remarks)


def _variation(number: int, variation: Variation, audience: Audience) -> Iterator[str]:
    at, match, of, title, remarks, is_anew = variation
    yield ""
    yield f"variation {number} at {at}{f' of {of}' if of else ''}{f': {title}' if title else ''}"
    if is_anew:
        yield f"  start {show_start(match, audience)}"
    first = 0 if is_anew else at
    yield from _note(remarks.notes.get(first, ""))
    yield from _rows(match.numbered_lines(audience, first), remarks)


def _rows(lines: Iterable[tuple[int, Line]], remarks: Remarks) -> Iterator[str]:
    row, actor = "", None
    for index, line in lines:
        words = " ".join((line.text, *(f"[{mark}]" for mark in remarks.marks.get(index, ()))))
        if row and len(row) + len(words) > MARGIN:
            yield row
            row, actor = "", None
        if line.actor != actor:
            actor = line.actor
            row += "  ~:" if actor == CHANCE else f"  {actor}:"
        row += f" {words}"
        note = remarks.notes.get(index + 1, "")
        if line.news or note:
            yield row
            if line.news:
                yield f"  -> {line.news}"
            yield from _note(note)
            row, actor = "", None
    if row:
        yield row


def _note(text: str) -> Iterator[str]:
    return (f"  # {line}".rstrip() for line in text.splitlines())
