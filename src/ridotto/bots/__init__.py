"""Bots are clients: a view and a limit in; a move, its odds and its reasons out. A bot never sees a state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeVar

from ridotto.core import AnyGame, OptionError, nearest
from ridotto.games import registration

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


BOT_PREFIX: Final = "bot:"
"""Prefix of a bot's name in records and on the command line."""


def character_key(name: str) -> str:
    """Where the catalogue says what a bot is like."""
    return f"bot_{name}"


def characters(game: str) -> list[str]:
    """Whom people can play against, weakest first."""
    known = registration(game)
    return [name for name in known.bots if name not in known.study_bots]


def make_bot(name: str, game: AnyGame) -> Bot:
    known = registration(game.name)
    if name not in known.bots:
        raise OptionError("bot_unknown", name=name, nearest=nearest(name, list(known.bots)))
    bot: Bot = known.resolve(known.bots[name])(game)
    return bot
