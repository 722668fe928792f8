from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.house import House


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One server for all tests of a module that do not stop it."""
    with House(tmp_path_factory.mktemp("house"), limits={"tables_per_minute": 10_000}) as house:
        yield house
