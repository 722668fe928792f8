"""What the pages of rules are made of: their pictures and their words. Nothing here depends on a table."""

from __future__ import annotations

import json
from functools import cache
from hashlib import blake2s
from typing import Annotated, Final, Literal

from fastapi import APIRouter, Header
from fastapi.responses import Response

from ridotto.draw.rules import PICTURES, THEMES, picture
from ridotto.i18n import LANGUAGES, texts
from ridotto.server.failures import RESPONSES, RequestError

router = APIRouter(prefix="/api", responses=RESPONSES, tags=["rules"])

KEPT: Final = "public, max-age=3600, stale-while-revalidate=86400"
"""A new version may say or draw something anew under its old name: an hour later every browser has asked again."""

IfNoneMatch = Annotated[str, Header(description="What the browser has already.")]


@router.get(
    "/pictures/{name}.svg",
    summary="A picture of the rules",
    responses={200: {"content": {"image/svg+xml": {}}}, 304: {"description": "Unchanged."}},
)
def get_picture(name: str, theme: Literal["day", "night"] = "day", if_none_match: IfNoneMatch = "") -> Response:
    """By day or by night; without words, so the same in all languages."""
    if name not in PICTURES:
        raise RequestError("page_unknown")
    return _kept(*_drawn(name, theme), "image/svg+xml", if_none_match)


@router.get(
    "/texts/rules/{lang}.json",
    summary="The rules in one language",
    responses={200: {"content": {"application/json": {}}}, 304: {"description": "Unchanged."}},
)
def get_rules(lang: str, if_none_match: IfNoneMatch = "") -> Response:
    """The texts of the rules pages, by key. All others are in /api/texts/{lang}.json."""
    if lang not in LANGUAGES:
        raise RequestError("language_unknown", known=", ".join(LANGUAGES))
    return _kept(*_told(lang), "application/json", if_none_match)


@cache
def _drawn(name: str, theme: str) -> tuple[bytes, str]:
    """A few dozen small drawings, made when first asked for and then kept."""
    return _marked(picture(name, THEMES[theme]).encode())


@cache
def _told(lang: str) -> tuple[bytes, str]:
    return _marked(json.dumps(dict(texts(lang, rules=True)), ensure_ascii=False, separators=(",", ":")).encode())


def _marked(body: bytes) -> tuple[bytes, str]:
    return body, f'"{blake2s(body, digest_size=16).hexdigest()}"'


def _kept(body: bytes, mark: str, kind: str, known: str) -> Response:
    headers = {"ETag": mark, "Cache-Control": KEPT}
    if mark in (each.strip().removeprefix("W/") for each in known.split(",")):
        return Response(status_code=304, headers=headers)
    return Response(body, media_type=kind, headers=headers)
