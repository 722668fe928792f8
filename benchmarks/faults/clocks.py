"""Nobody loses on time who had some left: restarts, lost sockets and a system time that is moved, under play.

``python -m benchmarks.faults.clocks PORT DATABASE DAYS`` is a server whose system time is wrong by so many days, and by
as many in the other direction from the moment it gets SIGUSR1.
"""

from __future__ import annotations

import asyncio
import signal
import sys
import time
from collections import defaultdict
from contextlib import closing
from datetime import timedelta
from random import Random
from typing import Any, Final

from benchmarks.faults.ledger import Acknowledged, faults
from benchmarks.faults.stopping import Browser, Match, make, running
from benchmarks.load import serve
from benchmarks.load.sides import free_port
from ridotto.server import rooms, table_state
from ridotto.server.house_time import GRACE
from ridotto.server.store import Store
from ridotto.server.table_state import load_table

TURN: Final = 30
"""Seconds that everybody has for a turn."""
LONGEST_PAUSE: Final = 6.0
"""Seconds until whoever can move does."""
PARTS: Final = ((0, signal.SIGTERM), (400, signal.SIGKILL), (-400, signal.SIGTERM))
"""How wrong the system time is, in days, and how the server ends."""
SLACK: Final = 30.0
"""Seconds after which whoever stopped playing must have lost, besides their time and what everybody gets back."""


class Timed(Match):
    def pause(self) -> float:
        return self.rng.uniform(0.5, LONGEST_PAUSE)


class Watch:
    """How long each match has stood still while the server was there, as its players saw it."""

    def __init__(self, told: Acknowledged) -> None:
        self.told = told
        self.longest: defaultdict[str, float] = defaultdict(float)
        self.is_up = False

    async def run(self) -> None:
        before = time.monotonic()
        still: defaultdict[str, float] = defaultdict(float)
        known: dict[str, int] = {}
        while True:
            await asyncio.sleep(0.1)
            before, passed = time.monotonic(), time.monotonic() - before
            for table, moves in self.told.tables.items():
                if known.get(table) != len(moves):
                    known[table], still[table] = len(moves), 0.0
                elif self.is_up:
                    still[table] += passed
                    self.longest[table] = max(self.longest[table], still[table])


async def lose_sockets(browsers: list[Browser], rng: Random) -> int:
    """Every tenth, without a word."""
    lost = rng.sample(browsers, max(1, len(browsers) // 10))
    for browser in lost:
        if browser.seat is not None:
            browser.seat.socket.transport.abort()
    return len(lost)


def over_by_time(url: str, tables: list[str]) -> list[str]:
    with closing(Store(url)) as store:
        matches = {table: load_table(loaded).match for table in tables if (loaded := store.load(table))}
    return [table for table, match in matches.items() if match.outcome and match.outcome.reason == "time"]


async def check(url: str, count: int, seconds: float, down: float, rng: Random) -> dict[str, Any]:
    """So many matches through three servers, each of which plays for a while and is then away for longer than a turn
    may take; at the end half of the players stop, and they, and nobody else, must lose."""
    told, port, tasks = Acknowledged(), free_port(), list[asyncio.Task[None]]()
    watch = Watch(told)
    matches: list[Match] = []
    browsers: list[Browser] = []
    lost = 0
    tasks.append(asyncio.create_task(watch.run()))
    try:
        for days, how in PARTS:
            async with running(port, url, str(days), module="benchmarks.faults.clocks") as process:
                watch.is_up = True
                if not matches:
                    clock = {"kind": "move", "first": TURN}
                    matches = [await make(port, rng, told, kind=Timed, clock=clock) for _ in range(count)]
                    browsers = [browser for match in matches for browser in match.browsers]
                    tasks += [asyncio.create_task(browser.run()) for browser in browsers]
                    playing = {match.table: asyncio.create_task(match.play(told)) for match in matches}
                    tasks += playing.values()
                for _ in range(2):
                    await asyncio.sleep(seconds / 2)
                    lost += await lose_sockets(browsers, rng)
                    process.send_signal(signal.SIGUSR1)
                watch.is_up = False
                process.send_signal(how)
                await asyncio.to_thread(process.wait)
            await asyncio.sleep(down)
        async with running(port, url, "0", module="benchmarks.faults.clocks"):
            watch.is_up = True
            await asyncio.sleep(seconds)
            ended = over_by_time(url, list(playing))
            moves = told.moves
            idle = [table for table in list(playing)[::2] if table not in ended]
            for table in idle:
                playing[table].cancel()
            until = time.monotonic() + TURN + GRACE / 1000 + SLACK
            over = set[str]()
            while not over.issuperset(idle) and time.monotonic() < until:
                await asyncio.sleep(1)
                over = set(await asyncio.to_thread(over_by_time, url, list(playing)))
            watch.is_up = False
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    slow = [table for table in over.difference(idle) if watch.longest[table] >= TURN]
    found = [f"{table}: lost on time" for table in over.difference(idle, slow)]
    found += [f"{table}: nobody played, and nobody has lost" for table in set(idle) - over]
    return {
        "tables": count,
        "moves": moves,
        "restarts": len(PARTS),
        "lost sockets": lost,
        "lost on time": len(over.difference(idle)),
        "too slow themselves": len(slow),
        "stopped playing": len(idle),
        "of these lost on time": len(over.intersection(idle)),
        "longest still s": round(max((watch.longest[table] for table in playing if table not in idle), default=0.0), 1),
        "faults": [*found, *faults(url, told)],
    }


def main() -> None:
    """The server."""
    wrong = [timedelta(days=int(sys.argv.pop()))]
    now, seconds = table_state.utc_now, time.time
    for module in (table_state, rooms):
        vars(module)["utc_now"] = lambda: now() + wrong[0]
    vars(time)["time"] = lambda: seconds() + wrong[0].total_seconds()

    def jump(*_: object) -> None:
        wrong[0] = -wrong[0] or timedelta(days=1)

    signal.signal(signal.SIGUSR1, jump)
    serve.main()


if __name__ == "__main__":
    main()
