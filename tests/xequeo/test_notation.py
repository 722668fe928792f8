from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ridotto.core import NotationError, OptionError, PositionError, RidottoError, parse_options, show_options
from ridotto.games.xequeo import Options, Position, XeQueo, parse_position, show_position
from ridotto.games.xequeo.board import LETTERS, NOWHERE, parse_square, show_square
from ridotto.games.xequeo.moves import HIDDEN, Call, Choose, Go, Hand, Lay, Move, Place, parse_move
from tests.xequeo.test_perft import positions

squares = st.integers(0, 48)
pieces = st.integers(0, 6)
moves: st.SearchStrategy[Move] = st.one_of(
    st.builds(Hand, st.integers(0, 1)),
    st.builds(Place, pieces, squares),
    st.builds(Lay, squares),
    st.builds(Choose, st.integers(HIDDEN, 6)),
    st.builds(Go, pieces, squares),
    st.builds(Call, pieces),
)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("@d4", Lay(24)),
        ("=R", Choose(0)),
        ("=?", Choose(HIDDEN)),
        ("Rd4", Go(0, 24)),
        ("Wg7", Go(6, 48)),
        ("R!", Call(0)),
        ("+Ra1", Place(0, 0)),
        ("@1", Hand(1)),
    ],
)
def test_the_notation_is_fixed(text: str, move: Move) -> None:
    assert parse_move(text) == move
    assert str(move) == text


@given(moves)
def test_every_move_has_one_text(move: Move) -> None:
    assert parse_move(str(move)) == move


@given(squares)
def test_every_square_has_one_name(square: int) -> None:
    assert parse_square(show_square(square)) == square


@given(st.text(max_size=6) | st.text(alphabet="ROYGBVW@=+!?abcdefgh12345678 x", max_size=6))
@example("")
@example("R")
@example("+R!")
@example("@²")
def test_bad_moves_get_a_clear_error(text: str) -> None:
    try:
        assert str(parse_move(text)) == text
    except NotationError as error:
        assert error.code in ("bad_move", "bad_piece", "bad_square")
        assert str(error)


def test_the_position_text_is_fixed() -> None:
    position = parse_position("R5O/7/7/3*3/7/7/Y5G 0")
    assert (position.width, position.height, position.turn) == (7, 7, 0)
    assert [show_square(square) for square in position.pieces] == ["a7", "g7", "a1", "g1"]
    assert show_square(position.ring) == "d4"
    assert str(position) == "R5O/7/7/3*3/7/7/Y5G 0"


@given(positions(), st.booleans())
def test_positions_read_back(position: Position, has_ring: bool) -> None:
    position = position if has_ring else position._replace(ring=NOWHERE)
    assert parse_position(show_position(position)) == position


BAD_POSITIONS = {
    "": "position_seat",
    "7/7/7/7/7/7/7": "position_seat",
    "R6/7/7/3*3/7/7/7 2": "position_seat",
    "R6 0": "position_ranks",
    "7/7/7/7/7/7/7/7 0": "position_ranks",
    "R7/7/7 0": "position_files",
    "R/* 0": "position_files",
    "R6/6/7 0": "position_width",
    "R6/8/7 0": "position_symbol",
    "R6/0/7 0": "position_symbol",
    "R33/7/7 0": "position_digits",
    "X6/7/7 0": "position_symbol",
    "r6/7/7 0": "position_symbol",
    "R5R/7/7 0": "position_twice",
    "R5*/*6/7 0": "position_two_rings",
    "R5Y/7/7 0": "position_letters",
    "R5*//7 0": "position_width",
}


@pytest.mark.parametrize(("text", "code"), BAD_POSITIONS.items())
def test_bad_positions_get_a_clear_error(text: str, code: str) -> None:
    with pytest.raises(RidottoError) as caught:
        parse_position(text)
    assert caught.value.code == code
    assert "\n" not in str(caught.value)


@given(st.text(alphabet="ROYGBVW*1234567/ 01xR", max_size=40) | st.text(max_size=20))
def test_fuzzed_positions_never_crash(text: str) -> None:
    try:
        position = parse_position(text)
    except (NotationError, PositionError) as error:
        assert str(error)
    else:
        assert parse_position(show_position(position)) == position


def test_a_round_cannot_begin_with_the_ring_beside_a_piece() -> None:
    with pytest.raises(PositionError) as caught:
        XeQueo(position="R5O/7/2G4/3*3/7/7/Y6 0")
    assert caught.value.code == "ring_beside"
    with pytest.raises(PositionError):
        XeQueo(position="R5O/7/7/7/7/7/Y6 0")


BAD_OPTIONS = {
    "distance": "option_form",
    "distanse=king": "option_unknown",
    "distance=queen": "option_value",
    "distance=king distance=king": "option_twice",
    "width=seven": "option_number",
    "width=²": "option_number",
    "width=8": "option_range",
    "width=2 height=2 pieces=4": "option_range",
    "rings=0": "option_range",
    "position='R": "option_quotes",
    "pieces=3 position='R5O/7/7/3*3/7/7/Y5G 0'": "option_board",
}


@pytest.mark.parametrize(("text", "code"), BAD_OPTIONS.items())
def test_bad_options_get_a_clear_error(text: str, code: str) -> None:
    with pytest.raises(OptionError) as caught:
        parse_options(Options, text)
    assert caught.value.code == code
    assert str(caught.value)


def test_a_wrong_option_name_is_answered_with_the_nearest() -> None:
    with pytest.raises(OptionError, match="distance"):
        parse_options(Options, "distanse=king")


def test_options_read_back() -> None:
    options = Options(distance="king", through_ring="no", position="R5O/7/7/3*3/7/7/Y5G 0")
    assert show_options(options) == "distance=king through_ring=no position='R5O/7/7/3*3/7/7/Y5G 0'"
    assert parse_options(Options, show_options(options)) == options
    assert show_options(Options()) == ""


def test_fewer_pieces_use_the_first_letters() -> None:
    game = XeQueo(pieces=3)
    state = game.start()
    assert {str(move)[1] for actor in game.actors(state) for move in game._chooses} == set(LETTERS[:3])
