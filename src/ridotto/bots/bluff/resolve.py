"""Continual re-solving: how the bluffer decides, from the secret choice to the end of the round.

At each of its turns it solves the subgame that begins there. Its own range is exact, because it knows its own mixes.
The rival's is not assumed: the rival picks which secrets enter the subgame, each against the value it was promised by
the last solve (a max-margin gadget). So whatever the rival did to get here, no secret is worth more than it was, as far
as the network's values and the iterations are exact. Everything is a function of what both seats have seen: nothing is
kept between calls but a cache.

Two places give slack, because secrets are chosen and not dealt. Before the first reply every secret may be worth as
much as the best one. Later, what a secret lost in one solve against its promise may be won back in the next.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, replace
from functools import cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ridotto.bots import Reason
from ridotto.bots.bluff.net import Look, Net
from ridotto.bots.bluff.rules import SQUARES, geometry
from ridotto.bots.bluff.subgame import LANES, Numbers, Tree, appraise, build, improve, look_at_leaves, numbers, settle
from ridotto.cache import Cache
from ridotto.core import Seat
from ridotto.games.xequeo import Position, XeQueo, parse_position
from ridotto.games.xequeo.moves import CALL, GO, Call, Go

Vector = NDArray[np.float32]
Move = Go | Call

NEVER: Final = 0.003
"""Moves less likely than this are not made: averages never quite forget."""
KEPT: Final = 4096
FIRST_LOOK: Final = 64
"""Iterations of the solve that tells which moves are likely."""
SLICE: Final = 64
"""Iterations between two looks at the clock."""
MOST_NODES: Final = 200_000


class Effort(NamedTuple):
    """What one decision may cost. In leaves and iterations, not in seconds: the same everywhere."""

    iterations: int
    leaves: int = 0
    """Looks as many moves ahead as come to no more leaves than this, one move at least; and after likely moves one more
    where that fits."""
    depth: int = 99
    """But no more moves than this."""


@dataclass(frozen=True, slots=True)
class Opening:
    """A round before its first move."""

    position: Position
    choice: tuple[Vector, Vector]
    """By seat: how likely it chooses each piece."""
    values: tuple[Vector, Vector]
    """By seat: what each secret is worth to it."""

    @property
    def value(self) -> float:
        """To the seat that moves first."""
        first = self.position.turn
        return float(self.choice[first] @ self.values[first])


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a round stands as the bluffer sees it, whoever is to move."""

    pieces: tuple[int, ...]
    mine: Vector
    """How likely the bluffer holds each piece, to somebody who knows how it plays."""
    promised: Vector
    """What each of the rival's secrets may be worth at most."""

    def moved(self, move: Go) -> Standing:
        """After a quiet move of the rival's, which changes nothing but the board."""
        return replace(self, pieces=(*self.pieces[: move.piece], move.square, *self.pieces[move.piece + 1 :]))


@dataclass(frozen=True, slots=True)
class Decision:
    """What the bluffer does at one of its turns, with each of the secrets it may hold."""

    standing: Standing
    moves: tuple[Go, ...]
    """Quiet moves."""
    mix: Vector
    """By action and own secret: the quiet moves, then entering, then calling each piece."""
    carried: Vector
    """By quiet move and the rival's secret: what it is worth to the rival after the move."""
    mine: Vector
    """By own secret: what the turn is worth."""
    rivals: Vector
    """By the rival's secret: what the turn is worth to the rival, in this solve."""
    depth: int
    is_exact: bool
    """Whether the solve went to the end of the round."""
    likely: Vector
    """The rival's range that the gadget settled on: the secrets that gain most."""
    worth: Vector
    """By action and own secret: what it is worth against the rival's range, NaN where the secret may not do it.

    The rival's range is `likely`, unless the solve was told of another one.
    """

    def odds(self, secret: int, ring: int) -> tuple[tuple[Move, float], ...]:
        named: list[Move] = [*self.moves, GO[secret][ring], *CALL[: len(self.standing.mine)]]
        exact = self.mix[:, secret].astype(np.float64)
        shares = (exact / exact.sum()).tolist()
        return tuple((move, share) for move, share in zip(named, shares, strict=True) if share > 0)

    def after(self, move: Go) -> Standing:
        """The standing after one of the quiet moves."""
        index = self.moves.index(move)
        before = self.standing.moved(move)
        mine = before.mine * self.mix[index]
        if mine.sum() < 1e-9:  # somebody else has moved for the bluffer: nothing is known that was not before
            return before
        slack = np.maximum(0, before.promised - self.rivals)
        return replace(before, mine=(mine / mine.sum()).astype(np.float32), promised=self.carried[index] + slack)


class Resolver:
    def __init__(self, game: XeQueo, net: Net, effort: Effort, opening: Effort | None = None) -> None:
        self.game = game
        self.net = net
        self.effort = effort
        self.opening_effort = opening or effort
        self.geo = geometry(game)
        self.allow(None)
        self._openings = Cache(KEPT, self._open)
        self._decisions = Cache(KEPT, self._decide)

    # -- the round as a chain of solves ------------------------------------------------------------------------------

    def opening(self, position: Position) -> Opening:
        return self._openings[position]

    def decide(self, position: Position, seat: Seat, moves: tuple[Go, ...]) -> Decision:
        """The decision of `seat` after these moves of the round that began with `position`."""
        return self._decisions[position, seat, moves]

    def _decide(self, key: tuple[Position, Seat, tuple[Go, ...]]) -> Decision:
        position, seat, moves = key
        return self.solve(self.standing(position, seat, moves), position.ring)

    def standing(self, position: Position, seat: Seat, moves: tuple[Go, ...]) -> Standing:
        if not moves:
            opening = self.opening(position)
            best = opening.values[1 - seat].max()
            return Standing(position.pieces, opening.choice[seat], np.full_like(opening.choice[seat], best))
        if (position.turn ^ (len(moves) - 1) & 1) == seat:
            return self.decide(position, seat, moves[:-1]).after(moves[-1])
        return self.standing(position, seat, moves[:-1]).moved(moves[-1])

    # -- solving -----------------------------------------------------------------------------------------------------

    def _solved(
        self, pieces: tuple[int, ...], ring: int, effort: Effort, is_chosen: tuple[bool, bool], start: Vector
    ) -> tuple[Tree, Look, Numbers]:
        """Looks ahead as far as the effort allows; where not all moves can be followed further, the likeliest are."""
        squares = np.array(pieces, np.int8)
        tree = build(self.geo, squares, ring, 1, MOST_NODES)
        assert tree is not None, "one move ahead is never many"
        depth, most = 1, min(3 * effort.leaves, MOST_NODES)
        while tree.leaves and depth < effort.depth:
            deeper = build(self.geo, squares, ring, depth + 1, most)
            if deeper is None or deeper.leaves > effort.leaves:
                break
            tree, depth = deeper, depth + 1
        if tree.leaves and depth < effort.depth and effort.leaves > tree.leaves:
            _, n = self._run(tree, ring, min(FIRST_LOOK, effort.iterations), is_chosen, start)
            moves = int(tree.children[0])
            likely = np.argsort(-(n.mix[:moves] @ n.prior[0]), kind="stable")
            further = np.zeros(moves, np.bool_)
            for move in likely:
                further[move] = True
                deeper = build(self.geo, squares, ring, depth, most, further)
                if deeper is not None and deeper.leaves <= effort.leaves:
                    tree = deeper
                else:
                    further[move] = False
        return tree, *self._run(tree, ring, effort.iterations, is_chosen, start)

    def _run(
        self, tree: Tree, ring: int, iterations: int, is_chosen: tuple[bool, bool], start: Vector
    ) -> tuple[Look, Numbers]:
        n = numbers(tree)
        look = look_at_leaves(self.net, self.geo, ring, tree)
        done = 0
        while done < iterations:
            step = min(SLICE, iterations - done)
            improve(tree, look, self.net.head, n, is_chosen, start, False, done, done + step)
            done += step
            if time.monotonic() > self._deadline and done < iterations:
                self._was_stopped = True
                break
        settle(tree, look, self.net.head, n, False)
        return look, n

    # -- the clock ---------------------------------------------------------------------------------------------------

    def allow(self, seconds: float | None) -> None:
        """Solves stop early when this time is up: for machines that are too slow for the effort."""
        if seconds is not None:
            load_compiled(self.net)
        self._deadline = math.inf if seconds is None else time.monotonic() + seconds
        self._was_stopped = False

    def excuse(self) -> tuple[Reason, ...]:
        """What to tell where the clock has stopped a solve."""
        return (Reason("why_stopped"),) if self._was_stopped else ()

    def _open(self, position: Position) -> Opening:
        count = len(position.pieces)
        start = np.zeros((2, LANES), np.float32)
        _, _, n = self._solved(position.pieces, position.ring, self.opening_effort, (True, True), start)
        choice, values = n.prior[:, :count].copy(), n.value[:, 0, :count].copy()
        choice[choice < NEVER] = 0
        choice /= choice.sum(axis=1, keepdims=True)
        first, second = position.turn, 1 - position.turn
        return Opening(position, (choice[first], choice[second]), (values[first], values[second]))

    def solve(self, standing: Standing, ring: int, beliefs: tuple[Vector, Vector] | None = None) -> Decision:
        """`beliefs` about both seats, the mover first, change what actions are worth, not what is decided."""
        count = len(standing.mine)
        start = np.zeros((2, LANES), np.float32)
        start[0, :count] = standing.mine
        start[1, :count] = standing.promised
        tree, look, n = self._solved(standing.pieces, ring, self.effort, (False, True), start)
        quiet = int(tree.children[0])
        mix = n.mix[: tree.row[1], :count].copy()
        mix[mix < NEVER] = 0
        mix /= mix.sum(axis=0)
        reached = (standing.mine * n.reach[0, 1 : quiet + 1, :count]).sum(axis=1)
        carried = n.value[1, 1 : quiet + 1, :count] / np.maximum(reached, 1e-12)[:, None]
        decision = Decision(
            standing,
            tuple(GO[move // SQUARES][move % SQUARES] for move in tree.move[1 : quiet + 1].tolist()),
            mix,
            carried,
            n.value[0, 0, :count].copy(),
            n.value[1, 0, :count].copy(),
            int(tree.depth[-1]),
            tree.leaves == 0,
            n.prior[1, :count].copy(),
            _worth(tree, n, count),
        )
        if beliefs is None:
            return decision
        appraise(tree, look, self.net.head, n, np.array(beliefs, np.float32))
        return replace(decision, worth=_worth(tree, n, count))


@cache
def load_compiled(net: Net) -> None:
    """Compiles what solves need, or loads what was compiled before, so that no clock counts it."""
    game = XeQueo(width=3, height=3, pieces=2)
    start = parse_position("RO1/3/2* 0")
    Resolver(game, net, Effort(1)).decide(start, start.turn, ())


def _worth(tree: Tree, n: Numbers, count: int) -> Vector:
    """What each action at the root is worth to each secret of the seat to move, by the values in `n`."""
    quiet, rivals = int(tree.children[0]), n.prior[1, :count]
    worth = np.empty((quiet + 1 + count, count), np.float32)
    worth[:quiet] = n.value[0, 1 : quiet + 1, :count]
    worth[quiet] = np.where(int(tree.enter[0]) >> np.arange(count) & 1, 1 - 2 * rivals, np.nan)
    worth[quiet + 1 :] = 2 * rivals[:, None] - 1
    return worth
