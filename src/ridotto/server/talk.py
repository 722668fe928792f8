"""What people at a table say to each other: phrases, which each reader has in their own language, and where the table
has it words of their own.

What can be said follows from what everybody sees: else a refusal would tell a secret. Nothing of it is stored.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from ridotto.core import AnyGame, Seat
from ridotto.i18n import Said
from ridotto.match import clean_line
from ridotto.server import wire
from ridotto.server.database import Saying
from ridotto.server.presenter import NOTHING_TO_SAY
from ridotto.server.table_state import TableError, TableState
from ridotto.server.views.words import words
from ridotto.tell.talk import Phrase, phrases, pieces

LENGTH: Final = 200
"""Of what somebody says in their own words."""


def talk_at(table_state: TableState, known: wire.Talk = NOTHING_TO_SAY) -> wire.Talk:
    """What somebody with a seat can say now. Where all others are bots nobody would hear it.

    `known` is what could be said at this table before; most moves change nothing in it."""
    if not table_state.has_company:
        return NOTHING_TO_SAY
    phrases, has_chat = _sent(_phrases(table_state)), table_state.stored.has_chat
    if phrases is known.phrases and has_chat == known.has_chat:
        return known
    return wire.Talk(phrases, known.pieces or _pieces(table_state.match.game), has_chat)


def _pieces(game: AnyGame) -> tuple[wire.TalkPiece, ...]:
    return tuple(wire.TalkPiece(piece, words(said)) for piece, said in pieces(game).items())


@lru_cache(maxsize=256)
def _sent(phrases: tuple[Phrase, ...]) -> tuple[wire.TalkPhrase, ...]:
    return tuple(wire.TalkPhrase(each.name, words(Said(each.key)), each.slot) for each in phrases)


def saying_of(table_state: TableState, seat: Seat, asked: wire.DoSay | wire.DoWrite) -> Saying:
    """Raises TableError."""
    if not table_state.has_company:
        raise TableError("talk_alone" if table_state.is_started else "not_started")
    if isinstance(asked, wire.DoWrite):
        if not table_state.stored.has_chat:
            raise TableError("talk_off")
        text = clean_line(asked.text, LENGTH)
        if not text:
            raise TableError("talk_unknown")
        return Saying(table_state.stored.id, seat, text=text)
    phrase = next((each for each in _phrases(table_state) if each.name == asked.phrase), None)
    known = pieces(table_state.match.game) if phrase and phrase.slot else ("",)
    if phrase is None or asked.piece not in known:
        raise TableError("talk_unknown")
    return Saying(table_state.stored.id, seat, phrase.name, phrase.slot, asked.piece)


def remark_of(game: AnyGame, saying: Saying) -> wire.Remark:
    """As everybody hears it."""
    if not saying.phrase:
        return wire.Remark(saying.seat, None, saying.text)
    piece = pieces(game).get(saying.piece)
    return wire.Remark(saying.seat, words(Said(f"talk_{saying.phrase}", {saying.slot: piece} if piece else {})), "")


def _phrases(table_state: TableState) -> tuple[Phrase, ...]:
    match = table_state.match
    states, entries = match.states, match.entries
    recent = ((states[nth], entries[nth].move) for nth in range(len(entries) - 1, -1, -1))
    return phrases(match.game, match.state, recent, is_over=table_state.is_over)
