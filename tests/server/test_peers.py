"""Several servers on one PostgreSQL: any of them serves any table, as if they were one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from random import Random
from typing import Any

import psycopg
import pytest
import sqlalchemy as sa

from ridotto.server import peers, presence, table_state
from ridotto.server.database import LARGEST_NOTICE, Notice, payloads
from ridotto.server.settings import Rate
from ridotto.server.store import Store
from ridotto.server.table_state import load_table
from tests.server.house import MANY, Guest, House, Laid, play_on, wait_until
from tests.server.postgres import Postgres


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    with Postgres() as postgres:
        yield postgres


@pytest.fixture(scope="module")
def houses(postgres: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[House]]:
    """Two servers for all tests that stop neither."""
    url = postgres.new_database()
    with ExitStack() as stack:
        folder = tmp_path_factory.mktemp("houses")
        yield [stack.enter_context(House(folder, db=url, limits=MANY)) for _ in range(2)]


def open_choice(laid: Laid) -> None:
    """Up to where both choose in secret."""
    with laid.guest(0) as anna:
        anna.move(sorted(anna.legal)[3])


def test_a_move_at_one_reaches_a_browser_at_another(houses: list[House]) -> None:
    first, second = houses
    for game in ("xequeo", "venise"):
        laid = first.table(game, "here", "here")
        with laid.guest(0) as anna, laid.guest(1, second) as bruno, laid.guest(None, second) as watcher:
            play_on([anna, bruno], Random(4), 40)
            watcher.see(lambda watcher: watcher.now["version"] == anna.now["version"])
            assert watcher.lines
            bruno.catch_up()
            with laid.guest(1) as again:
                assert (again.now, again.lines) == (bruno.now, bruno.lines), "both servers say the same"


def test_taking_back_reaches_the_other(houses: list[House]) -> None:
    first, second = houses
    laid = first.table("venise", "here", "here", options="first=0")
    with laid.guest(0) as anna, laid.guest(1, second) as bruno:
        before = len(bruno.lines)
        move = next(move for move in anna.legal if move != "end")
        assert anna.move(move)["type"] == "done"
        bruno.see(lambda bruno: len(bruno.lines) > before)
        assert anna.undo()["type"] == "done"
        bruno.see(lambda bruno: len(bruno.lines) == before)
        assert bruno.now["version"] == anna.now["version"]


def test_secret_choices_at_two_servers_both_succeed(houses: list[House]) -> None:
    """Neither is told, nor can tell by a refusal, that the other was quicker."""
    first, second = houses
    for _ in range(5):
        laid = first.table("xequeo", "here", "here", options="first_placer=host")
        open_choice(laid)
        with laid.guest(0) as anna, laid.guest(1, second) as bruno:
            version = anna.now["version"]
            for guest, move in ((anna, "=G"), (bruno, "=R")):  # both before either is answered
                guest.say({"type": "move", "id": 77, "version": version, "move": move})
            answers = [guest.until(lambda message: message.get("id") == 77) for guest in (anna, bruno)]
            assert [answer["type"] for answer in answers] == ["done", "done"]
            for guest in (anna, bruno):
                guest.see(lambda guest: guest.now["view"]["phase"] == "play")


def test_a_choice_is_stale_where_everybody_saw_a_change(houses: list[House]) -> None:
    first, second = houses
    laid = first.table("xequeo", "here", "here", options="first_placer=host")
    with laid.guest(0) as anna, laid.guest(0, second) as again:
        version = anna.now["version"]
        assert anna.move(anna.legal[0])["type"] == "done"
        assert again.move(again.legal[1], version)["code"] == "stale_version"
        again.see(lambda again: again.now["version"] == anna.now["version"])


def test_an_open_choice_at_another_server_is_invisible_byte_for_byte(
    houses: list[House], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_state, "SystemRandom", lambda: Random(7))
    first, second = houses
    seen = {}
    for choice in ("=R", "=O", None):
        laid = first.table("xequeo", "here", "here", options="first_placer=host")
        open_choice(laid)
        with laid.guest(0) as anna, laid.guest(None) as watcher, laid.guest(1, second) as bruno:
            for guest in (anna, watcher):
                guest.see(lambda guest: all(person["is_here"] for person in guest.state["people"]))
            if choice:
                assert bruno.move(choice)["type"] == "done"
                revision = second.store.revision(laid.id)
                room = first.services.rooms._rooms[laid.id].result()
                wait_until(lambda room=room, revision=revision: room.table_state.stored.revision == revision)  # type: ignore[misc]
            anna.catch_up()
            watcher.catch_up()
            with laid.guest(0) as late:
                late.catch_up()
                answers = [
                    first.ask(f"/api/tables/{laid.id}/{what}", headers=headers)[1].decode()
                    for what in ("record", "replay")
                    for headers in ({}, {"Authorization": f"Bearer {laid.tokens[0]}"})
                ]
                answers += [str(laid.standing(seat) | {"since": 0}) for seat in (0, None)]
            frames = [frame for guest in (anna, watcher, late) for frame in guest.frames]
            seen[choice] = [text.replace(laid.id, "TABLE") for text in (*frames, *answers)]
    assert seen["=R"] == seen["=O"] == seen[None]


def test_who_is_here_is_known_everywhere(houses: list[House]) -> None:
    first, second = houses
    laid = first.table("xequeo", "here", "open", is_listed=True)
    with laid.guest(0) as anna:
        assert [person["is_here"] for person in anna.state["people"]] == [True, False]

        def is_listed_as_here() -> bool:
            tables = second.get("/api/lobby")["tables"]
            return any(table["people"][0]["is_here"] for table in tables if table["table"] == laid.id)

        wait_until(is_listed_as_here)
        _, claimed = Laid(second, {"table": laid.id, "seats": []}).claim("bruno's own browser", name="Bruno")
        with Guest(second, laid.id, claimed["token"]) as bruno:
            assert [person["is_here"] for person in bruno.state["people"]] == [True, True]
            anna.see(lambda anna: anna.state["people"][1]["is_here"])
            assert anna.state["is_started"]
            assert anna.ask({"type": "rename", "name": "Zoë"})["type"] == "done"
            bruno.see(lambda bruno: bruno.state["people"][0]["name"] == "Zoë")
        anna.see(lambda anna: not anna.state["people"][1]["is_here"])


def test_a_seat_is_given_once(houses: list[House]) -> None:
    laid = houses[0].table("xequeo", "here", "link")
    answers = [
        Laid(houses[nth % 2], {"table": laid.id, "seats": []}).claim(f"the browser number {nth}", laid.invites[1])
        for nth in range(4)
    ]
    assert [status for status, _ in answers] == [200, 409, 409, 409]
    assert Laid(houses[1], {"table": laid.id, "seats": []}).claim("the browser number 0", laid.invites[1]) == answers[0]


def test_a_rematch_is_offered_everywhere(houses: list[House]) -> None:
    first, second = houses
    laid = first.table("xequeo", "here", "here")
    with laid.guest(0) as anna, laid.guest(1, second) as bruno:
        anna.ask({"type": "resign"})
        bruno.see(lambda bruno: bruno.state["is_over"])
        for guest in (anna, bruno):
            guest.say({"type": "rematch", "id": 5})
        offers = [guest.until(lambda message: message["type"] == "rematch") for guest in (anna, bruno)]
        assert offers[0] == offers[1]
    with laid.guest(None, second) as late:
        assert late.until(lambda message: message["type"] == "rematch") == offers[0]


def test_limits_count_what_was_used_elsewhere(postgres: Postgres, tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr(peers, "BEAT_SECONDS", 0.1)
    url, limits = postgres.new_database(), {"tables": Rate(4, 1e-6), "sockets": 12}
    asked = {"game": "xequeo", "seats": [{"kind": "here"}] * 2}
    with House(tmp_path, db=url, limits=limits) as first, House(tmp_path, db=url, limits=limits) as second:
        laid = first.table("xequeo", "here", "here")
        for _ in range(3):
            assert first.ask("/api/tables", asked)[0] == 201
        wait_until(lambda: second.services.rates.tables._missing("127.0.0.1")[0] > 3.5)
        assert second.ask("/api/tables", asked)[0] == 429
        with ExitStack() as stack:
            for _ in range(12):
                stack.enter_context(laid.guest(0))
            wait_until(lambda: second.services.rooms.peers.sockets("127.0.0.1") == 12)
            with pytest.raises(Exception, match="429"):
                stack.enter_context(laid.guest(0, second))


# -- bots --------------------------------------------------------------------------------------------------------------


def leaseholder(store: Store, table: str) -> str:
    with store.engine.connect() as connection:
        return str(connection.scalar(sa.text("SELECT process FROM leases WHERE table_id = :table"), {"table": table}))


def test_one_server_drives_a_tables_bots_and_passes_them_on(
    postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ridotto.server.rooms.AWAY", 0.1)
    url = postgres.new_database()
    with House(tmp_path, db=url, limits=MANY) as first, House(tmp_path, db=url, limits=MANY) as second:
        laid = first.table("xequeo", "bot:random", "bot:random", options="rings=99")
        with laid.guest(None, second) as watcher:
            with laid.guest() as other:
                wait_until(lambda: leaseholder(first.store, laid.id) == second.store.process)
                other.see(lambda other: len(other.lines) > 20)
            watcher.see(lambda watcher: len(watcher.lines) > 20)
            with laid.guest() as other:
                watcher.close()
                wait_until(lambda: leaseholder(first.store, laid.id) == first.store.process)
                before = len(other.lines)
                other.see(lambda other: len(other.lines) > before + 20)


def test_bots_and_presence_of_a_server_that_died_pass_on(
    postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(peers, "BEAT_SECONDS", 0.2)
    url = postgres.new_database()
    with closing(Store(url)) as dead, House(tmp_path, db=url, limits=MANY) as house:
        laid = house.table("xequeo", "here", "bot:random", options="first_placer=guest rings=99")
        gone = presence.Presence(dead)
        gone.beat()
        dead.write_now(lambda cursor: gone._lease(cursor, laid.id))
        dead.write_now(lambda cursor: gone._announce(cursor, {laid.id: presence.Here(frozenset({0}), 2)}))
        with laid.guest() as watcher:
            assert watcher.state["people"][0]["is_here"]
            with house.store.engine.begin() as connection:  # for as long it has said nothing
                last = sa.text("UPDATE processes SET beat = beat - interval '1 hour' WHERE id = :id")
                connection.execute(last, {"id": dead.process})
            watcher.see(lambda watcher: not watcher.state["people"][0]["is_here"])
            with laid.guest(0) as anna:
                while not anna.legal:
                    anna.next()
                before = len(anna.lines)
                anna.move(anna.legal[0])
                anna.see(lambda anna: len(anna.lines) > before + 1)
        assert leaseholder(house.store, laid.id) == house.store.process


def test_a_server_that_was_taken_for_dead_says_everything_again(
    postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(peers, "BEAT_SECONDS", 0.2)
    url = postgres.new_database()
    with House(tmp_path, db=url, limits=MANY) as first, House(tmp_path, db=url, limits=MANY) as second:
        laid = first.table("xequeo", "here", "here")
        with laid.guest(0) as anna, laid.guest(1, second) as bruno:
            bruno.see(lambda bruno: bruno.state["people"][0]["is_here"])
            with second.store.engine.begin() as connection:
                connection.execute(sa.text("DELETE FROM processes WHERE id = :id"), {"id": first.store.process})
            second.run(second.services.rooms.look_at_all()).result()
            bruno.see(lambda bruno: not bruno.state["people"][0]["is_here"])
            bruno.see(lambda bruno: bruno.state["people"][0]["is_here"])
            anna.catch_up()


# -- what can go wrong -------------------------------------------------------------------------------------------------


def end_connections(store: Store, which: str) -> None:
    with store.engine.begin() as connection:
        asked = (
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND query LIKE :what"
        )
        connection.execute(sa.text(asked), {"what": which})


def test_after_a_lost_connection_everything_is_compared(houses: list[House]) -> None:
    """What was written while nobody listened is found."""
    first, second = houses
    laid = first.table("venise", "here", "here", options="first=0")
    with laid.guest(0) as anna, laid.guest(1, second) as bruno:
        found = second.services.rooms.peers
        assert isinstance(found, peers.PostgresPeers)
        hear = found._hear
        found._hear = lambda payload: None  # type: ignore[method-assign]
        try:
            assert anna.move(anna.legal[0])["type"] == "done"
            assert bruno.now["version"] != anna.now["version"]
        finally:
            found._hear = hear  # type: ignore[method-assign]
        end_connections(first.store, "LISTEN%")
        bruno.see(lambda bruno: bruno.now["version"] == anna.now["version"])
        assert bruno.lines == anna.lines or len(bruno.lines) == len(anna.lines)


class LosesTheAnswer:
    """A connection that commits and is lost before it says so."""

    def __init__(self, connection: Any) -> None:
        self._connection = connection

    def commit(self) -> None:
        self._connection.commit()
        raise psycopg.OperationalError("server closed the connection unexpectedly")

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection, name)


def test_a_move_whose_commit_was_not_answered_counts_once(houses: list[House]) -> None:
    house = houses[0]
    laid = house.table("xequeo", "here", "here", options="first_placer=host")
    with laid.guest(0) as anna, laid.guest(1, houses[1]) as bruno:
        for _ in range(2):
            assert anna.ask({"type": "rename", "name": "Zoë"})["type"] == "done"
            house.store._connection = LosesTheAnswer(house.store._connection)
            move = anna.legal[0]
            assert anna.move(move)["type"] == "done"
            assert [line["text"] for line in anna.lines].count(move) <= 1
        bruno.see(lambda bruno: bruno.now["version"] == anna.now["version"])


def test_batches_that_cross_do_not_wait_for_each_other(postgres: Postgres, tmp_path: Path) -> None:
    """Two servers write to the same tables in opposite orders, all at once: each batch goes through."""
    url = postgres.new_database()
    with House(tmp_path, db=url, limits=MANY) as first, House(tmp_path, db=url, limits=MANY) as second:
        laid = [first.table("xequeo", "here", "here", options="first_placer=host") for _ in range(12)]
        with ExitStack() as stack:
            annas = [stack.enter_context(each.guest(0)) for each in laid]
            brunos = [stack.enter_context(each.guest(1, second)) for each in reversed(laid)]
            for turn in range(6):
                for guest in (guest for pair in zip(annas, brunos, strict=True) for guest in pair):
                    guest.say({"type": "rename", "id": turn, "name": f"Zoë {turn}"})
                for guest in (*annas, *brunos):
                    assert guest.until(lambda message, turn=turn: message.get("id") == turn)["type"] == "done"  # type: ignore[misc]


def test_what_two_servers_write_is_one_history(houses: list[House]) -> None:
    laid = houses[0].table("xequeo", "here", "here", options="rings=99")
    rng = Random(9)
    with ExitStack() as stack:
        guests = [stack.enter_context(laid.guest(seat, house)) for house in houses for seat in (0, 1)]
        done: list[tuple[int, str]] = []
        for turn in range(60):
            for guest in guests:  # both devices of both seats, all at once
                guest.catch_up()
                if guest.legal:
                    move = rng.choice(guest.legal)
                    guest.say({"type": "move", "id": 1_000 + turn, "version": guest.now["version"], "move": move})
                    guest.asked = move  # type: ignore[attr-defined]
                else:
                    guest.say({"type": "hint", "id": 1_000 + turn, "version": -1})
            for nth, guest in enumerate(guests):
                answer = guest.until(lambda message, turn=turn: message.get("id") == 1_000 + turn)  # type: ignore[misc]
                if answer["type"] == "done":
                    done.append((nth % 2, guest.asked))  # type: ignore[attr-defined]
                else:
                    assert answer["code"] not in ("server_failed", "store_failed", "store_busy")
        loaded = houses[1].store.load(laid.id)
        assert loaded is not None
        made = [(actor, move) for actor, move in loaded.log if actor >= 0]
        assert sorted(made) == sorted(done), "each acknowledged move once, and no other"
        assert load_table(loaded).match.record() is not None
        seen = set()
        for guest in guests:
            guest.see(lambda guest: guest.now["version"] == loaded.stored.version)
            seen.add(tuple(line["text"] for line in guest.lines if line["actor"] >= 0 and "=" not in line["text"]))
        assert len(seen) == 1


def test_notices_of_large_batches_fit() -> None:
    tables = {f"table-number-{number:06}": number for number in range(2_000)}
    people = tuple(tables)
    found = [json.loads(each) for each in payloads(Notice("me", tables, people))]
    assert max(len(json.dumps(each)) for each in found) <= LARGEST_NOTICE * 1.2
    assert all(len(each) <= LARGEST_NOTICE for each in payloads(Notice("me", tables, people)))
    assert {table: revision for each in found for table, revision in each.get("tables", {}).items()} == tables
    assert {table for each in found for table in each.get("people", ())} == set(people)


def test_a_server_whose_schema_is_not_the_databases_ends(
    postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(peers, "BEAT_SECONDS", 0.1)
    for url in (postgres.new_database(), f"sqlite:///{tmp_path / 'x.sqlite'}"):
        house = House(tmp_path, db=url)
        with house:
            laid = house.table("xequeo", "here", "here")
            with laid.guest(0) as anna:
                with house.store.engine.begin() as connection:
                    connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
                with pytest.raises(Exception, match="1012"):
                    anna.until(lambda message: False)
            house.thread.join(60)
            assert not house.thread.is_alive()


def test_nothing_is_written_into_another_schema(houses: list[House], monkeypatch: pytest.MonkeyPatch) -> None:
    laid = houses[0].table("xequeo", "here", "here", options="first_placer=host")
    store = houses[0].store
    stored = store.load(laid.id)
    with monkeypatch.context() as patched:
        patched.setattr(store, "current_schema", lambda: "0000")  # no beat may notice first, and end the server
        patched.setattr(store, "schema", "0000")
        with laid.guest(0) as anna:
            assert anna.move(anna.legal[0])["code"] == "store_newer"
    assert store.load(laid.id) == stored
