"""Turns by visitor, and work that ends when nobody waits for it."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from ridotto.games.venise import BoardError, parse_board
from ridotto.server.workers import BusyError, FairQueue, Workers
from tests.server.house import SECONDS, wait_until
from tests.server.strange import FLAG, endless

MIB = 2**20


@pytest.fixture
def flag(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(FLAG, str(tmp_path / "flag"))
    return tmp_path / "flag"


def with_workers(work: Callable[[Workers], Awaitable[Any]], **wishes: Any) -> Any:
    async def run() -> Any:
        workers = Workers(1, 9, **wishes)
        try:
            async with asyncio.timeout(SECONDS):
                return await work(workers)
        finally:
            workers.close()

    return asyncio.run(run())


def test_visitors_take_turns() -> None:
    async def run() -> list[str]:
        queue = FairQueue(1, 20)
        served: list[str] = []

        async def ask(visitor: str) -> None:
            await queue.take(visitor)
            served.append(visitor)
            await asyncio.sleep(0)
            queue.give_back()

        await queue.take("many")
        asking = [asyncio.create_task(ask("many")) for _ in range(12)]
        await asyncio.sleep(0)
        asking += [asyncio.create_task(ask(visitor)) for visitor in ("one", "other", "one")]
        await asyncio.sleep(0)
        queue.give_back()
        await asyncio.gather(*asking)
        await queue.take("late")  # nothing was lost on the way
        return served

    served = asyncio.run(run())
    assert served[:5] == ["one", "other", "many", "one", "many"]
    assert len(served) == 15


def test_whoever_leaves_the_line_is_not_waited_for() -> None:
    async def run() -> None:
        queue = FairQueue(1, 20)
        await queue.take("first")
        waiting = [asyncio.create_task(queue.take("gone")) for _ in range(3)]
        await asyncio.sleep(0)
        queue.give_back()  # to the first of them, who leaves in the same moment
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        async with asyncio.timeout(SECONDS):
            await queue.take("next")

    asyncio.run(run())


def test_one_visitor_may_have_only_so_much_waiting() -> None:
    async def run() -> None:
        queue = FairQueue(1, 2)
        await queue.take("many")
        waiting = [asyncio.create_task(queue.take("many")) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(BusyError):
            await queue.take("many")
        waiting.append(asyncio.create_task(queue.take("other")))
        await asyncio.sleep(0)
        assert not waiting[-1].done()
        for task in waiting:
            task.cancel()

    asyncio.run(run())


def test_a_result_and_a_failure_come_back() -> None:
    async def ask(workers: Workers) -> BoardError:
        assert await workers.run("anna", SECONDS, pow, 2, 10) == 1024
        with pytest.raises(BoardError) as caught:
            await workers.run("anna", SECONDS, parse_board, "x = 1", "here")
        return caught.value

    with pytest.raises(BoardError) as here:
        parse_board("x = 1", "here")
    failure = with_workers(ask)
    assert (failure.code, failure.problems, str(failure)) == (here.value.code, here.value.problems, str(here.value))


def test_work_ends_when_nobody_waits_for_it(flag: Path) -> None:
    async def ask(workers: Workers) -> int:
        left = asyncio.create_task(workers.run("anna", SECONDS, endless))
        while not flag.exists():
            await asyncio.sleep(0.01)
        left.cancel()
        assert await workers.run("bruno", SECONDS, pow, 3, 2) == 9
        return int(flag.read_text())

    process = with_workers(ask)
    wait_until(lambda: not Path(f"/proc/{process}").exists())


def test_a_process_is_kept_whose_work_soon_ends() -> None:
    """Also where nobody waits for that any more: whoever comes next would wait longer for a new one."""

    async def ask(workers: Workers) -> tuple[int, int]:
        before = await workers.run("anna", SECONDS, os.getpid)
        left = asyncio.create_task(workers.run("anna", SECONDS, time.sleep, 1.0))
        await asyncio.sleep(0.1)
        left.cancel()
        return before, await workers.run("bruno", SECONDS, os.getpid)

    before, after = with_workers(ask, grace=SECONDS)
    assert before == after


def test_a_process_is_kept_however_large_the_server_is() -> None:
    """On Linux a process reports as its own what its parent had when it was started."""

    async def ask(workers: Workers) -> tuple[int, int]:
        ballast = b"x" * (256 * MIB)
        before = await workers.run("anna", SECONDS, os.getpid)
        assert ballast
        return before, await workers.run("anna", SECONDS, os.getpid)

    before, after = with_workers(ask, most_memory=250 * MIB)
    assert before == after


def test_work_that_takes_too_long_is_given_up(flag: Path) -> None:
    async def ask(workers: Workers) -> int:
        with pytest.raises(BusyError) as caught:
            await workers.run("anna", 0.5, endless)
        assert caught.value.code == "work_long"
        return await workers.run("anna", SECONDS, pow, 3, 2)

    assert with_workers(ask) == 9


def test_a_lost_process_is_replaced() -> None:
    async def ask(workers: Workers) -> int:
        with pytest.raises(Exception, match="terminated"):
            await workers.run("anna", SECONDS, os._exit, 3)
        return await workers.run("anna", SECONDS, pow, 3, 2)

    assert with_workers(ask) == 9
