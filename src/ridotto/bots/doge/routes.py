"""What the way to all the gems that are left will cost, roughly: the yardstick of the better Venise bots."""

from __future__ import annotations

from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Final, NamedTuple, TypeAlias

from ridotto.games.venise.planks import Field, Mask, Planks, bits

Price: TypeAlias = int
"""In tenths of an hourglass."""
Way: TypeAlias = int
"""The price of a way and how many short and long planks it wants laid, in one number, so that ways add up."""
Stock: TypeAlias = tuple[int, int]
"""Short and long planks."""

FAR: Final = 600
"""More than any way costs; what cannot be reached at all is that far."""
KEPT: Final = 1 << 14
"""How many answers a cache keeps before it begins anew."""

BITS: Final = 8
"""Enough for a number of planks, or for a field."""
LOW: Final = (1 << BITS) - 1


def make_way(price: Price, short: int = 0, long: int = 0) -> Way:
    return (price << BITS | short) << BITS | long


def split_way(way: Way) -> tuple[Price, int, int]:
    return way >> 2 * BITS, way >> BITS & LOW, way & LOW


LOST: Final = make_way(FAR)


@dataclass(frozen=True, slots=True)
class Tariff:
    """What a way costs: the hourglasses, and something for the card, which is scarce too."""

    step: Price = 10
    short: Price = 13
    long: Price = 20
    lack_short: Price = 12
    """How much more a short plank costs than those in stock: it must first be taken up somewhere."""
    lack_long: Price = 8


class Routes:
    """Cheapest ways over the planks that lie and those that can be laid. Everything is kept: boards hardly change."""

    def __init__(self, planks: Planks, tariff: Tariff) -> None:
        self.planks = planks
        self.tariff = tariff
        self._touches = [bits(touched) for touched in planks.touches]
        self._tours: dict[tuple[Mask, Mask], list[tuple[list[Way], Way]]] = {}
        self._maps: dict[tuple[Field, Mask], list[Way]] = {}
        self._sites: dict[Mask, Sites] = {}

    def cost(self, field: Field, gems: Mask, laid: Mask, stock: Stock) -> tuple[Price, Price]:
        """From `field` over all the gems in the best order, and to the nearest of them."""
        tour = self.tour(gems, laid)
        return (
            self._price(min([far[field] + rest for far, rest in tour]), stock),
            self._price(min([far[field] for far, _ in tour]), stock),
        )

    def _price(self, way: Way, stock: Stock) -> Price:
        price, short, long = split_way(way)
        if short > stock[0]:
            price += self.tariff.lack_short * (short - stock[0])
        if long > stock[1]:
            price += self.tariff.lack_long * (long - stock[1])
        return price

    def order(self, field: Field, gems: Mask, laid: Mask) -> list[Field]:
        """The gems in the order that `cost` counts on."""
        order = []
        while gems:
            tour = self.tour(gems, laid)
            _, field = min((far[field] + rest, gem) for gem, (far, rest) in zip(bits(gems), tour, strict=True))
            order.append(field)
            gems ^= 1 << field
        return order

    def tour(self, gems: Mask, laid: Mask) -> list[tuple[list[Way], Way]]:
        """For each gem that could come first: the way to it by field, and the way from it over all the others."""
        key = gems, laid
        known = self._tours.get(key)
        if known is None:
            if len(self._tours) >= KEPT:
                self._tours.clear()
            known = self._tours[key] = self._find_tour(*key)
        return known

    def _find_tour(self, gems: Mask, laid: Mask) -> list[tuple[list[Way], Way]]:
        tour = []
        for gem in bits(gems):
            rest = gems ^ 1 << gem
            after = 0
            if rest:
                after = min([far[gem] + more for far, more in self.tour(rest, laid)])
            tour.append((self.far(gem, laid), after))
        return tour

    def far(self, gem: Field, laid: Mask) -> list[Way]:
        """By field: the cheapest way to the gem."""
        key = gem, laid
        known = self._maps.get(key)
        if known is None:
            if len(self._maps) >= KEPT:
                self._maps.clear()
            known = self._maps[key] = self._find_far(*key)
        return known

    def _find_far(self, gem: Field, laid: Mask) -> list[Way]:
        enter, over = self._find_sites(laid)
        touches = self._touches
        far = [LOST] * len(touches)
        far[gem] = 0
        # Where the way could go on backwards, the cheapest first: the way and the field it begins on in one number.
        heap = [enter[gem] << BITS | gem]
        while heap:
            way = heappop(heap)
            field = way & LOW
            way >>= BITS
            for before in over.get(field) or touches[field]:
                if far[before] == LOST and (more := enter[before]):
                    far[before] = way
                    heappush(heap, way + more << BITS | before)
        return far

    def _find_sites(self, laid: Mask) -> Sites:
        known = self._sites.get(laid)
        if known is None:
            if len(self._sites) >= KEPT:
                self._sites.clear()
            physics, tariff = self.planks, self.tariff
            step = make_way(tariff.step)
            short = step + make_way(tariff.short, short=1)
            long = step + make_way(tariff.long, long=1)
            enter = [0] * len(physics.names)
            for field in bits(physics.ground | laid):
                enter[field] = step
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


class Sites(NamedTuple):
    """What can be walked on and where planks could be laid."""

    enter: list[Way]
    """By field: what it takes to come onto it, its plank included if none lies there yet; 0 where there is no way."""
    over: dict[Field, tuple[Field]]
    """Planks that rest on another one that must be laid first, so that they can only be reached over that."""
