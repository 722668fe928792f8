"""What can be played, boards of one's own, drawings, and the words for all of it."""

from __future__ import annotations

import json
import shlex
from functools import lru_cache
from importlib import import_module
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response
from pydantic import ValidationError

import ridotto
from ridotto.core import RecordError
from ridotto.draw.venise import board_svg
from ridotto.games import GAMES
from ridotto.games.venise import check_board, parse_board
from ridotto.i18n import LANGUAGES, area_texts, areas
from ridotto.match import NAME_LENGTH
from ridotto.server import menu, wire
from ridotto.server.failures import RequestError, problem, shape_error
from ridotto.server.replays import replay_record
from ridotto.server.routes.kept import IfNoneMatch, kept, kept_responses
from ridotto.server.services import services

router = APIRouter(prefix="/api", tags=["games"])

TERMINAL_ONLY: Final = {"arena", "boards", "cli", "solver"}
"""Areas of the catalogue that no browser needs."""


@router.get("/games", summary="What can be played")
async def games() -> tuple[wire.GameInfo, ...]:
    return menu.games()


@router.get("/health", summary="Whether the server is there")
async def health() -> wire.Health:
    return wire.Health(version=ridotto.__version__, games=tuple(GAMES))  # type: ignore[arg-type]


@router.post("/boards", summary="A board of one's own")
async def boards(asked: wire.BoardFile) -> wire.BoardCode:
    """Takes a board file, and gives the code that stands for it in the option `board`."""
    board = parse_board(asked.text, "")
    advice = tuple(problem(found) for found in check_board(asked.text))
    return wire.BoardCode(name=board.name[:NAME_LENGTH], code=board.code, side=board.side, advice=advice)


@router.post(
    "/replay",
    summary="A record step by step",
    openapi_extra={
        "requestBody": {
            "content": {
                "text/plain": {"schema": {"type": "string"}},
                "application/json": {"schema": {"$ref": "#/components/schemas/RecordFile"}},
            },
            "required": True,
        }
    },
)
async def replay(request: Request) -> wire.Replay:
    """A record of docs/notation.md, as it was saved; with all secrets where the record has them."""
    body = await request.body()
    try:
        if request.headers.get("content-type", "").startswith("application/json"):
            text = wire.RecordFile.model_validate_json(body).text
        else:
            text = body.decode("utf-8-sig")
    except ValidationError as error:
        raise shape_error("request_shape", list(error.errors(include_url=False))) from None
    except UnicodeDecodeError:
        raise RecordError("record_not_text") from None
    service = services(request)
    return await service.work(replay_record, text, service.settings.limits.record_moves)


@router.get(
    "/texts/{lang}.json",
    summary="The catalogue of one language",
    responses=kept_responses("application/json"),
)
async def texts(lang: str, if_none_match: IfNoneMatch = "") -> Response:
    """By key: a text, or `{one, other}` where a number decides."""
    if lang not in LANGUAGES:
        raise RequestError("language_unknown", known=", ".join(LANGUAGES))
    return kept(_texts(lang), "application/json", if_none_match)


@lru_cache(maxsize=len(LANGUAGES))
def _texts(lang: str) -> bytes:
    known = {
        key: text
        for area in areas(lang)
        if area not in TERMINAL_ONLY and not area.startswith("rules_")
        for key, text in area_texts(lang, area).items()
    }
    return json.dumps(known, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode()


@router.get(
    "/scene.svg",
    summary="A game's board, as far as it never changes",
    response_class=Response,
    responses=kept_responses("image/svg+xml"),
)
async def scene(
    request: Request,
    game: wire.GameName,
    options: Annotated[str, Query(max_length=menu.LONGEST)] = "",
    theme: Literal["day", "night"] = "day",
    if_none_match: IfNoneMatch = "",
) -> Response:
    drawing = await services(request).work(_scene, game, options, theme)
    return kept(drawing, "image/svg+xml", if_none_match)


@lru_cache(maxsize=64)
def _scene(name: str, options: str, theme: str) -> bytes:
    drawn: str = import_module(f"ridotto.server.views.{name}").scene(menu.asked_game(name, options), theme)
    return drawn.encode()


@router.get(
    "/board.svg",
    summary="A board of Venise with all its gems",
    response_class=Response,
    responses=kept_responses("image/svg+xml"),
)
async def board(
    request: Request, board: Annotated[str, Query(max_length=menu.LONGEST)], if_none_match: IfNoneMatch = ""
) -> Response:
    """By name or code. The board's own side says whether it is day or night."""
    return kept(await services(request).work(_board, board), "image/svg+xml", if_none_match)


@lru_cache(maxsize=64)
def _board(name: str) -> bytes:
    game: Any = menu.asked_game("venise", f"board={shlex.quote(name)}")
    return board_svg(game.board).encode()
