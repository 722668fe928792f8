"""What pages are made of: the pictures of the rules, and texts that not every page needs. No table is asked."""

from __future__ import annotations

import json
from functools import cache
from typing import Final, Literal

from fastapi import APIRouter
from fastapi.responses import Response

from ridotto.draw.rules import THEMES, picture, pictures
from ridotto.i18n import LANGUAGES, area_texts, rules_texts
from ridotto.server.failures import RequestError
from ridotto.server.routes.caching import IfNoneMatch, cacheable, cacheable_responses

router = APIRouter(prefix="/api", tags=["rules"])

AN_HOUR: Final = "public, max-age=3600, stale-while-revalidate=86400"
"""A new version may say or draw something anew under its old name: an hour later every browser has asked again."""


@router.get(
    "/pictures/{name}.svg",
    summary="A picture of the rules",
    response_class=Response,
    responses=cacheable_responses("image/svg+xml"),
)
def get_picture(name: str, theme: Literal["day", "night"] = "day", if_none_match: IfNoneMatch = "") -> Response:
    """By day or by night; without words, so the same in all languages."""
    if name not in pictures():
        raise RequestError("page_unknown")
    return cacheable(_drawn(name, theme), "image/svg+xml", if_none_match, control=AN_HOUR)


@router.get(
    "/texts/{page}/{lang}.json",
    summary="The texts of a page in one language",
    responses=cacheable_responses("application/json"),
)
def get_texts(
    page: Literal["guess", "lessons", "rules", "study", "workshop"], lang: str, if_none_match: IfNoneMatch = ""
) -> Response:
    """What only this page needs, by key. All others are in /api/texts/{lang}.json."""
    if lang not in LANGUAGES:
        raise RequestError("language_unknown", known=", ".join(LANGUAGES))
    return cacheable(_told(page, lang), "application/json", if_none_match)


@cache
def _drawn(name: str, theme: str) -> bytes:
    """A few dozen small drawings, made when first asked for and then kept."""
    return picture(name, THEMES[theme]).encode()


@cache
def _told(page: str, lang: str) -> bytes:
    known = rules_texts(lang) if page == "rules" else area_texts(lang, page)
    return json.dumps(dict(known), ensure_ascii=False, separators=(",", ":")).encode()
