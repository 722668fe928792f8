"""The ways to each gem: how many are nearly as good as the best, and where those of several colours meet."""

from __future__ import annotations

import heapq
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final, NamedTuple

from ridotto.boards.solve import NEVER, Prices
from ridotto.games.venise.boards import COLOURS, HOMES, Board
from ridotto.games.venise.planks import Field, Mask, Planks, bits

NEAR: Final = 2
"""A way is near-optimal if it costs at most so many hourglasses more than the best."""
MANY: Final = 999
"""Ways are counted up to this."""


class GemWays(NamedTuple):
    gem: str
    cost: int
    """Of the cheapest way from the start post, all planks in stock; NEVER if there is none."""
    ways: int
    """How many different sets of planks lead there for at most NEAR more."""
    crowded: frozenset[str]
    """The fields and planks that more than half of them go over."""


class Bottleneck(NamedTuple):
    place: str
    colours: tuple[str, ...]
    """Those that want to go over it, each for at least one gem."""


class Hop(NamedTuple):
    """From post to post over planks laid on the way."""

    to: Field
    cost: int
    planks: Mask


@cache
def hops(physics: Planks, prices: Prices) -> tuple[tuple[Hop, ...], ...]:
    """By post field: over an edge plank, over a diagonal, or over a diagonal and a T on it."""
    found: list[list[Hop]] = [[] for _ in range(physics.first_slot)]
    for slot in range(physics.first_slot, len(physics.names)):
        if physics.needs[slot]:
            continue
        ends = bits(physics.touches[slot] & physics.ground)
        cost = prices.long if physics.is_long(slot) else prices.short
        for a, b in zip(ends, reversed(ends), strict=True):
            found[a].append(Hop(b, cost + prices.steps(2), 1 << slot))
            for side in bits(physics.carries[slot] & physics.short):
                (end,) = bits(physics.touches[side] & physics.ground)
                found[a].append(Hop(end, cost + prices.short + prices.steps(3), 1 << slot | 1 << side))
    return tuple(map(tuple, found))


def ways_to(physics: Planks, home: Field, gem: Field, prices: Prices) -> GemWays:
    """The ways of a first walk on an empty board: from post to post, none twice."""
    to_go = _distances(physics, gem, prices)
    cost = to_go[home]
    if cost >= NEVER:
        return GemWays(physics.names[gem], NEVER, 0, frozenset())
    ways: dict[Mask, Mask] = {}
    """By the set of planks: the posts on the way."""
    ahead = hops(physics, prices)
    todo: list[tuple[Field, Mask, Mask, int]] = [(home, 1 << home, 0, 0)]
    while todo and len(ways) < MANY:
        field, posts, laid, paid = todo.pop()
        if field == gem:
            ways.setdefault(laid, posts)
            continue
        for there, price, planks in ahead[field]:
            is_new = not posts >> there & 1 and not planks & laid
            if is_new and paid + price + to_go[there] <= cost + NEAR and not _barred(physics, planks, laid):
                todo.append((there, posts | 1 << there, laid | planks, paid + price))
    traffic: dict[Field, int] = {}
    for laid, posts in ways.items():
        for field in bits((laid | posts) & ~(1 << home | 1 << gem)):
            traffic[field] = traffic.get(field, 0) + 1
    crowded = frozenset(physics.names[field] for field, count in traffic.items() if 2 * count > len(ways))
    return GemWays(physics.names[gem], cost, len(ways), crowded)


def _barred(physics: Planks, planks: Mask, laid: Mask) -> bool:
    return any(physics.bars[slot] & laid for slot in bits(planks & physics.long))


@cache
def _distances(physics: Planks, gem: Field, prices: Prices) -> list[int]:
    """By post field: the price of the cheapest way to the gem."""
    back: list[list[tuple[Field, int]]] = [[] for _ in range(physics.first_slot)]
    for field, ways in enumerate(hops(physics, prices)):
        for hop in ways:
            back[hop.to].append((field, hop.cost))
    far = [NEVER] * physics.first_slot
    queue = [(0, gem)]
    while queue:
        cost, field = heapq.heappop(queue)
        if cost < far[field]:
            far[field] = cost
            for origin, price in back[field]:
                heapq.heappush(queue, (cost + price, origin))
    return far


def ways_to_gems(board: Board, colour: int, prices: Prices) -> tuple[GemWays, ...]:
    number = board.planks.number
    return tuple(ways_to(board.planks, board.home(colour), number[gem], prices) for gem in board.gems[colour])


def bottlenecks(found: Mapping[str, Sequence[GemWays]]) -> tuple[Bottleneck, ...]:
    """Where more than half of the good ways to some gem go over, for at least two colours; the busiest first."""
    wanted: dict[str, list[str]] = {}
    for colour in COLOURS:
        for place in sorted({place for way in found.get(colour, ()) for place in way.crowded}):
            wanted.setdefault(place, []).append(colour)
    shared = [
        Bottleneck(place, tuple(colours))
        for place, colours in wanted.items()
        if len(colours) > 1 and place not in HOMES.values()
    ]
    return tuple(sorted(shared, key=lambda bottleneck: (-len(bottleneck.colours), bottleneck.place)))
