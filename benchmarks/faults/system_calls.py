"""What the kernel is asked for, and what it may answer: strace watches a server, or lets its writes fail."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from random import Random
from typing import Any, Final
from urllib.error import HTTPError

from benchmarks.faults.hostile import answer_to, log_of, new_table, opened
from benchmarks.load.sides import OurSeat, free_port, started
from ridotto.server.store import Store

WRITES: Final = ("pwrite64", "fdatasync", "write", "ftruncate", "fallocate")
ERRORS: Final = ("EIO", "ENOSPC", "EDQUOT")
MOVES: Final = 30


@contextmanager
def traced(folder: Path, *options: str) -> Iterator[int]:
    """A server on a database in the folder; its port."""
    assert shutil.which("strace"), "this needs strace"
    folder.mkdir(exist_ok=True)
    port, url = free_port(), f"sqlite:///{folder}/tables.sqlite"
    server = (sys.executable, "-m", "benchmarks.load.serve", str(port), url, "7")
    trace = folder / "trace"
    with started("strace", "-D", "-f", "-q", "-o", trace, *options, *server) as process:
        yield port
    for _ in range(500):  # the tracer is a process of its own, and ends last
        if re.search(rf"^{process.pid} .*\+\+\+ (exited|killed)", trace.read_text(errors="replace"), re.MULTILINE):
            return
        time.sleep(0.02)
    raise RuntimeError("the trace has no end")


async def try_moves(port: int, count: int, rng: Random) -> tuple[list[str], list[tuple[int, str]], str]:
    """Moves one after the other; what each came to, those that were acknowledged, and the table."""
    table, tokens = await new_table(port, rng)
    told, done = [], []
    async with AsyncExitStack() as stack:
        seats: list[OurSeat] = [await opened(stack, port, table, token) for token in tokens]
        for number in range(1, count + 1):
            ready = [nth for nth, seat in enumerate(seats) if seat.now.view.legal]
            if not ready or seats[0].is_over:
                break
            nth = rng.choice(ready)
            choices = [each if isinstance(each, str) else each.text for each in seats[nth].now.view.legal]
            move, version = rng.choice(choices), seats[nth].now.version
            await seats[nth].socket.send(json.dumps({"type": "move", "id": number, "version": version, "move": move}))
            told.append(await answer_to(seats[nth], number))
            if told[-1] == "done":
                done.append((nth, move))
                for seat in seats:
                    await seat.see(seats[nth].now.version)
    return told, done, table


def disk(folder: Path, rng: Random, run: int) -> dict[str, Any]:
    """The write of this number in the life of a server fails: what was refused is not there, and play goes on."""
    folder.mkdir(exist_ok=True)
    call, error = WRITES[run % 2], ERRORS[run // 2 % len(ERRORS)]
    when, url = 1 + run // 6, f"sqlite:///{folder}/tables.sqlite"
    Store(url).close()  # made before anything fails
    paths = [word for name in ("", "-wal") for word in ("-P", f"{folder}/tables.sqlite{name}")]
    faults = []
    inject = f"inject={call}:error={error}:when={when}"
    try:
        with traced(folder, *paths, "-e", f"trace={','.join(WRITES)}", "-e", inject) as port:
            try:
                told, done, table = asyncio.run(try_moves(port, MOVES, rng))
            except HTTPError as refused:  # the table itself could not be made
                code = json.loads(refused.read())["code"]
                told, done, table = asyncio.run(try_moves(port, MOVES, rng))
                told.insert(0, code)
    except RuntimeError:
        return {"moves": 0, "refused": 0, "failed starts": 1, "faults": []}
    failed = [code for code in told if code != "done"]
    injected = (folder / "trace").read_text().count("(INJECTED)")
    if log_of(url, table) and sorted(log_of(url, table)) != sorted(done):
        faults.append(f"{call} {error} at {when}: {done} acknowledged, {log_of(url, table)} written")
    if injected and told and told[-1] != "done":
        faults.append(f"{call} {error} at {when}: it did not recover: {told}")
    unclear = [code for code in failed if not code.startswith("store_")]
    faults += [f"{call} {error} at {when}: refused by {code!r}" for code in unclear]
    return {"moves": len(done), "refused": len(failed), "injected": injected, "faults": faults}


def sync(folder: Path, rng: Random, _: int) -> dict[str, Any]:
    """Between a move's write and its acknowledgement there is an fdatasync of the log that has returned."""
    with traced(folder, "-y", "-s", "40000", "-e", "trace=pwrite64,fdatasync,write,writev,sendto,sendmsg") as port:
        told, done, _table = asyncio.run(try_moves(port, MOVES, rng))
    faults, acknowledged, is_written, is_synced = [], 0, False, False
    for row in (folder / "trace").read_text(errors="replace").splitlines():
        call = re.search(r"^\d+ +(?:<\.\.\. )?(\w+)", row)
        name = call[1] if call else ""
        if name == "pwrite64" and "-wal>" in row:
            is_written, is_synced = True, False
        elif name == "fdatasync" and "= 0" in row and is_written:
            is_synced = True
        elif name in ("write", "writev", "sendto", "sendmsg") and r"\"type\":\"done\"" in row:
            acknowledged += 1
            if not is_synced:
                faults.append(f"acknowledged before it was on disk: {row[:200]}")
            is_written = is_synced = False
    if acknowledged != len(done):
        faults.append(f"{len(done)} acknowledgements came, {acknowledged} were seen to be sent")
    return {"moves": len(done), "refused": len(told) - len(done), "faults": faults}
