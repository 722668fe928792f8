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
from dataclasses import asdict, dataclass, fields, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final, TypeVar

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError
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
    sa.Column("transfer", sa.String(64), nullable=False, server_default=""),
)
ENTRIES: Final = sa.Table(
    "entries",
    metadata,
    sa.Column("table_id", sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("actor", sa.Integer, nullable=False),
    sa.Column("move", sa.Text, nullable=False),
)
REMATCHES: Final = sa.Table(
    "rematches",
    metadata,
    sa.Column("table_id", sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("next_id", sa.String(32), nullable=False),
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
    transfer: str = ""
    """The hash of what moves the seat to another device, once."""


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
        self._file = Path(str(parsed.database)) if is_sqlite and not is_memory else None
        try:
            with _storage_errors():
                self._migrate()
        except StoreError:
            self.close()
            raise
        self._identity = _identity(self._file) if self._file else None

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
        with self._writing() as connection:
            self._insert(connection, stored)

    def make_next(self, table: str, stored: Stored, former: str) -> str:
        """The table that follows another one: `stored`, unless there is one already. Servers that race agree.

        Before it was written down, its id followed from the table's: `former`."""
        try:
            with self._writing() as connection:
                if known := self._next(connection, table):
                    return known
                is_there = connection.scalar(sa.select(TABLES.c.id).where(TABLES.c.id == former))
                if not is_there:
                    self._insert(connection, stored)
                found = former if is_there else stored.id
                connection.execute(REMATCHES.insert().values(table_id=table, next_id=found))
                return found
        except IntegrityError:
            with _storage_errors(), self._reading() as connection:
                return self._next(connection, table)

    def _next(self, connection: sa.Connection, table: str) -> str:
        found = connection.scalar(sa.select(REMATCHES.c.next_id).where(REMATCHES.c.table_id == table))
        return str(found or "")

    def _insert(self, connection: sa.Connection, stored: Stored) -> None:
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
        with self._writing() as connection:
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

    @contextmanager
    def _writing(self) -> Iterator[sa.Connection]:
        """All of it or nothing. A file that was deleted would take what is written with it, so it is looked for."""
        with _storage_errors():
            self._require_file()
            with self.engine.begin() as connection:
                yield connection
            self._require_file()

    def _require_file(self) -> None:
        if self._file and _identity(self._file) != self._identity:
            LOG.error("the database file is gone or another one is in its place")
            raise StoreError("store_gone", place=self.place)

    def _write_log(self, connection: sa.Connection, stored: Stored, first: int) -> None:
        rows = [
            {"table_id": stored.id, "number": number, "actor": actor, "move": move}
            for number, (actor, move) in enumerate(stored.log[first:], first)
        ]
        if rows:
            connection.execute(ENTRIES.insert(), rows)


def _identity(file: Path) -> tuple[int, int] | None:
    """Which file it is, whatever its name; nothing where there is none."""
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def lobby_start(now: datetime) -> datetime:
    """Tables that nothing has happened at for a day are no longer listed."""
    return now - timedelta(days=1)


def _columns(stored: Stored) -> dict[str, Any]:
    return {column.name: getattr(stored, column.name) for column in TABLES.columns}


def _seat_columns(stored: Stored, seat: Seat) -> dict[str, Any]:
    each = stored.seats[seat]
    return {"table_id": stored.id, "seat": seat} | asdict(each)


def _stored(row: Any, seats: Sequence[Any], log: tuple[tuple[int, str], ...]) -> Stored:
    known = {column.name: getattr(row, column.name) for column in TABLES.columns}
    names = [field.name for field in fields(StoredSeat)]
    taken = tuple(StoredSeat(**{name: getattr(seat, name) for name in names}) for seat in seats)
    return Stored(**known, seats=taken, log=log)


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
    except IntegrityError:
        raise  # somebody else has written the same: for whoever asked to settle
    except SQLAlchemyError as error:
        reason = str(error.orig if isinstance(error, DBAPIError) else error).splitlines()[0]
        LOG.error("storage failed: %s", reason)
        if "locked" in reason or "busy" in reason:
            raise StoreError("store_busy") from error
        if "full" in reason:
            raise StoreError("store_full") from error
        raise StoreError("store_failed", reason=reason) from error
