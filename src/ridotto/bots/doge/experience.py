"""What played games have taught about a race of two: who comes home first.

The judge counts turns and knows neither how well a hand fits the way nor what it means to run out of planks. A small
network has learnt such things from games (`school`). It is asked about the best plans only: it has seen no others.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from operator import mul
from typing import Final, NamedTuple

from ridotto.bots.doge.judge import WORTH, Judge
from ridotto.bots.doge.turns import Own, Plan
from ridotto.games.venise.planks import Field, Mask

KEPT: Final = 1 << 14
SURE: Final = 5.0
"""Beyond these log odds the judge is not believed."""
FAR: Final = 60
"""Nobody asks how much more than this another order of the gems would cost."""


class Lessons(NamedTuple):
    """A network with one hidden layer of rectifiers."""

    weights: Sequence[Sequence[float]]
    """By neuron, for every number of a case."""
    biases: Sequence[float]
    out: Sequence[float]
    """What a neuron does to the log odds."""
    bias: float

    def odds(self, case: Sequence[float]) -> float:
        """The logarithm of the odds."""
        odds = self.bias
        for weights, bias, out in zip(self.weights, self.biases, self.out, strict=True):
            stir = bias + sum(map(mul, weights, case))
            if stir > 0:
                odds += out * stir
        return odds


@cache
def lessons() -> Lessons:
    """Those that come with the Doge."""
    return Lessons(**json.loads(files(__package__).joinpath("experience.json").read_text("utf-8")))


class Experience:
    def __init__(self, judge: Judge, lessons: Lessons) -> None:
        self.judge = judge
        self.lessons = lessons
        self._sights: dict[tuple[Mask, Field, Mask, int, int], tuple[float, ...]] = {}

    def chance(self, laid: Mask, me: Own, other: Own) -> float:
        """How likely `me`, whose turn has just ended, comes home before `other`."""
        return 1 / (1 + math.exp(-self.lessons.odds(self.case(laid, me, other))))

    def case(self, laid: Mask, me: Own, other: Own) -> tuple[float, ...]:
        """All that the network is told."""
        mine, theirs = self.judge.turns(laid, me, True), self.judge.turns(laid, other, False)
        # One's next turn is half a round after theirs; compare `Judge.scale`.
        lead = (theirs - mine - 0.5) / (self.judge.weights.luck * math.sqrt(min(mine + 0.5, theirs)))
        lead = max(-SURE, min(SURE, lead))
        return lead, mine, theirs, *self._side(laid, me), *self._side(laid, other)

    def _side(self, laid: Mask, own: Own) -> tuple[float, ...]:
        field, gems, short, long, tiles, hand = own
        key = laid, field, gems, short, long
        sight = self._sights.get(key)
        if sight is None:
            if len(self._sights) >= KEPT:
                self._sights.clear()
            sight = self._sights[key] = self._find_sight(*key)
        return *sight, gems.bit_count(), short, long, tiles, *hand

    def _find_sight(self, laid: Mask, field: Field, gems: Mask, short: int, long: int) -> tuple[float, ...]:
        """What lies before a seat: the way to the next gem and over all of them, and what is missing for it."""
        routes = self.judge.routes
        planks, stock = routes.planks, (short, long)
        ways = routes.ways(field, gems, laid)
        near, first = min((routes.price(leg, stock), leg) for leg, _ in ways)
        (price, whole), *others = sorted((routes.price(way, stock), way) for _, way in ways)
        choice = min(others[0][0] - price, FAR) if others else FAR
        counts = [
            count
            for steps, lay in (first, whole)
            for count in (steps, (lay & planks.short).bit_count(), (lay & planks.long).bit_count())
        ]
        lacks = max(0, counts[4] - short), max(0, counts[5] - long)
        return price, near, choice, *counts, *lacks

    def weigh(self, plans: Sequence[Plan], others: Sequence[Own]) -> list[Plan]:
        """The plans by their chances, the best first; `others` is what the rival may have, as often as it is likely."""
        worst, best = WORTH[1], WORTH[0]
        weighed = []
        for plan in plans:
            laid, me, value = plan.me[0], plan.me[1:7], best
            if plan.me[2]:
                chances = [self.chance(laid, me, other) for other in others]
                value = worst + (best - worst) * sum(chances) / len(chances)
            weighed.append(plan._replace(value=value))
        return sorted(weighed, key=lambda plan: plan.value, reverse=True)
