"""The yardstick for every other bot."""

from __future__ import annotations

from random import Random
from typing import Any

from ridotto.bots import Choice, Limit, Reason
from ridotto.core import AnyGame


class RandomBot:
    """Any legal move, all equally likely; plays every game of the house."""

    name = "random"

    def __init__(self, game: AnyGame) -> None:
        self.game = game

    def choose(self, view: Any, limit: Limit, rng: Random) -> Choice[Any]:
        odds = tuple((move, 1 / len(view.legal)) for move in view.legal)
        return Choice(rng.choice(view.legal), odds, (Reason("why_random"),))
