"""A position as the network sees it: a token for each piece, the ring always in the same corner of the board.

The eight symmetries of the board are divided out: coordinates are relative to the ring, turned and mirrored so that the
nearest edges lie to the left and below.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ridotto.bots.bluff.rules import SQUARES, Geometry, Squares, compiled, entrants, targets

Ints = NDArray[np.int16]
Longs = NDArray[np.int64]
Singles = NDArray[np.float32]

SPAN: Final = 13
"""Offsets from -6 to 6."""
EDGES: Final = 4
DENSE: Final = 16


class Tokens(NamedTuple):
    """Positions with the same number of pieces, ready for the network."""

    place: Ints
    """By position and piece: the offset from the ring, as one number."""
    pair: Ints
    """By position and two pieces: the offset of one from the other."""
    edge: Ints
    """By position: how far the ring is from each edge."""
    dense: Singles
    """By position and piece: numbers about what it can do."""


def blank(count: int, pieces: int) -> Tokens:
    return Tokens(
        np.empty((count, pieces), np.int16),
        np.empty((count, pieces, pieces), np.int16),
        np.empty((count, EDGES), np.int16),
        np.empty((count, pieces, DENSE), np.float32),
    )


@compiled
def describe(geo: Geometry, pieces: Squares, ring: int, turn: int, tokens: Tokens, at: int) -> None:
    """Writes a position's tokens. Bits of `turn` choose among frames that are equally good."""
    count = len(pieces)
    file, rank = ring % 7, ring // 7
    left, right, down, up = file, geo.width - 1 - file, rank, geo.height - 1 - rank
    flip_x = left > right or (left == right and turn & 1 != 0)
    flip_y = down > up or (down == up and turn & 2 != 0)
    if flip_x:
        left, right = right, left
    if flip_y:
        down, up = up, down
    swap = (left, right) > (down, up) or ((left, right) == (down, up) and turn & 4 != 0)
    if swap:
        left, right, down, up = down, up, left, right
    tokens.edge[at, 0] = left
    tokens.edge[at, 1] = right
    tokens.edge[at, 2] = down
    tokens.edge[at, 3] = up

    xs = np.empty(count, np.int64)
    ys = np.empty(count, np.int64)
    for k in range(count):
        x, y = pieces[k] % 7 - file, pieces[k] // 7 - rank
        if flip_x:
            x = -x
        if flip_y:
            y = -y
        if swap:
            x, y = y, x
        xs[k], ys[k] = x, y
        tokens.place[at, k] = (x + 6) * SPAN + y + 6
    for k in range(count):
        for other in range(count):
            tokens.pair[at, k, other] = (xs[k] - xs[other] + 6) * SPAN + ys[k] - ys[other] + 6

    masks = np.empty(count, np.int64)
    after = np.empty(count, np.int64)
    targets(geo, pieces, ring, masks)
    now = entrants(masks, ring)
    dense = tokens.dense[at]
    dense[:] = 0.0
    moves = far = can = 0
    for k in range(count):
        origin = pieces[k]
        can += now >> k & 1
        far += max(abs(xs[k]), abs(ys[k]))
        for square in range(SQUARES):
            if masks[k] >> square & 1 and square != ring:
                moves += 1
                pieces[k] = square
                targets(geo, pieces, ring, after)
                then = entrants(after, ring)
                pieces[k] = origin
                dense[k, 1] += 0.125
                for other in range(count):
                    opened = then >> other & 1
                    if opened and other == k:
                        dense[k, 2] += 0.25
                    elif opened and not now >> other & 1:
                        dense[other, 3] += 0.25
                    elif not opened and now >> other & 1:
                        dense[other, 4] += 0.25
    for k in range(count):
        x, y = abs(xs[k]), abs(ys[k])
        dense[k, 0] = now >> k & 1
        dense[k, 5] = dense[k, 2] > 0.0
        dense[k, 6] = dense[k, 3] > 0.0
        dense[k, 7] = max(x, y) / 3.0
        dense[k, 8] = min(x, y) / 3.0
        dense[k, 9] = (x * x + y * y) / 18.0
        rank_of = 0
        for other in range(count):
            if xs[other] ** 2 + ys[other] ** 2 < x * x + y * y:
                rank_of += 1
        dense[k, 10] = rank_of / 3.0
        dense[k, 11] = moves / 16.0
        dense[k, 12] = can / 2.0
        dense[k, 13] = far / 16.0
        dense[k, 14] = count / 7.0
        dense[k, 15] = moves == 0


@compiled
def describe_all(geo: Geometry, pieces: Squares, rings: Squares, turns: Longs, rows: Longs, tokens: Tokens) -> None:
    """The tokens of some rows of a batch, all on one board."""
    for at in rows:
        describe(geo, pieces[at].copy(), rings[at], turns[at], tokens, at)
