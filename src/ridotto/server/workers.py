"""Costly work in processes of its own, so that no table waits for it.

Visitors take turns, and work that nobody waits for any more is ended. Each process is a pool of one: when a job brings
its process down, only that job is lost.
"""

from __future__ import annotations

import asyncio
import math
import multiprocessing
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Awaitable, Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any, Final, TypeVar

from ridotto.core import RidottoError

T = TypeVar("T")

GRACE: Final = 0.5
"""Seconds after which most jobs are done that nobody waits for any more: a new process takes longer."""
IDLE_SECONDS: Final = 300.0
"""After so long without work a process ends."""
SOON: Final = 4.0
"""Seconds that a job waits for the process that is being prepared, before another is started."""
NICE: Final = 5
"""Where there are too few cores for all, tables come before costly work."""
LARGEST: Final = 300 * 2**20
"""Bytes of memory; a process that once took more is not kept."""


class BusyError(RidottoError):
    """The visitor has too much work waiting, or the work took too long."""


class FairQueue:
    """So many turns at once. The visitor who was served longest ago is next, however much the others have waiting."""

    def __init__(self, turns: int, most_waiting: int) -> None:
        self._free = turns
        self._most = most_waiting
        """For each visitor."""
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}
        self._served: dict[str, int] = {}
        self._number = count(1)

    async def take(self, visitor: str) -> None:
        """Waits for a turn, to be given back by `give_back`. Raises BusyError."""
        if self._free:
            self._free -= 1
            self._note(visitor)
            return
        if len(self._waiting.get(visitor, ())) >= self._most:
            raise BusyError("too_busy")
        turn = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(visitor, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.give_back()  # it came in the same moment
            elif turn in (waiting := self._waiting.get(visitor, deque())):
                waiting.remove(turn)
                if not waiting:
                    del self._waiting[visitor]
            raise

    @property
    def waiting(self) -> int:
        return sum(map(len, list(self._waiting.values())))

    def give_back(self) -> None:
        while self._waiting:
            visitor = min(self._waiting, key=lambda visitor: self._served.get(visitor, 0))
            turn = self._waiting[visitor].popleft()
            if not self._waiting[visitor]:
                del self._waiting[visitor]
            if not turn.done():  # else whoever waited is about to notice that they were cancelled
                self._note(visitor)
                turn.set_result(None)
                return
        self._free += 1

    def _note(self, visitor: str) -> None:
        self._served.pop(visitor, None)
        self._served[visitor] = next(self._number)
        if len(self._served) > 1_000:
            del self._served[next(iter(self._served))]


class Workers:
    def __init__(
        self,
        processes: int,
        most_waiting: int,
        *,
        idle_seconds: float = IDLE_SECONDS,
        cold_seconds: float = 0.0,
        grace: float = GRACE,
        most_memory: int = LARGEST,
    ) -> None:
        """`cold_seconds` is what the first job of a process may take where that is more; `grace` is how long a job may
        go on after its visitor has left."""
        self._queue = FairQueue(processes, most_waiting)
        self._idle_seconds = idle_seconds
        self._cold_seconds = cold_seconds
        self._grace = grace
        self._most_memory = most_memory
        self._warm: set[ProcessPoolExecutor] = set()
        self._preparing: asyncio.Future[Any] | None = None
        self._idle: dict[ProcessPoolExecutor, asyncio.TimerHandle | None] = {}
        self._started: set[ProcessPoolExecutor] = set()
        self._ending: set[asyncio.Task[None]] = set()

    @property
    def waiting(self) -> int:
        """Jobs that wait for their turn."""
        return self._queue.waiting

    async def run(self, visitor: str, seconds: float, job: Callable[..., T], *args: object) -> T:
        """What the job returns or raises, in a process; cancelled, the job ends too.

        Raises BusyError after so many seconds, and BrokenProcessPool where the process was lost."""
        await self._queue.take(visitor)
        try:
            pool = await self._process()
        except BaseException:
            self._queue.give_back()
            raise
        if pool not in self._warm:
            seconds = max(seconds, self._cold_seconds)
        is_good = False
        try:
            work = asyncio.wrap_future(pool.submit(_do, job, args))
            work.add_done_callback(lambda work: work.cancelled() or work.exception())  # known, even if nobody waits
            try:
                async with asyncio.timeout(seconds):
                    result, memory = await asyncio.shield(work)
            except asyncio.CancelledError:
                task = asyncio.create_task(self._let_finish(pool, work), name="leftover work")
                self._ending.add(task)
                task.add_done_callback(self._ending.discard)
                raise
            is_good = memory <= self._most_memory
            self._warm.add(pool)
        except asyncio.CancelledError:
            raise  # the process is looked after
        except TimeoutError:
            self._release(pool, is_good)
            raise BusyError("work_long") from None
        except BaseException as error:
            self._release(pool, not isinstance(error, BrokenProcessPool))
            raise
        self._release(pool, is_good)
        return result

    async def _let_finish(self, pool: ProcessPoolExecutor, work: asyncio.Future[Any]) -> None:
        """Nobody waits for this any more; it keeps its turn until its process is free or gone."""
        await asyncio.wait([work], timeout=self._grace)
        is_good = work.done() and not isinstance(work.exception(), BrokenProcessPool)
        self._release(pool, is_good)

    def _release(self, pool: ProcessPoolExecutor, is_good: bool) -> None:
        if is_good:
            self._keep(pool)
        else:
            self._end(pool)
        self._queue.give_back()

    def prepare(self, job: Callable[[], T]) -> Awaitable[T]:
        """Starts a process and has it do the job: what that loads and compiles, later jobs find ready."""
        pool = self._start()
        self._preparing = work = asyncio.wrap_future(pool.submit(job))
        return self._prepared(pool, work)

    async def _prepared(self, pool: ProcessPoolExecutor, work: asyncio.Future[T]) -> T:
        try:
            result = await asyncio.shield(work)
        except BaseException:
            self._end(pool)
            raise
        self._warm.add(pool)
        self._keep(pool)
        return result

    async def _process(self) -> ProcessPoolExecutor:
        if not self._idle and self._preparing and not self._preparing.done():
            await asyncio.wait([self._preparing], timeout=SOON)
            await asyncio.sleep(0)  # `prepare` comes first
        if self._idle:
            pool, timer = self._idle.popitem()
            if timer:
                timer.cancel()
            return pool
        return self._start()

    def _start(self) -> ProcessPoolExecutor:
        pool = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), BEGIN)
        self._started.add(pool)
        return pool

    def _keep(self, pool: ProcessPoolExecutor) -> None:
        if pool in self._started:
            self._idle[pool] = (
                asyncio.get_running_loop().call_later(self._idle_seconds, self._end, pool)
                if math.isfinite(self._idle_seconds)
                else None
            )

    def _end(self, pool: ProcessPoolExecutor) -> None:
        self._started.discard(pool)
        self._warm.discard(pool)
        if timer := self._idle.pop(pool, None):
            timer.cancel()
        for process in list((getattr(pool, "_processes", None) or {}).values()):
            process.kill()
        pool.shutdown(wait=False, cancel_futures=True)

    def close(self) -> None:
        """At once: nobody waits for these answers any more."""
        for pool in list(self._started):
            self._end(pool)


# -- in the processes --------------------------------------------------------------------------------------------------


def _begin() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server; it ends us
    with suppress(AttributeError, OSError):
        os.nice(NICE)
    threading.Thread(target=_end_with_the_server, daemon=True).start()


def _end_with_the_server() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(0)


BEGIN: Callable[[], None] = _begin
"""How each process begins."""


def _do(job: Callable[..., T], args: tuple[object, ...]) -> tuple[T, int]:
    """The job's result, and the most memory that this process has had."""
    return job(*args), _memory()


def _memory() -> int:
    with suppress(OSError):  # Linux counts what the server had before it became this process, except here
        for line in Path("/proc/self/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
    with suppress(ImportError):
        import resource

        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return most if sys.platform == "darwin" else most * 1024
    return 0
