"""The better players of Venise: the Gondolier, who knows the way, and the Doge, who knows the others' too."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from random import Random
from typing import Final

from ridotto.bots import Choice, Limit, Reason
from ridotto.bots.doge.experience import Experience, Lessons, lessons
from ridotto.bots.doge.futures import Futures
from ridotto.bots.doge.judge import Judge, Weights
from ridotto.bots.doge.turns import Me, Plan, Turns, ended, own_of, turn
from ridotto.games.venise import State, Venise, View
from ridotto.games.venise.deck import counts_of
from ridotto.games.venise.moves import END, SPEND, TAKE, Discard, Exchange, Move

SECONDS: Final = 2.0
"""What a turn may take when no limit is given."""
PLANS: Final = 2000
"""As many plans for one's own turn are looked at; most turns have fewer."""
CANDIDATES: Final = 64
"""The best of them, whose futures are compared."""
SOME: Final = 500
"""As many plans are enough where there is experience."""
BEST: Final = 24
"""As many candidates, too, once they have been weighed by it."""
ROUNDS: Final = 2
"""So far a future goes: to the end of one's turn after next."""
QUICK: Final = 40
"""As many plans for each turn in a future."""
DEALS: Final = 2
"""As many hands of the rival experience is asked about."""
FIRST: Final = 0.4
"""This part of a limit is for a first look at them, the best first: with little time it comes to two or some more."""
TRUST: Final = 0.5
"""As many futures weigh as much as the first judgement."""


class Budget:
    """What there is of a limit; an iteration is a plan looked at."""

    def __init__(self, limit: Limit, seconds: float) -> None:
        if limit == Limit():
            limit = Limit(seconds)
        self.plans = math.inf if limit.iterations is None else limit.iterations
        self._seconds = math.inf if limit.seconds is None else limit.seconds
        self._begun = time.perf_counter()
        self._looked = 0

    def spend(self, plans: int) -> None:
        self._looked += plans

    def allows(self, plans: int, part: float) -> bool:
        """Whether so many more are within this part of the limit."""
        within = self._looked + plans <= part * self.plans
        return within and time.perf_counter() - self._begun < part * self._seconds


class Gondolier:
    """Knows the cheapest way over all four gems and goes it, whatever the others do."""

    name = "gondolier"

    def __init__(self, game: Venise, weights: Weights | None = None) -> None:
        self.game = game
        self.judge = Judge(game, weights)
        self.turns = Turns(game, self.judge.hand)
        self.futures = Futures(self.turns, self.judge)
        self.most = PLANS

    def choose(self, view: View, limit: Limit, rng: Random) -> Choice[Move]:
        # What others hold is of no account for the own way: any deal of the unseen cards will do.
        state = self.game.sample(view, Random(0))
        if state.turn.phase == "discard":
            return self._discard(view)
        plan = max(self._look(state, Budget(limit, SECONDS), self.judge.pace()), key=_value)
        return self._choice(state, ended(plan))

    def _look(self, state: State, budget: Budget, value: Callable[[Me], float]) -> list[Plan]:
        """As many plans as the budget allows, at least one."""
        found = self.turns.plans(*turn(state), value, int(max(1, min(self.most, budget.plans))))
        budget.spend(len(found))
        return found

    def _discard(self, view: View) -> Choice[Move]:
        move = self.futures.discard(counts_of(view.hand), view.legal)
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
    """Weighs every turn by what it does to everybody's way, then by what may come of it in the next two rounds."""

    name = "doge"

    def __init__(self, game: Venise, weights: Weights | None = None, taught: Lessons | None = None) -> None:
        super().__init__(game, weights)
        # The lessons were learnt with the deck as it is shipped.
        learnt = taught or (lessons() if game.deck.is_shipped else None)
        self.experience = Experience(self.judge, learnt) if learnt and game.seats == 2 else None
        self.futures = Futures(self.turns, self.judge, self.experience)
        self.most = SOME if self.experience else PLANS
        self._next: tuple[View, tuple[Move, ...], tuple[Reason, ...]] | None = None
        """A turn is thought out once: what it will look like after the first move, and how it goes on."""

    def choose(self, view: View, limit: Limit, rng: Random) -> Choice[Move]:
        game, seat = self.game, view.turn
        if view.phase == "discard":
            return self._discard(view)
        state = game.sample(view, Random(0))
        if self._next is not None and self._next[0] == view:
            _, moves, more = self._next
        else:
            plan, more = self._think(view, state, Budget(limit, SECONDS), rng)
            moves = ended(plan)
        choice = self._choice(state, moves, more)
        self._next = None
        if len(moves) > 1:
            self._next = game.view(game.play(state, seat, moves[0]), seat), moves[1:], more
        return choice

    def _think(self, view: View, state: State, budget: Budget, rng: Random) -> tuple[Plan, tuple[Reason, ...]]:
        seat = state.turn.seat
        others = {s: own_of(state, s) for s in range(self.game.seats) if s != seat and s not in state.finished}
        scale = self.judge.scale(others, seat, len(state.finished))
        found = sorted(self._look(state, budget, scale), key=_value, reverse=True)
        if len(found) == 1 or not found[0].me[2]:
            return found[0], ()
        # A tile spent last of all was wasted.
        plans = [plan for plan in found if plan.move is not SPEND][:CANDIDATES]
        if self.experience:
            deals = [own_of(self.game.sample(view, rng), 1 - seat) for _ in range(DEALS)]
            plans = self.experience.weigh(plans, deals)[:BEST]
        return self._foresee(view, plans, budget, rng)

    def _foresee(self, view: View, plans: list[Plan], budget: Budget, rng: Random) -> tuple[Plan, tuple[Reason, ...]]:
        """The plan with the best futures; all are compared in the same worlds with the same luck.

        After the first world, and whenever their number has doubled, the worse half of the plans is dropped.
        """
        for plan in plans:
            if not plan.me[2]:  # others may look as sure, but this is the end
                return plan, ()
        futures = self.futures
        dearest = QUICK * self.game.seats * ROUNDS
        totals = dict.fromkeys(range(len(plans)), 0.0)
        worlds = 0

        def score(index: int) -> float:
            return totals[index] + TRUST * plans[index].value

        while len(totals) > 1:
            world, luck = self.game.sample(view, rng), rng.random()
            seen: dict[int, float] = {}
            for index, total in totals.items():
                if not budget.allows(dearest, 1 if worlds or len(seen) < 2 else FIRST):
                    break
                before = futures.looked
                seen[index] = total + futures.value(world, plans[index].me, Random(luck), QUICK, ROUNDS)
                budget.spend(futures.looked - before)
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
