"""Playouts of the next rounds: all draw and discard; with a value network rivals look at the others, too."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
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

    def __init__(self, turns: Turns, judge: Judge, value_network: ValueNetwork | None = None) -> None:
        self.turns = turns
        self.judge = judge
        self.value_network = value_network
        self.game = turns.game
        self.listed = 0
        """Plans listed so far."""
        self._hurry = judge.pace()
        self._trimmed = Cache(KEPT, self._find_trimmed)

    def value(self, world: State, end: TurnState, rng: Random, plans: int, rounds: int) -> float:
        """The value of a turn that ends so: of the best plan for one's turn some rounds later."""
        ahead = self._look_ahead(world, end, rng, plans, rounds)
        if self.value_network is None:
            return ahead
        now = self.value_network.value(end, [own_of(world, 1 - world.turn.seat)])
        return NETWORK_SHARE * now + (1 - NETWORK_SHARE) * ahead

    def _look_ahead(self, world: State, end: TurnState, rng: Random, plans: int, rounds: int) -> float:
        game, seat = self.game, world.turn.seat
        seats = game.seats
        on_way = {(s := (seat + 1 + k) % seats): own_of(world, s) for k in range(seats)}
        for gone in world.finished:
            del on_way[gone]
        pile, discards = list(world.cards.pile), list(world.cards.discards)
        place = len(world.finished)
        value = 0.0
        for _ in range(rounds):
            self._end(on_way, seat, end, pile, discards, rng)
            for rival in tuple(on_way)[:-1]:
                if self.value_network:
                    end = self._weigh(on_way, rival, end.laid, place, plans).after
                else:
                    end = max(self._look(on_way, rival, end.laid, self._hurry, plans), key=_value).after
                if not end.is_home:
                    self._end(on_way, rival, end, pile, discards, rng)
                    continue
                _lay_off(discards, on_way.pop(rival).hand, (0,) * (JOKER + 1))
                place += 1
                if place >= self._last:
                    return WORTH[place]
            best = self._weigh(on_way, seat, end.laid, place, plans)
            value, end = best.value, best.after
            if end.is_home:
                break
        return value

    @property
    def _last(self) -> int:
        return self.game.seats - 1 if self.game.options.play_on == "yes" else 1

    def _weigh(self, on_way: dict[Seat, SeatState], seat: Seat, laid: Mask, place: int, most: int) -> Plan:
        """The best plan for a turn, by what it does to everybody's way."""
        others = {other: own for other, own in on_way.items() if other != seat}
        found = self._look(on_way, seat, laid, self.judge.scale(others, seat, place), most)
        if self.value_network:
            found = self.value_network.rank(sorted(found, key=_value, reverse=True)[:RANKED], tuple(others.values()))
        return max(found, key=_value)

    def _look(
        self, on_way: dict[Seat, SeatState], seat: Seat, laid: Mask, value: Callable[[TurnState], float], most: int
    ) -> list[Plan]:
        """Plans for a turn."""
        pawns = 0
        for other, own in on_way.items():
            if other != seat:
                pawns |= 1 << own.field
        begun = TurnState(laid, on_way[seat], self.game.deck.hourglasses, True, True)
        plans = self.turns.plans(begun, pawns, value, most)
        self.listed += len(plans)
        return plans

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


def _lay_off(discards: list[int], before: Counts, after: Counts) -> None:
    for kind in range(JOKER):
        if before[kind] > after[kind]:
            discards[kind] += before[kind] - after[kind]


def _value(plan: Plan) -> float:
    return plan.value
