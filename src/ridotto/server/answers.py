"""Answers over HTTP, and what the schema says of them."""

from __future__ import annotations

from collections.abc import Iterator
from types import UnionType
from typing import Annotated, Any, Final, get_args, get_origin, get_type_hints

import msgspec
from fastapi.responses import Response

from ridotto.games import games
from ridotto.server import wire
from ridotto.server.views.generic import GenericView
from ridotto.server.views.sent import Sent, encode

REF: Final = "#/components/schemas/{name}"


def answer(content: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    return Response(encode(content), status, headers, "application/json")


def answers(kind: Any, status: int = 200) -> dict[int | str, dict[str, Any]]:
    """What a route's schema says of its answer."""
    (schema,), _ = msgspec.json.schema_components([kind], schema_hook=_asked, ref_template=REF)
    return {status: {"content": {"application/json": {"schema": schema}}, "description": "Done."}}


def _asked(kind: Any) -> dict[str, Any]:
    """Of what browsers send, pydantic knows the schema."""
    schema: dict[str, Any] = kind.model_json_schema()
    return schema


def schemas() -> dict[str, Any]:
    """Of everything that is sent, by name."""
    kinds = [kind for kind in vars(wire).values() if isinstance(kind, type) and issubclass(kind, Sent)]
    own = [each for part in ("view", "past", "effects", "scene") for each in types_by_game(part)]
    _, found = msgspec.json.schema_components([*kinds, *own], schema_hook=_asked, ref_template=REF)
    for kind in kinds:
        for name, part in _parts(kind):
            options = [{"$ref": REF.format(name=each.__name__)} for each in types_by_game(part)]
            found[kind.__name__]["properties"][name] = {"anyOf": [*options, {"type": "null"}]}
    return found


def _parts(kind: type[Sent]) -> Iterator[tuple[str, str]]:
    """Fields that each game has its own type for."""
    for name, hint in get_type_hints(kind, include_extras=True).items():
        options = get_args(hint) if get_origin(hint) is UnionType else (hint,)
        for marks in (get_args(each) for each in options if get_origin(each) is Annotated):
            if isinstance(marks[1], wire.ByGame):
                yield name, marks[1].part


def types_by_game(part: Any) -> tuple[type, ...]:
    """What the games of the house have for it, and any other."""
    loaded = [game.load(part) for game in games().values() if game.package == "ridotto" and getattr(game, part)]
    found = [eval(each.__annotations__["return"], each.__globals__) for each in loaded]
    if part == "past":  # how much stays, and what follows
        found = [get_args(get_args(each)[1])[0] for each in found]
    return tuple(dict.fromkeys([*found, *([GenericView] if part == "view" else [])]))
