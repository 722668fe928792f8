"""Costly answers, worked out in the processes of `Workers`: text in, bytes out."""

from __future__ import annotations

import gzip
import shlex
from random import Random
from typing import Any, Final

from pydantic import ValidationError

from ridotto.bots import Limit, make_bot
from ridotto.core import AnyGame, RecordError
from ridotto.draw.card import card_png
from ridotto.draw.venise import board_svg
from ridotto.games import registration
from ridotto.games.venise import check_board, parse_board
from ridotto.match import NAME_LENGTH, Audience, Study, lessons
from ridotto.server import game_info, wire
from ridotto.server.failures import RequestError, problem, shape_error
from ridotto.server.guessing import guess_along
from ridotto.server.people import people_of_record
from ridotto.server.replays import make_replay, seen_frames
from ridotto.server.store import Loaded
from ridotto.server.studies import changed, position_of, position_of_link, read_sent, studied
from ridotto.server.table_state import load_table
from ridotto.server.views.sent import encode

LEVEL: Final = 6
"""Of compression: more costs more than it saves."""
PARTNER_LIMIT: Final = Limit(iterations=20)
"""Of partners in lessons: they are light."""


def read_board(text: str) -> wire.BoardCode:
    board = parse_board(text, "")
    advice = tuple(problem(found) for found in check_board(text))
    return wire.BoardCode(name=board.name[:NAME_LENGTH], code=board.code, side=board.side, advice=advice)


def read_replay(body: bytes, is_json: bool, most_moves: int, is_zipped: bool) -> bytes:
    """The replay of a record that somebody has sent."""
    try:
        text = wire.RecordFile.model_validate_json(body).text if is_json else body.decode("utf-8-sig")
    except ValidationError as error:
        raise shape_error("request_shape", list(error.errors(include_url=False))) from None
    except UnicodeDecodeError:
        raise RecordError("record_not_text") from None
    study = read_sent(text, most_moves)
    return _sent(make_replay(study, study.match.seen_by), is_zipped)


def table_replay(loaded: Loaded, audience: Audience, is_zipped: bool) -> bytes:
    return _sent(make_replay(Study(load_table(loaded).match), audience), is_zipped)


def _study(source: Loaded | str, most_moves: int) -> Study:
    return read_sent(source, most_moves) if isinstance(source, str) else load_table(source).study


def find_position(source: Loaded | str, asked: wire.AskPosition, most_moves: int) -> bytes:
    return encode(position_of(_study(source, most_moves), asked))


def read_position(asked: wire.LinkedPosition) -> bytes:
    return encode(position_of_link(asked))


def change_study(
    source: Loaded | str, asked: wire.AskStudy, played: Loaded | None, most_moves: int, is_zipped: bool
) -> bytes:
    way = load_table(played).match if played else None
    return _sent(studied(changed(_study(source, most_moves), asked, way)), is_zipped)


def table_guess(loaded: Loaded, asked: bytes) -> bytes:
    return encode(guess_along(load_table(loaded).match, wire.AskGuess.model_validate_json(asked)))


def draw_card(loaded: Loaded, at: int | None) -> bytes:
    """What messengers show beside a link to a finished match: a position as spectators saw it."""
    match = load_table(loaded).match
    known = registration(match.game.name)
    if not known.drawing:
        raise RequestError("page_unknown")
    shown = match if at is None else match.branch(min(at, len(match.entries)))
    names = [person.name for person in people_of_record(match.names)]
    return card_png(known.load("drawing")(shown.view(None)), known.title, names)


def table_record(loaded: Loaded, audience: Audience) -> bytes:
    return load_table(loaded).study.record(audience).encode()


def play_lesson(asked: wire.PlayLesson, is_zipped: bool) -> bytes:
    lesson = lessons.find_lesson(asked.game, asked.name)
    progress = lessons.play_lesson(lesson, asked.moves, asked.seed, _partner)
    match = progress.match
    frames = seen_frames(match, lessons.LEARNER, has_moves=not progress.is_over)
    state = wire.LessonState(
        people=people_of_record(match.names),
        frames=frames,
        met=progress.met,
        is_done=progress.is_done,
        is_over=progress.is_over,
    )
    return _sent(state, is_zipped)


def _partner(name: str, game: AnyGame, view: Any, rng: Random) -> Any:
    return make_bot(name, game).choose(view, PARTNER_LIMIT, rng).move


def _sent(replay: wire.Replay | wire.LessonState | wire.Studied, is_zipped: bool) -> bytes:
    body = encode(replay)
    return gzip.compress(body, LEVEL) if is_zipped else body


def draw_scene(name: str, options: str) -> bytes:
    game = registration(name)
    if not game.scene:
        raise RequestError("page_unknown")
    drawn = game.load("scene")(game_info.asked_game(name, options))
    return encode(drawn)


def draw_board(name: str) -> bytes:
    game: Any = game_info.asked_game("venise", f"board={shlex.quote(name)}")
    return board_svg(game.board).encode()
