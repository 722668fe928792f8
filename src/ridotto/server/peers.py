"""Other servers on the same database. What one writes the others hear of (LISTEN), and look at.

A notice only says where to look: the database is the truth. After a lost connection everything that is loaded is
compared. Each server says every few seconds that it is alive; from one that has not for a while the others take over
the bots it drove.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Collection, Mapping
from contextlib import suppress
from typing import Any, Final, Protocol

import msgspec

from ridotto.core import RidottoError, Seat
from ridotto.server.database import CHANNEL, Notice, Saying, StoreError
from ridotto.server.presence import DEAD_SECONDS, NOBODY, Here, Presence
from ridotto.server.rate_limits import RateLimiter
from ridotto.server.store import Store

LOG: Final = logging.getLogger(__name__)
BEAT_SECONDS: Final = 2.0
AGAIN_SECONDS: Final = 0.5
"""Until a lost connection is tried again."""
MOST_SPENT: Final = 120
"""Visitors that a beat tells of, those who used most first: a notice has only so much room."""
MANY_SOCKETS: Final = 10


class Tables(Protocol):
    """What is loaded here, and wants to know what others did."""

    async def look(self, revisions: Mapping[str, int]) -> None:
        """Others have written these revisions."""

    async def look_at_people(self, tables: Collection[str]) -> None:
        """Somebody came or left elsewhere, or bots may be for this server to drive."""

    async def look_at_all(self) -> None: ...

    def hear(self, sayings: Collection[Saying]) -> None:
        """What was said at tables there."""


class Peers:
    """None: a server that has its database to itself, as far as it can know."""

    is_listening = True

    def __init__(self, store: Store, end: Callable[[], None]) -> None:
        """`end` is called when the database is no longer of this server's schema."""
        self._store = store
        self._end = end
        self._tasks: set[asyncio.Task[Any]] = set()
        self._is_closed = False

    def here(self, table: str) -> Here:
        """Who looks at a table by other servers, as of the last `look`."""
        return NOBODY

    async def look(self, tables: Collection[str]) -> None:
        """Finds out who looks at these tables by other servers."""

    async def all_here(self, tables: Collection[str]) -> dict[str, Here]:
        return {}

    def announce(self, table: str, seats: frozenset[Seat], watchers: int) -> None:
        """Who looks at a table here."""

    def forget(self, table: str) -> None:
        """Nobody looks at it here any more."""

    async def may_drive(self, table: str) -> bool:
        """Whether the table's bots are this server's to drive. Raises StoreError."""
        return True

    def stop_driving(self, table: str) -> None: ...

    async def say(self, saying: Saying) -> None:
        """To whoever is at the same table by another server. Raises StoreError."""

    def sockets(self, visitor: str) -> int:
        """That the visitor has open elsewhere."""
        return 0

    async def start(self, tables: Tables) -> None:
        self._do(self._beat(), "beating")

    async def close(self) -> None:
        self._is_closed = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            try:
                await self._live()
            except StoreError as error:
                LOG.warning("no beat: %s", error.code)

    async def _live(self) -> None:
        """Once every few seconds. Raises StoreError."""
        if await self._store.read(self._store.current_schema) != self._store.schema:
            LOG.error("the database has another schema now: this server ends")
            self._end()

    def _do(self, work: Awaitable[Any], name: str) -> asyncio.Task[Any]:
        task = asyncio.create_task(_finish(work), name=name)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            if isinstance(error, RidottoError):
                LOG.error("%s: %s", task.get_name(), error.code)
            else:
                LOG.error("%s failed", task.get_name(), exc_info=error)


class PostgresPeers(Peers):
    def __init__(
        self,
        store: Store,
        limiters: Mapping[str, RateLimiter],
        sockets: Mapping[str, int],
        end: Callable[[], None],
    ) -> None:
        super().__init__(store, end)
        self.is_listening = False
        self._presence = Presence(store)
        self._limiters = limiters
        self._sockets = sockets
        self._tables: Tables | None = None
        self._connection: Any = None
        self._heard = time.monotonic()
        self._here: dict[str, Here] = {}
        """By table: who looks at it elsewhere."""
        self._mine: dict[str, Here] = {}
        """By table: who looks at it here."""
        self._unsaid: dict[str, Here] = {}
        self._leases: set[str] = set()
        self._leased_elsewhere: set[str] = set()
        self._sockets_by_process: dict[str, tuple[float, dict[str, int]]] = {}
        self._announcing: asyncio.Task[None] | None = None

    async def start(self, tables: Tables) -> None:
        self._tables = tables
        await self._store.read(self._presence.beat)
        is_ready = asyncio.Event()
        self._do(self._listen(is_ready), "listening")
        await super().start(tables)
        with suppress(TimeoutError):  # then it goes on trying, and is not ready until it does
            await asyncio.wait_for(is_ready.wait(), DEAD_SECONDS)

    async def close(self) -> None:
        await super().close()
        with suppress(RidottoError):  # others notice anyway, after a while
            await self._store.read(self._presence.leave)

    # -- hearing -------------------------------------------------------------------------------------------------------

    async def _listen(self, is_ready: asyncio.Event) -> None:
        import psycopg

        _, options = self._store.engine.dialect.create_connect_args(self._store.url)
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(**options, autocommit=True) as connection:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    self._connection, self._heard = connection, time.monotonic()
                    self.is_listening = True
                    is_ready.set()
                    self._do(self._look_at_all(), "comparing")
                    async for heard in connection.notifies():
                        self._heard = time.monotonic()
                        self._hear(heard.payload)
            except psycopg.Error as error:
                LOG.warning("the connection that listens was lost: %s", str(error).splitlines()[0])
            finally:
                self.is_listening = False
                self._connection = None
            await asyncio.sleep(AGAIN_SECONDS)

    def _hear(self, payload: str) -> None:
        try:
            notice = msgspec.json.decode(payload, type=Notice)
        except msgspec.MsgspecError:
            LOG.warning("a notice was not understood: another version of Ridotto is on this database")
            self._do(self._look_at_all(), "comparing")
            return
        if self._tables is None or (notice.process == self._store.process and not notice.is_all):
            return
        if notice.sockets or notice.process in self._sockets_by_process:
            self._sockets_by_process[notice.process] = time.monotonic(), notice.sockets
        for name, visitor, spent in notice.spent:
            if name in self._limiters:
                self._limiters[name].charge(visitor, spent)
        if notice.is_all:
            self._do(self._look_at_all(), "comparing")
        if notice.said:
            self._tables.hear(notice.said)
        if notice.tables:
            self._do(self._tables.look(notice.tables), "looking")
        if notice.people:
            self._leased_elsewhere.difference_update(notice.people)
            self._do(self._tables.look_at_people(notice.people), "looking at people")

    async def _look_at_all(self) -> None:
        self._leased_elsewhere.clear()
        await super()._live()
        if self._tables is not None:
            await self._tables.look_at_all()

    # -- being heard ---------------------------------------------------------------------------------------------------

    async def _live(self) -> None:
        if self._connection is not None and time.monotonic() - self._heard > DEAD_SECONDS:
            await self._connection.close()  # not even our own beats were heard: listen anew
        await super()._live()
        if not await self._store.read(self._presence.beat):
            # The others took this server for dead. What they did meanwhile is theirs.
            self._leases.clear()
            self._unsaid = self._mine | self._unsaid
            self._do(self._look_at_all(), "comparing")
        await self._store.read(self._store.tell, self._usage())
        if self._unsaid:
            self._announce_soon()

    def _usage(self) -> Notice:
        """What visitors used up here since the last beat, so that limits hold for all servers together."""
        spent = [
            (name, visitor, round(cost, 3))
            for name, limiter in self._limiters.items()
            for visitor, cost in limiter.take_spent().items()
        ]
        spent.sort(key=lambda each: -each[2] / self._limiters[each[0]].burst)
        many = {visitor: count for visitor, count in self._sockets.items() if count >= MANY_SOCKETS}
        return Notice(self._store.process, spent=tuple(spent[:MOST_SPENT]), sockets=many)

    async def say(self, saying: Saying) -> None:
        await self._store.read(self._store.tell, Notice(self._store.process, said=(saying,)))

    def sockets(self, visitor: str) -> int:
        start = time.monotonic() - DEAD_SECONDS
        return sum(found.get(visitor, 0) for at, found in self._sockets_by_process.values() if at >= start)

    # -- who is here ---------------------------------------------------------------------------------------------------

    def here(self, table: str) -> Here:
        return self._here.get(table, NOBODY)

    async def look(self, tables: Collection[str]) -> None:
        found = await self.all_here(tables)
        for table in tables:
            self._here[table] = found.get(table, NOBODY)

    async def all_here(self, tables: Collection[str]) -> dict[str, Here]:
        return await self._store.read(self._presence.elsewhere, tables) if tables else {}

    def announce(self, table: str, seats: frozenset[Seat], watchers: int) -> None:
        here = Here(seats, watchers)
        if self._mine.get(table, NOBODY) == here:
            return
        self._mine[table] = self._unsaid[table] = here
        if here == NOBODY:
            del self._mine[table]
        self._announce_soon()

    def _announce_soon(self) -> None:
        if (self._announcing is None or self._announcing.done()) and not self._is_closed:
            self._announcing = self._do(self._announce(), "announcing")

    async def _announce(self) -> None:
        while self._unsaid:
            await asyncio.sleep(0)  # what happens in one go is said in one go
            unsaid, self._unsaid = self._unsaid, {}
            try:
                await self._presence.announce(unsaid)
            except Exception:
                self._unsaid = unsaid | self._unsaid  # until the next beat
                raise

    def forget(self, table: str) -> None:
        self._here.pop(table, None)
        self._leased_elsewhere.discard(table)

    # -- bots ----------------------------------------------------------------------------------------------------------

    async def may_drive(self, table: str) -> bool:
        while table not in self._leases:
            if table in self._leased_elsewhere:
                return False
            self._leased_elsewhere.add(table)  # until it is known; whoever lets go of it meanwhile says so
            try:
                is_mine = await self._presence.lease(table)
            except StoreError:
                self._leased_elsewhere.discard(table)
                raise
            if is_mine:
                self._leased_elsewhere.discard(table)
                self._leases.add(table)
        return True

    def stop_driving(self, table: str) -> None:
        if table in self._leases and not self._is_closed:
            self._leases.discard(table)
            self._do(asyncio.shield(self._presence.release(table)), "releasing")


async def _finish(work: Awaitable[Any]) -> Any:
    """A task for what may be a mere future, which has no name."""
    return await work
