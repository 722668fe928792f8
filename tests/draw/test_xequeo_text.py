"""Xe Queo! as text."""

from __future__ import annotations

import re

from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console

from ridotto.draw.xequeo import last_path
from ridotto.draw.xequeo_text import BRACKETS, OWN, TARGET, board_text, describe, plain
from ridotto.games.xequeo import Position, XeQueo, parse_position
from ridotto.games.xequeo.board import LETTERS, NOWHERE, SIDE, parse_square
from ridotto.games.xequeo.moves import HIDDEN, Go, Lay, Place
from tests.draw.positions import CENTRE, SEATS, games, states


@settings(max_examples=60, deadline=None)
@given(games(), st.integers(0, 10_000), st.data())
def test_text_is_aligned_and_shows_everything(game: XeQueo, seed: int, data: st.DataObject) -> None:
    state = data.draw(st.sampled_from(list(states(game, seed))))
    view = game.view(state, data.draw(st.sampled_from(SEATS)))
    position = view.position
    goals = sorted({move.square for move in view.legal if isinstance(move, Go | Lay | Place)})
    board = plain(position, targets=goals, last=last_path(view), own=view.choice)
    rows = board.split("\n")
    assert len(rows) == 2 * position.height
    assert {cell_len(row) for row in rows} == {len(rows[0])} == {4 * position.width + 3}
    for piece, square in enumerate(position.pieces):
        column, row = 4 + 4 * (square % SIDE), 2 * (position.height - 1 - square // SIDE)
        assert rows[row][column - 1 : column + 2] == LETTERS[piece].join(BRACKETS[piece])
        assert (rows[row][column + 2] == OWN) == (piece == view.choice)
    assert board.count(TARGET) == len(goals)
    assert board.count("(") == board.count(")") == (position.ring != NOWHERE)
    for colour in (True, False):
        assert board_text(position, targets=goals, last=last_path(view), own=view.choice, colour=colour).plain == board


def test_text_fits_a_small_terminal() -> None:
    rows = plain(CENTRE).split("\n")
    assert len(rows) <= 15
    assert len(rows[0]) <= 40


def test_targets_can_be_numbered() -> None:
    rows = plain(CENTRE, targets={parse_square("a2"): "7", parse_square("d2"): "12", parse_square("d4"): "3"}).split(
        "\n"
    )
    assert rows[-4].startswith(" 2  7 ")
    assert " 12" in rows[-4] or "12 " in rows[-4]
    assert "(3)" in rows[6]


def test_colour_is_a_choice() -> None:
    def printed(colour: bool) -> str:
        console = Console(force_terminal=True, color_system="truecolor", width=80, _environ={})
        with console.capture() as capture:
            console.print(board_text(CENTRE, colour=colour))
        return capture.get()

    assert "38;2;" in printed(True)
    assert not re.search(r"\x1b\[[^m]*[34]8;", printed(False))


def test_a_piece_in_the_ring_is_in_its_brackets() -> None:
    assert "(R)" in plain(Position(2, 2, (0, 8), 0, 0))


def test_facts_for_those_who_listen() -> None:
    assert describe(parse_position("R1O/1*1 0")) == [("R", "a2"), ("O", "c2"), ("*", "b1")]
    assert describe(parse_position("R1O/3 0")) == [("R", "a2"), ("O", "c2")]


def test_the_own_piece_is_unmarked_when_hidden() -> None:
    assert OWN not in plain(CENTRE, own=HIDDEN)
