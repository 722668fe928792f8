"""What readers do with a finished match: positions to play on from and to send on, notes, variations.

Nothing is kept here: a match comes from its table or as a record, and goes back as one. Of a match that is still played
there is none of this, or it would help somebody.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from ridotto.core import CHANCE, PositionError, show_options
from ridotto.games import registration
from ridotto.match import (
    ENDINGS,
    Audience,
    Match,
    Remarks,
    Study,
    Variation,
    clean_note,
    clean_title,
    read_head,
    read_study,
    show_start,
    starts_of,
)
from ridotto.server import wire
from ridotto.server.failures import RequestError
from ridotto.server.game_info import asked_game, split_options
from ridotto.server.people import people_of_record
from ridotto.server.presenter import game_view
from ridotto.server.replays import make_replay

LONGEST_NOTE = 2_000
MOST_VARIATIONS = 100


class LineOfPlay(NamedTuple):
    """A match or one of its variations."""

    match: Match
    first: int
    """Entries before it leaves the match or variation that it is of."""


def read_sent(text: str, most_moves: int) -> Study:
    """A record from far away: it names no files and has an end. Raises RidottoError."""
    heads, _ = read_head(text.splitlines())
    split_options(heads.get("Options", ""))
    return read_study(text, most_moves)


def line_of(study: Study, number: int) -> LineOfPlay:
    """Raises RequestError."""
    if number == 0:
        return LineOfPlay(study.match, 0)
    if number > len(study.variations):
        raise RequestError("study_line")
    variation = study.variations[number - 1]
    return LineOfPlay(variation.match, 0 if variation.is_anew else variation.at)


def require_over(study: Study) -> None:
    """A start without any move is nobody's match. Raises RequestError."""
    if not study.match.outcome and (study.match.entries or study.match.start is None):
        raise RequestError("study_running")


def _settled(line: LineOfPlay, at: int) -> tuple[Match, int]:
    """The line up to some entry: before a choice that was still open there, and after what chance was about to do."""
    if at > len(line.match.entries):
        raise RequestError("study_line")
    entries = line.match.entries
    while at < len(entries) and entries[at].actor == CHANCE:
        at += 1
    match = line.match.branch(at)
    return match, len(match.entries)


# -- positions ---------------------------------------------------------------------------------------------------------


def position_of(study: Study, asked: wire.AskPosition) -> wire.Position:
    """Raises RequestError."""
    require_over(study)
    line, seen_by = line_of(study, asked.line), study.match.seen_by
    shown = line.match.branch(min(asked.at, len(line.match.entries)))
    match, _ = _settled(line, asked.at)
    audience: Audience = asked.seen
    if isinstance(audience, int) and audience >= match.game.seats:
        raise RequestError("study_line")
    if seen_by != "all" and audience not in ("spectator", seen_by):
        raise RequestError("study_masked")
    try:
        start = starts_of(match.game).show_start(match.game, match.state, audience)
    except PositionError:
        start = ""  # it is over, or cannot begin there
    return _position(shown, start, people=match.names)


def position_of_link(asked: wire.LinkedPosition) -> wire.Position:
    """Raises OptionError, NotationError or PositionError."""
    game = asked_game(asked.game, asked.options, asked.seats)
    starts = starts_of(game)
    state = starts.parse_start(game, asked.start)
    return _position(Match(game, start=state), starts.show_start(game, state, "all"))


def _position(match: Match, start: str, people: tuple[str, ...] = ()) -> wire.Position:
    game, known = match.game, registration(match.game.name)
    options = show_options(game.options).split(" ")  # none has a space in it
    return wire.Position(
        game=game.name,
        options=" ".join(option for option in options if not option.startswith("seats=")),
        people=people_of_record(people or match.names),
        start=start,
        is_open="?" not in start,
        view=game_view(match, len(match.entries), None, has_moves=False),
        text=start or game.show_position(match.state),
        svg=known.load("drawing")(match.view(None)) if known.drawing else "",
    )


# -- notes and variations ----------------------------------------------------------------------------------------------


def changed(study: Study, asked: wire.AskStudy, played: Match | None) -> Study:
    """Raises RequestError, and then nothing has changed."""
    require_over(study)
    if played is not None:
        return _with_variation(study, asked, played)
    if asked.drop:
        return _without(study, asked.drop)
    if asked.note is not None:
        return _with_note(study, asked.line, asked.at, asked.note)
    return study


def _with_note(study: Study, number: int, at: int, text: str) -> Study:
    line = line_of(study, number)
    if not line.first <= at <= len(line.match.entries):
        raise RequestError("study_line")
    if number == 0:
        return replace(study, remarks=_noted(study.remarks, at, text))
    variation = study.variations[number - 1]
    variations = list(study.variations)
    variations[number - 1] = variation._replace(remarks=_noted(variation.remarks, at, text))
    return replace(study, variations=tuple(variations))


def _noted(remarks: Remarks, at: int, text: str) -> Remarks:
    notes: Mapping[int, str] = {**remarks.notes, at: clean_note(text[:LONGEST_NOTE])}
    return remarks._replace(notes={number: note for number, note in sorted(notes.items()) if note})


def _without(study: Study, number: int) -> Study:
    """Without a variation and those that leave it."""
    line_of(study, number)
    return study.only(lambda each, _: each != number)


def _with_variation(study: Study, asked: wire.AskStudy, played: Match) -> Study:
    """What was played on from a position of it: a variation, with its secrets dealt anew where they were."""
    line = line_of(study, asked.line)
    game = line.match.game
    if played.game.name != game.name or played.game.options != game.options or played.start is None:
        raise RequestError("study_other")
    if not played.outcome or played.seen_by != "all" or study.match.seen_by != "all":
        raise RequestError("study_masked" if study.match.seen_by != "all" else "study_running")
    if len(study.variations) >= MOST_VARIATIONS:
        raise RequestError("study_full", most=MOST_VARIATIONS)
    before, at = _settled(line, asked.at)
    if at < line.first:
        raise RequestError("study_line")
    starts = starts_of(game)
    texts = {
        audience: (starts.show_start(game, before.state, audience), show_start(played, audience))
        for audience in ("all", "spectator")
    }
    if texts["spectator"][0] != texts["spectator"][1]:
        raise RequestError("study_other")
    is_anew = texts["all"][0] != texts["all"][1]
    way = Match(game, study.match.names, study.match.day, start=played.start) if is_anew else before
    for actor, move in played.entries:
        if move in ENDINGS:  # whoever has seen enough resigns
            break
        way.submit(actor, move)
    if not played.entries or len(way.entries) == (0 if is_anew else at):
        raise RequestError("study_empty")
    title = clean_title(asked.title)
    known = next(
        (each for each in study.variations if (each.at, each.of, each.match.entries) == (at, asked.line, way.entries)),
        None,
    )
    if known and known.match.start == way.start:
        return study
    return replace(study, variations=(*study.variations, Variation(at, way, asked.line, title, is_anew=is_anew)))


def studied(study: Study) -> wire.Studied:
    return wire.Studied(record=study.record(study.match.seen_by), replay=make_replay(study, study.match.seen_by))
