"""The policy of any bot, by asking it with each of the secrets it may hold, so that it can be measured.

The answers are exact where a bot's odds follow from its view. For one that draws lots to think, like `ismcts`, the lots
are drawn by the view: then its policy is well-defined, one of the many it may have.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import Final

import numpy as np

from ridotto.bots import Bot, Limit
from ridotto.bots.bluff.exact import options
from ridotto.bots.bluff.net import HIDDEN, Net, evaluate
from ridotto.bots.bluff.resolve import KEPT, MOST_NODES, Effort, Opening, Resolver, Standing, Vector
from ridotto.bots.bluff.rules import geometry
from ridotto.bots.bluff.subgame import build, look_at_leaves
from ridotto.cache import Cache
from ridotto.core import Seat
from ridotto.games.xequeo import Position, XeQueo
from ridotto.games.xequeo.moves import Call, Choose, Go
from ridotto.games.xequeo.rules import NEITHER, State

GLANCE: Final = Effort(128, depth=1)
"""For what a round is worth to begin with."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A turn of the bot that was asked; see `exact.Turn`."""

    standing: Standing
    moves: tuple[Go, ...]
    mix: Vector
    carried: Vector
    """By the network, as if the rival held any secret alike and both played well from here on."""


class Asked:
    """A player that is a bot and nothing else."""

    def __init__(self, bot: Bot, game: XeQueo, net: Net, limit: Limit) -> None:
        self.bot = bot
        self.game = game
        self.net = net
        self.limit = limit
        self.geo = geometry(game)
        self._glance = Resolver(game, net, GLANCE)
        self._known = Cache(KEPT, self._ask)
        self._chosen: dict[tuple[Position, Seat], Vector] = {}

    def opening(self, position: Position) -> Opening:
        opening = self._glance.opening(position)
        first, second = self._choice(position, 0), self._choice(position, 1)
        return replace(opening, choice=(first, second), values=opening.values)

    def standing(self, position: Position, seat: Seat, moves: tuple[Go, ...]) -> Standing:
        if not moves:
            chosen = self._choice(position, seat)
            return Standing(position.pieces, chosen, np.ones_like(chosen))
        if (position.turn ^ (len(moves) - 1) & 1) != seat:
            return self.standing(position, seat, moves[:-1]).moved(moves[-1])
        turn = self.decide(position, seat, moves[:-1])
        mine = turn.standing.mine * turn.mix[turn.moves.index(moves[-1])]
        return replace(turn.standing.moved(moves[-1]), mine=mine / mine.sum())

    def decide(self, position: Position, seat: Seat, moves: tuple[Go, ...]) -> Answer:
        return self._known[position, seat, moves]

    # -- asking ------------------------------------------------------------------------------------------------------

    def _choice(self, position: Position, seat: Seat) -> Vector:
        known = self._chosen.get((position, seat))
        if known is None:
            state = State(
                "choose", position.pieces, position.ring, position.turn, NEITHER, (0, 0), position.pieces, (), ()
            )
            known = np.zeros(len(position.pieces), np.float32)
            for move, share in self._odds(state, seat, f"{position} {seat}"):
                assert isinstance(move, Choose)
                known[move.piece] += share
            self._chosen[position, seat] = known
        return known

    def _ask(self, key: tuple[Position, Seat, tuple[Go, ...]]) -> Answer:
        position, seat, moves = key
        standing = self.standing(position, seat, moves)
        count, ring = len(standing.pieces), position.ring
        _, quiet = options(self.geo, standing, ring)
        rows = {move: row for row, move in enumerate(quiet)}
        mix = np.zeros((len(quiet) + 1 + count, count), np.float32)
        for secret in range(count):
            state = State(
                "play",
                standing.pieces,
                ring,
                seat,
                (secret, secret),  # a view of `seat` shows only its own
                (0, 0),
                position.pieces,
                moves,
                (),
            )
            words = f"{position} {' '.join(map(str, moves))} {seat} {secret}"
            for move, share in self._odds(state, seat, words):
                if isinstance(move, Call):
                    mix[len(quiet) + 1 + move.piece, secret] += share
                else:
                    assert isinstance(move, Go)
                    mix[len(quiet) if move.square == ring else rows[move], secret] += share
        mix /= mix.sum(axis=0)
        return Answer(standing, tuple(quiet), mix, self._carried(standing, ring, quiet, mix))

    def _odds(self, state: State, seat: Seat, words: str) -> tuple[tuple[object, float], ...]:
        return self.bot.choose(self.game.view(state, seat), self.limit, Random(words)).odds

    def _carried(self, standing: Standing, ring: int, quiet: list[Go], mix: Vector) -> Vector:
        """After each quiet move, what the network thinks of another one."""
        count = len(standing.pieces)
        tree = build(self.geo, np.array(standing.pieces, np.int8), ring, 1, MOST_NODES)
        assert tree is not None, "a move ahead is never many"
        look = look_at_leaves(self.net, self.geo, ring, tree)
        anything = np.full(count, 1 / count, np.float32)
        work, told = np.empty((count + 4, HIDDEN), np.float32), np.empty((2, count), np.float32)
        carried = np.full((len(quiet), count), -1, np.float32)
        for row in range(len(quiet)):
            mine = standing.mine * mix[row]
            if mine.sum() <= 0:
                continue
            leaf = tree.leaf[row + 1]
            if leaf >= 0:
                mine /= mine.sum()
                evaluate(self.net.head, look.parts[leaf], look.pairs[leaf], anything, mine, work, told)
                carried[row] = told[0]
        return carried
