"""What lies beside the canal: everybody's tent and stock, the piles, and the reader's hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import cos, pi, sin
from typing import Final

from ridotto.core import Seat
from ridotto.draw.svg import (
    BRONZE,
    COLOMBINA,
    CROWN,
    DARK,
    GILT,
    SERIF,
    WHITE,
    Markup,
    Point,
    Style,
    element,
    fitting,
    group,
    number,
    shift,
    writing,
)
from ridotto.draw.venise import cards, pieces
from ridotto.draw.venise.canal import CANAL, EDGE, WIDTH, Canal
from ridotto.draw.venise.looks import LOOKS, SPLASH
from ridotto.games.venise import View
from ridotto.games.venise.boards import COLOURS, GEMS, HOMES, LETTERS
from ridotto.games.venise.deck import load_deck
from ridotto.games.venise.moves import Play

SIDE: Final = 124.0
"""The height of a row of seats above and below the canal."""
STRIP: Final = 74.0
HAND: Final = 140.0
TENT: Final = 42.0
"""A tent's radius."""
SOCKETS: Final = tuple((-27 * cos(pi * (n / 2 + 1 / 4)), -27 * sin(pi * (n / 2 + 1 / 4))) for n in range(GEMS))
"""Where gems lie on a tent."""
AT_HOME: Final = 0.88
"""Their size there."""


def tent(canal: Canal, colour: int, x: float, y: float, gems: int) -> Markup:
    """Seen from above, with what has been brought home on it."""
    look, theme, radius = LOOKS[colour], canal.theme, TENT
    cloth = ("#e9ddc4" if look.fill == WHITE else "#fbf1dc", look.fill)
    corners = [(radius * cos(pi * n / 8), radius * sin(pi * n / 8)) for n in range(17)]
    parts = [element("circle", cx=4, cy=8, r=radius + 2, fill=theme.shadow, opacity=theme.shadow_strength)]
    for n, ((x1, y1), (x2, y2)) in enumerate(pairwise(corners)):
        d = f"M0 0L{number(x1)} {number(y1)}A9 9 0 0 1 {number(x2)} {number(y2)}Z"
        parts.append(element("path", d=d, fill=cloth[n % 2], stroke=look.deep, stroke_width=1.2))
    parts.append(element("circle", r=radius + 1, fill=canal.ids.url("shine"), opacity=0.5))
    for nth, (gx, gy) in enumerate(SOCKETS):
        if nth < gems:
            parts.append(pieces.gem(canal, colour, gx, gy, AT_HOME))
        else:
            socket: Style = {"fill": theme.paper, "fill_opacity": 0.82, "stroke": theme.ink, "stroke_width": 2}
            parts.append(element("path", d=look.gem, transform=shift(gx, gy, 0.72), stroke_dasharray="4 3", **socket))
    parts.append(element("circle", r=6, fill=GILT, stroke=DARK, stroke_width=2))
    return group(parts, transform=shift(x, y), class_="tent", data_colour=LETTERS[colour])


def count(canal: Canal, icon: Iterable[Markup], many: int, x: float, y: float, class_: str, gap: float = 24) -> Markup:
    number_ = writing(str(many), x + gap, y + 9, 26, canal.theme.ink, text_anchor="start")
    return group((group(icon, transform=shift(x, y)), number_), class_=class_, data_count=str(many))


def mini(canal: Canal, kind: str) -> Iterator[Markup]:
    """A plank to count by."""
    length = 74 if kind == "long" else 48
    yield group(pieces.wood(canal, kind, length), transform="rotate(-35) scale(.6)")


def tent_at(colour: int) -> Point:
    """Every colour's tent stands at the corner of its start post."""
    home = HOMES[COLOURS[colour]]
    x = EDGE + 62
    return x if home[0] == "a" else WIDTH - x, SIDE / 2 if home[1] == "4" else SIDE * 1.5 + CANAL


def side(canal: Canal, view: View, seat: Seat, names: Sequence[str]) -> Iterator[Markup]:
    theme, colour = canal.theme, COLOURS.index(view.colours[seat])
    home = HOMES[view.colours[seat]]
    is_left, is_upper = home[0] == "a", home[1] == "4"
    left, wide = (EDGE, WIDTH / 2 - EDGE - 5) if is_left else (WIDTH / 2 + 5, WIDTH / 2 - EDGE - 5)
    top = 8 if is_upper else SIDE + CANAL + 8
    is_acting = view.outcome is None and view.turn == seat and view.phase not in ("first", "deal")
    look: Style = {"fill": theme.field, "fill_opacity": 0.5, "stroke": theme.faint, "stroke_width": 2}
    if is_acting:
        look = {"fill": theme.field, "stroke": theme.accent, "stroke_width": 4.5, "class_": "turn"}
    yield element("rect", x=left, y=top, width=wide, height=SIDE - 16, rx=16, **look)
    y = top + (SIDE - 16) / 2
    yield tent(canal, colour, *tent_at(colour), GEMS - len(view.gems[seat]))
    x = left + 124 if is_left else left + 20
    room = wide - 144
    places = (
        view.outcome.places[seat] if view.outcome else view.finished.index(seat) + 1 if seat in view.finished else 0
    )
    if places:
        gold: Style = {"fill": theme.gold, "stroke": theme.gold, "stroke_width": 3, "stroke_linejoin": "round"}
        at = x + room - 26
        yield element(
            "path", d=CROWN, transform=shift(at, y - 24, 1.05), **gold, class_="winner" if places == 1 else "placed"
        )
        yield writing(str(places), at, y - 15, 21, theme.paper)
        room -= 62
    if seat == view.seat:
        yield element(
            "path",
            d=COLOMBINA,
            transform=shift(x + 20, y - 24, 0.72),
            fill=theme.gold,
            fill_rule="evenodd",
            class_="own",
        )
        x, room = x + 46, room - 46
    if seat < len(names) and (name := fitting(names[seat], room)):
        yield writing(name, x, y - 14, 30, theme.ink, font_family=SERIF, font_weight=None, text_anchor=None)
    x = left + 140 if is_left else left + 36
    y += 26
    short, long = view.stocks[seat]
    yield count(canal, cards.back(canal, 0.42), view.counts[seat], x, y, "cards")
    yield count(canal, mini(canal, "short"), short, x + 76, y, "short")
    yield count(canal, mini(canal, "long"), long, x + 152, y, "long", 28)
    yield count(canal, cards.hourglass(canal), view.tiles[seat], x + 228, y, "tiles")


def strip(canal: Canal, view: View, top: float) -> Iterator[Markup]:
    """The turn's hourglasses, and the piles."""
    theme, y = canal.theme, top + 32
    limit = max(load_deck().hourglasses, view.hourglasses)
    if view.phase in ("play", "draw", "discard"):
        step = min(40.0, 330 / limit)
        for nth in range(limit):
            is_full = nth < view.hourglasses
            glass = group(cards.hourglass(canal, is_full=is_full), transform=shift(46 + step * nth, y, 1.25))
            yield group((glass,), class_="hourglass" if is_full else "spent")
    x = WIDTH - 4 * 100 - 30
    yield element(
        "path",
        d=f"M{number(EDGE + 14)} {number(top + STRIP - 8)}H{number(WIDTH - EDGE - 14)}",
        stroke=theme.faint,
        stroke_width=2,
    )
    yield count(canal, cards.back(canal), view.pile, x, y, "pile")
    yield count(canal, cards.discarded(canal), len(view.discards), x + 108, y, "discards")
    mask = element("path", d=COLOMBINA, transform="scale(.5)", fill=BRONZE, fill_rule="evenodd")
    yield count(canal, (cards.face(canal), mask), view.jokers, x + 216, y, "jokers")
    yield count(canal, lost(canal, theme.outline), sum(view.lost), x + 322, y, "lost", 32)


def lost(canal: Canal, outline: str) -> Iterator[Markup]:
    """The sign for planks in the water."""
    far, near = canal.materials.water
    edge: Style = {"stroke": outline, "stroke_width": 2}
    yield element("ellipse", cy=8, rx=22, ry=8, fill=near, **edge)
    yield element("path", d=SPLASH, transform=shift(-1, 12, 0.7), fill=far, **edge)


def hand(canal: Canal, view: View, top: float) -> Iterator[Markup]:
    held = view.hand
    playable = {"joker" if move.is_joker else move.card for move in view.legal if isinstance(move, Play)}
    step = min(84.0, (WIDTH - 2 * EDGE - 100) / max(len(held) - 1, 1))
    start = WIDTH / 2 - step * (len(held) - 1) / 2
    for nth, card in enumerate(held):
        yield cards.card(canal, card, start + step * nth, top + HAND / 2 - 4, is_playable=card in playable)
