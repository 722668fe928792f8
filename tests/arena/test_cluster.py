"""On a real Ray, with two workers: the same games, also when one of them is lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from ridotto.arena import ArenaError, Tournament, here
from ridotto.arena.cluster import on_ray
from ridotto.bots import Limit
from tests.arena.bots import mark_of
from tests.arena.test_run import GAMES, played

pytest.importorskip("ray", reason="Ray has no build for this machine")
# Ray's own workings are not ours to mend.
pytestmark = pytest.mark.filterwarnings("ignore")


def test_ray_plays_the_same_games_and_survives_a_lost_worker(tmp_path: Path, once: Limit) -> None:
    tournament = Tournament("xequeo", ("rings=2",), ("random", "greedy", "tests.arena.bots:Dying"), once, seed=3)
    clustered = played(tmp_path / "ray", on_ray("local", 2), tournament)
    assert mark_of(once).exists(), "a worker was killed in the middle of a game"
    assert len(clustered[0]) == 3 * GAMES
    assert clustered == played(tmp_path / "here", here, tournament)


@pytest.mark.parametrize("address", ["127.0.0.1:9", "ray://127.0.0.1:9", "nowhere"])
def test_a_cluster_that_is_not_there(address: str, tmp_path: Path) -> None:
    with pytest.raises(ArenaError) as caught:
        played(tmp_path, on_ray(address, 1))
    assert caught.value.code == "arena_ray_address"
