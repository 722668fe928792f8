"""One visitor who asks for far too much: others play on, and it ends when the visitor leaves.

Counted, not timed: how long others wait is measured by ``python -m benchmarks.nuisance``.
"""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from ridotto.games.xequeo import XeQueo
from ridotto.server.middleware import is_welcome
from ridotto.server.settings import Limits, Rate
from tests.playing import random_match
from tests.server.house import SECONDS, Guest, House, at, wait_until
from tests.server.strange import FLAG, endless

HELLO = '{"type":"hello","table":"%s"}'


def frames(*texts: str) -> bytes:
    """Text frames of the WebSocket protocol as a browser sends them, masked with zeros."""
    return b"".join(bytes([0x81, 0x80 | len(text)]) + bytes(4) + text.encode() for text in texts)


def is_closed(line: socket.socket) -> bool:
    try:
        return not line.recv(65_536)
    except ConnectionError:
        return True


def drain(guest: Guest) -> int:
    """Reads until the server has closed the socket; how many messages came."""
    before = len(guest.frames)
    with pytest.raises(ConnectionClosed):
        guest.until(lambda _: False)
    return len(guest.frames) - before


# -- sockets -----------------------------------------------------------------------------------------------------------


def test_thousands_of_messages_at_once_are_not_worked_off(house: House) -> None:
    laid = house.table("xequeo", "here", "here", options="first_placer=host")
    with at(laid, 0) as (anna,), laid.guest() as nuisance:
        nuisance.socket.socket.sendall(frames(*[HELLO % laid.id] * 8_000))
        assert drain(nuisance) <= 3 * Limits().inbox
        assert anna.move(anna.legal[0])["type"] == "done"


def test_what_somebody_said_before_leaving_is_not_worked_off(tmp_path: Path) -> None:
    with House(tmp_path, limits={"socket_messages": Rate(5, 10)}) as house:
        laid = house.table("xequeo", "here", "here")
        rename = '{"type":"rename","id":1,"name":"%s"}'
        with laid.guest(0) as nuisance:
            nuisance.socket.socket.sendall(frames(*[rename % number for number in range(50)]))
            nuisance.until(lambda message: message["type"] == "done")
            nuisance.socket.socket.shutdown(socket.SHUT_RDWR)
        wait_until(lambda: not house.services.sockets)
        before = house.store.revision(laid.id)
        assert before is not None
        assert before < 50
        with laid.guest(1) as bruno:
            assert bruno.ask({"type": "rename", "name": "Bea"})["type"] == "done"
        after = house.store.revision(laid.id)
        assert after is not None
        assert after <= before + 2, "hers, and one that was being written"


def test_a_household_is_not_noticed() -> None:
    """Five screens with four seats each and one message a second each, behind one address, wait for nothing."""
    limits = Limits()
    assert limits.sockets >= limits.connections / 2 >= 5 * 5
    assert limits.messages.per_second >= 5 * 5
    assert limits.messages.burst >= 5 * 5 * 2
    assert limits.socket_messages.per_second >= 1


def test_junk_does_not_prolong_the_time_for_hello(tmp_path: Path) -> None:
    with House(tmp_path, limits={"hello_seconds": 0.5}) as house, Guest(house, "", says_hello=False) as guest:
        for _ in range(SECONDS * 20):
            try:
                guest.say("hello?")
                time.sleep(0.05)
            except ConnectionClosed as closed:
                assert closed.rcvd is not None
                assert closed.rcvd.code == 1008
                return
        raise AssertionError("still there")


def test_so_many_sockets_of_one_seat_and_the_oldest_goes(tmp_path: Path) -> None:
    with House(tmp_path, limits={"sockets_per_seat": 2}) as house:
        laid = house.table("xequeo", "here", "here")
        with at(laid, 0, 0, 0) as (oldest, older, newest):
            drain(oldest)
            for guest in (older, newest):
                assert guest.ask({"type": "rename", "name": "Ada"})["type"] == "done"


def test_so_many_sockets_of_one_address(tmp_path: Path) -> None:
    with House(tmp_path, limits={"sockets": 2}) as house:
        laid = house.table("xequeo", "here", "here")
        with at(laid, 0, 1), pytest.raises(Exception, match="429"):
            laid.guest()
        wait_until(lambda: not house.services.sockets)
        laid.guest().close()


@pytest.mark.parametrize("cut", [1, 2, 6, 8, 30])
def test_messages_are_understood_however_they_come(house: House, cut: int) -> None:
    """By itself, in two pieces, two in one piece, and long ones."""
    laid = house.table("xequeo", "here", "here")
    long = " " * 200

    def ask(number: int, room: str = "") -> bytes:
        text = f'{{"type":"hint","version":-1,"id":{number}{room}}}'
        size = bytes([0x80 | len(text)]) if len(text) < 126 else b"\xfe" + len(text).to_bytes(2)
        return b"\x81" + size + bytes(4) + text.encode()

    within = b"\x81" + bytes([0x80 | len(ask(7))]) + bytes(4)
    """What follows looks like a message, and is only the content of one."""
    with at(laid, 0, 1) as (anna, bruno):
        for piece in (ask(1), ask(2, long), ask(3)[:cut], ask(3)[cut:] + ask(4), ask(5), ask(6, long), within, ask(7)):
            anna.socket.socket.sendall(piece)
            assert bruno.ask({"type": "hint", "version": -1})["type"] == "failed"  # by then the piece is read
        told = [anna.until(lambda message: message["type"] == "failed") for _ in range(7)]
        assert [each["id"] for each in told] == [1, 2, 3, 4, 5, 6, None]
        assert [each["code"] for each in told] == ["no_hint"] * 6 + ["frame_json"]


def test_a_reader_who_stalls_is_cut_off(tmp_path: Path) -> None:
    """Nothing is read of many tables asked for: at some point the server cannot write, and does not wait for long."""
    with House(
        tmp_path, limits={"stall_seconds": 0.2, "socket_messages": Rate(9e9, 9e9), "messages": Rate(9e9, 9e9)}
    ) as house:
        laid = house.table("venise", "here", "here")
        raw = socket.create_connection(("127.0.0.1", house.port), SECONDS)
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        with raw, laid.guest(0) as anna:
            raw.sendall(
                f"GET /api/play HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                f"Sec-WebSocket-Key: {'A' * 22}==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
            )
            assert b" 101 " in raw.recv(4096)
            for _ in range(10_000):
                try:
                    raw.sendall(frames(HELLO % laid.id))
                    time.sleep(0.001)
                except OSError:
                    break
                if len(house.services.sockets) and house.services.sockets["127.0.0.1"] == 1:
                    break
            wait_until(lambda: house.services.sockets.get("127.0.0.1") == 1)
            assert anna.ask({"type": "rename", "name": "Ada"})["type"] == "done"


def test_one_hint_at_a_time_for_one_seat(tmp_path: Path) -> None:
    with House(tmp_path, think=2.0) as house:
        laid = house.table("venise", "here", "bot:random", options="first=0")
        with at(laid, 0, 0) as (one, two):
            one.say({"type": "hint", "id": 1, "version": one.now["version"]})
            wait_until(lambda: bool(house.run(_hints(house, laid.id)).result(SECONDS)))
            assert two.ask({"type": "hint", "version": two.now["version"]})["code"] == "hint_busy"
            assert one.until(lambda message: message.get("id") == 1)["type"] == "hint"


async def _hints(house: House, table: str) -> set[int]:
    room = await house.services.rooms.enter(table, "")
    house.services.rooms.leave(room)
    return set(room._hints)


# -- connections -------------------------------------------------------------------------------------------------------

HALVES = {
    "nothing": b"",
    "half a header": b"GET / HTTP/1.1\r\nHost: loc",
    "half a body": b"POST /api/replay HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99\r\n\r\nRidotto",
    "half a second request": b"GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\nGET /",
}


@pytest.mark.parametrize("half", HALVES)
def test_half_a_request_is_not_waited_for(tmp_path: Path, half: str) -> None:
    limits = {"header_seconds": 0.2, "body_seconds": 0.3}
    with House(tmp_path, limits=limits) as house, silent(house, 1) as (line,):
        line.sendall(HALVES[half])
        while not is_closed(line):
            pass


def test_bytes_that_trickle_in_do_not_prolong_it(tmp_path: Path) -> None:
    with House(tmp_path, limits={"header_seconds": 0.5}) as house, silent(house, 1) as (line,):
        line.sendall(b"GET / HTTP/1.1\r\n")
        for number in range(SECONDS * 10):
            if not is_open(line):
                return
            with suppress(OSError):
                line.sendall(f"X-{number}: x\r\n".encode())
        raise AssertionError("still there")


def test_silent_connections_make_room(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        house.server.server_state.most = 12  # type: ignore[attr-defined]
        laid = house.table("xequeo", "here", "here", options="first_placer=host")
        with at(laid, 0) as (anna,), silent(house, 40):
            assert house.get("/api/health")["games"]
            with laid.guest(1) as bruno:
                assert anna.move(anna.legal[0])["type"] == "done"
                bruno.see(lambda bruno: bruno.now["version"] == anna.now["version"])


def test_one_address_has_only_so_many(tmp_path: Path) -> None:
    """Of the nuisance's own address one that is silent makes room; others are not touched."""
    with (
        House(tmp_path, limits={"connections": 5}) as house,
        silent(house, 3) as others,
        silent(house, 20, "127.0.0.2") as many,
    ):
        wait_until(lambda: sum(map(is_open, many)) <= 5)
        assert all(map(is_open, others))


@contextmanager
def silent(house: House, count: int, address: str = "127.0.0.1") -> Iterator[list[socket.socket]]:
    lines = [
        socket.create_connection(("127.0.0.1", house.port), SECONDS, source_address=(address, 0)) for _ in range(count)
    ]
    try:
        yield lines
    finally:
        for line in lines:
            line.close()


def is_open(line: socket.socket) -> bool:
    line.settimeout(0.05)
    try:
        return bool(line.recv(1))
    except TimeoutError:
        return True
    except OSError:
        return False


# -- costly work -------------------------------------------------------------------------------------------------------


@pytest.fixture
def flag(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(FLAG, str(tmp_path / "flag"))
    return tmp_path / "flag"


@pytest.mark.parametrize(
    ("job", "path", "body"),
    [
        ("read_replay", "/api/replay", b"Ridotto record 1"),
        ("read_board", "/api/boards", b'{"text": "x = 1"}'),
        ("draw_scene", "/api/scene.json?game=xequeo", None),
    ],
)
def test_work_ends_when_whoever_asked_hangs_up(
    tmp_path: Path, flag: Path, monkeypatch: pytest.MonkeyPatch, job: str, path: str, body: bytes | None
) -> None:
    monkeypatch.setattr(f"ridotto.server.jobs.{job}", endless)
    with House(tmp_path) as house:
        line = HTTPConnection("127.0.0.1", house.port, timeout=SECONDS)
        line.request("POST" if body else "GET", path, body, {"Content-Type": "application/json"} if body else {})
        wait_until(flag.exists)
        process = Path("/proc") / flag.read_text()
        assert process.exists()
        line.close()
        wait_until(lambda: not process.exists())
        assert house.get("/api/health")["games"]


def test_what_is_drawn_already_waits_for_nothing(tmp_path: Path, flag: Path) -> None:
    with House(tmp_path) as house:
        scene = house.ask("/api/scene.json?game=xequeo")
        assert scene[0] == 200
        workers = house.services.workers
        busy = [house.run(workers.run("nuisance", SECONDS, endless)) for _ in range(4)]
        wait_until(flag.exists)
        assert house.ask("/api/scene.json?game=xequeo")[:2] == scene[:2]
        assert house.ask("/api/texts/en.json")[0] == 200
        assert not any(job.done() for job in busy)
        for job in busy:
            job.cancel()


def test_the_first_board_is_drawn_before_anybody_asks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with House(tmp_path, is_warm=True) as house:
        wait_until(lambda: len(house.services._drawings) == 3)
        monkeypatch.setattr(house.services.workers, "run", None)
        assert house.ask("/api/scene.json?game=xequeo&options=")[0] == 200


@pytest.mark.parametrize("job", ["read_replay", "draw_card"])
def test_only_so_much_work_waits_for_one_visitor(
    tmp_path: Path, flag: Path, monkeypatch: pytest.MonkeyPatch, job: str
) -> None:
    monkeypatch.setattr(f"ridotto.server.jobs.{job}", endless)
    with House(tmp_path, limits={"waiting_jobs": 3}) as house:
        laid = house.table("xequeo", "here", "here")
        with laid.guest(0) as anna:
            anna.ask({"type": "resign"})
        lines = [HTTPConnection("127.0.0.1", house.port, timeout=SECONDS) for _ in range(12)]
        for number, line in enumerate(lines):
            if job == "read_replay":
                line.request("POST", "/api/replay", b"Ridotto record 1")
            else:
                line.request("GET", f"/api/tables/{laid.id}/card.png?at={number}")
        answers = []
        for line in lines[::-1][:5]:  # two processes at most work, three wait
            answer = line.getresponse()
            answers.append((answer.status, json.loads(answer.read())["code"]))
        assert set(answers) == {(429, "too_busy")}
        for line in lines:
            line.close()


def test_a_record_has_so_many_moves_and_no_more(tmp_path: Path) -> None:
    match = random_match(XeQueo(rings=2), 3)
    record = match.record()
    for most, status in ((len(match.entries), 200), (len(match.entries) - 1, 422)):
        with House(tmp_path, limits={"record_moves": most}) as house:
            found, body, _ = house.ask("/api/replay", record.encode(), headers={"Content-Type": "text/plain"})
            assert found == status
            assert ("record_long" in body.decode()) == (status == 422)


# -- tables ------------------------------------------------------------------------------------------------------------


def test_one_address_does_not_fill_the_lobby(tmp_path: Path) -> None:
    with House(tmp_path, limits={"listed_tables": Rate(2, 0.001)}) as house:
        asked = {"game": "xequeo", "seats": [{"kind": "here"}, {"kind": "open"}]}
        statuses = [house.ask("/api/tables", asked)[0] for _ in range(3)]
        assert statuses == [201, 201, 429]
        house.table("xequeo", "here", "link")
        assert len(house.get("/api/lobby")["tables"]) == 2


def test_one_address_does_not_take_all_open_seats(tmp_path: Path) -> None:
    with House(tmp_path, limits={"open_seats": Rate(2, 0.001)}) as house:
        tables = [house.table("xequeo", "here", "open") for _ in range(3)]
        taken = [laid.claim(f"the nuisance's browser {number}") for number, laid in enumerate(tables)]
        assert [status for status, _ in taken] == [200, 200, 429]
        assert tables[0].claim("the nuisance's browser 0") == taken[0], "what one has one keeps"
        invited = house.table("xequeo", "here", "link")
        assert invited.claim("a guest's own browser", invited.invites[1])[0] == 200


def test_who_waits_at_a_table_comes_first_in_the_lobby(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        waits = house.table("xequeo", "here", "open")
        for _ in range(3):
            house.table("xequeo", "here", "open")
        with waits.guest(0):
            assert house.get("/api/lobby")["tables"][0]["table"] == waits.id


# -- strange requests --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/%00", "/" + "x" * 300, "/assets/" + "y" * 5_000, "/%ff%fe", "/a%00b/c"])
def test_paths_that_no_file_can_have(house: House, path: str, caplog: pytest.LogCaptureFixture) -> None:
    assert house.ask(path)[0] == 404
    assert not caplog.records


@pytest.mark.parametrize("text", ["a=" + "[" * 9_000, f"a = {'9' * 5_000}", "side = " + "[" * 500 + "]" * 500])
def test_boards_that_no_reader_reads(house: House, text: str, caplog: pytest.LogCaptureFixture) -> None:
    status, body, _ = house.ask("/api/boards", {"text": text})
    assert (status, json.loads(body)["code"]) == (422, "board_invalid")
    assert len(body) < 5_000
    assert not caplog.records


@pytest.mark.parametrize("origin", ["http://[", "null", "file://"])
def test_origins_that_are_none(house: House, origin: str, caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(InvalidStatus, match="403"):
        connect(f"ws://127.0.0.1:{house.port}/api/play", origin=Origin(origin))
    assert not caplog.records


@pytest.mark.parametrize(
    ("origin", "scheme", "host", "is_so"),
    [
        ("null", "ws", "", False),
        ("null", "ws", "null", False),
        ("", "ws", "", False),
        ("http://", "ws", "", False),
        ("http://localhost:1", "ws", "localhost:2", False),
        ("http://localhost:x", "ws", "localhost", False),
        ("https://ridotto.example", "wss", "ridotto.example", True),
        ("https://ridotto.example", "wss", "Ridotto.Example:443", True),
        ("http://ridotto.example", "wss", "ridotto.example", False),
        ("http://ridotto.example", "ws", "ridotto.example", True),
        ("https://ridotto.example", "ws", "ridotto.example", True),
        ("https://ridotto.example.evil.example", "wss", "ridotto.example", False),
    ],
)
def test_a_page_without_tls_opens_no_socket_with_it(origin: str, scheme: str, host: str, is_so: bool) -> None:
    assert is_welcome({"origin": origin, "host": host}, scheme, ()) == is_so


@pytest.mark.parametrize(
    ("host", "is_known"),
    [
        ("localhost", True),
        ("localhost:7480", True),
        ("127.0.0.1:7480", True),
        ("192.168.178.20", True),
        ("[fe80::1]:7480", True),
        ("nas", True),
        ("nas.local:7480", True),
        ("Ridotto.Example", True),
        ("page.example", True),
        ("evil.example", False),
        ("127.0.0.1.evil.example", False),
        ("localhost.evil.example", False),
        ("ridotto.example.evil.example", False),
        ("[", False),
    ],
)
def test_only_hosts_it_goes_by(tmp_path: Path, host: str, is_known: bool) -> None:
    with House(tmp_path, hosts=("ridotto.example",), origins=("https://page.example",)) as house:
        status, body, _ = house.ask("/api/health", headers={"Host": host})
        assert status == (200 if is_known else 421)
        if not is_known:
            assert json.loads(body)["code"] == "host_unknown"


def test_tls_is_remembered(house: House) -> None:
    assert "strict-transport-security" not in house.ask("/api/health")[2]
    secure: dict[str, Any] = house.ask("/api/health", headers={"X-Forwarded-Proto": "https"})[2]
    assert secure["strict-transport-security"] == "max-age=31536000"


def test_a_visitor_in_a_hurry_is_slowed_down_then_refused(tmp_path: Path) -> None:
    with House(tmp_path, limits={"requests": Rate(2, 0.05)}) as house:
        assert [house.ask("/api/health")[0] for _ in range(3)] == [200, 200, 429]
