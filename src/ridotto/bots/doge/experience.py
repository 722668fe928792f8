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
from itertools import accumulate, chain, pairwise
from operator import mul
from typing import Final, NamedTuple, TypeAlias

from ridotto.bots.doge.judge import WORTH, Judge
from ridotto.bots.doge.turns import STEP, Me, Own, Plan
from ridotto.games.venise.deck import CARDS, JOKER
from ridotto.games.venise.planks import Field, Mask

KEPT: Final = 1 << 14
SURE: Final = 5.0
"""Beyond these log odds the judge is not believed."""
FAR: Final = 60
"""Nobody asks how much more than this another order of the gems would cost."""
LONGEST: Final = 200
"""Nor about a way to one gem that costs more than this."""

RACE: Final = 3
PLACE: Final = 18
HAND: Final = len(CARDS)
FIT: Final = 3
CASE: Final = RACE + 2 * (PLACE + HAND + FIT)
"""How many numbers a case has."""
SHORT: Final = CARDS.index("short")
LONG: Final = CARDS.index("long")

Numbers: TypeAlias = tuple[float, ...]


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
        # Much of a case was there before, so every part of it is weighed apart, and once.
        begins = list(accumulate((PLACE, HAND, FIT) * 2, initial=RACE))
        self._race = [(*weights[:RACE], bias) for weights, bias in zip(lessons.weights, lessons.biases, strict=True)]
        self._parts = [[weights[begin:end] for weights in lessons.weights] for begin, end in pairwise(begins)]
        self._stirs: list[dict[Numbers, Numbers]] = [{} for _ in self._parts]
        self._sights: dict[tuple[Mask, Field, Mask, int, int], Numbers] = {}

    def chance(self, laid: Mask, me: Own, other: Own) -> float:
        """How likely `me`, whose turn has just ended, comes home before `other`."""
        lead, mine, theirs = self._find_race(laid, me, other)
        parts = enumerate((*self._side(laid, me), *self._side(laid, other)))
        sides = map(sum, zip(*[self._stirs[n].get(part) or self._stir(n, part) for n, part in parts], strict=True))
        odds = self.lessons.bias
        for side, out, (by_lead, by_mine, by_theirs, bias) in zip(sides, self.lessons.out, self._race, strict=True):
            stir = side + (by_lead * lead + by_mine * mine + by_theirs * theirs + bias)
            if stir > 0:
                odds += out * stir
        return 1 / (1 + math.exp(-odds))

    def _stir(self, n: int, part: Numbers) -> Numbers:
        """What a part of a case does to each neuron."""
        known = self._stirs[n]
        if len(known) >= KEPT:
            known.clear()
        stir = known[part] = tuple([sum(map(mul, weights, part)) for weights in self._parts[n]])
        return stir

    def case(self, laid: Mask, me: Own, other: Own) -> Numbers:
        """All that the network is told."""
        parts = self._find_race(laid, me, other), *self._side(laid, me), *self._side(laid, other)
        return tuple(chain.from_iterable(parts))

    def _find_race(self, laid: Mask, me: Own, other: Own) -> tuple[float, float, float]:
        mine, theirs = self.judge.turns(laid, me, True), self.judge.turns(laid, other, False)
        # One's next turn is half a round after theirs; compare `Judge.scale`.
        lead = (theirs - mine - 0.5) / (self.judge.weights.luck * math.sqrt(min(mine + 0.5, theirs)))
        return max(-SURE, min(SURE, lead)), mine, theirs

    def _side(self, laid: Mask, own: Own) -> tuple[Numbers, Numbers, Numbers]:
        """What lies before a seat and what it has; its hand; how well they fit."""
        field, gems, short, long, tiles, hand = own
        key = laid, field, gems, short, long
        sight = self._sights.get(key)
        if sight is None:
            if len(self._sights) >= KEPT:
                self._sights.clear()
            sight = self._sights[key] = self._find_sight(*key)
        steps, shorts, longs, *_ = sight
        lay = max(0, shorts - hand[SHORT]) + max(0, longs - hand[LONG])
        walk = max(0, steps - hand[STEP] - 2 * hand[STEP + 1] - 3 * hand[STEP + 2])
        reach = hand[JOKER] >= lay and 3 * (hand[JOKER] - lay) >= walk
        return (*sight, tiles), hand, (lay, walk, reach)

    def _find_sight(self, laid: Mask, field: Field, gems: Mask, short: int, long: int) -> Numbers:
        """The way to the next gem and over all of them, and what is missing for it."""
        routes = self.judge.routes
        planks, stock = routes.planks, (short, long)
        ways = routes.ways(field, gems, laid)
        firsts = sorted((routes.price(leg, stock), leg) for leg, _ in ways)
        wholes = sorted((routes.price(way, stock), way) for _, way in ways)
        (near, first), (price, whole) = firsts[0], wholes[0]
        second, last = min(firsts[:2][-1][0], LONGEST), min(firsts[-1][0], LONGEST)
        choice = min(wholes[1][0] - price, FAR) if len(ways) > 1 else FAR
        counts = [
            count
            for steps, lay in (first, whole)
            for count in (steps, (lay & planks.short).bit_count(), (lay & planks.long).bit_count())
        ]
        lacks = max(0, counts[4] - short), max(0, counts[5] - long)
        stands = laid >> field & 1
        return *counts, *lacks, price, near, second, last, choice, stands, gems.bit_count(), short, long

    def weigh(self, plans: Sequence[Plan], others: Sequence[Own]) -> list[Plan]:
        """The plans by their worth, the best first; `others` is what the rival may have, as often as it is likely."""
        weighed = [plan._replace(value=self.worth(plan.me, others)) for plan in plans]
        return sorted(weighed, key=lambda plan: plan.value, reverse=True)

    def worth(self, me: Me, others: Sequence[Own]) -> float:
        """Of a turn that ends so."""
        worst, best = WORTH[1], WORTH[0]
        if not me[2]:
            return best
        chances = [self.chance(me[0], me[1:7], other) for other in others]
        return worst + (best - worst) * sum(chances) / len(chances)
