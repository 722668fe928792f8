from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from ridotto import games, i18n
from ridotto.server import game_info
from ridotto.server.routes import games as routes
from tests.stranger import install


def forget() -> None:
    """As if the process had just begun."""
    for known in (games.found, i18n.game_texts, game_info.games, routes._texts):
        known.cache_clear()


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return install(tmp_path_factory.mktemp("packages"))


@pytest.fixture
def installed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Here and in every program that is started."""
    monkeypatch.setenv("PYTHONPATH", str(folder))
    monkeypatch.syspath_prepend(folder)
    forget()
    yield
    monkeypatch.undo()
    forget()
