"""The bounded cache."""

from __future__ import annotations

import pytest

from ridotto.cache import Cache


def test_a_value_is_made_once() -> None:
    asked: list[int] = []

    def double(key: int) -> int:
        asked.append(key)
        return 2 * key

    cache = Cache(10, double)
    assert [cache[3], cache[4], cache[3]] == [6, 8, 6]
    assert asked == [3, 4]


@pytest.mark.parametrize("most", [1, 2, 7, 8])
def test_it_never_grows_beyond_its_bound_and_keeps_the_newest(most: int) -> None:
    cache = Cache(most, str)
    for key in range(100):
        assert cache[key] == str(key)
        assert len(cache) <= most
        assert list(cache) == list(range(key + 1 - len(cache), key + 1)), "the oldest have gone first"
    assert len(cache) > most // 2 - 1


def test_a_value_that_is_set_again_drops_nothing() -> None:
    cache: Cache[str, int] = Cache(2)
    cache["a"] = 1
    cache["b"] = 2
    cache["b"] = 3
    assert cache == {"a": 1, "b": 3}
    with pytest.raises(KeyError):
        cache["c"]


def test_what_is_kept_again_is_the_newest() -> None:
    cache: Cache[str, int] = Cache(4)
    for key in "abcd":
        cache[key] = 0
    cache.keep("a", 1)
    cache["e"] = 0
    assert cache == {"d": 0, "a": 1, "e": 0}


def test_finding_may_ask_the_cache_itself() -> None:
    """As for ways over several gems, which are made of ways over fewer."""
    cache: Cache[int, int] = Cache(4, lambda n: n if n < 2 else cache[n - 1] + cache[n - 2])
    assert cache[20] == 6765
    assert len(cache) <= 4
