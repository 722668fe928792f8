"""Positions to try the rules on, and golden files."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ridotto.core import CHANCE, IllegalMove, chance_move
from ridotto.games.venise import State, Venise
from ridotto.games.venise.boards import Board, symmetries
from ridotto.games.venise.deck import CARDS, Card
from ridotto.games.venise.moves import Move, Play
from ridotto.games.venise.planks import Field, Mask, Planks, bits
from ridotto.games.venise.symmetry import SYMMETRIES

OPEN = "OoooO;ooooo;ooooo;OoooO R:b4,c4,b3,c3 W:d4,e3,d3,e2 G:d1,c1,d2,c2 P:b1,a2,b2,a3"
"""A board of plain posts: every slot there can be is there."""
GOLDEN = Path(__file__).parent / "golden"


@cache
def game(**options: Any) -> Venise:
    """Seat 0, red in the north-west, begins; seat 1 is green in the south-east."""
    return Venise(**{"board": OPEN, "first": "0"} | options)


def begin(venise: Venise, seed: int = 0) -> State:
    """The first turn, cards dealt."""
    rng, state = Random(seed), venise.start()
    while venise.actors(state) == (CHANCE,):
        state = venise.play(state, CHANCE, chance_move(venise, state, rng))
    return state


def state_with(
    venise: Venise,
    *,
    pawns: Sequence[str] = (),
    planks: Sequence[str] = (),
    hand: Sequence[Card] = (),
    gems: Sequence[str] | None = None,
    stock: tuple[int, int] | None = None,
    tiles: int = 0,
) -> State:
    """Seat 0 to play with this hand; what is not said is as at the start."""
    state = begin(venise)
    laid = state.pieces
    laid = laid._replace(planks=venise.planks.mask(*planks), tiles=(tiles, *laid.tiles[1:]))
    if pawns:
        laid = laid._replace(pawns=tuple(venise.planks.number[name] for name in pawns))
    if gems is not None:
        laid = laid._replace(gems=(venise.planks.mask(*gems), *laid.gems[1:]))
    if stock is not None:
        laid = laid._replace(stocks=(stock, *laid.stocks[1:]))
    counts = tuple(list(hand).count(card) for card in CARDS)
    nothing = (0,) * len(CARDS)
    cards = state.cards._replace(
        hands=(counts, *state.cards.hands[1:]),
        shown=((*nothing[:-1], counts[-1]), *state.cards.shown[1:]),
    )
    return state._replace(pieces=laid, cards=cards)


def play(venise: Venise, state: State, *texts: str) -> State:
    """Moves of whoever is to act, and of chance where a text says so."""
    for text in texts:
        (actor,) = venise.actors(state)
        state = venise.play(state, actor, venise.parse_move(text))
    return state


def through_chance(venise: Venise, state: State, seed: int = 0) -> State:
    rng = Random(seed)
    while venise.actors(state) == (CHANCE,):
        state = venise.play(state, CHANCE, chance_move(venise, state, rng))
    return state


def options(venise: Venise, state: State, card: str) -> set[str]:
    """Where the seat to act may play a card, as texts: ``*short`` asks for a joker as a short plank."""
    moves: tuple[Move, ...] = venise.legal(state, state.turn.seat)
    prefix = f"{card}:"
    return {str(move).removeprefix(prefix) for move in moves if isinstance(move, Play) and str(move).startswith(prefix)}


def texts(venise: Venise, state: State) -> set[str]:
    (actor,) = venise.actors(state)
    return set(map(str, venise.legal(state, actor)))


def refused(venise: Venise, state: State, text: str) -> str:
    """The code of the error that a move meets."""
    with pytest.raises(IllegalMove) as caught:
        play(venise, state, text)
    assert str(caught.value)
    return caught.value.code


def pawn(venise: Venise, state: State, seat: int = 0) -> str:
    return venise.planks.names[state.pieces.pawns[seat]]


def laid(venise: Venise, state: State) -> set[str]:
    return set(venise.planks.show(state.pieces.planks))


def check_golden(name: str, text: str) -> None:
    """Compares with a file; GOLDEN=write makes it anew, for a person to read through."""
    path = GOLDEN / name
    if os.environ.get("GOLDEN") == "write":
        path.write_text(text, "utf-8")
    assert text == path.read_text("utf-8")


def component(physics: Planks, field: Field, laid: Mask) -> Mask:
    """The fields a pawn can walk to, its own included."""
    seen = todo = 1 << field
    while todo:
        found = 0
        for near in bits(todo):
            found |= physics.reach(near, laid)
        todo = found & ~seen
        seen |= todo
    return seen


def is_symmetric(board: Board) -> bool:
    """Under both mirrors: all four corners are equal."""
    return len(symmetries(board)) == len(SYMMETRIES)
