"""A game's registration: where its rules are, and everything that shows, tells, draws and plays it.

A package brings a game by an entry point of the group ``ridotto.games`` that leads to a `Registration`. Parts are
written ``module:attribute`` and imported when they are first needed. What a game does not bring, the house has for any.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pkgutil import resolve_name
from typing import Any, Final, Literal, TypeAlias

from ridotto.core import RidottoError

Part: TypeAlias = Literal[
    "rules",
    "starts",
    "lessons",
    "heuristics",
    "terminal",
    "telling",
    "view",
    "past",
    "effects",
    "scene",
    "drawing",
    "pictures",
    "facts",
    "boards",
    "perft",
    "texts",
]

ANY_GAME: Final[Mapping[str, str]] = {
    "random": "ridotto.bots.baseline:RandomBot",
    "ismcts": "ridotto.bots.search:ISMCTS",
}
"""Bots that need nothing but the rules."""


class GameError(RidottoError):
    """A game that a package registers and that cannot be used: names the package and the reason."""

    def __init__(self, name: str, package: str, reason: object) -> None:
        if isinstance(reason, BaseException):
            reason = f"{type(reason).__name__}: {reason}"
        super().__init__("game_broken", name=name, package=package, reason=" ".join(str(reason).split()))


@dataclass(frozen=True, kw_only=True)
class Registration:
    title: str
    """What people call the game, wherever the catalogue has no `game_<name>`."""
    about: str = ""
    """A sentence or two for people who choose what to play."""
    rules: str
    """A `core.Game`."""
    starts: str = ""
    """Where a match may begin other than at its beginning: a module with `show_start`, `parse_start`, which leaves open
    what its reader may not know, `deal`, which fills that in at random, and `unmask`, which makes it fit a log."""
    lessons: str = ""
    """A module with `lessons_text`, the lessons as TOML, `deeds_of`, which says what a move amounts to, and DEEDS, all
    the words it has for that."""
    bots: dict[str, str] = field(default_factory=lambda: {**ANY_GAME})
    """By name, weakest first: a class or function that makes a `bots.Bot` from a game."""
    study_bots: frozenset[str] = frozenset()
    """Bots for the arena and for old matches; people at a table choose among the others."""
    adviser: str = "ismcts"
    """The bot that gives hints."""
    coach: str = ""
    """The bot whose moves beginners are advised: quick, and easy to follow; none: the adviser."""
    substitute: str = "random"
    """The bot that plays on for one who resigns where more than two sit: whoever leaves does not end it for all."""
    heuristics: str = "ridotto.bots.search:Heuristics"
    """What the search is told beyond the rules: a `bots.search.Heuristics`."""
    terminal: str = "ridotto.cli.terminal.generic:GenericTerminal"
    """How the game is shown and typed in a terminal: a `cli.terminal.Terminal`."""
    telling: str = "ridotto.tell.generic"
    """A module with `tell`, `propose`, `heading` and `named`; with `spoken` moves can be typed in words."""
    view: str = "ridotto.server.views.generic:generic_view"
    """A view as the browser gets it."""
    past: str = ""
    """What views remember of earlier rounds, for browsers that keep it: a function of a game, a state, a seat, and the
    last state that the browser knows. It gives how much of that stays, and what follows."""
    effects: str = ""
    """What a move does, for the browser to show: a function of a game, the state before, and the move as seen."""
    scene: str = ""
    """The board as far as it never changes: a function of a game."""
    first_scenes: tuple[str, ...] = ()
    """The options of the scenes that the first visitors ask for."""
    drawing: str = ""
    """A view as SVG, for notebooks: a function of it."""
    pictures: str = ""
    """The pictures of the rules page: functions of a theme, by name."""
    facts: str = ""
    """A function that gives what the texts of the rules page are filled in with, by placeholder."""
    boards: str = ""
    """A function that lists the boards to choose from, the usual one first."""
    perft: str = ""
    """Counts the move sequences from a position: a function of its text, the options and the depth."""
    texts: str = ""
    """The game's own words: by language, texts by key; English where a language is missing."""

    name: str = ""
    """The entry point's."""
    package: str = ""
    """Who registers the game."""

    def load(self, part: Part) -> Any:
        """Raises GameError."""
        return self.resolve(getattr(self, part))

    def resolve(self, path: str) -> Any:
        try:
            return _resolve(path)
        except (Exception, SystemExit) as error:  # a package may do anything when it is imported
            raise GameError(self.name, self.package, error) from error


_resolve = cache(resolve_name)
