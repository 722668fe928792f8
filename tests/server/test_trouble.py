"""Bad input of every kind: told to whoever sent it, with a code and words; nobody else notices."""

from __future__ import annotations

import json
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from ridotto.games.venise.boards import SHIPPED
from ridotto.games.xequeo import XeQueo
from ridotto.i18n import Catalogue, texts
from ridotto.server.settings import Rate
from tests.playing import random_match
from tests.server.house import SECONDS, Guest, House, at

BAD_FRAMES: dict[str, tuple[Any, str]] = {
    "no JSON": ("hello?", "frame_json"),
    "half of it": ('{"type":"hel', "frame_json"),
    "deep": ("[" * 7_000, "frame_json"),
    "bytes": (b'{"type":"hello"}', "frame_binary"),
    "no object": ("7", "frame_shape"),
    "nothing": ("null", "frame_shape"),
    "no type": ("{}", "frame_shape"),
    "unknown type": ({"type": "dance"}, "frame_shape"),
    "no table": ({"type": "hello"}, "frame_shape"),
    "too much": ({"type": "hello", "table": "x", "admin": True}, "frame_shape"),
    "wrong kind": ({"type": "hello", "table": 7}, "frame_shape"),
    "half a character": ('{"type":"hello","table":"\\ud800"}', "frame_shape"),
    "long": ({"type": "hello", "table": "x" * 9_000}, "frame_long"),
    "unknown table": ({"type": "hello", "table": "nowhere"}, "table_unknown"),
    "nul": ({"type": "hello", "table": "\0"}, "table_unknown"),
    "too early": ({"type": "move", "id": 1, "version": 0, "move": "=R"}, "hello_first"),
}


def is_proper(failed: Any) -> None:
    assert failed["type"] == "failed"
    assert failed["words"]["key"] == failed["code"]
    Catalogue("de").text(failed["code"], **failed["words"]["params"])


@pytest.mark.parametrize("name", BAD_FRAMES)
def test_bad_frames_get_an_answer_and_the_socket_stays(house: House, name: str) -> None:
    frame, code = BAD_FRAMES[name]
    laid = house.table("xequeo", "here", "here")
    with Guest(house, laid.id, says_hello=False) as guest:
        guest.say(frame)
        failed = guest.next()
        assert failed["code"] == code
        is_proper(failed)
        guest.say({"type": "hello", "table": laid.id})
        assert guest.next()["type"] == "table"


def test_bad_frames_at_a_table_disturb_nobody(house: House) -> None:
    laid = house.table("xequeo", "here", "here")
    with at(laid, 0, 1) as (anna, bruno):
        before = anna.state.copy()
        frames = [frame for frame, code in BAD_FRAMES.values() if code not in ("hello_first", "table_unknown")]
        for frame in frames:
            anna.say(frame)
            is_proper(anna.until(lambda message: message["type"] == "failed"))
        for move in ("", "x", "=R" * 200, "\0", "{}", "resigns", "+Ra1", "@0", "=?", "../../etc/passwd", "=Ṙ"):
            is_proper(anna.move(move))
        bruno.catch_up()
        assert [frame for frame in bruno.frames if '"update"' in frame] == []
        with laid.guest(0) as again:
            assert again.now == before["now"]


def test_a_frame_beyond_all_measure_costs_the_socket(house: House) -> None:
    laid = house.table("xequeo", "here", "here")
    with at(laid, 0, 1) as (anna, bruno):
        anna.say("x" * 200_000)
        with pytest.raises(ConnectionClosed) as caught:
            anna.until(lambda message: False)
        assert caught.value.rcvd is not None
        assert caught.value.rcvd.code == 1009
        assert bruno.ask({"type": "rename", "name": "Bea"})["type"] == "done"


def test_a_wrong_key_opens_nothing(house: House) -> None:
    laid, other = house.table("xequeo", "here", "here"), house.table("xequeo", "here", "here")
    for token in (other.tokens[0], laid.tokens[0][:-1], laid.tokens[0] + "x", "é"):
        with Guest(house, laid.id, token) as guest:
            assert json.loads(guest.frames[0])["code"] == "token_unknown"
            assert guest.ask({"type": "resign"})["code"] == "hello_first"
        status, body, _ = house.ask(
            f"/api/tables/{laid.id}/record", headers={"Authorization": f"Bearer {token.encode().decode('latin1')}"}
        )
        assert status == 403
        is_proper(json.loads(body))


def test_silence_is_not_waited_for(tmp_path: Path) -> None:
    with House(tmp_path, limits={"hello_seconds": 0.1}) as house, Guest(house, "", says_hello=False) as guest:
        with pytest.raises(ConnectionClosed) as caught:
            guest.next()
        assert caught.value.rcvd is not None
        assert caught.value.rcvd.code == 1008


def test_so_many_sockets_and_no_more(tmp_path: Path) -> None:
    with House(tmp_path, limits={"spectators": 2}) as house:
        laid = house.table("xequeo", "here", "here")
        with at(laid, None, None), laid.guest() as third:
            assert json.loads(third.frames[0])["code"] == "too_many_sockets"
            with at(laid, 0, 0, 1) as seated:
                assert [guest.state["seat"] for guest in seated] == [0, 0, 1], "those who play always get in"
        with laid.guest() as later:
            assert later.state["table"] == laid.id


def test_so_many_tables_and_no_more(tmp_path: Path) -> None:
    with House(tmp_path, limits={"tables": Rate(2, 0.001)}) as house:
        asked = {"game": "xequeo", "seats": [{"kind": "here"}] * 2}
        assert [house.ask("/api/tables", asked)[0] for _ in range(3)] == [201, 201, 429]


@pytest.mark.parametrize(
    ("origin", "is_welcome"),
    [
        ("http://127.0.0.1:{port}", True),
        ("https://ridotto.example", True),
        ("https://evil.example", False),
        ("null", False),
    ],
)
def test_pages_from_elsewhere_open_no_socket(tmp_path: Path, origin: str, is_welcome: bool) -> None:
    with House(tmp_path, origins=("https://ridotto.example",)) as house:
        address = f"ws://127.0.0.1:{house.port}/api/play"
        if is_welcome:
            with connect(address, origin=Origin(origin.format(port=house.port))) as socket:
                socket.send("{}")
                assert "frame_shape" in str(socket.recv())
        else:
            with pytest.raises(InvalidStatus), connect(address, origin=Origin(origin)):
                pass


# -- over HTTP ---------------------------------------------------------------------------------------------------------

TWO = [{"kind": "here"}] * 2
BAD_TABLES: dict[str, tuple[Any, str]] = {
    "no JSON": (b"{", "request_shape"),
    "no seats": ({"game": "xequeo", "seats": []}, "seats_wrong"),
    "three": ({"game": "xequeo", "seats": [{"kind": "here"}] * 3}, "seats_wrong"),
    "five": ({"game": "venise", "seats": [{"kind": "here"}] * 5}, "request_shape"),
    "no game": ({"game": "chess", "seats": TWO}, "game_unknown"),
    "no such bot": (
        {"game": "xequeo", "seats": [{"kind": "here"}, {"kind": "bot", "bot": "gondolier"}]},
        "bot_unknown",
    ),
    "no such option": ({"game": "xequeo", "options": "pace=9", "seats": TWO}, "option_unknown"),
    "seats twice": ({"game": "venise", "options": "seats=4", "seats": TWO}, "seats_option"),
    "a file": ({"game": "venise", "options": "board=/etc/passwd.toml", "seats": TWO}, "board_by_file"),
    "a quoted file": ({"game": "venise", "options": "board='x y.toml'", "seats": TWO}, "board_by_file"),
    "an open quote": ({"game": "venise", "options": "board='x", "seats": TWO}, "option_quotes"),
    "no such board": ({"game": "venise", "options": "board=/etc/passwd", "seats": TWO}, "board_unknown"),
    "long options": ({"game": "venise", "options": "x" * 5000, "seats": TWO}, "request_shape"),
    "half a character": (
        b'{"game":"xequeo","seats":[{"kind":"here","name":"\\ud800"},{"kind":"here"}]}',
        "request_shape",
    ),
}


@pytest.mark.parametrize("name", BAD_TABLES)
def test_tables_that_cannot_be_made(house: House, name: str) -> None:
    asked, code = BAD_TABLES[name]
    status, body, _ = house.ask("/api/tables", asked, headers={"Content-Type": "application/json"})
    assert status == 422
    failed = json.loads(body)
    assert failed["code"] == code
    is_proper(failed)


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/api/nothing", 404, "page_unknown"),
        ("GET", "/no/such/page.html", 404, "page_unknown"),
        ("GET", "/../../etc/passwd", 404, "page_unknown"),
        ("GET", "/%2e%2e/%2e%2e/wire.py", 404, "page_unknown"),
        ("DELETE", "/api/tables", 405, "method_unknown"),
        ("GET", "/api/tables/nowhere/record", 404, "table_unknown"),
        ("GET", "/api/tables/nowhere/replay", 404, "table_unknown"),
        ("GET", "/api/texts/tlh.json", 404, "language_unknown"),
        ("GET", "/api/scene.json?game=chess", 422, "game_unknown"),
        ("GET", "/api/scene.json?game=venise&options=board%3Dx.toml", 422, "board_by_file"),
        ("GET", "/api/pictures/none.svg", 404, "page_unknown"),
    ],
)
def test_every_refusal_has_a_body(house: House, method: str, path: str, status: int, code: str) -> None:
    found, body, headers = house.ask(path, method=method)
    failed = json.loads(body)
    assert (found, failed["code"]) == (status, code)
    is_proper(failed)
    assert headers["x-content-type-options"] == "nosniff"


def test_what_the_server_did_not_foresee(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ridotto.server.rooms.new_table", lambda asked: 1 / 0)
    status, body, _ = house.ask("/api/tables", {"game": "xequeo", "seats": TWO})
    assert status == 500
    assert json.loads(body)["code"] == "server_failed"
    monkeypatch.undo()
    laid = house.table("xequeo", "here", "here")
    with at(laid, 0, 1) as (anna, bruno):
        monkeypatch.setattr("ridotto.server.table_state.TableState.renamed", lambda *_: 1 / 0)
        assert anna.ask({"type": "rename", "name": "x"})["code"] == "server_failed"
        monkeypatch.undo()
        assert anna.ask({"type": "rename", "name": "x"})["type"] == "done", "the socket has survived"
        bruno.see(lambda bruno: bruno.state["people"][0]["name"] == "x")


def test_long_bodies_are_refused(house: House) -> None:
    for headers in ({"Content-Type": "text/plain"}, {"Content-Type": "application/json"}):
        for size in (1_000_001, 5_000_000):
            status, body, _ = house.ask("/api/replay", b"x" * size, headers=headers)
            assert status == 413
            assert json.loads(body)["code"] == "body_long"


@pytest.mark.parametrize("path", ["/api/replay", "/api/tables"])
def test_long_bodies_that_do_not_say_so(house: House, path: str) -> None:
    connection = HTTPConnection("127.0.0.1", house.port, timeout=SECONDS)
    with closing(connection):
        headers = {"Content-Type": "application/json"}
        connection.request("POST", path, iter([b"[" + b" " * 99_999] * 15), headers, encode_chunked=True)
        answer = connection.getresponse()
        assert answer.status == 413
        assert json.loads(answer.read())["code"] == "body_long"


RECORD = random_match(XeQueo(rings=1), 4).record()


@pytest.mark.parametrize(
    ("record", "code"),
    [
        (b"", "record_format"),
        (b"\xff\xfe\x00", "record_not_text"),
        (RECORD[:200].encode(), "record_truncated"),
        (RECORD.replace("Game: xequeo", "Game: chess").encode(), "game_unknown"),
        (RECORD.replace("Options:", "Options: board=/etc/passwd.toml").encode(), "board_by_file"),
        (RECORD.replace("Options:", "Options : 'board=/etc/passwd.toml'").encode(), "board_by_file"),
        ((RECORD + "  0: " + "Ra1 " * 20_000).encode(), "record_long"),
    ],
)
def test_bad_records(house: House, record: bytes, code: str) -> None:
    status, body, _ = house.ask("/api/replay", record, headers={"Content-Type": "text/plain"})
    assert (status, json.loads(body)["code"]) == (422, code)
    is_proper(json.loads(body))


def test_a_bad_board_is_told_all_its_problems(house: House) -> None:
    text = (SHIPPED / "day-basic.toml").read_text("utf-8")
    made = house.post("/api/boards", {"text": text})
    assert made["advice"] == []
    assert made["side"] == "day"
    laid = house.table("venise", "here", "here", options=f"board='{made['code']}'")
    with laid.guest() as watcher:
        assert watcher.state["table"] == laid.id
    status, body, _ = house.ask("/api/boards", {"text": text.replace("side", "slide").replace("[gems]", "[germs]")})
    failed = json.loads(body)
    assert status == 422
    assert failed["code"] == "board_invalid"
    assert len(failed["problems"]) >= 3
    assert {problem["words"]["key"] for problem in failed["problems"]} <= set(texts("en"))
    assert any(problem["line"] for problem in failed["problems"])
