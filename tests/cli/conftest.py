"""A record to read, and a terminal of one language and width."""

from __future__ import annotations

from pathlib import Path

import pytest

from ridotto.games.xequeo import XeQueo
from tests.playing import random_match


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "match.txt"
    path.write_text(random_match(XeQueo(), 4).record())
    return path


@pytest.fixture
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RIDOTTO_LANG", "en")
    monkeypatch.setenv("COLUMNS", "100")
