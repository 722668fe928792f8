"""What happened last, and what may be done: marks over and under the pieces."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ridotto.draw.svg import LIGHT, Markup, Point, Style, arrowhead, element, group, number, shift, writing
from ridotto.draw.venise import pieces
from ridotto.draw.venise.canal import Canal, between
from ridotto.draw.venise.looks import SPLASH
from ridotto.games.venise.effects import Effects


def under(canal: Canal, marks: Effects) -> Iterator[Markup]:
    """What is no longer there."""
    for slot in (*marks.taken, *marks.fallen):
        dashes: Style = {"fill": canal.theme.trail, "fill_opacity": 0.12, "stroke": canal.theme.trail}
        look: Style = {"stroke_width": 3, "stroke_dasharray": "9 6", "class_": "gone", "data_field": slot}
        yield pieces.outline(canal, slot, dashes | look)
    for slot in marks.fallen:
        x, y = between(*canal.ends(slot))
        yield group(splash(canal), transform=shift(x, y), class_="splash", data_field=slot)


def splash(canal: Canal) -> Iterator[Markup]:
    """Where a plank went into the water."""
    for radius, opacity in ((18, 1), (32, 0.75), (46, 0.45)):
        rim: Style = {"fill": "none", "stroke": LIGHT, "stroke_width": 3.5, "opacity": opacity}
        yield element("ellipse", cy=6, rx=radius, ry=radius * 0.42, **rim)
    yield element("path", d=SPLASH, fill=LIGHT, stroke=canal.materials.water[1], stroke_width=1.5)


def way(canal: Canal, fields: Sequence[str], laid: Sequence[str]) -> Iterator[Markup]:
    if len(fields) < 2:
        return
    stops = [canal.place(field, laid).pawns for field in fields]
    stops[-1] = stops[-1][0], stops[-1][1] + 14
    d = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in stops)
    pen: Style = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}
    yield element("path", d=d, stroke=canal.theme.field, stroke_width=10, opacity=0.85, **pen)
    yield element("path", d=d, stroke=canal.theme.trail, stroke_width=5, stroke_dasharray="1 10", **pen)
    corners = arrowhead(stops[-2], stops[-1], 20, 18, 10)
    yield element("polygon", points=corners, fill=canal.theme.trail, stroke=canal.theme.field, stroke_width=2)
    x, y = stops[0]
    yield element("circle", cx=x, cy=y, r=7, fill=canal.theme.field, stroke=canal.theme.trail, stroke_width=4)


def target(canal: Canal, field: str) -> Markup:
    theme = canal.theme
    mark: Style = {"class_": "target", "data_field": field}
    if canal.board.planks.number[field] < canal.board.planks.first_slot:
        x, y = canal.place(field).pawns
        return element("circle", cx=x, cy=y, r=14, fill=theme.accent, stroke=theme.field, stroke_width=3, **mark)
    dashes: Style = {"stroke": theme.accent, "stroke_width": 4, "stroke_dasharray": "10 6", "fill_opacity": 0.35}
    return pieces.outline(canal, field, mark | dashes | {"fill": theme.accent})


def note(canal: Canal, field: str, words: str, at: Point) -> Markup:
    theme = canal.theme
    disc = element("circle", r=17, fill=theme.paper, stroke=theme.ink, stroke_width=2.6)
    sign = writing(words, 0, 8, 23, theme.ink)
    return group((disc, sign), transform=shift(*at), class_="note", data_field=field, data_note=words)


def notes(canal: Canal, notes: Iterable[tuple[str, str]], laid: Sequence[str]) -> Iterator[Markup]:
    """Small round labels; a field of two parts has one on each."""
    for field, words in notes:
        place = canal.place(field, laid)
        for at in dict.fromkeys((place.pawns, place.gem)):
            yield note(canal, field, words, at)
