"""What can be played, and a game from the options that somebody far away has written."""

from __future__ import annotations

import dataclasses
import shlex
from contextlib import suppress
from functools import cache
from typing import Final, Literal, cast, get_args, get_origin, get_type_hints

from ridotto.bots import characters
from ridotto.core import AnyGame, OptionError
from ridotto.games import GAMES, game_type, make_game
from ridotto.games.venise import board_names, load_board
from ridotto.games.xequeo.board import LETTERS, SIDE
from ridotto.games.xequeo.position import SMALLEST
from ridotto.server.wire import BoardInfo, GameInfo, GameName, OptionInfo

SEATS: Final = {"xequeo": (2, 2), "venise": (2, 4)}
STUDY: Final = {"xequeo": ("width", "height", "pieces", "rings", "position"), "venise": ("compensation",)}
NUMBERS: Final = {
    "xequeo": {"width": (SMALLEST, SIDE), "height": (SMALLEST, SIDE), "pieces": (1, len(LETTERS)), "rings": (1, 99)},
    "venise": {"stall_rounds": (1, 999)},
}
LONGEST: Final = 1_000
"""Characters of options; a board's code has about 150."""


def asked_game(name: str, options: str, seats: int | None = None) -> AnyGame:
    """Raises OptionError or BoardError; never reads a file."""
    pairs = split_options(options)
    if seats is not None:
        least, most = SEATS[name]
        if not least <= seats <= most:
            raise OptionError("seats_wrong", least=least, most=most, found=seats)
        if any(pair.startswith("seats=") for pair in pairs):
            raise OptionError("seats_option")
        if "seats" in game_type(name).options_type.__dataclass_fields__:
            pairs = [*pairs, f"seats={seats}"]
    return make_game(name, pairs)


def split_options(text: str) -> list[str]:
    """Options as they are written in records. Files of the server are nobody's business: boards come as their code."""
    if len(text) > LONGEST:
        raise OptionError("options_long", most=LONGEST)
    try:
        pairs = shlex.split(text)
    except ValueError:
        raise OptionError("option_quotes", text=text) from None
    for pair in pairs:
        if pair.endswith(".toml"):
            raise OptionError("board_by_file")
    return pairs


@cache
def games() -> tuple[GameInfo, ...]:
    return tuple(_info(cast(GameName, name)) for name in GAMES)


def _info(name: GameName) -> GameInfo:
    kind = game_type(name)
    hints = get_type_hints(kind.options_type)
    options = []
    for field in dataclasses.fields(kind.options_type):
        if field.name == "seats":
            continue
        hint = hints[field.name]
        is_choice = get_origin(hint) is Literal
        least, most = NUMBERS[name].get(field.name, (None, None))
        options.append(
            OptionInfo(
                name=field.name,
                kind="choice" if is_choice else "number" if hint is int else "text",
                values=get_args(hint) if is_choice else (),
                default=str(field.default),
                least=least,
                most=most,
                is_study=field.name in STUDY[name],
            )
        )
    least_seats, most_seats = SEATS[name]
    return GameInfo(
        name=name,
        rules=kind.rules_version,
        least_seats=least_seats,
        most_seats=most_seats,
        options=tuple(options),
        bots=tuple(characters(name)),
        boards=_boards() if name == "venise" else (),
    )


def _boards() -> tuple[BoardInfo, ...]:
    """The booklet's boards first, the easiest first."""
    boards = [BoardInfo(name=name, title=load_board(name).name, side=load_board(name).side) for name in board_names()]

    def order(board: BoardInfo) -> tuple[int, str]:
        with suppress(ValueError):
            return FIRST_BOARDS.index(board.name), ""
        return len(FIRST_BOARDS), board.title

    return tuple(sorted(boards, key=order))


FIRST_BOARDS: Final = ("day-basic", "night-basic", "day-advanced", "night-advanced")
