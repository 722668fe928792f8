"""A linear estimate of the turns a seat needs, and what that is worth against others."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from ridotto.bots.doge.turns import SeatState, TurnState
from ridotto.bots.doge.ways import Price, Tariff, Ways
from ridotto.cache import Cache
from ridotto.core import Seat
from ridotto.games.venise import State, Venise
from ridotto.games.venise.deck import Counts
from ridotto.games.venise.planks import Field, Mask

KEPT: Final = 1 << 15
SOON: Final = 0.3
"""Turns that a seat needs at least while it is not home."""
MOST: Final = 50.0
"""Clips exponents."""
WORTH: Final = (1.0, 0.2, 0.05, 0.0, 0.0)
"""By place, the value of coming in; one entry more, so that the last place has a next one."""


@dataclass(frozen=True, slots=True)
class Weights:
    """What things are worth, in tenths of an hourglass."""

    pace: float
    """Tenths of an hourglass done in a turn."""
    start: float
    """Constant part of every way."""
    cards: tuple[float, ...]
    """What the first card of a kind saves on the way."""
    again: tuple[float, ...]
    """What each other card of that kind saves."""
    draw: float
    """What the cards drawn at the end of a turn save."""
    gem: float
    near: float
    """Extra weight of the way to the next gem: later on the board will have changed."""
    short: float
    """A short plank in stock, up to four. Long ones hardly mattered."""
    tile: float
    luck: float
    """Standard error of the turns to go, for the square root of them."""


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
    """Fitted to turns of four hourglasses and two cards drawn; scaled for decks with other numbers."""
    fitted, deck = WEIGHTS[game.seats], game.deck
    return replace(fitted, pace=fitted.pace * deck.hourglasses / 4, draw=fitted.draw * deck.draw / 2)


class Judge:
    def __init__(self, game: Venise, weights: Weights | None = None) -> None:
        self.game = game
        self.weights = weights or weights_for(game)
        self.ways = Ways(game.planks, Tariff.of(game.deck))
        self._hands = Cache(KEPT, self._find_hand)
        self._ways = Cache(KEPT, self._find_way)

    def way(self, state: State, seat: Seat) -> Price:
        pieces = state.pieces
        return self.ways.cost(pieces.pawns[seat], pieces.gems[seat], pieces.planks, pieces.stocks[seat])[0]

    def turns(self, laid: Mask, own: SeatState, draws: bool) -> float:
        """How many more turns a seat needs to come home, roughly; `draws` if it has yet to draw for the turn before."""
        field, gems, short, long, tiles, hand = own
        weights = self.weights
        left = self._ways[laid, field, gems, short, long] - self._hands[hand] - weights.tile * tiles
        if draws:
            left -= weights.draw
        turns = left / weights.pace
        return turns if turns > SOON else SOON

    def _find_way(self, key: tuple[Mask, Field, Mask, int, int]) -> float:
        """The price of a seat's way, its hand and tiles not counted."""
        laid, field, gems, short, long = key
        weights = self.weights
        way, near = self.ways.cost(field, gems, laid, (short, long))
        return (
            weights.start + way + weights.near * near + weights.gem * gems.bit_count() - weights.short * min(short, 4)
        )

    def hand(self, hand: Counts) -> float:
        """The value of the cards that can be kept after drawing (VE-9)."""
        return self._hands[hand]

    def _find_hand(self, hand: Counts) -> float:
        deck = self.game.deck
        return sum(self._each(hand)[: deck.hand - deck.draw])

    def worth(self, hand: Counts) -> float:
        """The value of all the cards."""
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

    def pace(self) -> Callable[[TurnState], float]:
        """A value function that looks at one's own way only; more is better."""

        # Asked for every plan there is: `turns` once more, without a call.
        ways, hands, weights = self._ways, self._hands, self.weights
        tile, draw, pace = weights.tile, weights.draw, weights.pace

        def value(now: TurnState) -> float:
            laid, own, *_ = now
            field, gems, short, long, tiles, hand = own
            if not gems:
                return math.inf
            turns = (ways[laid, field, gems, short, long] - hands[hand] - tile * tiles - draw) / pace
            return -turns if turns > SOON else -SOON

        return value

    def scale(self, others: Mapping[Seat, SeatState], seat: Seat, place: int) -> Callable[[TurnState], float]:
        """A value function from 0 to 1 that compares everybody's way; `place` is the next to be had.

        Of those still on their way each is next with a chance by its turns to go (softmax).
        """
        seats, luck = self.game.seats, self.weights.luck
        known: dict[Mask, list[float]] = {}
        last = (seats - 1) / seats
        best, least = WORTH[place], WORTH[place + 1]
        turns = self.turns

        def value(now: TurnState) -> float:
            laid, own, *_ = now
            if not own.gems:
                return best
            times = known.get(laid)
            if times is None:
                # In rounds from now: who is sooner to move comes home sooner with as many turns.
                times = known[laid] = [
                    turns(laid, theirs, False) + (other - seat - 1) % seats / seats for other, theirs in others.items()
                ]
            mine = turns(laid, own, True) + last
            soonest = min(mine, *times)
            doubt = luck * math.sqrt(soonest)
            odds = 1.0
            for time in times:
                odds += math.exp(min((mine - time) / doubt, MOST))
            return least + (best - least) / odds

        return value
