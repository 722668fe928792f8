"""What a server costs while nothing happens, over time, and when it starts."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import time
from collections.abc import Awaitable, Sequence
from contextlib import AsyncExitStack, closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final
from urllib.request import urlopen

from benchmarks.load.client import Closed
from benchmarks.load.sides import OurDuel, Ours, Process, aged, free_port, make_all, post, sit_down
from ridotto.match import Match
from ridotto.server import table_state
from ridotto.server.presenter import Presenter
from ridotto.server.store import Store

PATIENCE: Final = 15.0
"""Seconds."""
WARM: Final = 5
"""Minutes until memory is compared: as many matches have ended then as stay in memory."""
YOUNG: Final = 20
"""Entries of a match that is only held or stored."""


async def held(side: Ours, server: Process, count: int, seconds: float) -> dict[str, Any]:
    """So many matches with both sockets open and nobody playing: CPU as a share of a core, and sockets lost."""
    tables = await asyncio.to_thread(side.fill, count)
    async with AsyncExitStack() as stack:
        before = server.memory()
        duels = [await side.duel(server, table, stack, Random(nth)) for nth, table in enumerate(tables)]
        memory = (server.memory() - before) / count
        cpu, start = server.cpu(), time.perf_counter()
        await asyncio.sleep(seconds)
        share = (server.cpu() - cpu) / (time.perf_counter() - start)
        lost = 0
        for seat in (seat for duel in duels for seat in duel.seats):
            try:
                await seat.socket.send('{"type":"hint","id":1,"version":-1}')
                while (await asyncio.wait_for(seat.read(), 60)).id != 1:
                    pass
            except (OSError, TimeoutError):
                lost += 1
    return {"sockets": 2 * count, "dropped": lost, "core": round(share, 4), "KB a match": round(memory / 1024)}


def growth(
    game: str, options: str, ages: Sequence[int] = (50, 1_000), matches: int = 16, moves: int = 30
) -> list[float]:
    """Microseconds of CPU a move, for the same moves from the same positions behind so many entries: made, shown to
    both seats, encoded. What does not depend on the match, such as sockets and disk, is left out."""
    vars(table_state)["SystemRandom"] = lambda: Random(7)
    spent = dict.fromkeys(ages, 0.0)
    for nth in range(matches):
        rng = Random(nth)
        old = aged(game, options, max(ages), rng)
        tables = []
        for age in ages:
            at = len(old.match.entries) - age
            match = Match(old.match.game, old.match.names, old.match.day, start=old.match.states[at])
            for entry in old.match.entries[at:]:
                match.submit(*entry)
            table = replace(old, match=match)
            presenter = Presenter(table)
            for seat in range(2):
                presenter.prepare(seat)
            tables.append((age, table, presenter))
        for _ in range(moves):
            match = tables[0][1].match
            if match.outcome:
                break
            seat = rng.choice(match.actors)
            move = match.game.show_move(rng.choice(match.game.legal(match.state, seat)))
            rng.shuffle(tables)
            for at, (age, table, presenter) in enumerate(tables):
                begun = time.process_time()
                new = table.moved(seat, move)
                presenter.show(new, (0, 1))
                spent[age] += time.process_time() - begun
                tables[at] = age, new, presenter
    return [1e6 * spent[age] / (matches * moves) for age in ages]


def start(folder: Path, count: int, runs: int = 5) -> dict[str, Any]:
    """From the command to the first answer: CPU seconds, the least of some starts with warm bytecode."""
    url = f"sqlite:///{folder}/stored.sqlite"
    rng = Random(1)
    with closing(Store(url)) as store:
        tables = [aged(("xequeo", "venise")[nth % 2], "", YOUNG, rng) for nth in range(count)]
        asyncio.run(make_all(store, tables))
    found = []
    for _ in range(runs + 1):
        port = free_port()
        words = (sys.executable, "-m", "ridotto", "serve", "--port", str(port), "--db", url)
        with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
            try:
                until(f"http://127.0.0.1:{port}/api/lobby")
                found.append(Process(port, process.pid).cpu())
            finally:
                process.terminate()
    return {"stored": count, "CPU s": min(found[1:]), "all": found[1:]}


def until(url: str, seconds: float = 60.0) -> None:
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        try:
            with urlopen(url, timeout=5):
                return
        except OSError:  # not there yet, or too busy to answer
            time.sleep(0.02)
    raise TimeoutError(url)


async def in_time(move: Awaitable[Any], tries: int = 3) -> None:
    """Raises TimeoutError. All that runs here may have been stopped meanwhile: waiting once more shows that."""
    moving = asyncio.ensure_future(move)
    for _ in range(tries):
        await asyncio.wait([moving], timeout=PATIENCE)
    if not moving.done():
        moving.cancel()
        raise TimeoutError
    await moving


async def fresh(server: Process, stack: AsyncExitStack, rng: Random) -> OurDuel:
    """A match that begins, of either game, as people play it."""
    asked = {"game": rng.choice(("xequeo", "venise")), "seats": [{"kind": "here"}] * 2}
    made = await asyncio.to_thread(post, f"http://127.0.0.1:{server.port}/api/tables", asked)
    return await sit_down(server.port, made["table"], [seat["token"] for seat in made["seats"]], stack, rng)


async def soak(server: Process, count: int, minutes: float, rate: float, report: Path) -> dict[str, Any]:
    """So many matches at a fixed rate, each replaced when it ends; memory is noted every minute."""
    begun, moves, stuck, ended, lost = time.perf_counter(), 0, 0, 0, 0
    notes: list[dict[str, Any]] = []
    end = begun + 60 * minutes

    async def play(nth: int) -> None:
        nonlocal moves, stuck, ended, lost
        rng, due = Random(nth), begun + nth / rate
        while due < end:
            try:
                async with AsyncExitStack() as stack:
                    duel = await fresh(server, stack, rng)
                    while due < end and not duel.is_over:
                        await asyncio.sleep(due - time.perf_counter())
                        due += count / rate
                        await in_time(duel.move())
                        moves += 1
                    ended += duel.is_over
            except TimeoutError:
                stuck += 1
            except Closed:  # all this was stopped for longer than the server waits for somebody who reads nothing
                lost += 1

    async def note() -> None:
        while time.perf_counter() < end:
            await asyncio.sleep(min(60.0, 60 * minutes))
            counts = {"moves": moves, "ended": ended, "memory": server.memory(), "stuck": stuck, "lost": lost}
            notes.append({"minute": len(notes) + 1, **counts})
            with report.open("a") as file:
                file.write(json.dumps(notes[-1]) + "\n")

    await asyncio.gather(note(), *(play(nth) for nth in range(count)))
    first, last = notes[min(WARM, len(notes)) - 1]["memory"], notes[-1]["memory"]
    return {
        "minutes": len(notes),
        "moves": moves,
        "matches ended": ended,
        "stuck": stuck,
        "lost": lost,
        "MB": [round(each["memory"] / 2**20) for each in notes],
        "drift %": round(100 * (last / first - 1), 1),
    }


def _note(store: Store, moment: float, _: object) -> None:
    store.note(repr(moment), 1)


async def notices(url: str, rate: float, seconds: float) -> dict[str, Any]:
    """Notices of one server at this rate, and when another one hears them: PostgreSQL."""
    import psycopg

    sender, sent = Store(url), 0
    delays: list[float] = []
    listening = await psycopg.AsyncConnection.connect(
        sender.url.set(drivername="postgresql").render_as_string(hide_password=False), autocommit=True
    )
    await listening.execute("LISTEN ridotto")

    async def hear() -> None:
        async for notice in listening.notifies():
            now = time.perf_counter()
            delays.extend(now - float(word) for word in json.loads(notice.payload).get("tables", {}))

    hearing = asyncio.create_task(hear())
    begun = time.perf_counter()
    while (now := time.perf_counter()) < begun + seconds:
        while sent < rate * (now - begun):
            sender.write(partial(_note, sender, time.perf_counter()))
            sent += 1
        await asyncio.sleep(0.001)
    for _ in range(1_000):
        if len(delays) == sent:
            break
        await asyncio.sleep(0.01)
    hearing.cancel()
    await asyncio.gather(hearing, return_exceptions=True)
    await listening.close()
    sender.close()
    delays.sort()
    return {
        "sent": sent,
        "heard": len(delays),
        "median ms": round(1e3 * delays[len(delays) // 2], 2),
        "p99 ms": round(1e3 * delays[int(0.99 * len(delays))], 2),
    }
