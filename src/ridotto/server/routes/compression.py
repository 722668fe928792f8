"""Long answers that come compressed from the process that made them."""

from __future__ import annotations

from fastapi import Request
from fastapi.responses import Response


def takes_gzip(request: Request) -> bool:
    return "gzip" in request.headers.get("accept-encoding", "")


def compressed(body: bytes, is_zipped: bool, **headers: str) -> Response:
    encoding = {"Content-Encoding": "gzip"} if is_zipped else {}
    return Response(body, media_type="application/json", headers={"Vary": "Accept-Encoding"} | encoding | headers)
