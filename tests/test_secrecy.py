"""A bot's choice, a drawing, a record: nothing changes when only a secret that the seat may not know changes."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ridotto.bots import BOTS, Limit, make_bot
from ridotto.core import CHANCE
from ridotto.games import game_type
from tests.playing import random_match

EVERY_BOT = [(game, bot) for game, bots in BOTS.items() for bot in bots]


@pytest.mark.parametrize(("game_name", "bot_name"), EVERY_BOT)
@given(seed=st.integers(0, 2**32))
def test_a_choice_does_not_change_when_only_the_secret_changes(game_name: str, bot_name: str, seed: int) -> None:
    game = game_type(game_name)()
    bot = make_bot(bot_name, game)
    rng = Random(seed)
    for state in rng.sample(random_match(game, seed).states, 8):
        for seat in game.actors(state):
            if seat == CHANCE:
                continue
            choice = bot.choose(game.view(state, seat), Limit(iterations=50), Random(seed))
            for _ in range(3):
                other = game.sample(game.view(state, seat), rng)
                assert bot.choose(game.view(other, seat), Limit(iterations=50), Random(seed)) == choice


@pytest.mark.parametrize("game_name", BOTS)
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
    bot = make_bot(bot_name, game)
    assert bot.name == bot_name
    for state in Random(seed).sample(random_match(game, seed).states, 8):
        for seat in game.actors(state):
            if seat == CHANCE:
                continue
            choice = bot.choose(game.view(state, seat), Limit(iterations=50), Random(seed))
            odds = dict(choice.odds)
            assert choice.move in odds
            assert set(odds) <= set(game.legal(state, seat))
            assert sum(odds.values()) == pytest.approx(1)
            assert choice.reasons
