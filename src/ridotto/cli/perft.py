"""``ridotto perft``: counts that any other program for the game can be checked against."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from ridotto.cli import add_json, add_options, print_json
from ridotto.cli.show import position_text, venise_position
from ridotto.core import parse_options
from ridotto.games import games, registration, venise, xequeo
from ridotto.games.xequeo.board import board
from ridotto.i18n import Catalogue


def add(parser: argparse.ArgumentParser, say: Catalogue) -> None:
    counted = [name for name, game in games().items() if game.perft]
    parser.add_argument("game", choices=counted, help=say.text("cli_game"))
    parser.add_argument("position", help=say.text("show_position"))
    parser.add_argument("depth", type=int, help=say.text("cli_depth"))
    add_options(parser, say)
    add_json(parser, say)


def run(args: argparse.Namespace, say: Catalogue) -> None:  # noqa: ARG001 - a number needs no words
    position, count = registration(args.game).load("perft")(position_text(args), args.options, args.depth)
    if args.json:
        print_json({"game": args.game, "position": position, "depth": args.depth, "count": count})
    else:
        print(count)


def count_xequeo(text: str, options: Sequence[str], depth: int) -> tuple[str, int]:
    asked, position = parse_options(xequeo.Options, options), xequeo.parse_position(text)
    geometry = board(position.width, position.height, asked.distance, is_ring_passable=asked.through_ring == "yes")
    return str(position), xequeo.perft(geometry, position, depth)


def count_venise(text: str, options: Sequence[str], depth: int) -> tuple[str, int]:
    game, state = venise_position(text, options)
    return game.show_position(state), venise.perft(game, state, depth)
