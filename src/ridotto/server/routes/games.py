"""What can be played, boards of one's own, drawings, and the words for all of it."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Annotated, Final

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

import ridotto
from ridotto.games import GAMES
from ridotto.i18n import LANGUAGES, area_texts, areas
from ridotto.server import jobs, menu, wire
from ridotto.server.failures import RequestError
from ridotto.server.routes.kept import IfNoneMatch, kept, kept_responses
from ridotto.server.routes.zipped import takes_gzip, zipped
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
async def boards(request: Request, asked: wire.BoardFile) -> wire.BoardCode:
    """Takes a board file, and gives the code that stands for it in the option `board`."""
    return await services(request).work(request, jobs.read_board, asked.text)


@router.post(
    "/replay",
    summary="A record step by step",
    response_model=wire.Replay,
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
async def replay(request: Request) -> Response:
    """A record of docs/notation.md, as it was saved; with all secrets where the record has them."""
    body = await request.body()
    is_json = request.headers.get("content-type", "").startswith("application/json")
    service = services(request)
    most, is_zipped = service.settings.limits.record_moves, takes_gzip(request)
    return zipped(await service.work(request, jobs.read_replay, body, is_json, most, is_zipped), is_zipped)


@router.get(
    "/texts/{lang}.json",
    summary="The catalogue of one language",
    responses=kept_responses("application/json"),
)
async def texts(lang: str, if_none_match: IfNoneMatch = "") -> Response:
    """By key: a text, or its forms: `{one, other}` where a number decides, others where a sentence asks for one."""
    if lang not in LANGUAGES:
        raise RequestError("language_unknown", known=", ".join(LANGUAGES))
    return kept(_texts(lang), "application/json", if_none_match)


@lru_cache(maxsize=len(LANGUAGES))
def _texts(lang: str) -> bytes:
    known = {
        key: text
        for area in areas()
        if area not in TERMINAL_ONLY and not area.startswith("rules_")
        for key, text in area_texts(lang, area).items()
    }
    return json.dumps(known, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode()


@router.get(
    "/scene.json",
    summary="A game's board, as far as it never changes",
    response_model=wire.GameScene,
    responses=kept_responses("application/json"),
)
async def scene(
    request: Request,
    game: wire.GameName,
    options: Annotated[str, Query(max_length=menu.LONGEST)] = "",
    if_none_match: IfNoneMatch = "",
) -> Response:
    """Its drawing in layers, and where everything is."""
    drawn = await services(request).draw(request, jobs.draw_scene, game, options)
    return kept(drawn, "application/json", if_none_match)


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
    return kept(await services(request).draw(request, jobs.draw_board, board), "image/svg+xml", if_none_match)
