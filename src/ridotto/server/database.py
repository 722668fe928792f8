"""The database: its schema, one connection that writes, several that read, and what its failures mean.

Called from threads: one writes, as SQLite wants it, others read. Several servers can share a PostgreSQL; each batch of
writes ends with a notice (NOTIFY) of the tables it changed.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import sqlite3
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar
from urllib.parse import quote

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.pool import NullPool, StaticPool

from ridotto.core import RidottoError
from ridotto.server.writer import Cursor, Writer, Writing

S = TypeVar("S")
T = TypeVar("T")

MIGRATIONS: Final = Path(__file__).parent / "migrations"
BUSY_SECONDS: Final = 5.0
"""As long a write waits for another program that holds the database."""
IDLE_SECONDS: Final = 10
"""A server that stopped in the middle of a transaction holds up the others only for so long."""
READERS: Final = 4
CHANNEL: Final = "ridotto"
LARGEST_NOTICE: Final = 7_900
"""Bytes; PostgreSQL takes fewer than 8,000."""
MIGRATION_LOCK: Final = 0x7269646F
MIGRATION_SECONDS: Final = 300
"""As long a server that starts waits for another one that changes the schema."""
CONNECT: Final = {"connect_timeout": 5, "keepalives_idle": 10, "tcp_user_timeout": 10_000}
"""How soon a PostgreSQL that does not answer is given up, where the URL does not say."""
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
    sa.Column("next_id", sa.String(32), nullable=False, server_default=""),
    sa.Column("next_by", sa.Integer, nullable=False, server_default="0"),
    sa.Column("board", sa.String(64), nullable=False, server_default=""),
    sa.Column("due", sa.BigInteger),
    sa.Column("terms", sa.Text, nullable=False, server_default=""),
    sa.Column("clock", sa.Text, nullable=False, server_default=""),
    sa.Column("asked_start", sa.Text, nullable=False, server_default=""),
    sa.Column("start", sa.Text, nullable=False, server_default=""),
    sa.Column("ask", sa.Text, nullable=False, server_default=""),
    sa.Column("has_chat", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Index("tables_due", "due"),
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
    sa.Column("revision", sa.Integer, nullable=False, server_default="0"),
)
"""`revision` is the table's when the entry was written: whoever knows the table up to one reads only what is newer."""
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
HOUSE: Final = sa.Table(
    "house",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("ticks", sa.BigInteger, nullable=False),
    sa.Column("beat", sa.BigInteger, nullable=False),
)
"""Milliseconds for which the house was open, and when that was last said, by the database's clock."""
DURABLE: Final = (TABLES, SEATS, ENTRIES, GALLERY, HOUSE)
"""What is kept; the rest is about servers that run just now."""

PROCESSES: Final = sa.Table(
    "processes",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("beat", sa.DateTime, nullable=False),
)
"""Servers that share this database, and when they last said so, by the database's clock."""
PRESENCE: Final = sa.Table(
    "presence",
    metadata,
    sa.Column("table_id", sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("process", sa.ForeignKey("processes.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("seats", sa.String(32), nullable=False),
    sa.Column("watchers", sa.Integer, nullable=False),
)
"""Who looks at a table at which server."""
LEASES: Final = sa.Table(
    "leases",
    metadata,
    sa.Column("table_id", sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("process", sa.ForeignKey("processes.id", ondelete="CASCADE"), nullable=False, index=True),
)
"""Which server drives a table's bots."""


class StoreError(RidottoError):
    """The database did not do what it was asked to."""


class Saying(NamedTuple):
    """What somebody at a table says: a phrase, perhaps with a piece, or a text of their own."""

    table: str
    seat: int
    phrase: str = ""
    slot: str = ""
    piece: str = ""
    text: str = ""


class Notice(msgspec.Struct, omit_defaults=True):
    """What one server tells the others. It may get lost: whoever missed some compares everything."""

    process: str
    tables: dict[str, int] = {}
    """Revisions that were written."""
    people: tuple[str, ...] = ()
    """Tables where somebody came or left, or whose bots are for another server to drive."""
    is_all: bool = False
    """Whoever hears this compares everything."""
    spent: tuple[tuple[str, str, float], ...] = ()
    """What visitors used up: limit, visitor, how much."""
    sockets: dict[str, int] = {}
    """How many sockets visitors have open there, of those who have many."""
    said: tuple[Saying, ...] = ()


class Database:
    def __init__(self, url: str, *, busy_seconds: float = BUSY_SECONDS, is_kept: bool = False) -> None:
        """Opens the database, makes or migrates it; `is_kept`: only as it is. Raises StoreError."""
        self._is_kept = is_kept
        self.process = secrets.token_hex(8)
        """What this server is called among others."""
        try:
            parsed = make_url(url)
            is_sqlite = parsed.get_backend_name() == "sqlite"
            is_memory = is_sqlite and parsed.database in (None, "", ":memory:")
            options: dict[str, Any] = {"poolclass": StaticPool} if is_memory else {"pool_pre_ping": True}
            if is_sqlite:
                options["connect_args"] = {"timeout": busy_seconds, "check_same_thread": False}
                if is_kept and not (parsed.database and Path(parsed.database).is_file()):
                    raise StoreError("store_missing", place=str(parsed.database))
                if parsed.database and not is_memory:
                    Path(parsed.database).parent.mkdir(parents=True, exist_ok=True)
            elif parsed.get_backend_name() == "postgresql":
                options["connect_args"] = _patience(parsed, busy_seconds)
            self.engine = sa.create_engine(parsed, hide_parameters=True, **options)
            self.place = parsed.render_as_string(hide_password=True)
        except (SQLAlchemyError, ImportError, OSError) as error:
            raise StoreError("store_url", reason=str(error).splitlines()[0]) from error
        self.url = parsed
        self.is_shared = parsed.get_backend_name() == "postgresql"
        """Whether other servers can work on it too, and be told."""
        self._readers = ThreadPoolExecutor(READERS, "store-read")
        self._writer = Writer(self._transaction)
        self._is_sqlite, self._is_memory = is_sqlite, is_memory
        self._connection: Any = None
        self._notice = Notice(self.process)
        """What the others are told when the transaction is through."""
        if is_sqlite:
            _tune_sqlite(self.engine)
        reading = {"is_read": True} if is_sqlite else {"isolation_level": "REPEATABLE READ"}
        self._reader = self.engine.execution_options(**reading)
        driver: Any = self.engine.dialect.loaded_dbapi
        self._driver_error: type[Exception] = driver.Error
        self.file = Path(str(parsed.database)) if is_sqlite and not is_memory else None
        self.schema = max(file.name[:4] for file in (MIGRATIONS / "versions").glob("[0-9]*.py"))
        try:
            with storage_errors():
                self._migrate()
        except StoreError as error:
            self.close()
            if error.code == "store_away":
                raise StoreError("store_url", reason=_reason(error.__cause__)) from error
            raise
        self._identity = _identity(self.file) if self.file else None

    def close(self) -> None:
        """After what waits to be written is written."""
        self._writer.close()
        self._readers.shutdown()
        self._disconnect()
        self.engine.dispose()

    def _migrate(self) -> None:
        with self._looking() as connection:
            if self._has_our_schema(connection):
                return  # as a rule: without Alembic, whose import takes longer than all else here
        from alembic import command
        from alembic.script import ScriptDirectory

        config = migrations()
        scripts = ScriptDirectory.from_config(config)
        known = {script.revision for script in scripts.walk_revisions()}
        with self._looking() as connection:
            self._schemas(connection, known)
        if self._is_kept:
            raise StoreError("store_older", place=self.place)
        with self.engine.begin() as connection:
            if self.is_shared:  # servers that start together take turns, however long the first of them needs
                connection.execute(sa.text(f"SET LOCAL lock_timeout = '{MIGRATION_SECONDS}s'"))
                connection.execute(sa.text(f"SET LOCAL idle_in_transaction_session_timeout = '{MIGRATION_SECONDS}s'"))
                connection.execute(sa.text(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})"))
            found = self._schemas(connection, known)
            if found == {self.schema}:
                return
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
            if self.is_shared:  # servers of the schema before end at once, not at their next beat
                self._tell(lambda *words: connection.exec_driver_sql(*words), Notice(self.process, is_all=True))
        if found:
            LOG.warning("the database's schema was %s and is %s now", "".join(found), self.schema)

    @contextmanager
    def _looking(self) -> Iterator[sa.Connection]:
        """At a database that may not be ours: nothing of it is changed, not even how its file is written."""
        if self.file is None or not self.file.is_file():
            with self.engine.connect() as connection:
                yield connection
            return
        place = f"file:{quote(str(self.file))}?mode=ro"
        reading = sa.create_engine("sqlite://", creator=lambda: sqlite3.connect(place, uri=True), poolclass=NullPool)
        try:
            with reading.connect() as connection:
                yield connection
        finally:
            reading.dispose()

    def _has_our_schema(self, connection: sa.Connection) -> bool:
        if not sa.inspect(connection).has_table("alembic_version"):
            return False
        return list(connection.scalars(sa.text("SELECT version_num FROM alembic_version"))) == [self.schema]

    def _schemas(self, connection: sa.Connection, known: Collection[str]) -> set[str]:
        """What the database says its schema is; nothing where it is empty. Raises StoreError."""
        from alembic.runtime.migration import MigrationContext

        found = set(MigrationContext.configure(connection).get_current_heads())
        if found.difference(known):
            raise StoreError("store_newer", place=self.place)
        if not found:
            others = set(sa.inspect(connection).get_table_names())
            if self.is_shared:  # whose other tables may be anybody's
                others &= metadata.tables.keys()
            if others:
                raise StoreError("store_foreign", place=self.place, name=min(others))
        return found

    # -- reading and writing -------------------------------------------------------------------------------------------

    async def read(self, work: Callable[..., T], *args: Any) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._readers, work, *args)

    async def finish(self, work: Callable[..., T], *args: Any) -> T:
        """In a thread, to its end, even if whoever asked for it has gone."""
        return await asyncio.shield(asyncio.get_running_loop().run_in_executor(self._readers, work, *args))

    def write(self, work: Callable[[Cursor], T], key: str = "") -> Writing[T]:
        """What the work returns or raises, after it is on disk. Servers that write to the same rows, by keys that are
        the tables', do so in the same order: none waits for another that waits for it."""
        return self._writer.write(work, key)

    def write_together(self, work: Callable[[Cursor, Sequence[S]], Sequence[T]], thing: S, key: str = "") -> Writing[T]:
        """The same for things of which many are written by few statements."""
        return self._writer.write_together(work, thing, key)

    def write_now(self, work: Callable[[Cursor], T]) -> T:
        """The same, in this thread."""
        return self._writer.write_now(work)

    def note(self, table: str, revision: int | None = None) -> None:
        """By works: the others are told of this table, when it is on disk."""
        if revision is None:
            self._notice.people = (*self._notice.people, table)
        else:
            self._notice.tables[table] = revision

    def note_all(self) -> None:
        self._notice.is_all = True

    def tell(self, notice: Notice) -> None:
        """The others, now. Raises StoreError."""
        with storage_errors(), self.engine.begin() as connection:
            self._tell(lambda *words: connection.exec_driver_sql(*words), notice)

    def _tell(self, execute: Callable[[str, tuple[str, ...]], Any], notice: Notice) -> None:
        for payload in payloads(notice):
            execute("SELECT pg_notify(%s, %s)", (CHANNEL, payload))

    @property
    def waiting(self) -> int:
        """Works that are still to be written."""
        return self._writer.waiting

    @property
    def size(self) -> int:
        """Bytes of the file, where there is one."""
        try:
            return self.file.stat().st_size if self.file else 0
        except OSError:
            return 0

    def sql(self, text: str) -> str:
        """With the driver's mark for a value."""
        return text if self._is_sqlite else text.replace("?", "%s")

    def current_schema(self) -> str:
        with storage_errors(), self.reading() as connection:
            return str(connection.scalar(sa.text("SELECT version_num FROM alembic_version")))

    @contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        """A consistent look that does not keep others from writing."""
        # In memory there is only one connection, for all.
        alone = self._writer.lock if self._is_memory else nullcontext()
        self._require_file()
        with alone, self._reader.connect() as connection, connection.begin():
            self._require_file()
            yield connection

    @contextmanager
    def writing(self) -> Iterator[sa.Connection]:
        """All of it or nothing, for what is not written often."""
        with storage_errors(), self._writer.lock:
            self._require_file()
            with self.engine.begin() as connection:
                yield connection
            self._require_file()

    @contextmanager
    def _transaction(self) -> Iterator[Cursor]:
        """All of it or nothing, by the driver itself, on a connection that stays open as long as all goes well."""
        try:
            with storage_errors(self._driver_error):
                self._require_file()
                if self._connection is None:
                    self._connection = self.engine.raw_connection()
                cursor = self._connection.cursor()
                self._notice = Notice(self.process)
                if self._is_sqlite:
                    cursor.execute("BEGIN IMMEDIATE")
                yield cursor
                self._require_schema(cursor)
                if self.is_shared and self._notice != Notice(self.process):
                    self._tell(cursor.execute, self._notice)
                if self._is_sqlite:
                    cursor.execute("COMMIT")
                else:
                    self._connection.commit()
                self._require_file()
        except BaseException:
            self._disconnect()
            raise

    def _require_schema(self, cursor: Cursor) -> None:
        """Asked last: what this transaction has touched keeps others from changing the schema until it is through."""
        cursor.execute("SELECT version_num FROM alembic_version")
        if cursor.fetchone()[0] != self.schema:
            raise StoreError("store_newer", place=self.place)

    def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(Exception):  # it may be broken
                connection.rollback()
            with suppress(Exception):
                if not self._is_memory:
                    connection.invalidate()

    def _require_file(self) -> None:
        """A file that was deleted would take what is written with it."""
        if self.file and _identity(self.file) != self._identity:
            LOG.error("the database file is gone or another one is in its place")
            self.engine.dispose()  # whatever has been opened meanwhile is another file, and stays so
            raise StoreError("store_gone", place=self.place)


def make_url(url: str) -> sa.URL:
    """Of PostgreSQL's drivers it is psycopg, whatever the URL says or leaves out."""
    parsed = sa.make_url(url.replace("postgres://", "postgresql://", 1) if url.startswith("postgres://") else url)
    return parsed.set(drivername="postgresql+psycopg") if parsed.get_backend_name() == "postgresql" else parsed


def migrations() -> Any:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return config


def payloads(notice: Notice) -> list[str]:
    """A notice as texts that PostgreSQL takes: tables of a large batch are told by several."""
    text = msgspec.json.encode(notice)
    if len(text) <= LARGEST_NOTICE:
        return [text.decode()]
    if len(notice.tables) + len(notice.people) < 2:
        return [msgspec.json.encode(Notice(notice.process, is_all=True)).decode()]
    tables, people = list(notice.tables.items()), notice.people
    halves = (
        Notice(notice.process, dict(tables[part]), people[other], notice.is_all)
        for part, other in (
            (slice(len(tables) // 2), slice(len(people) // 2)),
            (slice(len(tables) // 2, None), slice(len(people) // 2, None)),
        )
    )
    return [each for half in halves for each in payloads(half)]


def _patience(url: sa.URL, busy_seconds: float) -> dict[str, Any]:
    """How long PostgreSQL lets a connection wait for a lock, or do nothing while it holds one."""
    waits = f"-c lock_timeout={busy_seconds:.3f}s -c idle_in_transaction_session_timeout={IDLE_SECONDS}s"
    asked: dict[str, Any] = {name: value for name, value in CONNECT.items() if name not in url.query}
    return asked if "options" in url.query else asked | {"options": waits}


def _identity(file: Path) -> tuple[int, int] | None:
    """Which file it is, whatever its name; nothing where there is none."""
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


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


def _reason(error: BaseException | None) -> str:
    return str(error.orig if isinstance(error, DBAPIError) else error).splitlines()[0]


BUSY: Final = ("locked", "busy", "lock timeout", "deadlock", "could not serialize")
FULL: Final = ("full", "No space left")
AWAY: Final = ("connection", "starting up", "shutting down", "terminating", "recovery mode", "timeout expired")
"""How databases say it."""


@contextmanager
def storage_errors(driver_error: type[Exception] = SQLAlchemyError) -> Iterator[None]:
    try:
        yield
    except IntegrityError:
        raise  # somebody else has written the same: for whoever asked to settle
    except (SQLAlchemyError, driver_error) as error:
        reason = _reason(error)
        LOG.error("storage failed: %s", reason)
        if any(word in reason for word in BUSY):
            raise StoreError("store_busy") from error
        if any(word in reason for word in FULL):
            raise StoreError("store_full") from error
        if any(word in reason for word in AWAY):
            raise StoreError("store_away") from error  # where the database is, is nobody's business
        raise StoreError("store_failed", reason=reason) from error
