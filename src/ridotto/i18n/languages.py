"""Which languages there are: each is a folder with a `language.toml`, what CLDR knows of it and Python does not."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from importlib.resources import files
from typing import Any, Final, NamedTuple

ENGLISH: Final = "en"
FACTS: Final = "language.toml"


class Language(NamedTuple):
    name: str
    """What its speakers call it."""
    decimal: str
    group: str
    """What sets thousands apart."""
    percent: str
    """What stands after the number."""
    one: list[int]
    """The numbers that take the form `one`; all others take `other`."""
    date: str = ""
    months: Sequence[str] = ()
    """As they stand in a date. Without them dates stay as files have them."""


def find_languages() -> Mapping[str, Language]:
    """English first. A folder whose facts cannot be read is none."""
    found = {}
    for folder in files(__package__).iterdir():
        with suppress(OSError, ValueError, TypeError):
            found[folder.name] = _read(tomllib.loads(folder.joinpath(FACTS).read_text("utf-8")))
    return dict(sorted(found.items(), key=lambda each: (each[0] != ENGLISH, each)))


def _read(facts: dict[str, Any]) -> Language:
    """Raises TypeError."""
    if not all(type(value) is (list if name in ("one", "months") else str) for name, value in facts.items()):
        raise TypeError
    return Language(**facts)


KNOWN: Final = find_languages()


def facts(language: str) -> Language:
    return KNOWN.get(language) or KNOWN[ENGLISH]


def first_known(wishes: Iterable[str]) -> str:
    """The first wish that we speak, written like `de`, `de-AT` or `de_AT.UTF-8`; else English."""
    spoken = (re.split("[-_.;]", wish.strip().lower())[0] for wish in wishes)
    return next((wish for wish in spoken if wish in KNOWN), ENGLISH)
