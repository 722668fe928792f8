"""A game of Venise at one moment, whole (`State`) and as one seat knows it (`View`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, TypeAlias, TypeVar

from ridotto.core import Outcome, Seat
from ridotto.games import registration
from ridotto.games.venise.boards import Board
from ridotto.games.venise.deck import JOKER, Card, Counts, counts_of
from ridotto.games.venise.moves import Move
from ridotto.games.venise.planks import Field, Mask

Phase: TypeAlias = Literal["first", "deal", "play", "draw", "discard", "home", "over"]
"""Chance acts at first, in deals and draws, and at home, when a finisher's hand is laid off."""
Did: TypeAlias = Literal["nothing", "played", "taken"]
"""What a turn has seen so far: cards, or a joker taken instead of cards (VE-9, VE-R11)."""

Stock: TypeAlias = tuple[int, int]
"""Short and long planks."""

T = TypeVar("T")

GONE: Final = -1
"""The field of a pawn that has left the board (VE-R16)."""


class Turn(NamedTuple):
    phase: Phase
    seat: Seat
    """Who plays, draws or discards; who is dealt to before that."""
    first: Seat
    round: int
    hourglasses: int
    """Left to spend."""
    did: Did
    draws: int
    """Cards still to come to the seat."""
    quiet: int
    """Turns since a gem was taken; -1 in the very turn (VE-R12)."""


class Pieces(NamedTuple):
    planks: Mask
    pawns: tuple[Field, ...]
    gems: tuple[Mask, ...]
    """By seat: where its gems still lie."""
    stocks: tuple[Stock, ...]
    """By seat; of a finisher what left the board with the pawn (VE-R16)."""
    tiles: tuple[int, ...]


class Cards(NamedTuple):
    hands: tuple[Counts, ...]
    shown: tuple[Counts, ...]
    """By seat: the cards of its hand that everybody knows, which are what is left of the fixed ones, and the jokers."""
    pile: Counts
    discards: Counts
    unknown: tuple[int, ...]
    """By seat: cards whose draw was masked. In a match read from the record of one seat, a masked card is only counted:
    it stays in `pile` until its owner plays it. In any other match there are none."""


class State(NamedTuple):
    turn: Turn
    pieces: Pieces
    cards: Cards
    finished: tuple[Seat, ...]
    """In the order of their places."""


@dataclass(frozen=True, slots=True)
class View:
    """What one seat knows. Places are named, not numbered, so that it can be read and sent as it is."""

    seat: Seat | None
    board: Board
    colours: tuple[str, ...]
    """By seat."""
    phase: Phase
    turn: Seat
    first: Seat
    round: int
    hourglasses: int
    did: Did
    draws: int
    quiet: int
    planks: tuple[str, ...]
    pawns: tuple[str, ...]
    """By seat: its field; empty when it has left the board."""
    gems: tuple[tuple[str, ...], ...]
    """By seat: the fields where its gems still lie."""
    stocks: tuple[Stock, ...]
    lost: Stock
    """The planks that fell into the water (VE-25)."""
    tiles: tuple[int, ...]
    hand: tuple[Card, ...]
    """The seat's own cards; none for spectators."""
    counts: tuple[int, ...]
    """By seat: how many cards."""
    shown: tuple[tuple[Card, ...], ...]
    """By seat: those of its cards that everybody knows it has."""
    pile: int
    discards: tuple[Card, ...]
    """The discard pile lies open; in the order of the deck."""
    jokers: int
    finished: tuple[Seat, ...]
    stranded: tuple[bool, ...]
    """By seat: whether its pawn can do nothing more by itself (VE-R12)."""
    legal: tuple[Move, ...]
    outcome: Outcome | None

    def _repr_svg_(self) -> str:
        drawn: str = registration("venise").load("drawing")(self)
        return drawn


# -- small changes to the tuples states are made of ------------------------------------------------------------------


def put(values: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    return (*values[:at], value, *values[at + 1 :])


def add(counts: Counts, card: int, change: int) -> Counts:
    return (*counts[:card], counts[card] + change, *counts[card + 1 :])


def lay_off(cards: Cards, seat: Seat, card: int) -> Cards:
    """A card leaves a hand: to the discard pile, or a joker to its own (VE-10, VE-R18)."""
    hands, shown, pile, discards, unknown = cards
    if hands[seat][card]:
        hands = put(hands, seat, add(hands[seat], card, -1))
        if shown[seat][card]:
            shown = put(shown, seat, add(shown[seat], card, -1))
    else:
        unknown = put(unknown, seat, unknown[seat] - 1)
        pile = add(pile, card, -1)
    if card != JOKER:
        discards = add(discards, card, 1)
    return Cards(hands, shown, pile, discards, unknown)


def give_joker(cards: Cards, seat: Seat) -> Cards:
    """Jokers are taken openly; they lie in their pile as far as nobody holds them."""
    hands, shown, pile, discards, unknown = cards
    hands = put(hands, seat, add(hands[seat], JOKER, 1))
    return Cards(hands, put(shown, seat, add(shown[seat], JOKER, 1)), pile, discards, unknown)


def left(cards: Cards) -> int:
    """How many cards the draw pile has."""
    return sum(cards.pile) - sum(cards.unknown)


def can_hold(cards: Cards, seat: Seat, some: Sequence[Card]) -> bool:
    """Whether a hand can have all these at once, as far as its masked cards are concerned."""
    lacking = [max(0, count - held) for count, held in zip(counts_of(some), cards.hands[seat], strict=True)]
    return (
        not lacking[JOKER]
        and sum(lacking) <= cards.unknown[seat]
        and all(count <= unseen for count, unseen in zip(lacking, cards.pile, strict=False))
    )
