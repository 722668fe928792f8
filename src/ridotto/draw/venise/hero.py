"""The pictures of the README: a turn by day and one by night."""

from __future__ import annotations

from typing import Final, NamedTuple

from ridotto.core import Seat
from ridotto.draw.venise.pictures import svg
from ridotto.games.venise import Venise
from ridotto.games.venise.deck import CARDS, JOKER, Card, counts_of
from ridotto.games.venise.effects import Effects
from ridotto.games.venise.state import Pieces, State, Stock


class Moment(NamedTuple):
    """The beginning of a turn in a game of four, by seat; what the deck decides is left to it."""

    seat: Seat
    first: Seat
    round: int
    planks: str
    pawns: str
    gems: tuple[str, str, str, str]
    spent: tuple[Stock, Stock, Stock, Stock]
    """Planks from the stock that everybody began with."""
    tiles: tuple[int, int, int, int]
    hands: tuple[str, str, str, str]
    discards: str
    last: Effects

    def state(self, game: Venise) -> State:
        deck, physics = game.deck, game.planks
        box = (*deck.counts, deck.jokers)
        # No more cards than the deck has.
        hands = tuple(tuple(map(min, counts_of(_cards(hand)), box)) for hand in self.hands)
        discards = counts_of(_cards(self.discards))[:JOKER]
        held = [sum(cards) for cards in zip(*hands, discards, strict=False)]
        short, long = deck.stock(game.seats)
        stocks = [(max(0, short - spent_short), max(0, long - spent_long)) for spent_short, spent_long in self.spent]
        start = game.start()
        return State(
            start.turn._replace(
                phase="play", seat=self.seat, first=self.first, round=self.round, hourglasses=deck.hourglasses, draws=0
            ),
            Pieces(
                physics.mask(*self.planks.split()),
                tuple(physics.number[field] for field in self.pawns.split()),
                tuple(physics.mask(*gems.split()) for gems in self.gems),
                tuple(stocks),
                self.tiles,
            ),
            start.cards._replace(
                hands=hands,
                shown=tuple((*[0] * JOKER, hand[JOKER]) for hand in hands),
                pile=tuple(max(0, count - used) for count, used in zip(deck.counts, held, strict=True)),
                discards=discards,
            ),
            (),
        )


def _cards(text: str) -> list[Card]:
    return [CARDS[CARDS.index(word)] for word in text.split()]


MOMENTS: Final = {
    "day": Moment(
        seat=0,
        first=0,
        round=6,
        planks="d1-d2 a3-b3 b3-b4 d3-d4 b2/c1 c1/d2 a3/b2 d3/e2 b3/c4 d3/e2>d2 d3/e2>e3",
        pawns="d3/e2 b3-b4 a3-b3 e3sw",
        gems=("d2over e2nw", "a2ne b2over", "b1nw", "d3over"),
        spent=((1, 1), (1, 1), (1, 2), (3, 1)),
        tiles=(1, 2, 2, 1),
        hands=(
            "short long remove remove",
            "short remove move step1 step2 step3 step3 joker",
            "short remove move step2",
            "short long move step3",
        ),
        discards="short short short short short long move step1 step1 step1 step1 step1 step2 step2 step2 step3",
        last=Effects(3, laid=("d3/e2>d2", "d3/e2>e3"), way=("d2under", "d3/e2>d2", "d3/e2>e3", "e3sw")),
    ),
    "night": Moment(
        seat=3,
        first=2,
        round=6,
        planks="b2-b3 c2-d2 a3-b3 b3-c3 c3-d3 a1/b2 b3/c2 c3/d2 a3/b4 d3/e4 b3/c2>b2 b3/c2>c3 c3/d2>d3",
        pawns="c3-d3 b2under a3e c2under",
        gems=("d1ne e2w", "b1nw a2e", "b2over b4sw", "e3w d4se"),
        spent=((2, 1), (2, 1), (3, 2), (1, 1)),
        tiles=(2, 0, 1, 1),
        hands=(
            "short long move move step1 step2 step3",
            "short long remove remove move step2",
            "short long long remove remove step1 step2",
            "remove step1 step2 step3",
        ),
        discards=(
            "short short short short short long remove move step1 step1 step1 step1 step2 step2 step2 step3 step3"
        ),
        last=Effects(2, laid=("a3-b3", "a3/b4"), way=("b3over", "a3-b3", "a3e")),
    ),
}
"""From two games of four greedy bots (seeds 29 and 23)."""


def hero(side: str) -> str:
    """A picture of the README, as the seat to move sees it after the turn before."""
    game, moment = Venise(seats=4, board=f"{side}-basic"), MOMENTS[side]
    names = "Anna", "Bruno", "Carla", "Dino"
    return svg(game.view(moment.state(game), moment.seat), last=moment.last, names=names, title="Venise")
