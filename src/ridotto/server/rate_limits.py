"""Who asks, and how much of late."""

from __future__ import annotations

import ipaddress
import time
from collections.abc import MutableMapping
from typing import Any, Final

from starlette.requests import HTTPConnection

from ridotto.server.settings import Rate

REMEMBERED: Final = 10_000
"""Visitors."""


def visitor_of(asker: HTTPConnection | MutableMapping[str, Any]) -> str:
    """The address that somebody asks from; of IPv6 the network, which one household has to itself."""
    client = asker.get("client")
    return network(client[0] if client else "")


def network(address: str) -> str:
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv6Address):
        if parsed.ipv4_mapped:
            return str(parsed.ipv4_mapped)
        return str(ipaddress.ip_network((int(parsed) >> 64 << 64, 64)))
    return address


class RateLimiter:
    """A token bucket for each visitor."""

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self.is_shared = False
        """Whether other servers are told what was taken here."""
        self._used: dict[str, tuple[float, float]] = {}
        """Tokens that are missing, and when they were counted."""
        self._spent: dict[str, float] = {}
        """Tokens taken here since other servers were told, if there are any."""

    def take(self, visitor: str) -> bool:
        """Whether there is a token; then it is taken."""
        used, now = self._missing(visitor)
        if used + 1 > self._rate.burst:
            return False
        self._spend(visitor, 1.0, used, now)
        return True

    def delay(self, visitor: str, cost: float = 1.0) -> float:
        """Takes tokens even where there are none, and gives the seconds until there would have been."""
        used, now = self._missing(visitor)
        self._spend(visitor, cost, used, now)
        over = used + cost - self._rate.burst
        return over / self._rate.per_second if over > 0 else 0.0

    def charge(self, visitor: str, cost: float) -> None:
        """For what was taken at another server."""
        used, now = self._missing(visitor)
        self._used[visitor] = used + cost, now

    def take_spent(self) -> dict[str, float]:
        """By visitor: what was taken here since the last time somebody asked."""
        spent, self._spent = self._spent, {}
        return spent

    @property
    def burst(self) -> float:
        return self._rate.burst

    def _spend(self, visitor: str, cost: float, used: float, now: float) -> None:
        self._used[visitor] = used + cost, now
        if self.is_shared:
            self._spent[visitor] = self._spent.get(visitor, 0.0) + cost

    def _missing(self, visitor: str) -> tuple[float, float]:
        now = time.monotonic()
        if len(self._used) > REMEMBERED:
            self._used = {each: found for each, found in self._used.items() if self._left(*found, now)}
        known = self._used.get(visitor)
        return (self._left(*known, now) if known else 0.0), now

    def _left(self, used: float, at: float, now: float) -> float:
        left = used - (now - at) * self._rate.per_second
        return left if left > 0 else 0.0
