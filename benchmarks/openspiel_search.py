"""OpenSpiel's information-set search as a bot of the arena, called from the folder of this repository:

ridotto arena xequeo doge benchmarks.openspiel_search:OpenSpielSearch@1s
"""

from __future__ import annotations

import time
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms.ismcts import ChildSelectionPolicy, ISMCTSBot, ISMCTSFinalPolicyType
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

from ridotto.adapters.openspiel import ACTIONS, NAME, Now, State
from ridotto.bots import Choice, Limit, Reason
from ridotto.core import show_options
from ridotto.games.xequeo import View, XeQueo
from ridotto.games.xequeo.moves import HIDDEN, Move

SIMULATIONS = 100
"""Without any limit, and to find out how fast it is."""
EXPLORATION = 1.4


class OpenSpielSearch:
    """Looks at a round by itself, as our own search does; worlds are drawn from what the view leaves open."""

    name = "openspiel"

    def __init__(self, game: XeQueo) -> None:
        self.game = XeQueo(replace(game.options, rings=1))
        self.spiel = pyspiel.load_game(NAME, {"options": show_options(self.game.options)})
        self._per_second = 0.0

    def choose(self, view: View, limit: Limit, rng: Random) -> Choice[Move]:
        if len(view.legal) == 1:
            return Choice(view.legal[0], ((view.legal[0], 1.0),), (Reason("why_only"),))
        count = limit.iterations or SIMULATIONS
        if limit.seconds is not None:
            count = max(2, round(limit.seconds * self._per_second)) if self._per_second else SIMULATIONS
        bot = ISMCTSBot(
            self.spiel,
            RandomRolloutEvaluator(1, np.random.RandomState(rng.getrandbits(32))),
            EXPLORATION,
            count,
            random_state=np.random.RandomState(rng.getrandbits(32)),
            final_policy_type=ISMCTSFinalPolicyType.NORMALIZED_VISITED_COUNT,
            allow_inconsistent_action_sets=True,
            child_selection_policy=ChildSelectionPolicy.UCT,
        )
        bot.set_resampler(lambda *_: self._world(view, rng))
        began = time.perf_counter()
        policy = bot.get_policy(self._world(view, rng))
        self._per_second = count / (time.perf_counter() - began)
        odds = tuple((ACTIONS[action], share) for action, share in policy if share > 0)
        move = rng.choices([move for move, _ in odds], [share for _, share in odds])[0]
        return Choice(move, odds, (Reason("why_searched", {"count": count, "percent": 50}),))

    def _world(self, view: View, rng: Random) -> Any:
        """A state that may be the true one. Each seat remembers its own choice, so that no search mixes them up."""
        state = self.game.sample(view, rng)._replace(rings=(0, 0), results=(), past=())
        if view.phase == "choose" and view.seat == 1 and state.choices[0] == HIDDEN:
            state = state._replace(choices=(rng.randrange(self.game.pieces), HIDDEN))  # it asks one after the other
        world = State(self.spiel)
        world.now = Now(self.game, state, (str(state.choices[0]), str(state.choices[1])))
        return world
