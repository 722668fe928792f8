from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

from ridotto.arena.schedule import Tournament, arrangements, game_seed, line_ups
from ridotto.core import RidottoError

OWN = "tests.arena.bots:Slow"


def test_round_robin_and_gauntlet_of_two() -> None:
    assert line_ups(("a", "b", "c"), 2) == (("a", "b"), ("a", "c"), ("b", "c"))
    assert line_ups(("a", "b", "c"), 2, is_gauntlet=True) == (("a", "b"), ("a", "c"))


def test_bigger_tables_are_filled() -> None:
    assert line_ups(("a", "b", "c", "d"), 3) == (("a", "b", "c"), ("a", "b", "d"), ("a", "c", "d"), ("b", "c", "d"))
    assert line_ups(("a", "b"), 3) == (("a", "a", "b"), ("a", "b", "b"))
    assert line_ups(("a", "b"), 4, is_gauntlet=True) == (("a", "b", "b", "b"),)
    assert line_ups(("a",), 2) == (("a", "a"),), "alone, a bot plays itself"


@pytest.mark.parametrize("line_up", ["ab", "abc", "abcd", "aab", "aabb", "abbb", "aaaa"])
def test_every_order_of_seats_once_and_rotations_first(line_up: str) -> None:
    orders = arrangements(tuple(line_up))
    assert Counter(orders) == Counter(set(permutations(line_up)))
    turns = orders[: len(line_up)]
    if len(orders) > 1:
        assert all(Counter(order[seat] for order in turns) == Counter(line_up) for seat in range(len(line_up)))


@pytest.mark.parametrize(
    ("game", "variants", "bots"),
    [
        ("xequeo", ("", "distance=king"), ("random", "greedy", OWN)),
        ("venise", ("seats=3", "seats=3 board=night-basic"), ("random", "greedy", OWN)),
        ("venise", ("seats=4",), ("random", "greedy")),
    ],
)
def test_a_cycle_is_fair(game: str, variants: tuple[str, ...], bots: tuple[str, ...]) -> None:
    """Every line-up in every order on every board equally often; and every bot in every seat."""
    tournament = Tournament(game, variants, bots)
    jobs = list(tournament.jobs(2 * tournament.cycle))
    assert len(jobs) == 2 * tournament.cycle * len(tournament.line_ups)
    for line_up in tournament.line_ups:
        met = Counter((job.options, job.bots) for job in jobs if sorted(job.bots) == sorted(line_up))
        assert len(met) == len(variants) * len(arrangements(line_up))
        assert len(set(met.values())) == 1
    for seat in range(tournament.seats):
        assert len(set(Counter(job.bots[seat] for job in jobs).values())) == 1


def test_a_game_follows_from_its_number() -> None:
    tournament = Tournament("xequeo", ("",), ("random", "greedy", OWN), seed=7)
    jobs = list(tournament.jobs(10))
    assert [tournament.job(job.number) for job in jobs] == jobs
    assert list(tournament.jobs(20))[: len(jobs)] == jobs, "a longer arena begins with the same games"
    assert len({job.seed for job in jobs}) == len(jobs)
    assert {job.seed for job in Tournament("xequeo", ("",), tournament.bots, seed=8).jobs(10)}.isdisjoint(
        job.seed for job in jobs
    )
    fewer = Tournament("xequeo", ("",), ("random", "greedy"), seed=7)
    assert {job[1:] for job in fewer.jobs(10)} <= {job[1:] for job in jobs}, "others change nothing for these two"


def test_seeds_are_pinned() -> None:
    """Published results stay reproducible: this number may not change."""
    assert game_seed(0, ("greedy", "random"), 0) == PINNED


PINNED = 224299407059912


@pytest.mark.parametrize(
    ("bots", "code"),
    [
        (("random", "gredy"), "bot_unknown"),
        (("random", "random"), "arena_twice"),
        (("random", "greedy@fast"), "arena_contestant"),
        (("random", "greedy@0"), "arena_contestant"),
        (("random", "nowhere.to.be:Found"), "arena_bot"),
        (("random", "tests.arena.bots:Missing"), "arena_bot"),
        (("random", ":"), "arena_bot"),
    ],
)
def test_who_cannot_play_is_told_before_the_first_game(bots: tuple[str, ...], code: str) -> None:
    with pytest.raises(RidottoError) as caught:
        Tournament("xequeo", ("",), bots)
    assert caught.value.code == code
    assert str(caught.value)


def test_a_gauntlet_of_one_and_tables_of_different_size_are_refused() -> None:
    with pytest.raises(RidottoError, match="two bots"):
        Tournament("xequeo", ("",), ("random",), is_gauntlet=True)
    with pytest.raises(RidottoError, match="same number of seats"):
        Tournament("venise", ("", "seats=3"), ("random",))
