"""The moves of Venise and their one canonical text.

    short:a1-b1              lay a short plank            long:a1/b2            lay a long plank
    remove:a1-b1             take a plank into stock      move:a1-b1,a1-a2      take up the first, lay it as the second
    step2:a1-b1,b1nw         walk over these fields       *long:a1/b2           the same with a joker
    tile                     spend an hourglass tile      take                  take a joker instead of playing cards
    exchange:short,short,move,step1                       four cards for a joker
    end                      stop playing and draw        -short                discard down to eight
    first:2                  chance says who begins       +short@0  +?@0        a card goes to seat 0, known or not
    shuffle                  the discard pile becomes the draw pile
    clear:short,joker@0      the hand of seat 0, which has all its gems, is laid off

Fields and planks are named as in `ridotto.games.venise.planks`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement
from typing import Final, Literal, TypeAlias

from ridotto.core import NotationError, Seat
from ridotto.games.venise.deck import ACTIONS, CARDS, STEPS, Card

UNKNOWN: Final = "?"
"""Stands for a card that this reader may not know."""


@dataclass(frozen=True, slots=True)
class First:
    """Chance says which seat begins (VE-8)."""

    seat: Seat

    def __str__(self) -> str:
        return f"first:{self.seat}"


@dataclass(frozen=True, slots=True)
class Draw:
    """A card goes from the draw pile to a hand (VE-8, VE-9)."""

    card: Card | Literal["?"]
    seat: Seat

    def __str__(self) -> str:
        return f"+{self.card}@{self.seat}"


@dataclass(frozen=True, slots=True)
class Shuffle:
    """The discard pile becomes the draw pile (VE-10, VE-R17)."""

    def __str__(self) -> str:
        return "shuffle"


@dataclass(frozen=True, slots=True)
class Clear:
    """The hand of a finisher is laid off, open to all (VE-R16)."""

    cards: tuple[Card, ...]
    """In the order of the deck."""
    seat: Seat

    def __str__(self) -> str:
        return f"clear:{','.join(self.cards)}@{self.seat}"


@dataclass(frozen=True, slots=True)
class Play:
    """A card is played and carried out in full (VE-14 to VE-20)."""

    card: Card
    """What it does; never "joker"."""
    where: tuple[str, ...]
    """Of a plank card the slot, or the slots it goes from and to; of a step card the fields walked over, end last."""
    is_joker: bool = False
    """Whether a joker stands for the card."""

    def __str__(self) -> str:
        return f"{'*' if self.is_joker else ''}{self.card}:{','.join(self.where)}"


@dataclass(frozen=True, slots=True)
class Spend:
    """An hourglass tile raises this turn's limit by one (VE-11)."""

    def __str__(self) -> str:
        return "tile"


@dataclass(frozen=True, slots=True)
class Exchange:
    """Four action cards for a joker (VE-12)."""

    cards: tuple[Card, ...]
    """In the order of the deck."""

    def __str__(self) -> str:
        return f"exchange:{','.join(self.cards)}"


@dataclass(frozen=True, slots=True)
class Take:
    """A joker is taken instead of playing cards (VE-9)."""

    def __str__(self) -> str:
        return "take"


@dataclass(frozen=True, slots=True)
class End:
    """No more is played; two cards are drawn (VE-9)."""

    def __str__(self) -> str:
        return "end"


@dataclass(frozen=True, slots=True)
class Discard:
    """A card too many is laid off (VE-9)."""

    card: Card

    def __str__(self) -> str:
        return f"-{self.card}"


Move: TypeAlias = First | Draw | Shuffle | Clear | Play | Spend | Exchange | Take | End | Discard

# Moves are asked for often: each exists once.
FIRST: Final = tuple(First(seat) for seat in range(4))
DRAW: Final = tuple(tuple(Draw(card, seat) for card in ACTIONS) for seat in range(4))
SHUFFLE: Final = Shuffle()
SPEND: Final = Spend()
TAKE: Final = Take()
END: Final = End()
DISCARD: Final = tuple(Discard(card) for card in CARDS)
PLAIN: Final[dict[str, Move]] = {"shuffle": SHUFFLE, "tile": SPEND, "take": TAKE, "end": END}


@cache
def exchanges(size: int) -> tuple[Exchange, ...]:
    """Every choice of `size` action cards."""
    return tuple(Exchange(cards) for cards in combinations_with_replacement(ACTIONS, size))


def parse_card(text: str) -> Card:
    for card in CARDS:
        if card == text:
            return card
    raise NotationError("ve_card_unknown", text=text, known=", ".join(CARDS))


def parse_move(text: str) -> Move:
    """Reads the grammar only: whether the fields exist is for the board to say."""
    if text in PLAIN:
        return PLAIN[text]
    if text.startswith("-"):
        return DISCARD[CARDS.index(parse_card(text[1:]))]
    if text.startswith("+"):
        name, _, seat = text[1:].partition("@")
        if seat in ("0", "1", "2", "3"):
            if name == UNKNOWN:
                return Draw("?", int(seat))
            if (card := parse_card(name)) != "joker":
                return DRAW[int(seat)][ACTIONS.index(card)]
        raise NotationError("ve_bad_move", text=text)
    head, colon, rest = text.partition(":")
    if head == "clear" and rest[-2:] in ("@0", "@1", "@2", "@3"):
        return Clear(_parse_cards(rest[:-2]), int(rest[-1]))
    parts = tuple(rest.split(","))
    if not colon or not all(parts):
        raise NotationError("ve_bad_move", text=text)
    if head == "first" and rest in ("0", "1", "2", "3"):
        return FIRST[int(rest)]
    if head == "exchange":
        return Exchange(_parse_cards(rest))
    card = parse_card(head.removeprefix("*"))
    if card == "joker" or not 1 <= len(parts) <= _most(card) or (card == "move" and len(parts) != 2):
        raise NotationError("ve_bad_move", text=text)
    return Play(card, parts, head.startswith("*"))


def _parse_cards(text: str) -> tuple[Card, ...]:
    return tuple(sorted(map(parse_card, text.split(",")), key=CARDS.index))


def _most(card: Card) -> int:
    """How many places a card names at most."""
    return STEPS.get(card, 2 if card == "move" else 1)
