"""One thread writes. All that waits for it goes into one transaction, which is synced to disk once (group commit)."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from itertools import chain, groupby
from operator import attrgetter
from queue import Empty, SimpleQueue
from typing import Any, Final, NamedTuple, TypeVar

S = TypeVar("S")
T = TypeVar("T")
Cursor = Any
"""Of whichever driver the database has."""
MOST: Final = 500
"""Works in one transaction, and those of the same turn of the loop."""


class Conflict(Exception):
    """Somebody else has written to this table since it was read. The other works of the transaction are not touched."""

    may_be_own = False
    """Whether the work was tried before, and it is not known what came of it."""


class Writing(asyncio.Future[T]):
    """What comes of a work. What is being written is written: whoever waits for it is cancelled when it is."""

    def cancel(self, msg: Any = None) -> bool:
        return False


class Item(NamedTuple):
    work: Callable[[Cursor, Sequence[Any]], Sequence[Any]]
    """Of all things that come one after the other and are to be written by the same."""
    thing: Any
    future: Writing[Any] | None = None
    key: str = ""


class _Result(NamedTuple):
    value: Any = None
    error: BaseException | None = None


def alone(cursor: Cursor, works: Sequence[Callable[[Cursor], T]]) -> Sequence[T]:
    (work,) = works
    return (work(cursor),)


@dataclass(slots=True)
class Writer:
    begin: Callable[[], AbstractContextManager[Cursor]]
    """A transaction, on disk when it is left without an error."""
    lock: threading.RLock = field(default_factory=threading.RLock)
    """Held while somebody writes."""
    _gathered: list[Item] = field(default_factory=list)
    _waiting: SimpleQueue[list[Item] | None] = field(default_factory=SimpleQueue)
    _thread: threading.Thread | None = None

    def write(self, work: Callable[[Cursor], T], key: str = "") -> Writing[T]:
        """What the work returns or raises, after it is on disk. It is done even if nobody waits for it.

        Works of one transaction are done in the order of their keys, and of their coming where keys are the same."""
        return self.write_together(alone, work, key)

    def write_together(self, work: Callable[[Cursor, Sequence[S]], Sequence[T]], thing: S, key: str = "") -> Writing[T]:
        """The same for things of which many are written by few statements: the writing thread asks for its turn after
        each. Where work raises Conflict for several, nothing of the transaction is kept, and each is tried alone."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="store-write", daemon=True)
            self._thread.start()
        loop = asyncio.get_running_loop()
        future: Writing[T] = Writing(loop=loop)
        self._gathered.append(Item(work, thing, future, key))
        if len(self._gathered) == 1:
            # What is written in one turn of the loop wakes the thread once: each time costs as much as a write.
            loop.call_soon(self._hand_over)
        return future

    def _hand_over(self) -> None:
        gathered, self._gathered = self._gathered, []
        self._waiting.put(gathered)

    def write_now(self, work: Callable[[Cursor], T]) -> T:
        """The same, in this thread."""
        (result,) = self._commit([Item(alone, work)])
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
                results = self._commit(batch)
                _settle(batch, results)

    def _commit(self, items: Sequence[Item]) -> list[_Result]:
        results: list[_Result] = []
        has_begun = False
        try:
            with self.lock, self.begin() as cursor:
                has_begun = True
                for work, same in _runs(items):
                    try:
                        results += map(_Result, work(cursor, same))
                    except Conflict as error:  # it has written nothing: the others go on
                        if len(same) > 1:
                            raise
                        results.append(_Result(error=error))
        except BaseException as error:
            # Nothing of it is on disk. One work may be to blame for that: each is tried by itself.
            if len(items) == 1 or not has_begun:
                return [_Result(error=error) for _ in items]
            results = [result for item in items for result in self._commit([item])]
            for result in results:
                if isinstance(result.error, Conflict):
                    result.error.may_be_own = True
        return results


def _runs(items: Sequence[Item]) -> Iterator[tuple[Callable[[Cursor, Sequence[Any]], Sequence[Any]], list[Any]]]:
    """What the same work takes together."""
    for work, run in groupby(items, key=attrgetter("work")):
        things = [item.thing for item in run]
        if work is alone:
            yield from ((work, [thing]) for thing in things)
        else:
            yield work, things


def _settle(items: Sequence[Item], results: Sequence[_Result]) -> None:
    """Wakes each loop once, not once for each work."""
    by_loop: dict[asyncio.AbstractEventLoop, list[tuple[Writing[Any], _Result]]] = {}
    for item, result in zip(items, results, strict=True):
        if item.future:
            by_loop.setdefault(item.future.get_loop(), []).append((item.future, result))
    for loop, mine in by_loop.items():
        if not loop.is_closed():
            loop.call_soon_threadsafe(_wake, mine)


def _wake(settled: Sequence[tuple[Writing[Any], _Result]]) -> None:
    for future, result in settled:
        if future.done():
            continue
        if result.error:
            future.set_exception(result.error)
        else:
            future.set_result(result.value)
