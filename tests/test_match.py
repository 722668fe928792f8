from __future__ import annotations

import re
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ridotto.core import CHANCE, IllegalMove, Outcome, RecordError, RidottoError
from ridotto.games import make_game
from ridotto.games.venise import Venise
from ridotto.games.xequeo import XeQueo
from ridotto.match import Audience, Match, clean_name, read_record
from tests.playing import random_match

SMALL = "2O1/*3/2Y1/R3 0"


def small_match(*moves: tuple[int, str]) -> Match:
    match = Match(XeQueo(position=SMALL), ["Anna", "Bruno"], day="1998-02-24")
    for actor, text in moves:
        match.submit(actor, text)
    return match


def test_who_was_quicker_leaves_no_trace() -> None:
    one, two = small_match((0, "=R"), (1, "=O")), small_match((1, "=O"), (0, "=R"))
    assert one.record() == two.record()
    assert one.states == two.states


def test_an_open_choice_is_seen_by_its_owner_only() -> None:
    waiting = small_match((1, "=O"))
    nothing = small_match()
    assert waiting.record(0) == nothing.record(0)
    assert waiting.record("spectator") == nothing.record("spectator")
    assert "=O" in waiting.record(1)
    both = small_match((1, "=O"), (0, "=R"))
    assert "0: =R  1: =?" in both.record(0)
    assert "0: =?  1: =?" in both.record("spectator")


def test_who_is_waited_for_does_not_tell_who_has_chosen() -> None:
    nothing, waiting = small_match(), small_match((1, "=O"))
    assert waiting.waiting() == (0,)
    for audience in (0, "spectator"):
        assert waiting.waiting(audience) == nothing.waiting(audience) == (0, 1)
    assert waiting.waiting(1) == (0,)
    both = small_match((1, "=O"), (0, "=R"))
    assert both.waiting() == both.waiting("spectator") == both.waiting(0) == (0,)


@given(seed=st.integers(0, 99), moves=st.integers(0, 70))
def test_those_who_may_act_are_waited_for(seed: int, moves: int) -> None:
    match = random_match(XeQueo(), seed, moves=moves)
    for audience in (0, 1, "spectator"):
        assert set(match.actors) <= set(match.waiting(audience))
    assert bool(match.waiting("spectator")) == bool(match.actors)


def test_a_copy_goes_its_own_way() -> None:
    match = small_match((0, "=R"))
    copy = match.copy()
    copy.submit(1, "=O")
    assert len(match.entries) == len(match.states) - 1 == 1
    assert copy.record() == small_match((0, "=R"), (1, "=O")).record()


def test_taking_back_does_not_tell_who_has_chosen() -> None:
    """Seat 1 laid the ring; whether seat 0 has chosen since must not show in what seat 1 can take back."""
    match = Match(XeQueo(first_placer="guest"), ["Anna", "Bruno"], day="1998-02-24")
    match.play_chance(Random(1))
    match.submit(1, match.game.legal(match.state, 1)[0])
    chosen = match.copy()
    chosen.submit(0, "=R")
    for each in (match, chosen):
        assert not each.can_take_back([1])
        against_a_bot = each.copy()
        against_a_bot.take_back([1], bots=[0])
        assert against_a_bot.actors == (1,), "a bot's choice is taken back along with the ring"
    chosen.take_back([0])
    assert chosen.record() == match.record()


def test_only_ones_own_moves_are_taken_back() -> None:
    match = small_match((0, "=R"), (1, "=O"))
    assert not match.can_take_back([0]), "sealed"
    match.submit(0, "Ra2")
    assert not match.can_take_back([1])
    back = match.copy()
    assert back.take_back([0]) == 2
    assert [entry.actor for entry in back.entries] == [0, 1]
    match.submit(1, "Oc3")
    with pytest.raises(IllegalMove) as caught:
        match.take_back([0])
    assert caught.value.code == "cannot_undo", "Bruno's move stays"
    assert match.take_back([0], bots=[1]) == 2
    assert match.record() == back.record()


@given(seed=st.integers(0, 999), moves=st.integers(0, 60), name=st.sampled_from(["xequeo", "venise"]))
def test_what_a_change_does_not_touch_stays_true(seed: int, moves: int, name: str) -> None:
    """Every change returns the first entry it touches: for nobody anything before that looks different."""
    match, rng = random_match(make_game(name), seed, moves=moves), Random(seed)
    audiences: list[Audience] = ["spectator", "all", *range(match.game.seats)]
    for _ in range(12):
        before = {audience: list(match.numbered_lines(audience)) for audience in audiences}
        entries, states = list(match.entries), list(match.states)
        seats = [seat for seat in range(match.game.seats) if match.can_take_back([seat], [0])]
        if seats and rng.random() < 0.3:
            start = match.take_back([rng.choice(seats)], [0])
        elif not match.actors:
            break
        elif match.actors == (CHANCE,):
            start = match.play_chance(rng)
        else:
            actor = rng.choice(match.actors)
            start = match.submit(actor, rng.choice(match.game.legal(match.state, actor)))
        assert match.entries[:start] == entries[:start]
        assert match.states[: start + 1] == states[: start + 1]
        for audience in audiences:
            after = list(match.numbered_lines(audience))
            kept = [numbered for numbered in before[audience] if numbered[0] < start]
            assert after[: len(kept)] == kept
            assert list(match.numbered_lines(audience, start)) == after[len(kept) :]


def test_undo_until_something_is_sealed_or_shown() -> None:
    match = small_match()
    assert not match.can_undo
    match.submit(0, "=R")
    match.undo()
    assert match.entries == []
    match.submit(0, "=R")
    match.submit(1, "=O")
    with pytest.raises(IllegalMove) as caught:
        match.undo()  # both have chosen: sealed (XQ-5)
    assert caught.value.code == "cannot_undo"
    before = match.record()
    match.submit(0, "Ra2")
    match.submit(1, "Oc3")
    match.undo()
    match.undo()
    assert match.record() == before
    match.submit(0, "O!")
    assert not match.can_undo, "a card was shown"
    match.submit(1, match.game.legal(match.state, 1)[0])
    assert match.can_undo, "the ring was only laid"


def test_chance_is_never_taken_back() -> None:
    match = random_match(XeQueo(), 1, moves=5)
    assert not match.can_undo


@given(seed=st.integers(0, 999), moves=st.integers(0, 70))
def test_undo_is_exact(seed: int, moves: int) -> None:
    match = random_match(XeQueo(), seed, moves=moves)
    before, states = match.record(), list(match.states)
    if match.actors and match.actors != (-1,):
        actor = match.actors[0]
        match.submit(actor, match.game.legal(match.state, actor)[0])
        if match.can_undo:
            match.undo()
            assert match.record() == before
            assert match.states == states


def test_resigning_ends_the_match_and_reads_back() -> None:
    match = small_match((0, "=R"), (1, "=O"), (0, "Ra2"))
    match.resign(0)
    assert match.outcome is not None
    assert match.outcome.winners == (1,)
    assert match.outcome.reason == "resigned"
    assert match.actors == ()
    for audience in ("all", 1):
        assert read_record(match.record(audience)).record(audience) == match.record(audience)
    with pytest.raises(IllegalMove):
        match.submit(1, "Ra3")
    with pytest.raises(IllegalMove):
        match.resign(1)


OLD = """Ridotto record 1
Game: venise
Rules: 1
Options: seats=3 first=1
Date: 2026-11-15
Seat 0: Anna
Seat 1: Bruno
Seat 2: Carla
Seen by: all
Moves: 8
Result: places 1 2 1 by resigned

set-up
  ~: +remove@1 +step2@1 +remove@2 +short@2 +step1@0 +short@0

round 1
  1: short:d4-e4 resigns
"""


def test_old_records_of_three_with_a_resignation_keep_their_result() -> None:
    match = read_record(OLD)
    assert match.outcome == Outcome((1, 2, 1), "resigned")
    assert match.record() == OLD


def test_of_three_nobody_ends_the_match_by_resigning() -> None:
    match = random_match(Venise(seats=3), 1, moves=30)
    before = match.record()
    with pytest.raises(IllegalMove) as caught:
        match.resign(0)
    assert caught.value.code == "resign_many"
    assert match.record() == before


@given(st.text(max_size=80))
def test_any_name_fits_one_line(name: str) -> None:
    clean = clean_name(name)
    assert clean == clean_name(clean)
    match = Match(XeQueo(), [name, "Bruno"])
    assert match.names == (clean or "Seat 0", "Bruno")
    assert read_record(match.record()).names == match.names


def test_a_name_cannot_paint_the_terminal() -> None:
    assert clean_name("\x1b[31mAnna\u202e\n") == "[31mAnna"


RECORD = random_match(XeQueo(), 4).record()


def change(pattern: str, new: str) -> str:
    changed, count = re.subn(pattern, new, RECORD, count=1)
    assert count
    return changed


BAD_RECORDS = {
    "empty": ("", "record_format"),
    "something else": ('[Event "?"]\n', "record_format"),
    "no game": (change(r"Game: .*\n", ""), "record_header"),
    "no result": (change(r"Result: .*\n", ""), "record_header"),
    "unknown game": (change("Game: xequeo", "Game: chess"), "game_unknown"),
    "later rules": (change("Rules: 1", "Rules: 2"), "record_rules"),
    "unknown option": (change("Options:", "Options: pace=fast"), "option_unknown"),
    "no name": (change("Seat 0: ", "Seat 0 "), "record_header_line"),
    "odd audience": (change("Seen by: all", "Seen by: seat 2"), "record_seen_by"),
    "cut off": (RECORD[: len(RECORD) // 2], "record_truncated"),
    "cut at a line": (RECORD[: RECORD.rindex("round")], "record_truncated"),
    "bad move": (change(r"0: @\w\d", "0: @z9"), "record_line"),
    "illegal move": (change(r"0: @\w\d", "0: @a1"), "record_line"),
    "other result": (change(r"Result: places . .", "Result: places 9 9"), "record_result"),
    "other news": (change(r"-> ring to (.)", r"-> ring to 5\1"), "record_told"),
    "no actor": (change(r"  0: @", "  @"), "record_actor"),
    "news first": (change(r"set-up\n", "set-up\n  -> ring to 0 by entry, cards R ?\n"), "record_news_early"),
}


@pytest.mark.parametrize("name", BAD_RECORDS)
def test_bad_records_get_a_clear_error(name: str) -> None:
    text, code = BAD_RECORDS[name]
    with pytest.raises(RidottoError) as caught:
        read_record(text)
    assert caught.value.code == code
    assert "\n" not in str(caught.value)


@given(st.integers(0, len(RECORD)), st.integers(0, 30), st.text(max_size=10))
def test_damaged_records_never_crash(at: int, length: int, new: str) -> None:
    try:
        read_record(RECORD[:at] + new + RECORD[at + length :])
    except RidottoError as error:
        assert str(error)


@pytest.mark.parametrize("audience", [0, "spectator"])
@given(at=st.integers(0, 1200), length=st.integers(0, 30), new=st.text(alphabet="?=R>- 0:,", max_size=10))
def test_damaged_masked_records_never_crash(audience: int, at: int, length: int, new: str) -> None:
    text = random_match(XeQueo(), 4).record(audience)
    try:
        read_record(text[:at] + new + text[at + length :])
    except RidottoError as error:
        assert str(error)


def test_a_line_that_is_wrong_is_named() -> None:
    with pytest.raises(RecordError, match=r"Line \d+: .*next to"):
        read_record(BAD_RECORDS["illegal move"][0])
