"""Our server for a load test, without limits for visitors: ``python -m benchmarks.load.serve PORT DATABASE``."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import Any

from ridotto.server.run import Server, listen
from ridotto.server.settings import Limits, Rate, Settings
from ridotto.server.store import Store

FREE: dict[str, Any] = dict.fromkeys(
    ("requests", "messages", "socket_messages", "tables", "listed_tables", "open_seats"), Rate(1e9, 1e9)
)


def main() -> None:
    port, db = int(sys.argv[1]), sys.argv[2]
    limits = replace(Limits(), sockets=10_000, connections=10_000, **FREE)
    settings = Settings(db, limits=limits)
    Server(settings, Store(db), "ready").run_until_stopped(listen("127.0.0.1", port))


if __name__ == "__main__":
    main()
