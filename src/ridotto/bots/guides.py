"""What the search is told about the games of the house."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Final, NamedTuple

from ridotto.bots.doge.futures import Futures
from ridotto.bots.doge.judge import WORTH, Judge
from ridotto.bots.doge.turns import Me, Turns, own_of, turn
from ridotto.bots.search import Guide, Values
from ridotto.bots.xequeo import Greedy
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
GLANCE: Final = 150
"""As many plans a quick look takes in."""
QUICK: Final = 30
"""As many, each turn of a playout."""
PLANS: Final = 1000
"""And the first look of all."""


class XeQueoGuide(Guide[xequeo.State]):
    """Rivals doubt whose piece is whose. A round is looked at by itself: who wins more of them wins the match."""

    doubt = 0.5
    faith = 20
    exploration = 0.5

    def __init__(self, game: XeQueo) -> None:
        super().__init__(game)
        self.game: XeQueo = game
        self._greedy = Greedy(game)
        self._believed: tuple[XeQueoView | None, list[list[float]]] = None, []

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
        if self._believed[0] is not view:
            self._believed = view, [self._greedy.belief(replace(view, seat=1 - seat)) for seat in range(2)]
        return self._believed[1]

    def impressions(self, view: XeQueoView) -> Mapping[XeQueoMove, float]:
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


class Look(NamedTuple):
    """What a quick look at the rest of a turn finds."""

    promise: Mapping[VeniseMove, float]
    """What the best plan found comes to that begins with the move."""
    best: Me
    """What the best plan comes to."""


class VeniseGuide(Guide[venise.State]):
    """Random play leads nowhere here: a position is worth what a quick look at the rest of the turn can make of it."""

    exploration = 0.02
    faith = 40

    def __init__(self, game: venise.Venise) -> None:
        super().__init__(game)
        self._judge = Judge(game)
        self._turns = Turns(game, self._judge.hand)
        self._futures = Futures(self._turns, self._judge)
        self._known: dict[Hashable, Look] = {}

    def impressions(self, view: venise.View) -> Mapping[VeniseMove, float]:
        if view.phase != "play":
            return {}
        return self._find(self.game.sample(view, Random(0)), PLANS).promise

    def promises(self, state: venise.State, actor: Seat) -> Mapping[VeniseMove, float]:
        return self._look(state).promise if state.turn.phase == "play" else {}

    def moves(self, state: venise.State, actor: Seat) -> Sequence[VeniseMove]:
        """Those that a quick look comes by; of discards only what is missed least."""
        if state.turn.phase == "play":
            return tuple(self._look(state).promise)
        return (self._futures.discard(state.cards.hands[actor], self.game.legal(state, actor)),)

    def is_far(self, state: venise.State) -> bool:
        """The tree is of one turn: positions before and after somebody's turn cannot be compared that exactly."""
        return state.turn.phase != "play"

    def playout(self, state: venise.State, rng: Random) -> Values:
        """The turn goes as well as a quick look can see; then everybody has another one, the rest is judged."""
        seat = state.turn.seat
        me = self._look(state).best if state.turn.phase == "play" else turn(state)[0]
        if seat in state.finished:
            value = WORTH[state.finished.index(seat)]
        else:
            value = self._futures.value(state, me, rng, QUICK, 1) if me[2] else WORTH[len(state.finished)]
        values = [1 - value] * self.game.seats
        values[seat] = value
        return values

    def _look(self, state: venise.State) -> Look:
        # What rivals hold makes hardly a difference to one's turn: one look serves many worlds.
        key = state.turn, state.table, state.cards.hands[state.turn.seat]
        known = self._known.get(key)
        if known is None:
            if len(self._known) >= KEPT:
                self._known.clear()
            known = self._known[key] = self._find(state, GLANCE)
        return known

    def _find(self, state: venise.State, plans: int) -> Look:
        seat = state.turn.seat
        others = {s: own_of(state, s) for s in range(self.game.seats) if s != seat and s not in state.finished}
        found = self._turns.plans(*turn(state), self._judge.scale(others, seat, len(state.finished)), plans)
        promise: dict[VeniseMove, float] = {}
        for plan in found:
            first = plan.moves[0] if plan.before else END
            promise[first] = max(plan.value, promise.get(first, 0.0))
        best = max(found, key=lambda plan: plan.value)
        return Look(promise, best.me)
