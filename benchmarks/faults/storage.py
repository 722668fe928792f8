"""A database that is locked, deleted or replaced before a write: it is refused, nothing changes, and play goes on."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, AsyncExitStack, contextmanager
from pathlib import Path
from random import Random
from typing import Any, Final
from urllib.error import HTTPError

from benchmarks.faults.hostile import GAMES, answer_to, log_of, new_table, opened
from benchmarks.faults.secrecy import locked
from benchmarks.load.sides import post
from ridotto.server.database import make_url


@contextmanager
def gone(url: str, _: str, *, is_replaced: bool = False) -> Iterator[None]:
    file = Path(str(make_url(url).database))
    away = file.with_name("away")
    file.rename(away)
    if is_replaced:
        file.touch()
    yield
    away.replace(file)


@contextmanager
def replaced(url: str, table: str) -> Iterator[None]:
    with gone(url, table, is_replaced=True):
        yield


WAYS: Final[dict[str, tuple[Callable[[str, str], AbstractContextManager[None]], str]]] = {
    "locked": (locked, "store_busy"),
    "deleted": (gone, "store_gone"),
    "replaced": (replaced, "store_gone"),
}
"""What is done to the database, and what it is called then."""


async def refused(url: str, body: Any) -> str:
    """The code by which a request is refused; empty where it is not."""
    try:
        await asyncio.to_thread(post, url, body)
    except HTTPError as error:
        return str(json.loads(error.read())["code"])
    return ""


async def check(url: str, ports: Sequence[int], amount: int, rng: Random) -> dict[str, Any]:
    """Before so many moves, and before a table is made and a seat claimed, each in all ways."""
    codes, faults, moves = Counter[str](), [], 0
    ways = {name: way for name, way in WAYS.items() if name == "locked" or url.startswith("sqlite")}
    port = ports[0]
    base = f"http://127.0.0.1:{port}/api/tables"
    while moves < amount:
        table, tokens = await new_table(port, rng)
        linked = {"game": rng.choice(GAMES), "seats": [{"kind": "here"}, {"kind": "link"}]}
        made = await asyncio.to_thread(post, base, linked)
        claim = {"browser": f"the browser of {rng.random()}", "invite": made["seats"][1]["invite"], "name": ""}
        for name, (way, code) in ways.items():
            with way(url, made["table"]):
                asked = {f"{base}/{made['table']}/claim": claim}
                if name != "locked" or url.startswith("sqlite"):  # in PostgreSQL a table locks no other one
                    asked[base] = linked
                for address, body in asked.items():
                    codes[found := await refused(address, body)] += 1
                    if found != code:
                        faults.append(f"{name}: {address} was answered by {found!r}")
        if found := await refused(f"{base}/{made['table']}/claim", claim):
            faults.append(f"a seat could not be claimed afterwards: {found}")
        async with AsyncExitStack() as stack:
            seats = [await opened(stack, port, table, token) for token in tokens]
            number = 0
            while moves < amount and not seats[0].is_over:
                ready = [nth for nth, seat in enumerate(seats) if seat.now.view.legal]
                nth = rng.choice(ready)
                seat = seats[nth]
                chosen = rng.choice(seat.now.view.legal)
                move = chosen if isinstance(chosen, str) else chosen.text
                frame, before = {"type": "move", "version": seat.now.version, "move": move}, log_of(url, table)
                for name, (way, code) in ways.items():
                    number += 1
                    with way(url, table):
                        await seat.socket.send(json.dumps({**frame, "id": number}))
                        codes[found := await answer_to(seat, number)] += 1
                    if found != code:
                        faults.append(f"{name}: {move} was answered by {found!r}")
                    if log_of(url, table) != before:
                        faults.append(f"{name}: {move} was refused and is there")
                number += 1
                await seat.socket.send(json.dumps({**frame, "id": number}))
                if (found := await answer_to(seat, number)) != "done":
                    faults.append(f"{move} could not be made afterwards: {found}")
                    break
                for other in seats:
                    await other.see(seat.now.version)
                moves += 1
    return {"moves": moves, "answers": dict(codes), "faults": faults}
