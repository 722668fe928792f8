"""The canal of a board for a page to play on: what moves there as symbols to be used again.

A night board is by night on every page. A day board, and what lies beside any board (tents, hourglasses, backs of
cards), takes the page's own colours, see `ridotto.draw.svg.live`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from math import dist
from typing import Any, Final

from ridotto.draw.palette import day_or_night, page_palette, palette
from ridotto.draw.svg import DAY, NIGHT, Box, Ids, Markup, Style, element, live
from ridotto.draw.venise import cards, marks, pieces, seats
from ridotto.draw.venise.canal import CANAL, EDGE, THICK, Canal
from ridotto.draw.venise.looks import MATERIALS, Materials
from ridotto.games.venise.boards import LETTERS, Board
from ridotto.games.venise.deck import CARDS

HEIGHT: Final = CANAL + 2 * EDGE
BOXES: Final = {
    "card": cards.CARD.grown(2, below=6),
    "as": cards.CARD.grown(2, below=6),
    "back": cards.BACK.grown(2),
    "face": cards.BACK.grown(2),
    "discarded": cards.BACK.grown(8),
    "gem": Box(-24, -24, 48, 48),
    "glass": Box(-14, -18, 28, 36),
    "mini": Box(-24, -24, 48, 48),
    "lost": Box(-28, -30, 56, 60),
    "post": Box(-74, -74, 148, 148),
    "tent": Box(-48, -48, 96, 100),
}
"""What there is to be seen of a symbol, by the first part of its name; and of a post of the workshop's kit."""


def canal_of(board: Board) -> Canal:
    """Where things are in a scene, and their colours."""
    is_day = board.side == "day"
    canal = Canal(board, live(DAY) if is_day else NIGHT, Ids(("scene", board)), EDGE)
    if is_day:
        canal.materials = _dusk()
    return canal


def palette_of(board: Board) -> dict[str, str]:
    """The colours of what a page marks on the canal."""
    return page_palette() if board.side == "day" else palette(NIGHT)


def _dusk() -> Materials:
    """A day canal that gets dark with the page."""

    def both(day: Any, night: Any) -> Any:
        if isinstance(day, str):
            return day_or_night(day, night)
        return tuple(day_or_night(*pair) for pair in zip(day, night, strict=True))

    day, night = MATERIALS["day"], MATERIALS["night"]
    names = [field.name for field in fields(Materials)]
    return Materials(**{name: both(getattr(day, name), getattr(night, name)) for name in names})


def defs(board: Board) -> Markup:
    """Gradients, and planks, pawns, gems and cards as symbols ``ve-plank-edge``, ``ve-pawn-R``..."""
    return symbols(canal_of(board))


def symbols(canal: Canal) -> Markup:
    return element("defs", *canal.defs(), *_symbols(canal))


def _symbols(canal: Canal) -> Iterator[Markup]:
    def symbol(name: str, *children: Markup) -> Markup:
        return element("symbol", *children, id=f"ve-{name}", overflow="visible")

    board = canal.theme
    for slot in {slot.shape: slot for slot in canal.board.planks.slots}.values():
        shape, kind, length = slot.shape, "long" if slot.is_long else "short", dist(*canal.ends(slot.name))
        box: Style = {"x": -length / 2, "y": -THICK / 2, "width": length, "height": THICK, "rx": 4}
        yield symbol(f"plank-{shape}", *pieces.wood(canal, kind, length))
        yield symbol(f"shade-{shape}", element("rect", **box, fill=board.shadow, opacity=board.shadow_strength + 0.08))
    for colour, letter in enumerate(LETTERS):
        yield symbol(f"gem-{letter}", pieces.gem(canal, colour, 0, 0))
        yield symbol(f"pawn-{letter}", pieces.pawn(canal, colour, 0, 0, "", 0))
        yield symbol(f"stranded-{letter}", pieces.pawn(canal, colour, 0, 0, "", 0, is_stranded=True))
    yield symbol("splash", *marks.splash(canal))
    # What lies beside the board is the page's.
    page = Canal(canal.board, live(board), canal.ids)
    for colour, letter in enumerate(LETTERS):
        yield symbol(f"tent-{letter}", seats.tent(page, colour, 0, 0, 0))
        yield symbol(f"home-{letter}", pieces.gem(page, colour, 0, 0, seats.AT_HOME))
    for kind in ("short", "long"):
        yield symbol(f"mini-{kind}", *seats.mini(page, kind))
    yield symbol("glass", *cards.hourglass(page))
    yield symbol("glass-spent", *cards.hourglass(page, is_full=False))
    yield symbol("back", *cards.back(page, 1))
    for card in CARDS:
        yield symbol(f"card-{card}", cards.card(page, card, 0, 0, is_playable=False))
        # What it costs when a joker stands for it (VE-20).
        yield symbol(f"as-{card}", cards.card(page, card, 0, 0, is_playable=False, paid_with="joker"))
    yield symbol("face", cards.face(page, 1))
    yield symbol("discarded", *cards.discarded(page, 1))
    yield symbol("lost", *seats.lost(canal, page.theme.outline))
