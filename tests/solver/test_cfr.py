"""The solver by itself, on games with known answers."""

from __future__ import annotations

import math
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from ridotto.bots.solver import METHODS, PublicGame, Settings, Solver, Tree, build_tree
from ridotto.bots.solver.cfr import _kernels
from ridotto.bots.solver.tree import Branch, TreeTooLarge, show_bytes, show_count
from ridotto.bots.solver.xequeo import round_at
from ridotto.core import OptionError, Seat
from ridotto.games.xequeo import Options, parse_position
from tests.solver.classics import Kuhn, LiarsDice

SMALL = "RO1/3/*1Y 0"


class Pennies:
    """Matching pennies by secret choice alone: each seat chooses a side, then seat 0 must show."""

    types = (2, 2)
    deal = None
    root = "show"

    def __init__(self, heads: float) -> None:
        self.heads = heads

    def actor(self, place: str) -> Seat:
        return 0

    def branches(self, place: str) -> list[Branch]:
        return [Branch("show", None, ((self.heads, -1.0), (-1.0, 1.0)))]


def solved(game: PublicGame[Any], **settings: object) -> Solver:
    solver = Solver(build_tree(game), Settings(**settings))  # type: ignore[arg-type]
    for _ in solver.run():
        pass
    return solver


@pytest.mark.parametrize("method", METHODS)
def test_kuhn_poker_is_worth_minus_one_eighteenth(method: str) -> None:
    solver = solved(Kuhn(), discount=METHODS[method], epsilon=2e-3, iterations=3000)
    assert solver.exploitability() <= 2e-3
    assert solver.value() == pytest.approx(-1 / 18, abs=2e-3)


def test_kuhn_poker_to_many_digits_and_its_known_equilibrium() -> None:
    solver = solved(Kuhn(), epsilon=3e-4, iterations=1500, check=100)
    assert solver.value() == pytest.approx(-1 / 18, abs=1e-5)
    assert solver.value(1) == pytest.approx(1 / 18, abs=1e-5)
    opening = solver.policy(0, 0)
    bluff, middle, strong = opening[1]
    assert middle == pytest.approx(0, abs=0.01)
    assert strong == pytest.approx(3 * bluff, abs=0.02), "bets with a king three times as often as with a jack"
    bet = int(solver.tree.child[solver.tree.branch_moves(0).index("b")])
    assert solver.policy(bet, 0)[1] == pytest.approx([0, 1 / 3, 1], abs=0.01), "how often a bet is called"


def test_liars_dice_within_two_hundred_iterations() -> None:
    solver = solved(LiarsDice(), epsilon=1e-3, iterations=200, check=1)
    assert solver.exploitability() <= 1e-3
    assert solver.iteration < 200
    assert solver.tree.nodes == 2**12, "every set of bids in rising order is a history"


def test_a_secret_choice_is_a_decision() -> None:
    solver = solved(Pennies(heads=3.0), epsilon=1e-3, iterations=4000, check=100)
    assert solver.choice(0) == pytest.approx([1 / 3, 2 / 3], abs=0.01)
    assert solver.choice(1) == pytest.approx([1 / 3, 2 / 3], abs=0.01)
    assert solver.value() == pytest.approx(1 / 3, abs=1e-2)


def test_exploitability_of_a_known_policy() -> None:
    """Before the first step everybody plays at random; the best answers to that are known for Kuhn poker."""
    solver = Solver(build_tree(Kuhn()))
    assert solver.best_response(0) == pytest.approx(1 / 2)
    assert solver.best_response(1) == pytest.approx(5 / 12)
    assert solver.exploitability() == pytest.approx(11 / 24)


@pytest.mark.parametrize(
    "game",
    [
        Kuhn(),
        LiarsDice(4),
        round_at(parse_position(SMALL)),
        round_at(parse_position(SMALL), Options(stray_entry="opponent_collects")),
    ],
    ids=["kuhn", "dice", "xequeo", "stray"],
)
@pytest.mark.parametrize("method", ["dcfr", "cfr+", "linear"])
def test_kernels_and_numpy_give_the_same_numbers(game: PublicGame[Any], method: str) -> None:
    tree = build_tree(game)
    compiled, plain = (Solver(tree, Settings(METHODS[method], backend=backend)) for backend in ("numba", "numpy"))
    for _ in range(15):
        compiled.step()
        plain.step()
    assert np.abs(compiled.regret).max() > 0
    for a, b in ((compiled.regret, plain.regret), (compiled.average, plain.average)):
        np.testing.assert_allclose(a, b, rtol=0, atol=1e-9)
    assert compiled.exploitability() == pytest.approx(plain.exploitability(), abs=1e-9)
    assert compiled.value() == pytest.approx(plain.value(), abs=1e-9)


def test_large_places_are_worked_on_in_batches() -> None:
    tree = build_tree(LiarsDice())
    assert tree.count.max() > 500
    compiled, plain = (Solver(tree, Settings(backend=backend)) for backend in ("numba", "numpy"))
    for _ in range(3):
        compiled.step()
        plain.step()
    np.testing.assert_allclose(compiled.regret, plain.regret, rtol=0, atol=1e-9)


def test_a_backend_can_take_over_from_the_other() -> None:
    tree = build_tree(LiarsDice(3))
    mixed, plain = Solver(tree, Settings(backend="auto")), Solver(tree, Settings(backend="numpy"))
    for _ in range(30):
        mixed.step()
        plain.step()
    np.testing.assert_allclose(mixed.average, plain.average, rtol=0, atol=1e-9)


def test_kernels_load_from_the_disk_in_no_time() -> None:
    _kernels()  # compiled by now, at the latest
    script = """if True:
        import time
        from numba.core.registry import cpu_target
        import ridotto.bots.solver.cfr
        cpu_target.target_context.refresh()  # numba's own start is not ours
        start = time.process_time()
        import ridotto.bots.solver.kernels
        print(time.process_time() - start)
    """
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert float(done.stdout) < 1


def test_exploitability_falls() -> None:
    gaps = [progress.exploitability for progress in Solver(build_tree(LiarsDice(3)), Settings(iterations=80)).run()]
    assert len(gaps) == 4
    assert gaps == sorted(gaps, reverse=True)


def test_stop_ends_after_the_iteration() -> None:
    solver = Solver(build_tree(Kuhn()))
    (progress,) = solver.run(lambda: solver.iteration == 7)
    assert progress.iteration == 7


@pytest.mark.parametrize(
    "wrong", [{"epsilon": 0.0}, {"epsilon": -1.0}, {"epsilon": math.nan}, {"iterations": 0}, {"check": 0}]
)
def test_wrong_settings_are_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(OptionError):
        Settings(**wrong)  # type: ignore[arg-type]


def test_a_tree_tells_its_size_before_it_is_made() -> None:
    tree = build_tree(LiarsDice())
    arrays = Solver(tree)
    used = sum(array.nbytes for array in (arrays.regret, arrays.average, arrays._value, *arrays._reach))
    assert tree.size.bytes == used
    assert build_tree(LiarsDice(), used).nodes == tree.nodes
    with pytest.raises(TreeTooLarge) as caught:
        build_tree(LiarsDice(), used - 1)
    assert caught.value.params == {"nodes": "4,096", "size": show_bytes(used), "limit": show_bytes(used - 1)}


def unfolded(tree: Tree, d: int = 0, node: int = 0) -> list[tuple[int, int]]:
    rows = range(tree.rows[d], tree.rows[d + 1])
    below = [(int(tree.child[row]), int(tree.block[row]) + node) for row in rows if tree.child[row] >= 0]
    return [(d, node), *(found for at in below for found in unfolded(tree, *at))]


@pytest.mark.parametrize("game", [Kuhn(), LiarsDice(3), round_at(parse_position(SMALL))])
def test_every_history_has_its_own_node(game: PublicGame[Any]) -> None:
    tree = build_tree(game)
    nodes = unfolded(tree)
    assert len(nodes) == len(set(nodes)) == tree.nodes
    assert all(0 <= node < tree.count[d] for d, node in nodes)


def test_counts_and_bytes_read_well() -> None:
    assert [show_count(n) for n in (12, 1_234_567, 10**21)] == ["12", "1,234,567", "10^21"]
    assert [show_bytes(n) for n in (12, 1500, 2e9, 3e25)] == ["12 B", "1.5 kB", "2 GB", "10^25 B"]
