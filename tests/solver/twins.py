"""Policies of our solver as tables of OpenSpiel, and back: so that each can judge the other's."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from ridotto.bots.solver.cfr import Solver
from ridotto.core import Seat

Table = dict[str, list[tuple[int, float]]]
"""By information state, what to do how likely."""


class _Infoset(NamedTuple):
    seat: Seat
    place: tuple[int, int] | None
    """None: the secret choice."""
    type: int
    actions: tuple[tuple[int, int], ...]
    """Each with its row in the tree, or with the type it chooses."""


class Twins:
    """A game of OpenSpiel and a solved tree of the same game.

    In OpenSpiel's game the first two actions give the seats their types, by chance or by choice; the others are moves.
    """

    def __init__(self, solver: Solver, game: Any, move_of: Callable[[int], Any], type_of: Callable[[int], int]) -> None:
        self._tree = solver.tree
        self._move_of, self._type_of = move_of, type_of
        self._infosets: dict[str, _Infoset] = {}
        self._walk(game.new_initial_state(), (), (0, 0))

    def _walk(self, state: Any, types: tuple[int, ...], place: tuple[int, int]) -> None:
        if state.is_terminal():
            return
        actions = state.legal_actions()
        if len(types) < 2:
            if not state.is_chance_node():
                pairs = tuple((action, self._type_of(action)) for action in actions)
                self._infosets[state.information_state_string()] = _Infoset(len(types), None, 0, pairs)
            for action in actions:
                self._walk(state.child(action), (*types, self._type_of(action)), place)
            return
        seat, (d, node) = state.current_player(), place
        moves = self._tree.branch_moves(d)
        pairs = tuple((action, moves.index(self._move_of(action))) for action in actions)
        self._infosets[state.information_state_string()] = _Infoset(seat, place, types[seat], pairs)
        for action, a in pairs:
            row = int(self._tree.rows[d]) + a
            below = int(self._tree.child[row])
            self._walk(state.child(action), types, (below, int(self._tree.block[row]) + node))

    def table(self, solver: Solver) -> Table:
        """The solver's average strategy, as `pyspiel.exploitability` takes it."""
        table: Table = {}
        for text, (seat, place, type_, pairs) in self._infosets.items():
            shares = solver.choice(seat) if place is None else solver.policy(*place)[:, type_]
            table[text] = [(action, float(shares[at])) for action, at in pairs]
        return table

    def load(self, table: Mapping[str, Sequence[tuple[int, float]]], solver: Solver) -> None:
        """Makes OpenSpiel's policy the solver's average strategy."""
        solver.average[:] = 0
        for text, (seat, place, type_, pairs) in self._infosets.items():
            shares = dict(table[text])
            if place is None:
                solver.choice_average[seat][:] = [shares[action] for action, _ in pairs]
                continue
            d, node = place
            numbers = solver.average[self._tree.slot[d] : self._tree.slot[d + 1]].reshape(self._tree.shape(d))
            for action, a in pairs:
                numbers[a, type_, node] = shares.get(action, 0.0)
