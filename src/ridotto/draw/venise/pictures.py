"""Whole drawings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from ridotto.draw.svg import DAY, NIGHT, Ids, Markup, Style, Theme, document, element, group, shift
from ridotto.draw.venise import cards, marks, pieces, seats, water
from ridotto.draw.venise.canal import CANAL, EDGE, PAD, WIDTH, Canal, Setting
from ridotto.games.venise import View
from ridotto.games.venise.boards import COLOURS, Board, load_board
from ridotto.games.venise.deck import Card
from ridotto.games.venise.effects import Effects

SCALE: Final = 0.62
"""Pixels per unit, unless a size is asked for."""


def _document(
    canal: Canal, body: Iterable[Markup], height: float, size: float | None, label: str, title: str, desc: str
) -> Markup:
    paper = element("rect", width=WIDTH, height=height, rx=22, fill=canal.theme.paper)
    return document(
        WIDTH,
        height,
        (paper, *body),
        ids=canal.ids,
        defs=canal.defs(),
        size=size,
        scale=SCALE,
        label=label,
        title=title,
        desc=desc,
    )


def theme_of(board: Board) -> Theme:
    """Day or night, as the board is."""
    return DAY if board.side == "day" else NIGHT


def board_svg(
    board: Board, *, theme: Theme | None = None, size: float | None = None, title: str = "", desc: str = ""
) -> str:
    """A board by itself: its posts, and the gems of all four colours."""
    theme = theme or theme_of(board)
    canal = Canal(board, theme, Ids((board, theme, size, title, desc)), EDGE)
    gems = [
        pieces.gem(canal, colour, *canal.place(field).gem, field=field)
        for colour, fields in enumerate(board.gems)
        for field in fields
    ]
    body = [*water.draw(canal), group(gems, class_="gems")]
    return _document(canal, body, CANAL + 2 * EDGE, size, board.code, title, desc)


def detail_svg(
    board: Board,
    standing: View | Setting,
    *,
    part: tuple[str, str],
    theme: Theme | None = None,
    last: Effects | None = None,
    targets: Iterable[str] = (),
    notes: Iterable[tuple[str, str]] = (),
    size: float | None = None,
    desc: str = "",
) -> str:
    """A part of the canal, from one post to the one across, with labels on fields: for pages that explain."""
    theme, last, targets, notes = theme or theme_of(board), last or Effects(0), tuple(targets), tuple(notes)
    key = (board, standing, part, theme, last, targets, notes, size)
    canal = Canal(board, theme, Ids(key), EDGE)
    (x1, y1), (x2, y2) = map(canal.at, part)
    edge = PAD - 6  # just inside the rim
    left, top = min(x1, x2) - edge, min(y1, y2) - edge
    width, height = abs(x1 - x2) + 2 * edge, abs(y1 - y2) + 2 * edge
    canal.window = (left, top), (left + width, top + height)
    body = [
        *water.draw(canal),
        group(marks.under(canal, last), class_="under"),
        group(pieces.planks(canal, standing.planks, last.laid), class_="planks"),
        group(marks.way(canal, last.way, standing.planks), class_="last"),
        group((marks.target(canal, field) for field in targets), class_="targets"),
        group(pieces.standing(canal, standing), class_="fields"),
        group(marks.notes(canal, notes, standing.planks), class_="notes"),
    ]
    frame: Style = {"width": width, "height": height, "rx": 22}
    clip = element("clipPath", element("rect", **frame), id=canal.ids["part"])
    inside = group((group(body, transform=shift(-left, -top)),), clip_path=canal.ids.url("part"))
    return document(
        width,
        height,
        (inside,),
        ids=canal.ids,
        defs=(*canal.defs(), clip),
        size=size,
        scale=SCALE,
        label=board.code,
        desc=desc,
    )


def card_svg(card: Card, *, theme: Theme = DAY, size: float | None = None) -> str:
    """A card by itself, with the hourglasses it costs."""
    canal = Canal(load_board("day-basic"), theme, Ids((card, theme, size)))
    face = cards.card(canal, card, 42, 60, is_playable=False)
    return document(84, 124, (face,), ids=canal.ids, defs=canal.defs(), size=size, scale=SCALE, label=card)


def svg(
    view: View,
    *,
    theme: Theme | None = None,
    last: Effects | None = None,
    targets: Iterable[str] = (),
    names: Sequence[str] = (),
    size: float | None = None,
    title: str = "",
    desc: str = "",
) -> str:
    """What a seat sees: the canal, what happened last, everybody's side of the table, and its own hand.

    Each seat sits at its corner. `targets` are fields and places for planks to be marked; `names` are the seats'. The
    theme is the board's own, day or night, unless another is wished.
    """
    theme, last, targets = theme or theme_of(view.board), last or Effects(0), tuple(targets)
    canal = Canal(view.board, theme, Ids((view, theme, last, targets, tuple(names), size, title, desc)), seats.SIDE)
    height = seats.SIDE + CANAL + seats.SIDE + seats.STRIP + (seats.HAND if view.seat is not None else 0)
    body = [
        *water.draw(canal),
        group(marks.under(canal, last), class_="under"),
        group(pieces.planks(canal, view.planks, last.laid), class_="planks"),
        group(marks.way(canal, last.way, view.planks), class_="last"),
        group((marks.target(canal, field) for field in targets), class_="targets"),
        group(pieces.standing(canal, view), class_="fields"),
        *(
            group(seats.side(canal, view, seat, names), class_="seat", data_seat=str(seat))
            for seat in range(len(view.colours))
        ),
        group(
            (
                seats.tent(canal, colour, *seats.tent_at(colour), 0)
                for colour in range(len(COLOURS))
                if COLOURS[colour] not in view.colours
            ),
            class_="unused",
            opacity=0.3,
        ),
        group(seats.strip(canal, view, seats.SIDE + CANAL + seats.SIDE), class_="table"),
    ]
    if view.seat is not None:
        body.append(group(seats.hand(canal, view, seats.SIDE + CANAL + seats.SIDE + seats.STRIP), class_="hand"))
    label = f"{', '.join(view.planks) or '-'}; {', '.join(filter(None, view.pawns))}"
    return _document(canal, body, height, size, label, title, desc)
