"""Making tables, taking seats, and reading matches."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Header, Path, Request
from fastapi.responses import PlainTextResponse, Response

from ridotto.match import Audience
from ridotto.server import wire
from ridotto.server.eyes import audience_of
from ridotto.server.replays import make_replay
from ridotto.server.services import Services, services
from ridotto.server.sitting import Sitting, TableError

router = APIRouter(prefix="/api", tags=["tables"])

TableId = Annotated[str, Path(description="The unguessable name of a table.", max_length=100)]
Bearer = Annotated[
    str, Header(description="`Bearer TOKEN` of a seat; without it, what a spectator may see.", max_length=200)
]


@router.post("/tables", summary="Make a table", status_code=201)
async def make_table(request: Request, asked: wire.NewTable) -> wire.MadeTable:
    """Seats `here` get their token at once, seats by `link` an invite; whoever holds neither can only watch."""
    service = services(request)
    service.count_new_table(request)
    return await service.rooms.make(asked)


@router.post("/tables/{table}/claim", summary="Take a seat")
async def claim(request: Request, table: TableId, asked: wire.Claim) -> wire.Claimed:
    """An invite opens its seat once; the same browser may ask again and gets the same seat."""
    rooms = services(request).rooms
    room = await rooms.enter(table)
    try:
        return await room.claim(asked)
    finally:
        rooms.leave(room)


@router.get(
    "/tables/{table}/record",
    summary="The match as a text file",
    response_class=PlainTextResponse,
    responses={200: {"content": {"text/plain": {}}, "description": "See docs/notation.md."}},
)
async def record(request: Request, table: TableId, authorization: Bearer = "") -> Response:
    """As the asking seat sees it while the match runs, with all secrets when it is over."""
    sitting, audience = await _look(services(request), table, authorization)
    name = f"{sitting.match.game.name}-{sitting.match.day}.txt"
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return PlainTextResponse(sitting.match.record(audience), headers=headers)


@router.get("/tables/{table}/replay", summary="The match step by step")
async def replay(request: Request, response: Response, table: TableId, authorization: Bearer = "") -> wire.Replay:
    """As the asking seat sees it while the match runs, with all secrets when it is over."""
    service = services(request)
    sitting, audience = await _look(service, table, authorization)
    response.headers["Cache-Control"] = "no-store"
    return await service.work(make_replay, sitting.match, audience)


async def _look(service: Services, table: str, authorization: str) -> tuple[Sitting, Audience]:
    room = await service.rooms.enter(table)
    try:
        sitting = room.sitting
    finally:
        service.rooms.leave(room)
    kind, _, token = authorization.partition(" ")
    if authorization and (kind.lower() != "bearer" or not token.strip()):
        raise TableError("token_unknown")
    seat = sitting.seat_of(token.strip())
    return sitting, "all" if sitting.is_over else audience_of(seat)


@router.get("/lobby", summary="Tables that are open to everybody")
async def lobby(request: Request, response: Response) -> wire.Lobby:
    response.headers["Cache-Control"] = "no-store"
    return await services(request).rooms.lobby()
