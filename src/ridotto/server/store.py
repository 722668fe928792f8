"""Tables and their logs. The log of moves is the truth; whatever else is kept here can be worked out from it, or says
who sits where.

What happens at tables is written in plain prepared SQL, everything else is read by SQLAlchemy. Tokens and invites are
kept as SHA-256 only.
"""

from __future__ import annotations

import hashlib
import shlex
import sqlite3
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache, lru_cache
from itertools import chain
from operator import attrgetter
from typing import Any, Final, NamedTuple, TypeAlias

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from ridotto.server.database import ENTRIES, GALLERY, PRESENCE, SEATS, TABLES, Database, StoreError, storage_errors
from ridotto.server.writer import Conflict, Cursor, Writing

__all__ = [
    "GalleryEntry",
    "Known",
    "Loaded",
    "Log",
    "Store",
    "StoreError",
    "Stored",
    "StoredSeat",
    "Tail",
    "board_key",
    "hashed",
    "lobby_start",
]

SQLITE_MOMENT: Final = "%Y-%m-%d %H:%M:%S.%f"
"""As SQLAlchemy writes it."""


def hashed(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def board_key(options: str) -> str:
    """The hash of the board that options name, to find all tables of one; empty where they name none."""
    named = [word.removeprefix("board=") for word in shlex.split(options) if word.startswith("board=")]
    return hashed(named[-1]) if named else ""


class StoredSeat(msgspec.Struct, frozen=True):
    kind: str
    """here, link, open or bot."""
    name: str
    """Empty until somebody says theirs; of bots, unless they took over from somebody."""
    bot: str
    """Of a person's seat: who stands in."""
    token: str
    """The hash of the key to the seat; empty until the seat is claimed, and for bots."""
    invite: str
    """The hash of what opens the seat once; kept, so that a spent invite is known as one."""
    transfer: str = ""
    """The hash of what moves the seat to another device, once."""


Log: TypeAlias = tuple[tuple[int, str], ...]
"""Actors and canonical move texts, in order."""


class Stored(msgspec.Struct, frozen=True):
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
    next_id: str
    """The table at which the same people play once more; empty until somebody wants to."""
    next_by: int
    """The seat that wanted to."""
    due: int | None
    """When a server has to look at the table though nobody else does, by the time of the house; nothing is never."""
    terms: str
    """How time is counted, as `clocks.Terms` writes it; empty where it is not."""
    clock: str
    """A `clocks.Clock`; empty until the match begins, and where time is not counted."""
    ask: str
    """An `asks.Ask`; empty where nobody asks for anything."""
    seats: tuple[StoredSeat, ...]
    asked_start: str = ""
    """The position that the match begins in, with what is dealt anew whenever it is played again; as a rule none."""
    start: str = ""
    """The same with all secrets."""
    has_chat: bool = False
    """Whether people can talk in their own words."""


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


class Known(NamedTuple):
    """How much somebody knows of a table."""

    revision: int
    entries: int


class Tail(NamedTuple):
    """What a change does to a log: all entries from `first` on are replaced."""

    first: int
    dropped: int
    """How many there were."""
    entries: Log


def _insert(table: sa.Table) -> str:
    columns = [column.name for column in table.columns]
    return f"INSERT INTO {table.name} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"


SEAT_FIELDS: Final = StoredSeat.__struct_fields__
CHANGING: Final = ("changed", "is_over", "version", "revision", "next_id", "next_by", "due", "clock", "ask")
"""Columns of a table that change while people play."""
UPDATE_TABLE: Final = f"UPDATE tables SET {', '.join(f'{name} = ?' for name in CHANGING)} WHERE id = ? AND revision = ?"
UPDATE_SEAT: Final = (
    f"UPDATE seats SET {', '.join(f'{name} = ?' for name in SEAT_FIELDS)} WHERE table_id = ? AND seat = ?"
)
INSERT_ENTRIES: Final = f"INSERT INTO entries ({', '.join(ENTRIES.columns.keys())}) VALUES {{rows}}"
UPDATE_TABLES: Final = (
    f"UPDATE tables SET {', '.join(f'{name} = new.column{nth}' for nth, name in enumerate(CHANGING, 3))} "
    "FROM (VALUES {rows}) AS new WHERE tables.id = new.column1 AND tables.revision = new.column2"
)
"""The same for several, in SQLite's words."""
HAS_UPDATE_FROM: Final = sqlite3.sqlite_version_info >= (3, 33)
"""Older systems have an SQLite without it: there each move is written by itself."""
TOGETHER: Final = (32, 16, 8, 4, 2, 1)
"""Rows of one statement: a few lengths, so that each is prepared once."""
DELETE_ENTRIES: Final = "DELETE FROM entries WHERE table_id = ? AND number >= ?"


_changing: Final = attrgetter(*CHANGING)


@lru_cache(maxsize=64)
def _moment(moment: datetime) -> str:
    return moment.strftime(SQLITE_MOMENT)


@cache
def _statement(text: str, rows: int, columns: int) -> str:
    return text.format(rows=", ".join([f"({', '.join('?' * columns)})"] * rows))


def _execute_all(cursor: Cursor, text: str, rows: Sequence[tuple[Any, ...]]) -> int:
    """The rows that were changed."""
    at = changed = 0
    while left := len(rows) - at:
        count = next(size for size in TOGETHER if size <= left)
        values = tuple(chain.from_iterable(rows[at : at + count]))
        cursor.execute(_statement(text, count, len(rows[at])), values)
        changed += cursor.rowcount
        at += count
    return changed


class _Save(NamedTuple):
    old: Stored
    new: Stored
    tail: Tail
    following: Loaded | None

    @property
    def is_plain(self) -> bool:
        """Whether there is nothing but new entries: as after most moves."""
        return not self.tail.dropped and self.following is None and self.new.seats is self.old.seats


class Store(Database):
    def __init__(self, url: str, **options: Any) -> None:
        super().__init__(url, **options)
        self._update_table, self._update_seat = self.sql(UPDATE_TABLE), self.sql(UPDATE_SEAT)
        self._delete_entries, self._insert_entry = self.sql(DELETE_ENTRIES), self.sql(_insert(ENTRIES))
        self._insert_table, self._insert_seat = self.sql(_insert(TABLES)), self.sql(_insert(SEATS))

    # -- writing -------------------------------------------------------------------------------------------------------

    def make(self, stored: Stored, log: Log) -> Writing[None]:
        return self.write(lambda cursor: self._make(cursor, stored, log), stored.id)

    def save(self, old: Stored, new: Stored, tail: Tail, following: Loaded | None = None) -> Writing[Stored]:
        """Replaces `old` by `new`, and makes the table that follows it, all of it or nothing.

        Raises Conflict when `old` is not what is stored."""
        new = msgspec.structs.replace(new, revision=old.revision + 1)
        save = _Save(old, new, tail, following)
        # Elsewhere rows are locked in the order of the statements.
        if self._is_sqlite and HAS_UPDATE_FROM and save.is_plain:
            return self.write_together(self._save_all, save, old.id)
        return self.write(lambda cursor: self._save(cursor, save), old.id)

    def _make(self, cursor: Cursor, stored: Stored, log: Log) -> None:
        cursor.execute(self._insert_table, tuple(self._value(stored, column.name) for column in TABLES.columns))
        for seat, each in enumerate(stored.seats):
            cursor.execute(self._insert_seat, (stored.id, seat, *msgspec.structs.astuple(each)))
        self._add_entries(cursor, stored, 0, log)

    def _save(self, cursor: Cursor, save: _Save) -> Stored:
        old, new, tail, following = save
        cursor.execute(self._update_table, (*self._changing(new), old.id, old.revision))
        if cursor.rowcount != 1:
            raise Conflict(old.id)
        if new.seats is not old.seats:
            for seat, (before, after) in enumerate(zip(old.seats, new.seats, strict=True)):
                if before != after:
                    cursor.execute(self._update_seat, (*msgspec.structs.astuple(after), old.id, seat))
        if tail.dropped:
            cursor.execute(self._delete_entries, (old.id, tail.first))
        self._add_entries(cursor, new, tail.first, tail.entries)
        if following:
            self._make(cursor, *following)
        self.note(new.id, new.revision)
        return new

    def _save_all(self, cursor: Cursor, saves: Sequence[_Save]) -> list[Stored]:
        tables = [(old.id, old.revision, *self._changing(new)) for old, new, _, _ in saves]
        entries = [
            (new.id, number, actor, move, new.revision)
            for _, new, tail, _ in saves
            for number, (actor, move) in enumerate(tail.entries, tail.first)
        ]
        if _execute_all(cursor, UPDATE_TABLES, tables) != len(saves):
            raise Conflict
        _execute_all(cursor, INSERT_ENTRIES, entries)
        return [new for _, new, _, _ in saves]

    def _add_entries(self, cursor: Cursor, stored: Stored, first: int, entries: Log) -> None:
        for number, (actor, move) in enumerate(entries, first):
            cursor.execute(self._insert_entry, (stored.id, number, actor, move, stored.revision))

    def _changing(self, stored: Stored) -> tuple[Any, ...]:
        changed, *others = _changing(stored)
        return (_moment(changed) if self._is_sqlite else changed, *others)

    def _value(self, stored: Stored, name: str) -> Any:
        if name == "board":
            return board_key(stored.options)
        value = getattr(stored, name)
        return _moment(value) if self._is_sqlite and isinstance(value, datetime) else value

    # -- reading -------------------------------------------------------------------------------------------------------

    def load(self, table: str) -> Loaded | None:
        with storage_errors(), self.reading() as connection:
            stored = self._all(connection, [table]).get(table)
            if stored is None:
                return None
            log = connection.execute(
                sa.select(ENTRIES.c.actor, ENTRIES.c.move).where(ENTRIES.c.table_id == table).order_by(ENTRIES.c.number)
            )
            return Loaded(stored, tuple((actor, move) for actor, move in log))

    def newer(self, known: Mapping[str, Known]) -> dict[str, tuple[Stored, Tail]]:
        """What is new of tables that are known up to some revision; those that are gone are left out."""
        with storage_errors(), self.reading() as connection:
            found = self._all(connection, known)
            rows = sa.values(sa.column("id", sa.String), sa.column("revision", sa.Integer), name="known")
            asked = rows.data([(table, each.revision) for table, each in known.items()]).cte("known")
            # Whatever is written begins at some entry and replaces all that follow: what is newer is at the end.
            entries = connection.execute(
                sa.select(ENTRIES.c.table_id, ENTRIES.c.number, ENTRIES.c.actor, ENTRIES.c.move)
                .join(asked, sa.and_(ENTRIES.c.table_id == asked.c.id, ENTRIES.c.revision > asked.c.revision))
                .order_by(ENTRIES.c.table_id, ENTRIES.c.number)
            ).all()
            first: dict[str, int] = {}
            tails: dict[str, list[tuple[int, str]]] = {table: [] for table in found}
            for table, number, actor, move in entries:
                first.setdefault(table, number)
                tails[table].append((actor, move))
            if others := found.keys() - first.keys():  # perhaps something was taken back
                last = (
                    sa.select(ENTRIES.c.table_id, sa.func.max(ENTRIES.c.number))
                    .where(ENTRIES.c.table_id.in_(others))
                    .group_by(ENTRIES.c.table_id)
                )
                counts = {table: number + 1 for table, number in connection.execute(last)}
                first |= {table: counts.get(table, 0) for table in others}
        return {
            table: (stored, Tail(first[table], known[table].entries - first[table], tuple(tails[table])))
            for table, stored in found.items()
        }

    def _all(self, connection: sa.Connection, tables: Collection[str]) -> dict[str, Stored]:
        rows = connection.execute(sa.select(TABLES).where(TABLES.c.id.in_(tables))).all()
        return {stored.id: stored for stored in self._with_seats(connection, rows)}

    def _with_seats(self, connection: sa.Connection, rows: Sequence[Any]) -> list[Stored]:
        seats: dict[str, list[Any]] = {row.id: [] for row in rows}
        found = sa.select(SEATS).where(SEATS.c.table_id.in_(seats)).order_by(SEATS.c.table_id, SEATS.c.seat)
        for row in connection.execute(found):
            seats[row.table_id].append(row)
        return [_stored(row, seats[row.id]) for row in rows]

    def revision(self, table: str) -> int | None:
        return self.revisions([table]).get(table)

    def revisions(self, tables: Collection[str]) -> dict[str, int]:
        """Of those that there are."""
        with storage_errors(), self.reading() as connection:
            found = connection.execute(sa.select(TABLES.c.id, TABLES.c.revision).where(TABLES.c.id.in_(tables)))
            return {row.id: row.revision for row in found}

    def due(self, now: int, most: int) -> list[str]:
        """Tables that a server has to look at, those that have waited longest first."""
        with storage_errors(), self.reading() as connection:
            asked = sa.select(TABLES.c.id).where(TABLES.c.due <= now).order_by(TABLES.c.due, TABLES.c.changed)
            return list(connection.scalars(asked.limit(most)))

    def listed(self, since: datetime, most: int) -> list[Stored]:
        """Tables of the lobby, the newest first, without their logs."""
        with storage_errors(), self.reading() as connection:
            rows = connection.execute(
                sa.select(TABLES)
                .where(TABLES.c.is_listed.is_(True), TABLES.c.is_over.is_(False), TABLES.c.changed >= since)
                .order_by(TABLES.c.made.desc(), TABLES.c.id)
                .limit(most)
            ).all()
            return self._with_seats(connection, rows)

    # -- housekeeping --------------------------------------------------------------------------------------------------

    def forget(self, before: datetime, kept: Collection[str]) -> int:
        """Removes unfinished tables at which nothing has happened since, but not where somebody looks at one."""
        looked_at = sa.select(PRESENCE.c.table_id)
        gone = TABLES.delete().where(TABLES.c.is_over.is_(False), TABLES.c.changed < before)
        with self.writing() as connection:
            return connection.execute(gone.where(TABLES.c.id.not_in(kept), TABLES.c.id.not_in(looked_at))).rowcount

    # -- the gallery ---------------------------------------------------------------------------------------------------

    def offer(self, entry: GalleryEntry, most_waiting: int) -> None:
        """It waits for approval. Raises StoreError where it is there already, or too many wait."""
        waiting = sa.select(sa.func.count()).select_from(GALLERY).where(GALLERY.c.is_approved.is_(False))
        values = {column.name: getattr(entry, column.name, hashed(entry.code)) for column in GALLERY.columns}
        try:
            with self.writing() as connection:
                if (connection.scalar(waiting) or 0) >= most_waiting:
                    raise StoreError("gallery_full")
                connection.execute(GALLERY.insert().values(values))
        except IntegrityError:
            raise StoreError("gallery_known") from None

    def approve(self, entry: str) -> bool:
        """Whether there is such a board."""
        with self.writing() as connection:
            approved = GALLERY.update().where(GALLERY.c.id == entry).values(is_approved=True)
            return connection.execute(approved).rowcount > 0

    def withdraw(self, entry: str, author: str | None = None) -> bool:
        """Whether there was such a board, of this author where one is given."""
        with self.writing() as connection:
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
        with storage_errors(), self.reading() as connection:
            return [GalleryEntry(**row) for row in connection.execute(found).mappings()]


def lobby_start(now: datetime) -> datetime:
    """Tables that nothing has happened at for a day are no longer listed."""
    return now - timedelta(days=1)


def _stored(row: Any, seats: Sequence[Any]) -> Stored:
    known = {name: getattr(row, name) for name in Stored.__struct_fields__ if name != "seats"}
    taken = tuple(StoredSeat(**{name: getattr(seat, name) for name in SEAT_FIELDS}) for seat in seats)
    return Stored(**known, seats=taken)
