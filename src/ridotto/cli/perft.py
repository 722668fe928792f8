"""``ridotto perft``: counts that any other program for the game can be checked against."""

from __future__ import annotations

import argparse

from ridotto.cli import add_options
from ridotto.core import parse_options
from ridotto.games.xequeo import Options, XeQueo, parse_position, perft
from ridotto.games.xequeo.board import board
from ridotto.i18n import Catalogue


def add(parser: argparse.ArgumentParser, say: Catalogue) -> None:
    parser.add_argument("game", choices=[XeQueo.name], help=say.text("cli_game"))
    parser.add_argument("position", help=say.text("cli_position"))
    parser.add_argument("depth", type=int, help=say.text("cli_depth"))
    add_options(parser, say)


def run(args: argparse.Namespace, say: Catalogue) -> None:  # noqa: ARG001 - a number needs no words
    position = parse_position(args.position)
    options = parse_options(Options, args.options)
    geometry = board(position.width, position.height, options.distance, is_ring_passable=options.through_ring == "yes")
    print(perft(geometry, position, args.depth))
