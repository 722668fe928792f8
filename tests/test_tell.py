"""Moves in words: what happened, and what might be done."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ridotto.bots import Limit, make_bot
from ridotto.core import CHANCE
from ridotto.games import game_type, games
from ridotto.games.venise.deck import CARDS
from ridotto.games.xequeo import XeQueo
from ridotto.games.xequeo.board import LETTERS
from ridotto.i18n import LANGUAGES, Catalogue
from ridotto.match import Match
from ridotto.tell import explain, propose
from tests.playing import random_match

NAMES = ("Anna", "Bruno", "Carla", "Dario")


@pytest.mark.parametrize("game_name", games())
@given(seed=st.integers(0, 2**32))
def test_a_proposal_tells_nothing_that_its_seat_may_not_know(game_name: str, seed: int) -> None:
    game, rng = game_type(game_name)(), Random(seed)
    for state in rng.sample(random_match(game, seed).states, 8):
        for seat in game.actors(state):
            if seat == CHANCE:
                continue
            other = game.sample(game.view(state, seat), rng)
            for move in game.legal(state, seat):
                assert propose(game, NAMES, state, seat, move) == propose(game, NAMES, other, seat, move)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game_name", games())
def test_every_move_can_be_proposed(game_name: str, language: str) -> None:
    game, say = game_type(game_name)(), Catalogue(language)
    for state in random_match(game, 3).states:
        for seat in game.actors(state):
            if seat == CHANCE:
                continue
            for move in game.legal(state, seat):
                told = say.said(propose(game, NAMES, state, seat, move))
                assert NAMES[seat] in told
                assert "{" not in told


def test_a_call_is_proposed_without_its_answer() -> None:
    match = Match(XeQueo(position="R5O/7/7/3*3/7/7/Y5G 0", rings=1), NAMES[:2], day="2026-11-15")
    match.submit(0, "=R")
    match.submit(1, "=O")
    game, say = match.game, Catalogue("en")
    for text, words in (
        ("O!", "Anna points at orange (O): “Xe\u00a0queo!”"),
        ("G!", "Anna points at green (G): “Xe\u00a0queo!”"),
        ("Ra6", "Anna moves red (R) a7–a6."),
    ):
        assert say.said(propose(game, NAMES, match.state, 0, game.parse_move(text))) == words


@pytest.mark.parametrize("language", LANGUAGES)
def test_reasons_name_cards_and_pieces_in_words(language: str) -> None:
    say = Catalogue(language)
    venise, xequeo = game_type("venise")(), game_type("xequeo")()
    for card in CARDS:
        told = say.said(explain(venise, "why_ve_discard", {"card": card}))
        assert say.text(f"ve_card_{card}") in told
    told = say.said(explain(xequeo, "why_call", {"piece": "R", "percent": 70}))
    assert f"{say.text('piece_R')} (R)" in told
    assert say.said(explain(venise, "why_ve_end", {})) == say.text("why_ve_end")


@pytest.mark.parametrize("game_name", games())
def test_no_bot_gives_a_reason_with_a_code_in_it(game_name: str) -> None:
    """What bots say of cards and pieces, in whole games, is known to the words."""
    game, codes = game_type(game_name)(), {*CARDS, *LETTERS}
    for name in ("random", "greedy"):
        bot, rng = make_bot(name, game), Random(2)
        for state in random_match(game, 5).states[::3]:
            for seat in game.actors(state):
                if seat != CHANCE:
                    for reason in bot.choose(game.view(state, seat), Limit(), rng).reasons:
                        assert not codes & {str(value) for value in explain(game, *reason).params.values()}
