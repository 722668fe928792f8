"""What moves over the canal: planks in two layers, gems and pawns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import atan2, degrees, hypot
from typing import Final

from ridotto.core import Seat
from ridotto.draw.svg import GILT, LIGHT, Markup, Point, Style, element, group, number, shift, writing
from ridotto.draw.venise.canal import THICK, Canal, Setting, between
from ridotto.draw.venise.looks import BODY, HAT, LOOKS
from ridotto.games.venise import View
from ridotto.games.venise.boards import COLOURS, LETTERS

SHADES: Final = ((4, 9), (5, 12))
"""How far a plank's shadow falls: of the lower layer, and of the upper, which lies higher."""


def _turned(a: Point, b: Point, dx: float = 0, dy: float = 0) -> tuple[float, str]:
    """The length of a plank, and the transform that puts its middle where it lies."""
    x, y = between(a, b)
    angle = degrees(atan2(b[1] - a[1], b[0] - a[0]))
    return hypot(b[0] - a[0], b[1] - a[1]), f"{shift(x + dx, y + dy)} rotate({number(angle)})"


def outline(canal: Canal, slot: str, look: Style, dx: float = 0, dy: float = 0, more: float = 0) -> Markup:
    """The outline of a plank."""
    length, transform = _turned(*canal.ends(slot), dx, dy)
    box: Style = {"x": -length / 2 - more, "y": -THICK / 2 - more, "width": length + 2 * more}
    return element("rect", **box, height=THICK + 2 * more, rx=4 + more, transform=transform, **look)


def wood(canal: Canal, kind: str, length: float) -> Iterator[Markup]:
    """A plank along the x axis."""
    materials, half = canal.materials, length / 2
    box: Style = {"x": -half, "y": -THICK / 2, "width": length, "height": THICK, "rx": 3.5}
    yield element("rect", fill=canal.ids.url(kind), stroke=materials.wood_edge, stroke_width=2.4, **box)
    part = length / 4
    wave = f"{number(part)} 0t{number(part)} 0t{number(part)} 0h{number(part - 18)}"
    grain = "".join(
        f"M{number(-half + 9)} {y}q{number(part / 2)} {bend} {wave}" for y, bend in ((-5, 3), (1, -3), (7, 2.5))
    )
    yield element("path", d=grain, fill="none", stroke=materials.wood_edge, stroke_width=1.3, opacity=0.45)
    sheen = f"M{number(5 - half)} {number(3 - THICK / 2)}H{number(half - 5)}"
    yield element("path", d=sheen, stroke="#fff4d6", stroke_width=1.8, opacity=0.5)
    nails = "".join(f"M{number(x)} {number(y)}h.1" for x in (7 - half, half - 7) for y in (-6.5, 6.5))
    yield element("path", d=nails, stroke=materials.wood_edge, stroke_width=4, stroke_linecap="round")


def plank(canal: Canal, slot: str) -> Markup:
    kind = "long" if canal.slot(slot).is_long else "short"
    length, transform = _turned(*canal.ends(slot))
    return group(wood(canal, kind, length), transform=transform, class_="plank", data_field=slot, data_kind=kind)


def planks(canal: Canal, laid: Iterable[str], new: Sequence[str]) -> Iterator[Markup]:
    theme = canal.theme
    layers: tuple[list[str], list[str]] = [], []
    for slot in laid:
        layers[canal.slot(slot).is_upper].append(slot)
    shade: Style = {"fill": theme.shadow, "opacity": theme.shadow_strength + 0.08}
    # All shadows of a layer lie below all its planks.
    for layer, offset in zip(layers, SHADES, strict=True):
        yield from (outline(canal, slot, shade, *offset) for slot in layer)
        for slot in layer:
            if slot in new:
                yield outline(canal, slot, {"fill": theme.trail, "opacity": 0.9, "class_": "laid"}, more=7)
            yield plank(canal, slot)


def gem(canal: Canal, colour: int, x: float, y: float, scale: float = 1, field: str | None = None) -> Markup:
    look, theme = LOOKS[colour], canal.theme
    return group(
        (
            element(
                "path", d=look.gem, transform="translate(2.5 5)", fill=theme.shadow, opacity=theme.shadow_strength + 0.1
            ),
            element(
                "path", d=look.gem, fill=look.fill, stroke=theme.outline, stroke_width=2.6, stroke_linejoin="round"
            ),
            element("path", d=look.facets, fill="none", stroke=look.deep, stroke_width=1.6),
            element("path", d=look.gem, fill=canal.ids.url("shine")),
            writing(LETTERS[colour], 0, 7 + look.drop, 19, look.ink),
        ),
        transform=shift(x, y, scale * 0.94),
        class_="gem",
        data_colour=LETTERS[colour],
        data_field=field,
    )


def pawn(canal: Canal, colour: int, x: float, y: float, field: str, seat: Seat, *, is_stranded: bool = False) -> Markup:
    look, theme = LOOKS[colour], canal.theme
    edge: Style = {"stroke": theme.outline, "stroke_width": 2.6, "stroke_linejoin": "round"}
    parts = [
        element("ellipse", cx=4, cy=4, rx=19, ry=8, fill=theme.shadow, opacity=theme.shadow_strength + 0.15),
        element("path", d=BODY, fill=look.fill, **edge),
        element("circle", cy=-30, r=9.5, fill="#f1cfa6", **edge),
        element("path", d=HAT, fill=look.fill, **edge),
        element("path", d="M-9-41C-4-38.5 4-38.5 9-41", fill="none", stroke=GILT, stroke_width=2.6),
        element("path", d=BODY, fill=canal.ids.url("shine"), opacity=0.7),
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


def standing(canal: Canal, view: View | Setting) -> Iterator[Markup]:
    index = [COLOURS.index(colour) for colour in view.colours]
    for field, seat, is_gem, x, y in canal.standing(view):
        if is_gem:
            yield gem(canal, index[seat], x, y, field=field)
        else:
            yield pawn(canal, index[seat], x, y, field, seat, is_stranded=view.stranded[seat])
