"""Connections that come to nothing: told by deadlines, and never more of them than there are files.

Requests and sockets that are answered are the business of `middleware` and `routes`; here are those that say nothing,
half of something, or do not listen.
"""

from __future__ import annotations

import asyncio
import os
from typing import Any, Final, Protocol

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.utils import apply_mask

from ridotto.server.rate_limits import network
from ridotto.server.settings import Limits

RESERVE: Final = 200
"""Files that the server needs besides connections: database, processes, and those that come while one is refused."""
MOST: Final = 10_000
"""Connections, where there are files for more."""
READ: Final = 16_384
"""Bytes taken from one connection before others have their turn."""
PROGRESS: Final = 16_384
"""Bytes that somebody who reads slowly has read in the time after which others are cut off."""
OVERRUN: Final = 1013
"""Closes sockets of whoever is better off saying hello again."""
EXTENSION: Final = "ridotto.connection"
TEXT: Final = 0x81
PONG: Final = 0x8A
BACKLOG: Final = 64
"""Connections taken up at once, before any of them can be refused."""


def file_limit() -> int:
    """Raises the limit as far as the system lets us."""
    try:
        import resource
    except ImportError:
        return 512 + RESERVE  # Windows: as many as its C library opens
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST + RESERVE if hard == resource.RLIM_INFINITY else min(hard, MOST + RESERVE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        return wanted
    return MOST + RESERVE if soft == resource.RLIM_INFINITY else soft


class Connections(ServerState):
    """All that are open, and which of them wait for somebody to ask something."""

    def __init__(self, limits: Limits, most: int) -> None:
        super().__init__()
        self.limits = limits
        self.most = most
        self.waiting: dict[HttpConnection, None] = {}
        """The longest waiting first."""
        self.by_address: dict[str, dict[object, None]] = {}
        self.proxies = {"127.0.0.1", "::1", *os.environ.get("FORWARDED_ALLOW_IPS", "").replace(" ", "").split(",")}

    def admit(self, connection: HttpConnection) -> bool:
        """Whether there is room; one that only waits makes room for one that may ask something."""
        address = connection.address
        if not {address, connection.client and connection.client[0], "*"} & self.proxies:
            same = self.by_address.setdefault(address, {})
            if len(same) >= self.limits.connections:
                oldest = next((each for each in self.waiting if each.address == address), None)
                if oldest is None:
                    return False
                oldest.drop()
            same[connection.transport] = None
        if len(self.connections) >= self.most:
            if not self.waiting:
                return False
            next(iter(self.waiting)).drop()
        return True

    def forget(self, address: str, transport: object) -> None:
        same = self.by_address.get(address, {})
        same.pop(transport, None)
        if not same:
            self.by_address.pop(address, None)


class _CutOff:
    """Ends a connection whose other side has stopped reading."""

    transport: asyncio.Transport
    loop: asyncio.AbstractEventLoop
    limits: Limits
    _stalled: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        super().pause_writing()  # type: ignore[misc]
        self._look_again()

    def resume_writing(self) -> None:
        super().resume_writing()  # type: ignore[misc]
        if self._stalled:
            self._stalled.cancel()

    def _look_again(self) -> None:
        size = self.transport.get_write_buffer_size()
        self._stalled = self.loop.call_later(self.limits.stall_seconds, self._cut_off, size)

    def _cut_off(self, before: int) -> None:
        if self.transport.get_write_buffer_size() > before - PROGRESS:
            self.transport.abort()
        else:
            self._look_again()


class HttpConnection(_CutOff, H11Protocol):
    """With deadlines for the headers and the body of a request."""

    server_state: Connections

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if hasattr(transport, "max_size"):
            transport.max_size = READ  # asyncio's own would take the loop for as long as thousands of messages need
        self.limits = self.server_state.limits
        self.address = network(self.client[0] if self.client else "")
        self._deadline: asyncio.TimerHandle | None = None
        self._awaited: float | None = None
        if self.server_state.admit(self):
            self._watch()
        else:
            transport.abort()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._watch()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._await(None)
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        self._await(None)
        self.server_state.forget(self.address, self.transport)
        super().connection_lost(exc)

    def drop(self) -> None:
        self.server_state.waiting.pop(self, None)
        self.transport.abort()

    def _watch(self) -> None:
        if self.transport.get_protocol() is not self or self.transport.is_closing():
            self._await(None)
            return
        match self.conn.their_state:
            case h11.IDLE:
                self._await(self.limits.header_seconds)
            case h11.SEND_BODY:
                self._await(self.limits.body_seconds)
            case _:
                self._await(None)

    def _await(self, seconds: float | None) -> None:
        """Something within so many seconds; more of the same does not prolong them."""
        if seconds == self._awaited:
            return
        self._awaited = seconds
        if self._deadline:
            self._deadline.cancel()
        self.server_state.waiting.pop(self, None)
        if seconds is not None:
            self._deadline = self.loop.call_later(seconds, self.drop)
            self.server_state.waiting[self] = None


class Listener(Protocol):
    def heard(self, message: bytes | None) -> None:
        """Nothing where it was no text."""

    def left(self) -> None: ...


class SocketConnection(_CutOff, WebSocketsSansIOProtocol):
    """Ends at once when nobody answers its pings: what is written still would not be read.

    Once accepted, messages go straight to and from a listener, without a queue and a task for each direction."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        state = options["server_state"]
        assert isinstance(state, Connections)
        self.limits, self._state = state.limits, state
        self.listener: Listener | None = None
        self._waiting: list[bytes] = []
        """Said in this turn of the loop, or waiting for whoever reads slowly."""
        self._is_plain = False
        """Whether all that came since the handshake were whole messages, each by itself."""

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        self._is_plain = True
        if hasattr(self, "scope"):
            self.scope["state"][EXTENSION] = self

    def data_received(self, data: bytes) -> None:
        if self._is_plain:
            start = _content(data)
            if start and data[0] == TEXT and self.listener and not self.close_sent:
                self.listener.heard(apply_mask(data[start:], data[start - 4 : start]))
                return
            self._is_plain = start > 0 and data[0] in (TEXT, PONG)
        super().data_received(data)

    def send_receive_event_to_app(self) -> None:
        if self.listener is None or self.close_sent:
            super().send_receive_event_to_app()
            return
        data, self.frames = self.frames, []
        self.listener.heard(b"".join(data) if self.curr_msg_data_type == "text" else None)

    def say(self, message: bytes) -> None:
        """All of one turn of the loop in one write; not at all to somebody for whom too much is waiting."""
        if self.close_sent or self.disconnected:
            return
        self._waiting.append(_text_frame(message))
        if self.writable.is_set():
            if len(self._waiting) == 1:
                self.loop.call_soon(self._flush)
        elif len(self._waiting) > self.limits.outbox:
            self.hang_up(OVERRUN)

    def _flush(self) -> None:
        if self._waiting and self.writable.is_set() and not self.transport.is_closing():
            self.transport.write(b"".join(self._waiting))
            self._waiting.clear()

    def hang_up(self, code: int) -> None:
        if self.close_sent or self.transport.is_closing():
            return
        self._flush()
        self._waiting.clear()
        self.conn.send_close(code)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.close_timer = self.loop.call_later(self.close_timeout, self.transport.close)
        if self.listener:
            self.listener.left()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._flush()

    def connection_lost(self, exc: Exception | None) -> None:
        self._state.forget(network(self.client[0] if self.client else ""), self.transport)
        super().connection_lost(exc)
        if self.listener:
            self.listener.left()

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.transport.abort()


def _content(frame: bytes) -> int:
    """Where the content begins, if this is one masked frame of a browser, whole, and nothing else; otherwise 0."""
    size = len(frame)
    if size < 6:
        return 0
    length = frame[1] - 0x80
    if 0 <= length < 126:
        return 6 if size == 6 + length else 0
    return 8 if length == 126 and size == 8 + int.from_bytes(frame[2:4]) else 0


def _text_frame(message: bytes) -> bytes:
    """As RFC 6455 has it from servers: final, not masked, not compressed."""
    size = len(message)
    if size < 126:
        return bytes((TEXT, size)) + message
    if size < 65_536:
        return bytes((TEXT, 126)) + size.to_bytes(2) + message
    return bytes((TEXT, 127)) + size.to_bytes(8) + message
