"""Why a move: what it is worth, how often it is right, and what it tells the other seat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ridotto.bots.solver.cfr import Solver
from ridotto.bots.solver.tree import TINY, Floats
from ridotto.core import Seat

Flags: TypeAlias = NDArray[np.bool_]

LEAST_EXPECTED: Final = 1e-3
"""A move less likely than this is taken for one that the policy does not make: averages never quite forget."""


class MoveReason(NamedTuple):
    move: Any
    odds: float
    """How likely it was for somebody who does not know the mover's type."""
    mix: tuple[float, ...]
    """By the mover's type, how often it should be made."""
    worth: tuple[float, ...]
    """By the mover's type, what it gives the mover; NaN where that type may not do it."""
    gain: tuple[float, ...]
    """By the mover's type, how much better it is than the mix. Negative is a mistake."""
    bits: float
    """What it gives away: how far it takes the other seat's belief from what it was."""
    belief: tuple[float, ...]
    """What the other seat should believe about the mover's type after it."""


@dataclass(frozen=True, slots=True)
class Reasons:
    seat: Seat
    """Who moves."""
    value: float
    """Of the place to the mover, types unknown."""
    values: tuple[float, ...]
    """The same by the mover's type."""
    belief: tuple[float, ...]
    """What the other seat should believe about the mover's type before the move."""
    moves: tuple[MoveReason, ...]

    def about(self, move: Any) -> MoveReason:
        return next(reason for reason in self.moves if reason.move == move)


def update(belief: Floats, likely: Floats, legal: Flags) -> tuple[Floats, bool]:
    """Bayes: the belief after something that each type does so likely, and whether the policy allows for it at all.

    What should never happen rules out the types that could not do it, and tells nothing else.
    """
    after = belief * likely
    is_expected = after.sum() > LEAST_EXPECTED
    if not is_expected:
        after = belief * legal
        if after.sum() <= TINY:
            after = legal.astype(np.float64)
    return after / after.sum(), bool(is_expected)


def bits_between(after: Floats, before: Floats) -> float:
    """The information that takes one belief to the other (Kullback-Leibler), in bits."""
    held = after > 0
    return float(np.sum(after[held] * np.log2(after[held] / np.maximum(before[held], TINY))))


def explain(solver: Solver, belief: Floats, d: int = 0, node: int = 0) -> Reasons:
    """The reasons at one node of a solved tree; `belief` is about the mover's type."""
    tree = solver.tree
    me = int(tree.actor[d])
    mix = solver.policy(d, node)
    worth = solver.worths(d, node)
    legal = tree.uniform[tree.rows[d] : tree.rows[d + 1], : tree.types[me]] > 0
    values = (mix * np.where(legal, worth, 0)).sum(axis=0)
    reasons = []
    for a, move in enumerate(tree.branch_moves(d)):
        after, _ = update(belief, mix[a], legal[a])
        reasons.append(
            MoveReason(
                move=move,
                odds=float(belief @ mix[a]),
                mix=tuple(mix[a].tolist()),
                worth=tuple(np.where(legal[a], worth[a], np.nan).tolist()),
                gain=tuple(np.where(legal[a], worth[a] - values, np.nan).tolist()),
                bits=bits_between(after, belief),
                belief=tuple(after.tolist()),
            )
        )
    return Reasons(me, float(belief @ values), tuple(values.tolist()), tuple(belief.tolist()), tuple(reasons))
