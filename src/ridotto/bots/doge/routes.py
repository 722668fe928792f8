"""What the way to all the gems that are left will cost, roughly: the yardstick of the better Venise bots."""

from __future__ import annotations

from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Final, NamedTuple, TypeAlias

from ridotto.games.venise.deck import Deck
from ridotto.games.venise.planks import Field, Mask, Planks, bits

Price: TypeAlias = int
"""In tenths of an hourglass."""
Stock: TypeAlias = tuple[int, int]
"""Short and long planks."""
Leg: TypeAlias = tuple[int, Mask]
"""A way: its steps, and the planks to be laid for it."""
Tour: TypeAlias = tuple[tuple[Field, ...], Leg]
"""Gems in the order they are fetched, and the way from the first over all the others."""

KEPT: Final = 1 << 14
"""How many answers a cache keeps before it begins anew."""
BITS: Final = 8
"""Enough for a field."""
LOW: Final = (1 << BITS) - 1
ENDLESS: Final[Stock] = (LOW, LOW)
LOST: Final[Leg] = (60, 0)
"""More steps than any way takes: what cannot be reached at all is that far."""


@dataclass(frozen=True, slots=True)
class Tariff:
    """What a way costs: the hourglasses, and something for the card, which is scarce too."""

    step: Price
    short: Price
    long: Price
    lack_short: Price
    """How much more a short plank costs that is not in stock: it must first be taken up somewhere."""
    lack_long: Price

    @classmethod
    def of(cls, deck: Deck) -> Tariff:
        take = 10 * deck.cost("remove")
        return cls(
            step=max(1, round(10 * deck.step_cost)),
            short=10 * deck.cost("short") + 3,
            long=10 * deck.cost("long"),
            lack_short=take + 2,
            lack_long=take - 2,
        )


class Routes:
    """Cheapest ways over the planks that lie and those that can be laid. Everything is kept: boards hardly change."""

    def __init__(self, planks: Planks, tariff: Tariff) -> None:
        self.planks = planks
        self.tariff = tariff
        self._touches = [bits(touched) for touched in planks.touches]
        self._tours: dict[tuple[Mask, Mask], list[Tour]] = {}
        self._maps: dict[tuple[Field, Mask], tuple[list[Field], dict[Field, Leg]]] = {}
        self._sites: dict[Mask, Sites] = {}

    def cost(self, field: Field, gems: Mask, laid: Mask, stock: Stock) -> tuple[Price, Price]:
        """From `field` over all the gems in the best order, and to the nearest of them."""
        whole, near = [], []
        for first, way in self.ways(field, gems, laid):
            near.append(self.price(first, stock))
            whole.append(self.price(way, stock))
        return min(whole), min(near)

    def ways(self, field: Field, gems: Mask, laid: Mask) -> list[tuple[Leg, Leg]]:
        """For each gem that could come first: the way to it, and the whole way over all of them."""
        return [(first := self.leg(field, order[0], laid), join(first, rest)) for order, rest in self.tours(gems, laid)]

    def price(self, leg: Leg, stock: Stock = ENDLESS) -> Price:
        steps, laid = leg
        tariff = self.tariff
        short, long = (laid & self.planks.short).bit_count(), (laid & self.planks.long).bit_count()
        price = tariff.step * steps + tariff.short * short + tariff.long * long
        if short > stock[0]:
            price += tariff.lack_short * (short - stock[0])
        if long > stock[1]:
            price += tariff.lack_long * (long - stock[1])
        return price

    def order(self, field: Field, gems: Mask, laid: Mask, stock: Stock) -> tuple[Field, ...]:
        """The gems in the order that `cost` counts on."""

        def price(tour: Tour) -> Price:
            (first, *_), rest = tour
            return self.price(join(self.leg(field, first, laid), rest), stock)

        return min(self.tours(gems, laid), key=price)[0]

    def tours(self, gems: Mask, laid: Mask) -> list[Tour]:
        """For each gem that could come first: a good way to go on."""
        key = gems, laid
        known = self._tours.get(key)
        if known is None:
            if len(self._tours) >= KEPT:
                self._tours.clear()
            known = self._tours[key] = [self._find_tour(gem, gems ^ 1 << gem, laid) for gem in bits(gems)]
        return known

    def _find_tour(self, gem: Field, rest: Mask, laid: Mask) -> Tour:
        if not rest:
            return (gem,), (0, 0)
        ways = [(order, join(self.leg(gem, order[0], laid), more)) for order, more in self.tours(rest, laid)]
        order, way = min(ways, key=lambda each: self.price(each[1]))
        return (gem, *order), way

    def leg(self, field: Field, gem: Field, laid: Mask) -> Leg:
        """The cheapest way from `field` to the gem."""
        key = gem, laid
        known = self._maps.get(key)
        if known is None:
            if len(self._maps) >= KEPT:
                self._maps.clear()
            known = self._maps[key] = self._find_next(*key), {gem: (0, 0)}
        leg = known[1].get(field)
        if leg is None:
            leg = known[1][field] = self._find_leg(field, *known, ~(self.planks.ground | laid))
        return leg

    def _find_leg(self, field: Field, following: list[Field], known: dict[Field, Leg], water: Mask) -> Leg:
        steps, lay = 0, 0
        while field not in known:
            field = following[field]
            if field < 0:
                return LOST
            steps += 1
            lay |= 1 << field
        return join((steps, lay & water), known[field])

    def _find_next(self, gem: Field, laid: Mask) -> list[Field]:
        """By field: where to go from it on the cheapest way to the gem; -1 where there is none."""
        enter, over = self._find_sites(laid)
        touches = self._touches
        following = [-1] * len(touches)
        following[gem] = gem
        # Where the way could go on backwards, the cheapest first: the price and the field it begins on in one number.
        heap = [enter[gem] << BITS | gem]
        while heap:
            price = heappop(heap)
            field = price & LOW
            price >>= BITS
            for before in over.get(field) or touches[field]:
                if following[before] < 0 and (more := enter[before]):
                    following[before] = field
                    heappush(heap, price + more << BITS | before)
        return following

    def _find_sites(self, laid: Mask) -> Sites:
        known = self._sites.get(laid)
        if known is None:
            if len(self._sites) >= KEPT:
                self._sites.clear()
            physics, tariff = self.planks, self.tariff
            short, long = tariff.step + tariff.short, tariff.step + tariff.long
            enter = [0] * len(physics.names)
            for field in bits(physics.ground | laid):
                enter[field] = tariff.step
            over = {}
            for slot in range(physics.first_slot, len(physics.names)):
                if physics.bars[slot] & laid:
                    continue
                lacks = physics.needs[slot] & ~laid
                if lacks:
                    support = lacks.bit_length() - 1
                    if lacks != 1 << support or physics.needs[support] & ~laid or physics.bars[support] & laid:
                        continue
                    over[slot] = (support,)
                enter[slot] = long if physics.is_long(slot) else short
            known = self._sites[laid] = Sites(enter, over)
        return known


def join(first: Leg, second: Leg) -> Leg:
    """One after the other: what was laid for the first serves the second."""
    return first[0] + second[0], first[1] | second[1]


class Sites(NamedTuple):
    """What can be walked on and where planks could be laid."""

    enter: list[Price]
    """By field: the price of coming onto it, its plank included if none lies there yet; 0 where there is no way."""
    over: dict[Field, tuple[Field]]
    """Planks that rest on another one that must be laid first, so that they can only be reached over that."""
