"""The bluffer of Xe Queo!: near-equilibrium play on the full board, its training and its measurement.

`rules` are the compiled rules, `features` and `net` the value network, `subgame` the depth-limited solver, `resolve`
the chain of solves that is a round, `player` the bots that play by it. `selfplay` and `train` make the network; `exact`
and `lbr` measure what the bots give away.

Importing this needs neither NumPy nor numba: where they are missing, somebody weaker sits down and says so.
"""

from __future__ import annotations

from random import Random
from typing import Any

from ridotto.bots import Bot, Choice, Limit, Reason
from ridotto.games.xequeo import XeQueo


class StandIn:
    """Plays in place of a bot that cannot, and says why."""

    def __init__(self, name: str, bot: Bot, reason: Reason) -> None:
        self.name = name
        self.bot = bot
        self.reason = reason

    def choose(self, view: Any, limit: Limit, rng: Random) -> Choice[Any]:
        choice = self.bot.choose(view, limit, rng)
        return Choice(choice.move, choice.odds, (self.reason, *choice.reasons))


def _level(name: str, game: XeQueo) -> Bot:
    try:
        from ridotto.bots.bluff.net import WeightsError
        from ridotto.bots.bluff.player import make
    except ImportError as error:
        missing = Reason("why_no_numbers", {"module": error.name or str(error)})
    else:
        try:
            return make(name, game)
        except WeightsError as error:
            missing = Reason("why_no_weights", {"reason": str(error)})
    from ridotto.bots.search import ISMCTS

    return StandIn(name, ISMCTS(game), missing)


def doge(game: XeQueo) -> Bot:
    return _level("doge", game)


def mask(game: XeQueo) -> Bot:
    return _level("mask", game)
