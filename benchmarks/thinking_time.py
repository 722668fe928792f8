"""Whether a bot's thinking time gives away its piece: ``python -m benchmarks.thinking_time mask inquisitor``.

In positions of played rounds a bot that has never seen them is asked with each of the seven secrets, in any order.
Each time is divided by the mean of its position, and the ratios are averaged by what the secret is like: near or far,
able to enter or not. Whatever differs from 1 by more than its interval would be a tell. It is CPU time, which other
programs disturb less.
"""

from __future__ import annotations

import argparse
import math
import statistics
import time
from collections import defaultdict
from dataclasses import replace
from random import Random

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from ridotto.bots import Limit, make_bot
from ridotto.games.xequeo import View, XeQueo
from ridotto.games.xequeo.board import ANYBODY, BIT, distance_key
from ridotto.match import Match
from tests.playing import turns


def positions(game: XeQueo, count: int, rng: Random) -> list[View]:
    """What the mover sees in some turns of rounds between middling bots."""
    found: list[View] = []
    bots = [make_bot("greedy", game), make_bot("fishmonger", game)]
    while len(found) < count:
        match = Match(game)
        for seat in turns(match, rng):
            view = match.view(seat)
            if view.phase == "play" and rng.random() < 0.15:
                found.append(view)
            match.submit(seat, bots[seat].choose(view, Limit(), rng).move)
    return found[:count]


def kinds(game: XeQueo, view: View, secret: int) -> list[str]:
    position = view.position
    ranked = sorted(
        range(game.pieces), key=lambda piece: distance_key("euclidean", position.pieces[piece], position.ring)
    )
    can_enter = game.board.reach(position.pieces, position.ring, ANYBODY)[secret] & BIT[position.ring]
    return ["near" if ranked.index(secret) < 2 else "far", "can enter" if can_enter else "cannot enter"]


def ratios(game: XeQueo, bot: str, views: list[View], limit: Limit, rng: Random) -> dict[str, list[float]]:
    found = defaultdict(list)
    for view in views:
        times = {}
        for secret in rng.sample(range(game.pieces), game.pieces):
            fresh = make_bot(bot, game)
            asked = game.view(game.sample(replace(view, choice=secret), Random(0)), view.seat)
            began = time.process_time()
            fresh.choose(asked, limit, Random(0))
            times[secret] = time.process_time() - began
        mean = statistics.fmean(times.values())
        for secret, took in times.items():
            for kind in kinds(game, view, secret):
                found[kind].append(took / mean)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("bots", nargs="*", default=["casanova", "mask", "inquisitor"])
    parser.add_argument("--positions", type=int, default=20)
    parser.add_argument("--iterations", type=int)
    args = parser.parse_args()
    game = XeQueo()
    views = positions(game, args.positions, Random(1))
    make_bot("mask", game).choose(views[0], Limit(), Random(0))  # what is compiled is loaded
    table = Table(box=SIMPLE_HEAD)
    for title in ("bot", "the own piece", "time ÷ mean", "± 95 %", "a tell"):
        table.add_column(title)
    for bot in args.bots:
        for kind, found in ratios(game, bot, views, Limit(iterations=args.iterations), Random(2)).items():
            spread = statistics.stdev(found) if len(found) > 1 else math.inf
            mean, margin = statistics.fmean(found), 1.96 * spread / len(found) ** 0.5
            table.add_row(bot, kind, f"{mean:.3f}", f"{margin:.3f}", "no" if abs(mean - 1) <= margin else "perhaps")
    Console().print(table)


if __name__ == "__main__":
    main()
