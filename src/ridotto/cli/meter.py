"""How far long work is and how long it will take: a bar in a terminal, else a line now and then."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from time import monotonic
from typing import Final, Protocol

from rich.progress import BarColumn, Progress, TextColumn

from ridotto.cli import make_console
from ridotto.i18n import Catalogue

PACE: Final = 10.0
"""Seconds between two lines where there is no terminal."""


class Update(Protocol):
    def __call__(self, phase: str, done: float, total: float, more: str = "") -> None:
        """What is being done, how far it is and how far it goes, and what else there is to tell."""


@contextmanager
def meter(say: Catalogue) -> Iterator[Update]:
    console = make_console(stderr=True)
    bar = Progress(
        BarColumn(), TextColumn("{task.description}"), console=console, transient=True, disable=not console.is_terminal
    )
    task = bar.add_task("", total=None)
    current, began, first, told = "", 0.0, 0.0, 0.0

    def update(phase: str, done: float, total: float, more: str = "") -> None:
        nonlocal current, began, first, told
        now, total = monotonic(), max(done, total)
        if phase != current:
            current, began, first, told = phase, now, done, 0.0
        rate = (done - first) / max(now - began, 1e-9)
        left = str(timedelta(seconds=round((total - done) / rate))) if rate and total >= done else "–"
        digits = 0 if rate >= 10 else 1 if rate >= 1 else 2
        far = {"done": round(done), "total": round(total), "rate": say.number(rate, digits), "left": left}
        line = say.text("meter", phase=phase, **far) + (f", {more}" if more else "")
        bar.update(task, completed=done, total=total, description=line)
        if not console.is_terminal and (now - told > PACE or done >= total):
            told = now
            console.print(line)

    with bar:
        yield update
