"""What all pictures of the arena are made of: a card with a heading, scales, whiskers, names and numbers."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Final, Protocol

from ridotto.draw.svg import DAY, SANS, SERIF, Ids, Markup, Style, Theme, document, element, number, writing

WIDTH: Final = 720
EDGE: Final = 28
TOP: Final = 84
"""Where a picture begins below its heading."""
LETTER: Final = 0.68
"""The usual width of a bold letter as part of its height."""
NAMES: Final = 16
"""Size of the bots' names."""
LONGEST: Final = 20
"""Names may be as long as a module's: of more letters, the middle is left out."""


class Words(Protocol):
    """As `Catalogue.text`."""

    def __call__(self, key: str, /, **params: object) -> str: ...


class Chart:
    def __init__(self, words: Words, theme: Theme = DAY) -> None:
        self.words = words
        self.theme = theme

    def card(self, title: str, note: str, height: float, body: Iterable[Markup]) -> Markup:
        theme = self.theme
        drawn = [
            element("rect", width=WIDTH, height=height, rx=14, fill=theme.paper),
            element("rect", x=10, y=10, width=WIDTH - 20, height=height - 20, rx=9, fill=theme.field),
            writing(title, EDGE, 46, 22, theme.ink, font_family=SERIF, text_anchor="start"),
            self.small(note, EDGE, 67, text_anchor="start"),
            *body,
        ]
        ids = Ids(drawn)
        return document(WIDTH, height, drawn, ids=ids, title=title)

    def across(self, x: float, bottom: float, label: str) -> Markup:
        line = element("line", x1=x, x2=x, y1=TOP - 4, y2=bottom, stroke=self.theme.faint, stroke_width=1)
        return line + self.small(label, x, bottom + 19)

    def mark(self, x: float, bottom: float) -> Markup:
        style: Style = {"stroke": self.theme.trail, "stroke_width": 2, "stroke_dasharray": "6 4"}
        return element("line", x1=x, x2=x, y1=TOP - 4, y2=bottom, **style)

    def whisker(self, x1: float, y1: float, x2: float, y2: float) -> Markup:
        lines = [f"M{number(x1)} {number(y1)}H{number(x2)}", *(f"M{number(x)} {number(y2 - 6)}v12" for x in (x1, x2))]
        return element("path", d="".join(lines), stroke=self.theme.line, stroke_width=2, fill="none")

    def cell(self, x: float, y: float, side: float, tall: float, fill: str) -> Markup:
        return element(
            "rect", x=x + 1.5, y=y + 1.5, width=side - 3, height=tall - 3, rx=4, fill=fill, stroke=self.theme.faint
        )

    def name(self, name: str, x: float, y: float) -> Markup:
        half = LONGEST // 2
        shown = name if len(name) <= LONGEST else f"{name[: half - 1]}…{name[-half:]}"
        return writing(shown, x, y, NAMES, self.theme.ink, text_anchor="start", font_family=SERIF)

    def figure(self, words: str, x: float, y: float, font_size: float = 15, **more: str | float | None) -> Markup:
        return writing(words, x, y, font_size, self.theme.ink, font_weight="normal", **more)

    def small(self, words: str, x: float, y: float, fill: str = "", **more: str | float | None) -> Markup:
        return writing(words, x, y, 12, fill or self.theme.muted, font_weight="normal", font_family=SANS, **more)


def ticks(low: float, high: float, about: int = 6) -> Sequence[float]:
    """Round numbers inside a range, about so many."""
    rough = (high - low or 1) / about
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(factor * power for factor in (1, 2, 5, 10) if factor * power >= rough)
    return [round(index * step, 9) for index in range(math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9) + 1)]


def mix(one: str, other: str, part: float) -> str:
    """A colour between two, written as #rrggbb."""
    pairs = ((int(one[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * part):02x}" for a, b in pairs)
