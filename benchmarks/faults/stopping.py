"""A server that is told to stop while people play, and is started again: nothing is lost, and they play on."""

from __future__ import annotations

import asyncio
import json
import signal
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from random import Random
from subprocess import Popen
from typing import Any, Final

from benchmarks.faults.hostile import GAMES
from benchmarks.faults.ledger import SERVER, Acknowledged, faults, server
from benchmarks.load.client import connect
from benchmarks.load.sides import OurSeat, free_port, post

PAUSE: Final = 4.0
"""Seconds between two moves of one match, on average."""
FIRST_PAUSE: Final = 0.4
RESTART_PAUSE: Final = 2.4
"""Before a browser tries again, as `web/src/socket.svelte.ts` has it; each failure doubles it up to here."""
RESUME_SECONDS: Final = 5.0
"""So soon after the server is there again everybody must be back."""


class Browser:
    """A seat whose socket comes back by itself when it was lost."""

    def __init__(self, port: int, table: str, token: str, rng: Random) -> None:
        self.port, self.table, self.token, self.rng = port, table, token, rng
        self.seat: OurSeat | None = None
        self.back: list[float] = []
        """When it saw the table, at first and after each loss."""

    async def run(self) -> None:
        failures = 0
        while True:
            with suppress(OSError, TimeoutError):
                async with connect(f"ws://127.0.0.1:{self.port}/api/play") as opened:
                    await opened.send(json.dumps({"type": "hello", "table": self.table, "token": self.token}))
                    seat = OurSeat(opened)
                    while (await seat.read()).type != "table":
                        pass
                    self.seat, failures = seat, 0
                    self.back.append(time.monotonic())
                    await opened.lost
            self.seat = None
            await asyncio.sleep(min(RESTART_PAUSE, FIRST_PAUSE * 2**failures) * (0.5 + self.rng.random()))
            failures += 1


@dataclass(slots=True)
class Match:
    table: str
    browsers: Sequence[Browser]
    rng: Random
    refused: list[str] = field(default_factory=list)

    def pause(self) -> float:
        return self.rng.expovariate(1 / PAUSE)

    async def play(self, told: Acknowledged) -> None:
        while True:
            await asyncio.sleep(self.pause())
            seats = [browser.seat for browser in self.browsers]
            ready = [nth for nth, seat in enumerate(seats) if seat is not None and seat.now.view.legal]
            if not ready:
                continue
            nth = self.rng.choice(ready)
            seat = seats[nth]
            assert seat is not None
            chosen = self.rng.choice(seat.now.view.legal)
            move = chosen if isinstance(chosen, str) else chosen.text
            told.asked[self.table] += 1
            try:
                await seat.move(move)
            except ConnectionError:
                continue  # whether it was made is seen when the socket is back
            except RuntimeError as error:
                self.refused.append(str(error))
            else:
                told.tables[self.table].append((nth, move))
                with suppress(ConnectionError):
                    for other in filter(None, seats):
                        await other.see(seat.now.version)
            told.asked[self.table] -= 1


@asynccontextmanager
async def running(port: int, url: str, *more: str, module: str = SERVER) -> AsyncIterator[Popen[bytes]]:
    manager = server(port, url, *more, module=module)
    process = await asyncio.to_thread(manager.__enter__)
    try:
        yield process
    finally:
        await asyncio.to_thread(manager.__exit__, None, None, None)


async def make(port: int, rng: Random, told: Acknowledged, *, kind: type[Match] = Match, **more: Any) -> Match:
    asked = {"game": rng.choice(GAMES), "seats": [{"kind": "here"}] * 2, **more}
    made = await asyncio.to_thread(post, f"http://127.0.0.1:{port}/api/tables", asked)
    told.tables[made["table"]] = []
    browsers = [Browser(port, made["table"], seat["token"], Random(rng.random())) for seat in made["seats"]]
    return kind(made["table"], browsers, Random(rng.random()))


async def stop(url: str, count: int, seconds: float, rng: Random) -> dict[str, Any]:
    """So many matches, by a server that is told to stop at some moment, and by the next one on its port."""
    told, port, tasks = Acknowledged(), free_port(), list[asyncio.Task[None]]()
    try:
        async with running(port, url) as process:
            matches = [await make(port, rng, told) for _ in range(count)]
            browsers = [browser for match in matches for browser in match.browsers]
            tasks += [asyncio.create_task(browser.run()) for browser in browsers]
            while not all(browser.back for browser in browsers):
                await asyncio.sleep(0.1)
            tasks += [asyncio.create_task(match.play(told)) for match in matches]
            await asyncio.sleep(rng.uniform(1.0, seconds))
            start = time.monotonic()
            process.send_signal(signal.SIGTERM)
        ended, before = time.monotonic(), told.moves
        async with running(port, url):
            up = time.monotonic()
            while any(len(browser.back) < 2 for browser in browsers) and time.monotonic() < up + 60:
                await asyncio.sleep(0.1)
            await asyncio.sleep(2 * PAUSE)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    found = [f"{match.table}: {error}" for match in matches for error in match.refused]
    if lost := sum(len(browser.back) < 2 for browser in browsers):
        found.append(f"{lost} browsers did not come back")
    if (resumed := max(browser.back[-1] for browser in browsers) - up) > RESUME_SECONDS:
        found.append(f"the last browser was back only after {resumed:.1f} s")
    return {
        "tables": count,
        "moves": told.moves,
        "moves after": told.moves - before,
        "ended s": round(ended - start, 2),
        "started s": round(up - ended, 2),
        "back s": round(resumed, 2),
        "faults": [*found, *faults(url, told)],
    }
