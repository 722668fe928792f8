"""The two servers as a load test sees them: matches of two seats, each with its own socket."""

from __future__ import annotations

import asyncio
import json
import shutil
import socket
import subprocess
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AsyncExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import IO, Any, Final
from urllib.request import Request, urlopen

import msgspec

from benchmarks.load.client import Socket, connect
from ridotto.core import Seat
from ridotto.games import make_game
from ridotto.match import Match
from ridotto.server.store import Loaded, Store, StoredSeat, hashed
from ridotto.server.table_state import TableState, load_table, new_table
from ridotto.server.wire import NewSeat, NewTable

PEER: Final = Path(__file__).parent / "peer"
START_SECONDS: Final = 60.0
ANSWER_SECONDS: Final = 30.0
TICK: Final = 100
"""Of the kernel's clock, a second."""


@dataclass(frozen=True, slots=True)
class Process:
    """A server and what it costs."""

    port: int
    pid: int

    def cpu(self) -> float:
        """Seconds, all threads together."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICK

    def memory(self) -> int:
        """Bytes that are its own and in memory."""
        for row in Path(f"/proc/{self.pid}/smaps_rollup").read_text().splitlines():
            if row.startswith("Pss:"):
                return int(row.split()[1]) * 1024
        raise LookupError("no Pss")


@contextmanager
def started(
    *words: str | Path, cwd: Path | None = None, log: IO[bytes] | None = None
) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen([str(word) for word in words], cwd=cwd, stdout=subprocess.PIPE, stderr=log)
    assert process.stdout is not None
    try:
        while b"ready" not in (row := process.stdout.readline()):
            if not row:
                raise RuntimeError(f"{words} ended before it was ready")
        yield process
    finally:
        process.terminate()
        process.wait(START_SECONDS)
        process.stdout.close()


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


class Duel(ABC):
    """A match with both its sockets."""

    moves = 0

    @abstractmethod
    async def move(self) -> float:
        """One move by whoever may; returns the seconds until the one who moved and everybody who may see it know."""

    @property
    @abstractmethod
    def is_over(self) -> bool: ...


# -- ours --------------------------------------------------------------------------------------------------------------


class _Move(msgspec.Struct):
    text: str


class _View(msgspec.Struct):
    legal: list[str | _Move]


class _Now(msgspec.Struct):
    version: int
    view: _View
    waiting: list[int]


class _Message(msgspec.Struct):
    type: str
    id: int | None = None
    now: _Now | None = None
    is_over: bool = False
    code: str = ""


DECODER: Final = msgspec.json.Decoder(_Message)


class OurSeat:
    def __init__(self, socket: Socket) -> None:
        self.socket = socket
        self.now = _Now(-1, _View([]), [])
        self.is_over = False
        self._id = 0
        self.bytes = 0

    async def read(self) -> _Message:
        frame = await self.socket.recv()
        self.bytes += len(frame)
        message = DECODER.decode(frame)
        if message.now:
            self.now, self.is_over = message.now, message.is_over
        return message

    async def move(self, move: str) -> None:
        await self.ask({"type": "move", "version": self.now.version, "move": move})

    async def ask(self, message: dict[str, Any]) -> None:
        self._id += 1
        await self.socket.send(json.dumps({**message, "id": self._id}))
        while (answer := await self.read()).id != self._id:
            pass
        if answer.type != "done":
            raise RuntimeError(f"{message} was refused: {answer.code}")

    async def see(self, version: int) -> None:
        while self.now.version < version:
            await self.read()


class OurDuel(Duel):
    def __init__(self, seats: Sequence[OurSeat], rng: Random) -> None:
        self.seats = seats
        self._rng = rng

    @property
    def is_over(self) -> bool:
        return self.seats[0].is_over

    async def move(self) -> float:
        seat = self._rng.choice([seat for seat in self.seats if seat.now.view.legal])
        legal = seat.now.view.legal
        chosen = self._rng.choice(legal)
        start = time.perf_counter()
        await seat.move(chosen if isinstance(chosen, str) else chosen.text)
        for other in self.seats:
            await other.see(seat.now.version)
        self.moves += 1
        return time.perf_counter() - start


async def make_all(store: Store, tables: Iterable[TableState]) -> None:
    for table in tables:
        await store.make(table.stored, table.log)


def aged(game: str, options: str, age: int, rng: Random) -> TableState:
    """A table of two whose match has so many entries already; the keys are 0 and 1 after its id."""
    while True:
        table, _ = new_table(NewTable(game=game, options=options, seats=(NewSeat(kind="here", name="", bot=""),) * 2))
        match = Match(make_game(game, options if game == "xequeo" else f"{options} seats=2"))
        match.play_chance(rng)
        while len(match.entries) < age and not match.outcome:
            seat = rng.choice(match.actors)
            match.submit(seat, rng.choice(match.game.legal(match.state, seat)))
            match.play_chance(rng)
        if match.outcome:
            continue
        log = tuple((actor, match.game.show_move(move)) for actor, move in match.entries)
        keys = tuple(StoredSeat("here", "", "", hashed(f"{table.stored.id}{seat}"), "") for seat in range(2))
        return load_table(Loaded(msgspec.structs.replace(table.stored, seats=keys, version=age), log))


class Ours:
    name = "Ridotto"

    def __init__(self, folder: Path, game: str, options: str, age: int = 200) -> None:
        self.game, self.options, self.age = game, options, age
        self.db = f"sqlite:///{folder / f'{game}-{age}.sqlite'}"

    @contextmanager
    def run(self) -> Iterator[Process]:
        port = free_port()
        with started(sys.executable, "-m", "benchmarks.load.serve", str(port), self.db) as process:
            yield Process(port, process.pid)

    def fill(self, count: int, seed: int = 1) -> list[str]:
        """Makes aged matches; returns their ids."""
        rng, store = Random(seed), Store(self.db)
        tables = [aged(self.game, self.options, self.age, rng) for _ in range(count)]
        asyncio.run(make_all(store, tables))
        store.close()
        return [table.stored.id for table in tables]

    async def duel(self, server: Process, table: str, stack: AsyncExitStack, rng: Random) -> OurDuel:
        return await sit_down(server.port, table, [f"{table}{seat}" for seat in range(2)], stack, rng)


async def sit_down(port: int, table: str, tokens: Sequence[str], stack: AsyncExitStack, rng: Random) -> OurDuel:
    seats = []
    for token in tokens:
        opened = await stack.enter_async_context(connect(f"ws://127.0.0.1:{port}/api/play"))
        await opened.send(json.dumps({"type": "hello", "table": table, "token": token}))
        ours = OurSeat(opened)
        while (message := await ours.read()).type != "table":
            if message.type == "failed":
                raise RuntimeError(message.code)
        seats.append(ours)
    return OurDuel(seats, rng)


# -- theirs ------------------------------------------------------------------------------------------------------------


class _Turn(msgspec.Struct):
    player: str = msgspec.field(name="currentPlayer")


class _PeerState(msgspec.Struct):
    number: int = msgspec.field(name="_stateID")
    turn: _Turn = msgspec.field(name="ctx")


class _Sync(msgspec.Struct):
    state: _PeerState


PARTS: Final = msgspec.json.Decoder(list[msgspec.Raw])


class PeerSeat:
    """A socket of socket.io, as far as the peer needs it."""

    def __init__(self, socket: Socket, match: str, seat: Seat, key: str) -> None:
        self.socket, self.match, self.seat, self.key = socket, match, seat, key
        self.state: _PeerState | None = None
        self.bytes = 0

    async def begin(self) -> None:
        await self.socket.recv()
        await self.socket.send("40/cards,")
        await self.socket.recv()
        await self.emit("sync", self.match, str(self.seat), self.key, 2)
        while self.state is None:
            await self.read()

    async def emit(self, *words: Any) -> None:
        await self.socket.send(f"42/cards,{json.dumps(words)}")

    async def read(self) -> None:
        frame = await self.socket.recv()
        self.bytes += len(frame)
        if frame == b"2":
            await self.socket.send("3")
        elif frame.startswith(b"42/cards,"):
            kind, _, content, *_ = PARTS.decode(frame[9:])
            if bytes(kind) == b'"sync"':
                self.state = msgspec.json.decode(content, type=_Sync).state
            elif bytes(kind) == b'"update"':
                self.state = msgspec.json.decode(content, type=_PeerState)

    async def see(self, number: int) -> None:
        while self.state is None or self.state.number < number:
            await self.read()


class PeerDuel(Duel):
    is_over = False

    def __init__(self, seats: Sequence[PeerSeat], rng: Random) -> None:
        self.seats = seats
        self._rng = rng

    async def move(self) -> float:
        state = self.seats[0].state
        assert state is not None
        seat = self.seats[int(state.turn.player)]
        move = {
            "type": "MAKE_MOVE",
            "payload": {
                "type": "play",
                "args": [self._rng.randrange(7), f"f{self._rng.randrange(49)}"],
                "playerID": str(seat.seat),
                "credentials": seat.key,
            },
        }
        start = time.perf_counter()
        await seat.emit("update", move, state.number, seat.match, str(seat.seat))
        for each in self.seats:
            await each.see(state.number + 1)
        self.moves += 1
        return time.perf_counter() - start


class Peer:
    name = "boardgame.io"
    age = 200

    @contextmanager
    def run(self) -> Iterator[Process]:
        if not (PEER / "node_modules").exists():
            npm, words = shutil.which("npm"), ("install", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund")
            assert npm, "the peer needs Node and npm"
            subprocess.run([npm, *words], cwd=PEER, check=True)
        port = free_port()
        with started("node", PEER / "server.cjs", str(port), cwd=PEER) as process:
            yield Process(port, process.pid)

    def fill(self, count: int) -> list[str]:
        return [""] * count  # its matches are in memory: made, and grown old, by their duels

    async def duel(self, server: Process, _: str, stack: AsyncExitStack, rng: Random) -> PeerDuel:
        base = f"http://127.0.0.1:{server.port}/games/cards"
        match = (await asyncio.to_thread(post, f"{base}/create", {"numPlayers": 2}))["matchID"]
        seats = []
        for seat in range(2):
            asked = {"playerID": str(seat), "playerName": str(seat)}
            key = (await asyncio.to_thread(post, f"{base}/{match}/join", asked))["playerCredentials"]
            url = f"ws://127.0.0.1:{server.port}/socket.io/?EIO=4&transport=websocket"
            opened = await stack.enter_async_context(connect(url))
            seats.append(PeerSeat(opened, match, seat, key))
        for each in seats:
            await each.begin()
        duel = PeerDuel(seats, rng)
        for _nth in range(self.age):
            await duel.move()
        return duel


def post(url: str, body: Any) -> Any:
    request = Request(url, json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urlopen(request, timeout=ANSWER_SECONDS) as answer:
        return json.loads(answer.read())
