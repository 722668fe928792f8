"""A value network for two seats: how likely the one whose turn has ended comes home first.

The judge counts turns and knows neither how well a hand fits the way nor what it means to run out of planks. A small
network has learnt such things from self-play (`training`). It rates the best plans only: it has seen no others.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from functools import cache, partial
from importlib.resources import files
from itertools import accumulate, chain, pairwise
from operator import mul
from typing import Final, NamedTuple, TypeAlias

from ridotto.bots.doge.judge import WORTH, Judge
from ridotto.bots.doge.turns import STEP, Plan, SeatState, TurnState
from ridotto.cache import Cache
from ridotto.games.venise.deck import CARDS, JOKER
from ridotto.games.venise.planks import Field, Mask

KEPT: Final = 1 << 14
MAX_LOGIT: Final = 5.0
"""The judge's logit is clipped to this."""
MAX_DETOUR: Final = 60
"""Clips what another order of the gems would cost more."""
MAX_PRICE: Final = 200
"""Clips what a way to one gem costs."""

RACE: Final = 3
PLACE: Final = 18
HAND: Final = len(CARDS)
FIT: Final = 3
FEATURES: Final = RACE + 2 * (PLACE + HAND + FIT)
"""The length of a feature vector: the race, and for each side its place, its hand, and how they fit."""
SHORT: Final = CARDS.index("short")
LONG: Final = CARDS.index("long")

Numbers: TypeAlias = tuple[float, ...]


class Network(NamedTuple):
    """One hidden layer of rectified linear units."""

    weights: Sequence[Sequence[float]]
    """By hidden unit, for every feature."""
    biases: Sequence[float]
    out: Sequence[float]
    """By hidden unit: its weight in the logit."""
    bias: float

    def logit(self, features: Sequence[float]) -> float:
        logit = self.bias
        for weights, bias, out in zip(self.weights, self.biases, self.out, strict=True):
            pre_activation = bias + sum(map(mul, weights, features))
            if pre_activation > 0:
                logit += out * pre_activation
        return logit


@cache
def shipped_network() -> Network:
    return Network(**json.loads(files(__package__).joinpath("network.json").read_text("utf-8")))


class ValueNetwork:
    """A network with the features it was trained on."""

    def __init__(self, judge: Judge, network: Network) -> None:
        self.judge = judge
        self.network = network
        # Parts of a feature vector come again and again, so the pre-activations of each part are cached.
        begins = list(accumulate((PLACE, HAND, FIT) * 2, initial=RACE))
        self._race = [(*weights[:RACE], bias) for weights, bias in zip(network.weights, network.biases, strict=True)]
        self._parts = [[weights[begin:end] for weights in network.weights] for begin, end in pairwise(begins)]
        self._pre_activations = [Cache(KEPT, partial(_pre_activation, part)) for part in self._parts]
        self._places = Cache(KEPT, self._place_features)

    def win_probability(self, laid: Mask, me: SeatState, other: SeatState) -> float:
        """How likely `me`, whose turn has just ended, comes home before `other`."""
        lead, mine, theirs = self._find_race(laid, me, other)
        parts = *self._side(laid, me), *self._side(laid, other)
        shares = [known[part] for known, part in zip(self._pre_activations, parts, strict=True)]
        sides = map(sum, zip(*shares, strict=True))
        logit = self.network.bias
        for side, out, (by_lead, by_mine, by_theirs, bias) in zip(sides, self.network.out, self._race, strict=True):
            pre_activation = side + (by_lead * lead + by_mine * mine + by_theirs * theirs + bias)
            if pre_activation > 0:
                logit += out * pre_activation
        return 1 / (1 + math.exp(-logit))

    def features(self, laid: Mask, me: SeatState, other: SeatState) -> Numbers:
        parts = self._find_race(laid, me, other), *self._side(laid, me), *self._side(laid, other)
        return tuple(chain.from_iterable(parts))

    def _find_race(self, laid: Mask, me: SeatState, other: SeatState) -> tuple[float, float, float]:
        mine, theirs = self.judge.turns(laid, me, True), self.judge.turns(laid, other, False)
        # One's next turn is half a round after theirs; compare `Judge.scale`.
        lead = (theirs - mine - 0.5) / (self.judge.weights.luck * math.sqrt(min(mine + 0.5, theirs)))
        return max(-MAX_LOGIT, min(MAX_LOGIT, lead)), mine, theirs

    def _side(self, laid: Mask, own: SeatState) -> tuple[Numbers, Numbers, Numbers]:
        """What lies before a seat and what it has; its hand; how well they fit."""
        field, gems, short, long, tiles, hand = own
        key = laid, field, gems, short, long
        place = self._places[key]
        steps, shorts, longs, *_ = place
        lay = max(0, shorts - hand[SHORT]) + max(0, longs - hand[LONG])
        walk = max(0, steps - hand[STEP] - 2 * hand[STEP + 1] - 3 * hand[STEP + 2])
        reach = hand[JOKER] >= lay and 3 * (hand[JOKER] - lay) >= walk
        return (*place, tiles), hand, (lay, walk, reach)

    def _place_features(self, key: tuple[Mask, Field, Mask, int, int]) -> Numbers:
        """The way to the next gem and over all of them, and what is missing for it."""
        laid, field, gems, short, long = key
        finder = self.judge.ways
        planks, stock = finder.planks, (short, long)
        ways = finder.by_gem(field, gems, laid)
        firsts = sorted((finder.price(way.first, stock), way.first) for way in ways)
        wholes = sorted((finder.price(way.whole, stock), way.whole) for way in ways)
        (near, first), (price, whole) = firsts[0], wholes[0]
        second, last = min(firsts[:2][-1][0], MAX_PRICE), min(firsts[-1][0], MAX_PRICE)
        choice = min(wholes[1][0] - price, MAX_DETOUR) if len(ways) > 1 else MAX_DETOUR
        counts = [
            count
            for steps, lay in (first, whole)
            for count in (steps, (lay & planks.short).bit_count(), (lay & planks.long).bit_count())
        ]
        lacks = max(0, counts[4] - short), max(0, counts[5] - long)
        stands = laid >> field & 1
        return *counts, *lacks, price, near, second, last, choice, stands, gems.bit_count(), short, long

    def rank(self, plans: Sequence[Plan], others: Sequence[SeatState]) -> list[Plan]:
        """The plans with their values, the best first; `others` are samples of what the rival may have."""
        rated = [plan._replace(value=self.value(plan.after, others)) for plan in plans]
        return sorted(rated, key=lambda plan: plan.value, reverse=True)

    def value(self, now: TurnState, others: Sequence[SeatState]) -> float:
        """Of a turn that ends so, from 0 to 1."""
        worst, best = WORTH[1], WORTH[0]
        if now.is_home:
            return best
        chances = [self.win_probability(now.laid, now.own, other) for other in others]
        return worst + (best - worst) * sum(chances) / len(chances)


def _pre_activation(weights: Sequence[Sequence[float]], part: Numbers) -> Numbers:
    """By hidden unit: the share of a part of the features."""
    return tuple([sum(map(mul, each, part)) for each in weights])
