"""What the server must never do, in short; the long forms are ``python -m benchmarks.faults`` and ``benchmarks.load``.

Real servers in processes of their own, real sockets, real databases.
"""

from __future__ import annotations

import asyncio
import gc
import json
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
import sqlalchemy as sa

from benchmarks.faults import hostile, secrecy, stopping, storage
from benchmarks.faults.ledger import servers
from benchmarks.load import endurance
from benchmarks.load.sides import Ours
from ridotto.server.connections import SocketConnection
from ridotto.server.store import Store
from ridotto.server.writer import Writer
from tests.server.house import MANY, SECONDS, House, at, play_on, wait_until
from tests.server.postgres import Postgres


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    with Postgres(is_synced=True) as postgres:
        yield postgres


def sqlite(folder: Path) -> str:
    return f"sqlite:///{folder / 'tables.sqlite'}"


@pytest.mark.parametrize(
    ("check", "amount"), [(hostile.twice, 120), (hostile.keys, 1), (hostile.fuzz, 400), (storage.check, 2)]
)
def test_hostile_browsers_and_disks(tmp_path: Path, check: Any, amount: int) -> None:
    """Each move is made at most once and by its own seat, each refusal is explained, nothing dies of nonsense."""
    url = sqlite(tmp_path)
    with servers(url, 1, "7") as ((port, process),):
        found = asyncio.run(check(url, [port], amount, Random(3)))
        assert process.poll() is None
    assert found["faults"] == []


def test_browsers_come_back_to_a_server_that_was_told_to_stop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stopping, "PAUSE", 0.2)
    monkeypatch.setattr(stopping, "RESUME_SECONDS", SECONDS)  # how soon is for `benchmarks.faults stop` to say
    found = asyncio.run(stopping.stop(sqlite(tmp_path), 3, 2, Random(4)))
    assert found["faults"] == []
    assert found["moves"]


@pytest.mark.parametrize("processes", [1, 2])
def test_tables_that_differ_in_a_secret_are_the_same_to_others(
    postgres: Postgres, tmp_path: Path, processes: int
) -> None:
    url = postgres.new_database() if processes > 1 else sqlite(tmp_path)
    log = tmp_path / "log"
    with log.open("wb") as file, servers(url, processes, "7", log=file) as running:
        found = asyncio.run(secrecy.check(url, [port for port, _ in running], 4, Random(2), log))
    assert found["moved"]
    assert found["log entries"], "the database was locked, and that is in the log"
    assert found["faults"] == []


def test_a_leak_would_be_found(tmp_path: Path) -> None:
    """The twins of the check above are not the same to whoever knows the secret."""
    rng = Random(1)
    for game in secrecy.OPTIONS:
        twin = None
        while twin is None:
            match = secrecy.position(game, rng)
            twin = secrecy.twin_of(match, 0, rng)
        assert twin.record(0) == match.record(0)
        assert twin.record(1) != match.record(1)


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_nothing_is_acknowledged_before_it_is_on_disk(
    postgres: Postgres, tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`benchmarks.faults sync` looks at the system calls themselves."""
    events: list[str] = []
    say, save, save_all, commit = SocketConnection.say, Store._save, Store._save_all, Writer._commit

    def said(self: SocketConnection, message: bytes) -> None:
        events.append(json.loads(message)["type"])
        say(self, message)

    def saved(self: Store, *change: Any) -> Any:
        events.append("write")
        return save(self, *change)

    def saved_all(self: Store, cursor: Any, saves: Any) -> Any:
        events.extend("write" for _ in saves)
        return save_all(self, cursor, saves)

    def committed(self: Writer, works: Any) -> Any:
        results = commit(self, works)
        events.append("commit")
        return results

    monkeypatch.setattr(SocketConnection, "say", said)
    monkeypatch.setattr(Store, "_save", saved)
    monkeypatch.setattr(Store, "_save_all", saved_all)
    monkeypatch.setattr(Writer, "_commit", committed)
    db = {"db": postgres.new_database()} if kind == "postgresql" else {}
    with House(tmp_path, **db) as house:
        with house.store.engine.connect() as connection:
            asked = ("fsync", "synchronous_commit") if db else ("journal_mode", "synchronous")
            found = [connection.scalar(sa.text(f"{'SHOW' if db else 'PRAGMA'} {name}")) for name in asked]
        assert found == (["on", "on"] if db else ["wal", 2])
        laid = house.table("xequeo", "here", "here")
        with at(laid, 0, 1) as guests:
            events.clear()
            play_on(guests, Random(5), 12)
    is_on_disk = True
    for event in events:
        if event in ("write", "commit"):
            is_on_disk = event == "commit"
        elif event in ("update", "done"):
            assert is_on_disk, "it is told before it is written"
    assert events.count("write") == events.count("done") > 5


@contextmanager
def held(folder: Path) -> Iterator[dict[str, Any]]:
    side = Ours(folder, "venise", "", endurance.YOUNG)
    with side.run() as server:
        yield asyncio.run(endurance.held(side, server, 5, 0.1))


def test_matches_that_nobody_plays_are_held(tmp_path: Path) -> None:
    with held(tmp_path) as found:
        assert (found["sockets"], found["dropped"]) == (10, 0)


def test_every_notice_is_heard(postgres: Postgres) -> None:
    found = asyncio.run(endurance.notices(postgres.new_database(), 500, 1))
    assert found["heard"] == found["sent"] > 400


@pytest.mark.parametrize("game", ["xequeo", "venise"])
def test_what_nobody_uses_any_more_leaves_memory_at_once(tmp_path: Path, game: str) -> None:
    """Rooms that wait for the garbage collector fill the memory of a busy server: it looks seldom, for it stops all."""
    gc.collect()
    gc.disable()
    try:
        with House(tmp_path, limits={**MANY, "idle_rooms": 1}) as house:
            left: list[weakref.ref[object]] = []
            for nth in range(3):
                laid = house.table(game, "here", "here")
                with at(laid, 0, 1, None) as guests:
                    play_on(guests[:2], Random(nth), 6)
                    room = house.services.rooms._rooms[laid.id].result()
                    left += [weakref.ref(each) for each in (room, *room.viewers, room.table_state.match)]
                    del room
            wait_until(lambda: sum(each() is not None for each in left[:-5]) == 0)
    finally:
        gc.enable()
