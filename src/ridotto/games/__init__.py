"""What can be played: the games of the house, then those of installed packages. Rules are imported when asked for."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Final, NamedTuple

from ridotto.core import AnyGame, Game, OptionError, nearest, parse_options
from ridotto.games.registration import GameError, Registration

__all__ = ["GameError", "Registration", "broken_games", "game_type", "games", "make_game", "registration"]

GROUP: Final = "ridotto.games"
HOUSE: Final = (
    EntryPoint("xequeo", "ridotto.games.house:XEQUEO", GROUP),
    EntryPoint("venise", "ridotto.games.house:VENISE", GROUP),
)
NAME: Final = re.compile("[a-z][a-z0-9]{0,31}")
"""Names of games are part of addresses, file names and keys of the catalogue."""
PROTOCOL: Final = {name for name in (*vars(Game), *Game.__annotations__) if not name.startswith("_")}


class Found(NamedTuple):
    games: Mapping[str, Registration]
    broken: tuple[GameError, ...]


def games() -> Mapping[str, Registration]:
    """By name, in the order they are offered."""
    return found().games


def broken_games() -> tuple[GameError, ...]:
    """What packages register and cannot be played; everything else goes on without it."""
    return found().broken


def registration(name: str) -> Registration:
    """Raises OptionError where there is no such game, GameError where there is a broken one."""
    known, broken = found()
    if name in known:
        return known[name]
    for error in broken:
        if error.params["name"] == name:
            raise error
    raise OptionError("game_unknown", name=name, nearest=nearest(name, list(known)))


def game_type(name: str) -> type[AnyGame]:
    return registration(name).load("rules")  # type: ignore[no-any-return]


def make_game(name: str, options: str | Iterable[str] = "") -> AnyGame:
    """``make_game("venise", "seats=4 board=night-basic")``. Raises RidottoError."""
    return _made(game_type(name), options)


def _made(kind: Any, options: str | Iterable[str]) -> AnyGame:
    game: AnyGame = kind(parse_options(kind.options_type, options))
    return game


@cache
def found() -> Found:
    known: dict[str, Registration] = {}
    broken: list[GameError] = []
    for package, entry in _entries():
        try:
            if entry.name in known:
                raise GameError(entry.name, package, f"the name is taken by the package {known[entry.name].package}")
            known[entry.name] = _registered(entry, package)
        except GameError as error:
            broken.append(error)
    return Found(known, tuple(broken))


def _entries() -> Iterator[tuple[str, EntryPoint]]:
    for entry in HOUSE:
        yield "ridotto", entry
    others = [(entry.dist.name if entry.dist else "?", entry) for entry in entry_points(group=GROUP)]
    yield from sorted(others, key=lambda other: (other[0], other[1].name))


def _registered(entry: EntryPoint, package: str) -> Registration:
    if not NAME.fullmatch(entry.name):
        raise GameError(entry.name, package, "a name has up to 32 lower-case letters and digits, a letter first")
    try:
        loaded = entry.load()
    except (Exception, SystemExit) as error:  # a package may do anything when it is imported
        raise GameError(entry.name, package, error) from error
    if not isinstance(loaded, Registration):
        raise GameError(entry.name, package, f"{entry.value} is a {type(loaded).__name__}, not a Registration")
    given = dataclasses.replace(loaded, name=entry.name, package=package)
    if entry not in HOUSE:
        _try_rules(given)
    return given


def _try_rules(given: Registration) -> None:
    """Finds what is wrong with somebody's rules before anybody wants to play by them."""
    rules = given.load("rules")
    if given.texts and not isinstance(given.load("texts"), Mapping):
        raise GameError(given.name, given.package, f"{given.texts} is no mapping of languages to texts")
    try:
        game = _made(rules, "")
        lacking = sorted(name for name in PROTOCOL if not hasattr(game, name))
        name = "" if lacking else game.name
    except Exception as error:
        raise GameError(given.name, given.package, error) from error
    if lacking:
        raise GameError(given.name, given.package, f"{given.rules} lacks {', '.join(lacking)}")
    if name != given.name:
        raise GameError(given.name, given.package, f"{given.rules} calls itself {name}")
