"""All matches as one file, whatever database they are in: an SQLite database, to restore any of them from."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import sqlalchemy as sa

from ridotto.server.database import DURABLE, TABLES, StoreError, make_url, storage_errors
from ridotto.server.presence import Presence
from ridotto.server.store import Store

ROWS: Final = 1_000
"""Copied at a time."""


def backup(url: str, file: Path, progress: Callable[[int], None] = lambda count: None) -> int:
    """Writes all matches as they are at this moment, while people play; the number of tables. Raises StoreError."""
    draft = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        with closing(Store(url, is_kept=True)) as source:
            with closing(Store(f"sqlite:///{draft}")) as copy:
                _copy(source, copy, progress)
                count = _count(copy)
            with closing(sqlite3.connect(draft)) as whole:
                whole.execute("PRAGMA journal_mode=DELETE")  # one file, nothing beside it
        draft.replace(file)
    except (OSError, sqlite3.Error) as error:
        raise StoreError("store_url", reason=str(error).splitlines()[0]) from error
    finally:
        for rest in (draft, Path(f"{draft}-wal"), Path(f"{draft}-shm")):
            with suppress(OSError):
                rest.unlink(missing_ok=True)
    return count


def restore(
    file: Path, url: str, *, is_replaced: bool = False, progress: Callable[[int], None] = lambda count: None
) -> int:
    """Puts the matches of a backup into a database that no server uses; the number of tables. Raises StoreError.

    What is there already goes only if that was asked for."""
    if not file.is_file():
        raise StoreError("store_missing", place=str(file))
    _require_unused(url)
    with TemporaryDirectory() as folder:
        copied = Path(folder) / "backup.sqlite"
        shutil.copy(file, copied)  # of an older version it is brought up to date, and stays as it is where it lies
        with closing(Store(f"sqlite:///{copied}")) as source, closing(Store(url)) as target:
            if target.is_shared and Presence(target).alive():
                raise StoreError("store_in_use", place=target.place)
            if _count(target) and not is_replaced:
                raise StoreError("store_not_empty", place=target.place)
            _copy(source, target, progress)
            return _count(target)


def _copy(source: Store, target: Store, progress: Callable[[int], None]) -> None:
    """All of it or nothing."""
    done = 0
    with storage_errors(), source.reading() as reading, target.engine.begin() as writing:
        for table in reversed(DURABLE):
            writing.execute(table.delete())
        for table in DURABLE:
            rows = reading.execution_options(yield_per=ROWS).execute(sa.select(table))
            for part in rows.mappings().partitions(ROWS):
                writing.execute(table.insert(), [dict(row) for row in part])
                done += len(part)
                progress(done)


def _count(store: Store) -> int:
    with storage_errors(), store.reading() as connection:
        return int(connection.scalar(sa.select(sa.func.count()).select_from(TABLES)) or 0)


def _require_unused(url: str) -> None:
    """Of an SQLite file nobody else may have it open: then, and only then, it lets its second file go."""
    try:
        parsed = make_url(url)
    except sa.exc.ArgumentError as error:
        raise StoreError("store_url", reason=str(error).splitlines()[0]) from error
    if parsed.get_backend_name() != "sqlite" or not parsed.database or not Path(parsed.database).is_file():
        return
    with closing(sqlite3.connect(parsed.database, timeout=1.0)) as alone:
        try:
            mode = alone.execute("PRAGMA journal_mode=DELETE").fetchone()[0]
        except sqlite3.OperationalError:
            mode = "locked"
        except sqlite3.DatabaseError as error:
            raise StoreError("store_url", reason=str(error)) from error
    if mode != "delete":
        raise StoreError("store_in_use", place=str(parsed.database))
