"""All SQL. The log of moves is the truth; whatever else is kept here can be worked out from it, or says who sits where.

Called from threads: one writes, as SQLite wants it, others read. Tokens and invites are kept as SHA-256 only.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final, TypeVar

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.pool import StaticPool

from ridotto.core import RidottoError, Seat

T = TypeVar("T")

MIGRATIONS: Final = Path(__file__).parent / "migrations"
BUSY_SECONDS: Final = 5.0
"""As long a write waits for another program that holds the database."""
READERS: Final = 4
LOG: Final = logging.getLogger(__name__)

metadata: Final = sa.MetaData()

TABLES: Final = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("game", sa.String(32), nullable=False),
    sa.Column("options", sa.Text, nullable=False),
    sa.Column("rules", sa.String(32), nullable=False),
    sa.Column("day", sa.String(10), nullable=False),
    sa.Column("made", sa.DateTime, nullable=False),
    sa.Column("changed", sa.DateTime, nullable=False),
    sa.Column("is_listed", sa.Boolean, nullable=False),
    sa.Column("is_over", sa.Boolean, nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("revision", sa.Integer, nullable=False),
    sa.Index("tables_listed", "is_listed", "is_over", "changed"),
)
SEATS: Final = sa.Table(
    "seats",
    metadata,
    sa.Column("table_id", sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("name", sa.String(80), nullable=False),
    sa.Column("bot", sa.String(32), nullable=False),
    sa.Column("token", sa.String(64), nullable=False),
    sa.Column("invite", sa.String(64), nullable=False),
)
ENTRIES: Final = sa.Table(
    "entries",
    metadata,
    sa.Column("table_id", sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("actor", sa.Integer, nullable=False),
    sa.Column("move", sa.Text, nullable=False),
)


class StoreError(RidottoError):
    """Nothing was written."""


class Conflict(Exception):
    """Somebody else has written to this table since it was read."""


def hashed(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def same_start(old: Sequence[object], new: Sequence[object]) -> int:
    """How many of the first items are the same in both."""
    pairs = enumerate(zip(old, new, strict=False))
    return next((at for at, (a, b) in pairs if a is not b and a != b), min(len(old), len(new)))


@dataclass(frozen=True, slots=True)
class StoredSeat:
    kind: str
    """here, link, open or bot."""
    name: str
    """Empty until somebody says theirs; of bots, unless they took over from somebody."""
    bot: str
    token: str
    """The hash of the key to the seat; empty until the seat is claimed, and for bots."""
    invite: str
    """The hash of what opens the seat once; kept, so that a spent invite is known as one."""


@dataclass(frozen=True, slots=True)
class Stored:
    """A table as it lies on disk."""

    id: str
    game: str
    options: str
    rules: str
    day: str
    made: datetime
    """In UTC, without saying so: so databases keep it."""
    changed: datetime
    is_listed: bool
    is_over: bool
    version: int
    """What everybody can see has changed so often."""
    revision: int
    """So often it was written; guards against a second writer."""
    seats: tuple[StoredSeat, ...]
    log: tuple[tuple[int, str], ...]
    """Actors and canonical move texts, in order."""


class Store:
    def __init__(self, url: str, *, busy_seconds: float = BUSY_SECONDS) -> None:
        """Opens the database, makes or migrates it. Raises StoreError."""
        try:
            parsed = sa.make_url(url)
            is_sqlite = parsed.get_backend_name() == "sqlite"
            is_memory = is_sqlite and parsed.database in (None, "", ":memory:")
            options: dict[str, Any] = {"poolclass": StaticPool} if is_memory else {"pool_pre_ping": True}
            if is_sqlite:
                options["connect_args"] = {"timeout": busy_seconds, "check_same_thread": False}
                if parsed.database and not is_memory:
                    Path(parsed.database).parent.mkdir(parents=True, exist_ok=True)
            self.engine = sa.create_engine(parsed, hide_parameters=True, **options)
            self.place = parsed.render_as_string(hide_password=True)
        except (SQLAlchemyError, ImportError, OSError) as error:
            raise StoreError("store_url", reason=str(error).splitlines()[0]) from error
        self._readers = ThreadPoolExecutor(1 if is_memory else READERS, "store-read")
        self._writer = self._readers if is_memory else ThreadPoolExecutor(1, "store-write")
        if is_sqlite:
            _tune_sqlite(self.engine)
        reading = {"is_read": True} if is_sqlite else {"isolation_level": "REPEATABLE READ"}
        self._reader = self.engine.execution_options(**reading)
        try:
            with _storage_errors():
                self._migrate()
        except StoreError:
            self.close()
            raise

    def close(self) -> None:
        """After what is being written is written."""
        self._writer.shutdown()
        self._readers.shutdown()
        self.engine.dispose()

    async def read(self, work: Callable[..., T], *args: Any) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._readers, work, *args)

    async def write(self, work: Callable[..., T], *args: Any) -> T:
        # What has been begun is finished, even if whoever asked for it has gone.
        return await asyncio.shield(asyncio.get_running_loop().run_in_executor(self._writer, work, *args))

    def _migrate(self) -> None:
        from alembic import command
        from alembic.config import Config
        from alembic.runtime.migration import MigrationContext
        from alembic.script import ScriptDirectory

        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
        known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
        with self.engine.begin() as connection:
            found = set(MigrationContext.configure(connection).get_current_heads())
            if found - known:
                raise StoreError("store_newer", place=self.place)
            config.attributes["connection"] = connection
            command.upgrade(config, "head")

    # -- tables --------------------------------------------------------------------------------------------------------

    def make(self, stored: Stored) -> None:
        with _storage_errors(), self.engine.begin() as connection:
            connection.execute(TABLES.insert().values(_columns(stored)))
            connection.execute(SEATS.insert(), [_seat_columns(stored, seat) for seat in range(len(stored.seats))])
            self._write_log(connection, stored, 0)

    def load(self, table: str) -> Stored | None:
        with _storage_errors(), self._reading() as connection:
            row = connection.execute(sa.select(TABLES).where(TABLES.c.id == table)).one_or_none()
            if row is None:
                return None
            seats = connection.execute(sa.select(SEATS).where(SEATS.c.table_id == table).order_by(SEATS.c.seat))
            log = connection.execute(
                sa.select(ENTRIES.c.actor, ENTRIES.c.move).where(ENTRIES.c.table_id == table).order_by(ENTRIES.c.number)
            )
            return _stored(row, seats.all(), tuple((actor, move) for actor, move in log))

    def revision(self, table: str) -> int | None:
        with _storage_errors(), self._reading() as connection:
            found: int | None = connection.scalar(sa.select(TABLES.c.revision).where(TABLES.c.id == table))
            return found

    def save(self, old: Stored, new: Stored) -> Stored:
        """Replaces `old` by `new`, as a whole or not at all. Raises Conflict when `old` is not what is stored."""
        new = replace(new, revision=old.revision + 1)
        first = same_start(old.log, new.log)
        with _storage_errors(), self.engine.begin() as connection:
            updated = connection.execute(
                TABLES.update()
                .where(TABLES.c.id == old.id, TABLES.c.version == old.version, TABLES.c.revision == old.revision)
                .values(_columns(new))
            )
            if updated.rowcount != 1:
                raise Conflict(old.id)
            for seat, (before, after) in enumerate(zip(old.seats, new.seats, strict=True)):
                if before != after:
                    connection.execute(
                        SEATS.update()
                        .where(SEATS.c.table_id == old.id, SEATS.c.seat == seat)
                        .values(_seat_columns(new, seat))
                    )
            if first < len(old.log):
                connection.execute(ENTRIES.delete().where(ENTRIES.c.table_id == old.id, ENTRIES.c.number >= first))
            self._write_log(connection, new, first)
        return new

    def listed(self, since: datetime, most: int) -> list[Stored]:
        """Tables of the lobby, the newest first, without their logs."""
        with _storage_errors(), self._reading() as connection:
            rows = connection.execute(
                sa.select(TABLES)
                .where(TABLES.c.is_listed.is_(True), TABLES.c.is_over.is_(False), TABLES.c.changed >= since)
                .order_by(TABLES.c.made.desc(), TABLES.c.id)
                .limit(most)
            ).all()
            seats: dict[str, list[Any]] = {row.id: [] for row in rows}
            found = sa.select(SEATS).where(SEATS.c.table_id.in_(seats)).order_by(SEATS.c.table_id, SEATS.c.seat)
            for row in connection.execute(found):
                seats[row.table_id].append(row)
            return [_stored(row, seats[row.id], ()) for row in rows]

    @contextmanager
    def _reading(self) -> Iterator[sa.Connection]:
        """A consistent look that does not keep others from writing."""
        with self._reader.connect() as connection, connection.begin():
            yield connection

    def _write_log(self, connection: sa.Connection, stored: Stored, first: int) -> None:
        rows = [
            {"table_id": stored.id, "number": number, "actor": actor, "move": move}
            for number, (actor, move) in enumerate(stored.log[first:], first)
        ]
        if rows:
            connection.execute(ENTRIES.insert(), rows)


def lobby_start(now: datetime) -> datetime:
    """Tables that nothing has happened at for a day are no longer listed."""
    return now - timedelta(days=1)


def _columns(stored: Stored) -> dict[str, Any]:
    return {column.name: getattr(stored, column.name) for column in TABLES.columns}


def _seat_columns(stored: Stored, seat: Seat) -> dict[str, Any]:
    each = stored.seats[seat]
    columns = {name: getattr(each, name) for name in ("kind", "name", "bot", "token", "invite")}
    return {"table_id": stored.id, "seat": seat} | columns


def _stored(row: Any, seats: Sequence[Any], log: tuple[tuple[int, str], ...]) -> Stored:
    known = {column.name: getattr(row, column.name) for column in TABLES.columns}
    sitting = tuple(StoredSeat(seat.kind, seat.name, seat.bot, seat.token, seat.invite) for seat in seats)
    return Stored(**known, seats=sitting, log=log)


def _tune_sqlite(engine: sa.Engine) -> None:
    @sa.event.listens_for(engine, "connect")
    def connected(connection: Any, _: Any) -> None:
        connection.isolation_level = None  # transactions are begun below, not by the driver
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")

    @sa.event.listens_for(engine, "begin")
    def begun(connection: sa.Connection) -> None:
        # A writer takes its lock at once: one that waits until its first write can be told to start over.
        is_read = connection.get_execution_options().get("is_read", False)
        connection.exec_driver_sql("BEGIN" if is_read else "BEGIN IMMEDIATE")


@contextmanager
def _storage_errors() -> Iterator[None]:
    try:
        yield
    except SQLAlchemyError as error:
        reason = str(error.orig if isinstance(error, DBAPIError) else error).splitlines()[0]
        LOG.error("storage failed: %s", reason)
        if "locked" in reason or "busy" in reason:
            raise StoreError("store_busy") from error
        if "full" in reason:
            raise StoreError("store_full") from error
        raise StoreError("store_failed", reason=reason) from error
