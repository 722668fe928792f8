"""Every way to play one turn of Venise, the most promising first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from heapq import heappop, heappush
from typing import Final, NamedTuple

from ridotto.core import Seat
from ridotto.games.venise import State, Venise
from ridotto.games.venise.deck import CARDS, JOKER, Counts
from ridotto.games.venise.moves import END, Exchange, Move

KEPT: Final = 1 << 14


class Plan(NamedTuple):
    """Some moves of a turn and the table after them."""

    value: float
    moves: tuple[Move, ...]
    state: State


class Turns:
    """Lists plans. Of the many exchanges only the one that leaves the best hand is looked at."""

    def __init__(self, game: Venise, hand: Callable[[Counts], float]) -> None:
        self.game = game
        self._hand = hand
        self._exchanges: dict[Counts, Exchange] = {}

    def plans(self, state: State, value: Callable[[State, Seat], float]) -> Iterator[Plan]:
        """Plans for the rest of a turn, each table once; first to do nothing more, which only play allows."""
        game, seat = self.game, state.turn.seat
        plan = Plan(value(state, seat), (), state)
        if state.turn.phase == "play":
            yield plan
        todo = [(-plan.value, 0, plan)]
        seen = {(state.table, state.cards.hands[seat], state.turn.hourglasses)}
        while todo:
            plan = heappop(todo)[2]
            for move in self.moves(plan.state, seat):
                after = game.play(plan.state, seat, move)
                key = after.table, after.cards.hands[seat], after.turn.hourglasses
                if key in seen:
                    continue
                seen.add(key)
                longer = Plan(value(after, seat), (*plan.moves, move), after)
                yield longer
                if after.turn.phase == state.turn.phase and after.turn.seat == seat:
                    heappush(todo, (-longer.value, len(seen), longer))

    def moves(self, state: State, seat: Seat) -> list[Move]:
        """What a turn can go on with, except for its end."""
        moves: list[Move] = []
        swaps: list[Exchange] = []
        for move in self.game.legal(state, seat):
            if isinstance(move, Exchange):
                swaps.append(move)
            elif move is not END:
                moves.append(move)
        if swaps:
            hand = state.cards.hands[seat]
            if hand not in self._exchanges:
                if len(self._exchanges) >= KEPT:
                    self._exchanges.clear()
                self._exchanges[hand] = max(swaps, key=lambda swap: self._left(hand, swap))
            moves.append(self._exchanges[hand])
        return moves

    def _left(self, hand: Counts, swap: Exchange) -> float:
        left = [held - swap.cards.count(card) for card, held in zip(CARDS, hand, strict=True)]
        left[JOKER] += 1
        return self._hand(tuple(left))


def ended(plan: Plan, seat: Seat) -> tuple[Move, ...]:
    """The plan's moves up to the end of the turn."""
    turn = plan.state.turn
    return (*plan.moves, END) if turn.phase == "play" and turn.seat == seat else plan.moves
