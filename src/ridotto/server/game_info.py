"""What can be played, and a game from the options that somebody far away has written."""

from __future__ import annotations

import dataclasses
import logging
import shlex
from collections.abc import Iterator
from functools import cache
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

from ridotto.bots import characters
from ridotto.core import AnyGame, OptionError
from ridotto.games import game_type, make_game, registration
from ridotto.games import games as registered
from ridotto.server.wire import BoardInfo, GameInfo, OptionInfo

LOG: Final = logging.getLogger(__name__)
LONGEST: Final = 1_000
"""Characters of options; a board's code has about 150."""


def asked_game(name: str, options: str, seats: int | None = None) -> AnyGame:
    """Raises OptionError or BoardError; never reads a file."""
    pairs = split_options(options)
    if seats is not None:
        least, most = seats_of(name)
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


def seats_of(name: str) -> tuple[int, int]:
    """The least and the most that can play."""
    kind: Any = game_type(name)
    for field in dataclasses.fields(kind.options_type):
        if field.name == "seats":
            least, most = field.metadata["within"]
            return least, most
    seats = make_game(name).seats
    return seats, seats


@cache
def games() -> tuple[GameInfo, ...]:
    offered = []
    for name in registered():
        try:
            offered.append(_info(name))
        except Exception:  # one game must not take the others off the menu
            LOG.exception("the game %s cannot be offered", name)
    return tuple(offered)


def usual_bot(name: str) -> str:
    """Of middling strength: who a new table offers first, and who stands in for the absent."""
    bots = tuple(characters(name))
    return bots[len(bots) // 2]


def _info(name: str) -> GameInfo:
    game, kind = registration(name), game_type(name)
    least, most = seats_of(name)
    boards = game.load("boards")() if game.boards else ()
    return GameInfo(
        name=name,
        least_seats=least,
        most_seats=most,
        options=tuple(_options(kind.options_type)),
        bots=tuple(characters(name)),
        usual_bot=usual_bot(name),
        boards=tuple(BoardInfo(**board._asdict()) for board in boards),
    )


def _options(kind: Any) -> Iterator[OptionInfo]:
    hints = get_type_hints(kind)
    for field in dataclasses.fields(kind):
        if field.name == "seats":
            continue
        hint, (least, most) = hints[field.name], field.metadata.get("within") or (None, None)
        is_choice = get_origin(hint) is Literal
        yield OptionInfo(
            name=field.name,
            kind="choice" if is_choice else "number" if hint is int else "text",
            values=get_args(hint) if is_choice else (),
            default=str(field.default),
            least=least,
            most=most,
            is_study=field.metadata.get("is_study", False),
        )
