"""What a move of Xe Queo! amounts to, for the goals of lessons."""

from __future__ import annotations

from importlib.resources import files
from typing import Final

from ridotto.core import Actor
from ridotto.games.xequeo.board import SIDE, Square
from ridotto.games.xequeo.moves import Call, Choose, Go, Lay, Move
from ridotto.games.xequeo.rules import State, XeQueo

DEEDS: Final = frozenset(
    {"step", "jump", "chain", "own", "other", "entry", "counter", "stray", "call", "miss", "lay", "choose"}
)


def lessons_text() -> str:
    return (files(__package__) / "data" / "lessons.toml").read_text("utf-8")


def deeds_of(_game: XeQueo, before: State, actor: Actor, move: Move, after: State) -> frozenset[str]:
    if isinstance(move, Go):
        found = {_way(before, move), "own" if before.choices[actor] == move.piece else "other"}
        if "chain" in found:
            found.add("jump")
        return frozenset(found | ({after.results[-1].how} if move.square == before.ring else set()))
    if isinstance(move, Call):
        return frozenset({after.results[-1].how})
    return frozenset({"lay"} if isinstance(move, Lay) else {"choose"} if isinstance(move, Choose) else ())


def _way(before: State, move: Go) -> str:
    """A step, a jump, or several."""
    origin = before.pieces[move.piece]
    (x, y), (u, v) = _at(origin), _at(move.square)
    if max(abs(u - x), abs(v - y)) == 1:
        return "step"
    is_jump = {abs(u - x), abs(v - y)} <= {0, 2} and (x + u) // 2 + SIDE * ((y + v) // 2) in before.pieces
    return "jump" if is_jump else "chain"


def _at(square: Square) -> tuple[int, int]:
    return square % SIDE, square // SIDE
