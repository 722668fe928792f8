"""Value networks, one for each number of seats on their way: who comes home first, now that somebody's turn has ended.

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

from ridotto.bots.doge.judge import MOST, WORTH, Judge
from ridotto.bots.doge.turns import STEP, Plan, SeatState, TurnState
from ridotto.cache import Cache
from ridotto.core import RidottoError
from ridotto.games.venise.deck import CARDS, JOKER
from ridotto.games.venise.planks import Field, Mask

TRAINED: Final = (2,)
"""The numbers of seats for which a network is shipped: where it has been measured to win more than the formula."""
DECK: Final = "c88280c4"
"""The digest of the deck that these were trained with: by other prices they would reckon wrongly."""
KEPT: Final = 1 << 14
MAX_LOGIT: Final = 5.0
"""The judge's log odds are clipped to this."""
MAX_DETOUR: Final = 60
"""Clips what another order of the gems would cost more."""
MAX_PRICE: Final = 200
"""Clips what a way to one gem costs."""

PLACE: Final = 19
HAND: Final = len(CARDS)
FIT: Final = 3
SIDE: Final = PLACE + HAND + FIT
SHORT: Final = CARDS.index("short")
LONG: Final = CARDS.index("long")

Numbers: TypeAlias = tuple[float, ...]


def feature_count(seats: int) -> int:
    """Of the race: the judge's odds for each seat but the last, and each seat's turns to go. Then every seat's side."""
    return seats - 1 + seats + seats * SIDE


class Network(NamedTuple):
    """One hidden layer of rectified linear units."""

    weights: Sequence[Sequence[float]]
    """By hidden unit, for every feature."""
    biases: Sequence[float]
    out: Sequence[Sequence[float]]
    """By rival and hidden unit: its weight in the logit of coming home before that rival."""
    bias: Sequence[float]

    @property
    def seats(self) -> int:
        return len(self.out) + 1

    def chances(self, features: Sequence[float]) -> list[float]:
        """By seat, the mover first: how likely it comes home before all others."""
        activation = [
            max(0.0, bias + sum(map(mul, weights, features)))
            for weights, bias in zip(self.weights, self.biases, strict=True)
        ]
        return _softmax([bias + sum(map(mul, out, activation)) for out, bias in zip(self.out, self.bias, strict=True)])


def parse_network(text: str, seats: int) -> Network:
    """Raises ValueError where it is no network for so many seats."""
    network = Network(**json.loads(text))
    hidden = len(network.biases)
    rows = [(network.weights, hidden, feature_count(seats)), (network.out, seats - 1, hidden)]
    fits = all([len(row) for row in table] == [width] * height for table, height, width in rows)
    numbers = chain(*network.weights, network.biases, *network.out, network.bias)
    if not fits or len(network.bias) != seats - 1 or not all(map(math.isfinite, numbers)):
        raise ValueError(f"no network for {seats} seats")
    return network


class WeightsError(RidottoError):
    """A network of this package that cannot be played by."""


@cache
def shipped_network(seats: int) -> Network:
    """For so many seats on their way. Raises WeightsError."""
    name = f"network-{seats}.json"
    try:
        return parse_network(files(__package__).joinpath(name).read_text("utf-8"), seats)
    except OSError:
        raise WeightsError("weights_missing", file=name) from None
    except (ValueError, TypeError, AttributeError, OverflowError, RecursionError) as error:
        raise WeightsError("weights_damaged", file=name, reason=str(error)) from None


class Side(NamedTuple):
    """A seat's share of a network's input."""

    time: float
    """Turns to go."""
    pre_activation: Numbers


class ValueNetwork:
    """A network with the features it was trained on."""

    def __init__(self, judge: Judge, network: Network) -> None:
        self.judge = judge
        self.network = network
        self.seats = seats = network.seats
        # Sides and their parts come again and again, so the pre-activations of each are cached.
        columns = list(zip(*network.weights, strict=True))
        self._odds = columns[: seats - 1]
        self._times = columns[seats - 1 : 2 * seats - 1]
        begins = list(accumulate((PLACE, HAND, FIT) * seats, initial=2 * seats - 1))
        parts = [[row[begin:end] for row in network.weights] for begin, end in pairwise(begins)]
        caches = [Cache(KEPT, partial(_pre_activation, part)) for part in parts]
        self._parts = [caches[3 * seat : 3 * seat + 3] for seat in range(seats)]
        self._sides = [Cache(KEPT, partial(self._find_side, seat)) for seat in range(seats)]
        self._places = Cache(KEPT, self._place_features)

    def chances(self, laid: Mask, owns: Sequence[SeatState]) -> list[float]:
        """How likely each seat comes home first: the one whose turn has just ended, and the others in turn."""
        sides = [known[laid, own] for known, own in zip(self._sides, owns, strict=True)]
        odds = self._find_odds([side.time for side in sides])
        shares = [side.pre_activation for side in sides]
        shares += [tuple([odd * weight for weight in weights]) for odd, weights in zip(odds, self._odds, strict=True)]
        activation = [share if share > 0 else 0.0 for share in map(sum, zip(*shares, strict=True))]
        network = self.network
        leads = [bias + sum(map(mul, out, activation)) for out, bias in zip(network.out, network.bias, strict=True)]
        return _softmax(leads)

    def features(self, laid: Mask, owns: Sequence[SeatState]) -> Numbers:
        times = [self._find_time(position, laid, own) for position, own in enumerate(owns)]
        sides = [part for own in owns for part in self._side(laid, own)]
        return tuple(chain(self._find_odds(times), times, *sides))

    def _find_time(self, position: int, laid: Mask, own: SeatState) -> float:
        return self.judge.turns(laid, own, position == 0)

    def _find_odds(self, times: Sequence[float]) -> list[float]:
        """The judge's log odds that a seat comes home first, for each but the last; compare `Judge.scale`."""
        seats = len(times)
        mine = times[0] + (seats - 1) / seats
        theirs = [time + before / seats for before, time in enumerate(times[1:])]
        doubt = self.judge.weights.luck * math.sqrt(min(mine, *theirs))
        odds = [1.0, *(math.exp(max(-MOST, min(MOST, (mine - time) / doubt))) for time in theirs)]
        logits = [math.log(odd / (sum(odds[:seat]) + sum(odds[seat + 1 :]))) for seat, odd in enumerate(odds[:-1])]
        return [max(-MAX_LOGIT, min(MAX_LOGIT, logit)) for logit in logits]

    def _find_side(self, position: int, key: tuple[Mask, SeatState]) -> Side:
        laid, own = key
        time = self._find_time(position, laid, own)
        shares = [known[part] for known, part in zip(self._parts[position], self._side(laid, own), strict=True)]
        shares.append(tuple([time * weight for weight in self._times[position]]))
        if position == 0:
            shares.append(tuple(self.network.biases))
        return Side(time, tuple(map(sum, zip(*shares, strict=True))))

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
        firsts = sorted((finder.price(way.first, stock), way.first, way.gem, way.lying) for way in ways)
        wholes = sorted((finder.price(way.whole, stock), way.whole) for way in ways)
        (near, first, _, passed), (price, whole) = firsts[0], wholes[0]
        second, last = min(firsts[:2][-1][0], MAX_PRICE), min(firsts[-1][0], MAX_PRICE)
        choice = min(wholes[1][0] - price, MAX_DETOUR) if len(ways) > 1 else MAX_DETOUR
        counts = [
            count
            for steps, lay in (first, whole)
            for count in (steps, (lay & planks.short).bit_count(), (lay & planks.long).bit_count())
        ]
        lacks = max(0, counts[4] - short), max(0, counts[5] - long)
        stands = laid >> field & 1
        # Planks that lie on the way to the next gem: rivals can take them.
        lying = passed.bit_count()
        return *counts, *lacks, price, near, second, last, choice, stands, gems.bit_count(), short, long, lying

    def rank(self, plans: Sequence[Plan], deals: Sequence[Sequence[SeatState]], place: int) -> list[Plan]:
        """The plans with their values, the best first; `deals` are samples of what the rivals in turn may have."""
        rated = [plan._replace(value=self.value(plan.after, deals, place)) for plan in plans]
        return sorted(rated, key=lambda plan: plan.value, reverse=True)

    def value(self, now: TurnState, deals: Sequence[Sequence[SeatState]], place: int) -> float:
        """Of a turn that ends so, from 0 to 1; `place` is the next to be had."""
        if now.is_home:
            return WORTH[place]
        return sum(_expected_worth(self.chances(now.laid, (now.own, *deal)), place) for deal in deals) / len(deals)


def _softmax(leads: Sequence[float]) -> list[float]:
    """Chances from the logits of one seat against each of the others."""
    odds = [1.0, *(math.exp(max(-MOST, min(MOST, -lead))) for lead in leads)]
    total = sum(odds)
    return [odd / total for odd in odds]


def _expected_worth(chances: Sequence[float], place: int) -> float:
    """What the first of some seats may expect, if the next place is had by these chances and so are all after it."""
    mine, *others = chances
    if len(others) == 1:
        return WORTH[place + 1] + (WORTH[place] - WORTH[place + 1]) * mine
    value = mine * WORTH[place]
    for index, other in enumerate(others):
        left = [mine, *others[:index], *others[index + 1 :]]
        total = sum(left)
        value += other * _expected_worth([chance / total for chance in left], place + 1)
    return value


def _pre_activation(weights: Sequence[Sequence[float]], part: Numbers) -> Numbers:
    """By hidden unit: the share of a part of the features."""
    return tuple([sum(map(mul, each, part)) for each in weights])
