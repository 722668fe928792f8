"""Situations worth learning from, with their solved values: what the network is trained on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ridotto.bots.bluff.features import blank
from ridotto.bots.bluff.net import Look, Net
from ridotto.bots.bluff.rules import PIECES, SQUARES, Geometry, Squares, geometry_of, targets
from ridotto.bots.bluff.subgame import LANES, Numbers, Tree, build, describe_leaves, improve, numbers, settle
from ridotto.games.xequeo.board import SIDE, board, squares_of

Singles = NDArray[np.float32]

SLOTS: Final = 32
STEPS: Final = 24
LARGEST: Final = 4096
RANDOM_MOVE: Final = 0.25
RANDOM_RESTART: Final = 0.05
UNSETTLED: Final = 0.3
"""How often the ranges are changed a little on the way."""


class Targets(NamedTuple):
    """Examples, one a row; boards with fewer pieces leave the last columns empty."""

    board: NDArray[np.int8]
    """Width, height, pieces, ring."""
    pieces: Squares
    ranges: Singles
    """By seat, the mover first, and secret."""
    values: Singles
    """What the situation is worth to each secret of each seat."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """One piece of work: who makes it needs nothing else but the network."""

    seed: int
    iterations: int
    horizon: int
    """Situations lie at most so many moves before the end of all moves: small at first, so that values spread back."""
    steps: int = STEPS


class Slot:
    """A round on its way: the seat to move has decided on a quiet move."""

    __slots__ = ("mover", "other", "pieces", "ring")

    def __init__(self, pieces: Squares, ring: int, mover: Singles, other: Singles) -> None:
        self.pieces, self.ring, self.mover, self.other = pieces, ring, mover, other


class SelfPlay:
    def __init__(self, net: Net, chunk: Chunk) -> None:
        self.net = net
        self.chunk = chunk
        self.rng = np.random.default_rng(chunk.seed)
        self.width, self.height, self.count = self._board()
        self.geo: Geometry = geometry_of(self.width, self.height)
        self.board = board(self.width, self.height)
        self._masks = np.empty(self.count, np.int64)

    def _board(self) -> tuple[int, int, int]:
        """Mostly the real one; the small ones keep the network honest where exact values are known."""
        rng = self.rng
        kind = rng.random()
        if kind < 0.6:
            return SIDE, SIDE, PIECES
        if kind < 0.9:
            side = int(rng.integers(4, 6))
            return side, side, 3
        width, height = (int(side) for side in rng.integers(4, SIDE + 1, 2))
        return width, height, int(rng.integers(2, PIECES + 1))

    def targets(self) -> Targets:
        rows: list[tuple[Slot, Singles]] = []
        slots = self._fresh(SLOTS)
        for _ in range(self.chunk.steps):
            trees, work = self._solve([(slot.pieces, slot.ring, slot.mover, slot.other) for slot in slots], True)
            after: list[Slot | None] = []
            for slot, tree, n in zip(slots, trees, work, strict=True):
                rows.append((slot, n.value[:, 0, : self.count].copy()))
                after.append(self._advance(slot, tree, n))
            fresh = iter(self._fresh(sum(slot is None for slot in after)))
            slots = [slot if slot is not None else next(fresh) for slot in after]
        return self._pack(rows)

    def _pack(self, rows: list[tuple[Slot, Singles]]) -> Targets:
        size, count = len(rows), self.count
        packed = Targets(
            np.empty((size, 4), np.int8),
            np.zeros((size, PIECES), np.int8),
            np.zeros((size, 2, PIECES), np.float32),
            np.zeros((size, 2, PIECES), np.float32),
        )
        for row, (slot, values) in enumerate(rows):
            packed.board[row] = self.width, self.height, count, slot.ring
            packed.pieces[row, :count] = slot.pieces
            packed.ranges[row, 0, :count] = slot.mover
            packed.ranges[row, 1, :count] = slot.other
            packed.values[row, :, :count] = values
        return packed

    # -- solving -----------------------------------------------------------------------------------------------------

    def _solve(
        self, situations: list[tuple[Squares, int, Singles | None, Singles | None]], is_root_quiet: bool
    ) -> tuple[list[Tree], list[Numbers]]:
        """One move ahead; the trunk looks at the leaves of all situations at once. Ranges of None are chosen."""
        trees = []
        for pieces, ring, _, _ in situations:
            tree = build(self.geo, pieces, ring, 1, LARGEST)
            assert tree is not None, "a move ahead is never many"
            trees.append(tree)
        tokens = blank(sum(tree.leaves for tree in trees), self.count)
        at = 0
        for (_, ring, _, _), tree in zip(situations, trees, strict=True):
            describe_leaves(self.geo, tree, ring, 0, tokens, at)
            at += tree.leaves
        look = self.net.look(tokens)
        solved, at = [], 0
        for (_, _, mover, other), tree in zip(situations, trees, strict=True):
            part = Look(look.parts[at : at + tree.leaves], look.pairs[at : at + tree.leaves])
            at += tree.leaves
            start = np.zeros((2, LANES), np.float32)
            for seat, belief in enumerate((mover, other)):
                if belief is not None:
                    start[seat, : self.count] = belief
            n = numbers(tree)
            is_chosen = mover is None, other is None
            improve(tree, part, self.net.head, n, is_chosen, start, is_root_quiet, 0, self.chunk.iterations)
            settle(tree, part, self.net.head, n, is_root_quiet)
            solved.append(n)
        return trees, solved

    def _advance(self, slot: Slot, tree: Tree, n: Numbers) -> Slot | None:
        """The next situation of the round, or None where it ends."""
        rng, count = self.rng, self.count
        if self.chunk.horizon < SQUARES or rng.random() < RANDOM_RESTART:
            return None
        mix = n.mix[: tree.children[0], :count]
        if rng.random() < RANDOM_MOVE:
            move = int(rng.integers(len(mix)))
        else:
            odds = np.cumsum(mix @ slot.mover)
            move = int(np.searchsorted(odds, rng.random() * odds[-1]))
        node = int(tree.first[0]) + min(move, len(mix) - 1)
        if tree.leaf[node] < 0:
            return None
        goes_on = n.mix[tree.row[node], :count]
        if rng.random() > slot.other @ goes_on and rng.random() > RANDOM_MOVE:
            return None
        mover = self._unsettle(_posterior(slot.other, goes_on))
        other = self._unsettle(_posterior(slot.mover, mix[move]))
        return Slot(tree.pieces[node].copy(), slot.ring, mover, other)

    def _unsettle(self, belief: Singles) -> Singles:
        rng = self.rng
        if rng.random() > UNSETTLED:
            return belief
        if rng.random() < 0.5:
            share = rng.random() * 0.5
            mixed: Singles = ((1 - share) * belief + share * self._belief()).astype(np.float32)
            return mixed
        bent: Singles = (belief * np.exp(rng.standard_normal(self.count))).astype(np.float32)
        bent /= bent.sum()
        return bent

    def _belief(self) -> Singles:
        sharpness = self.rng.choice([0.2, 0.5, 1.0, 3.0])
        drawn = self.rng.gamma(sharpness, size=self.count) + 1e-6
        belief: Singles = (drawn / drawn.sum()).astype(np.float32)
        return belief

    # -- where rounds begin ------------------------------------------------------------------------------------------

    def _fresh(self, wanted: int) -> list[Slot]:
        if not wanted:
            return []
        rng = self.rng
        slots: list[Slot] = []
        solved: list[Slot] = []
        while len(slots) < wanted:
            pieces, ring = self._start()
            is_solved = self.chunk.horizon >= SQUARES and rng.random() < 0.5
            if not is_solved:
                pieces = self._later(pieces, ring)
            if not self._has_quiet(pieces, ring):
                continue
            slot = Slot(pieces, ring, self._belief(), self._belief())
            slots.append(slot)
            if is_solved:
                solved.append(slot)
        if solved:
            trees, work = self._solve([(slot.pieces, slot.ring, None, None) for slot in solved], False)
            for slot, _, n in zip(solved, trees, work, strict=True):
                slot.mover = self._unsettle(n.prior[0, : self.count].copy())
                slot.other = self._unsettle(n.prior[1, : self.count].copy())
        return slots

    def _start(self) -> tuple[Squares, int]:
        """A round's start: pieces at random, or where an earlier round left them."""
        rng = self.rng
        pieces = rng.permutation(self.board.squares)[: self.count].astype(np.int8)
        for _ in range(int(rng.integers(0, 3))):
            ring = self._ring(pieces)
            for _ in range(int(rng.integers(0, 10))):
                if not self._move(pieces, ring):
                    break
        return pieces, self._ring(pieces)

    def _ring(self, pieces: Squares) -> int:
        where = tuple(int(square) for square in pieces)
        return int(self.rng.choice(squares_of(self.board.apart(where) or self.board.vacant(where))))

    def _later(self, pieces: Squares, ring: int) -> Squares:
        """A later moment of a round of random moves, at most `horizon` before the end."""
        track = [pieces.copy()]
        while self._move(pieces, ring):
            track.append(pieces.copy())
        least = max(0, len(track) - 1 - self.chunk.horizon)
        return track[int(self.rng.integers(least, len(track)))]

    def _quiet(self, pieces: Squares, ring: int) -> list[tuple[int, int]]:
        targets(self.geo, pieces, ring, self._masks)
        return [
            (piece, square)
            for piece in range(self.count)
            for square in squares_of(int(self._masks[piece]) & ~(1 << ring))
        ]

    def _has_quiet(self, pieces: Squares, ring: int) -> bool:
        return bool(self._quiet(pieces, ring))

    def _move(self, pieces: Squares, ring: int) -> bool:
        moves = self._quiet(pieces, ring)
        if moves:
            piece, square = moves[int(self.rng.integers(len(moves)))]
            pieces[piece] = square
        return bool(moves)


def _posterior(belief: Singles, likely: Singles) -> Singles:
    after: Singles = belief * (likely + np.float32(1e-3))
    after /= after.sum()
    return after


def make_targets(net: Net, chunk: Chunk) -> Targets:
    return SelfPlay(net, chunk).targets()
