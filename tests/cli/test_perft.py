"""``ridotto perft``."""

from __future__ import annotations

from tests.cli.running import POSITION, ridotto


def test_perft_prints_one_integer() -> None:
    for depth, count in enumerate((1, 21, 437, 9061)):
        done = ridotto("perft", "xequeo", POSITION, str(depth))
        assert (done.stdout, done.returncode) == (f"{count}\n", 0)
    assert ridotto("perft", "xequeo", POSITION, "2", "-o", "distance=king").stdout == "437\n"
