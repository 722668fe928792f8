"""Every way to play one turn of Venise."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from heapq import heappop, heappush
from typing import NamedTuple

from ridotto.core import Seat
from ridotto.games.venise.deck import Counts
from ridotto.games.venise.moves import END, SPEND, TAKE, Discard, Exchange, Move, Play
from ridotto.games.venise.rules import State, Venise


class Plan(NamedTuple):
    """Some moves of a turn and the table after them."""

    value: float
    moves: tuple[Move, ...]
    state: State


def plans(
    game: Venise, state: State, value: Callable[[State, Seat], float], hand: Callable[[Counts], float], most: int
) -> Iterator[Plan]:
    """The plans for the rest of a turn, the most promising continued first; each table once, `most` in all.

    The first is to do nothing more. Of the many exchanges only the one that costs the least is looked at.
    """
    seat = state.turn.seat
    plan = Plan(value(state, seat), (), state)
    yield plan
    todo = [(-plan.value, 0, plan)]
    seen = {_key(state, seat)}
    count = 1
    while todo:
        _, _, plan = heappop(todo)
        for move in worthwhile(game, plan.state, seat, hand):
            after = game.play(plan.state, seat, move)
            key = _key(after, seat)
            if key in seen:
                continue
            seen.add(key)
            longer = Plan(value(after, seat), (*plan.moves, move), after)
            yield longer
            count += 1
            if count >= most:
                return
            if after.turn.phase == "play" and after.turn.seat == seat:
                heappush(todo, (-longer.value, count, longer))


def _key(state: State, seat: Seat) -> object:
    return state.table, state.cards.hands[seat], state.turn.hourglasses


def worthwhile(game: Venise, state: State, seat: Seat, hand: Callable[[Counts], float]) -> list[Move]:
    moves: list[Move] = []
    best: tuple[float, Move] | None = None
    for move in game.legal(state, seat):
        if isinstance(move, Play) or move is SPEND or move is TAKE:
            moves.append(move)
        elif isinstance(move, Exchange):
            left = hand(game.play(state, seat, move).cards.hands[seat])
            if best is None or left > best[0]:
                best = left, move
        elif isinstance(move, Discard):
            moves.append(move)
        else:
            assert move is END
    return moves if best is None else [*moves, best[1]]
