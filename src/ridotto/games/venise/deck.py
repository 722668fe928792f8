"""The cards, planks and tiles of the box, read from ``data/deck.toml`` so that an owner can correct them there."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import astuple, dataclass
from functools import cache, lru_cache
from hashlib import blake2s
from importlib.resources import files
from typing import Any, Final, Literal, TypeAlias

from ridotto.core import RidottoError

Card: TypeAlias = Literal["short", "long", "remove", "move", "step1", "step2", "step3", "joker"]
Counts: TypeAlias = tuple[int, ...]
"""How many there are of each card, in the order of CARDS; without the joker in the draw and discard piles."""

ACTIONS: Final[tuple[Card, ...]] = ("short", "long", "remove", "move", "step1", "step2", "step3")
CARDS: Final[tuple[Card, ...]] = (*ACTIONS, "joker")
JOKER: Final = len(ACTIONS)
STEPS: Final[dict[Card, int]] = {"step1": 1, "step2": 2, "step3": 3}
SEATS: Final = (2, 3, 4)
CARDS_IN_BOX: Final = 54
SHIPPED: Final = "c88280c4"
"""The digest of the deck as it is shipped. Matches with any other are told apart by the rules' version."""


class DeckError(RidottoError):
    """A deck file that cannot be used: names the file, the key and the rule."""


@dataclass(frozen=True, slots=True)
class Deck:
    hourglasses: int
    draw: int
    hand: int
    dealt: int
    exchange: int
    tiles: int
    fixed: Counts
    costs: Counts
    """By card, the joker last."""
    counts: Counts
    jokers: int
    jokers_held: int
    short_planks: int
    long_planks: int
    planks: tuple[tuple[int, int], ...]
    """Each player's short and long planks for 2, 3 and 4 players."""

    def stock(self, seats: int) -> tuple[int, int]:
        return self.planks[seats - SEATS[0]]

    def cost(self, card: Card) -> int:
        return self.costs[CARDS.index(card)]

    @property
    def step_cost(self) -> float:
        """Hourglasses for one step, on average over the step cards."""
        counts = {card: self.counts[ACTIONS.index(card)] for card in STEPS}
        if not any(counts.values()):
            counts = dict.fromkeys(STEPS, 1)
        paid = sum(self.cost(card) * count for card, count in counts.items())
        return paid / sum(STEPS[card] * count for card, count in counts.items())

    @property
    def digest(self) -> str:
        """The same for all decks of the same numbers."""
        return blake2s(repr(astuple(self)).encode(), digest_size=4).hexdigest()

    @property
    def is_shipped(self) -> bool:
        return self.digest == SHIPPED


def counts_of(cards: Sequence[Card]) -> Counts:
    return tuple([cards.count(card) for card in CARDS])


@lru_cache(maxsize=4096)
def cards_of(counts: Counts) -> tuple[Card, ...]:
    return tuple([card for card, count in zip(CARDS, counts, strict=False) for _ in range(count)])


def card_key(card: Card) -> str:
    """Where the catalogue has the card's name."""
    return f"ve_card_{card}"


def parse_deck(text: str, file: str = "deck.toml") -> Deck:
    """Raises DeckError."""

    def number(section: dict[str, Any], key: str, rule: str, where: str = "", least: int = 0) -> int:
        value = section.get(key)
        if not isinstance(value, int) or isinstance(value, bool) or value < least:
            raise DeckError("deck_number", file=file, key=where + key, least=least, rule=rule)
        return value

    def section(parent: dict[str, Any], key: str, rule: str, where: str = "") -> dict[str, Any]:
        value = parent.get(key)
        if not isinstance(value, dict):
            raise DeckError("deck_table", file=file, key=where + key, rule=rule)
        return value

    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise DeckError("deck_syntax", file=file, reason=str(error)) from None
    cards, jokers, planks = (
        section(data, "cards", "VE-15"),
        section(data, "jokers", "VE-1"),
        section(data, "planks", "VE-1"),
    )
    if unknown := sorted(set(cards) - set(ACTIONS)):
        raise DeckError("deck_card", file=file, key=f"cards.{unknown[0]}", card=unknown[0], rule="VE-15")
    entries = {card: section(cards, card, "VE-R4", "cards.") for card in ACTIONS}
    fixed = data.get("fixed")
    if not isinstance(fixed, list) or not all(card in ACTIONS for card in fixed):
        raise DeckError("deck_card", file=file, key="fixed", card=fixed, rule="VE-R5")
    deck = Deck(
        hourglasses=number(data, "hourglasses", "VE-9", least=1),
        draw=number(data, "draw", "VE-9", least=1),
        hand=number(data, "hand", "VE-9", least=1),
        dealt=number(data, "dealt", "VE-8"),
        exchange=number(data, "exchange", "VE-12", least=1),
        tiles=number(data, "tiles", "VE-1"),
        fixed=counts_of(fixed),
        costs=(
            *(number(entries[card], "cost", "VE-15", f"cards.{card}.", 1) for card in ACTIONS),
            number(jokers, "cost", "VE-20", "jokers.", 1),
        ),
        counts=tuple(number(entries[card], "count", "VE-R4", f"cards.{card}.") for card in ACTIONS),
        jokers=number(jokers, "count", "VE-1", "jokers."),
        jokers_held=number(jokers, "held", "VE-13", "jokers."),
        short_planks=number(planks, "short", "VE-1", "planks."),
        long_planks=number(planks, "long", "VE-1", "planks."),
        planks=tuple(
            (
                number(share := section(planks, str(seats), "VE-R3", "planks."), "short", "VE-R3", f"planks.{seats}."),
                number(share, "long", "VE-R3", f"planks.{seats}."),
            )
            for seats in SEATS
        ),
    )
    if (total := sum(deck.counts) + deck.jokers) != CARDS_IN_BOX:
        raise DeckError("deck_total", file=file, key="cards", found=total, wanted=CARDS_IN_BOX, rule="VE-1")
    if deck.jokers < deck.jokers_held * SEATS[-1]:
        # Then the joker pile can never be empty for someone who may have one, and nobody has to ask.
        raise DeckError("deck_jokers", file=file, key="jokers.count", least=deck.jokers_held * SEATS[-1], rule="VE-13")
    for seats, (short, long) in zip(SEATS, deck.planks, strict=True):
        if short * seats > deck.short_planks or long * seats > deck.long_planks:
            raise DeckError("deck_planks", file=file, key=f"planks.{seats}", rule="VE-R3")
    for card, count in zip(ACTIONS, deck.counts, strict=True):
        if deck.fixed[ACTIONS.index(card)] * SEATS[-1] > count:
            raise DeckError("deck_fixed", file=file, key=f"cards.{card}", card=card, rule="VE-R5")
    return deck


def deck_version() -> str:
    """What a changed deck adds to the version of the rules: then the same moves no longer mean the same."""
    with suppress(DeckError):  # whoever makes a game is told
        return "" if load_deck().is_shipped else f"-{load_deck().digest}"
    return ""


@cache
def load_deck() -> Deck:
    return parse_deck((files(__package__) / "data" / "deck.toml").read_text("utf-8"))
