"""What a position of Venise is worth to a seat."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Final

from ridotto.bots.doge.routes import Price, Routes, Tariff
from ridotto.core import Seat
from ridotto.games.venise import State, Venise
from ridotto.games.venise.deck import Counts

KEPT: Final = 1 << 15
WORTH: Final = (1.0, 0.2, 0.05, 0.0, 0.0)
"""Of coming in first, second, third, last; and of what the last one on the way is no more in danger of."""


@dataclass(frozen=True, slots=True)
class Weights:
    """What things are worth, in tenths of an hourglass."""

    cards: tuple[float, ...]
    """What the first card of a kind saves on the way."""
    again: tuple[float, ...]
    """What any other card of that kind does."""
    gem: float
    near: float
    """How much more the way to the next gem counts: later on much will have changed."""
    short: float
    """A short plank in stock; of more than four the others are not missed. Long ones hardly mattered."""
    tile: float
    tau: float
    """How much further along one must be to be e times as likely to win."""
    tempo: float
    """What it is worth to have a whole turn before one."""


# Logistic regression of who won on the differences between two players, over 1300 of their games; in play against the
# greedy bot all cards worth 0.7 or 1.4 times as much did clearly worse. With more seats these served better than what a
# regression of 280 games of four suggested; only luck weighs more.
TWO: Final = Weights((19, 13, 1, 12, 11, 13, 12, 23), (5, 9, 4, 4, 5, 9, 12, 7), 14, 0.22, 1, 4, 25, 21)
WEIGHTS: Final = {2: TWO, 3: replace(TWO, tau=30), 4: replace(TWO, tau=35)}


class Judge:
    def __init__(self, game: Venise, weights: Weights | None = None) -> None:
        self.game = game
        self.weights = weights or WEIGHTS[game.seats]
        self.routes = Routes(game.planks, Tariff())
        self._hands: dict[Counts, float] = {}

    def way(self, state: State, seat: Seat) -> Price:
        table = state.table
        return self.routes.cost(table.pawns[seat], table.gems[seat], table.planks, table.stocks[seat])[0]

    def loss(self, state: State, seat: Seat) -> float:
        """What still lies between the seat and its last gem, less what it holds to pay for it."""
        weights, table = self.weights, state.table
        gems, stock = table.gems[seat], table.stocks[seat]
        way, near = self.routes.cost(table.pawns[seat], gems, table.planks, stock)
        return (
            way
            + weights.near * near
            + weights.gem * gems.bit_count()
            - self.hand(state.cards.hands[seat])
            - weights.short * min(stock[0], 4)
            - weights.tile * table.tiles[seat]
        )

    def hand(self, hand: Counts) -> float:
        """Of the cards that can be kept after drawing two more (VE-9)."""
        value = self._hands.get(hand)
        if value is None:
            if len(self._hands) >= KEPT:
                self._hands.clear()
            weights, deck = self.weights, self.game.deck
            values = sorted(
                [
                    worth if nth else first
                    for first, worth, count in zip(weights.cards, weights.again, hand, strict=True)
                    for nth in range(count)
                ],
                reverse=True,
            )
            value = self._hands[hand] = sum(values[: deck.hand - deck.draw])
        return value

    def lead(self, state: State, seat: Seat) -> float:
        """How far along a seat is, whatever the others do; more is better."""
        return math.inf if seat in state.finished else -self.loss(state, seat)

    def value(self, state: State, seat: Seat) -> float:
        """Between 0 and 1: how likely the seat wins, with something for lower places."""
        return self.values(state)[seat]

    def values(self, state: State, *, is_timed: bool = False) -> list[float]:
        """By seat: of those still on their way each is the likelier to be next, the less lies before it.

        With `is_timed` the hourglasses left in this turn count; without, the turn counts as over.
        """
        if state.turn.phase == "over":
            outcome = self.game.outcome(state)
            assert outcome is not None
            return [WORTH[place - 1] for place in outcome.places]
        finished = state.finished
        values = [0.0] * self.game.seats
        for place, seat in enumerate(finished):
            values[seat] = WORTH[place]
        losses = {seat: self.loss(state, seat) for seat in range(self.game.seats) if seat not in finished}
        if is_timed and state.turn.phase == "play":
            losses[state.turn.seat] -= self.weights.tempo * state.turn.hourglasses / self.game.deck.hourglasses
        least = min(losses.values())
        shares = {seat: math.exp((least - loss) / self.weights.tau) for seat, loss in losses.items()}
        total = sum(shares.values())
        next_worth, later_worth = WORTH[len(finished)], WORTH[len(finished) + 1]
        for seat, share in shares.items():
            values[seat] = later_worth + (next_worth - later_worth) * share / total
        return values
