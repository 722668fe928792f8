"""What to believe and why: beliefs, bits and what moves are worth."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from ridotto.bots.reading import PlayedRound, Reading, played_rounds, read_round
from ridotto.bots.solver import Settings, Solver, build_tree, explain
from ridotto.bots.solver.beliefs import RoundPolicy, track
from ridotto.bots.solver.reasons import bits_between, update
from ridotto.bots.solver.tree import Floats
from ridotto.games.xequeo import Options, XeQueo, parse_position
from ridotto.games.xequeo.moves import HIDDEN, parse_move
from ridotto.games.xequeo.starts import parse_start
from ridotto.match import Match, read_record
from tests.solver.classics import Kuhn, LiarsDice

FIFTEENTH = "2O1/*3/2Y1/R3 0"


@pytest.fixture(scope="module")
def policy() -> RoundPolicy:
    return RoundPolicy(XeQueo(Options(position=FIFTEENTH)), parse_position(FIFTEENTH))


def ranges_at(solver: Solver, path: Sequence[tuple[int, int, int]]) -> tuple[Floats, Floats]:
    """What to believe about each seat's type after a path of (place, node, row)."""
    tree = solver.tree
    if tree.deal is None:
        beliefs = [solver.choice(0), solver.choice(1)]
    else:
        beliefs = [tree.deal.sum(axis=1), tree.deal.sum(axis=0)]
    for d, node, row in path:
        seat = int(tree.actor[d])
        legal = tree.uniform[tree.rows[d] + row, : tree.types[seat]] > 0
        beliefs[seat], _ = update(beliefs[seat], solver.policy(d, node)[row], legal)
    return beliefs[0], beliefs[1]


def played(moves: str, choices: tuple[int, int] = (0, 1)) -> PlayedRound:
    return PlayedRound(1, parse_position(FIFTEENTH), choices, tuple(map(parse_move, moves.split())), 0, "entry")


def test_bayes() -> None:
    prior, everybody = np.array([0.5, 0.25, 0.25]), np.ones(3, bool)
    after, is_expected = update(prior, np.array([0.1, 0.2, 0.0]), everybody)
    assert after == pytest.approx([0.5, 0.5, 0])
    assert is_expected
    after, is_expected = update(prior, np.zeros(3), np.array([False, True, True]))
    assert after == pytest.approx([0, 0.5, 0.5]), "only what could not be is ruled out"
    assert not is_expected


def test_bits() -> None:
    even = np.full(4, 1 / 4)
    assert bits_between(even, even) == 0
    assert bits_between(np.array([1.0, 0, 0, 0]), even) == pytest.approx(2)
    assert bits_between(np.array([0.5, 0.5, 0, 0]), even) == pytest.approx(1)


def test_what_a_bet_in_kuhn_poker_tells() -> None:
    """By the equilibrium a queen never opens with a bet, and a king bets three times as often as a jack."""
    solver = Solver(build_tree(Kuhn()), Settings(iterations=1500, epsilon=3e-4, check=100))
    for _ in solver.run():
        pass
    reasons = explain(solver, np.full(3, 1 / 3))
    bet = reasons.about("b")
    assert bet.belief == pytest.approx([1 / 4, 0, 3 / 4], abs=0.02)
    assert bet.bits == pytest.approx(bits_between(np.array([1 / 4, 0, 3 / 4]), np.full(3, 1 / 3)), abs=0.05)
    assert reasons.value == pytest.approx(-1 / 18, abs=1e-4)
    assert bet.gain[1] < -0.05, "a queen should not bet"
    assert abs(bet.gain[2]) < 0.01, "a king may"
    assert ranges_at(solver, [(0, 0, 1)])[0] == pytest.approx(bet.belief)
    assert ranges_at(solver, [(0, 0, 1)])[1] == pytest.approx(np.full(3, 1 / 3))


def test_worths_add_up() -> None:
    solver = Solver(build_tree(LiarsDice(3)), Settings(iterations=40))
    for _ in solver.run():
        pass
    reasons = explain(solver, np.full(3, 1 / 3))
    assert reasons.value == pytest.approx(solver.value(), abs=1e-12)
    for type_ in range(3):
        mix = [reason.mix[type_] for reason in reasons.moves]
        worth = [reason.worth[type_] for reason in reasons.moves]
        assert sum(mix) == pytest.approx(1)
        assert float(np.dot(mix, worth)) == pytest.approx(reasons.values[type_])
    assert sum(reason.odds for reason in reasons.moves) == pytest.approx(1)


def test_beliefs_follow_the_policy_by_bayes(policy: RoundPolicy) -> None:
    moves = tuple(map(parse_move, ["Yb3", "Ra2"]))
    before, first, second = track(policy, moves)
    assert before[0] == pytest.approx([1 / 3] * 3, abs=0.01)
    assert before[1] == pytest.approx([0.2, 0.4, 0.4], abs=0.01)
    assert (first[1] == before[1]).all(), "a move tells of the mover only"
    _, mix = policy.mix(moves[:1])
    by_hand = before[1] * mix[moves[1]]
    assert second[1] == pytest.approx(by_hand / by_hand.sum())
    assert second[1][0] > before[1][0], "who moves red towards the ring more likely holds it"
    for step in range(3):
        for seat in (0, 1):
            assert policy.after(moves[:step])[0][seat] == pytest.approx(track(policy, moves)[step][seat])


def test_reading_a_round(policy: RoundPolicy) -> None:
    round_ = played("Yb3 Ra2 Ob4 Ra3", choices=(2, 0))
    reading = Reading(round_, ((), ()), tuple(read_round(policy, round_)), policy.depth)
    assert reading.is_exact
    assert reading.plies[0].value == pytest.approx(1 / 15, abs=1e-3)
    tell = reading.plies[1]
    assert tell.told == pytest.approx(np.log2(tell.beliefs[1][0] / tell.reasons.belief[0]))
    assert reading.giveaway(1) == 1, "the entry that ends the round gives nothing away any more"
    for ply in reading.plies:
        for belief in ply.beliefs:
            assert sum(belief) == pytest.approx(1)
    assert reading.plies[-1].beliefs[1] == (1, 0, 0), "only its owner enters (XQ-12)"


def test_a_move_that_is_never_made_is_no_evidence(policy: RoundPolicy) -> None:
    """And the round is solved anew from there, so that what follows makes sense again."""
    round_ = played("R! ", choices=(HIDDEN, HIDDEN))
    (ply,) = read_round(policy, round_)
    assert not ply.is_expected
    assert ply.beliefs[0] == pytest.approx(ply.reasons.belief)
    assert ply.told == pytest.approx(0)
    gone_on = list(read_round(policy, played("Yc3 Yb3")))
    assert not gone_on[0].is_expected
    assert -1 <= gone_on[1].value <= 1
    assert policy.at((parse_move("Yc3"),)).solver is not policy.at(()).solver


def test_a_large_round_is_estimated() -> None:
    text = "R5O/7/7/3*3/7/7/Y5G 0"
    policy = RoundPolicy(XeQueo(Options(position=text)), parse_position(text), Settings(iterations=20), memory=200_000)
    assert not policy.is_exact
    assert policy.depth >= 1
    moves = tuple(map(parse_move, ["Rb6", "Of6"]))
    assert len(track(policy, moves)) == 3
    assert policy.at(moves).solver is not policy.at(()).solver


def test_rounds_of_a_record() -> None:
    match = Match(XeQueo(Options(position=FIFTEENTH, rings=2)), ["Ada", "Bo"])
    for seat, move in ((0, "=O"), (1, "=R"), (0, "Yb3"), (1, "Ra2"), (0, "Y!")):
        match.submit(seat, move)
    (full,) = played_rounds(match)
    assert full.choices == (1, 0)
    assert full.winner == 1
    assert [str(move) for move in full.moves] == ["Yb3", "Ra2", "Y!"]
    (seen,) = played_rounds(read_record(match.record("spectator")))
    assert seen.choices == (HIDDEN, 0), "a challenge shows the challenged card only (XQ-R7)"
    (own,) = played_rounds(read_record(match.record(0)))
    assert own.choices == (1, 0)


def test_a_round_in_which_a_record_begins() -> None:
    """With the moves that led there, and the choices as far as its reader may know them."""
    game = XeQueo(Options(position=FIFTEENTH, rings=2))
    match = Match(game, ["Ada", "Bo"], start=parse_start(game, f"{FIFTEENTH} Yb3 cards=OR"))
    for seat, move in ((1, "Ra2"), (0, "Y!")):
        match.submit(seat, move)
    for audience, choices in (("all", (1, 0)), (1, (HIDDEN, 0)), (0, (1, 0))):
        (found,) = played_rounds(read_record(match.record(audience)))  # type: ignore[arg-type]
        assert found.start == parse_position(FIFTEENTH)
        assert [str(move) for move in found.moves] == ["Yb3", "Ra2", "Y!"]
        assert found.choices == choices
