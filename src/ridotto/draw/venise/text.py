"""Venise in a terminal: nineteen rows high and forty-three columns wide.

Everything can be told apart without colour: posts are shaded, ``░`` for the ground and ``▒`` for a bridge, walls and
planks are drawn as they run, capitals are pawns and small letters are gems. All characters are one column wide.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from ridotto.draw.svg import NIGHT
from ridotto.draw.venise.looks import LOOKS
from ridotto.games.venise import View
from ridotto.games.venise.boards import COLOURS, LETTERS, Board
from ridotto.games.venise.planks import COLUMNS, ROWS, SPOT_NAMES, START, WATER

if TYPE_CHECKING:
    from rich.text import Text

Cell: TypeAlias = tuple[int, int]
"""A row and a column of the drawing."""

ACROSS: Final = 9
"""From one post to the next: five columns for the post, four for what lies between."""
DOWN: Final = 5
WIDTH: Final = ACROSS * (COLUMNS - 1) + 5
HEIGHT: Final = DOWN * (ROWS - 1) + 3
INDENT: Final = 2
GROUND: Final = "░"
DECK: Final = "▒"
MORE: Final = "+"
"""Stands for pawns that there is no room for."""

SHAPES: Final = {
    START: ("╭─⌂─╮", "│   │", "╰───╯"),
    "o": ("░░░░░", "░░░░░", "░░░░░"),
    "/": ("░░░╱░", "░░╱░░", "░╱░░░"),
    "\\": ("░╲░░░", "░░╲░░", "░░░╲░"),
    "|": ("░░┃░░", "░░┃░░", "░░┃░░"),
    "-": ("░░░░░", "━━━━━", "░░░░░"),
    "=": ("░░░░░", "▒▒▒▒▒", "░░░░░"),
    '"': ("░▒▒▒░", "░▒▒▒░", "░▒▒▒░"),
    WATER: (),
}
"""Posts by their symbols."""


def _mirrored(cells: Iterable[Cell], *, across: bool = False, down: bool = False) -> tuple[Cell, ...]:
    return tuple((2 - row if down else row, 4 - column if across else column) for row, column in cells)


_SLANTED: Final = ((0, 1), (1, 0), (0, 0), (1, 1), (0, 2), (2, 0))
_UPRIGHT: Final = ((1, 0), (1, 1), (0, 0), (2, 0), (0, 1), (2, 1))
_FLAT: Final = ((0, 2), (0, 1), (0, 3), (0, 0), (0, 4))
_MIDDLE: Final = ((1, 2), (1, 1), (1, 3), (1, 0), (1, 4))
ROOM: Final = {
    (START, ""): _MIDDLE,
    ("o", ""): _MIDDLE,
    ("/", "nw"): _SLANTED,
    ("/", "se"): _mirrored(_SLANTED, across=True, down=True),
    ("\\", "ne"): _mirrored(_SLANTED, across=True),
    ("\\", "sw"): _mirrored(_SLANTED, down=True),
    ("|", "w"): _UPRIGHT,
    ("|", "e"): _mirrored(_UPRIGHT, across=True),
    ("-", "n"): _FLAT,
    ("-", "s"): _mirrored(_FLAT, down=True),
    ("=", "over"): _MIDDLE,
    ("=", "under"): ((0, 1), (2, 3), (2, 2), (2, 1), (2, 4), (0, 2)),
    ('"', "over"): ((1, 2), (0, 2), (2, 2), (1, 1), (1, 3)),
    ('"', "under"): ((1, 0), (1, 4), (0, 4), (2, 4), (0, 0), (2, 0)),
}
"""By post and side: where things on it are put, the first first."""

# Chosen so that walls, planks and water also stay apart where a terminal has only sixteen colours.
_ON_WATER: Final = "on #006d7a"
_COLOURS: Final = {
    "water": f"#6fb0b5 {_ON_WATER}",
    "name": "",
    "ground": "#a3926f on #dccdae",
    "deck": "#8a765a on #f6eedd",
    "wall": "bold #8b1a10 on #dccdae",
    "short": f"bold #f5cf8f {_ON_WATER}",
    "long": f"bold #e2a05f {_ON_WATER}",
    "mark": f"bold #06302e on {NIGHT.accent}",
}
for _letter, _look in zip(LETTERS, LOOKS, strict=True):
    _COLOURS[_letter] = f"bold underline {_look.ink} on {_look.fill}"
    _COLOURS[_letter.lower()] = f"{_look.ink} on {_look.fill}"
    _COLOURS[f"start {_letter}"] = f"bold {_look.ink} on {_look.fill}"
_PLAIN: Final = dict.fromkeys(_COLOURS, "") | {"mark": "reverse"} | dict.fromkeys(LETTERS, "bold")


class _Shape(NamedTuple):
    """A plank in the drawing."""

    marks: dict[Cell, str]
    room: tuple[Cell, ...]
    """Where pawns on it are put, the first first."""
    label: tuple[Cell, ...]
    """Where a mark goes that says what could be laid there: apart from all others that could be."""


def _corner(spot: str) -> Cell:
    """The top left character of a post."""
    return DOWN * (ROWS - int(spot[1])), ACROSS * "abcde".index(spot[0])


def _shape(slot: str) -> _Shape:
    if "=" in slot:
        one, other = (edge.split("-") for edge in slot.split("="))
        spots = [*one, *other]
        row, column = min(_corner(spot)[0] for spot in spots), min(_corner(spot)[1] for spot in spots)
        if one[0][1] == one[1][1]:
            cells = [(row + down, column + across) for down in (3, 4, 2, 5) for across in (6, 7)]
            joints = {(row + 1, column + 6): "╦", (row + 1, column + 7): "╦"}
            joints |= {(row + 6, column + 6): "╩", (row + 6, column + 7): "╩"}
            return _Shape(
                dict.fromkeys(cells, "║") | joints, tuple(cells), ((row + 2, column + 6), (row + 2, column + 7))
            )
        cells = [(row + 3, column + across) for across in (6, 7, 5, 8, 4, 9, 3, 10)]
        joints = {(row + 3, column + 2): "╠", (row + 3, column + 11): "╣"}
        return _Shape(dict.fromkeys(cells, "═") | joints, tuple(cells), ((row + 3, column + 3), (row + 3, column + 4)))
    if "/" in slot:
        diagonal, _, post = slot.partition(">")
        spots = diagonal.split("/")
        row, column = (min(_corner(spot)[axis] for spot in spots) for axis in (0, 1))
        is_rising = spots[0][1] < spots[1][1]
        left, right = ((row + 4, column + 5), (row + 4, column + 6)), ((row + 3, column + 7), (row + 3, column + 8))
        if is_rising == bool(post):
            left, right = ((row + 3, column + 5), (row + 3, column + 6)), ((row + 4, column + 7), (row + 4, column + 8))
        glyph = "╲" if is_rising == bool(post) else "╱"
        if post:
            half = left if _corner(post)[1] == column else right
            return _Shape(dict.fromkeys(half, glyph), half, half)
        cells = [left[1], right[0], left[0], right[1]]
        return _Shape(dict.fromkeys(cells, glyph), tuple(cells), min(left, right))
    a, b = (_corner(spot) for spot in slot.split("-"))
    if a[0] == b[0]:
        row, column = a[0] + 1, a[1]
        cells = [(row, column + across) for across in (5, 8, 6, 7)]
        return _Shape(dict.fromkeys(cells, "═"), tuple(cells), ((row, column + 6), (row, column + 7)))
    row, column = b[0] + 3, a[1] + 2
    room = ((row + 1, column), (row, column), (row + 1, column + 1), (row + 1, column - 1))
    return _Shape(dict.fromkeys(room[:2], "║"), room, ((row + 1, column), (row + 1, column + 1)))


class _Drawing:
    def __init__(self, board: Board) -> None:
        self.board = board
        self.cells: dict[Cell, tuple[str, str]] = {}
        for row in range(HEIGHT):
            for column in range(WIDTH):
                self.cells[row, column] = ("~" if (3 * row + 7 * column) % 29 == 0 else " ", "water")
        for spot, symbol in zip(SPOT_NAMES, board.posts, strict=True):
            row, column = _corner(spot)
            for down, line in enumerate(SHAPES[symbol]):
                for across, char in enumerate(line):
                    self.cells[row + down, column + across] = char, self._style(spot, symbol, char)

    def _style(self, spot: str, symbol: str, char: str) -> str:
        if symbol == START:
            return f"start {LETTERS[('a4', 'e4', 'e1', 'a1').index(spot)]}"
        return {GROUND: "ground", DECK: "deck"}.get(char, "wall")

    def lay(self, slots: Iterable[str]) -> None:
        joined: dict[Cell, str] = {}
        for slot in slots:
            style = "long" if "=" in slot or ("/" in slot and ">" not in slot) else "short"
            for cell, char in _shape(slot).marks.items():
                if char in "╦╩╠╣":
                    joined[cell] = "╬" if cell in joined else char  # two H planks on one edge plank
                else:
                    self.cells[cell] = char, style
        for cell, char in joined.items():
            self.cells[cell] = char, "long"

    def room(self, field: str) -> tuple[Cell, ...]:
        if field[2:3] in ("-", "/"):
            return _shape(field).room
        row, column = _corner(field[:2])
        symbol = self.board.posts[SPOT_NAMES.index(field[:2])]
        return tuple((row + down, column + across) for down, across in ROOM[symbol, field[2:]])

    def put(self, field: str, things: Sequence[str]) -> None:
        """Letters side by side; the styles are called like the letters."""
        room = self.room(field)
        for nth, (cell, letter) in enumerate(zip(room, things, strict=False)):
            is_full = nth + 1 == len(room) < len(things)
            self.cells[cell] = (MORE, "name") if is_full else (letter, letter)

    def mark(self, field: str, label: str) -> None:
        """A label where it covers nothing else, if that can be."""
        if field[2:3] in ("-", "/"):
            run: Sequence[Cell] = _shape(field).label
        else:
            room = self.room(field)
            taken = {cell for cell in room if self.cells[cell][0].isalpha()}
            runs = [[(row, column + n) for n in range(len(label))] for row, column in sorted(room)]
            free = [run for run in runs if set(run) <= set(room) - taken]
            row, column = room[0]
            run = free[0] if free else [(row, column + n) for n in range(len(label))]
        for cell, char in zip(run, label.rjust(len(run)) if len(run) == 2 else label, strict=False):
            if char != " ":
                self.cells[cell] = char, "mark"

    def spans(self) -> Iterator[tuple[str, str]]:
        """The text in pieces of one style."""
        for row in range(HEIGHT):
            yield (f"{ROWS - row // DOWN:<{INDENT}}" if row % DOWN == 1 else " " * INDENT), "name"
            cells = [self.cells[row, column] for column in range(WIDTH)]
            for style, run in groupby(cells, key=lambda cell: cell[1]):
                yield "".join(char for char, _ in run), style
            yield "\n", "name"
        yield " " * INDENT + "".join(f"  {name}  ".ljust(ACROSS) for name in "abcde").rstrip(), "name"


def _letters(view: View) -> list[str]:
    return [LETTERS[COLOURS.index(colour)] for colour in view.colours]


def _draw(view: View, marks: Mapping[str, str]) -> _Drawing:
    drawing = _Drawing(view.board)
    drawing.lay(view.planks)
    letters = _letters(view)
    things: dict[str, list[str]] = {}
    for letter, fields in zip(letters, view.gems, strict=True):
        for field in fields:
            things.setdefault(field, []).append(letter.lower())
    for letter, field in zip(letters, view.pawns, strict=True):
        if field:
            things.setdefault(field, []).append(letter)
    for field, letters in things.items():
        drawing.put(field, letters)
    for field, label in marks.items():
        drawing.mark(field, label)
    return drawing


def plain(view: View, *, marks: Mapping[str, str] | None = None) -> str:
    """The canal as bare text; see `board_text`."""
    return "".join(text for text, _ in _draw(view, marks or {}).spans())


def board_text(view: View, *, marks: Mapping[str, str] | None = None, colour: bool = True) -> Text:
    """The canal, with a label of up to two characters on each of the fields and places for planks in `marks`."""
    from rich.text import Text

    styles = _COLOURS if colour else _PLAIN
    board = Text(no_wrap=True)
    for text, style in _draw(view, marks or {}).spans():
        board.append(text, styles.get(style, ""))
    return board


def letter_text(letter: str) -> Text:
    """A pawn's letter in its colour."""
    from rich.text import Text

    return Text(letter, _COLOURS[letter])


def describe(view: View) -> list[tuple[str, str]]:
    """What is where, for those who listen: pawns as capitals, gems as small letters, planks as "short" or "long"."""
    letters = _letters(view)
    facts = [(letter, field) for letter, field in zip(letters, view.pawns, strict=True) if field]
    facts += [(letter.lower(), field) for letter, fields in zip(letters, view.gems, strict=True) for field in fields]
    physics = view.board.planks
    return facts + [("long" if physics.is_long(physics.number[slot]) else "short", slot) for slot in view.planks]
