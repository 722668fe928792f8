"""A log that nobody can fill: what repeats itself is left out after a while, and counted. It names
no keys, no moves, and nobody who asked. Of an error it tells what kind it is and where it happened, but not what it
says: that may be a position, or a hand."""

from __future__ import annotations

import json
import logging
import os
import time
import traceback
from collections import Counter
from types import TracebackType
from typing import Final, TypeAlias

ErrorInfo: TypeAlias = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]

FORMAT: Final = "%(asctime)s %(levelname)s %(name)s: %(message)s"
MOST: Final = 20
"""Entries a minute from the same line of code."""


class RepeatFilter(logging.Filter):
    def __init__(self) -> None:
        super().__init__()
        self._minute = 0
        self._seen: Counter[tuple[str, int]] = Counter()

    def filter(self, record: logging.LogRecord) -> bool:
        minute = int(time.monotonic() // 60)
        left_out = 0
        if minute != self._minute:
            left_out = sum(max(0, count - MOST) for count in self._seen.values())
            self._minute = minute
            self._seen.clear()
        if left_out:
            record.msg = f"{record.getMessage()} ({left_out} entries like the last ones were left out)"
            record.args = None
        where = record.pathname, record.lineno
        self._seen[where] += 1
        return self._seen[where] <= MOST


class TextFormatter(logging.Formatter):
    def formatException(self, ei: ErrorInfo) -> str:  # noqa: N802
        found: list[str] = []
        error = ei[1]
        while error is not None:
            places = "".join(traceback.format_tb(error.__traceback__))
            found.append(f"Traceback (most recent call last):\n{places}{type(error).__qualname__}")
            error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
        return "\n".join(reversed(found))


class JsonFormatter(TextFormatter):
    """One object a line."""

    def format(self, record: logging.LogRecord) -> str:
        entry = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "process": os.getpid(),
            "message": record.getMessage(),
        }
        if record.exc_info:
            entry["trace"] = self.formatException(record.exc_info)
        return json.dumps(entry)


def set_up_logs(kind: str = "text") -> None:
    handler = logging.StreamHandler()
    handler.addFilter(RepeatFilter())
    handler.setFormatter(JsonFormatter() if kind == "json" else TextFormatter(FORMAT))
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
