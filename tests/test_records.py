"""Records of version 2: what readers and servers add to a match, written, read, and written again."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ridotto.core import RidottoError
from ridotto.games.xequeo import XeQueo
from ridotto.match import OVERTIME, Audience, Match, Remarks, Study, Variation, clean_note, read_record, read_study
from tests.playing import dealt_anew, random_match
from tests.test_starts import GAMES, finish, named

MARKS = st.lists(
    st.sampled_from(["3.2s", "120s", "bot:greedy", "seal:ab12", "?!"]), min_size=1, max_size=3, unique=True
)
NOTES = st.text(max_size=60).map(clean_note).filter(bool)
TITLES = st.sampled_from(["", "What if?", "at 3: rather green", "12"])


def remarks(data: st.DataObject, first: int, match: Match) -> Remarks:
    last = len(match.entries)
    notes = data.draw(st.dictionaries(st.integers(first, last), NOTES, max_size=3))
    marks = (
        data.draw(st.dictionaries(st.integers(first, last - 1), MARKS.map(tuple), max_size=3)) if last > first else {}
    )
    return Remarks(notes, marks)


def studies(data: st.DataObject, name: str, seed: int) -> Study:
    """A match with variations of it and of each other, as they were or dealt anew."""
    rng = Random(seed)
    match = random_match(named(name), seed, moves=rng.randrange(10, 90))
    match = match.branch(len(match.entries))  # what only one seat has chosen is no part of anybody's record but theirs
    lines, variations = [match], []
    for _ in range(data.draw(st.integers(0, 3))):
        of = rng.randrange(len(lines))
        left = lines[of]
        line = left.branch(rng.randrange(len(left.entries) + (not left.outcome)))
        at = len(line.entries)
        is_anew = data.draw(st.booleans())
        if is_anew:
            line = dealt_anew(left, at, "spectator", rng)
        finish(line, rng, rng.randrange(8))
        line = line.branch(len(line.entries))
        said = remarks(data, 0 if is_anew else at, line)
        variations.append(Variation(at, line, of, data.draw(TITLES), said, is_anew))
        lines.append(line)
    heads = data.draw(st.sampled_from([{}, {"Clock": "fischer 600+5"}, {"Seal": "sha256 ab12", "Later": "kept"}]))
    return Study(match, remarks(data, 0, match), tuple(variations), heads)


def told(study: Study) -> Any:
    """All that a study holds."""
    lines = [study.match, *(variation.match for variation in study.variations)]
    return (
        [(line.states, line.entries, line.start, line.names, line.day, line.result) for line in lines],
        [(each.at, each.of, each.title, each.remarks, each.is_anew) for each in study.variations],
        study.remarks,
        study.heads,
    )


@given(name=st.sampled_from(GAMES), seed=st.integers(0, 999), data=st.data())
def test_a_match_with_variations_read_written_and_read_again_is_the_same(
    name: str, seed: int, data: st.DataObject
) -> None:
    study = studies(data, name, seed)
    text = study.record()
    again = read_study(text)
    assert told(again) == told(study)
    assert again.record() == text


@given(name=st.sampled_from(GAMES), seed=st.integers(0, 99), data=st.data())
def test_what_one_seat_saw_reads_back_too(name: str, seed: int, data: st.DataObject) -> None:
    study = studies(data, name, seed)
    audience: Audience = data.draw(st.sampled_from(["spectator", *range(study.match.game.seats)]))
    text = study.record(audience)
    assert read_study(text).record(audience) == text


@given(name=st.sampled_from(GAMES), seed=st.integers(0, 99), data=st.data())
def test_what_is_said_of_a_match_stays_when_it_goes_on(name: str, seed: int, data: st.DataObject) -> None:
    """But for what is about moves that were taken back."""
    study = studies(data, name, seed)
    entries = study.match.entries
    match = study.match.branch(data.draw(st.integers(0, len(entries))))
    finish(match, Random(seed + 1), 3)
    match = match.branch(len(match.entries))
    gone_on = study.going_on(match)
    same = next((at for at, both in enumerate(zip(entries, match.entries, strict=False)) if both[0] != both[1]), None)
    same = min(len(entries), len(match.entries)) if same is None else same
    assert read_study(gone_on.record()).record() == gone_on.record()
    assert gone_on.heads == study.heads
    assert gone_on.remarks.notes == {at: note for at, note in study.remarks.notes.items() if at <= same}
    assert {each.match for each in study.variations if not each.of and each.at <= same} <= {
        each.match for each in gone_on.variations
    }


@given(name=st.sampled_from(GAMES), seed=st.integers(0, 99), moves=st.integers(0, 90))
def test_a_match_alone_is_written_in_version_1(name: str, seed: int, moves: int) -> None:
    match = random_match(named(name), seed, moves=moves)
    text = match.record()
    assert text.startswith("Ridotto record 1\n")
    assert read_study(text).record() == text


def test_marks_have_meanings() -> None:
    said = Remarks(marks={4: ("?!", "3.25s"), 5: ("bot:greedy", "0.1s")})
    assert [said.seconds(entry) for entry in (3, 4, 5)] == [None, 3.25, 0.1]
    assert [said.stand_in(entry) for entry in (3, 4, 5)] == ["", "", "greedy"]


def test_a_match_lost_on_time() -> None:
    match = random_match(XeQueo(), 1, moves=14)
    match.read_ending(1, OVERTIME)
    assert match.result == "places 1 2 by time"
    text = match.record()
    assert text.startswith("Ridotto record 2\n")
    assert read_record(text).outcome == match.outcome


STUDY = """Ridotto record 2
Game: xequeo
Rules: 1
Options:
Date: 1998-02-24
Seat 0: Anna
Seat 1: Bruno
Start: R5O/7/7/3*3/7/2BVW2/Y5G 0 Ra6 rings=1-2 cards=RO
Clock: fischer 600+5
Seen by: all
Moves: 2
Result: unfinished

round 1
  1: Gf2 [3.2s]
  # She hesitated.
  0: Rb5 [bot:greedy]

variation 1 at 1: rather straight on
  0: Yb2  1: Vd3

variation 2 at 1 of 1
  start R5O/7/7/3*3/7/2BVW2/Y5G 0 Ra6 Gf2 rings=1-2 cards=YB
  # Dealt anew.
  0: Yb2
"""


def test_the_example() -> None:
    study = read_study(STUDY)
    assert study.record() == STUDY
    assert study.remarks.notes == {1: "She hesitated."}
    assert study.remarks.stand_in(1) == "greedy"
    assert [variation.title for variation in study.variations] == ["rather straight on", ""]
    assert (
        read_record(STUDY).record()
        == "\n".join(
            line.partition(" [")[0]
            for line in STUDY.partition("\nvariation")[0].splitlines()
            if "#" not in line and "Clock" not in line
        ).replace("Gf2\n  0:", "Gf2  0:")
        + "\n"
    )


def changed(old: str, new: str) -> str:
    assert old in STUDY
    return STUDY.replace(old, new)


BAD = {
    "newer": (changed("Ridotto record 2", "Ridotto record 3"), "record_newer"),
    "open": (changed("cards=RO", "cards=R?"), "record_start_open"),
    "no such start": (changed("rings=1-2 cards=RO", "rings=9-2 cards=RO"), "start_phase"),
    "later than the match": (changed("variation 1 at 1", "variation 1 at 9"), "record_variation"),
    "of a later one": (changed("at 1 of 1", "at 1 of 2"), "record_variation"),
    "numbered wrongly": (changed("variation 2", "variation 5"), "record_variation"),
    "not legal": (changed("  0: Yb2  1: Vd3", "  0: Yg7"), "record_line"),
    "by nobody": (changed("  0: Yb2  1: Vd3", "  Yg7"), "record_actor"),
    "cut off": (STUDY[: STUDY.index("  0: Rb5")], "record_truncated"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_records_get_a_clear_error(name: str) -> None:
    text, code = BAD[name]
    with pytest.raises(RidottoError) as caught:
        read_study(text)
    assert caught.value.code == code
    assert "\n" not in str(caught.value)


@given(at=st.integers(0, len(STUDY)), length=st.integers(0, 40), new=st.text(max_size=10))
def test_damaged_studies_never_crash(at: int, length: int, new: str) -> None:
    try:
        read_study(STUDY[:at] + new + STUDY[at + length :])
    except RidottoError as error:
        assert str(error)
