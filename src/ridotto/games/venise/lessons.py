"""What a move of Venise amounts to, for the goals of lessons."""

from __future__ import annotations

from importlib.resources import files
from typing import Final

from ridotto.core import Actor
from ridotto.games.venise.deck import STEPS
from ridotto.games.venise.moves import Discard, End, Exchange, Move, Play, Spend, Take
from ridotto.games.venise.rules import Venise
from ridotto.games.venise.state import State

PLAIN: Final = {Spend: "tile", Take: "take", Exchange: "exchange", End: "end", Discard: "discard"}
DEEDS: Final = frozenset(
    {"walk", "gem", "home", "lay", "remove", "move", "edge", "diagonal", "T", "H", "fall", "joker", *PLAIN.values()}
)


def lessons_text() -> str:
    return (files(__package__) / "data" / "lessons.toml").read_text("utf-8")


def deeds_of(game: Venise, before: State, actor: Actor, move: Move, after: State) -> frozenset[str]:
    if not isinstance(move, Play):
        return frozenset({PLAIN[type(move)]} if type(move) in PLAIN else ())
    found = {"joker"} if move.is_joker else set()
    if move.card in STEPS:
        found.add("walk")
        if before.pieces.gems[actor] != after.pieces.gems[actor]:
            found.add("gem")
        if actor in after.finished:
            found.add("home")
        return frozenset(found)
    found.add(move.card if move.card in ("remove", "move") else "lay")
    if move.card != "remove":
        found.add(game.planks.slots[game.planks.number[move.where[-1]] - game.planks.first_slot].shape)
    planks = (state.pieces.planks.bit_count() for state in (after, before))
    if next(planks) < next(planks) - (move.card == "remove"):
        found.add("fall")
    return frozenset(found)
