"""How others fare while one visitor is a nuisance: ``python -m benchmarks.nuisance``, on a machine that is idle.

A real server on this machine. At one table two people move, at another somebody plays against a bot; meanwhile one
visitor from another address does what a public server has to bear, one thing at a time and then all at once. It fails
where a move takes 100 ms or more at the 99th percentile, where a bot takes longer than twice its time plus one choice,
or where memory does not come back.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from ridotto.boards.make import Wish, random_board
from ridotto.games import make_game
from ridotto.match import Match
from tests.server.house import Place, Program, wait_until

ADDRESS: Final = "127.0.0.2"
"""The nuisance's; everybody else is 127.0.0.1."""
THINK: Final = 1.0
SLOWEST: Final = 0.1
"""Seconds for a move, at the 99th percentile."""
ROOM: Final = 40 * 2**20
"""Bytes that the server may have grown by, a while after it is over: caches that are full then."""
PAUSE: Final = 0.08
"""Seconds between moves, and between what a nuisance does."""

# -- the nuisance, in a process of its own -----------------------------------------------------------------------------


class Target(NamedTuple):
    port: int
    table: str


async def send(target: Target, data: bytes, *, is_read: bool = True) -> bytes:
    """A connection that says this; the first of the answer, or nobody waits for one."""
    reader, writer = await asyncio.open_connection("127.0.0.1", target.port, local_addr=(ADDRESS, 0))
    try:
        writer.write(data)
        await writer.drain()
        return await reader.read(65_536) if is_read else b""
    finally:
        writer.close()


def post(path: str, body: bytes) -> bytes:
    kind = "application/json" if body[:1] == b"{" else "text/plain"
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n\r\n"
    return head.encode() + body


def get(path: str) -> bytes:
    return f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()


async def ask(target: Target, path: str, body: Any) -> Any:
    answer = await send(target, post(path, json.dumps(body).encode()))
    with suppress(ValueError):
        return json.loads(answer.partition(b"\r\n\r\n")[2])
    return {}


def socket(target: Target) -> Any:
    return connect(f"ws://127.0.0.1:{target.port}/api/play", local_addr=(ADDRESS, 0), max_queue=None)


async def flood(line: ClientConnection, text: str, count: int) -> None:
    """So many frames in one go."""
    frame = bytes([0x81, 0x80 | len(text)]) + bytes(4) + text.encode()
    line.transport.write(frame * count)
    await asyncio.sleep(PAUSE)


async def boards(target: Target) -> None:
    """Board files of 19 kB that took quadratic time, hung up on at once; brackets and numbers without end."""
    gems = 'name = "x"\nside = "day"\nposts = ""\n[gems]\nred = [' + '"c1",\n' * 3_000 + "]\n"
    keys = "".join(f"k{number}=1\n" for number in range(2_300))
    for text in (gems, keys, "a=" + "[" * 9_000, f"a = {'9' * 5_000}"):
        data = post("/api/boards", json.dumps({"text": text}).encode())
        await send(target, data, is_read=False)
        await asyncio.gather(*(send(target, data) for _ in range(3)))


async def hellos(target: Target) -> None:
    """Ten sockets, and 8,000 hellos on each at once."""

    async def one() -> None:
        async with socket(target) as line:
            await flood(line, json.dumps({"type": "hello", "table": target.table}), 8_000)
            with suppress(asyncio.TimeoutError):
                await asyncio.wait_for(line.wait_closed(), 1)

    await asyncio.gather(*(one() for _ in range(10)), return_exceptions=True)


async def silence(target: Target) -> None:
    """1,100 connections that say nothing, half a header or half a body."""
    halves = (b"", b"GET / HTTP/1.1\r\nHost: lo", post("/api/replay", b"x" * 99)[:-50])
    lines = []
    try:
        for number in range(1_100):
            _, writer = await asyncio.open_connection("127.0.0.1", target.port, local_addr=(ADDRESS, 0))
            writer.write(halves[number % 3])
            lines.append(writer)
        await asyncio.sleep(3)
    finally:
        for writer in lines:
            writer.close()


def long_record() -> bytes:
    game = make_game("venise", "stall_rounds=999")
    match, rng = Match(game), Random(1)
    match.play_chance(rng)
    while len(match.entries) < 4_900 and match.actors:
        match.submit(match.actors[0], rng.choice(game.legal(match.state, match.actors[0])))
        match.play_chance(rng)
    return match.record().encode()


async def replays(target: Target) -> None:
    """Eight long records at once, and drawings of boards that nobody has seen yet."""
    record = post("/api/replay", RECORD)
    drawing = get(
        f"/api/scene.json?game=xequeo&options=width%3D{random.randint(3, 8)}%20pieces%3D{random.randint(2, 7)}"
    )
    with suppress(TimeoutError):
        async with asyncio.timeout(5):
            await asyncio.gather(*(send(target, each) for each in [record] * 8 + [drawing] * 4))


RECORD: bytes = b""


async def spectators(target: Target) -> None:
    """Eighty who look at the table of others and read nothing of what they asked for."""

    async def one() -> None:
        _, writer = await asyncio.open_connection("127.0.0.1", target.port, local_addr=(ADDRESS, 0), limit=1)
        try:
            upgrade = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            key = "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
            writer.write(f"GET /api/play HTTP/1.1\r\nHost: localhost\r\n{upgrade}{key}".encode())
            await asyncio.sleep(0.2)
            text = json.dumps({"type": "hello", "table": target.table})
            writer.write((bytes([0x81, 0x80 | len(text)]) + bytes(4) + text.encode()) * 20)
            await asyncio.sleep(4)
        finally:
            writer.close()

    await asyncio.gather(*(one() for _ in range(80)), return_exceptions=True)


async def bots(target: Target) -> None:
    """Twelve tables where bots play bots, and sixty hints for one seat."""
    seats = [{"kind": "bot", "bot": "ismcts"}] * 2
    mine = [{"kind": "here"}, {"kind": "bot", "bot": "ismcts"}]

    async def watch(table: str, token: str = "", hints: int = 0) -> None:
        async with socket(target) as line:
            await line.send(json.dumps({"type": "hello", "table": table, "token": token}))
            version = json.loads(await line.recv()).get("now", {}).get("version", 0)
            for number in range(hints):
                await line.send(json.dumps({"type": "hint", "id": number, "version": version}))
            with suppress(asyncio.TimeoutError):
                await asyncio.wait_for(line.wait_closed(), 6)

    made = [await ask(target, "/api/tables", {"game": "xequeo", "seats": seats}) for _ in range(12)]
    own = await ask(target, "/api/tables", {"game": "xequeo", "seats": mine})
    watched = [watch(each["table"]) for each in made if "table" in each]
    if "table" in own:
        watched += [watch(own["table"], own["seats"][0]["token"], 1) for _ in range(60)]
    await asyncio.gather(*watched, return_exceptions=True)


async def renames(target: Target) -> None:
    """6,000 renames, then gone."""
    own = await ask(target, "/api/tables", {"game": "xequeo", "seats": [{"kind": "here"}] * 2})
    if "table" not in own:
        return
    async with socket(target) as line:
        await line.send(json.dumps({"type": "hello", "table": own["table"], "token": own["seats"][0]["token"]}))
        await line.recv()
        await flood(line, '{"type":"rename","id":1,"name":"x"}', 6_000)


async def requests(target: Target) -> None:
    """Paths that no file has, tables for the lobby, the lobby itself and a record, as fast as they are answered."""
    listed = post("/api/tables", json.dumps({"game": "xequeo", "seats": [{"kind": "here"}, {"kind": "open"}]}).encode())
    paths = [
        get("/%00"),
        get("/" + "x" * 300),
        listed,
        get("/api/lobby"),
        get("/api/lobby"),
        get(f"/api/tables/{target.table}/record"),
    ]
    await asyncio.gather(*(send(target, each) for each in paths * 3), return_exceptions=True)


async def ratings(target: Target) -> None:
    """A hundred ratings of boards at once, and searches for new ones."""
    rng, wish = Random(random.random()), Wish()
    codes = [board.code for _ in range(80) if (board := random_board(wish, rng, "x"))]
    asked = [post("/api/workshop/rate", json.dumps({"code": code}).encode()) for code in codes]
    wishes = [{"side": "day", "least": 20, "most": 40, "seed": rng.randrange(10**6)} for _ in range(20)]
    asked += [post("/api/workshop/make", json.dumps(each).encode()) for each in wishes]
    with suppress(TimeoutError):
        async with asyncio.timeout(8):
            await asyncio.gather(*(send(target, each) for each in asked), return_exceptions=True)


NUISANCES: Final[dict[str, Callable[[Target], Awaitable[None]]]] = {
    each.__name__: each for each in (boards, hellos, silence, replays, spectators, bots, renames, requests, ratings)
}


async def be_a_nuisance(names: list[str], target: Target) -> None:
    async def again(nuisance: Callable[[Target], Awaitable[None]]) -> None:
        while True:
            with suppress(OSError, WebSocketException):  # the server has had enough of it
                await nuisance(target)
            print(nuisance.__name__, flush=True)
            await asyncio.sleep(PAUSE)

    await asyncio.gather(*(again(NUISANCES[name]) for name in names))


# -- the others --------------------------------------------------------------------------------------------------------


class Players:
    """Two people who move, and one against a bot; each at a table of their own."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self.moves: list[float] = []
        self.answers: list[float] = []
        self.failures: list[str] = []
        self.table = ""
        self._is_over = threading.Event()
        self._threads = [threading.Thread(target=self._guarded, args=(each,)) for each in (self._people, self._bot)]

    def __enter__(self) -> Players:
        for thread in self._threads:
            thread.start()
        wait_until(lambda: bool(self.table or self.failures))
        return self

    def __exit__(self, *_: object) -> None:
        self._is_over.set()
        for thread in self._threads:
            thread.join()

    def _guarded(self, play: Callable[[], None]) -> None:
        try:
            while not self._is_over.is_set():
                play()
        except Exception as error:
            self.failures.append(f"{type(error).__name__}: {error}")

    def _people(self) -> None:
        laid = self.place.table("venise", "here", "here", options="stall_rounds=999")
        with laid.guest(0) as anna, laid.guest(1) as bruno:
            self.table = laid.id
            rng = Random(1)
            while not self._is_over.is_set() and not anna.state["is_over"]:
                guest, other = (anna, bruno) if 0 in anna.now["waiting"] else (bruno, anna)
                start = time.monotonic()
                answer = guest.move(rng.choice(guest.legal))
                other.see(lambda other, guest=guest: other.now["version"] >= guest.now["version"])  # type: ignore[misc]
                self.moves.append(time.monotonic() - start)
                if answer["type"] != "done":
                    self.failures.append(str(answer["code"]))
                time.sleep(PAUSE)

    def _bot(self) -> None:
        laid = self.place.table("xequeo", "here", "bot:ismcts", options="rings=2")
        rng = Random(2)
        with laid.guest(0) as anna:
            while not self._is_over.is_set() and not anna.state["is_over"]:
                start = time.monotonic()
                is_mine = 0 in anna.now["waiting"] and anna.legal
                if is_mine:
                    anna.move(rng.choice(anna.legal))
                    time.sleep(PAUSE)
                else:
                    version = anna.now["version"]
                    anna.see(lambda anna, version=version: anna.now["version"] != version)  # type: ignore[misc]
                    self.answers.append(time.monotonic() - start)


class Found(NamedTuple):
    rounds: int
    """How often the nuisance has had its way."""
    moves: list[float]
    answers: list[float]
    failures: list[str]
    server: int
    """Bytes of the server's process at the end."""
    processes: int
    """Bytes of all its processes at the worst."""
    log: int

    @property
    def slowest(self) -> float:
        return percentile(self.moves, 0.99)


def percentile(values: list[float], part: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * part))] if values else float("inf")


def tree(process: int) -> list[int]:
    found = [process]
    for task in Path(f"/proc/{process}/task").glob("*/children"):
        with suppress(OSError):
            for child in task.read_text().split():
                found += tree(int(child))
    return found


def memory(process: int) -> int:
    with suppress(OSError, IndexError):
        return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return 0


def measure(server: Program, names: list[str], seconds: float) -> Found:
    with Players(server) as players:
        words = [sys.executable, "-m", "benchmarks.nuisance", "--be", ",".join(names), str(server.port), players.table]
        # It would have a machine of its own, so here it takes what the others leave.
        nuisance = subprocess.Popen(["nice", "-n", "5", *words], stdout=subprocess.PIPE) if names else None
        worst = rounds = 0
        try:
            end = time.monotonic() + seconds
            while time.monotonic() < end:
                worst = max(worst, sum(map(memory, tree(server.process.pid))))
                time.sleep(0.2)
        finally:
            if nuisance:
                nuisance.kill()
                rounds = nuisance.communicate()[0].count(b"\n")
    pid = server.process.pid
    size = server.log.stat().st_size
    return Found(rounds, players.moves, players.answers, players.failures, memory(pid), worst, size)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=20, help="for each nuisance")
    parser.add_argument("--only", choices=NUISANCES, action="append", help="one nuisance; may be repeated")
    parser.add_argument("--be", nargs=3, metavar=("NAMES", "PORT", "TABLE"), help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.be:
        names, port, table = args.be
        global RECORD
        RECORD = long_record() if "replays" in names else b""
        asyncio.run(be_a_nuisance(names.split(","), Target(int(port), table)))
        return 0
    console = Console()
    shown = Table(box=SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for column in ("nuisance", "rounds", "moves", "median", "p99", "worst", "bot", "server", "all", "log"):
        shown.add_column(column, justify="left" if column == "nuisance" else "right")
    wanted = [[], *([name] for name in args.only or NUISANCES)]
    wanted += [] if args.only else [list(NUISANCES)]
    faults: list[str] = []
    with tempfile.TemporaryDirectory() as folder, Program(Path(folder), "--think", str(THINK)) as server:
        quiet = measure(server, [], args.seconds)
        if quiet.slowest >= SLOWEST:
            console.print(f"Too busy a machine to tell: undisturbed moves take {1000 * quiet.slowest:.0f} ms already.")
            return 2
        slowest_bot = 2 * percentile(quiet.answers, 0.99) + THINK
        for names in wanted:
            found = measure(server, names, args.seconds) if names else quiet
            title = "none" if not names else names[0] if len(names) == 1 else "all at once"
            shown.add_row(
                title,
                str(found.rounds),
                str(len(found.moves)),
                *(f"{1000 * percentile(found.moves, part):.0f} ms" for part in (0.5, 0.99, 1)),
                f"{percentile(found.answers, 0.99):.1f} s",
                f"{found.server / 2**20:.0f} MB",
                f"{found.processes / 2**20:.0f} MB",
                f"{found.log / 1000:.0f} kB",
            )
            if found.slowest >= SLOWEST:
                faults.append(f"{title}: moves took {1000 * found.slowest:.0f} ms at the 99th percentile")
            if percentile(found.answers, 0.99) > slowest_bot:
                faults.append(f"{title}: the bot took {percentile(found.answers, 0.99):.1f} s, not {slowest_bot:.1f} s")
            faults += [f"{title}: {failure}" for failure in found.failures]
        time.sleep(5)
        after = memory(server.process.pid)
        if after > quiet.server + ROOM:
            faults.append(f"memory: {after / 2**20:.0f} MB after it was over, {quiet.server / 2**20:.0f} MB before")
    console.print(shown)
    console.print(f"Memory of the server: {quiet.server / 2**20:.0f} MB before, {after / 2**20:.0f} MB after.")
    console.print("\n".join(faults) or "Nobody else noticed.")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
