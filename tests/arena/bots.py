"""Bots that misbehave, named to the arena as ``tests.arena.bots:Class``."""

from __future__ import annotations

import os
import signal
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

from ridotto.bots import Choice, Limit
from ridotto.bots.baseline import RandomBot


class Crashing(RandomBot):
    """Cannot make up its mind about its secret piece."""

    def choose(self, view: Any, limit: Limit, rng: Random) -> Choice[Any]:
        if view.phase == "choose":
            raise ZeroDivisionError("of\nall things")
        return super().choose(view, limit, rng)


class Cheating(RandomBot):
    def choose(self, view: Any, limit: Limit, rng: Random) -> Choice[Any]:
        return Choice(None, ())


class Endless(RandomBot):
    def choose(self, view: Any, limit: Limit, rng: Random) -> Choice[Any]:
        while True:
            try:
                time.sleep(0.01)
            except Exception:  # a careless bot does not get away with this either
                continue


class Slow(RandomBot):
    """Slow enough that a test can stop the arena in the middle."""

    def choose(self, view: Any, limit: Limit, rng: Random) -> Choice[Any]:
        time.sleep(0.004)
        return super().choose(view, limit, rng)


class Learning(RandomBot):
    """Would play otherwise in a second game, if it were ever given one."""

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.games = 0

    def choose(self, view: Any, limit: Limit, rng: Random) -> Choice[Any]:
        self.games += view.phase == "choose" and not view.results
        rng.seed(rng.random() + self.games)
        return super().choose(view, limit, rng)


def mark_of(limit: Limit) -> Path:
    return Path(tempfile.gettempdir()) / f"ridotto-test-{limit.iterations}"


class Dying(RandomBot):
    """Takes its process with it, once: a file remembers, named after the limit, the only thing a test can tell it."""

    def choose(self, view: Any, limit: Limit, rng: Random) -> Choice[Any]:
        mark = mark_of(limit)
        if view.phase == "play" and not mark.exists():
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return super().choose(view, limit, rng)


class Deadly(RandomBot):
    """Takes every process with it."""

    def choose(self, view: Any, limit: Limit, rng: Random) -> Choice[Any]:
        os.kill(os.getpid(), signal.SIGKILL)
        raise AssertionError
