"""What each seat should have believed about the other's piece, move by move of a round of Xe Queo!"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple, Protocol, TypeAlias

import numpy as np

from ridotto.bots.solver.cfr import Settings, Solver
from ridotto.bots.solver.reasons import Reasons, explain, update
from ridotto.bots.solver.tree import Floats, TreeTooLarge, build_tree
from ridotto.bots.solver.xequeo import TO_THE_END, Round, deepest
from ridotto.core import RidottoError, Seat
from ridotto.games.xequeo import Position, XeQueo
from ridotto.games.xequeo.moves import Go, Move

Beliefs: TypeAlias = tuple[Floats, Floats]
"""By seat: how likely that seat holds each piece, as the other believes."""

GLANCE: Final = 1_000_000
"""Bytes for a tree that is cut off, where one is solved for every move."""
DOUBT: Final = 1e-3
"""How much of an even belief is mixed in where a round is solved anew from its middle."""


class Policy(Protocol):
    def choice(self, seat: Seat) -> Floats:
        """How likely a seat chooses each piece."""

    def mix(self, moves: tuple[Move, ...]) -> tuple[Seat, Mapping[Move, Floats]]:
        """Who is to move after these moves, and by the piece it holds how likely it makes each move."""


class Network(NamedTuple):
    """What an estimate rests on where a network judges what lies beyond the horizon."""

    level: str
    """Of the bots that play by it."""
    iterations: int
    taken: tuple[float, float] | None
    """What a rival who knows the policy takes from it a round, and the half-width of that figure, where measured."""


class Reader(Protocol):
    """Whoever can read a round: what to believe in it, and what its moves were worth."""

    @property
    def depth(self) -> int:
        """Moves looked ahead, at least; TO_THE_END where the round was solved."""

    @property
    def network(self) -> Network | None: ...

    @property
    def excuse(self) -> RidottoError | None:
        """Why no better reader is at hand."""

    def choice(self, seat: Seat) -> Floats:
        """How likely a seat should choose each piece."""

    def reasons(self, moves: tuple[Move, ...]) -> Reasons:
        """Before a move."""

    def after(self, moves: tuple[Move, ...]) -> tuple[Beliefs, bool]:
        """The beliefs after the last of these moves, which may end the round, and whether it was to be expected."""


def track(policy: Policy, moves: Sequence[Move]) -> list[Beliefs]:
    """The beliefs before the first and after every move of a round."""
    beliefs = [(policy.choice(0), policy.choice(1))]
    for index, move in enumerate(moves):
        seat, mix = policy.mix(tuple(moves[:index]))
        possible = mix[move] > 0
        after, _ = update(beliefs[-1][seat], mix[move], possible if possible.any() else ~possible)
        beliefs.append(replaced(beliefs[-1], seat, after))
    return beliefs


def replaced(beliefs: Beliefs, seat: Seat, belief: Floats) -> Beliefs:
    """One seat's anew."""
    return (belief, beliefs[1]) if seat == 0 else (beliefs[0], belief)


class Spot(NamedTuple):
    """Where a round stands, and the node of the solved tree that stands for it."""

    solver: Solver
    d: int
    node: int
    position: Position
    beliefs: Beliefs
    is_expected: bool
    """Whether the last move is one that the policy makes at all."""


class RoundPolicy:
    """Equilibrium play in one round.

    Solved once, exactly, where the tree fits into the memory; and again from where a move was made that the solution
    never makes. Where it does not fit, every position is looked at `depth` moves ahead with the beliefs held there:
    that is an estimate.
    """

    def __init__(
        self,
        game: XeQueo,
        start: Position,
        settings: Settings = Settings(epsilon=1e-3, iterations=400),  # noqa: B008 - frozen
        memory: int = 1_000_000_000,
        depth: int | None = None,
        stop: Callable[[], bool] = lambda: False,
        excuse: RidottoError | None = None,
    ) -> None:
        self.game = game
        self.stop = stop
        self.excuse = excuse
        self.settings = settings
        self.memory = memory
        whole = Round(game, start)
        self.depth = TO_THE_END
        if depth is not None:
            self.depth = depth
        else:
            try:
                build_tree(whole, memory)
            except TreeTooLarge:
                self.depth = deepest(whole, min(memory, GLANCE))
        solver = self._solve(whole)
        self._spots: dict[tuple[Move, ...], Spot] = {}
        self._spots[()] = Spot(solver, 0, 0, start, (solver.choice(0), solver.choice(1)), is_expected=True)

    network: None = None

    @property
    def is_exact(self) -> bool:
        return self.depth == TO_THE_END

    def _solve(self, round_: Round) -> Solver:
        solver = Solver(build_tree(round_ if self.is_exact else round_.cut(self.depth), self.memory), self.settings)
        for _ in solver.run(self.stop):
            pass
        return solver

    def choice(self, seat: Seat) -> Floats:
        return self._spots[()].beliefs[seat]

    def mix(self, moves: tuple[Move, ...]) -> tuple[Seat, Mapping[Move, Floats]]:
        spot = self.at(moves)
        shares = spot.solver.policy(spot.d, spot.node)
        return spot.position.turn, dict(zip(spot.solver.tree.branch_moves(spot.d), shares, strict=True))

    def reasons(self, moves: tuple[Move, ...]) -> Reasons:
        spot = self.at(moves)
        return explain(spot.solver, spot.beliefs[spot.position.turn], spot.d, spot.node)

    def after(self, moves: tuple[Move, ...]) -> tuple[Beliefs, bool]:
        """The beliefs after the last of these moves, which may end the round, and whether it was to be expected."""
        if not moves:
            return self._spots[()].beliefs, True
        spot, move = self.at(moves[:-1]), moves[-1]
        tree, seat = spot.solver.tree, spot.position.turn
        a = tree.branch_moves(spot.d).index(move)
        legal = tree.uniform[tree.rows[spot.d] + a, : tree.types[seat]] > 0
        belief, is_expected = update(spot.beliefs[seat], spot.solver.policy(spot.d, spot.node)[a], legal)
        return replaced(spot.beliefs, seat, belief), is_expected

    def at(self, moves: tuple[Move, ...]) -> Spot:
        if moves not in self._spots:
            self._spots[moves] = self._next(self.at(moves[:-1]), moves)
        return self._spots[moves]

    def _next(self, spot: Spot, moves: tuple[Move, ...]) -> Spot:
        move = moves[-1]
        assert isinstance(move, Go)
        pieces = spot.position.pieces
        position = spot.position._replace(
            pieces=(*pieces[: move.piece], move.square, *pieces[move.piece + 1 :]), turn=1 - spot.position.turn
        )
        beliefs, is_expected = self.after(moves)
        if self.is_exact and is_expected:
            tree = spot.solver.tree
            row = int(tree.rows[spot.d]) + tree.branch_moves(spot.d).index(move)
            return Spot(
                spot.solver, int(tree.child[row]), int(tree.block[row]) + spot.node, position, beliefs, is_expected
            )
        even = np.full(len(pieces), 1 / len(pieces))
        ranges = beliefs[0] * (1 - DOUBT) + even * DOUBT, beliefs[1] * (1 - DOUBT) + even * DOUBT
        return Spot(self._solve(Round(self.game, position, ranges)), 0, 0, position, beliefs, is_expected)
