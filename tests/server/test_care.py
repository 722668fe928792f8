"""Looking after a server: several processes, readiness, figures, logs, backups, and what the doctor finds."""

from __future__ import annotations

import io
import json
import logging
import signal
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from random import Random
from urllib.request import urlopen

import pytest
import sqlalchemy as sa

from ridotto.cli import main
from ridotto.server import peers
from ridotto.server.logs import FORMAT, JsonFormatter, TextFormatter
from ridotto.server.metrics import Metrics
from ridotto.server.store import Store
from ridotto.server.table_state import utc_now
from tests.server.house import House, Program, at, play_on, wait_until
from tests.server.postgres import Postgres


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    with Postgres() as postgres:
        yield postgres


def sqlite(folder: Path, name: str = "tables") -> str:
    return f"sqlite:///{folder / name}.sqlite"


def log_of(url: str, table: str) -> object:
    with closing(Store(url)) as store:
        return store.load(table)


# -- several processes -------------------------------------------------------------------------------------------------


def test_two_processes_serve_the_same_tables(postgres: Postgres, tmp_path: Path) -> None:
    url = postgres.new_database()
    with Program(tmp_path, "--db", url, "--processes", "2") as program:
        with closing(Store(url)) as store, store.engine.connect() as connection:
            found = connection.scalar(sa.text("SELECT count(*) FROM processes"))
        assert found == 2
        laid = program.table("xequeo", "here", "here")
        with at(laid, *[0, 1] * 4) as guests:  # whichever process each connection comes to
            play_on(guests, Random(1), 12)
            told = guests[0].lines
            assert program.stop(signal.SIGTERM) == 0
            with pytest.raises(Exception, match="1012"):
                guests[0].until(lambda message: False)
        assert b"Traceback" not in program.log.read_bytes(), program.log.read_text()
    with Program(tmp_path, "--db", url, "--processes", "2") as again, laid.guest(0, again) as anna:
        assert anna.lines == told


def test_sqlite_is_for_one_process(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["serve", "--lang", "en", "--port", "0", "--db", sqlite(tmp_path), "--processes"]
    assert main([*words, "2"]) == 2
    assert "PostgreSQL" in capsys.readouterr().err
    assert main([*words, "0"]) == 2
    assert "--processes must be 1 or more" in capsys.readouterr().err


# -- readiness, figures, logs ------------------------------------------------------------------------------------------


def test_it_is_ready_while_its_database_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peers, "BEAT_SECONDS", 3600)
    with House(tmp_path) as house:
        assert house.ask("/api/ready")[0] == 200
        (tmp_path / "tables.sqlite").rename(tmp_path / "elsewhere")
        status, body, _ = house.ask("/api/ready")
        assert (status, json.loads(body)["code"]) == (503, "not_ready")
        assert house.ask("/api/health")[0] == 200, "it is there all the same"
        (tmp_path / "elsewhere").rename(tmp_path / "tables.sqlite")
        assert house.ask("/api/ready")[0] == 200


def test_figures_are_at_a_port_of_their_own(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        laid = house.table("xequeo", "here", "here", options="first_placer=host")
        metrics: Metrics = house.services.rooms._metrics
        port, server = metrics.serve(0, house.services)
        with closing_server(server), laid.guest(0) as anna:
            anna.move(anna.legal[0])
            anna.move("nonsense")
            with urlopen(f"http://127.0.0.1:{port}/metrics") as answer:
                told = answer.read().decode()
        for row in ("ridotto_changes_total 1.0", "ridotto_sockets 1.0", "ridotto_tables_loaded 1.0"):
            assert row in told
        assert "ridotto_refusals_total{" in told
        assert "ridotto_change_seconds_count 1.0" in told
        assert laid.id not in told
        assert house.ask("/metrics")[0] == 404


class closing_server:  # noqa: N801
    def __init__(self, server: object) -> None:
        self.server = server

    def __enter__(self) -> None: ...

    def __exit__(self, *_: object) -> None:
        self.server.shutdown()  # type: ignore[attr-defined]
        self.server.server_close()  # type: ignore[attr-defined]


def test_a_log_tells_where_it_happened_and_not_what_was_in_the_hand() -> None:
    """What an error says may be a position; its kind and its place are enough to find the mistake."""
    try:
        try:
            raise ValueError("no 4711")
        except ValueError as error:
            raise KeyError("4711") from error
    except KeyError:
        record = logging.LogRecord("ridotto.x", logging.ERROR, "x.py", 1, "it %s", ("failed",), sys.exc_info())
    entry = json.loads(JsonFormatter().format(record))
    assert (entry["level"], entry["logger"], entry["message"]) == ("error", "ridotto.x", "it failed")
    record.exc_text = None  # made by the formatter before
    text = TextFormatter(FORMAT).format(record)
    for told in (entry["trace"], text):
        assert told.index("ValueError") < told.index("KeyError")
        assert "Traceback" in told
        assert "test_care.py" in told
        assert "no 4711" not in told.replace('raise ValueError("no 4711")', "")
        assert "4711" not in told.replace('Error("no 4711")', "").replace('raise KeyError("4711")', "")


def test_the_log_keeps_the_secret_of_a_move_that_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonFormatter())
    logging.getLogger().addHandler(handler)

    def fails(*asked: object) -> None:
        raise RuntimeError(f"chosen: {asked}")

    try:
        with House(tmp_path) as house:
            laid = house.table("xequeo", "here", "here", options="first_placer=host")
            with laid.guest(0) as anna:
                assert anna.move(anna.legal[0])["type"] == "done"
                monkeypatch.setattr("ridotto.server.table_state.TableState.moved", fails)
                assert anna.move("=R")["code"] == "server_failed"
    finally:
        logging.getLogger().removeHandler(handler)
    (entry,) = map(json.loads, stream.getvalue().splitlines())
    assert "RuntimeError" in entry["trace"]
    assert "=R" not in stream.getvalue()


# -- backups -----------------------------------------------------------------------------------------------------------


def test_a_backup_while_people_play_and_back_into_another_kind_of_database(
    postgres: Postgres, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, there = tmp_path / "backup.sqlite", postgres.new_database()
    with House(tmp_path) as house:
        laid = house.table("venise", "here", "here")
        with at(laid, 0, 1) as guests:
            play_on(guests, Random(2), 12)
            assert main(["backup", str(file), "--lang", "en", "--db", sqlite(tmp_path)]) == 0
            kept = house.store.load(laid.id)
            assert guests[0].ask({"type": "rename", "name": "Zoë"})["type"] == "done", "play goes on"
        assert main(["restore", str(file), "--lang", "en", "--replace", "--db", sqlite(tmp_path)]) == 2
        assert "Stop it" in capsys.readouterr().err
        now = house.store.load(laid.id)
        assert now != kept, "nothing was put back under a running server"
    assert sorted(each.name for each in tmp_path.glob("*backup*")) == ["backup.sqlite"]
    assert main(["restore", str(file), "--lang", "en", "--db", there]) == 0
    assert "1\u00a0table is back" in capsys.readouterr().out
    assert log_of(there, laid.id) == kept
    assert main(["restore", str(file), "--lang", "en", "--db", sqlite(tmp_path)]) == 2
    assert "--replace" in capsys.readouterr().err
    assert log_of(sqlite(tmp_path), laid.id) == now
    assert main(["restore", str(file), "--lang", "en", "--replace", "--db", sqlite(tmp_path)]) == 0
    assert log_of(sqlite(tmp_path), laid.id) == kept
    with House(tmp_path, db=there) as house:
        assert main(["restore", str(file), "--lang", "en", "--replace", "--db", there]) == 2
        assert main(["backup", str(tmp_path / "second"), "--lang", "en", "--db", there]) == 0
    assert log_of(f"sqlite:///{tmp_path / 'second'}", laid.id) == kept


def test_what_is_no_backup_changes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with House(tmp_path) as house:
        laid = house.table("xequeo", "here", "here")
    before = log_of(sqlite(tmp_path), laid.id)
    (tmp_path / "diary").write_text("Dear diary, " * 99)
    for name in ("diary", "nowhere"):
        words = ["--lang", "en", "--replace", "--db", sqlite(tmp_path)]
        assert main(["restore", str(tmp_path / name), *words]) == 2
        assert "Traceback" not in capsys.readouterr().err
    assert log_of(sqlite(tmp_path), laid.id) == before
    assert main(["backup", str(tmp_path / "x"), "--lang", "en", "--db", sqlite(tmp_path, "none")]) == 2
    assert "no such file" in capsys.readouterr().err
    assert not (tmp_path / "none.sqlite").exists()


# -- the doctor --------------------------------------------------------------------------------------------------------


def test_the_doctor(postgres: Postgres, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for url in (sqlite(tmp_path), postgres.new_database()):
        with House(tmp_path, db=url) as house:
            tables = [house.table(game, "here", "here").id for game in ("xequeo", "venise")]
            assert main(["doctor", "--lang", "en", "--db", url]) == 0
            assert "All matches can be read: 2" in capsys.readouterr().out
        with closing(Store(url)) as store, store.engine.begin() as connection:
            connection.execute(sa.text("UPDATE entries SET move = 'nonsense' WHERE table_id = :id"), {"id": tables[1]})
        assert main(["doctor", "--lang", "en", "--db", url]) == 1
        told = capsys.readouterr().out
        assert f"cannot be read: 1 of 2: {tables[1]}" in told
        assert tables[0] not in told


def test_the_doctor_changes_no_schema(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with closing(Store(sqlite(tmp_path))):
        pass
    with closing(sqlite3.connect(tmp_path / "tables.sqlite")) as other:
        for found, told in (("0002", "older version"), ("9999", "newer version")):
            other.execute("UPDATE alembic_version SET version_num = ?", (found,))
            other.commit()
            for words in (["doctor"], ["backup", str(tmp_path / "x")]):
                assert main([*words, "--lang", "en", "--db", sqlite(tmp_path)]) == 2
                assert told in capsys.readouterr().err
            assert other.execute("SELECT version_num FROM alembic_version").fetchone() == (found,)
    wait_until(lambda: not (tmp_path / "x").exists())


# -- housekeeping ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("days", [0.0, 30.0])
def test_abandoned_tables_are_removed_where_the_operator_wants_it(tmp_path: Path, days: float) -> None:
    with House(tmp_path) as house:
        kept, left, over = (house.table("xequeo", "here", "here") for _ in range(3))
        with over.guest(0) as anna:
            assert anna.ask({"type": "resign"})["type"] == "done"
    with closing(sqlite3.connect(tmp_path / "tables.sqlite")) as database, database:
        database.execute("UPDATE tables SET changed = '2020-01-01 00:00:00.000000' WHERE id != ?", (kept.id,))
    with House(tmp_path, forget_days=days) as house:
        if days:
            wait_until(lambda: log_of(house.settings.db, left.id) is None)
        else:
            house.ask("/api/ready")
        known = [log_of(house.settings.db, laid.id) is not None for laid in (kept, left, over)]
        assert known == [True, not days, True], "finished matches stay, as does what is played"
        assert house.ask(f"/api/tables/{left.id}/record")[0] == (404 if days else 200)


def test_a_table_that_somebody_looks_at_is_not_abandoned(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        laid = house.table("venise", "here", "here")
        with laid.guest(0) as anna:
            rooms = house.services.rooms
            assert house.store.forget(utc_now() + timedelta(days=1), [laid.id]) == 0
            rooms.settings = replace(rooms.settings, forget_days=1e300)
            keeping = house.run(rooms.keep_house())
            assert anna.move(anna.legal[0] if anna.legal else "end")["type"] in ("done", "failed")
            keeping.cancel()
        assert house.store.forget(utc_now() + timedelta(days=1), []) == 1
        assert house.store.load(laid.id) is None
