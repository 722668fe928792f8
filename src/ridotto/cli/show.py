"""``ridotto show``: a position of either game as text, as a picture and as data."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any, NamedTuple

from ridotto.cli import STREAM, add_json, add_options, print_json, read_input, write_output
from ridotto.core import parse_options
from ridotto.games import venise, xequeo
from ridotto.i18n import Catalogue, Said

POST_TO_POST = ("a4", "e1")
"""The whole canal, from corner to corner."""


class Shown(NamedTuple):
    text: str
    words: str
    """For people who listen to it."""
    picture: str
    data: dict[str, Any]


def add(parser: argparse.ArgumentParser, say: Catalogue) -> None:
    parser.add_argument("position", help=say.text("show_position"))
    add_options(parser, say)
    parser.add_argument("--svg", metavar="FILE", help=say.text("cli_svg"))
    add_json(parser, say)


def run(args: argparse.Namespace, say: Catalogue) -> None:
    text = position_text(args)
    # Only Venise has colons, between the parts of a seat.
    shown = (show_venise if ":" in text else show_xequeo)(text, args.options, say)
    if args.svg:
        write_output(args.svg, shown.picture)
    if args.svg == STREAM:
        return
    if args.json:
        print_json(shown.data)
    else:
        print(shown.text, shown.words, sep="\n\n")


def position_text(args: argparse.Namespace) -> str:
    """The argument, or what comes in for ``-``."""
    return read_input(STREAM).strip() if args.position == STREAM else str(args.position)


# -- Xe Queo! --------------------------------------------------------------------------------------------------------


def show_xequeo(text: str, options: Sequence[str], say: Catalogue) -> Shown:
    from ridotto.draw import xequeo_text
    from ridotto.draw.xequeo import position_svg
    from ridotto.games.xequeo.board import LETTERS, NOWHERE, show_square

    parse_options(xequeo.Options, options)  # they change nothing, but must be right
    position = xequeo.parse_position(text)
    words = describe(position, say)
    data = {
        "game": xequeo.XeQueo.name,
        "position": str(position),
        "width": position.width,
        "height": position.height,
        "pieces": {LETTERS[piece]: show_square(square) for piece, square in enumerate(position.pieces)},
        "ring": None if position.ring == NOWHERE else show_square(position.ring),
        "turn": position.turn,
    }
    return Shown(xequeo_text.plain(position), words, position_svg(position, desc=words), data)


def describe(position: xequeo.Position, say: Catalogue) -> str:
    from ridotto.draw import xequeo_text
    from ridotto.games.xequeo.board import NOWHERE, board
    from ridotto.games.xequeo.position import beside_ring

    facts = [
        say.text("show_ring" if what == xequeo_text.RING else f"piece_{what}") + f" {square}"
        for what, square in xequeo_text.describe(position)
    ]
    if position.ring == NOWHERE:
        facts.append(say.text("show_no_ring", seat=position.turn))
    else:
        facts.append(say.text("show_turn", seat=position.turn))
        if beside_ring(position, board(position.width, position.height)):
            facts.append(say.text("show_mid_round"))
    return ", ".join(facts) + "."


# -- Venise ----------------------------------------------------------------------------------------------------------


def venise_position(text: str, options: Sequence[str]) -> tuple[venise.Venise, venise.State]:
    """The position says how many play; the options say on which board."""
    seats = [] if any(option.startswith("seats=") for option in options) else [f"seats={venise.seats_of(text)}"]
    game = venise.Venise(parse_options(venise.Options, [*options, *seats]))
    return game, venise.parse_position(game, text)


def show_venise(text: str, options: Sequence[str], say: Catalogue) -> Shown:
    from ridotto.draw.venise import detail_svg
    from ridotto.draw.venise.text import plain

    game, state = venise_position(text, options)
    view = game.view(state, None)
    words = describe_venise(view, say)
    data = {
        "game": game.name,
        "position": game.show_position(state),
        "board": game.board.code,
        "planks": list(view.planks),
        "seats": [
            {
                "colour": colour,
                "field": view.pawns[seat] or None,
                "short": short,
                "long": long,
                "tiles": view.tiles[seat],
                "gems": list(view.gems[seat]),
            }
            for seat, (colour, (short, long)) in enumerate(zip(view.colours, view.stocks, strict=True))
        ],
        "turn": view.turn,
    }
    return Shown(plain(view), words, detail_svg(game.board, view, part=POST_TO_POST, desc=words), data)


def describe_venise(view: venise.View, say: Catalogue) -> str:
    from ridotto.games.venise.boards import colour_key

    lines = [say.text("ve_show_planks", planks=", ".join(view.planks))] if view.planks else []
    for seat, (colour, (short, long)) in enumerate(zip(view.colours, view.stocks, strict=True)):
        words: dict[str, object] = {
            "colour": Said(colour_key(colour)),
            "field": view.pawns[seat],
            "short": short,
            "long": long,
            "tiles": view.tiles[seat],
            "gems": ", ".join(view.gems[seat]),
        }
        lines.append(say.text("ve_show_seat" if view.pawns[seat] else "ve_show_home", **words))
    return "\n".join([*lines, say.text("ve_show_turn", seat=view.turn)])
