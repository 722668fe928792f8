"""Browsers that say things twice, late, out of order, in others' names, or that make no sense."""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import AsyncExitStack, closing
from random import Random
from typing import Any, Final

from benchmarks.load.client import Socket, connect
from benchmarks.load.sides import OurSeat, post
from ridotto.server.store import Store

GAMES: Final = ("xequeo", "venise")
ROUNDS: Final = 40
"""Moves at one table."""
SPLIT: Final = 200
"""Fuzzed frames by one socket."""
STALL: Final = 0.1
"""Seconds that another table may wait."""


async def opened(stack: AsyncExitStack, port: int, table: str, token: str) -> OurSeat:
    socket = await stack.enter_async_context(connect(f"ws://127.0.0.1:{port}/api/play"))
    await socket.send(json.dumps({"type": "hello", "table": table, "token": token}))
    seat = OurSeat(socket)
    while (await seat.read()).type not in ("table", "failed"):
        pass
    return seat


async def new_table(port: int, rng: Random) -> tuple[str, list[str]]:
    asked = {"game": rng.choice(GAMES), "seats": [{"kind": "here"}] * 2}
    made = await asyncio.to_thread(post, f"http://127.0.0.1:{port}/api/tables", asked)
    return made["table"], [seat["token"] for seat in made["seats"]]


def log_of(url: str, table: str) -> list[tuple[int, str]]:
    with closing(Store(url)) as store:
        loaded = store.load(table)
        assert loaded is not None
        return [(actor, move) for actor, move in loaded.log if actor >= 0]


# -- doubled, reordered, replayed --------------------------------------------------------------------------------------


async def answer_to(seat: OurSeat, number: int) -> str:
    """Done, or why not; what is not understood is answered without its number."""
    while (message := await asyncio.wait_for(seat.read(), 60)).id != number:
        if message.type == "failed" and message.id is None:
            break
    return "done" if message.type == "done" else message.code


async def twice(url: str, ports: Sequence[int], amount: int, rng: Random) -> dict[str, Any]:
    """So many moves, each sent up to four times by two sockets of its seat, among older ones and later ones."""
    sent, faults, codes = 0, [], Counter[str]()
    while sent < amount:
        table, tokens = await new_table(rng.choice(ports), rng)
        accepted: Counter[tuple[int, str]] = Counter()
        async with AsyncExitStack() as stack:
            seats = [[await opened(stack, rng.choice(ports), table, token) for _ in range(2)] for token in tokens]
            old: list[dict[str, Any]] = []
            for number in range(1, ROUNDS):
                for pair in seats:  # whoever looks knows the newest state
                    for seat in pair:
                        await seat.socket.send(json.dumps({"type": "hint", "version": -1, "id": 10_000 + number}))
                        await answer_to(seat, 10_000 + number)
                ready = [nth for nth, pair in enumerate(seats) if pair[0].now.view.legal]
                if seats[0][0].is_over or not ready:
                    break
                nth = rng.choice(ready)
                pair = seats[nth]
                choices = [each if isinstance(each, str) else each.text for each in pair[0].now.view.legal]
                now: dict[str, Any] = {"type": "move", "version": pair[0].now.version, "move": rng.choice(choices)}
                later = {**now, "version": now["version"] + rng.randrange(1, 3)}
                said = [now] * rng.randrange(1, 5) + rng.sample(old, min(len(old), 3)) + [later]
                rng.shuffle(said)
                asked = []
                for at, frame in enumerate(said):
                    seat, request = rng.choice(pair), 100 * number + at
                    await seat.socket.send(json.dumps({**frame, "id": request}))
                    asked.append((seat, request, frame))
                sent += len(said)
                for seat, request, frame in sorted(asked, key=lambda each: each[1]):
                    code = await answer_to(seat, request)
                    codes[code] += 1
                    if code == "done":
                        accepted[nth, frame["move"]] += 1
                    elif not code:
                        faults.append(f"{table}: {frame} was refused without a reason")
                old.append(now)
        made = Counter(log_of(url, table))
        if made != accepted:
            faults.append(f"{table}: written {made - accepted}, acknowledged {accepted - made}")
    return {"moves": sent, "answers": dict(codes), "faults": faults}


# -- in others' names --------------------------------------------------------------------------------------------------


async def keys(url: str, ports: Sequence[int], amount: int, rng: Random) -> dict[str, Any]:
    """Every seat's move with every key, said to be of every seat, at so many tables."""
    tried, faults = 0, []
    for _ in range(amount):
        (table, tokens), (_, strangers) = [await new_table(rng.choice(ports), rng) for _ in range(2)]
        async with AsyncExitStack() as stack:
            own = [await opened(stack, rng.choice(ports), table, token) for token in tokens]
            whose = {tokens[0]: 0, tokens[1]: 1, "": None, strangers[0]: None, tokens[0][:-1]: None, "x" * 32: None}
            for token, owner in whose.items():
                for seat in range(2):
                    for claimed in (0, 1, None, -1):
                        for each in own:
                            await each.socket.send('{"type":"hint","version":-1,"id":1}')
                            await answer_to(each, 1)
                        if own[0].is_over or not own[seat].now.view.legal:
                            continue
                        choices = own[seat].now.view.legal
                        move = choices[0] if isinstance(choices[0], str) else choices[0].text
                        before = log_of(url, table)
                        async with AsyncExitStack() as once:
                            trying = await opened(once, rng.choice(ports), table, token)
                            frame: dict[str, Any] = {"type": "move", "version": own[seat].now.version, "move": move}
                            if claimed is not None:
                                frame |= {"seat": claimed}
                            await trying.socket.send(json.dumps({**frame, "id": 2}))
                            code = await answer_to(trying, 2)
                        tried += 1
                        new = Counter(log_of(url, table)) - Counter(before)
                        if any(actor != owner for actor, _ in new):
                            faults.append(f"{table}: {frame} with the key of {owner} made {dict(new)}")
                        if bool(new) != (code == "done") or not code:
                            faults.append(f"{table}: {frame} with the key of {owner}: {code!r}, {dict(new)}")
    return {"tries": tried, "faults": faults}


# -- without sense -----------------------------------------------------------------------------------------------------

WORDS: Final = (
    "type",
    "hello",
    "move",
    "undo",
    "resign",
    "rematch",
    "rename",
    "hint",
    "table",
    "token",
    "version",
    "id",
)


def nonsense(rng: Random, table: str, token: str) -> bytes:
    """Something like a frame: a good one with parts swapped, cut or made large, or bytes by lot."""
    value: Any = rng.choice(
        (None, True, -1, 0, 2**31, 10**30, 1e308, "", "=R", "end", table, token, [], {}, "\u0000", "é" * 50, "x" * 5000)
    )
    frame: dict[str, Any] = {
        "type": rng.choice(("hello", "move", "undo", "rename", "hint", "rematch", "nothing")),
        "id": rng.randrange(9),
        "table": table,
        "token": token,
        "version": rng.randrange(5),
        "move": rng.choice(("=R", "Ra1", "end", "+?@1", "R!", "a1-b1")),
        "name": "Zoë",
    }
    for _ in range(rng.randrange(3)):
        frame[rng.choice(WORDS)] = value
    data = json.dumps(frame).encode()
    match rng.randrange(6):
        case 0:
            at = rng.randrange(len(data))
            return data[:at] + bytes((rng.randrange(32, 127),)) + data[at + 1 :]
        case 1:
            return data[: rng.randrange(len(data))]
        case 2:
            return b"[" * rng.randrange(1, 3000)
        case 3:
            return rng.randbytes(rng.randrange(60)).hex().encode()
        case _:
            return data


async def one_fuzzer(port: int, rng: Random) -> tuple[int, list[str]]:
    table, tokens = await new_table(port, rng)
    faults = []
    async with AsyncExitStack() as stack:
        socket: Socket = await stack.enter_async_context(connect(f"ws://127.0.0.1:{port}/api/play"))
        for _ in range(SPLIT // 10):
            batch = [nonsense(rng, table, rng.choice(tokens)) for _ in range(10)]
            for frame in batch:
                await socket.send(frame)
            await socket.send('{"type":"undo","version":-1,"id":123456}')
            while True:
                message = json.loads(await asyncio.wait_for(socket.recv(), 60))
                if message.get("code") == "server_failed":
                    faults.append(f"a server error among the answers to {batch}")
                if message.get("id") == 123456:
                    break
    return SPLIT, faults


async def neighbour(port: int, rng: Random, stop: asyncio.Event) -> list[float]:
    """Seconds that somebody at another table waited for each answer."""
    table, tokens = await new_table(port, rng)
    waited = []
    async with AsyncExitStack() as stack:
        seat = await opened(stack, port, table, tokens[0])
        while not stop.is_set():
            start = time.perf_counter()
            await seat.socket.send('{"type":"undo","version":-1,"id":5}')
            await answer_to(seat, 5)
            waited.append(time.perf_counter() - start)
            await asyncio.sleep(0.02)
    return waited


async def fuzz(_: str, ports: Sequence[int], amount: int, rng: Random) -> dict[str, Any]:
    """So many frames."""
    stop, sent, faults = asyncio.Event(), 0, []
    watching = asyncio.create_task(neighbour(ports[0], Random(rng.random()), stop))
    while sent < amount:
        for count, found in await asyncio.gather(*(one_fuzzer(ports[0], Random(rng.random())) for _ in range(4))):
            sent += count
            faults += found
    stop.set()
    waited = await watching
    return {
        "frames": sent,
        "answers": len(waited),
        "longest wait ms": round(1e3 * max(waited), 1),
        "waits over 100 ms": sum(each > STALL for each in waited),
        "faults": faults,
    }
