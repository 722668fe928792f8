"""Cards and hourglasses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ridotto.draw.svg import (
    BRASS_EDGE,
    BRONZE,
    CARD_BACK,
    CARD_FACE,
    COLOMBINA,
    DAY,
    Box,
    Markup,
    Style,
    element,
    group,
    number,
    shift,
    writing,
)
from ridotto.draw.venise import pieces
from ridotto.draw.venise.canal import Canal
from ridotto.draw.venise.looks import FOOT, HOURGLASS, SAND
from ridotto.games.venise.deck import STEPS, Card, load_deck

CARD: Final = Box(-36, -54, 72, 108)
BACK: Final = Box(-34, -48, 68, 96)
"""Of cards in a pile or in somebody's hand, seen from afar."""


def card(canal: Canal, card: Card, x: float, y: float, *, is_playable: bool, paid_with: Card | None = None) -> Markup:
    """`paid_with`: the joker that stands for it, whose price it then has."""
    theme = canal.theme
    edge = theme.accent if is_playable else theme.outline
    box: Style = {**CARD._asdict(), "rx": 9}
    parts = [
        element("rect", transform="translate(2 5)", fill=theme.shadow, opacity=theme.shadow_strength, **box),
        element("rect", fill=CARD_FACE, stroke=edge, stroke_width=4 if is_playable else 2.2, **box),
        group(_picture(canal, card), transform="translate(0 -13)"),
    ]
    cost = load_deck().cost(paid_with or card)
    ink: Style = {"fill": BRONZE, "stroke": BRASS_EDGE, "stroke_width": 1.5}
    parts += [
        element("path", d=HOURGLASS, transform=shift(19 * (nth - (cost - 1) / 2), 36, 0.74), **ink)
        for nth in range(cost)
    ]
    return group(parts, transform=shift(x, y), class_="card", data_card=card, data_cost=str(cost))


def _picture(canal: Canal, card: Card) -> Iterator[Markup]:
    """The same by day and by night: cards are paper."""
    arrow: Style = {
        "fill": "none",
        "stroke": "#0b6a66",
        "stroke_width": 5,
        "stroke_linecap": "round",
        "stroke_linejoin": "round",
    }
    if card == "short":
        yield group(pieces.wood(canal, "short", 50), transform="rotate(-20)")
    elif card == "long":
        yield group(pieces.wood(canal, "long", 68), transform="translate(0 -2) rotate(-52)")
    elif card == "remove":
        yield group(pieces.wood(canal, "short", 46), transform="translate(0 14) rotate(-8)")
        yield element("path", d="M0 0V-26M-9-17L0-27L9-17", **arrow)
    elif card == "move":
        yield group(pieces.wood(canal, "short", 46), transform="translate(0 12) rotate(-8)")
        yield element("path", d="M-22-16C-10-30 10-30 22-16M22-27V-15H10M-22-27V-15H-10", **arrow)
    elif card == "joker":
        yield element(
            "path",
            d=COLOMBINA,
            transform="translate(0 6) scale(1.12)",
            fill=BRONZE,
            fill_rule="evenodd",
            stroke=BRASS_EDGE,
            stroke_width=1.5,
        )
        yield element(
            "path",
            d="M0-5C-3-22-14-28-22-29C-16-20-10-16-6-6ZM0-5C3-22 14-28 22-29C16-20 10-16 6-6Z",
            fill=DAY.accent,
            stroke="#06423f",
            stroke_width=1.5,
        )
    else:
        steps = STEPS[card]
        for nth in range(steps):
            turn = f"{shift(18 * (nth - (steps - 1) / 2), 14 - 6 * (nth % 2))} rotate(10)"
            yield element("path", d=FOOT, transform=f"{turn} scale({'-' if nth % 2 else ''}1.1 1.1)", fill=DAY.shadow)
        yield writing(str(steps), 0, -10, 26, DAY.ink)


def back(canal: Canal, scale: float = 0.5) -> Iterator[Markup]:
    size = f"scale({number(scale)})"
    frame: Style = {"fill": CARD_BACK, "stroke": canal.theme.outline, "stroke_width": 1.625 / scale**2}
    yield element("rect", **BACK._asdict(), rx=8, transform=size, **frame)
    waves = "".join(f"M-22 {y}q5.5-9 11 0t11 0t11 0t11 0" for y in (-24, -4, 16, 34))
    pen: Style = {"fill": "none", "stroke": CARD_FACE, "stroke_width": 4.5, "stroke_linecap": "round"}
    yield element("path", d=waves, transform=size, opacity=0.85, **pen)


def face(canal: Canal, scale: float = 0.5, turn: float = 0) -> Markup:
    """A card that shows nothing yet."""
    frame: Style = {"fill": CARD_FACE, "stroke": canal.theme.outline, "stroke_width": 2 / scale}
    return element("rect", **BACK._asdict(), rx=8, transform=f"rotate({number(turn)}) scale({number(scale)})", **frame)


def discarded(canal: Canal, scale: float = 0.5) -> Iterator[Markup]:
    yield face(canal, scale, -7)
    yield face(canal, scale, 4)
    cross: Style = {"stroke": CARD_BACK, "stroke_width": 4, "stroke_linecap": "round"}
    yield element("path", d="M-8-8L8 8M8-8L-8 8", transform=f"scale({number(2 * scale)})", **cross)


def hourglass(canal: Canal, *, is_full: bool = True) -> Iterator[Markup]:
    theme = canal.theme
    edge: Style = {"stroke": theme.gold if is_full else theme.muted, "stroke_width": 2.6, "stroke_linejoin": "round"}
    yield element("path", d=HOURGLASS, fill=theme.field, stroke_dasharray=None if is_full else "4 3", **edge)
    if is_full:
        yield element("path", d=SAND, fill=theme.gold)
