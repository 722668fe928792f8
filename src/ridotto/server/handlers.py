"""Failures as HTTP answers, with the fitting status."""

from __future__ import annotations

from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from ridotto.core import RidottoError
from ridotto.server.answers import answer
from ridotto.server.failures import RequestError, failed, shape_error

STATUS: Final = {
    "table_unknown": 404,
    "page_unknown": 404,
    "language_unknown": 404,
    "invite_unknown": 404,
    "transfer_unknown": 404,
    "gallery_off": 404,
    "gallery_unknown": 404,
    "token_unknown": 403,
    "method_unknown": 405,
    "guess_running": 409,
    "study_running": 409,
    "invite_spent": 409,
    "no_open_seat": 409,
    "gallery_known": 409,
    "gallery_unrated": 409,
    "stale_version": 409,
    "body_long": 413,
    "host_unknown": 421,
    "too_busy": 429,
    "too_many_connections": 429,
    "too_fast": 429,
    "gallery_full": 429,
    "too_many_listed": 429,
    "too_many_offers": 429,
    "too_many_seats": 429,
    "too_many_tables": 429,
    "server_failed": 500,
    "store_failed": 500,
    "store_gone": 500,
    "not_ready": 503,
    "store_away": 503,
    "store_busy": 503,
    "store_newer": 503,
    "work_long": 503,
    "store_full": 507,
}
"""By code; everything else is a mistake in what was asked: 422."""

_BODY: Final = {"application/json": {"schema": {"$ref": "#/components/schemas/Failed"}}}
RESPONSES: Final[dict[int | str, dict[str, Any]]] = {
    "4XX": {"content": _BODY, "description": "Nothing has changed; `words` says why."},
    "5XX": {"content": _BODY, "description": "The server could not do it; nothing has changed."},
}


def refusal(error: RidottoError) -> Response:
    return answer(failed(error), STATUS.get(error.code, 422), {"Cache-Control": "no-store"})


def add_handlers(app: FastAPI) -> None:
    app.add_exception_handler(RidottoError, _ridotto)
    app.add_exception_handler(RequestValidationError, _shape)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(Exception, _unforeseen)


async def _ridotto(_: Request, error: Exception) -> Response:
    assert isinstance(error, RidottoError)
    return refusal(error)


async def _shape(_: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    return refusal(shape_error("request_shape", list(error.errors())))


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 405:
        response = refusal(RequestError("method_unknown", method=request.method))
        response.headers.update(error.headers or {})
        return response
    if error.status_code == 404:
        return refusal(RequestError("page_unknown"))
    return refusal(RequestError("request_shape", where="-", reason=str(error.detail)[:200]))


async def _unforeseen(_: Request, __: Exception) -> Response:
    # What it was is in the log (the path, never a token); who asked learns only that it was not their fault.
    return refusal(RequestError("server_failed"))
