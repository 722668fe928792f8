"""The time of the house goes only while it is open."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from ridotto.server.house_time import GAP, GRACE, HouseTime
from ridotto.server.store import Store
from tests.server.postgres import Postgres


class Tick:
    def __init__(self) -> None:
        self.now = 50.0

    def __call__(self) -> float:
        return self.now


def test_it_goes_on_while_it_is_heard_of(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    with closing(Store(url)) as store:
        tick = Tick()
        time = HouseTime(store, tick)
        assert time.now() == 0
        time.beat()
        for _ in range(40):
            tick.now += 2
            assert time.now() == round((tick.now - 50) * 1000)
            time.beat()
        tick.now += 3600  # the server did not get to it: nobody is charged, and all can come back
        assert time.now() == 80_000 + GAP
        time.beat()
        assert time.now() == 80_000 - GRACE
        time.close()
    with closing(Store(url)) as store:
        again = HouseTime(store, Tick())
        again.beat()
        assert again.now() == 80_000 - 2 * GRACE


def test_a_crash_gives_time_rather_than_taking_it(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    with closing(Store(url)) as store:
        tick = Tick()
        time = HouseTime(store, tick)
        time.beat()
        for _ in range(100):
            tick.now += 2
            time.beat()
    with closing(Store(url)) as store:
        again = HouseTime(store, Tick())
        again.beat()
        assert 200_000 - 60_000 <= again.now() <= 200_000


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with Postgres() as postgres:
        yield postgres.new_database()


def test_servers_on_one_database_share_it(url: str) -> None:
    with closing(Store(url)) as one, closing(Store(url)) as two:
        ticks = Tick(), Tick()
        first, second = HouseTime(one, ticks[0]), HouseTime(two, ticks[1])
        first.beat()
        second.beat()
        assert abs(first.now() - second.now()) < 2_000
        with one.writing() as connection:
            connection.exec_driver_sql("UPDATE house SET ticks = 100000, beat = beat - 3000")
        second.beat()
        assert 102_900 <= second.now() <= 105_000
        with one.writing() as connection:  # everybody was away, or the database's clock was moved
            connection.exec_driver_sql("UPDATE house SET beat = beat - 3600000")
        first.beat()
        assert first.now() <= second.now() - GRACE + 5_000
        with one.writing() as connection:
            connection.exec_driver_sql("UPDATE house SET beat = beat + 3600000")
        before = first.now()
        first.beat()
        assert first.now() <= before
