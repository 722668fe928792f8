"""What is acknowledged is on disk, and a database that cannot be written loses nothing."""

from __future__ import annotations

import asyncio
import json
import signal
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from random import Random

import msgspec
import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from ridotto.games.venise import load_board
from ridotto.match import Audience, read_record
from ridotto.server.database import MIGRATIONS, metadata, migrations
from ridotto.server.store import GalleryEntry, Known, Loaded, Log, Store, Stored, StoreError, Tail
from ridotto.server.table_state import load_table, new_table, utc_now
from ridotto.server.wire import NewTable
from ridotto.server.writer import Conflict
from tests.server.house import House, Laid, Program, at, play_on, wait_until
from tests.server.postgres import Postgres

LANDED = Path(__file__).parent / "landed"
"""What an older server wrote, see the README there."""


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    with Postgres() as postgres:
        yield postgres


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'tables.sqlite'}"
    postgres: Postgres = request.getfixturevalue("postgres")
    return postgres.new_database()


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    store = Store(url, busy_seconds=0.2)
    yield store
    store.close()


def a_loaded() -> Loaded:
    table_state, _ = new_table(NewTable.model_validate({"game": "xequeo", "seats": [{"kind": "here"}] * 2}))
    return Loaded(table_state.stored, table_state.log)


def make(store: Store, stored: Stored, log: Log) -> None:
    async def made() -> None:
        await store.make(stored, log)

    asyncio.run(made())


def save(store: Store, old: Stored, new: Stored, tail: Tail, following: Loaded | None = None) -> Stored:
    async def saved() -> Stored:
        return await store.save(old, new, tail, following)

    return asyncio.run(saved())


def a_table(store: Store) -> str:
    loaded = a_loaded()
    make(store, *loaded)
    return loaded.stored.id


def loaded_again(store: Store, table: str) -> Loaded:
    found = store.load(table)
    assert found is not None
    return found


def test_migrations_lead_to_the_models(store: Store) -> None:
    with store.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []
        assert ScriptDirectory.from_config(migrations()).get_current_head() == store.schema


def test_opening_again_changes_nothing(store: Store, url: str) -> None:
    table = a_table(store)
    again = Store(url)
    assert again.load(table) == store.load(table)
    again.close()


def test_the_gallery_counts_matches_of_people(store: Store) -> None:
    """On any database: those that are over, on the same board, with two or more people."""
    code = load_board("arsenale").code
    entry = GalleryEntry("a", code, "Ponte", "", utc_now(), False, "{}")
    store.offer(entry, most_waiting=1)
    for error, again in (("gallery_full", replace(entry, id="b")), ("gallery_known", replace(entry, id="c"))):
        with pytest.raises(StoreError) as refused:
            store.offer(again, most_waiting=1 if error == "gallery_full" else 5)
        assert refused.value.code == error
    for seats, board, is_over in (
        (["here", "here"], code, True),
        (["here", "here"], code, False),
        (["here", "here"], "arsenale", True),
        (["here", "link"], code, True),
        (["here", "bot"], code, True),
        (["here", "bot", "here"], code, True),
    ):
        bots = [{"kind": kind} | ({"bot": "greedy"} if kind == "bot" else {}) for kind in seats]
        asked = {"game": "venise", "options": f"board='{board}'", "seats": bots}
        table_state, _ = new_table(NewTable.model_validate(asked))
        make(store, msgspec.structs.replace(table_state.stored, is_over=is_over), table_state.log)
    assert [each.played for each in store.gallery()] == [2]
    assert store.gallery("somebody") == []
    assert store.approve("a")
    assert [each.id for each in store.gallery("somebody")] == ["a"]
    assert not store.withdraw("a", "somebody")
    assert store.withdraw("a")
    assert not store.approve("a")


def test_a_database_of_the_first_version_opens(url: str) -> None:
    """As it was made before seats could move and rematches were written down."""
    table_state, made = new_table(NewTable.model_validate({"game": "xequeo", "seats": [{"kind": "here"}] * 2}))
    engine = sa.create_engine(url)
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        stored, log = table_state.stored, table_state.log
        first = sa.MetaData()
        first.reflect(connection)
        columns = {column.name: getattr(stored, column.name) for column in first.tables["tables"].columns}
        connection.execute(first.tables["tables"].insert().values(columns))
        for seat, each in enumerate(stored.seats):
            names = ("kind", "name", "bot", "token", "invite")
            row = {name: getattr(each, name) for name in names} | {"table_id": stored.id, "seat": seat}
            connection.execute(first.tables["seats"].insert().values(row))
        for number, (actor, move) in enumerate(log):
            row = {"table_id": stored.id, "number": number, "actor": actor, "move": move}
            connection.execute(first.tables["entries"].insert().values(row))
    engine.dispose()
    with closing(Store(url)) as store:
        assert store.load(made.table) == (stored, log)
        assert load_table(Loaded(stored, log)).seat_of(made.seats[1].token) == 1


def test_a_rematch_of_the_second_version_is_known(url: str) -> None:
    """As it was written down in a table of its own."""
    engine = sa.create_engine(url)
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    moment = datetime(2026, 1, 1)
    row = {"game": "xequeo", "options": "", "rules": "1", "day": "2026-01-01", "made": moment, "changed": moment}
    flags = {"is_listed": False, "is_over": True, "version": 3, "revision": 4}
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0002")
        second = sa.MetaData()
        second.reflect(connection)
        for table in ("first", "other"):
            connection.execute(second.tables["tables"].insert().values(id=table, **row, **flags))
        connection.execute(second.tables["rematches"].insert().values(table_id="first", next_id="again"))
    engine.dispose()
    with closing(Store(url)) as store:
        assert [loaded_again(store, table).stored.next_id for table in ("first", "other")] == ["again", ""]


@pytest.fixture
def landed(tmp_path: Path) -> Iterator[tuple[House, dict[str, Laid]]]:
    """A database that an older server made, opened by this one."""
    with closing(sqlite3.connect(tmp_path / "tables.sqlite")) as database:
        database.executescript((LANDED / "tables.sql").read_text("utf-8"))
    with House(tmp_path) as house:
        yield (
            house,
            {
                name: Laid(house, {"table": known["table"], "seats": seats})
                for name, known in json.loads((LANDED / "keys.json").read_text("utf-8")).items()
                for seats in [
                    [
                        {"token": key, "invite": word}
                        for key, word in zip(known["tokens"], known["invites"], strict=True)
                    ]
                ]
            },
        )


RECORDS = sorted(path.stem for path in LANDED.glob("*-*.txt"))


def test_tables_of_an_older_server_are_as_they_were(landed: tuple[House, dict[str, Laid]]) -> None:
    """Whoever asks gets the record they got then, to the letter."""
    _, tables = landed
    for stem in RECORDS:
        name, audience = stem.split("-")
        seat = None if audience == "spectator" else int(audience)
        assert tables[name].record(seat) == (LANDED / f"{stem}.txt").read_text("utf-8")


@pytest.mark.parametrize("name", ["secret", "canal"])
def test_tables_of_an_older_server_are_played_on(landed: tuple[House, dict[str, Laid]], name: str) -> None:
    _, tables = landed
    with at(tables[name], *range(len(tables[name].tokens))) as guests:
        before = len(guests[0].lines)
        play_on(guests, Random(1), 30)
        assert guests[0].state["is_over"] or len(guests[0].lines) > before


def test_links_of_an_older_server_open_their_seats(landed: tuple[House, dict[str, Laid]]) -> None:
    house, tables = landed
    waiting = tables["waiting"]
    status, claimed = waiting.claim("a-browser-of-long-standing", waiting.invites[1], "Bruno")
    assert status == 200, claimed
    assert claimed["seat"] == 1
    with at(waiting, 0) as (anna,):
        assert anna.state["is_started"]
    status, page, _ = house.ask(f"/t/{waiting.id}")
    assert status == 200
    assert b"<title>" in page


@pytest.mark.parametrize("stem", RECORDS)
def test_records_of_an_older_server_are_read_and_written_again(stem: str) -> None:
    text = (LANDED / f"{stem}.txt").read_text("utf-8")
    _, audience = stem.split("-")
    seen: Audience = "all" if stem.startswith("over") else "spectator" if audience == "spectator" else int(audience)
    assert read_record(text).record(seen) == text


def test_a_table_and_the_one_that_follows_are_written_together(store: Store) -> None:
    stored, log = loaded_again(store, a_table(store))
    nothing, first, second = Tail(len(log), 0, ()), a_loaded(), a_loaded()
    save(store, stored, msgspec.structs.replace(stored, next_id=first.stored.id), nothing, first)
    with pytest.raises(Conflict):
        save(store, stored, msgspec.structs.replace(stored, next_id=second.stored.id), nothing, second)
    assert store.load(first.stored.id) == first
    assert store.load(second.stored.id) is None, "no table that nobody finds"


@pytest.mark.parametrize("is_replaced", [False, True])
def test_a_database_that_was_deleted_is_noticed(tmp_path: Path, is_replaced: bool) -> None:
    with House(tmp_path) as house:
        laid = house.table("xequeo", "here", "here", options="first_placer=host")
        with laid.guest(0) as anna:
            file = tmp_path / "tables.sqlite"
            file.rename(tmp_path / "elsewhere.sqlite")
            if is_replaced:
                file.touch()
            version = anna.now["version"]
            assert anna.move(anna.legal[0])["code"] == "store_gone"
            assert anna.now["version"] == version
            file.unlink(missing_ok=True)
            (tmp_path / "elsewhere.sqlite").rename(file)
            assert anna.move(anna.legal[0])["type"] == "done", "it is back, and nothing was lost"


def test_a_read_only_database_loses_nothing(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        laid = house.table("xequeo", "here", "here", options="first_placer=host")
        with laid.guest(0) as anna:
            before = anna.now
            sa.event.listen(house.store.engine, "checkout", _read_only)
            house.store._disconnect()
            assert anna.move(anna.legal[0])["code"] == "store_failed"
            with laid.guest(0) as again:
                assert again.now == before
            sa.event.remove(house.store.engine, "checkout", _read_only)
            house.store._disconnect()
            house.store.engine.dispose()
            assert anna.move(anna.legal[0])["type"] == "done"


def _read_only(connection: sqlite3.Connection, *_: object) -> None:
    connection.execute("PRAGMA query_only=ON")


def test_a_newer_database_is_refused(store: Store, url: str) -> None:
    with store.engine.begin() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(StoreError) as caught:
        Store(url)
    assert caught.value.code == "store_newer"


@pytest.mark.parametrize("told", ["newer", "foreign", "of a stranger who migrates"])
def test_a_database_that_is_not_for_this_server_is_not_changed(tmp_path: Path, told: str) -> None:
    """Not even how its file is written: whoever named the wrong file has lost nothing."""
    file, words = tmp_path / "x.sqlite", "CREATE TABLE addresses (name TEXT)"
    if told == "newer":
        Store(f"sqlite:///{file}").close()
        words = "UPDATE alembic_version SET version_num = '9999'"
    with closing(sqlite3.connect(file)) as other, other:
        other.execute(words)
        if told == "of a stranger who migrates":
            other.execute("CREATE TABLE alembic_version (version_num TEXT)")
            other.execute("INSERT INTO alembic_version VALUES ('ae1027a6acf')")
        other.execute("PRAGMA user_version = 7")
    before = file.read_bytes()
    with pytest.raises(StoreError) as caught:
        Store(f"sqlite:///{file}")
    assert caught.value.code == ("store_foreign" if told == "foreign" else "store_newer")
    assert file.read_bytes() == before
    assert not any(each.stat().st_size for each in tmp_path.glob("*-wal")), "nothing was written beside it either"


def test_a_postgresql_with_other_tables_is_shared_unless_they_have_our_names(postgres: Postgres) -> None:
    for name, code in (("addresses", ""), ("seats", "store_foreign")):
        url = postgres.new_database()
        engine = sa.create_engine(url)
        with engine.begin() as connection:
            connection.execute(sa.text(f"CREATE TABLE {name} (id TEXT)"))
        if code:
            with pytest.raises(StoreError) as caught:
                Store(url)
            assert caught.value.code == code
        else:
            Store(url).close()
        with engine.connect() as connection:
            assert ("alembic_version" in sa.inspect(connection).get_table_names()) == (not code)
        engine.dispose()


def test_opening_a_database_of_today_waits_for_nobody(store: Store, url: str) -> None:
    """Backups, the doctor and further servers open it while somebody writes."""
    with store.engine.begin() as writing:
        writing.execute(sa.text("UPDATE alembic_version SET version_num = version_num"))
        Store(url, busy_seconds=0.01).close()


def test_an_older_database_is_brought_up_to_date_and_the_log_says_so(
    url: str, caplog: pytest.LogCaptureFixture
) -> None:
    engine = sa.create_engine(url)
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0002")
    engine.dispose()
    with closing(Store(url)) as store:
        assert f"was 0002 and is {store.schema} now" in caplog.text
        caplog.clear()
    Store(url).close()
    assert caplog.text == ""


@pytest.mark.parametrize("url", ["nonsense", "cobol://x", "sqlite:////proc/nowhere/x.sqlite"])
def test_a_bad_url_is_a_clear_error(url: str) -> None:
    with pytest.raises(StoreError) as caught:
        Store(url)
    assert "\n" not in str(caught.value)


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    (tmp_path / "x.sqlite").write_text("Dear diary, " * 99)
    with pytest.raises(StoreError) as caught:
        Store(f"sqlite:///{tmp_path / 'x.sqlite'}")
    assert caught.value.code == "store_failed"


def test_only_the_changed_tail_of_a_log_is_written(store: Store) -> None:
    stored, log = loaded_again(store, a_table(store))
    for kept, added in ((3, ()), (3, ((0, "x"),)), (2, ((1, "y"), (1, "z"))), (0, ())):
        new = msgspec.structs.replace(stored, version=stored.version + 1)
        stored = save(store, stored, new, Tail(kept, len(log) - kept, added))
        log = (*log[:kept], *added)
        assert store.load(stored.id) == (stored, log)


def test_only_what_is_newer_is_read(store: Store) -> None:
    """Whatever was written and taken back since, whoever follows has the same log as whoever reads all of it."""
    rng = Random(5)
    stored, log = loaded_again(store, a_table(store))
    other = a_table(store)
    known, followed = Known(0, len(log)), log
    for step in range(60):
        first = rng.randrange(max(0, len(log) - 3), len(log) + 1)
        added = tuple((rng.randrange(2), f"{step}-{nth}") for nth in range(rng.randrange(3)))
        stored = save(
            store, stored, msgspec.structs.replace(stored, version=step), Tail(first, len(log) - first, added)
        )
        log = (*log[:first], *added)
        if rng.random() < 0.4:
            found = store.newer({stored.id: known, other: Known(0, 1), "nowhere": Known(3, 4)})
            assert found.keys() == {stored.id, other}
            now, tail = found[stored.id]
            assert now == stored
            assert tail.first + tail.dropped == known.entries
            followed = (*followed[: tail.first], *tail.entries)
            assert followed == log
            known = Known(now.revision, len(followed))
    now, tail = store.newer({stored.id: known})[stored.id]
    assert not tail.entries or known.revision < now.revision


def test_two_writers_cannot_both_win(store: Store) -> None:
    stored, log = loaded_again(store, a_table(store))
    nothing = Tail(len(log), 0, ())
    save(store, stored, msgspec.structs.replace(stored, version=7), nothing)
    with pytest.raises(Conflict):
        save(store, stored, msgspec.structs.replace(stored, version=8), nothing)
    assert loaded_again(store, stored.id).stored.version == 7


def test_of_many_moves_in_one_batch_only_the_stale_ones_fail(store: Store) -> None:
    """More than one statement takes, moves with no entry and with several, and two for the same table."""
    known = [loaded_again(store, a_table(store)) for _ in range(45)]
    stale = {3, 40}
    for nth in stale:
        stored, log = known[nth]
        save(store, stored, msgspec.structs.replace(stored, version=99), Tail(len(log), 0, ()))
    asked = [(nth, nth % 4) for nth in range(len(known))] + [(7, 1)]

    async def save_all() -> list[Stored | BaseException]:
        writings = []
        for nth, count in asked:
            stored, log = known[nth]
            new = msgspec.structs.replace(stored, version=stored.version + 1)
            tail = Tail(len(log), 0, tuple((0, f"{nth}-{number}") for number in range(count)))
            writings.append(store.save(stored, new, tail))
        return await asyncio.gather(*writings, return_exceptions=True)

    results = asyncio.run(save_all())
    assert isinstance(results.pop(), Conflict), "the second for the same table came too late"
    for nth, ((stored, log), result) in enumerate(zip(known, results, strict=True)):
        now = loaded_again(store, stored.id)
        if nth in stale:
            assert isinstance(result, Conflict)
            assert (now.stored.version, now.log) == (99, log)
        else:
            assert now.stored == result
            assert now.log == (*log, *((0, f"{nth}-{number}") for number in range(nth % 4)))


def test_a_table_is_read_as_it_was_at_one_moment(store: Store, url: str) -> None:
    before = loaded_again(store, a_table(store))
    stored, log = before
    written: list[Stored] = []

    def write_meanwhile(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        if "FROM tables" in statement and not written:
            with closing(Store(url)) as other:
                written.append(save(other, stored, stored, Tail(len(log), 0, ((0, "x"),))))

    sa.event.listen(store.engine, "after_cursor_execute", write_meanwhile)
    assert store.load(stored.id) == before
    assert store.load(stored.id) == (written[0], (*log, (0, "x")))


def test_a_database_in_memory_works(tmp_path: Path) -> None:
    with House(tmp_path, db="sqlite://") as house:
        laid = house.table("xequeo", "here", "here")
        with at(laid, 0, 1) as guests:
            play_on(guests, Random(1), 6)
            assert len(guests[0].lines) > 8


# -- a disk that fails -------------------------------------------------------------------------------------------------


@contextmanager
def locked(house: House) -> Iterator[None]:
    with closing(sqlite3.connect(house.settings.db.removeprefix("sqlite:///"), isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


def test_a_locked_database_loses_nothing(tmp_path: Path) -> None:
    with House(tmp_path, busy_seconds=0.3) as house:
        laid = house.table("xequeo", "here", "here", options="first_placer=host")
        with at(laid, 0, 1, None) as (anna, bruno, watcher):
            before, ring = anna.state.copy(), anna.legal[0]
            with locked(house):
                assert anna.move(ring)["code"] == "store_busy"
                assert anna.ask({"type": "rename", "name": "Zoë"})["code"] == "store_busy"
                assert house.ask("/api/tables", {"game": "xequeo", "seats": [{"kind": "here"}] * 2})[0] == 503
                with laid.guest(0) as again:
                    assert again.now == before["now"], "nothing has changed, and reading goes on"
            watcher.catch_up()
            assert [frame for frame in watcher.frames if '"update"' in frame] == []
            assert anna.move(ring)["type"] == "done", "the same move, once it can be written"
            bruno.see(lambda bruno: bruno.now["version"] == anna.now["version"])
        assert loaded_again(house.store, laid.id).log[-1] == (0, ring)


def test_a_full_disk_loses_nothing(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        laid = house.table("venise", "here", "here", options="first=0")
        with at(laid, 0, 1) as guests:
            play_on(guests, Random(3), 5)
            sa.event.listen(house.store.engine, "checkout", _no_more_pages)
            house.store._disconnect()
            answers = []
            for _ in range(400):  # until the last pages are used up
                guest = guests[guests[0].now["waiting"][0]]
                answers.append(guest.move(guest.legal[-1]))
                if answers[-1]["type"] == "failed":
                    break
                for other in guests:
                    other.see(lambda other, wanted=guest.now["version"]: other.now["version"] == wanted)  # type: ignore[misc]
            assert answers[-1]["code"] == "store_full"
            state = [(guest.now, list(guest.lines)) for guest in guests]
            with laid.guest(0) as again:
                assert (again.now, again.lines) == state[0]
            sa.event.remove(house.store.engine, "checkout", _no_more_pages)
            house.store._disconnect()
            house.store.engine.dispose()
            assert guest.move(guest.legal[-1])["type"] == "done"
        assert load_table(loaded_again(house.store, laid.id)).match.record(0) == laid.record(0)


def _no_more_pages(connection: sqlite3.Connection, *_: object) -> None:
    connection.execute("PRAGMA max_page_count=1")  # is never less than there are


# -- coming back -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("url", "end"),
    [
        ("sqlite", signal.SIGTERM),
        ("sqlite", signal.SIGINT),
        ("sqlite", signal.SIGKILL),
        ("postgresql", signal.SIGKILL),
    ],
    indirect=["url"],
)
def test_a_restart_resumes_at_the_last_acknowledged_move(tmp_path: Path, url: str, end: int) -> None:
    with Program(tmp_path, "--db", url) as first:
        laid = first.table("venise", "here", "here")
        with at(laid, 0, 1) as guests:
            play_on(guests, Random(end), 12)
            told = guests[0].lines, guests[0].now
            assert first.stop(end) == (0 if end != signal.SIGKILL else -signal.SIGKILL)
            if end != signal.SIGKILL:
                with pytest.raises(Exception, match="1012"):
                    guests[0].until(lambda message: False)
        assert b"Traceback" not in first.log.read_bytes()
    with Program(tmp_path, "--db", url) as second, laid.guest(0, second) as anna:
        assert (anna.lines, anna.now) == told


def test_the_processes_of_bots_end_with_the_server(tmp_path: Path) -> None:
    for end in (signal.SIGINT, signal.SIGKILL):
        with Program(tmp_path) as program:
            laid = program.table("xequeo", "bot:random", "bot:random")
            with laid.guest() as watcher:
                watcher.see(lambda watcher: len(watcher.lines) > 12)
                children = _children(program.process.pid)
                assert children
                program.stop(end)
        for child in children:
            _wait_for_end(child)
        assert b"Traceback" not in program.log.read_bytes()


def _children(parent: int) -> list[int]:
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = status.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == parent:
            found.append(int(status.parent.name))
    return found


def _wait_for_end(process: int) -> None:
    def is_gone() -> bool:
        try:
            return "Z" in Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            return True

    wait_until(is_gone)
