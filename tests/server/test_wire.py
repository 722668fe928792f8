"""What is generated from the wire types is what is committed, and the generator has a word for everything."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

import pytest

from ridotto.server import typescript, wire
from ridotto.server.schema import Model, named_types
from ridotto.server.views.sent import Sent


@pytest.mark.parametrize("path", typescript.TARGETS)
def test_generated_files_are_fresh(path: str) -> None:
    wanted = typescript.TARGETS[path]()
    assert (typescript.ROOT / path).read_text("utf-8") == wanted, "run: python -m ridotto.server.typescript"


def test_every_message_is_declared_once() -> None:
    text = typescript.wire_ts()
    names = re.findall(r"^export (?:interface|type) (\w+)", text, re.MULTILINE)
    assert len(names) == len(set(names))
    messages = {
        name for name, value in vars(wire).items() if isinstance(value, type) and issubclass(value, wire.Asked | Sent)
    }
    assert messages - {"Asked", "Sent"} <= set(names)


def test_only_what_the_browser_sends_may_be_left_out() -> None:
    models = {named.name: named for named in named_types() if isinstance(named, Model)}
    assert any(each.is_optional for each in models["NewTable"].properties)
    assert not any(each.is_optional for name in ("Table", "Person", "Words") for each in models[name].properties)


class Point(NamedTuple):
    x: int
    y: int | None


@pytest.mark.parametrize(
    ("kind", "shown"),
    [
        (tuple[int, ...], "number[]"),
        (tuple[int, str], "[number, string]"),
        (list[int | None], "(number | null)[]"),
        (dict[str, tuple[int, ...]], "Record<string, number[]>"),
        (Literal["a", 'b"'], '"a" | "b\\""'),
        (Point, "Point"),
        (float | int, "number"),
        (wire.GameName | None, "string | null"),
    ],
)
def test_types_in_words_of_typescript(kind: object, shown: str) -> None:
    assert typescript._show(kind, set()) == shown


def test_what_has_no_word_is_an_error() -> None:
    with pytest.raises(TypeError):
        typescript._show(complex, set())
