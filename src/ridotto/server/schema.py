"""The wire types as a list to write code and pages from: each named type once, in the order of reading."""

from __future__ import annotations

import ast
import inspect
import sys
import textwrap
import types
from collections.abc import Iterator
from dataclasses import MISSING, dataclass, is_dataclass
from functools import cache
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin, get_type_hints

from pydantic import BaseModel

from ridotto.server import wire
from ridotto.server.answers import types_by_game
from ridotto.server.views.sent import Sent

ASKED: Final = (
    wire.NewTable,
    wire.Claim,
    wire.BoardFile,
    wire.RecordFile,
    wire.AskGuess,
    wire.PlayLesson,
    wire.AskPosition,
    wire.LinkedPosition,
    wire.AskStudy,
    wire.AskBoards,
    *get_args(get_args(wire.FromBrowser)[0]),
)
"""What the browser sends: what has a default may be left out. Everything else it only gets, and then whole."""


@dataclass(frozen=True, slots=True)
class Property:
    name: str
    kind: Any
    doc: str
    is_optional: bool


@dataclass(frozen=True, slots=True)
class Model:
    name: str
    doc: str
    properties: tuple[Property, ...]


@dataclass(frozen=True, slots=True)
class Alias:
    """A union or a list of words with a name of its own."""

    name: str
    kind: Any


@dataclass(frozen=True, slots=True)
class Record:
    """A named tuple: a list on the wire."""

    name: str
    doc: str
    kinds: tuple[tuple[str, Any], ...]


Named = Model | Alias | Record


@cache
def named_types() -> tuple[Named, ...]:
    """Everything the wire module names, and what that is made of, each after what it needs."""
    found: dict[str, Named] = {}
    asked = {kind.__name__ for kind in _models_in(ASKED)}
    for name in _own_names(wire):
        value = getattr(wire, name)
        if is_message(value):
            _collect(value, found, asked)
        elif name in _alias_names(wire):
            _collect_alias(name, value, found, asked)
    return tuple(found.values())


def _own_names(module: types.ModuleType) -> list[str]:
    """Classes and aliases in the order they stand in the file, but the base class."""
    names = []
    for node in ast.parse(inspect.getsource(module)).body:
        if isinstance(node, ast.ClassDef):
            names.append(node.name)
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            names.append(node.target.id)
    return [name for name in names if name not in ("Asked", "ByGame")]


def is_message(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, BaseModel | Sent)


@cache
def _alias_names(module: types.ModuleType) -> tuple[str, ...]:
    return tuple(
        node.target.id
        for node in ast.parse(inspect.getsource(module)).body
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
        if isinstance(node.annotation, ast.Name) and node.annotation.id == "TypeAlias"
    )


def alias_of(kind: Any, module: str) -> str | None:
    """The name that a module has for a type, its own or one it imported."""
    if get_origin(kind) not in (Literal, Annotated, Union, types.UnionType):
        return None
    scope = vars(sys.modules[module])
    for name, value in scope.items():
        if name[:1].isupper() and get_origin(value) is not None and value == kind and _is_alias(name, scope):
            return name
    return None


def alias_on_wire(kind: Any) -> str:
    """The name that the wire or a game's view has for a type; empty where it has none."""
    modules = (wire.__name__, *(view.__module__ for view in types_by_game("view")))
    return next((name for module in modules if (name := alias_of(kind, module))), "")


def _is_alias(name: str, scope: dict[str, Any]) -> bool:
    """Whether some module of ours says `name: TypeAlias`; `Literal` and the like are no names of ours."""
    return any(
        name in _alias_names(module)
        for path, module in list(sys.modules.items())
        if path.startswith("ridotto.") and vars(module).get(name) is scope[name] and module.__spec__
    )


def unmarked(kind: Any) -> Any:
    """Without marks: what each game has its own type for is any of those, and a dataclass is what it holds."""
    if get_origin(kind) is Annotated:
        inner, mark, *_ = get_args(kind)
        if isinstance(mark, wire.ByGame):
            return Union[types_by_game(mark.part)]  # noqa: UP007 - made at run time
        return mark if isinstance(mark, type) and is_dataclass(mark) else inner
    return kind


def _collect(kind: Any, found: dict[str, Named], asked: set[str]) -> None:
    if kind.__name__ in found:
        return
    hints = get_type_hints(kind, include_extras=True)
    docs = _attribute_docs(kind)
    placeholder = Model(kind.__name__, "", ())
    found[kind.__name__] = placeholder  # a type may contain itself
    fields = kind.model_fields if issubclass(kind, BaseModel) else kind.__struct_fields__
    for name in fields:
        _collect_parts(hints[name], kind.__module__, found, asked)
    del found[kind.__name__]
    properties = [
        Property(
            name, hints[name], docs.get(name, ""), kind.__name__ in asked and not kind.model_fields[name].is_required()
        )
        for name in fields
    ]
    if issubclass(kind, Sent) and (tag := kind.__struct_config__.tag) is not None:
        properties.insert(0, Property(kind.__struct_config__.tag_field, Literal[tag], "", False))
    found[kind.__name__] = Model(kind.__name__, _own_doc(kind), tuple(properties))


def _collect_alias(name: str, kind: Any, found: dict[str, Named], asked: set[str], module: str = wire.__name__) -> None:
    if name not in found:
        kind = unmarked(kind)
        for part in get_args(kind) or (kind,):
            _collect_parts(part, module, found, asked)
        found[name] = Alias(name, kind)


def _collect_parts(kind: Any, module: str, found: dict[str, Named], asked: set[str]) -> None:
    alias = alias_of(kind, module)
    if alias is not None and alias not in found:
        _collect_alias(alias, kind, found, asked, module)
    elif is_message(kind):
        _collect(kind, found, asked)
    elif isinstance(kind, type) and is_dataclass(kind):
        hints, docs = get_type_hints(kind, include_extras=True), _attribute_docs(kind)
        properties = [
            Property(field.name, hints[field.name], docs.get(field.name, ""), field.default is not MISSING)
            for field in kind.__dataclass_fields__.values()
        ]
        found[kind.__name__] = Model(kind.__name__, _own_doc(kind), tuple(properties))
    elif is_named_tuple(kind):
        if kind.__name__ not in found:
            fields = tuple(get_type_hints(kind, include_extras=True).items())
            for _, part in fields:
                _collect_parts(part, kind.__module__, found, asked)
            found[kind.__name__] = Record(kind.__name__, _own_doc(kind), fields)
    elif get_origin(kind) is Annotated:
        _collect_parts(unmarked(kind), module, found, asked)
    elif get_origin(kind) is not Literal:
        for part in get_args(kind):
            _collect_parts(part, module, found, asked)


def _models_in(kinds: tuple[Any, ...]) -> Iterator[type[BaseModel]]:
    for kind in kinds:
        if isinstance(kind, type) and issubclass(kind, BaseModel):
            yield kind
            yield from _models_in(tuple(get_type_hints(kind, include_extras=True).values()))
        elif get_origin(kind) is not Literal:
            yield from _models_in(get_args(kind))


def is_named_tuple(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, tuple) and hasattr(kind, "_fields")


def _own_doc(kind: type) -> str:
    """Written at the class itself: pydantic's and NamedTuple's own do not count."""
    doc = vars(kind).get("__doc__") or ""
    return "" if doc.startswith(f"{kind.__name__}(") else inspect.cleandoc(doc)


@cache
def _attribute_docs(kind: type) -> dict[str, str]:
    """The strings that stand below the fields, inherited ones included."""
    docs: dict[str, str] = {}
    for each in reversed(kind.__mro__):
        if not each.__module__.startswith("ridotto."):
            continue
        tree = ast.parse(textwrap.dedent(inspect.getsource(each))).body[0]
        assert isinstance(tree, ast.ClassDef)
        for node, after in zip(tree.body, tree.body[1:], strict=False):
            if (
                isinstance(node, ast.AnnAssign)
                and isinstance(node.target, ast.Name)
                and isinstance(after, ast.Expr)
                and isinstance(after.value, ast.Constant)
                and isinstance(after.value.value, str)
            ):
                docs[node.target.id] = inspect.cleandoc(after.value.value)
    return docs
