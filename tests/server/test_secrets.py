"""What must not be known is in no frame and in no answer, neither as such nor by what else changes."""

from __future__ import annotations

import json
import re
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ridotto.games.venise.deck import CARDS
from ridotto.match import Audience, Match, Study
from ridotto.server import rooms, table_state
from ridotto.server.presenter import Presenter
from ridotto.server.replays import make_replay
from ridotto.server.table_state import TableState, load_table, new_table
from ridotto.server.views.sent import encode
from ridotto.server.wire import NewTable
from tests.server.house import Guest, House, at, play_on


@pytest.fixture
def fate(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chance that repeats itself, so that two matches differ only in what a test makes differ."""
    monkeypatch.setattr(table_state, "SystemRandom", lambda: Random(7))


def whole_table(table_state: TableState, seat: int | None) -> bytes:
    presenter = Presenter(table_state)
    return presenter.table(seat, presenter.people([]))


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[datetime]:
    """The time of day, which stands still until a test lets it pass."""
    now = [datetime(2026, 11, 18, 20)]
    for module in (table_state, rooms):
        monkeypatch.setattr(module, "utc_now", lambda: now[0])
    return now


def anonymous(house: House, guest: Guest, laid: Any) -> list[str]:
    """All that somebody without the key of seat 1 can get, times included, but for the name of the table."""
    answers = []
    for what in ("record", "replay"):
        for asked in ({}, {"Authorization": f"Bearer {laid.tokens[0]}"}):
            status, body, headers = house.ask(f"/api/tables/{laid.id}/{what}", headers=asked)
            # The time of day is the HTTP server's own.
            answers.append(f"{status} {body.decode()} {sorted(headers.items() - {('date', headers['date'])})}")
    answers += [json.dumps(laid.standing(seat)) for seat in (0, None)]
    answers += [json.dumps(each) for each in house.get("/api/lobby")["tables"] if each["table"] == laid.id]
    return [text.replace(laid.id, "TABLE") for text in [*guest.frames, *answers]]


def until_both_choose(house: House) -> Any:
    laid = house.table("xequeo", "here", "here", options="first_placer=host", is_listed=True)
    with laid.guest(0) as anna:
        anna.move(sorted(anna.legal)[3])
    return laid


def test_an_open_choice_is_invisible_byte_for_byte(house: House, fate: None, clock: list[datetime]) -> None:
    """Seat 1 chooses red, orange, or nothing yet: seat 0 and a spectator cannot tell, nor when."""
    seen = {}
    for choice in ("=R", "=O", None):
        clock[0] = datetime(2026, 11, 18, 20)
        laid = until_both_choose(house)
        clock[0] += timedelta(hours=23)
        with at(laid, 0, None, 1) as (anna, watcher, bruno):
            if choice:
                assert bruno.move(choice)["type"] == "done"
                assert bruno.now["waiting"] == [0]
            anna.catch_up()
            watcher.catch_up()
            # He looks at something else, is back, and has left.
            for is_away in (True, False):
                bruno.ask({"type": "look", "is_away": is_away})
                for guest in (anna, watcher):
                    guest.see(lambda guest, is_away=is_away: guest.state["people"][1]["is_here"] is not is_away)  # type: ignore[misc]
            bruno.close()
            for guest in (anna, watcher):
                guest.see(lambda guest: not guest.state["people"][1]["is_here"])
            clock[0] += timedelta(hours=2)
            assert anna.now["waiting"] == [0, 1]
            assert anna.now["can_undo"] is False
            # What a newcomer is shown must not tell either.
            with at(laid, 0, None) as (late_anna, late_watcher):
                late_watcher.catch_up()
                late_anna.catch_up()
                seen[choice] = [anonymous(house, each, laid) for each in (anna, watcher, late_anna, late_watcher)]
    assert seen["=R"] == seen["=O"] == seen[None]
    assert any("stale_version" in frame or "no_hint" in frame for frame in seen[None][0])


def test_taking_back_an_open_choice_is_invisible(house: House, fate: None) -> None:
    laid = until_both_choose(house)
    with at(laid, 0, 1) as (anna, bruno):
        anna.catch_up()
        before = len(anna.frames)
        for _ in range(3):
            assert bruno.move("=R")["type"] == "done"
            assert bruno.undo()["type"] == "done"
        anna.catch_up()
        assert len(anna.frames) == before + 1


def test_a_choice_is_hidden_until_the_round_ends(house: House, fate: None, clock: list[datetime]) -> None:
    """Whatever seat 1 has chosen: all that others receive is the same as long as nobody shows a card."""
    seen = []
    for choice in ("=R", "=V"):
        laid = until_both_choose(house)
        with at(laid, 0, None, 1) as (anna, watcher, bruno):
            anna.move("=G")
            bruno.move(choice)
            anna.see(lambda anna: anna.now["view"]["phase"] == "play")
            for _ in range(3):
                mover, other = (anna, bruno) if 0 in anna.now["waiting"] else (bruno, anna)
                ring = mover.now["view"]["ring"]
                mover.move(next(move for move in mover.legal if move[1:] not in ("!", ring)))
                other.see(lambda other, mover=mover: other.now["version"] == mover.now["version"])  # type: ignore[misc]
            anna.catch_up()
            watcher.catch_up()
            seen.append([anonymous(house, anna, laid), anonymous(house, watcher, laid)])
    assert seen[0] == seen[1]


def test_planted_secrets_stay_hidden_to_the_end(house: House) -> None:
    """Every choice of seat 1 is red: no line and no view of others says so before the match is over."""
    laid = house.table("xequeo", "here", "here", options="rings=2 pieces=7")
    rng = Random(3)
    with at(laid, 0, 1, None) as (anna, bruno, watcher):
        assert '"text":"+R' in watcher.frames[0], "so lines are written"
        while not anna.state["is_over"]:
            record = laid.record()
            assert "=R" not in record.split("\n\n", 1)[1]
            for seat in anna.now["waiting"]:
                guest = (anna, bruno)[seat]
                legal = [move for move in guest.legal if not move.startswith("=") or move == ("=R" if seat else "=O")]
                if legal:
                    guest.move(rng.choice(legal))
            latest = max(anna.now["version"], bruno.now["version"])
            for guest in (anna, bruno, watcher):
                guest.see(lambda guest, latest=latest: guest.now["version"] >= latest)  # type: ignore[misc]
            if not watcher.state["is_over"]:
                for frame in (*watcher.frames, *anna.frames):
                    assert '"text":"=R","chapter"' not in frame
                    view = json.loads(frame).get("now", {}).get("view", {})
                    assert view.get("choices", [None, None])[1] is None
    assert "=R" in laid.record(), "at the end everything is shown"


# -- hands of Venise ---------------------------------------------------------------------------------------------------


def venise_table(seats: int) -> TableState:
    made, _ = new_table(NewTable.model_validate({"game": "venise", "seats": [{"kind": "here"}] * seats}))
    return made


@pytest.mark.parametrize("seed", range(3))
def test_views_of_matches_that_differ_only_in_hidden_cards(seed: int) -> None:
    """The same match with other cards in the others' hands looks the same: as a table, a record and a replay."""
    rng = Random(seed)
    sat = venise_table(2 + seed % 3)
    match = sat.match.copy()
    game = match.game
    for _ in range(rng.randrange(10, 40)):
        if match.actors:
            match.submit(match.actors[0], rng.choice(game.legal(match.state, match.actors[0])))
            match.play_chance(rng)
    for seat in (*range(game.seats), None):
        twin = hidden_twin(match, seat, rng)
        audience: Audience = "spectator" if seat is None else seat
        looks = []
        for each in (match, twin):
            changed = sat._with(each, 0)
            looks.append(
                (
                    whole_table(changed, seat),
                    encode(make_replay(Study(each), audience)),
                    each.record(audience),
                )
            )
        assert looks[0] == looks[1]


def hidden_twin(match: Match, seat: int | None, rng: Random) -> Match:
    """The same to this seat, with as many other hidden cards as a few attempts find."""
    game = match.game
    twin = match.copy()
    for _ in range(15):
        draws = [
            index
            for index, (actor, move) in enumerate(twin.entries)
            if actor < 0 and game.seen(twin.states[index], actor, move, seat) != move
        ]
        if not draws:
            return twin
        at, other = rng.choice(draws), Match(game, match.names, match.day)
        entries = list(twin.entries)
        cards = [card for card in CARDS if card != "joker"]
        entries[at] = entries[at]._replace(move=type(entries[at].move)(rng.choice(cards), entries[at].move.seat))
        try:
            for entry in entries:
                other.submit(*entry)
        except ValueError:
            continue  # somebody played the card that now is another
        twin = other
    return twin


def test_the_twins_are_not_the_same() -> None:
    sat = venise_table(2)
    match = sat.match.copy()
    assert hidden_twin(match, 0, Random(1)).record() != match.record()


def test_the_hand_of_another_is_in_no_frame(house: House) -> None:
    laid = house.table("venise", "here", "here", options="stall_rounds=2")
    with at(laid, 0, 1, None) as (anna, bruno, watcher):
        play_on([anna, bruno], Random(2), 40)
        watcher.see(lambda watcher: watcher.now["version"] == anna.now["version"])
        if not anna.state["is_over"]:
            for guest, hidden in ((anna, "1"), (watcher, "[01]")):
                for frame in guest.frames:
                    assert not re.search(rf'"\+(?!\?)\w+@{hidden}"', frame)
            assert not re.search(r"\+(?!\?)\w+@", laid.record())
            assert not any(frame["view"]["hand"] for frame in house.get(f"/api/tables/{laid.id}/replay")["frames"])


def test_a_table_loaded_again_is_the_same(house: House) -> None:
    laid = house.table("venise", "here", "here", "here")
    with at(laid, 0, 1, 2) as guests:
        play_on(guests, Random(8), 30)
    stored = house.store.load(laid.id)
    assert stored is not None
    again = load_table(stored)
    assert json.loads(whole_table(again, 1))["now"] == guests[1].now


def test_no_secret_is_stored_or_logged(house: House, caplog: pytest.LogCaptureFixture) -> None:
    laid = house.table("xequeo", "here", "link")
    word = "a browser's very own word"
    status, claimed = laid.claim(word, laid.invites[1])
    assert status == 200
    with caplog.at_level(0):
        with Guest(house, laid.id, claimed["token"]) as guest:
            guest.move("=R")
            guest.say({"type": "move", "id": 1, "version": 0, "move": laid.tokens[0]})
            guest.next()
        house.ask(f"/api/tables/{laid.id}/record", headers={"Authorization": f"Bearer {laid.tokens[0]}x"})
    house.store.engine.dispose()
    folder = Path(house.settings.db.removeprefix("sqlite:///")).parent
    stored = b"".join(file.read_bytes() for file in folder.iterdir())
    logged = "\n".join(str(entry.msg) + str(entry.args) for entry in caplog.records if "client" not in entry.name)
    for secret in (laid.tokens[0], laid.invites[1], claimed["token"], word):
        assert secret.encode() not in stored
        assert secret[:12] not in logged
        assert secret[-12:] not in logged
    assert laid.id.encode() in stored
