"""An independent solution of a round: the sequence form, walked by the rules alone, as one linear programme.

Nothing of the solver is used here, so that the two can be held against each other.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import coo_array, hstack

from ridotto.games.xequeo import State, XeQueo


class _Sequences:
    """Of one seat: every action at every information set is a sequence; each information set hangs on one."""

    def __init__(self) -> None:
        self.number: dict[tuple[Any, Any], int] = {}
        self.infosets: dict[Any, tuple[int, list[int]]] = {}
        """Each with the sequence it hangs on and its own sequences; sequence 0 is the empty one."""

    def at(self, infoset: Any, before: int, actions: tuple[Any, ...]) -> list[int]:
        if infoset not in self.infosets:
            own = [self.number.setdefault((infoset, action), len(self.number) + 1) for action in actions]
            self.infosets[infoset] = before, own
        return self.infosets[infoset][1]

    def constraints(self) -> tuple[Any, Any]:
        """What makes weights of sequences a strategy: the weights of an information set add up to what it hangs on."""
        entries = [(0, 0, 1.0)]
        for row, (before, own) in enumerate(self.infosets.values(), 1):
            entries += [(row, before, -1.0), *((row, sequence, 1.0) for sequence in own)]
        rows, columns, values = zip(*entries, strict=True)
        shape = len(self.infosets) + 1, len(self.number) + 1
        return coo_array((values, (rows, columns)), shape=shape), np.eye(1, shape[0])[0]


def value(game: XeQueo) -> float:
    """What the game, played for one ring, is worth to seat 0."""
    seats = _Sequences(), _Sequences()
    payoffs: dict[tuple[int, int], float] = {}

    def walk(state: State, last: tuple[int, int]) -> None:
        if state.phase == "over":
            payoffs[last] = payoffs.get(last, 0.0) + (1.0 if state.results[-1].winner == 0 else -1.0)
            return
        seat = game.actors(state)[0]
        actions = game.legal(state, seat)
        infoset = state.phase, state.choices[seat], state.moves
        for action, sequence in zip(actions, seats[seat].at(infoset, last[seat], actions), strict=True):
            walk(game.play(state, seat, action), (sequence, last[1]) if seat == 0 else (last[0], sequence))

    walk(game.start(), (0, 0))
    (e, e0), (f, f0) = (seat.constraints() for seat in seats)
    rows, columns = zip(*payoffs, strict=True)
    a = coo_array((list(payoffs.values()), (rows, columns)), shape=(e.shape[1], f.shape[1]))
    # max f0·v so that F'v <= A'x, Ex = e0, x >= 0: the rival answers at its best, x makes the best of that.
    found = linprog(
        np.concatenate([np.zeros(e.shape[1]), -f0]),
        A_ub=hstack([-a.T, f.T]),
        b_ub=np.zeros(f.shape[1]),
        A_eq=hstack([e, coo_array((e.shape[0], f.shape[0]))]),
        b_eq=e0,
        bounds=[(0, None)] * e.shape[1] + [(None, None)] * f.shape[0],
    )
    assert found.fun is not None
    return float(-found.fun)
