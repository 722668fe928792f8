"""The canal of a board for a page to play on: what never moves as a picture, what does as symbols to be used again.

The board is by day or by night as its posts say. What lies beside it (tents, hourglasses, backs of cards) takes the
page's own colours, which are CSS variables named like those of `ridotto.draw.svg.Theme`, and `theme` where there are
none.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from math import pi, sin
from typing import Final, get_args

from ridotto.draw.svg import CARD_FACE, LIGHT, Ids, Markup, Style, Theme, element, group, number, shift
from ridotto.draw.venise import (
    CANAL,
    CELL,
    EDGE,
    LANTERN,
    LEFT,
    POST,
    RIM,
    SPLASH,
    THICK,
    WIDTH,
    Canal,
    theme_of,
)
from ridotto.games.venise.boards import LETTERS, Board
from ridotto.games.venise.deck import CARDS
from ridotto.games.venise.planks import Shape

HEIGHT: Final = CANAL + 2 * EDGE
SHAPES: Final[tuple[Shape, ...]] = get_args(Shape)
LENGTHS: Final[dict[Shape, float]] = {
    "edge": CELL - 2 * (POST - 12),
    "diagonal": CELL * 2**0.5 - 2 * POST,
    "T": CELL / 2**0.5 - 1 - POST,
    "H": CELL + THICK + 4,
}
TIDES: Final = 3
"""Waves move in so many groups."""


def canal_of(board: Board) -> Canal:
    """Where things are in a scene."""
    return _Living(board, theme_of(board), Ids(("scene", board)), EDGE)


def scene_svg(board: Board, theme: Theme) -> Markup:
    """A canal without planks, pawns and gems, and those and the cards as symbols ``ve-plank-edge``, ``ve-pawn-R``..."""
    canal = canal_of(board)
    return element(
        "svg",
        element("defs", *canal.defs(), *_symbols(canal, theme)),
        *canal.draw(),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(WIDTH)} {number(HEIGHT)}",
        aria_hidden="true",
    )


class _Living(Canal):
    """The same water, in parts that a style sheet can move."""

    def _light(self, wide: float, high: float) -> Iterator[Markup]:
        scene, is_night = self.scene, self.theme.name == "night"
        pen: Style = {"fill": "none", "stroke_linecap": "round"}
        waves = [""] * TIDES
        for index, (x, y) in enumerate(self._scattered(150, wide, high)):
            size = 22.0 + 7 * (index % 4)
            bend = f"q{number(size / 4)}{number(-size / 6)} {number(size / 2)} 0t{number(size / 2)} 0"
            waves[index % TIDES] += f"M{number(x)} {number(y)}{bend}"
        for tide, d in enumerate(waves):
            look: Style = {"stroke": scene.wave, "stroke_width": 2, "opacity": 0.5 if is_night else 0.6}
            yield element("path", d=d, class_=f"wave tide{tide}", **look, **pen)
        lights = list(self._scattered(70 if is_night else 60, wide, high))
        for tide in range(TIDES):
            if is_night:
                d = "".join(f"M{number(x + 19)} {number(y + 14)}h.1" for x, y in lights[tide::TIDES])
                look = {"stroke": "#e9f2f5", "stroke_width": 3, "opacity": 0.8}
            else:
                d = "".join(f"M{number(x + 11)} {number(y + 9)}h9" for x, y in lights[tide::TIDES])
                look = {"stroke": scene.glint, "stroke_width": 2.5, "opacity": 0.75}
            yield element("path", d=d, class_=f"glint tide{tide}", **look, **pen)
        if not is_night:
            return
        x, y = LEFT + 3.5 * CELL, self.top + RIM + CELL * 1.25
        yield element("ellipse", cx=x, cy=y + 62, rx=80, ry=120, fill=self.ids.url("moon"))
        moon = [""] * TIDES
        for row in range(15):
            size, drift = 4 + 30 * sin(pi * (row + 1) / 16) - 5 * (row % 2), 9 * (row * 5 % 3 - 1)
            bend = f"q{number(size / 2)} 4 {number(size)} 0t{number(size)} 0"
            moon[row % TIDES] += f"M{number(x - size + drift)} {number(y + 9 * row)}{bend}"
        for tide, d in enumerate(moon):
            look = {"stroke": "#fdf3cf", "stroke_width": 3.4, "opacity": 0.75}
            yield element("path", d=d, class_=f"moon tide{tide}", **look, **pen)
        for nth, (x, y) in enumerate(self._lanterns()):
            yield element("ellipse", cx=x, cy=y, rx=86, ry=104, fill=self.ids.url("glow"), class_="glow")
            way = 1 if y < self.top + CANAL / 2 else -1
            ripples = "".join(
                f"M{number(x - size)} {number(y + way * (28 + 11 * row))}h{number(2 * size)}"
                for row, size in enumerate((9, 12, 8, 10, 6, 7, 3))
            )
            look = {"stroke": LANTERN, "stroke_width": 3.4, "opacity": 0.6, "class_": f"ripple tide{nth % TIDES}"}
            yield element("path", d=ripples, **look, **pen)

    def gondola(self) -> Markup:
        # A style sheet's transform would take the place of the one that puts it there.
        return group((super().gondola(),), class_="afloat")


def _symbols(canal: Canal, theme: Theme) -> Iterator[Markup]:
    def symbol(name: str, *children: Markup) -> Markup:
        return element("symbol", *children, id=f"ve-{name}", overflow="visible")

    board = canal.theme
    for shape, length in LENGTHS.items():
        kind = "long" if shape in ("diagonal", "H") else "short"
        box: Style = {"x": -length / 2, "y": -THICK / 2, "width": length, "height": THICK, "rx": 4}
        yield symbol(f"plank-{shape}", *canal.wood(kind, length))
        yield symbol(f"shade-{shape}", element("rect", **box, fill=board.shadow, opacity=board.shadow_strength + 0.08))
    for colour, letter in enumerate(LETTERS):
        yield symbol(f"gem-{letter}", canal.gem(colour, 0, 0))
        yield symbol(f"pawn-{letter}", canal.pawn(colour, 0, 0, "", 0))
        yield symbol(f"stranded-{letter}", canal.pawn(colour, 0, 0, "", 0, is_stranded=True))
    rings = (
        element("ellipse", cy=6, rx=r, ry=r * 0.42, fill="none", stroke=LIGHT, stroke_width=3.5, opacity=opacity)
        for r, opacity in ((18, 1), (32, 0.75), (46, 0.45))
    )
    drops = element("path", d=SPLASH, fill=LIGHT, stroke=canal.scene.water[1], stroke_width=1.5)
    yield symbol("splash", *rings, drops)
    # What lies beside the board is the page's.
    page = Canal(canal.board, _page(theme, board), canal.ids)
    for colour, letter in enumerate(LETTERS):
        yield symbol(f"tent-{letter}", page.tent(colour, 0, 0, 0))
    for kind in ("short", "long"):
        yield symbol(f"mini-{kind}", *page.mini(kind))
    yield symbol("glass", *page.hourglass())
    yield symbol("glass-spent", *page.hourglass(is_full=False))
    yield symbol("back", *page.back(1))
    for card in CARDS:
        yield symbol(f"card-{card}", page.card(card, 0, 0, is_playable=False))
    face: Style = {"x": -34, "y": -48, "width": 68, "height": 96, "rx": 8, "fill": CARD_FACE}
    yield symbol("face", element("rect", **face, stroke=page.theme.outline, stroke_width=2.5))
    ring = element("ellipse", cy=8, rx=22, ry=8, fill=canal.scene.water[1], stroke=page.theme.outline, stroke_width=2)
    drop: Style = {"fill": canal.scene.water[0], "stroke": page.theme.outline, "stroke_width": 2}
    yield symbol("lost", ring, element("path", d=SPLASH, transform=shift(-1, 12, 0.7), **drop))


def _page(theme: Theme, board: Theme) -> Theme:
    """The colours as the page says."""
    asked = {
        field.name: f"var(--{field.name},{getattr(theme, field.name)})"
        for field in fields(theme)
        if field.name not in ("name", "shadow_strength")
    }
    return replace(board, **asked)  # type: ignore[arg-type]
