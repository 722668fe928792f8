"""Two bots for Venise: the Gondolier plans its own way, the Doge also reckons with everybody else's."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from random import Random
from typing import Final, NamedTuple

from ridotto.bots import Choice, Limit, Reason
from ridotto.bots.doge.judge import Judge, Weights
from ridotto.bots.doge.playouts import Playouts, on_way_after
from ridotto.bots.doge.turns import Plan, Turns, TurnState, ended, turn
from ridotto.bots.doge.value_network import DECK, TRAINED, Network, ValueNetwork, WeightsError, shipped_network
from ridotto.games.venise import State, Venise, View
from ridotto.games.venise.deck import counts_of
from ridotto.games.venise.moves import END, SPEND, TAKE, Discard, Exchange, Move

SECONDS: Final = 2.0
"""Seconds for a turn when no limit is given."""
PLANS: Final = 2000
"""Plans listed for one's own turn; most turns have fewer."""
CANDIDATES: Final = 32
"""The best plans, whose playouts are compared."""
NETWORK_PLANS: Final = 500
"""Plans listed where there is a value network."""
NETWORK_RANKED: Final = 64
"""The best of them, which the network ranks ..."""
NETWORK_CANDIDATES: Final = 24
"""... and the candidates among these."""
ROUNDS: Final = 2
"""Rounds of a playout: to the end of one's turn after next."""
NETWORK_ROUNDS: Final = 1
"""The same where a value network knows three seats or four: as many turns, and more playouts."""
PLAYOUT_PLANS: Final = 40
"""Plans listed for each turn of a playout."""
SAMPLED_HANDS: Final = 2
"""Hands of the rival that are sampled for the value network."""
FIRST_SHARE: Final = 0.4
"""Share of a limit for the first playout of each candidate, the best first; two get one in any case."""
PRIOR_PLAYOUTS: Final = 0.5
"""The value before any playout counts as so many playouts."""


class Budget:
    """What is left of a limit; an iteration is a plan listed, or a turn of a playout that was known already."""

    def __init__(self, limit: Limit, seconds: float) -> None:
        if limit == Limit():
            limit = Limit(seconds)
        self.plans = math.inf if limit.iterations is None else limit.iterations
        self._seconds = math.inf if limit.seconds is None else limit.seconds
        self._begun = time.perf_counter()
        self._listed = 0

    def spend(self, plans: int) -> None:
        self._listed += plans

    def allows(self, plans: int, part: float) -> bool:
        """Whether so many more are within this part of the limit."""
        within = self._listed + plans <= part * self.plans
        return within and time.perf_counter() - self._begun < part * self._seconds


class Gondolier:
    """Takes the cheapest way over all four gems, whatever the others do."""

    name = "gondolier"

    def __init__(self, game: Venise, weights: Weights | None = None) -> None:
        self.game = game
        self.judge = Judge(game, weights)
        self.turns = Turns(game, self.judge.hand)
        self.playouts = Playouts(self.turns, self.judge)
        self.most = PLANS

    def choose(self, view: View, limit: Limit, rng: Random) -> Choice[Move]:
        # Others' cards do not matter for one's own way: any deal of the unseen cards will do.
        state = self.game.sample(view, Random(0))
        if state.turn.phase == "discard":
            return self._discard(view)
        plan = max(self._look(state, Budget(limit, SECONDS), self.judge.pace()), key=_value)
        return self._choice(state, ended(plan))

    def _look(self, state: State, budget: Budget, value: Callable[[TurnState], float]) -> list[Plan]:
        """As many plans as the budget allows, at least one."""
        found = self.turns.plans(*turn(state), value, int(max(1, min(self.most, budget.plans))))
        budget.spend(len(found))
        return found

    def _discard(self, view: View) -> Choice[Move]:
        move = self.playouts.discard(counts_of(view.hand), view.legal)
        if isinstance(move, Discard):
            return Choice(move, ((move, 1.0),), (Reason("why_ve_discard", {"card": move.card}),))
        return Choice(move, ((move, 1.0),), (Reason("why_ve_exchange", {"count": self.game.deck.exchange}),))

    def _choice(self, state: State, moves: tuple[Move, ...], more: tuple[Reason, ...] = ()) -> Choice[Move]:
        after = state
        for move in moves:
            if move is not END:
                after = self.game.play(after, state.turn.seat, move)
        return Choice(moves[0], ((moves[0], 1.0),), (*self._reasons(state, after, moves[0]), *more))

    # -- why -----------------------------------------------------------------------------------------------------------

    def _reasons(self, state: State, after: State, move: Move) -> tuple[Reason, ...]:
        seat, show = state.turn.seat, self.game.planks.show
        if seat in after.finished:
            return (Reason("why_ve_home"),)
        reasons = []
        if isinstance(move, Exchange):
            reasons.append(Reason("why_ve_exchange", {"count": len(move.cards)}))
        if move is TAKE:
            reasons.append(Reason("why_ve_take"))
        taken = state.pieces.gems[seat] & ~after.pieces.gems[seat]
        if taken:
            reasons.append(Reason("why_ve_gem", {"field": show(taken)[0], "count": taken.bit_count()}))
        before, now = (_hourglasses(self.judge.way(each, seat)) for each in (state, after))
        if now < before:
            reasons.append(Reason("why_ve_route", {"before": before, "after": now}))
        harm = [
            self.judge.way(after, other) - self.judge.way(state, other)
            for other in range(self.game.seats)
            if other != seat and other not in after.finished
        ]
        gone = state.pieces.planks & ~after.pieces.planks
        if gone and harm and max(harm) > 0:
            params = {"plank": show(gone)[0], "cost": _hourglasses(max(harm))}
            reasons.append(Reason("why_ve_steal", params))
        if not reasons:
            reasons.append(Reason("why_ve_end" if move is END else "why_ve_material"))
        return tuple(reasons)


class Continuation(NamedTuple):
    """The rest of a plan, once its first move is made."""

    view: View
    moves: tuple[Move, ...]
    reasons: tuple[Reason, ...]


class Doge(Gondolier):
    """Rates a turn by what it does to everybody's way, then by playouts of the next two rounds."""

    name = "doge"

    def __init__(
        self, game: Venise, weights: Weights | None = None, networks: Mapping[int, Network] | None = None
    ) -> None:
        super().__init__(game, weights)
        self._lacks: dict[int, Reason] = {}
        """By the number of seats on their way: why the formula plays where a network should."""
        if networks is None:
            networks = self._shipped() if game.deck.digest == DECK and game.seats in TRAINED else {}
        self.networks = {seats: ValueNetwork(self.judge, network) for seats, network in networks.items()}
        self.playouts = Playouts(self.turns, self.judge, self.networks)
        self._next: Continuation | None = None

    def _shipped(self) -> dict[int, Network]:
        found = {}
        for seats in TRAINED:
            try:
                found[seats] = shipped_network(seats)
            except WeightsError as error:
                self._lacks[seats] = Reason("why_ve_no_weights", {"reason": error})
        return found

    def choose(self, view: View, limit: Limit, rng: Random) -> Choice[Move]:
        game, seat = self.game, view.turn
        if view.phase == "discard":
            return self._discard(view)
        state = game.sample(view, Random(0))
        if self._next is not None and self._next.view == view:
            _, moves, more = self._next
        else:
            plan, more = self._think(view, state, Budget(limit, SECONDS), rng)
            if lack := self._lacks.get(game.seats - len(state.finished)):
                more = (*more, lack)
            moves = ended(plan)
        choice = self._choice(state, moves, more)
        self._next = None
        if len(moves) > 1:
            self._next = Continuation(game.view(game.play(state, seat, moves[0]), seat), moves[1:], more)
        return choice

    def _think(self, view: View, state: State, budget: Budget, rng: Random) -> tuple[Plan, tuple[Reason, ...]]:
        seat, place = state.turn.seat, len(state.finished)
        *rivals, _ = on_way_after(state, seat).items()
        network = self.networks.get(len(rivals) + 1)
        self.most = NETWORK_PLANS if network else PLANS
        scale = self.judge.scale(dict(rivals), seat, place)
        found = sorted(self._look(state, budget, scale), key=_value, reverse=True)
        if len(found) == 1 or found[0].after.is_home:
            return found[0], ()
        # A tile spent last of all was wasted.
        plans = [plan for plan in found if plan.move is not SPEND][: NETWORK_RANKED if network else CANDIDATES]
        if network:
            worlds = [on_way_after(self.game.sample(view, rng), seat) for _ in range(SAMPLED_HANDS)]
            plans = network.rank(plans, [tuple(world.values())[:-1] for world in worlds], place)[:NETWORK_CANDIDATES]
        return self._best_by_playouts(view, plans, budget, rng)

    def _best_by_playouts(
        self, view: View, plans: list[Plan], budget: Budget, rng: Random
    ) -> tuple[Plan, tuple[Reason, ...]]:
        """The plan with the best playouts; all are compared in the same worlds with the same luck.

        After the first world, and whenever their number has doubled, the worse half of the plans is dropped.
        """
        for plan in plans:
            if plan.after.is_home:  # a value of 1 may be wrong, this is the end of the game
                return plan, ()
        playouts = self.playouts
        playouts.forget()
        seats = self.game.seats - len(view.finished)
        rounds = NETWORK_ROUNDS if seats > 2 and seats in self.networks else ROUNDS
        follow = playouts.value if seats in self.networks else playouts.mean_value
        dearest = PLAYOUT_PLANS * self.game.seats * rounds
        totals = dict.fromkeys(range(len(plans)), 0.0)
        worlds = 0

        def score(index: int) -> float:
            return totals[index] + PRIOR_PLAYOUTS * plans[index].value

        while len(totals) > 1:
            world, luck = self.game.sample(view, rng), rng.random()
            seen: dict[int, float] = {}
            for index, total in totals.items():
                if not budget.allows(dearest, 1 if worlds or len(seen) < 2 else FIRST_SHARE):
                    break
                before = playouts.listed
                seen[index] = total + follow(world, plans[index].after, Random(luck), PLAYOUT_PLANS, rounds)
                budget.spend(playouts.listed - before)
            if len(seen) < (len(totals) if worlds else 2):
                break
            totals = seen
            worlds += 1
            if worlds.bit_count() == 1:
                kept = sorted(totals, key=score, reverse=True)[: max(2, math.ceil(len(totals) / 2))]
                totals = {index: totals[index] for index in kept}
        best = max(totals, key=score)
        if not worlds:
            return plans[best], ()
        percent = round(100 * totals[best] / worlds)
        return plans[best], (Reason("why_ve_futures", {"count": worlds, "percent": percent}),)


def _value(plan: Plan) -> float:
    return plan.value


def _hourglasses(price: int) -> int:
    return round(price / 10)
