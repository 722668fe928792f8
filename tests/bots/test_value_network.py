"""The Doge's value network and its self-play training."""

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
from ridotto.bots.doge.judge import WORTH, Judge
from ridotto.bots.doge.training.__main__ import train
from ridotto.bots.doge.training.learning import JUDGE, Examples, examples, fit
from ridotto.bots.doge.training.selfplay import Game, Task, play, read_games
from ridotto.bots.doge.turns import TurnState, turn
from ridotto.bots.doge.value_network import FEATURES, MAX_LOGIT, Network, ValueNetwork, shipped_network
from ridotto.core import CHANCE, chance_move
from ridotto.games.venise import Venise
from ridotto.games.venise.boards import board_names

BOARDS = board_names()


@pytest.fixture(scope="module")
def games() -> list[Game]:
    """One on each board."""
    return [play(Task(-1, number, JUDGE)) for number in range(len(BOARDS))]


def test_the_logit_of_a_network() -> None:
    network = Network(weights=[[1, 2, 0], [0, -1, 1]], biases=[0.5, 0], out=[2, -3], bias=0.25)
    assert network.logit([1, 1, 3]) == 0.25 + 2 * 3.5 - 3 * 2
    assert network.logit([-2, 0, -1]) == 0.25, "neither unit is active"


def test_the_shipped_network_fits_the_features(games: list[Game]) -> None:
    known = examples(games)
    assert {len(weights) for weights in shipped_network().weights} == {known.features.shape[1]} == {FEATURES}
    assert len(shipped_network().weights) == len(shipped_network().biases) == len(shipped_network().out)
    assert np.isfinite(known.features).all()


def test_cached_parts_add_up_to_the_whole_network(games: list[Game]) -> None:
    for game in games:
        network = ValueNetwork(Judge(Venise(board=game.board)), shipped_network())
        for seat, laid, owns in game.turns:
            me, other = owns[seat], owns[1 - seat]
            logits = shipped_network().logit(network.features(laid, me, other))
            assert network.win_probability(laid, me, other) == pytest.approx(1 / (1 + math.exp(-logits)))


def test_the_first_generation_predicts_what_the_judge_says(games: list[Game]) -> None:
    for game in games:
        judge = Judge(Venise(board=game.board))
        network = ValueNetwork(judge, JUDGE)
        for seat, laid, owns in game.turns:
            me, other = owns[seat], owns[1 - seat]
            value = judge.scale({1 - seat: other}, seat, 0)(TurnState(laid, me, 0, True, True))
            chance = (value - WORTH[1]) / (WORTH[0] - WORTH[1])
            sure = 1 / (1 + math.exp(-MAX_LOGIT))
            assert network.win_probability(laid, me, other) == pytest.approx(min(max(chance, 1 - sure), sure))


def test_it_knows_who_is_ahead(games: list[Game]) -> None:
    """Of games it was not trained on; a coin has a log loss of log 2 = 0.69."""
    known = examples(games)
    predicted = 1 / (1 + np.exp(-np.array([shipped_network().logit(row) for row in known.features.tolist()])))
    assert known.log_loss(predicted) < 0.6


@pytest.mark.parametrize("board", BOARDS)
def test_being_home_is_worth_more_than_any_chance(board: str) -> None:
    venise = Venise(board=board)
    doge = Doge(venise)
    state, rng = venise.start(), Random(1)
    while venise.actors(state)[0] == CHANCE:
        state = venise.play(state, CHANCE, chance_move(venise, state, rng))
    assert doge.value_network is not None
    plans = doge.turns.plans(*turn(state), doge.judge.pace(), 20)
    end = plans[3].after
    plans[3] = plans[3]._replace(after=end._replace(own=end.own._replace(gems=0)))
    ranked = doge.value_network.rank(plans, [plans[0].after.own])
    assert ranked[0].after == plans[3].after
    assert ranked[0].value == WORTH[0]
    assert all(WORTH[1] < plan.value < WORTH[0] for plan in ranked[1:])
    assert [plan.value for plan in ranked] == sorted((plan.value for plan in ranked), reverse=True)
    view = venise.view(state, state.turn.seat)
    for some in (ranked, ranked[::-1], [ranked[1], ranked[0], ranked[0]]):
        chosen, _ = doge._best_by_playouts(view, some, Budget(Limit(iterations=1000), 1), rng)
        assert chosen is ranked[0], "it has no futures"


@pytest.mark.parametrize("seats", [3, 4])
def test_it_has_only_seen_games_of_two(seats: int) -> None:
    assert Doge(Venise(seats=seats)).value_network is None


# -- training ----------------------------------------------------------------------------------------------------------


def test_td_targets_look_at_the_turns_that_followed() -> None:
    """Two games; in the first, seat 0 wins after a turn of seat 1, in the second seat 1 has two turns in a row."""
    known = Examples(
        features=np.zeros((4, 1)),
        won=np.array([1.0, 0, 1, 1]),
        games=np.array([0, 0, 1, 1]),
        seats=np.array([0, 1, 1, 1]),
        boards=np.array(["day-basic"] * 4),
    )
    seen = known.td_targets(np.array([0.1, 0.3, 0.5, 0.7]))
    assert seen == pytest.approx([1 - 0.4 * 0.3, 0, 0.4 * 0.7 + 0.6, 1])


def test_it_learns_what_the_judge_cannot_see() -> None:
    """Those who lead win, but only with a card of the right kind."""
    rng = np.random.default_rng(1)
    features = rng.normal(size=(4000, 3)) * (1, 5, 0.2) + (0, 3, 0)
    won = ((features[:, 0] > 0) & (features[:, 1] > 3)).astype(float)
    known = Examples(features, won, np.arange(4000), np.zeros(4000, dtype=np.int64), np.full(4000, "day-basic"))
    network = fit(known, 1000)
    logits = np.array([network.logit(row) for row in features.tolist()])
    assert known.log_loss(1 / (1 + np.exp(-logits))) < 0.3 < known.log_loss(1 / (1 + np.exp(-features[:, 0])))


def test_training_that_was_stopped_goes_on_where_it_was(tmp_path: Path) -> None:
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    with Progress(disable=True) as bar:
        network = train(whole, 2, 4, 2, bar, steps=20)
        broken.mkdir()
        lines = (whole / "games-4.jsonl").read_text("utf-8").splitlines(keepends=True)
        (broken / "games-4.jsonl").write_text("".join(lines[:3]) + lines[3][:50], "utf-8")
        assert train(broken, 2, 4, 1, bar, steps=20) == network
    assert Network(**json.loads((whole / "network.json").read_text("utf-8"))) == network
    first, second = (sorted(read_games(folder / "games-4.jsonl")) for folder in (whole, broken))
    assert first == second
    assert [(game.generation, game.number) for game in first] == [
        (generation, number) for generation in range(2) for number in range(4)
    ]


def test_what_is_no_game_is_named(tmp_path: Path) -> None:
    file = tmp_path / "games-2.jsonl"
    file.write_text("[0, 0]\n", "utf-8")
    with pytest.raises(SystemExit, match=r"games-2\.jsonl, line 1"):
        read_games(file)


def test_a_folder_that_is_none_is_named(tmp_path: Path) -> None:
    file = tmp_path / "letter"
    file.write_text("Dear Doge", "utf-8")
    command = [sys.executable, "-m", "ridotto.bots.doge.training", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "letter" in done.stderr
    assert "Traceback" not in done.stderr
    assert file.read_text("utf-8") == "Dear Doge"
