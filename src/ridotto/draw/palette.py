"""The colours of the house by name: for boards, and as variables of the page's style sheet."""

from __future__ import annotations

from typing import Final, NamedTuple

from ridotto.draw.svg import CARD_BACK, CARD_FACE, COLOURS, DARK, DAY, GREEN, LIGHT, NIGHT, WHITE, Theme


class Seat(NamedTuple):
    fill: str
    ink: str
    """Of the letter on it."""


SEATS: Final = {
    "R": Seat("#c01630", LIGHT),
    "W": Seat(WHITE, DARK),
    "G": Seat(GREEN, DARK),
    "P": Seat("#5a2590", LIGHT),
}
"""The colours of Venise by letter, which pages use for the seats of any game."""


def palette(theme: Theme) -> dict[str, str]:
    colours = {name.replace("_", "-"): getattr(theme, name) for name in COLOURS}
    colours["shade"] = f"{theme.shadow}{round(255 * theme.shadow_strength):02x}"
    colours |= {"light": LIGHT, "dark": DARK, "card-face": CARD_FACE, "card-back": CARD_BACK}
    for letter, seat in SEATS.items():
        colours |= {f"seat-{letter}": seat.fill, f"seat-{letter}-ink": seat.ink}
    return colours


def day_or_night(day: str, night: str) -> str:
    """A colour for a page, which decides by its own theme."""
    return day if day == night else f"light-dark({day}, {night})"


def page_palette() -> dict[str, str]:
    """The colours as a page has them that can be light or dark."""
    night = palette(NIGHT)
    return {name: day_or_night(colour, night[name]) for name, colour in palette(DAY).items()}


def palette_css() -> str:
    """web/src/palette.css."""
    rows = [f"\t--{name}: {colour};" for name, colour in page_palette().items()]
    head = "/* Written by `python -m ridotto.server.typescript` from src/ridotto/draw/palette.py: do not edit. */"
    return "\n".join([head, ":root {", *rows, "}"]) + "\n"
