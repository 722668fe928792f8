"""The Doge of Xe Queo! against searching bots with as much time as it takes, and ten times that.

``python -m benchmarks.duels`` plays rounds from random starts, either seat, until half the 95 % interval of the Doge's
share is no wider than 4 points. Searchers get a number of iterations that takes them the Doge's CPU time, measured at
the start; what both really took is told beside the result. Rounds are kept in a file: the same command goes on.

A round played out is a coin toss, so hundreds of them say little. But the Doge's solve tells its mix for every piece it
may hold, and the rival does not see which one it is. So the rival plays against the Doge's whole range: what ends the
round is weighed exactly, and the values that the Doge's solves carry on serve as control variates.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections.abc import Iterable
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from typing import NamedTuple

import numpy as np
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from benchmarks.openspiel_search import OpenSpielSearch
from ridotto.arena.exploit import BOARDS, FULL, Subject, full_start
from ridotto.arena.journal import Journal
from ridotto.bots import Bot, Limit, make_bot
from ridotto.bots.bluff.exact import Player
from ridotto.bots.bluff.lbr import draw_quiet, worth_of
from ridotto.bots.bluff.net import shipped
from ridotto.bots.bluff.resolve import load_compiled
from ridotto.core import Seat
from ridotto.games.xequeo import Position, XeQueo
from ridotto.games.xequeo.moves import Call, Choose, Go
from ridotto.games.xequeo.rules import NEITHER, State

FIRST = 100
"""Iterations of a searcher whose speed is not known yet."""


class Rival:
    """A bot that plays rounds; knows how long it has thought."""

    def __init__(self, bot: Bot, game: XeQueo, limit: Limit) -> None:
        self.bot = bot
        self.game = game
        self.limit = limit
        self.seconds = 0.0
        self.decisions = 0

    def choose(self, position: Position, seat: Seat, rng: Random) -> int:
        state = State("choose", position.pieces, position.ring, position.turn, NEITHER, (0, 0), position.pieces, (), ())
        move = self._ask(state, seat, rng)
        assert isinstance(move, Choose)
        return move.piece

    def move(
        self, position: Position, pieces: tuple[int, ...], seat: Seat, secret: int, moves: tuple[Go, ...], rng: Random
    ) -> Go | Call:
        own = (secret, secret)  # a view of `seat` shows only its own
        state = State("play", pieces, position.ring, seat, own, (0, 0), position.pieces, moves, ())
        move = self._ask(state, seat, rng)
        assert isinstance(move, Go | Call)
        return move

    def _ask(self, state: State, seat: Seat, rng: Random) -> object:
        began = time.process_time()
        choice = self.bot.choose(self.game.view(state, seat), self.limit, rng)
        self.seconds += time.process_time() - began
        self.decisions += 1
        return choice.move


def play_round(player: Player, rival: Rival, position: Position, seat: Seat, number: int) -> float:
    """An unbiased estimate of what the bluffer in `seat` wins, from -1 to 1 on average."""
    rng, draws = np.random.default_rng((number, seat)), Random(2 * number + seat)
    ring = position.ring
    secret = rival.choose(position, 1 - seat, draws)
    lost = expected = 0.0
    moves: tuple[Go, ...] = ()
    while True:
        if (position.turn ^ len(moves) & 1) != seat:
            standing = player.standing(position, seat, moves)
            move = rival.move(position, standing.pieces, 1 - seat, secret, moves, draws)
            if isinstance(move, Call):
                return -(lost + 2 * float(standing.mine[move.piece]) - 1 - expected)
            if move.square == ring:
                return -(lost + 1 - 2 * float(standing.mine[secret]) - expected)
            moves = (*moves, move)
        turn = player.decide(position, seat, moves)
        worth, leaves = worth_of(player.geo, turn, ring)
        lost += float(worth[secret]) - expected
        drawn = draw_quiet(turn, rng)
        if drawn is None:
            return -lost
        expected = float(leaves[drawn][secret])
        moves = (*moves, turn.moves[drawn])


class Shares(NamedTuple):
    """What the bluffer wins of the rounds, in percent."""

    mean: float
    margin: float
    rounds: int


def shares(pairs: Iterable[tuple[float, float]]) -> Shares:
    values = [50 + 25 * (first + second) for first, second in pairs]
    margin = 1.96 * stdev(values) / math.sqrt(len(values)) if len(values) > 1 else math.inf
    return Shares(fmean(values) if values else math.nan, margin, 2 * len(values))


def make_rival(name: str, limit: Limit) -> Rival:
    game = BOARDS[FULL].game
    return Rival(OpenSpielSearch(game) if name == "openspiel" else make_bot(name, game), game, limit)


def pace(bot: str, games: int = 3) -> float:
    """CPU seconds that the bluffer thinks about a decision."""
    spent, decisions = 0.0, 0
    load_compiled(shipped())
    for number in range(games):
        player, rival = Subject(bot).player(BOARDS[FULL].game), make_rival("greedy", Limit())
        began = time.process_time()
        play_round(player, rival, full_start(1, number), number & 1, number)
        spent += time.process_time() - began - rival.seconds
        decisions += rival.decisions
    return spent / decisions


def iterations_within(name: str, seconds: float) -> int:
    """How many take the searcher that long for a decision, on average."""
    rival = make_rival(name, Limit(iterations=FIRST))
    player = Subject("mask").player(BOARDS[FULL].game)
    for number in range(4):
        play_round(player, rival, full_start(1, number), number & 1, number)
    return max(2, round(FIRST * seconds * rival.decisions / rival.seconds))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bot", default="doge")
    parser.add_argument("--rivals", nargs="+", default=["greedy", "ismcts", "openspiel"])
    parser.add_argument("--times", nargs="+", type=float, default=[1, 10], help="the bluffer's time (1 10)")
    parser.add_argument("--rounds", type=int, default=40, help="at least so many (40) ...")
    parser.add_argument(
        "--precision", type=float, default=4, help="... until half the interval is so narrow, points (4)"
    )
    parser.add_argument("--results", type=Path, default=Path("duels.jsonl"))
    args = parser.parse_args()
    out = Console(highlight=False)
    table = Table("against", "times", "iterations", "wins", "±", "rounds", "CPU s a decision", box=SIMPLE_HEAD)
    subject = Subject(args.bot)
    player = subject.player(BOARDS[FULL].game)
    header = {"format": "Ridotto duels 1", **subject.about()}
    with Journal(args.results, header) as journal:
        rows = [json.loads(row) for row in journal.rows]
        seconds = next((row["pace"] for row in rows if "pace" in row), None)
        if seconds is None:
            seconds = pace(args.bot)
            journal.write(json.dumps({"pace": seconds}))
        out.print(f"{args.bot} thinks {seconds:.3f} s about a decision")
        for name in args.rivals:
            for times in args.times if name != "greedy" else [1]:
                known = [row for row in rows if row.get("rival") == name and row["times"] == times]
                count = known[0]["iterations"] if known else None
                if count is None and name != "greedy":
                    count = iterations_within(name, times * seconds)
                rival = make_rival(name, Limit(iterations=count))
                gains = {row["number"]: tuple(row["gains"]) for row in known}
                spent = [sum(row["spent"][i] for row in known) for i in (0, 1)]
                while (found := shares(gains.values())).rounds < args.rounds or found.margin > args.precision:
                    number = len(gains)
                    before = rival.seconds, rival.decisions
                    gains[number] = tuple(
                        play_round(player, rival, full_start(0, number), seat, number) for seat in (0, 1)
                    )
                    took = [rival.seconds - before[0], rival.decisions - before[1]]
                    spent = [spent[0] + took[0], spent[1] + took[1]]
                    row = {"rival": name, "times": times, "iterations": count, "number": number, "gains": gains[number]}
                    journal.write(json.dumps({**row, "spent": took}))
                    out.print(f"{name} ×{times:g}: {found.mean:.1f} ± {found.margin:.1f} of {found.rounds}", end="\r")
                about = f"{spent[0] / spent[1]:.3f}"
                share, margin = f"{found.mean:.1f} %", f"{found.margin:.1f}"
                table.add_row(name, f"{times:g}", str(count or "–"), share, margin, str(found.rounds), about)
                out.print(f"{name} ×{times:g}: {share} ± {margin} of {found.rounds} rounds, {about} s a decision")
    out.print(table)


if __name__ == "__main__":
    main()
