"""What boards are put together from on a page: the canal with its start posts, and each kind of post by itself."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

from ridotto.draw.svg import DAY, NIGHT, Ids, Markup, Point, group
from ridotto.draw.venise.canal import EDGE, Canal
from ridotto.draw.venise.water import layers, platform
from ridotto.games.venise.boards import CENTRE, HOMES, Board, Side
from ridotto.games.venise.planks import PLAIN, SIDES, SPOT_NAMES, START, WATER

KINDS: Final = tuple(symbol for symbol in SIDES if symbol not in (START, WATER))
"""Of posts that may stand anywhere but in the corners, and by day in the centre."""


def plain_posts(side: Side) -> str:
    """Start posts in the corners, plain ones everywhere else, and by day water in the centre."""
    centre = WATER if side == "day" else PLAIN
    return "".join(START if spot in HOMES.values() else centre if spot in CENTRE else PLAIN for spot in SPOT_NAMES)


@cache
def empty_canal(side: Side) -> Canal:
    board = Board("", plain_posts(side), ())
    return Canal(board, DAY if side == "day" else NIGHT, Ids(("workshop", side)), EDGE)


def empty_layers(side: Side) -> Iterator[tuple[str, Markup]]:
    """As `layers`, but only the start posts stand."""
    canal = empty_canal(side)
    bare = Canal(
        Board("", "".join(post if post == START else WATER for post in canal.board.posts), ()),
        canal.theme,
        canal.ids,
        canal.top,
    )
    return ((motion, markup) for motion, markup in layers(bare) if motion != "gondola" or side == "day")


def draw_post(side: Side, symbol: str) -> Markup:
    """Around the origin."""
    return group(platform(empty_canal(side), symbol), class_="post")


def gem_places(side: Side, symbol: str) -> dict[str, Point]:
    """By the name of each of the post's fields without the spot: where a gem lies, seen from the post's middle."""
    empty, spot = empty_canal(side), "b3"
    posts = "".join(symbol if name == spot else post for name, post in zip(SPOT_NAMES, empty.board.posts, strict=True))
    canal = Canal(Board("", posts, ()), empty.theme, empty.ids, empty.top)
    x, y = canal.at(spot)
    gems = {which: canal.place(spot + which).gem for which in SIDES[symbol]}
    return {which: (gem[0] - x, gem[1] - y) for which, gem in gems.items()}
