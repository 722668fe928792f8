"""Seats and who may take them, the lobby, texts, scenes, pages, the schema."""

from __future__ import annotations

import gzip
import json
import re
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any
from unittest import SkipTest
from urllib.parse import quote

import pytest
import schemathesis
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from ridotto.bots import characters
from ridotto.core import OptionError
from ridotto.games import games as registered
from ridotto.games.venise import load_board
from ridotto.games.xequeo import XeQueo
from ridotto.i18n import LANGUAGES, texts
from ridotto.server import game_info
from ridotto.server.app import make_app
from ridotto.server.settings import Limits, Settings
from tests.playing import random_match
from tests.server.house import MANY, SECONDS, Guest, House, Json, Laid, at

ROUTER = Path(__file__).parents[2] / "web" / "src" / "router.ts"

ANNA, BRUNO = "the word of Anna's browser", "the word of Bruno's browser"


# -- seats -------------------------------------------------------------------------------------------------------------


def test_an_invite_opens_its_seat_once(house: House) -> None:
    laid = house.table("xequeo", "here", "link")
    assert laid.tokens[1] == "", "the host has no key to the friend's seat"
    assert laid.claim(ANNA, "not this")[1]["code"] == "invite_unknown"
    status, first = laid.claim(ANNA, laid.invites[1])
    assert (status, first["seat"]) == (200, 1)
    assert laid.claim(ANNA, laid.invites[1]) == (200, first), "the same browser, the same key"
    status, refused = laid.claim(BRUNO, laid.invites[1])
    assert (status, refused["code"]) == (409, "invite_spent")
    with Guest(house, laid.id, laid.invites[1]) as guest:
        assert "token_unknown" in guest.frames[0], "an invite is no key"
    with Guest(house, laid.id, first["token"]) as guest:
        assert guest.state["seat"] == 1


def test_whether_an_invite_is_good_is_told_before_it_is_used(house: House) -> None:
    laid = house.table("xequeo", "here", "link")
    path = f"/api/tables/{laid.id}/invitation"

    def asked(browser: str, invite: str) -> tuple[int, Json]:
        status, body, _ = house.ask(path, {"invite": invite, "browser": browser})
        return status, json.loads(body)

    assert asked(ANNA, "not this")[1]["code"] == "invite_unknown"
    assert asked(ANNA, laid.invites[1]) == (200, {"seat": 1})
    assert asked(BRUNO, laid.invites[1]) == (200, {"seat": 1}), "asking takes nothing"
    laid.claim(ANNA, laid.invites[1])
    assert asked(BRUNO, laid.invites[1])[1]["code"] == "invite_spent"
    assert asked(ANNA, laid.invites[1]) == (200, {"seat": 1}), "whoever has it may come back"


def test_how_a_match_stands(house: House) -> None:
    """As far as the seat may know, and without anybody at the table noticing."""
    laid = house.table("xequeo", "here", "here", options="first_placer=host")
    with Guest(house, laid.id, laid.tokens[0]) as guest:
        assert laid.standing(1)["waiting"] == [0]
        assert not laid.standing(1)["is_over"]
        assert not any(person["is_here"] for person in laid.standing(1)["people"][1:])
        guest.ask({"type": "resign"})
    assert laid.standing(1)["is_over"]
    assert laid.standing(1)["waiting"] == []
    assert laid.standing(1)["end"]


def test_open_seats_are_for_whoever_comes(house: House) -> None:
    laid = house.table("venise", "here", "open", "open")
    listed = {table["table"]: table for table in house.get("/api/lobby")["tables"]}
    assert listed[laid.id]["open_seats"] == 2
    assert not listed[laid.id]["is_started"]
    first = laid.claim(ANNA, name="Ada")[1]
    assert laid.claim(ANNA)[1] == first
    second = laid.claim(BRUNO)[1]
    assert {first["seat"], second["seat"]} == {1, 2}
    assert laid.claim("yet another browser's word")[1]["code"] == "no_open_seat"
    listed = {table["table"]: table for table in house.get("/api/lobby")["tables"]}
    assert listed[laid.id]["is_started"]
    assert listed[laid.id]["people"][1]["name"] == "Ada"
    assert "token" not in json.dumps(listed)


def test_private_tables_are_in_no_list(house: House) -> None:
    laid = house.table("xequeo", "here", "link")
    assert laid.id not in house.ask("/api/lobby")[1].decode()
    assert laid.claim(ANNA)[1]["code"] == "no_open_seat"


def move_seat(laid: Laid, token: str) -> tuple[int, Json]:
    status, body, _ = laid.place.ask(
        f"/api/tables/{laid.id}/transfer", b"", method="POST", headers={"Authorization": f"Bearer {token}"}
    )
    return status, json.loads(body)


def take_seat(laid: Laid, word: str, browser: str) -> tuple[int, Json]:
    status, body, _ = laid.place.ask(f"/api/tables/{laid.id}/claim", {"browser": browser, "transfer": word})
    return status, json.loads(body)


def test_a_seat_moves_once_and_its_old_key_opens_nothing(house: House) -> None:
    """The maker of a table lends a seat of his own screen to a guest, and cannot look over the guest's shoulder."""
    laid = house.table("xequeo", "here", "here", options="first_placer=host")
    with at(laid, 1, 0) as (maker, other):
        word = move_seat(laid, laid.tokens[1])[1]["word"]
        assert maker.ask({"type": "rename", "name": "Bruno"})["type"] == "done", "until it is taken nothing changes"
        status, taken = take_seat(laid, word, BRUNO)
        assert (status, taken["seat"]) == (200, 1)
        assert taken["token"] != laid.tokens[1]
        maker.see(lambda maker: maker.state["seat"] is None)
        assert maker.ask({"type": "rename", "name": "Eve"})["code"] == "only_watching"
        other.catch_up()
        assert [person["device"] for person in other.state["people"]] == ["host", "own"]
        with Guest(house, laid.id, taken["token"]) as guest:
            other.move(other.legal[0])
            guest.see(lambda guest: "=R" in guest.legal)
            assert guest.move("=R")["type"] == "done"
            maker.see(lambda maker: maker.now["version"] == other.now["version"])
            maker.catch_up()
            assert maker.now["view"]["choices"] == [None, None]
    with Guest(house, laid.id, laid.tokens[1]) as former:
        assert "token_unknown" in former.frames[0]
    headers = {"Authorization": f"Bearer {laid.tokens[1]}"}
    assert house.ask(f"/api/tables/{laid.id}/record", headers=headers)[0] == 403
    assert take_seat(laid, word, BRUNO) == (200, taken), "the answer may have been lost"
    status, refused = take_seat(laid, word, ANNA)
    assert (status, refused["code"]) == (404, "transfer_unknown")


def test_only_the_newest_link_moves_a_seat(house: House) -> None:
    laid = house.table("xequeo", "here", "here")
    first, second = (move_seat(laid, laid.tokens[0])[1]["word"] for _ in range(2))
    assert take_seat(laid, first, ANNA)[1]["code"] == "transfer_unknown"
    assert take_seat(laid, second, ANNA)[0] == 200
    assert take_seat(laid, "never heard of", ANNA)[1]["code"] == "transfer_unknown"


def test_only_whoever_has_a_seat_moves_it(house: House) -> None:
    laid = house.table("xequeo", "here", "link")
    assert move_seat(laid, "not this")[1]["code"] == "token_unknown"
    status, body, _ = house.ask(f"/api/tables/{laid.id}/transfer", b"", method="POST")
    assert (status, json.loads(body)["code"]) == (422, "only_watching")


def test_fifty_claims_at_once_have_one_winner(house: House) -> None:
    laid = house.table("xequeo", "here", "link")
    with ThreadPoolExecutor(50) as threads:
        asked = [threads.submit(laid.claim, f"the word of browser {number}", laid.invites[1]) for number in range(50)]
        found = [each.result() for each in asked]
    assert sorted(status for status, _ in found) == [200] + [409] * 49


def test_a_short_word_is_no_secret(house: House) -> None:
    laid = house.table("xequeo", "here", "link")
    assert laid.claim("short", laid.invites[1])[1]["code"] == "request_shape"


# -- what there is to read ---------------------------------------------------------------------------------------------


def test_games_with_their_options(house: House) -> None:
    games = {game["name"]: game for game in house.get("/api/games")}
    assert {name: game["bots"] for name, game in games.items()} == {name: characters(name) for name in registered()}
    assert games["venise"]["boards"][0]["name"] == "day-basic"
    assert "seats" not in {option["name"] for option in games["venise"]["options"]}


@pytest.mark.parametrize("game", registered())
def test_options_are_described_as_they_are(game: str) -> None:
    info = next(each for each in game_info.games() if each.name == game)
    for option in info.options:
        if option.kind == "number":
            for value in (option.least, option.most):
                game_info.asked_game(game, f"{option.name}={value}")
            assert option.least is not None
            assert option.most is not None
            for value in (option.least - 1, option.most + 1):
                with pytest.raises(OptionError):
                    game_info.asked_game(game, f"{option.name}={value}")
        for choice in option.values:
            try:
                game_info.asked_game(game, f"{option.name}={choice}")
            except OptionError as error:
                assert error.code == "option_range", "seats that need more players"


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_for_the_browser(house: House, language: str) -> None:
    status, body, headers = house.ask(f"/api/texts/{language}.json", headers={"Accept-Encoding": "gzip"})
    assert status == 200
    assert headers["content-encoding"] == "gzip"
    known = json.loads(gzip.decompress(body))
    every = texts(language)
    for key in (
        "stale_version",
        "bot_name_doge",
        "end_gems",
        "end_resigned",
        "ev_resigns",
        "why_ve_gem",
        "board_syntax",
    ):
        assert known[key] == every[key]
    assert not [
        key
        for key in known
        if key.startswith(
            ("arena_", "argparse_", "deck_", "doctor_", "exploit_", "help_", "serve_", "solve_", "train_")
        )
    ]
    again = house.ask(f"/api/texts/{language}.json", headers={"If-None-Match": headers["etag"]})
    assert again[0] == 304


@pytest.mark.parametrize(
    ("wishes", "spoken"), [("pt-BR,pt;q=0.9,nl;q=0.8", "nl"), ("de-AT", "de"), ("tlh", "en"), ("*", "en"), (None, "en")]
)
def test_texts_in_the_language_that_the_browser_wishes(house: House, wishes: str | None, spoken: str) -> None:
    status, body, headers = house.ask("/api/texts.json", headers={"Accept-Language": wishes} if wishes else {})
    assert status == 200
    assert headers["content-language"] == spoken
    assert "accept-language" in headers["vary"].lower()
    assert body == house.ask(f"/api/texts/{spoken}.json")[1]
    known = json.loads(body)
    assert known["language_name_de"] == "Deutsch"
    assert len([key for key in known if key.startswith("language_name_")]) == len(LANGUAGES)


@pytest.mark.parametrize("query", ["game=xequeo", "game=xequeo&options=width%3D5", "game=venise"])
def test_scenes(house: House, query: str) -> None:
    status, body, headers = house.ask(f"/api/scene.json?{query}")
    assert status == 200
    assert headers["content-type"] == "application/json"
    assert query.startswith(f"game={json.loads(body)['game']}")
    assert b"style=" not in body, "the page it is put into allows none"
    assert house.ask(f"/api/scene.json?{query}", headers={"If-None-Match": f"W/{headers['etag']}"})[0] == 304


def test_boards_are_drawn_by_name_and_by_code(house: House) -> None:
    by_name, by_code = (
        house.ask(f"/api/board.svg?board={quote(board)}") for board in ("acqua-alta", load_board("acqua-alta").code)
    )
    assert by_name[0] == by_code[0] == 200
    assert by_name[1].count(b'class="gem"') == by_code[1].count(b'class="gem"') == 16


@pytest.mark.parametrize("board", ["no-such-board", "board.toml", "x' y", ""])
def test_only_boards_of_the_house_are_drawn(house: House, board: str) -> None:
    status, body, _ = house.ask(f"/api/board.svg?board={quote(board)}")
    assert status == 422
    assert json.loads(body)["type"] == "failed"


@pytest.mark.parametrize("audience", ["all", 0, "spectator"])
def test_records_are_replayed_as_far_as_they_know(house: House, audience: int | str) -> None:
    match = random_match(XeQueo(rings=2), 3)
    record = match.record(audience)  # type: ignore[arg-type]
    status, body, _ = house.ask("/api/replay", record.encode(), headers={"Content-Type": "text/plain"})
    assert status == 200
    replay = json.loads(body)
    assert replay == house.post("/api/replay", {"text": record})
    assert len(replay["frames"]) == len(match.entries) + 1
    assert replay["end"] == {"key": "end_rings", "params": {"name": match.names[match.outcome.winners[0]]}}  # type: ignore[union-attr]
    mid = next(frame for frame in replay["frames"] if frame["view"]["phase"] == "play")
    assert [choice is not None for choice in mid["view"]["choices"]] == {
        "all": [True, True], 0: [True, False], "spectator": [False, False],
    }[audience]  # fmt: skip


def test_pages_and_their_parts(tmp_path: Path) -> None:
    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    with TestClient(make_app(Settings("sqlite://", static=static))) as client:
        assert client.get("/").status_code == 503
        assert "npm" in client.get("/t/abc").text
        (static / "index.html").write_text("<!doctype html>the client")
        (static / "assets" / "app-1a2b.js").write_text("1")
        (static / "favicon.svg").write_text("<svg/>")
        (tmp_path / "secret.txt").write_text("secret")
        for path in ("/", "/t/abc", "/new", "/new/venise", "/rules/xequeo", "/lobby", "/replay", "/settings"):
            page = client.get(path)
            assert (page.status_code, page.text) == (200, "<!doctype html>the client"), path
            assert page.headers["cache-control"] == "no-cache"
            assert "unsafe-inline" not in page.headers["content-security-policy"].split("style-src")[0]
        for name in re.findall(r'case "(\w+)"', ROUTER.read_text("utf-8")):
            assert 200 in {client.get(path).status_code for path in (f"/{name}", f"/{name}/x")}, f"PAGES has no {name}"
        assert "immutable" in client.get("/assets/app-1a2b.js").headers["cache-control"]
        assert client.get("/favicon.svg").status_code == 200
        for path in ("/assets/none.js", "/%2e%2e/secret.txt", "/assets/../../secret.txt", "/t", "/api/x"):
            assert client.get(path).status_code == 404, path
        docs = client.get("/api/docs").text
        assert "/api/tables/{table}/claim" in docs
        assert "<script" not in docs


# -- the schema --------------------------------------------------------------------------------------------------------


def test_the_schema_tells_the_truth(tmp_path: Path) -> None:
    """Whatever is asked that the schema allows, and much that it does not: the answer is as described."""
    limits = Limits(**MANY)
    app = make_app(Settings(f"sqlite:///{tmp_path / 'tables.sqlite'}", static=tmp_path, limits=limits))
    checks = [not_a_server_error, content_type_conformance, response_schema_conformance, status_code_conformance]
    with TestClient(app):
        schema = schemathesis.openapi.from_asgi("/api/openapi.json", app)
        tried = set()
        for found in schema.get_all_operations():
            assert isinstance(found, Ok)
            operation = found.ok()
            tried.add(operation.label)
            for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
                with suppress(SkipTest, Unsatisfiable):  # where nothing can be asked wrongly
                    _attack(operation, mode, checks)
    assert "POST /api/tables" in tried
    assert len(tried) >= 12


def _attack(operation: Any, mode: GenerationMode, checks: list[Any]) -> None:
    @given(case=operation.as_strategy(generation_mode=mode))
    @settings(max_examples=15, database=None, suppress_health_check=list(HealthCheck), derandomize=True)
    def attack(case: Any) -> None:
        case.validate_response(case.call(timeout=SECONDS), checks=checks)

    attack()
