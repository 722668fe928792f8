"""Search heuristics of Xe Queo! and Venise: priors, likely worlds, playouts, values."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Final, NamedTuple

from ridotto.bots.doge.judge import WORTH, Judge
from ridotto.bots.doge.playouts import Playouts
from ridotto.bots.doge.turns import Turns, TurnState, own_of, turn
from ridotto.bots.search import Heuristics, Values
from ridotto.bots.xequeo import Greedy
from ridotto.cache import Cache
from ridotto.core import Seat
from ridotto.games import venise
from ridotto.games.venise.moves import END
from ridotto.games.venise.moves import Move as VeniseMove
from ridotto.games.xequeo import View as XeQueoView
from ridotto.games.xequeo import XeQueo
from ridotto.games.xequeo import rules as xequeo
from ridotto.games.xequeo.moves import Call, Go
from ridotto.games.xequeo.moves import Move as XeQueoMove

WON: Final = ((1.0, 0.0), (0.0, 1.0))
EVEN: Final = (0.5, 0.5)
KEPT: Final = 1 << 14
NODE_PLANS: Final = 150
"""Plans listed at a node."""
PLAYOUT_PLANS: Final = 30
"""Plans listed for each turn of a playout."""
ROOT_PLANS: Final = 1000
"""Plans listed for the observer's own turn."""


class XeQueoHeuristics(Heuristics[xequeo.State]):
    """Rivals do not know whose piece is whose. The search ends with the round: who wins more of them wins the match."""

    redeal_share = 0.5
    prior_visits = 20
    exploration = 0.5

    def __init__(self, game: XeQueo) -> None:
        super().__init__(game)
        self.game: XeQueo = game
        self._greedy = Greedy(game)
        self._beliefs_of: tuple[XeQueoView, list[list[float]]] | None = None

    def world(self, view: XeQueoView, rng: Random) -> xequeo.State:
        """Pieces that were moved are likelier to be the mover's, those that could have entered are less."""
        state: xequeo.State = self.game.sample(view, rng)
        if view.phase != "play":
            return state
        beliefs = self._beliefs(view)
        pieces = range(self.game.pieces)
        first, second = (
            view.choice if seat == view.seat else rng.choices(pieces, beliefs[seat])[0] for seat in range(2)
        )
        return state._replace(choices=(first, second))

    def _beliefs(self, view: XeQueoView) -> list[list[float]]:
        """By seat: how likely each piece is its own, to somebody who has only watched."""
        if self._beliefs_of is not None:
            known, beliefs = self._beliefs_of
            if known is view:
                return beliefs
        beliefs = [self._greedy.belief(replace(view, seat=1 - seat)) for seat in range(2)]
        self._beliefs_of = view, beliefs
        return beliefs

    def root_priors(self, view: XeQueoView) -> Mapping[XeQueoMove, float]:
        """What a sensible beginner thinks of the moves."""
        if view.phase != "play":
            return {}
        greedy, position = self._greedy, view.position
        rated = greedy.rate(position.pieces, position.ring, greedy.belief(view), view.choice, view.legal)
        return {move: (1 + value) / 2 for move, (value, _) in rated.items()}

    def secret(self, state: xequeo.State, seat: Seat) -> Hashable:
        return state.choices[seat]

    def values(self, state: xequeo.State) -> Values | None:
        if state.phase != "ring" and state.phase != "over":
            return None
        winner = state.results[-1].winner if state.results else None
        return EVEN if winner is None else WON[winner]

    def pick(self, state: xequeo.State, actor: Seat, rng: Random) -> XeQueoMove:
        """Enter if possible, else any move that is no call, else guess."""
        legal: Sequence[XeQueoMove] = self.game.legal(state, actor)
        if state.phase != "play":
            return rng.choice(legal)
        own, ring = state.choices[actor], state.ring
        goes = []
        for move in legal:
            if isinstance(move, Go):
                if move.square != ring:
                    goes.append(move)
                elif move.piece == own:
                    return move
            elif isinstance(move, Call):
                break
        return rng.choice(goes or legal)


class Outlook(NamedTuple):
    """What the plans for the rest of a turn come to."""

    priors: Mapping[VeniseMove, float]
    """By first move: the value of the best plan that begins with it."""
    best: TurnState
    """How the best plan leaves the turn."""


class VeniseHeuristics(Heuristics[venise.State]):
    """Random play leads nowhere here: a position is worth what the best plan for the rest of the turn makes of it."""

    exploration = 0.02
    prior_visits = 40

    def __init__(self, game: venise.Venise) -> None:
        super().__init__(game)
        self._judge = Judge(game)
        self._turns = Turns(game, self._judge.hand)
        self._playouts = Playouts(self._turns, self._judge)
        self._known: Cache[Hashable, Outlook] = Cache(KEPT)

    def root_priors(self, view: venise.View) -> Mapping[VeniseMove, float]:
        if view.phase != "play":
            return {}
        return self._find_outlook(self.game.sample(view, Random(0)), ROOT_PLANS).priors

    def priors(self, state: venise.State, actor: Seat) -> Mapping[VeniseMove, float]:
        return self._outlook(state).priors if state.turn.phase == "play" else {}

    def moves(self, state: venise.State, actor: Seat) -> Sequence[VeniseMove]:
        """First moves of the listed plans; of discards only what is missed least."""
        if state.turn.phase == "play":
            return tuple(self._outlook(state).priors)
        return (self._playouts.discard(state.cards.hands[actor], self.game.legal(state, actor)),)

    def is_leaf(self, state: venise.State) -> bool:
        """The tree ends with the turn: values before and after it cannot be compared that exactly."""
        return state.turn.phase != "play"

    def playout(self, state: venise.State, rng: Random) -> Values:
        """Plays the best plan, gives everybody another turn, and judges the rest."""
        seat = state.turn.seat
        end = self._outlook(state).best if state.turn.phase == "play" else turn(state)[0]
        if seat in state.finished:
            value = WORTH[state.finished.index(seat)]
        else:
            value = (
                WORTH[len(state.finished)] if end.is_home else self._playouts.value(state, end, rng, PLAYOUT_PLANS, 1)
            )
        values = [1 - value] * self.game.seats
        values[seat] = value
        return values

    def _outlook(self, state: venise.State) -> Outlook:
        # Rivals' hands make hardly a difference to one's turn: one answer serves many worlds.
        key = state.turn, state.pieces, state.cards.hands[state.turn.seat]
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._find_outlook(state, NODE_PLANS)
        return known

    def _find_outlook(self, state: venise.State, plans: int) -> Outlook:
        seat = state.turn.seat
        others = {s: own_of(state, s) for s in range(self.game.seats) if s != seat and s not in state.finished}
        found = self._turns.plans(*turn(state), self._judge.scale(others, seat, len(state.finished)), plans)
        priors: dict[VeniseMove, float] = {}
        for plan in found:
            first = plan.moves[0] if plan.before else END
            priors[first] = max(plan.value, priors.get(first, 0.0))
        best = max(found, key=lambda plan: plan.value)
        return Outlook(priors, best.after)
