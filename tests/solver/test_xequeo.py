"""Rounds of Xe Queo! as trees: equal to the rules move for move, and solved to known values."""

from __future__ import annotations

from itertools import product
from random import Random

import numpy as np
import pytest

from ridotto.bots.solver import Settings, Solver, TreeTooLarge, build_tree
from ridotto.bots.solver.xequeo import Round, deepest, round_at
from ridotto.core import PositionError
from ridotto.games.xequeo import Options, XeQueo, parse_position
from ridotto.games.xequeo.moves import Choose
from tests.solver import sequence_form

TINY = "RO1/3/*1Y 0"
FIFTEENTH = "2O1/*3/2Y1/R3 0"


def solved(text: str, options: Options = Options(), **settings: object) -> Solver:  # noqa: B008 - frozen
    solver = Solver(build_tree(round_at(parse_position(text), options)), Settings(**settings))  # type: ignore[arg-type]
    for _ in solver.run():
        pass
    return solver


@pytest.mark.parametrize(
    "options",
    [Options(), Options(stray_entry="opponent_collects"), Options(through_ring="no"), Options(distance="king")],
    ids=["house", "stray", "through", "king"],
)
@pytest.mark.parametrize("text", [TINY, "4/YO2/2R1/*3 1"])
def test_a_tree_is_what_the_rules_say(text: str, options: Options) -> None:
    """Every place, every pair of secrets: the same moves, leading to the same places and the same winners."""
    round_ = round_at(parse_position(text), options)
    tree = build_tree(round_)
    every = range(tree.types[0])
    ends = 0
    for d, place in enumerate(tree.places):
        seat = tree.actor[d]
        for choices in product(every, every):
            state = round_.state(place, choices)
            rows = range(tree.rows[d], tree.rows[d + 1])
            legal = {tree.moves[row]: row for row in rows if tree.uniform[row, choices[seat]] > 0}
            assert set(legal) == set(round_.game.legal(state, seat))
            for move, row in legal.items():
                after = round_.game.play(state, seat, move)
                if after.results:
                    won = 1 if after.results[-1].winner == 0 else -1
                    assert tree.payoffs[0, ~tree.child[row], choices[0], choices[1]] == won
                    ends += 1
                else:
                    pieces, turn, _ = tree.places[tree.child[row]]
                    assert (pieces, turn) == (after.pieces, after.turn)
    assert ends > 100


def test_the_round_begins_with_the_seat_in_the_position() -> None:
    for turn in (0, 1):
        round_ = round_at(parse_position(f"RO1/3/*1Y {turn}"))
        assert round_.actor(round_.root) == turn
        assert round_.deal is None, "the secret choice is a decision (XQ-5)"


def test_value_one_fifteenth() -> None:
    solver = solved(FIFTEENTH, epsilon=1e-3)
    assert solver.value() == pytest.approx(1 / 15, abs=5e-4)
    assert solver.exploitability() <= 1e-3
    assert solver.tree.nodes == 6856


def test_the_value_belongs_to_the_first_mover() -> None:
    swapped = FIFTEENTH[:-1] + "1"
    assert solved(swapped, epsilon=1e-3).value() == pytest.approx(-1 / 15, abs=5e-4)


@pytest.mark.parametrize(
    ("text", "known"), [("*1R/3/O2 0", 0), ("R1O/3/1*1 0", 0), (TINY, 1 / 9), ("1R2/3Y/1*1O 0", 1 / 9)]
)
def test_values_agree_with_a_linear_programme(text: str, known: float) -> None:
    exact = sequence_form.value(XeQueo(Options(position=text, rings=1)))
    assert exact == pytest.approx(known, abs=1e-7)
    solver = solved(text, epsilon=1e-3, iterations=3000)
    assert solver.value() == pytest.approx(exact, abs=1e-3)
    # Whatever has been reached, the two best answers must bracket the true value.
    assert -solver.best_response(1) - 1e-9 <= exact <= solver.best_response(0) + 1e-9


def test_stray_entries_change_nothing_for_those_who_know_better() -> None:
    """XQ-R2: giving the ring away on purpose is never better than a call."""
    forbidden = sequence_form.value(XeQueo(Options(position=TINY, rings=1)))
    options = Options(stray_entry="opponent_collects")
    assert solved(TINY, options, epsilon=1e-3).value() == pytest.approx(forbidden, abs=1e-3)


def test_only_owners_enter() -> None:
    solver = solved(TINY, iterations=50)
    tree = solver.tree
    entries = 0
    for d in range(len(tree.places)):
        for a, move in enumerate(tree.branch_moves(d)):
            if getattr(move, "square", None) == parse_position(TINY).ring:
                others = [piece for piece in range(3) if piece != move.piece]
                assert (solver.policy(d, 0)[a, others] == 0).all()
                entries += 1
    assert entries > 10


def test_a_position_that_cannot_begin_a_round_is_refused() -> None:
    with pytest.raises(PositionError, match="next to red"):
        round_at(parse_position("R2/*2/2O 0"))
    with pytest.raises(PositionError):
        round_at(parse_position("R2/3/2O 0"))


def test_a_tree_too_large_says_how_large() -> None:
    with pytest.raises(TreeTooLarge) as caught:
        build_tree(round_at(parse_position("*3/4/2RO/3Y 0")), 10**9)
    assert caught.value.params["nodes"] == "496,844,244"
    with pytest.raises(TreeTooLarge) as caught:
        build_tree(round_at(parse_position("R5O/7/7/3*3/7/7/Y5G 0")), 10**9)
    assert caught.value.code == "tree_far_too_large"


def test_the_number_of_nodes_is_the_number_of_histories() -> None:
    """Counted by the rules: ways of moving without entering, of any length."""
    game = XeQueo(Options(position=TINY, rings=1))
    state = game.start()
    for seat in (0, 1):
        state = game.play(state, seat, Choose(0))

    def count(state) -> int:  # type: ignore[no-untyped-def]
        afters = [game.play(state, state.turn, move) for move in game.legal(state, state.turn)]
        return 1 + sum(count(after) for after in afters if not after.results)

    assert build_tree(round_at(parse_position(TINY))).nodes == count(state)


def test_a_cut_tree_looks_only_so_far() -> None:
    round_ = round_at(parse_position("R5O/7/7/3*3/7/7/Y5G 0"))
    one, two = (build_tree(round_.cut(depth)) for depth in (1, 2))
    assert one.nodes == 1
    moves = sum(str(move)[1] != "!" for move in two.branch_moves(0))
    assert two.nodes == 1 + moves
    assert np.abs(two.payoffs).max() == 1, "no guess is worth more than a ring"
    assert deepest(round_, two.size.bytes) == 2


def test_a_cut_deeper_than_the_round_is_the_round() -> None:
    whole = solved(TINY, epsilon=1e-3)
    cut = Solver(build_tree(round_at(parse_position(TINY)).cut(50)), Settings(epsilon=1e-3))
    for _ in cut.run():
        pass
    assert cut.value() == pytest.approx(whole.value(), abs=1e-3)


def test_a_guess_is_fair() -> None:
    """Swapping the seats turns the sign; owners of one piece are even."""
    round_ = round_at(parse_position("R5O/7/7/3*3/7/7/Y5G 0"))
    rng = Random(7)
    for _ in range(50):
        pieces = tuple(rng.sample([s for s in round_.game.board.squares if s != round_.ring], 4))
        first, second = (np.array(round_.guess(pieces, turn)) for turn in (0, 1))
        assert (first == -second.T).all()
        assert (np.diag(first) == 0).all()
        assert np.abs(first).max() <= 0.5


def test_a_middle_of_a_round_is_solved_with_ranges() -> None:
    """Known cards: the mover calls the rival's piece and wins."""
    position = parse_position(TINY)
    game = XeQueo(Options(position=TINY))
    sure = np.array([0.0, 1.0, 0.0])
    solver = Solver(build_tree(Round(game, position, (np.full(3, 1 / 3), sure))), Settings(epsilon=1e-3))
    for _ in solver.run():
        pass
    assert solver.value() == pytest.approx(1, abs=1e-3)
