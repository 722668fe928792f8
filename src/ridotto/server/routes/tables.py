"""Making tables, taking seats, and reading matches."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Header, Path, Request
from fastapi.responses import PlainTextResponse, Response

from ridotto.match import Audience
from ridotto.server import jobs, wire
from ridotto.server.answers import answer, answers
from ridotto.server.presenter import audience_of
from ridotto.server.rate_limits import visitor_of
from ridotto.server.routes.compression import compressed, takes_gzip
from ridotto.server.services import Services, services
from ridotto.server.store import Loaded
from ridotto.server.table_state import TableError, is_listed, seat_of

router = APIRouter(prefix="/api", tags=["tables"])

TableId = Annotated[str, Path(description="The unguessable name of a table.", max_length=100)]
Bearer = Annotated[
    str, Header(description="`Bearer TOKEN` of a seat; without it, what a spectator may see.", max_length=200)
]


@router.post("/tables", summary="Make a table", status_code=201, responses=answers(wire.MadeTable, 201))
async def make_table(request: Request, asked: wire.NewTable) -> Response:
    """Seats `here` get their token at once, seats by `link` an invite; whoever holds neither can only watch."""
    service = services(request)
    service.count_new_table(request, is_listed=is_listed(asked))
    return answer(await service.rooms.make(asked, visitor_of(request)), 201)


@router.post("/tables/{table}/claim", summary="Take a seat", responses=answers(wire.Claimed))
async def claim(request: Request, table: TableId, asked: wire.Claim) -> Response:
    """An invite opens its seat once; the same browser may ask again and gets the same seat."""
    service = services(request)
    visitor = visitor_of(request)
    room = await service.rooms.enter(table, visitor)
    try:
        if (
            not (asked.invite or asked.transfer)
            and not room.has_seat(asked)
            and not service.rates.open_seats.take(visitor)
        ):
            raise TableError("too_many_seats")
        return answer(await room.claim(asked))
    finally:
        service.rooms.leave(room)


@router.post(
    "/tables/{table}/invitation", summary="Whether an invite still opens its seat", responses=answers(wire.Invitation)
)
async def invitation(request: Request, table: TableId, asked: wire.Claim) -> Response:
    """Refused as the claim itself would be. Nothing is taken yet."""
    rooms = services(request).rooms
    room = await rooms.enter(table, visitor_of(request))
    try:
        return answer(room.invitation(asked))
    finally:
        rooms.leave(room)


@router.post("/standings", summary="How one's matches stand", responses=answers(wire.Standings))
async def standings(request: Request, asked: wire.AskStandings) -> Response:
    """Who plays, whose turn it is and since when: less than a socket shows, and it disturbs nobody at any table."""
    found = await services(request).rooms.standings(asked.tables, visitor_of(request))
    return answer(found, headers={"Cache-Control": "no-store"})


@router.post("/tables/{table}/transfer", summary="Move a seat to another device", responses=answers(wire.Transfer))
async def transfer(request: Request, table: TableId, authorization: Bearer = "") -> Response:
    """A word to claim the seat with, once. Then the key that it had opens nothing any more."""
    token = _token(authorization)
    rooms = services(request).rooms
    room = await rooms.enter(table, visitor_of(request))
    try:
        return answer(await room.transfer(token))
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
    loaded, audience = await _look(service, table, authorization)
    headers = {
        "Content-Disposition": f'attachment; filename="{loaded.stored.game}-{loaded.stored.day}.txt"',
        "Cache-Control": "no-store",
    }
    return PlainTextResponse(await service.work(request, jobs.table_record, loaded, audience), headers=headers)


@router.get("/tables/{table}/replay", summary="The match step by step", responses=answers(wire.Replay))
async def replay(request: Request, table: TableId, authorization: Bearer = "") -> Response:
    """As the asking seat sees it while the match runs, with all secrets when it is over."""
    service = services(request)
    loaded, audience = await _look(service, table, authorization)
    is_zipped = takes_gzip(request)
    body = await service.work(request, jobs.table_replay, loaded, audience, is_zipped)
    return compressed(body, is_zipped, **{"Cache-Control": "no-store"})


@router.post("/tables/{table}/guess", summary="Guess along", responses=answers(wire.Guess))
async def guess(request: Request, table: TableId, asked: wire.AskGuess) -> Response:
    """A finished match of Xe Queo! without its secrets: all bets so far, and what happened after the last of them."""
    service = services(request)
    loaded = await service.rooms.stored(table)
    if not loaded.stored.is_over:
        raise TableError("guess_running")
    body = await service.work(request, jobs.table_guess, loaded, asked.model_dump_json().encode())
    return Response(body, media_type="application/json", headers={"Cache-Control": "no-store"})


async def _look(service: Services, table: str, authorization: str) -> tuple[Loaded, Audience]:
    loaded = await service.rooms.stored(table)
    seat = seat_of(loaded.stored, _token(authorization))
    return loaded, "all" if loaded.stored.is_over else audience_of(seat)


def _token(authorization: str) -> str:
    kind, _, token = authorization.partition(" ")
    if authorization and (kind.lower() != "bearer" or not token.strip()):
        raise TableError("token_unknown")
    return token.strip()


@router.get("/lobby", summary="Tables that are open to everybody", responses=answers(wire.Lobby))
async def lobby(request: Request) -> Response:
    return answer(await services(request).rooms.lobby(), headers={"Cache-Control": "no-store"})
