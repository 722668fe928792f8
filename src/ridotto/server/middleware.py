"""What stands between the network and the routes: limits, headers, and who may open a socket."""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import socket
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ridotto.server.failures import RequestError
from ridotto.server.handlers import refusal
from ridotto.server.rate_limits import RateLimiter, visitor_of
from ridotto.server.settings import Limits

LOG: Final = logging.getLogger(__name__)
POLICY: Final = "; ".join(
    [
        "default-src 'self'",
        "script-src 'self'",
        "style-src 'self'",
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
SECURE: Final = "max-age=31536000"
"""Whoever came by TLS once comes by TLS for a year."""
RECORDS: Final = ("/api/replay", "/api/position", "/api/study")
"""Where records are sent to."""
PATIENCE: Final = 10
"""As many times the longest body is read of one that is too long."""
COSTS: Final = {"/api/lobby": 5, "/api/tables": 5, "/api/boards": 5, "/api/play": 3} | dict.fromkeys(RECORDS, 10)
"""Requests that count as many."""
LONGEST_DELAY: Final = 10.0
"""Seconds that a visitor in a hurry is slowed down by, before being refused."""
LOCAL: Final = ("localhost", "local", "lan", "internal", "home.arpa")
"""Ends of names that only a local network gives; nobody on the internet can point one here."""


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
                if scope["scheme"] == "https":
                    headers.setdefault("Strict-Transport-Security", SECURE)
            await send(message)

        await self.app(scope, receive, send_with)


class BodyLimit:
    """Refuses long bodies by what they say, and those that say nothing by what comes."""

    def __init__(self, app: ASGIApp, limits: Limits) -> None:
        self.app = app
        self.limits = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        most = self.limits.body if scope["path"] in RECORDS else self.limits.small_body
        said = dict(scope["headers"]).get(b"content-length", b"0")
        if not said.isdigit() or len(said) > 15 or int(said) > most:
            await self._refuse(most, scope, receive, send)
            return
        seen = 0

        async def receive_some() -> Message:
            nonlocal seen
            message = await receive()
            seen += len(message.get("body", b""))
            return {"type": "http.disconnect"} if seen > most else message

        async def send_some(message: Message) -> None:
            if seen <= most:
                await send(message)

        with suppress(ClientDisconnect):
            await self.app(scope, receive_some, send_some)
        if seen > most:
            await self._refuse(most, scope, receive, send)

    async def _refuse(self, most: int, scope: Scope, receive: Receive, send: Send) -> None:
        # Most programs read the answer only when they have sent everything, so some more is taken and thrown away.
        left = PATIENCE * self.limits.body
        while left > 0:
            message = await receive()
            left -= len(message.get("body", b""))
            if message["type"] == "http.disconnect" or not message.get("more_body"):
                break
        await refusal(RequestError("body_long", most=most))(scope, receive, send)


async def _refuse(error: RequestError, scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008})
    else:
        await refusal(error)(scope, receive, send)


class RequestRate:
    """Slows down who asks too fast, and refuses who goes on all the same."""

    def __init__(self, app: ASGIApp, limiter: RateLimiter) -> None:
        self.app = app
        self.meter = limiter

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        cost = COSTS.get(scope["path"], 1) if scope["type"] in ("http", "websocket") else 0
        if cost and (delay := self.meter.delay(visitor_of(scope), cost)):
            if delay > LONGEST_DELAY:
                await _refuse(RequestError("too_fast"), scope, receive, send)
                return
            await asyncio.sleep(delay)
        await self.app(scope, receive, send)


class KnownHosts:
    """Answers only to names it goes by: a page whose name was pointed here afterwards is not one of ours."""

    def __init__(self, app: ASGIApp, hosts: Sequence[str]) -> None:
        self.app = app
        self.hosts = {host.lower().rstrip(".") for host in (*hosts, socket.gethostname())}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            host = next((value.decode("latin1") for name, value in scope["headers"] if name == b"host"), "")
            if not is_known_host(host, self.hosts):
                LOG.warning("somebody asked for the host %r, which --allowed-host does not name", host[:100])
                await _refuse(RequestError("host_unknown", host=host[:100]), scope, receive, send)
                return
        await self.app(scope, receive, send)


def is_known_host(host: str, hosts: Collection[str]) -> bool:
    """Addresses, localhost and names of the local network always are; no name at all is no browser's."""
    try:
        name = (urlsplit(f"//{host}").hostname or "").rstrip(".")
    except ValueError:
        return False
    if not host or name in hosts or ("." not in name and name.replace("-", "").isalnum()):
        return True
    with suppress(ValueError):
        return bool(ipaddress.ip_address(name.partition("%")[0]))
    return name.endswith(tuple(f".{end}" for end in LOCAL))


def is_welcome(headers: Mapping[str, str], scheme: str, origins: Sequence[str]) -> bool:
    """Whether a page from there may open a socket here; programs that are no browsers name no origin.

    A page that came by TLS is at least as good as this connection: a proxy need not say that it does TLS."""
    origin = headers.get("origin")
    if origin is None or origin in origins:
        return True
    try:
        page, here = urlsplit(origin), urlsplit(f"//{headers.get('host', '')}")
        if page.scheme not in (("https",) if scheme == "wss" else ("http", "https")):
            return False
        ports = {page.port or PORTS[page.scheme], here.port or PORTS[page.scheme]}
    except ValueError:
        return False
    return bool(page.hostname) and page.hostname == here.hostname and len(ports) == 1


PORTS: Final = {"http": 80, "https": 443}
