"""What the network is trained on."""

from __future__ import annotations

import numpy as np
import pytest

from ridotto.bots.bluff.net import Net, fresh
from ridotto.bots.bluff.rules import SQUARES, geometry_of, targets
from ridotto.bots.bluff.training.selfplay import Chunk, make_targets

NET = Net(fresh(1))


@pytest.mark.parametrize("chunk", [Chunk(1, 16, 2, 2), Chunk(2, 16, SQUARES, 3), Chunk(5, 16, SQUARES, 3)])
def test_targets_are_situations_with_a_move_and_sum_to_zero(chunk: Chunk) -> None:
    made = make_targets(NET, chunk)
    np.testing.assert_allclose(made.ranges.sum(axis=2), 1, atol=1e-4)
    np.testing.assert_allclose((made.ranges * made.values).sum(axis=(1, 2)), 0, atol=1e-3)
    assert abs(made.values).max() <= 1.05
    for (width, height, count, ring), pieces in zip(made.board.tolist(), made.pieces, strict=True):
        masks = np.empty(count, np.int64)
        targets(geometry_of(width, height), pieces[:count].copy(), ring, masks)
        assert any(mask & ~(1 << ring) for mask in masks.tolist())
        assert len({ring, *pieces[:count].tolist()}) == count + 1


def test_the_same_seed_makes_the_same_targets() -> None:
    one, two = (make_targets(NET, Chunk(3, 16, SQUARES, 2)) for _ in range(2))
    for a, b in zip(one, two, strict=True):
        np.testing.assert_array_equal(a, b)
