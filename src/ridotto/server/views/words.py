"""Texts of the catalogue on the wire: a key and what to fill in, so that each reader has their own language."""

from __future__ import annotations

from functools import lru_cache

from ridotto.core import RidottoError
from ridotto.i18n import Said, refusal
from ridotto.server.views.sent import Sent


class Words(Sent):
    key: str
    params: dict[str, Words | str | int | float]


def words(said: Said | RidottoError) -> Words:
    key, params = refusal(said) if isinstance(said, RidottoError) else said
    if not params:
        return _plain(key)
    return Words(
        key=key,
        params={name: value if value.__class__ is str else _param(value) for name, value in params.items()},
    )


@lru_cache(maxsize=1024)
def _plain(key: str) -> Words:
    return Words(key=key, params={})


def _param(value: object) -> Words | str | int | float:
    if isinstance(value, Said | RidottoError):
        return words(value)
    return value if isinstance(value, int | float) else str(value)
