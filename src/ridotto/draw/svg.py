"""What every SVG drawing of the house needs: elements, numbers, ids and themes. No game in here."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from hashlib import blake2s
from html import escape
from math import hypot
from typing import Any, Final, NamedTuple, TypeAlias, TypedDict
from unicodedata import east_asian_width

Markup: TypeAlias = str
"""Text that is already SVG: from `element` or `text`."""

Style: TypeAlias = dict[str, str | float | None]
"""Attributes as `element` takes them."""

Point: TypeAlias = tuple[float, float]

SERIF: Final = "Palatino, 'Palatino Linotype', 'Book Antiqua', Georgia, 'DejaVu Serif', serif"
SANS: Final = "Verdana, 'DejaVu Sans', Helvetica, Arial, sans-serif"

LIGHT: Final = "#ffffff"
DARK: Final = "#1d1712"
CARD_FACE: Final = "#fffaf0"
CARD_BACK: Final = "#8f3325"
WHITE: Final = "#fffdf6"
GREEN: Final = "#3cae72"
"""White and green things of both games."""
GOLD: Final = "#d9a93a"
GILT: Final = "#e9c25e"
BRONZE: Final = "#8a5a0c"
BRASS_EDGE: Final = "#5a390c"
COLOMBINA: Final = (
    "M0-7C7-12 20-13 27-8C28 2 21 10 12 9C6 8 3 3 0 3C-3 3-6 8-12 9C-21 10-28 2-27-8C-20-13-7-12 0-7Z"
    "M6-1C8 5 17 5 20-3C15-6 9-5 6-1ZM-6-1C-8 5-17 5-20-3C-15-6-9-5-6-1Z"
)
"""A Venetian half mask with its two eyes."""
CROWN: Final = "M-19 12L-22-10L-10 0L0-15L10 0L22-10L19 12Z"
PENNANT: Final = "M0 14L-15-11H15Z"
"""It points down."""

_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class Box(NamedTuple):
    """As a rect or a viewBox has it."""

    x: int
    y: int
    width: int
    height: int

    def grown(self, by: int, below: int = 0) -> Box:
        return Box(self.x - by, self.y - by, self.width + 2 * by, self.height + 2 * by + below)


@dataclass(frozen=True, slots=True)
class Theme:
    name: str
    paper: str
    """What the drawing lies on."""
    field: str
    """Where the play is."""
    line: str
    faint: str
    ink: str
    """Words and signs."""
    muted: str
    accent: str
    """What can be done now."""
    on_accent: str
    """Words on it."""
    trail: str
    """What was done last."""
    on_trail: str
    gold: str
    """What is the reader's own."""
    outline: str
    """Around things, so that each stands out from the field."""
    shadow: str
    shadow_strength: float


DAY: Final = Theme(
    name="day",
    paper="#efe2c8",
    field="#fbf4e4",
    line="#7d6248",
    faint="#dccbae",
    ink="#3a2a1c",
    muted="#725c48",
    accent="#0b7a75",
    on_accent="#ffffff",
    trail="#b4482e",
    on_trail="#ffffff",
    gold="#a87412",
    outline="#2b1d12",
    shadow="#4a3018",
    shadow_strength=0.28,
)
NIGHT: Final = Theme(
    name="night",
    paper="#0d1a24",
    field="#142836",
    line="#7697a6",
    faint="#27434f",
    ink="#efe6d2",
    muted="#93a9b3",
    accent="#4fd0c4",
    on_accent="#06211f",
    trail="#ff9470",
    on_trail="#1b0d06",
    gold="#f0c45c",
    outline="#efe6d2",
    shadow="#000000",
    shadow_strength=0.5,
)


COLOURS: Final = tuple(field.name for field in fields(Theme) if field.name not in ("name", "shadow_strength"))


def live(theme: Theme) -> Theme:
    """The theme as a drawing inside a page has it: the page's own colours (``--paper`` …) where it sets them."""
    colours: dict[str, Any] = {name: f"var(--{name.replace('_', '-')}, {getattr(theme, name)})" for name in COLOURS}
    return replace(theme, **colours)


def number(value: float) -> str:
    """Short, and exact enough for a screen: 12, 0.5, -3.14."""
    shown = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if shown == "-0" else shown


def text(words: str) -> Markup:
    """Any words as markup; what XML cannot hold at all is left out."""
    return escape(_NOT_XML.sub("", words))


def element(tag: str, /, *children: Markup, **attributes: str | float | None) -> Markup:
    """``element("circle", r=5, stroke_width=2)``: underscores become hyphens, None leaves an attribute out."""
    pairs = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{text(value) if isinstance(value, str) else number(value)}"'
        for name, value in attributes.items()
        if value is not None
    )
    return f"<{tag}{pairs}>{''.join(children)}</{tag}>" if children else f"<{tag}{pairs}/>"


def group(children: Iterable[Markup], **attributes: str | float | None) -> Markup:
    inside = "".join(children)
    return element("g", inside, **attributes) if inside else ""


def writing(words: str, x: float, y: float, size: float, fill: str, **attributes: str | float | None) -> Markup:
    """Words centred on x; without other wishes bold and without serifs, to be read at a glance."""
    usual: Style = {"font_family": SANS, "font_weight": "bold", "text_anchor": "middle"}
    return element("text", text(words), x=x, y=y, fill=fill, font_size=size, **usual | attributes)


def shift(x: float, y: float, scale: float = 1) -> str:
    """A value for `transform`."""
    return f"translate({number(x)} {number(y)})" + (f" scale({number(scale)})" if scale != 1 else "")


def points(corners: Iterable[Point]) -> str:
    return " ".join(f"{number(x)},{number(y)}" for x, y in corners)


def fade(name: str, colour: str, stops: Iterable[Point], **where: float) -> Markup:
    """A gradient of one colour, from its middle outwards: how far, and how strong there."""
    parts = (element("stop", offset=far, stop_color=colour, stop_opacity=strength) for far, strength in stops)
    return element("radialGradient", *parts, id=name, **where)


def arrowhead(source: Point, target: Point, tip: float, back: float, wide: float) -> str:
    """The corners of an arrow's head that ends `tip` before its target; so far back, and so wide to either side."""
    length = hypot(target[0] - source[0], target[1] - source[1])
    ux, uy = (target[0] - source[0]) / length, (target[1] - source[1]) / length
    x, y = target[0] - tip * ux, target[1] - tip * uy
    ends = [(x - back * ux - side * uy, y - back * uy + side * ux) for side in (wide, -wide)]
    return points([(x, y), *ends])


def fitting(name: str, room: float) -> str:
    """As much of a name as there is room for. The font is not known here, so this is on the safe side."""

    def width(letter: str) -> float:
        if east_asian_width(letter) in "WF" or letter in "mwMW":
            return 31
        return 24 if letter.isupper() else 19

    if sum(map(width, name)) <= room:
        return name
    kept = [end for end in range(1, len(name)) if sum(map(width, name[:end] + "m")) <= room]  # "m" as wide as "…"
    return f"{name[: kept[-1]].rstrip()}…" if kept else ""


class Names:
    """Names for gradients and symbols of a drawing that a page uses parts of: the same ones every time."""

    def __init__(self, prefix: str) -> None:
        self._prefix = prefix

    def __getitem__(self, name: str) -> str:
        return f"{self._prefix}-{name}"

    def url(self, name: str) -> str:
        return f"url(#{self[name]})"


class Ids(Names):
    """Names for gradients that do not collide when several drawings share a page: each is marked by what is drawn."""

    def __init__(self, drawn: object) -> None:
        self._mark = blake2s(repr(drawn).encode("utf-8", "backslashreplace"), digest_size=5).hexdigest()

    def __getitem__(self, name: str) -> str:
        return f"{name}-{self._mark}"


class About(TypedDict, total=False):
    """How a drawing is shown: its width in pixels, and what screen readers get of it."""

    size: float | None
    title: str
    desc: str


def document(
    width: float,
    height: float,
    body: Iterable[Markup],
    *,
    ids: Names,
    defs: Iterable[Markup] = (),
    paper: str = "",
    scale: float = 1,
    label: str = "",
    size: float | None = None,
    title: str = "",
    desc: str = "",
) -> Markup:
    """A standalone drawing, `size` pixels wide (else scaled), that never outgrows what it is put into.

    Screen readers get the title and the description; `label` names the drawing where it has no title.
    """
    shown = size or width * scale
    return element(
        "svg",
        *([element("title", text(title), id=ids["title"])] if title else []),
        *([element("desc", text(desc), id=ids["desc"])] if desc else []),
        element("defs", *defs),
        *([element("rect", width=width, height=height, rx=22, fill=paper)] if paper else []),
        *body,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(width)} {number(height)}",
        width=shown,
        height=shown * height / width,
        style="max-width:100%;height:auto",
        role="img",
        aria_label=None if title else label or None,
        aria_labelledby=ids["title"] if title else None,
        aria_describedby=ids["desc"] if desc else None,
    )
