"""Positions to play on from, notes and variations: of finished matches, in the file, and never in the stored match."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ridotto.core import RidottoError
from ridotto.games.xequeo import XeQueo, starts
from ridotto.match import Audience, Match, Study, dealt, read_study
from ridotto.server import wire
from ridotto.server.studies import changed, position_of, position_of_link, studied
from ridotto.server.views.sent import encode
from tests.playing import dealt_anew, random_match
from tests.server.house import Guest, House, Json, at, play_on
from tests.test_starts import named

GAMES = ("xequeo rings=2", "venise", "venise seats=3")


def finished(name: str, seed: int) -> Match:
    match = random_match(named(name), seed)
    return match if match.outcome else ended(match)


def ended(match: Match) -> Match:
    """Only to have a match that is over: somebody's time ran out."""
    match.read_ending(0, "overtime")
    return match


def ask(study: Study | Match, at: int, seen: Audience = "spectator", line: int = 0) -> wire.Position:
    study = Study(study) if isinstance(study, Match) else study
    return position_of(study, wire.AskPosition(table="", record="", line=line, at=at, seen=seen))


def edit(study: Study, played: Match | None = None, **change: Any) -> Study:
    return changed(study, wire.AskStudy(**change), played)


def code_of(work: Any) -> str:
    with pytest.raises(RidottoError) as refused:
        work()
    return refused.value.code


# -- positions ---------------------------------------------------------------------------------------------------------


@given(name=st.sampled_from(GAMES), seed=st.integers(0, 99), share=st.floats(0, 1))
def test_every_position_can_be_gone_on_from(name: str, seed: int, share: float) -> None:
    """It is read back, it is somebody's turn, and whoever gets it sees what the match showed there."""
    match = finished(name, seed)
    number = round(share * len(match.entries))
    found = ask(match, number, "all")
    if not found.start:
        assert all(actor == -1 for actor, _ in match.entries[number:-1]) or number >= len(match.entries) - 1
        return
    again = position_of_link(
        wire.LinkedPosition(game=found.game, options=found.options, seats=len(found.people), start=found.start)
    )
    assert again.start == found.start
    assert again.is_open
    assert found.svg.startswith("<svg ")


@given(number=st.integers(0, 1), piece=st.integers(0, 6), seat=st.integers(0, 1))
def test_a_link_holds_what_a_spectator_saw(number: int, piece: int, seat: int) -> None:
    """To the last byte the same where only a secret differs: whoever gets the link learns nothing."""
    start = "R5O/7/7/3*3/7/2BVW2/Y5G 0 Ra6 rings=1-2 cards={}"
    game = XeQueo()

    def match(cards: str) -> Match:
        made = Match(game, day="1998-02-24", start=starts.parse_start(game, start.format(cards)))
        made.submit(1, "Gf2")
        made.resign(seat)
        return made

    one, two = match("RO"), match("RO"[:seat] + "ROYGBVW"[piece] + "RO"[seat + 1 :])
    assert encode(ask(one, number)) == encode(ask(two, number))
    assert "?" in ask(one, number).start
    assert ask(one, number, seat).start.count("?") == 1
    assert ask(one, number, "all").is_open


@pytest.mark.parametrize("name", GAMES)
def test_a_link_holds_nothing_that_could_be_otherwise(name: str) -> None:
    """Two matches that a spectator cannot tell apart lead to the same link, to the last byte."""
    differ = 0
    for seed in range(6):
        match = finished(name, seed)
        number = round(len(match.entries) * 0.4)
        one, two = (dealt_anew(match, number, "spectator", Random(other)) for other in (1, 2))
        differ += one.state != two.state
        for other in (one, two):
            other.read_ending(0, "resigns")
        assert encode(ask(one, 0)) == encode(ask(two, 0))
    assert differ


def test_what_cannot_be_gone_on_from() -> None:
    match = finished("xequeo rings=1", 3)
    end = ask(match, len(match.entries))
    assert end.start == ""
    assert end.text
    assert end.svg
    assert code_of(lambda: ask(match, len(match.entries) + 1)) == "study_line"
    assert code_of(lambda: ask(match, 0, line=1)) == "study_line"
    assert code_of(lambda: ask(match, 0, 3)) == "study_line"
    assert code_of(lambda: ask(match.branch(5), 3)) == "study_running"
    last = len(match.entries) - 1
    masked = read_study(match.record("spectator"))
    assert code_of(lambda: ask(masked, last, "all")) == "study_masked"
    assert code_of(lambda: ask(masked, last, 0)) == "study_masked"
    assert "?" in ask(masked, last).start
    own = read_study(match.record(1))
    assert ask(own, last, 1).start.count("?") == 1
    assert code_of(lambda: ask(own, last, 0)) == "study_masked"


BAD_LINKS: dict[str, tuple[dict[str, Any], str]] = {
    "cut off": ({"start": "R5O/7/7/3*3"}, "position_seat"),
    "empty": ({"start": ""}, "position_seat"),
    "no such game": ({"game": "chess"}, "game_unknown"),
    "too many": ({"seats": 3}, "seats_wrong"),
    "an option": ({"options": "wings=2"}, "option_unknown"),
    "won": ({"start": "R5O/7/7/3*3/7/2BVW2/Y5G 0 rings=4-0"}, "start_phase"),
}


@pytest.mark.parametrize("name", BAD_LINKS)
def test_a_link_that_cannot_be(name: str) -> None:
    asked: dict[str, Any] = {"game": "xequeo", "seats": 2, "start": "R5O/7/7/3*3/7/2BVW2/Y5G 0"}
    changes, code = BAD_LINKS[name]
    assert code_of(lambda: position_of_link(wire.LinkedPosition(**(asked | changes)))) == code


# -- notes and variations ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seen", ["all", "spectator", 0])
def test_what_was_played_on_becomes_a_variation(name: str, seen: Audience) -> None:
    for seed in range(4):
        rng = Random(seed)
        match = finished(name, seed)
        number = rng.randrange(len(match.entries) - 2)
        found = ask(match, number, seen)
        if not found.start:
            continue
        played = played_on(match, found.start, rng)
        study = edit(Study(match), played, at=number, title=" Rather \n this ")
        (variation,) = study.variations
        assert variation.title == "Rather this"
        start = 0 if variation.is_anew else variation.at
        kept = [entry for entry in played.entries if entry.move != "resigns"]
        assert [tuple(entry) for entry in variation.match.entries[start:]] == [tuple(entry) for entry in kept]
        if seen == "all":
            assert not variation.is_anew
        assert read_study(study.record()).record() == study.record()
        assert edit(study, played, at=number) == study, "the same once more is no other"
        assert study.match is match
        told = studied(study)
        assert told.replay.variations[0].frames[-1].line is not None
        assert told.record == study.record()


def played_on(match: Match, start: str, rng: Random) -> Match:
    other = Match(match.game, match.names, match.day, start=dealt(match.game, start, rng))
    for _ in range(6):
        other.play_chance(rng)
        if not other.actors:
            break
        actor = rng.choice(other.actors)
        other.submit(actor, rng.choice(match.game.legal(other.state, actor)))
    if other.outcome:
        return other
    other = other.branch(len(other.entries))
    return other if other.outcome else (other.read_ending(0, "resigns"), other)[1]


def test_notes_stay_in_the_file() -> None:
    match = finished("xequeo rings=2", 5)
    study = edit(Study(match), at=12, note="Too hasty?\nPerhaps.")
    study = edit(study, played_on(match, ask(match, 12, "all").start, Random(1)), at=12)
    first = study.variations[0].at
    study = edit(study, line=1, at=first + 1, note="Better.")
    again = read_study(study.record())
    assert again.remarks.notes == {12: "Too hasty?\nPerhaps."}
    assert again.variations[0].remarks.notes == {first + 1: "Better."}
    told = studied(again).replay
    assert (told.notes, told.variations[0].notes) == (again.remarks.notes, again.variations[0].remarks.notes)
    assert edit(again, at=12, note=" ").remarks.notes == {}
    assert edit(again, drop=1).variations == ()
    assert code_of(lambda: edit(again, line=1, at=first - 1, note="early")) == "study_line"
    assert code_of(lambda: edit(again, drop=2)) == "study_line"


def test_variations_of_variations_go_with_them() -> None:
    match = finished("xequeo rings=2", 5)
    study = edit(Study(match), played_on(match, ask(match, 12, "all").start, Random(1)), at=12)
    at_ = study.variations[0].at + 1
    start = ask(study, at_, "all", line=1).start
    study = edit(study, played_on(match, start, Random(2)), line=1, at=at_)
    study = edit(study, played_on(match, ask(match, 12, "all").start, Random(3)), at=12)
    assert [variation.of for variation in study.variations] == [0, 1, 0]
    assert [variation.of for variation in edit(study, drop=1).variations] == [0]
    assert [variation.of for variation in edit(study, drop=2).variations] == [0, 0]
    assert read_study(study.record()).record() == study.record()


def test_another_match_is_no_variation() -> None:
    match = finished("xequeo rings=2", 5)
    study = Study(match)
    played = played_on(match, ask(match, 12, "all").start, Random(1))
    assert code_of(lambda: edit(study, match, at=12)) == "study_other"
    assert code_of(lambda: edit(study, played, at=len(match.entries) - 4)) == "study_other"
    assert code_of(lambda: edit(Study(finished("venise", 1)), played, at=12)) == "study_other"
    unfinished = played.branch(len(played.entries) - 1)
    assert code_of(lambda: edit(study, unfinished, at=12)) == "study_running"
    assert code_of(lambda: edit(read_study(match.record("spectator")), played, at=12)) == "study_masked"
    given_up = Match(match.game, start=played.start)
    given_up.read_ending(0, "resigns")
    assert code_of(lambda: edit(study, given_up, at=12)) == "study_empty"


# -- at the table ------------------------------------------------------------------------------------------------------


def begun(house: House, position: Json, *seats: str) -> Any:
    return house.table(position["game"], *seats, options=position["options"], start=position["start"])


@pytest.mark.parametrize(("game", "options"), [("xequeo", "rings=2"), ("venise", "first=0")])
def test_from_a_finished_match_to_a_variation_of_it(house: House, game: str, options: str) -> None:
    laid = house.table(game, "here", "here", options=options)
    with at(laid, 0, 1) as guests:
        asked = {"table": laid.id, "at": 12, "seen": "all"}
        status, body, _ = house.ask("/api/position", asked)
        assert (status, json.loads(body)["code"]) == (409, "study_running")
        status, body, _ = house.ask("/api/study", {"table": laid.id, "at": 1, "note": "no"})
        assert (status, json.loads(body)["code"]) == (409, "study_running")
        play_on(guests, Random(3))
        before = laid.record(0)
        position = house.post("/api/position", asked)
        other = begun(house, position, "here", "bot:random")
        with other.guest(0) as anna:
            assert anna.state["start"] == house.post("/api/position", asked | {"seen": "spectator"})["start"]
            anna.ask({"type": "resign", "id": 1})
        hot = begun(house, position, "here", "here")
        with at(hot, 0, 1) as both:
            play_on(both, Random(5))
        told = house.post("/api/study", {"table": laid.id, "at": 12, "played": hot.id, "title": "What if"})
        (variation,) = told["replay"]["variations"]
        assert not variation["is_anew"]
        assert variation["frames"][-1]["line"]
        noted = house.post("/api/study", {"record": told["record"], "at": 12, "note": "Here."})
        assert noted["replay"]["notes"] == {"12": "Here."}
        assert house.post("/api/replay", {"text": noted["record"]})["variations"][0]["title"] == "What if"
        assert laid.record(0) == before, "the stored match knows nothing of it"


def test_secrets_of_a_start_are_nobody_elses(house: House) -> None:
    """What is dealt anew shows in no frame of others, and a table comes back from disk as it was dealt."""
    start = "R5O/7/7/3*3/7/2BVW2/Y5G 0 Ra6 rings=1-0 cards=??"
    laid = house.table("xequeo", "here", "here", options="rings=2", start=start)
    with at(laid, 0, 1, None) as (anna, bruno, watcher):
        for guest in (anna, bruno, watcher):
            assert guest.state["start"] == start
        own = [guest.state["now"]["view"]["choices"] for guest in (anna, bruno, watcher)]
        assert own[0][1] is own[1][0] is None
        assert all((own[0][0], own[1][1]))
        assert own[2] == [None, None]
        assert "cards=??" in laid.record()
        assert f"cards={own[0][0]}?" in laid.record(0)


def test_the_same_position_with_the_sides_swapped(house: House) -> None:
    start = "R5O/7/7/3*3/7/2BVW2/Y5G 0 rings=1-0"
    laid = house.table("xequeo", "here", "bot:random", options="rings=2", start=start)
    with laid.guest(0) as anna:
        anna.ask({"type": "resign", "id": 1})
        anna.ask({"type": "rematch", "id": 2})
        again = next(told["table"] for told in map(json.loads, anna.frames) if told["type"] == "rematch")
    with Guest(house, again, laid.tokens[0]) as anna:
        assert anna.state["seat"] == 1
        assert anna.state["start"] == start
        assert [person["kind"] for person in anna.state["people"]] == ["bot", "person"]
        assert anna.state["now"]["view"]["rings"] == [1, 0]


@pytest.mark.parametrize(
    ("game", "start", "code"),
    [("xequeo", "R5O/7/7", "position_seat"), ("xequeo", "R5O/7/7/3*3/7/2BVW2/Y5G 0 rings=4-0", "start_phase")],
)
def test_a_table_does_not_begin_where_nothing_can(house: House, game: str, start: str, code: str) -> None:
    asked = {"game": game, "seats": [{"kind": "here"}, {"kind": "here"}], "start": start}
    status, body, _ = house.ask("/api/tables", asked)
    assert (status, json.loads(body)["code"]) == (422, code)


def test_a_card_for_messengers_of_finished_matches_only(house: House) -> None:
    """Of a match in play, or none at all, there is neither a picture nor a word."""
    laid = house.table("xequeo", "here", "bot:random", options="rings=2 first_placer=host")
    plain = house.ask("/replay/nowhere")[1]
    assert house.ask(f"/replay/{laid.id}")[1] == plain
    assert house.ask(f"/api/tables/{laid.id}/card.png")[0] == 409
    assert house.ask("/api/tables/nowhere/card.png")[0] == 404
    with laid.guest(0) as anna:
        anna.ask({"type": "resign"})
    told = house.ask(f"/replay/{laid.id}/2", headers={"Accept-Language": "de"})[1].decode()
    assert '<meta property="og:title" content="Xe\u00a0Queo!: Anna – Harlekin" />' in told
    assert f"/api/tables/{laid.id}/card.png?at=2" in told
    status, picture, headers = house.ask(f"/api/tables/{laid.id}/card.png?at=2")
    assert (status, headers["content-type"], picture[:4]) == (200, "image/png", b"\x89PNG")
    assert picture[16:24] == (1200).to_bytes(4, "big") + (630).to_bytes(4, "big")
