"""``python -m ridotto.server.typescript`` writes web/src/wire.ts and docs/protocol.md from the types of the wire.

And web/src/palette.css and web/src/shapes.ts from the colours and outlines of the drawings.
"""

from __future__ import annotations

import json
import types
from collections.abc import Iterator
from dataclasses import is_dataclass
from pathlib import Path
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin

from ridotto.draw.palette import palette_css
from ridotto.draw.svg import COLOMBINA, CROWN, PENNANT
from ridotto.draw.venise.scene import BOXES
from ridotto.draw.venise.seats import SOCKETS
from ridotto.server.protocol import protocol_page
from ridotto.server.schema import Alias, Named, Record, alias_on_wire, is_message, is_named_tuple, named_types, unmarked

ROOT: Final = Path(__file__).parents[3]
WIDE: Final = 100

PLAIN: Final[dict[Any, str]] = {
    str: "string",
    int: "number",
    float: "number",
    bool: "boolean",
    type(None): "null",
    None: "null",
    Any: "unknown",
    object: "unknown",
}


def wire_ts() -> str:
    head = [
        "// Written by `python -m ridotto.server.typescript` from src/ridotto/server/wire.py: do not edit.",
        "// docs/protocol.md says when what is sent.",
    ]
    known = {named.name for named in named_types()}
    parts = ["\n".join(_declare(named, known)) for named in named_types()]
    return "\n\n".join(["\n".join(head), *parts]) + "\n"


def _declare(named: Named, known: set[str]) -> Iterator[str]:
    if isinstance(named, Alias):
        options = [_show(part, known) for part in _options(named.kind)]
        line = f"export type {named.name} = {' | '.join(options)};"
        if len(line) <= WIDE:
            yield line
        else:
            yield f"export type {named.name} ="
            yield "\n".join(f"\t| {option}" for option in options) + ";"
        return
    yield from _comment(named.doc, "")
    if isinstance(named, Record):
        items = ", ".join(f"{name}: {_show(kind, known)}" for name, kind in named.kinds)
        yield f"export type {named.name} = [{items}];"
        return
    yield f"export interface {named.name} {{"
    for each in named.properties:
        yield from _comment(each.doc, "\t")
        yield f"\t{each.name}{'?' if each.is_optional else ''}: {_show(each.kind, known)};"
    yield "}"


def _comment(doc: str, indent: str) -> Iterator[str]:
    lines = doc.splitlines()
    if len(lines) == 1:
        yield f"{indent}/** {lines[0]} */"
    elif lines:
        yield f"{indent}/**"
        yield from (f"{indent} * {line}".rstrip() for line in lines)
        yield f"{indent} */"


def _options(kind: Any) -> tuple[Any, ...]:
    """The members of a union, of a list of words one by one."""
    if get_origin(kind) is Annotated:
        return _options(unmarked(kind))
    if get_origin(kind) is Literal:
        return tuple(Literal[value] for value in get_args(kind))
    return get_args(kind) if get_origin(kind) in (Union, types.UnionType) else (kind,)


def _show(kind: Any, known: set[str]) -> str:
    if (alias := alias_on_wire(kind)) in known:
        return alias
    if kind in PLAIN:
        return PLAIN[kind]
    if isinstance(kind, type) and (is_message(kind) or is_named_tuple(kind) or is_dataclass(kind)):
        return kind.__name__
    origin, args = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _show(unmarked(kind), known)
    if origin is Literal:
        return " | ".join(json.dumps(value, ensure_ascii=False) for value in args)
    if origin in (Union, types.UnionType):
        return " | ".join(dict.fromkeys(_show(arg, known) for arg in args))
    if origin in (list, set, frozenset) or (origin is tuple and args[1:] == (...,)):
        inner = _show(args[0], known)
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if origin is tuple:
        return f"[{', '.join(_show(arg, known) for arg in args)}]"
    if origin is dict:
        return f"Record<{_show(args[0], known)}, {_show(args[1], known)}>"
    raise TypeError(f"the wire has no word for {kind!r}")


def shapes_ts() -> str:
    boxes = (f"\t{symbol}: [{', '.join(map(str, box))}]," for symbol, box in BOXES.items())
    sockets = (f"\t[{round(x)}, {round(y)}]," for x, y in SOCKETS)
    return "\n".join(
        (
            "// Written by `python -m ridotto.server.typescript` from src/ridotto/draw: do not edit.",
            "/** A Venetian half mask. */",
            "export const COLOMBINA =",
            f'\t"{COLOMBINA}";',
            f'export const CROWN = "{CROWN}";',
            f'export const PENNANT = "{PENNANT}";',
            "/** What a symbol of Venise fills, by the first part of its name: left, top, width, height. */",
            "export const BOXES: Record<string, [number, number, number, number]> = {",
            *boxes,
            "};",
            "/** Where gems lie on a tent. */",
            "export const SOCKETS: [number, number][] = [",
            *sockets,
            "];",
            "",
        )
    )


TARGETS: Final = {
    "web/src/wire.ts": wire_ts,
    "web/src/palette.css": palette_css,
    "web/src/shapes.ts": shapes_ts,
    "docs/protocol.md": protocol_page,
}


def main() -> None:
    for path, make in TARGETS.items():
        target = ROOT / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(make(), "utf-8")


if __name__ == "__main__":
    main()
