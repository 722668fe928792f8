"""A server that listens, from the first port to the last message."""

from __future__ import annotations

import asyncio
import errno
import gc
import signal
import socket
import sys
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

import uvicorn

from ridotto.core import RidottoError
from ridotto.server.app import make_app
from ridotto.server.connections import BACKLOG, RESERVE, Connections, HttpConnection, SocketConnection, file_limit
from ridotto.server.settings import Settings
from ridotto.server.store import Store

PORT: Final = 7480
NEXT_PORTS: Final = 20
"""How many are tried when the usual one is taken."""
FRAME: Final = 65_536
"""Longer messages cost the socket; up to here they are answered, if only by saying that they are too long."""
SWITCH: Final = 0.0005
"""Seconds until threads take turns. The one that writes asks for its turn after each statement: Python's own 5 ms would
hold up a batch for as long as moves are worked out."""
COLLECT: Final = (20_000, 50, 20)
"""Reference counts free views; cycles are rare, and looking for them often costs a twentieth of a move."""
LAST_WORDS: Final = 5
"""Seconds for what is being written when the server is told to stop."""
EVERYWHERE: Final = ("0.0.0.0", "::")


class ListenError(RidottoError):
    """A host or port that cannot be had."""


def listen(host: str, port: int | None) -> socket.socket:
    """Without a port, the usual one or the next that is free. Raises ListenError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for wish in range(PORT, PORT + NEXT_PORTS) if port is None else [port]:
        listening = socket.socket(family, socket.SOCK_STREAM)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, wish))
            listening.listen(BACKLOG)
        except (OSError, OverflowError) as error:
            listening.close()
            if isinstance(error, OverflowError) or error.errno not in (errno.EADDRINUSE, errno.EACCES):
                reason = error.strerror if isinstance(error, OSError) else str(error)
                raise ListenError("serve_host_unknown", host=f"{host}:{wish}", reason=reason) from None
        else:
            return listening
    raise ListenError("serve_port_taken", port=str(PORT if port is None else port))


def address(host: str, port: int) -> str:
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def lan_host() -> str:
    """This machine as its network sees it; empty without a network. Nothing is sent."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))
        return str(probe.getsockname()[0])
    return ""


class Server(uvicorn.Server):
    """Says when it answers, and opens the page then."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        ready: str = "",
        page: str = "",
        on_ready: Callable[[], None] = lambda: None,
    ) -> None:
        super().__init__(
            uvicorn.Config(
                make_app(settings, store, self._end),
                log_config=None,
                log_level="warning",  # more would write what people send, tokens included
                access_log=False,
                server_header=False,
                http=HttpConnection,
                ws=SocketConnection,
                ws_max_size=FRAME,
                # Moves are small, and compressing costs time and a window of memory for every socket.
                ws_per_message_deflate=False,
                backlog=BACKLOG,
                timeout_graceful_shutdown=LAST_WORDS,
            )
        )
        self.server_state = Connections(settings.limits, file_limit() - RESERVE)
        self.ready = ready
        self.page = page
        self.on_ready = on_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started and self.ready:
            print(self.ready, flush=True)
        if self.started:
            self.on_ready()
        if self.started and self.page:
            asyncio.get_running_loop().run_in_executor(None, webbrowser.open, self.page)

    def _end(self) -> None:
        """As if told to stop: sockets are closed by 1012, and browsers try again, at whatever answers then."""
        self.should_exit = True

    def run_until_stopped(self, listening: socket.socket) -> None:
        """Until Ctrl-C or SIGTERM, which are both a proper end."""
        # What is loaded by now stays: looking through it for garbage would hold up all tables for a tenth of a second.
        gc.collect()
        gc.freeze()
        gc.set_threshold(*COLLECT)
        sys.setswitchinterval(SWITCH)
        with suppress(KeyboardInterrupt):
            before = signal.signal(signal.SIGTERM, _stop)
            try:
                self.run([listening])
            finally:
                signal.signal(signal.SIGTERM, before)


def _stop(*_: Any) -> None:
    raise KeyboardInterrupt
