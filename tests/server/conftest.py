from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.house import MANY, House


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One server for all tests of a module that do not stop it."""
    with House(tmp_path_factory.mktemp("house"), limits=MANY) as house:
        yield house
