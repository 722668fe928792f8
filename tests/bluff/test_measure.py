"""The measuring instrument, measured: against OpenSpiel, against exact figures, against bots made worse on purpose."""

from __future__ import annotations

from statistics import fmean

import numpy as np
import pyspiel
import pytest

from benchmarks.instrument import Argmax, Found, PriorWeighted, Unsafe, compare
from ridotto.adapters.openspiel import NAME
from ridotto.arena.exploit import BOARDS, FEWEST_NODES, MOST_STARTS_NODES, STARTS, public_nodes, small_starts
from ridotto.bots import Limit, make_bot
from ridotto.bots.bluff.asked import Asked
from ridotto.bots.bluff.exact import exploitability
from ridotto.bots.bluff.exploiter import WIDTH, Corrected, Learned, Samples, explore, fit
from ridotto.bots.bluff.lbr import respond
from ridotto.bots.bluff.net import Net, fresh
from ridotto.bots.bluff.player import Bluffer, Level
from ridotto.bots.bluff.resolve import Effort, Resolver
from ridotto.games.xequeo import Position, XeQueo, parse_position

NET = Net(fresh(1))
TINY = parse_position("RO1/3/*1Y 0")
START = parse_position("RO2/4/1*1Y 0")
STARTS_TO_COMPARE = [START, *map(parse_position, ("3Y/4/RO1* 0", "*1R1/4/O1Y1 0", "1R2/2Y1/*1O1 0", "RO2/4/*1Y1 0"))]
"""Several: on a single one, what is found of the exact figure varies from two thirds to all."""
ROUNDS = 60
QUICK = Effort(64, depth=1)


def asked(name: str, position: Position, limit: Limit = Limit()) -> Asked:  # noqa: B008 - frozen
    game = XeQueo(position=str(position))
    return Asked(make_bot(name, game), game, NET, limit)


def test_openspiel_finds_random_play_as_exploitable() -> None:
    theirs = pyspiel.convert_to_cached_tree(pyspiel.load_game(NAME, {"position": str(TINY)}))
    wanted = pyspiel.exploitability(theirs, pyspiel.UniformRandomPolicy(theirs))
    found = exploitability(asked("random", TINY), TINY)
    assert found.value == pytest.approx(wanted, abs=1e-6)
    assert found.value == pytest.approx(sum(found.gains) / 2)


def test_a_bot_that_is_asked_is_measured_as_one_that_tells() -> None:
    """The bluffer's policy by its answers to each secret, and as it exposes it."""
    game = XeQueo(position=str(TINY))
    bluffer = Bluffer(game, NET, Level("quick", QUICK, QUICK))
    told = exploitability(bluffer.resolver(), TINY)
    answered = exploitability(Asked(bluffer, game, NET, Limit()), TINY)
    assert answered.gains == pytest.approx(told.gains, abs=1e-5)


def test_a_bot_that_searches_is_asked_for_one_policy() -> None:
    first, second = (asked("ismcts", TINY, Limit(iterations=20)) for _ in range(2))
    assert exploitability(first, TINY) == exploitability(second, TINY)


@pytest.fixture(scope="module")
def sound() -> Found:
    return compare(Resolver, STARTS_TO_COMPARE, ROUNDS, QUICK)


def test_the_local_best_responder_finds_nearly_all(sound: Found) -> None:
    assert 0.8 < sound.share < 1.1


@pytest.mark.parametrize("kind", [PriorWeighted, Unsafe, Argmax])
def test_bluffers_made_worse_come_out_worse(kind: type[Resolver], sound: Found) -> None:
    found = compare(kind, STARTS_TO_COMPARE, ROUNDS, QUICK)
    assert found.exact > 1.3 * sound.exact
    assert found.local > 1.3 * sound.local
    assert found.share > 0.75


@pytest.mark.parametrize("name", ["random", "greedy"])
def test_nobody_takes_more_than_the_exact_best_response(name: str) -> None:
    """Whatever values the responder goes by: its estimate is not biased by them."""
    player = asked(name, TINY)
    wrong = np.random.default_rng(1).standard_normal((WIDTH + 1, 4)).astype(np.float32)
    learned = Learned(
        np.zeros(WIDTH, np.float32), np.ones(WIDTH, np.float32), wrong, np.full(WIDTH + 5, 0.02, np.float32)
    )
    exact = exploitability(player, TINY).value
    for rival in (player, Corrected(player, learned)):
        rng = np.random.default_rng(2)
        gains = [respond(rival, TINY, seat, rng) for _ in range(300) for seat in (0, 1)]
        margin = 4 * np.std(gains) / np.sqrt(len(gains))
        assert fmean(gains) <= exact + margin


def test_the_exploiter_learns_what_the_values_miss() -> None:
    player = asked("random", START)
    found = [explore(player, None, START, number & 1, np.random.default_rng(number)) for number in range(40)]
    samples = Samples(*(np.concatenate(parts) for parts in zip(*found, strict=True)))
    assert samples.features.shape == (len(samples.gains), WIDTH)
    half = len(samples.gains) // 2
    learned = fit(Samples(samples.features[:half], samples.gains[:half]))
    missed = samples.gains[half:] - learned(samples.features[half:])
    assert np.square(missed).mean() < 0.5 * np.square(samples.gains[half:]).mean()


@pytest.mark.parametrize("name", [name for name in BOARDS if name != "7x7"])
def test_the_small_round_starts_are_as_large_as_they_should_be(name: str) -> None:
    starts = small_starts(name)
    assert len(starts) == STARTS
    for position, nodes in starts.items():
        assert FEWEST_NODES <= nodes <= MOST_STARTS_NODES
        assert nodes == public_nodes(position)
