"""The gallery of boards: off by default, approved by the operator, removed by its author's browser or the operator."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from ridotto.boards.rate import GAMES, rate
from ridotto.cli import main
from ridotto.games.venise import load_board
from ridotto.games.venise.boards import Board, parse_board
from ridotto.server import wire
from ridotto.server.workshop_jobs import PartlyRated, _tell_rating, check_draft, draft_of, rate_more, read_draft
from tests.server.house import MANY, House, Json

LEFT = 4
"""Games with each number of seats."""
ANNA, BRUNO = "anna" * 5, "bruno" * 5
"""What the browsers of two authors keep to themselves."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with House(tmp_path_factory.mktemp("house"), limits=MANY, has_gallery=True) as house:
        yield house


@pytest.fixture
def house(server: House) -> House:
    """Nothing hangs there yet, and nothing is rated."""
    for entry in server.store.gallery():
        server.store.withdraw(entry.id)
    server.services.workshop._known.clear()
    return server


def own_draft(name: str = "Ponte", *, is_moved: bool = True) -> Json:
    """Rialto, with one gem and its partners in other places."""
    rialto = draft_of(load_board("day-basic"))
    moved = {"b4sw": "b4ne", "d4se": "d4nw", "b1nw": "b1se", "d1ne": "d1sw"} if is_moved else {}
    gems = {colour: sorted(moved.get(each, each) for each in fields) for colour, fields in rialto.gems.items()}
    return {"name": name, "side": "day", "posts": list(rialto.posts), "gems": gems}


@cache
def short_rating(code: str) -> PartlyRated:
    """To the end, with few games."""
    board = load_board(code)
    *_, last = rate(board, games=2)
    return PartlyRated(last, _tell_rating(board, last), True)


def unfinished_rating(code: str) -> PartlyRated:
    """All but the last games with each number of seats, which are left to be played."""
    step = short_rating(code).step
    balance = {seats: replace(tally, games=GAMES - LEFT) for seats, tally in step.rating.balance.items()}
    parts = step.parts + len(balance) * (GAMES - 2)
    step = step._replace(rating=replace(step.rating, balance=balance), done=parts - len(balance) * LEFT, parts=parts)
    return PartlyRated(step, _tell_rating(load_board(code), step), False)


def rated(house: House, draft: Json, *, is_done: bool = True) -> Board:
    """As if somebody had let the workshop measure the board, to the end or nearly."""
    board = parse_board(file_of(draft))
    known = short_rating(board.code) if is_done else unfinished_rating(board.code)
    house.services.workshop._known.keep((rate_more, board.code), known)
    return board


def file_of(draft: Json) -> str:
    return check_draft(wire.Draft.model_validate(draft)).file


def offer(house: House, draft: Json, author: str = ANNA) -> tuple[int, Json]:
    status, answer, _ = house.ask("/api/gallery", {"draft": draft, "author": author})
    return status, json.loads(answer)


def seen(house: House, author: str = "") -> list[Json]:
    boards: list[Json] = house.get("/api/gallery", author)["boards"]
    return boards


def operate(house: House, *words: str) -> int:
    return main(["gallery", *words, "--db", house.settings.db, "--lang", "en"])


def withdraw(house: House, entry: str, author: str) -> int:
    headers = {"Authorization": f"Bearer {author}"}
    return house.ask(f"/api/gallery/{entry}", method="DELETE", headers=headers)[0]


def test_there_is_none_unless_the_operator_wants_it(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        assert house.get("/api/gallery") == {"is_open": False, "boards": []}
        status, refused = offer(house, own_draft())
        assert (status, refused["code"]) == (404, "gallery_off")


def test_a_board_waits_for_the_operator(house: House, capsys: pytest.CaptureFixture[str]) -> None:
    board = rated(house, own_draft())
    status, made = offer(house, own_draft())
    assert status == 201
    assert seen(house) == seen(house, BRUNO) == [], "nobody else sees it yet"
    (own,) = seen(house, ANNA)
    assert own == made
    assert (own["is_own"], own["is_approved"], own["name"], own["code"]) == (True, False, "Ponte", board.code)
    assert operate(house, "list") == 0
    assert "waits" in (line := capsys.readouterr().out)
    assert made["id"] in line
    assert operate(house, "approve", made["id"]) == 0
    (shown,) = seen(house, BRUNO)
    assert (shown["is_own"], shown["is_approved"], shown["played"]) == (False, True, 0)
    assert len(shown["hourglasses"]) == len(shown["first"]) == len(shown["rounds"]) == 3
    capsys.readouterr()
    assert operate(house, "show", made["id"]) == 0
    assert parse_board(capsys.readouterr().out) == board, "for the operator's own eyes, as a file"


def test_its_author_removes_it_and_so_does_the_operator(house: House, capsys: pytest.CaptureFixture[str]) -> None:
    rated(house, own_draft())
    entry = offer(house, own_draft())[1]["id"]
    assert operate(house, "approve", entry) == 0
    assert withdraw(house, entry, BRUNO) == withdraw(house, entry, "") == 404
    assert len(seen(house)) == 1
    assert withdraw(house, entry, ANNA) == 200
    assert not seen(house, ANNA)
    assert withdraw(house, entry, ANNA) == 404
    entry = offer(house, own_draft())[1]["id"]
    assert operate(house, "approve", entry, "nothing") == 2, "all of it or nothing"
    assert "nothing" in capsys.readouterr().err
    assert not seen(house)
    assert operate(house, "remove", entry) == 0
    assert not seen(house, ANNA)
    capsys.readouterr()
    assert operate(house, "list") == 0
    assert capsys.readouterr().out == "The gallery is empty.\n"


def test_how_often_people_played_it(house: House) -> None:
    """Finished matches of two or more people; bots and matches in play do not count."""
    board = rated(house, own_draft())
    entry = offer(house, own_draft())[1]["id"]
    assert operate(house, "approve", entry) == 0
    options = f"board='{board.code}'"
    house.table("venise", "here", "here", options=options)  # goes on
    for seats in (("here", "here"), ("here", "bot:greedy"), ("here", "here")):
        table = house.table("venise", *seats, options=options)
        with table.guest(0) as guest:
            guest.ask({"type": "resign"})
    elsewhere = house.table("venise", "here", "here", options="board=arsenale")
    with elsewhere.guest(0) as guest:
        guest.ask({"type": "resign"})
    assert seen(house)[0]["played"] == 2


@pytest.mark.parametrize(
    ("change", "status", "code"),
    [
        ({"gems": {"red": []}}, 422, "board_invalid"),
        ({"name": ""}, 422, "board_invalid"),
        ({"name": " \u200b "}, 422, "board_invalid"),
        ({"is_box": True}, 422, "gallery_box"),
        ({"side": "dusk"}, 422, "request_shape"),
        ({"posts": ["O"] * 1000}, 422, "request_shape"),
        ({}, 409, "gallery_unrated"),
        ({"gems": draft_of(load_board("day-basic")).model_dump()["gems"]}, 422, "gallery_shipped"),
    ],
)
def test_boards_that_it_does_not_take(house: House, change: Json, status: int, code: str) -> None:
    found, refused = offer(house, own_draft() | change)
    assert (found, refused["code"]) == (status, code)
    assert refused["words"]["key"]
    assert not seen(house, ANNA)


def test_names_are_text_on_one_line(house: House) -> None:
    name = '<img src=x onerror="alert(1)">\n\x1b[31m' + "x" * 100
    rated(house, own_draft())
    made = offer(house, own_draft(name))[1]
    assert made["name"] == '<img src=x onerror="alert(1)"> [31mxxxxxxxxxxxxxxxxxxxx'[:40].strip()
    assert operate(house, "list") == 0


def test_the_same_board_hangs_there_once(house: House) -> None:
    rated(house, own_draft())
    assert offer(house, own_draft())[0] == 201
    status, refused = offer(house, own_draft("Another name"), BRUNO)
    assert (status, refused["code"]) == (409, "gallery_known")


def test_not_more_wait_than_somebody_can_look_at(tmp_path: Path) -> None:
    with House(tmp_path, limits=MANY | {"waiting_offers": 0}, has_gallery=True) as house:
        rated(house, own_draft())
        status, refused = offer(house, own_draft())
        assert (status, refused["code"]) == (429, "gallery_full")


def test_one_visitor_offers_only_so_many(tmp_path: Path) -> None:
    with House(tmp_path, has_gallery=True) as house:
        rated(house, own_draft())
        found = [offer(house, own_draft())[1].get("code", "") for _ in range(8)]
        assert found[-1] == "too_many_offers"


@pytest.mark.parametrize("author", ["", "short", "x" * 200])
def test_keys_that_are_none(house: House, author: str) -> None:
    rated(house, own_draft())
    assert offer(house, own_draft(), author)[0] == 422


def test_keys_are_kept_as_hashes_only(house: House) -> None:
    rated(house, own_draft())
    assert offer(house, own_draft())[0] == 201
    (entry,) = house.store.gallery()
    assert ANNA not in repr(entry)
    assert "author" not in seen(house, ANNA)[0]


def test_the_mark_of_a_box_goes_with_the_file() -> None:
    draft = read_draft(file_of(own_draft())).draft
    assert not draft.is_box
    boxed: Any = draft.model_copy(update={"is_box": True})
    checked = check_draft(boxed)
    assert "box = true" in checked.file
    assert not checked.problems, "the command line reads it as any other"
    assert read_draft(checked.file).draft == boxed
