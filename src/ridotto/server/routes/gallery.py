"""The gallery: boards that visitors offer to everybody, once the operator has looked at them (`ridotto gallery`)."""

from __future__ import annotations

import json
import secrets
from typing import Annotated

from fastapi import APIRouter, Header, Path, Request
from fastapi.responses import Response

from ridotto.core import RidottoError
from ridotto.games.venise.boards import board_names, load_board, measured
from ridotto.games.venise.planks import WATER
from ridotto.match import clean_name
from ridotto.server import wire, workshop_jobs
from ridotto.server.answers import answer, answers
from ridotto.server.rate_limits import visitor_of
from ridotto.server.services import services
from ridotto.server.store import GalleryEntry, hashed
from ridotto.server.table_state import utc_now

router = APIRouter(prefix="/api", tags=["gallery"])

EntryId = Annotated[str, Path(description="Of a board in the gallery.", max_length=100)]
Bearer = Annotated[str, Header(description="`Bearer KEY` of an author, whose boards are marked.", max_length=200)]
FRESH = {"Cache-Control": "no-store"}


class GalleryError(RidottoError):
    """Something that the gallery does not take, or does not have."""


@router.get("/gallery", summary="Boards of this server's people", responses=answers(wire.Gallery))
async def gallery(request: Request, authorization: Bearer = "") -> Response:
    """Whatever the operator has approved, and the author's own."""
    service = services(request)
    if not service.settings.has_gallery:
        return answer(wire.Gallery(is_open=False, boards=()), headers=FRESH)
    author = _author(authorization)
    entries = await service.store.read(service.store.gallery, author)
    return answer(wire.Gallery(is_open=True, boards=tuple(_shown(entry, author) for entry in entries)), headers=FRESH)


@router.post("/gallery", summary="Offer a board", status_code=201, responses=answers(wire.GalleryBoard, 201))
async def offer(request: Request, asked: wire.OfferBoard) -> Response:
    """It waits until the operator has approved it. The rating is the server's own: see /api/workshop/rate."""
    service = services(request)
    if not service.settings.has_gallery:
        raise GalleryError("gallery_off")
    if asked.draft.is_box:
        raise GalleryError("gallery_box")
    name = clean_name(asked.draft.name)
    draft = asked.draft.model_copy(update={"name": name})
    code = await service.work(request, workshop_jobs.code_of, draft)
    if any(load_board(shipped).code == code for shipped in board_names()):
        raise GalleryError("gallery_shipped")
    rating = service.workshop.rated(code)
    if rating is None:
        raise GalleryError("gallery_unrated")
    if not service.rates.offers.take(visitor_of(request)):
        raise GalleryError("too_many_offers")
    from ridotto.boards.rate import to_data  # where there is a rating, it is loaded

    author = hashed(asked.author)
    entry = GalleryEntry(secrets.token_hex(4), code, name, author, utc_now(), False, json.dumps(to_data(rating)))
    await service.store.finish(service.store.offer, entry, service.settings.limits.waiting_offers)
    return answer(_shown(entry, author), 201, FRESH)


@router.delete("/gallery/{entry}", summary="Take a board back", responses=answers(wire.Gallery))
async def withdraw(request: Request, entry: EntryId, authorization: Bearer = "") -> Response:
    """For its author; the operator has `ridotto gallery remove`. What is left of the gallery is the answer."""
    store = services(request).store
    if not await store.finish(store.withdraw, entry, _author(authorization)):
        raise GalleryError("gallery_unknown")
    return await gallery(request, authorization)


def _author(authorization: str) -> str:
    """The hash of the key; of none, what no board has."""
    key = authorization.removeprefix("Bearer ").strip()
    return hashed(key) if key else ""


def _shown(entry: GalleryEntry, author: str) -> wire.GalleryBoard:
    rating = json.loads(entry.rating)
    hourglasses, first = measured(rating)
    return wire.GalleryBoard(
        id=entry.id,
        name=entry.name,
        code=entry.code,
        side="day" if WATER in entry.code else "night",
        hourglasses=hourglasses,
        first=first,
        rounds=tuple(balance["rounds"] for balance in rating["balance"].values()),
        played=entry.played,
        is_own=entry.author == author,
        is_approved=entry.is_approved,
    )
