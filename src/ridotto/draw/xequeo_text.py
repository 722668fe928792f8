"""Xe Queo! in a terminal: points and lines, fifteen rows high and thirty-two columns wide at most.

Everything can be told apart without colour: each piece has its own brackets, and only the ring has round ones. All
characters are one column wide.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from ridotto.draw.svg import DARK, GOLD
from ridotto.draw.xequeo import LOOKS
from ridotto.games.xequeo.board import FILES, LETTERS, NOWHERE, SIDE, Piece, Square, show_square
from ridotto.games.xequeo.moves import HIDDEN
from ridotto.games.xequeo.position import Position

if TYPE_CHECKING:
    from rich.text import Text

BRACKETS: Final = ("{}", "[]", "**", "<>", "/\\", "\\/", "++")
"""In the order of the letters R O Y G B V W: as near to the shapes of the SVG as brackets get."""
RING: Final = "*"
"""How the ring is written in a position's text."""
TARGET: Final = "•"
TRACE: Final = "∘"
OWN: Final = "°"

_CROSSINGS: Final = ("└┴┘", "├┼┤", "┌┬┐")

# Blocks bring their own background and the rest are middle tones: all of it reads well on dark and on light.
_COLOURS: Final = {
    "line": "dim",
    "name": "",
    "ring": f"bold {DARK} on {GOLD}",
    "target": "bold #0b8a84",
    "trace": "bold #c4553a",
    "own": "bold #a87c1c",
} | {letter: f"bold {look.ink} on {look.fill}" for letter, look in zip(LETTERS, LOOKS, strict=True)}
_COLOURS["W"] = f"bold {DARK} on #e3dccb"  # white would vanish on a light terminal
_PLAIN: Final = dict.fromkeys(_COLOURS, "bold") | {"line": "dim", "name": ""}


class _Span(NamedTuple):
    text: str
    style: str
    """A key of the style tables."""


def _spans(
    position: Position, targets: Iterable[Square] | Mapping[Square, str], last: Sequence[Square], own: Piece
) -> Iterator[_Span]:
    labels = targets if isinstance(targets, Mapping) else dict.fromkeys(targets, TARGET)
    traces = frozenset(last) - set(position.pieces)
    right = position.width - 1
    for rank in reversed(range(position.height)):
        yield _Span(f" {rank + 1} ", "name")
        row = _CROSSINGS[(rank > 0) + (rank == position.height - 1)]
        for file in range(position.width):
            square = file + SIDE * rank
            before, after = " " if file == 0 else "─", " " if file == right else "─"
            is_ring = square == position.ring
            if square in position.pieces:
                piece = position.pieces.index(square)
                opening, closing = BRACKETS[piece]
                if is_ring:  # only in positions set up by hand: whoever enters takes the ring away
                    yield from (_Span("(", "ring"), _Span(LETTERS[piece], LETTERS[piece]), _Span(")", "ring"))
                else:
                    yield _Span(f"{opening}{LETTERS[piece]}{closing}", LETTERS[piece])
                if piece == own:
                    yield _Span(OWN, "own")
                    continue
            elif is_ring:
                inside = labels.get(square, " ")
                yield _Span(f"({inside})" if len(inside) == 1 else f"{inside:^3}", "ring")
            elif square in labels:
                yield _Span(f"{labels[square]:^3}", "target")
            elif square in traces:
                yield _Span(f" {TRACE} ", "trace")
            else:
                yield _Span(before + row[(file > 0) + (file == right)] + after, "line")
            yield _Span(after, "line")
        yield _Span("\n", "line")
        if rank:
            yield _Span("    " + "│ ╳ " * right + "│  \n", "line")
    yield _Span("   " + "".join(f" {name}  " for name in FILES[: position.width]), "name")


def plain(
    position: Position,
    *,
    targets: Iterable[Square] | Mapping[Square, str] = (),
    last: Sequence[Square] = (),
    own: Piece = HIDDEN,
) -> str:
    """The board as bare text; see `board_text`."""
    return "".join(span.text for span in _spans(position, targets, last, own))


def board_text(
    position: Position,
    *,
    targets: Iterable[Square] | Mapping[Square, str] = (),
    last: Sequence[Square] = (),
    own: Piece = HIDDEN,
    colour: bool = True,
) -> Text:
    """The board with `targets` dotted, or with up to three characters on each; `last` is the way of the last move."""
    from rich.text import Text

    styles = _COLOURS if colour else _PLAIN
    board = Text(no_wrap=True)
    for span in _spans(position, targets, last, own):
        board.append(span.text, styles[span.style])
    return board


def describe(position: Position) -> list[tuple[str, str]]:
    """What stands where, for those who listen: letters and squares, then the ring as RING once it lies."""
    facts = [(LETTERS[piece], show_square(square)) for piece, square in enumerate(position.pieces)]
    return facts if position.ring == NOWHERE else [*facts, (RING, show_square(position.ring))]
