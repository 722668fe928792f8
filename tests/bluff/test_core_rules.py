"""The compiled rules are the plain ones."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ridotto.bots.bluff.rules import SQUARES, Geometry, Squares, board_geometry, compiled, entrants, geometry, targets
from ridotto.games.xequeo import Position, XeQueo, parse_position
from ridotto.games.xequeo.board import ANYBODY, NOBODY, Distance, board, squares_of
from tests.xequeo.test_perft import ROWS, positions


@compiled
def perft(geo: Geometry, pieces: Squares, ring: int, depth: int) -> int:
    """Sequences of `depth` moves that do not enter the ring, each piece free to move."""
    masks = np.empty(len(pieces), np.int64)
    targets(geo, pieces, ring, masks)
    total = 0
    for piece in range(len(pieces)):
        origin = pieces[piece]
        for square in range(SQUARES):
            if masks[piece] >> square & 1 and square != ring:
                if depth == 1:
                    total += 1
                else:
                    pieces[piece] = square
                    total += perft(geo, pieces, ring, depth - 1)
                    pieces[piece] = origin
    return total


@pytest.mark.parametrize(("text", "counts"), ROWS)
def test_perft(text: str, counts: str) -> None:
    position = parse_position(text)
    geo = board_geometry(board(position.width, position.height))
    for depth, count in enumerate(counts.split(), 1):
        assert perft(geo, np.array(position.pieces, np.int8), position.ring, depth) == int(count)


@given(
    position=positions(),
    distance=st.sampled_from(["euclidean", "king"]),
    is_ring_passable=st.booleans(),
    data=st.data(),
)
@settings(max_examples=200, deadline=None)
def test_lock_step(position: Position, distance: Distance, is_ring_passable: bool, data: st.DataObject) -> None:
    """Round by round: the same targets and the same entrants after every move, under every ruling."""
    plain = board(position.width, position.height, distance, is_ring_passable=is_ring_passable)
    geo = board_geometry(plain)
    pieces, ring = list(position.pieces), position.ring
    masks = np.empty(len(pieces), np.int64)
    for _ in range(8):
        targets(geo, np.array(pieces, np.int8), ring, masks)
        wanted = plain.reach(tuple(pieces), ring, ANYBODY)
        assert masks.tolist() == wanted
        assert entrants(masks, ring) == sum((mask >> ring & 1) << piece for piece, mask in enumerate(wanted))
        quiet = plain.reach(tuple(pieces), ring, NOBODY)
        moves = [(piece, square) for piece, mask in enumerate(quiet) for square in squares_of(mask)]
        if not moves:
            break
        piece, square = data.draw(st.sampled_from(moves))
        pieces[piece] = square


def test_a_games_rulings_reach_the_tables() -> None:
    assert geometry(XeQueo(through_ring="no")).is_ring_passable is False
    assert geometry(XeQueo(width=4, height=5)).width == 4
    king, euclidean = geometry(XeQueo(distance="king")), geometry(XeQueo())
    assert (king.closer != euclidean.closer).any()
