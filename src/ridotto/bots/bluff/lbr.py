"""A local best responder: how much a rival who knows a bot's policy takes from it on the full board.

The responder keeps an exact belief, weighs entering and calling by it, and judges a quiet move by what the bot does
next and by the values that its turn carries on for the responder's secret. What it wins is estimated without bias, and
with little noise where those values are good: they serve as control variates, so only what the responder gains over
them is left to chance.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ridotto.bots.bluff.exact import Player, Turn, ends, options
from ridotto.bots.bluff.resolve import Vector
from ridotto.core import Seat
from ridotto.games.xequeo import Position
from ridotto.games.xequeo.moves import Go


class Taken(NamedTuple):
    gain: float
    """What the responder wins over the value of the round; the mean of both seats is what it wins."""
    by_turn: tuple[float, ...]
    """The same for each turn of the responder; the secret choice is part of the first."""


def respond(player: Player, position: Position, seat: Seat, rng: np.random.Generator) -> Taken:
    """One round against the bot in `seat`."""
    rival = 1 - seat
    opening = player.opening(position)
    expected = opening.value if position.turn == rival else -opening.value
    secret: int | None = None
    gains: list[float] = []
    moves: tuple[Go, ...] = ()
    if position.turn == seat:
        turn = player.decide(position, seat, ())
        secret = int(worth_of(turn).argmax())
        gains.append(float(worth_of(turn)[secret]) - expected)
        played = _draw(turn, rng)
        if played is None:
            return Taken(sum(gains), tuple(gains))
        expected = float(turn.carried[played][secret])
        moves = (turn.moves[played],)
    while True:
        best, reply = find_best(player, position, seat, moves)
        if secret is None:
            secret = int(best.argmax())
        gains.append(float(best[secret]) - expected)
        move = reply[secret]
        if move is None:
            return Taken(sum(gains), tuple(gains))
        moves = (*moves, move)
        turn = player.decide(position, seat, moves)
        played = _draw(turn, rng)
        if played is None:
            return Taken(sum(gains), tuple(gains))
        expected = float(turn.carried[played][secret])
        moves = (*moves, turn.moves[played])


def worth_of(turn: Turn) -> Vector:
    """What the bot's turn is worth to each secret of the responder, by what the bot really plays."""
    worth, reached = ends(turn)
    return worth + reached @ turn.carried


def find_best(player: Player, position: Position, seat: Seat, moves: tuple[Go, ...]) -> tuple[Vector, list[Go | None]]:
    """For each secret the most its turn is worth, and the quiet move that brings it; None ends the round."""
    standing = player.standing(position, seat, moves)
    best, quiet = options(player.geo, standing, position.ring)
    reply: list[Go | None] = [None] * len(best)
    for move in quiet:
        worth = worth_of(player.decide(position, seat, (*moves, move)))
        for k in np.flatnonzero(worth > best):
            best[k] = worth[k]
            reply[k] = move
    return best, reply


def _draw(turn: Turn, rng: np.random.Generator) -> int | None:
    """A quiet move as the bot would draw it, or None where it ends the round."""
    _, reached = ends(turn)
    drawn = int(np.searchsorted(np.cumsum(reached), rng.random()))
    return drawn if drawn < len(reached) else None
