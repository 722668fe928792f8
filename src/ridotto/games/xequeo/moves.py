"""The moves of Xe Queo! and their one canonical text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from ridotto.core import NotationError, Seat
from ridotto.games.xequeo.board import BIT, LETTERS, SQUARES, Piece, Square, parse_square, show_square

HIDDEN: Final = -1
"""Stands for a piece that this reader may not know."""


@dataclass(frozen=True, slots=True)
class Hand:
    """Chance hands the first ring to a seat, which will lay it (XQ-R5)."""

    seat: Seat

    def __str__(self) -> str:
        return f"@{self.seat}"


@dataclass(frozen=True, slots=True)
class Place:
    """A piece is put onto the board before the first round (XQ-3, XQ-R4)."""

    piece: Piece
    square: Square

    def __str__(self) -> str:
        return f"+{LETTERS[self.piece]}{show_square(self.square)}"


@dataclass(frozen=True, slots=True)
class Lay:
    """The ring is laid (XQ-3, XQ-4)."""

    square: Square

    def __str__(self) -> str:
        return f"@{show_square(self.square)}"


@dataclass(frozen=True, slots=True)
class Choose:
    """A piece is chosen secretly (XQ-5)."""

    piece: Piece

    def __str__(self) -> str:
        return "=?" if self.piece == HIDDEN else f"={LETTERS[self.piece]}"


@dataclass(frozen=True, slots=True)
class Go:
    """A piece is moved, into the ring when that is where the ring lies (XQ-8 to XQ-12)."""

    piece: Piece
    square: Square

    def __str__(self) -> str:
        return LETTERS[self.piece] + SQUARES[self.square]


@dataclass(frozen=True, slots=True)
class Call:
    """ "Xe queo!": the mover says this piece is the rival's (XQ-14)."""

    piece: Piece

    def __str__(self) -> str:
        return f"{LETTERS[self.piece]}!"


Move: TypeAlias = Hand | Place | Lay | Choose | Go | Call

# Moves are few and asked for often: each exists once.
HANDS: Final = (Hand(0), Hand(1))
PLACE: Final = tuple(tuple(Place(piece, square) for square in range(len(BIT))) for piece in range(len(LETTERS)))
LAY: Final = tuple(Lay(square) for square in range(len(BIT)))
CHOOSE: Final = tuple(Choose(piece) for piece in range(len(LETTERS)))
GO: Final = tuple(tuple(Go(piece, square) for square in range(len(BIT))) for piece in range(len(LETTERS)))
CALL: Final = tuple(Call(piece) for piece in range(len(LETTERS)))


def parse_piece(text: str) -> Piece:
    if len(text) == 1 and text in LETTERS:
        return LETTERS.index(text)
    raise NotationError("bad_piece", text=text)


def parse_move(text: str) -> Move:
    if text == "=?":
        return Choose(HIDDEN)
    head, rest = text[:1], text[1:]
    if head == "@" and rest in ("0", "1"):
        return HANDS[int(rest)]
    if head == "@":
        return LAY[parse_square(rest)]
    if head == "=":
        return CHOOSE[parse_piece(rest)]
    if head == "+" and len(rest) == 3:
        return PLACE[parse_piece(rest[0])][parse_square(rest[1:])]
    if len(text) == 2 and rest == "!":
        return CALL[parse_piece(head)]
    if len(text) == 3:
        return GO[parse_piece(head)][parse_square(rest)]
    raise NotationError("bad_move", text=text)
