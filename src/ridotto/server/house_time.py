"""The clock that clocks at tables are read from: it goes only while the house is open.

A server that was down, a database that was away and a system time that was moved charge nobody. Servers on one
database share the time; each reckons on by itself between two beats. Whoever was about to move when the house closed
gets some time to come back.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from ridotto.server.database import Database
from ridotto.server.writer import Cursor

GAP: Final = 6_000
"""Milliseconds between two beats after which the house was closed meanwhile."""
GRACE: Final = 20_000
"""Milliseconds by which the time goes back then, so that all can come back before clocks go on."""
WRITTEN: Final = 30_000
"""Milliseconds between two writes where nobody else needs to know: as much may be given away by a crash."""
NOW: Final = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"


class HouseTime:
    def __init__(self, database: Database, tick: Callable[[], float] = time.monotonic) -> None:
        self.tick = tick
        self._database = database
        self._mark: tuple[int, float] | None = None
        """What it was at the last beat, and the tick then."""
        self._written = 0

    def now(self) -> int:
        """Milliseconds. Without a beat it goes on only for a while."""
        if self._mark is None:
            return 0
        then, at = self._mark
        return then + max(0, min(GAP, round((self.tick() - at) * 1000)))

    def beat(self) -> None:
        """Called in a thread every few seconds. Raises StoreError."""
        at = self.tick()
        self._mark = self._database.write_now(self._shared if self._database.is_shared else self._alone(at)), at

    def close(self) -> None:
        if self._mark is not None and not self._database.is_shared:
            self._written = 0
            self.beat()

    def _shared(self, cursor: Cursor) -> int:
        cursor.execute(f"INSERT INTO house (id, ticks, beat) VALUES (1, 0, {NOW}) ON CONFLICT (id) DO NOTHING")
        # A little less than nothing is what servers see of each other's writes.
        cursor.execute(
            f"UPDATE house SET ticks = CASE WHEN {NOW} - beat BETWEEN -1000 AND {GAP}"
            f" THEN ticks + greatest(0, {NOW} - beat) ELSE greatest(0, ticks - {GRACE}) END, beat = {NOW}"
            " WHERE id = 1 RETURNING ticks"
        )
        found = cursor.fetchone()
        return int(found[0]) if found else 0

    def _alone(self, at: float) -> Callable[[Cursor], int]:
        def beat(cursor: Cursor) -> int:
            if self._mark is None:
                cursor.execute("SELECT ticks FROM house WHERE id = 1")
                found = cursor.fetchone()
                ticks = max(0, int(found[0]) - GRACE) if found else 0
            else:
                then, before = self._mark
                passed = round((at - before) * 1000)
                ticks = then + passed if 0 <= passed <= GAP else max(0, then - GRACE)
            if not self._written or abs(ticks - self._written) >= WRITTEN:
                cursor.execute("INSERT OR REPLACE INTO house (id, ticks, beat) VALUES (1, ?, 0)", (ticks,))
                self._written = max(1, ticks)
            return ticks

        return beat
