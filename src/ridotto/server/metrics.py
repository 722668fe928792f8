"""Figures for Prometheus, at a port of their own: the number of moves would tell when somebody chooses in secret.

They are counted here: a move should not wait for locks of Prometheus's library, nor every start for its import."""

from __future__ import annotations

import errno
import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from itertools import accumulate
from typing import Any, Final, Protocol

NEXT_PORTS: Final = 64
"""How many are tried when the first is taken."""
BUCKETS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)


class Gauges(Protocol):
    def gauges(self) -> dict[str, tuple[str, float]]:
        """By name: what it means, and how much it is now."""


class Metrics:
    def __init__(self) -> None:
        self._changes = [0] * (len(BUCKETS) + 1)
        """By bucket, and above the last."""
        self._seconds = 0.0
        self._refusals: Counter[str] = Counter()
        """By code."""
        self._gauges: Gauges | None = None

    def changed(self, start: float) -> None:
        """A change that began then, by `time.perf_counter`, is through."""
        seconds = time.perf_counter() - start
        self._changes[bisect_left(BUCKETS, seconds)] += 1
        self._seconds += seconds

    def refused(self, error: Exception) -> None:
        self._refusals[getattr(error, "code", type(error).__name__)] += 1

    def collect(self) -> Iterator[Any]:
        from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily

        refusals = CounterMetricFamily("ridotto_refusals", "Changes of tables that were refused", labels=["code"])
        for code, count in self._refusals.copy().items():
            refusals.add_metric([code], count)
        yield refusals
        counts = list(accumulate(self._changes))
        yield CounterMetricFamily("ridotto_changes", "Changes of tables that were written", counts[-1])
        yield HistogramMetricFamily(
            "ridotto_change_seconds",
            "From a change being asked for until it was on disk and told",
            [(most, count) for most, count in zip((*map(str, BUCKETS), "+Inf"), counts, strict=True)],
            self._seconds,
        )
        if self._gauges is not None:
            for name, (meaning, value) in self._gauges.gauges().items():
                yield GaugeMetricFamily(f"ridotto_{name}", meaning, value)

    def serve(self, port: int, gauges: Gauges) -> tuple[int, Any]:
        """The port, and a server to be shut down. Raises OSError."""
        from prometheus_client import CollectorRegistry, start_http_server

        self._gauges = gauges
        registry = CollectorRegistry()
        registry.register(self)
        for wish in range(port, port + NEXT_PORTS):
            try:
                server, _ = start_http_server(wish, "127.0.0.1", registry)
            except OSError as error:
                if error.errno != errno.EADDRINUSE:
                    raise
            else:
                return server.server_port, server
        raise OSError(errno.EADDRINUSE, "no port is free for the metrics")
