"""Texts of the catalogue on the wire: a key and what to fill in, so that each reader has their own language."""

from __future__ import annotations

from ridotto.core import RidottoError
from ridotto.i18n import Said, refusal
from ridotto.server.views.sent import Sent


class Words(Sent):
    key: str
    params: dict[str, Words | str | int | float]


def words(said: Said | RidottoError) -> Words:
    key, params = refusal(said) if isinstance(said, RidottoError) else said
    return Words(key=key, params={name: _param(value) for name, value in params.items()})


def _param(value: object) -> Words | str | int | float:
    if isinstance(value, Said | RidottoError):
        return words(value)
    return value if isinstance(value, int | float) else str(value)
