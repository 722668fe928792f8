"""Bots think in processes of their own, one job each at a time. A job holds a view, never a state.

A bot that brings its process down is asked again in a new one.
"""

from __future__ import annotations

import asyncio
import logging
import math
import os
import pickle
import secrets
import time
from collections.abc import Awaitable
from functools import lru_cache
from random import Random
from typing import Any, Final, NamedTuple

from ridotto.bots import Bot, Limit, Reason, make_bot
from ridotto.bots.bluff import StandIn
from ridotto.core import AnyGame, show_options
from ridotto.games import games, make_game
from ridotto.games.registration import ANY_GAME
from ridotto.i18n import Catalogue
from ridotto.match import Match
from ridotto.server.workers import BusyError, Workers

LOG: Final = logging.getLogger(__name__)
TRIES: Final = 2
PATIENCE: Final = 20.0
"""Seconds beyond its limit after which a bot is taken for lost ..."""
COLD_PATIENCE: Final = 90.0
"""... and in a new process, which may have to compile first: once for each version, then it is on disk."""
WARM_SECONDS: Final = 0.2
MOST_WAITING: Final = 1_000
"""Thoughts of one visitor; the sockets of one visitor are limited before that."""
LARGEST: Final = 2**30
"""Bytes of memory: compiled bots take more than other work."""


class Job(NamedTuple):
    game: str
    options: str
    bot: str
    view: bytes
    limit: Limit
    seed: int


class BotChoice(NamedTuple):
    move: str
    reasons: tuple[Reason, ...]
    seconds: float = 0.0
    """That the bot thought: its wait in the queue is none of its own."""


class BotPool:
    def __init__(self, think: float, workers: int | None = None) -> None:
        self.limit = Limit(seconds=think)
        count = workers or max(1, (os.cpu_count() or 2) - 1)
        # Kept when idle: a new process takes seconds until its bots can think.
        self._workers = Workers(
            count, MOST_WAITING, idle_seconds=math.inf, cold_seconds=COLD_PATIENCE, most_memory=LARGEST
        )
        self._warming: asyncio.Task[None] | None = None

    @property
    def waiting(self) -> int:
        return self._workers.waiting

    def warm_up(self) -> None:
        """Makes a process ready before somebody needs it."""
        self._warming = asyncio.create_task(self._look_at(self._workers.prepare(warm_up)), name="warming up")

    async def _look_at(self, warming: Awaitable[list[Reason]]) -> None:
        try:
            for reason in await warming:
                LOG.warning("%s", Catalogue("en").text(reason.code, **reason.params))
        except Exception:  # whoever thinks in it finds out what is wrong
            LOG.exception("the bots could not be made ready")

    async def choose(
        self, visitor: str, game: AnyGame, bot: str, view: Any, most_seconds: float = math.inf
    ) -> BotChoice:
        """What the bot does with this view; if it fails again and again, any legal move. Raises BusyError."""
        limit = self.limit
        if most_seconds < (limit.seconds or 0):
            limit = Limit(seconds=most_seconds)
        options = show_options(game.options)
        seconds = (self.limit.seconds or 0) + PATIENCE
        for _ in range(TRIES):
            job = Job(game.name, options, bot, pickle.dumps(view), limit, secrets.randbits(64))
            try:
                choice = await self._workers.run(visitor, seconds, think, job)
                if choice.move in map(game.show_move, view.legal):
                    return choice
                LOG.error("bot %s of %s wants to play what is not legal", bot, game.name)
            except BusyError as error:
                if error.code == "too_busy":
                    raise
                LOG.error("bot %s of %s did not answer in time", bot, game.name)
            except Exception:  # whatever is wrong with a bot, the people at its table play on
                LOG.exception("bot %s of %s failed at a table", bot, game.name)
        LOG.error("bot %s of %s plays any move, because it failed %s times", bot, game.name, TRIES)
        return BotChoice(game.show_move(Random(secrets.randbits(64)).choice(view.legal)), (Reason("why_random"),))

    def close(self) -> None:
        """At once: nobody waits for these thoughts any more."""
        if self._warming:
            self._warming.cancel()
        self._workers.close()


# -- in the processes --------------------------------------------------------------------------------------------------


@lru_cache(maxsize=16)
def _bot(game: str, options: str, name: str) -> tuple[AnyGame, Bot]:
    made = make_game(game, options)
    return made, make_bot(name, made)


def warm_up() -> list[Reason]:
    """Makes the best bots and lets them begin a match; says who cannot play."""
    missing: list[Reason] = []
    for name, registered in games().items():
        if registered.bots.items() <= ANY_GAME.items():
            continue  # they need nothing that takes time to load
        game, bot = _bot(name, "", registered.adviser)
        match = Match(game)
        match.play_chance(Random(0))
        seat = match.actors[0]
        choice = bot.choose(match.view(seat), Limit(seconds=WARM_SECONDS), Random(0))
        missing += choice.reasons[:1] if isinstance(bot, StandIn) else []
    return missing


def think(job: Job) -> BotChoice:
    game, bot = _bot(job.game, job.options, job.bot)
    view = pickle.loads(job.view)
    begun = time.perf_counter()
    choice = bot.choose(view, job.limit, Random(job.seed))
    return BotChoice(game.show_move(choice.move), choice.reasons, time.perf_counter() - begun)
