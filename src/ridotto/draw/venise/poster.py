"""A board as large as the planks of a box need it, and how it is cut into sheets of paper."""

from __future__ import annotations

import math
from typing import Final, NamedTuple

from ridotto.draw.svg import Markup, element, number
from ridotto.draw.venise.canal import CELL, POST, THICK, WIDTH
from ridotto.draw.venise.pictures import board_svg
from ridotto.draw.venise.scene import HEIGHT
from ridotto.games.venise.boards import Board, BoardError

SHORT: Final = ((CELL - 2 * (POST - 12)) / CELL, 0.8)
"""How long a short plank may be where posts stand one apart: it must rest on both, and as a T not cover its post."""
LONG: Final = ((CELL + THICK + 4) / CELL, math.sqrt(2))
"""The same of a long one: as an H it must reach both edge planks, and as a diagonal not cover its posts."""
SHORTEST, LONGEST = 20, 400
"""Millimetres of a plank."""
A4: Final = (210.0, 297.0)
MARGIN: Final = 8.0
OVERLAP: Final = 6.0
"""Millimetres that two sheets have in common, for the glue."""


class Sheets(NamedTuple):
    width: float
    height: float
    """Of the poster, in millimetres."""
    cell: float
    """From post to post."""
    is_flat: bool
    """Whether the sheets lie on their long side."""
    corners: tuple[tuple[float, float], ...]
    """Of what each sheet shows, row by row."""


def fit(short: float, long: float) -> float:
    """Millimetres from post to post. Raises BoardError where these planks fit no lattice."""
    for length in (short, long):
        if not SHORTEST <= length <= LONGEST:
            raise BoardError("poster_length", length=round(length), least=SHORTEST, most=LONGEST)
    least = max(short / SHORT[1], long / LONG[1])
    most = min(short / SHORT[0], long / LONG[0])
    if least > most:
        fitting = math.ceil(short / SHORT[1] * LONG[0]), math.floor(short / SHORT[0] * LONG[1])
        raise BoardError("poster_planks", short=round(short), long=round(long), least=fitting[0], most=fitting[1])
    return (least + most) / 2


def sheets(cell: float) -> Sheets:
    """Of A4, as few as possible."""
    scale = cell / CELL
    width, height = WIDTH * scale, HEIGHT * scale
    choices = []
    for is_flat in (False, True):
        across, down = (side - 2 * MARGIN - OVERLAP for side in (reversed(A4) if is_flat else A4))
        columns, rows = math.ceil((width - OVERLAP) / across), math.ceil((height - OVERLAP) / down)
        corners = tuple((column * across, row * down) for row in range(rows) for column in range(columns))
        choices.append(Sheets(width, height, cell, is_flat, corners))
    return min(choices, key=lambda choice: len(choice.corners))


def poster_svg(board: Board, cell: float) -> Markup:
    """The whole board in its real size."""
    scale = cell / CELL
    return element(
        "svg",
        board_svg(board, size=WIDTH, title=board.name),
        xmlns="http://www.w3.org/2000/svg",
        width=f"{number(WIDTH * scale)}mm",
        height=f"{number(HEIGHT * scale)}mm",
        viewBox=f"0 0 {number(WIDTH)} {number(HEIGHT)}",
    )
