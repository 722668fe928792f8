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
    """All in tenths of an hourglass."""

    tariff: Tariff = field(default_factory=Tariff)
    cards: tuple[float, ...] = (7, 8, 4, 7, 5, 9, 11, 14)
    """What the first card of a kind saves on the way."""
    again: float = 0.6
    """What another card of the same kind is worth of the one before."""
    gem: float = 0.0
    short: float = 3.5
    long: float = 3.5
    tile: float = 8.0
    tau: float = 50.0
    """How much further along one must be to be e times as likely to win."""
    rivals: float = 1.0


class Judge:
    def __init__(self, game: Venise, weights: Weights) -> None:
        self.game = game
        self.weights = weights
        self.routes = Routes(game.planks, weights.tariff)
        self._hands: dict[Counts, float] = {}

    def way(self, state: State, seat: Seat) -> Price:
        table = state.table
        return self.routes.cost(table.pawns[seat], table.gems[seat], table.planks, table.stocks[seat])

    def loss(self, state: State, seat: Seat) -> float:
        """What still lies between the seat and its last gem, less what it holds to pay for it."""
        weights, table = self.weights, state.table
        short, long = table.stocks[seat]
        return (
            self.way(state, seat)
            + weights.gem * table.gems[seat].bit_count()
            - self.hand(state.cards.hands[seat])
            - weights.short * min(short, 4)
            - weights.long * min(long, 3)
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
                    worth * weights.again**nth
                    for worth, count in zip(weights.cards, hand, strict=True)
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
        finished = state.finished
        if seat in finished:
            return WORTH[finished.index(seat)]
        if state.turn.phase == "over":
            outcome = self.game.outcome(state)
            assert outcome is not None
            return WORTH[outcome.places[seat] - 1]
        share = self.share(state, seat)
        place = len(finished)
        return WORTH[place] * share + WORTH[place + 1] * (1 - share)

    def share(self, state: State, seat: Seat) -> float:
        own = self.loss(state, seat)
        tau = self.weights.tau
        total = 1.0
        for other in range(self.game.seats):
            if other != seat and other not in state.finished:
                total += math.exp(min((own - self.loss(state, other)) / tau, 30.0))
        return 1 / total
