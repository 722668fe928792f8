"""Typed moves: notation and words of five languages, completed, and nothing offered that could not be done."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from ridotto.core import CHANCE, Seat
from ridotto.games import game_type, games, make_game
from ridotto.i18n import LANGUAGES, Catalogue
from ridotto.match import Match
from ridotto.tell import offered
from ridotto.tell.typed import Spoken, read, spoken_by
from tests.playing import random_match


def views(name: str, seed: int, count: int) -> list[tuple[Any, Any]]:
    """What seats that are to act see in a random match."""
    game, rng = game_type(name)(), Random(seed)
    found = [
        (game, game.view(state, seat))
        for state in random_match(game, seed, moves=400).states
        for seat in game.actors(state)
        if seat != CHANCE
    ]
    return rng.sample(found, min(count, len(found)))


def in_words(told: Spoken) -> str:
    """The least that names a move: one word for everything it needs."""
    return " ".join(min(each) for each in (*told.verbs, *(each for group in told.groups for each in group)))


@pytest.mark.parametrize("name", games())
def test_notation_is_read_as_it_is_written(name: str) -> None:
    for game, view in views(name, 1, 12):
        for move in view.legal:
            for text in (game.show_move(move), f" {game.show_move(move).upper()} "):
                found = read(game, view, view.legal, text, Catalogue("de"))
                assert found.is_clear, text
                assert [game.show_move(each.move) for each in found.found] == [game.show_move(move)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["xequeo", "venise"])
def test_every_move_has_words(name: str, language: str) -> None:
    """Whoever names all that a move needs is offered it before all that need more."""
    say = Catalogue(language)
    for game, view in views(name, 2, 12):
        spoken = spoken_by(game)
        for move in view.legal:
            told = spoken(game, view, move, say)
            found = read(game, view, view.legal, in_words(told), say)
            best = [spoken(game, view, each.move, say) for each in found.found]
            assert best, (game.show_move(move), in_words(told))
            # Moves that are named alike are told apart by more words, or by the list.
            assert (best[0].groups, best[0].verbs) == (told.groups, told.verbs) or found.fitting > 1
            assert best[0].rank <= told.rank, in_words(told)


def turn_of(options: str, moves: str, name: str = "venise") -> tuple[Any, Any]:
    match = Match(make_game(name, options), ["Anna", "Bruno"])
    match.play_chance(Random(3))
    seat: Seat = match.actors[0]
    for move in moves.split():
        match.submit(match.actors[0], move)
        match.play_chance(Random(3))
        seat = match.actors[0]
    return match.game, match.view(seat)


@pytest.mark.parametrize(
    ("language", "text", "move"),
    [
        ("en", "plank a4 b4", "short:a4-b4"),
        ("en", "lay a short plank from a4 to b4", "short:a4-b4"),
        ("de", "Planke a4 b4", "short:a4-b4"),
        ("de", "lege eine kurze Planke von b4 nach a4", "short:a4-b4"),
        ("fr", "planche a4 b4", "short:a4-b4"),
        ("it", "tavola corta a4 b4", "short:a4-b4"),
        ("nl", "leg korte plank a4 b4", "short:a4-b4"),
        ("en", "end my turn", "end"),
        ("de", "Zug beenden", "end"),
        ("fr", "fin du tour", "end"),
    ],
)
def test_words_of_venise(language: str, text: str, move: str) -> None:
    game, view = turn_of("first=0", "")
    found = read(game, view, view.legal, text, Catalogue(language))
    assert found.is_clear
    assert game.show_move(found.found[0].move) == move


def test_walks_by_the_cheapest_card() -> None:
    game, view = turn_of("first=0", "short:a4-b4")
    say = Catalogue("en")
    found = read(game, view, view.legal, "walk b4", say)
    assert not found.found or found.fitting >= 1
    posts = {move.where[-1] for move in view.legal if getattr(move, "card", "").startswith("step")}
    for field in posts:
        first = read(game, view, view.legal, f"walk {field}", say).found[0].move
        costs = [
            game.deck.cost("joker" if move.is_joker else move.card)
            for move in view.legal
            if getattr(move, "card", "").startswith("step") and move.where[-1] == field
        ]
        assert game.deck.cost("joker" if first.is_joker else first.card) == min(costs)


def test_half_a_line_is_completed_but_not_made() -> None:
    game, view = turn_of("first=0", "")
    found = read(game, view, view.legal, "plank a4", Catalogue("en"))
    assert found.fitting > 1
    assert not found.is_clear
    assert all("a4" in game.show_move(each.move) for each in found.found)


@pytest.mark.parametrize(
    "text", ["", "   ", "xyzzy", "plank z9 q8", "short:a4-b4 short:a4-b4", "a " * 99, "\u0000\u202e", "(((", "b2" * 90]
)
def test_what_is_no_move_is_none(text: str) -> None:
    for name in games():
        for game, view in views(name, 4, 4):
            assert not read(game, view, view.legal, text, Catalogue("fr")).found


def test_whose_piece_it_is_cannot_be_asked_at_a_shared_screen() -> None:
    """What is offered there is the same whatever was chosen."""
    for game, view in views("xequeo", 5, 60):
        if view.phase != "play":
            continue
        state = game.sample(view, Random(1))
        texts = set()
        for piece in range(game.pieces):
            choices = (piece, 1) if view.seat == 0 else (1, piece)
            other = game.view(state._replace(choices=choices), view.seat)
            moves = offered(game, other, is_shared=True)
            texts.add(tuple(game.show_move(move) for move in moves))
        assert len(texts) == 1
