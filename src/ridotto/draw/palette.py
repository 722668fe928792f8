"""The colours of the house by name: for boards, and as variables of the page's style sheet."""

from __future__ import annotations

from ridotto.draw.svg import CARD_BACK, CARD_FACE, COLOURS, DARK, DAY, LIGHT, NIGHT, Theme
from ridotto.draw.venise import LOOKS
from ridotto.games.venise.boards import LETTERS


def palette(theme: Theme) -> dict[str, str]:
    colours = {name.replace("_", "-"): getattr(theme, name) for name in COLOURS}
    colours["shade"] = f"{theme.shadow}{round(255 * theme.shadow_strength):02x}"
    colours |= {"light": LIGHT, "dark": DARK, "card-face": CARD_FACE, "card-back": CARD_BACK}
    for letter, look in zip(LETTERS, LOOKS, strict=True):
        colours |= {f"seat-{letter}": look.fill, f"seat-{letter}-ink": look.ink}
    return colours


def palette_css() -> str:
    """web/src/palette.css."""
    day, night = palette(DAY), palette(NIGHT)
    rows = [
        f"\t--{name}: {day[name] if day[name] == night[name] else f'light-dark({day[name]}, {night[name]})'};"
        for name in day
    ]
    head = "/* Written by `python -m ridotto.server.typescript` from src/ridotto/draw/palette.py: do not edit. */"
    return "\n".join([head, ":root {", *rows, "}"]) + "\n"
