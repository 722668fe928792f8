"""All SQL. The log of moves is the truth; whatever else is kept here can be worked out from it, or says who sits where.

Called from threads: one writes, as SQLite wants it, others read. What happens at tables is written in plain prepared
SQL, everything else by SQLAlchemy. Tokens and invites are kept as SHA-256 only.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import shlex
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import asdict, astuple, dataclass, fields, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.pool import StaticPool

from ridotto.core import RidottoError, Seat
from ridotto.server.writer import Conflict, Cursor, Writer

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
    sa.Column("board", sa.String(64), nullable=False, server_default=""),
    sa.Index("tables_listed", "is_listed", "is_over", "changed"),
    sa.Index("tables_board", "board"),
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
SQLITE_MOMENT: Final = "%Y-%m-%d %H:%M:%S.%f"
"""As SQLAlchemy writes it."""
REMATCHES: Final = sa.Table(
    "rematches",
    metadata,
    sa.Column("table_id", sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("next_id", sa.String(32), nullable=False),
)
GALLERY: Final = sa.Table(
    "gallery",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("code", sa.Text, nullable=False),
    sa.Column("board", sa.String(64), nullable=False, unique=True),
    sa.Column("name", sa.String(80), nullable=False),
    sa.Column("author", sa.String(64), nullable=False),
    sa.Column("made", sa.DateTime, nullable=False),
    sa.Column("is_approved", sa.Boolean, nullable=False),
    sa.Column("rating", sa.Text, nullable=False),
)


class Statements(NamedTuple):
    update_table: str
    update_seat: str
    delete_entries: str
    insert_entry: str


def _statements(mark: str) -> Statements:
    """With the driver's mark for a value."""
    seat = ", ".join(f"{field.name} = ?" for field in fields(StoredSeat))
    found = (
        "UPDATE tables SET changed = ?, is_over = ?, version = ?, revision = ? WHERE id = ? AND revision = ?",
        f"UPDATE seats SET {seat} WHERE table_id = ? AND seat = ?",
        "DELETE FROM entries WHERE table_id = ? AND number >= ?",
        "INSERT INTO entries (table_id, number, actor, move) VALUES (?, ?, ?, ?)",
    )
    return Statements(*(text.replace("?", mark) for text in found))


class StoreError(RidottoError):
    """Nothing was written."""


def hashed(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def board_key(options: str) -> str:
    """The hash of the board that options name, to find all tables of one; empty where they name none."""
    named = [word.removeprefix("board=") for word in shlex.split(options) if word.startswith("board=")]
    return hashed(named[-1]) if named else ""


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


Log: TypeAlias = tuple[tuple[int, str], ...]
"""Actors and canonical move texts, in order."""


@dataclass(frozen=True, slots=True)
class Stored:
    """A table as it lies on disk, but for its log."""

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
    """Public version: counts changes that every seat can see."""
    revision: int
    """Counts writes; guards against a second writer."""
    seats: tuple[StoredSeat, ...]


class Loaded(NamedTuple):
    stored: Stored
    log: Log


@dataclass(frozen=True, slots=True)
class GalleryEntry:
    """A board that somebody has offered to everybody who uses the server."""

    id: str
    code: str
    name: str
    author: str
    """The hash of the key that its author's browser has."""
    made: datetime
    is_approved: bool
    rating: str
    """JSON, as board files have it."""
    played: int = 0
    """Finished matches of two or more people."""


class Tail(NamedTuple):
    """What a change does to a log: all entries from `first` on are replaced."""

    first: int
    dropped: int
    """How many there were."""
    entries: Log


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
        self._readers = ThreadPoolExecutor(READERS, "store-read")
        self._writer = Writer(self._transaction)
        self._is_sqlite, self._is_memory = is_sqlite, is_memory
        self._connection: Any = None
        if is_sqlite:
            _tune_sqlite(self.engine)
        reading = {"is_read": True} if is_sqlite else {"isolation_level": "REPEATABLE READ"}
        self._reader = self.engine.execution_options(**reading)
        self._sql = _statements("?" if is_sqlite else "%s")
        driver: Any = self.engine.dialect.loaded_dbapi
        self._driver_error: type[Exception] = driver.Error
        self._file = Path(str(parsed.database)) if is_sqlite and not is_memory else None
        try:
            with _storage_errors():
                self._migrate()
        except StoreError:
            self.close()
            raise
        self._identity = _identity(self._file) if self._file else None

    def close(self) -> None:
        """After what waits to be written is written."""
        self._writer.close()
        self._readers.shutdown()
        self._disconnect()
        self.engine.dispose()

    async def read(self, work: Callable[..., T], *args: Any) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._readers, work, *args)

    async def write(self, work: Callable[..., T], *args: Any) -> T:
        # What has been begun is finished, even if whoever asked for it has gone.
        return await asyncio.shield(asyncio.get_running_loop().run_in_executor(self._readers, work, *args))

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

    def make(self, stored: Stored, log: Log) -> None:
        with self._writing() as connection:
            self._insert(connection, stored, log)

    def make_next(self, table: str, stored: Stored, log: Log, former: str) -> str:
        """The table that follows another one: `stored`, unless there is one already. Servers that race agree.

        Before it was written down, its id followed from the table's: `former`."""
        try:
            with self._writing() as connection:
                if known := self._next(connection, table):
                    return known
                is_there = connection.scalar(sa.select(TABLES.c.id).where(TABLES.c.id == former))
                if not is_there:
                    self._insert(connection, stored, log)
                found = former if is_there else stored.id
                connection.execute(REMATCHES.insert().values(table_id=table, next_id=found))
                return found
        except IntegrityError:
            with _storage_errors(), self._reading() as connection:
                return self._next(connection, table)

    def _next(self, connection: sa.Connection, table: str) -> str:
        found = connection.scalar(sa.select(REMATCHES.c.next_id).where(REMATCHES.c.table_id == table))
        return str(found or "")

    def _insert(self, connection: sa.Connection, stored: Stored, log: Log) -> None:
        connection.execute(TABLES.insert().values(_columns(stored)))
        connection.execute(SEATS.insert(), [_seat_columns(stored, seat) for seat in range(len(stored.seats))])
        rows = [
            {"table_id": stored.id, "number": number, "actor": actor, "move": move}
            for number, (actor, move) in enumerate(log)
        ]
        if rows:
            connection.execute(ENTRIES.insert(), rows)

    def load(self, table: str) -> Loaded | None:
        with _storage_errors(), self._reading() as connection:
            row = connection.execute(sa.select(TABLES).where(TABLES.c.id == table)).one_or_none()
            if row is None:
                return None
            seats = connection.execute(sa.select(SEATS).where(SEATS.c.table_id == table).order_by(SEATS.c.seat))
            log = connection.execute(
                sa.select(ENTRIES.c.actor, ENTRIES.c.move).where(ENTRIES.c.table_id == table).order_by(ENTRIES.c.number)
            )
            return Loaded(_stored(row, seats.all()), tuple((actor, move) for actor, move in log))

    def revision(self, table: str) -> int | None:
        with _storage_errors(), self._reading() as connection:
            found: int | None = connection.scalar(sa.select(TABLES.c.revision).where(TABLES.c.id == table))
            return found

    def save(self, old: Stored, new: Stored, tail: Tail) -> asyncio.Future[Stored]:
        """Replaces `old` by `new`, as a whole or not at all. Raises Conflict when `old` is not what is stored."""
        return self._writer.write(lambda cursor: self._save(cursor, old, new, tail))

    def save_now(self, old: Stored, new: Stored, tail: Tail) -> Stored:
        """The same, in this thread."""
        return self._writer.write_now(lambda cursor: self._save(cursor, old, new, tail))

    def _save(self, cursor: Cursor, old: Stored, new: Stored, tail: Tail) -> Stored:
        new = replace(new, revision=old.revision + 1)
        changed = new.changed.strftime(SQLITE_MOMENT) if self._is_sqlite else new.changed
        state = (changed, new.is_over, new.version, new.revision)
        cursor.execute(self._sql.update_table, (*state, old.id, old.revision))
        if cursor.rowcount != 1:
            raise Conflict(old.id)
        if new.seats is not old.seats:
            for seat, (before, after) in enumerate(zip(old.seats, new.seats, strict=True)):
                if before != after:
                    cursor.execute(self._sql.update_seat, (*astuple(after), old.id, seat))
        if tail.dropped:
            cursor.execute(self._sql.delete_entries, (old.id, tail.first))
        for number, (actor, move) in enumerate(tail.entries, tail.first):
            cursor.execute(self._sql.insert_entry, (old.id, number, actor, move))
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
            return [_stored(row, seats[row.id]) for row in rows]

    # -- the gallery ---------------------------------------------------------------------------------------------------

    def offer(self, entry: GalleryEntry, most_waiting: int) -> None:
        """It waits for approval. Raises StoreError where it is there already, or too many wait."""
        waiting = sa.select(sa.func.count()).select_from(GALLERY).where(GALLERY.c.is_approved.is_(False))
        values = {column.name: getattr(entry, column.name, hashed(entry.code)) for column in GALLERY.columns}
        try:
            with self._writing() as connection:
                if (connection.scalar(waiting) or 0) >= most_waiting:
                    raise StoreError("gallery_full")
                connection.execute(GALLERY.insert().values(values))
        except IntegrityError:
            raise StoreError("gallery_known") from None

    def approve(self, entry: str) -> bool:
        """Whether there is such a board."""
        with self._writing() as connection:
            approved = GALLERY.update().where(GALLERY.c.id == entry).values(is_approved=True)
            return connection.execute(approved).rowcount > 0

    def withdraw(self, entry: str, author: str | None = None) -> bool:
        """Whether there was such a board, of this author where one is given."""
        with self._writing() as connection:
            found = GALLERY.delete().where(GALLERY.c.id == entry)
            if author is not None:
                found = found.where(GALLERY.c.author == author)
            return connection.execute(found).rowcount > 0

    def gallery(self, author: str | None = None) -> list[GalleryEntry]:
        """What the operator sees, or an author: whatever is approved and their own. The newest first."""
        people = sa.select(sa.func.count()).where(SEATS.c.table_id == TABLES.c.id, SEATS.c.token != "")
        played = (
            sa.select(sa.func.count())
            .where(TABLES.c.board == GALLERY.c.board, TABLES.c.is_over.is_(True), people.scalar_subquery() >= 2)
            .scalar_subquery()
        )
        columns = [column for column in GALLERY.columns if column.name != "board"]
        found = sa.select(*columns, played.label("played")).order_by(GALLERY.c.made.desc(), GALLERY.c.id)
        if author is not None:
            found = found.where(GALLERY.c.is_approved.is_(True) | (GALLERY.c.author == author))
        with _storage_errors(), self._reading() as connection:
            return [GalleryEntry(**row) for row in connection.execute(found).mappings()]

    @contextmanager
    def _reading(self) -> Iterator[sa.Connection]:
        """A consistent look that does not keep others from writing."""
        # In memory there is only one connection, for all.
        alone = self._writer.lock if self._is_memory else nullcontext()
        with alone, self._reader.connect() as connection, connection.begin():
            yield connection

    @contextmanager
    def _writing(self) -> Iterator[sa.Connection]:
        """All of it or nothing."""
        with _storage_errors(), self._writer.lock:
            self._require_file()
            with self.engine.begin() as connection:
                yield connection
            self._require_file()

    @contextmanager
    def _transaction(self) -> Iterator[Cursor]:
        """All of it or nothing, by the driver itself, on a connection that stays open as long as all goes well."""
        try:
            with _storage_errors(self._driver_error):
                self._require_file()
                if self._connection is None:
                    self._connection = self.engine.raw_connection()
                cursor = self._connection.cursor()
                if self._is_sqlite:
                    cursor.execute("BEGIN IMMEDIATE")
                yield cursor
                if self._is_sqlite:
                    cursor.execute("COMMIT")
                else:
                    self._connection.commit()
                self._require_file()
        except BaseException:
            self._disconnect()
            raise

    def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(Exception):  # it may be broken
                connection.rollback()
                if not self._is_memory:
                    connection.invalidate()

    def _require_file(self) -> None:
        """A file that was deleted would take what is written with it."""
        if self._file and _identity(self._file) != self._identity:
            LOG.error("the database file is gone or another one is in its place")
            raise StoreError("store_gone", place=self.place)


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
    known = {field.name: getattr(stored, field.name) for field in fields(Stored) if field.name != "seats"}
    return known | {"board": board_key(stored.options)}


def _seat_columns(stored: Stored, seat: Seat) -> dict[str, Any]:
    each = stored.seats[seat]
    return {"table_id": stored.id, "seat": seat} | asdict(each)


def _stored(row: Any, seats: Sequence[Any]) -> Stored:
    known = {field.name: getattr(row, field.name) for field in fields(Stored) if field.name != "seats"}
    names = [field.name for field in fields(StoredSeat)]
    taken = tuple(StoredSeat(**{name: getattr(seat, name) for name in names}) for seat in seats)
    return Stored(**known, seats=taken)


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
def _storage_errors(driver_error: type[Exception] = SQLAlchemyError) -> Iterator[None]:
    try:
        yield
    except IntegrityError:
        raise  # somebody else has written the same: for whoever asked to settle
    except (SQLAlchemyError, driver_error) as error:
        reason = str(error.orig if isinstance(error, DBAPIError) else error).splitlines()[0]
        LOG.error("storage failed: %s", reason)
        if "locked" in reason or "busy" in reason:
            raise StoreError("store_busy") from error
        if "full" in reason:
            raise StoreError("store_full") from error
        raise StoreError("store_failed", reason=reason) from error
