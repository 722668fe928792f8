"""What players were told was done, compared with what is in the database afterwards."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, field
from subprocess import Popen
from typing import IO, Final

from benchmarks.load.sides import free_port, started
from ridotto.core import RidottoError
from ridotto.match import OVERTIME
from ridotto.server.store import Store
from ridotto.server.table_state import load_table, seat_of

SERVER: Final = "benchmarks.load.serve"


@dataclass(slots=True)
class Acknowledged:
    """What players were told was done."""

    tables: dict[str, list[tuple[int, str]]] = field(default_factory=dict)
    """By table: the moves of seats."""
    claims: dict[str, str] = field(default_factory=dict)
    """By table: the key to seat 1."""
    rivals: list[str] = field(default_factory=list)
    """Tables where two browsers were told that the same seat is theirs."""
    finished: set[str] = field(default_factory=set)
    asked: Counter[str] = field(default_factory=Counter)
    """By table: moves whose answer was still to come."""
    latencies: list[float] = field(default_factory=list)
    """Seconds from asking for a move until a browser at another server shows it."""

    @property
    def moves(self) -> int:
        return sum(map(len, self.tables.values()))


def faults(url: str, told: Acknowledged) -> list[str]:
    """What was acknowledged and is not so."""
    found = [f"{table}: a seat was given twice" for table in told.rivals]
    with closing(Store(url)) as store:
        for table, moves in told.tables.items():
            loaded = store.load(table)
            if loaded is None:
                found.append(f"{table}: the table is gone")
                continue
            try:
                load_table(loaded)
            except RidottoError as error:
                found.append(f"{table}: cannot be read: {error.code}")
            made = Counter((actor, move) for actor, move in loaded.log if actor >= 0 and move != OVERTIME)
            if lost := Counter(moves) - made:
                found.append(f"{table}: lost {dict(lost)}")
            if (surplus := (made - Counter(moves)).total()) > told.asked[table]:
                found.append(f"{table}: {surplus} moves that nobody was told of")
            if table in told.finished and not loaded.stored.is_over:
                found.append(f"{table}: it was finished, and is not")
            if table in told.claims:
                with suppress(RidottoError):
                    if seat_of(loaded.stored, told.claims[table]) == 1:
                        continue
                found.append(f"{table}: a claimed seat is another's")
    return found


@contextmanager
def servers(url: str, count: int, *more: str, log: IO[bytes] | None = None) -> Iterator[list[tuple[int, Popen[bytes]]]]:
    with ExitStack() as stack:
        ports = [free_port() for _ in range(count)]
        yield [(port, stack.enter_context(server(port, url, *more, log=log))) for port in ports]


def server(
    port: int, url: str, *more: str, log: IO[bytes] | None = None, module: str = SERVER
) -> AbstractContextManager[Popen[bytes]]:
    return started(sys.executable, "-m", module, str(port), url, *more, log=log)
