"""One thread writes. All that waits for it goes into one transaction, which is synced to disk once (group commit)."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from itertools import chain
from queue import Empty, SimpleQueue
from typing import Any, Final, Generic, TypeVar

T = TypeVar("T")
Cursor = Any
"""Of whichever driver the database has."""
MOST: Final = 500
"""Works in one transaction, and those of the same turn of the loop."""


class Conflict(Exception):
    """Somebody else has written to this table since it was read. The other works of the transaction are not touched."""

    may_be_own = False
    """Whether the work was tried before, and it is not known what came of it."""


@dataclass(frozen=True, slots=True)
class _Item(Generic[T]):
    work: Callable[[Cursor], T]
    future: asyncio.Future[T]
    key: str


@dataclass(slots=True)
class _Result:
    value: Any = None
    error: BaseException | None = None


@dataclass(slots=True)
class Writer:
    begin: Callable[[], AbstractContextManager[Cursor]]
    """A transaction, on disk when it is left without an error."""
    lock: threading.RLock = field(default_factory=threading.RLock)
    """Held while somebody writes."""
    _gathered: list[_Item[Any]] = field(default_factory=list)
    _waiting: SimpleQueue[list[_Item[Any]] | None] = field(default_factory=SimpleQueue)
    _thread: threading.Thread | None = None

    def write(self, work: Callable[[Cursor], T], key: str = "") -> asyncio.Future[T]:
        """What the work returns or raises, after it is on disk. It is done even if nobody waits for it.

        Works of one transaction are done in the order of their keys, and of their coming where keys are the same."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="store-write", daemon=True)
            self._thread.start()
        item = _Item(work, asyncio.get_running_loop().create_future(), key)
        self._gathered.append(item)
        if len(self._gathered) == 1:
            # What is written in one turn of the loop wakes the thread once: each time costs as much as a write.
            item.future.get_loop().call_soon(self._hand_over)
        return item.future

    def _hand_over(self) -> None:
        gathered, self._gathered = self._gathered, []
        self._waiting.put(gathered)

    def write_now(self, work: Callable[[Cursor], T]) -> T:
        """The same, in this thread."""
        (result,) = self._commit([work])
        if result.error:
            raise result.error
        return result.value  # type: ignore[no-any-return]

    @property
    def waiting(self) -> int:
        return self._waiting.qsize() + len(self._gathered)

    def close(self) -> None:
        """After everything that waits is written."""
        if self._thread:
            self._hand_over()
            self._waiting.put(None)
            self._thread.join()
            self._thread = None

    def _run(self) -> None:
        is_open = True
        while is_open:
            handed = [self._waiting.get()]
            while sum(map(len, filter(None, handed))) < MOST:
                try:
                    handed.append(self._waiting.get_nowait())
                except Empty:
                    break
            is_open = None not in handed
            batch = sorted(chain.from_iterable(filter(None, handed)), key=lambda item: item.key)
            if batch:
                results = self._commit([item.work for item in batch])
                _settle(batch, results)

    def _commit(self, works: Sequence[Callable[[Cursor], Any]]) -> list[_Result]:
        results: list[_Result] = []
        has_begun = False
        try:
            with self.lock, self.begin() as cursor:
                has_begun = True
                for work in works:
                    try:
                        results.append(_Result(work(cursor)))
                    except Conflict as error:  # it has written nothing: the others go on
                        results.append(_Result(error=error))
        except BaseException as error:
            # Nothing of it is on disk. One work may be to blame for that: each is tried by itself.
            if len(works) == 1 or not has_begun:
                return [_Result(error=error) for _ in works]
            results = [result for work in works for result in self._commit([work])]
            for result in results:
                if isinstance(result.error, Conflict):
                    result.error.may_be_own = True
        return results


def _settle(items: Sequence[_Item[Any]], results: Sequence[_Result]) -> None:
    """Wakes each loop once, not once for each work."""
    pairs = list(zip(items, results, strict=True))
    for loop in {item.future.get_loop() for item in items}:
        mine = [(item.future, result) for item, result in pairs if item.future.get_loop() is loop]
        if not loop.is_closed():
            loop.call_soon_threadsafe(_wake, mine)


def _wake(settled: Sequence[tuple[asyncio.Future[Any], _Result]]) -> None:
    for future, result in settled:
        if future.done():
            continue
        if result.error:
            future.set_exception(result.error)
        else:
            future.set_result(result.value)
