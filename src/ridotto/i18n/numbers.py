"""Numbers and days as each language writes them. A test compares with Babel's CLDR data."""

from __future__ import annotations

from contextlib import suppress
from datetime import date
from typing import Final

from ridotto.i18n.languages import facts

GROUPED: Final = 10_000
"""From here on thousands are set apart: four digits are read at a glance."""


def show_number(language: str, value: float, digits: int = 0, *, is_signed: bool = False) -> str:
    marks = facts(language)
    text = f"{value:{'+' if is_signed else ''}{',' if abs(value) >= GROUPED else ''}.{digits}f}"
    return text.translate({ord(","): marks.group, ord("."): marks.decimal})


def show_percent(language: str, share: float, digits: int = 0) -> str:
    return show_number(language, 100 * share, digits) + facts(language).percent


def show_day(language: str, iso: str) -> str:
    """A day as files have it, 2026-11-19, for readers; whatever else stands there as it stands."""
    known = facts(language)
    with suppress(ValueError, IndexError):
        day = date.fromisoformat(iso)
        return known.date.format(day=day.day, month=known.months[day.month - 1], year=day.year)
    return iso


def plural(language: str, count: int) -> str:
    """Which form a number takes. The languages so far know two."""
    return "one" if count in facts(language).one else "other"
