"""What every game of the house must answer alike, asked of each through the protocol alone."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ridotto.core import CHANCE, AnyGame, Game, IllegalMove, parse_options, show_options
from ridotto.games import game_type, games, venise
from ridotto.games.venise import Venise
from ridotto.games.venise import moves as venise_moves
from ridotto.games.xequeo import State, View, XeQueo
from ridotto.games.xequeo.moves import Move
from ridotto.match import Match, read_record
from tests.playing import audiences, random_match

KINDS: dict[str, Callable[[], AnyGame]] = {
    "xequeo": XeQueo,
    "xequeo king": lambda: XeQueo(distance="king", through_ring="no", reveal="show_both"),
    "xequeo by hand": lambda: XeQueo(setup="by_hand", first_placer="host"),
    "xequeo stray": lambda: XeQueo(stray_entry="opponent_collects", first_placer="guest"),
    "xequeo small": lambda: XeQueo(width=4, height=3, pieces=2, rings=2),
    "xequeo crowded": lambda: XeQueo(width=3, height=3, pieces=7),
    "xequeo position": lambda: XeQueo(position="2O1/*3/2Y1/R3 0"),
    "venise": lambda: Venise(stall_rounds=1),
    "venise by night": lambda: Venise(seats=3, board="night-basic", first="2", stall_rounds=1, compensation="012"),
}

every_kind = pytest.mark.parametrize("kind", KINDS)
seeds = st.integers(0, 2**32)


def test_a_game_is_a_game() -> None:
    # mypy proves these lines
    _: Game[State, Move, View] = XeQueo()
    _venise: Game[venise.State, venise_moves.Move, venise.View] = Venise()


def test_every_game_is_tried_here() -> None:
    assert {KINDS[kind]().name for kind in KINDS} == set(games())
    assert all(game_type(name).name == name for name in games())


@every_kind
@given(seed=seeds)
def test_somebody_may_act_until_it_is_over(kind: str, seed: int) -> None:
    game = KINDS[kind]()
    for state in random_match(game, seed).states:
        actors = game.actors(state)
        assert bool(actors) == (game.outcome(state) is None)
        assert actors == (CHANCE,) or CHANCE not in actors
        for actor in (CHANCE, *range(game.seats)):
            legal = game.legal(state, actor)
            assert bool(legal) == (actor in actors)
            assert len(set(legal)) == len(legal)
            assert legal == KINDS[kind]().legal(state, actor), "the order is stable"
        if actors == (CHANCE,):
            weights = game.weights(state)
            assert not weights or len(weights) == len(game.legal(state, CHANCE))


@every_kind
@given(seed=seeds)
def test_states_are_values(kind: str, seed: int) -> None:
    game = KINDS[kind]()
    match = random_match(game, seed)
    again = KINDS[kind]()
    state = again.start()
    assert state == match.states[0]
    for entry, after in zip(match.entries, match.states[1:], strict=True):
        before_hash, before = hash(state), state
        state = again.play(state, *entry)
        assert state == after
        assert hash(before) == before_hash
        assert before != state


@every_kind
@given(seed=seeds, other=seeds)
def test_a_move_that_is_not_legal_changes_nothing(kind: str, seed: int, other: int) -> None:
    game = KINDS[kind]()
    moves = {move for match in (random_match(game, seed), random_match(game, other)) for _, move in match.entries}
    match = random_match(game, seed, moves=other % 40)
    before = match.record()
    for actor in range(game.seats):
        for move in moves - set(game.legal(match.state, actor)):
            with pytest.raises(IllegalMove) as caught:
                match.submit(actor, move)
            assert str(caught.value)
    assert match.record() == before


@every_kind
@given(seed=seeds)
def test_texts_of_moves_are_canonical(kind: str, seed: int) -> None:
    game = KINDS[kind]()
    for state in random_match(game, seed).states:
        for actor in game.actors(state):
            for move in game.legal(state, actor):
                text = game.show_move(move)
                assert game.parse_move(text) == move
                assert " " not in text


@every_kind
@given(seed=seeds)
def test_a_sample_looks_like_its_view(kind: str, seed: int) -> None:
    game = KINDS[kind]()
    for state in random_match(game, seed).states:
        for seat in audiences(game):
            view = game.view(state, seat)
            assert view.seat == seat
            sample = game.sample(view, Random(seed))
            assert game.view(sample, seat) == view
            assert game.outcome(sample) == view.outcome
            if seat is not None:
                assert view.legal == game.legal(state, seat) == game.legal(sample, seat)
            else:
                assert view.legal == ()


@every_kind
@given(seed=seeds)
def test_moves_that_look_alike_leave_views_that_look_alike(kind: str, seed: int) -> None:
    game = KINDS[kind]()
    for state in random_match(game, seed).states:
        for actor in game.actors(state):
            for seat in audiences(game):
                if seat == actor:
                    continue
                alike: dict[Any, list[Any]] = {}
                for move in game.legal(state, actor):
                    alike.setdefault(game.seen(state, actor, move, seat), []).append(move)
                for moves in alike.values():
                    if len(moves) > 1:
                        first, *others = (game.view(game.play(state, actor, move), seat) for move in moves)
                        assert all(view == first for view in others)


@every_kind
@given(seed=seeds)
def test_simultaneous_choices_do_not_depend_on_their_order(kind: str, seed: int) -> None:
    game = KINDS[kind]()
    rng = Random(seed)
    for state in random_match(game, seed).states:
        actors = game.actors(state)
        for first, second in pairwise(actors):
            one, two = rng.choice(game.legal(state, first)), rng.choice(game.legal(state, second))
            there = game.play(game.play(state, first, one), second, two)
            back = game.play(game.play(state, second, two), first, one)
            assert there == back
            assert game.view(game.play(state, first, one), second) == game.view(state, second)


@every_kind
@given(seed=seeds, moves=st.integers(0, 80))
def test_records_read_back_exactly(kind: str, seed: int, moves: int) -> None:
    game = KINDS[kind]()
    match = random_match(game, seed, moves=moves)
    assert read_record(match.record()).state == match.state
    for audience in ("all", "spectator", *range(game.seats)):
        text = match.record(audience)
        again = read_record(text)
        assert again.record(audience) == text
        assert again.seen_by == audience
        if audience != "all":
            seat = audience if isinstance(audience, int) else None
            shown = Match(game, match.names, match.day)
            for entry in match.entries[: len(again.entries)]:
                shown.submit(*entry)
            assert again.view(seat) == shown.view(seat)


@every_kind
def test_options_read_back(kind: str) -> None:
    game: Any = KINDS[kind]()
    assert parse_options(type(game).options_type, show_options(game.options)) == game.options


@every_kind
@given(seed=seeds)
def test_positions_have_a_text(kind: str, seed: int) -> None:
    game = KINDS[kind]()
    for state in random_match(game, seed).states:
        assert "\n" not in game.show_position(state)
