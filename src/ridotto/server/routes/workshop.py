"""The board workshop: what boards are made of, and what is to be said of one."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from ridotto.server import game_info, wire, workshop_jobs
from ridotto.server.answers import answer, answers
from ridotto.server.rate_limits import visitor_of
from ridotto.server.routes.caching import IfNoneMatch, cacheable, cacheable_responses
from ridotto.server.services import services

router = APIRouter(prefix="/api", tags=["workshop"])


@router.get(
    "/workshop/kit.json",
    summary="What boards of one side are made of",
    responses=cacheable_responses("application/json"),
)
async def kit(request: Request, side: wire.Side = "day", if_none_match: IfNoneMatch = "") -> Response:
    """The canal, the kinds of posts, where everything is and where its images are."""
    service = services(request)
    drawn = await service.draw(request, workshop_jobs.draw_kit, side)
    service.get_workshop_ready()
    return cacheable(drawn, "application/json", if_none_match)


@router.get("/workshop/draft", summary="A board to change")
async def draft(request: Request, board: Annotated[str, Query(max_length=game_info.LONGEST)]) -> wire.Draft:
    """By name or code."""
    return await services(request).work(request, workshop_jobs.known_draft, board)


@router.post("/workshop/check", summary="Everything that is wrong with a draft", responses=answers(wire.CheckedDraft))
async def check(request: Request, asked: wire.Draft) -> Response:
    """As `ridotto board check` has it."""
    return answer(await services(request).work(request, workshop_jobs.check_draft, asked))


@router.post("/workshop/read", summary="A board file to change", responses=answers(wire.ReadDraft))
async def read(request: Request, asked: wire.BoardFile) -> Response:
    """As far as it can be read, and all that is wrong with it."""
    return answer(await services(request).work(request, workshop_jobs.read_draft, asked.text))


@router.post("/workshop/rate", summary="A little more of a board's rating", responses=answers(wire.BoardRating))
async def rate(request: Request, asked: wire.AskRating) -> Response:
    """Hourglasses for each gem at once, then for all four, then games of bots; done when `done` is `parts`."""
    service = services(request)
    return answer(await service.until_gone(request, service.workshop.rate(visitor_of(request), asked.code)))


@router.post("/workshop/way", summary="The cheapest way to all gems of a colour", responses=answers(wire.RatedWay))
async def way(request: Request, asked: wire.AskWay) -> Response:
    """Without steps where the board is not rated so far."""
    service = services(request)
    return answer(
        await service.until_gone(request, service.workshop.way(visitor_of(request), asked.code, asked.colour))
    )


@router.post("/workshop/make", summary="A little more of a search for new boards", responses=answers(wire.MadeBoards))
async def make(request: Request, asked: wire.AskBoards) -> Response:
    """The best so far; done when `done` is `parts`. The same wish finds the same boards."""
    service = services(request)
    return answer(await service.until_gone(request, service.workshop.make(visitor_of(request), asked)))


@router.post("/workshop/poster", summary="A board to print", responses=answers(wire.Poster))
async def poster(request: Request, asked: wire.AskPoster) -> Response:
    """As large as the planks need it, and how it is cut into sheets of A4."""
    job = workshop_jobs.draw_poster
    return answer(await services(request).work(request, job, asked.code, asked.short, asked.long))
