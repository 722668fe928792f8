"""The next rounds as they may go: all draw and discard, oneself looks at the others too; with experience they do so."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from ridotto.bots.doge.experience import Experience
from ridotto.bots.doge.judge import WORTH, Judge
from ridotto.bots.doge.turns import Me, Own, Plan, Turns, own_of
from ridotto.core import Seat
from ridotto.games.venise import State
from ridotto.games.venise.deck import CARDS, JOKER, Counts, counts_of
from ridotto.games.venise.moves import Discard, Exchange, Move
from ridotto.games.venise.planks import Mask
from ridotto.games.venise.state import add

KEPT: Final = 1 << 14
FEW: Final = 4
"""Of the best plans for a turn at first glance, so many are weighed by experience."""
FAITH: Final = 0.55
"""How much experience with the turn itself counts, against what a future makes of it: it foretells who wins better."""


class Futures:
    """Plays on in what a seat has and the piles. Nothing here is legal because it says so: see `Turns`."""

    def __init__(self, turns: Turns, judge: Judge, experience: Experience | None = None) -> None:
        self.turns = turns
        self.judge = judge
        self.experience = experience
        self.game = turns.game
        self.looked = 0
        """How many plans it has looked at so far."""
        self._hurry = judge.pace()
        self._trimmed: dict[Counts, Counts] = {}

    def value(self, world: State, me: Me, rng: Random, plans: int, rounds: int) -> float:
        """Of a turn that ends as `me`, by what one's turn can make of it some rounds later."""
        ahead = self._look_ahead(world, me, rng, plans, rounds)
        if self.experience is None:
            return ahead
        now = self.experience.worth(me, [own_of(world, 1 - world.turn.seat)])
        return FAITH * now + (1 - FAITH) * ahead

    def _look_ahead(self, world: State, me: Me, rng: Random, plans: int, rounds: int) -> float:
        game, seat = self.game, world.turn.seat
        seats = game.seats
        on_way = {(s := (seat + 1 + k) % seats): own_of(world, s) for k in range(seats)}
        for gone in world.finished:
            del on_way[gone]
        pile, discards = list(world.cards.pile), list(world.cards.discards)
        place = len(world.finished)
        value = 0.0
        for _ in range(rounds):
            self._end(on_way, seat, me, pile, discards, rng)
            for rival in tuple(on_way)[:-1]:
                if self.experience:
                    me = self._weigh(on_way, rival, me[0], place, plans).me
                else:
                    me = max(self._look(on_way, rival, me[0], self._hurry, plans), key=_value).me
                if me[2]:
                    self._end(on_way, rival, me, pile, discards, rng)
                    continue
                _lay_off(discards, on_way.pop(rival)[5], (0,) * (JOKER + 1))
                place += 1
                if place >= self._last:
                    return WORTH[place]
            best = self._weigh(on_way, seat, me[0], place, plans)
            value, me = best.value, best.me
            if not me[2]:
                break
        return value

    @property
    def _last(self) -> int:
        return self.game.seats - 1 if self.game.options.play_on == "yes" else 1

    def _weigh(self, on_way: dict[Seat, Own], seat: Seat, laid: Mask, place: int, most: int) -> Plan:
        """The best plan for a turn, with an eye to the others."""
        others = {other: own for other, own in on_way.items() if other != seat}
        found = self._look(on_way, seat, laid, self.judge.scale(others, seat, place), most)
        if self.experience:
            found = self.experience.weigh(sorted(found, key=_value, reverse=True)[:FEW], tuple(others.values()))
        return max(found, key=_value)

    def _look(
        self, on_way: dict[Seat, Own], seat: Seat, laid: Mask, value: Callable[[Me], float], most: int
    ) -> list[Plan]:
        """Plans for a turn."""
        pawns = 0
        for other, own in on_way.items():
            if other != seat:
                pawns |= 1 << own[0]
        me = (laid, *on_way[seat], self.game.deck.hourglasses, True, True)
        plans = self.turns.plans(me, pawns, value, most)
        self.looked += len(plans)
        return plans

    def _end(
        self, on_way: dict[Seat, Own], seat: Seat, me: Me, pile: list[int], discards: list[int], rng: Random
    ) -> None:
        """Draws and discards (VE-9, VE-10)."""
        _lay_off(discards, on_way[seat][5], me[6])
        hand = me[6]
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
        on_way[seat] = (*me[1:6], trimmed)

    def discard(self, hand: Counts, legal: Sequence[Move]) -> Move:
        """What leaves the best hand, when all that is too much has gone (VE-9, VE-R10)."""

        def left(move: Move) -> float:
            if isinstance(move, Discard):
                return self.judge.worth(self.trim(add(hand, CARDS.index(move.card), -1)))
            assert isinstance(move, Exchange)
            kept = tuple([held - out for held, out in zip(hand, counts_of(move.cards), strict=True)])
            return self.judge.worth(add(kept, JOKER, 1))

        return max(legal, key=left)

    def trim(self, hand: Counts) -> Counts:
        """What is missed least goes."""
        known = self._trimmed.get(hand)
        if known is None:
            if len(self._trimmed) >= KEPT:
                self._trimmed.clear()
            known = hand
            while sum(known) > self.game.deck.hand:
                known = max((add(known, k, -1) for k, held in enumerate(known) if held), key=self.judge.worth)
            self._trimmed[hand] = known
        return known


def _lay_off(discards: list[int], before: Counts, after: Counts) -> None:
    for kind in range(JOKER):
        if before[kind] > after[kind]:
            discards[kind] += before[kind] - after[kind]


def _value(plan: Plan) -> float:
    return plan.value
