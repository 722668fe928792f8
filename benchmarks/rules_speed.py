"""How fast the rules are: random playouts and steps per CPU second, side by side with named peers in one run.

``make bench`` or ``python -m benchmarks.rules_speed``. Every contender plays whole games of random legal moves, picked
the same way, in one process; they take turns, so that a noisy machine is noisy for all. A step is one move by a player
or by chance. Plain Python rules, no JIT, on our side.
"""

from __future__ import annotations

import argparse
import statistics
import time
import warnings
from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import track
from rich.table import Table

from ridotto.core import AnyGame
from ridotto.games.xequeo import XeQueo

Playout = Callable[[], int]
"""Plays one game and says how many steps it took."""


class Rate(NamedTuple):
    playouts: float
    steps: float


def picker(seed: int) -> Callable[[Any], Any]:
    """The same cheap random choice for every contender."""
    uniform = Random(seed).random

    def pick(moves: Any) -> Any:
        return moves[int(uniform() * len(moves))]

    return pick


def ours(game: AnyGame) -> Playout:
    pick = picker(1)

    def playout() -> int:
        state = game.start()
        steps = 0
        while actors := game.actors(state):
            actor = actors[0]
            state = game.play(state, actor, pick(game.legal(state, actor)))
            steps += 1
        return steps

    return playout


def pettingzoo() -> Playout:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pettingzoo.classic import connect_four_v3
    env = connect_four_v3.env()
    pick = picker(1)

    def playout() -> int:
        env.reset()
        steps = 0
        for _ in env.agent_iter():
            observation, _, is_over, is_cut, _ = env.last()
            if is_over or is_cut:
                env.step(None)
                continue
            env.step(pick([column for column, is_free in enumerate(observation["action_mask"]) if is_free]))
            steps += 1
        return steps

    return playout


def open_spiel(name: str) -> Playout:
    import pyspiel

    if name.startswith("python_"):
        import open_spiel.python.games  # noqa: F401 - registers the games written in Python
    game = pyspiel.load_game(name)
    pick = picker(1)

    def playout() -> int:
        state = game.new_initial_state()
        steps = 0
        while not state.is_terminal():
            state.apply_action(pick(state.legal_actions()))
            steps += 1
        return steps

    return playout


def measure(playout: Playout, seconds: float) -> Rate:
    playouts = steps = 0
    start = time.process_time()
    while (spent := time.process_time() - start) < seconds:
        steps += playout()
        playouts += 1
    return Rate(playouts / spent, steps / spent)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=1.0, help="CPU seconds per contender and repeat")
    parser.add_argument("--repeats", type=int, default=7)
    args = parser.parse_args()
    contenders = {
        "ridotto xequeo": ours(XeQueo()),
        "PettingZoo connect_four_v3": pettingzoo(),
        "OpenSpiel python_tic_tac_toe": open_spiel("python_tic_tac_toe"),
        "OpenSpiel checkers": open_spiel("checkers"),
    }
    rates: dict[str, list[Rate]] = {name: [] for name in contenders}
    for playout in contenders.values():
        measure(playout, args.seconds)  # warm-up: caches, lazy imports
    for _ in track(range(args.repeats), description="measuring", transient=True):
        for name, playout in contenders.items():
            rates[name].append(measure(playout, args.seconds))
    report(rates)


def report(rates: dict[str, list[Rate]]) -> None:
    table = Table(title="Random playouts: median (lowest–highest) per CPU second", box=SIMPLE_HEAD)
    for column in ("", "playouts", "steps", "our steps ÷ theirs"):
        table.add_column(column, justify="right" if column else "left", no_wrap=True)
    base = rates[next(iter(rates))]
    for name, measured in rates.items():
        ratios = [ours.steps / theirs.steps for ours, theirs in zip(base, measured, strict=True)]
        table.add_row(
            name,
            spread([rate.playouts for rate in measured], ",.0f"),
            spread([rate.steps for rate in measured], ",.0f"),
            "" if measured is base else spread(ratios, ".1f"),
        )
    Console(width=110).print(table)


def spread(values: list[float], form: str) -> str:
    return f"{statistics.median(values):{form}} ({min(values):{form}}–{max(values):{form}})"


if __name__ == "__main__":
    main()
