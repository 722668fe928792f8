from __future__ import annotations

from collections.abc import Iterator
from random import randrange

import pytest

from ridotto.bots import Limit
from tests.arena.bots import mark_of


@pytest.fixture
def once() -> Iterator[Limit]:
    """A limit by which `Dying` knows whether it has died."""
    limit = Limit(iterations=randrange(10**8, 10**9))
    yield limit
    mark_of(limit).unlink(missing_ok=True)
