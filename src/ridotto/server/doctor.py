"""What may be wrong with a database, found out without changing anything."""

from __future__ import annotations

import platform
import shutil
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from typing import Final, NamedTuple

import sqlalchemy as sa

import ridotto
from ridotto.core import RidottoError
from ridotto.server.database import ENTRIES, SEATS, TABLES, storage_errors
from ridotto.server.store import Store
from ridotto.server.table_state import load_table

LEAST_FREE: Final = 200 * 2**20
"""Bytes that should be left on the database's disk."""
CLOCK_SECONDS: Final = 5.0
"""By so much the clocks of server and database may differ."""
NAMED: Final = 5
"""Tables that are named where many cannot be read."""


class Finding(NamedTuple):
    code: str
    params: dict[str, object]
    is_good: bool = True


def examine(url: str, progress: Callable[[int], None] = lambda count: None) -> Iterator[Finding]:
    """One thing after the other. Raises StoreError where the database cannot be opened as it is."""
    with closing(Store(url, is_kept=True)) as store:
        versions = {"version": ridotto.__version__, "python": platform.python_version()}
        yield Finding("doctor_versions", {**versions, "database": _version(store)})
        yield Finding("doctor_schema", {"schema": store.schema, "place": store.place})
        yield _integrity(store)
        yield _matches(store, progress)
        if store.file:
            free = shutil.disk_usage(store.file.parent).free
            yield Finding("doctor_disk" if free >= LEAST_FREE else "doctor_disk_bad", _size(free), free >= LEAST_FREE)
        yield _clock(store)


def _version(store: Store) -> str:
    found = store.engine.dialect.server_version_info or ()
    return f"{store.engine.dialect.name} {'.'.join(map(str, found))}".strip()


def _integrity(store: Store) -> Finding:
    faults: list[str] = []
    with storage_errors(), store.reading() as connection:
        if store.file:
            faults += [str(row[0]) for row in connection.exec_driver_sql("PRAGMA integrity_check") if row[0] != "ok"]
        for table in (SEATS, ENTRIES):
            lost = sa.select(sa.func.count()).where(table.c.table_id.not_in(sa.select(TABLES.c.id)))
            if count := connection.scalar(lost):
                faults.append(f"{table.name}: {count}")
    if faults:
        return Finding("doctor_integrity_bad", {"reason": "; ".join(faults[:NAMED])}, False)
    return Finding("doctor_integrity", {})


def _matches(store: Store, progress: Callable[[int], None]) -> Finding:
    """Every log is played again."""
    with storage_errors(), store.reading() as connection:
        tables = list(connection.scalars(sa.select(TABLES.c.id).order_by(TABLES.c.made)))
    bad = []
    for nth, table in enumerate(tables):
        loaded = store.load(table)
        try:
            if loaded is not None:
                load_table(loaded)
        except RidottoError as error:
            bad.append(f"{table} ({error.code})")
        progress(nth + 1)
    if bad:
        names = ", ".join(bad[:NAMED])
        return Finding("doctor_matches_bad", {"number": len(bad), "total": len(tables), "tables": names}, False)
    return Finding("doctor_matches", {"number": len(tables)})


def _clock(store: Store) -> Finding:
    with storage_errors(), store.reading() as connection:
        if store.is_shared:
            theirs = connection.scalar(sa.text("SELECT CURRENT_TIMESTAMP AT TIME ZONE 'UTC'"))
        else:  # the same clock; but nothing can have happened later than now
            theirs = connection.scalar(sa.select(sa.func.max(TABLES.c.changed)))
    now = datetime.now(UTC).replace(tzinfo=None)
    off = abs((now - theirs).total_seconds()) if store.is_shared else (theirs - now).total_seconds() if theirs else 0.0
    if off > CLOCK_SECONDS:
        return Finding("doctor_clock_bad", {"seconds": round(off)}, False)
    return Finding("doctor_clock", {})


def _size(count: int) -> dict[str, object]:
    return {"megabytes": count // 2**20}
