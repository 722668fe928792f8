"""How many hourglasses a colour needs to collect its gems alone: the least there is, or proved bounds for it.

One pawn, the planks of one player, every action card at hand as often as wanted, no jokers and no tiles: what counts is
the sum of the hourglasses on the cards. Where no step card is cheaper than its steps one by one (as in our deck), they
are counted one by one; else every card's walk is an action, and the first of the observations below does not hold.

The search is A* over (field, planks, stock, gems left). Four observations keep it small; each only drops solutions that
another one of the same or a lower cost makes needless:

* A plank that will be stepped on from one of its ends can be laid just before that step, so laying and stepping on are
  one action. The exception is a plank laid only to carry a T or an H that is laid from elsewhere (*pending*): it can be
  laid when its ends are visited for the last time before that, so until then the pawn may not come back to them.
* Nothing rests on a T or an H, so those are never laid ahead.
* A short plank is taken up only if it will be missing: the stock must run out later.
* Moving a short plank costs as much as taking it up and laying it.

The lower bound of what is still to pay adds two parts that never count the same hourglass: the steps of the shortest
walk over all gems if every plank lay, and the laying of the cheapest planks that tie all gems to the pawn (a Steiner
tree, by the dynamic programme of Dreyfus and Wagner).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, permutations
from typing import Final, NamedTuple, TypeAlias

from ridotto.games.venise.boards import Board
from ridotto.games.venise.deck import STEPS, Card, Deck
from ridotto.games.venise.moves import Play
from ridotto.games.venise.planks import Field, Mask, Planks, bits

NEVER: Final = 1 << 20
"""More hourglasses than any solution takes."""
WIDEST: Final = 32
"""No tree of planks has more of them."""
HASTY: Final = 20_000
"""Positions to look at for any solution at all, which is seldom far."""

PAUSE: Final = 100
"""After so many positions a search says how far it is; whoever waits may stop it there."""

Cards: TypeAlias = tuple[tuple[Card, tuple[Field, ...]], ...]
"""One action: the cards it takes and where they are played."""


class Prices(NamedTuple):
    """In hourglasses."""

    short: int
    long: int
    remove: int
    move: int
    walks: tuple[tuple[int, Card], ...]
    """By the number of steps, from one on: the cheapest card that will do, and its price."""

    @classmethod
    def of(cls, deck: Deck) -> Prices:
        walks = tuple(
            min((deck.cost(card), steps, card) for card, steps in STEPS.items() if steps >= length)[::2]
            for length in range(1, len(STEPS) + 1)
        )
        return cls(deck.cost("short"), deck.cost("long"), deck.cost("remove"), deck.cost("move"), walks)

    @property
    def step(self) -> int:
        return self.walks[0][0]

    @property
    def has_single_steps(self) -> bool:
        """Whether nothing is saved by walking farther with one card."""
        return all(price >= steps * self.step for steps, (price, _) in enumerate(self.walks, 1))

    def steps(self, count: int) -> int:
        """The least that so many steps can cost."""
        return self.steps_up_to(count)[count]

    def steps_up_to(self, most: int) -> list[int]:
        """The same by the number of steps."""
        least = [0]
        for done in range(1, most + 1):
            least.append(min(price + least[max(0, done - steps)] for steps, (price, _) in enumerate(self.walks, 1)))
        return least


class Position(NamedTuple):
    field: Field
    laid: Mask
    gems: Mask
    short: int
    long: int
    pending: Mask = 0
    """Planks laid ahead to carry another one."""
    owes_short: bool = False
    """A short plank was taken up: the stock must run out, else it need not have been."""


class Cost(NamedTuple):
    lower: int
    upper: int
    """NEVER where no solution was found."""
    plays: tuple[Play, ...]
    """Costs `upper`."""
    positions: int
    """How many the search looked at."""

    @property
    def is_exact(self) -> bool:
        return self.lower == self.upper

    def __str__(self) -> str:
        if self.is_exact:
            return str(self.lower)
        return f"{self.lower}–{self.upper if self.upper < NEVER else '?'}"


class Solver:
    def __init__(self, physics: Planks, prices: Prices) -> None:
        self.physics = physics
        self.prices = prices
        # A plank comes to lie somewhere by being laid or moved there, whichever costs less.
        short, long = min(prices.short, prices.move), min(prices.long, prices.move)
        self.lay_price = [
            0 if field < physics.first_slot else long if physics.is_long(field) else short
            for field in range(len(physics.names))
        ]
        self.can_carry = sum(1 << slot for slot, carried in enumerate(physics.carries) if carried)
        # Two Ts of an X touch, but both lie on the diagonal: for what must be laid, the way goes over it.
        self.links = [
            mask & ~self._partners(field) if field >= physics.first_slot else mask
            for field, mask in enumerate(physics.touches)
        ]
        self._steps_price = prices.steps_up_to(5 * len(physics.names))
        self._widest = WIDEST * max(short, long, 1) + 1
        self._walks: dict[Mask, list[int]] = {}
        self._ties: dict[tuple[Mask, Mask], list[int]] = {}
        self._near: dict[Field, list[int]] = {}

    def _partners(self, slot: Field) -> Mask:
        physics = self.physics
        return sum(
            1 << other for other in bits(physics.touches[slot]) if physics.needs[other] == physics.needs[slot] != 0
        )

    # -- the lower bound ---------------------------------------------------------------------------------------------

    def bound(self, at: Position) -> int:
        """No solution from here costs less; NEVER where something was done for nothing."""
        if not at.gems:
            return NEVER if at.pending or at.owes_short else 0
        lay = self._tie(at.laid, at.gems)[at.field]
        if at.owes_short:
            lay = max(lay, at.short * self.prices.short)
        return self._walk(at.gems)[at.field] + lay

    def _walk(self, gems: Mask) -> list[int]:
        """By field: the price of the steps of the shortest walk over all the gems, as if every plank lay."""
        known = self._walks.get(gems)
        if known is None:
            count = len(self.physics.names)
            known = [0 if not gems else NEVER] * count
            for order in permutations(bits(gems)):
                length = sum(self._steps(a)[b] for a, b in pairwise(order))
                for field, steps in enumerate(self._steps(order[0]) if order else ()):
                    if steps + length < NEVER:
                        known[field] = min(known[field], self._steps_price[steps + length])
            self._walks[gems] = known
        return known

    def _steps(self, origin: Field) -> list[int]:
        known = self._near.get(origin)
        if known is None:
            touches = self.physics.touches
            known = self._near[origin] = [NEVER] * len(touches)
            seen, now, steps = 0, 1 << origin, 0
            while now:
                seen |= now
                found = 0
                for field in bits(now):
                    known[field] = steps
                    found |= touches[field]
                now = found & ~seen
                steps += 1
        return known

    def _tie(self, laid: Mask, gems: Mask) -> list[int]:
        """By field: the price of the planks to lay so that it hangs together with all the gems."""
        key = laid, gems
        known = self._ties.get(key)
        if known is not None:
            return known
        fields = bits(gems)
        tied = [NEVER] * len(self.links)
        if len(fields) == 1:
            tied[fields[0]] = 0
        else:
            first = 1 << fields[0]
            part = (gems - 1) & gems
            while part:
                if part & first:
                    tied = [
                        min(best, one + other)
                        for best, one, other in zip(
                            tied, self._tie(laid, part), self._tie(laid, gems ^ part), strict=True
                        )
                    ]
                part = (part - 1) & gems
        known = self._ties[key] = self._spread(tied, laid)
        return known

    def _spread(self, tied: list[int], laid: Mask) -> list[int]:
        """Lets every tree grow over the fields it touches; each plank is paid for when a tree leaves it."""
        links, price = self.links, self.lay_price
        waiting: list[Mask] = [0] * self._widest
        for field, cost in enumerate(tied):
            if cost < len(waiting):
                waiting[cost] |= 1 << field
        grown = [NEVER] * len(tied)
        done = 0
        for cost in range(len(waiting)):
            now = waiting[cost] & ~done
            while now:
                done |= now
                free = 0
                while now:
                    low = now & -now
                    now ^= low
                    field = low.bit_length() - 1
                    grown[field] = cost
                    pay = 0 if laid & low else price[field]
                    if not pay:
                        free |= links[field]
                    elif cost + pay < len(waiting):
                        waiting[cost + pay] |= links[field]
                now = free & ~done
        return grown

    # -- what can be done --------------------------------------------------------------------------------------------

    def options(self, at: Position) -> Iterator[tuple[int, Position, Cards]]:
        """Every action worth considering: its cost, where it leads, and the cards it takes."""
        physics, prices = self.physics, self.prices
        field, laid, gems, short, long, pending, owes = at
        closed = pending
        """Fields the pawn may not step on before what is pending carries something."""
        for slot in bits(pending):
            closed |= physics.touches[slot] & physics.ground
        has_single_steps = prices.has_single_steps
        ways = (
            [(there,) for there in bits(physics.reach(field, laid) & ~closed)]
            if has_single_steps
            else physics.walks(field, laid, gems, len(prices.walks))
        )
        for way in ways:
            price, card = prices.walks[len(way) - 1]
            passed = sum({1 << there for there in way})
            yield price, Position(way[-1], laid, gems & ~passed, short, long, pending, owes), ((card, way),)
        for slot in bits(physics.layable(field, laid)):
            is_long = bool(physics.long >> slot & 1)
            if not (long if is_long else short):
                continue
            kind: Card = "long" if is_long else "short"
            cost = prices.long if is_long else prices.short
            bit = 1 << slot
            rest = (short, long - 1) if is_long else (short - 1, long)
            owes_after = owes and rest[0] > 0
            left = pending & ~physics.needs[slot]
            if not has_single_steps:
                yield cost, Position(field, laid | bit, gems, *rest, 0, owes_after), ((kind, (slot,)),)
                continue
            price, card = prices.walks[0]
            yield (
                cost + price,
                Position(slot, laid | bit, gems, *rest, left, owes_after),
                ((kind, (slot,)), (card, (slot,))),
            )
            if self.can_carry & bit:
                yield (
                    cost,
                    Position(field, laid | bit, gems, *rest, pending | bit, owes_after),
                    ((kind, (slot,)),),
                )
        for slot in bits(physics.takeable(field, laid, 1 << field) & ~pending):
            is_long = bool(physics.long >> slot & 1)
            without = physics.without(slot, laid)
            more = (short, long + 1) if is_long else (short + 1, long)
            yield (
                prices.remove,
                # What falls may be what it is taken up for.
                Position(field, without, gems, *more, pending, owes or not (is_long or physics.falling(slot, laid))),
                (("remove", (slot,)),),
            )
            if prices.move < prices.remove + (prices.long if is_long else prices.short):
                places = physics.layable(field, without) & (physics.long if is_long else physics.short)
                for place in bits(places & ~(1 << slot)):
                    yield (
                        prices.move,
                        Position(field, without | 1 << place, gems, short, long, pending & ~physics.needs[place], owes),
                        (("move", (slot, place)),),
                    )

    # -- the search --------------------------------------------------------------------------------------------------

    def solve(self, start: Position, most: int = 200_000) -> Cost:
        """The least cost; if `most` positions do not settle it, bounds that hold in any case."""
        *_, cost = self.solving(start, most)
        return cost

    def solving(self, start: Position, most: int = 200_000) -> Iterator[Cost]:
        """What is proved so far, again and again; last what `solve` returns."""
        found = Cost(0, NEVER, (), 0)
        for found in self._search(start, most):
            yield found
        if not found.is_exact:
            for hasty in self._search(start, max(most, HASTY), is_hasty=True):
                yield Cost(found.lower, hasty.upper, hasty.plays, found.positions + hasty.positions)

    def prove(self, start: Position, most: int) -> Cost:
        """The least cost; if `most` positions do not settle it, only a lower bound: the best that is left open."""
        *_, cost = self._search(start, most)
        return cost

    def _search(self, start: Position, most: int, is_hasty: bool = False) -> Iterator[Cost]:
        """A*, with the bounds so far after every `PAUSE` positions. In haste what is to come counts half as much
        again, and nothing is laid ahead: then solutions are found sooner that need not be the cheapest, and nothing is
        proved."""
        gone, ahead = (2, 3) if is_hasty else (1, 1)
        waiting: dict[int, list[tuple[int, Position]]] = {}
        paid = {start: 0}
        came: dict[Position, tuple[Position, Cards]] = {}
        looked = 0
        if (least := self.bound(start)) < NEVER:
            waiting[ahead * least] = [(0, start)]
        while waiting:
            total = min(waiting)
            bucket = waiting[total]
            cost, at = bucket.pop()
            if not bucket:
                del waiting[total]
            if cost > paid[at]:
                continue
            rest = self.bound(at)
            if (sure := gone * cost + ahead * rest) > total:
                # It was put off with a rough estimate, which costs nothing: many never come up again.
                if rest < NEVER:
                    waiting.setdefault(sure, []).append((cost, at))
                continue
            if not at.gems:
                yield Cost(0 if is_hasty else cost, cost, self._plays(at, came), looked)
                return
            if looked >= most or looked % PAUSE == PAUSE - 1:
                yield Cost(0 if is_hasty else total, NEVER, (), looked)
            if looked >= most:
                return
            looked += 1
            lay = rest - self._walk(at.gems)[at.field]
            for price, there, cards in self.options(at):
                after = cost + price
                if after < paid.get(there, NEVER) and not (is_hasty and there.pending):
                    paid[there] = after
                    came[there] = at, cards
                    # What is left to lay goes down by what was laid, at most.
                    rough = gone * after + ahead * (self._walk(there.gems)[there.field] + max(0, lay - price))
                    waiting.setdefault(max(total, rough), []).append((after, there))
        yield Cost(NEVER, NEVER, (), looked)

    def _plays(self, at: Position, came: dict[Position, tuple[Position, Cards]]) -> tuple[Play, ...]:
        names = self.physics.names
        plays: list[Play] = []
        while at in came:
            at, cards = came[at]
            plays += [Play(card, tuple(names[field] for field in where)) for card, where in reversed(cards)]
        return tuple(reversed(plays))


def start(board: Board, colour: int, stock: tuple[int, int]) -> Position:
    return Position(board.home(colour), 0, board.gem_mask(colour), *stock)
