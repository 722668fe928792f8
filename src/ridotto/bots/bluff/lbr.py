"""A local best responder: how much a rival who knows the bluffer's policy takes from it on the full board.

The responder keeps an exact belief, weighs entering and calling by it, and judges a quiet move by the values that the
bluffer's own next solve gives to the responder's secret. What it wins is estimated without bias and with little noise:
the bluffer's values serve as control variates, so only what the responder gains over them is left to chance.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ridotto.bots.bluff.exact import ends, options
from ridotto.bots.bluff.resolve import Decision, Resolver, Vector
from ridotto.core import Seat
from ridotto.games.xequeo import Position
from ridotto.games.xequeo.moves import Go


class Taken(NamedTuple):
    gain: float
    """What the responder wins over the value that the bluffer gives the round."""
    by_turn: tuple[float, ...]
    """The same for each turn of the responder; the secret choice is part of the first."""


def respond(resolver: Resolver, position: Position, seat: Seat, rng: np.random.Generator) -> Taken:
    """One round against the bluffer in `seat`."""
    rival = 1 - seat
    opening = resolver.opening(position)
    expected = opening.value if position.turn == rival else -opening.value
    secret: int | None = None
    gains: list[float] = []
    moves: tuple[Go, ...] = ()
    if position.turn == seat:
        decision = resolver.decide(position, seat, ())
        secret = int(worth_of(decision).argmax())
        gains.append(float(worth_of(decision)[secret]) - expected)
        played = _draw(decision, rng)
        if played is None:
            return Taken(sum(gains), tuple(gains))
        expected = float(decision.carried[played][secret])
        moves = (decision.moves[played],)
    while True:
        best, reply = _best(resolver, position, seat, moves)
        if secret is None:
            secret = int(best.argmax())
        gains.append(float(best[secret]) - expected)
        move = reply[secret]
        if move is None:
            return Taken(sum(gains), tuple(gains))
        moves = (*moves, move)
        decision = resolver.decide(position, seat, moves)
        played = _draw(decision, rng)
        if played is None:
            return Taken(sum(gains), tuple(gains))
        expected = float(decision.carried[played][secret])
        moves = (*moves, decision.moves[played])


def worth_of(decision: Decision) -> Vector:
    """What the bluffer's turn is worth to each secret of the responder, by what the bluffer really plays."""
    worth, reached = ends(decision)
    return worth + reached @ decision.carried


def _best(resolver: Resolver, position: Position, seat: Seat, moves: tuple[Go, ...]) -> tuple[Vector, list[Go | None]]:
    """For each secret the most its turn is worth, and the quiet move that brings it; None ends the round."""
    standing = resolver.standing(position, seat, moves)
    best, quiet = options(resolver, standing, position.ring)
    reply: list[Go | None] = [None] * len(best)
    for move in quiet:
        worth = worth_of(resolver.decide(position, seat, (*moves, move)))
        for k in np.flatnonzero(worth > best):
            best[k] = worth[k]
            reply[k] = move
    return best, reply


def _draw(decision: Decision, rng: np.random.Generator) -> int | None:
    """A quiet move as the bluffer would draw it, or None where it ends the round."""
    _, reached = ends(decision)
    drawn = int(np.searchsorted(np.cumsum(reached), rng.random()))
    return drawn if drawn < len(reached) else None
