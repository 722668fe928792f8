"""The Doge of Xe Queo! against searching bots at its own pace and at ten times that: ``python -m benchmarks.duels``.

First it is measured how long the Doge thinks about a move; then everybody else gets that time, and ten times that time.
Games go into a results file as the arena writes it: run it again to go on, and with more games for narrower intervals.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from random import Random

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from ridotto.arena import Plan, Results, Tally, here, play_game, run
from ridotto.bots import make_bot
from ridotto.games.xequeo import XeQueo

OPENSPIEL = "benchmarks.openspiel_search:OpenSpielSearch"


def pace(bot: str, games: int) -> float:
    """Seconds that the bot thinks about a move, on average."""
    game = XeQueo()
    seconds = plies = 0.0
    for seed in range(games):
        played = play_game(game, [make_bot(bot, game), make_bot("greedy", game)], Random(seed).getrandbits(32))
        seconds += played.seconds[0]
        plies += played.plies / 2
    return seconds / plies


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bot", default="doge")
    parser.add_argument("--games", type=int, default=600, help="against each; 600 give ± 4 points")
    parser.add_argument("--seconds", type=float, help="the time of the others; measured if not given")
    parser.add_argument("--rivals", nargs="+", default=["greedy", "ismcts", "openspiel"])
    parser.add_argument("--results", type=Path, default=Path("duels.jsonl"))
    args = parser.parse_args()
    out = Console(highlight=False)
    seconds = args.seconds or pace(args.bot, 3)
    out.print(f"{args.bot} thinks {seconds:.3f} s about a move; go on with --seconds {seconds:.3f}")
    rivals: list[str] = []
    for rival in args.rivals:
        name = OPENSPIEL if rival == "openspiel" else rival
        rivals += [name] if rival == "greedy" else [f"{name}@{seconds:.3f}s", f"{name}@{10 * seconds:.3f}s"]
    plan = Plan("xequeo", ("",), (args.bot, *rivals), is_gauntlet=True)
    with Results(args.results, plan) as results:
        try:
            run(results.plan.jobs(args.games), here, results)
        except KeyboardInterrupt:
            out.print("stopped; the same command goes on")
        tally = Tally(plan.bots, plan.seats, results.scores.values())
    table = Table(box=SIMPLE_HEAD)
    for title in ("against", "wins", "95 %", "games", "half-width"):
        table.add_column(title)
    for rival in rivals:
        share = tally.duels[args.bot, rival]
        if share.games:
            low, high = share.interval
            table.add_row(
                rival.removeprefix(OPENSPIEL.partition(":")[0] + ":"),
                f"{share.share:.1%}",
                f"{low:.1%} to {high:.1%}",
                str(share.games),
                f"{(high - low) / 2:.1%}",
            )
    out.print(table)


if __name__ == "__main__":
    main()
