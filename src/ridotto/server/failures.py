"""Whatever goes wrong is told as `Failed`, with a stable code and words; over HTTP with the fitting status."""

from __future__ import annotations

import json
import logging
from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from pydantic import ValidationError
from starlette.exceptions import HTTPException

from ridotto.core import RidottoError
from ridotto.games.venise import BoardError, Problem
from ridotto.server import wire
from ridotto.server.views.words import words

LOG: Final = logging.getLogger(__name__)

STATUS: Final = {
    "table_unknown": 404,
    "page_unknown": 404,
    "language_unknown": 404,
    "invite_unknown": 404,
    "token_unknown": 403,
    "method_unknown": 405,
    "invite_spent": 409,
    "no_open_seat": 409,
    "stale_version": 409,
    "body_long": 413,
    "too_many_tables": 429,
    "too_many_sockets": 429,
    "server_failed": 500,
    "store_failed": 500,
    "store_busy": 503,
    "store_full": 507,
}
"""By code; everything else is a mistake in what was asked: 422."""

_BODY: Final = {"application/json": {"schema": {"$ref": "#/components/schemas/Failed"}}}
RESPONSES: Final[dict[int | str, dict[str, Any]]] = {
    "4XX": {"content": _BODY, "description": "Nothing has changed; `words` says why."},
    "5XX": {"content": _BODY, "description": "The server could not do it; nothing has changed."},
}


class RequestError(RidottoError):
    """A request or a message that does not have the form it must have."""


def failed(error: RidottoError, request: int | None = None) -> wire.Failed:
    problems = error.problems if isinstance(error, BoardError) else ()
    return wire.Failed(id=request, code=error.code, words=words(error), problems=tuple(map(problem, problems)))


def problem(found: Problem) -> wire.Problem:
    return wire.Problem(line=found.line, spot=found.spot, words=words(found.error), is_advice=found.is_advice)


def shape_error(code: str, errors: list[Any]) -> RequestError:
    """The first thing that is wrong with the form, and where."""
    first = errors[0]
    where = ".".join(str(part) for part in first["loc"] if part != "body") or "-"
    return RequestError(code, where=where[:100], reason=str(first["msg"])[:200])


def answer(error: RidottoError) -> Response:
    content = failed(error).model_dump(mode="json")
    return JSONResponse(content, STATUS.get(error.code, 422), headers={"Cache-Control": "no-store"})


def add_handlers(app: FastAPI) -> None:
    app.add_exception_handler(RidottoError, _ridotto)
    app.add_exception_handler(RequestValidationError, _shape)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(Exception, _unforeseen)


async def _ridotto(_: Request, error: Exception) -> Response:
    assert isinstance(error, RidottoError)
    return answer(error)


async def _shape(_: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    return answer(shape_error("request_shape", list(error.errors())))


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 405:
        response = answer(RequestError("method_unknown", method=request.method))
        response.headers.update(error.headers or {})
        return response
    if error.status_code == 404:
        return answer(RequestError("page_unknown"))
    return answer(RequestError("request_shape", where="-", reason=str(error.detail)[:200]))


async def _unforeseen(_: Request, __: Exception) -> Response:
    # What it was is in the log (the path, never a token); who asked learns only that it was not their fault.
    return answer(RequestError("server_failed"))


def parse_frame(text: str) -> wire.FromBrowser:
    """Raises RequestError."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise RequestError("frame_json") from None
    try:
        return wire.FRAMES.validate_python(data)
    except ValidationError as error:
        raise shape_error("frame_shape", list(error.errors(include_url=False))) from None
