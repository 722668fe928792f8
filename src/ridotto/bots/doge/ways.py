"""Shortest paths over all gems that are left, with planks to lay on the way: an estimate, gem by gem."""

from __future__ import annotations

from dataclasses import dataclass
from heapq import heappop, heappush
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from ridotto.cache import Cache
from ridotto.games.venise.deck import Deck
from ridotto.games.venise.planks import Field, Mask, Planks, bits

if TYPE_CHECKING:
    from ridotto.bots.doge.compiled import CompiledWays

Price: TypeAlias = int
"""In tenths of an hourglass."""
Stock: TypeAlias = tuple[int, int]
"""Short and long planks."""

# Hundreds of thousands are kept: plain tuples of numbers cost the garbage collector nothing.
Way: TypeAlias = tuple[int, Mask]
"""Steps, and the planks to be laid."""
Tour: TypeAlias = tuple[tuple[Field, ...], Way]
"""The gems as they are fetched, and the way from the first over all the others."""

KEPT: Final = 1 << 14
BITS: Final = 8
"""Enough for a field."""
LOW: Final = (1 << BITS) - 1
ENDLESS: Final[Stock] = (LOW, LOW)


class ByGem(NamedTuple):
    """A gem that could come first."""

    gem: Field
    first: Way
    """To the gem."""
    whole: Way
    """Over all of them."""
    lying: Mask
    """The planks that lie on the way to the gem already."""


class Map(NamedTuple):
    """The cheapest ways to one gem."""

    following: list[Field]
    """By field: where to go from it; -1 where there is no way."""
    known: dict[Field, Way]


class Cost(NamedTuple):
    whole: Price
    """Over all the gems in the best order."""
    near: Price
    """To the nearest of them."""


NOWHERE: Final[Way] = (0, 0)
LOST: Final[Way] = (60, 0)
"""More steps than any way takes: what cannot be reached at all is that far."""


@dataclass(frozen=True, slots=True)
class Tariff:
    """Prices of steps and planks: the hourglasses, and something for the card, which is scarce too."""

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


class Ways:
    """Cheapest ways over the planks that lie and those that can be laid, cached by the planks that lie."""

    def __init__(self, planks: Planks, tariff: Tariff, is_compiled: bool = True) -> None:
        self.planks = planks
        self.tariff = tariff
        self._compiled = self._compile() if is_compiled else None
        self._touches = [bits(touched) for touched in planks.touches]
        self._tours = Cache(KEPT, self._find_tours)
        self._maps = Cache(KEPT, self._find_map)
        self._sites = Cache(KEPT, self._find_sites)

    def _compile(self) -> CompiledWays | None:
        """The same, some twenty times as fast, where there is numba."""
        try:
            from ridotto.bots.doge.compiled import CompiledWays
        except (ImportError, RuntimeError):  # or numba has nowhere to keep what it compiles
            return None
        tariff = self.tariff
        prices = tariff.step, tariff.short, tariff.long, tariff.lack_short, tariff.lack_long, LOST[0]
        return CompiledWays(self.planks, prices)

    def cost(self, field: Field, gems: Mask, laid: Mask, stock: Stock) -> Cost:
        if self._compiled:
            return Cost(*self._compiled.cost(field, gems, laid, stock))
        whole, near = [], []
        for order, (steps, lay) in self._tours[gems, laid]:
            first_steps, first_lay = self.way(field, order[0], laid)
            near.append(self._price(first_steps, first_lay, stock))
            whole.append(self._price(first_steps + steps, first_lay | lay, stock))
        return Cost(min(whole), min(near))

    def by_gem(self, field: Field, gems: Mask, laid: Mask) -> list[ByGem]:
        if self._compiled:
            return [ByGem(*way) for way in self._compiled.ways(field, gems, laid)]
        found = []
        for (gem, *_), rest in self._tours[gems, laid]:
            first = self.way(field, gem, laid)
            found.append(ByGem(gem, first, join(first, rest), self._lying(field, gem, laid)))
        return found

    def price(self, way: Way, stock: Stock = ENDLESS) -> Price:
        steps, lay = way
        return self._price(steps, lay, stock)

    def _price(self, steps: int, lay: Mask, stock: Stock = ENDLESS) -> Price:
        tariff = self.tariff
        short, long = (lay & self.planks.short).bit_count(), (lay & self.planks.long).bit_count()
        price = tariff.step * steps + tariff.short * short + tariff.long * long
        has_short, has_long = stock
        if short > has_short:
            price += tariff.lack_short * (short - has_short)
        if long > has_long:
            price += tariff.lack_long * (long - has_long)
        return price

    def _find_tours(self, key: tuple[Mask, Mask]) -> list[Tour]:
        """For each gem that could come first: a good way to go on."""
        gems, laid = key
        return [self._find_tour(gem, gems ^ 1 << gem, laid) for gem in bits(gems)]

    def _find_tour(self, gem: Field, rest: Mask, laid: Mask) -> Tour:
        if not rest:
            return (gem,), NOWHERE
        best: Tour = (gem,), NOWHERE
        least = LOW << BITS
        for order, (steps, lay) in self._tours[rest, laid]:
            first_steps, first_lay = self.way(gem, order[0], laid)
            way = first_steps + steps, first_lay | lay
            if (price := self._price(*way)) < least:
                least, best = price, ((gem, *order), way)
        return best

    def way(self, field: Field, gem: Field, laid: Mask) -> Way:
        """The cheapest way from `field` to the gem."""
        found = self._maps[gem, laid]
        way = found.known.get(field)
        if way is None:
            way = found.known[field] = self._find_way(field, found, ~(self.planks.ground | laid))
        return way

    def _lying(self, field: Field, gem: Field, laid: Mask) -> Mask:
        """The planks that lie on the cheapest way to the gem already."""
        following = self._maps[gem, laid].following
        passed = 0
        while field != gem and (field := following[field]) >= 0:
            passed |= 1 << field
        return passed & laid

    def _find_way(self, field: Field, found: Map, water: Mask) -> Way:
        following, known = found
        steps, lay = 0, 0
        while field not in known:
            field = following[field]
            if field < 0:
                return LOST
            steps += 1
            lay |= 1 << field
        return join((steps, lay & water), known[field])

    def _find_map(self, key: tuple[Field, Mask]) -> Map:
        gem, laid = key
        enter, over = self._sites[laid]
        touches = self._touches
        following = [-1] * len(touches)
        following[gem] = gem
        # Dijkstra backwards from the gem; a heap entry is the price and the field in one number.
        heap = [enter[gem] << BITS | gem]
        while heap:
            price = heappop(heap)
            field = price & LOW
            price >>= BITS
            for before in over.get(field) or touches[field]:
                if following[before] < 0 and (more := enter[before]):
                    following[before] = field
                    heappush(heap, price + more << BITS | before)
        return Map(following, {gem: NOWHERE})

    def _find_sites(self, laid: Mask) -> Sites:
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
        return Sites(enter, over)


def join(first: Way, second: Way) -> Way:
    """One after the other: what was laid for the first serves the second."""
    (steps, lay), (more_steps, more_lay) = first, second
    return steps + more_steps, lay | more_lay


class Sites(NamedTuple):
    """What can be walked on and where planks could be laid."""

    enter: list[Price]
    """By field: the price of coming onto it, its plank included if none lies there yet; 0 where there is no way."""
    over: dict[Field, tuple[Field]]
    """Planks that rest on another one that must be laid first, so that they can only be reached over that."""
