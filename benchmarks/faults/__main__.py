"""Faults under play: ``python -m benchmarks.faults server|database|stop|several``. Ends with 1 where anything was lost.

- `server`: a server is killed (SIGKILL) at a random moment while matches are made, claimed, played and finished, then
  started again; `--db postgresql` with `--processes` servers, one of which is killed.
- `database`: PostgreSQL, with fsync, is killed and started again; play must go on by itself within ten seconds.
- `stop`: a server is told to stop (SIGTERM).
- `several`: servers write to the same matches; each history must be one line, and moves reach the others' browsers.

Every acknowledged table, claim and move must be in the database afterwards, every match readable, no seat given twice.
Each run adds a line to the report; a report that has enough runs already is only summed up.
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
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack, ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Final

from rich.console import Console
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from benchmarks.load.sides import OurSeat, _post, free_port, started
from ridotto.core import RidottoError
from ridotto.server.store import Store
from ridotto.server.table_state import load_table, seat_of
from tests.server.postgres import Postgres

CONSOLE: Final = Console()
GAMES: Final = ("xequeo", "venise")
AGAIN_SECONDS: Final = 10.0
"""Within so long play must go on after PostgreSQL is back."""
LAST: Final = 8
"""Moves after which somebody resigns, so that matches are finished and begun all the time."""


@dataclass(slots=True)
class Acknowledged:
    """What players were told was done."""

    tables: dict[str, list[tuple[int, str]]] = field(default_factory=dict)
    """By table: the moves of seats."""
    claims: dict[str, str] = field(default_factory=dict)
    """By table: the key to seat 1."""
    asked: Counter[str] = field(default_factory=Counter)
    """By table: moves whose answer was still to come."""
    latencies: list[float] = field(default_factory=list)
    """Seconds from asking for a move until a browser at another server shows it."""

    @property
    def moves(self) -> int:
        return sum(map(len, self.tables.values()))


async def play(ports: Sequence[int], told: Acknowledged, rng: Random, stop: asyncio.Event) -> None:
    """Matches one after the other, the seats at different servers where there are several."""
    while not stop.is_set():
        home, other = rng.choice(ports), rng.choice(ports)
        seats = [{"kind": "here"}, {"kind": "link"}]
        game = rng.choice(GAMES)
        made = await asyncio.to_thread(_post, f"http://127.0.0.1:{home}/api/tables", {"game": game, "seats": seats})
        table = made["table"]
        told.tables[table] = []
        claim = {"browser": f"the browser of {rng.random()}", "invite": made["seats"][1]["invite"], "name": ""}
        taken = await asyncio.to_thread(_post, f"http://127.0.0.1:{other}/api/tables/{table}/claim", claim)
        told.claims[table] = taken["token"]
        async with AsyncExitStack() as stack:
            both = []
            for port, token in ((home, made["seats"][0]["token"]), (other, taken["token"])):
                url = f"ws://127.0.0.1:{port}/api/play"
                opened = await stack.enter_async_context(connect(url, ping_interval=None, max_size=None))
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
            with suppress(OSError, WebSocketException, RuntimeError, IndexError):
                await play(ports, told, own, stop)
            if not is_patient:
                return
            await asyncio.sleep(0.2)

    await asyncio.gather(*(one(rng.getrandbits(40)) for _ in range(matches)))


def faults(url: str, told: Acknowledged) -> list[str]:
    """What was acknowledged and is not so."""
    found = []
    with closing(Store(url)) as store:
        for table, moves in told.tables.items():
            loaded = store.load(table)
            if loaded is None:
                found.append(f"{table}: the table is gone")
                continue
            try:
                load_table(loaded)
            except RidottoError as error:
                found.append(f"{table}: cannot be read: {error.code}")
            made = Counter((actor, move) for actor, move in loaded.log if actor >= 0)
            if lost := Counter(moves) - made:
                found.append(f"{table}: lost {dict(lost)}")
            if (surplus := (made - Counter(moves)).total()) > told.asked[table]:
                found.append(f"{table}: {surplus} moves that nobody was told of")
            if table in told.claims:
                with suppress(RidottoError):
                    if seat_of(loaded.stored, told.claims[table]) == 1:
                        continue
                found.append(f"{table}: a claimed seat is another's")
    return found


@contextmanager
def servers(url: str, count: int) -> Iterator[list[tuple[int, Any]]]:
    with ExitStack() as stack:
        ports = [free_port() for _ in range(count)]
        words = (sys.executable, "-m", "benchmarks.load.serve")
        yield [(port, stack.enter_context(started(*words, str(port), url))) for port in ports]


async def until(moment: float, ports: Sequence[int], told: Acknowledged, asked: Any, rng: Random, end: Any) -> None:
    """Plays, and at that moment calls `end`, which may take away the server."""
    stop = asyncio.Event()
    playing = asyncio.create_task(crowd(ports, told, asked.matches, rng, stop))
    await asyncio.sleep(moment)
    await asyncio.to_thread(end)
    await asyncio.sleep(0.5)
    stop.set()
    await playing


def kill_a_server(url: str, asked: Any, rng: Random, number: int) -> dict[str, Any]:
    told = Acknowledged()
    with servers(url, asked.processes) as running:
        victim = rng.choice(running)[1]
        ports = [port for port, _ in running]
        moment = rng.uniform(1.0, asked.seconds)
        asyncio.run(until(moment, ports, told, asked, rng, lambda: victim.send_signal(number)))
        if number == signal.SIGTERM:
            victim.wait(30)
    with servers(url, 1):
        return {"tables": len(told.tables), "moves": told.moves, "faults": faults(url, told)}


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


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.faults", description=__doc__)
    parser.add_argument("what", choices=["server", "database", "stop", "several"])
    parser.add_argument("--runs", type=int, default=40)
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=6.0, help="of play in a run, at most")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--db", choices=["sqlite", "postgresql"], default="sqlite")
    parser.add_argument("--report", type=Path, default=Path("faults.jsonl"))
    asked = parser.parse_args()
    if asked.what == "several":
        asked.processes = max(2, asked.processes)
    if asked.what in ("database", "several") or asked.processes > 1:
        asked.db = "postgresql"
    key = f"{asked.what} {asked.db} {asked.processes}x {asked.matches} matches"
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
            else:
                number = signal.SIGKILL if asked.what == "server" else signal.SIGTERM
                found = kill_a_server(url, asked, rng, number)
            mine.append({"what": key, "run": run, **found})
            with asked.report.open("a") as report:
                report.write(json.dumps(mine[-1]) + "\n")
            CONSOLE.print(f"{run + 1}/{asked.runs}", mine[-1], highlight=False)
    lost = [fault for row in mine for fault in row["faults"]]
    moves, tables = (sum(row[name] for row in mine) for name in ("moves", "tables"))
    CONSOLE.print(f"{key}: {len(mine)} runs, {tables} tables, {moves} acknowledged moves, {len(lost)} faults")
    for fault in lost[:20]:
        CONSOLE.print(fault, highlight=False)
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())
