"""Our server for a load test, without limits for visitors: ``python -m benchmarks.load.serve PORT DATABASE [SEED]``.

With a seed, chance repeats itself: two tables differ only in what a check makes differ. It does not wait long for a
database that is locked then, and its log leaves nothing out.
"""

from __future__ import annotations

import logging
import sys
from dataclasses import replace
from random import Random
from typing import Any, Final

from ridotto.server import table_state
from ridotto.server.database import BUSY_SECONDS
from ridotto.server.logs import set_up_logs
from ridotto.server.run import Server, listen
from ridotto.server.settings import Limits, Rate, Settings
from ridotto.server.store import Store

FREE: dict[str, Any] = dict.fromkeys(
    ("requests", "messages", "socket_messages", "tables", "listed_tables", "open_seats"), Rate(1e9, 1e9)
)

BUSY: Final = 0.3
"""Seconds."""


def main() -> None:
    port, db, *seed = int(sys.argv[1]), *sys.argv[2:]
    set_up_logs()
    if seed:
        vars(table_state)["SystemRandom"] = lambda: Random(seed[0])
        logging.getLogger("ridotto").setLevel(logging.INFO)
        for handler in logging.getLogger().handlers:
            handler.filters.clear()
    limits = replace(Limits(), sockets=10_000, connections=10_000, **FREE)
    settings = Settings(db, limits=limits, busy_seconds=BUSY if seed else BUSY_SECONDS)
    Server(settings, Store(db, busy_seconds=settings.busy_seconds), "ready").run_until_stopped(
        listen("127.0.0.1", port)
    )


if __name__ == "__main__":
    main()
