"""Bots are clients: a view and a limit in; a move, its odds and its reasons out. A bot never sees a state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from random import Random
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeVar

from ridotto.core import AnyGame, OptionError, nearest

Move = TypeVar("Move")


@dataclass(frozen=True, slots=True)
class Limit:
    """What a bot may spend on one choice; None is no limit of that kind."""

    seconds: float | None = None
    iterations: int | None = None


class Reason(NamedTuple):
    """Why: a code of the catalogue and what to fill in."""

    code: str
    params: Mapping[str, object] = {}


@dataclass(frozen=True, slots=True)
class Choice(Generic[Move]):
    move: Move
    odds: tuple[tuple[Move, float], ...]
    """The mix the move was drawn from; sums to 1."""
    reasons: tuple[Reason, ...] = ()


class Bot(Protocol):
    """Knows its game's rules and options, not its matches."""

    name: str

    def choose(self, view: Any, limit: Limit, rng: Random) -> Choice[Any]: ...


BOTS: Final = {
    "xequeo": {
        "random": ("ridotto.bots.baseline", "RandomBot"),
        "tourist": ("ridotto.bots.xequeo", "Tourist"),
        "greedy": ("ridotto.bots.xequeo", "Greedy"),
        "fishmonger": ("ridotto.bots.xequeo", "Fishmonger"),
        "ismcts": ("ridotto.bots.search", "ISMCTS"),
        "casanova": ("ridotto.bots.bluff", "casanova"),
        "mask": ("ridotto.bots.bluff", "mask"),
        "doge": ("ridotto.bots.bluff", "doge"),
        "inquisitor": ("ridotto.bots.bluff", "inquisitor"),
    },
    "venise": {
        "random": ("ridotto.bots.baseline", "RandomBot"),
        "greedy": ("ridotto.bots.venise", "Greedy"),
        "gondolier": ("ridotto.bots.doge", "Gondolier"),
        "ismcts": ("ridotto.bots.search", "ISMCTS"),
        "doge": ("ridotto.bots.doge", "Doge"),
    },
}
"""By game, weakest first as measured (docs/arena.md)."""

FOR_STUDY: Final = {"xequeo": frozenset({"greedy", "ismcts", "mask"}), "venise": frozenset[str]()}
"""Bots for the arena and for matches of earlier days: people at a table choose among the others."""

ADVISERS: Final = {"xequeo": "doge", "venise": "doge"}
"""In Xe Queo! not whoever wins most against weak players, but whoever gives the least away."""

BOT_PREFIX: Final = "bot:"
"""How records, and whoever seats a bot, write its name."""


def character_key(name: str) -> str:
    """Where the catalogue says what a bot is like."""
    return f"bot_{name}"


def strongest(game: AnyGame) -> str:
    """The bot that gives hints."""
    return ADVISERS[game.name]


def characters(game: str) -> list[str]:
    """Whom people can play against, weakest first."""
    return [name for name in BOTS[game] if name not in FOR_STUDY[game]]


def make_bot(name: str, game: AnyGame) -> Bot:
    known = BOTS[game.name]
    if name not in known:
        raise OptionError("bot_unknown", name=name, nearest=nearest(name, list(known)))
    module, attribute = known[name]
    bot: Bot = getattr(import_module(module), attribute)(game)
    return bot
