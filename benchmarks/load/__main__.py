"""Moves a second, CPU and memory beside boardgame.io, in the same run: ``python -m benchmarks.load``.

Each match has two sockets and is at least 200 entries old. All play as fast as answers come, then at a fixed rate for
latencies. `--growth` compares the same positions in young matches and in old ones, `--held` counts what matches cost
that nobody plays, `--start` what it takes to start with so many stored, `--soak` plays for minutes at `--rate`,
`--notices` sends so many notices a second by PostgreSQL. Everything is on this machine and ends by itself.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import statistics
import tempfile
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Final

import uvloop
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from benchmarks.load import endurance
from benchmarks.load.sides import Duel, Ours, Peer, Process
from tests.server.postgres import Postgres

GAMES: Final = {"xequeo": "rings=99", "venise": "stall_rounds=999"}
CONSOLE: Final = Console()


@dataclass(frozen=True, slots=True)
class Figures:
    name: str
    moves: int
    per_second: float
    cpu: float
    """Microseconds a move."""
    median: float
    p99: float
    """Seconds, at a fixed rate."""
    memory: float
    """Bytes a match."""
    sent: float
    """Bytes a move, both sockets."""


async def flat_out(duels: Sequence[Duel], seconds: float) -> int:
    """Every match plays as fast as it is answered; returns the moves made."""
    end = time.perf_counter() + seconds
    before = sum(duel.moves for duel in duels)

    async def play(duel: Duel) -> None:
        while time.perf_counter() < end and not duel.is_over:
            await duel.move()

    await asyncio.gather(*map(play, duels))
    return sum(duel.moves for duel in duels) - before


async def at_a_rate(duels: Sequence[Duel], seconds: float, rate: float) -> list[float]:
    """Seconds each move took, counted from when it was due."""
    taken: list[float] = []
    start = time.perf_counter()

    async def play(nth: int, duel: Duel) -> None:
        due = start + nth / rate
        while due < start + seconds and not duel.is_over:
            await asyncio.sleep(due - time.perf_counter())
            await duel.move()
            taken.append(time.perf_counter() - due)
            due += len(duels) / rate

    await asyncio.gather(*(play(nth, duel) for nth, duel in enumerate(duels)))
    return taken


async def measure(side: Ours | Peer, server: Process, count: int, seconds: float, rate: float) -> Figures:
    async with AsyncExitStack() as stack:
        before = server.memory()
        tables = await asyncio.to_thread(side.fill, count)
        duels = [await side.duel(server, table, stack, Random(nth)) for nth, table in enumerate(tables)]
        await flat_out(duels, min(1.0, seconds))
        memory = (server.memory() - before) / count
        sent = sum(seat.bytes for duel in duels for seat in duel.seats)
        cpu, start = server.cpu(), time.perf_counter()
        moves = await flat_out(duels, seconds)
        took, spent = time.perf_counter() - start, server.cpu() - cpu
        sent = sum(seat.bytes for duel in duels for seat in duel.seats) - sent
        latencies = await at_a_rate(duels, seconds, rate) if rate else [0.0, 0.0]
        p99 = statistics.quantiles(latencies, n=100)[98]
        return Figures(
            side.name, moves, moves / took, 1e6 * spent / moves, statistics.median(latencies), p99, memory, sent / moves
        )


def syncs(folder: Path, count: int = 200) -> list[float]:
    """Seconds that the disk takes for a small synchronous write."""
    taken = []
    with (folder / "sync").open("wb") as file:
        for _ in range(count):
            file.write(b"x" * 4096)
            file.flush()
            start = time.perf_counter()
            os.fdatasync(file.fileno())
            taken.append(time.perf_counter() - start)
    return taken


def run(side: Ours | Peer, count: int, seconds: float, rate: float) -> Figures:
    with side.run() as server:
        return uvloop.run(measure(side, server, count, seconds, rate))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load", description=__doc__)
    parser.add_argument("--matches", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--rate", type=float, default=100.0, help="moves a second for the latencies; 0: none")
    parser.add_argument("--games", nargs="*", default=list(GAMES), choices=list(GAMES))
    parser.add_argument("--growth", action="store_true", help="the same positions behind 50 and 1,000 entries")
    parser.add_argument("--held", type=int, metavar="MATCHES")
    parser.add_argument("--start", type=int, metavar="MATCHES")
    parser.add_argument("--soak", type=float, metavar="MINUTES")
    parser.add_argument("--notices", type=float, metavar="RATE")
    parser.add_argument("--report", type=Path, default=Path("load.jsonl"))
    parser.add_argument("--no-peer", action="store_true")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if asked.growth:
            show_growth(asked.games)
            return
        if asked.held or asked.start or asked.soak or asked.notices:
            show_endurance(asked, folder)
            return
        sides: list[Ours | Peer] = [] if asked.no_peer else [Peer()]
        sides += [Ours(folder, game, GAMES[game]) for game in asked.games]
        found = [run(side, asked.matches, asked.seconds, asked.rate) for side in sides]
        sync = statistics.quantiles(syncs(folder), n=100)[98]
    table = Table("", "moves/s", "CPU µs/move", "median ms", "p99 ms", "KB/match", "bytes/move", box=SIMPLE_HEAD)
    for side, each in zip(sides, found, strict=True):
        name = f"{each.name} {side.game}" if isinstance(side, Ours) else each.name
        table.add_row(
            name,
            f"{each.per_second:.0f}",
            f"{each.cpu:.0f}",
            f"{1e3 * each.median:.1f}",
            f"{1e3 * each.p99:.1f}",
            f"{each.memory / 1024:.0f}",
            f"{each.sent:.0f}",
        )
    CONSOLE.print(table)
    CONSOLE.print(f"fdatasync p99: {1e3 * sync:.1f} ms")
    if not asked.no_peer:
        for side, each in list(zip(sides, found, strict=True))[1:]:
            peer = found[0]
            CONSOLE.print(
                f"{side.game}: {each.per_second / peer.per_second:.2f} times its moves/s, "  # type: ignore[union-attr]
                f"{each.cpu / peer.cpu:.2f} times its CPU a move, "
                f"{each.memory / peer.memory:.2f} times its memory a match"
            )


def show_endurance(asked: argparse.Namespace, folder: Path) -> None:
    found: dict[str, Any] = {}
    if asked.start:
        found = endurance.start(folder, asked.start)
    elif asked.notices:
        with Postgres(is_synced=True) as postgres:
            found = asyncio.run(endurance.notices(postgres.new_database(), asked.notices, asked.seconds))
    else:
        game = asked.games[0]
        side = Ours(folder, game, GAMES[game], endurance.YOUNG)
        with side.run() as server:
            if asked.held:
                found = uvloop.run(endurance.held(side, server, asked.held, asked.seconds))
            else:
                found = uvloop.run(endurance.soak(server, asked.matches, asked.soak, asked.rate, asked.report))
    with asked.report.open("a") as report:
        report.write(json.dumps(found) + "\n")
    CONSOLE.print(found, highlight=False)


def show_growth(games: Sequence[str]) -> None:
    for game in games:
        young, old = endurance.growth(game, GAMES[game])
        CONSOLE.print(f"{game}: {young:.0f} µs a move behind 50, {old:.0f} behind 1,000: {old / young:.2f} times")


if __name__ == "__main__":
    main()
