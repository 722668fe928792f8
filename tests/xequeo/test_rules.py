"""One test per numbered rule and ruling of docs/rules/xequeo.md."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any, get_args

import pytest

from ridotto.core import CHANCE, IllegalMove, chance_move
from ridotto.games.xequeo import State, XeQueo, parse_position
from ridotto.games.xequeo.board import (
    LETTERS,
    SIDE,
    Distance,
    board,
    distance_key,
    mask_of,
    parse_square,
    show_square,
)
from ridotto.games.xequeo.moves import HIDDEN, Call, Choose, Go, Lay, Place
from tests.playing import random_match


def in_play(game: XeQueo, position: str, choices: str) -> State:
    """A round under way, with these pieces secretly chosen by seats 0 and 1."""
    where = parse_position(position)
    first, second = (LETTERS.index(letter) for letter in choices)
    return State("play", where.pieces, where.ring, where.turn, (first, second), (0, 0), where.pieces, (), ())


def game_for(position: str, **options: Any) -> XeQueo:
    where = parse_position(position)
    return XeQueo(width=where.width, height=where.height, pieces=len(where.pieces), **options)


def targets(position: str, piece: str, choices: str = "WW", **options: Any) -> set[str]:
    game = game_for(position, **options)
    letters = LETTERS[: game.pieces]
    state = in_play(game, position, "".join(c if c in letters else letters[-1] for c in choices))
    moves = game.legal(state, state.turn)
    return {show_square(m.square) for m in moves if isinstance(m, Go) and LETTERS[m.piece] == piece}


def play(game: XeQueo, state: State, *moves: str) -> State:
    for text in moves:
        state = game.play(state, game.actors(state)[0], game.parse_move(text))
    return state


def set_up(game: XeQueo, state: State | None = None) -> State:
    """Lets chance do its part."""
    state = state or game.start()
    while game.actors(state) == (CHANCE,):
        state = game.play(state, CHANCE, chance_move(game, state, Random(7)))
    return state


def test_xq_1_equipment() -> None:
    game = XeQueo()
    state = set_up(game)
    assert (game.board.width, game.board.height) == (7, 7)
    assert len(game.board.squares) == 49
    assert len(set(state.pieces)) == 7
    state = game.play(state, state.turn, game.legal(state, state.turn)[0])
    assert [str(move) for move in game.legal(state, 0)] == ["=R", "=O", "=Y", "=G", "=B", "=V", "=W"]
    assert game.legal(state, 1) == game.legal(state, 0)


def test_xq_2_four_rings_win_at_once() -> None:
    for seed in range(200):
        match = random_match(XeQueo(), seed)
        rings = [0, 0]
        for number, result in enumerate(match.state.results, 1):
            assert 4 not in rings, "a round was played after the match was won"
            rings[result.winner] += 1
            assert number <= 7
        assert tuple(rings) == match.state.rings
        assert max(rings) == 4
        assert match.outcome is not None
        assert match.outcome.reason == "rings"
        assert match.outcome.winners == (rings.index(4),)
        assert match.actors == ()


def test_xq_3_random_set_up_then_a_ring_not_next_to_any_piece() -> None:
    game = XeQueo()
    state = set_up(game)
    rings = {move.square for move in game.legal(state, state.turn) if isinstance(move, Lay)}
    assert rings
    for square in range(49):
        file, rank = square % SIDE, square // SIDE
        is_apart = all(max(abs(p % SIDE - file), abs(p // SIDE - rank)) > 1 for p in state.pieces)
        assert (square in rings) == is_apart
    beside = next(s for s in range(49) if s not in rings and s not in state.pieces)
    with pytest.raises(IllegalMove) as caught:
        game.play(state, state.turn, Lay(beside))
    assert caught.value.code == "ring_beside"
    with pytest.raises(IllegalMove) as caught:
        game.play(state, state.turn, Lay(state.pieces[0]))
    assert caught.value.code == "occupied"


def test_xq_3_every_arrangement_is_as_likely_as_any_other() -> None:
    game = XeQueo(width=2, height=2, pieces=2, first_placer="host")
    rng = Random(1)
    seen: Counter[tuple[int, ...]] = Counter()
    for _ in range(6000):
        state = game.start()
        while game.actors(state) == (CHANCE,):
            state = game.play(state, CHANCE, chance_move(game, state, rng))
        seen[state.pieces] += 1
    assert len(seen) == 4 * 3
    assert all(400 < count < 600 for count in seen.values())


def test_xq_4_pieces_stay_and_the_loser_lays_the_next_ring() -> None:
    position = "R5/6/6/6/6/2O*2 0"
    game = game_for(position)
    after = play(game, in_play(game, position, "OR"), "Od1")
    assert after.pieces == (parse_square("a6"), parse_square("d1"))
    assert after.rings == (1, 0)
    assert after.phase == "ring"
    assert game.actors(after) == (1,)


def test_xq_5_both_choose_secretly_any_piece_even_the_same_and_keep_it() -> None:
    game = XeQueo(position="R5O/7/7/3*3/7/7/Y5G 0")
    state = game.start()
    assert game.actors(state) == (0, 1)
    one = game.play(state, 1, Choose(2))
    assert game.actors(one) == (0,)
    assert game.view(one, 0) == game.view(state, 0), "seat 0 does not even see that seat 1 has chosen"
    assert game.view(one, None) == game.view(state, None)
    both = game.play(one, 0, Choose(2))
    assert both.choices == (2, 2)
    assert game.view(both, 0).choice == game.view(both, 1).choice == 2
    assert game.view(both, None).choice == HIDDEN
    for early, seat in ((one, 1), (both, 0), (both, 1)):
        with pytest.raises(IllegalMove):
            game.play(early, seat, Choose(3))


def test_xq_6_who_did_not_lay_the_ring_moves_first() -> None:
    for placer, option in ((0, "host"), (1, "guest")):
        game = XeQueo(first_placer=option)
        state = set_up(game)
        assert state.turn == placer
        state = game.play(state, placer, game.legal(state, placer)[0])
        state = game.play(game.play(state, 0, Choose(0)), 1, Choose(1))
        assert game.actors(state) == (1 - placer,)
        won = game.play(state, 1 - placer, Call((0, 1)[placer]))
        assert won.results[-1].winner == 1 - placer
        laid = game.play(won, placer, game.legal(won, placer)[0])
        assert laid.turn == 1 - placer, "in later rounds the winner moves first"


def test_xq_7_move_or_challenge_and_no_pass() -> None:
    position = "2O/1R*/3 0"
    game = game_for(position)
    state = in_play(game, position, "OO")
    assert {str(move) for move in game.legal(state, 0)} == {"Oc2", "R!", "O!"}
    assert game.legal(state, 1) == ()
    with pytest.raises(IllegalMove) as caught:
        game.play(state, 1, Call(0))
    assert caught.value.code == "not_your_turn"


def test_xq_7_without_a_move_one_must_challenge() -> None:
    # Nothing can come closer; green could jump into the ring, but it is blue that belongs to the mover.
    position = "GB/RY/*O 0"
    game = game_for(position)
    state = in_play(game, position, "BB")
    assert {str(move) for move in game.legal(state, 0)} == {"R!", "O!", "Y!", "G!", "B!"}
    assert "Ga1" in {str(move) for move in game.legal(state._replace(choices=(3, 3)), 0)}


def test_xq_8_any_piece_may_be_moved_whoever_owns_it() -> None:
    game = XeQueo(position="R5O/7/7/3*3/7/7/Y5G 0")
    state = play(game, game.start(), "=R", "=O")
    moved = {LETTERS[move.piece] for move in game.legal(state, 0) if isinstance(move, Go)}
    assert moved == {"R", "O", "Y", "G"}
    assert game.play(state, 0, game.parse_move("Yb2")).pieces[2] == parse_square("b2")


def test_xq_9_a_step_goes_one_space_in_any_direction_to_a_vacant_space() -> None:
    directions = set()
    for ring in ("a1", "a4", "a7", "d7", "g7", "g4", "g1", "d1"):
        game = XeQueo(pieces=1)
        start = State("play", (parse_square("d4"),), parse_square(ring), 0, (0, 0), (0, 0), (), (), ())
        directions |= {str(move)[1:] for move in game.legal(start, 0) if isinstance(move, Go)}
    assert directions == {"c3", "c4", "c5", "d5", "e5", "e4", "e3", "d3"}
    assert targets("6/6/6/1O4/1R4/5* 0", "R") == {"b1", "c1", "c2", "c3"}
    assert targets("6/6/6/1O4/1R4/1Y3* 0", "R") == {"c1", "c2", "c3"}, "only onto vacant spaces"


def test_xq_10_jumps_over_a_neighbour_chain_and_change_direction() -> None:
    chain = "5*/6/2Y3/1O4/1R4/6 0"
    assert {"b4", "d4"} <= targets(chain, "R"), "over orange to b4, then over yellow to d4"
    game = game_for(chain)
    state = in_play(game, chain, "RO")
    after = game.play(state, 0, Go(0, parse_square("d4")))
    assert after.pieces[1:] == state.pieces[1:], "jumped pieces stay"
    assert targets("5*/6/1Y4/1O4/1R4/6 0", "R").isdisjoint({"b4", "b5"}), "the space behind must be vacant"
    assert targets("5*/6/1O4/6/1R4/6 0", "R").isdisjoint({"b4", "b5", "b6"}), "only neighbours are jumped"


def test_xq_10_a_step_and_a_jump_are_not_combined() -> None:
    # From a1 red could step to b2 and jump over c3 to d4, but not in one move.
    assert "d4" not in targets("6*/7/7/7/2O4/7/R6 0", "R")
    assert "d4" in targets("6*/7/7/7/2O4/1R5/7 0", "R")


def test_xq_11_the_end_must_be_strictly_closer() -> None:
    assert targets("3/1*1/R2 0", "R") == {"b1", "a2", "b2"}, "a corner is farther than the middle of a side"
    assert targets("3/1*1/1R1 0", "R") == {"b2"}, "but not the other way round"
    assert "a5" not in targets("5/1O3/*1R2/1Y3/5 0", "R"), "as far as before is not closer"


def test_xq_11_the_way_may_lead_away() -> None:
    # Over orange to e4 and over yellow to e2, both farther from the ring on a5, then over orange to c4.
    position = "*4/5/3OY/2R2/5 0"
    reached = targets(position, "R")
    assert "c4" in reached
    assert reached.isdisjoint({"e4", "e2"})
    where = parse_position(position)
    way = board(5, 5).path(where.pieces[0], parse_square("c4"), mask_of(where.pieces), where.ring)
    assert [show_square(square) for square in way] == ["c2", "e4", "e2", "c4"]


def test_xq_12_the_own_piece_in_the_ring_wins_it_and_the_card_is_shown() -> None:
    game = game_for("2O1/4/1R*1/4 0")
    after = play(game, in_play(game, "2O1/4/1R*1/4 0", "RO"), "Rc2")
    result = game.view(after, None).results[-1]
    assert (result.winner, result.how, result.piece) == (0, "entry", 0)
    assert result.choices == (0, HIDDEN)


def test_xq_13_the_same_card_counters_an_entry() -> None:
    game = game_for("2O1/4/1R*1/4 0")
    after = play(game, in_play(game, "2O1/4/1R*1/4 0", "RR"), "Rc2")
    result = game.view(after, None).results[-1]
    assert (result.winner, result.how) == (1, "counter")
    assert result.choices == (0, 0)
    assert after.rings == (0, 1)


def test_xq_14_a_right_challenge_wins_the_ring_a_wrong_one_loses_it() -> None:
    game = XeQueo(position="R5O/7/7/3*3/7/7/Y5G 0")
    state = play(game, game.start(), "=R", "=O")
    right, wrong = play(game, state, "O!"), play(game, state, "R!")
    assert (right.results[-1].winner, right.results[-1].how) == (0, "call")
    assert (wrong.results[-1].winner, wrong.results[-1].how) == (1, "miss")
    for after in (right, wrong):
        assert game.view(after, None).results[-1].choices == (HIDDEN, 1), "only the challenged player shows"


def test_xq_r1_the_two_distances_differ_on_96_of_28224_chains_and_on_no_step() -> None:
    chains, differ = 0, 0
    for ring in range(49):
        euclidean, king = ([distance_key(kind, square, ring) for square in range(49)] for kind in get_args(Distance))
        for origin in range(49):
            for target in set(range(49)) - {origin}:
                dx, dy = origin % SIDE - target % SIDE, origin // SIDE - target // SIDE
                is_different = (euclidean[target] < euclidean[origin]) != (king[target] < king[origin])
                if max(abs(dx), abs(dy)) == 1:
                    assert not is_different
                if dx % 2 == dy % 2 == 0:
                    chains += 1
                    differ += is_different
    assert (chains, differ) == (28_224, 96)


def test_xq_r1_the_option_decides_such_a_chain() -> None:
    # Orange on c2 can get to g4: from (0,5) to (4,3) off the ring on c7. As far as before, but fewer king moves.
    position = "2*4/2V4/7/7/4BW1/2OY3/1G1R3 0"
    assert "g4" not in targets(position, "O")
    assert "g4" in targets(position, "O", distance="king")


def test_xq_r2_stray_entry() -> None:
    position = "2O1/4/1R*1/4 0"
    assert "c2" not in targets(position, "R", "OR")
    with pytest.raises(IllegalMove) as caught:
        play(game_for(position), in_play(game_for(position), position, "OR"), "Rc2")
    assert caught.value.code == "stray_entry"
    game = game_for(position, stray_entry="opponent_collects")
    after = play(game, in_play(game, position, "OR"), "Rc2")
    assert (after.results[-1].winner, after.results[-1].how) == (1, "stray")


def test_xq_r3_a_chain_may_pass_through_the_ring() -> None:
    # Red on e4 jumps over d3 into the ring on c2 and on over b2 to a2.
    position = "5/4R/3Y1/1O*2/5 0"
    assert {"c2", "a2"} <= targets(position, "R", "RR")
    assert "a2" in targets(position, "R", "OO"), "also a piece that may not stop there"
    assert "a2" not in targets(position, "R", "RR", through_ring="no")
    assert "c2" in targets(position, "R", "RR", through_ring="no"), "it may still end there"


def test_xq_r4_set_up_by_hand() -> None:
    game = XeQueo(setup="by_hand", first_placer="host")
    state = game.start()
    for piece in range(7):
        assert game.actors(state) == (1,), "the one who does not lay the ring arranges"
        moves = game.legal(state, 1)
        assert len(moves) == 49 - piece
        assert all(isinstance(move, Place) and move.piece == piece for move in moves)
        state = game.play(state, 1, moves[3 * piece])
    assert game.actors(state) == (0,)
    once = game.play(game.start(), 1, Place(0, 24))
    with pytest.raises(IllegalMove) as caught:
        game.play(once, 1, Place(1, 24))
    assert caught.value.code == "occupied"


def test_xq_r5_first_placer() -> None:
    assert set_up(XeQueo(first_placer="host")).turn == 0
    assert set_up(XeQueo(first_placer="guest")).turn == 1
    drawn = XeQueo()
    assert drawn.actors(drawn.start()) == (CHANCE,)
    assert [str(move) for move in drawn.legal(drawn.start(), CHANCE)] == ["@0", "@1"]


def test_xq_r6_the_ring_keeps_its_distance_in_later_rounds_too() -> None:
    later = 0
    for seed in range(60):
        game = XeQueo()
        for state in random_match(game, seed).states:
            if state.phase == "ring" and state.results:
                later += 1
                for move in game.legal(state, state.turn):
                    assert isinstance(move, Lay)
                    near = game.board.neighbours[move.square]
                    assert not any(near >> square & 1 for square in state.pieces)
    assert later > 100


@pytest.mark.parametrize(
    ("choices", "move", "as_written"),
    [("RO", "Rc2", "R?"), ("RR", "Rc2", "RR"), ("OR", "Rc2", "O?"), ("RO", "O!", "?O"), ("RO", "R!", "?O")],
)
def test_xq_r7_what_is_shown(choices: str, move: str, as_written: str) -> None:
    position = "2O1/4/1R*1/4 0"
    game = game_for(position, stray_entry="opponent_collects")
    after = play(game, in_play(game, position, choices), move)

    def cards(game: XeQueo, state: State, seat: int | None) -> str:
        return "".join("?" if c == HIDDEN else LETTERS[c] for c in game.view(state, seat).results[-1].choices)

    assert cards(game, after, None) == as_written
    assert cards(game, after, 0) == choices[0] + as_written[1], "one remembers one's own choice"
    assert cards(game, after, 1) == as_written[0] + choices[1]
    both = game_for(position, stray_entry="opponent_collects", reveal="show_both")
    assert cards(both, after, None) == choices
    last = game_for(position, stray_entry="opponent_collects", rings=1)
    ended = play(last, in_play(last, position, choices), move)
    assert cards(last, ended, None) == choices, "the end of the match shows everything"


def test_xq_r8_smaller_boards_and_fewer_pieces() -> None:
    for width, height, pieces in ((2, 2, 1), (4, 4, 3), (5, 4, 5), (3, 3, 7), (7, 7, 3)):
        match = random_match(XeQueo(width=width, height=height, pieces=pieces), width + pieces)
        assert match.outcome
        assert len(match.state.pieces) == pieces
        assert all(s % SIDE < width and s // SIDE < height for s in match.state.pieces)
