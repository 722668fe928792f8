"""Exact exploitability of a bot's real play, where every course of a round can be followed."""

from __future__ import annotations

from typing import NamedTuple, Protocol

import numpy as np

from ridotto.bots.bluff.resolve import Opening, Standing, Vector
from ridotto.bots.bluff.rules import Geometry, targets
from ridotto.core import Seat
from ridotto.games.xequeo import Position
from ridotto.games.xequeo.board import BIT, squares_of
from ridotto.games.xequeo.moves import GO, Go


class Turn(Protocol):
    """What a bot does at one of its turns, with each of the secrets it may hold; a `Decision` is one."""

    @property
    def standing(self) -> Standing: ...
    @property
    def moves(self) -> tuple[Go, ...]:
        """Quiet moves."""

    @property
    def mix(self) -> Vector:
        """By action and own secret: the quiet moves, then entering, then calling each piece."""

    @property
    def carried(self) -> Vector:
        """By quiet move and the rival's secret: about what it is worth to the rival after the move."""


class Player(Protocol):
    """A bot whose policy can be asked for; a `Resolver` is one. `moves` are those of the round so far."""

    @property
    def geo(self) -> Geometry: ...
    def opening(self, position: Position) -> Opening: ...
    def standing(self, position: Position, seat: Seat, moves: tuple[Go, ...]) -> Standing: ...
    def decide(self, position: Position, seat: Seat, moves: tuple[Go, ...]) -> Turn: ...


class Exploited(NamedTuple):
    value: float
    """What the best response wins a round, both seats alike."""
    gains: tuple[float, float]
    """What it wins against the bot in either seat."""
    nodes: int


def exploitability(player: Player, position: Position) -> Exploited:
    (first, nodes), (second, more) = best_response(player, position, 0), best_response(player, position, 1)
    return Exploited((first + second) / 2, (first, second), nodes + more)


def best_response(player: Player, position: Position, seat: Seat) -> tuple[float, int]:
    """What the best response wins against the bot in `seat`, and how many nodes were looked at."""
    nodes = 0

    def answer(moves: tuple[Go, ...]) -> Vector:
        """What the bot's turn is worth to each secret of the rival."""
        nonlocal nodes
        nodes += 1
        turn = player.decide(position, seat, moves)
        worth, reached = ends(turn)
        for move, share in zip(turn.moves, reached, strict=True):
            if share > 0:
                worth = worth + share * best((*moves, move))
        return worth

    def best(moves: tuple[Go, ...]) -> Vector:
        """The most that each secret of the rival can make of its turn."""
        nonlocal nodes
        nodes += 1
        worth, quiet = options(player.geo, player.standing(position, seat, moves), position.ring)
        for move in quiet:
            worth = np.maximum(worth, answer((*moves, move)))
        return worth

    worth = answer(()) if position.turn == seat else best(())
    return float(worth.max()), nodes


def options(geo: Geometry, standing: Standing, ring: int) -> tuple[Vector, list[Go]]:
    """What each secret of the rival gets by ending the round at its turn, and the quiet moves it has instead."""
    masks = np.empty(len(standing.pieces), np.int64)
    targets(geo, np.array(standing.pieces, np.int8), ring, masks)
    belief = standing.mine
    can_enter = (masks >> ring & 1).astype(bool)
    worth = np.where(can_enter, np.maximum(1 - 2 * belief, 2 * belief.max() - 1), 2 * belief.max() - 1)
    quiet = [GO[piece][square] for piece, mask in enumerate(masks.tolist()) for square in squares_of(mask & ~BIT[ring])]
    return worth.astype(np.float32), quiet


def ends(turn: Turn) -> tuple[Vector, Vector]:
    """What the bot's entries and calls bring each secret of the rival, and how likely each quiet move is."""
    quiet, mine = len(turn.moves), turn.standing.mine
    reached = turn.mix @ mine
    entering = turn.mix[quiet] * mine
    called = reached[quiet + 1 :]
    worth = 2 * entering - entering.sum() + called.sum() - 2 * called
    return worth, reached[:quiet]
