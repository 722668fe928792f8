"""The better players of Venise: the Gondolier, who knows the way, and the Doge, who knows the others' too."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from itertools import islice
from random import Random
from typing import Final

from ridotto.bots import Choice, Limit, Reason
from ridotto.bots.doge.judge import Judge, Weights
from ridotto.bots.doge.turns import Plan, Turns, ended
from ridotto.core import CHANCE, Seat, chance_move
from ridotto.games.venise import State, Venise, View
from ridotto.games.venise.moves import END, TAKE, Discard, Exchange, Move

SECONDS: Final = 2.0
"""What a turn may take when no limit is given."""
PLANS: Final = 3000
"""As many plans for one's own turn are looked at; most turns have fewer."""
QUICK: Final = 40
"""As many plans for one's next turn in a future, and for all the rivals' turns before it together."""
CANDIDATES: Final = 8
"""The best plans, whose futures are compared."""
FIRST_CUT: Final = 3
"""After so many futures, and whenever they have doubled, the worst third of the candidates is dropped."""
TRUST: Final = 2.0
"""As many futures weigh as much as the first judgement."""


class Budget:
    """What is left of a limit; an iteration is a plan looked at."""

    def __init__(self, limit: Limit, seconds: float) -> None:
        if limit == Limit():
            limit = Limit(seconds)
        self._left = math.inf if limit.iterations is None else limit.iterations
        self._end = math.inf if limit.seconds is None else time.perf_counter() + limit.seconds

    def has(self, plans: int) -> bool:
        return self._left >= plans and time.perf_counter() < self._end

    def spend(self, plans: int) -> None:
        self._left -= plans


class Gondolier:
    """Knows the cheapest way over all four gems and goes it, whatever the others do."""

    name = "gondolier"

    def __init__(self, game: Venise, weights: Weights | None = None) -> None:
        self.game = game
        self.judge = Judge(game, weights)
        self.turns = Turns(game, self.judge.hand)

    def choose(self, view: View, limit: Limit, rng: Random) -> Choice[Move]:
        # What others hold is of no account for the own way: any deal of the unseen cards will do.
        state = self.game.sample(view, Random(0))
        budget = Budget(limit, SECONDS)
        plan = max(self._look(state, budget, self.judge.lead), key=_value)
        return self._choice(state, plan)

    def _look(self, state: State, budget: Budget, value: Callable[[State, Seat], float]) -> list[Plan]:
        """As many plans as the budget allows, at least one."""
        found = []
        for plan in islice(self.turns.plans(state, value), PLANS):
            found.append(plan)
            budget.spend(1)
            if not budget.has(1):
                break
        return found

    def _choice(self, state: State, plan: Plan, more: tuple[Reason, ...] = ()) -> Choice[Move]:
        moves = ended(plan, state.turn.seat)
        return Choice(moves[0], ((moves[0], 1.0),), (*self._reasons(state, plan, moves[0]), *more))

    # -- why -----------------------------------------------------------------------------------------------------------

    def _reasons(self, state: State, plan: Plan, move: Move) -> tuple[Reason, ...]:
        seat, show = state.turn.seat, self.game.planks.show
        after = plan.state
        if isinstance(move, Discard):
            return (Reason("why_ve_discard", {"card": move.card}),)
        if seat in after.finished:
            return (Reason("why_ve_home"),)
        reasons = []
        if isinstance(move, Exchange):
            reasons.append(Reason("why_ve_exchange", {"count": len(move.cards)}))
        if move is TAKE:
            reasons.append(Reason("why_ve_take"))
        taken = state.table.gems[seat] & ~after.table.gems[seat]
        if taken:
            reasons.append(Reason("why_ve_gem", {"field": show(taken)[0], "count": taken.bit_count()}))
        before, now = (_hourglasses(self.judge.way(each, seat)) for each in (state, after))
        if now < before:
            route = self.judge.routes.order(
                after.table.pawns[seat], after.table.gems[seat], after.table.planks, after.table.stocks[seat]
            )
            names = " – ".join(self.game.planks.names[gem] for gem in route)
            reasons.append(Reason("why_ve_route", {"route": names, "before": before, "after": now}))
        harm = [
            self.judge.way(after, other) - self.judge.way(state, other)
            for other in range(self.game.seats)
            if other != seat and other not in after.finished
        ]
        gone = state.table.planks & ~after.table.planks
        if gone and harm and max(harm) > 0:
            params = {"plank": show(gone)[0], "cost": _hourglasses(max(harm))}
            reasons.append(Reason("why_ve_steal", params))
        if not reasons:
            reasons.append(Reason("why_ve_end" if move is END else "why_ve_material"))
        return tuple(reasons)


class Doge(Gondolier):
    """Weighs every turn by what it does to everybody's way, then by what may come of it in the next round."""

    name = "doge"

    def __init__(self, game: Venise, weights: Weights | None = None) -> None:
        super().__init__(game, weights)
        self._next: tuple[View, Plan, tuple[Reason, ...]] | None = None
        """A turn is thought out once: what it will look like after the first move, and how it goes on."""

    def choose(self, view: View, limit: Limit, rng: Random) -> Choice[Move]:
        game, seat = self.game, view.turn
        state = game.sample(view, Random(0))
        if self._next is not None and self._next[0] == view:
            _, plan, more = self._next
        else:
            plan, more = self._think(view, state, Budget(limit, SECONDS), rng)
        choice = self._choice(state, plan, more)
        self._next = None
        if len(ended(plan, seat)) > 1:
            after = game.play(state, seat, choice.move)
            self._next = game.view(after, seat), plan._replace(moves=plan.moves[1:]), more
        return choice

    def _think(self, view: View, state: State, budget: Budget, rng: Random) -> tuple[Plan, tuple[Reason, ...]]:
        found = sorted(self._look(state, budget, self.judge.value), key=_value, reverse=True)
        best = found[0]
        if state.turn.phase != "play" or len(found) == 1 or state.turn.seat in best.state.finished:
            return best, ()
        return self._foresee(view, found[:CANDIDATES], budget, rng)

    def _foresee(self, view: View, plans: list[Plan], budget: Budget, rng: Random) -> tuple[Plan, tuple[Reason, ...]]:
        """The plan with the best futures; all are compared in the same worlds with the same luck."""
        totals = dict.fromkeys(range(len(plans)), 0.0)
        worlds = 0
        cut = FIRST_CUT
        dearest = 4 * QUICK  # their turns and ours, and a discard after each

        def score(index: int) -> float:
            return totals[index] + TRUST * plans[index].value

        while budget.has(dearest * len(totals)) and len(totals) > 1:
            world, luck = self.game.sample(view, rng), rng.random()
            for index in totals:
                totals[index] += self._future(world, plans[index], Random(luck), budget)
            worlds += 1
            if worlds == cut:
                cut *= 2
                kept = sorted(totals, key=score, reverse=True)[: max(2, math.ceil(len(totals) * 2 / 3))]
                totals = {index: totals[index] for index in kept}
        best = max(totals, key=score)
        if not worlds:
            return plans[best], ()
        percent = round(100 * totals[best] / worlds)
        return plans[best], (Reason("why_ve_futures", {"count": worlds, "percent": percent}),)

    def _future(self, state: State, plan: Plan, rng: Random, budget: Budget) -> float:
        """What one's next turn can make of a plan, once the others have had theirs."""
        game, seat = self.game, state.turn.seat
        for move in ended(plan, seat):
            state = game.play(state, seat, move)
        while seat not in state.finished and (actors := game.actors(state)):
            actor = actors[0]
            if actor == CHANCE:
                state = game.play(state, CHANCE, chance_move(game, state, rng))
                continue
            most = QUICK if actor == seat else QUICK // (game.seats - 1)
            found = list(islice(self.turns.plans(state, self.judge.value), most))
            budget.spend(len(found))
            best = max(found, key=_value)
            if actor == seat and state.turn.phase == "play":
                return best.value
            for move in ended(best, actor):
                state = game.play(state, actor, move)
        return self.judge.value(state, seat)


def _value(plan: Plan) -> float:
    return plan.value


def _hourglasses(price: int) -> int:
    return round(price / 10)
