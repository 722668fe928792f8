"""Playouts of the next rounds: all draw and discard; with a value network rivals look at the others, too."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from statistics import fmean
from typing import Final

from ridotto.bots.doge.judge import WORTH, Judge
from ridotto.bots.doge.turns import Plan, SeatState, Turns, TurnState, own_of
from ridotto.bots.doge.value_network import ValueNetwork
from ridotto.cache import Cache
from ridotto.core import Seat
from ridotto.games.venise import State
from ridotto.games.venise.deck import CARDS, JOKER, Counts, counts_of
from ridotto.games.venise.moves import Discard, Exchange, Move
from ridotto.games.venise.planks import Mask
from ridotto.games.venise.state import add

KEPT: Final = 1 << 14
RANKED: Final = 4
"""So many of a turn's best plans are ranked by the value network."""
NETWORK_SHARE: Final = 0.55
"""The value network's weight against the playout's: it predicts the winner better."""


class Playouts:
    """Follows seats and piles only; what is legal comes from `Turns`."""

    def __init__(self, turns: Turns, judge: Judge, networks: Mapping[int, ValueNetwork] = {}) -> None:
        self.turns = turns
        self.judge = judge
        self.networks = networks
        """By the number of seats on their way."""
        self.game = turns.game
        self.listed = 0
        """Plans listed so far."""
        self._hurry = judge.pace()
        self._trimmed = Cache(KEPT, self._find_trimmed)
        self._hurried: Cache[tuple[TurnState, Mask, int], TurnState] = Cache(KEPT)
        """Ends of turns that were looked through, by how they began."""

    def forget(self) -> None:
        """A known turn costs less of a limit, so a choice that must not depend on those before begins with this."""
        self._hurried.clear()

    def value(self, world: State, end: TurnState, rng: Random, plans: int, rounds: int) -> float:
        """The value of a turn that ends so: of the best plan for one's turn some rounds later."""
        on_way = on_way_after(world, world.turn.seat)
        place = len(world.finished)
        network = self.networks.get(len(on_way))
        now = network.value(end, [tuple(on_way.values())[:-1]], place) if network else 0.0
        *_, ahead = self._look_ahead(world, on_way, end, rng, plans, rounds)
        return NETWORK_SHARE * now + (1 - NETWORK_SHARE) * ahead if network else ahead

    def mean_value(self, world: State, end: TurnState, rng: Random, plans: int, rounds: int) -> float:
        """The mean of what the judge says of a turn that ends so, and of the best plan after each round.

        The judge errs less later on, but by then luck has its share.
        """
        on_way = on_way_after(world, world.turn.seat)
        *rivals, (seat, _) = on_way.items()
        now = self.judge.scale(dict(rivals), seat, len(world.finished))(end)
        return fmean([now, *self._look_ahead(world, on_way, end, rng, plans, rounds)])

    def _look_ahead(
        self, world: State, on_way: dict[Seat, SeatState], end: TurnState, rng: Random, plans: int, rounds: int
    ) -> list[float]:
        """By round: the value of the best plan for one's turn after it."""
        seat = world.turn.seat
        pile, discards = list(world.cards.pile), list(world.cards.discards)
        place = len(world.finished)
        values: list[float] = []
        for played in range(rounds):
            self._end(on_way, seat, end, pile, discards, rng)
            for rival in tuple(on_way)[:-1]:
                if len(on_way) in self.networks:
                    end = self._weigh(on_way, rival, end.laid, place, plans).after
                else:
                    end = self._hurry_on(on_way, rival, end.laid, plans)
                if not end.is_home:
                    self._end(on_way, rival, end, pile, discards, rng)
                    continue
                _lay_off(discards, on_way.pop(rival).hand, (0,) * (JOKER + 1))
                place += 1
                if place >= self._last:
                    return values + [WORTH[place]] * (rounds - played)
            best = self._weigh(on_way, seat, end.laid, place, plans)
            values.append(best.value)
            end = best.after
            if end.is_home:
                return values + [best.value] * (rounds - len(values))
        return values

    @property
    def _last(self) -> int:
        return self.game.seats - 1 if self.game.options.play_on == "yes" else 1

    def _weigh(self, on_way: dict[Seat, SeatState], seat: Seat, laid: Mask, place: int, most: int) -> Plan:
        """The best plan for a turn, by what it does to everybody's way."""
        others = {other: on_way[other] for other in sorted(on_way, key=lambda s: (s - seat) % self.game.seats)[1:]}
        network = self.networks.get(len(on_way))
        # What a plank does to the ways of several others takes long to find out: the network does for the best plans.
        value = self._hurry if network and len(others) > 1 else self.judge.scale(others, seat, place)
        found = self._look(on_way, seat, laid, value, most)
        if network:
            best = sorted(found, key=_value, reverse=True)[:RANKED]
            found = network.rank(best, [tuple(others.values())], place)
        return max(found, key=_value)

    def _hurry_on(self, on_way: dict[Seat, SeatState], seat: Seat, laid: Mask, most: int) -> TurnState:
        """The best end of a turn for one's own way."""
        begun, pawns = self._begin(on_way, seat, laid)
        key = begun, pawns & laid, most
        if (known := self._hurried.get(key)) is None:
            plans = self.turns.plans(begun, pawns, self._hurry, most)
            self.listed += len(plans)
            known = self._hurried[key] = max(plans, key=_value).after
        else:
            self.listed += 1
        return known

    def _look(
        self, on_way: dict[Seat, SeatState], seat: Seat, laid: Mask, value: Callable[[TurnState], float], most: int
    ) -> list[Plan]:
        """Plans for a turn."""
        plans = self.turns.plans(*self._begin(on_way, seat, laid), value, most)
        self.listed += len(plans)
        return plans

    def _begin(self, on_way: dict[Seat, SeatState], seat: Seat, laid: Mask) -> tuple[TurnState, Mask]:
        """A turn and the pawns of the others."""
        pawns = 0
        for other, own in on_way.items():
            if other != seat:
                pawns |= 1 << own.field
        return TurnState(laid, on_way[seat], self.game.deck.hourglasses, True, True), pawns

    def _end(
        self,
        on_way: dict[Seat, SeatState],
        seat: Seat,
        end: TurnState,
        pile: list[int],
        discards: list[int],
        rng: Random,
    ) -> None:
        """Draws and discards (VE-9, VE-10)."""
        hand = end.own.hand
        _lay_off(discards, on_way[seat].hand, hand)
        for _ in range(self.game.deck.draw):
            if not any(pile):
                pile[:], discards[:] = discards, [0] * JOKER
            if not any(pile):
                break
            card = rng.choices(range(JOKER), pile)[0]
            pile[card] -= 1
            hand = add(hand, card, 1)
        trimmed = self.trim(hand)
        _lay_off(discards, hand, trimmed)
        on_way[seat] = end.own._replace(hand=trimmed)

    def discard(self, hand: Counts, legal: Sequence[Move]) -> Move:
        """The discard after which the hand, trimmed to its limit, is worth most (VE-9, VE-R10)."""

        def left(move: Move) -> float:
            if isinstance(move, Discard):
                return self.judge.worth(self.trim(add(hand, CARDS.index(move.card), -1)))
            assert isinstance(move, Exchange)
            kept = tuple([held - out for held, out in zip(hand, counts_of(move.cards), strict=True)])
            return self.judge.worth(add(kept, JOKER, 1))

        return max(legal, key=left)

    def trim(self, hand: Counts) -> Counts:
        """The hand without the cards that are worth least."""
        return self._trimmed[hand]

    def _find_trimmed(self, hand: Counts) -> Counts:
        while sum(hand) > self.game.deck.hand:
            hand = max((add(hand, k, -1) for k, held in enumerate(hand) if held), key=self.judge.worth)
        return hand


def on_way_after(world: State, seat: Seat) -> dict[Seat, SeatState]:
    """Who has not come home yet, in the order of their turns; `seat` is the last."""
    seats = len(world.pieces.pawns)
    order = [(seat + 1 + after) % seats for after in range(seats)]
    return {each: own_of(world, each) for each in order if each not in world.finished}


def _lay_off(discards: list[int], before: Counts, after: Counts) -> None:
    for kind in range(JOKER):
        if before[kind] > after[kind]:
            discards[kind] += before[kind] - after[kind]


def _value(plan: Plan) -> float:
    return plan.value
