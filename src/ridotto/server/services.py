"""What the routes of a running server share."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, TypeVar
from weakref import WeakValueDictionary

from fastapi import Request, WebSocket
from starlette.requests import ClientDisconnect

from ridotto.server import jobs
from ridotto.server.meters import Meter, visitor_of
from ridotto.server.rooms import Rooms
from ridotto.server.settings import Limits, Settings
from ridotto.server.sitting import TableError
from ridotto.server.workers import Workers

T = TypeVar("T")

JOB_SECONDS: Final = 30.0
"""After that a job is given up; what is within the limits takes a few."""
FIRST_SCENES: Final = (("xequeo", "width=7 height=7 pieces=7"), ("venise", ""), ("venise", "board=night-basic"))
"""As the browser asks for them."""
LOG: Final = logging.getLogger(__name__)
DRAWINGS: Final = 64
"""Drawings that are kept."""


class Meters:
    """Who has asked for how much of late."""

    def __init__(self, limits: Limits) -> None:
        self.messages = Meter(limits.messages)
        self.tables = Meter(limits.tables)
        self.listed_tables = Meter(limits.listed_tables)
        self.open_seats = Meter(limits.open_seats)


@dataclass(frozen=True, slots=True)
class Services:
    settings: Settings
    rooms: Rooms
    workers: Workers
    meters: Meters
    sockets: dict[str, int] = field(default_factory=dict)
    """How many each visitor has open."""
    _drawings: OrderedDict[tuple[object, ...], bytes] = field(default_factory=OrderedDict)
    _drawing: WeakValueDictionary[tuple[object, ...], asyncio.Lock] = field(default_factory=WeakValueDictionary)

    def count_new_table(self, asker: Request | WebSocket, *, is_listed: bool) -> None:
        """Raises TableError if that address has made too many of late."""
        visitor = visitor_of(asker)
        if is_listed and not self.meters.listed_tables.take(visitor):
            raise TableError("too_many_listed")
        if not self.meters.tables.take(visitor):
            raise TableError("too_many_tables")

    async def work(self, request: Request, job: Callable[..., T], *args: object) -> T:
        """Something costly, in a process, until whoever asked has gone. Raises what the job does, or BusyError."""
        work = asyncio.create_task(self.workers.run(visitor_of(request), JOB_SECONDS, job, *args))
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
        self._drawings.move_to_end(key)
        if len(self._drawings) > DRAWINGS:
            self._drawings.popitem(last=False)
        return known

    async def warm_up(self) -> None:
        """Draws what the first visitors ask for, and so has a process ready for what comes next."""
        for args in FIRST_SCENES:
            try:
                drawn = await self.workers.run("", JOB_SECONDS, jobs.draw_scene, *args)
            except Exception:  # whoever asks for it finds out what is wrong
                LOG.exception("a scene could not be drawn ahead")
                return
            self._drawings.setdefault((jobs.draw_scene, *args), drawn)


async def _gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


def services(request: Request | WebSocket) -> Services:
    found: Services = request.app.state.services
    return found
