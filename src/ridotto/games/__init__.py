"""The games of the house. Each is imported only when somebody asks for it."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import Any, Final

from ridotto.core import AnyGame, OptionError, nearest, parse_options

GAMES: Final = {
    "xequeo": ("ridotto.games.xequeo", "XeQueo"),
    "venise": ("ridotto.games.venise", "Venise"),
}


def game_type(name: str) -> type[AnyGame]:
    if name not in GAMES:
        raise OptionError("game_unknown", name=name, nearest=nearest(name, list(GAMES)))
    module, attribute = GAMES[name]
    return getattr(import_module(module), attribute)  # type: ignore[no-any-return]


def make_game(name: str, options: str | Iterable[str] = "") -> AnyGame:
    """``make_game("venise", "seats=4 board=night-basic")``. Raises RidottoError."""
    kind: Any = game_type(name)
    game: AnyGame = kind(parse_options(kind.options_type, options))
    return game
