"""What servers on one database know of one another: which are alive, who looks at which table, who drives its bots."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping
from typing import Final, NamedTuple

import sqlalchemy as sa

from ridotto.core import Seat
from ridotto.server.database import PRESENCE, PROCESSES, Database, storage_errors
from ridotto.server.writer import Cursor

DEAD_SECONDS: Final = 10.0
"""After so long without a beat, others take over what a server did."""
NOW: Final = "CURRENT_TIMESTAMP AT TIME ZONE 'UTC'"
"""The database's: servers' own clocks may differ."""


class Here(NamedTuple):
    """Who looks at a table."""

    seats: frozenset[Seat] = frozenset()
    watchers: int = 0


NOBODY: Final = Here()


class Presence:
    """SQL of PostgreSQL."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._me = database.process

    def beat(self) -> bool:
        """Says that this server is alive, and lets go of those that are not; whether it was known as alive itself."""
        return self._database.write_now(self._beat)

    def _beat(self, cursor: Cursor) -> bool:
        cursor.execute(f"DELETE FROM processes WHERE beat < {NOW} - interval '{DEAD_SECONDS} seconds'")
        if cursor.rowcount:
            self._database.note_all()
        cursor.execute(f"UPDATE processes SET beat = {NOW} WHERE id = %s", (self._me,))
        if cursor.rowcount:
            return True
        cursor.execute(f"INSERT INTO processes (id, beat) VALUES (%s, {NOW})", (self._me,))
        return False

    def leave(self) -> None:
        """Everything that is said of this server is no longer so."""
        self._database.write_now(self._leave)

    def _leave(self, cursor: Cursor) -> None:
        cursor.execute("DELETE FROM processes WHERE id = %s", (self._me,))
        self._database.note_all()

    def alive(self) -> list[str]:
        """All servers that have said so of late."""
        recent = sa.text(f"beat >= {NOW} - interval '{DEAD_SECONDS} seconds'")
        with storage_errors(), self._database.reading() as connection:
            return list(connection.scalars(sa.select(PROCESSES.c.id).where(recent)))

    def announce(self, here: Mapping[str, Here]) -> asyncio.Future[None]:
        """Who looks at these tables by this server."""
        return self._database.write(lambda cursor: self._announce(cursor, here))

    def _announce(self, cursor: Cursor, here: Mapping[str, Here]) -> None:
        for table in sorted(here):
            seats, watchers = here[table]
            if seats or watchers:
                cursor.execute(
                    "INSERT INTO presence (table_id, process, seats, watchers) SELECT id, %s, %s, %s FROM tables"
                    " WHERE id = %s ON CONFLICT (table_id, process)"
                    " DO UPDATE SET seats = excluded.seats, watchers = excluded.watchers",
                    (self._me, " ".join(map(str, sorted(seats))), watchers, table),
                )
            else:
                cursor.execute("DELETE FROM presence WHERE table_id = %s AND process = %s", (table, self._me))
            self._database.note(table)

    def elsewhere(self, tables: Collection[str]) -> dict[str, Here]:
        """Who looks at them by other servers; tables where nobody does are left out."""
        found: dict[str, Here] = {}
        asked = sa.select(PRESENCE).where(PRESENCE.c.table_id.in_(tables), PRESENCE.c.process != self._me)
        with storage_errors(), self._database.reading() as connection:
            for row in connection.execute(asked):
                known = found.get(row.table_id, NOBODY)
                seats = known.seats | {int(seat) for seat in row.seats.split()}
                found[row.table_id] = Here(frozenset(seats), known.watchers + row.watchers)
        return found

    def lease(self, table: str) -> asyncio.Future[bool]:
        """Whether the table's bots are this server's to drive."""
        return self._database.write(lambda cursor: self._lease(cursor, table), table)

    def _lease(self, cursor: Cursor, table: str) -> bool:
        cursor.execute(
            "INSERT INTO leases (table_id, process) SELECT id, %s FROM tables WHERE id = %s"
            " ON CONFLICT (table_id) DO NOTHING",
            (self._me, table),
        )
        cursor.execute("SELECT process FROM leases WHERE table_id = %s", (table,))
        found = cursor.fetchone()
        return bool(found and found[0] == self._me)

    def release(self, table: str) -> asyncio.Future[None]:
        return self._database.write(lambda cursor: self._release(cursor, table), table)

    def _release(self, cursor: Cursor, table: str) -> None:
        cursor.execute("DELETE FROM leases WHERE table_id = %s AND process = %s", (table, self._me))
        if cursor.rowcount:
            self._database.note(table)
