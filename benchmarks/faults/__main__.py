"""Faults under play: ``python -m benchmarks.faults WHAT``. Ends with 1 where anything was lost, or told.

- `server`: a server is killed (SIGKILL) at a random moment while matches are made, claimed, played and finished, then
  started again; `--db postgresql` with `--processes` servers, one of which is killed.
- `database`: PostgreSQL, with fsync, is killed and started again; play must go on by itself within ten seconds.
- `stop`: a server is told to stop (SIGTERM) and started again; browsers come back within five seconds and play on.
- `clocks`: matches with a clock through restarts, lost sockets and a system time that is moved; only who stops playing
  may lose on time.
- `several`: servers write to the same matches; each history must be one line, and moves reach the others' browsers.
- `twice`: moves are doubled, reordered and replayed; each must be made at most once, and each refusal explained.
- `keys`: every seat's move with every key, said to be of every seat.
- `fuzz`: frames that make no sense, while somebody at another table waits for answers.
- `secrecy`: pairs of tables that differ only in a secret; to who must not know it, no byte may differ, nor in the log.
- `storage`: before one write after the other the database is locked, deleted or replaced; nothing changes, it recovers.
- `disk`: the system calls that write the database fail one after the other (strace); nothing changes, and it recovers.
- `sync`: every acknowledgement must come after an fdatasync that has returned (strace).

Every acknowledged table, claim and move must be in the database afterwards, every match readable, no seat given twice.
Each run adds a line to the report; a report that has enough runs already is only summed up. `--amount` is of moves,
tables, frames or positions in one run.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import signal
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Coroutine, Sequence
from contextlib import AsyncExitStack, ExitStack, suppress
from pathlib import Path
from random import Random
from typing import Any, Final

from rich.console import Console

from benchmarks.faults import clocks, hostile, secrecy, stopping, storage, system_calls
from benchmarks.faults.ledger import Acknowledged, faults, servers
from benchmarks.load.client import connect
from benchmarks.load.sides import OurSeat, post
from ridotto.match.match import RESIGNS
from tests.server.postgres import Postgres

CONSOLE: Final = Console()
GAMES: Final = ("xequeo", "venise")
AGAIN_SECONDS: Final = 10.0
"""Within so long play must go on after PostgreSQL is back."""
LAST: Final = 8
"""Moves after which somebody resigns, so that matches are finished and begun all the time."""


async def play(ports: Sequence[int], told: Acknowledged, rng: Random, stop: asyncio.Event) -> None:
    """Matches one after the other, the seats at different servers where there are several."""
    while not stop.is_set():
        home, other = rng.choice(ports), rng.choice(ports)
        seats = [{"kind": "here"}, {"kind": "link"}]
        game = rng.choice(GAMES)
        made = await asyncio.to_thread(post, f"http://127.0.0.1:{home}/api/tables", {"game": game, "seats": seats})
        table = made["table"]
        told.tables[table] = []
        taken = await claim(table, made["seats"][1]["invite"], (other, rng.choice(ports)), told, rng)
        told.claims[table] = taken
        async with AsyncExitStack() as stack:
            both = []
            for port, token in ((home, made["seats"][0]["token"]), (other, taken)):
                url = f"ws://127.0.0.1:{port}/api/play"
                opened = await stack.enter_async_context(connect(url))
                await opened.send(json.dumps({"type": "hello", "table": table, "token": token}))
                seat = OurSeat(opened)
                while (await seat.read()).type != "table":
                    pass
                both.append(seat)
            for _ in range(LAST):
                if both[0].is_over or stop.is_set():
                    break
                nth = rng.choice([nth for nth, seat in enumerate(both) if seat.now.view.legal])
                chosen = rng.choice(both[nth].now.view.legal)
                move = chosen if isinstance(chosen, str) else chosen.text
                told.asked[table] += 1
                start = time.perf_counter()
                await both[nth].move(move)
                told.asked[table] -= 1
                told.tables[table].append((nth, move))
                version = both[nth].now.version
                await both[1 - nth].see(version)
                if home != other:
                    told.latencies.append(time.perf_counter() - start)
            if not stop.is_set() and not both[0].is_over:
                told.asked[table] += 1
                await both[0].ask({"type": "resign"})
                told.asked[table] -= 1
                told.tables[table].append((0, RESIGNS))
                told.finished.add(table)


async def claim(table: str, invite: str, ports: Sequence[int], told: Acknowledged, rng: Random) -> str:
    """Browsers that want the same seat at the same time; the key of the one that gets it."""
    asked = [
        asyncio.to_thread(
            post,
            f"http://127.0.0.1:{port}/api/tables/{table}/claim",
            {"browser": f"the browser of {rng.random()}", "invite": invite, "name": ""},
        )
        for port in ports
    ]
    answers = await asyncio.gather(*asked, return_exceptions=True)
    taken = [answer["token"] for answer in answers if not isinstance(answer, BaseException)]
    if len(taken) > 1:
        told.rivals.append(table)
    if not taken:
        raise ConnectionError("nobody was answered")
    return str(taken[0])


async def crowd(
    ports: Sequence[int],
    told: Acknowledged,
    matches: int,
    rng: Random,
    stop: asyncio.Event,
    *,
    is_patient: bool = False,
) -> None:
    """So many matches at once, until told to stop or until the server is gone; who is patient begins anew."""

    async def one(seed: int) -> None:
        own = Random(seed)
        while not stop.is_set():
            with suppress(OSError, RuntimeError, IndexError):
                await play(ports, told, own, stop)
            if not is_patient:
                return
            await asyncio.sleep(0.2)

    await asyncio.gather(*(one(rng.getrandbits(40)) for _ in range(matches)))


async def until(moment: float, ports: Sequence[int], told: Acknowledged, asked: Any, rng: Random, end: Any) -> None:
    """Plays, and at that moment calls `end`, which may take away the server."""
    stop = asyncio.Event()
    playing = asyncio.create_task(crowd(ports, told, asked.matches, rng, stop))
    await asyncio.sleep(moment)
    await asyncio.to_thread(end)
    await asyncio.sleep(0.5)
    stop.set()
    await playing


def kill_a_server(url: str, asked: Any, rng: Random) -> dict[str, Any]:
    told = Acknowledged()
    with servers(url, asked.processes) as running:
        victim = rng.choice(running)[1]
        ports = [port for port, _ in running]
        moment = rng.uniform(1.0, asked.seconds)
        asyncio.run(until(moment, ports, told, asked, rng, lambda: victim.send_signal(signal.SIGKILL)))
    with servers(url, 1):
        counts = {"tables": len(told.tables), "claims": len(told.claims), "finished": len(told.finished)}
        return {**counts, "moves": told.moves, "faults": faults(url, told)}


async def through(asked: Any, postgres: Postgres, ports: Sequence[int], told: Acknowledged, rng: Random) -> float:
    """Plays while PostgreSQL dies and comes back; returns the seconds until a move was acknowledged again."""
    stop = asyncio.Event()
    playing = asyncio.create_task(crowd(ports, told, asked.matches, rng, stop, is_patient=True))
    await asyncio.sleep(rng.uniform(1.0, asked.seconds))
    await asyncio.to_thread(postgres.kill)
    await asyncio.sleep(rng.uniform(0.0, 1.0))
    await asyncio.to_thread(postgres.start)
    start, before = time.perf_counter(), told.moves
    while told.moves <= before and time.perf_counter() - start < 6 * AGAIN_SECONDS:
        await asyncio.sleep(0.05)
    took = time.perf_counter() - start
    stop.set()
    await playing
    return took


def kill_the_database(url: str, asked: Any, rng: Random, postgres: Postgres) -> dict[str, Any]:
    told = Acknowledged()
    with servers(url, asked.processes) as running:
        took = asyncio.run(through(asked, postgres, [port for port, _ in running], told, rng))
    found = faults(url, told)
    if took > AGAIN_SECONDS:
        found.append(f"play went on only after {took:.1f} s")
    return {"tables": len(told.tables), "moves": told.moves, "again": round(took, 2), "faults": found}


def race(url: str, asked: Any, rng: Random) -> dict[str, Any]:
    told = Acknowledged()
    with servers(url, asked.processes) as running:
        asyncio.run(until(asked.seconds, [port for port, _ in running], told, asked, rng, lambda: None))
    median = 1e3 * statistics.median(told.latencies) if told.latencies else 0.0
    return {"tables": len(told.tables), "moves": told.moves, "median ms": round(median, 1), "faults": faults(url, told)}


CHECKS: Final[dict[str, tuple[Callable[..., Coroutine[Any, Any, dict[str, Any]]], int]]] = {
    "twice": (hostile.twice, 5_000),
    "keys": (hostile.keys, 10),
    "fuzz": (hostile.fuzz, 50_000),
    "secrecy": (secrecy.check, 250),
    "storage": (storage.check, 20),
}
"""What is asked of servers that go on: how, and how much in one run."""


def ask(url: str, asked: Any, rng: Random) -> dict[str, Any]:
    check, amount = CHECKS[asked.what]
    with tempfile.NamedTemporaryFile() as log, servers(url, asked.processes, "7", log=log.file) as running:
        logs = [Path(log.name)] if asked.what == "secrecy" else []
        ports = [port for port, _ in running]
        try:
            found = asyncio.run(check(url, ports, asked.amount or amount, rng, *logs))
        except (OSError, TimeoutError):
            if all(process.poll() is None for _, process in running):
                raise  # all this was stopped for longer than a server waits for an answer to its pings: no run at all
            found = {"faults": []}
        dead = [process.pid for _, process in running if process.poll() is not None]
    return {**found, "faults": [*found["faults"], *(f"a server ended: {pid}" for pid in dead)]}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.faults", description=__doc__)
    parser.add_argument("what", choices=["server", "database", "stop", "clocks", "several", *CHECKS, "disk", "sync"])
    parser.add_argument("--runs", type=int, default=40)
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=6.0, help="of play in a run, at most")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--amount", type=int)
    parser.add_argument("--db", choices=["sqlite", "postgresql"], default="sqlite")
    parser.add_argument("--report", type=Path, default=Path("faults.jsonl"))
    asked = parser.parse_args()
    if asked.what == "several":
        asked.processes = max(2, asked.processes)
    if asked.what in ("database", "several") or asked.processes > 1:
        asked.db = "postgresql"
    key = f"{asked.what} {asked.db} {asked.processes}x"
    if asked.what in ("server", "database", "stop", "clocks", "several"):
        key += f" {asked.matches} matches"
    rows = [json.loads(row) for row in asked.report.read_text().splitlines()] if asked.report.exists() else []
    mine = [row for row in rows if row["what"] == key]
    with ExitStack() as stack:
        postgres = stack.enter_context(Postgres(is_synced=True)) if asked.db == "postgresql" else None
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        for run in range(len(mine), asked.runs):
            rng = Random(run)
            url = postgres.new_database() if postgres else f"sqlite:///{folder}/{run}.sqlite"
            if asked.what == "database":
                assert postgres is not None
                found = kill_the_database(url, asked, rng, postgres)
            elif asked.what == "several":
                found = race(url, asked, rng)
            elif asked.what in CHECKS:
                found = ask(url, asked, rng)
            elif asked.what in ("disk", "sync"):
                found = getattr(system_calls, asked.what)(Path(folder) / f"{run}", rng, run)
            elif asked.what == "clocks":
                found = asyncio.run(clocks.check(url, asked.matches, asked.seconds, clocks.TURN + asked.seconds, rng))
            elif asked.what == "stop":
                found = asyncio.run(stopping.stop(url, asked.matches, asked.seconds, rng))
            else:
                found = kill_a_server(url, asked, rng)
            mine.append({"what": key, "run": run, **found})
            with asked.report.open("a") as report:
                report.write(json.dumps(mine[-1]) + "\n")
            CONSOLE.print(f"{run + 1}/{asked.runs}", mine[-1], highlight=False)
    lost = [fault for row in mine for fault in row["faults"]]
    counts: Counter[str] = Counter()
    for row in mine:
        counts.update({name: count for name, count in row.items() if isinstance(count, int) and name != "run"})
    summed = "".join(f", {count:,} {name}" for name, count in counts.items())
    CONSOLE.print(f"{key}: {len(mine)} runs{summed}, {len(lost)} faults", highlight=False)
    for fault in lost[:20]:
        CONSOLE.print(fault, highlight=False)
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())
