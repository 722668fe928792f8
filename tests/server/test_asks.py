"""What people at a table ask each other for: by consent, and never so that a secret shows."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from ridotto.core import IllegalMove
from ridotto.server import rooms, table_state
from ridotto.server.table_state import TableError, TableState, new_table
from ridotto.server.wire import NewTable
from tests.server.house import MANY, Guest, House, at
from tests.server.test_clocks import pass_time, stop_the_clock, timed

CLOCK: dict[str, Any] = {"kind": "fischer", "first": 600, "second": 5}


def made(game: str, *seats: str, options: str = "", clock: Any = None) -> TableState:
    kinds = [{"kind": kind} if kind == "here" else {"kind": "bot", "bot": kind} for kind in seats]
    return new_table(NewTable.model_validate({"game": game, "options": options, "seats": kinds, "clock": clock}), 0)[0]


def playing(clock: Any = None, moves: int = 2) -> TableState:
    """Xe Queo! after the choices and so many moves that showed nothing."""
    table = made("xequeo", "here", "here", options="first_placer=host", clock=clock)
    game = table.match.game
    table = table.moved(0, game.show_move(game.legal(table.match.state, 0)[3]))
    table = table.moved(1, "=R").moved(0, "=G")
    for _ in range(moves):
        (seat,) = table.match.actors
        legal = [move for move in game.legal(table.match.state, seat) if "!" not in game.show_move(move)]
        quiet = next(move for move in legal if not shows(table, seat, move))
        table = table.moved(seat, game.show_move(quiet))
    return table


def shows(table: TableState, seat: int, move: Any) -> bool:
    game, before = table.match.game, table.match.state
    after = game.play(before, seat, move)
    return bool(game.news(before, after)) or len(game.actors(after)) != 1


def code(act: Any) -> str:
    with pytest.raises((TableError, IllegalMove)) as error:
        act()
    return str(error.value.code)


def test_a_move_is_taken_back_when_the_other_agrees() -> None:
    table = playing()
    (mover,) = table.match.actors  # whose last move the other has answered
    assert "takeback" in table.can_ask(mover)
    assert not table.can_undo(mover)
    asked = table.asked(mover, "takeback")
    assert asked.stored.version == table.stored.version
    assert asked.ask is not None
    assert asked.answered(1 - mover, is_agreed=False).ask is None
    assert asked.answered(1 - mover, is_agreed=False).match is table.match
    back = asked.answered(1 - mover, is_agreed=True)
    assert len(back.match.entries) == len(table.match.entries) - 2
    assert back.match.actors == (mover,)
    assert back.ask is None


def test_the_free_take_back_of_ones_own_last_move_stays() -> None:
    table = playing()
    (mover,) = table.match.actors
    assert table.can_undo(1 - mover)
    assert "takeback" not in table.can_ask(1 - mover), "no question is needed"


def test_nothing_shown_drawn_or_chosen_since_is_taken_back() -> None:
    """The engine decides: after a reveal, across a secret choice, in Venise across a draw."""
    table = playing(moves=0)
    for seat in (0, 1):
        assert code(lambda seat=seat: table.asked(seat, "takeback")) == "ask_takeback"
    revealed = playing(moves=2)
    game = revealed.match.game
    (seat,) = revealed.match.actors
    call = next(move for move in map(game.show_move, game.legal(revealed.match.state, seat)) if "!" in move)
    after = revealed.moved(seat, call)
    for other in (0, 1):
        if not after.is_over:
            assert code(lambda other=other: after.asked(other, "takeback")) == "ask_takeback"
    venise = made("venise", "here", "here", options="first=0")
    while venise.match.actors == (0,):
        game = venise.match.game
        legal = [game.show_move(move) for move in venise.match.view(0).legal]
        venise = venise.moved(0, "end" if "end" in legal else legal[0])
    assert code(lambda: venise.asked(0, "takeback")) == "ask_takeback"


def test_while_all_choose_nothing_tells_who_has() -> None:
    table = made("xequeo", "here", "here", options="first_placer=host", clock=CLOCK)
    game = table.match.game
    open_choice = table.moved(0, game.show_move(game.legal(table.match.state, 0)[3]))
    chosen = open_choice.moved(1, "=R")
    assert open_choice.can_ask(0) == chosen.can_ask(0) == ("pause", "time")
    asked = open_choice.asked(0, "pause")
    assert asked.moved(1, "=R").ask == asked.ask, "a secret choice does not touch it"
    assert asked.moved(1, "=R").match.can_annul == asked.match.can_annul is True
    paused = chosen.asked(0, "pause").answered(1, is_agreed=True, now=9_000)
    assert paused.running(None) == ()


def test_one_thing_is_asked_at_a_time_and_what_happens_makes_an_end_of_it() -> None:
    table = playing(CLOCK)
    (mover,) = table.match.actors
    asked = table.asked(mover, "takeback")
    assert code(lambda: asked.asked(1 - mover, "pause")) == "ask_open"
    assert code(lambda: asked.answered(mover, is_agreed=True)) == "ask_gone", "nobody answers himself"
    assert asked.answered(mover, is_agreed=False).ask is None, "but may take it back"
    game = table.match.game
    moved = asked.moved(mover, game.show_move(game.legal(table.match.state, mover)[0]))
    assert moved.ask is None
    assert code(lambda: moved.answered(1 - mover, is_agreed=True)) == "ask_gone"


def test_a_pause_stops_the_clocks_until_somebody_wants_to_go_on() -> None:
    table = playing(CLOCK)
    (mover,) = table.match.actors
    paused = table.asked(mover, "pause").answered(1 - mover, is_agreed=True, now=4_000)
    assert paused.is_paused
    assert paused.deadline is None
    assert paused.late(10**9) == []
    game = table.match.game
    move = game.show_move(game.legal(table.match.state, mover)[0])
    assert code(lambda: paused.moved(mover, move)) == "paused"
    assert code(lambda: paused.undone(1 - mover)) == "paused"
    assert code(table.going_on) == "not_paused"
    again = paused.going_on(100_000)
    assert again.clock is not None
    assert again.clock.elapsed(101_000) == 5_000
    assert again.moved(mover, move, 102_000).clock is not None


def test_more_time_is_a_minute() -> None:
    table = playing(CLOCK)
    (mover,) = table.match.actors
    assert table.clock is not None
    more = table.asked(mover, "time").answered(1 - mover, is_agreed=True, now=4_000)
    assert more.clock is not None
    assert more.clock.left[mover] == table.clock.left[mover] + 60_000
    assert more.clock.since == table.clock.since


def test_of_three_all_others_must_agree_and_bots_are_not_asked() -> None:
    table = made("venise", "here", "here", "here", "random", options="first=0", clock=CLOCK)
    asked = table.asked(0, "pause").answered(1, is_agreed=True)
    assert not asked.is_paused
    assert code(lambda: asked.answered(1, is_agreed=True)) == "ask_gone", "once is enough"
    assert asked.answered(2, is_agreed=True).is_paused
    alone = made("venise", "here", "random", options="first=0", clock=CLOCK)
    assert alone.can_ask(0) == ()


def test_a_match_is_called_off_before_each_has_moved() -> None:
    table = made("xequeo", "here", "here", options="first_placer=host")
    off = table.annulled(1)
    assert off.match.outcome is not None
    assert (off.match.outcome.places, off.match.outcome.reason) == ((1, 1), "annulled")
    assert "by annulled" in off.study.record()
    assert code(lambda: playing().annulled(0)) == "annul_late"


def test_at_a_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Asks survive a restart, reach everybody, and are answered once."""
    monkeypatch.setattr(table_state, "SystemRandom", lambda: Random(7))
    with House(tmp_path) as house:
        laid = house.table("xequeo", "here", "here", options="first_placer=host")
        with at(laid, 0, 1) as (anna, bruno):
            anna.move(anna.legal[3])
            bruno.see(lambda bruno: bruno.now["version"] == anna.now["version"])
            bruno.move("=R")
            anna.move("=G")
            for _ in range(2):
                for guest in (anna, bruno):
                    guest.see(lambda guest: guest.now["view"]["phase"] == "play")
                bruno.catch_up()
                anna.catch_up()
                mover, other = (anna, bruno) if anna.now["waiting"] == [0] else (bruno, anna)
                ring = mover.now["view"]["ring"]
                mover.move(next(move for move in mover.legal if move[1:] not in ("!", ring)))
                other.see(lambda other, mover=mover: other.now["version"] == mover.now["version"])  # type: ignore[misc]
            mover = anna if anna.now["waiting"] == [0] else bruno
            version = mover.now["version"]
            assert mover.ask({"type": "ask", "kind": "takeback"})["type"] == "done"
            assert mover.ask({"type": "ask", "kind": "time"})["code"] == "ask_open"
            seat = 0 if mover is anna else 1
    with House(tmp_path) as house:
        laid.place = house
        with at(laid, seat, 1 - seat) as (mover, other):
            other.catch_up()
            assert any('"type":"asking","kind":"takeback"' in frame for frame in other.frames)
            assert other.ask({"type": "answer", "is_agreed": True})["type"] == "done"
            assert other.ask({"type": "answer", "is_agreed": True})["code"] == "ask_gone"
            mover.see(lambda mover: mover.now["version"] == version + 1)
            assert mover.now["waiting"] == [seat]


def test_of_an_open_choice_no_ask_and_no_answer_tells(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What Bruno has chosen, whether and when: to Anna and to who looks on no byte differs, times included, while they
    ask each other for everything there is, refuse, agree and withdraw; nor in what is refused."""
    monkeypatch.setattr(table_state, "SystemRandom", lambda: Random(7))
    day = table_state.utc_now()
    for module in (table_state, rooms):
        monkeypatch.setattr(module, "utc_now", lambda: day)
    seen = {}
    with House(tmp_path, limits=MANY) as house:
        tick = stop_the_clock(house)

        def told(guest: Guest, message: dict[str, Any]) -> str:
            answer = guest.ask(message)
            return str(answer.get("code", answer["type"]))

        for choice, moment in ((None, 0), ("=R", 0), ("=O", 0), ("=O", 3), ("=V", 3)):
            laid = timed(house, "here", "here", **CLOCK)
            with at(laid, 0, None, 1) as (anna, watcher, bruno):
                anna.move(sorted(anna.legal)[3])
                bruno.see_version(anna.now["version"])
                answers = []
                for second in range(6):
                    if choice and second == moment:
                        assert bruno.move(choice)["type"] == "done"
                    kind = ("pause", "takeback", "time", "pause", "time", "pause")[second]
                    answers.append(told(anna, {"type": "ask", "kind": kind}))
                    answers.append(told(anna, {"type": "answer", "is_agreed": True}))
                    bruno.catch_up()
                    if second in (0, 4):
                        told(bruno, {"type": "answer", "is_agreed": False})
                    elif second in (2, 5):
                        told(bruno, {"type": "answer", "is_agreed": True})
                    elif second == 3:
                        answers.append(told(anna, {"type": "answer", "is_agreed": False}))
                    pass_time(house, tick, 1)
                with at(laid, 0, None) as late:
                    for each in late:
                        each.catch_up()
                    answers.append(told(anna, {"type": "go_on"}))
                    pass_time(house, tick, 1)
                    answers.append(told(anna, {"type": "undo", "version": anna.now["version"]}))
                    answers += [laid.record(), laid.record(0), *(str(laid.standing(seat)) for seat in (0, None))]
                    for each in (anna, watcher, *late):
                        each.catch_up()
                    frames = [frame for each in (anna, watcher, *late) for frame in each.frames]
                seen[choice, moment] = [text.replace(laid.id, "TABLE") for text in (*frames, *answers)]
        first, *others = seen.values()
        assert "ask_takeback" in first
        assert "cannot_undo" in first
        assert any('"is_paused":true' in text for text in first)
        for other in others:
            assert other == first
