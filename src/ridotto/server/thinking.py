"""Bots think in processes of their own, one job each at a time, so that no table waits for another's bot.

A job holds a view, never a state. Each process is a pool of one: when a bot brings its process down, only its own job
is lost, and asked again in a new one.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import pickle
import secrets
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache, partial
from random import Random
from typing import Any, Final, NamedTuple, TypeVar

from ridotto.bots import ADVISERS, Bot, Limit, Reason, make_bot, strongest
from ridotto.bots.bluff import StandIn
from ridotto.core import AnyGame, show_options
from ridotto.games import make_game
from ridotto.i18n import Catalogue
from ridotto.match import Match

LOG: Final = logging.getLogger(__name__)
T = TypeVar("T")
TRIES: Final = 2
PATIENCE: Final = 20.0
"""Seconds beyond its limit after which a bot is taken for lost ..."""
COLD_PATIENCE: Final = 90.0
"""... and in a new process, which may have to compile first: once for each version, then it is on disk."""
SOON: Final = 4.0
"""Seconds that somebody waits for the process that is being made ready, before another is started."""
WARM_SECONDS: Final = 0.2


class Job(NamedTuple):
    game: str
    options: str
    bot: str
    view: bytes
    limit: Limit
    seed: int


class Thought(NamedTuple):
    move: str
    reasons: tuple[Reason, ...]


class Thinkers:
    def __init__(self, think: float, workers: int | None = None) -> None:
        self.limit = Limit(seconds=think)
        count = workers or max(1, (os.cpu_count() or 2) - 1)
        self._free: asyncio.Queue[ProcessPoolExecutor | None] = asyncio.Queue()
        for _ in range(count):
            self._free.put_nowait(None)  # started when somebody needs it
        self._started: set[ProcessPoolExecutor] = set()
        self._warm: set[ProcessPoolExecutor] = set()
        self._warming: asyncio.Task[ProcessPoolExecutor] | None = None

    def warm_up(self) -> None:
        """Makes a process ready before somebody needs it; it then takes the place of the first to be started."""
        self._warming = asyncio.create_task(self._warm_one())

    async def _warm_one(self) -> ProcessPoolExecutor:
        pool = self._start()
        try:
            for reason in await asyncio.wait_for(asyncio.wrap_future(pool.submit(warm_up)), COLD_PATIENCE):
                LOG.warning("%s", Catalogue("en").text(reason.code, **reason.params))
            self._warm.add(pool)
        except Exception:  # whoever thinks in it finds out what is wrong
            LOG.exception("the bots could not be made ready")
        return pool

    async def choose(self, game: AnyGame, bot: str, view: Any) -> Thought:
        """What the bot does with this view; if it fails again and again, any legal move."""
        options = show_options(game.options)
        for _ in range(TRIES):
            job = Job(game.name, options, bot, pickle.dumps(view), self.limit, secrets.randbits(64))
            try:
                thought = await self._run(partial(think, job), PATIENCE + (self.limit.seconds or 0))
                if thought.move in map(game.show_move, view.legal):
                    return thought
                LOG.error("bot %s of %s wants to play %s, which is not legal", bot, game.name, thought.move)
            except Exception:  # whatever is wrong with a bot, the people at its table play on
                LOG.exception("bot %s of %s failed at a table", bot, game.name)
        LOG.error("bot %s of %s plays any move, because it failed %s times", bot, game.name, TRIES)
        return Thought(game.show_move(Random(secrets.randbits(64)).choice(view.legal)), (Reason("why_random"),))

    async def _run(self, work: Callable[[], T], patience: float) -> T:
        pool = await self._free.get()
        try:
            pool = pool or await self._warmed() or self._start()
            future = asyncio.wrap_future(pool.submit(work))
            done = await asyncio.wait_for(future, patience if pool in self._warm else max(patience, COLD_PATIENCE))
            self._warm.add(pool)
            return done
        except (BrokenProcessPool, TimeoutError):
            self._end(pool)
            pool = None
            raise
        finally:
            # When the wait was cut short (somebody left), the process finishes its job before the next one.
            self._free.put_nowait(pool)

    async def _warmed(self) -> ProcessPoolExecutor | None:
        """The process that was made ready, if it is or soon will be: compiling takes longer than people wait."""
        warming = self._warming
        if warming is None:
            return None
        await asyncio.wait([warming], timeout=SOON)
        if not warming.done() or self._warming is None:
            return None
        self._warming = None
        return warming.result()

    def _start(self) -> ProcessPoolExecutor:
        pool = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), BEGIN)
        self._started.add(pool)
        return pool

    def _end(self, pool: ProcessPoolExecutor | None) -> None:
        if pool is not None:
            self._started.discard(pool)
            self._warm.discard(pool)
            for process in list((getattr(pool, "_processes", None) or {}).values()):
                process.kill()
            pool.shutdown(wait=False, cancel_futures=True)

    def close(self) -> None:
        """At once: nobody waits for these thoughts any more."""
        if self._warming:
            self._warming.cancel()
        for pool in list(self._started):
            self._end(pool)


# -- in the processes --------------------------------------------------------------------------------------------------


def _begin() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server; it ends us
    threading.Thread(target=_end_with_the_server, daemon=True).start()


def _end_with_the_server() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(0)


BEGIN: Callable[[], None] = _begin
"""How each process begins."""


@lru_cache(maxsize=16)
def _bot(game: str, options: str, name: str) -> tuple[AnyGame, Bot]:
    made = make_game(game, options)
    return made, make_bot(name, made)


def warm_up() -> list[Reason]:
    """Makes the best bots and lets them begin a match; says who cannot play."""
    missing: list[Reason] = []
    for name in ADVISERS:
        game, bot = _bot(name, "", strongest(make_game(name, "")))
        match = Match(game, ["", ""])
        match.play_chance(Random(0))
        seat = match.actors[0]
        choice = bot.choose(match.view(seat), Limit(seconds=WARM_SECONDS), Random(0))
        missing += choice.reasons[:1] if isinstance(bot, StandIn) else []
    return missing


def think(job: Job) -> Thought:
    game, bot = _bot(job.game, job.options, job.bot)
    choice = bot.choose(pickle.loads(job.view), job.limit, Random(job.seed))
    return Thought(game.show_move(choice.move), choice.reasons)
