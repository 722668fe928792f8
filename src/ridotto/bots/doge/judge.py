"""What a position of Venise is worth to a seat."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from ridotto.bots.doge.routes import Price, Routes, Tariff
from ridotto.bots.doge.turns import Me, Own
from ridotto.core import Seat
from ridotto.games.venise import State, Venise
from ridotto.games.venise.deck import Counts
from ridotto.games.venise.planks import Field, Mask

KEPT: Final = 1 << 15
SOON: Final = 0.3
"""As many turns it takes at least; a winner is already home."""
MOST: Final = 50.0
"""An exponent beyond which nobody asks."""
WORTH: Final = (1.0, 0.2, 0.05, 0.0, 0.0)
"""Of coming in first, second, third, last; and of what the last one on the way is no more in danger of."""


@dataclass(frozen=True, slots=True)
class Weights:
    """What things are worth, in tenths of an hourglass."""

    pace: float
    """How much is done in a turn."""
    start: float
    """What a way costs that needs no more than the last step."""
    cards: tuple[float, ...]
    """What the first card of a kind saves on the way."""
    again: tuple[float, ...]
    """What any other card of that kind does."""
    draw: float
    """What the cards do that are drawn at the end of a turn."""
    gem: float
    near: float
    """How much more the way to the next gem counts: later on much will have changed."""
    short: float
    """A short plank in stock; of more than four the others are not missed. Long ones hardly mattered."""
    tile: float
    luck: float
    """How far off, for the square root of the turns to go, such a guess at them is."""


# What cards and gems are worth: logistic regression of who won on the differences between two players, over 1300 of
# their games. How many turns that makes and how far off it is: least squares of the turns it took to come home, over
# 320 games of two and 240 of four, all boards alike. Weights from least squares alone foretell more and play worse:
# they mix up what helps with what those who are ahead have.
TWO: Final = Weights(
    pace=38,
    start=58,
    cards=(19, 13, 1, 12, 11, 13, 12, 23),
    again=(5, 9, 4, 4, 5, 9, 12, 7),
    draw=12.5,
    gem=14,
    near=0.22,
    short=1,
    tile=4,
    luck=0.3,
)
WEIGHTS: Final = {2: TWO, 3: replace(TWO, luck=0.35), 4: replace(TWO, luck=0.4)}


def weights_for(game: Venise) -> Weights:
    """They were fitted to turns of four hourglasses and two cards drawn: with others more or less is done in a turn."""
    fitted, deck = WEIGHTS[game.seats], game.deck
    return replace(fitted, pace=fitted.pace * deck.hourglasses / 4, draw=fitted.draw * deck.draw / 2)


class Judge:
    def __init__(self, game: Venise, weights: Weights | None = None) -> None:
        self.game = game
        self.weights = weights or weights_for(game)
        self.routes = Routes(game.planks, Tariff.of(game.deck))
        self._hands: dict[Counts, float] = {}
        self._ways: dict[tuple[Mask, Field, Mask, int, int], float] = {}

    def way(self, state: State, seat: Seat) -> Price:
        table = state.table
        return self.routes.cost(table.pawns[seat], table.gems[seat], table.planks, table.stocks[seat])[0]

    def turns(self, laid: Mask, own: Own, draws: bool) -> float:
        """How many more turns a seat needs to come home, roughly; `draws` if it has yet to draw for the turn before."""
        field, gems, short, long, tiles, hand = own
        key = laid, field, gems, short, long
        way = self._ways.get(key)
        if way is None:
            way = self._find_way(*key)
        weights = self.weights
        worth = self._hands.get(hand)
        if worth is None:
            worth = self.hand(hand)
        left = way - worth - weights.tile * tiles
        if draws:
            left -= weights.draw
        return max(SOON, left / weights.pace)

    def _find_way(self, laid: Mask, field: Field, gems: Mask, short: int, long: int) -> float:
        """What lies before a seat, without what it holds to pay for it."""
        if len(self._ways) >= KEPT:
            self._ways.clear()
        weights = self.weights
        way, near = self.routes.cost(field, gems, laid, (short, long))
        found = self._ways[laid, field, gems, short, long] = (
            weights.start + way + weights.near * near + weights.gem * gems.bit_count() - weights.short * min(short, 4)
        )
        return found

    def hand(self, hand: Counts) -> float:
        """Of the cards that can be kept after drawing two more (VE-9)."""
        value = self._hands.get(hand)
        if value is None:
            if len(self._hands) >= KEPT:
                self._hands.clear()
            deck = self.game.deck
            value = self._hands[hand] = sum(self._each(hand)[: deck.hand - deck.draw])
        return value

    def worth(self, hand: Counts) -> float:
        """Of all the cards."""
        return sum(self._each(hand))

    def _each(self, hand: Counts) -> list[float]:
        weights = self.weights
        return sorted(
            [
                worth if nth else first
                for first, worth, count in zip(weights.cards, weights.again, hand, strict=True)
                for nth in range(count)
            ],
            reverse=True,
        )

    def pace(self) -> Callable[[Me], float]:
        """How far along a seat is, whatever the others do; more is better."""

        def value(me: Me) -> float:
            return -self.turns(me[0], me[1:7], True) if me[2] else math.inf

        return value

    def scale(self, others: Mapping[Seat, Own], seat: Seat, place: int) -> Callable[[Me], float]:
        """What a seat may expect, from 0 to 1, when its turn ends so; `place` is the next to be had.

        Of those still on their way each is the likelier to be next, the sooner it comes home.
        """
        seats, luck = self.game.seats, self.weights.luck
        known: dict[Mask, list[float]] = {}
        last = (seats - 1) / seats
        best, least = WORTH[place], WORTH[place + 1]
        turns = self.turns

        def value(me: Me) -> float:
            if not me[2]:
                return best
            laid = me[0]
            times = known.get(laid)
            if times is None:
                # In rounds from now: who is sooner to move comes home sooner with as many turns.
                times = known[laid] = [
                    turns(laid, own, False) + (other - seat - 1) % seats / seats for other, own in others.items()
                ]
            own = turns(laid, me[1:7], True) + last
            soonest = min(own, *times)
            doubt = luck * math.sqrt(soonest)
            odds = 1.0
            for time in times:
                odds += math.exp(min((own - time) / doubt, MOST))
            return least + (best - least) / odds

        return value
