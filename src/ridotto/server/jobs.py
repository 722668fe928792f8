"""Costly answers, worked out in the processes of `Workers`: text in, bytes out."""

from __future__ import annotations

import gzip
import shlex
from typing import Any, Final

from pydantic import ValidationError

from ridotto.core import RecordError
from ridotto.draw.venise import board_svg
from ridotto.games import registration
from ridotto.games.venise import check_board, parse_board
from ridotto.match import NAME_LENGTH, Audience
from ridotto.server import game_info, wire
from ridotto.server.failures import RequestError, problem, shape_error
from ridotto.server.replays import make_replay, replay_record
from ridotto.server.store import Loaded
from ridotto.server.table_state import load_table
from ridotto.server.views.sent import encode

LEVEL: Final = 6
"""Of compression: more costs more than it saves."""


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
    return _sent(replay_record(text, most_moves), is_zipped)


def table_replay(loaded: Loaded, audience: Audience, is_zipped: bool) -> bytes:
    return _sent(make_replay(load_table(loaded).match, audience), is_zipped)


def table_record(loaded: Loaded, audience: Audience) -> bytes:
    return load_table(loaded).match.record(audience).encode()


def _sent(replay: wire.Replay, is_zipped: bool) -> bytes:
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
