"""Our game in OpenSpiel: the same rules, and two judges of one policy who agree."""

from __future__ import annotations

from random import Random
from typing import Any

import pyspiel
import pytest

from ridotto.adapters.openspiel import ACTION_OF, ACTIONS, NAME
from ridotto.bots.solver import PublicGame, Settings, Solver, build_tree
from ridotto.bots.solver.xequeo import round_at
from ridotto.core import CHANCE, PositionError
from ridotto.games.xequeo import Options, XeQueo, parse_position
from ridotto.match import Match
from tests.solver.classics import Kuhn, LiarsDice
from tests.solver.twins import Twins

TINY = "RO1/3/*1Y 0"

PAIRS: list[Any] = [
    pytest.param(Kuhn(), lambda: pyspiel.load_game("kuhn_poker"), "pb".__getitem__, int, id="kuhn"),
    pytest.param(
        LiarsDice(3),
        lambda: pyspiel.load_game("liars_dice", {"dice_sides": 3}),
        lambda action: "liar" if action == 6 else action,
        int,
        id="dice",
    ),
    pytest.param(
        round_at(parse_position(TINY)),
        lambda: pyspiel.convert_to_cached_tree(pyspiel.load_game(NAME, {"position": TINY})),
        ACTIONS.__getitem__,
        lambda action: ACTIONS[action].piece,  # type: ignore[union-attr]
        id="xequeo",
    ),
]


@pytest.mark.parametrize(("ours", "load", "move_of", "type_of"), PAIRS)
def test_both_judge_a_policy_alike(ours: PublicGame[Any], load: Any, move_of: Any, type_of: Any) -> None:
    theirs = load()
    solver = Solver(build_tree(ours), Settings())
    twins = Twins(solver, theirs, move_of, type_of)
    for _ in range(3):
        table = twins.table(solver)
        assert solver.exploitability() == pytest.approx(pyspiel.exploitability(theirs, table), abs=1e-8)
        assert 2 * solver.exploitability() == pytest.approx(pyspiel.nash_conv(theirs, table), abs=1e-8)
        for _ in range(7):
            solver.step()


@pytest.mark.parametrize(("ours", "load", "move_of", "type_of"), PAIRS)
def test_best_answers_agree(ours: PublicGame[Any], load: Any, move_of: Any, type_of: Any) -> None:
    theirs = load()
    solver = Solver(build_tree(ours), Settings())
    solver.step()
    table = Twins(solver, theirs, move_of, type_of).table(solver)
    for seat in (0, 1):
        best = pyspiel.TabularBestResponse(theirs, seat, table).value_from_state(theirs.new_initial_state())
        assert solver.best_response(seat) == pytest.approx(best, abs=1e-8)


def test_openspiels_own_solution_is_as_good_here() -> None:
    """A round solved by OpenSpiel's CFR+, through our rules but not our solver, and judged by ours."""
    theirs = pyspiel.convert_to_cached_tree(pyspiel.load_game(NAME, {"position": TINY}))
    peer = pyspiel.CFRPlusSolver(theirs)
    for _ in range(60):
        peer.evaluate_and_update_policy()
    solver = Solver(build_tree(round_at(parse_position(TINY))))
    twins = Twins(solver, theirs, ACTIONS.__getitem__, lambda action: ACTIONS[action].piece)  # type: ignore[union-attr]
    twins.load(peer.tabular_average_policy().policy_table(), solver)
    assert solver.exploitability() == pytest.approx(pyspiel.exploitability(theirs, peer.average_policy()), abs=1e-8)
    assert solver.exploitability() < 0.02
    assert solver.value() == pytest.approx(1 / 9, abs=0.02)


@pytest.mark.parametrize(
    "params",
    [
        {"position": TINY},
        {"options": "rings=1 width=4 height=4 pieces=3"},
        {"options": "rings=2 stray_entry=opponent_collects"},
    ],
    ids=["round", "small", "match"],
)
def test_random_play_agrees_with_the_rules(params: dict[str, str]) -> None:
    theirs = pyspiel.load_game(NAME, params)
    rng = Random(11)
    for _ in range(10):
        state = theirs.new_initial_state()
        rules: XeQueo = state.rules
        match = Match(rules)
        while not state.is_terminal():
            actor = match.actors[0]
            legal = match.game.legal(match.state, actor)
            assert state.current_player() == (pyspiel.PlayerId.CHANCE if actor == CHANCE else actor)
            assert {ACTIONS[action] for action in state.legal_actions()} == set(legal)
            move = rng.choice(legal)
            assert state.action_to_string(state.current_player(), ACTION_OF[move]) == str(move)
            state.apply_action(ACTION_OF[move])
            match.submit(actor, move)
            assert state.state == match.state
        assert match.outcome is not None
        assert state.returns() == [1.0 if place == 1 else -1.0 for place in match.outcome.places]
        assert len(state.history()) <= theirs.max_game_length() + theirs.max_chance_nodes_in_history()


def test_openspiels_own_checks_pass() -> None:
    for params in ({"position": TINY}, {"options": "rings=1"}):
        pyspiel.random_sim_test(pyspiel.load_game(NAME, params), num_sims=3, serialize=False, verbose=False)


def test_a_seat_knows_its_own_piece_only() -> None:
    def told(choices: tuple[str, str], seat: int) -> tuple[str, str, list[float]]:
        state = pyspiel.load_game(NAME, {"position": TINY}).new_initial_state()
        for letter in choices:
            state.apply_action(ACTION_OF[state.rules.parse_move(f"={letter}")])
        return state.information_state_string(seat), state.observation_string(seat), state.observation_tensor(seat)

    assert told(("R", "O"), 0) == told(("R", "Y"), 0) != told(("O", "Y"), 0)
    assert told(("R", "O"), 1) == told(("Y", "O"), 1) != told(("Y", "R"), 1)


def test_impossible_positions_are_refused() -> None:
    with pytest.raises(PositionError):
        XeQueo(Options(position="R2/*2/2O 0"))
    with pytest.raises((PositionError, pyspiel.SpielError)):
        pyspiel.load_game(NAME, {"position": "R2/*2/2O 0"})
