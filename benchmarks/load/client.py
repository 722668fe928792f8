"""A WebSocket client that costs little: on a small machine it must not be what a load test measures."""

from __future__ import annotations

import asyncio
import os
from base64 import b64encode
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final
from urllib.parse import urlsplit

TEXT, CLOSE, PING, PONG = 0x1, 0x8, 0x9, 0xA
FINAL: Final = 0x80
OPEN_SECONDS: Final = 30.0


class Closed(ConnectionError):
    """The other side is gone."""


class Socket(asyncio.Protocol):
    """One message in one frame, as both servers send them; neither takes the compression that browsers offer."""

    def __init__(self, head: bytes) -> None:
        self._head = head
        self._data = bytearray()
        self._messages: deque[bytes] = deque()
        self._awaited: asyncio.Future[None] | None = None
        self._is_open = self._is_closed = False
        self.transport: asyncio.Transport
        self.lost: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self.transport = transport
        transport.write(self._head)

    def data_received(self, data: bytes) -> None:
        self._data += data
        if not self._is_open:
            head, found, rest = bytes(self._data).partition(b"\r\n\r\n")
            if not found:
                return
            if b" 101 " not in head or b"permessage-deflate" in head.lower():
                self._end()
                return
            self._is_open, self._data = True, bytearray(rest)
        self._read()
        self._wake()

    def _read(self) -> None:
        data, at = self._data, 0
        while len(data) >= at + 2:
            kind, size, start = data[at] & 0x0F, data[at + 1], at + 2
            if size == 126:
                size, start = int.from_bytes(data[at + 2 : at + 4]), at + 4
            elif size == 127:
                size, start = int.from_bytes(data[at + 2 : at + 10]), at + 10
            if len(data) < start + size or start > len(data):
                break
            content = bytes(data[start : start + size])
            at = start + size
            if kind == TEXT:
                self._messages.append(content)
            elif kind == PING:
                self._write(PONG, content)
            elif kind == CLOSE:
                self._end()
        del data[:at]

    def connection_lost(self, exc: Exception | None) -> None:
        self._end()

    def _end(self) -> None:
        self._is_closed = True
        self.transport.close()
        if not self.lost.done():
            self.lost.set_result(None)
        self._wake()

    def _wake(self) -> None:
        if self._awaited and not self._awaited.done():
            self._awaited.set_result(None)

    async def _wait(self) -> None:
        if self._is_closed:
            raise Closed("the other side is gone")
        self._awaited = asyncio.get_running_loop().create_future()
        await self._awaited

    async def opened(self) -> None:
        while not self._is_open:
            await self._wait()

    async def recv(self) -> bytes:
        while not self._messages:
            await self._wait()
        return self._messages.popleft()

    async def send(self, message: str | bytes) -> None:
        self._write(TEXT, message.encode() if isinstance(message, str) else message)

    def _write(self, kind: int, content: bytes) -> None:
        """Masked, as RFC 6455 has it from clients, by a mask of zeros."""
        size = len(content)
        length = bytes((0x80 | size,)) if size < 126 else bytes((0x80 | 126,)) + size.to_bytes(2)
        self.transport.write(bytes((FINAL | kind,)) + length + bytes(4) + content)


@asynccontextmanager
async def connect(url: str) -> AsyncIterator[Socket]:
    parts = urlsplit(url)
    head = (
        f"GET {parts.path}{'?' if parts.query else ''}{parts.query} HTTP/1.1\r\n"
        f"Host: {parts.netloc}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {b64encode(os.urandom(16)).decode()}\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n\r\n"
    )
    assert parts.hostname
    assert parts.port
    loop = asyncio.get_running_loop()
    transport, socket = await loop.create_connection(lambda: Socket(head.encode()), parts.hostname, parts.port)
    try:
        async with asyncio.timeout(OPEN_SECONDS):
            await socket.opened()
        yield socket
    finally:
        transport.close()
