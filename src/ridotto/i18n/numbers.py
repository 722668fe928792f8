"""Numbers as each language writes them. A few facts of CLDR, which a test compares with Babel's."""

from __future__ import annotations

from typing import Final, NamedTuple


class Marks(NamedTuple):
    decimal: str
    group: str
    percent: str
    """What stands after the number."""


MARKS: Final = {
    "en": Marks(".", ",", "%"),
    "de": Marks(",", ".", "\u00a0%"),
    "it": Marks(",", ".", "%"),
    "fr": Marks(",", "\u202f", "\u00a0%"),
    "nl": Marks(",", ".", "%"),
}
GROUPED: Final = 10_000
"""From here on thousands are set apart: four digits are read at a glance."""


def show_number(language: str, value: float, digits: int = 0, *, is_signed: bool = False) -> str:
    marks = MARKS[language]
    text = f"{value:{'+' if is_signed else ''}{',' if abs(value) >= GROUPED else ''}.{digits}f}"
    return text.translate({ord(","): marks.group, ord("."): marks.decimal})


def show_percent(language: str, share: float, digits: int = 0) -> str:
    return show_number(language, 100 * share, digits) + MARKS[language].percent


def plural(language: str, count: int) -> str:
    """Which form a number takes. All five languages know two; French counts nothing as one."""
    return "one" if count == 1 or (count == 0 and language == "fr") else "other"
