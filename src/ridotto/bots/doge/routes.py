"""What the way to all the gems that are left will cost, roughly: the yardstick of the better Venise bots."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from ridotto.games.venise.planks import Field, Mask, Planks, bits

Price: TypeAlias = int
"""In tenths of an hourglass."""

Stock: TypeAlias = tuple[int, int]
"""Short and long planks."""

FAR: Final = 600
"""More than any way costs; what cannot be reached at all is that far."""
KEPT: Final = 1 << 14
"""How many answers a cache keeps before it begins anew."""


@dataclass(frozen=True, slots=True)
class Tariff:
    """What a way costs: the hourglasses, and something for the card, which is scarce too."""

    step: Price = 10
    short: Price = 13
    long: Price = 20
    lack_short: tuple[Price, ...] = (12, 8, 4, 0)
    """By the short planks in stock: how much more one costs, as some must first be taken up somewhere."""
    lack_long: tuple[Price, ...] = (6, 3, 0)


class Routes:
    """Cheapest ways over the planks that lie and those that can be laid. Everything is kept: boards hardly change."""

    def __init__(self, planks: Planks, tariff: Tariff) -> None:
        self.planks = planks
        self.tariff = tariff
        self._enough = len(tariff.lack_short) - 1, len(tariff.lack_long) - 1
        self._maps: dict[tuple[Field, Mask, Stock], list[Price]] = {}
        self._tours: dict[tuple[Mask, Mask, Stock], list[tuple[list[Price], Price]]] = {}
        self._usable: dict[tuple[Mask, Stock], list[tuple[Mask, Price]]] = {}

    def cost(self, field: Field, gems: Mask, laid: Mask, stock: Stock) -> tuple[Price, Price]:
        """From `field` over all the gems in the best order, and to the nearest of them."""
        tour = self.tour(gems, laid, self.stock(stock))
        return min([far[field] + rest for far, rest in tour]), min([far[field] for far, _ in tour])

    def stock(self, stock: Stock) -> Stock:
        """What matters of a stock."""
        return min(stock[0], self._enough[0]), min(stock[1], self._enough[1])

    def order(self, field: Field, gems: Mask, laid: Mask, stock: Stock) -> list[Field]:
        """The gems in the order that `cost` counts on."""
        order = []
        while gems:
            tour = self.tour(gems, laid, self.stock(stock))
            _, field = min((far[field] + rest, gem) for gem, (far, rest) in zip(bits(gems), tour, strict=True))
            order.append(field)
            gems ^= 1 << field
        return order

    def tour(self, gems: Mask, laid: Mask, stock: Stock) -> list[tuple[list[Price], Price]]:
        """For each gem that could come first: the price to it by field, and of the way from it over all the others."""
        key = gems, laid, stock
        known = self._tours.get(key)
        if known is None:
            if len(self._tours) >= KEPT:
                self._tours.clear()
            known = self._tours[key] = self._find_tour(*key)
        return known

    def _find_tour(self, gems: Mask, laid: Mask, stock: Stock) -> list[tuple[list[Price], Price]]:
        tour = []
        for gem in bits(gems):
            rest = gems ^ 1 << gem
            after = 0
            if rest:
                after = min([far[gem] + more for far, more in self.tour(rest, laid, stock)])
            tour.append((self.far(gem, laid, stock), after))
        return tour

    def far(self, gem: Field, laid: Mask, stock: Stock) -> list[Price]:
        """By field: the price of the cheapest way to the gem."""
        key = gem, laid, stock
        known = self._maps.get(key)
        if known is None:
            if len(self._maps) >= KEPT:
                self._maps.clear()
            known = self._maps[key] = self._find_far(*key)
        return known

    def _prices(self, laid: Mask, stock: Stock) -> list[tuple[Mask, Price]]:
        """Sets of fields by what it costs to come onto one, its plank included if none lies there yet."""
        key = laid, stock
        known = self._usable.get(key)
        if known is None:
            if len(self._usable) >= KEPT:
                self._usable.clear()
            physics, tariff = self.planks, self.tariff
            free = 0
            for slot in range(physics.first_slot, len(physics.names)):
                if not physics.needs[slot] & ~laid and not physics.bars[slot] & laid:
                    free |= 1 << slot
            short = tariff.step + tariff.short + tariff.lack_short[stock[0]]
            long = tariff.step + tariff.long + tariff.lack_long[stock[1]]
            known = self._usable[key] = [
                (physics.ground | laid, tariff.step),
                (free & physics.short, short),
                (free & physics.long, long),
            ]
        return known

    def _find_far(self, gem: Field, laid: Mask, stock: Stock) -> list[Price]:
        touches = self.planks.touches
        prices = self._prices(laid, stock)
        usable = prices[0][0] | prices[1][0] | prices[2][0]
        dearest = max(price for _, price in prices)
        far = [FAR] * len(touches)
        waiting = [0] * (FAR + dearest + 1)
        waiting[0] = 1 << gem
        left = usable
        way, last = 0, 0
        while way <= last and way < FAR:
            now = waiting[way] & left
            if not now:
                way += 1
                continue
            left ^= now
            last = way + dearest
            for fields, price in prices:
                found = 0
                some = now & fields
                while some:
                    low = some & -some
                    some ^= low
                    field = low.bit_length() - 1
                    far[field] = way
                    found |= touches[field]
                if found:
                    waiting[way + price] |= found
            way += 1
        return far
