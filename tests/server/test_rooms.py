"""Whose turn it is, for whoever does not look; and bots that act where somebody waits for them."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from ridotto.server import rooms, table_state
from tests.server.house import House, Laid, wait_until


def test_one_request_tells_of_all_matches(house: House) -> None:
    """In the order asked; tables that are gone and keys that open nothing are left out."""
    xequeo, venise = house.table("xequeo", "here", "here"), house.table("venise", "here", "bot:random")
    asked = [
        {"table": venise.id, "token": venise.tokens[0]},
        {"table": "gone", "token": "gone"},
        {"table": xequeo.id, "token": "another's"},
        {"table": xequeo.id, "token": xequeo.tokens[1]},
        {"table": xequeo.id, "token": ""},
    ]
    found = house.post("/api/standings", {"tables": asked})["tables"]
    assert [each["table"] for each in found] == [venise.id, xequeo.id, xequeo.id]
    many = [{"table": str(number), "token": ""} for number in range(101)]
    assert house.ask("/api/standings", {"tables": many})[0] == 422


def test_how_long_it_has_been(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    laid = house.table("xequeo", "here", "here", options="first_placer=host")
    later = table_state.utc_now() + timedelta(days=3, seconds=5)
    monkeypatch.setattr(rooms, "utc_now", lambda: later)
    assert 3 * 86_400 <= laid.standing(0)["since"] <= 3 * 86_400 + 300
    monkeypatch.setattr(table_state, "utc_now", lambda: later)
    with laid.guest(0) as anna:
        anna.move(anna.legal[0])
    assert laid.standing(0)["since"] == 0


def until_the_bot_is_to_act(laid: Laid) -> None:
    with laid.guest(0) as anna:
        while anna.now["waiting"] == [0]:
            assert anna.move("end" if "end" in anna.legal else anna.legal[0])["type"] == "done"


def test_bots_move_where_another_person_waits(house: House) -> None:
    """Though nobody looks at the table, and without anybody seeming to be there."""
    laid = house.table("venise", "here", "bot:random", "here", options="first=0")
    until_the_bot_is_to_act(laid)
    wait_until(lambda: laid.standing(2)["waiting"] == [2])
    assert [person["is_here"] for person in laid.standing(2)["people"]] == [False, True, False]


def test_bots_that_somebody_waits_for_move_after_a_restart(tmp_path: Path) -> None:
    """Where one plays alone nobody waits, and the table sleeps."""
    with House(tmp_path, pace=3600.0) as house:
        laid = house.table("venise", "here", "bot:random", "here", options="first=0")
        alone = house.table("venise", "here", "bot:random", options="first=0")
        for each in (alone, laid):
            until_the_bot_is_to_act(each)
    with House(tmp_path) as house:
        assert house.store.due(0, 9) == [laid.id]
        wait_until(lambda: laid.standing(2, house)["waiting"] == [2])
        assert alone.standing(0, house)["waiting"] == [1]
