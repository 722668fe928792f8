"""What the Doge has learnt from games, and how."""

from __future__ import annotations

import json
import math
import subprocess
import sys
from pathlib import Path
from random import Random

import numpy as np
import pytest
from rich.progress import Progress

from ridotto.bots import Limit
from ridotto.bots.doge import Budget, Doge
from ridotto.bots.doge.experience import CASE, SURE, Experience, Lessons, lessons
from ridotto.bots.doge.judge import WORTH, Judge
from ridotto.bots.doge.school import BELIEF, Cases, Game, attend, cases, learn, play, read_games
from ridotto.bots.doge.turns import turn
from ridotto.core import CHANCE, chance_move
from ridotto.games.venise import Venise
from ridotto.games.venise.boards import board_names

BOARDS = board_names()


@pytest.fixture(scope="module")
def games() -> list[Game]:
    """One on each board."""
    return [play(-1, number, BELIEF) for number in range(len(BOARDS))]


def test_a_network_says_what_it_was_taught() -> None:
    taught = Lessons(weights=[[1, 2, 0], [0, -1, 1]], biases=[0.5, 0], out=[2, -3], bias=0.25)
    assert taught.odds([1, 1, 3]) == 0.25 + 2 * 3.5 - 3 * 2
    assert taught.odds([-2, 0, -1]) == 0.25, "neither neuron stirs"


def test_its_lessons_are_about_what_it_sees(games: list[Game]) -> None:
    known = cases(games)
    assert {len(weights) for weights in lessons().weights} == {known.facts.shape[1]} == {CASE}
    assert len(lessons().weights) == len(lessons().biases) == len(lessons().out)
    assert np.isfinite(known.facts).all()


def test_a_case_weighed_in_parts_is_a_case_weighed_whole(games: list[Game]) -> None:
    for game in games:
        experience = Experience(Judge(Venise(board=game.board)), lessons())
        for seat, laid, *owns in game.turns:
            me, other = owns[seat], owns[1 - seat]
            odds = lessons().odds(experience.case(laid, me, other))
            assert experience.chance(laid, me, other) == pytest.approx(1 / (1 + math.exp(-odds)))


def test_everybody_begins_with_what_the_judge_says(games: list[Game]) -> None:
    for game in games:
        judge = Judge(Venise(board=game.board))
        experience = Experience(judge, BELIEF)
        for seat, laid, *owns in game.turns:
            me, other = owns[seat], owns[1 - seat]
            value = judge.scale({1 - seat: other}, seat, 0)((laid, *me, 0, True, True))
            chance = (value - WORTH[1]) / (WORTH[0] - WORTH[1])
            sure = 1 / (1 + math.exp(-SURE))
            assert experience.chance(laid, me, other) == pytest.approx(min(max(chance, 1 - sure), sure))


def test_it_knows_who_is_ahead(games: list[Game]) -> None:
    """Of games it has not learnt from; a coin would be as surprised as log 2 = 0.69."""
    known = cases(games)
    chances = 1 / (1 + np.exp(-np.array([lessons().odds(case) for case in known.facts.tolist()])))
    assert known.surprise(chances) < 0.6


@pytest.mark.parametrize("board", BOARDS)
def test_being_home_is_worth_more_than_any_chance(board: str) -> None:
    venise = Venise(board=board)
    doge = Doge(venise)
    state, rng = venise.start(), Random(1)
    while venise.actors(state)[0] == CHANCE:
        state = venise.play(state, CHANCE, chance_move(venise, state, rng))
    assert doge.experience is not None
    plans = doge.turns.plans(*turn(state), doge.judge.pace(), 20)
    me = plans[3].me
    plans[3] = plans[3]._replace(me=(*me[:2], 0, *me[3:]))
    weighed = doge.experience.weigh(plans, [plans[0].me[1:7]])
    assert weighed[0].me == plans[3].me
    assert weighed[0].value == WORTH[0]
    assert all(WORTH[1] < plan.value < WORTH[0] for plan in weighed[1:])
    assert [plan.value for plan in weighed] == sorted((plan.value for plan in weighed), reverse=True)
    view = venise.view(state, state.turn.seat)
    for some in (weighed, weighed[::-1], [weighed[1], weighed[0], weighed[0]]):
        chosen, _ = doge._foresee(view, some, Budget(Limit(iterations=1000), 1), rng)
        assert chosen is weighed[0], "it has no futures"


@pytest.mark.parametrize("seats", [3, 4])
def test_it_has_only_seen_games_of_two(seats: int) -> None:
    assert Doge(Venise(seats=seats)).experience is None


# -- school ------------------------------------------------------------------------------------------------------------


def test_hindsight_looks_at_the_turns_that_followed() -> None:
    """Two games; in the first, seat 0 wins after a turn of seat 1, in the second seat 1 has two turns in a row."""
    known = Cases(
        facts=np.zeros((4, 1)),
        won=np.array([1.0, 0, 1, 1]),
        games=np.array([0, 0, 1, 1]),
        seats=np.array([0, 1, 1, 1]),
        boards=np.array(["day-basic"] * 4),
    )
    seen = known.hindsight(np.array([0.1, 0.3, 0.5, 0.7]))
    assert seen == pytest.approx([1 - 0.4 * 0.3, 0, 0.4 * 0.7 + 0.6, 1])


def test_it_learns_what_the_judge_cannot_see() -> None:
    """Those who lead win, but only with a card of the right kind."""
    rng = np.random.default_rng(1)
    facts = rng.normal(size=(4000, 3)) * (1, 5, 0.2) + (0, 3, 0)
    won = ((facts[:, 0] > 0) & (facts[:, 1] > 3)).astype(float)
    known = Cases(facts, won, np.arange(4000), np.zeros(4000, dtype=np.int64), np.full(4000, "day-basic"))
    taught = learn(known, 1000)
    odds = np.array([taught.odds(case) for case in facts.tolist()])
    assert known.surprise(1 / (1 + np.exp(-odds))) < 0.3 < known.surprise(1 / (1 + np.exp(-facts[:, 0])))


def test_a_school_that_was_closed_goes_on_where_it_was(tmp_path: Path) -> None:
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    with Progress(disable=True) as bar:
        taught = attend(whole, 2, 4, 2, bar, steps=20)
        broken.mkdir()
        lines = (whole / "games-4.jsonl").read_text("utf-8").splitlines(keepends=True)
        (broken / "games-4.jsonl").write_text("".join(lines[:3]) + lines[3][:50], "utf-8")
        assert attend(broken, 2, 4, 1, bar, steps=20) == taught
    assert Lessons(**json.loads((whole / "experience.json").read_text("utf-8"))) == taught
    first, second = (sorted(read_games(folder / "games-4.jsonl")) for folder in (whole, broken))
    assert first == second
    assert [(game.term, game.number) for game in first] == [(term, number) for term in range(2) for number in range(4)]


def test_what_is_no_game_is_named(tmp_path: Path) -> None:
    file = tmp_path / "games-2.jsonl"
    file.write_text("[0, 0]\n", "utf-8")
    with pytest.raises(SystemExit, match=r"games-2\.jsonl, line 1"):
        read_games(file)


def test_a_folder_that_is_none_is_named(tmp_path: Path) -> None:
    file = tmp_path / "letter"
    file.write_text("Dear Doge", "utf-8")
    school = [sys.executable, "-m", "ridotto.bots.doge.school", str(file)]
    done = subprocess.run(school, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "letter" in done.stderr
    assert "Traceback" not in done.stderr
    assert file.read_text("utf-8") == "Dear Doge"
