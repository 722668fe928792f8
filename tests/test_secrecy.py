"""A bot's choice, a drawing, a record: nothing changes when only a secret that the seat may not know changes."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ridotto.bots import Limit, make_bot
from ridotto.core import CHANCE
from ridotto.games import game_type, games, registration
from ridotto.games.venise import Venise
from ridotto.games.xequeo import XeQueo
from ridotto.match import Match
from tests.playing import random_match, turns

SOLVERS = "ridotto.bots.bluff:"
SOLVING = [bot for bot, path in registration("xequeo").bots.items() if path.startswith(SOLVERS)]
"""Each of their choices takes a solve: they are asked about fewer positions."""
EVERY_BOT = [
    (name, bot) for name, game in games().items() for bot, path in game.bots.items() if not path.startswith(SOLVERS)
]


def limit_of(bot_name: str) -> Limit:
    return Limit(iterations=10 if bot_name == "ismcts" else 50)  # an iteration of its is a playout


@pytest.mark.parametrize(("game_name", "bot_name"), EVERY_BOT)
@given(seed=st.integers(0, 2**32))
def test_a_choice_does_not_change_when_only_the_secret_changes(game_name: str, bot_name: str, seed: int) -> None:
    game = game_type(game_name)()
    bot, limit = make_bot(bot_name, game), limit_of(bot_name)
    rng = Random(seed)
    for state in rng.sample(random_match(game, seed).states, 8):
        for seat in game.actors(state):
            if seat == CHANCE:
                continue
            choice = bot.choose(game.view(state, seat), limit, Random(seed))
            for _ in range(3):
                other = game.sample(game.view(state, seat), rng)
                assert bot.choose(game.view(other, seat), limit, Random(seed)) == choice


@pytest.mark.parametrize("seats", [2, 3, 4])
@given(seed=st.integers(0, 2**32))
@settings(max_examples=5)
def test_the_doge_of_venise_does_not_know_the_secret_at_any_table(seats: int, seed: int) -> None:
    """In games that come to an end, with playouts; another bot is asked, so that no cache can hide a leak."""
    game, rng, limit = Venise(seats=seats), Random(seed), Limit(iterations=1500)
    match, player = Match(game), make_bot("greedy", game)
    views = []
    for seat in turns(match, rng):
        view = match.view(seat)
        if view.phase == "play":
            views.append(view)
        match.submit(seat, player.choose(view, Limit(), rng).move)
    for view in rng.sample(views, 3):
        choice = make_bot("doge", game).choose(view, limit, Random(seed))
        other = game.view(game.sample(view, rng), view.turn)
        assert make_bot("doge", game).choose(other, limit, Random(seed)) == choice


@pytest.mark.parametrize("game_name", games())
def test_samples_do_change_the_secret(game_name: str) -> None:
    game = game_type(game_name)()
    rng = Random(1)
    states = [state for state in random_match(game, 1).states if CHANCE not in game.actors(state)]
    changed = [game.sample(game.view(state, 0), rng) != state for state in states]
    assert sum(changed) > len(changed) / 3


@pytest.mark.parametrize(("game_name", "bot_name"), EVERY_BOT)
@given(seed=st.integers(0, 2**32))
def test_a_choice_is_legal_and_comes_from_its_odds(game_name: str, bot_name: str, seed: int) -> None:
    game = game_type(game_name)()
    bot, limit = make_bot(bot_name, game), limit_of(bot_name)
    assert bot.name == bot_name
    for state in Random(seed).sample(random_match(game, seed).states, 8):
        for seat in game.actors(state):
            if seat == CHANCE:
                continue
            choice = bot.choose(game.view(state, seat), limit, Random(seed))
            odds = dict(choice.odds)
            assert choice.move in odds
            assert set(odds) <= set(game.legal(state, seat))
            assert sum(odds.values()) == pytest.approx(1)
            assert choice.reasons


@pytest.mark.parametrize("bot_name", SOLVING)
def test_a_solved_choice_is_legal_comes_from_its_odds_and_does_not_know_the_secret(bot_name: str) -> None:
    """In played rounds, and asked of a bot that has never seen the true secret, so that no cache can hide a leak."""
    game, limit, rng = XeQueo(rings=2), Limit(iterations=16), Random(5)
    bot, other, rival = (make_bot(name, game) for name in (bot_name, bot_name, "fishmonger"))
    match = Match(game)
    for seat in turns(match, rng):
        view, seed = match.view(seat), rng.random()
        if seat == 0:
            choice = bot.choose(view, limit, Random(seed))
            assert choice.reasons
            assert {move for move, _ in choice.odds} <= set(view.legal)
            assert choice.move in dict(choice.odds)
            assert sum(share for _, share in choice.odds) == pytest.approx(1)
            assert other.choose(game.view(game.sample(view, rng), 0), limit, Random(seed)) == choice
        else:
            choice = rival.choose(view, limit, Random(seed))
        match.submit(seat, choice.move)
    assert len(match.view(None).results) > 1
