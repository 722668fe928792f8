"""The bluffer of Xe Queo!: near-equilibrium play on the full board, and what it gives away.

`rules` are the compiled rules, `features` and `net` the value network, `subgame` the depth-limited solver, `resolve`
the chain of solves that is a round, `player` the bots that play by it, `punish` the one that punishes habits.
`training` makes the network; `exact` and `lbr` measure what the bots give away.

Importing this needs neither NumPy nor numba: where they are missing, somebody weaker sits down and says so.
"""

from __future__ import annotations

from functools import partial
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


def _seat(name: str, game: XeQueo) -> Bot:
    try:
        from ridotto.bots.bluff.net import WeightsError, shipped
        from ridotto.bots.bluff.player import LEVELS, Bluffer
        from ridotto.bots.bluff.punish import Inquisitor
    except ImportError as error:
        missing = Reason("why_no_numbers", {"module": error.name or str(error)})
    else:
        level = LEVELS[name]
        kind = Inquisitor if level.is_punishing else Bluffer
        try:
            return kind(game, shipped(), level)
        except WeightsError as error:
            missing = Reason("why_no_weights", {"reason": error})
    from ridotto.bots.search import ISMCTS

    return StandIn(name, ISMCTS(game), missing)


casanova, mask, inquisitor, doge = (partial(_seat, name) for name in ("casanova", "mask", "inquisitor", "doge"))
