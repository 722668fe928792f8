"""The command line, run as people run it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pexpect

from ridotto.games.venise.boards import SHIPPED
from tests.language import hearing

POSITION = "6V/R6/W5O/7/4Y2/6B/1*2G2 0"


BOARD = SHIPPED / "day-basic.toml"


RIDOTTO = [sys.executable, "-m", "ridotto"]


def ridotto(
    *words: str, stdin: str = "", home: Path | None = None, encoding: str = "utf-8"
) -> subprocess.CompletedProcess[str]:
    environment = hearing.ENVIRONMENT | {
        "PATH": "/usr/bin:/bin",
        "LANG": "C.UTF-8",
        "XDG_DATA_HOME": str(home or "."),
        "COLUMNS": "100",
        "PYTHONIOENCODING": encoding,
    }
    return subprocess.run(
        [*RIDOTTO, *words], input=stdin, capture_output=True, encoding=encoding, env=environment, timeout=120
    )


class Screen:
    """A person at a terminal of eighty by twenty-four."""

    def __init__(self, home: Path, *words: str) -> None:
        environment = hearing.ENVIRONMENT | {
            "PATH": "/usr/bin:/bin",
            "LANG": "C.UTF-8",
            "TERM": "xterm",
            "XDG_DATA_HOME": str(home),
        }
        self.child = pexpect.spawn(
            RIDOTTO[0],
            [*RIDOTTO[1:], "play", *words],
            env=environment,
            dimensions=(24, 80),
            encoding="utf-8",
            timeout=120,
        )

    def see(self, text: str) -> str:
        """Waits for a text; gives what was on the screen before it."""
        self.child.expect_exact(text)
        return str(self.child.before)

    def type(self, text: str) -> None:
        self.child.sendline(text)
