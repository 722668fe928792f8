"""The symmetries of the lattice: two mirrors, and both together, the half-turn. Each swaps the colours' corners."""

from __future__ import annotations

from typing import Final, NamedTuple

from ridotto.games.venise.planks import COLUMNS, ROWS

ACROSS: Final = {"/": "\\", "\\": "/", "e": "w", "w": "e", "ne": "nw", "nw": "ne", "se": "sw", "sw": "se"}
"""What left and right make of a post's symbol or the side of a wall; everything else stays."""
DOWN: Final = {"/": "\\", "\\": "/", "n": "s", "s": "n", "ne": "se", "se": "ne", "nw": "sw", "sw": "nw"}


class Symmetry(NamedTuple):
    name: str
    is_across: bool
    """Left and right change places."""
    is_down: bool
    """Top and bottom change places."""

    def place(self, name: str) -> str:
        """Of a spot or a post's field."""
        column, row, side = name[0], name[1], name[2:]
        if self.is_across:
            column = chr(2 * ord("a") + COLUMNS - 1 - ord(column))
        if self.is_down:
            row = str(ROWS + 1 - int(row))
        return column + row + self.sign(side)

    def sign(self, sign: str) -> str:
        """Of a post's symbol, or of the side of a wall."""
        sign = ACROSS.get(sign, sign) if self.is_across else sign
        return DOWN.get(sign, sign) if self.is_down else sign

    def colour(self, colour: int) -> int:
        """Colours go round clockwise from the north-west."""
        colour = colour ^ 1 if self.is_across else colour
        return 3 - colour if self.is_down else colour


IDENTITY: Final = Symmetry("identity", False, False)
LEFT_RIGHT: Final = Symmetry("left_right", True, False)
UP_DOWN: Final = Symmetry("up_down", False, True)
HALF_TURN: Final = Symmetry("half_turn", True, True)
SYMMETRIES: Final = (LEFT_RIGHT, UP_DOWN, HALF_TURN)
