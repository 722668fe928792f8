"""Whatever goes wrong is told as `Failed`, with a stable code and words."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Annotated, Any, Final

import msgspec
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


class Move(msgspec.Struct, frozen=True, tag_field="type", tag="move", forbid_unknown_fields=True):
    """`DoMove`, which most frames are: read at once, and as anything else where it does not fit."""

    id: int
    version: int
    move: Annotated[str, msgspec.Meta(max_length=500)]


MOVES: Final = msgspec.json.Decoder(Move)


def parse_frame(message: bytes) -> wire.FromBrowser | Move:
    """Raises RequestError."""
    with suppress(msgspec.DecodeError):
        return MOVES.decode(message)
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
