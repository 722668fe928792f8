"""What people say at a table reaches everybody, is limited, is kept nowhere, and tells nothing that is secret."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from ridotto.games import games
from ridotto.i18n import LANGUAGES, Catalogue, Said, has_text
from ridotto.server import peers, rooms, table_state
from ridotto.server.database import LARGEST_NOTICE, Notice, Saying, payloads
from ridotto.server.settings import Rate
from ridotto.server.table_state import new_table
from ridotto.server.talk import LENGTH, talk_at
from ridotto.server.wire import NewTable
from ridotto.tell.talk import HOUSE
from tests.server.house import MANY, Guest, House, Laid, at, play_on, wait_until
from tests.server.postgres import Postgres


@pytest.fixture
def fate(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chance that repeats itself, and a clock that stands still."""
    monkeypatch.setattr(table_state, "SystemRandom", lambda: Random(7))
    for module in (table_state, rooms):
        monkeypatch.setattr(module, "utc_now", lambda: datetime(2026, 11, 18, 20))


def say(guest: Guest, phrase: str, piece: str = "") -> Any:
    return guest.ask({"type": "say", "phrase": phrase, "piece": piece})


def heard(guest: Guest) -> list[Any]:
    """All remarks that came so far."""
    messages = [json.loads(frame) for frame in guest.frames]
    return [remark for each in messages if each["type"] == "spoken" for remark in each["remarks"]]


def talk(guest: Guest) -> Any:
    """What the guest can say, as told last."""
    guest.catch_up()
    messages = [json.loads(frame) for frame in guest.frames]
    return next((each for each in reversed(messages) if each["type"] == "talk"), None)


def names(guest: Guest) -> set[str]:
    return {each["name"] for each in talk(guest)["phrases"]}


def chatting(house: House, **more: Any) -> Laid:
    seats = [{"kind": "here", "name": "Anna"}, {"kind": "link"}]
    laid = Laid(house, house.post("/api/tables", {"game": "xequeo", "seats": seats, "has_chat": True} | more))
    _, claimed = laid.claim("the browser of Bruno", laid.invites[1])
    laid.tokens[1] = claimed["token"]
    return laid


# -- what is said ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["xequeo", "venise"])
def test_a_dozen_phrases_in_every_language(game: str) -> None:
    own = games()[game].load("telling").PHRASES
    assert len((*own, *HOUSE)) == 12
    assert any(each.slot for each in own)
    assert any(each.is_reaction for each in own)
    for each in (*own, *HOUSE):
        piece = Said("piece_B" if each.slot == "piece" else "ve_colour_green")
        said = Said(each.key, {each.slot: piece} if each.slot else {})
        told = {Catalogue(language).said(said) for language in LANGUAGES}
        assert has_text(each.key)
        assert len(told) == len(LANGUAGES), f"{each.name} is the same in two languages"


def test_everybody_hears_a_phrase_as_its_key(house: House) -> None:
    laid = house.table("xequeo", "here", "here")
    with at(laid, 0, 1, None) as (anna, bruno, watcher):
        assert say(anna, "xq_yours", "B")["type"] == "done"
        words = {"key": "talk_xq_yours", "params": {"piece": {"key": "piece_B", "params": {}}}}
        for guest in (anna, bruno, watcher):
            guest.see(lambda guest: bool(heard(guest)))
            assert heard(guest) == [{"seat": 0, "words": words, "text": ""}]
        assert say(bruno, "well")["type"] == "done"
        with laid.guest(None) as late:
            late.until(lambda message: message["type"] == "spoken")
            assert [remark["seat"] for remark in heard(late)] == [0, 1], "who comes later reads it"
            assert not json.loads(late.frames[-1])["is_news"]


def test_nothing_of_it_is_stored(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        laid = chatting(house)
        with at(laid, 0) as (anna,):
            revision = house.store.revision(laid.id)
            assert say(anna, "hello")["type"] == "done"
            assert anna.ask({"type": "write", "text": "a very own sentence"})["type"] == "done"
            assert house.store.revision(laid.id) == revision
            assert "sentence" not in laid.record(0)
        house.store.engine.dispose()
        assert b"very own" not in b"".join(file.read_bytes() for file in tmp_path.iterdir())
    with House(tmp_path) as house:
        laid.place = house
        with at(laid, 1) as (bruno,):
            bruno.catch_up()
            assert not heard(bruno)
            assert talk(bruno)["has_chat"], "but the table is as it was set up"


def test_reactions_only_while_something_was_just_shown(house: House) -> None:
    laid = house.table("xequeo", "here", "here", options="first_placer=host rings=9")
    with at(laid, 0, 1) as (anna, bruno):
        assert "xq_knew" not in names(anna)
        assert say(anna, "xq_knew")["code"] == "talk_unknown"
        rng = Random(4)
        while not anna.now["view"]["results"] and not anna.state["past"]:
            play_on([anna, bruno], rng, 1)
        assert "xq_knew" in names(anna)
        assert say(bruno, "xq_knew")["type"] == "done"
        while anna.now["view"]["phase"] != "play":
            play_on([anna, bruno], rng, 1)
        assert "xq_knew" not in names(anna)
        assert say(bruno, "xq_knew")["code"] == "talk_unknown"


def test_in_venise_after_a_gem_or_a_plank_was_taken(house: House) -> None:
    """The moves are looked for, not played: in a match at random gems are rare."""
    laid = house.table("venise", "here", "here")
    with at(laid, 0, 1) as (anna, bruno):
        seen = {False: 0, True: 0}
        rng = Random(1)
        for _ in range(120):
            play_on([anna, bruno], rng, 1)
            if anna.state["is_over"]:
                break
            taken = [
                turn for turn in anna.now["view"]["since"] if turn["done"].get("gems") or turn["done"].get("taken")
            ]
            if taken:  # by the other, since the own last turn
                seen[True] += 1
                assert "ve_thief" in names(anna)
            seen[False] += "ve_thief" not in names(anna)
        assert min(seen.values()) > 0


def test_pieces_are_those_of_the_table(house: House) -> None:
    laid = house.table("xequeo", "here", "here", options="pieces=3 width=4 height=4")
    with at(laid, 0, 1) as (anna, _):
        assert [each["piece"] for each in talk(anna)["pieces"]] == ["R", "O", "Y"]
        assert say(anna, "xq_yours", "Y")["type"] == "done"
        for phrase, piece in (("xq_yours", "B"), ("xq_yours", ""), ("xq_yours", "r"), ("hello", "R"), ("xq_face", "R")):
            assert say(anna, phrase, piece)["code"] == "talk_unknown"
    three = house.table("venise", "here", "here", "here")
    with at(three, 2) as (carla,):
        assert [each["piece"] for each in talk(carla)["pieces"]] == ["R", "W", "G"]
        assert say(carla, "ve_watch", "W")["type"] == "done"
        assert say(carla, "ve_watch", "P")["code"] == "talk_unknown"


# -- in one's own words ------------------------------------------------------------------------------------------------


def test_chat_is_only_for_tables_by_link_that_want_it(house: House) -> None:
    seats = [{"kind": "here"}, {"kind": "link"}]
    for asked in (
        {"seats": seats, "is_listed": True},
        {"seats": [{"kind": "here"}, {"kind": "open"}]},
        {"seats": [{"kind": "here"}, {"kind": "bot", "bot": "random"}]},
        {"seats": [{"kind": "here"}] * 2},
    ):
        status, body, _ = house.ask("/api/tables", {"game": "xequeo", "has_chat": True} | asked)
        assert (status, json.loads(body)["code"]) == (422, "talk_by_link")
    with at(house.table("xequeo", "here", "here"), 0) as (anna,):
        assert not talk(anna)["has_chat"]
        assert anna.ask({"type": "write", "text": "hello"})["code"] == "talk_off"


def test_own_words_are_one_line_of_plain_text(house: House) -> None:
    with at(chatting(house), 0) as (anna,):
        for text, shown in (
            ("<b onclick=x>hi</b> &amp;\n\tthere", "<b onclick=x>hi</b> &amp; there"),
            ("a\u202eb\u2066c\u0000d\u200be", "a b c d e"),
            ("x" * 999, "x" * LENGTH),
            ("Ciào 🎭", "Ciào 🎭"),
        ):
            assert anna.ask({"type": "write", "text": text})["type"] == "done"
            assert heard(anna)[-1] == {"seat": 0, "words": None, "text": shown}
        count = len(heard(anna))
        for text, code in (("", "talk_unknown"), (" \u200b\u3164\n", "talk_unknown"), ("x" * 1001, "frame_shape")):
            anna.say({"type": "write", "id": 99, "text": text})
            assert anna.until(lambda message: message["type"] == "failed")["code"] == code
        assert len(heard(anna)) == count


def test_played_again_the_table_has_its_chat(house: House) -> None:
    laid = chatting(house)
    with at(laid, 0, 1) as (anna, bruno):
        anna.ask({"type": "resign"})
        bruno.ask({"type": "rematch"})
        following = next(json.loads(frame)["table"] for frame in bruno.frames if '"type":"rematch"' in frame)
        with Guest(house, following, laid.tokens[0]) as again:
            again.catch_up()
            assert talk(again)["has_chat"]


# -- who may -----------------------------------------------------------------------------------------------------------


def test_who_may_not_talk(house: House) -> None:
    laid = house.table("xequeo", "here", "here")
    with at(laid, 0, None) as (anna, watcher):
        assert say(watcher, "hello")["code"] == "only_watching"
        assert watcher.ask({"type": "write", "text": "hello"})["code"] == "only_watching"
        assert talk(watcher) is None
        with Guest(house, laid.id, laid.tokens[0] + "x") as stranger:
            assert json.loads(stranger.frames[0])["code"] == "token_unknown"
            assert say(stranger, "hello")["code"] == "hello_first"
        for bad in ("", "nothing", "xq_yours ", "talk_hello", "<b>"):
            assert say(anna, bad)["code"] == "talk_unknown"
        anna.catch_up()
        assert not heard(anna)
    with at(house.table("xequeo", "here", "bot:random"), 0) as (anna,):
        assert say(anna, "hello")["code"] == "talk_alone"
        assert talk(anna) is None
    with at(house.table("xequeo", "here", "link"), 0) as (anna,):
        assert say(anna, "hello")["code"] == "not_started"


def test_a_seat_that_another_device_has_is_silent_here(house: House) -> None:
    laid = house.table("xequeo", "here", "here")
    with at(laid, 0) as (anna,):
        _, body, _ = house.ask(
            f"/api/tables/{laid.id}/transfer", {}, headers={"Authorization": f"Bearer {laid.tokens[0]}"}
        )
        house.post(
            f"/api/tables/{laid.id}/claim", {"browser": "another browser here", "transfer": json.loads(body)["word"]}
        )
        anna.see(lambda anna: anna.state["seat"] is None)
        assert say(anna, "hello")["code"] == "only_watching"


def test_ten_a_second_are_too_many(tmp_path: Path) -> None:
    limits = MANY | {"seat_talk": Rate(3, 1e-6)}
    with House(tmp_path, limits=limits) as house:
        laid = house.table("xequeo", "here", "here")
        with at(laid, 0, 0, 1) as (anna, also_anna, bruno):
            answers = [say(guest, "hello").get("code") for guest in (anna, also_anna) for _ in range(5)]
            assert answers == [None] * 3 + ["talk_fast"] * 7, "one seat, however many devices"
            assert say(bruno, "hello")["type"] == "done"
            bruno.catch_up()
            assert len(heard(bruno)) == 4
            assert anna.ask({"type": "rename", "name": "Zoë"})["type"] == "done", "and all else goes on"
    with House(tmp_path, limits=MANY | {"talk": Rate(2, 1e-6)}) as house:
        laid = house.table("xequeo", "here", "here")
        with at(laid, 0, 1) as guests:
            answers = [say(guest, "hello").get("code") for guest in (*guests, *guests)]
            assert answers == [None, None, "talk_fast", "talk_fast"], "one address"


# -- nothing of it tells a secret --------------------------------------------------------------------------------------


def test_talk_is_the_same_whatever_was_chosen(house: House, fate: None) -> None:
    """Whoever has chosen in secret, what, and whether: all talk, and every refusal, is the same to the last byte."""
    seen = {}
    asked = [("xq_yours", "R"), ("xq_mine", "O"), ("xq_knew", ""), ("xq_yours", "Q"), ("hello", "")]
    for choice in ("=R", "=O", None):
        laid = house.table("xequeo", "here", "here", options="first_placer=host")
        with laid.guest(0) as anna:
            anna.move(sorted(anna.legal)[3])
        with at(laid, 0, None, 1) as (anna, watcher, bruno):
            if choice:
                assert bruno.move(choice)["type"] == "done"
            own = [say(guest, *each).get("code") for each in asked for guest in (anna, bruno)]
            anna.catch_up()
            watcher.catch_up()
            frames = [frame.replace(laid.id, "TABLE") for guest in (anna, watcher) for frame in guest.frames]
            seen[choice] = frames, own, talk(bruno)
    assert seen["=R"] == seen["=O"] == seen[None]


def test_what_can_be_said_follows_from_what_everybody_sees() -> None:
    table = new_table(NewTable.model_validate({"game": "xequeo", "seats": [{"kind": "here"}] * 2}))[0]
    while table.match.state.phase != "choose":
        (seat,) = table.match.actors
        table = table.moved(seat, table.match.game.show_move(table.match.game.legal(table.match.state, seat)[0]))
    before = talk_at(table)
    assert talk_at(table.moved(0, "=R")) == talk_at(table.moved(1, "=B")) == before
    assert talk_at(replace(table, stored=msgspec.structs.replace(table.stored, version=99))) == before


# -- several servers ---------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def houses(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[House]]:
    with ExitStack() as stack:
        url = stack.enter_context(Postgres()).new_database()
        folder = tmp_path_factory.mktemp("houses")
        yield [stack.enter_context(House(folder, db=url, limits=MANY)) for _ in range(2)]


def test_a_remark_at_one_server_is_heard_at_another(houses: list[House]) -> None:
    first, second = houses
    laid = first.table("xequeo", "here", "here")
    with laid.guest(0) as anna, laid.guest(1, second) as bruno, laid.guest(None, second) as watcher:
        assert say(anna, "xq_yours", "B")["type"] == "done"
        for guest in (bruno, watcher):
            assert guest.until(lambda message: message["type"] == "spoken")["remarks"] == heard(anna)
        assert say(bruno, "well")["type"] == "done"
        assert anna.until(lambda message: message["type"] == "spoken")["remarks"][0]["seat"] == 1
        assert len(heard(bruno)) == 2, "nobody hears themselves twice"
        with laid.guest(None, second) as late:
            late.until(lambda message: message["type"] == "spoken")
            assert len(heard(late)) == 2


def test_the_longest_remark_fits_into_a_notice() -> None:
    saying = Saying("t" * 32, 3, text="🎭" * LENGTH)
    (payload,) = payloads(Notice("p" * 16, said=(saying,)))
    assert len(payload.encode()) <= LARGEST_NOTICE
    assert "is_all" not in payload


def test_a_seat_is_metered_at_all_servers_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peers, "BEAT_SECONDS", 0.1)
    limits = MANY | {"seat_talk": Rate(3, 1e-6)}
    with ExitStack() as stack:
        url = stack.enter_context(Postgres()).new_database()
        first, second = (stack.enter_context(House(tmp_path, db=url, limits=limits)) for _ in range(2))
        laid = first.table("xequeo", "here", "here")
        with laid.guest(0) as anna, laid.guest(0, second) as elsewhere:
            assert [say(anna, "hello")["type"] for _ in range(3)] == ["done"] * 3
            wait_until(lambda: second.services.rates.seat_talk._missing(f"{laid.id}/0")[0] > 2.5)
            assert say(elsewhere, "hello")["code"] == "talk_fast"
