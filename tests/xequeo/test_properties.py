from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from ridotto.games.xequeo import Position, XeQueo, parse_position, show_position
from ridotto.games.xequeo.board import ANYBODY, SIDE, board, distance_key, mask_of, squares_of
from ridotto.games.xequeo.moves import Call, Choose, Go
from tests.playing import random_match
from tests.xequeo.test_perft import positions


@given(st.sets(st.integers(0, 48), min_size=7, max_size=7))
def test_a_ring_can_always_be_laid(pieces: set[int]) -> None:
    assert board(7, 7).apart(tuple(pieces))


@given(positions(), st.randoms(use_true_random=False))
def test_a_round_always_ends(position: Position, rng: object) -> None:
    """Without entries and challenges the pieces run out of moves: each move brings one closer for good."""
    geometry = board(position.width, position.height)
    pieces = position.pieces
    left = sum(distance_key("euclidean", square, position.ring) for square in pieces)
    while any(masks := geometry.reach(pieces, position.ring, 0)):
        piece = next(index for index, mask in enumerate(masks) if mask)
        target = rng.choice(squares_of(masks[piece]))  # type: ignore[attr-defined]
        pieces = (*pieces[:piece], target, *pieces[piece + 1 :])
        now = sum(distance_key("euclidean", square, position.ring) for square in pieces)
        assert now < left
        left = now


@given(positions())
def test_every_target_has_a_way_and_every_way_is_legal(position: Position) -> None:
    geometry = board(position.width, position.height)
    occupied = mask_of(position.pieces)
    for piece, mask in enumerate(geometry.reach(position.pieces, position.ring, ANYBODY)):
        for target in squares_of(mask):
            way = geometry.path(position.pieces[piece], target, occupied, position.ring)
            assert (way[0], way[-1]) == (position.pieces[piece], target)
            hops = [max(abs(a % SIDE - b % SIDE), abs(a // SIDE - b // SIDE)) for a, b in pairwise(way)]
            assert hops == [1] or set(hops) == {2}
            for a, b in pairwise(way):
                if hops != [1]:
                    assert (a + b) // 2 in position.pieces, "a jump goes over a piece"
                assert b not in position.pieces


@given(st.integers(0, 2**32))
def test_the_order_of_moves_is_by_piece_then_square_then_calls(seed: int) -> None:
    game = XeQueo()
    for state in random_match(game, seed).states:
        if state.phase == "play":
            moves = game.legal(state, state.turn)
            goes = [move for move in moves if isinstance(move, Go)]
            assert list(moves) == sorted(goes, key=lambda move: (move.piece, move.square)) + [Call(p) for p in range(7)]
        elif state.phase == "choose":
            for seat in game.actors(state):
                assert game.legal(state, seat) == tuple(Choose(piece) for piece in range(7))


@given(st.integers(0, 2**32))
def test_every_position_of_a_match_reads_back(seed: int) -> None:
    game = XeQueo()
    for state in random_match(game, seed).states:
        text = game.show_position(state)
        assert show_position(parse_position(text)) == text
        if state.turn >= 0:
            assert parse_position(text) == game.position(state)


@given(st.integers(0, 2**32))
def test_a_view_remembers_the_rounds_that_are_over(seed: int) -> None:
    game = XeQueo()
    match = random_match(game, seed)
    view = match.view(None)
    assert len(view.past) == len(view.results) > 3
    begun = [state for before, state in pairwise(match.states) if before.phase == "ring"]
    assert [past.position for past in view.past] == [game.position(state) for state in begun]
    told = [move for past in view.past for move in past.moves]
    assert told == [move for _, move in match.entries if isinstance(move, Go)]
