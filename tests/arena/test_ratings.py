from __future__ import annotations

import math
from random import Random

import pytest

from ridotto.arena import Score, Share, Tally
from ridotto.arena.ratings import AVERAGE, ELO, Z, fit

# Agresti, Categorical Data Analysis: the American League's eastern division of 1987, 13 games each pair.
TEAMS = ("Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore")
WINS = (
    (0, 7, 9, 7, 7, 9, 11),
    (6, 0, 7, 5, 11, 9, 9),
    (4, 6, 0, 7, 7, 8, 12),
    (6, 8, 6, 0, 6, 7, 10),
    (6, 2, 6, 7, 0, 7, 12),
    (4, 4, 5, 6, 6, 0, 6),
    (2, 4, 1, 3, 1, 7, 0),
)
PUBLISHED = (1.5814, 1.4364, 1.2945, 1.2476, 1.1077, 0.6839, 0.0)
"""Bradley–Terry, Baltimore at 0: Firth and Turner, Bradley-Terry Models in R."""


def test_the_published_bradley_terry_solution() -> None:
    orders: dict[tuple[int, ...], float] = {
        (i, j): won for i, row in enumerate(WINS) for j, won in enumerate(row) if won
    }
    strengths, _ = fit(len(TEAMS), orders, deviation=1e6)
    assert [strength - strengths[-1] for strength in strengths] == pytest.approx(PUBLISHED, abs=1e-4)


def test_two_have_a_closed_form() -> None:
    won, lost = 70, 30
    strengths, margins = fit(2, {(0, 1): won, (1, 0): lost}, deviation=1e6)
    assert strengths[0] - strengths[1] == pytest.approx(math.log(won / lost))
    # The logit's standard error is known; each of two ratings round their mean has half of it.
    assert margins[0] == pytest.approx(Z * math.sqrt(1 / won + 1 / lost) / 2, rel=1e-9)


def test_plackett_luce_finds_the_strengths_that_made_the_places() -> None:
    rng, true = Random(1), (1.0, 0.4, -0.2, -1.2)
    orders: dict[tuple[int, ...], float] = {}
    for _ in range(4000):
        # Of exponential waiting times with these rates, the shortest comes first: Plackett–Luce exactly.
        order = tuple(sorted(range(4), key=lambda bot: rng.expovariate(math.exp(true[bot]))))
        orders[order] = orders.get(order, 0) + 1
    strengths, margins = fit(4, orders)
    for strength, margin, wanted in zip(strengths, margins, true, strict=True):
        assert abs(strength - wanted) < 1.6 * margin
        assert margin < 0.06


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    rng, held = Random(2), 0
    chance = 1 / (1 + math.exp(-0.8))
    for _ in range(400):
        won = sum(rng.random() < chance for _ in range(60))
        strengths, margins = fit(2, {(0, 1): won, (1, 0): 60 - won})
        held += abs(strengths[0] - 0.4) <= margins[0]
    assert 0.92 <= held / 400 <= 0.98


def scores(*games: tuple[tuple[str, ...], tuple[int, ...]]) -> list[Score]:
    return [
        Score(number, bots, "", 0, places, "rings", 30, (0.0,) * len(bots))
        for number, (bots, places) in enumerate(games)
    ]


def test_a_bot_that_never_loses_stays_on_the_scale() -> None:
    one = Tally(("strong", "weak"), 2, scores(*[(("weak", "strong"), (2, 1))] * 20))
    two = Tally(("strong", "weak"), 2, scores(*[(("weak", "strong"), (2, 1))] * 200))
    for tally in (one, two):
        best, worst = tally.ratings()
        assert (best.bot, worst.bot) == ("strong", "weak")
        assert best.elo - best.margin > worst.elo + worst.margin or tally is one
        assert best.elo + worst.elo == pytest.approx(2 * AVERAGE)
    assert two.ratings()[0].margin < one.ratings()[0].margin
    assert two.ratings()[0].elo > one.ratings()[0].elo


def test_intervals_shrink_with_the_root_of_games() -> None:
    mixed = [(("a", "b"), (1, 2)), (("b", "a"), (1, 2))]
    few, many = (Tally(("a", "b"), 2, scores(*mixed * times)).ratings()[0].margin for times in (50, 200))
    assert many == pytest.approx(few / 2, rel=0.02)


def test_shared_places_are_half_of_each() -> None:
    drawn = Tally(("a", "b", "c"), 3, scores((("a", "b", "c"), (1, 1, 3)), (("a", "b", "c"), (1, 1, 1))))
    a, b, c = sorted(drawn.ratings(), key=lambda rating: rating.bot)
    assert a.elo == pytest.approx(b.elo)
    assert a.elo > c.elo
    assert drawn.duels["a", "b"].share == 0.5
    assert drawn.duels["c", "a"].share == 0.25
    assert drawn.seats[0].wins == pytest.approx(1 / 2 + 1 / 3)


def test_a_draw_is_a_win_and_a_loss_by_halves() -> None:
    drawn = Tally(("a", "b"), 2, scores(*[(("a", "b"), (1, 1))] * 10, *[(("a", "b"), (1, 2))] * 10)).ratings()
    strengths, margins = fit(2, {(0, 1): 15, (1, 0): 5})
    assert drawn[0].elo == pytest.approx(AVERAGE + ELO * strengths[0])
    assert drawn[0].margin == pytest.approx(ELO * margins[0])


def test_a_bot_beside_itself_says_nothing_about_itself() -> None:
    alone = Tally(("a",), 2, scores((("a", "a"), (1, 2)), (("a", "a"), (1, 2))))
    assert alone.ratings()[0].elo == AVERAGE
    assert [share.share for share in alone.seats] == [1, 0]


def test_wilson_s_interval() -> None:
    # Newcombe 1998, table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
    for wins, games, low, high in (
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ):
        assert Share(wins, games).interval == pytest.approx((low, high), abs=5e-5)
