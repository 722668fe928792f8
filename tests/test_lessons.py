"""Lessons: each is finished by its goals alone, and none can be left without a way on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ridotto.bots import Limit, make_bot
from ridotto.core import CHANCE, AnyGame, IllegalMove, RidottoError
from ridotto.games import registration
from ridotto.i18n import LANGUAGES, Catalogue
from ridotto.match.lessons import (
    LEARNER,
    Lesson,
    LessonError,
    Progress,
    find_lesson,
    known_lessons,
    lesson_games,
    load_lessons,
    parse_lessons,
    play_lesson,
)

ROOT = Path(__file__).parent.parent
LESSONS = [lesson for game in lesson_games() for lesson in load_lessons(game)]
BY_LESSON = pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: f"{lesson.game}-{lesson.name}")
SEEDS = range(4)
DEPTH = 4
"""Moves that a learner may need from one goal to the next."""


def choose(name: str, game: AnyGame, view: Any, rng: Random) -> Any:
    return make_bot(name, game).choose(view, Limit(iterations=20), rng).move


def play(lesson: Lesson, moves: list[str], seed: int) -> Progress:
    return play_lesson(lesson, moves, seed, choose)


def legal(progress: Progress) -> list[str]:
    match = progress.match
    return [match.game.show_move(move) for move in match.game.legal(match.state, LEARNER)]


def finish(lesson: Lesson, seed: int, moves: list[str]) -> list[str]:
    """Moves that finish the lesson from here, found by asking only whether a goal is met."""
    progress = play(lesson, moves, seed)
    while not progress.is_done:
        found = next(_towards(lesson, seed, moves, progress), None)
        assert found, f"{lesson.name}: no way to goal {progress.met + 1}"
        moves, progress = found, play(lesson, found, seed)
    return moves


def _towards(lesson: Lesson, seed: int, moves: list[str], progress: Progress) -> Iterator[list[str]]:
    """Ways to the next goal, the shortest first; of long ones only some."""
    ways = [moves]
    rng = Random(seed)
    for _ in range(DEPTH):
        further = []
        for way in ways:
            before = play(lesson, way, seed)
            for move in legal(before):
                after = play(lesson, [*way, move], seed)
                if after.met > progress.met:
                    yield [*way, move]
                elif not after.is_over:
                    further.append([*way, move])
        ways = rng.sample(further, min(12, len(further)))


@BY_LESSON
def test_every_lesson_is_finished_by_its_goals_alone(lesson: Lesson) -> None:
    for seed in range(20):
        moves = finish(lesson, seed, [])
        assert len(moves) <= 8, "a few moves each"


@BY_LESSON
def test_no_lesson_can_be_left_without_a_way_on(lesson: Lesson) -> None:
    """Whatever legal moves are made: the learner is to act, or it is over and begins again; taking back leads on."""
    for seed in SEEDS:
        rng, moves = Random(seed), list[str]()
        progress = play(lesson, moves, seed)
        assert not progress.is_over
        while not progress.is_over:
            assert LEARNER in progress.match.actors
            moves.append(rng.choice(legal(progress)))
            progress = play(lesson, moves, seed)
        if not progress.is_done:
            with pytest.raises(IllegalMove) as caught:
                play(lesson, [*moves, moves[-1]], seed)
            assert caught.value.code == "lesson_over"
        back = play(lesson, moves[:-1], seed)
        assert not back.is_over
        assert LEARNER in back.match.actors


@pytest.mark.parametrize(
    "lesson", [lesson for lesson in LESSONS if lesson.game == "xequeo"], ids=lambda lesson: lesson.name
)
def test_nobody_loses_a_round_by_a_whim_of_the_partner(lesson: Lesson) -> None:
    """Who only moves, and whoever chooses what they like, is stopped by no challenge that the lesson does not want."""
    for seed in range(20):
        rng, moves = Random(seed), list[str]()
        progress = play(lesson, moves, seed)
        while not progress.is_over and len(moves) < 12:
            calm = [move for move in legal(progress) if "!" not in move]
            if not calm:
                break
            moves.append(rng.choice(calm))
            progress = play(lesson, moves, seed)
        match = progress.match
        game, states = match.game, match.states
        for index, (actor, move) in enumerate(match.entries):
            if actor != LEARNER and game.news(*states[index : index + 2]) and str(move) not in lesson.replies:
                others = game.legal(states[index], actor)
                assert all(game.news(states[index], game.play(states[index], actor, other)) for other in others)


def test_who_does_more_than_was_asked_has_done_what_is_asked_next() -> None:
    jumps = find_lesson("xequeo", "jumps")
    assert play(jumps, ["Re3"], 1).is_done, "a chain of jumps, where a jump was asked for"
    assert play(jumps, ["Yc1"], 1).met == 1


def test_what_was_to_be_watched_is_shown() -> None:
    """The cards that are drawn at the end of a turn; and the rival's turn, from its first move to its end."""
    drawn = finish(hourglasses := find_lesson("venise", "hourglasses"), 1, [])
    assert [entry.actor for entry in play(hourglasses, drawn, 1).match.entries[-3:]] == [LEARNER, CHANCE, CHANCE]
    planned = finish(planning := find_lesson("venise", "planning"), 1, [])
    entries = play(planning, planned, 1).match.entries
    assert [str(entry.move) for entry in entries if entry.actor == 1][-1] == "end"
    assert sum(entry.actor == 1 for entry in entries) > 1


@BY_LESSON
def test_a_lesson_goes_the_same_way_again(lesson: Lesson) -> None:
    first = legal(play(lesson, [], 1))[:1]
    assert play(lesson, first, 1).match.record() == play(lesson, first, 1).match.record()


@BY_LESSON
def test_mistakes_get_the_rules_own_refusal(lesson: Lesson) -> None:
    wrong = {"xequeo": "Ra1", "venise": "long:a1/b2"}[lesson.game]
    with pytest.raises(IllegalMove) as caught:
        play(lesson, [wrong], 1)
    assert str(caught.value)


@BY_LESSON
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_lesson_has_its_words(lesson: Lesson, language: str) -> None:
    say = Catalogue(language)
    key = f"lesson_{lesson.game}_{lesson.name}"
    for each in (key, *(f"{key}_{number}" for number in range(1, len(lesson.goals) + 1))):
        assert say.text(each) != each


@pytest.mark.parametrize("game", lesson_games())
def test_all_numbered_rules_are_taught(game: str) -> None:
    """Every numbered rule of the game; rulings and geometry are for later."""
    page = (ROOT / "docs" / "rules" / f"{game}.md").read_text("utf-8")
    rules = set(re.findall(r"\*\*((?:XQ|VE)-\d+)\*\*", page))
    taught = {rule for lesson in load_lessons(game) for rule in lesson.teaches}
    assert taught == rules
    table = (ROOT / "docs" / "lessons.md").read_text("utf-8")
    for lesson in load_lessons(game):
        assert f"| {lesson.name} | {', '.join(lesson.teaches)} |" in table


GOOD = """
[[lesson]]
name = "closer"
start = "R5O/7/7/3*3/7/2BVW2/Y5G 0 cards=RO"
partner = "random"
goals = [{ does = ["step"] }]
"""
FAULTS = {
    "no toml": ("[[lesson", "lesson_syntax"),
    "no list": ("lesson = 3", "lesson_syntax"),
    "no name": (GOOD.replace('name = "closer"\n', ""), "lesson_key"),
    "a key too many": (GOOD + "speed = 3\n", "lesson_key"),
    "no goals": (GOOD.replace('{ does = ["step"] }', ""), "lesson_key"),
    "no such deed": (GOOD.replace('"step"', '"fly"'), "lesson_goal"),
    "no such actor": (GOOD.replace('["step"]', '["step"], by = "chance"'), "lesson_goal"),
    "no such bot": (GOOD.replace("random", "randon"), "lesson_partner"),
    "no such start": (GOOD.replace("cards=RO", "cards=XX"), "lesson_start"),
    "no such reply": (GOOD + 'replies = ["Rz9"]\n', "lesson_start"),
    "no such option": (GOOD + 'options = "pace=fast"\n', "lesson_start"),
    "twice": (GOOD + GOOD, "lesson_twice"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_lesson_file_with_a_fault_is_refused_by_name(name: str) -> None:
    text, code = FAULTS[name]
    with pytest.raises(LessonError) as caught:
        parse_lessons("xequeo", text)
    assert caught.value.code == code
    assert "\n" not in str(caught.value)
    assert len(parse_lessons("xequeo", GOOD)) == 1


def test_a_fault_takes_no_other_games_lessons_away(monkeypatch: pytest.MonkeyPatch) -> None:
    known, faults = known_lessons()
    assert (list(known), faults) == (LESSONS, {})
    monkeypatch.setattr(registration("xequeo").load("lessons"), "lessons_text", lambda: "[[lesson")
    load_lessons.cache_clear()
    known, faults = known_lessons()
    load_lessons.cache_clear()
    assert {lesson.game for lesson in known} == {"venise"}
    assert [*faults] == ["xequeo"]
    assert faults["xequeo"].code == "lesson_syntax"


def test_an_unknown_lesson_is_named() -> None:
    with pytest.raises(RidottoError, match="closer"):
        find_lesson("xequeo", "closr")


def test_only_words_that_deeds_have_are_goals() -> None:
    for lesson in LESSONS:
        deeds = registration(lesson.game).load("lessons").DEEDS
        assert all(goal.does <= deeds for goal in lesson.goals)
