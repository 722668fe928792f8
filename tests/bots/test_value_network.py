"""The Doge's value networks and their self-play training."""

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
from ridotto.bots.doge import Budget, Doge, value_network
from ridotto.bots.doge.judge import WORTH, Judge
from ridotto.bots.doge.playouts import on_way_after
from ridotto.bots.doge.training.__main__ import Recipe, train, training_boards
from ridotto.bots.doge.training.learning import Examples, examples, fit, judged, predict
from ridotto.bots.doge.training.selfplay import Game, Task, play, read_games
from ridotto.bots.doge.turns import TurnState, turn
from ridotto.bots.doge.value_network import (
    DECK,
    MAX_LOGIT,
    TRAINED,
    Network,
    ValueNetwork,
    WeightsError,
    feature_count,
    parse_network,
    shipped_network,
)
from ridotto.core import CHANCE, chance_move
from ridotto.games.venise import State, Venise
from ridotto.games.venise.boards import board_names, load_board
from ridotto.games.venise.deck import SEATS, SHIPPED
from ridotto.i18n import LANGUAGES, Catalogue
from ridotto.tell import explain

BOARDS = board_names()


@pytest.fixture(scope="module")
def games() -> dict[int, list[Game]]:
    """By seats: some on boards that came with the game."""
    return {seats: [play(Task(0, -1, n, seats, BOARDS[n], {})) for n in range(0, 8, seats)] for seats in SEATS}


def some_network(seats: int) -> Network:
    rng = Random(seats)
    weights = [[rng.gauss(0, 0.02) for _ in range(feature_count(seats))] for _ in range(6)]
    return Network(
        weights, [0.1] * 6, [[rng.gauss(0, 1) for _ in range(6)] for _ in range(1, seats)], [0.2] * (seats - 1)
    )


def first_turn(venise: Venise) -> State:
    state, rng = venise.start(), Random(1)
    while venise.actors(state)[0] == CHANCE:
        state = venise.play(state, CHANCE, chance_move(venise, state, rng))
    return state


def test_networks_know_the_deck_as_it_is_shipped() -> None:
    assert DECK == SHIPPED, "train them with the new prices (docs/arena.md): until then the Doge plays without"


def test_the_chances_of_a_network() -> None:
    network = Network(weights=[[1, 2, 0], [0, -1, 1]], biases=[0.5, 0], out=[[2, -3], [0, 1]], bias=[0.25, -1])
    assert network.seats == 3
    odds = [1, math.exp(-(0.25 + 2 * 3.5 - 3 * 2)), math.exp(-(-1 + 2))]
    assert network.chances([1, 1, 3]) == pytest.approx([odd / sum(odds) for odd in odds])
    odds = [1, math.exp(-0.25), math.exp(1)]
    assert network.chances([-2, 0, -1]) == pytest.approx([odd / sum(odds) for odd in odds]), "neither unit is active"


@pytest.mark.parametrize("seats", SEATS)
def test_features_are_as_many_as_a_network_takes(games: dict[int, list[Game]], seats: int) -> None:
    known = examples(games[seats], seats)
    assert known.features.shape[1] == feature_count(seats)
    assert np.isfinite(known.features).all()


@pytest.mark.parametrize("seats", SEATS)
def test_cached_parts_add_up_to_the_whole_network(games: dict[int, list[Game]], seats: int) -> None:
    network = shipped_network(seats) if seats in TRAINED else some_network(seats)
    for game in games[seats]:
        values = ValueNetwork(Judge(Venise(board=game.board, seats=seats)), network)
        for seat, laid, owns in game.turns:
            in_turn = owns[seat:] + owns[:seat]
            chances = values.chances(laid, in_turn)
            assert chances == pytest.approx(network.chances(values.features(laid, in_turn)))
            assert sum(chances) == pytest.approx(1)


@pytest.mark.parametrize("seats", SEATS)
def test_the_first_feature_is_what_the_judge_says(games: dict[int, list[Game]], seats: int) -> None:
    for game in games[seats]:
        judge = Judge(Venise(board=game.board, seats=seats))
        values = ValueNetwork(judge, some_network(seats))
        for seat, laid, owns in game.turns:
            others = {other: own for other, own in enumerate(owns) if other != seat}
            value = judge.scale(others, seat, 0)(TurnState(laid, owns[seat], 0, True, True))
            chance = (value - WORTH[1]) / (WORTH[0] - WORTH[1])
            logit = math.log(chance / (1 - chance)) if 0 < chance < 1 else math.copysign(MAX_LOGIT, chance - 0.5)
            first = values.features(laid, owns[seat:] + owns[:seat])[0]
            assert first == pytest.approx(min(max(logit, -MAX_LOGIT), MAX_LOGIT), abs=1e-6)


@pytest.mark.parametrize("seats", TRAINED)
def test_it_knows_who_is_ahead(games: dict[int, list[Game]], seats: int) -> None:
    """Of games it was not trained on; a die has a log loss of the logarithm of the seats."""
    known = examples(games[seats], seats)
    predicted = known.by_seat(predict(shipped_network(seats), known.features))
    assert known.log_loss(predicted) < 0.92 * math.log(seats)


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("board", BOARDS[::3])
def test_being_home_is_worth_more_than_any_chance(board: str, seats: int) -> None:
    venise = Venise(board=board, seats=seats)
    doge, state, rng = Doge(venise, networks={seats: some_network(seats)}), first_turn(venise), Random(1)
    seat = state.turn.seat
    plans = doge.turns.plans(*turn(state), doge.judge.pace(), 20)
    end = plans[3].after
    plans[3] = plans[3]._replace(after=end._replace(own=end.own._replace(gems=0)))
    *others, _ = on_way_after(state, seat).values()
    ranked = doge.networks[seats].rank(plans, [tuple(others)], 0)
    assert ranked[0].after == plans[3].after
    assert ranked[0].value == WORTH[0]
    assert all(WORTH[seats - 1] < plan.value < WORTH[0] for plan in ranked[1:])
    assert [plan.value for plan in ranked] == sorted((plan.value for plan in ranked), reverse=True)
    view = venise.view(state, seat)
    for some in (ranked, ranked[::-1], [ranked[1], ranked[0], ranked[0]]):
        chosen, _ = doge._best_by_playouts(view, some, Budget(Limit(iterations=1000), 1), rng)
        assert chosen is ranked[0], "it has no futures"


def test_places_follow_from_who_is_first() -> None:
    """Whoever is likely to be first among those left is so among fewer."""
    worth = value_network._expected_worth
    assert worth([0.6, 0.4], 0) == pytest.approx(0.6 * WORTH[0] + 0.4 * WORTH[1])
    assert worth([0.6, 0.4], 2) == pytest.approx(0.6 * WORTH[2] + 0.4 * WORTH[3])
    second = 0.3 * 0.5 / 0.7 + 0.2 * 0.5 / 0.8
    expected = 0.5 * WORTH[0] + second * WORTH[1] + (0.5 - second) * WORTH[2]
    assert worth([0.5, 0.3, 0.2], 0) == pytest.approx(expected)
    assert worth([0.25] * 4, 0) == pytest.approx(sum(WORTH[:4]) / 4)


# -- weights that are no good ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("what", "text"),
    [
        ("missing", None),
        ("damaged", ""),
        ("damaged", '{"weights": [[1, 2'),
        ("damaged", "[]"),
        ("damaged", '{"weights": 1, "biases": 2, "out": 3, "bias": 4}'),
        ("damaged", '{"weights": [["a"]], "biases": [0], "out": [[0]], "bias": [0]}'),
        ("foreign", json.dumps(some_network(3)._asdict())),
        ("not a number", json.dumps({**shipped_network(2)._asdict(), "bias": [math.nan]})),
    ],
)
def test_without_weights_the_formula_plays_and_says_so(
    what: str, text: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if text is not None:
        (tmp_path / "network-2.json").write_text(text, "utf-8")
    monkeypatch.setattr(value_network, "files", lambda _: tmp_path)
    shipped_network.cache_clear()
    try:
        with pytest.raises(WeightsError):
            shipped_network(2)
        venise = Venise()
        state = first_turn(venise)
        view, limit = venise.view(state, state.turn.seat), Limit(iterations=300)
        choice = Doge(venise).choose(view, limit, Random(0))
    finally:
        shipped_network.cache_clear()
    formula = Doge(venise, networks={}).choose(view, limit, Random(0))
    assert choice.move == formula.move
    assert "why_ve_no_weights" not in [reason.code for reason in formula.reasons]
    told = choice.reasons[-1]
    assert told.code == "why_ve_no_weights"
    for language in LANGUAGES:
        assert "network-2.json" in Catalogue(language).said(explain(venise, told.code, told.params))


@pytest.mark.parametrize("seats", [3, 4])
def test_the_formula_plays_where_no_network_has_been_measured_to_win_more(seats: int) -> None:
    venise = Venise(seats=seats)
    doge = Doge(venise)
    assert not doge.networks
    state = first_turn(venise)
    choice = doge.choose(venise.view(state, state.turn.seat), Limit(iterations=300), Random(0))
    assert "why_ve_no_weights" not in [reason.code for reason in choice.reasons]


def test_a_network_has_a_row_for_every_rival() -> None:
    text = json.dumps(some_network(4)._asdict())
    assert parse_network(text, 4) == some_network(4)
    with pytest.raises(ValueError, match="3 seats"):
        parse_network(text, 3)


# -- training ----------------------------------------------------------------------------------------------------------


def test_td_targets_look_at_the_turns_that_followed() -> None:
    """Two games; in the first, seat 0 wins after a turn of seat 1, in the second seat 1 has two turns in a row."""
    known = Examples(
        features=np.zeros((4, 1)),
        won=np.array([[1.0, 0], [1, 0], [0, 1], [0, 1]]),
        games=np.array([0, 0, 1, 1]),
        seats=np.array([0, 1, 1, 1]),
    )
    predicted = known.by_seat(np.array([[0.1, 0.9], [0.3, 0.7], [0.5, 0.5], [0.7, 0.3]]))
    assert predicted[1] == pytest.approx([0.7, 0.3]), "the mover's chance comes first"
    assert known.from_mover(predicted)[1] == pytest.approx([0.3, 0.7])
    seen = known.td_targets(predicted)
    first = 0.4 * 0.7 + 0.6
    second = 0.4 * 0.7 + 0.6
    assert seen == pytest.approx(np.array([[first, 1 - first], [1, 0], [1 - second, second], [0, 1]]))


@pytest.mark.parametrize("seats", SEATS)
def test_it_learns_what_the_judge_cannot_see(seats: int) -> None:
    """Those who lead win, but only with a card of the right kind; else whoever moves last."""
    rng = np.random.default_rng(1)
    features = rng.normal(size=(4000, seats + 2)) * 2
    winner = np.where((features[:, 0] > 0) & (features[:, seats] > 0), 0, seats - 1)
    movers = rng.integers(seats, size=4000)
    known = Examples(features, np.eye(seats)[(winner + movers) % seats], np.arange(4000), movers)
    predicted = (predict(fit(known), features), judged(features, seats))
    trained, judge = (known.log_loss(known.by_seat(np.clip(each, 1e-3, 1))) for each in predicted)
    assert trained < 0.3 < judge


def test_training_that_was_stopped_goes_on_where_it_was(tmp_path: Path) -> None:
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    recipe = Recipe(3, training_boards()[:9], generations=2, games=9, epochs=1)
    with Progress(disable=True) as bar:
        network = train(whole, recipe, 2, bar)
        broken.mkdir()
        lines = (whole / "games.jsonl").read_text("utf-8").splitlines(keepends=True)
        (broken / "games.jsonl").write_text("".join(lines[:5]) + lines[5][:50], "utf-8")
        assert train(broken, recipe, 1, bar) == network
    assert network is not None
    assert parse_network((whole / "network-3.json").read_text("utf-8"), 3) == network
    first, second = (sorted(read_games(folder / "games.jsonl")) for folder in (whole, broken))
    assert first == second
    assert [(game.generation, game.number) for game in first] == [
        (generation, number) for generation in range(2) for number in range(9)
    ]
    log = [json.loads(line) for line in (whole / "log.jsonl").read_text("utf-8").splitlines()]
    assert [line["generation"] for line in log] == [1, 2]
    learnt = sum(len(game.turns) for game in first if game.number != 8)
    assert log[-1]["turns"] == learnt, "the ninth board is held out"


def test_games_of_another_recipe_are_not_learnt_from(tmp_path: Path) -> None:
    with Progress(disable=True) as bar:
        train(tmp_path, Recipe(2, BOARDS, generations=0), 1, bar)
        train(tmp_path, Recipe(2, BOARDS, generations=0, seed=1), 1, bar)
        with pytest.raises(SystemExit, match=r"recipe\.json.*another"):
            train(tmp_path, Recipe(2, BOARDS, generations=0, seed=2), 1, bar)


def test_the_training_boards_are_boards_by_day_and_by_night() -> None:
    boards = [load_board(code) for code in training_boards()]
    assert {board.side for board in boards} == {"day", "night"}
    assert len({board.code for board in boards}) == len(boards) >= 90


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
