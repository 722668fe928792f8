"""What people can say to each other at a table without typing: phrases, each in its reader's own language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, Final, NamedTuple

from ridotto.core import AnyGame
from ridotto.games import registration
from ridotto.i18n import Said


class Phrase(NamedTuple):
    name: str
    """Its words are in the catalogue under talk_<name>."""
    slot: str = ""
    """What of its words one of the table's pieces is put in for; empty where it names none."""
    is_reaction: bool = False
    """Only for a while after something was shown."""

    @property
    def key(self) -> str:
        return f"talk_{self.name}"


HOUSE: Final = (Phrase("hello"), Phrase("hurry"), Phrase("well"), Phrase("again"))
"""At every table."""


def phrases(game: AnyGame, state: Any, recent: Iterable[tuple[Any, Any]], *, is_over: bool) -> tuple[Phrase, ...]:
    """What can be said now, which follows from what everybody sees; `recent` goes back from the newest move."""
    words = registration(game.name).load("telling")
    has_own = bool(getattr(words, "PHRASES", ()))
    return _fitting(words, has_news=has_own and (is_over or words.has_shown(game, state, recent)))


@lru_cache(maxsize=256)
def _fitting(words: Any, *, has_news: bool) -> tuple[Phrase, ...]:
    """The same every time, so that it is known at a glance."""
    own: tuple[Phrase, ...] = getattr(words, "PHRASES", ())
    return tuple(phrase for phrase in (*own, *HOUSE) if has_news or not phrase.is_reaction)


def pieces(game: AnyGame) -> Mapping[str, Said]:
    """What phrases can name, by the letters that moves have for it."""
    named = getattr(registration(game.name).load("telling"), "pieces", None)
    found: Mapping[str, Said] = named(game) if named else {}
    return found
