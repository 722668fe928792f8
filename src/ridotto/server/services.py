"""What the routes of a running server share."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar
from weakref import WeakValueDictionary

from fastapi import Request, WebSocket
from starlette.requests import ClientDisconnect

from ridotto.cache import Cache
from ridotto.core import Seat
from ridotto.games import games
from ridotto.server import jobs
from ridotto.server.rate_limits import RateLimiter, visitor_of
from ridotto.server.rooms import Rooms
from ridotto.server.settings import Limits, Settings
from ridotto.server.store import Store
from ridotto.server.table_state import TableError
from ridotto.server.workers import Workers
from ridotto.server.workshop import Workshop

T = TypeVar("T")

JOB_SECONDS: Final = 30.0
"""After that a job is given up; what is within the limits takes a few."""
LOG: Final = logging.getLogger(__name__)
DRAWINGS: Final = 64
"""Drawings that are kept."""


class RateLimits:
    """Who has asked for how much of late."""

    def __init__(self, limits: Limits) -> None:
        self.requests = RateLimiter(limits.requests)
        self.messages = RateLimiter(limits.messages)
        self.tables = RateLimiter(limits.tables)
        self.listed_tables = RateLimiter(limits.listed_tables)
        self.open_seats = RateLimiter(limits.open_seats)
        self.talk = RateLimiter(limits.talk)
        self.seat_talk = RateLimiter(limits.seat_talk)
        self.offers = RateLimiter(limits.offers)

    def share(self) -> dict[str, RateLimiter]:
        """With other servers: limits hold for all of them together."""
        limiters: dict[str, RateLimiter] = vars(self)
        for limiter in limiters.values():
            limiter.is_shared = True
        return limiters


@dataclass(frozen=True, slots=True)
class Services:
    settings: Settings
    store: Store
    rooms: Rooms
    workers: Workers
    rates: RateLimits
    workshop: Workshop
    sockets: dict[str, int] = field(default_factory=dict)
    """How many each visitor has open."""
    _drawings: Cache[tuple[object, ...], bytes] = field(default_factory=lambda: Cache(DRAWINGS))
    _preparing: list[asyncio.Task[None]] = field(default_factory=list)
    _drawing: WeakValueDictionary[tuple[object, ...], asyncio.Lock] = field(default_factory=WeakValueDictionary)

    def gauges(self) -> dict[str, tuple[str, float]]:
        return self.rooms.gauges() | {
            "sockets": ("Sockets that are open", sum(list(self.sockets.values()))),
            "jobs_waiting": ("Boards, drawings and replays that wait for their turn", self.workers.waiting),
        }

    def count_new_table(self, asker: Request | WebSocket, *, is_listed: bool) -> None:
        """Raises TableError if that address has made too many of late."""
        visitor = visitor_of(asker)
        if is_listed and not self.rates.listed_tables.take(visitor):
            raise TableError("too_many_listed")
        if not self.rates.tables.take(visitor):
            raise TableError("too_many_tables")

    def count_remark(self, table: str, seat: Seat, visitor: str) -> None:
        """Raises TableError if the seat, or that address, has said too much of late."""
        if not (self.rates.seat_talk.take(f"{table}/{seat}") and self.rates.talk.take(visitor)):
            raise TableError("talk_fast")

    async def work(self, request: Request, job: Callable[..., T], *args: object) -> T:
        """Something costly, in a process, until whoever asked has gone. Raises what the job does, or BusyError."""
        return await self.until_gone(request, self.workers.run(visitor_of(request), JOB_SECONDS, job, *args))

    async def until_gone(self, request: Request, answer: Coroutine[Any, Any, T]) -> T:
        """The answer, unless whoever asked has gone: then nobody works on it any more."""
        work = asyncio.create_task(answer)
        gone = asyncio.create_task(_gone(request))
        try:
            await asyncio.wait([work, gone], return_when=asyncio.FIRST_COMPLETED)
            if not work.done():
                raise ClientDisconnect
            return work.result()
        finally:
            work.cancel()
            gone.cancel()
            await asyncio.gather(work, gone, return_exceptions=True)

    async def draw(self, request: Request, job: Callable[..., bytes], *args: object) -> bytes:
        """A drawing that is known waits behind none that has to be made, and nothing is drawn twice at once."""
        key = (job, *args)
        if (known := self._drawings.get(key)) is None:
            async with self._drawing.setdefault(key, asyncio.Lock()):
                if (known := self._drawings.get(key)) is None:
                    known = self._drawings[key] = await self.work(request, job, *args)
        self._drawings.keep(key, known)
        return known

    async def warm_up(self) -> None:
        """Draws what the first visitors ask for, and so has a process ready for what comes next."""
        for args in ((name, options) for name, game in games().items() for options in game.first_scenes):
            try:
                drawn = await self.workers.run("", JOB_SECONDS, jobs.draw_scene, *args)
            except Exception:  # whoever asks for it finds out what is wrong
                LOG.exception("a scene could not be drawn ahead")
                return
            self._drawings.setdefault((jobs.draw_scene, *args), drawn)

    def get_workshop_ready(self) -> None:
        """Who opens the workshop will ask for a rating: its process takes a while to start."""
        if not self._preparing:
            self._preparing.append(asyncio.create_task(self.workshop.warm_up(), name="workshop"))


async def _gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


def services(request: Request | WebSocket) -> Services:
    found: Services = request.app.state.services
    return found
