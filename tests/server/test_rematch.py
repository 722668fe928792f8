"""Once more: the same people at a new table, each with the key they have; whoever has none only watches there too."""

from __future__ import annotations

import json
from pathlib import Path

from ridotto.server.table_state import former_rematch
from tests.server.house import Guest, House, Json, at

ASKED: Json = {"type": "rematch"}


def is_offer(message: Json) -> bool:
    return bool(message["type"] == "rematch")


def test_everybody_keeps_their_seat(house: House) -> None:
    laid = house.table("xequeo", "here", "link", options="rings=2 distance=king")
    _, claimed = laid.claim("bruno's own browser", laid.invites[1], "Bruno")
    laid.tokens[1] = claimed["token"]
    with at(laid, 0, 1, None) as (anna, bruno, watcher):
        assert bruno.ask(ASKED)["code"] == "not_over"
        assert anna.ask({"type": "resign"})["type"] == "done"
        assert bruno.ask(ASKED)["type"] == "done"
        offers = [guest.until(is_offer) for guest in (anna, watcher)]
        assert offers[0] == offers[1]
        assert offers[0]["by"] == 1
        # Asked for by both, it is still one table; and who comes late is told.
        assert anna.ask(ASKED)["type"] == "done"
        with laid.guest(0) as late:
            assert late.until(is_offer) == offers[0]
    again = offers[0]["table"]
    assert again != laid.id
    for seat in (0, 1):
        with Guest(house, again, laid.tokens[seat]) as guest:
            assert guest.state["seat"] == seat
            assert guest.state["is_started"]
            assert not guest.state["is_over"]
            assert [person["name"] for person in guest.state["people"]] == ["Anna", "Bruno"]
            assert guest.state["options"] == anna.state["options"]


def test_where_the_next_table_is_follows_from_nothing(house: House) -> None:
    laid = house.table("xequeo", "here", "here")
    with laid.guest(0) as anna:
        anna.ask({"type": "resign"})
        anna.ask(ASKED)
        offer = json.loads(next(frame for frame in anna.frames if is_offer(json.loads(frame))))
        assert offer["table"] != former_rematch(laid.id)


def test_who_watches_gets_no_seat(house: House) -> None:
    laid = house.table("xequeo", "here", "link")
    _, claimed = laid.claim("bruno's own browser", laid.invites[1], "Bruno")
    laid.tokens[1] = claimed["token"]
    with at(laid, 0, None) as (anna, watcher):
        anna.ask({"type": "resign"})
        assert watcher.ask(ASKED)["code"] == "only_watching"
        anna.ask(ASKED)
        again = watcher.until(is_offer)["table"]
        heard = "".join(watcher.frames)
        assert not any(secret in heard for secret in (*laid.tokens, laid.invites[1]) if secret)
    with Guest(house, again) as watcher:
        assert watcher.state["seat"] is None
        assert watcher.ask({"type": "resign"})["code"] == "only_watching"
    # Nor does the old invitation open anything there.
    status, body, _ = house.ask(
        f"/api/tables/{again}/claim", {"browser": "somebody else's browser", "invite": laid.invites[1], "name": "Eve"}
    )
    assert status >= 400
    assert json.loads(body)["code"] == "invite_unknown"


def test_it_is_the_same_table_after_a_restart(tmp_path: Path) -> None:
    """Nobody looks any more, so the room is gone: the next table is found all the same."""
    with House(tmp_path, limits={"idle_rooms": 0}) as house:
        laid = house.table("venise", "here", "bot:greedy", options="first=0")
        found = []
        for _ in range(2):
            with laid.guest(0) as anna:
                anna.ask({"type": "resign"})
                assert anna.ask(ASKED)["type"] == "done"
                found += [frame for frame in anna.frames if is_offer(json.loads(frame))]
        assert len(found) == 2
        assert found[0] == found[1]
        with Guest(house, json.loads(found[0])["table"], laid.tokens[0]) as anna:
            assert anna.state["people"][1]["bot"] == "greedy"
