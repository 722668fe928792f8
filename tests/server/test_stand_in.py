"""An absent rival does not block the evening: they are asked to come, then a bot stands in; nothing secret shows."""

from __future__ import annotations

import json
from datetime import datetime
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ridotto.match import read_study
from ridotto.server import rooms, table_state
from ridotto.server.game_info import games, usual_bot
from ridotto.server.presenter import can_hint
from ridotto.server.table_state import TableError, TableState, new_table
from ridotto.server.wire import NewTable
from tests.server.house import MANY, Guest, House, Laid, at, wait_until
from tests.server.test_clocks import pass_time, stop_the_clock

WAIT = 900
NOBODY: tuple[int, ...] = ()


def made(game: str, *seats: str, options: str = "", wait: int = WAIT, clock: Any = None) -> TableState:
    kinds = [{"kind": kind} if kind == "here" else {"kind": "bot", "bot": kind} for kind in seats]
    asked = {"game": game, "options": options, "seats": kinds, "wait": wait, "clock": clock}
    return new_table(NewTable.model_validate(asked), 0)[0]


def venise(*seats: str, **known: Any) -> TableState:
    """Where seat 0 is to act."""
    return made("venise", *(seats or ("here", "here")), options="first=0", **known)


def first_move(table: TableState, seat: int) -> str:
    legal = map(table.match.game.show_move, table.match.view(seat).legal)
    return next(move for move in legal if move != "end")


def stood_in(table: TableState, absent: int = 0) -> TableState:
    return table.called(1 - absent, absent, NOBODY, 900_000).stood_in(1 - absent, absent, NOBODY, 990_000)


def code(act: Any) -> str:
    with pytest.raises(TableError) as error:
        act()
    return str(error.value.code)


def test_one_who_is_away_is_asked_to_come_and_then_a_bot_plays() -> None:
    table = venise()
    assert code(lambda: table.called(1, 0, NOBODY, 899_999)) == "away_early"
    called = table.called(1, 0, NOBODY, 900_000)
    assert called.called(1, 0, NOBODY, 950_000) is called, "once is enough"
    assert code(lambda: table.stood_in(1, 0, NOBODY, 10**9)) == "away_early", "nobody has asked them to come"
    assert code(lambda: called.stood_in(1, 0, NOBODY, 989_999)) == "away_early"
    after = called.stood_in(1, 0, NOBODY, 990_000)
    assert (after.stand_ins, after.bots, after.next_bot) == ((0,), (), 0)
    assert after.seats[0].token == table.seats[0].token
    assert after.moved(0, first_move(after, 0), 991_000, spent=5).match.entries[-1].actor == 0


def test_not_while_they_are_there_nor_where_nobody_waits_for_them() -> None:
    table = venise()
    assert code(lambda: table.called(1, 0, {0}, 900_000)) == "away_here"
    assert code(lambda: table.called(1, 0, NOBODY, 900_000).stood_in(1, 0, {0}, 10**7)) == "away_here"
    for by, absent in ((0, 1), (0, 0), (1, 1), (1, 3)):
        assert code(lambda by=by, absent=absent: table.called(by, absent, NOBODY, 10**7)) == "away_nothing"
    for other in (
        venise(wait=0),
        venise(clock={"kind": "move", "first": 30}),
        venise("greedy", "here"),
        table.resigned(0),
        stood_in(table),
    ):
        assert code(lambda other=other: other.called(1, 0, NOBODY, 10**7)) == "away_nothing"


def test_the_time_counts_from_the_last_change_that_everybody_saw() -> None:
    table = venise()
    moved = table.moved(0, first_move(table, 0), 600_000)
    assert code(lambda: moved.called(1, 0, NOBODY, 1_499_999)) == "away_early"
    called = moved.called(1, 0, NOBODY, 1_500_000)
    again = called.moved(0, first_move(called, 0), 1_500_001)
    assert again.timer is not None
    assert again.timer.called == {}


def test_who_comes_back_has_the_seat_again() -> None:
    after = stood_in(venise())
    assert after.returned({1}, 2_000_000) is after
    back = after.returned({0, 1}, 2_000_000)
    assert (back.stand_ins, back.next_bot) == ((), None)
    assert not back.moved(0, first_move(back, 0), 2_000_001).stand_ins
    assert code(lambda: back.called(1, 0, NOBODY, 2_000_000)) == "away_early", "and all their time"


def test_who_has_come_is_asked_anew_when_they_leave_again() -> None:
    called = venise().called(1, 0, NOBODY, 900_000)
    assert called.returned({1}, 0) is called
    came = called.returned({0, 1}, 0)
    assert came.timer is not None
    assert (came.timer.called, came.timer.since) == ({}, 0)
    assert code(lambda: came.stood_in(1, 0, NOBODY, 10**7)) == "away_early"
    again = came.called(1, 0, NOBODY, 10**7)
    assert code(lambda: again.stood_in(1, 0, NOBODY, 10**7 + 89_999)) == "away_early"
    assert again.stood_in(1, 0, NOBODY, 10**7 + 90_000).stand_ins == (0,)


def test_a_stand_in_is_a_person_to_the_others() -> None:
    """No hints, no free take-backs over what it did, nobody who could consent; its moves are marked in the record."""
    for table in (stood_in(venise()), stood_in(venise("here", "here", "greedy"))):
        assert not can_hint(table, 1)
        assert table.has_company, "so it plays though nobody looks"
        assert table.can_ask(1) == ()
        after = table.moved(0, first_move(table, 0), 991_000, spent=5)
        assert not after.can_undo(1)
        record = after.study.record()
        assert f"[bot:{usual_bot('venise')}]" in record
        assert read_study(record).record() == record
    for refused in (
        lambda: table.moved(0, first_move(table, 0), 991_000),
        lambda: table.undone(0),
        lambda: table.resigned(0),
        lambda: table.annulled(0),
        lambda: table.answered(0, is_agreed=True),
    ):
        assert code(refused) == "stood_in"
    assert not table.can_undo(0)


def test_no_stand_in_is_weaker_than_who_is_offered_first() -> None:
    for info in games():
        table = made(info.name, *["here"] * info.least_seats)
        absent = table.match.actors[0]  # whoever it is by lot
        assert stood_in(table, absent).seats[absent].bot == info.usual_bot


def test_the_next_match_has_everybody_back() -> None:
    over = stood_in(venise()).resigned(1)
    again = over.again(2_000_000)
    assert (again.stand_ins, again.terms.wait) == ((), WAIT * 1000)
    assert again.seats[0].token == over.seats[0].token


def test_whoever_ran_out_of_time_keeps_the_key_and_a_bot_plays_to_the_end() -> None:
    table = venise(clock={"kind": "move", "first": 30, "late": "bot"})
    after = table.timed_out(31_000)
    assert (after.stand_ins, after.bots) == ((0,), ())
    assert after.seats[0].token == table.seats[0].token
    assert after.returned({0}, 32_000) is after
    assert not can_hint(after, 1)


# -- at a server -------------------------------------------------------------------------------------------------------


def laid_out(house: House, game: str = "xequeo", options: str = "first_placer=host", wait: int = WAIT) -> Laid:
    seats = [{"kind": "here", "name": name} for name in ("Anna", "Bruno")]
    asked = {"game": game, "options": options, "seats": seats, "wait": wait, "is_listed": True}
    return Laid(house, house.post("/api/tables", asked))


def call(guest: Guest, kind: str, seat: int) -> str:
    answer = guest.ask({"type": kind, "seat": seat})
    return str(answer.get("code", answer["type"]))


def person(guest: Guest, seat: int) -> Any:
    return guest.state["people"][seat]


def waits_only_for(house: House, laid: Laid, seat: int) -> bool:
    """Also where others choose in secret: only the server can know."""
    table: TableState = house.services.rooms._rooms[laid.id].result().table_state
    return table.match.actors == (seat,)


def test_at_a_table(tmp_path: Path) -> None:
    """Asked to come, replaced, and back with the same key, also after a restart."""
    with House(tmp_path, limits=MANY) as house:
        laid = laid_out(house, "venise", "first=0")
        tick = stop_the_clock(house)
        with at(laid, 0, 1) as (anna, bruno):
            bruno.catch_up()
            assert any('"type":"absence"' in frame for frame in bruno.frames)
            pass_time(house, tick, WAIT + 1)
            assert call(bruno, "call", 0) == "away_here"
            # Her page stays open in the background.
            assert anna.ask({"type": "look", "is_away": True})["type"] == "done"
            bruno.see(lambda bruno: not person(bruno, 0)["is_here"])
            assert call(bruno, "stand_in", 0) == "away_early"
            assert call(bruno, "call", 0) == "done"
            assert laid.standing(0)["is_called"]
            anna.ask({"type": "look", "is_away": False})
            bruno.see(lambda bruno: person(bruno, 0)["is_here"])
            wait_until(lambda: not laid.standing(0)["is_called"])
            assert call(bruno, "call", 0) == "away_here"
            anna.close()
            bruno.see(lambda bruno: not person(bruno, 0)["is_here"])
            assert call(bruno, "call", 0) == "done"
            assert laid.standing(0)["is_called"]
            assert not laid.standing(1)["is_called"]
            pass_time(house, tick, 91)
            with at(laid, 0):
                wait_until(lambda: not laid.standing(0)["is_called"])
            bruno.see(lambda bruno: not person(bruno, 0)["is_here"])
            assert call(bruno, "stand_in", 0) == "away_early", "who came has to be asked anew"
            assert call(bruno, "call", 0) == "done"
            pass_time(house, tick, 91)
            assert call(bruno, "stand_in", 0) == "done"
            bruno.see(lambda bruno: 1 in bruno.now["waiting"])
            assert (person(bruno, 0)["kind"], person(bruno, 0)["stand_in"]) == ("person", usual_bot("venise"))
            assert bruno.ask({"type": "hint", "version": bruno.now["version"]})["code"] == "no_hint"
    with House(tmp_path, limits=MANY) as house:
        laid.place = house
        with at(laid, 1, None) as (bruno, watcher):
            assert person(bruno, 0)["stand_in"]
            assert call(bruno, "call", 0) == "away_nothing"
            assert call(watcher, "call", 0) == "only_watching"
            with Guest(house, laid.id, says_hello=False) as hidden:
                hidden.say({"type": "hello", "table": laid.id, "token": laid.tokens[0], "is_away": True})
                hidden.until(lambda message: message["type"] == "table")
                assert person(hidden, 0)["stand_in"], "a page in the background does not take the seat back"
                assert not person(hidden, 0)["is_here"]
            with at(laid, 0) as (anna,):
                for guest in (anna, bruno, watcher):
                    guest.see(lambda guest: not person(guest, 0)["stand_in"])
                assert anna.state["seat"] == 0
                assert watcher.ask({"type": "look", "is_away": True})["code"] == "only_watching"


@pytest.mark.parametrize("is_there", [True, False])
def test_of_an_open_choice_no_offer_and_no_refusal_tells(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_there: bool
) -> None:
    """What Bruno has chosen, whether and when: to Anna and to who looks on no byte differs, times included, while
    he is asked to come too early, while he is there, in time, and while a bot stands in for him."""
    monkeypatch.setattr(table_state, "SystemRandom", lambda: Random(7))
    day = datetime(2026, 11, 18, 20)
    for module in (table_state, rooms):
        monkeypatch.setattr(module, "utc_now", lambda: day)
    seen = {}
    with House(tmp_path, limits=MANY, think=0.05) as house:
        tick = stop_the_clock(house)
        for choice in (None, ("=R", 0), ("=O", 0), ("=O", 7), ("=V", 600)):
            laid = laid_out(house)
            with at(laid, 0, None) as (anna, watcher):
                with at(laid, 1) as (bruno,):
                    pass_time(house, tick, 2)
                    anna.move(sorted(anna.legal)[3])
                    pass_time(house, tick, choice[1] if choice else 0)
                    bruno.see_version(anna.now["version"])
                    if choice:
                        assert bruno.move(choice[0])["type"] == "done"
                    pass_time(house, tick, 800 - (choice[1] if choice else 0))
                    told = [call(anna, "call", 1)]
                    if is_there:
                        pass_time(house, tick, WAIT)
                        told += [call(anna, kind, 1) for kind in ("call", "stand_in")]
                        assert told == ["away_here", "away_here", "away_here"]
                if not is_there:
                    anna.see(lambda anna: not person(anna, 1)["is_here"])
                    watcher.see(lambda watcher: not person(watcher, 1)["is_here"])
                    told += [call(anna, kind, 1) for kind in ("call", "stand_in")]
                    pass_time(house, tick, 101)
                    told += [call(anna, kind, 1) for kind in ("call", "stand_in")]
                    pass_time(house, tick, 91)
                    told += [call(anna, "stand_in", 1), call(anna, "call", 1)]
                    early = ["away_early"] * 2
                    assert told == ["away_here", *early, "done", "away_early", "done", "away_nothing"]
                    wait_until(partial(waits_only_for, house, laid, 0))  # the bot has chosen as well
                with at(laid, 0, None) as late:
                    frames: list[str] = []
                    for each in (anna, watcher, *late):
                        each.catch_up()
                        frames += each.frames
                    answers = [laid.record(), laid.record(0), *(json.dumps(laid.standing(seat)) for seat in (0, None))]
                    answers += [
                        json.dumps(each) for each in house.get("/api/lobby")["tables"] if each["table"] == laid.id
                    ]
                seen[choice] = [text.replace(laid.id, "TABLE") for text in (*frames, *answers)]
                if not is_there and choice:
                    anna.move("=G")
                    anna.see(lambda anna: anna.now["view"]["phase"] == "play")
                    assert "=? [bot:" not in laid.record(), "Bruno had chosen by himself"
    first, *others = seen.values()
    for other in others:
        assert other == first
    assert any('"type":"absence"' in frame for frame in first)


def test_whoever_waits_for_company_may_look_at_other_things(house: House) -> None:
    """The lobby has them as there until the match begins."""
    laid = house.table("xequeo", "here", "open")
    with at(laid, 0) as (anna,):
        anna.ask({"type": "look", "is_away": True})
        (listed,) = [each for each in house.get("/api/lobby")["tables"] if each["table"] == laid.id]
        assert listed["people"][0]["is_here"]
        assert laid.claim("the browser of somebody")[0] == 200
        anna.see(lambda anna: anna.state["is_started"])
        assert not person(anna, 0)["is_here"]
