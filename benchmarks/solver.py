"""The vector solver against OpenSpiel's C++ CFR+ on the same games, in one run.

``make bench`` or ``python -m benchmarks.solver``. OpenSpiel gets the fair baseline: our Python game is wrapped in
`pyspiel.convert_to_cached_tree`, which makes it as fast as a C++ game, and its first iteration, in which the cache is
filled, is not counted. OpenSpiel runs until its average strategy is exploitable by at most the goal, in slices of
iterations; after every slice our solver solves the whole game once, so that a noisy machine is noisy for both. Only CPU
time of iterations counts; looking at the exploitability is free for both. OpenSpiel's last slice, somewhere in which
the goal was reached, is left out in its favour: the ratio is a lower bound.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from statistics import median
from typing import Any, NamedTuple

import numpy as np
import pyspiel
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from ridotto.adapters.openspiel import ACTIONS, NAME
from ridotto.bots.solver import METHODS, PublicGame, Settings, Solver, build_tree
from ridotto.bots.solver.xequeo import round_at
from ridotto.games.xequeo import parse_position
from tests.solver.classics import Kuhn, LiarsDice
from tests.solver.twins import Twins

GOAL = 1e-3
POSITION = "RO2/4/1*1Y 0"
KUHN = -1 / 18
WANTED = 100


class Contest(NamedTuple):
    name: str
    game: PublicGame[Any]
    peer: Any
    move_of: Callable[[int], Any]
    type_of: Callable[[int], int]


def liars_dice() -> Contest:
    return Contest(
        "Liar's Dice 1×6",
        LiarsDice(),
        pyspiel.load_game("liars_dice"),
        lambda action: "liar" if action == 12 else action,
        lambda action: action,
    )


def xequeo(position: str = POSITION) -> Contest:
    return Contest(
        f"Xe Queo! {position}",
        round_at(parse_position(position)),
        pyspiel.convert_to_cached_tree(pyspiel.load_game(NAME, {"position": position})),
        ACTIONS.__getitem__,
        lambda action: ACTIONS[action].piece,  # type: ignore[union-attr]
    )


def iterations_to_goal(solver: Solver) -> int:
    for progress in solver.run():
        if progress.exploitability <= GOAL:
            return progress.iteration
    raise RuntimeError("the goal was not reached")


def timed(work: Callable[[], object], times: int = 1) -> float:
    start = time.process_time()
    for _ in range(times):
        work()
    return time.process_time() - start


def contest(console: Console, table: Table, entry: Contest, slice_: int) -> None:
    tree = build_tree(entry.game)
    settings = Settings(epsilon=GOAL, iterations=20_000, check=1, backend="numba")
    ours = Solver(tree, settings)
    wanted = iterations_to_goal(ours)
    twins = Twins(ours, entry.peer, entry.move_of, entry.type_of)
    theirs = pyspiel.exploitability(entry.peer, twins.table(ours))
    difference = abs(theirs - ours.exploitability())
    console.print(
        f"{entry.name}: {tree.nodes:,} nodes, {tree.size.places} positions; value {ours.value():+.5f}; "
        f"exploitability of the same policy here and in OpenSpiel differs by {difference:.1e}"
    )

    peer = pyspiel.CFRPlusSolver(entry.peer)
    peer.evaluate_and_update_policy()  # fills the cache
    peer = pyspiel.CFRPlusSolver(entry.peer)
    shadow = Solver(tree, settings)
    theirs_seconds: list[float] = []
    our_seconds: list[float] = []
    while True:
        theirs_seconds.append(timed(peer.evaluate_and_update_policy, slice_))
        fresh = Solver(tree, settings)
        our_seconds.append(timed(fresh.step, wanted))
        twins.load(peer.tabular_average_policy().policy_table(), shadow)
        gap = shadow.exploitability()
        console.print(f"  OpenSpiel after {len(theirs_seconds) * slice_} iterations: {gap:.5f}", style="dim")
        if gap <= GOAL:
            break
    total, mine = sum(theirs_seconds[:-1]), median(our_seconds)
    per = [seconds / slice_ * 1000 for seconds in theirs_seconds]
    own = [seconds / wanted * 1000 for seconds in our_seconds]
    table.add_row(
        entry.name,
        f"{wanted} / > {(len(per) - 1) * slice_}",
        f"{median(own):.3f} ({min(own):.3f}–{max(own):.3f})",
        f"{median(per):.0f} ({min(per):.0f}–{max(per):.0f})",
        f"{mine:.3f} s ({min(our_seconds):.3f}–{max(our_seconds):.3f})",
        f"> {total:.1f} s",
        f"> {total / mine:.0f}× {'' if total / mine >= WANTED else '(wanted: 100×)'}",
    )


def kuhn(console: Console) -> None:
    solver = Solver(build_tree(Kuhn()), Settings(epsilon=1e-5, iterations=20_000, check=100, backend="numba"))
    for progress in solver.run():
        last = progress
    console.print(f"Kuhn poker: value {last.value:.8f}, known {KUHN:.8f} (exploitability {last.exploitability:.1e})")


def methods(console: Console) -> None:
    tree = build_tree(LiarsDice())
    for name, discount in METHODS.items():
        solver = Solver(tree, Settings(discount, epsilon=GOAL, iterations=20_000, check=1, backend="numba"))
        console.print(f"  {name}: {iterations_to_goal(solver)} iterations to {GOAL} on Liar's Dice 1×6")


def agreement(console: Console) -> None:
    """The two backends after the same number of steps."""
    for name, game in (("Liar's Dice 1×6", LiarsDice()), (f"Xe Queo! {POSITION}", round_at(parse_position(POSITION)))):
        tree = build_tree(game)
        pair = [Solver(tree, Settings(backend=backend)) for backend in ("numba", "numpy")]
        seconds = [timed(solver.step, 20) / 20 * 1000 for solver in pair]
        apart = max(np.abs(pair[0].regret - pair[1].regret).max(), np.abs(pair[0].average - pair[1].average).max())
        console.print(
            f"  {name}: numba {seconds[0]:.2f} ms, NumPy {seconds[1]:.2f} ms a step, at most {apart:.0e} apart"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description="The vector solver against OpenSpiel's C++ CFR+.")
    parser.add_argument("--slice", type=int, default=20, metavar="N", help="iterations of OpenSpiel between two solves")
    args = parser.parse_args()
    console = Console(highlight=False, width=170)
    start = time.perf_counter()
    from ridotto.bots.solver import kernels  # noqa: F401 - compiled or loaded before anything is timed

    console.print(f"kernels ready after {time.perf_counter() - start:.1f} s")
    kuhn(console)
    methods(console)
    agreement(console)
    table = Table(box=SIMPLE_HEAD, title=f"To exploitability {GOAL}, CPU time; in brackets the spread")
    columns = "game", "iterations", "ours, ms each", "OpenSpiel, ms each", "ours", "OpenSpiel", "ratio"
    for column in columns:
        table.add_column(column, justify="left" if column == "game" else "right")
    for entry in (liars_dice(), xequeo()):
        contest(console, table, entry, args.slice)
    console.print(table)


if __name__ == "__main__":
    main()
