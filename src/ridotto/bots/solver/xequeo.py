"""A round of Xe Queo! as a public tree. A seat's type is the piece it chose; what may be done is asked of the rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeAlias

import numpy as np

from ridotto.bots.solver.tree import Branch, Floats, Matrix
from ridotto.core import PositionError, Seat
from ridotto.games.xequeo import Options, Position, State, XeQueo
from ridotto.games.xequeo.board import NOWHERE, Square, distance_key
from ridotto.games.xequeo.moves import Call, Go, Move
from ridotto.games.xequeo.position import require_ring

Place: TypeAlias = tuple[tuple[Square, ...], Seat, int]
"""Where the pieces stand, who moves, and how many moves ahead are still looked at (−1: all)."""

TO_THE_END = -1


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
        self.deal = None if ranges is None else np.outer(*ranges)
        self.root: Place = position.pieces, position.turn, depth
        self._payoffs: dict[tuple[Seat, Move], Matrix] = {}

    def actor(self, place: Place) -> Seat:
        return place[1]

    def branches(self, place: Place) -> Sequence[Branch]:
        pieces, turn, depth = place
        every = range(len(pieces))
        legal = [self.game.legal(self.state(place, (piece, piece)), turn) for piece in every]
        moves = {move: None for choices in legal for move in choices}
        branches = []
        for move in moves:
            if isinstance(move, Go) and move.square != self.ring:
                after = (*pieces[: move.piece], move.square, *pieces[move.piece + 1 :])
                if depth == 1:
                    branches.append(Branch(move, None, self.guess(after, 1 - turn)))
                else:
                    branches.append(Branch(move, (after, 1 - turn, max(depth - 1, TO_THE_END)), None))
            else:
                may = tuple(move in choices for choices in legal)
                branches.append(Branch(move, None, self._payoff(place, move, may), () if all(may) else may))
        return branches

    def state(self, place: Place, choices: tuple[int, int]) -> State:
        pieces, turn, _ = place
        return State(pieces, self.ring, turn, choices, (0, 0), pieces, (), ())

    def _payoff(self, place: Place, move: Move, may: tuple[bool, ...]) -> Matrix:
        """Asked of the rules once: who gets the ring depends on the two choices, not on the other pieces."""
        turn = place[1]
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
        raise NotImplementedError


def round_at(position: Position, options: Options = Options()) -> Round:  # noqa: B008 - frozen
    """The round that begins in this position. Raises PositionError where none can."""
    return Round(XeQueo(replace(options, position=str(position))), position)
