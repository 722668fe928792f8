"""How far long work is and how long it will take: a bar in a terminal, else a line now and then."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from time import monotonic
from typing import Final

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn

from ridotto.i18n import Catalogue

PACE: Final = 10.0
"""Seconds between two lines where there is no terminal."""

Update = Callable[[str, float, float], None]
"""What is being done, how far it is, and how far it goes."""


@contextmanager
def meter(say: Catalogue) -> Iterator[Update]:
    console = Console(stderr=True, highlight=False, markup=False)
    bar = Progress(
        BarColumn(), TextColumn("{task.description}"), console=console, transient=True, disable=not console.is_terminal
    )
    task = bar.add_task("", total=None)
    phase, began, first, told = "", 0.0, 0.0, 0.0

    def update(words: str, done: float, total: float) -> None:
        nonlocal phase, began, first, told
        now = monotonic()
        if words != phase:
            phase, began, first, told = words, now, done, 0.0
        rate = (done - first) / max(now - began, 1e-9)
        left = str(timedelta(seconds=round((total - done) / rate))) if rate and total >= done else "–"
        line = say.text("meter", words=words, done=f"{done:.0f}", total=f"{total:.0f}", rate=f"{rate:.3g}", left=left)
        bar.update(task, completed=done, total=total, description=line)
        if not console.is_terminal and (now - told > PACE or done >= total):
            told = now
            console.print(line)

    with bar:
        yield update
