"""A game's board as a browser draws it: all that stays the same, asked for once."""

from __future__ import annotations

from ridotto.draw import svg
from ridotto.server.views.sent import Sent


class Point(Sent):
    x: int
    y: int


class Layer(Sent):
    """A part of the drawing, as SVG."""

    motion: str
    """How it may move: tide0, tide1, tide2, gondola; empty for what stands still."""
    markup: str


class Scene(Sent):
    """What never changes on a board. Its markup takes the page's colours, ``--paper`` and so on, where it sets them."""

    width: int
    height: int
    defs: str
    """Gradients, and as symbols all that moves."""
    layers: tuple[Layer, ...]
    """From below."""
    palette: dict[str, str]
    """The colours of what is marked on it, and of the seats."""


def point(at: svg.Point) -> Point:
    return Point(x=round(at[0]), y=round(at[1]))
