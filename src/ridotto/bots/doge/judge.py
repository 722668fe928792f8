"""What a position of Venise is worth to a seat."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Final

from ridotto.bots.doge.routes import Price, Routes, Tariff
from ridotto.core import Seat
from ridotto.games.venise.deck import Counts
from ridotto.games.venise.rules import State, Venise

KEPT: Final = 1 << 15
WORTH: Final = (1.0, 0.2, 0.05, 0.0)
"""Of coming in first, second, third, last."""


@dataclass(frozen=True, slots=True)
class Weights:
    """In tenths of an hourglass: what each thing was worth in 700 games of two players, by logistic regression of who
    won on the differences between them."""

    tariff: Tariff = field(default_factory=Tariff)
    cards: tuple[float, ...] = (20, 11, 1, 11, 9, 14, 13, 23)
    """What the first card of a kind saves on the way."""
    again: tuple[float, ...] = (4.5, 10, 5.5, 4.5, 5.5, 8, 15, 7)
    """What any other card of that kind does."""
    gem: float = 14
    near: float = 0.27
    """How much more the way to the next gem counts: later on much will have changed."""
    plank: float = 1
    tile: float = 5.6
    tau: float = 23
    """How much further along one must be to be e times as likely to win."""
    tempo: float = 21
    """What it is worth to have a whole turn before one."""


class Judge:
    def __init__(self, game: Venise, weights: Weights) -> None:
        self.game = game
        self.weights = weights
        self.routes = Routes(game.planks, weights.tariff)
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
            - weights.plank * sum(stock)
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
