"""Whole matches over sockets: every viewer ends up with what a newcomer would be told."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from ridotto.bots import Reason
from ridotto.core import AnyGame
from ridotto.match import read_record
from ridotto.server.bot_pool import BotChoice, BotPool
from tests.server.house import Guest, House, at, play_on

SHORT = {"xequeo": "rings=2", "venise": "stall_rounds=2"}


def same_for_a_newcomer(guest: Guest, house: House) -> None:
    with Guest(house, guest.table, guest.token) as newcomer:
        for key in ("now", "lines", "is_over", "is_started"):
            assert newcomer.state[key] == guest.state[key], key


@pytest.mark.parametrize(("game", "seats"), [("xequeo", 2), ("venise", 2), ("venise", 3)])
def test_a_whole_match(house: House, game: str, seats: int) -> None:
    laid = house.table(game, *["here"] * seats, options=SHORT[game])
    with at(laid, *range(seats), None) as guests:
        play_on(guests[:seats], Random(seats))
        watcher = guests[-1]
        watcher.see(lambda watcher: watcher.state["is_over"])
        for guest in guests:
            assert guest.now["end"]["key"].startswith("end_")
            assert guest.now["waiting"] == []
            same_for_a_newcomer(guest, house)
        assert guests[0].move("end")["type"] == "failed"
    match = read_record(laid.record())
    assert match.outcome
    assert match.seen_by == "all", "when it is over, everybody may read everything"
    assert match.names[:2] == ("Anna", "Bruno")
    replay = house.get(f"/api/tables/{laid.id}/replay")
    assert [frame["line"]["text"] for frame in replay["frames"][1:]] == [line.text for line in match.lines()]
    assert replay["end"] == guests[0].now["end"]


@pytest.mark.parametrize("game", ["xequeo", "venise"])
def test_against_a_bot(house: House, game: str) -> None:
    laid = house.table(game, "here", "bot:greedy", options=SHORT[game])
    rng = Random(1)
    with laid.guest(0) as anna:
        for _ in range(400):
            anna.see(lambda anna: 0 in anna.now["waiting"] or anna.state["is_over"])
            if anna.state["is_over"]:
                break
            assert anna.move(rng.choice(anna.legal))["type"] == "done"
        assert anna.state["is_over"]
        same_for_a_newcomer(anna, house)
    assert "Seat 1: bot:greedy" in laid.record()


def test_bots_among_themselves_play_while_somebody_watches(house: House) -> None:
    laid = house.table("xequeo", "bot:random", "bot:greedy", options="rings=1")
    assert len(read_record(laid.record()).entries) == 8, "only chance has acted"
    with laid.guest() as watcher:
        watcher.see(lambda watcher: watcher.state["is_over"])
        assert [person["title"]["key"] for person in watcher.state["people"]] == ["bot_name_random", "bot_name_greedy"]


def test_two_sockets_of_one_seat_see_the_same(house: House) -> None:
    laid = house.table("xequeo", "here", "here", options="first_placer=host")
    with at(laid, 0, 0, 1) as (one, two, bruno):
        one.move(one.legal[0])
        two.see(lambda two: two.now["version"] == one.now["version"])
        assert two.state == one.state
        two.move("=R")
        one.see(lambda one: one.now["view"]["choices"][0] == "R")
        assert one.state["now"] == two.state["now"]
        bruno.see(lambda bruno: len(bruno.lines) == len(one.lines) - 1)
    with laid.guest(0) as again:
        assert again.now == one.now


def test_a_lost_connection_misses_nothing(house: House) -> None:
    laid = house.table("venise", "here", "here")
    rng = Random(5)
    with at(laid, 0, 1) as guests:
        play_on(guests, rng, 10)
        guests[0].socket.socket.close()  # no goodbye
        with laid.guest(0) as back:
            guests[0] = back
            play_on(guests, rng, 10)
            same_for_a_newcomer(back, house)
            same_for_a_newcomer(guests[1], house)


def test_moves_out_of_time(house: House) -> None:
    laid = house.table("xequeo", "here", "here", options="first_placer=host")
    with at(laid, 0, 1, None) as (anna, bruno, watcher):
        ring = anna.legal[0]
        assert bruno.move(ring)["code"] == "not_your_turn"
        assert watcher.move(ring)["code"] == "only_watching"
        version = anna.now["version"]
        assert anna.move(ring)["type"] == "done"
        assert anna.move(ring, version)["code"] == "stale_version", "sent twice, played once"
        assert anna.move(ring, version + 99)["code"] == "stale_version"
        assert bruno.move("=R", version)["code"] == "stale_version"
        bruno.see(lambda bruno: bruno.now["version"] == anna.now["version"])
        assert bruno.move("=R")["type"] == "done"
        assert bruno.move("=O")["code"] == "already_chosen"
        assert anna.move("Rz9")["code"] == "bad_square"
        watcher.see(lambda watcher: watcher.now["version"] == anna.now["version"])
        assert len(watcher.frames) == 1 + 1 + 1, "a table, a failure, the ring: nobody hears of others' mistakes"


def test_a_table_waits_for_everybody(house: House) -> None:
    laid = house.table("venise", "here", "link")
    with laid.guest(0) as anna:
        assert not anna.state["is_started"]
        assert anna.lines == [], "nothing is dealt before everybody is there"
        assert anna.legal == []
        assert anna.now["waiting"] == []
        for message in (
            {"type": "move", "version": 0, "move": "end"},
            {"type": "undo", "version": 0},
            {"type": "resign"},
        ):
            assert anna.ask(message)["code"] == "not_started"
        status, claimed = laid.claim("a browser's own word", laid.invites[1], "Zoë")
        assert status == 200
        anna.see(lambda anna: bool(anna.lines))
        assert anna.state["is_started"]
        assert anna.state["people"][1]["name"] == "Zoë"
        with Guest(house, laid.id, claimed["token"]) as zoe:
            anna.see(lambda anna: anna.state["people"][1]["is_here"])
            assert zoe.state["seat"] == 1
        anna.see(lambda anna: not anna.state["people"][1]["is_here"])


# -- undo, resign, rename, hints ---------------------------------------------------------------------------------------


def test_undo_takes_back_ones_own_move_and_never_anothers(house: House) -> None:
    laid = house.table("xequeo", "here", "here", options="first_placer=host")
    with at(laid, 0, 1) as (anna, bruno):
        version = anna.now["version"]
        assert not bruno.now["can_undo"]
        anna.move(anna.legal[0])
        assert not anna.now["can_undo"], "both are choosing now: it would tell whether Bruno has"
        anna.move("=R")
        assert anna.now["can_undo"]
        assert anna.undo()["type"] == "done"
        assert anna.lines[-1]["text"].startswith("@")
        anna.move("=O")
        bruno.see(lambda bruno: bruno.now["version"] == version + 1)
        bruno.move("=R")
        assert bruno.undo()["code"] == "cannot_undo", "sealed"
        anna.see(lambda anna: anna.now["version"] == bruno.now["version"])
        first, second = (anna, bruno) if 0 in anna.now["waiting"] else (bruno, anna)
        first.move(first.legal[0])
        second.see(lambda second: second.now["version"] == first.now["version"])
        assert second.undo()["code"] == "cannot_undo", "not another's move"
        assert first.undo()["type"] == "done"
        second.see(lambda second: second.now["version"] == first.now["version"])
        assert first.now["version"] == version + 4, "taking back is something that happens"
        assert first.lines[-1]["text"].startswith("=")


def test_undo_takes_a_bots_answer_back_too(house: House) -> None:
    laid = house.table("xequeo", "here", "bot:greedy", options="first_placer=guest")
    with laid.guest(0) as anna:
        anna.see(lambda anna: "=R" in anna.legal)
        anna.move("=R")
        anna.see(lambda anna: anna.now["view"]["phase"] == "play" and 0 in anna.now["waiting"])
        before = [line["text"] for line in anna.lines]
        quiet = next(move for move in anna.legal if not move.endswith("!") and not move.startswith("R"))
        anna.move(quiet)
        anna.see(lambda anna: 0 in anna.now["waiting"])
        if anna.now["can_undo"]:  # unless the bot has called
            assert anna.undo()["type"] == "done"
            assert [line["text"] for line in anna.lines] == before


def test_resigning_of_two_ends_the_match(house: House) -> None:
    laid = house.table("xequeo", "here", "here")
    with at(laid, 0, 1) as (anna, bruno):
        assert anna.ask({"type": "resign"})["type"] == "done"
        bruno.see(lambda bruno: bruno.state["is_over"])
        assert bruno.now["view"]["places"] == [2, 1]
        assert bruno.now["view"]["turn"] is None
        assert bruno.now["end"] == {"key": "end_resigned", "params": {"name": "Bruno"}}
        assert bruno.lines[-1]["said"] == {"key": "ev_resigns", "params": {"name": "Anna"}}
        assert bruno.legal == []
        assert anna.ask({"type": "resign"})["code"] == "match_over"
    assert read_record(laid.record()).outcome


def test_resigning_of_three_hands_the_seat_to_a_bot(house: House) -> None:
    laid = house.table("venise", "here", "here", "here", options="first=0")
    with at(laid, 0, 1, 2) as (anna, bruno, carla):
        assert anna.now["view"]["hand"]
        anna.say({"type": "resign", "id": 7})
        anna.until(lambda message: message.get("id") == 7)
        assert anna.state["seat"] is None, "whoever has resigned watches"
        assert anna.now["view"]["hand"] == []
        assert anna.move("end")["code"] == "only_watching"
        bruno.see(lambda bruno: bruno.state["people"][0]["kind"] == "bot")
        assert bruno.state["people"][0] == {
            "seat": 0, "name": "Anna", "title": None, "kind": "bot", "bot": "greedy", "is_taken": True, "is_here": True,
                "device": "", "stand_in": "",
        }  # fmt: skip
        carla.see(lambda carla: carla.now["waiting"] == [1])
        assert not carla.state["is_over"]
        assert "can_hint" in carla.state
    with laid.guest(0) as former:
        assert former.state == {}, "the key opens the seat no more"
        assert "token_unknown" in former.frames[-1]


@pytest.mark.parametrize(
    ("wish", "shown"),
    [
        ("  Zoë\tB. ", "Zoë B."),
        ("<b>x</b>", "<b>x</b>"),
        ("\u202eevil\x00", "evil"),
        ("x" * 99, "x" * 40),
        ("Anna\u3164\u2800", "Anna"),
        ("A\u034fnna\ufe0f", "Anna"),
        ("Zoe\u0308", "Zoë"),
        ("bot:doge", "doge"),
        (" bot:\tbot:doge", "doge"),
    ],
)
def test_names(house: House, wish: str, shown: str) -> None:
    laid = house.table("xequeo", "here", "here")
    with at(laid, 0, None) as (anna, watcher):
        assert anna.ask({"type": "rename", "name": wish})["type"] == "done"
        watcher.catch_up()
        assert watcher.state["people"][0]["name"] == shown
        same_for_a_newcomer(watcher, house)
    assert f"Seat 0: {shown}\n" in laid.record()


@pytest.mark.parametrize("blank", ["\u3164", "\u2800", "\u034f", "\ufe0f", "\u115f\u1160", "\uffa0", "\u200b \u00ad"])
def test_a_name_that_shows_nothing_is_none(house: House, blank: str) -> None:
    laid = house.table("xequeo", "here", "here")
    with laid.guest(0) as anna:
        assert anna.ask({"type": "rename", "name": blank})["type"] == "done"
        anna.catch_up()
        assert anna.state["people"][0]["title"] == {"key": "web_player", "params": {"number": 1}}


def test_names_that_look_the_same_are_told_apart(house: House) -> None:
    laid = house.table("xequeo", "here", "here")
    with at(laid, 0, 1) as (anna, bruno):
        bruno.ask({"type": "rename", "name": "Ａnna"})
        anna.catch_up()
        assert [person["name"] for person in anna.state["people"]] == ["Anna 1", "Ａnna 2"]


def test_equal_names_are_told_apart(house: House) -> None:
    laid = house.table("venise", "bot:greedy", "bot:greedy", "here")
    with laid.guest(2) as carla:
        assert [person["name"] for person in carla.state["people"]] == ["Pantalone 1", "Pantalone 2", "Carla"]


def test_both_read_that_both_have_chosen(house: House) -> None:
    laid = house.table("xequeo", "here", "here", options="first_placer=host")
    with at(laid, 0, 1, None) as (anna, bruno, watcher):
        anna.move(anna.legal[0])
        bruno.see(lambda bruno: "=R" in bruno.legal)
        for guest in (bruno, anna):
            guest.move("=R")
        for guest in (anna, bruno, watcher):
            guest.see(lambda guest: guest.now["view"]["phase"] == "play")
            assert sum("ev_chosen" in json.dumps(line["said"]) for line in guest.lines) == 1
        assert [sum('ev_choose"' in json.dumps(line["said"]) for line in guest.lines) for guest in (anna, bruno)] == [
            1,
            1,
        ]


def test_hints_name_cards_in_words(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    async def choose(_: BotPool, visitor: str, game: AnyGame, bot: str, view: Any) -> BotChoice:
        return BotChoice(game.show_move(view.legal[0]), (Reason("why_ve_discard", {"card": "step1"}),))

    monkeypatch.setattr(BotPool, "choose", choose)
    laid = house.table("venise", "here", "bot:random", options="first=0")
    with laid.guest(0) as anna:
        hint = anna.ask({"type": "hint", "version": anna.now["version"]})
        assert hint["reasons"][0]["params"] == {"card": {"key": "ve_card_step1", "params": {}}}


def test_a_hint_that_fails_is_answered(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    async def choose(_: BotPool, visitor: str, game: AnyGame, bot: str, view: Any) -> BotChoice:
        raise ZeroDivisionError

    monkeypatch.setattr(BotPool, "choose", choose)
    laid = house.table("venise", "here", "bot:random", options="first=0")
    with laid.guest(0) as anna:
        for _ in range(2):
            assert anna.ask({"type": "hint", "version": anna.now["version"]})["code"] == "server_failed"


def test_hints_only_among_bots(house: House) -> None:
    laid = house.table("venise", "here", "bot:random", options="first=0")
    with laid.guest(0) as anna:
        assert anna.state["can_hint"]
        hint = anna.ask({"type": "hint", "version": anna.now["version"]})
        assert hint["move"] in anna.legal
        assert hint["said"]["params"]["name"] == {"key": "bot_name_doge", "params": {}}
        assert all(reason["key"].startswith("why_") for reason in hint["reasons"])
        assert anna.ask({"type": "hint", "version": 99})["code"] == "stale_version"
        simple = anna.ask({"type": "hint", "version": anna.now["version"], "is_for_beginner": True})
        assert simple["move"] in anna.legal
        assert simple["said"]["params"]["name"] == {"key": "bot_name_greedy", "params": {}}
    shared = house.table("venise", "here", "here")
    with shared.guest(0) as anna:
        assert not anna.state["can_hint"]
        assert anna.ask({"type": "hint", "version": anna.now["version"]})["code"] == "no_hint"
