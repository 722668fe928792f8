"""Ratings of boards and searches for new ones: long work in short pieces, so that it can be stopped and nobody waits.

Whoever wants more of it asks again. What was found is remembered, and what is under way stays in the process, to go on
from there; a process that was lost costs no more than a piece.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

import msgspec

from ridotto.cache import Cache
from ridotto.server import wire, workshop_jobs
from ridotto.server.workers import Workers

if TYPE_CHECKING:
    from ridotto.boards.rate import Rating

PIECE_SECONDS: Final = 0.4
JOB_SECONDS: Final = 30.0
"""After that a piece is given up. Some steps cannot be divided, but none takes more than a few seconds."""
GRACE: Final = 4.0
"""Seconds that a piece may go on when nobody waits for it: few take longer, and a new process would keep whoever comes
next waiting."""
TOGETHER: Final = 4
"""So much long work takes turns, more waits: searches that are under way take memory."""
GONE_SECONDS: Final = 3.0
"""Who has not asked for more in this time does not wait any longer."""
PATIENCE: Final = 0.5
"""Seconds until somebody who has to wait is told so."""
KEPT: Final = 200


class Workshop:
    def __init__(self, most_waiting: int) -> None:
        # One process of its own: drawings and replays do not wait behind long work.
        self.workers = Workers(1, most_waiting, grace=GRACE)
        self._known: Cache[tuple[object, ...], Any] = Cache(KEPT)
        self._active: dict[tuple[object, ...], float] = {}

    async def rate(self, visitor: str, code: str) -> wire.BoardRating:
        """Raises BoardError or BusyError."""
        rating, waiting = await self._more(visitor, workshop_jobs.rate_more, code)
        told: wire.BoardRating = msgspec.structs.replace(rating.told, waiting=waiting)
        return told

    def rated(self, code: str) -> Rating | None:
        """All that there is to know of a board, where it was rated to the end of late."""
        known = self._known.get((workshop_jobs.rate_more, code))
        rating: Rating | None = known.step.rating if known and known.is_done else None
        return rating

    async def way(self, visitor: str, code: str, colour: wire.Colour) -> wire.RatedWay:
        known = self._known.get((workshop_jobs.rate_more, code))
        job = workshop_jobs.cheapest_way
        return await self.workers.run(visitor, JOB_SECONDS, job, code, colour, known.step.rating if known else None)

    async def make(self, visitor: str, asked: wire.AskBoards) -> wire.MadeBoards:
        """Raises BoardError or BusyError."""
        made, waiting = await self._more(visitor, workshop_jobs.make_more, asked)
        told: wire.MadeBoards = msgspec.structs.replace(made.told, waiting=waiting)
        return told

    async def _more(self, visitor: str, job: Callable[..., Any], *args: Any) -> tuple[Any, int]:
        """What is known after another piece of work, and how many others come first if there was none."""
        key = (job, *args)
        known, now = self._known.get(key), time.monotonic()
        if known and known.is_done:
            return known, 0
        self._active = {each: at for each, at in self._active.items() if now - at < GONE_SECONDS}
        others = len(self._active.keys() - {key})
        is_late = key not in self._active and others >= TOGETHER
        if known and is_late:
            await asyncio.sleep(PATIENCE)
            return known, others
        if not is_late:
            self._active[key] = now
        # The first figures come at once.
        seconds = PIECE_SECONDS if known else 0.0
        made: Any = await self.workers.run(visitor, JOB_SECONDS, job, *args, known, seconds)
        self._known.keep(key, made)
        if made.is_done:
            self._active.pop(key, None)
        elif not is_late:
            self._active[key] = time.monotonic()
        return made, 0

    async def warm_up(self) -> None:
        """Has the process ready for the first rating."""
        await self.workers.run("", JOB_SECONDS, workshop_jobs.get_ready)

    def close(self) -> None:
        self.workers.close()
