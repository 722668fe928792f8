"""Guess along: a finished match from bet to bet, without its secrets until the last bet of a round."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ridotto.core import RidottoError
from ridotto.games.xequeo import XeQueo
from ridotto.games.xequeo.board import LETTERS
from ridotto.games.xequeo.moves import CHOOSE, Call
from ridotto.match import RESIGNS, Match
from ridotto.server import wire
from ridotto.server.guessing import guess_along, points, rounds_of
from ridotto.server.views.sent import encode
from tests.playing import random_match
from tests.server.house import House, at, play_on

EVEN = [2] * 7


def ask(match: Match, seat: int, bets: list[list[list[int]]]) -> wire.Guess:
    return guess_along(match, wire.AskGuess(seat=seat, bets=bets))  # type: ignore[arg-type]


def sure(piece: int) -> list[int]:
    return [14 if index == piece else 0 for index in range(7)]


@pytest.fixture(scope="module")
def match() -> Match:
    return random_match(XeQueo(rings=3), 5)


def test_points_are_for_belief_in_the_truth() -> None:
    assert points(EVEN, 3) == pytest.approx(0)
    assert points(sure(3), 3) == pytest.approx(100)
    assert points(sure(2), 3) < points(EVEN, 3) < points([1, 1, 1, 4, 1, 1, 1], 3)


@given(st.lists(st.integers(0, 20), min_size=7, max_size=7).filter(any), st.data())
def test_nobody_does_better_than_by_betting_what_they_believe(belief: list[int], data: st.DataObject) -> None:
    other = data.draw(st.lists(st.integers(0, 20), min_size=7, max_size=7).filter(any))

    def expected(bet: list[int]) -> float:
        return sum(weight * points(bet, piece) for piece, weight in enumerate(belief)) / sum(belief)

    assert expected(other) <= expected(belief) + 1e-9


def test_rounds_begin_after_the_choice_and_end_with_the_reveal(match: Match) -> None:
    rounds = list(rounds_of(match))
    assert len(rounds) == len(match.state.results)
    for number, (begin, end) in enumerate(rounds):
        assert [len(match.states[index].results) for index in (begin, end, end + 1)] == [number, number, number + 1]
        assert match.states[begin - 1].phase == "choose"


def test_a_match_from_bet_to_bet(match: Match) -> None:
    bets: list[list[list[int]]] = []
    seen: list[str] = []
    for number, each in enumerate(rounds_of(match), 1):
        bets.append([])
        truth = match.states[each.begin].choices[1]
        for count in range(each.bets):
            told = ask(match, 1, bets)
            assert (told.round, told.truth, told.points, told.is_last) == (number, None, (), False), count
            seen += [frame.line.text for frame in told.frames if frame.line]
            bets[-1].append(sure(truth) if number == 1 else EVEN)
        told = ask(match, 1, bets)
        seen += [frame.line.text for frame in told.frames if frame.line]
        assert told.truth == LETTERS[truth]
        assert told.points == (100.0 if number == 1 else 0.0,) * each.bets
    assert told.is_last
    assert told.total == pytest.approx(100 * len(bets[0]) / sum(map(len, bets)), abs=0.06)
    assert seen == [line.text for line in match.lines("spectator")], "every move once, as everybody saw it"


@pytest.mark.parametrize("seed", range(6))
def test_no_secret_before_the_last_bet(seed: int) -> None:
    """What is sent is the same to the last byte where only a secret differs, also that of whom nobody bets on."""
    match = random_match(XeQueo(rings=2), seed)
    rounds = list(rounds_of(match))
    number = seed % len(rounds)
    before = [[EVEN] * each.bets for each in rounds[:number]]

    def sent(played: Match, bet_on: int) -> list[bytes]:
        return [encode(ask(played, bet_on, [*before, [EVEN] * count])) for count in range(rounds[number].bets)]

    for bet_on in (0, 1):
        shown = sent(match, bet_on)
        for seat in (0, 1):
            for piece in range(7):
                assert sent(with_choice(match, rounds[number].end, seat, piece), bet_on) == shown
        assert encode(ask(match, bet_on, [*before, [EVEN] * rounds[number].bets])) not in shown


def with_choice(match: Match, end: int, seat: int, piece: int) -> Match:
    """The same until the move that ends a round; there somebody points at a piece, and it goes on by chance."""
    other = Match(match.game, match.names, match.day)
    chosen = max(
        index for index in range(end) if match.entries[index].move in CHOOSE and match.entries[index].actor == seat
    )
    for index, (actor, move) in enumerate(match.entries[:end]):
        other.submit(actor, CHOOSE[piece] if index == chosen else move)
    rng = Random(piece)
    (mover,) = other.actors
    other.submit(mover, rng.choice([move for move in match.game.legal(other.state, mover) if isinstance(move, Call)]))
    while not other.outcome:
        other.play_chance(rng)
        for actor in other.actors:
            other.submit(actor, rng.choice(match.game.legal(other.state, actor)))
    return other


def test_after_resigning_the_last_round_counts(match: Match) -> None:
    begin = next(rounds_of(match)).begin
    given_up = Match(match.game, match.names, match.day)
    for actor, move in match.entries[: begin + 1]:
        given_up.submit(actor, move)
    given_up.resign(0)
    assert given_up.entries[-1].move == RESIGNS
    told = ask(given_up, 0, [[EVEN, EVEN]])
    assert told.is_last
    assert told.truth == LETTERS[match.states[begin].choices[0]]


@pytest.mark.parametrize(
    "bets",
    [[[EVEN], []], [[EVEN] * 400], [[]] * 50, [[[1, 2, 3]]], [[[0] * 7]]],
    ids=["early", "many", "rounds", "few", "none"],
)
def test_bets_that_do_not_fit(match: Match, bets: list[list[list[int]]]) -> None:
    assert next(rounds_of(match)).bets > 1
    with pytest.raises(RidottoError) as refused:
        ask(match, 0, bets)
    assert refused.value.code == "guess_bets"


def test_only_finished_matches_of_the_game(house: House) -> None:
    laid = house.table("xequeo", "here", "here", options="rings=1 first_placer=host")
    path = f"/api/tables/{laid.id}/guess"
    with at(laid, 0, 1) as guests:
        assert house.ask(path, {"seat": 0})[0] == 409
        play_on(guests, Random(1))
        first = house.post(path, {"seat": 0})
        assert first["truth"] is None
        assert first["frames"][-1]["view"]["phase"] == "play"
        assert house.post(path, {"seat": 0, "bets": [[]]}) == first
    assert house.ask(path, {"seat": 2})[0] == 422
    other = house.table("venise", "here", "here")
    with at(other, 0, 1) as guests:
        guests[0].ask({"type": "resign", "id": 99})
    status, body, _ = house.ask(f"/api/tables/{other.id}/guess", {"seat": 0})
    assert (status, b"guess_game" in body) == (422, True)
