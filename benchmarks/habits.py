"""What near-equilibrium play looks like: secret choices, calls, ends of rounds, rings, the first move.

    python -m benchmarks.habits --rounds 400 --level mask --pictures docs/img

Two bluffers of one level play matches; shares of secrets and calls are expectations over their mixes, not counts.
"""

from __future__ import annotations

import argparse
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import mean, median, stdev
from typing import Any

import numpy as np

from ridotto.arena.chart import EDGE, TOP, WIDTH, Chart
from ridotto.bots import Limit
from ridotto.bots.bluff.net import shipped
from ridotto.bots.bluff.player import LEVELS, Bluffer, round_start
from ridotto.core import CHANCE, chance_move
from ridotto.draw.svg import DAY, Markup, element
from ridotto.games.xequeo import Position, View, XeQueo
from ridotto.games.xequeo.board import distance_key
from ridotto.games.xequeo.moves import Lay
from ridotto.games.xequeo.rules import State
from ridotto.i18n import Catalogue

REALISTIC = 0.05
"""A piece that is chosen less often than this is no realistic choice."""


@dataclass(slots=True)
class Habits:
    ranks: dict[str, list[Any]] = field(default_factory=lambda: {"first": [], "second": []})
    """By who moves first: how likely the nearest, second nearest ... piece is chosen, a row a round."""
    realistic: dict[str, list[int]] = field(default_factory=lambda: {"first round": [], "later rounds": []})
    values: list[float] = field(default_factory=list)
    """Of each round to the seat that moves first."""
    calls: dict[int, list[float]] = field(default_factory=dict)
    """By turn of a round: how likely the seat to move calls."""
    ends: Counter[str] = field(default_factory=Counter)
    lengths: list[int] = field(default_factory=list)
    rings: list[tuple[float, float, float]] = field(default_factory=list)
    """What the best, the mean and the worst place for the ring are worth to whoever lays it."""


def watch(level: str, rounds: int, seed: int) -> Habits:
    game = XeQueo()
    bot, rng, habits = Bluffer(game, shipped(), LEVELS[level]), Random(seed), Habits()
    while len(habits.lengths) < rounds:
        state: State = game.start()
        while actors := game.actors(state):
            for actor in actors:
                if actor == CHANCE:
                    state = game.play(state, actor, chance_move(game, state, rng))
                    continue
                view = game.view(state, actor)
                _note(habits, bot, view)
                before = len(state.results)
                state = game.play(state, actor, bot.choose(view, Limit(), rng).move)
                if len(state.results) > before:
                    habits.ends[state.results[-1].how] += 1
                    habits.lengths.append(len(view.moves) + 1)
                    print(f"\r{len(habits.lengths)} of {rounds} rounds", end="", flush=True)
    print()
    return habits


def _note(habits: Habits, bot: Bluffer, view: View) -> None:
    resolver = bot.resolver()
    if view.phase == "choose" and view.seat == 0:
        opening = resolver.opening(view.position)
        order = _by_distance(view.position)
        for seat in range(2):
            mix = opening.choice[seat]
            habits.ranks["first" if seat == view.position.turn else "second"].append(mix[order])
            when = "later rounds" if view.results else "first round"
            habits.realistic[when].append(int((mix >= REALISTIC).sum()))
        habits.values.append(opening.value)
    elif view.phase == "play":
        assert view.seat is not None
        decision = resolver.decide(round_start(view), view.seat, view.moves)
        called = decision.mix[len(decision.moves) + 1 :].sum(axis=0) @ decision.standing.mine
        habits.calls.setdefault(len(view.moves), []).append(float(called))
    elif view.phase == "ring":
        first = 1 - view.position.turn
        lays = [move for move in view.legal if isinstance(move, Lay)]
        worth = [-resolver.opening(view.position._replace(ring=lay.square, turn=first)).value for lay in lays]
        habits.rings.append((max(worth), mean(worth), min(worth)))


def _by_distance(position: Position) -> list[int]:
    """The pieces, nearest to the ring first."""
    keys = [distance_key("euclidean", square, position.ring) for square in position.pieces]
    return sorted(range(len(keys)), key=keys.__getitem__)


def spread(numbers: Sequence[float]) -> str:
    """Mean and half-width of the 95 % interval."""
    return f"{mean(numbers):.3f} ± {1.96 * stdev(numbers) / math.sqrt(len(numbers)):.3f}"


def report(habits: Habits) -> None:
    count = len(habits.lengths)
    print(f"\nValue of the first move: {spread(habits.values)} ring a round ({count} rounds)\n")
    print("| piece by distance | 1 | 2 | 3 | 4 | 5 | 6 | 7 |\n|---|---|---|---|---|---|---|---|")
    for who, rows in habits.ranks.items():
        print(f"| chosen by who moves {who} | " + " | ".join(f"{100 * s:.0f} %" for s in np.mean(rows, axis=0)) + " |")
    print(f"\nPieces chosen at least {100 * REALISTIC:.0f} % of the time:")
    for when, counts in habits.realistic.items():
        shares = Counter(counts)
        told = ", ".join(f"{n}: {100 * shares[n] / len(counts):.0f} %" for n in sorted(shares))
        print(f"  {when}: {mean(counts):.1f} on average ({told})")
    print("\n| turn | " + " | ".join(str(turn + 1) for turn in sorted(habits.calls)[:12]) + " |")
    print("| calls | " + " | ".join(f"{100 * mean(habits.calls[t]):.0f} %" for t in sorted(habits.calls)[:12]) + " |")
    ends = ", ".join(f"{how} {100 * n / count:.0f} %" for how, n in habits.ends.most_common())
    print(f"\nRounds end by: {ends}; median length {median(habits.lengths)} turns")
    best, usual, worst = zip(*habits.rings, strict=True)
    print(f"The ring at the best place is worth {spread(best)} to who lays it, anywhere {spread(usual)}, "
          f"at the worst {spread(worst)}")  # fmt: skip


def bars(title: str, note: str, groups: Mapping[str, Sequence[float]], labels: Sequence[str]) -> Markup:
    """Bars side by side, one colour a group; heights are shares."""
    chart = Chart(Catalogue("en").text, DAY)
    tall, left, right = 200.0, EDGE + 20.0, WIDTH - EDGE - 20.0
    high = max(max(values) for values in groups.values())
    wide = (right - left) / len(labels)
    bar = 0.7 * wide / len(groups)
    body: list[Markup] = []
    for row, (name, values) in enumerate(groups.items()):
        colour = (DAY.accent, DAY.trail)[row]
        for at, value in enumerate(values):
            x, height = left + wide * (at + 0.15) + bar * row, value / high * tall
            y = TOP + 24 + tall - height
            body.append(element("rect", x=x, y=y, width=bar - 3, height=height, fill=colour, rx=2))
            body.append(chart.small(f"{100 * value:.0f} %", x + bar / 2, y - 8))
        body.append(element("circle", cx=left + 170 * row + 8, cy=TOP + tall + 66, r=5, fill=colour))
        body.append(chart.small(name, left + 170 * row + 22, TOP + tall + 70, text_anchor="start"))
    body += [chart.small(label, left + wide * (at + 0.5), TOP + tall + 42) for at, label in enumerate(labels)]
    return chart.card(title, note, TOP + tall + 94, body)


def draw(habits: Habits, folder: Path) -> None:
    ranks = {f"who moves {who}": np.mean(rows, axis=0).tolist() for who, rows in habits.ranks.items()}
    labels = ["nearest", "2nd", "3rd", "4th", "5th", "6th", "farthest"]
    note = "how often each piece is chosen, by its distance to the ring"
    (folder / "bluffing-choices.svg").write_text(bars("The secret choice", note, ranks, labels), "utf-8")
    turns = sorted(habits.calls)[:12]
    calls = {"the seat to move calls": [mean(habits.calls[turn]) for turn in turns]}
    picture = bars("Xe queo!", "how often it is called, by turn of the round", calls, [str(turn + 1) for turn in turns])
    (folder / "bluffing-calls.svg").write_text(picture, "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=400)
    parser.add_argument("--level", default="mask")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pictures", type=Path)
    args = parser.parse_args()
    habits = watch(args.level, args.rounds, args.seed)
    report(habits)
    if args.pictures:
        draw(habits, args.pictures)


if __name__ == "__main__":
    main()
