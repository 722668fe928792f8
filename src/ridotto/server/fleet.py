"""Several servers on one machine: one port, one PostgreSQL, as many processes as asked for.

The first process only looks after the others: it starts again what has died, tells them to stop, and ends last."""

from __future__ import annotations

import multiprocessing
import os
import signal
import socket
import threading
import time
import webbrowser
from contextlib import suppress
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, Final

from ridotto.core import RidottoError
from ridotto.server.settings import Settings

START_SECONDS: Final = 60.0
"""After that one that does not answer is taken for failed."""
SOON: Final = 5.0
"""Seconds; a process that has not lived that long is not started again at once."""


class FleetError(RidottoError):
    """Not all of the processes could be started."""


@dataclass(slots=True)
class Fleet:
    settings: Settings
    listening: socket.socket
    count: int
    """Of processes."""

    def run(self, ready: str, page: str = "") -> None:
        """Until Ctrl-C or SIGTERM. Raises FleetError where one of the first does not come up."""
        before = {number: signal.signal(number, _stop) for number in (signal.SIGTERM, signal.SIGINT)}
        members: dict[BaseProcess, float] = {}
        try:
            begun = [self._start() for _ in range(self.count)]
            members |= dict.fromkeys((process for process, _ in begun), time.monotonic())
            for _, is_up in begun:
                if not is_up.poll(START_SECONDS) or not _received(is_up):
                    raise FleetError("serve_fleet")
            print(ready, flush=True)
            if page:
                threading.Thread(target=webbrowser.open, args=(page,), daemon=True).start()
            self._look_after(members)
        except KeyboardInterrupt:
            pass
        finally:
            for number in before:
                signal.signal(number, signal.SIG_IGN)  # once is enough
            for process in members:
                process.terminate()
            for process in members:
                process.join()
            for number, handler in before.items():
                signal.signal(number, handler)

    def _look_after(self, members: dict[BaseProcess, float]) -> None:
        while members:
            wait([process.sentinel for process in members])
            for process, start in list(members.items()):
                if process.exitcode is None:
                    continue
                del members[process]
                if process.exitcode:  # one that ended well was told to, or has found another schema
                    time.sleep(max(0.0, start + SOON - time.monotonic()))
                    members[self._start()[0]] = time.monotonic()

    def _start(self) -> tuple[BaseProcess, Connection]:
        context = multiprocessing.get_context("spawn")
        is_up, say_so = context.Pipe(duplex=False)
        cores = max(1, ((os.cpu_count() or 2) - 1) // self.count)
        settings = replace(self.settings, workers=self.settings.workers or cores)
        process = context.Process(target=_serve, args=(settings, self.listening, say_so), name="ridotto")
        process.start()
        say_so.close()
        return process, is_up


def _received(is_up: Connection) -> bool:
    with suppress(EOFError):
        return bool(is_up.recv())
    return False


def _stop(*_: Any) -> None:
    raise KeyboardInterrupt


# -- in the processes --------------------------------------------------------------------------------------------------


def _serve(settings: Settings, listening: socket.socket, say_so: Connection) -> None:
    from ridotto.server.logs import set_up_logs
    from ridotto.server.run import Server
    from ridotto.server.store import Store

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the first process, which tells us
    threading.Thread(target=_end_with_the_first, daemon=True).start()
    set_up_logs(settings.log)
    try:
        server = Server(settings, Store(settings.db), on_ready=lambda: say_so.send(True))
    except RidottoError:  # the first process has tried the same database, and says it
        raise SystemExit(2) from None
    server.run_until_stopped(listening)


def _end_with_the_first() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)
