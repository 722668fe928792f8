"""Every way to play one turn of Venise, the most promising first.

The rules are asked for what planks and steps can do, but a turn is followed in a small `TurnState` instead of whole
states, because thousands of turns are looked through for one move. A test plays its plans by the rules.
"""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush
from typing import Final, NamedTuple

from ridotto.cache import Cache
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


class SeatState(NamedTuple):
    """What a seat has."""

    field: Field
    gems: Mask
    """Still to collect."""
    short: int
    long: int
    tiles: int
    hand: Counts


class TurnState(NamedTuple):
    """A turn so far."""

    laid: Mask
    own: SeatState
    hourglasses: int
    can_play: bool
    can_take: bool

    @property
    def is_home(self) -> bool:
        return not self.own.gems


class Work(NamedTuple):
    """What a card does to planks."""

    stays: Mask
    comes: Mask
    short: int
    """Change of the stock."""
    long: int
    plain: Play
    wild: Play
    """The same with a joker."""


class Walk(NamedTuple):
    length: int
    end: Field
    fields: Mask
    """All fields on the way."""
    plays: tuple[Play | None, ...]
    """By card from `STEP` on, the joker last."""


class Exchanged(NamedTuple):
    move: Exchange
    hand: Counts


class Plan(NamedTuple):
    """Some moves of a turn and the state after them."""

    value: float
    after: TurnState
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
    """Lists plans; of the many exchanges only the one that leaves the best hand."""

    def __init__(self, game: Venise, hand: Callable[[Counts], float]) -> None:
        self.game = game
        self._hand = hand
        self._choices = Choices(game.planks)
        self._costs = game.deck.costs
        self._dearest = max(game.deck.costs)
        self._works = Cache(KEPT, self._find_works)
        self._walks = Cache(KEPT, self._find_walks)
        self._less = Cache(KEPT, self._find_less)
        self._exchanges = Cache(KEPT, self._find_exchange)
        self._walkers = Cache(KEPT, self._find_walkers)

    def plans(self, begun: TurnState, pawns: Mask, value: Callable[[TurnState], float], most: int) -> list[Plan]:
        """Plans for the rest of a turn, each end once; the first is to do nothing more. `pawns` are the others'."""
        plan = Plan(value(begun), begun, None, None)
        plans = [plan]
        todo = [(-plan.value, 0, plan)]
        seen = {begun}
        while todo and len(plans) < most:
            plan = heappop(todo)[2]
            for move, after in self.moves(plan.after, pawns):
                seen.add(after)
                if len(seen) == len(plans):
                    continue  # one look-up less than asking first
                longer = Plan(value(after), after, plan, move)
                plans.append(longer)
                if after.own.gems:
                    heappush(todo, (-longer.value, len(plans), longer))
        del plans[most:]
        return plans

    def moves(self, now: TurnState, pawns: Mask) -> list[tuple[Move, TurnState]]:
        """What a turn can go on with, except for its end and for what does the same at a higher price."""
        laid, own, left, can_play, can_take = now
        field, gems, short, long, tiles, hand = own
        planks = self.game.planks
        found: list[tuple[Move, TurnState]] = []
        if can_play:
            costs, less = self._costs, self._less
            walkers = self._walkers[hand]
            near = planks.near[field]
            far = gems & ~near
            for length, end, way, plays in self._walks[field, laid & near, gems & near | far & -far]:
                for kind in walkers[length]:
                    if costs[kind] <= left:
                        taken = gems & way
                        more = tiles + taken.bit_count() if taken and taken != gems else tiles
                        there = SeatState(end, gems ^ taken, short, long, more, less[hand, kind])
                        play = plays[kind - STEP]
                        assert play is not None
                        found.append((play, TurnState(laid, there, left - costs[kind], True, False)))
            around = planks.around[field]
            works_by_card = self._works[field, laid & around, (pawns | 1 << field) & around]
            for card, works in enumerate(works_by_card):
                kind = card if hand[card] else JOKER
                if not works or not hand[kind] or costs[kind] > left:
                    continue
                if not (short if card == 0 else long if card == 1 else True):
                    continue
                rest, rest_left = less[hand, kind], left - costs[kind]
                for stays, comes, more_short, more_long, plain, wild in works:
                    having = SeatState(field, gems, short + more_short, long + more_long, tiles, rest)
                    after = TurnState(laid & stays | comes, having, rest_left, True, False)
                    found.append((plain if kind == card else wild, after))
            if tiles and left < self._dearest:
                found.append((SPEND, TurnState(laid, own._replace(tiles=tiles - 1), left + 1, True, can_take)))
            if can_take and hand[JOKER] < self.game.deck.jokers_held:
                found.append((TAKE, TurnState(laid, own._replace(hand=add(hand, JOKER, 1)), left, False, False)))
        if hand[JOKER] < self.game.deck.jokers_held and (swap := self._exchanges[hand]):
            found.append((swap.move, TurnState(laid, own._replace(hand=swap.hand), left, can_play, can_take)))
        return found

    def _find_less(self, key: tuple[Counts, int]) -> Counts:
        hand, kind = key
        return add(hand, kind, -1)

    def _find_walkers(self, hand: Counts) -> tuple[tuple[int, ...], ...]:
        """By the length of a walk: the cheapest card that will do, and a joker if that is cheaper still."""
        ways: list[tuple[int, ...]] = [()]
        for length in range(1, len(STEPS) + 1):
            held = [kind for kind in range(STEP + length - 1, JOKER) if hand[kind]]
            least = sorted(held, key=self._costs.__getitem__)[:1]
            if hand[JOKER] and (not least or self._costs[JOKER] < self._costs[least[0]]):
                least.append(JOKER)
            ways.append(tuple(least))
        return tuple(ways)

    def _find_walks(self, key: tuple[Field, Mask, Mask]) -> list[Walk]:
        """From a field, by the planks and gems that are near."""
        planks, walks = self.game.planks, self._choices.walks(*key)
        by_card = [{play.where: play for play in plays} for plays in walks]
        found = []
        for play in walks.joker_step3:
            plays = tuple(plays.get(play.where) for plays in by_card)
            found.append(Walk(len(play.where), planks.number[play.where[-1]], planks.mask(*play.where), plays))
        return found

    def _find_works(self, key: tuple[Field, Mask, Mask]) -> list[tuple[Work, ...]]:
        """From a field, by the planks and pawns around: by card, what it can do."""
        works = self._choices.works(*key)
        pairs = [zip(works[card], works[card + 4], strict=True) for card in range(4)]
        return [tuple(self._work(*pair) for pair in some) for some in pairs]

    def _work(self, plain: Play, wild: Play) -> Work:
        planks = self.game.planks
        slots = [planks.number[name] for name in plain.where]
        bit = 1 << slots[0]
        change = 0 if plain.card == "move" else 1 if plain.card == "remove" else -1
        stock = (0, change) if planks.is_long(slots[0]) else (change, 0)
        if plain.card in ("short", "long"):
            return Work(-1, bit, *stock, plain, wild)
        return Work(~(bit | planks.carries[slots[0]]), planks.mask(*plain.where[1:]), *stock, plain, wild)

    def _find_exchange(self, hand: Counts) -> Exchanged | None:
        """The one that leaves the best hand."""
        size = self.game.deck.exchange
        if sum(hand[:JOKER]) < size:
            return None
        # Card by card what is missed least: cards of one kind are worth less the more there are.
        given: list[int] = []
        for _ in range(size):
            kind = max((k for k in range(JOKER) if hand[k]), key=lambda k: self._hand(add(hand, k, -1)))
            given.append(kind)
            hand = add(hand, kind, -1)
        return Exchanged(Exchange(tuple(ACTIONS[kind] for kind in sorted(given))), add(hand, JOKER, 1))


def turn(state: State) -> tuple[TurnState, Mask]:
    """The turn of a seat as `Turns` follows it, and the pawns of the others."""
    seat, pieces = state.turn.seat, state.pieces
    pawns = 0
    for other, field in enumerate(pieces.pawns):
        if other != seat and field >= 0:
            pawns |= 1 << field
    did = state.turn.did
    now = TurnState(pieces.planks, own_of(state, seat), state.turn.hourglasses, did != "taken", did == "nothing")
    return now, pawns


def own_of(state: State, seat: Seat) -> SeatState:
    pieces = state.pieces
    return SeatState(
        pieces.pawns[seat],
        pieces.gems[seat],
        *pieces.stocks[seat],
        pieces.tiles[seat],
        state.cards.hands[seat],
    )


def ended(plan: Plan) -> tuple[Move, ...]:
    """The plan's moves up to the end of the turn."""
    return plan.moves if plan.after.is_home else (*plan.moves, END)
