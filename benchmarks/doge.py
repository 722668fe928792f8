"""The Doge of Venise with two, three and four seats on boards it has never seen: ``python -m benchmarks.doge``.

The boards are what ``ridotto board make --candidates 16 --games 0`` makes of fresh seeds, by day and by night, easy
and hard; none of them was trained on. At each table one seat is the Doge's, every seat equally often, and all others
are the rival's. Limits are search steps, so games can be played again move for move; what a turn takes is CPU time.
After each game a line goes to the results file: a run that was stopped goes on where it was, and Ctrl-C prints what
there is.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from itertools import count, cycle, product
from pathlib import Path
from random import Random
from statistics import quantiles
from typing import Any, Final, NamedTuple

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table

from ridotto.arena import Share, play_game
from ridotto.arena.journal import Journal
from ridotto.arena.play import parse_contestant
from ridotto.boards.make import Wish, make
from ridotto.bots import Bot, Choice, Limit
from ridotto.bots.doge.training.__main__ import training_boards
from ridotto.games.venise import Venise, View
from ridotto.games.venise.boards import Side
from ridotto.games.venise.deck import SEATS
from ridotto.games.venise.moves import Move

GOALS: Final = {(2, "greedy"): 0.88, (3, "greedy"): 0.65, (4, "greedy"): 0.60}
"""What the Doge should win at least, by seats and rival."""
RIVALS: Final = {"greedy": "greedy", "gondolier": "gondolier@2000", "ismcts": "ismcts@600"}
"""With limits that take the searchers about as long as the Doge's takes it."""
SIDES: Final[tuple[Side, ...]] = ("day", "night")
WISHES: Final = [(side, *costs) for side, costs in product(SIDES, ((18, 24), (24, 34), (34, 44)))]
CROWDED: Final = 12
"""So many planks on the board are many."""


class Result(NamedTuple):
    seats: int
    rival: str
    number: int
    """What the luck of the game follows from."""
    place: int
    turns: list[tuple[float, int]]
    """Of the Doge: CPU seconds, and the planks that lay there."""


class TimedBot:
    """A bot and the CPU time of its turns."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.name = bot.name
        self.turns: list[tuple[float, int]] = []
        self._round = -1

    def choose(self, view: View, limit: Limit, rng: Random) -> Choice[Move]:
        began = time.process_time()
        choice = self.bot.choose(view, limit, rng)
        took = time.process_time() - began
        if view.round != self._round:
            self._round = view.round
            self.turns.append((took, len(view.planks)))
        else:
            before, planks = self.turns[-1]
            self.turns[-1] = before + took, planks
        return choice


def fresh_boards(first: int, after: int) -> Iterator[tuple[int, str]]:
    """Seeds and their boards, from `first` on, those after `after`; some wishes cannot be fulfilled."""
    known = set(training_boards())
    for seed, (side, least, most) in zip(count(first), cycle(WISHES), strict=False):
        if seed <= after:
            continue
        *_, last = make(Wish(side, least, most, candidates=16, finalists=1, games=0), seed)
        if last.best and last.best.board.code not in known:
            yield seed, last.best.board.code


def play(board: str, seats: int, rival: str, number: int, at: int, limit: Limit) -> Result:
    game = Venise(board=board, seats=seats, play_on="no")
    contestants = [parse_contestant("doge" if seat == at else RIVALS[rival]) for seat in range(seats)]
    bots = [TimedBot(contestant.make(game)) for contestant in contestants]
    limits = [contestant.limit or limit for contestant in contestants]
    played = play_game(game, bots, number, limits)
    return Result(seats, rival, number, played.places[at], [(round(took, 3), n) for took, n in bots[at].turns])


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rivals", nargs="+", choices=RIVALS, default=list(RIVALS))
    parser.add_argument("--seats", nargs="+", type=int, choices=SEATS, default=list(SEATS))
    parser.add_argument("--games", type=int, default=128, help="for each rival and number of seats (128)")
    parser.add_argument("--boards", type=int, default=16, help="how many are made (16)")
    parser.add_argument("--seed", type=int, default=9000, help="boards and games follow from it (9000)")
    parser.add_argument("--iterations", type=int, default=40_000, help="search steps of the Doge (40000)")
    parser.add_argument("--results", type=Path, default=Path("doge.jsonl"), help="where results are kept (doge.jsonl)")
    args = parser.parse_args()
    out = Console(highlight=False)
    header = {"format": "Ridotto doge 1", "boards": args.boards, "seed": args.seed, "iterations": args.iterations}
    results: list[Result] = []
    columns = (
        TextColumn("{task.fields[what]}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Journal(args.results, header) as journal:
        rows = [json.loads(row) for row in journal.rows]
        boards = {row["seed"]: row["board"] for row in rows if "board" in row}
        results += [Result(**row) for row in rows if "place" in row]
        try:
            with Progress(*columns, console=out, transient=True) as bar:
                run(args, boards, results, journal, bar)
        except KeyboardInterrupt:
            out.print("Stopped. Nothing is lost: the same command goes on.")
    report(results, out)


def run(
    args: argparse.Namespace, boards: dict[int, str], results: list[Result], journal: Journal, bar: Progress
) -> None:
    def keep(row: dict[str, Any]) -> None:
        journal.write(json.dumps(row))

    if len(boards) < args.boards:
        job = bar.add_task("", total=args.boards, completed=len(boards), what="boards")
        for seed, board in fresh_boards(args.seed + 1, max(boards, default=0)):
            boards[seed] = board
            bar.advance(job)
            keep({"seed": seed, "board": board})
            if len(boards) == args.boards:
                break
    codes = list(boards.values())
    done = {(result.seats, result.rival, result.number - args.seed) for result in results}
    for rival, seats in product(args.rivals, args.seats):
        todo = [number for number in range(args.games) if (seats, rival, number) not in done]
        what = f"{seats} seats, {rival}"
        job = bar.add_task("", total=args.games, completed=args.games - len(todo), what=what)
        for number in todo:
            round_, which = divmod(number, len(codes))
            at = (round_ + which) % seats
            result = play(codes[which], seats, rival, args.seed + number, at, Limit(iterations=args.iterations))
            results.append(result)
            keep(result._asdict())
            bar.advance(job)


def report(results: list[Result], out: Console) -> None:
    table = Table("seats", "rivals", "wins [95 %]", "games", "goal", "turn p95", "with many planks", box=SIMPLE_HEAD)
    for seats, rival in sorted({(result.seats, result.rival) for result in results}, key=lambda key: (key[1], key[0])):
        some = [result for result in results if (result.seats, result.rival) == (seats, rival)]
        share = Share(sum(result.place == 1 for result in some), len(some))
        low, high = share.interval
        goal = GOALS.get((seats, rival))
        turns = [turn for result in some for turn in result.turns]
        table.add_row(
            str(seats),
            f"{seats - 1} × {RIVALS[rival]}",
            f"{share.share:.1%} [{low:.0%}–{high:.0%}]",
            str(share.games),
            f"{goal:.0%}" if goal else "",
            _p95([took for took, _ in turns]),
            _p95([took for took, planks in turns if planks >= CROWDED]),
        )
    out.print(table)


def _p95(seconds: list[float]) -> str:
    return f"{quantiles(seconds, n=20)[-1]:.2f} s of {len(seconds)}" if len(seconds) > 1 else "–"


if __name__ == "__main__":
    main()
