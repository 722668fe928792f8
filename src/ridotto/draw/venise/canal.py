"""Where things are in a drawing of Venise."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot
from typing import Final, NamedTuple

from ridotto.core import Seat
from ridotto.draw.svg import Ids, Markup, Point, Style, Theme, element, fade
from ridotto.draw.venise.looks import LANTERN, MATERIALS, MOONLIGHT
from ridotto.games.venise import View
from ridotto.games.venise.boards import COLOURS, Board
from ridotto.games.venise.planks import COLUMNS, ROWS, SPOT_NAMES, Slot

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
THICK: Final = 27.0
"""How wide a plank is."""
SLANT: Final = 0.7071


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


class Setting(NamedTuple):
    """Who and what stands where, without a game around it; a `View` has the same and more."""

    colours: tuple[str, ...]
    planks: tuple[str, ...] = ()
    pawns: tuple[str, ...] = ()
    gems: tuple[tuple[str, ...], ...] = ()
    stranded: tuple[bool, ...] = (False,) * len(COLOURS)


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


def between(a: Point, b: Point, part: float = 0.5) -> Point:
    return a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part


def shortened(a: Point, b: Point, at_a: float, at_b: float) -> tuple[Point, Point]:
    length = hypot(b[0] - a[0], b[1] - a[1])
    return between(a, b, at_a / length), between(b, a, at_b / length)


class Canal:
    """One drawing: where things are, and what they look like there."""

    def __init__(self, board: Board, theme: Theme, ids: Ids, top: float = 0) -> None:
        self.board = board
        self.theme = theme
        self.materials = MATERIALS[theme.name]
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
            return shortened(one, other, -THICK / 2 - 2, -THICK / 2 - 2)
        if ">" in slot:
            diagonal, post = slot.split(">")
            return shortened(self._middle(diagonal, "/"), self.at(post), 1, POST)
        mark, short = ("/", POST) if "/" in slot else ("-", POST - 12)
        left, right = slot.split(mark)
        return shortened(self.at(left), self.at(right), short, short)

    def _middle(self, slot: str, mark: str) -> Point:
        left, right = slot.split(mark)
        return between(self.at(left), self.at(right))

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
        middle = between(a, b, 0.58 if self.slot(slot).shape == "T" else part)
        return Place(middle, middle, ((b[0] - a[0]) / length, (b[1] - a[1]) / length))

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

    def defs(self) -> Iterator[Markup]:
        materials = self.materials

        def gradient(name: str, *colours: str, across: bool = False) -> Markup:
            stops = [
                element("stop", offset=index / (len(colours) - 1), stop_color=colour)
                for index, colour in enumerate(colours)
            ]
            return element("linearGradient", *stops, id=self.ids[name], x1=0, y1=0, x2=float(across), y2=1)

        yield gradient("water", *materials.water)
        yield gradient("stone", *materials.stone, across=True)
        yield gradient("brick", *materials.brick)
        yield gradient("short", *materials.short)
        yield gradient("long", *materials.long)
        yield fade(self.ids["shine"], "#fff", ((0, 0.75), (0.45, 0.18), (1, 0)), cx=0.34, cy=0.2, r=0.62)
        for name, colour, strength in (("glow", LANTERN, 0.75), ("moon", MOONLIGHT, 0.3)):
            yield fade(self.ids[name], colour, ((0, strength), (0.35, 0.37 * strength), (1, 0)))
        canal: Style = {"x": EDGE + RIM, "y": self.top + RIM, "width": WIDTH - 2 * (EDGE + RIM)}
        clip = element("rect", **canal, height=CANAL - 2 * RIM, rx=18)
        yield element("clipPath", clip, id=self.ids["canal"])
