"""What can be done from a field, as moves, cached."""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from ridotto.cache import Cache
from ridotto.games.venise.deck import ACTIONS, CARDS, STEPS, Card, Counts
from ridotto.games.venise.moves import Exchange, Play, exchanges
from ridotto.games.venise.planks import Field, Mask, Planks, bits

KEPT: Final = 1 << 15


class Works(NamedTuple):
    """What can be done with planks from one field, as moves: with the cards themselves, then with a joker for each."""

    short: tuple[Play, ...]
    long: tuple[Play, ...]
    remove: tuple[Play, ...]
    move: tuple[Play, ...]
    joker_short: tuple[Play, ...]
    joker_long: tuple[Play, ...]
    joker_remove: tuple[Play, ...]
    joker_move: tuple[Play, ...]


class Walks(NamedTuple):
    """Where steps lead from one field, as moves. A joker walks as a 3-step card, which can do all the others can."""

    step1: tuple[Play, ...]
    step2: tuple[Play, ...]
    step3: tuple[Play, ...]
    joker_step3: tuple[Play, ...]


class Choices:
    """Of one arrangement of posts."""

    def __init__(self, physics: Planks) -> None:
        self.physics = physics
        self._works = Cache(KEPT, self._find_works)
        self._walks = Cache(KEPT, self._find_walks)
        self._steps = Cache(KEPT, self._find_steps)

    def works(self, field: Field, laid: Mask, pawns: Mask) -> Works:
        """What a pawn on `field` can do to planks."""
        around = self.physics.around[field]
        return self._works[field, laid & around, pawns & around]

    def walks(self, field: Field, laid: Mask, gems: Mask) -> Walks:
        """Where a pawn on `field` can go that collects `gems`."""
        near = self.physics.near[field]
        # Of the gems too far away it only matters whether there is one: then no gem in reach is the last.
        far = gems & ~near
        return self._walks[field, laid & near, gems & near | far & -far]

    def _find_works(self, key: tuple[Field, Mask, Mask]) -> Works:
        field, laid, pawns = key
        physics, names = self.physics, self.physics.names
        places = physics.layable(field, laid)
        taken = bits(physics.takeable(field, laid, pawns))
        where: tuple[tuple[Card, list[tuple[str, ...]]], ...] = (
            ("short", [(names[slot],) for slot in bits(places & physics.short)]),
            ("long", [(names[slot],) for slot in bits(places & physics.long)]),
            ("remove", [(names[slot],) for slot in taken]),
            (
                "move",
                [
                    (names[slot], names[place])
                    for slot in taken
                    # VE-R14: what falls has fallen before the plank is laid again, elsewhere.
                    for place in bits(
                        physics.layable(field, physics.without(slot, laid))
                        & (physics.long if physics.is_long(slot) else physics.short)
                        & ~(1 << slot)
                    )
                ],
            ),
        )
        plain, wild = ([tuple(Play(card, w, j) for w in ways) for card, ways in where] for j in (False, True))
        return Works(*plain, *wild)

    def _find_walks(self, key: tuple[Field, Mask, Mask]) -> Walks:
        field, laid, gems = key
        ways = self.physics.walks(field, laid, gems, len(STEPS))
        by_card = tuple(
            tuple([self._steps[way][card] for way in ways if len(way) <= most])
            for card, most in enumerate((1, 2, 3, 3))
        )
        return Walks(*by_card)

    def _find_steps(self, way: tuple[Field, ...]) -> tuple[Play, ...]:
        """The walk over some fields as a move of each card that may make it."""
        where = tuple([self.physics.names[field] for field in way])
        return *(Play(card, where) for card in ("step1", "step2", "step3")), Play("step3", where, True)


class Exchanges:
    """The ways to give `size` action cards of a hand, kept because the same hands come again and again."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.every = exchanges(size)
        self.counts = {way.cards: tuple(way.cards.count(card) for card in CARDS) for way in self.every}
        # By kind and number held: which of all ways need no more of that kind than this.
        self._within = [
            [
                sum(1 << at for at, way in enumerate(self.every) if way.cards.count(card) <= held)
                for held in range(size + 1)
            ]
            for card in ACTIONS
        ]
        self._known = Cache(KEPT, self._find)

    def of(self, hand: Counts) -> tuple[Exchange, ...]:
        return self._known[hand]

    def _find(self, hand: Counts) -> tuple[Exchange, ...]:
        mask = -1
        for within, held in zip(self._within, hand, strict=False):
            mask &= within[min(held, self.size)]
        return tuple([self.every[at] for at in bits(mask)])


exchanges_of = cache(Exchanges)
