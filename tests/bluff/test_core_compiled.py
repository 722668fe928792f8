"""Compiled code is kept on disk: what it computes must not depend on what lies there."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

import ridotto
from ridotto.bots.bluff import resolve
from ridotto.bots.bluff.net import shipped
from ridotto.bots.bluff.resolve import Effort, Resolver
from ridotto.games.xequeo import XeQueo

SOLVE = """
from ridotto.bots.bluff.net import shipped
from ridotto.bots.bluff.resolve import Effort, Resolver
from ridotto.games.xequeo import XeQueo, parse_position
start = parse_position("R4VO/7/7/3*3/7/W6/Y3B1G 0")
decision = Resolver(XeQueo(), shipped(), Effort(64, leaves=64)).decide(start, 0, ())
print(decision.mix.tobytes().hex(), decision.carried.tobytes().hex())
"""
GROW = """
import numpy as np
from ridotto.bots.bluff.rules import geometry_of
from ridotto.bots.bluff.subgame import build
print(build(geometry_of(3, 3), np.array([0, 1], np.int8), 16, 1, 99).enter[0])
"""


def run(script: str, cache: Path, source: Path | None = None) -> str:
    """What a new process prints, with compiled code kept in `cache`."""
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(cache)}
    if source:
        environment["PYTHONPATH"] = str(source)
    return subprocess.run(
        [sys.executable, "-c", script], env=environment, check=True, capture_output=True, text=True
    ).stdout


def test_code_that_was_loaded_decides_as_code_that_was_just_compiled(tmp_path: Path) -> None:
    assert run(SOLVE, tmp_path) == run(SOLVE, tmp_path)


def test_code_is_compiled_anew_when_another_file_changes_that_it_calls(tmp_path: Path) -> None:
    source, cache = tmp_path / "src", tmp_path / "cache"
    shutil.copytree(
        Path(ridotto.__file__).parent, source / "ridotto", ignore=shutil.ignore_patterns("__pycache__", "static")
    )
    assert run(GROW, cache, source).strip() == "0"
    rules = source / "ridotto/bots/bluff/rules.py"
    text, changes = re.subn(r"return bits\n", "return 7\n", rules.read_text("utf-8"))
    assert changes == 1
    rules.write_text(text, "utf-8")
    assert run(GROW, cache, source).strip() == "7"


def test_no_clock_counts_the_compiling(monkeypatch: pytest.MonkeyPatch) -> None:
    resolver = Resolver(XeQueo(), shipped(), Effort(128, depth=1))
    monkeypatch.setattr(resolve, "load_compiled", lambda _: time.sleep(0.2))
    before = time.monotonic()
    resolver.allow(0.1)
    assert resolver._deadline > before + 0.25
