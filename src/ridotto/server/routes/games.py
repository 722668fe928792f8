"""What can be played, boards of one's own, drawings, and the words for all of it."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Annotated, Final

from fastapi import APIRouter, Header, Query, Request
from fastapi.responses import Response

import ridotto
from ridotto import games as registry
from ridotto.i18n import LANGUAGES, area_texts, areas, game_texts
from ridotto.i18n.languages import KNOWN, first_known
from ridotto.server import game_info, jobs, wire
from ridotto.server.answers import answer, answers
from ridotto.server.failures import RequestError
from ridotto.server.routes.caching import IfNoneMatch, cacheable, cacheable_responses
from ridotto.server.routes.compression import compressed, takes_gzip
from ridotto.server.services import services

router = APIRouter(prefix="/api", tags=["games"])

TERMINAL_ONLY: Final = {"arena", "boards", "cli", "measure", "solver"}
"""Areas of the catalogue that no browser needs."""
SERVER_ONLY: Final = ("backup_", "cli_", "deck_", "doctor_", "file_", "folder_", "restore_", "serve_", "word_")
"""How texts begin that only whoever runs the server reads, or the server itself where moves are typed."""
SHOWN_IN_TERMINALS: Final = ("help_", "show_", "typed_", "ve_show_")
"""How texts begin that come with a table in the terminal."""
ON_DEMAND: Final = ("guess", "lessons", "rules_", "study", "workshop")
"""How areas begin that only their own page asks for."""


@router.get("/games", summary="What can be played", responses=answers(tuple[wire.GameInfo, ...]))
async def games() -> Response:
    return answer(game_info.games())


@router.get("/health", summary="Whether the server is there", responses=answers(wire.Health))
async def health() -> Response:
    return answer(wire.Health(version=ridotto.__version__, games=tuple(registry.games())))


@router.get("/ready", summary="Whether the server can take its share of the work", responses=answers(wire.Health))
async def ready(request: Request) -> Response:
    """For load balancers: refused while its database does not answer, or does not tell what other servers write."""
    if not await services(request).rooms.is_ready():
        raise RequestError("not_ready")
    return await health()


@router.post("/boards", summary="A board of one's own", responses=answers(wire.BoardCode))
async def boards(request: Request, asked: wire.BoardFile) -> Response:
    """Takes a board file, and gives the code that stands for it in the option `board`."""
    return answer(await services(request).work(request, jobs.read_board, asked.text))


@router.post(
    "/replay",
    summary="A record step by step",
    responses=answers(wire.Replay),
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
    return compressed(await service.work(request, jobs.read_replay, body, is_json, most, is_zipped), is_zipped)


@router.get(
    "/texts/{lang}.json",
    summary="The catalogue of one language",
    responses=cacheable_responses("application/json"),
)
async def texts(lang: str, if_none_match: IfNoneMatch = "") -> Response:
    """By key: a text, or its forms: `{one, other}` where a number decides, others where a sentence asks for one."""
    if lang not in LANGUAGES:
        raise RequestError("language_unknown", known=", ".join(LANGUAGES))
    answer = cacheable(_texts(lang), "application/json", if_none_match)
    answer.headers["Content-Language"] = lang
    return answer


@router.get(
    "/texts.json", summary="The catalogue of the reader's language", responses=cacheable_responses("application/json")
)
async def wished_texts(accept_language: Annotated[str, Header()] = "", if_none_match: IfNoneMatch = "") -> Response:
    """Of the first language in `Accept-Language` that we speak, else of English."""
    answer = await texts(first_known(accept_language.split(",")), if_none_match)
    answer.headers["Vary"] = "Accept-Language"
    return answer


@lru_cache(maxsize=len(LANGUAGES))
def _texts(lang: str) -> bytes:
    names = {f"language_name_{code}": language.name for code, language in KNOWN.items()}
    known = (
        names
        | dict(game_texts(lang))
        | {
            key: text
            for area in areas()
            if area not in TERMINAL_ONLY and not area.startswith(ON_DEMAND)
            for key, text in area_texts(lang, area).items()
            if not key.startswith(SERVER_ONLY + SHOWN_IN_TERMINALS)
        }
    )
    return json.dumps(known, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode()


@router.get(
    "/scene.json",
    summary="A game's board, as far as it never changes",
    responses=cacheable_responses("application/json"),
)
async def scene(
    request: Request,
    game: wire.GameName,
    options: Annotated[str, Query(max_length=game_info.LONGEST)] = "",
    if_none_match: IfNoneMatch = "",
) -> Response:
    """Its drawing in layers, and where everything is."""
    drawn = await services(request).draw(request, jobs.draw_scene, game, options)
    return cacheable(drawn, "application/json", if_none_match)


@router.get(
    "/board.svg",
    summary="A board of Venise with all its gems",
    response_class=Response,
    responses=cacheable_responses("image/svg+xml"),
)
async def board(
    request: Request, board: Annotated[str, Query(max_length=game_info.LONGEST)], if_none_match: IfNoneMatch = ""
) -> Response:
    """By name or code. The board's own side says whether it is day or night."""
    return cacheable(await services(request).draw(request, jobs.draw_board, board), "image/svg+xml", if_none_match)
