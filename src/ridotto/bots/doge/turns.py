"""Every way to play one turn of Venise, the most promising first.

The rules are asked for what planks and steps can do, but a turn is followed in a small tuple of its own instead of
whole states, because thousands of turns are looked through for one move. A test plays its plans by the rules.
"""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush
from typing import Final, NamedTuple, TypeAlias

from ridotto.core import Seat
from ridotto.games.venise import State, Venise
from ridotto.games.venise.choices import Choices
from ridotto.games.venise.deck import ACTIONS, CARDS, JOKER, STEPS, Counts
from ridotto.games.venise.moves import END, SPEND, TAKE, Exchange, Move, Play
from ridotto.games.venise.planks import Field, Mask
from ridotto.games.venise.state import add

KEPT: Final = 1 << 14
STEP: Final = CARDS.index("step1")
"""The first kind of card that walks; the next ones walk farther."""

Own: TypeAlias = tuple[Field, Mask, int, int, int, Counts]
"""What a seat has: its pawn's field, the gems to collect, short and long planks, tiles, hand."""
Me: TypeAlias = tuple[Mask, Field, Mask, int, int, int, Counts, int, bool, bool]
"""A turn so far: the planks that lie; what the seat has; hourglasses left; whether it may play cards, take a joker."""

Work: TypeAlias = tuple[Mask, Mask, int, int, Play, Play]
"""Planks that stay and that come, change of the stock, and the move with its card or with a joker."""
Walk: TypeAlias = tuple[int, Field, Mask, tuple[Play | None, ...]]
"""Steps, the field at the end, all fields on the way, and the move by card from `STEP` on, the joker last."""


class Plan(NamedTuple):
    """Some moves of a turn and what comes of them."""

    value: float
    me: Me
    before: Plan | None
    move: Move | None

    @property
    def moves(self) -> tuple[Move, ...]:
        moves: list[Move] = []
        plan = self
        while plan.before is not None:
            assert plan.move is not None
            moves.append(plan.move)
            plan = plan.before
        return tuple(reversed(moves))


class Turns:
    """Lists plans. Of the many exchanges only the one that leaves the best hand is looked at."""

    def __init__(self, game: Venise, hand: Callable[[Counts], float]) -> None:
        self.game = game
        self._hand = hand
        self._choices = Choices(game.planks)
        self._costs = game.deck.costs
        self._dearest = max(game.deck.costs)
        self._works: dict[tuple[Field, Mask, Mask], list[tuple[Work, ...]]] = {}
        self._walks: dict[tuple[Field, Mask, Mask], list[Walk]] = {}
        self._less: dict[tuple[Counts, int], Counts] = {}
        self._exchanges: dict[Counts, tuple[Exchange, Counts] | None] = {}
        self._walkers: dict[Counts, tuple[tuple[int, ...], ...]] = {}

    def plans(self, me: Me, pawns: Mask, value: Callable[[Me], float], most: int) -> list[Plan]:
        """Plans for the rest of a turn, each end once; the first is to do nothing more. `pawns` are the others'."""
        plan = Plan(value(me), me, None, None)
        plans = [plan]
        todo = [(-plan.value, 0, plan)]
        seen = {me}
        while todo and len(plans) < most:
            plan = heappop(todo)[2]
            for move, after in self.moves(plan.me, pawns):
                if after in seen:
                    continue
                seen.add(after)
                longer = Plan(value(after), after, plan, move)
                plans.append(longer)
                if after[2]:
                    heappush(todo, (-longer.value, len(plans), longer))
        del plans[most:]
        return plans

    def moves(self, me: Me, pawns: Mask) -> list[tuple[Move, Me]]:
        """What a turn can go on with, except for its end and for what does the same at a higher price."""
        laid, field, gems, short, long, tiles, hand, left, can_play, can_take = me
        found: list[tuple[Move, Me]] = []
        if can_play:
            costs, less = self._costs, self._less
            walkers = self._find_walkers(hand)
            for length, end, way, plays in self._find_walks(field, laid, gems):
                for kind in walkers[length]:
                    if costs[kind] <= left:
                        taken = gems & way
                        rest = less.get((hand, kind)) or self._without(hand, kind)
                        more = tiles + taken.bit_count() if taken and taken != gems else tiles
                        after = laid, end, gems ^ taken, short, long, more, rest, left - costs[kind], True, False
                        play = plays[kind - STEP]
                        assert play is not None
                        found.append((play, after))
            for card, works in enumerate(self._find_works(field, laid, pawns | 1 << field)):
                kind = card if hand[card] else JOKER
                if not works or not hand[kind] or costs[kind] > left:
                    continue
                if not (short if card == 0 else long if card == 1 else True):
                    continue
                rest = less.get((hand, kind)) or self._without(hand, kind)
                rest_left = left - costs[kind]
                for stays, comes, more_short, more_long, plain, wild in works:
                    found.append(
                        (
                            plain if kind == card else wild,
                            (
                                laid & stays | comes,
                                field,
                                gems,
                                short + more_short,
                                long + more_long,
                                tiles,
                                rest,
                                rest_left,
                                True,
                                False,
                            ),
                        )
                    )
            if tiles and left < self._dearest:
                after = laid, field, gems, short, long, tiles - 1, hand, left + 1, True, can_take
                found.append((SPEND, after))
            if can_take and hand[JOKER] < self.game.deck.jokers_held:
                after = laid, field, gems, short, long, tiles, add(hand, JOKER, 1), left, False, False
                found.append((TAKE, after))
        if hand[JOKER] < self.game.deck.jokers_held and (swap := self._find_exchange(hand)):
            found.append((swap[0], (laid, field, gems, short, long, tiles, swap[1], left, can_play, can_take)))
        return found

    def _without(self, hand: Counts, kind: int) -> Counts:
        if len(self._less) >= KEPT:
            self._less.clear()
        rest = self._less[hand, kind] = add(hand, kind, -1)
        return rest

    def _find_walkers(self, hand: Counts) -> tuple[tuple[int, ...], ...]:
        """By the length of a walk: the cheapest card that will do, and a joker if that is cheaper still."""
        known = self._walkers.get(hand)
        if known is None:
            if len(self._walkers) >= KEPT:
                self._walkers.clear()
            ways: list[tuple[int, ...]] = [()]
            for length in range(1, len(STEPS) + 1):
                held = [kind for kind in range(STEP + length - 1, JOKER) if hand[kind]]
                least = sorted(held, key=self._costs.__getitem__)[:1]
                if hand[JOKER] and (not least or self._costs[JOKER] < self._costs[least[0]]):
                    least.append(JOKER)
                ways.append(tuple(least))
            known = self._walkers[hand] = tuple(ways)
        return known

    def _find_walks(self, field: Field, laid: Mask, gems: Mask) -> list[Walk]:
        near = self.game.planks.near[field]
        far = gems & ~near
        key = field, laid & near, gems & near | far & -far
        known = self._walks.get(key)
        if known is None:
            if len(self._walks) >= KEPT:
                self._walks.clear()
            walks = self._choices.walks(*key)
            by_card = [{play.where: play for play in plays} for plays in walks]
            known = self._walks[key] = []
            for play in walks.joker_step3:
                way = [self.game.planks.number[name] for name in play.where]
                plays = tuple(plays.get(play.where) for plays in by_card)
                known.append((len(way), way[-1], self.game.planks.mask(*play.where), plays))
        return known

    def _find_works(self, field: Field, laid: Mask, pawns: Mask) -> list[tuple[Work, ...]]:
        """By card: what it can do."""
        around = self.game.planks.around[field]
        key = field, laid & around, pawns & around
        known = self._works.get(key)
        if known is None:
            if len(self._works) >= KEPT:
                self._works.clear()
            works = self._choices.works(*key)
            pairs = [zip(works[card], works[card + 4], strict=True) for card in range(4)]
            known = self._works[key] = [tuple(self._work(*pair) for pair in some) for some in pairs]
        return known

    def _work(self, plain: Play, wild: Play) -> Work:
        planks = self.game.planks
        slots = [planks.number[name] for name in plain.where]
        bit = 1 << slots[0]
        change = 0 if plain.card == "move" else 1 if plain.card == "remove" else -1
        stock = (0, change) if planks.is_long(slots[0]) else (change, 0)
        if plain.card in ("short", "long"):
            return -1, bit, *stock, plain, wild
        return ~(bit | planks.carries[slots[0]]), planks.mask(*plain.where[1:]), *stock, plain, wild

    def _find_exchange(self, hand: Counts) -> tuple[Exchange, Counts] | None:
        """The one that leaves the best hand, and that hand."""
        if hand in self._exchanges:
            return self._exchanges[hand]
        if len(self._exchanges) >= KEPT:
            self._exchanges.clear()
        size = self.game.deck.exchange
        given: list[int] = []
        left = hand
        best = None
        if sum(hand[:JOKER]) >= size:
            # Card by card what is missed least: cards of one kind are worth less the more there are.
            for _ in range(size):
                kind = max((k for k in range(JOKER) if left[k]), key=lambda k: self._hand(add(left, k, -1)))
                given.append(kind)
                left = add(left, kind, -1)
            best = Exchange(tuple(ACTIONS[kind] for kind in sorted(given))), add(left, JOKER, 1)
        self._exchanges[hand] = best
        return best


def turn(state: State) -> tuple[Me, Mask]:
    """The turn of a seat as `Turns` follows it, and the pawns of the others."""
    seat, table = state.turn.seat, state.table
    pawns = 0
    for other, field in enumerate(table.pawns):
        if other != seat and field >= 0:
            pawns |= 1 << field
    did = state.turn.did
    own = own_of(state, seat)
    return (table.planks, *own, state.turn.hourglasses, did != "taken", did == "nothing"), pawns


def own_of(state: State, seat: Seat) -> Own:
    table = state.table
    return (
        table.pawns[seat],
        table.gems[seat],
        *table.stocks[seat],
        table.tiles[seat],
        state.cards.hands[seat],
    )


def ended(plan: Plan) -> tuple[Move, ...]:
    """The plan's moves up to the end of the turn."""
    return (*plan.moves, END) if plan.me[2] else plan.moves
