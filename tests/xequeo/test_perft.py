from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ridotto.core import PositionError
from ridotto.games.xequeo import Position, parse_position, perft
from ridotto.games.xequeo.board import NOWHERE, SIDE, board
from tests.xequeo import naive

ROWS = [line.split(" | ") for line in Path(__file__).with_name("perft.txt").read_text().splitlines() if line[0] != "#"]


@st.composite
def positions(draw: st.DrawFn, *, least: int = 2) -> Position:
    width, height = draw(st.integers(least, SIDE)), draw(st.integers(least, SIDE))
    squares = [file + SIDE * rank for rank in range(height) for file in range(width)]
    count = draw(st.integers(1, min(8, len(squares))))
    ring, *pieces = draw(st.permutations(squares))[:count]
    return Position(width, height, tuple(pieces), ring, draw(st.integers(0, 1)))


@pytest.mark.parametrize(("text", "counts"), ROWS)
def test_perft(text: str, counts: str) -> None:
    position = parse_position(text)
    for depth, count in enumerate(counts.split(), 1):
        assert perft(board(position.width, position.height), position, depth) == int(count)


@given(position=positions(), depth=st.integers(0, 2))
@settings(max_examples=150)
def test_perft_agrees_with_the_plain_rules(position: Position, depth: int) -> None:
    points = {(x, y) for x in range(position.width) for y in range(position.height)}
    pieces = [(square % SIDE, square // SIDE) for square in position.pieces]
    ring = (position.ring % SIDE, position.ring // SIDE)
    wanted = naive.count(pieces, points, ring, depth)
    assert perft(board(position.width, position.height), position, depth) == wanted


def test_perft_needs_a_ring_and_a_depth() -> None:
    with pytest.raises(PositionError) as caught:
        perft(board(7, 7), Position(7, 7, (0,), NOWHERE, 0), 1)
    assert caught.value.code == "position_no_ring"
    with pytest.raises(PositionError) as caught:
        perft(board(7, 7), Position(7, 7, (0,), 8, 0), -1)
    assert caught.value.code == "depth_negative"
