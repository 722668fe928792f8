"""The ways of `ways`, compiled: the same numbers some twenty times as fast. Needs NumPy and numba.

Importing this compiles, or loads what an earlier import compiled. Planks are bits of two words, counted from the first
slot.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias, TypeVar, cast

import numpy as np
import numpy.typing as npt
from numba import njit

from ridotto.cache import Cache
from ridotto.games.venise.planks import Field, Mask, Planks, bits

F = TypeVar("F", bound=Callable[..., Any])
Ints: TypeAlias = npt.NDArray[np.int64]
Words: TypeAlias = npt.NDArray[np.uint64]

KEPT: Final = 1 << 12
WORD: Final = 64
GEM_BITS: Final = 8
"""Enough for a field and one more."""
NEVER: Final = 1 << 15
"""More than any way costs."""

# Columns of the table of fields
LONG: Final = 0
DEGREE: Final = 1
TOUCHES: Final = 2
# Columns of the table of slots
NEEDS: Final = 0
BARS: Final = 2
# What is known of a way, in words
STEPS: Final = 0
LAY: Final = 1
PRICE: Final = 3
LYING: Final = 4
WAY: Final = 6
# Prices
STEP: Final = 0
SHORT_PLANK: Final = 1
LONG_PLANK: Final = 2
LACK_SHORT: Final = 3
LACK_LONG: Final = 4
LOST_STEPS: Final = 5

_TABLES: Final = "i8[:, ::1], u8[:, ::1], i8[::1], u8[::1], u8, u8, i8, i8"


def _compiled(signature: str | None = None) -> Callable[[F], F]:
    return cast("Callable[[F], F]", njit(signature, cache=True))


@_compiled("i8(u8)")
def _count(word: np.uint64) -> int:
    count = 0
    while word:
        word &= word - np.uint64(1)
        count += 1
    return count


@_compiled("b1(u8, u8, i8)")
def _holds(low: np.uint64, high: np.uint64, slot: int) -> bool:
    word, bit = (low, slot) if slot < WORD else (high, slot - WORD)
    return bool(word >> np.uint64(bit) & np.uint64(1))


@_compiled("UniTuple(i8, 2)(u8[::1], u8, u8)")
def _planks(longs: Words, low: np.uint64, high: np.uint64) -> tuple[int, int]:
    """How many short and long ones."""
    long = _count(low & longs[0]) + _count(high & longs[1])
    return _count(low) + _count(high) - long, long


@_compiled("i8(u8[::1], i8[::1], u8[::1], i8, i8)")
def _price(longs: Words, prices: Ints, way: Words, has_short: int, has_long: int) -> int:
    """Of a way with so many planks in stock."""
    short, long = _planks(longs, way[LAY], way[LAY + 1])
    price = int(way[PRICE])
    price += max(0, short - has_short) * int(prices[LACK_SHORT])
    return price + max(0, long - has_long) * int(prices[LACK_LONG])


@_compiled("void(u8[::1], i8[::1], u8[::1], u8[::1], u8[::1])")
def _join(longs: Words, prices: Ints, first: Words, second: Words, into: Words) -> None:
    """One after the other: what was laid for the first serves the second."""
    short, long = _planks(longs, first[LAY] & second[LAY], first[LAY + 1] & second[LAY + 1])
    twice = short * prices[SHORT_PLANK] + long * prices[LONG_PLANK]
    into[STEPS] = first[STEPS] + second[STEPS]
    into[LAY] = first[LAY] | second[LAY]
    into[LAY + 1] = first[LAY + 1] | second[LAY + 1]
    into[PRICE] = first[PRICE] + second[PRICE] - np.uint64(twice)


@_compiled("void(i8[:, ::1], u8[:, ::1], i8[::1], u8, u8, i8[::1], i8[::1])")
def _find_sites(
    fields: Ints, slots: Words, prices: Ints, low: np.uint64, high: np.uint64, enter: Ints, support: Ints
) -> None:
    """As `Ways._find_sites`."""
    first = len(fields) - len(slots)
    enter[:first] = prices[STEP]
    support[:] = -1
    for slot in range(len(slots)):
        field = first + slot
        if _holds(low, high, slot):
            enter[field] = prices[STEP]
            continue
        enter[field] = 0
        if slots[slot, BARS] & low or slots[slot, BARS + 1] & high:
            continue
        lack_low, lack_high = slots[slot, NEEDS] & ~low, slots[slot, NEEDS + 1] & ~high
        lacks = _count(lack_low) + _count(lack_high)
        if lacks > 1:
            continue
        if lacks == 1:
            over = 0
            while not _holds(lack_low, lack_high, over):
                over += 1
            if slots[over, BARS] & low or slots[over, BARS + 1] & high:
                continue
            if slots[over, NEEDS] & ~low or slots[over, NEEDS + 1] & ~high:
                continue
            support[field] = first + over
        enter[field] = prices[STEP] + (prices[LONG_PLANK] if fields[field, LONG] else prices[SHORT_PLANK])


@_compiled("void(i8[:, ::1], i8[::1], i8[::1], i8, i8[::1], i8[::1])")
def _find_prices(fields: Ints, enter: Ints, support: Ints, gem: int, found: Ints, queue: Ints) -> None:
    """What the way from each field to the gem costs, both ends included."""
    count = len(fields)
    found[:] = NEVER
    waiting = np.zeros(count, np.bool_)
    found[gem] = enter[gem]
    queue[0] = gem
    head, size = 0, 1
    while size:
        field = queue[head]
        head = head + 1 if head + 1 < count else 0
        size -= 1
        waiting[field] = False
        price, over = found[field], support[field]
        for nth in range(fields[field, DEGREE]):
            before = fields[field, TOUCHES + nth]
            if (over >= 0 and before != over) or not enter[before]:
                continue
            if price + enter[before] < found[before]:
                found[before] = price + enter[before]
                if not waiting[before]:
                    waiting[before] = True
                    tail = head + size
                    queue[tail if tail < count else tail - count] = before
                    size += 1


@_compiled("void(i8[:, ::1], i8[::1], i8[::1], i8[::1], i8[::1], i8, i8, i8, u8[::1])")
def _follow(
    fields: Ints, prices: Ints, enter: Ints, support: Ints, found: Ints, first: int, field: int, gem: int, way: Words
) -> None:
    """The way to the gem: of several that cost the same, always on to the lowest number."""
    way[:] = 0
    if found[field] >= NEVER:
        way[STEPS] = prices[LOST_STEPS]
        way[PRICE] = prices[LOST_STEPS] * prices[STEP]
        return
    way[PRICE] = found[field] - enter[field]
    while field != gem:
        least, best = NEVER, -1
        for nth in range(fields[field, DEGREE]):
            there = fields[field, TOUCHES + nth]
            if found[there] < least and (support[there] < 0 or support[there] == field):
                least, best = found[there], there
        field = best
        way[STEPS] += np.uint64(1)
        slot = field - first
        if slot >= 0:
            into = LAY if enter[field] != prices[STEP] else LYING
            if slot >= WORD:
                into, slot = into + 1, slot - WORD
            way[into] |= np.uint64(1) << np.uint64(slot)


@_compiled(f"u8[:, :, ::1]({_TABLES})")
def _find_ways(
    fields: Ints, slots: Words, prices: Ints, longs: Words, low: np.uint64, high: np.uint64, field: int, packed: int
) -> Words:
    """By gem: the way from a field to it, and over all gems with that one first."""
    count, first = len(fields), len(fields) - len(slots)
    enter, support = np.empty(count, np.int64), np.empty(count, np.int64)
    found, queue = np.empty(count, np.int64), np.empty(count, np.int64)
    _find_sites(fields, slots, prices, low, high, enter, support)
    gems = np.empty(WORD // GEM_BITS, np.int64)
    many = 0
    while packed:
        gems[many] = (packed & 255) - 1
        packed >>= GEM_BITS
        many += 1
    ways = np.empty((many, 2, WAY), np.uint64)
    between = np.empty((many, many, WAY), np.uint64)
    for to in range(many):
        _find_prices(fields, enter, support, gems[to], found, queue)
        _follow(fields, prices, enter, support, found, first, field, gems[to], ways[to, 0])
        for gem in range(many):
            if gem != to:
                _follow(fields, prices, enter, support, found, first, gems[gem], gems[to], between[gem, to])
    tours = np.zeros((1 << many, many, WAY), np.uint64)
    joined = np.zeros(WAY, np.uint64)
    for some in range(1, 1 << many):
        for gem in range(many):
            rest = some & ~(1 << gem)
            if rest == some or not rest:
                continue
            least = np.uint64(NEVER)
            for following in range(many):
                if rest >> following & 1:
                    _join(longs, prices, between[gem, following], tours[rest, following], joined)
                    if joined[PRICE] < least:
                        least = joined[PRICE]
                        tours[some, gem] = joined
    for gem in range(many):
        _join(longs, prices, ways[gem, 0], tours[(1 << many) - 1, gem], ways[gem, 1])
    return ways


@_compiled(f"i8({_TABLES}, i8, i8)")
def _find_cost(
    fields: Ints,
    slots: Words,
    prices: Ints,
    longs: Words,
    low: np.uint64,
    high: np.uint64,
    field: int,
    packed: int,
    has_short: int,
    has_long: int,
) -> int:
    """What the best order of the gems costs, and the nearest gem, in one number."""
    ways = _find_ways(fields, slots, prices, longs, low, high, field, packed)
    whole = near = NEVER
    for gem in range(len(ways)):
        near = min(near, _price(longs, prices, ways[gem, 0], has_short, has_long))
        whole = min(whole, _price(longs, prices, ways[gem, 1], has_short, has_long))
    return whole << 16 | near


class CompiledWays:
    """The ways over one arrangement of posts."""

    def __init__(self, planks: Planks, prices: Sequence[int]) -> None:
        self._first, self._longs = planks.first_slot, planks.long
        touches = [bits(touched) for touched in planks.touches]
        fields = np.zeros((len(touches), TOUCHES + max(map(len, touches))), np.int64)
        for field, touched in enumerate(touches):
            fields[field, LONG] = planks.is_long(field)
            fields[field, DEGREE] = len(touched)
            fields[field, TOUCHES : TOUCHES + len(touched)] = touched
        slots = [
            (*self._words(planks.needs[slot]), *self._words(planks.bars[slot]))
            for slot in range(self._first, len(touches))
        ]
        longs = np.array(self._words(planks.long), np.uint64)
        self._tables = fields, np.array(slots, np.uint64).reshape(-1, 4), np.array(prices, np.int64), longs
        self._packed = Cache(KEPT, self._pack)

    def cost(self, field: Field, gems: Mask, laid: Mask, stock: tuple[int, int]) -> tuple[int, int]:
        """Over all the gems in the best order, and to the nearest of them."""
        low, high = self._words(laid)
        cost = _find_cost(*self._tables, low, high, field, self._packed[gems], *stock)
        return cost >> 16, cost & 0xFFFF

    def ways(
        self, field: Field, gems: Mask, laid: Mask
    ) -> list[tuple[Field, tuple[int, Mask], tuple[int, Mask], Mask]]:
        """Gem by gem, as `ways.ByGem`."""
        low, high = self._words(laid)
        found = _find_ways(*self._tables, low, high, field, self._packed[gems]).tolist()
        return [
            (
                gem,
                (first[STEPS], self._mask(*first[LAY : LAY + 2])),
                (whole[STEPS], self._mask(*whole[LAY : LAY + 2])),
                self._mask(*first[LYING : LYING + 2]),
            )
            for gem, (first, whole) in zip(bits(gems), found, strict=True)
        ]

    def _words(self, mask: Mask) -> tuple[Any, Any]:
        mask >>= self._first
        return mask & 0xFFFF_FFFF_FFFF_FFFF, mask >> WORD

    def _mask(self, low: int, high: int) -> Mask:
        return (low | high << WORD) << self._first

    def _pack(self, gems: Mask) -> int:
        packed = 0
        for gem in reversed(bits(gems)):
            packed = packed << GEM_BITS | gem + 1
        return packed
