"""Two games with known answers, to test a solver by before it is trusted with ours."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import numpy as np

from ridotto.bots.solver.tree import Branch, Floats, Matrix
from ridotto.core import Seat


class Kuhn:
    """Kuhn poker: three cards, one each, one bet. Worth −1/18 to the first seat."""

    types = (3, 3)
    root = ""

    @property
    def deal(self) -> Floats:
        return (1 - np.eye(3)) / 6

    def actor(self, place: str) -> Seat:
        return len(place) % 2

    def branches(self, place: str) -> Sequence[Branch]:
        return [self._branch(place + letter) for letter in "pb"]

    def _branch(self, history: str) -> Branch:
        match history:
            case "pp":
                return Branch("p", None, self._showdown(1))
            case "bb" | "pbb":
                return Branch("b", None, self._showdown(2))
            case "bp":
                return Branch("p", None, ((1.0,) * 3,) * 3)
            case "pbp":
                return Branch("p", None, ((-1.0,) * 3,) * 3)
        return Branch(history[-1], history, None)

    def _showdown(self, stake: float) -> Matrix:
        return tuple(tuple(stake if mine > theirs else -stake for theirs in range(3)) for mine in range(3))


class LiarsDice:
    """Liar's Dice, one die each: raise the bid or call. The highest face is wild."""

    root = -1

    def __init__(self, faces: int = 6) -> None:
        self.faces = faces
        self.types = (faces, faces)
        self.bids = tuple(product((1, 2), range(faces)))
        self._payoffs = {}
        for bid, bidder in product(range(len(self.bids)), (0, 1)):
            self._payoffs[bid, bidder] = self._called(bid, bidder)

    @property
    def deal(self) -> Floats:
        return np.full(self.types, 1 / self.faces**2)

    def actor(self, place: int | tuple[int, Seat]) -> Seat:
        return 0 if isinstance(place, int) else 1 - place[1]

    def branches(self, place: int | tuple[int, Seat]) -> Sequence[Branch]:
        last = place if isinstance(place, int) else place[0]
        seat = self.actor(place)
        raises = [Branch(bid, (bid, seat), None) for bid in range(last + 1, len(self.bids))]
        return raises if isinstance(place, int) else [*raises, Branch("liar", None, self._payoffs[place])]

    def _called(self, bid: int, bidder: Seat) -> Matrix:
        quantity, face = self.bids[bid]

        def worth(dice: tuple[int, int]) -> float:
            is_true = sum(die in (face, self.faces - 1) for die in dice) >= quantity
            return 1.0 if is_true == (bidder == 0) else -1.0

        return tuple(tuple(worth((mine, theirs)) for theirs in range(self.faces)) for mine in range(self.faces))
