"""Match records, read back. Raises RecordError with the line and the remedy."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final, NamedTuple

from ridotto.core import CHANCE, Actor, AnyGame, RecordError, RidottoError
from ridotto.games import game_type, make_game
from ridotto.match.match import ENDINGS, Audience, Match
from ridotto.match.study import FORMAT, STUDY_FORMAT, Remarks, Study, Variation, starts_of

NEWER: Final = re.compile(r"Ridotto record [1-9]\d*")
KNOWN: Final = re.compile(r"Game|Rules|Options|Date|Seat \d+|Start|Seen by|Moves|Result")
VARIATION: Final = re.compile(r"variation (\d{1,6}) at (\d{1,6})(?: of (\d{1,6}))?(?:: *(.*))?")
MARK: Final = re.compile(r"\[([^\s\[\]]+)\]")


class _Read(NamedTuple):
    """A move of a record, and what it showed."""

    actor: Actor
    text: str
    line: int
    news: str = ""


@dataclass(slots=True)
class _Section:
    """The match itself, or one of its variations, as it is written."""

    line: int = 0
    heading: re.Match[str] | None = None
    start: str = ""
    moves: list[_Read] = field(default_factory=list)
    notes: dict[int, str] = field(default_factory=dict)
    marks: dict[int, tuple[str, ...]] = field(default_factory=dict)


class _Line(NamedTuple):
    """A line of play from its beginning on: a variation has the moves before it, too."""

    match: Match
    start: str
    moves: list[_Read]


def read_record(text: str, most_moves: int | None = None) -> Match:
    """The match alone."""
    return read_study(text, most_moves).match


def read_study(text: str, most_moves: int | None = None) -> Study:
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
    is_study = rows[0].strip() == STUDY_FORMAT
    main, *others = _read_sections(rows, body_at, game.seats, is_study=is_study)
    if most_moves is not None and sum(len(section.moves) for section in (main, *others)) > most_moves:
        raise RecordError("record_long", most=most_moves)
    if str(len(main.moves)) != heads["Moves"]:
        raise RecordError("record_truncated", found=len(main.moves), wanted=heads["Moves"])
    names = [heads.get(f"Seat {seat}", "") for seat in range(game.seats)]
    reader = _Reader(game, names, heads.get("Date", ""), _parse_audience(heads["Seen by"], game.seats))
    lines = [reader.line(heads.get("Start", "") if is_study else "", main.moves)]
    match = lines[0].match
    if match.result != heads["Result"]:
        raise RecordError("record_result", result=heads["Result"])
    variations = []
    for number, section in enumerate(others, 1):
        variation, line = reader.variation(section, number, lines)
        variations.append(variation)
        lines.append(line)
    unknown = {name: value for name, value in heads.items() if is_study and not KNOWN.fullmatch(name)}
    return Study(match, Remarks(main.notes, main.marks), tuple(variations), unknown)


def read_head(rows: Sequence[str]) -> tuple[dict[str, str], int]:
    first = rows[0].strip() if rows else ""
    if first not in (FORMAT, STUDY_FORMAT):
        if NEWER.fullmatch(first):
            raise RecordError("record_newer", found=first, known=STUDY_FORMAT)
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


def _read_sections(rows: Sequence[str], start: int, seats: int, *, is_study: bool) -> list[_Section]:
    sections = [_Section()]
    actors = {"~:": CHANCE} | {f"{seat}:": seat for seat in range(seats)}
    for number, row in enumerate(rows[start:], start + 1):
        section, words = sections[-1], row.strip()
        if not row[:1].isspace():
            if is_study and (heading := VARIATION.fullmatch(words)):
                sections.append(_Section(number, heading))
            continue  # any other heading is for people
        if words.startswith("->"):
            if not section.moves:
                raise RecordError("record_news_early", line=number)
            section.moves[-1] = section.moves[-1]._replace(news=words[2:].strip())
        elif is_study and words.startswith("#"):
            after, text = len(section.moves), words[1:].removeprefix(" ")
            section.notes[after] = f"{section.notes[after]}\n{text}" if after in section.notes else text
        elif is_study and words.startswith("start ") and section.heading and not section.moves:
            section.start = words.removeprefix("start ").strip()
        else:
            _read_moves(section, words, number, actors, is_study=is_study)
    return sections


def _read_moves(section: _Section, row: str, number: int, actors: dict[str, Actor], *, is_study: bool) -> None:
    actor: Actor | None = None
    for word in row.split():
        if word in actors:
            actor = actors[word]
        elif actor is None:
            raise RecordError("record_actor", line=number, text=word)
        elif is_study and section.moves and (mark := MARK.fullmatch(word)):
            last = len(section.moves) - 1
            section.marks[last] = (*section.marks.get(last, ()), mark[1])
        else:
            section.moves.append(_Read(actor, word, number))


class _Reader:
    """Plays the lines of one record."""

    def __init__(self, game: AnyGame, names: Sequence[str], day: str, seen_by: Audience) -> None:
        self.game, self.names, self.day, self.seen_by = game, names, day, seen_by

    def line(self, start: str, moves: list[_Read]) -> _Line:
        """From the beginning on: what is masked is filled in to fit all that was shown later."""
        game, entries, state = self.game, list(self._parsed(moves)), None
        if start:
            starts = starts_of(game)
            state = starts.parse_start(game, start)
            if self.seen_by == "all" and state != starts.deal(game, state, Random(0)):
                raise RecordError("record_start_open")
        if self.seen_by != "all":
            news = [read.news for read in moves]
            if start:
                state, entries = starts.unmask(game, state, entries, news)
            else:
                entries = game.unmask(entries, news)
        match = Match(game, self.names, self.day, self.seen_by, state)
        _replay(match, entries, moves)
        return _Line(match, start, moves)

    def _parsed(self, moves: Sequence[_Read]) -> Iterator[tuple[Actor, Any]]:
        for read in moves:
            try:
                yield read.actor, read.text if read.text in ENDINGS else self.game.parse_move(read.text)
            except RidottoError as error:
                raise RecordError("record_line", line=read.line, reason=error) from error

    def variation(self, section: _Section, number: int, lines: Sequence[_Line]) -> tuple[Variation, _Line]:
        assert section.heading
        found, at, of, title = section.heading.groups()
        left = int(of or 0)
        if int(found) != number or left >= number or int(at) > len(lines[left].moves):
            raise RecordError("record_variation", line=section.line)
        before = lines[left]
        is_anew = bool(section.start)
        kept = [] if is_anew else before.moves[: int(at)]
        if is_anew or self.seen_by != "all":
            line = self.line(section.start or before.start, kept + section.moves)
        else:
            match = before.match.branch(int(at))
            if len(match.entries) != int(at):
                raise RecordError("record_variation", line=section.line)
            _replay(match, list(self._parsed(section.moves)), section.moves)
            line = _Line(match, before.start, kept + section.moves)
        remarks = Remarks(
            {len(kept) + after: note for after, note in section.notes.items()},
            {len(kept) + index: marks for index, marks in section.marks.items()},
        )
        return Variation(int(at), line.match, left, title or "", remarks, is_anew), line


def _replay(match: Match, entries: Sequence[tuple[Actor, Any]], moves: Sequence[_Read]) -> None:
    for (actor, move), read in zip(entries, moves, strict=True):
        try:
            if move in ENDINGS:
                match.read_ending(actor, move)
            else:
                match.submit(actor, move)
        except RidottoError as error:
            raise RecordError("record_line", line=read.line, reason=error) from error
        told = "" if move in ENDINGS else match.game.news(*match.states[-2:])
        if told != read.news:
            raise RecordError("record_told", line=read.line, found=read.news or "-", wanted=told or "-")
