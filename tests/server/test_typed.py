"""Typed moves over sockets: read for whoever asks, and unseen by everybody else."""

from __future__ import annotations

from typing import Any

import pytest

from ridotto.i18n import Catalogue, Said
from tests.server.house import Guest, House, at


def read(guest: Guest, text: str, language: str = "en", **more: Any) -> Any:
    return guest.ask({"type": "read", "version": guest.now["version"], "text": text, "language": language, **more})


def said(words: Any, language: str = "en") -> str:
    """What the browser makes of it."""

    def thing(value: Any) -> Any:
        return (
            Said(value["key"], {name: thing(each) for name, each in value["params"].items()})
            if isinstance(value, dict)
            else value
        )

    return Catalogue(language).said(thing(words))


def test_words_become_a_move_that_can_be_made(house: House) -> None:
    laid = house.table("venise", "here", "here", options="first=0")
    with at(laid, 0) as (anna,):
        answer = read(anna, "lege die kurze Planke von a4 nach b4", "de")
        assert answer["is_clear"]
        (meant,) = answer["readings"]
        assert said(meant["said"], "de") == "Anna legt eine kurze Planke von a4 nach b4."
        assert said(meant["note"], "de") == "kurze Planke, kostet 1"
        assert anna.lines[-1]["text"] != meant["move"], "nothing has been done"
        assert anna.move(meant["move"])["type"] == "done"
        assert anna.lines[-1]["text"] == meant["move"]


def test_nobody_hears_what_is_typed(house: House) -> None:
    laid = house.table("xequeo", "here", "here", options="first_placer=host")
    with at(laid, 0, 1, None) as (anna, bruno, watcher):
        anna.move(anna.legal[0])
        for guest in (bruno, watcher):
            guest.see(lambda guest: guest.now["version"] == anna.now["version"])
        before = [len(guest.frames) for guest in (bruno, watcher)]
        for text in ("red", "=O", "blue", "nothing of the kind"):
            read(anna, text)
        for guest in (bruno, watcher):
            guest.catch_up()
        # Only the answer to their own question has come since.
        assert [len(guest.frames) for guest in (bruno, watcher)] == [count + 1 for count in before]


def test_at_a_shared_screen_the_answer_is_the_same_whatever_was_chosen(house: House) -> None:
    """Also where a piece could enter the ring."""
    answers = set()
    position = "R5O/1B5/7/3*3/7/2W4/YV4G 0"
    for choice in ("=R", "=O"):
        laid = house.table("xequeo", "here", "here", options=f'rings=1 "position={position}"')
        with at(laid, 0, 1) as (anna, bruno):
            for guest, move in ((anna, choice), (bruno, "=G"), (anna, "Rc5"), (bruno, "Yc3")):
                guest.see(lambda guest: guest.state["seat"] in guest.now["waiting"])
                assert guest.move(move)["type"] == "done"
            anna.see(lambda anna: 0 in anna.now["waiting"])
            lines = ("Rd4", "red d4", "red", "orange d4")
            alone = [read(anna, line)["count"] for line in lines]
            answers.add(str([read(anna, line, is_shared=True) | {"id": 0} for line in lines]))
            assert alone[0] == (choice == "=R"), "whoever sits alone is told"
    assert len(answers) == 1


@pytest.mark.parametrize("language", ["", "xx", "de-AT", "../../etc"])
def test_any_language_is_answered(house: House, language: str) -> None:
    laid = house.table("xequeo", "here", "here", options="first_placer=host")
    with at(laid, 0) as (anna,):
        assert read(anna, "a4", language)["type"] == "readings"


def test_bad_questions(house: House) -> None:
    laid = house.table("xequeo", "here", "here", options="first_placer=host")
    with at(laid, 0, 1, None) as (anna, bruno, watcher):
        assert read(anna, "z9 nonsense")["why"]["key"] == "web_type_none"
        assert read(bruno, "a4")["why"]["key"] == "web_type_wait"
        # Notation that breaks a rule is told which.
        (piece,) = [each["square"] for each in anna.now["view"]["pieces"] if each["letter"] == "R"]
        assert read(anna, f"@{piece}")["why"]["key"] not in ("web_type_none", "web_type_wait")
        assert read(watcher, "a4")["code"] == "only_watching"
        assert anna.ask({"type": "read", "version": 99, "text": "a4", "language": "en"})["code"] == "stale_version"
        for text in ("a" * 201, 7, None):
            anna.say({"type": "read", "id": 1, "version": 0, "text": text, "language": "en"})
            assert anna.until(lambda answer: answer["type"] == "failed")["code"].startswith("frame")
        assert anna.move(anna.legal[0])["type"] == "done", "the socket has stayed"
