"""Whole drawings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, Unpack

from ridotto.draw.svg import DAY, NIGHT, About, Ids, Markup, Theme, document, element, group, shift
from ridotto.draw.venise import cards, marks, pieces, seats, water
from ridotto.draw.venise.canal import CANAL, EDGE, PAD, WIDTH, Canal, Setting
from ridotto.games.venise import View
from ridotto.games.venise.boards import COLOURS, Board, load_board
from ridotto.games.venise.deck import Card
from ridotto.games.venise.effects import Effects

SCALE: Final = 0.62
"""Pixels per unit, unless a size is asked for."""


def theme_of(board: Board) -> Theme:
    """Day or night, as the board is."""
    return DAY if board.side == "day" else NIGHT


def _drawn(canal: Canal, standing: View | Setting, last: Effects, targets: Iterable[str]) -> Iterator[Markup]:
    """The canal with all that lies and stands on it, and what happened last."""
    yield from water.draw(canal)
    yield group(marks.under(canal, last), class_="under")
    yield group(pieces.planks(canal, standing.planks, last.laid), class_="planks")
    yield group(marks.way(canal, last.way, standing.planks), class_="last")
    yield group((marks.target(canal, field) for field in targets), class_="targets")
    yield group(pieces.standing(canal, standing), class_="fields")


def _document(canal: Canal, body: Iterable[Markup], height: float, label: str, **about: Unpack[About]) -> Markup:
    look: dict[str, Any] = {"ids": canal.ids, "defs": canal.defs(), "paper": canal.theme.paper, "scale": SCALE}
    return document(WIDTH, height, body, label=label, **look, **about)


def board_svg(board: Board, *, theme: Theme | None = None, **about: Unpack[About]) -> str:
    """A board by itself: its posts, and the gems of all four colours."""
    theme = theme or theme_of(board)
    canal = Canal(board, theme, Ids((board, theme, about)), EDGE)
    gems = [
        pieces.gem(canal, colour, *canal.place(field).gem, field=field)
        for colour, fields in enumerate(board.gems)
        for field in fields
    ]
    body = [*water.draw(canal), group(gems, class_="gems")]
    return _document(canal, body, CANAL + 2 * EDGE, board.code, **about)


def detail_svg(
    board: Board,
    standing: View | Setting,
    *,
    part: tuple[str, str],
    theme: Theme | None = None,
    last: Effects | None = None,
    notes: Sequence[tuple[str, str]] = (),
    desc: str = "",
) -> str:
    """A part of the canal, from one post to the one across, with labels on fields: for pages that explain."""
    theme, last = theme or theme_of(board), last or Effects(0)
    canal = Canal(board, theme, Ids((board, standing, part, theme, last, notes)), EDGE)
    (x1, y1), (x2, y2) = map(canal.at, part)
    edge = PAD - 6  # just inside the rim
    left, top = min(x1, x2) - edge, min(y1, y2) - edge
    width, height = abs(x1 - x2) + 2 * edge, abs(y1 - y2) + 2 * edge
    canal.window = (left, top), (left + width, top + height)
    body = (*_drawn(canal, standing, last, ()), group(marks.notes(canal, notes, standing.planks), class_="notes"))
    clip = element("clipPath", element("rect", width=width, height=height, rx=22), id=canal.ids["part"])
    inside = group((group(body, transform=shift(-left, -top)),), clip_path=canal.ids.url("part"))
    defs = (*canal.defs(), clip)
    return document(width, height, (inside,), ids=canal.ids, defs=defs, scale=SCALE, label=board.code, desc=desc)


def card_svg(card: Card, theme: Theme = DAY) -> str:
    """A card by itself, with the hourglasses it costs."""
    canal = Canal(load_board("day-basic"), theme, Ids((card, theme)))
    face = cards.card(canal, card, 42, 60, is_playable=False)
    return document(84, 124, (face,), ids=canal.ids, defs=canal.defs(), scale=SCALE, label=card)


def svg(
    view: View,
    *,
    theme: Theme | None = None,
    last: Effects | None = None,
    targets: Sequence[str] = (),
    names: Sequence[str] = (),
    **about: Unpack[About],
) -> str:
    """What a seat sees: the canal, what happened last, everybody's side of the table, and its own hand.

    Each seat sits at its corner. `targets` are fields and places for planks to be marked; `names` are the seats'. The
    theme is the board's own, day or night, unless another is wished.
    """
    theme, last = theme or theme_of(view.board), last or Effects(0)
    canal = Canal(view.board, theme, Ids((view, theme, last, targets, names, about)), seats.SIDE)
    below = seats.SIDE + CANAL + seats.SIDE
    unused = [colour for colour, name in enumerate(COLOURS) if name not in view.colours]
    body = [
        *_drawn(canal, view, last, targets),
        *(
            group(seats.side(canal, view, seat, names), class_="seat", data_seat=str(seat))
            for seat in range(len(view.colours))
        ),
        group((seats.tent(canal, each, *seats.tent_at(each), 0) for each in unused), class_="unused", opacity=0.3),
        group(seats.strip(canal, view, below), class_="table"),
    ]
    height = below + seats.STRIP
    if view.seat is not None:
        body.append(group(seats.hand(canal, view, height), class_="hand"))
        height += seats.HAND
    label = f"{', '.join(view.planks) or '-'}; {', '.join(filter(None, view.pawns))}"
    return _document(canal, body, height, label, **about)
