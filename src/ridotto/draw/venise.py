"""Venise as SVG. ``python -m ridotto.draw.venise day`` (or ``night``) prints a picture of the README.

The four colours differ in the shape of their gems and in a letter as well, and stay apart for colour-blind eyes. Planks
lie in two layers: T and H planks rest on others and throw their shadow on them. Nothing is drawn that the view does not
hold; what happened last is told by `Effects`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise
from math import atan2, cos, degrees, hypot, pi, sin
from typing import Final, NamedTuple, TypeVar

from ridotto.core import Seat
from ridotto.draw.svg import (
    CARD_BACK,
    CARD_FACE,
    COLOMBINA,
    CROWN,
    DARK,
    DAY,
    LIGHT,
    NIGHT,
    SERIF,
    Ids,
    Markup,
    Point,
    Style,
    Theme,
    document,
    element,
    fitting,
    group,
    number,
    points,
    shift,
    writing,
)
from ridotto.games.venise import Venise, View
from ridotto.games.venise.boards import CENTRE, COLOURS, GEMS, HOMES, LETTERS, Board, load_board
from ridotto.games.venise.deck import CARDS, STEPS, Card, load_deck
from ridotto.games.venise.effects import Effects, last_turn
from ridotto.games.venise.moves import Play
from ridotto.games.venise.planks import COLUMNS, PLAIN, ROWS, SPOT_NAMES, START, WATER, Slot

T = TypeVar("T")

CELL: Final = 170.0
"""From one post to the next; every other length here is measured against it."""
POST: Final = 47.0
"""Half a post's side."""
PAD: Final = 80.0
"""From the outer posts to the edge of the water."""
RIM: Final = 30.0
"""The stone around the water, which bears the names of columns and rows."""
EDGE: Final = 10.0
LEFT: Final = EDGE + RIM + PAD
WIDTH: Final = 2 * LEFT + CELL * (COLUMNS - 1)
CANAL: Final = 2 * (RIM + PAD) + CELL * (ROWS - 1)
"""The height of the canal with its rim."""
SIDE: Final = 124.0
"""The height of a row of seats above and below the canal."""
STRIP: Final = 74.0
HAND: Final = 140.0
SCALE: Final = 0.62
"""Pixels per unit, unless a size is asked for."""
THICK: Final = 27.0
"""How wide a plank is."""
SHADES: Final = ((4, 9), (5, 12))
"""How far a plank's shadow falls: of the lower layer, and of the upper, which lies higher."""
MOON: Final = (LEFT + 3.5 * CELL, RIM + 1.25 * CELL)
TIDES: Final = 3
"""The light on the water is in so many parts, which can drift apart."""

# -- looks -----------------------------------------------------------------------------------------------------------


class Look(NamedTuple):
    fill: str
    ink: str
    """The letter's colour."""
    deep: str
    """The same colour in the shade."""
    gem: str
    """The outline of the colour's gems."""
    facets: str
    drop: float = 0
    """How far the letter sits below the middle."""


LOOKS: Final = (
    Look(
        "#c01630",
        LIGHT,
        "#7d0b20",
        "M0-17A17 17 0 1 1 0 17A17 17 0 1 1 0-17Z",
        "M-10-13.7L-11 0L-10 13.7M10-13.7L11 0L10 13.7M-17 0H-11M11 0H17",
    ),
    Look(
        "#fffdf6", DARK, "#b9b09c", "M-11-17H11L20-5L0 21L-20-5Z", "M-20-5H20M-11-17L-8-5L0 21L8-5L11-17", -3
    ),
    Look(
        "#3cae72",
        DARK,
        "#1d6b44",
        "M-8-19H8L15-12V12L8 19H-8L-15 12V-12Z",
        "M-8-19L-6-14H6L8-19M-15-12L-10-9V9L-15 12M15-12L10-9V9L15 12M-8 19L-6 14H6L8 19",
    ),
    Look("#5a2590", LIGHT, "#321056", "M0-19Q3-19 5-15L20 11Q22 16 16 16H-16Q-22 16-20 11L-5-15Q-3-19 0-19Z",
         "M0-19L0-11M-20 14L-12 10M20 14L12 10", 4),
)  # fmt: skip
"""In the order of the letters R W G P: round ruby, brilliant diamond, step-cut emerald, three-cornered topaz."""


@dataclass(frozen=True, slots=True)
class Scene:
    """The colours of a canal by day or by night."""

    water: tuple[str, str]
    wave: str
    glint: str
    rim: str
    rim_edge: str
    stone: tuple[str, str]
    stone_edge: str
    joint: str
    deck: str
    brick: tuple[str, str]
    brick_edge: str
    short: tuple[str, str, str]
    long: tuple[str, str, str]
    wood_edge: str


SCENES: Final = {
    "day": Scene(
        water=("#a9d8c9", "#5ba6a8"),
        wave="#e9f7ef",
        glint="#ffffff",
        rim="#f6ecd8",
        rim_edge="#a38a68",
        stone=("#f3e9d6", "#d6c4a4"),
        stone_edge="#6f5b43",
        joint="#c9b592",
        deck="#fffaf0",
        brick=("#c9694b", "#8f3a25"),
        brick_edge="#4f1c10",
        short=("#f0c57f", "#dca653", "#b67c31"),
        long=("#b9793f", "#985a29", "#6f3d18"),
        wood_edge="#3d210c",
    ),
    "night": Scene(
        water=("#0b2030", "#15485a"),
        wave="#4d8797",
        glint="#ffd98a",
        rim="#22323d",
        rim_edge="#5c7480",
        stone=("#8b98a0", "#5d6d78"),
        stone_edge="#0a141b",
        joint="#6b7a84",
        deck="#c3c6c0",
        brick=("#b5654c", "#7a3220"),
        brick_edge="#1d0a05",
        short=("#f3c987", "#d39c4f", "#a3702f"),
        long=("#b07a48", "#8b552c", "#613718"),
        wood_edge="#160b04",
    ),
}
LANTERN: Final = "#ffd27a"
GONDOLA: Final = "M-112 3C-92-12-50-21 0-21C52-21 92-13 116-5C94 12 52 21 0 21C-50 21-92 15-112 3Z"
HOURGLASS: Final = "M-10-15H10V-12C10-5 3-3 3 0C3 3 10 5 10 12V15H-10V12C-10 5-3 3-3 0C-3-3-10-5-10-12Z"
SAND: Final = "M-6.5 11.5C-6.5 8-2 6 0 4C2 6 6.5 8 6.5 11.5ZM-5.5-8H5.5C4-5 1-4 0-2C-1-4-4-5-5.5-8Z"
FOOT: Final = "M0-13C5-13 6.5-7 5-1C4 3 3 5-1 5C-5 5-6-2-5-7C-4-11-3-13 0-13ZM-3 7.5C0 6.5 3 7.5 3 10C3 13-3.5 13-4 10Z"
BODY: Final = "M-16 0C-16-9-8-12-7-25H7C8-12 16-9 16 0C16 7-16 7-16 0Z"
HAT: Final = "M-15-37C-9-41-7-49 0-49C7-49 9-41 15-37C8-32-8-32-15-37Z"
SPLASH: Final = (
    "M-20-8C-24-18-18-24-17-27C-13-22-12-16-15-9ZM0-14C-5-26 0-34 1-38C6-31 8-24 4-14Z"
    "M20-8C17-16 20-24 23-27C27-20 27-14 24-7Z"
)

# -- where things are --------------------------------------------------------------------------------------------------


class Place(NamedTuple):
    """Where a field's pawns and gem are: side by side along a direction, or on two parts of the field."""

    pawns: Point
    gem: Point
    along: Point


class Standing(NamedTuple):
    """A pawn or a gem, and where."""

    field: str
    seat: Seat
    is_gem: bool
    x: float
    y: float


SLANT: Final = 0.7071
_SIDES: Final[dict[tuple[str, str], Place]] = {
    ("/", "nw"): Place((-21, -21), (-21, -21), (SLANT, -SLANT)),
    ("/", "se"): Place((21, 21), (21, 21), (SLANT, -SLANT)),
    ("\\", "ne"): Place((21, -21), (21, -21), (SLANT, SLANT)),
    ("\\", "sw"): Place((-21, 21), (-21, 21), (SLANT, SLANT)),
    ("|", "w"): Place((-27, 0), (-27, 0), (0, 1)),
    ("|", "e"): Place((27, 0), (27, 0), (0, 1)),
    ("-", "n"): Place((0, -27), (0, -27), (1, 0)),
    ("-", "s"): Place((0, 27), (0, 27), (1, 0)),
    ("=", "over"): Place((0, 0), (0, 0), (1, 0)),
    ("=", "under"): Place((14, 40), (-26, -35), (1, 0)),
    ('"', "over"): Place((0, 0), (0, 0), (0, 1)),
    ('"', "under"): Place((36, 12), (-35, -26), (0, 1)),
    ("o", ""): Place((0, 0), (0, 0), (1, 0)),
    ("O", ""): Place((0, 0), (0, 0), (1, 0)),
}
WALLS: Final = {"/": -45.0, "\\": 45.0, "|": 90.0, "-": 0.0}


def _between(a: Point, b: Point, part: float = 0.5) -> Point:
    return a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part


def _shortened(a: Point, b: Point, at_a: float, at_b: float) -> tuple[Point, Point]:
    length = hypot(b[0] - a[0], b[1] - a[1])
    return _between(a, b, at_a / length), _between(b, a, at_b / length)


class Setting(NamedTuple):
    """Who and what stands where, without a game around it; a `View` has the same and more."""

    colours: tuple[str, ...]
    planks: tuple[str, ...] = ()
    pawns: tuple[str, ...] = ()
    gems: tuple[tuple[str, ...], ...] = ()
    stranded: tuple[bool, ...] = (False,) * len(COLOURS)


class Canal:
    """One drawing: where things are, and what they look like there."""

    def __init__(self, board: Board, theme: Theme, ids: Ids, top: float = 0) -> None:
        self.board = board
        self.theme = theme
        self.scene = SCENES[theme.name]
        self.ids = ids
        self.top = top
        """Of the rim."""
        self.window: tuple[Point, Point] | None = None
        """Where only a part of the canal is drawn: its corners. What lies outside is left out."""

    def is_seen(self, x: float, y: float, reach: float) -> bool:
        if not self.window:
            return True
        (left, top), (right, bottom) = self.window
        return left - reach < x < right + reach and top - reach < y < bottom + reach

    def at(self, spot: str) -> Point:
        column, row = "abcde".index(spot[0]), int(spot[1])
        return LEFT + CELL * column, self.top + RIM + PAD + CELL * (ROWS - row)

    def ends(self, slot: str) -> tuple[Point, Point]:
        """Both ends of a plank."""
        if "=" in slot:
            one, other = (self._middle(edge, "-") for edge in slot.split("="))
            return _shortened(one, other, -THICK / 2 - 2, -THICK / 2 - 2)
        if ">" in slot:
            diagonal, post = slot.split(">")
            return _shortened(self._middle(diagonal, "/"), self.at(post), 1, POST)
        mark, short = ("/", POST) if "/" in slot else ("-", POST - 12)
        left, right = slot.split(mark)
        return _shortened(self.at(left), self.at(right), short, short)

    def _middle(self, slot: str, mark: str) -> Point:
        left, right = slot.split(mark)
        return _between(self.at(left), self.at(right))

    def slot(self, name: str) -> Slot:
        physics = self.board.planks
        return physics.slots[physics.number[name] - physics.first_slot]

    def place(self, field: str, laid: Sequence[str] = ()) -> Place:
        """Of a plank the middle, or beside it where others rest on the middle."""
        physics = self.board.planks
        if physics.number[field] < physics.first_slot:
            x, y = self.at(field[:2])
            side = _SIDES[self.board.posts[SPOT_NAMES.index(field[:2])], field[2:]]
            return Place((x + side.pawns[0], y + side.pawns[1]), (x + side.gem[0], y + side.gem[1]), side.along)
        return self.stand(field, is_carrier=bool(physics.carries[physics.number[field]] & physics.mask(*laid)))

    def stand(self, slot: str, *, is_carrier: bool) -> Place:
        a, b = self.ends(slot)
        length = hypot(b[0] - a[0], b[1] - a[1])
        part = {"edge": 0.5 + 22 / length, "diagonal": 0.74}.get(self.slot(slot).shape, 0.5) if is_carrier else 0.5
        middle = _between(a, b, 0.58 if self.slot(slot).shape == "T" else part)
        return Place(middle, middle, ((b[0] - a[0]) / length, (b[1] - a[1]) / length))

    # -- defs

    def defs(self) -> Iterator[Markup]:
        scene = self.scene

        def gradient(name: str, *colours: str, across: bool = False) -> Markup:
            stops = [
                element("stop", offset=index / (len(colours) - 1), stop_color=colour)
                for index, colour in enumerate(colours)
            ]
            return element("linearGradient", *stops, id=self.ids[name], x1=0, y1=0, x2=float(across), y2=1)

        yield gradient("water", *scene.water)
        yield gradient("stone", *scene.stone, across=True)
        yield gradient("brick", *scene.brick)
        yield gradient("short", *scene.short)
        yield gradient("long", *scene.long)
        shine = [
            element("stop", offset=offset, stop_color="#fff", stop_opacity=opacity)
            for offset, opacity in ((0, 0.75), (0.45, 0.18), (1, 0))
        ]
        yield element("radialGradient", *shine, id=self.ids["shine"], cx=0.34, cy=0.2, r=0.62)
        for name, colour, strength in (("glow", LANTERN, 0.75), ("moon", "#fdf3cf", 0.3)):
            glow = [
                element("stop", offset=offset, stop_color=colour, stop_opacity=opacity * strength)
                for offset, opacity in ((0, 1), (0.35, 0.37), (1, 0))
            ]
            yield element("radialGradient", *glow, id=self.ids[name])
        canal: Style = {"x": EDGE + RIM, "y": self.top + RIM, "width": WIDTH - 2 * (EDGE + RIM)}
        clip = element("rect", **canal, height=CANAL - 2 * RIM, rx=18)
        yield element("clipPath", clip, id=self.ids["canal"])

    # -- the canal

    def water(self) -> Iterator[Markup]:
        theme, scene, top = self.theme, self.scene, self.top
        rim: Style = {"fill": scene.rim, "stroke": scene.rim_edge, "stroke_width": 2.5}
        yield element("rect", x=EDGE, y=top, width=WIDTH - 2 * EDGE, height=CANAL, rx=26, **rim)
        yield element("path", d=self._joints(), stroke=scene.rim_edge, stroke_width=1.5, opacity=0.5)
        wide, high = WIDTH - 2 * (EDGE + RIM), CANAL - 2 * RIM
        box: Style = {"x": EDGE + RIM, "y": top + RIM, "width": wide, "height": high, "rx": 18}
        yield element("rect", fill=self.ids.url("water"), **box)
        yield group(self._glow(), clip_path=self.ids.url("canal"))
        yield element("rect", fill="none", stroke=scene.rim_edge, stroke_width=3, **box)
        names = [(LEFT + CELL * column, top + CANAL - 8, "abcde"[column]) for column in range(COLUMNS)]
        names += [(EDGE + RIM / 2, self.at(f"a{row}")[1] + 8, str(row)) for row in range(1, ROWS + 1)]
        for x, y, name in names:
            yield writing(name, x, y, 24, theme.muted, font_family=SERIF)

    def _joints(self) -> str:
        """Between the stones of the rim."""
        top, strokes = self.top, []
        for index in range(1, 11):
            x = WIDTH * index / 11
            strokes += [f"M{number(x)} {number(y)}v{number(RIM)}" for y in (top, top + CANAL - RIM)]
        for index in range(1, 8):
            y = top + CANAL * index / 8
            strokes += [f"M{number(x)} {number(y)}h{number(RIM)}" for x in (EDGE, WIDTH - EDGE - RIM)]
        return "".join(strokes)

    def _scattered(self, count: int) -> Iterator[Point]:
        """Points strewn evenly over the water, the same every time."""
        for index in range(count):
            x = EDGE + RIM + (0.5 + index * 0.754877666) % 1 * (WIDTH - 2 * (EDGE + RIM))
            y = self.top + RIM + (0.5 + index * 0.569840291) % 1 * (CANAL - 2 * RIM)
            if self.is_seen(x, y, 50):
                yield x, y

    def _glow(self) -> Iterator[Markup]:
        """By night the moon in the water, and lanterns along the quay."""
        if self.theme.name == "night":
            x, y = MOON[0], self.top + MOON[1]
            yield element("ellipse", cx=x, cy=y + 62, rx=80, ry=120, fill=self.ids.url("moon"))
            for x, y in self._lanterns():
                yield element("ellipse", cx=x, cy=y, rx=86, ry=104, fill=self.ids.url("glow"))

    def tide(self, nth: int) -> Markup:
        """Some of the light on the water: waves and glints, by night stars, the moon and lanterns in them."""
        scene, is_night = self.scene, self.theme.name == "night"
        pen: Style = {"fill": "none", "stroke_linecap": "round"}

        def path(strokes: Iterable[str], stroke: str, width: float, opacity: float) -> Markup:
            look: Style = {"stroke": stroke, "stroke_width": width, "opacity": opacity}
            return element("path", d="".join(strokes), **look, **pen)

        def mine(things: Iterable[T]) -> Iterator[T]:
            return islice(things, nth, None, TIDES)

        waves = (
            f"M{number(x)} {number(y)}q{number(size / 4)}{number(-size / 6)} {number(size / 2)} 0t{number(size / 2)} 0"
            for index, (x, y) in mine(enumerate(self._scattered(150)))
            for size in (22 + 7 * (index % 4),)
        )
        light = [path(waves, scene.wave, 2, 0.5 if is_night else 0.6)]
        if is_night:
            stars = (f"M{number(x + 19)} {number(y + 14)}h.1" for x, y in mine(self._scattered(70)))
            moon = (
                f"M{number(MOON[0] - size + drift)} {number(self.top + MOON[1] + 9 * row)}"
                f"q{number(size / 2)} 4 {number(size)} 0t{number(size)} 0"
                for row in mine(range(15))
                for size, drift in ((4 + 30 * sin(pi * (row + 1) / 16) - 5 * (row % 2), 9 * (row * 5 % 3 - 1)),)
            )
            ripples = (
                f"M{number(x - size)} {number(y + way * (28 + 11 * row))}h{number(2 * size)}"
                for x, y in mine(self._lanterns())
                for way in (1 if y < self.top + CANAL / 2 else -1,)
                for row, size in enumerate((9, 12, 8, 10, 6, 7, 3))
            )
            light += [
                path(stars, "#e9f2f5", 3, 0.8),
                path(moon, "#fdf3cf", 3.4, 0.75),
                path(ripples, LANTERN, 3.4, 0.6),
            ]
        else:
            glints = (f"M{number(x + 11)} {number(y + 9)}h9" for x, y in mine(self._scattered(60)))
            light.append(path(glints, scene.glint, 2.5, 0.75))
        return group(light, clip_path=self.ids.url("canal"))

    def _lanterns(self) -> Iterator[Point]:
        for column in range(COLUMNS - 1):
            x = LEFT + CELL * (column + 0.5)
            for y in (self.top + RIM / 2, self.top + CANAL - RIM / 2):
                if self.is_seen(x, y, 110):
                    yield x, y

    def quay(self) -> Iterator[Markup]:
        """On the rim: striped mooring posts by day, lanterns by night."""
        for x, y in self._lanterns():
            if self.theme.name == "night":
                look: Style = {"stroke": "#1a120a", "stroke_width": 2, "stroke_linejoin": "round"}
                yield element("circle", cx=x, cy=y, r=24, fill=self.ids.url("glow"))
                yield element("path", d="M-7-8H7L9 7H-9Z", transform=shift(x, y), fill="#fff0c2", **look)
                yield element("path", d="M-9-8L0-14L9-8ZM-9 7H9V10H-9Z", transform=shift(x, y), fill="#3a2a18", **look)
            else:
                wood: Style = {"stroke": "#3d210c", "stroke_width": 2}
                yield element("circle", cx=x, cy=y, r=11, fill="#fffaf0", **wood)
                yield element(
                    "path", d="M-11 0A11 11 0 0 1 0-11V11A11 11 0 0 1-11 0Z", fill="#2f6f9f", transform=shift(x, y)
                )
                yield element("circle", cx=x, cy=y, r=4.5, fill="#d9a93a", **wood)

    def gondola(self) -> Markup:
        """Where no post stands and no plank can lie, there is room for one."""
        (x1, y1), (x2, y2) = (self.at(spot) for spot in CENTRE)
        shadow: Style = {"fill": self.theme.shadow, "opacity": self.theme.shadow_strength}
        gold: Style = {"stroke": "#d9a93a", "stroke_width": 4, "stroke_linecap": "round", "fill": "none"}
        parts = (
            element("path", d=GONDOLA, transform="translate(5 11)", **shadow),
            element("path", d=GONDOLA, fill="#1c1a1d", stroke="#000", stroke_width=2),
            element(
                "path", d="M-64-10C-30-16 34-16 70-9C72-3 72 3 70 9C34 16-30 16-64 10C-67 3-67-3-64-10Z", fill="#6b3a1d"
            ),
            element("path", d="M-40-13V13M-14-14V14M44-12V12", stroke="#3b1d0c", stroke_width=3),
            element("rect", x=6, y=-11, width=26, height=22, rx=7, fill="#a3182c", stroke="#d9a93a", stroke_width=2),
            element("path", d="M104-8L122-5L104 6M110-9V7", **gold),
            element("path", d="M-104 0L-118-4", **gold),
            element("path", d="M-92 4L-46 62", stroke="#8a5a2c", stroke_width=5, stroke_linecap="round"),
            element("path", d="M-54 52L-42 67", stroke="#8a5a2c", stroke_width=10, stroke_linecap="round"),
            element("circle", cx=-82, cy=0, r=15, fill="#f0d79a", stroke="#7d5a1e", stroke_width=2),
            element("circle", cx=-82, cy=0, r=8, fill="#f7e6b8", stroke="#a3182c", stroke_width=3.5),
            element(
                "path",
                d="M132-24q14 10 12 26M-134 18q-10-10-8-24",
                stroke=self.scene.wave,
                stroke_width=3,
                fill="none",
                stroke_linecap="round",
            ),
        )
        return group(parts, transform=f"{shift((x1 + x2) / 2, (y1 + y2) / 2)} rotate(-9)", class_="gondola")

    # -- posts

    def post(self, spot: str) -> Markup:
        symbol = self.board.posts[SPOT_NAMES.index(spot)]
        if symbol == WATER or not self.is_seen(*self.at(spot), PAD):
            return ""
        parts = self._landing(spot) if symbol == START else self._platform(symbol)
        return group(parts, transform=shift(*self.at(spot)), class_="post", data_spot=spot)

    def _base(self, fill: str) -> Iterator[Markup]:
        theme, size = self.theme, POST
        shadow: Style = {"fill": theme.shadow, "opacity": theme.shadow_strength}
        box: Style = {"width": 2 * size, "height": 2 * size, "rx": 19}
        yield element("rect", x=5 - size, y=11 - size, **box, **shadow)
        edge: Style = {"stroke": self.scene.stone_edge, "stroke_width": 3}
        yield element("rect", x=-size, y=-size, fill=fill, **box, **edge)

    def _landing(self, spot: str) -> Iterator[Markup]:
        """A wooden stage with a carpet in the colour of its tent."""
        look = LOOKS[[*HOMES.values()].index(spot)]
        scene, size = self.scene, POST
        yield from self._base(self.ids.url("short"))
        boards = "".join(f"M{number(-size)} {number(y)}H{number(size)}" for y in (-28, -9, 10, 29))
        yield element("path", d=boards, stroke=scene.wood_edge, stroke_width=1.6, opacity=0.55)
        carpet: Style = {"x": -34, "y": -34, "width": 68, "height": 68, "rx": 12}
        yield element("rect", fill=look.fill, stroke=look.deep, stroke_width=3, **carpet)
        inner: Style = {"x": -27, "y": -27, "width": 54, "height": 54, "rx": 8}
        yield element("rect", fill="none", stroke="#e9c25e", stroke_width=2.5, stroke_dasharray="7 4", **inner)
        for x in (-size + 7, size - 7):
            for y in (-size + 7, size - 7):
                yield element("circle", cx=x, cy=y, r=5.5, fill=look.fill, stroke=scene.wood_edge, stroke_width=2)

    def _platform(self, symbol: str) -> Iterator[Markup]:
        yield from self._base(self.ids.url("stone"))
        joints = "M-47-16H47M-47 16H47M-16-47V-16M20-16V16M-22-16V16M12 16V47M-30 16V47M34-47V-16"
        yield element("path", d=joints, stroke=self.scene.joint, stroke_width=1.6, opacity=0.8)
        if symbol in WALLS:
            yield from self._wall(symbol)
        elif symbol != PLAIN:
            yield from self._bridge("rotate(90)" if symbol == '"' else "rotate(0)")

    def _wall(self, symbol: str) -> Iterator[Markup]:
        """Longer than the post is wide: no plank ends there (VE-G5)."""
        scene, theme = self.scene, self.theme
        half = POST + (23 if symbol in "/\\" else 8)
        turn = f"rotate({number(WALLS[symbol])})"
        box: Style = {"x": -half, "y": -8, "width": 2 * half, "height": 16, "rx": 4}
        shadow: Style = {"fill": theme.shadow, "opacity": theme.shadow_strength + 0.1}
        yield element("rect", transform=f"translate(4 6) {turn}", **box, **shadow)
        courses = "".join(f"M{x} -8v16" for x in range(int(-half) + 9, int(half), 15))
        sheen = f"M{number(3 - half)} -4H{number(half - 3)}"
        bricks = (
            element("rect", fill=self.ids.url("brick"), stroke=scene.brick_edge, stroke_width=2.5, **box),
            element("path", d=courses, stroke=scene.brick_edge, stroke_width=1.6, opacity=0.7),
            element("path", d=sheen, stroke="#ffd9c2", stroke_width=2, opacity=0.5),
        )
        yield group(bricks, transform=turn, class_="wall")

    def _bridge(self, turn: str) -> Iterator[Markup]:
        """Over the ground, which goes through below."""
        scene, theme, long, half = self.scene, self.theme, POST + 7, 19.0
        shadow: Style = {"fill": theme.shadow, "opacity": theme.shadow_strength + 0.12}
        under: Style = {"x": -POST, "y": -half - 3, "width": 2 * POST, "height": 2 * half + 6}
        yield element("rect", transform=f"translate(5 7) {turn}", **under, **shadow)
        edge: Style = {"x": -long, "width": 2 * long, "stroke": scene.stone_edge}
        rail: Style = edge | {"height": 6, "rx": 3, "fill": scene.rim, "stroke_width": 2}
        steps = "".join(f"M{x} {number(-half)}v{number(2 * half)}" for x in (-46, -38, -30, -22, 22, 30, 38, 46))
        parts = (
            element("rect", y=-half, height=2 * half, rx=3, fill=scene.deck, stroke_width=2.5, **edge),
            element("path", d=steps, stroke=scene.joint, stroke_width=2),
            element("rect", y=-half - 4, **rail),
            element("rect", y=half - 2, **rail),
        )
        yield group(parts, transform=turn, class_="bridge")

    # -- planks

    def _turned(self, a: Point, b: Point, dx: float = 0, dy: float = 0) -> tuple[float, str]:
        """The length of a plank, and the transform that puts its middle where it lies."""
        x, y = _between(a, b)
        angle = degrees(atan2(b[1] - a[1], b[0] - a[0]))
        return hypot(b[0] - a[0], b[1] - a[1]), f"{shift(x + dx, y + dy)} rotate({number(angle)})"

    def _bar(self, slot: str, look: Style, dx: float = 0, dy: float = 0, more: float = 0) -> Markup:
        """The outline of a plank."""
        length, transform = self._turned(*self.ends(slot), dx, dy)
        box: Style = {"x": -length / 2 - more, "y": -THICK / 2 - more, "width": length + 2 * more}
        return element("rect", **box, height=THICK + 2 * more, rx=4 + more, transform=transform, **look)

    def wood(self, kind: str, length: float) -> Iterator[Markup]:
        """A plank along the x axis."""
        scene, half = self.scene, length / 2
        box: Style = {"x": -half, "y": -THICK / 2, "width": length, "height": THICK, "rx": 3.5}
        yield element("rect", fill=self.ids.url(kind), stroke=scene.wood_edge, stroke_width=2.4, **box)
        part = length / 4
        wave = f"{number(part)} 0t{number(part)} 0t{number(part)} 0h{number(part - 18)}"
        grain = "".join(
            f"M{number(-half + 9)} {y}q{number(part / 2)} {bend} {wave}" for y, bend in ((-5, 3), (1, -3), (7, 2.5))
        )
        yield element("path", d=grain, fill="none", stroke=scene.wood_edge, stroke_width=1.3, opacity=0.45)
        sheen = f"M{number(5 - half)} {number(3 - THICK / 2)}H{number(half - 5)}"
        yield element("path", d=sheen, stroke="#fff4d6", stroke_width=1.8, opacity=0.5)
        nails = "".join(f"M{number(x)} {number(y)}h.1" for x in (7 - half, half - 7) for y in (-6.5, 6.5))
        yield element("path", d=nails, stroke=scene.wood_edge, stroke_width=4, stroke_linecap="round")

    def plank(self, slot: str) -> Markup:
        kind = "long" if self.slot(slot).is_long else "short"
        length, transform = self._turned(*self.ends(slot))
        return group(self.wood(kind, length), transform=transform, class_="plank", data_field=slot, data_kind=kind)

    def planks(self, laid: Iterable[str], new: Sequence[str]) -> Iterator[Markup]:
        theme = self.theme
        layers: tuple[list[str], list[str]] = [], []
        for slot in laid:
            layers[self.slot(slot).is_upper].append(slot)
        shade: Style = {"fill": theme.shadow, "opacity": theme.shadow_strength + 0.08}
        # All shadows of a layer lie below all its planks.
        for layer, offset in zip(layers, SHADES, strict=True):
            yield from (self._bar(slot, shade, *offset) for slot in layer)
            for slot in layer:
                if slot in new:
                    yield self._bar(slot, {"fill": theme.trail, "opacity": 0.9, "class_": "laid"}, more=7)
                yield self.plank(slot)

    # -- gems and pawns

    def gem(self, colour: int, x: float, y: float, scale: float = 1, field: str | None = None) -> Markup:
        look, theme = LOOKS[colour], self.theme
        return group(
            (
                element(
                    "path",
                    d=look.gem,
                    transform="translate(2.5 5)",
                    fill=theme.shadow,
                    opacity=theme.shadow_strength + 0.1,
                ),
                element(
                    "path", d=look.gem, fill=look.fill, stroke=theme.outline, stroke_width=2.6, stroke_linejoin="round"
                ),
                element("path", d=look.facets, fill="none", stroke=look.deep, stroke_width=1.6),
                element("path", d=look.gem, fill=self.ids.url("shine")),
                writing(LETTERS[colour], 0, 7 + look.drop, 19, look.ink),
            ),
            transform=shift(x, y, scale * 0.94),
            class_="gem",
            data_colour=LETTERS[colour],
            data_field=field,
        )

    def pawn(self, colour: int, x: float, y: float, field: str, seat: Seat, *, is_stranded: bool = False) -> Markup:
        look, theme = LOOKS[colour], self.theme
        edge: Style = {"stroke": theme.outline, "stroke_width": 2.6, "stroke_linejoin": "round"}
        parts = [
            element("ellipse", cx=4, cy=4, rx=19, ry=8, fill=theme.shadow, opacity=theme.shadow_strength + 0.15),
            element("path", d=BODY, fill=look.fill, **edge),
            element("circle", cy=-30, r=9.5, fill="#f1cfa6", **edge),
            element("path", d=HAT, fill=look.fill, **edge),
            element("path", d="M-9-41C-4-38.5 4-38.5 9-41", fill="none", stroke="#e9c25e", stroke_width=2.6),
            element("path", d=BODY, fill=self.ids.url("shine"), opacity=0.7),
            writing(LETTERS[colour], 0, 1.5, 17, look.ink),
        ]
        if is_stranded:
            buoy: Style = {"fill": "none", "stroke_width": 6}
            parts.append(element("ellipse", cy=1, rx=22, ry=9, stroke=LIGHT, **buoy))
            parts.append(element("ellipse", cy=1, rx=22, ry=9, stroke=theme.trail, stroke_dasharray="10 15", **buoy))
        return group(
            parts,
            transform=shift(x, y + 17),
            class_="pawn",
            data_seat=str(seat),
            data_colour=LETTERS[colour],
            data_field=field,
        )

    def standing(self, view: View | Setting) -> list[Standing]:
        """Gems and pawns, from the far side to the near one."""
        seen: list[Standing] = []
        gems = {field: seat for seat, fields in enumerate(view.gems) for field in fields}
        for field in dict.fromkeys([*gems, *filter(None, view.pawns)]):
            pawns = [seat for seat, at in enumerate(view.pawns) if at == field]
            place = self.place(field, view.planks)
            shares = field in gems and place.pawns == place.gem
            count = len(pawns) + shares
            step = min(30.0 if shares else 24.0, 78 / max(count - 1, 1))
            for nth, seat in enumerate(pawns):
                off = step * (nth + shares - (count - 1) / 2)
                x, y = place.pawns[0] + off * place.along[0], place.pawns[1] + off * place.along[1]
                seen.append(Standing(field, seat, is_gem=False, x=x, y=y))
            if field in gems:
                off = -step * (count - 1) / 2 if shares else 0
                x, y = place.gem[0] + off * place.along[0], place.gem[1] + off * place.along[1]
                seen.append(Standing(field, gems[field], is_gem=True, x=x, y=y))
        return sorted(seen, key=lambda thing: thing.y if thing.is_gem else thing.y + 1)

    def fields(self, view: View | Setting) -> Iterator[Markup]:
        index = [COLOURS.index(colour) for colour in view.colours]
        for field, seat, is_gem, x, y in self.standing(view):
            if is_gem:
                yield self.gem(index[seat], x, y, field=field)
            else:
                yield self.pawn(index[seat], x, y, field, seat, is_stranded=view.stranded[seat])

    # -- marks

    def under(self, marks: Effects) -> Iterator[Markup]:
        """What is no longer there."""
        for slot in (*marks.taken, *marks.fallen):
            dashes: Style = {"fill": self.theme.trail, "fill_opacity": 0.12, "stroke": self.theme.trail}
            look: Style = {"stroke_width": 3, "stroke_dasharray": "9 6", "class_": "gone", "data_field": slot}
            yield self._bar(slot, dashes | look)
        for slot in marks.fallen:
            x, y = _between(*self.ends(slot))
            rings = [
                element(
                    "ellipse",
                    cy=6,
                    rx=radius,
                    ry=radius * 0.42,
                    fill="none",
                    stroke=LIGHT,
                    stroke_width=3.5,
                    opacity=opacity,
                )
                for radius, opacity in ((18, 1), (32, 0.75), (46, 0.45))
            ]
            drops = element("path", d=SPLASH, fill=LIGHT, stroke=self.scene.water[1], stroke_width=1.5)
            yield group([*rings, drops], transform=shift(x, y), class_="splash", data_field=slot)

    def way(self, fields: Sequence[str], laid: Sequence[str]) -> Iterator[Markup]:
        if len(fields) < 2:
            return
        stops = [self.place(field, laid).pawns for field in fields]
        stops[-1] = stops[-1][0], stops[-1][1] + 14
        d = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in stops)
        pen: Style = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}
        yield element("path", d=d, stroke=self.theme.field, stroke_width=10, opacity=0.85, **pen)
        yield element("path", d=d, stroke=self.theme.trail, stroke_width=5, stroke_dasharray="1 10", **pen)
        (x1, y1), (x, y) = stops[-2:]
        length = hypot(x - x1, y - y1)
        ux, uy = (x - x1) / length, (y - y1) / length
        x, y = x - 20 * ux, y - 20 * uy
        corners = [
            (x, y),
            (x - 18 * ux - 10 * uy, y - 18 * uy + 10 * ux),
            (x - 18 * ux + 10 * uy, y - 18 * uy - 10 * ux),
        ]
        yield element("polygon", points=points(corners), fill=self.theme.trail, stroke=self.theme.field, stroke_width=2)
        x, y = stops[0]
        yield element("circle", cx=x, cy=y, r=7, fill=self.theme.field, stroke=self.theme.trail, stroke_width=4)

    def target(self, field: str) -> Markup:
        theme = self.theme
        mark: Style = {"class_": "target", "data_field": field}
        if self.board.planks.number[field] < self.board.planks.first_slot:
            x, y = self.place(field).pawns
            return element("circle", cx=x, cy=y, r=14, fill=theme.accent, stroke=theme.field, stroke_width=3, **mark)
        dashes: Style = {"stroke": theme.accent, "stroke_width": 4, "stroke_dasharray": "10 6", "fill_opacity": 0.35}
        return self._bar(field, mark | dashes | {"fill": theme.accent})

    def note(self, field: str, words: str, at: Point) -> Markup:
        theme = self.theme
        disc = element("circle", r=17, fill=theme.paper, stroke=theme.ink, stroke_width=2.6)
        sign = writing(words, 0, 8, 23, theme.ink)
        return group((disc, sign), transform=shift(*at), class_="note", data_field=field, data_note=words)

    def notes(self, notes: Iterable[tuple[str, str]], laid: Sequence[str]) -> Iterator[Markup]:
        """Small round labels; a field of two parts has one on each."""
        for field, words in notes:
            place = self.place(field, laid)
            for at in dict.fromkeys((place.pawns, place.gem)):
                yield self.note(field, words, at)

    def draw(self) -> Iterator[Markup]:
        for _, markup in self.layers():
            yield markup

    def layers(self) -> Iterator[tuple[str, Markup]]:
        """What never changes, from below; each layer has a name by which a page may let it move."""
        yield "", group(self.water(), class_="canal")
        for nth in range(TIDES):
            yield f"tide{nth}", self.tide(nth)
        if all(self.board.posts[SPOT_NAMES.index(spot)] == WATER for spot in CENTRE):
            yield "gondola", self.gondola()
        yield "", group(map(self.post, SPOT_NAMES), class_="posts") + group(self.quay(), class_="quay")

    # -- the seats' sides of the table

    def tent(self, colour: int, x: float, y: float, gems: int) -> Markup:
        """Seen from above, with what has been brought home on it."""
        look, theme, radius = LOOKS[colour], self.theme, 42.0
        cloth = ("#e9ddc4" if look.fill == "#fffdf6" else "#fbf1dc", look.fill)
        corners = [(radius * cos(pi * n / 8), radius * sin(pi * n / 8)) for n in range(17)]
        parts = [element("circle", cx=4, cy=8, r=radius + 2, fill=theme.shadow, opacity=theme.shadow_strength)]
        for n, ((x1, y1), (x2, y2)) in enumerate(pairwise(corners)):
            d = f"M0 0L{number(x1)} {number(y1)}A9 9 0 0 1 {number(x2)} {number(y2)}Z"
            parts.append(element("path", d=d, fill=cloth[n % 2], stroke=look.deep, stroke_width=1.2))
        parts.append(element("circle", r=radius + 1, fill=self.ids.url("shine"), opacity=0.5))
        for nth in range(GEMS):
            angle = pi * (nth / 2 + 1 / 4)
            gx, gy = -27 * cos(angle), -27 * sin(angle)
            if nth < gems:
                parts.append(self.gem(colour, gx, gy, 0.88))
            else:
                socket: Style = {"fill": theme.paper, "fill_opacity": 0.82, "stroke": theme.ink, "stroke_width": 2}
                parts.append(
                    element("path", d=look.gem, transform=shift(gx, gy, 0.72), stroke_dasharray="4 3", **socket)
                )
        parts.append(element("circle", r=6, fill="#e9c25e", stroke=DARK, stroke_width=2))
        return group(parts, transform=shift(x, y), class_="tent", data_colour=LETTERS[colour])

    def count(self, icon: Iterable[Markup], many: int, x: float, y: float, class_: str, gap: float = 24) -> Markup:
        number_ = writing(str(many), x + gap, y + 9, 26, self.theme.ink, text_anchor="start")
        return group((group(icon, transform=shift(x, y)), number_), class_=class_, data_count=str(many))

    def hourglass(self, *, is_full: bool = True) -> Iterator[Markup]:
        theme = self.theme
        edge: Style = {
            "stroke": theme.gold if is_full else theme.muted,
            "stroke_width": 2.6,
            "stroke_linejoin": "round",
        }
        yield element("path", d=HOURGLASS, fill=theme.field, stroke_dasharray=None if is_full else "4 3", **edge)
        if is_full:
            yield element("path", d=SAND, fill=theme.gold)

    def mini(self, kind: str) -> Iterator[Markup]:
        """A plank to count by."""
        length = 74 if kind == "long" else 48
        yield group(self.wood(kind, length), transform="rotate(-35) scale(.6)")

    def back(self, scale: float = 0.5) -> Iterator[Markup]:
        theme = self.theme
        frame: Style = {"fill": CARD_BACK, "stroke": theme.outline, "stroke_width": 2.6 / scale / 1.6}
        yield element("rect", x=-34 * scale, y=-48 * scale, width=68 * scale, height=96 * scale, rx=8 * scale, **frame)
        waves = "".join(f"M-22 {y}q5.5-9 11 0t11 0t11 0t11 0" for y in (-24, -4, 16, 34))
        pen: Style = {"fill": "none", "stroke": CARD_FACE, "stroke_width": 4.5, "stroke_linecap": "round"}
        yield element("path", d=waves, transform=f"scale({number(scale)})", opacity=0.85, **pen)

    # -- cards

    def card(self, card: Card, x: float, y: float, *, is_playable: bool) -> Markup:
        theme = self.theme
        edge = theme.accent if is_playable else theme.outline
        box: Style = {"x": -36, "y": -54, "width": 72, "height": 108, "rx": 9}
        parts = [
            element("rect", transform="translate(2 5)", fill=theme.shadow, opacity=theme.shadow_strength, **box),
            element("rect", fill=CARD_FACE, stroke=edge, stroke_width=4 if is_playable else 2.2, **box),
            group(self._picture(card), transform="translate(0 -13)"),
        ]
        cost = load_deck().costs[CARDS.index(card)]
        ink: Style = {"fill": "#8a5a0c", "stroke": "#5a390c", "stroke_width": 1.5}
        parts += [
            element("path", d=HOURGLASS, transform=shift(19 * (nth - (cost - 1) / 2), 36, 0.74), **ink)
            for nth in range(cost)
        ]
        return group(parts, transform=shift(x, y), class_="card", data_card=card, data_cost=str(cost))

    def _picture(self, card: Card) -> Iterator[Markup]:
        """The same by day and by night: cards are paper."""
        arrow: Style = {
            "fill": "none",
            "stroke": "#0b6a66",
            "stroke_width": 5,
            "stroke_linecap": "round",
            "stroke_linejoin": "round",
        }
        if card == "short":
            yield group(self.wood("short", 50), transform="rotate(-20)")
        elif card == "long":
            yield group(self.wood("long", 68), transform="translate(0 -2) rotate(-52)")
        elif card == "remove":
            yield group(self.wood("short", 46), transform="translate(0 14) rotate(-8)")
            yield element("path", d="M0 0V-26M-9-17L0-27L9-17", **arrow)
        elif card == "move":
            yield group(self.wood("short", 46), transform="translate(0 12) rotate(-8)")
            yield element("path", d="M-22-16C-10-30 10-30 22-16M22-27V-15H10M-22-27V-15H-10", **arrow)
        elif card == "joker":
            yield element(
                "path",
                d=COLOMBINA,
                transform="translate(0 6) scale(1.12)",
                fill="#8a5a0c",
                fill_rule="evenodd",
                stroke="#5a390c",
                stroke_width=1.5,
            )
            yield element(
                "path",
                d="M0-5C-3-22-14-28-22-29C-16-20-10-16-6-6ZM0-5C3-22 14-28 22-29C16-20 10-16 6-6Z",
                fill="#0b7a75",
                stroke="#06423f",
                stroke_width=1.5,
            )
        else:
            steps = STEPS[card]
            for nth in range(steps):
                turn = f"{shift(18 * (nth - (steps - 1) / 2), 14 - 6 * (nth % 2))} rotate(10)"
                yield element(
                    "path", d=FOOT, transform=f"{turn} scale({'-' if nth % 2 else ''}1.1 1.1)", fill="#4a3018"
                )
            yield writing(str(steps), 0, -10, 26, "#3a2a1c")


# -- the whole table -------------------------------------------------------------------------------------------------


def _document(
    canal: Canal, body: Iterable[Markup], height: float, size: float | None, label: str, title: str, desc: str
) -> Markup:
    paper = element("rect", width=WIDTH, height=height, rx=22, fill=canal.theme.paper)
    return document(
        WIDTH,
        height,
        (paper, *body),
        ids=canal.ids,
        defs=canal.defs(),
        size=size,
        scale=SCALE,
        label=label,
        title=title,
        desc=desc,
    )


def theme_of(board: Board) -> Theme:
    """Day or night, as the board is."""
    return DAY if board.side == "day" else NIGHT


def board_svg(
    board: Board, *, theme: Theme | None = None, size: float | None = None, title: str = "", desc: str = ""
) -> str:
    """A board by itself: its posts, and the gems of all four colours."""
    theme = theme or theme_of(board)
    canal = Canal(board, theme, Ids((board, theme, size, title, desc)), EDGE)
    gems = [
        canal.gem(colour, *canal.place(field).gem, field=field)
        for colour, fields in enumerate(board.gems)
        for field in fields
    ]
    body = [*canal.draw(), group(gems, class_="gems")]
    return _document(canal, body, CANAL + 2 * EDGE, size, board.code, title, desc)


def detail_svg(
    board: Board,
    standing: View | Setting,
    *,
    part: tuple[str, str],
    theme: Theme | None = None,
    last: Effects | None = None,
    targets: Iterable[str] = (),
    notes: Iterable[tuple[str, str]] = (),
    size: float | None = None,
    desc: str = "",
) -> str:
    """A part of the canal, from one post to the one across, with labels on fields: for pages that explain."""
    theme, last, targets, notes = theme or theme_of(board), last or Effects(0), tuple(targets), tuple(notes)
    key = (board, standing, part, theme, last, targets, notes, size)
    canal = Canal(board, theme, Ids(key), EDGE)
    (x1, y1), (x2, y2) = map(canal.at, part)
    edge = PAD - 6  # just inside the rim
    left, top = min(x1, x2) - edge, min(y1, y2) - edge
    width, height = abs(x1 - x2) + 2 * edge, abs(y1 - y2) + 2 * edge
    canal.window = (left, top), (left + width, top + height)
    body = [
        *canal.draw(),
        group(canal.under(last), class_="under"),
        group(canal.planks(standing.planks, last.laid), class_="planks"),
        group(canal.way(last.way, standing.planks), class_="last"),
        group(map(canal.target, targets), class_="targets"),
        group(canal.fields(standing), class_="fields"),
        group(canal.notes(notes, standing.planks), class_="notes"),
    ]
    frame: Style = {"width": width, "height": height, "rx": 22}
    clip = element("clipPath", element("rect", **frame), id=canal.ids["part"])
    inside = group((group(body, transform=shift(-left, -top)),), clip_path=canal.ids.url("part"))
    return document(
        width,
        height,
        (inside,),
        ids=canal.ids,
        defs=(*canal.defs(), clip),
        size=size,
        scale=SCALE,
        label=board.code,
        desc=desc,
    )


def card_svg(card: Card, *, theme: Theme = DAY, size: float | None = None) -> str:
    """A card by itself, with the hourglasses it costs."""
    canal = Canal(load_board("day-basic"), theme, Ids((card, theme, size)))
    face = canal.card(card, 42, 60, is_playable=False)
    return document(84, 124, (face,), ids=canal.ids, defs=canal.defs(), size=size, scale=SCALE, label=card)


def svg(
    view: View,
    *,
    theme: Theme | None = None,
    last: Effects | None = None,
    targets: Iterable[str] = (),
    names: Sequence[str] = (),
    size: float | None = None,
    title: str = "",
    desc: str = "",
) -> str:
    """What a seat sees: the canal, what happened last, everybody's side of the table, and its own hand.

    Each seat sits at its corner. `targets` are fields and places for planks to be marked; `names` are the seats'. The
    theme is the board's own, day or night, unless another is wished.
    """
    theme, last, targets = theme or theme_of(view.board), last or Effects(0), tuple(targets)
    canal = Canal(view.board, theme, Ids((view, theme, last, targets, tuple(names), size, title, desc)), SIDE)
    height = SIDE + CANAL + SIDE + STRIP + (HAND if view.seat is not None else 0)
    body = [
        *canal.draw(),
        group(canal.under(last), class_="under"),
        group(canal.planks(view.planks, last.laid), class_="planks"),
        group(canal.way(last.way, view.planks), class_="last"),
        group(map(canal.target, targets), class_="targets"),
        group(canal.fields(view), class_="fields"),
        *(
            group(_side(canal, view, seat, names), class_="seat", data_seat=str(seat))
            for seat in range(len(view.colours))
        ),
        group(
            (
                canal.tent(colour, *_tent_at(colour), 0)
                for colour in range(len(COLOURS))
                if COLOURS[colour] not in view.colours
            ),
            class_="unused",
            opacity=0.3,
        ),
        group(_strip(canal, view, SIDE + CANAL + SIDE), class_="table"),
    ]
    if view.seat is not None:
        body.append(group(_hand(canal, view, SIDE + CANAL + SIDE + STRIP), class_="hand"))
    label = f"{', '.join(view.planks) or '-'}; {', '.join(filter(None, view.pawns))}"
    return _document(canal, body, height, size, label, title, desc)


def _tent_at(colour: int) -> Point:
    """Every colour's tent stands at the corner of its start post."""
    home = HOMES[COLOURS[colour]]
    x = EDGE + 62
    return x if home[0] == "a" else WIDTH - x, SIDE / 2 if home[1] == "4" else SIDE * 1.5 + CANAL


def _side(canal: Canal, view: View, seat: Seat, names: Sequence[str]) -> Iterator[Markup]:
    theme, colour = canal.theme, COLOURS.index(view.colours[seat])
    home = HOMES[view.colours[seat]]
    is_left, is_upper = home[0] == "a", home[1] == "4"
    left, wide = (EDGE, WIDTH / 2 - EDGE - 5) if is_left else (WIDTH / 2 + 5, WIDTH / 2 - EDGE - 5)
    top = 8 if is_upper else SIDE + CANAL + 8
    is_acting = view.outcome is None and view.turn == seat and view.phase not in ("first", "deal")
    look: Style = {"fill": theme.field, "fill_opacity": 0.5, "stroke": theme.faint, "stroke_width": 2}
    if is_acting:
        look = {"fill": theme.field, "stroke": theme.accent, "stroke_width": 4.5, "class_": "turn"}
    yield element("rect", x=left, y=top, width=wide, height=SIDE - 16, rx=16, **look)
    y = top + (SIDE - 16) / 2
    yield canal.tent(colour, *_tent_at(colour), GEMS - len(view.gems[seat]))
    x = left + 124 if is_left else left + 20
    room = wide - 144
    places = (
        view.outcome.places[seat] if view.outcome else view.finished.index(seat) + 1 if seat in view.finished else 0
    )
    if places:
        gold: Style = {"fill": theme.gold, "stroke": theme.gold, "stroke_width": 3, "stroke_linejoin": "round"}
        at = x + room - 26
        yield element(
            "path", d=CROWN, transform=shift(at, y - 24, 1.05), **gold, class_="winner" if places == 1 else "placed"
        )
        yield writing(str(places), at, y - 15, 21, theme.paper)
        room -= 62
    if seat == view.seat:
        yield element(
            "path",
            d=COLOMBINA,
            transform=shift(x + 20, y - 24, 0.72),
            fill=theme.gold,
            fill_rule="evenodd",
            class_="own",
        )
        x, room = x + 46, room - 46
    if seat < len(names) and (name := fitting(names[seat], room)):
        yield writing(name, x, y - 14, 30, theme.ink, font_family=SERIF, font_weight=None, text_anchor=None)
    x = left + 140 if is_left else left + 36
    y += 26
    short, long = view.stocks[seat]
    yield canal.count(canal.back(0.42), view.counts[seat], x, y, "cards")
    yield canal.count(canal.mini("short"), short, x + 76, y, "short")
    yield canal.count(canal.mini("long"), long, x + 152, y, "long", 28)
    yield canal.count(canal.hourglass(), view.tiles[seat], x + 228, y, "tiles")


def _strip(canal: Canal, view: View, top: float) -> Iterator[Markup]:
    """The turn's hourglasses, and the piles."""
    theme, y = canal.theme, top + 32
    limit = max(load_deck().hourglasses, view.hourglasses)
    if view.phase in ("play", "draw", "discard"):
        step = min(40.0, 330 / limit)
        for nth in range(limit):
            is_full = nth < view.hourglasses
            glass = group(canal.hourglass(is_full=is_full), transform=shift(46 + step * nth, y, 1.25))
            yield group((glass,), class_="hourglass" if is_full else "spent")
    x = WIDTH - 4 * 100 - 30
    yield element(
        "path",
        d=f"M{number(EDGE + 14)} {number(top + STRIP - 8)}H{number(WIDTH - EDGE - 14)}",
        stroke=theme.faint,
        stroke_width=2,
    )
    yield canal.count(canal.back(), view.pile, x, y, "pile")
    face: Style = {
        "x": -17,
        "y": -24,
        "width": 34,
        "height": 48,
        "rx": 4,
        "fill": CARD_FACE,
        "stroke": theme.outline,
        "stroke_width": 2,
    }
    cross = element("path", d="M-8-8L8 8M8-8L-8 8", stroke="#8f3325", stroke_width=4, stroke_linecap="round")
    yield canal.count((element("rect", **face), cross), len(view.discards), x + 108, y, "discards")
    mask = element("path", d=COLOMBINA, transform="scale(.5)", fill="#8a5a0c", fill_rule="evenodd")
    yield canal.count((element("rect", **face), mask), view.jokers, x + 216, y, "jokers")
    ring = element("ellipse", cy=8, rx=22, ry=8, fill=canal.scene.water[1], stroke=theme.outline, stroke_width=2)
    drops = element(
        "path",
        d=SPLASH,
        transform="translate(-1 12) scale(.7)",
        fill=canal.scene.water[0],
        stroke=theme.outline,
        stroke_width=2,
    )
    yield canal.count((ring, drops), sum(view.lost), x + 322, y, "lost", 32)


def _hand(canal: Canal, view: View, top: float) -> Iterator[Markup]:
    cards = view.hand
    if not cards:
        return
    playable = {"joker" if move.is_joker else move.card for move in view.legal if isinstance(move, Play)}
    step = min(84.0, (WIDTH - 2 * EDGE - 100) / max(len(cards) - 1, 1))
    start = WIDTH / 2 - step * (len(cards) - 1) / 2
    for nth, card in enumerate(cards):
        yield canal.card(card, start + step * nth, top + HAND / 2 - 4, is_playable=card in playable)


GAMES: Final = {
    "day": """
first:0 +remove@0 +step2@0 +remove@1 +move@1 +remove@2 +remove@2 +step3@3 +short@3 long:a4/b3 step2:a4/b3,b3under end
+move@0 +short@0 long:d3/e4 step2:d3/e4,d3under end +remove@1 +step3@1 long:d2/e1 step2:d2/e1,d2under end +long@2
+step1@2 long:a1/b2 step2:a1/b2,b2under end +move@3 +step2@3 move:a4/b3,b3/c4 step2:b3/c4,c4under end +move@0 +short@0
move:d3/e4,c4/d3 exchange:short,remove,remove,step1 *step3:c4/d3,c4under,b3/c4 end +step1@1 +remove@1 remove:d2/e1
long:c1/d2 step1:c1/d2 end +step2@2 +step1@2 move:a1/b2,b2/c1 tile step3:b2/c1,c1under,c1/d2 end +short@3 +step2@3
take end +short@0 +step1@0 exchange:short,short,remove,step1 take end +short@1 +step3@1 step2:c1under,b2/c1
step1:b2under end +step3@2 +long@2 step1:d2under short:d1-d2 step2:d1-d2,d1ne end shuffle +step2@3 +step1@3
*step3:c4/d3,d3under short:d3-d4 tile *step3:d3-d4,d4se,d3-d4 end +step1@0 +remove@0 step1:b3under short:b3-b4
*step3:b3-b4,b4sw,b3-b4 end +step1@1 +step2@1 long:a3/b2 tile step3:a3/b2,a3se end +short@2 +step2@2
step2:d1-d2,d2under end +long@3 +short@3 step1:d3under move:c4/d3,d3/e2 step1:d3/e2 end +long@0 +remove@0 take end
+short@1 +move@1 short:a3-b3 step2:a3-b3,b3over step1:a3-b3 end +move@2 +step2@2 short:d3/e2>d2 step1:d3/e2>d2
short:d3/e2>e3 tile step2:d3/e2>e3,e3sw end +move@3 +step3@3
""",
    "night": """
first:2 +step3@2 +short@2 +move@3 +remove@3 +move@0 +short@0 +long@1 +move@1 long:d2/e1 step2:d2/e1,d2under end
+long@2 +move@2 long:a1/b2 step2:a1/b2,b2under end +short@3 +short@3 long:a4/b3 step2:a4/b3,b3under end +step2@0
+step1@0 long:d3/e4 step2:d3/e4,d3under end +step1@1 +step2@1 short:d2-d3 step3:d2-d3,d3under end +remove@2 +short@2
short:b2-b3 exchange:short,short,remove,step1 *step3:b2-b3,b3under tile move:a4/b3,b3/c2 end +step3@3 +step1@3
step2:b2-b3,b2under short:b3/c2>b2 step1:b3/c2>b2 end +step2@0 +step1@0 step1:d2-d3 step1:d2under move:d2/e1,c3/d2 end
+step3@1 +remove@1 move:d2-d3,c3/d2>d3 step1:c3/d2>d3 short:c3/d2>c2 end +step2@2 +remove@2 take end +remove@3
+remove@3 take end +short@0 +step3@0 take end shuffle +short@1 +move@1 take end +step2@2 +step1@2 step3:b3/c2,c2under
remove:c3/d2>c2 end +short@3 +step2@3 short:b3/c2>c3 step1:b3/c2>c3 step1:c3under end +move@0 +step1@0
step2:c3/d2,c3under short:b3-c3 tile *step3:b3-c3,b3over,b3-c3 end +remove@1 +step1@1 step2:c3/d2,c3under
step2:b3-c3,b3over end +short@2 +long@2 short:c2-d2 *step3:c2-d2,d2over,c2-d2 step1:c2under end +step1@3 +step3@3
move:b3/c2>c3,c3-d3 *step3:c3-d3,d3over,c3-d3 end +long@0 +move@0 step1:c3under short:b3/c2>c3 tile
step3:b3/c2>c3,b3/c2>b2,b2under end +short@1 +step2@1 short:a3-b3 *step3:a3-b3,a3e tile long:a3/b4 end +long@2
+step2@2
""",
}
"""How four greedy bots began two games (seeds 29 and 23)."""


def hero(side: str) -> str:
    """A picture of the README, as the seat to move sees it after the turn before."""
    game = Venise(seats=4, board=f"{side}-basic")
    states, moves = [game.start()], [game.parse_move(text) for text in GAMES[side].split()]
    for move in moves:
        states.append(game.play(states[-1], game.actors(states[-1])[0], move))
    seat = states[-1].turn.seat
    last = last_turn(game, zip(states[-2::-1], moves[::-1], strict=True))
    names = "Anna", "Bruno", "Carla", "Dino"
    return svg(game.view(states[-1], seat), last=last, names=names, title="Venise")


if __name__ == "__main__":
    print(hero(sys.argv[1]))
