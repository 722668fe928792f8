"""Noninterference: two tables that differ only in a secret are the same to whoever must not know it, byte for byte."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, AsyncExitStack, closing, contextmanager, suppress
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from random import Random
from typing import Any, Final
from urllib.request import Request, urlopen

import msgspec

from benchmarks.load.client import Socket, connect
from benchmarks.load.sides import make_all
from ridotto.core import CHANCE, IllegalMove, RidottoError, Seat
from ridotto.games import make_game
from ridotto.games.venise.deck import CARDS
from ridotto.match import Match
from ridotto.server.store import Loaded, Store, StoredSeat, hashed
from ridotto.server.table_state import TableState, load_table, new_table
from ridotto.server.wire import NewSeat, NewTable

OPTIONS: Final = {"xequeo": "rings=3", "venise": "seats=2 stall_rounds=99"}
TRIES: Final = 12
LONGEST: Final = 60
HERE: Final = re.compile(rb'"is_here":(true|false)')
LOCKED: Final = 50
"""In every so manieth position the database is locked once."""
ABREAST: Final = 8
"""Positions looked at together."""


def position(game: str, rng: Random) -> Match:
    """Some way into a random match."""
    match = Match(make_game(game, OPTIONS[game]))
    for _ in range(rng.randrange(4, LONGEST)):
        match.play_chance(rng)
        if match.outcome:
            return position(game, rng)
        seat = rng.choice(match.actors)
        match.submit(seat, rng.choice(match.game.legal(match.state, seat)))
    match.play_chance(rng)
    return position(game, rng) if match.outcome else match


def twin_of(match: Match, seat: Seat | None, rng: Random) -> Match | None:
    """The same to this seat, with other secrets; nothing where none is found."""
    game, audience = match.game, "spectator" if seat is None else seat
    twin = match
    for _ in range(TRIES):
        hidden = [
            at for at, (actor, move) in enumerate(twin.entries) if game.seen(twin.states[at], actor, move, seat) != move
        ]
        if not hidden:
            return None
        at = rng.choice(hidden[-6:])
        entries, (actor, move) = list(twin.entries), twin.entries[at]
        if actor == CHANCE:
            others = [type(move)(card, move.seat) for card in CARDS if card != "joker"]
        else:
            others = list(game.legal(twin.states[at], actor))
        entries[at] = entries[at]._replace(move=rng.choice(others))
        other = Match(game, match.names, match.day)
        with suppress(RidottoError, ValueError):  # somebody played the card that now is another
            for entry in entries:
                other.submit(*entry)
            if other.record(audience) == match.record(audience):  # type: ignore[arg-type]
                twin = other
    return None if twin.record() == match.record() else twin


def laid(match: Match) -> TableState:
    """A table with this match; the keys are 0, 1 ... after its id."""
    options = OPTIONS[match.game.name].replace("seats=2 ", "")
    seats = (NewSeat(kind="here", name="", bot=""),) * 2
    table, _ = new_table(NewTable(game=match.game.name, options=options, seats=seats))
    keys = tuple(StoredSeat("here", "", "", hashed(f"{table.stored.id}{seat}"), "") for seat in range(2))
    log = tuple((actor, match.game.show_move(move)) for actor, move in match.entries)
    return load_table(Loaded(msgspec.structs.replace(table.stored, seats=keys, version=len(log)), log))


def next_moves(match: Match, twin: Match, viewer: Seat | None, rng: Random) -> tuple[Seat, str, str] | None:
    """What somebody else may do in both that looks the same to the viewer, and that lets chance do nothing: what it
    does may tell, and rightly so."""
    audience: Any = "spectator" if viewer is None else viewer
    seats = [seat for seat in match.actors if seat != viewer and seat in twin.actors]
    for _ in range(TRIES if seats else 0):
        seat = rng.choice(seats)
        moves = [rng.choice(each.game.legal(each.state, seat)) for each in (match, twin)]
        if rng.random() < 0.5:
            moves[1] = moves[0]
        after = [each.copy() for each in (match, twin)]
        with suppress(IllegalMove):
            for each, move in zip(after, moves, strict=True):
                each.submit(seat, move)
            is_same = after[0].record(audience) == after[1].record(audience)
            if is_same and (CHANCE,) not in (after[0].actors, after[1].actors):
                return seat, match.game.show_move(moves[0]), match.game.show_move(moves[1])
    return None


@contextmanager
def locked(url: str, table: str) -> Iterator[None]:
    """Somebody else writes to this table and does not come to an end."""
    with closing(Store(url)) as store, store.engine.connect() as connection, connection.begin() as transaction:
        if store.is_shared:
            connection.exec_driver_sql("SELECT 1 FROM tables WHERE id = %s FOR NO KEY UPDATE", (table,))
        yield
        transaction.rollback()


async def enter(stack: AsyncExitStack, port: int, table: str, token: str) -> Socket:
    socket = await stack.enter_async_context(connect(f"ws://127.0.0.1:{port}/api/play"))
    await socket.send(json.dumps({"type": "hello", "table": table, "token": token}))
    return socket


async def answers(socket: Socket, request: int) -> list[bytes]:
    """All that comes up to the answer to this request."""
    found: list[bytes] = []
    while not found or json.loads(found[-1]).get("id") != request:
        found.append(await asyncio.wait_for(socket.recv(), 30))
    return found


def body(port: int, path: str, token: str) -> bytes:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    with urlopen(Request(f"http://127.0.0.1:{port}{path}", headers=headers), timeout=30) as answer:
        return bytes(answer.read())


async def seen(
    ports: Sequence[int],
    table: str,
    viewer: Seat | None,
    act: tuple[Seat, str] | None,
    is_public: bool,
    away: AbstractContextManager[None] | None,
) -> list[bytes]:
    """Every byte that the viewer gets at the last port while somebody else acts at the first.

    With a database that is away for a while they try once in vain, which is in the log."""
    token = "" if viewer is None else f"{table}{viewer}"
    async with AsyncExitStack() as stack:
        looking = await enter(stack, ports[-1], table, token)
        asks: list[dict[str, Any]] = [
            {"type": "hint", "version": -1},
            {"type": "move", "version": 0, "move": "=R"},
            {"type": "undo", "version": -1},
            {"type": "move", "version": 10**6, "move": "no such move"},
        ]
        found: list[bytes] = []
        for nth, ask in enumerate(asks):
            await looking.send(json.dumps({**ask, "id": nth}))
            found += await answers(looking, nth)
        version = next(message["now"]["version"] for message in map(json.loads, found) if message["type"] == "table")
        if act:
            seat, move = act
            acting = await enter(stack, ports[0], table, f"{table}{seat}")
            frame = {"type": "move", "version": version, "move": move}
            if away:
                with away:
                    await acting.send(json.dumps({**frame, "id": 6}))
                    await answers(acting, 6)
            await acting.send(json.dumps({**frame, "id": 7}))
            done = json.loads((await answers(acting, 7))[-1])
            if done["type"] != "done":
                raise RuntimeError(f"{move} was refused: {done['code']}")
            if is_public:  # another process hears of it in its own time
                while json.loads(message := await asyncio.wait_for(looking.recv(), 30))["type"] != "update":
                    found.append(message)
                found.append(message)
            await looking.send(json.dumps({"type": "hint", "version": -1, "id": 8}))
            found += await answers(looking, 8)
    for what in ("record", "replay"):
        for port in ports:
            found.append(await asyncio.to_thread(body, port, f"/api/tables/{table}/{what}", token))
    # People come and go by themselves; what is said of them says nothing of a match.
    told = [HERE.sub(b"", each) for each in found if b'"type":"people"' not in each]
    return [each.replace(table.encode(), b"TABLE") for each in told]


def logged(log: Path, start: int, tables: Sequence[str]) -> list[bytes]:
    """What servers have written since, without when; in which order, and what was tried together and then alone, is a
    matter of moments."""
    text = log.read_bytes()[start:]
    for table in tables:
        text = text.replace(table.encode(), b"TABLE")
    return sorted({row.partition(b" ")[2].partition(b" ")[2] for row in text.splitlines()})


@dataclass(frozen=True, slots=True)
class Pair:
    """Two tables that differ only in what the viewer must not know."""

    match: Match
    viewer: Seat | None
    acts: tuple[Seat, str, str] | None
    tables: tuple[TableState, TableState]

    async def seen(self, ports: Sequence[int], nth: int, url: str, *, is_away: bool) -> list[bytes]:
        table = self.tables[nth]
        act = (self.acts[0], self.acts[1:][nth]) if self.acts else None
        is_public = bool(act) and table.moved(*act).stored.version != table.stored.version  # type: ignore[misc]
        away = locked(url, table.stored.id) if is_away else None
        return await seen(ports, table.stored.id, self.viewer, act, is_public, away)


def pair_of(game: str, rng: Random) -> Pair:
    while True:
        match, viewer = position(game, rng), rng.choice((0, 1, None))
        twin = twin_of(match, viewer, rng)
        if twin is not None:
            return Pair(match, viewer, next_moves(match, twin, viewer, rng), (laid(match), laid(twin)))


async def check(url: str, ports: Sequence[int], amount: int, rng: Random, log: Path) -> dict[str, Any]:
    """So many positions of each game, several at once where the database is not locked."""
    counts, faults, moved, entries = dict.fromkeys(OPTIONS, 0), [], 0, 0
    with closing(Store(url)) as store:
        for game in OPTIONS:
            while counts[game] < amount:
                is_away = counts[game] % LOCKED == 0
                some = 1 if is_away else min(ABREAST, amount - counts[game], LOCKED - counts[game] % LOCKED)
                pairs = [pair_of(game, rng) for _ in range(some)]
                await make_all(store, [table for pair in pairs for table in pair.tables])
                views, logs = [], []
                for nth in range(2):
                    start = log.stat().st_size
                    views.append(await asyncio.gather(*(pair.seen(ports, nth, url, is_away=is_away) for pair in pairs)))
                    logs.append(logged(log, start, [pair.tables[nth].stored.id for pair in pairs]))
                counts[game] += some
                moved += sum(pair.acts is not None for pair in pairs)
                entries += len(logs[0])
                for pair, one, other in (*zip(pairs, *views, strict=True), (pairs[0], *logs)):
                    if one != other:
                        both = zip_longest(one, other, fillvalue=b"")
                        first = next((f"{a[:400]!r} / {b[:400]!r}" for a, b in both if a != b), "")
                        faults.append(f"{game}, seat {pair.viewer}, {pair.acts}, {pair.match.record()!r}: {first}")
    return {**counts, "moved": moved, "log entries": entries, "faults": faults}
