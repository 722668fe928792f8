"""Venise, played for the whole way."""

from __future__ import annotations

from random import Random
import os

from ridotto.bots import Choice, Limit, Reason
from ridotto.bots.doge.judge import Judge, Weights
from ridotto.bots.doge.turns import plans
from ridotto.games.venise.moves import END, Move
from ridotto.games.venise.rules import State, Venise, View

class Gondolier:
    name = "gondolier"

    def __init__(self, game: Venise, weights: Weights | None = None) -> None:
        self.game = game
        self.judge = Judge(game, weights or Weights())
        self.next = {}

    def choose(self, view: View, limit: Limit, rng: Random) -> Choice[Move]:
        state = self.game.sample(view, Random(0))
        judge = self.judge
        best = max(plans(self.game, state, judge.value, judge.hand, limit.iterations or 2000), key=lambda p: p.value)
        if not best.moves and state.turn.phase == "discard":
            best = max(list(plans(self.game, state, judge.value, judge.hand, limit.iterations or 2000))[1:], key=lambda p: p.value)
        move = best.moves[0] if best.moves else END
        return Choice(move, ((move, 1.0),), (Reason("why_ve_material"),))
