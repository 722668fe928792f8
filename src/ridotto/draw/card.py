"""A picture that messengers show beside a link: a drawing with a few words. They take pixels of one shape only."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from ridotto.draw.svg import DAY, SERIF, Markup, element, fitting, group, number, shift, writing

WIDTH: Final = 1200
HEIGHT: Final = 630
EDGE: Final = 24
ROOT: Final = re.compile(r'<svg [^>]*viewBox="0 0 ([\d.]+) ([\d.]+)"[^>]*>')
TITLE: Final = 76
NAME: Final = 46
USUAL: Final = 30
"""The size of letters that `fitting` reckons with."""


def card_svg(drawing: Markup, title: str, names: Sequence[str]) -> Markup:
    """The drawing of a position, as `Registration.drawing` makes it, beside the game and who played."""
    found = ROOT.match(drawing)
    assert found
    height = HEIGHT - 2 * EDGE
    width = min(height * float(found[1]) / float(found[2]), WIDTH / 2)
    inner = f'<svg x="0" y="0" width="{number(width)}" height="{height}" viewBox="0 0 {found[1]} {found[2]}">'
    left = EDGE + width + 2 * EDGE
    room = (WIDTH - left - EDGE) * USUAL
    top = HEIGHT / 2 - len(names) * NAME * 0.7
    plain = {"font_family": SERIF, "text_anchor": "start"}
    return element(
        "svg",
        element("rect", width=WIDTH, height=HEIGHT, fill=DAY.field),
        group((inner, drawing[found.end() :]), transform=shift(EDGE, EDGE)),
        writing(fitting(title, room / TITLE), left, top, TITLE, DAY.ink, **plain),
        *(
            writing(fitting(name, room / NAME), left, top + (row + 1.5) * NAME * 1.4, NAME, DAY.accent, **plain)
            for row, name in enumerate(names)
        ),
        writing("Ridotto", left, HEIGHT - 2 * EDGE, USUAL, DAY.muted, **plain),
        xmlns="http://www.w3.org/2000/svg",
        width=WIDTH,
        height=HEIGHT,
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
    )


def card_png(drawing: Markup, title: str, names: Sequence[str]) -> bytes:
    import resvg_py  # only where a card is drawn

    return bytes(resvg_py.svg_to_bytes(svg_string=card_svg(drawing, title, names)))
