"""What somebody types for a move: notation, or words of their own language. It is read against the moves there are, so
half a line is completed, and nothing is offered that could not be done.

Each move says which words it needs (`Spoken`): typed in any spelling near enough, each once. The more of them are
missing, the less it is what was meant; words that only go with it neither help nor hurt.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, NamedTuple
from unicodedata import normalize

from ridotto.core import AnyGame
from ridotto.games import registration
from ridotto.i18n import Catalogue, Said

MOST: Final = 8
"""So many moves are offered."""
LONGEST: Final = 40
"""More words than this are no move."""
STEM: Final = 3
"""Letters after which a word may be left unfinished, or bent."""

Need = frozenset[str]
"""Words that mean the same."""


@dataclass(frozen=True, slots=True)
class Spoken:
    """A move for whoever types it."""

    groups: tuple[tuple[Need, ...], ...]
    """What has to be named: in any order within a group, one group after the other."""
    verbs: tuple[Need, ...] = ()
    """What has to be said besides, anywhere: one word of each."""
    extras: Need = frozenset()
    """What else may be said."""
    rank: tuple[int, ...] = ()
    """Of moves that are named alike the one with the least is meant."""
    note: Said | None = None
    """What to know before it is done, such as what it costs."""


class Reading(NamedTuple):
    move: Any
    note: Said | None


class Fit(NamedTuple):
    """A move that what was typed may mean; in their order the likeliest come first."""

    missing: int
    """What of its words is not said."""
    rank: tuple[int, ...]
    nth: int
    reading: Reading


class Readings(NamedTuple):
    found: tuple[Reading, ...]
    """What may be meant, the likeliest first."""
    fitting: int
    """How many fit, also those that are not offered."""
    is_clear: bool
    """Whether the first is meant and no other."""


def read(game: AnyGame, view: Any, moves: Sequence[Any], text: str, say: Catalogue) -> Readings:
    """What was typed, as some of these moves."""
    written = "".join(text.split()).lower()
    if not written:
        return Readings((), 0, is_clear=False)
    spoken = spoken_by(game)
    for move in moves:
        if game.show_move(move).lower() == written:
            return Readings((Reading(move, spoken(game, view, move, say).note),), 1, is_clear=True)
    words = words_of(text)
    if not words or len(words) > LONGEST:
        return Readings((), 0, is_clear=False)
    rest, is_open = need(say.text("word_rest")), text[-1:].isalnum()
    fitting = []
    for nth, move in enumerate(moves):
        told = spoken(game, view, move, say)
        missing = _missing(words, told, rest, is_open=is_open)
        if missing is not None:
            fitting.append(Fit(missing, told.rank, nth, Reading(move, told.note)))
    fitting.sort()
    best = [fit for fit in fitting if (fit.missing, fit.rank) == (fitting[0].missing, fitting[0].rank)]
    is_clear = len(best) == 1 and (len(fitting) == 1 or not best[0].missing)
    return Readings(tuple(fit.reading for fit in fitting[:MOST]), len(fitting), is_clear)


def spoken_by(game: AnyGame) -> Any:
    """The function that tells how a move of this game is typed; a game without one gets that for any."""
    return getattr(registration(game.name).load("telling"), "spoken", _as_written)


def _as_written(game: AnyGame, _view: Any, move: Any, _say: Catalogue) -> Spoken:
    """Its words in the order of its text."""
    return Spoken(tuple((frozenset({word}),) for word in words_of(game.show_move(move))))


@lru_cache(maxsize=4096)
def words_of(text: str) -> tuple[str, ...]:
    """In small letters without accents; signs that mean something are words."""
    plain = "".join(letter for letter in normalize("NFKD", text.casefold()) if letter.isalnum() or letter.isascii())
    found = re.findall(r"[^\W_]+|[*!=@+]", plain)
    # A side of a post may be written after it, b3nw, and a square after a piece, rd4.
    split = (re.fullmatch(r"([a-z]\d)([a-z]+)|([a-z])([a-z]\d)", word) for word in found)
    return tuple(
        part
        for word, halves in zip(found, split, strict=True)
        for part in (filter(None, halves.groups()) if halves else [word])
    )


@lru_cache(maxsize=1024)
def need(*texts: str) -> Need:
    """All words of some texts."""
    return frozenset(word for text in texts for word in words_of(text))


@lru_cache(maxsize=1024)
def vocabulary(language: str, key: str) -> tuple[Need, Need]:
    """Words that mean a move, and those that only go with it: ``go walk | to the``."""
    meaning, _, rest = Catalogue(language).text(key).partition("|")
    return need(meaning), need(rest)


def _missing(words: Sequence[str], told: Spoken, rest: Need, *, is_open: bool) -> int | None:
    """How much of a move is still to be named; None where something is named that it has not. `rest` goes with any."""
    left, verbs, at = [list(group) for group in told.groups], list(told.verbs), 0
    for nth, word in enumerate(words):
        is_begun = is_open and nth == len(words) - 1
        for group in range(at, len(left)):
            hit = next((each for each in left[group] if _fits(word, each, is_begun=is_begun)), None)
            if hit is not None:
                left[group].remove(hit)
                at = group
                break
        else:
            verb = next((each for each in verbs if _fits(word, each, is_begun=is_begun)), None)
            if verb is not None:
                verbs.remove(verb)
            elif not any(_fits(word, each, is_begun=is_begun) for each in (told.extras, rest, *told.verbs)):
                return None
    return sum(map(len, left)) + len(verbs)


def _fits(word: str, meant: Need, *, is_begun: bool) -> bool:
    return word in meant or any(_is_near(word, each, is_begun=is_begun) for each in meant)


def _is_near(word: str, meant: str, *, is_begun: bool) -> bool:
    """The beginning of a word, or another form of it."""
    if is_begun and meant.startswith(word):
        return True
    if not (word.isalpha() and meant.isalpha()) or min(len(word), len(meant)) < STEM:
        return False
    is_bent = len(word) > STEM and len(word) == len(meant) and word[:-1] == meant[:-1]
    return is_bent or meant.startswith(word) or (word.startswith(meant) and len(word) - len(meant) <= STEM)
