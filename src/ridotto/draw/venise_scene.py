"""The canal of a board for a page to play on: what moves there as symbols to be used again.

The board is by day or by night as its posts say. What lies beside it (tents, hourglasses, backs of cards) takes the
page's own colours, see `ridotto.draw.svg.live`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ridotto.draw.svg import CARD_FACE, LIGHT, Ids, Markup, Style, element, live, shift
from ridotto.draw.venise import (
    CANAL,
    CELL,
    EDGE,
    POST,
    SPLASH,
    THICK,
    Canal,
    theme_of,
)
from ridotto.games.venise.boards import LETTERS, Board
from ridotto.games.venise.deck import CARDS
from ridotto.games.venise.planks import Shape

HEIGHT: Final = CANAL + 2 * EDGE
LENGTHS: Final[dict[Shape, float]] = {
    "edge": CELL - 2 * (POST - 12),
    "diagonal": CELL * 2**0.5 - 2 * POST,
    "T": CELL / 2**0.5 - 1 - POST,
    "H": CELL + THICK + 4,
}


def canal_of(board: Board) -> Canal:
    """Where things are in a scene."""
    return Canal(board, theme_of(board), Ids(("scene", board)), EDGE)


def defs(board: Board) -> Markup:
    """Gradients, and planks, pawns, gems and cards as symbols ``ve-plank-edge``, ``ve-pawn-R``..."""
    canal = canal_of(board)
    return element("defs", *canal.defs(), *_symbols(canal))


def _symbols(canal: Canal) -> Iterator[Markup]:
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
    page = Canal(canal.board, live(board), canal.ids)
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
