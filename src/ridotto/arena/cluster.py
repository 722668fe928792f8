"""Work on a Ray cluster: as many machines as it has."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, Final

import ridotto
from ridotto.arena.play import ArenaError
from ridotto.processes import TRIES, LostTask, Result, Runner, Task

LOCAL: Final = "local"
"""In place of an address: a cluster on this machine, for this run only."""
PATIENCE: Final = 5.0
"""Seconds to wait for a cluster's answer."""
AHEAD: Final = 2
"""Tasks handed out per processor of the cluster, so that none waits for the next."""


def on_ray(address: str, workers: int) -> Runner:
    """`workers` is the size of a local cluster; any other has its own."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # no usage statistics
    try:
        import ray
    except ImportError:
        raise ArenaError("arena_no_ray") from None

    def runner(do: Callable[[Task], Result], tasks: Iterable[Task]) -> Iterator[tuple[Task, Result]]:
        quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": "warning"}
        if address == LOCAL:
            ray.init(LOCAL, num_cpus=workers, include_dashboard=False, **quiet)
        else:
            # Machines of the cluster need Ray and Python, not this package: they are sent the code that asks.
            package = str(Path(next(iter(ridotto.__path__))))
            try:
                _knock(address)
                ray.init(address, runtime_env={"py_modules": [package]}, **quiet)
            except (OSError, ValueError) as error:
                raise ArenaError("arena_ray_address", address=address, reason=error) from None
        try:
            remote = ray.remote(do).options(max_retries=TRIES - 1)
            waiting = iter(tasks)
            cluster: dict[str, float] = ray.cluster_resources()  # type: ignore[no-untyped-call]
            ahead = AHEAD * int(cluster.get("CPU", 1))
            busy = {remote.remote(task): task for task in islice(waiting, ahead)}
            while busy:
                for done in ray.wait(list(busy), num_returns=1)[0]:
                    task = busy.pop(done)
                    try:
                        result = ray.get(done)
                    except ray.exceptions.WorkerCrashedError:
                        raise LostTask(task) from None
                    busy |= {remote.remote(task): task for task in islice(waiting, 1)}
                    yield task, result
        finally:
            ray.shutdown()

    return runner


def _knock(address: str) -> None:
    """Ray would try for minutes before it gives up."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if host and port.isdigit():
        socket.create_connection((host, int(port)), PATIENCE).close()
