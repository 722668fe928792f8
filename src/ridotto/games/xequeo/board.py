"""The board of points: where a piece gets in one move (XQ-9, XQ-10) and what is closer to the ring (XQ-11).

Squares are numbered ``file + 7 * rank`` on every board, so a square has one name and one bit whatever the board's size.
Sets of squares are bit masks.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from math import sqrt
from typing import Final, Generic, Literal, TypeAlias, TypeVar

from ridotto.core import NotationError

Square: TypeAlias = int
Mask: TypeAlias = int
Piece: TypeAlias = int
Distance: TypeAlias = Literal["euclidean", "king"]

SIDE: Final = 7
"""The largest board, and the step from one rank to the next."""
LETTERS: Final = "ROYGBVW"
FILES: Final = "abcdefg"
NOWHERE: Final = -1
NOBODY: Final = 0
ANYBODY: Final = -1

BIT: Final = tuple(1 << square for square in range(SIDE * SIDE))
DIRECTIONS: Final = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))


SQUARES: Final = tuple(f"{FILES[square % SIDE]}{square // SIDE + 1}" for square in range(SIDE * SIDE))


def show_square(square: Square) -> str:
    return SQUARES[square]


def parse_square(text: str) -> Square:
    if len(text) == 2 and text[0] in FILES and text[1] in "1234567":
        return FILES.index(text[0]) + SIDE * (int(text[1]) - 1)
    raise NotationError("bad_square", text=text)


T = TypeVar("T")


class BySquare(Generic[T]):
    """One thing per square, ready to be picked by masks in the order of the squares: a1, b1, ... g7."""

    def __init__(self, things: Iterable[T]) -> None:
        every = tuple(things)
        ranks = [every[SIDE * rank : SIDE * (rank + 1)] for rank in range(SIDE)]
        self._rows = [
            [tuple([thing for file, thing in enumerate(rank) if row >> file & 1]) for row in range(1 << SIDE)]
            for rank in ranks
        ]

    def pick(self, mask: Mask) -> tuple[T, ...]:
        picked: tuple[T, ...] = ()
        for row in self._rows:
            if not mask:
                break
            picked += row[mask & 127]
            mask >>= SIDE
        return picked


squares_of: Final = BySquare(range(SIDE * SIDE)).pick


def mask_of(squares: tuple[Square, ...]) -> Mask:
    mask = 0
    for square in squares:
        mask |= BIT[square]
    return mask


def distance_key(distance: Distance, a: Square, b: Square) -> int:
    """Smaller is closer; equal keys are equally far (XQ-11, XQ-R1)."""
    dx, dy = abs(a % SIDE - b % SIDE), abs(a // SIDE - b // SIDE)
    if distance == "king":
        return max(dx, dy) * SIDE + min(dx, dy)
    return dx * dx + dy * dy


def ruler(distance: Distance, a: Square, b: Square) -> float:
    """How far apart two squares are, in a number for people: it orders squares as `distance_key` does."""
    key = distance_key(distance, a, b)
    return key // SIDE + key % SIDE / 10 if distance == "king" else round(sqrt(key), 1)


class Board:
    """The geometry of one board size under one reading of the rules. Get one from `board`."""

    def __init__(self, width: int, height: int, distance: Distance, *, is_ring_passable: bool) -> None:
        self.width = width
        self.height = height
        self.distance = distance
        self.is_ring_passable = is_ring_passable
        self.squares = tuple(file + SIDE * rank for rank in range(height) for file in range(width))
        self.all = mask_of(self.squares)
        self.neighbours: list[Mask] = [0] * len(BIT)
        self._jumpable: list[Mask] = [0] * len(BIT)
        """By square: the neighbours with a square behind them."""
        self._hops: list[dict[Mask, Mask]] = [{0: 0} for _ in BIT]
        """By square: every set of jumpable neighbours, and where jumping over them lands (XQ-10)."""
        for square in self.squares:
            file, rank = square % SIDE, square // SIDE
            for dx, dy in DIRECTIONS:
                if 0 <= file + dx < width and 0 <= rank + dy < height:
                    over = BIT[square + dx + SIDE * dy]
                    self.neighbours[square] |= over
                    if 0 <= file + 2 * dx < width and 0 <= rank + 2 * dy < height:
                        landing = BIT[square + 2 * (dx + SIDE * dy)]
                        hops = self._hops[square]
                        hops |= {near | over: landings | landing for near, landings in hops.items()}
                        self._jumpable[square] |= over
        self._allowed: dict[tuple[Square, Mask], tuple[Mask, ...]] = {}

    def closer(self, ring: Square) -> tuple[Mask, ...]:
        """By square: all squares strictly closer to the ring (XQ-11)."""
        known = self._allowed.get((ring, ANYBODY))
        if known is None:
            keys = [distance_key(self.distance, square, ring) for square in range(len(BIT))]
            within: dict[int, Mask] = {}
            mask = 0
            for square in sorted(self.squares, key=keys.__getitem__):
                within.setdefault(keys[square], mask)
                mask |= BIT[square]
            known = self._allowed[ring, ANYBODY] = tuple([within.get(key, 0) for key in keys])
        return known

    def allowed(self, ring: Square, entrants: Mask) -> tuple[Mask, ...]:
        """By square: where a piece from there may end its move, when only those on `entrants` may enter the ring."""
        known = self._allowed.get((ring, entrants))
        if known is None:
            outside = ~BIT[ring]
            known = self._allowed[ring, entrants] = tuple(
                [mask if entrants & bit else mask & outside for mask, bit in zip(self.closer(ring), BIT, strict=True)]
            )
        return known

    def reach(self, pieces: tuple[Square, ...], ring: Square, entrants: Mask) -> list[Mask]:
        """Where each piece can go in one move: a step (XQ-9) or a chain of jumps (XQ-10) that ends closer (XQ-11).

        The way may lead anywhere, also through the ring unless XQ-R3 says no. The moving piece need not be lifted off
        the board first: jumps keep the parity of file and rank, so no chain ever comes beside its own origin. This loop
        is where a playout spends its time, so it is written out.
        """
        allowed = self.allowed(ring, entrants)
        neighbours, jumpable, hops = self.neighbours, self._jumpable, self._hops
        occupied = once = twice = 0
        for origin in pieces:
            near = neighbours[origin]
            twice |= once & near
            once |= near
            occupied |= BIT[origin]
        vacant = self.all ^ occupied
        # A chain goes on only from squares beside a second piece: over the first one it came.
        crossings = twice if self.is_ring_passable else twice & ~BIT[ring]
        targets = []
        for origin in pieces:
            reached = hops[origin][jumpable[origin] & occupied] & vacant
            todo = reached & crossings
            if todo:
                free = vacant ^ reached
                while todo:
                    square = todo.bit_length() - 1
                    landings = hops[square][jumpable[square] & occupied] & free
                    free ^= landings
                    todo ^= BIT[square] ^ landings & crossings
                reached = vacant ^ free
            targets.append((neighbours[origin] & vacant | reached) & allowed[origin])
        return targets

    def path(self, origin: Square, target: Square, occupied: Mask, ring: Square) -> tuple[Square, ...]:
        """The spaces touched on a shortest way from origin to target, both included: for drawing and for telling."""
        if self.neighbours[origin] & BIT[target]:
            return (origin, target)
        found = self.ways(origin, occupied, ring).get(target)
        if found is None:
            raise ValueError(f"no way from {show_square(origin)} to {show_square(target)}")
        return found

    def ways(self, origin: Square, occupied: Mask, ring: Square) -> dict[Square, tuple[Square, ...]]:
        """By target: a shortest way of jumps, both ends included."""
        ways: dict[Square, tuple[Square, ...]] = {origin: (origin,)}
        found = BIT[origin] | occupied
        for square in (todo := [origin]):
            if square == ring and not self.is_ring_passable:
                continue
            landings = self._hops[square][self._jumpable[square] & occupied] & ~found
            if landings:
                found |= landings
                way = ways[square]
                for after in squares_of(landings):
                    ways[after] = (*way, after)
                    todo.append(after)
        return ways

    def vacant(self, pieces: tuple[Square, ...]) -> Mask:
        return self.all & ~mask_of(pieces)

    def apart(self, pieces: tuple[Square, ...]) -> Mask:
        """The vacant squares that are not next to any piece (XQ-3)."""
        blocked = 0
        for square in pieces:
            blocked |= BIT[square] | self.neighbours[square]
        return self.all & ~blocked


@cache
def board(width: int, height: int, distance: Distance = "euclidean", *, is_ring_passable: bool = True) -> Board:
    return Board(width, height, distance, is_ring_passable=is_ring_passable)
