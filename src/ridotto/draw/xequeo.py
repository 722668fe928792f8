"""Xe Queo! as SVG. ``python -m ridotto.draw.xequeo`` prints the picture of the README.

Pieces differ in shape and letter as well as in colour; the colours stay apart for colour-blind eyes, and each letter
stands out from its piece (both are tested). Nothing is drawn that the view does not hold.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import cos, hypot, pi, sin, sqrt
from typing import Any, Final, NamedTuple, Unpack

from ridotto.core import Seat
from ridotto.draw.svg import (
    BRASS_EDGE,
    CARD_BACK,
    CARD_FACE,
    COLOMBINA,
    CROWN,
    DARK,
    DAY,
    GREEN,
    LIGHT,
    PENNANT,
    SERIF,
    WHITE,
    About,
    Ids,
    Markup,
    Names,
    Point,
    Style,
    Theme,
    arrowhead,
    document,
    element,
    fade,
    fitting,
    group,
    live,
    number,
    shift,
    writing,
)
from ridotto.games.xequeo.board import FILES, LETTERS, NOWHERE, SIDE, Piece, Square, board, mask_of, show_square
from ridotto.games.xequeo.moves import HIDDEN, Go, Lay, Place
from ridotto.games.xequeo.position import Position, show_position
from ridotto.games.xequeo.rules import View, XeQueo

CELL: Final = 100.0
"""From one point of the board to the next; every other length here is measured against it."""
BORDER: Final = 58.0
"""From the outer lines to the edge of the field."""
MARGIN: Final = 40.0
"""From there to the edge of the drawing: for the names of files and ranks."""
EDGE: Final = MARGIN + BORDER
"""From the edge of the drawing to the outer lines."""
TRAY: Final = 92.0
"""The height of a seat's side of the canvas."""
LEAST_WIDTH: Final = 440.0
"""A seat's side needs this much, however narrow the board."""
SCALE: Final = 0.7
"""Pixels per unit, unless a size is asked for."""
MOST_SLOTS: Final = 7
"""More rings than this are counted in figures."""

# -- shapes ----------------------------------------------------------------------------------------------------------


def _polygon(corners: int, radius: float, turn: float = 0, inner: float | None = None) -> list[Point]:
    """Regular, with a corner at `turn` (0 is to the right, a quarter is down); a star when there is an inner radius."""
    count = corners if inner is None else 2 * corners
    radii = (radius, radius if inner is None else inner)
    angles = [2 * pi * (turn + index / count) for index in range(count)]
    return [(radii[index % 2] * cos(angle), radii[index % 2] * sin(angle)) for index, angle in enumerate(angles)]


def _rounded(corners: Sequence[Point], cut: float) -> str:
    path: list[str] = []
    for index, (x, y) in enumerate(corners):
        ends = []
        for x1, y1 in (corners[index - 1], corners[(index + 1) % len(corners)]):
            part = cut / hypot(x1 - x, y1 - y)
            ends.append(f"{number(x + (x1 - x) * part)} {number(y + (y1 - y) * part)}")
        path.append(f"{'L' if path else 'M'}{ends[0]}Q{number(x)} {number(y)} {ends[1]}")
    return "".join(path) + "Z"


def _quatrefoil(offset: float, radius: float) -> str:
    corner = number((offset + sqrt(2 * radius**2 - offset**2)) / 2)
    arc = f"A{number(radius)} {number(radius)} 0 0 1 "
    ends = [f"{corner} {corner}", f"-{corner} {corner}", f"-{corner} -{corner}", f"{corner} -{corner}"]
    return f"M{ends[3]}" + "".join(arc + end for end in ends) + "Z"


def _circle(radius: float) -> str:
    arc = f"A{number(radius)} {number(radius)} 0 1 1 "
    return f"M{number(radius)} 0{arc}{number(-radius)} 0{arc}{number(radius)} 0Z"


class Look(NamedTuple):
    fill: str
    ink: str
    """The letter's colour."""
    shape: str
    rise: float = 0
    """How far the letter sits above the middle."""


LOOKS: Final = (
    Look("#b3122a", LIGHT, _circle(37)),
    Look("#e8701c", DARK, _rounded(_polygon(4, 47, 1 / 8), 9)),
    Look("#f9db45", DARK, _rounded(_polygon(8, 45, 1 / 16, 32), 4)),
    Look(GREEN, DARK, _rounded(_polygon(4, 47), 7)),
    Look("#1d6fc9", LIGHT, _rounded(_polygon(6, 42), 6)),
    Look("#51207c", LIGHT, _rounded(_polygon(3, 55, 1 / 4), 15), 4),
    Look(WHITE, DARK, _quatrefoil(19, 22)),
)
"""In the order of the letters R O Y G B V W: circle, square, sun, diamond, hexagon, triangle, quatrefoil."""

BRASS: Final = (
    (0, "#fff6cf"),
    (0.18, "#f0cf73"),
    (0.42, "#b98424"),
    (0.55, "#f7e19a"),
    (0.72, "#c4922f"),
    (1, "#6f4710"),
)
RING: Final = 43.5
"""The ring's radius, to the middle of its band."""
THICK: Final = 10.0
FALL: Final = "translate(3 6)"
"""Where shadows fall."""


@dataclass(frozen=True, slots=True)
class Arcs:
    """How high a jump is drawn: over a diagonal it must not touch the points beside it."""

    straight: int
    diagonal: int


@dataclass(frozen=True, slots=True)
class Arrow:
    """The head at the end of a way, measured from the point it leads to."""

    tip: int
    gap: int
    """Where the stroke ends."""
    back: int
    wide: int


@dataclass(frozen=True, slots=True)
class Trail:
    """The stroke of a way, and the points it touches."""

    width: int
    stop: int
    """Radius of a point that is touched between jumps."""
    rim: int


ARCS: Final = Arcs(straight=104, diagonal=84)
ARROW: Final = Arrow(tip=43, gap=56, back=21, wide=12)
TRAIL: Final = Trail(width=6, stop=10, rim=5)
THING: Final = 52
"""So far does a piece or the ring reach from its middle."""
CARD: Final = (48, 66)
"""The room a card takes."""
OUTLINE: Final[Style] = {"x": -22, "y": -31, "width": 44, "height": 62, "rx": 6}
INLAY: Final[Style] = {"x": -18.5, "y": -27.5, "width": 37, "height": 55, "rx": 3.5}

# -- what is marked --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Marks:
    """What a drawing says about a position beyond the position."""

    targets: tuple[Square, ...] = ()
    hints: tuple[Square, ...] = ()
    lays: tuple[Square, ...] = ()
    path: tuple[Square, ...] = ()
    selected: Piece = HIDDEN
    own: Piece = HIDDEN
    called: Piece = HIDDEN


def last_path(view: View) -> tuple[Square, ...]:
    """The spaces the last moved piece of the round touched; empty before the first move.

    A view does not say whether a chain may pass through the ring (XQ-R3), so a way around it is preferred.
    """
    if not view.moves:
        return ()
    *_, (_, last, pieces, ring) = view.steps()
    for is_ring_passable in (False, True):
        geometry = board(view.position.width, view.position.height, is_ring_passable=is_ring_passable)
        try:
            return geometry.path(pieces[last.piece], last.square, mask_of(pieces), ring)
        except ValueError:
            continue
    raise ValueError(f"{last} is no move from {show_square(pieces[last.piece])}")


def _marks(view: View, selected: Piece | None, *, has_targets: bool) -> _Marks:
    legal = view.legal if has_targets else ()
    goes = [move for move in legal if isinstance(move, Go)]
    is_between = view.phase in ("ring", "over") and len(view.results) > 0
    was_called = is_between and view.results[-1].how in ("call", "miss")
    return _Marks(
        targets=tuple(move.square for move in legal if isinstance(move, Place))
        or tuple(move.square for move in goes if move.piece == selected),
        hints=tuple(sorted({move.square for move in goes})) if selected is None else (),
        lays=tuple(move.square for move in legal if isinstance(move, Lay)),
        path=last_path(view),
        selected=HIDDEN if selected is None else selected,
        own=view.choice,
        called=view.results[-1].piece if was_called else HIDDEN,
    )


# -- the board -------------------------------------------------------------------------------------------------------


class _Canvas:
    """One drawing: where things are, and what they look like there."""

    def __init__(self, position: Position, theme: Theme, ids: Names, top: float = 0, least_width: float = 0) -> None:
        self.position = position
        self.theme = theme
        self.ids = ids
        self.across = CELL * (position.width - 1)
        self.left = max(EDGE, (least_width - self.across) / 2)
        self.top = top + EDGE
        self.down = CELL * (position.height - 1)
        self.width = self.across + 2 * self.left
        self.height = self.down + 2 * EDGE

    def at(self, square: Square) -> Point:
        return self.left + CELL * (square % SIDE), self.top + self.down - CELL * (square // SIDE)

    def defs(self) -> Iterator[Markup]:
        stops = [element("stop", offset=offset, stop_color=colour) for offset, colour in BRASS]
        yield element("linearGradient", *stops, id=self.ids["brass"], x1=0.15, y1=0, x2=0.85, y2=1)
        yield fade(self.ids["shine"], "#fff", ((0, 0.6), (0.5, 0.16), (1, 0)), cx=0.32, cy=0.2, r=0.62)

    def board(self) -> Iterator[Markup]:
        theme, left, top = self.theme, self.left, self.top
        right, bottom = left + self.across, top + self.down
        for inset, fill, stroke, width in ((0, theme.field, theme.line, 2.5), (8, "none", theme.faint, 2)):
            edge = BORDER - inset
            x, y, across, down = left - edge, top - edge, self.across + 2 * edge, self.down + 2 * edge
            look: Style = {"fill": fill, "stroke": stroke, "stroke_width": width}
            yield element("rect", x=x, y=y, width=across, height=down, rx=14 - inset / 2, **look)
        xs = [left + CELL * file for file in range(self.position.width)]
        ys = [top + CELL * rank for rank in range(self.position.height)]
        yield element("path", d=self._diagonals(), stroke=theme.faint, stroke_width=2)
        lines = [f"M{number(left)} {number(y)}H{number(right)}" for y in ys]
        lines += [f"M{number(x)} {number(top)}V{number(bottom)}" for x in xs]
        yield element("path", d="".join(lines), stroke=theme.line, stroke_width=2.6, stroke_linecap="square")
        yield group(element("circle", cx=x, cy=y, r=5.5, fill=theme.line) for y in ys for x in xs)
        names = [(x, bottom + BORDER + 29, FILES[file]) for file, x in enumerate(xs)]
        names += [(left - BORDER - 20, y + 9, str(self.position.height - rank)) for rank, y in enumerate(ys)]
        for x, y, name in names:
            yield writing(name, x, y, 27, theme.muted, font_family=SERIF, font_weight=None)

    def _diagonals(self) -> str:
        """One stroke from edge to edge for each diagonal of more than one point."""
        strokes = []
        last_file, last_rank = self.position.width - 1, self.position.height - 1
        for start in range(1 - last_rank, last_file):
            file, rank = max(start, 0), max(-start, 0)
            length = min(last_file - file, last_rank - rank)
            for mirror in (False, True):
                ends = [(last_file - f if mirror else f, r) for f, r in ((file, rank), (file + length, rank + length))]
                (x1, y1), (x2, y2) = (self.at(f + SIDE * r) for f, r in ends)
                strokes.append(f"M{number(x1)} {number(y1)}L{number(x2)} {number(y2)}")
        return "".join(strokes)

    def shape(self, piece: Piece, **attributes: str | float | None) -> Markup:
        return element("path", d=LOOKS[piece].shape, **attributes)

    def figure(self, piece: Piece) -> Iterator[Markup]:
        """A piece around the origin, without its shadow."""
        look, theme = LOOKS[piece], self.theme
        yield self.shape(piece, fill=look.fill, stroke=theme.outline, stroke_width=3.2, stroke_linejoin="round")
        yield self.shape(piece, fill=self.ids.url("shine"))
        yield self.shape(piece, transform="scale(.84)", fill="none", stroke=look.ink, stroke_width=1.6, opacity=0.35)
        yield writing(LETTERS[piece], 0, 14.5 - look.rise, 40, look.ink)

    def shadow(self, piece: Piece, **attributes: str | float | None) -> Markup:
        return self.shape(piece, fill=self.theme.shadow, opacity=self.theme.shadow_strength, **attributes)

    def piece(self, piece: Piece, x: float, y: float, scale: float = 1, square: Square = NOWHERE) -> Markup:
        return group(
            (self.shadow(piece, transform=FALL), *self.figure(piece)),
            transform=shift(x, y, scale),
            class_="piece",
            data_piece=LETTERS[piece],
            data_square=None if square == NOWHERE else show_square(square),
        )

    def band(self, **look: str | float | None) -> Markup:
        """A circle where the ring is."""
        usual: Style = {"r": RING, "fill": "none", "stroke_width": THICK}
        return element("circle", **usual | look)

    def hoop(self) -> Iterator[Markup]:
        """The ring around the origin, without its shadow."""
        glint: Style = {"stroke": "#fffbe6", "stroke_width": 2.6, "stroke_linecap": "round", "opacity": 0.85}
        yield self.band(stroke=self.ids.url("brass"))
        yield element("path", d="M-35-26A43.5 43.5 0 0 1 9-42.6", fill="none", **glint)
        for radius in (RING - THICK / 2, RING + THICK / 2):
            yield self.band(r=radius, stroke=BRASS_EDGE, stroke_width=1.8)

    def hoop_shadow(self) -> Markup:
        look: Style = {"stroke": self.theme.shadow, "opacity": self.theme.shadow_strength, "stroke_width": THICK + 1}
        return self.band(transform=FALL, **look)

    def ring(self, x: float, y: float, scale: float = 1, class_: str = "ring") -> Markup:
        return group(
            (self.hoop_shadow(), *self.hoop()),
            transform=shift(x, y, scale),
            class_=class_,
        )

    # -- marks

    def trail(self, path: Sequence[Square], piece: Piece) -> Iterator[Markup]:
        """A ghost where the piece stood, and its way: straight for a step, in arcs over the pieces it jumped."""
        if len(path) < 2:
            return
        theme = self.theme
        yield group([self.ghost(piece)], transform=shift(*self.at(path[0])))
        strokes = []
        for start, end in pairwise(path):
            (x1, y1), (x2, y2) = self.at(start), self.at(end)
            bend_x, bend_y = self._bend((x1, y1), (x2, y2))
            if end == path[-1]:
                yield self._arrow((bend_x, bend_y), (x2, y2))
                part = ARROW.gap / hypot(x2 - bend_x, y2 - bend_y)  # the stroke ends inside the arrow
                x2, y2 = x2 + (bend_x - x2) * part, y2 + (bend_y - y2) * part
            strokes.append(f"M{number(x1)} {number(y1)}Q{number(bend_x)} {number(bend_y)} {number(x2)} {number(y2)}")
        pen: Style = {"stroke": theme.trail, "stroke_linecap": "round"}
        yield element("path", d="".join(strokes), fill="none", stroke_width=TRAIL.width, **pen)
        for square in path[1:-1]:
            x, y = self.at(square)
            yield element("circle", cx=x, cy=y, r=TRAIL.stop, fill=theme.field, stroke_width=TRAIL.rim, **pen)

    def _bend(self, start: Point, end: Point) -> Point:
        """The control point of a stroke: in the middle of a step, well above that of a jump."""
        (x1, y1), (x2, y2) = start, end
        dx, dy = x2 - x1, y2 - y1
        middle = ((x1 + x2) / 2, (y1 + y2) / 2)
        if max(abs(dx), abs(dy)) < 1.5 * CELL:
            return middle
        side = -1 if dx > 0 or (dx == 0 and dy > 0) else 1
        height = ARCS.diagonal if dx and dy else ARCS.straight
        part = side * height / hypot(dx, dy)
        return middle[0] - dy * part, middle[1] + dx * part

    def _arrow(self, source: Point, target: Point) -> Markup:
        corners = arrowhead(source, target, ARROW.tip, ARROW.back, ARROW.wide)
        return element("polygon", points=corners, fill=self.theme.trail)

    # -- marks around the origin

    def ghost(self, piece: Piece) -> Markup:
        """Where a piece stood."""
        look: Style = {"fill": LOOKS[piece].fill, "fill_opacity": 0.22, "stroke": self.theme.trail}
        return self.shape(piece, transform="scale(.86)", stroke_width=2.6, stroke_dasharray="6 5", **look)

    def halo(self, colour: str, dash: str | None = None) -> Markup:
        look: Style = {"fill": colour, "fill_opacity": 0.16, "stroke": colour, "stroke_width": 4.5}
        return element("circle", r=50, stroke_dasharray=dash, stroke_linecap="round" if dash else None, **look)

    def own_halo(self) -> Markup:
        return self.halo(self.theme.gold, "2.5 7")

    def spot(self, radius: float = 14, opacity: float | None = None) -> Markup:
        """Where something can go."""
        look: Style = {"fill": self.theme.accent, "stroke": self.theme.field, "stroke_width": 3, "opacity": opacity}
        return element("circle", r=radius, **look)

    def hint(self) -> Markup:
        return self.spot(7.5, 0.75)

    def entry(self) -> Markup:
        """Four wedges point inwards: a move to here ends the round."""
        wedges = "".join(
            f"M{number(15 * dx)} {number(15 * dy)}l{number(15 * dx - 9 * dy)} {number(15 * dy + 9 * dx)}"
            f"l{number(18 * dy)} {number(-18 * dx)}Z"
            for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1))
        )
        return element("path", d=wedges, fill=self.theme.accent, class_="entry")

    def lay(self) -> Markup:
        look: Style = {"fill": self.theme.field, "stroke": self.theme.gold, "stroke_width": 4.5}
        return element("circle", r=19, stroke_dasharray="8.2 3.7", **look)

    def mask(self, x: float = 27, y: float = 35, scale: float = 0.82) -> Markup:
        look: Style = {"fill": self.theme.gold, "fill_rule": "evenodd", "stroke": self.theme.field, "stroke_width": 3}
        return element("path", d=COLOMBINA, transform=shift(x, y, scale), **look, paint_order="stroke", class_="own")

    def badge(self) -> Iterator[Markup]:
        """On a piece that somebody points at."""
        look: Style = {"fill": self.theme.trail, "stroke": self.theme.field, "stroke_width": 3}
        yield element("circle", cx=31, cy=-31, r=19, **look)
        yield writing("!", 31, -21, 28, self.theme.field)

    def _at_square(self, square: Square, *marks: Markup) -> Markup:
        return group(marks, transform=shift(*self.at(square)), class_="target", data_square=show_square(square))

    def _target(self, square: Square, mark: Markup) -> Markup:
        return self._at_square(square, *([self.entry()] if square == self.position.ring else []), mark)

    def under(self, marks: _Marks) -> Iterator[Markup]:
        """What lies between the board and the pieces."""
        pieces = self.position.pieces
        if marks.path:
            yield group(self.trail(marks.path, pieces.index(marks.path[-1])), class_="last")
        own = HIDDEN if marks.own == marks.selected else marks.own
        for piece, halo in ((own, self.own_halo()), (marks.selected, self.halo(self.theme.accent))):
            if piece != HIDDEN:
                yield group([halo], transform=shift(*self.at(pieces[piece])))

    def over(self, marks: _Marks) -> Iterator[Markup]:
        """What lies on top of the pieces."""
        pieces = self.position.pieces
        yield from (self._at_square(square, self.lay()) for square in marks.lays)
        yield from (self._target(square, self.hint()) for square in marks.hints)
        yield from (self._target(square, self.spot()) for square in marks.targets)
        if marks.own != HIDDEN:
            yield group([self.mask()], transform=shift(*self.at(pieces[marks.own])))
        if marks.called != HIDDEN:
            yield group(self.badge(), transform=shift(*self.at(pieces[marks.called])))

    def draw(self, marks: _Marks) -> Iterator[Markup]:
        position = self.position
        yield group(self.board(), class_="board")
        yield group(self.under(marks), class_="under")
        if position.ring != NOWHERE:
            yield self.ring(*self.at(position.ring))
        # From the far rank to the near one, so that shadows fall on what lies behind.
        for piece, square in sorted(enumerate(position.pieces), key=lambda placed: -placed[1]):
            yield self.piece(piece, *self.at(square), square=square)
        yield group(self.over(marks), class_="over")

    # -- the seats' sides of the table

    def pennant(self, x: float, y: float, *, is_up: bool) -> Markup:
        look: Style = {"fill": self.theme.accent, "stroke": self.theme.accent, "stroke_linejoin": "round"}
        way = f"{shift(x, y)} scale(1 {'-1' if is_up else '1'})"
        return element("path", d=PENNANT, transform=way, stroke_width=4, **look, class_="turn")

    def blank(self, fill: str) -> Iterator[Markup]:
        """A card without anything on it, around the origin."""
        yield element("rect", fill=fill, stroke=self.theme.outline, stroke_width=1.8, **OUTLINE)

    def card_back(self) -> Iterator[Markup]:
        rhombs = "".join(f"M{x} {y - 9}l6.5 9l-6.5 9l-6.5-9Z" for y in (-18, 0, 18) for x in (-10, 10))
        yield from self.blank(CARD_BACK)
        yield element("rect", fill="none", stroke=CARD_FACE, stroke_width=0.8, opacity=0.55, **INLAY)
        yield element("path", d=rhombs, fill=CARD_FACE, opacity=0.8)

    def card_face(self, piece: Piece | None = None, *, is_own: bool = False) -> Iterator[Markup]:
        yield from self.blank(CARD_FACE)
        yield element("rect", fill="none", stroke=self.theme.gold, stroke_width=0.8, opacity=0.5, **INLAY)
        if piece is not None:
            yield group(self.figure(piece), transform=shift(0, -5 if is_own else 0, 0.38))
        if is_own:
            yield self.mask(0, 20.5, 0.42)

    def card(self, x: float, y: float, piece: Piece, *, is_open: bool, is_there: bool, is_own: bool) -> Markup:
        parts = self.card_face(piece, is_own=is_own) if is_open else self.card_back()
        if not is_there:
            look: Style = {"stroke": self.theme.muted, "stroke_width": 2.4, "stroke_dasharray": "6 5"}
            parts = iter([element("rect", fill="none", **look, **OUTLINE)])
        return group(parts, transform=shift(x, y))


def _document(canvas: _Canvas, body: Iterable[Markup], height: float, **about: Unpack[About]) -> Markup:
    label, paper = show_position(canvas.position), canvas.theme.paper
    look: dict[str, Any] = {"ids": canvas.ids, "defs": canvas.defs(), "paper": paper, "scale": SCALE, "label": label}
    return document(canvas.width, height, body, **look, **about)


def position_svg(
    position: Position,
    *,
    theme: Theme = DAY,
    selected: Piece | None = None,
    targets: Iterable[Square] = (),
    lays: Iterable[Square] = (),
    path: Sequence[Square] = (),
    over: Markup = "",
    **about: Unpack[About],
) -> str:
    """A position by itself; seat 0 sits below the board, and a pennant points at the board from the seat to act.

    `lays` are spaces for a ring; `over` is drawn on top of everything, see `point` for where things are.
    """
    marks = _Marks(
        targets=tuple(targets),
        lays=tuple(lays),
        path=tuple(path),
        selected=HIDDEN if selected is None else selected,
    )
    canvas = _Canvas(position, theme, Ids((position, theme, marks, over, about)))
    x = canvas.left + canvas.across + BORDER + MARGIN / 2
    y = canvas.top + (canvas.down + BORDER - 20 if position.turn == 0 else 20 - BORDER)
    body = [*canvas.draw(marks), canvas.pennant(x, y, is_up=position.turn == 0), over]
    return _document(canvas, body, canvas.height, **about)


def point(position: Position, square: Square) -> Point:
    """Where a space is in the drawing of a position."""
    return _Canvas(position, DAY, Ids(())).at(square)


def svg(
    view: View,
    *,
    theme: Theme = DAY,
    selected: Piece | None = None,
    targets: bool = True,
    names: Sequence[str] = (),
    **about: Unpack[About],
) -> str:
    """What a seat sees: the board with the last move, what may be done now, and both sides of the canvas.

    The reader sits below the board (seat 0 for spectators). With a selected piece its targets are marked, else lightly
    those of all. `names` are the seats'.
    """
    marks = _marks(view, selected, has_targets=targets)
    ids = Ids((view, theme, marks, tuple(names), about))
    canvas = _Canvas(view.position, theme, ids, TRAY, LEAST_WIDTH)
    near = view.seat or 0
    sides = [
        group(_side(canvas, view, seat, names, is_near=seat == near), class_="seat", data_seat=str(seat))
        for seat in (1 - near, near)
    ]
    body = [*canvas.draw(marks), *sides]
    return _document(canvas, body, canvas.height + 2 * TRAY, **about)


def drawing(shown: View | Position) -> str:
    return svg(shown) if isinstance(shown, View) else position_svg(shown)


def empty_canvas(width: int, height: int) -> _Canvas:
    """The empty board in the colours of the page, by day where it has none: for a page that moves things about."""
    return _Canvas(Position(width, height, (), NOWHERE, 0), live(DAY), Names("xq"))


def scene_defs(canvas: _Canvas) -> Markup:
    """All that can lie on a board, as symbols around the origin."""
    theme = canvas.theme
    symbols: dict[str, Iterable[Markup]] = {
        "ring": canvas.hoop(),
        "ring-shade": [canvas.hoop_shadow()],
        "halo": [canvas.halo(theme.accent)],
        "halo-own": [canvas.own_halo()],
        "halo-picked": [canvas.halo(theme.gold)],
        "halo-suspect": [canvas.halo(theme.trail)],
        "spot": [canvas.spot()],
        "entry": [canvas.entry(), canvas.spot()],
        "hint": [canvas.hint()],
        "lay": [canvas.lay()],
        "own": [canvas.mask()],
        "called": canvas.badge(),
        "card-back": canvas.card_back(),
        "card-face": canvas.card_face(),
    }
    for piece, letter in enumerate(LETTERS):
        symbols |= {letter: canvas.figure(piece), f"ghost-{letter}": [canvas.ghost(piece)]}
        symbols[f"shade-{letter}"] = [canvas.shadow(piece, transform=FALL)]
        symbols[f"face-{letter}"] = canvas.card_face(piece)
        symbols[f"own-face-{letter}"] = canvas.card_face(piece, is_own=True)
    drawn = [element("g", *parts, id=canvas.ids[name]) for name, parts in symbols.items()]
    return element("defs", *canvas.defs(), *drawn)


def _is_acting(view: View, seat: Seat) -> bool:
    """As far as a view tells: who still has to choose a piece, or to set one up, is only known to that seat."""
    if view.phase in ("ring", "play"):
        return view.position.turn == seat
    return view.seat == seat and bool(view.legal)


def _side(canvas: _Canvas, view: View, seat: Seat, names: Sequence[str], *, is_near: bool) -> Iterator[Markup]:
    theme = canvas.theme
    left, right = MARGIN, canvas.width - MARGIN
    y = canvas.height + 1.5 * TRAY - MARGIN / 2 + 14 if is_near else MARGIN / 2 + TRAY / 2
    is_acting = _is_acting(view, seat)
    look: Style = {"fill": theme.field, "fill_opacity": 0.45, "stroke": theme.faint, "stroke_width": 2}
    if is_acting:
        look = {"fill": theme.field, "stroke": theme.accent, "stroke_width": 4}
    yield element("rect", x=left, y=y - 39, width=right - left, height=78, rx=14, **look)
    x = left + 40
    if view.outcome and seat in view.outcome.winners:
        gold: Style = {"fill": theme.gold, "stroke": theme.gold, "stroke_width": 3, "stroke_linejoin": "round"}
        yield element("path", d=CROWN, transform=shift(x, y), **gold, class_="winner")
    elif view.phase == "ring" and is_acting:
        yield canvas.ring(x, y, 0.56, "in-hand")
    elif is_acting:
        yield canvas.pennant(x, y, is_up=is_near)
    x += 60
    if view.phase in ("choose", "play") or view.results:
        yield _card(canvas, view, seat, x, y)
        x += 42
    most = max(view.goal, *view.rings)
    slots = 1 if most > MOST_SLOTS else most
    slot = min(44.0, (right - x - 16) / slots)
    end = right - 34 - slot * (slots - 1) - 20
    won = view.rings[seat]
    if most > MOST_SLOTS:
        yield canvas.ring(right - 34, y, 0.4, "won")
        count = f"{won}/{view.goal}"
        yield writing(count, end - 8, y + 12, 34, theme.ink, text_anchor="end")
        end -= 12 + 24 * len(count)
    else:
        yield from (_slot(canvas, right - 34 - slot * (most - 1 - index), y, index < won) for index in range(most))
    if seat < len(names) and (name := fitting(names[seat], end - x)):
        plain: Style = {"font_family": SERIF, "font_weight": None, "text_anchor": None}
        yield writing(name, x, y + 10, 30, theme.ink, **plain)


def _slot(canvas: _Canvas, x: float, y: float, is_won: bool) -> Markup:
    if is_won:
        return canvas.ring(x, y, 0.4, "won")
    dots: Style = {"stroke": canvas.theme.muted, "stroke_width": 2, "stroke_dasharray": "3.2 4.98", "opacity": 0.8}
    return element("circle", cx=x, cy=y, r=16, fill="none", **dots)


def _card(canvas: _Canvas, view: View, seat: Seat, x: float, y: float) -> Markup:
    """The card of the round that is on, or of the one just over (XQ-5, XQ-R7)."""
    if view.phase in ("choose", "play"):
        choice = view.choice if seat == view.seat else HIDDEN
        is_there = view.phase == "play" or choice != HIDDEN
        return canvas.card(x, y, choice, is_open=choice != HIDDEN, is_there=is_there, is_own=True)
    choice = view.results[-1].choices[seat]
    return canvas.card(x, y, choice, is_open=choice != HIDDEN, is_there=True, is_own=False)


ROUND: Final = "2V4/4R1G/3Y3/5B1/1W1*3/7/5O1 1"
"""How the round of our pictures begins: the ring on d3, seat 1 to move."""
TO_ENTRY: Final = ("Vd6", "Of2", "Vc5", "Oe3", "Rd6", "Yc4", "Rf2")
"""Moves of it after which white can enter the ring."""


def played(choices: tuple[str, str], moves: Iterable[str], seat: Seat | None) -> View:
    """The round of our pictures as a seat sees it."""
    game = XeQueo(position=ROUND)
    state = game.start()._replace(rings=(2, 1))
    for chooser, choice in enumerate(choices):
        state = game.play(state, chooser, game.parse_move(choice))
    for move in moves:
        state = game.play(state, state.turn, game.parse_move(move))
    return game.view(state, seat)


def hero() -> str:
    """The README's picture: red has just jumped three times, and seat 0 could now bring white into the ring."""
    view = played(("=W", "=Y"), TO_ENTRY, 0)
    return svg(view, selected=view.choice, title="Xe Queo!", desc=show_position(view.position))


if __name__ == "__main__":
    print(hero())
