"""Making tables, taking seats, and reading matches."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Header, Path, Request
from fastapi.responses import PlainTextResponse, Response

from ridotto.match import Audience
from ridotto.server import jobs, wire
from ridotto.server.eyes import audience_of
from ridotto.server.meters import visitor_of
from ridotto.server.routes.zipped import takes_gzip, zipped
from ridotto.server.services import Services, services
from ridotto.server.sitting import TableError, is_listed, seat_of
from ridotto.server.store import Stored

router = APIRouter(prefix="/api", tags=["tables"])

TableId = Annotated[str, Path(description="The unguessable name of a table.", max_length=100)]
Bearer = Annotated[
    str, Header(description="`Bearer TOKEN` of a seat; without it, what a spectator may see.", max_length=200)
]


@router.post("/tables", summary="Make a table", status_code=201)
async def make_table(request: Request, asked: wire.NewTable) -> wire.MadeTable:
    """Seats `here` get their token at once, seats by `link` an invite; whoever holds neither can only watch."""
    service = services(request)
    service.count_new_table(request, is_listed=is_listed(asked))
    return await service.rooms.make(asked, visitor_of(request))


@router.post("/tables/{table}/claim", summary="Take a seat")
async def claim(request: Request, table: TableId, asked: wire.Claim) -> wire.Claimed:
    """An invite opens its seat once; the same browser may ask again and gets the same seat."""
    service = services(request)
    visitor = visitor_of(request)
    room = await service.rooms.enter(table, visitor)
    try:
        if (
            not (asked.invite or asked.transfer)
            and not room.has_seat(asked)
            and not service.meters.open_seats.take(visitor)
        ):
            raise TableError("too_many_seats")
        return await room.claim(asked)
    finally:
        service.rooms.leave(room)


@router.post("/tables/{table}/transfer", summary="Move a seat to another device")
async def transfer(request: Request, table: TableId, authorization: Bearer = "") -> wire.Transfer:
    """A word to claim the seat with, once. Then the key that it had opens nothing any more."""
    token = _token(authorization)
    rooms = services(request).rooms
    room = await rooms.enter(table, visitor_of(request))
    try:
        return await room.transfer(token)
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
    service = services(request)
    stored, audience = await _look(service, table, authorization)
    headers = {
        "Content-Disposition": f'attachment; filename="{stored.game}-{stored.day}.txt"',
        "Cache-Control": "no-store",
    }
    return PlainTextResponse(await service.work(request, jobs.table_record, stored, audience), headers=headers)


@router.get("/tables/{table}/replay", summary="The match step by step", response_model=wire.Replay)
async def replay(request: Request, table: TableId, authorization: Bearer = "") -> Response:
    """As the asking seat sees it while the match runs, with all secrets when it is over."""
    service = services(request)
    stored, audience = await _look(service, table, authorization)
    is_zipped = takes_gzip(request)
    body = await service.work(request, jobs.table_replay, stored, audience, is_zipped)
    return zipped(body, is_zipped, **{"Cache-Control": "no-store"})


async def _look(service: Services, table: str, authorization: str) -> tuple[Stored, Audience]:
    stored = await service.rooms.stored(table)
    seat = seat_of(stored, _token(authorization))
    return stored, "all" if stored.is_over else audience_of(seat)


def _token(authorization: str) -> str:
    kind, _, token = authorization.partition(" ")
    if authorization and (kind.lower() != "bearer" or not token.strip()):
        raise TableError("token_unknown")
    return token.strip()


@router.get("/lobby", summary="Tables that are open to everybody")
async def lobby(request: Request, response: Response) -> wire.Lobby:
    response.headers["Cache-Control"] = "no-store"
    return await services(request).rooms.lobby()
