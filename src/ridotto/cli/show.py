"""``ridotto show``: a position as text and as a picture."""

from __future__ import annotations

import argparse
import sys

from ridotto.cli import write_file
from ridotto.draw import xequeo_text
from ridotto.draw.xequeo import position_svg
from ridotto.games.xequeo import Position, parse_position
from ridotto.games.xequeo.board import NOWHERE, board
from ridotto.games.xequeo.position import beside_ring
from ridotto.i18n import Catalogue


def add(parser: argparse.ArgumentParser, say: Catalogue) -> None:
    parser.add_argument("position", help=say.text("cli_position"))
    parser.add_argument("--svg", metavar="FILE", help=say.text("cli_svg"))


def run(args: argparse.Namespace, say: Catalogue) -> None:
    position = parse_position(args.position)
    words = describe(position, say)
    if args.svg == "-":
        sys.stdout.write(position_svg(position, desc=words))
        return
    if args.svg:
        write_file(args.svg, position_svg(position, desc=words))
    print(xequeo_text.plain(position))
    print()
    print(words)


def describe(position: Position, say: Catalogue) -> str:
    """The position in words, for people who listen to it."""
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
