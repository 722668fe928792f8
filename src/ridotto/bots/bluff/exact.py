"""Exact exploitability of the bluffer's real play, where every course of a round can be followed."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ridotto.bots.bluff.resolve import Decision, Resolver, Standing, Vector
from ridotto.bots.bluff.rules import targets
from ridotto.core import Seat
from ridotto.games.xequeo import Position
from ridotto.games.xequeo.board import BIT, squares_of
from ridotto.games.xequeo.moves import GO, Go


class Exploited(NamedTuple):
    value: float
    """What the best response wins a round, both seats alike."""
    gains: tuple[float, float]
    """What it wins against the bluffer in either seat."""
    nodes: int


def exploitability(resolver: Resolver, position: Position) -> Exploited:
    nodes = 0

    def answer(decision: Decision) -> Vector:
        """What the bluffer's turn is worth to each secret of the rival."""
        nonlocal nodes
        nodes += 1
        worth, reached = ends(decision)
        for index in range(len(decision.moves)):
            if reached[index] > 0:
                worth = worth + reached[index] * best(decision.after(decision.moves[index]))
        return worth

    def best(standing: Standing) -> Vector:
        """The most that each secret of the rival can make of its turn."""
        nonlocal nodes
        nodes += 1
        worth, moves = options(resolver, standing, position.ring)
        for move in moves:
            worth = np.maximum(worth, answer(resolver.solve(standing.moved(move), position.ring)))
        return worth

    def against(seat: Seat) -> float:
        if position.turn == seat:
            return float(answer(resolver.decide(position, seat, ())).max())
        return float(best(resolver.standing(position, seat, ())).max())

    gains = against(0), against(1)
    return Exploited(sum(gains) / 2, gains, nodes)


def options(resolver: Resolver, standing: Standing, ring: int) -> tuple[Vector, list[Go]]:
    """What each secret of the rival gets by ending the round at its turn, and the quiet moves it has instead."""
    masks = np.empty(len(standing.pieces), np.int64)
    targets(resolver.geo, np.array(standing.pieces, np.int8), ring, masks)
    belief = standing.mine
    can_enter = (masks >> ring & 1).astype(bool)
    worth = np.where(can_enter, np.maximum(1 - 2 * belief, 2 * belief.max() - 1), 2 * belief.max() - 1)
    quiet = [GO[piece][square] for piece, mask in enumerate(masks.tolist()) for square in squares_of(mask & ~BIT[ring])]
    return worth.astype(np.float32), quiet


def ends(decision: Decision) -> tuple[Vector, Vector]:
    """What the bluffer's entries and calls bring each secret of the rival, and how likely each quiet move is."""
    quiet, count = len(decision.moves), len(decision.standing.mine)
    reached = decision.mix @ decision.standing.mine
    entering = decision.mix[quiet] * decision.standing.mine
    called = reached[quiet + 1 :]
    worth = 2 * entering - entering.sum() + called.sum() - 2 * called
    assert len(worth) == count
    return worth, reached[:quiet]
