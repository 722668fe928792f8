"""What stands between the network and the routes: limits, headers, and who may open a socket."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ridotto.server.failures import RequestError, answer

POLICY: Final = "; ".join(
    [
        "default-src 'self'",
        "script-src 'self'",
        "style-src 'self' 'unsafe-inline'",  # drawings carry their own styles
        "img-src 'self' data: blob:",
        "media-src 'self' data: blob:",
        "connect-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    ]
)
HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


PATIENCE: Final = 10
"""As many times the longest body is read of one that is too long."""


class SecurityHeaders:
    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_with(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await self.app(scope, receive, send_with)


class BodyLimit:
    """Refuses long bodies by what they say, and those that say nothing by what comes."""

    def __init__(self, app: ASGIApp, most: int) -> None:
        self.app = app
        self.most = most

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        said = dict(scope["headers"]).get(b"content-length", b"0")
        if not said.isdigit() or int(said) > self.most:
            await self._refuse(scope, receive, send)
            return
        seen = 0

        async def receive_some() -> Message:
            nonlocal seen
            message = await receive()
            seen += len(message.get("body", b""))
            return {"type": "http.disconnect"} if seen > self.most else message

        async def send_some(message: Message) -> None:
            if seen <= self.most:
                await send(message)

        with suppress(ClientDisconnect):
            await self.app(scope, receive_some, send_some)
        if seen > self.most:
            await self._refuse(scope, receive, send)

    async def _refuse(self, scope: Scope, receive: Receive, send: Send) -> None:
        # Most programs read the answer only when they have sent everything, so some more is taken and thrown away.
        left = PATIENCE * self.most
        while left > 0:
            message = await receive()
            left -= len(message.get("body", b""))
            if message["type"] == "http.disconnect" or not message.get("more_body"):
                break
        await answer(RequestError("body_long", most=self.most))(scope, receive, send)


def is_welcome(headers: Mapping[str, str], origins: Sequence[str]) -> bool:
    """Whether a page from there may open a socket here; programs that are no browsers name no origin."""
    origin = headers.get("origin")
    return origin is None or origin in origins or urlsplit(origin).netloc == headers.get("host")


class Meter:
    """So many a minute for each address, in bursts as they come."""

    def __init__(self, per_minute: int) -> None:
        self.per_minute = per_minute
        self._used: dict[str, tuple[float, float]] = {}

    def take(self, address: str) -> bool:
        now = time.monotonic()
        if len(self._used) > 10_000:
            self._used = {key: (used, at) for key, (used, at) in self._used.items() if now - at < 60}
        used, at = self._used.get(address, (0.0, now))
        used = max(0.0, used - (now - at) * self.per_minute / 60)
        if used + 1 > self.per_minute:
            return False
        self._used[address] = used + 1, now
        return True
