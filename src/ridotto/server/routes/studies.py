"""What readers do with finished matches: positions, notes and variations. Nothing is kept here."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import Response

from ridotto.server import jobs, wire
from ridotto.server.answers import answers
from ridotto.server.failures import RequestError
from ridotto.server.routes.compression import compressed, takes_gzip
from ridotto.server.services import Services, services
from ridotto.server.store import Loaded

router = APIRouter(prefix="/api", tags=["studies"])

FRESH = {"Cache-Control": "no-store"}


@router.post("/position", summary="A position of a finished match", responses=answers(wire.Position))
async def position(request: Request, asked: wire.AskPosition) -> Response:
    """To play on from (`NewTable.start`), to send on, as text and as a picture."""
    service = services(request)
    source = await _source(service, asked)
    most = service.settings.limits.record_moves
    body = await service.work(request, jobs.find_position, source, asked, most)
    return Response(body, media_type="application/json", headers=FRESH)


@router.post("/position/link", summary="A position by itself", responses=answers(wire.Position))
async def linked(request: Request, asked: wire.LinkedPosition) -> Response:
    """What a link to a position leads to."""
    body = await services(request).work(request, jobs.read_position, asked)
    return Response(body, media_type="application/json", headers=FRESH)


@router.post("/study", summary="Notes and variations", responses=answers(wire.Studied))
async def study(request: Request, asked: wire.AskStudy) -> Response:
    """A finished match with one note or variation more, or less."""
    service = services(request)
    source = await _source(service, asked)
    played = await _finished(service, asked.played) if asked.played else None
    most, is_zipped = service.settings.limits.record_moves, takes_gzip(request)
    body = await service.work(request, jobs.change_study, source, asked, played, most, is_zipped)
    return compressed(body, is_zipped, **FRESH)


@router.get(
    "/tables/{table}/card.png",
    summary="A picture for links to a finished match",
    response_class=Response,
    responses={200: {"content": {"image/png": {}}}},
)
async def card(
    request: Request,
    table: Annotated[str, Path(max_length=100)],
    at: Annotated[int | None, Query(ge=0, le=100_000)] = None,
) -> Response:
    """1200 by 630 pixels: a position as spectators saw it, and who played."""
    service = services(request)
    drawn = await service.draw(request, jobs.draw_card, await _finished(service, table), at)
    return Response(drawn, media_type="image/png", headers={"Cache-Control": "public, max-age=86400"})


async def _source(service: Services, asked: wire.AskPosition | wire.AskStudy) -> Loaded | str:
    return asked.record or await _finished(service, asked.table)


async def _finished(service: Services, table: str) -> Loaded:
    loaded = await service.rooms.stored(table)
    if not loaded.stored.is_over:
        raise RequestError("study_running")
    return loaded
