"""What the routes of a running server share."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from fastapi import Request, WebSocket

from ridotto.server.guards import Meter
from ridotto.server.rooms import Rooms
from ridotto.server.settings import Settings
from ridotto.server.sitting import TableError

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Services:
    settings: Settings
    rooms: Rooms
    meter: Meter
    _working: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(2))

    def count_new_table(self, asker: Request | WebSocket) -> None:
        """Raises TableError if that address has made too many of late."""
        if not self.meter.take(asker.client.host if asker.client else ""):
            raise TableError("too_many_tables")

    async def work(self, job: Callable[..., T], *args: object) -> T:
        """Something long, in a thread; few at a time, so that the tables go on."""
        async with self._working:
            return await asyncio.to_thread(job, *args)


def services(request: Request | WebSocket) -> Services:
    found: Services = request.app.state.services
    return found
