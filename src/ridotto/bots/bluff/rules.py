"""Where pieces can go, compiled: the rules of `games/xequeo/board.py` for code that asks millions of times.

Tests prove it equal to the plain rules by perft and in lock-step. Secrets are no part of it: whether the owner of a
piece may enter the ring is told by the ring's bit in that piece's targets.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from hashlib import blake2s
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar, cast

import numpy as np
from numba import njit
from numpy.typing import NDArray

from ridotto.games import xequeo
from ridotto.games.xequeo import XeQueo
from ridotto.games.xequeo.board import DIRECTIONS, LETTERS, SIDE, Board, board

F = TypeVar("F", bound=Callable[..., Any])
Squares = NDArray[np.int8]
Masks = NDArray[np.int64]

PIECES: Final = len(LETTERS)
SQUARES: Final = SIDE * SIDE


def digest_sources(*folders: Path) -> str:
    """Tells versions of the code in these folders apart."""
    digest = blake2s(digest_size=8)
    for path in sorted(path for folder in folders for path in folder.rglob("*.py")):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()


_SOURCES: Final = digest_sources(Path(__file__).parent, Path(xequeo.__file__).parent)


def compiled(function: F) -> F:
    """Compiled on first use and kept on disk, for as long as nothing changes that it may call.

    numba forgets what it has compiled when the file of that function changes, but not when a function or a constant
    that was compiled into it does, in another file. So the name that it is kept by tells all sources.

    No `fastmath`: with it, sums depend on what was inlined where, and that on whether code was compiled just now or
    loaded. The same view would give two mixes.
    """
    function.__qualname__ += f"-{_SOURCES}"
    return cast(F, njit(cache=True, error_model="numpy", nogil=True)(function))


class Geometry(NamedTuple):
    """One board as tables; a tuple, so that compiled code can take it."""

    near: Masks
    """By square: its neighbours."""
    over: Squares
    """By square and direction: the square jumped over, -1 where the landing would be off the board."""
    land: Squares
    closer: Masks
    """By ring and square: where a piece may end its move (XQ-11)."""
    all: int
    width: int
    height: int
    is_ring_passable: bool


def geometry(game: XeQueo) -> Geometry:
    return board_geometry(game.board)


def geometry_of(width: int, height: int) -> Geometry:
    """A board under the house's rulings."""
    return board_geometry(board(width, height))


@cache
def board_geometry(board: Board) -> Geometry:
    over = np.full((SQUARES, len(DIRECTIONS)), -1, np.int8)
    land = np.full((SQUARES, len(DIRECTIONS)), -1, np.int8)
    for square in board.squares:
        file, rank = square % SIDE, square // SIDE
        for direction, (dx, dy) in enumerate(DIRECTIONS):
            if 0 <= file + 2 * dx < board.width and 0 <= rank + 2 * dy < board.height:
                over[square, direction] = square + dx + SIDE * dy
                land[square, direction] = square + 2 * (dx + SIDE * dy)
    closer = np.zeros((SQUARES, SQUARES), np.int64)
    for ring in board.squares:
        closer[ring] = board.closer(ring)
    near = np.array(board.neighbours, np.int64)
    return Geometry(near, over, land, closer, board.all, board.width, board.height, board.is_ring_passable)


@compiled
def targets(geo: Geometry, pieces: Squares, ring: int, into: Masks) -> None:
    """By piece, the squares one move can end on, the ring among them where the piece can enter."""
    occupied = 0
    for piece in range(len(pieces)):
        occupied |= 1 << pieces[piece]
    vacant = geo.all & ~occupied
    stack = np.empty(SQUARES, np.int8)
    for piece in range(len(pieces)):
        origin = pieces[piece]
        reached = 0
        stack[0] = origin
        size = 1
        while size:
            size -= 1
            square = stack[size]
            if square == ring and not geo.is_ring_passable:
                continue
            for direction in range(8):
                over = geo.over[square, direction]
                if over >= 0 and occupied >> over & 1:
                    bit = 1 << geo.land[square, direction]
                    if vacant & bit and not reached & bit:
                        reached |= bit
                        stack[size] = geo.land[square, direction]
                        size += 1
        into[piece] = (geo.near[origin] & vacant | reached) & geo.closer[ring, origin]


@compiled
def entrants(targets: Masks, ring: int) -> int:
    """The pieces that can enter, as bits."""
    bits = 0
    for piece in range(len(targets)):
        bits |= (targets[piece] >> ring & 1) << piece
    return bits
