"""Whatever goes wrong is told as `Failed`, with a stable code and words."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

from pydantic import ValidationError

from ridotto.core import RidottoError
from ridotto.games.venise import BoardError, Problem
from ridotto.server import wire
from ridotto.server.views.words import words


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


def parse_frame(message: bytes) -> wire.FromBrowser:
    """Raises RequestError."""
    with suppress(ValidationError):
        return wire.FRAMES.validate_json(message)
    # What is wrong with it is found out step by step.
    try:
        data = json.loads(message)
    except (ValueError, RecursionError):
        raise RequestError("frame_json") from None
    try:
        return wire.FRAMES.validate_python(data)
    except ValidationError as error:
        raise shape_error("frame_shape", list(error.errors(include_url=False))) from None
