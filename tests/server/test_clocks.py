"""Clocks: what is left follows from moments that are kept; nobody is charged for what is not theirs."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from random import Random
from threading import Lock
from typing import Any

import pytest

from ridotto.match import read_study
from ridotto.server import rooms, table_state
from ridotto.server.clocks import Clock, Terms, new_clock, parse_clock, parse_terms, show_clock
from ridotto.server.house_time import GAP, GRACE
from ridotto.server.table_state import TableError, TableState, new_table
from ridotto.server.wire import NewTable
from tests.server.house import MANY, Guest, House, Laid, at, wait_until

MOVE: dict[str, Any] = {"kind": "move", "first": 30}
SOON: dict[str, Any] = {"kind": "move", "first": 3}


def made(game: str, *seats: str, options: str = "", **clock: Any) -> TableState:
    kinds = [{"kind": kind} if kind == "here" else {"kind": "bot", "bot": kind} for kind in seats]
    asked = {"game": game, "options": options, "seats": kinds, "clock": clock or None}
    return new_table(NewTable.model_validate(asked), 0)[0]


def both_choose(**clock: Any) -> TableState:
    """Anna has laid the ring after two seconds."""
    table = made("xequeo", "here", "here", options="first_placer=host", **clock)
    move = table.match.game.legal(table.match.state, 0)[3]
    return table.moved(0, table.match.game.show_move(move), 2_000)


def clock_of(table: TableState) -> Clock:
    assert table.clock
    return table.clock


# -- reckoning ---------------------------------------------------------------------------------------------------------


def test_terms_and_clocks_are_read_back() -> None:
    for terms in (Terms(), Terms("fischer", 600, 5, "bot"), Terms("days", 3, 2), Terms("move", 60)):
        assert parse_terms(terms.show()) == terms
    assert [terms.head for terms in (Terms("move", 60), Terms("fischer", 600, 5), Terms("days", 3, 2))] == [
        "move 60",
        "fischer 600+5",
        "days 3+2",
    ], "as docs/notation.md has it"
    clock = new_clock(Terms("days", 3, 2), 2, 7)
    assert parse_clock(show_clock(clock)) == clock
    assert parse_clock("") is None


@pytest.mark.parametrize(
    ("terms", "used", "left", "bank"),
    [
        (Terms("move", 60), 20_000, 60_000, 0),
        (Terms("fischer", 600, 5), 20_000, 585_000, 0),
        (Terms("fischer", 600, 5), 601_000, 5_000, 0),
        (Terms("days", 1, 2), 3_600_000, 86_400_000, 2 * 86_400_000),
        (Terms("days", 1, 2), int(1.5 * 86_400_000), 86_400_000, int(1.5 * 86_400_000)),
    ],
)
def test_what_a_turn_costs(terms: Terms, used: int, left: int, bank: int) -> None:
    clock = new_clock(terms, 2, 0).charged(terms, {0: used}, 5, (), is_turn_over=True)
    assert (clock.left[0], clock.bank[0]) == (left, bank)
    assert clock.since == 5
    assert clock.left[1] == terms.first * terms.unit


def test_a_turn_of_several_moves_has_one_time() -> None:
    table = made("venise", "here", "here", options="first=0", kind="move", first=30)
    game = table.match.game
    for now in (4_000, 9_000):
        move = next(move for move in map(game.show_move, table.match.view(0).legal) if move != "end")
        table = table.moved(0, move, now)
    assert clock_of(table).left[0] == 21_000
    assert table.deadline == 30_000


def test_simultaneous_choices_tick_for_both_and_only_who_has_not_chosen_loses() -> None:
    table = both_choose(kind="fischer", first=10, second=1)
    assert table.running(0) == table.running(1) == table.running(None) == (0, 1)
    chosen = table.moved(1, "=R", 5_000)
    assert chosen.running(None) == chosen.running(0) == (0, 1), "others do not see it"
    assert chosen.running(1) == (0,)
    assert chosen.late(20_000) == [0]
    over = chosen.timed_out(20_000)
    assert over.match.outcome is not None
    assert (over.match.outcome.places, over.match.outcome.reason) == ((2, 1), "time")
    both = chosen.moved(0, "=G", 8_000)
    assert clock_of(both).left == (10_000 - 2_000 + 1_000 - 6_000 + 1_000, 10_000 - 3_000 + 1_000)


def test_lost_time_is_told_once_nobody_is_choosing() -> None:
    """Anna has eight seconds left, Bruno ten: that she has lost would tell him that she had not chosen."""
    table = both_choose(kind="fischer", first=10, second=0)
    for each in (table, table.moved(0, "=G", 3_000)):
        assert each.deadline == 12_000
        assert each.late(11_000) == []
        assert each.timed_out(11_000) is each
    with pytest.raises(TableError) as error:
        table.moved(0, "=R", 11_000)
    assert error.value.code == "time_up"
    chosen = table.moved(1, "=R", 11_500)
    assert chosen.deadline == 10_000, "which is past"
    for over in (chosen.timed_out(11_500), table.timed_out(12_000)):
        assert over.match.outcome is not None
        assert (over.match.outcome.places, over.match.outcome.reason) == ((2, 1), "time"), "whose time ran out first"
    replaced = both_choose(kind="fischer", first=10, second=0, late="bot").moved(1, "=R", 11_500)
    assert replaced.timed_out(11_500).stand_ins == (0,)


def test_when_nobody_has_chosen_in_time_nobody_wins() -> None:
    over = both_choose(**MOVE).timed_out(40_000)
    assert over.match.outcome is not None
    assert over.match.outcome.places == (1, 1)
    assert read_study(over.study.record()).match.outcome == over.match.outcome


def test_a_move_that_comes_too_late_is_refused_and_a_claim_too_early_changes_nothing() -> None:
    table = both_choose(**MOVE)
    assert table.timed_out(31_999) is table
    with pytest.raises(TableError) as error:
        table.moved(0, "=R", 32_000)
    assert error.value.code == "time_up"


def test_with_three_lost_time_never_ends_it() -> None:
    for late in ("forfeit", "bot"):
        table = made("venise", "here", "here", "here", options="first=0", **MOVE, late=late)
        after = table.timed_out(31_000)
        assert not after.is_over
        assert after.stand_ins == (0,)
        move = after.match.game.show_move(after.match.view(0).legal[0])
        assert not after.moved(0, move, 99_000, spent=60_000).is_over, "nor does the bot's"


def test_a_bot_plays_on_where_that_was_agreed() -> None:
    after = both_choose(**MOVE, late="bot").moved(1, "=R", 3_000).timed_out(40_000)
    assert not after.is_over
    assert after.stand_ins == (0,)
    assert after.match.names[0] == "Seat 0"


def test_what_a_bot_thought_is_charged_and_its_wait_is_not() -> None:
    table = made("venise", "here", "greedy", options="first=1", kind="fischer", first=10, second=0)
    assert table.deadline is None
    assert table.late(10**9) == []
    game = table.match.game
    move = next(move for move in map(game.show_move, table.match.view(1).legal) if move != "end")
    after = table.moved(1, move, 3_600_000, spent=250)
    assert clock_of(after).left == (10_000, 9_750)
    assert table.moved(1, move, 3_600_000, spent=10_000).is_over, "a bot can lose on time as well"


def test_moves_stand_once_the_clock_is_pressed() -> None:
    table = made("xequeo", "here", "here", options="first_placer=host", **MOVE)
    assert not table.can_undo(0)
    chosen = both_choose(**MOVE).moved(1, "=R", 4_000)
    assert chosen.can_undo(1), "a choice that is still open is nobody's clock"
    again = chosen.undone(1, 6_000)
    assert again.late(32_000) == [0, 1]
    venise = made("venise", "here", "here", options="first=0", **MOVE)
    game = venise.match.game
    move = next(move for move in map(game.show_move, venise.match.view(0).legal) if move != "end")
    played = venise.moved(0, move, 4_000)
    if played.can_undo(0):
        assert clock_of(played.undone(0, 6_000)).left[0] == 24_000, "taking back costs time, too"


def test_the_record_has_the_times() -> None:
    table = both_choose(kind="fischer", first=600, second=5).moved(1, "=R", 5_000)
    assert "[" not in table.study.record(0).split("=")[0].replace("[2.0s]", ""), "no open choice has its time there"
    record = table.moved(0, "=G", 8_250).study.record()
    assert "Ridotto record 2" in record
    assert "Clock: fischer 600+5" in record
    for time in ("[2.0s]", "[3.0s]", "[6.2s]"):
        assert time in record
    assert read_study(record).record() == record


# -- at a server -------------------------------------------------------------------------------------------------------


class Tick:
    """A clock that a test moves."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def timed(house: House, *seats: str, game: str = "xequeo", options: str = "first_placer=host", **clock: Any) -> Laid:
    kinds = [{"kind": "bot", "bot": kind[4:]} if kind.startswith("bot:") else {"kind": kind} for kind in seats]
    asked = {"game": game, "options": options, "seats": kinds, "clock": clock, "is_listed": True}
    return Laid(house, house.post("/api/tables", asked))


def stop_the_clock(house: House) -> Tick:
    tick = Tick()
    time = house.services.rooms.house_time
    time.tick = tick
    time._mark = time.now(), tick.now
    beat, is_beating = time.beat, Lock()

    def one_at_a_time() -> None:
        """The server's own beats go on."""
        with is_beating:
            beat()

    time.beat = one_at_a_time  # type: ignore[method-assign]
    return tick


def pass_time(house: House, tick: Tick, seconds: float) -> None:
    """As it passes while the house is open: beat by beat."""
    end = tick.now + seconds
    while tick.now < end:
        tick.now = min(end, tick.now + GAP / 2000)
        house.services.rooms.house_time.beat()


def test_an_open_choice_stops_no_clock_that_others_see(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether, when and what seat 1 has chosen: frames, newcomers' frames, records and standings are the same."""
    monkeypatch.setattr(table_state, "SystemRandom", lambda: Random(7))
    day = table_state.utc_now()
    for module in (table_state, rooms):
        monkeypatch.setattr(module, "utc_now", lambda: day)
    seen = {}
    with House(tmp_path, limits=MANY) as house:
        tick = stop_the_clock(house)
        for choice in (None, ("=R", 0), ("=O", 7)):
            laid = timed(house, "here", "here", kind="fischer", first=600, second=5)
            with at(laid, 0, None, 1) as (anna, watcher, bruno):
                pass_time(house, tick, 2)
                anna.move(sorted(anna.legal)[3])
                pass_time(house, tick, choice[1] if choice else 0)
                if choice:
                    bruno.see(lambda bruno: bruno.now["version"] == anna.now["version"])
                    assert bruno.move(choice[0])["type"] == "done"
                pass_time(house, tick, 20 - (choice[1] if choice else 0))
                with at(laid, 0, None) as late:
                    frames: list[str] = []
                    for guest in (anna, watcher, *late):
                        guest.catch_up()
                        frames += guest.frames
                    answers = [laid.record(), laid.record(0), str([laid.standing(seat) for seat in (0, None)])]
                    seen[choice] = [text.replace(laid.id, "TABLE") for text in (*frames, *answers)]
        first, *others = seen.values()
        assert any('"passed":20000' in frame for frame in first)
        assert all(other == first for other in others)


@pytest.mark.parametrize("late", ["forfeit", "bot"])
def test_time_that_runs_out_tells_nothing_of_an_open_choice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, late: str
) -> None:
    """Whether Anna had chosen when her time was up: Bruno and who looks on learn it when he has."""
    monkeypatch.setattr(table_state, "SystemRandom", lambda: Random(7))
    day = table_state.utc_now()
    for module in (table_state, rooms):
        monkeypatch.setattr(module, "utc_now", lambda: day)
    seen = {}
    with House(tmp_path, limits=MANY) as house:
        tick = stop_the_clock(house)
        for choice in (None, "=R", "=O"):
            laid = timed(house, "here", "here", kind="fischer", first=100, second=0, late=late)
            with at(laid, 0, 1, None) as (anna, bruno, watcher):
                pass_time(house, tick, 50)
                anna.move(sorted(anna.legal)[3])
                if choice:
                    assert anna.move(choice)["type"] == "done"
                pass_time(house, tick, 60)
                house.run(house.services.rooms._attend(laid.id)).result()
                frames = []
                for guest in (bruno, watcher):
                    guest.catch_up()
                    frames += guest.frames
                answers = [laid.record(), laid.record(1), str([laid.standing(seat) for seat in (1, None)])]
                seen[choice] = [text.replace(laid.id, "TABLE") for text in (*frames, *answers)]
                bruno.move("=G")
                if choice:
                    watcher.see(lambda watcher: watcher.now["view"]["phase"] == "play")
                elif late == "forfeit":
                    watcher.see(lambda watcher: watcher.state["is_over"])
                else:
                    watcher.see(lambda watcher: bool(watcher.state["people"][0]["stand_in"]))
    assert seen[None] == seen["=R"] == seen["=O"]


def test_200_matches_under_restarts_lost_sockets_and_moved_clocks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everybody moves within two of their three seconds of the house's time: nobody loses. Then somebody does not.

    The long form: ``python -m benchmarks.faults clocks``."""
    tables: list[Laid] = []
    for part, days in enumerate([0, 400, -400]):
        now = table_state.utc_now() + timedelta(days=days)
        for module in (table_state, rooms):
            monkeypatch.setattr(module, "utc_now", lambda now=now: now)
        with House(tmp_path, limits=MANY) as house:
            tick = stop_the_clock(house)
            if not tables:
                tables = [timed(house, "here", "here", **SOON) for _ in range(200)]
            pass_time(house, tick, 1)
            tick.now += 3600  # nothing was served for an hour
            house.services.rooms.house_time.beat()
            for laid in tables[part::3]:
                with Guest(house, laid.id, laid.tokens[0]) as anna:
                    assert not anna.state["is_over"]
                    assert anna.move(anna.legal[0])["type"] == "done"
                # the socket is lost without a word
            pass_time(house, tick, 1)
    with House(tmp_path, limits=MANY) as house:
        standings = [laid.standing(0, house) for laid in tables]
        assert not any(each["is_over"] for each in standings)
        tick = stop_the_clock(house)
        pass_time(house, tick, 3 + GRACE / 1000)
        wait_until(lambda: all(laid.standing(0, house)["is_over"] for laid in tables))
        ends = [laid.standing(0, house)["end"]["key"] for laid in tables]
        assert set(ends) == {"end_time_all"}, "in all of them both were to choose"


def test_whoever_is_invited_sees_the_terms(tmp_path: Path) -> None:
    """Before they sit down, and nothing runs yet."""
    with House(tmp_path) as house, timed(house, "here", "link", kind="fischer", first=600, second=5).guest() as invited:
        clocks = invited.until(lambda message: message["type"] == "clocks")
        assert (clocks["kind"], clocks["late"], clocks["left"]) == ("fischer", "forfeit", [600_000, 600_000])
        assert clocks["running"] == []


def test_time_runs_out_before_ones_eyes(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        laid = timed(house, "here", "here", kind="move", first=1)
        with at(laid, 0, 1) as (anna, bruno):
            for guest in (anna, bruno):
                guest.see(lambda guest: guest.state["is_over"])
            assert bruno.now["end"]["key"] == "end_time"


def test_the_next_match_has_the_same_clock(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        laid = timed(house, "here", "here", **MOVE)
        with laid.guest(0) as anna:
            anna.ask({"type": "resign"})
            anna.ask({"type": "rematch"})
            following = next(frame for frame in anna.frames if '"type":"rematch"' in frame)
            table = following.split('"table":"')[1].split('"')[0]
        with Guest(house, table, laid.tokens[0]) as anna:
            anna.catch_up()
            assert any('"type":"clocks"' in frame for frame in anna.frames)
