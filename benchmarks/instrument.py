"""Does the measuring instrument find what there is to find? The local best responder against the exact best response.

``python -m benchmarks.instrument`` measures the bluffer one move ahead, and bluffers made worse on purpose, on the
small round starts of ``ridotto exploit``: what either response takes, and what share of the exact one the local finds.
It chooses its secret by what a move ahead promises. What it finds with the secret that did best in other rounds tells
how much is missed by that alone.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Iterable, Mapping
from dataclasses import replace
from statistics import fmean
from typing import Final, NamedTuple

import numpy as np
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from ridotto.arena.exploit import BOARDS, small_starts
from ridotto.bots.bluff.exact import exploitability
from ridotto.bots.bluff.lbr import respond
from ridotto.bots.bluff.net import Look, Net, shipped
from ridotto.bots.bluff.resolve import Decision, Effort, Resolver, Standing, Vector
from ridotto.bots.bluff.subgame import Numbers, Tree, improve, look_at_leaves, numbers, settle
from ridotto.core import Seat
from ridotto.games.xequeo import Position, XeQueo
from ridotto.games.xequeo.moves import Go

EFFORT: Final = Effort(256, depth=1)


class Argmax(Resolver):
    """Makes the likeliest move of its mix."""

    def solve(self, standing: Standing, ring: int, beliefs: tuple[Vector, Vector] | None = None) -> Decision:
        decision = super().solve(standing, ring, beliefs)
        mix = np.zeros_like(decision.mix)
        mix[decision.mix.argmax(axis=0), range(mix.shape[1])] = 1
        return replace(decision, mix=mix)


class PriorWeighted(Resolver):
    """The gadget of CFR-D: each secret of the rival enters as often as a prior says, or takes what it was promised."""

    def _run(
        self, tree: Tree, ring: int, iterations: int, is_chosen: tuple[bool, bool], start: Vector
    ) -> tuple[Look, Numbers]:
        if all(is_chosen):
            return super()._run(tree, ring, iterations, is_chosen, start)
        count = tree.pieces.shape[1]
        n = numbers(tree)
        look = look_at_leaves(self.net, self.geo, ring, tree)
        promised, start = start[1, :count].copy(), start.copy()
        enters, regrets = np.full(count, 0.5), np.zeros((2, count))
        for done in range(0, iterations, 2):
            start[1, :count] = np.maximum(enters, 1e-4) / count
            improve(tree, look, self.net.head, n, (False, False), start, False, done, done + 2)
            entered = n.value[1, 0, :count]
            mean = enters * entered + (1 - enters) * promised
            regrets = np.maximum(regrets + np.array([entered, promised]) - mean, 0)
            total = regrets.sum(axis=0)
            enters = np.divide(regrets[0], total, out=np.full(count, 0.5), where=total > 0)
        settle(tree, look, self.net.head, n, False)
        return look, n


class Unsafe(Resolver):
    """Bayes ranges for both: the rival is thought to play as the last solve would in its place.

    `Standing.promised` holds the rival's range instead of promises.
    """

    def __init__(self, game: XeQueo, net: Net, effort: Effort) -> None:
        super().__init__(game, net, effort)
        self._rivals: dict[tuple[Position, Seat, tuple[Go, ...]], Decision] = {}

    def _run(
        self, tree: Tree, ring: int, iterations: int, is_chosen: tuple[bool, bool], start: Vector
    ) -> tuple[Look, Numbers]:
        return super()._run(tree, ring, iterations, is_chosen if all(is_chosen) else (False, False), start)

    def standing(self, position: Position, seat: Seat, moves: tuple[Go, ...]) -> Standing:
        if not moves:
            opening = self.opening(position)
            return Standing(position.pieces, opening.choice[seat], opening.choice[1 - seat])
        earlier, move = moves[:-1], moves[-1]
        before = self.standing(position, seat, earlier)
        after = before.moved(move)
        if (position.turn ^ len(earlier) & 1) == seat:
            return replace(after, mine=_bayes(before.mine, self.decide(position, seat, earlier), move))
        key = position, seat, earlier
        if key not in self._rivals:
            self._rivals[key] = self.solve(Standing(before.pieces, before.promised, before.mine), position.ring)
        return replace(after, promised=_bayes(before.promised, self._rivals[key], move))


def _bayes(belief: Vector, decision: Decision, move: Go) -> Vector:
    after: Vector = belief * decision.mix[decision.moves.index(move)]
    return after / after.sum() if after.sum() > 1e-9 else belief


BLUFFERS: Final[Mapping[str, type[Resolver]]] = {
    "max-margin, mixed": Resolver,
    "prior-weighted gadget": PriorWeighted,
    "unsafe re-solving": Unsafe,
    "argmax": Argmax,
}


class Found(NamedTuple):
    """What the exact best response takes a round, what the local one does, and what it does with the right secret."""

    exact: float
    local: float
    scouted: float

    @property
    def share(self) -> float:
        return self.local / self.exact

    @property
    def scouted_share(self) -> float:
        return self.scouted / self.exact


def compare(
    kind: type[Resolver], starts: Iterable[Position], rounds: int, effort: Effort = EFFORT, scouts: int = 0
) -> Found:
    """`scouts` is how many rounds with each secret tell which is the right one; without any that is not asked."""
    exact, local, scouted = [], [], []
    for position in starts:
        game = XeQueo(position=str(position))
        player = kind(game, shipped(), effort)
        exact.append(exploitability(player, position).value)
        rng = np.random.default_rng(1)
        local += [respond(player, position, seat, rng) for _ in range(rounds) for seat in (0, 1)]
        for seat in (0, 1) if scouts else ():
            gains = [
                fmean(respond(player, position, seat, rng, secret) for _ in range(scouts))
                for secret in range(game.pieces)
            ]
            best = int(np.argmax(gains))  # other rounds than those it is measured by
            scouted += [respond(player, position, seat, rng, best) for _ in range(rounds)]
    return Found(fmean(exact), fmean(local), fmean(scouted) if scouts else math.nan)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--starts", type=int, default=4, help="round starts on each small board (4)")
    parser.add_argument("--rounds", type=int, default=50, help="pairs of rounds from each (50)")
    args = parser.parse_args()
    table = Table("bluffer", "exact", "local", "found", "right secret", "found", "seconds", box=SIMPLE_HEAD)
    starts = [start for name in BOARDS if name != "7x7" for start in list(small_starts(name))[: args.starts]]
    for name, kind in BLUFFERS.items():
        began = time.perf_counter()
        found = compare(kind, starts, args.rounds, scouts=args.rounds // 2)
        took = time.perf_counter() - began
        shares = [f"{found.local:.3f}", f"{found.share:.0%}", f"{found.scouted:.3f}", f"{found.scouted_share:.0%}"]
        table.add_row(name, f"{found.exact:.3f}", *shares, f"{took:.0f}")
    Console().print(table)


if __name__ == "__main__":
    main()
