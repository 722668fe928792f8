"""A results file: a header line of JSON with what was asked for, then a line for each result. Lines are never lost."""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from ridotto.arena.play import ArenaError


class Journal:
    """Opened anew or continued, by one process at a time."""

    def __init__(self, path: Path, header: Mapping[str, Any], free: Collection[str] = ()) -> None:
        """Raises ArenaError where the file belongs to something else or to somebody who is still writing it.

        `header` begins with the format. The entries named in `free` may differ: those of the file count.
        """
        self.path = path
        self.header = dict(header)
        self.rows: list[str] = []
        """The lines that were there."""
        self._free = free
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = path.open("a+b")
        except OSError as error:
            raise ArenaError("file_unwritable", path=path, reason=error.strerror) from None
        try:
            lock(self._file.fileno(), path)
            self._read()
        except BaseException:
            self._file.close()
            raise

    def _read(self) -> None:
        self._file.seek(0)
        content = self._file.read()
        whole = content.rfind(b"\n") + 1
        if not whole and content and not content.startswith(b'{"format": "Ridotto'):
            raise ArenaError("arena_not_results", path=self.path)
        if whole < len(content):
            self._file.truncate(whole)  # whoever wrote last was stopped in the middle of a line
        if not whole:
            self.write(json.dumps(self.header, ensure_ascii=False))
            return
        first, *self.rows = content[:whole].decode("utf-8", "replace").splitlines()
        self._compare(first)

    def _compare(self, first: str) -> None:
        try:
            found = json.loads(first)
            is_results = found["format"] == self.header["format"]
        except (ValueError, TypeError, KeyError):
            is_results = False
        if not is_results:
            raise ArenaError("arena_not_results", path=self.path)
        self.header |= {name: found.get(name) for name in self._free}
        for name, value in self.header.items():
            if found.get(name) != value:
                raise ArenaError(
                    "arena_other", path=self.path, name=name, found=_show(found.get(name)), wanted=_show(value)
                )

    def damaged(self, index: int) -> ArenaError:
        """About a row that cannot be read."""
        return ArenaError("arena_line", path=self.path, line=index + 2)

    def write(self, line: str) -> None:
        """Raises OSError."""
        self._file.write(line.encode() + b"\n")
        self._file.flush()

    def close(self) -> None:
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _show(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(str(item) or "-" for item in value)
    return str(value)


def lock(descriptor: int, path: Path) -> None:
    """Locks the file: two writers would do everything twice."""
    if os.name == "nt":
        return
    import fcntl

    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise ArenaError("arena_busy", path=path) from None
