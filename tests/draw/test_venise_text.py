"""Venise as text."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from rich.cells import cell_len
from rich.console import Console

from ridotto.draw.venise.text import board_text, describe, plain
from ridotto.games.venise import Venise, board_names
from tests.draw.venise_positions import states, table, view

SHAPES = """\
  ╭─⌂─╮    ░╲░░░    ░▒▒▒░    ░░░╱░    ╭─⌂─╮
4 │   │    ░░╲░░    ░▒▒▒░════░░╱░░════│   │
  ╰───╯    ░w░╲░    ░▒▒▒░ ~  ░╱░r░    ╰───╯
       ╲╲╱╱                           ~
         ╲╲          ~
  ░░░╱░    ░r░░░             ░w░░░    ░╲░░░
3 ░░╱░░═╦╦═▒▒g▒▒~            ▒▒p▒▒    ░░╲░░
  ░╱░g░ ║║ ░░░░░            ~░░░░░    ░p░╲░
        ║║ ~                      ╲R╱╱  ~
        ║║             ~          G╱W╲
  ░╲░w░ ║║ ░p░░░             ░g░░░ ~  ░r░╱░
2 ░░╲░░P╬╬═▒▒w▒▒  ~          ▒▒r▒▒    ░░╱░░
  ░░░╲░ ║║ ░░░░░             ░░░░░    ░╱░░░
        ║║   ~                 ╠════════╣ ~
        ║║               ~     ║        ║
  ╭─⌂─╮ ║║ ░g░╱░    ░▒▒▒░    ░╲░p░   ~╭─⌂─╮
1 │   │═╩╩═░░╱░░    ░▒▒▒░    ░░╲░░    │   │
  ╰───╯    ░╱░░░    ░▒▒▒░    ░░░╲░    ╰───╯
    a        b        c        d        e
"""


PLANKS = (
    "a1-b1 a2-b2 a1-b1=a2-b2 d3/e2 d3/e2>d2 d3/e2>e3 d1-d2 e1-e2 d1-d2=e1-e2 "
    "a4/b3 a4/b3>b4 a3-b3 a2-b2=a3-b3 d4-e4 c4-d4"
)


def test_planks_of_all_shapes() -> None:
    """Edges, diagonals, a T, an X with pawns, H planks across and upright, two of them on one edge plank."""
    drawn = plain(view(PLANKS, "d3/e2 d3/e2 d3/e2>d2 a2-b2"))
    assert [line.rstrip() for line in drawn.splitlines()] == SHAPES.splitlines()


@pytest.mark.parametrize("board", board_names())
def test_a_text_drawing_is_straight(board: str) -> None:
    game = Venise(seats=4, board=board)
    for state in list(states(game, 2))[::20]:
        seen = game.view(state, 0)
        lines = plain(seen).splitlines()
        assert len(lines) == 19
        assert all(len(line) == cell_len(line) == 43 for line in lines[:-1])
        pawns = Counter(char for line in lines[:-1] for char in line if char.isupper())
        gems = Counter(char for line in lines[:-1] for char in line if char.islower())
        assert pawns == Counter(what for what, _ in describe(seen) if what.isupper())
        assert gems == Counter(what for what, _ in describe(seen) if what.islower() and len(what) == 1)


def test_every_field_shows_what_is_on_it() -> None:
    """Four pawns anywhere leave a trace, and all of them are seen wherever there is room."""
    game = Venise(seats=4, board="night-basic")
    for field in game.planks.names:
        needed = [*game.planks.show(game.planks.needs[game.planks.number[field]])]
        laid = " ".join(needed + ([field] if field[2:3] in ("-", "/") else []))
        letters = {char for char in plain(view(laid, " ".join([field] * 4), "night-basic")) if char.isupper()}
        assert len(letters) == (1 if ">" in field else 4), field
        if ">" in field:
            assert "+" in plain(view(laid, " ".join([field] * 4), "night-basic"))


def test_marks_do_not_hide_each_other() -> None:
    """Everything that can be laid from anywhere, and everything in reach, can be told apart by its number."""
    for board in board_names():
        game, state = table(board=board)
        physics = game.planks
        for field in range(physics.first_slot):
            slots = [slot for slot in physics.slots if game.planks.ends_at[field] >> physics.number[slot.name] & 1]
            names = [slot.name for slot in slots if slot.shape in ("edge", "diagonal")]
            drawn = plain(game.view(state, 0), marks={name: str(10 + nth) for nth, name in enumerate(names)})
            for nth in range(len(names)):
                assert str(10 + nth) in drawn


def test_colour_adds_nothing_but_colour() -> None:
    seen = view(PLANKS)
    for colour in (True, False):
        assert board_text(seen, colour=colour).plain == plain(seen)
    console = Console(width=60, color_system="truecolor", force_terminal=True, _environ={})
    with console.capture() as capture:
        console.print(board_text(seen, colour=False))
    assert not re.search(r"\x1b\[[^m]*[34]8;", capture.get())


def test_facts_for_those_who_listen() -> None:
    seen = view("a4/b3 a4/b3>b4")
    heard = describe(seen)
    assert heard[:4] == [("R", "a4"), ("W", "e4"), ("G", "e1"), ("P", "a1")]
    assert set(heard[4:8]) == {("r", field) for field in seen.gems[0]}
    assert heard[-2:] == [("long", "a4/b3"), ("short", "a4/b3>b4")]
