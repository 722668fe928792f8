"""A local best responder: how much a rival who knows a bot's policy takes from it on the full board.

The responder keeps an exact belief, weighs entering and calling by it, and judges a quiet move by what the bot does
next, and then by the better of two values for its secret: the one that the bot's turn carries on, and what ending the
round at once would bring. What it wins is estimated without bias, and with little noise where those values are good:
they serve as control variates, so only what the responder gains over them is left to chance.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ridotto.bots.bluff.exact import Player, Turn, ends, options
from ridotto.bots.bluff.resolve import Standing, Vector
from ridotto.bots.bluff.rules import Geometry
from ridotto.core import Seat
from ridotto.games.xequeo import Position
from ridotto.games.xequeo.moves import Go


def respond(
    player: Player, position: Position, seat: Seat, rng: np.random.Generator, secret: int | None = None
) -> float:
    """One round against the bot in `seat`: what is won over the value of the round, by default with the best secret.

    The mean of both seats is what the responder wins.
    """
    opening = player.opening(position)
    gain = 0.0
    expected = opening.value if position.turn != seat else -opening.value
    moves: tuple[Go, ...] = ()
    while True:
        if (position.turn ^ len(moves) & 1) != seat:
            best, reply = find_best(player, position, seat, moves)
            if secret is None:
                secret = int(best.argmax())
            gain += float(best[secret]) - expected
            move = reply[secret]
            if move is None:
                return gain
            moves = (*moves, move)
        turn = player.decide(position, seat, moves)
        worth, leaves = worth_of(player.geo, turn, position.ring)
        if not moves:
            secret = int(worth.argmax()) if secret is None else secret
            gain += float(worth[secret]) - expected
        assert secret is not None
        played = draw_quiet(turn, rng)
        if played is None:
            return gain
        expected = float(leaves[played][secret])
        moves = (*moves, turn.moves[played])


def worth_of(geo: Geometry, turn: Turn, ring: int) -> tuple[Vector, Vector]:
    """What the bot's turn is worth to each secret of the responder, by what the bot really plays; and its leaves."""
    worth, reached = ends(turn)
    leaves = np.maximum(turn.carried, floors(geo, turn, ring))
    return worth + reached @ leaves, leaves


def floors(geo: Geometry, turn: Turn, ring: int) -> Vector:
    """By quiet move of the bot and secret of the responder: what ending the round after it brings."""
    found = np.zeros_like(turn.carried)
    for row, move in enumerate(turn.moves):
        found[row], _ = options(geo, after(turn, row, move), ring)
    return found


def after(turn: Turn, row: int, move: Go) -> Standing:
    """Where the round stands after a quiet move of the bot's, to somebody who knows how it plays."""
    mine = turn.standing.mine * turn.mix[row]
    return replace(turn.standing.moved(move), mine=mine / mine.sum() if mine.sum() > 0 else turn.standing.mine)


def find_best(player: Player, position: Position, seat: Seat, moves: tuple[Go, ...]) -> tuple[Vector, list[Go | None]]:
    """For each secret the most its turn is worth, and the quiet move that brings it; None ends the round."""
    standing = player.standing(position, seat, moves)
    best, quiet = options(player.geo, standing, position.ring)
    reply: list[Go | None] = [None] * len(best)
    for move in quiet:
        worth, _ = worth_of(player.geo, player.decide(position, seat, (*moves, move)), position.ring)
        for k in np.flatnonzero(worth > best):
            best[k] = worth[k]
            reply[k] = move
    return best, reply


def draw_quiet(turn: Turn, rng: np.random.Generator) -> int | None:
    """A quiet move as the bot would draw it, or None where it ends the round."""
    _, reached = ends(turn)
    drawn = int(np.searchsorted(np.cumsum(reached), rng.random()))
    return drawn if drawn < len(reached) else None
