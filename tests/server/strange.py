"""Bots that no house would want. In a module of their own, because the processes of bots import it."""

from __future__ import annotations

import os
import time
from pathlib import Path
from random import Random
from typing import Any

from ridotto.bots import Choice, Limit, Reason
from ridotto.bots.baseline import RandomBot
from ridotto.games import registration
from ridotto.server import workers

FLAG = "RIDOTTO_TEST_FLAG"


class Crashing(RandomBot):
    """Takes its process down."""

    def choose(self, view: Any, limit: Limit, rng: Random) -> Choice[Any]:
        os._exit(3)


class CrashingOnce(RandomBot):
    def choose(self, view: Any, limit: Limit, rng: Random) -> Choice[Any]:
        flag = Path(os.environ[FLAG])
        if not flag.exists():
            flag.touch()
            os._exit(3)
        return Choice(view.legal[0], ((view.legal[0], 1.0),), (Reason("why_only"),))


class Cheating(RandomBot):
    def choose(self, view: Any, limit: Limit, rng: Random) -> Choice[Any]:
        return Choice("illegal", (), ())


class Slow(RandomBot):
    def choose(self, view: Any, limit: Limit, rng: Random) -> Choice[Any]:
        time.sleep(3600)
        raise AssertionError


STRANGE = {
    name: f"{__name__}:{kind.__name__}"
    for name, kind in (("crash", Crashing), ("once", CrashingOnce), ("cheat", Cheating), ("slow", Slow))
}


def endless(*_: object) -> bytes:
    """A job that says who does it, and goes on."""
    flag = Path(os.environ[FLAG])
    part = flag.with_suffix(".part")
    part.write_text(str(os.getpid()))
    part.rename(flag)
    time.sleep(3600)
    raise AssertionError


def begin() -> None:
    """How a process begins that knows them."""
    registration("xequeo").bots.update(STRANGE)
    workers._begin()
