"""A round of Xe Queo! as a public tree. A seat's type is the piece it chose.

Where pieces can go is asked of the rules' board, who wins of the rules; a test walks trees and rules side by side.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple

import numpy as np

from ridotto.bots.solver.tree import Branch, Floats, Matrix, TreeTooLarge, build_tree
from ridotto.core import PositionError, Seat
from ridotto.games.xequeo import Options, Position, State, XeQueo
from ridotto.games.xequeo.board import ANYBODY, SIDE, Square, squares_of
from ridotto.games.xequeo.moves import CALL, GO, Move
from ridotto.games.xequeo.position import require_ring

TO_THE_END: Final = -1
RACE: Final = 4
"""Plies ahead in the race that count as a clear lead."""
HALF_SURE: Final = 0.5
"""What a clear lead is taken to be worth."""


class Place(NamedTuple):
    """Where the pieces stand, who moves, and how many moves ahead are still looked at (−1: all)."""

    pieces: tuple[Square, ...]
    turn: Seat
    depth: int


class Round:
    """From the secret choice on, or, with `ranges`, from the middle of a round.

    `ranges` says how likely each seat holds each piece. With `depth`, play stops after so many moves and what is left
    is guessed (`guess`).
    """

    def __init__(
        self,
        game: XeQueo,
        position: Position,
        ranges: tuple[Floats, Floats] | None = None,
        depth: int = TO_THE_END,
    ) -> None:
        require_ring(position)
        if not position.pieces:
            raise PositionError("position_no_pieces")
        self.game = game
        self.ring = position.ring
        self.types = len(position.pieces), len(position.pieces)
        self.ranges = ranges
        self.deal = None if ranges is None else np.outer(*ranges)
        self.root = Place(position.pieces, position.turn, depth)
        every = range(len(position.pieces))
        self._anybody = (True,) * len(every)
        is_own_only = game.options.stray_entry == "forbidden"  # XQ-12, XQ-R2
        self._owners = [tuple(not is_own_only or piece == owner for owner in every) for piece in every]
        self._payoffs: dict[tuple[Seat, Move], Matrix] = {}
        self._guesses: dict[tuple[Seat, tuple[int, ...]], Matrix] = {}

    def cut(self, depth: int) -> Round:
        """The same round, looked at only so many moves ahead."""
        pieces, turn, _ = self.root
        position = Position(self.game.board.width, self.game.board.height, pieces, self.ring, turn)
        return Round(self.game, position, self.ranges, depth)

    def actor(self, place: Place) -> Seat:
        return place.turn

    def branches(self, place: Place) -> Sequence[Branch]:
        pieces, turn, depth = place
        branches = []
        for piece, targets in enumerate(self.game.board.reach(pieces, self.ring, ANYBODY)):
            for square in squares_of(targets):
                move = GO[piece][square]
                if square == self.ring:
                    may = self._owners[piece]
                    branches.append(Branch(move, None, self._payoff(place, move, may), may))
                    continue
                after = (*pieces[:piece], square, *pieces[piece + 1 :])
                if depth == 1:
                    branches.append(Branch(move, None, self.guess(after, 1 - turn)))
                else:
                    branches.append(Branch(move, Place(after, 1 - turn, max(depth - 1, TO_THE_END)), None))
        calls = CALL[: len(pieces)]
        return branches + [Branch(call, None, self._payoff(place, call, self._anybody)) for call in calls]

    def state(self, place: Place, choices: tuple[int, int]) -> State:
        pieces, turn, _ = place
        return State("play", pieces, self.ring, turn, choices, (0, 0), pieces, (), ())

    def _payoff(self, place: Place, move: Move, may: tuple[bool, ...]) -> Matrix:
        """Asked of the rules once: who gets the ring depends on the two choices, not on the other pieces."""
        turn = place.turn
        if (turn, move) not in self._payoffs:

            def worth(first: int, second: int) -> float:
                if not may[(first, second)[turn]]:
                    return 0.0
                end = self.game.play(self.state(place, (first, second)), turn, move)
                return 1.0 if end.results[-1].winner == 0 else -1.0

            every = range(self.types[0])
            self._payoffs[turn, move] = tuple(tuple(worth(first, second) for second in every) for first in every)
        return self._payoffs[turn, move]

    def guess(self, pieces: tuple[Square, ...], turn: Seat) -> Matrix:
        """A rule of thumb, not a result: who would be first in the ring if both ran straight for it.

        It knows nothing of what running gives away. Owners of the same piece are taken to be even.
        """
        turns = [king_distance(square, self.ring) for square in pieces]
        return self._race(tuple(turns), turn)

    def _race(self, turns: tuple[int, ...], turn: Seat) -> Matrix:
        if (turn, turns) not in self._guesses:

            def worth(first: int, second: int) -> float:
                if first == second:
                    return 0.0
                ahead = 2 * (turns[second] - turns[first]) + (1 if turn == 0 else -1)
                return HALF_SURE * max(-1.0, min(1.0, ahead / RACE))

            every = range(self.types[0])
            self._guesses[turn, turns] = tuple(tuple(worth(first, second) for second in every) for first in every)
        return self._guesses[turn, turns]


def king_distance(a: Square, b: Square) -> int:
    return max(abs(a % SIDE - b % SIDE), abs(a // SIDE - b // SIDE))


def deepest(round_: Round, memory: int) -> int:
    """How many moves ahead fit into the memory; at least one is tried."""
    depth = 1
    while True:
        try:
            build_tree(round_.cut(depth + 1), memory)
        except TreeTooLarge:
            return depth
        depth += 1


def round_at(position: Position, options: Options = Options()) -> Round:  # noqa: B008 - frozen
    """The round that begins in this position. Raises PositionError where none can."""
    return Round(XeQueo(replace(options, position=str(position))), position)
