"""``ridotto perft``: counts that any other program for the game can be checked against."""

from __future__ import annotations

import argparse

from ridotto.cli import add_json, add_options, print_json
from ridotto.cli.show import position_text, venise_position
from ridotto.core import parse_options
from ridotto.games import GAMES, venise, xequeo
from ridotto.games.xequeo.board import board
from ridotto.i18n import Catalogue


def add(parser: argparse.ArgumentParser, say: Catalogue) -> None:
    parser.add_argument("game", choices=list(GAMES), help=say.text("cli_game"))
    parser.add_argument("position", help=say.text("show_position"))
    parser.add_argument("depth", type=int, help=say.text("cli_depth"))
    add_options(parser, say)
    add_json(parser, say)


def run(args: argparse.Namespace, say: Catalogue) -> None:  # noqa: ARG001 - a number needs no words
    text = position_text(args)
    if args.game == venise.Venise.name:
        game, state = venise_position(text, args.options)
        position, count = game.show_position(state), venise.perft(game, state, args.depth)
    else:
        options = parse_options(xequeo.Options, args.options)
        found = xequeo.parse_position(text)
        is_passable = options.through_ring == "yes"
        geometry = board(found.width, found.height, options.distance, is_ring_passable=is_passable)
        position, count = str(found), xequeo.perft(geometry, found, args.depth)
    if args.json:
        print_json({"game": args.game, "position": position, "depth": args.depth, "count": count})
    else:
        print(count)
