"""Lessons over HTTP: nothing is kept, refusals are the rules' own, and nothing secret is sent."""

from __future__ import annotations

import json
from typing import Any

from tests.server.house import House

CLOSER = {"game": "xequeo", "name": "closer", "seed": 7}


def play(house: House, **asked: Any) -> tuple[int, Any]:
    status, body, _ = house.ask("/api/lessons", asked)
    return status, json.loads(body)


def test_what_can_be_learnt(house: House) -> None:
    found = house.get("/api/lessons")
    assert [each["game"] for each in found] == ["xequeo"] * 7 + ["venise"] * 8
    assert found[0] == {"game": "xequeo", "name": "closer", "goals": 2}


def test_a_lesson_from_its_start_to_its_end(house: House) -> None:
    _, first = play(house, **CLOSER)
    assert (first["met"], first["is_over"], len(first["frames"])) == (0, False, 1)
    _, second = play(house, **CLOSER, moves=["Ra6"])
    assert second["met"] == 1
    assert [frame["line"]["text"] for frame in second["frames"][1:]] == ["Ra6", "Of6"]
    _, third = play(house, **CLOSER, moves=["Ra6", "Yb2"])
    assert third["is_done"]
    assert third["is_over"]
    assert play(house, **CLOSER, moves=["Ra6"])[1] == second, "the same again"


def test_mistakes_are_refused_as_the_rules_do(house: House) -> None:
    status, refused = play(house, **CLOSER, moves=["Vd1"])
    assert status == 422
    assert refused["code"] == "not_closer"
    assert play(house, **CLOSER, moves=["Ra6", "Yb2", "Rb5"])[1]["code"] == "lesson_over"
    assert play(house, **{**CLOSER, "name": "closr"})[1]["code"] == "lesson_unknown"
    assert play(house, **{**CLOSER, "game": "chess"})[1]["code"] == "game_unknown"


def test_the_partners_secret_is_not_sent(house: House) -> None:
    """Whatever the start says of it: the lesson is played by views."""
    _, state = play(house, game="xequeo", name="challenging", seed=1)
    assert "O!" in str(state["frames"][-1]["view"]), "one may challenge"
    assert state["frames"][-1]["view"]["choices"][1] in (None, "", "?")
