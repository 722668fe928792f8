"""Costly answers, worked out in the processes of `Workers`: text in, bytes out."""

from __future__ import annotations

import gzip
import shlex
from importlib import import_module
from typing import Any, Final

from pydantic import ValidationError

from ridotto.core import RecordError
from ridotto.draw.venise import board_svg
from ridotto.games.venise import check_board, parse_board
from ridotto.match import NAME_LENGTH, Audience
from ridotto.server import menu, wire
from ridotto.server.failures import problem, shape_error
from ridotto.server.replays import make_replay, replay_record
from ridotto.server.sitting import load_sitting
from ridotto.server.store import Stored

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


def table_replay(stored: Stored, audience: Audience, is_zipped: bool) -> bytes:
    return _sent(make_replay(load_sitting(stored).match, audience), is_zipped)


def table_record(stored: Stored, audience: Audience) -> bytes:
    return load_sitting(stored).match.record(audience).encode()


def _sent(replay: wire.Replay, is_zipped: bool) -> bytes:
    body = replay.model_dump_json().encode()
    return gzip.compress(body, LEVEL) if is_zipped else body


def draw_scene(name: str, options: str) -> bytes:
    drawn: wire.GameScene = import_module(f"ridotto.server.views.{name}").scene(menu.asked_game(name, options))
    return drawn.model_dump_json().encode()


def draw_board(name: str) -> bytes:
    game: Any = menu.asked_game("venise", f"board={shlex.quote(name)}")
    return board_svg(game.board).encode()
