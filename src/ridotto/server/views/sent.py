"""What goes to browsers: msgspec writes it, many times faster than pydantic would."""

from __future__ import annotations

from dataclasses import fields
from functools import cache
from typing import Any, dataclass_transform

import msgspec
from pydantic import BaseModel


@dataclass_transform(frozen_default=True, field_specifiers=(msgspec.field,))
class SentMeta(msgspec.StructMeta):
    """Tells type checkers that subclasses are frozen, as their base is."""


class Sent(msgspec.Struct, metaclass=SentMeta, frozen=True, kw_only=True, gc=False):
    """The base of all types that are only ever sent."""


def _asked(content: Any) -> Any:
    """What browsers send may be part of an answer, too."""
    if isinstance(content, BaseModel):
        return content.model_dump()
    raise NotImplementedError(type(content))


encode = msgspec.json.Encoder(enc_hook=_asked).encode


def without_defaults(data: Any) -> dict[str, object]:
    """A dataclass of which most is empty most of the time: what is as it always is goes without saying."""
    return {name: value for name, default in _defaults(data.__class__) if (value := getattr(data, name)) != default}


@cache
def _defaults(kind: Any) -> tuple[tuple[str, object], ...]:
    return tuple((each.name, each.default) for each in fields(kind))
