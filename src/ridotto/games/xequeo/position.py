"""A position: the public part of a round, with its text and its move counts."""

from __future__ import annotations

from typing import Final, NamedTuple

from ridotto.core import NotationError, PositionError, Seat
from ridotto.games import registration
from ridotto.games.xequeo.board import (
    BIT,
    LETTERS,
    NOBODY,
    NOWHERE,
    SIDE,
    Board,
    Piece,
    Square,
    show_square,
    squares_of,
)

SMALLEST: Final = 2


class Position(NamedTuple):
    """Read ``R5O/7/7/3*3/7/7/Y5G 0`` as ranks from the top, ``*`` the ring, then the seat to move."""

    width: int
    height: int
    pieces: tuple[Square, ...]
    """In the order of the letters R O Y G B V W."""
    ring: Square
    """NOWHERE before it is laid; then `turn` is the seat that will lay it."""
    turn: Seat

    def __str__(self) -> str:
        return show_position(self)

    def _repr_svg_(self) -> str:
        drawn: str = registration("xequeo").load("drawing")(self)
        return drawn


def show_position(position: Position) -> str:
    symbols = {square: LETTERS[piece] for piece, square in enumerate(position.pieces)}
    if position.ring != NOWHERE:
        symbols.setdefault(position.ring, "*")
    ranks = []
    for rank in reversed(range(position.height)):
        text, empty = "", 0
        for file in range(position.width):
            symbol = symbols.get(file + SIDE * rank)
            if symbol is None:
                empty += 1
            else:
                text += (str(empty) if empty else "") + symbol
                empty = 0
        ranks.append(text + (str(empty) if empty else ""))
    return f"{'/'.join(ranks)} {position.turn}"


def parse_position(text: str) -> Position:
    rows, space, turn = text.strip().rpartition(" ")
    if not space or turn not in ("0", "1"):
        raise NotationError("position_seat", text=text)
    ranks = rows.strip().split("/")
    if not SMALLEST <= len(ranks) <= SIDE:
        raise NotationError("position_ranks", count=len(ranks), least=SMALLEST, most=SIDE)
    height = len(ranks)
    width = _width(ranks[0], height)
    if not SMALLEST <= width <= SIDE:
        raise NotationError("position_files", count=width, least=SMALLEST, most=SIDE)
    found: dict[str, Square] = {}
    for row, line in enumerate(ranks):
        rank = height - row
        if _width(line, rank) != width:
            raise NotationError("position_width", rank=rank, text=line, count=_width(line, rank), width=width)
        file = 0
        for symbol in line:
            if symbol.isdigit():
                file += int(symbol)
                continue
            square = file + SIDE * (rank - 1)
            if symbol in found:
                code = "position_two_rings" if symbol == "*" else "position_twice"
                raise PositionError(code, piece=symbol, a=show_square(found[symbol]), b=show_square(square))
            found[symbol] = square
            file += 1
    ring = found.pop("*", NOWHERE)
    wanted = LETTERS[: len(found)]
    if set(found) != set(wanted):
        odd = next(letter for letter in found if letter not in wanted)
        raise PositionError("position_letters", piece=odd, count=len(found), wanted=" ".join(wanted))
    return Position(width, height, tuple(found[letter] for letter in wanted), ring, int(turn))


def _width(line: str, rank: int) -> int:
    width = 0
    for index, symbol in enumerate(line):
        if symbol in "1234567":
            if line[index - 1 : index] in tuple("1234567"):
                raise NotationError("position_digits", rank=rank, text=line)
            width += int(symbol)
        elif symbol in LETTERS or symbol == "*":
            width += 1
        else:
            raise NotationError("position_symbol", symbol=symbol, rank=rank, column=index + 1)
    return width


def require_ring(position: Position) -> None:
    if position.ring == NOWHERE:
        raise PositionError("position_no_ring")


def require_round_start(position: Position, board: Board) -> None:
    """A round can only begin with the ring away from all pieces (XQ-3, XQ-R6)."""
    require_ring(position)
    if not position.pieces:
        raise PositionError("position_no_pieces")
    if near := beside_ring(position, board):
        square = position.pieces[near[0]]
        raise PositionError(
            "ring_beside", piece=LETTERS[near[0]], square=show_square(square), ring=show_square(position.ring)
        )


def beside_ring(position: Position, board: Board) -> list[Piece]:
    around = board.neighbours[position.ring]
    return [piece for piece, square in enumerate(position.pieces) if around & BIT[square]]


def perft(board: Board, position: Position, depth: int) -> int:
    """The number of sequences of `depth` piece moves that do not enter the ring."""
    require_ring(position)
    if depth < 0:
        raise PositionError("depth_negative", depth=depth)
    ring = position.ring
    # Sequences reach the same squares in many orders: count each arrangement once per depth.
    known: dict[tuple[tuple[Square, ...], int], int] = {}

    def count(pieces: tuple[Square, ...], depth: int) -> int:
        if depth == 0:
            return 1
        if (total := known.get((pieces, depth))) is not None:
            return total
        total = 0
        for piece, targets in enumerate(board.reach(pieces, ring, NOBODY)):
            if depth == 1:
                total += targets.bit_count()
            else:
                before, after = pieces[:piece], pieces[piece + 1 :]
                for square in squares_of(targets):
                    total += count((*before, square, *after), depth - 1)
        known[pieces, depth] = total
        return total

    return count(position.pieces, depth)
