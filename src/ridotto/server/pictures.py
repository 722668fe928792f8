"""What the pages of rules are made of: their pictures and their words. Nothing here depends on a table.

`include_router(pictures.router)` is all an app needs.
"""

from __future__ import annotations

from functools import cache
from hashlib import blake2s
from typing import Annotated, Literal

from fastapi import APIRouter, Header, HTTPException, Response

from ridotto.draw.rules import PICTURES, THEMES, picture
from ridotto.i18n import LANGUAGES, Text, texts

router = APIRouter(prefix="/api", tags=["rules"])

KEPT = "public, max-age=3600, stale-while-revalidate=86400"
"""A new version may draw a picture anew under its old name: an hour later every browser has asked again."""


@cache
def _drawn(name: str, theme: str) -> tuple[bytes, str]:
    """A picture and its mark; a few dozen small drawings, made when first asked for and then kept."""
    body = picture(name, THEMES[theme]).encode()
    return body, f'"{blake2s(body, digest_size=10).hexdigest()}"'


@router.get("/pictures/{name}.svg", response_class=Response, responses={200: {"content": {"image/svg+xml": {}}}})
def get_picture(
    name: str,
    theme: Literal["day", "night"] = "day",
    if_none_match: Annotated[str | None, Header()] = None,
) -> Response:
    """A picture of the rules by day or by night."""
    if name not in PICTURES:
        raise HTTPException(404)
    body, mark = _drawn(name, theme)
    headers = {"ETag": mark, "Cache-Control": KEPT}
    if mark in (if_none_match or ""):
        return Response(status_code=304, headers=headers)
    return Response(body, media_type="image/svg+xml", headers=headers)


@router.get("/texts/rules/{language}.json")
def get_rules(language: str, response: Response) -> dict[str, Text]:
    """The words of the rules pages in one language; all other words are in /api/texts/{language}.json."""
    if language not in LANGUAGES:
        raise HTTPException(404)
    response.headers["Cache-Control"] = KEPT
    return dict(texts(language, rules=True))
