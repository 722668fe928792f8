"""What of a board never changes: the water, the quay, the gondola and the posts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from math import pi, sin
from typing import Final, TypeVar

from ridotto.draw.svg import CARD_FACE, GILT, GOLD, SERIF, Markup, Point, Style, element, group, number, shift, writing
from ridotto.draw.venise.canal import CANAL, CELL, EDGE, LEFT, PAD, POST, RIM, WIDTH, Canal
from ridotto.draw.venise.looks import GONDOLA, LANTERN, LOOKS, MATERIALS, MOONLIGHT
from ridotto.games.venise.boards import CENTRE, HOMES
from ridotto.games.venise.planks import COLUMNS, PLAIN, ROWS, SPOT_NAMES, START, WATER

T = TypeVar("T")

MOON: Final = (LEFT + 3.5 * CELL, RIM + 1.25 * CELL)
TIDES: Final = 3
"""The light on the water is in so many parts, which can drift apart."""
WALLS: Final = {"/": -45.0, "\\": 45.0, "|": 90.0, "-": 0.0}


def water(canal: Canal) -> Iterator[Markup]:
    theme, materials, top = canal.theme, canal.materials, canal.top
    rim: Style = {"fill": materials.rim, "stroke": materials.rim_edge, "stroke_width": 2.5}
    yield element("rect", x=EDGE, y=top, width=WIDTH - 2 * EDGE, height=CANAL, rx=26, **rim)
    yield element("path", d=_joints(canal), stroke=materials.rim_edge, stroke_width=1.5, opacity=0.5)
    wide, high = WIDTH - 2 * (EDGE + RIM), CANAL - 2 * RIM
    box: Style = {"x": EDGE + RIM, "y": top + RIM, "width": wide, "height": high, "rx": 18}
    yield element("rect", fill=canal.ids.url("water"), **box)
    yield group(_glow(canal), clip_path=canal.ids.url("canal"))
    yield element("rect", fill="none", stroke=materials.rim_edge, stroke_width=3, **box)
    names = [(LEFT + CELL * column, top + CANAL - 8, "abcde"[column]) for column in range(COLUMNS)]
    names += [(EDGE + RIM / 2, canal.at(f"a{row}")[1] + 8, str(row)) for row in range(1, ROWS + 1)]
    for x, y, name in names:
        yield writing(name, x, y, 24, theme.muted, font_family=SERIF)


def _joints(canal: Canal) -> str:
    """Between the stones of the rim."""
    top, strokes = canal.top, []
    for index in range(1, 11):
        x = WIDTH * index / 11
        strokes += [f"M{number(x)} {number(y)}v{number(RIM)}" for y in (top, top + CANAL - RIM)]
    for index in range(1, 8):
        y = top + CANAL * index / 8
        strokes += [f"M{number(x)} {number(y)}h{number(RIM)}" for x in (EDGE, WIDTH - EDGE - RIM)]
    return "".join(strokes)


def _scattered(canal: Canal, count: int) -> Iterator[Point]:
    """Points strewn evenly over the water, the same every time."""
    for index in range(count):
        x = EDGE + RIM + (0.5 + index * 0.754877666) % 1 * (WIDTH - 2 * (EDGE + RIM))
        y = canal.top + RIM + (0.5 + index * 0.569840291) % 1 * (CANAL - 2 * RIM)
        if canal.is_seen(x, y, 50):
            yield x, y


def _glow(canal: Canal) -> Iterator[Markup]:
    """By night the moon in the water, and lanterns along the quay."""
    if canal.theme.name == "night":
        x, y = MOON[0], canal.top + MOON[1]
        yield element("ellipse", cx=x, cy=y + 62, rx=80, ry=120, fill=canal.ids.url("moon"))
        for x, y in _lanterns(canal):
            yield element("ellipse", cx=x, cy=y, rx=86, ry=104, fill=canal.ids.url("glow"))


def tide(canal: Canal, nth: int) -> Markup:
    """Some of the light on the water: waves and glints, by night stars, the moon and lanterns in them."""
    materials, is_night = canal.materials, canal.theme.name == "night"
    pen: Style = {"fill": "none", "stroke_linecap": "round"}

    def path(strokes: Iterable[str], stroke: str, width: float, opacity: float) -> Markup:
        look: Style = {"stroke": stroke, "stroke_width": width, "opacity": opacity}
        return element("path", d="".join(strokes), **look, **pen)

    def mine(things: Iterable[T]) -> Iterator[T]:
        return islice(things, nth, None, TIDES)

    waves = (
        f"M{number(x)} {number(y)}q{number(size / 4)}{number(-size / 6)} {number(size / 2)} 0t{number(size / 2)} 0"
        for index, (x, y) in mine(enumerate(_scattered(canal, 150)))
        for size in (22 + 7 * (index % 4),)
    )
    light = [path(waves, materials.wave, 2, 0.5 if is_night else 0.6)]
    if is_night:
        stars = (f"M{number(x + 19)} {number(y + 14)}h.1" for x, y in mine(_scattered(canal, 70)))
        moon = (
            f"M{number(MOON[0] - size + drift)} {number(canal.top + MOON[1] + 9 * row)}"
            f"q{number(size / 2)} 4 {number(size)} 0t{number(size)} 0"
            for row in mine(range(15))
            for size, drift in ((4 + 30 * sin(pi * (row + 1) / 16) - 5 * (row % 2), 9 * (row * 5 % 3 - 1)),)
        )
        ripples = (
            f"M{number(x - size)} {number(y + way * (28 + 11 * row))}h{number(2 * size)}"
            for x, y in mine(_lanterns(canal))
            for way in (1 if y < canal.top + CANAL / 2 else -1,)
            for row, size in enumerate((9, 12, 8, 10, 6, 7, 3))
        )
        light += [path(stars, "#e9f2f5", 3, 0.8), path(moon, MOONLIGHT, 3.4, 0.75), path(ripples, LANTERN, 3.4, 0.6)]
    else:
        glints = (f"M{number(x + 11)} {number(y + 9)}h9" for x, y in mine(_scattered(canal, 60)))
        light.append(path(glints, materials.glint, 2.5, 0.75))
    return group(light, clip_path=canal.ids.url("canal"))


def _lanterns(canal: Canal) -> Iterator[Point]:
    for column in range(COLUMNS - 1):
        x = LEFT + CELL * (column + 0.5)
        for y in (canal.top + RIM / 2, canal.top + CANAL - RIM / 2):
            if canal.is_seen(x, y, 110):
                yield x, y


def quay(canal: Canal) -> Iterator[Markup]:
    """On the rim: striped mooring posts by day, lanterns by night."""
    for x, y in _lanterns(canal):
        if canal.theme.name == "night":
            look: Style = {"stroke": "#1a120a", "stroke_width": 2, "stroke_linejoin": "round"}
            yield element("circle", cx=x, cy=y, r=24, fill=canal.ids.url("glow"))
            yield element("path", d="M-7-8H7L9 7H-9Z", transform=shift(x, y), fill="#fff0c2", **look)
            yield element("path", d="M-9-8L0-14L9-8ZM-9 7H9V10H-9Z", transform=shift(x, y), fill="#3a2a18", **look)
        else:
            wood: Style = {"stroke": MATERIALS["day"].wood_edge, "stroke_width": 2}
            yield element("circle", cx=x, cy=y, r=11, fill=CARD_FACE, **wood)
            yield element(
                "path", d="M-11 0A11 11 0 0 1 0-11V11A11 11 0 0 1-11 0Z", fill="#2f6f9f", transform=shift(x, y)
            )
            yield element("circle", cx=x, cy=y, r=4.5, fill=GOLD, **wood)


def gondola(canal: Canal) -> Markup:
    """Where no post stands and no plank can lie, there is room for one."""
    (x1, y1), (x2, y2) = (canal.at(spot) for spot in CENTRE)
    shadow: Style = {"fill": canal.theme.shadow, "opacity": canal.theme.shadow_strength}
    gold: Style = {"stroke": GOLD, "stroke_width": 4, "stroke_linecap": "round", "fill": "none"}
    parts = (
        element("path", d=GONDOLA, transform="translate(5 11)", **shadow),
        element("path", d=GONDOLA, fill="#1c1a1d", stroke="#000", stroke_width=2),
        element(
            "path", d="M-64-10C-30-16 34-16 70-9C72-3 72 3 70 9C34 16-30 16-64 10C-67 3-67-3-64-10Z", fill="#6b3a1d"
        ),
        element("path", d="M-40-13V13M-14-14V14M44-12V12", stroke="#3b1d0c", stroke_width=3),
        element("rect", x=6, y=-11, width=26, height=22, rx=7, fill="#a3182c", stroke=GOLD, stroke_width=2),
        element("path", d="M104-8L122-5L104 6M110-9V7", **gold),
        element("path", d="M-104 0L-118-4", **gold),
        element("path", d="M-92 4L-46 62", stroke="#8a5a2c", stroke_width=5, stroke_linecap="round"),
        element("path", d="M-54 52L-42 67", stroke="#8a5a2c", stroke_width=10, stroke_linecap="round"),
        element("circle", cx=-82, cy=0, r=15, fill="#f0d79a", stroke="#7d5a1e", stroke_width=2),
        element("circle", cx=-82, cy=0, r=8, fill="#f7e6b8", stroke="#a3182c", stroke_width=3.5),
        element(
            "path",
            d="M132-24q14 10 12 26M-134 18q-10-10-8-24",
            stroke=canal.materials.wave,
            stroke_width=3,
            fill="none",
            stroke_linecap="round",
        ),
    )
    return group(parts, transform=f"{shift((x1 + x2) / 2, (y1 + y2) / 2)} rotate(-9)", class_="gondola")


def post(canal: Canal, spot: str) -> Markup:
    symbol = canal.board.posts[SPOT_NAMES.index(spot)]
    if symbol == WATER or not canal.is_seen(*canal.at(spot), PAD):
        return ""
    parts = _landing(canal, spot) if symbol == START else platform(canal, symbol)
    return group(parts, transform=shift(*canal.at(spot)), class_="post", data_spot=spot)


def _base(canal: Canal, fill: str) -> Iterator[Markup]:
    theme, size = canal.theme, POST
    shadow: Style = {"fill": theme.shadow, "opacity": theme.shadow_strength}
    box: Style = {"width": 2 * size, "height": 2 * size, "rx": 19}
    yield element("rect", x=5 - size, y=11 - size, **box, **shadow)
    edge: Style = {"stroke": canal.materials.stone_edge, "stroke_width": 3}
    yield element("rect", x=-size, y=-size, fill=fill, **box, **edge)


def _landing(canal: Canal, spot: str) -> Iterator[Markup]:
    """A wooden deck with a carpet in the colour of its tent."""
    look = LOOKS[[*HOMES.values()].index(spot)]
    materials, size = canal.materials, POST
    yield from _base(canal, canal.ids.url("short"))
    boards = "".join(f"M{number(-size)} {number(y)}H{number(size)}" for y in (-28, -9, 10, 29))
    yield element("path", d=boards, stroke=materials.wood_edge, stroke_width=1.6, opacity=0.55)
    carpet: Style = {"x": -34, "y": -34, "width": 68, "height": 68, "rx": 12}
    yield element("rect", fill=look.fill, stroke=look.deep, stroke_width=3, **carpet)
    inner: Style = {"x": -27, "y": -27, "width": 54, "height": 54, "rx": 8}
    yield element("rect", fill="none", stroke=GILT, stroke_width=2.5, stroke_dasharray="7 4", **inner)
    for x in (-size + 7, size - 7):
        for y in (-size + 7, size - 7):
            yield element("circle", cx=x, cy=y, r=5.5, fill=look.fill, stroke=materials.wood_edge, stroke_width=2)


def platform(canal: Canal, symbol: str) -> Iterator[Markup]:
    yield from _base(canal, canal.ids.url("stone"))
    joints = "M-47-16H47M-47 16H47M-16-47V-16M20-16V16M-22-16V16M12 16V47M-30 16V47M34-47V-16"
    yield element("path", d=joints, stroke=canal.materials.joint, stroke_width=1.6, opacity=0.8)
    if symbol in WALLS:
        yield from _wall(canal, symbol)
    elif symbol != PLAIN:
        yield from _bridge(canal, "rotate(90)" if symbol == '"' else "rotate(0)")


def _wall(canal: Canal, symbol: str) -> Iterator[Markup]:
    """Longer than the post is wide: no plank ends there (VE-G5)."""
    materials, theme = canal.materials, canal.theme
    half = POST + (23 if symbol in "/\\" else 8)
    turn = f"rotate({number(WALLS[symbol])})"
    box: Style = {"x": -half, "y": -8, "width": 2 * half, "height": 16, "rx": 4}
    shadow: Style = {"fill": theme.shadow, "opacity": theme.shadow_strength + 0.1}
    yield element("rect", transform=f"translate(4 6) {turn}", **box, **shadow)
    courses = "".join(f"M{x} -8v16" for x in range(int(-half) + 9, int(half), 15))
    sheen = f"M{number(3 - half)} -4H{number(half - 3)}"
    bricks = (
        element("rect", fill=canal.ids.url("brick"), stroke=materials.brick_edge, stroke_width=2.5, **box),
        element("path", d=courses, stroke=materials.brick_edge, stroke_width=1.6, opacity=0.7),
        element("path", d=sheen, stroke="#ffd9c2", stroke_width=2, opacity=0.5),
    )
    yield group(bricks, transform=turn, class_="wall")


def _bridge(canal: Canal, turn: str) -> Iterator[Markup]:
    """Over the ground, which goes through below."""
    materials, theme, long, half = canal.materials, canal.theme, POST + 7, 19.0
    shadow: Style = {"fill": theme.shadow, "opacity": theme.shadow_strength + 0.12}
    under: Style = {"x": -POST, "y": -half - 3, "width": 2 * POST, "height": 2 * half + 6}
    yield element("rect", transform=f"translate(5 7) {turn}", **under, **shadow)
    edge: Style = {"x": -long, "width": 2 * long, "stroke": materials.stone_edge}
    rail: Style = edge | {"height": 6, "rx": 3, "fill": materials.rim, "stroke_width": 2}
    steps = "".join(f"M{x} {number(-half)}v{number(2 * half)}" for x in (-46, -38, -30, -22, 22, 30, 38, 46))
    parts = (
        element("rect", y=-half, height=2 * half, rx=3, fill=materials.deck, stroke_width=2.5, **edge),
        element("path", d=steps, stroke=materials.joint, stroke_width=2),
        element("rect", y=-half - 4, **rail),
        element("rect", y=half - 2, **rail),
    )
    yield group(parts, transform=turn, class_="bridge")


def draw(canal: Canal) -> Iterator[Markup]:
    for _, markup in layers(canal):
        yield markup


def layers(canal: Canal) -> Iterator[tuple[str, Markup]]:
    """What never changes, from below; each layer has a name by which a page may let it move."""
    yield "", group(water(canal), class_="canal")
    for nth in range(TIDES):
        yield f"tide{nth}", tide(canal, nth)
    if all(canal.board.posts[SPOT_NAMES.index(spot)] == WATER for spot in CENTRE):
        yield "gondola", gondola(canal)
    yield "", group((post(canal, spot) for spot in SPOT_NAMES), class_="posts") + group(quay(canal), class_="quay")
