"""Group commit: what waits is written together, is told after it is on disk, and fails alone."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from ridotto.server.writer import Conflict, Cursor, Item, Writer, alone


class Disk:
    """Remembers what was committed, and when whoever asked was told."""

    def __init__(self) -> None:
        self.events: list[str] = []
        self.gate = threading.Event()
        self.gate.set()

    @contextmanager
    def transaction(self) -> Iterator[list[str]]:
        written: list[str] = []
        yield written
        self.gate.wait()
        self.events.append(f"commit {' '.join(written)}".strip())


def put(word: str) -> Callable[[Cursor], str]:
    def work(cursor: Cursor) -> str:
        cursor.append(word)
        return word

    return work


def fail(error: Exception) -> Callable[[Cursor], str]:
    def work(cursor: Cursor) -> str:
        raise error

    return work


def put_all(cursor: Cursor, words: Sequence[str]) -> list[str]:
    """At once; what begins with a question mark does not fit."""
    if any(word.startswith("?") for word in words):
        raise Conflict
    cursor.append("+".join(words))
    return [word.upper() for word in words]


async def told(disk: Disk, writer: Writer, word: str) -> None:
    await writer.write(put(word))
    disk.events.append(f"told {word}")


def test_what_waits_is_written_together_and_told_afterwards() -> None:
    disk = Disk()
    writer = Writer(disk.transaction)

    async def run() -> None:
        disk.gate.clear()
        first = asyncio.create_task(told(disk, writer, "a"))
        await asyncio.sleep(0.05)  # the thread waits for the disk now
        others = [asyncio.create_task(told(disk, writer, word)) for word in "bcd"]
        await asyncio.sleep(0.05)
        assert not disk.events
        disk.gate.set()
        await asyncio.gather(first, *others)

    asyncio.run(run())
    writer.close()
    commits = [event for event in disk.events if event.startswith("commit")]
    assert commits == ["commit a", "commit b c d"]
    assert sorted(disk.events[-3:]) == ["told b", "told c", "told d"]
    assert disk.events.index("commit a") < disk.events.index("told a")


def test_what_is_said_in_one_turn_of_the_loop_is_written_together() -> None:
    disk = Disk()
    writer = Writer(disk.transaction)

    async def run() -> None:
        await asyncio.gather(*(writer.write(put(word)) for word in "abc"))

    asyncio.run(run())
    writer.close()
    assert disk.events == ["commit a b c"]


def test_what_was_said_is_written_also_when_the_server_closes_at_once() -> None:
    disk = Disk()
    writer = Writer(disk.transaction)

    async def run() -> None:
        writing = writer.write(put("a"))
        writer.close()  # before the loop has turned
        assert await asyncio.wait_for(writing, 5) == "a"

    asyncio.run(run())
    assert disk.events == ["commit a"]


def test_a_conflict_fails_alone() -> None:
    disk = Disk()
    works = (put("a"), fail(Conflict("table")), put("b"))
    results = Writer(disk.transaction)._commit([Item(alone, work) for work in works])
    assert [result.value for result in results] == ["a", None, "b"]
    assert isinstance(results[1].error, Conflict)
    assert disk.events == ["commit a b"]


def test_an_error_costs_the_others_nothing() -> None:
    disk = Disk()
    works = (put("a"), fail(OSError("disk")), put("b"))
    results = Writer(disk.transaction)._commit([Item(alone, work) for work in works])
    assert [result.value for result in results] == ["a", None, "b"]
    assert disk.events == ["commit a", "commit b"]


def test_what_is_written_together_is_told_one_by_one() -> None:
    disk = Disk()
    items = [Item(put_all, "a"), Item(put_all, "b"), Item(alone, put("c")), Item(put_all, "d")]
    assert [result.value for result in Writer(disk.transaction)._commit(items)] == ["A", "B", "c", "D"]
    assert disk.events == ["commit a+b c d"]


def test_a_conflict_of_one_costs_those_written_together_nothing() -> None:
    disk = Disk()
    items = [Item(alone, put("a")), Item(put_all, "b"), Item(put_all, "?"), Item(put_all, "c")]
    results = Writer(disk.transaction)._commit(items)
    assert [result.value for result in results] == ["a", "B", None, "C"]
    assert isinstance(results[2].error, Conflict)
    assert disk.events == ["commit a", "commit b", "commit", "commit c"], "the first try has left nothing"


def test_who_waits_for_a_write_is_cancelled_when_it_is_written() -> None:
    disk = Disk()
    writer = Writer(disk.transaction)

    async def run() -> None:
        disk.gate.clear()
        waiting = asyncio.create_task(told(disk, writer, "a"))
        await asyncio.sleep(0.05)
        waiting.cancel()
        await asyncio.sleep(0.05)
        assert not waiting.done()
        disk.gate.set()
        await asyncio.gather(waiting, return_exceptions=True)
        assert waiting.cancelled()

    asyncio.run(run())
    writer.close()
    assert disk.events == ["commit a"]


def test_what_is_begun_is_finished_whoever_has_left() -> None:
    disk = Disk()
    writer = Writer(disk.transaction)

    async def run() -> None:
        writer.write(put("a")).cancel()
        await asyncio.sleep(0)

    asyncio.run(run())
    writer.close()
    assert disk.events == ["commit a"]
