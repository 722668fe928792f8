"""Answers that browsers keep: who has one already is told so, not sent it again."""

from __future__ import annotations

from hashlib import blake2s
from typing import Annotated, Any

from fastapi import Header
from fastapi.responses import Response

IfNoneMatch = Annotated[str, Header(description="What the browser has already.")]


def cacheable_responses(kind: str) -> dict[int | str, dict[str, Any]]:
    """What the schema says of such answers."""
    return {200: {"content": {kind: {}}}, 304: {"description": "Unchanged."}}


def cacheable(body: bytes, kind: str, known: str, *, control: str = "no-cache") -> Response:
    mark = f'"{blake2s(body, digest_size=16).hexdigest()}"'
    headers = {"ETag": mark, "Cache-Control": control}
    if mark in (each.strip().removeprefix("W/") for each in known.split(",")):
        return Response(status_code=304, headers=headers)
    return Response(body, media_type=kind, headers=headers)
