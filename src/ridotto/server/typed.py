"""What somebody types for a move, answered: nothing changes, and nobody else is told."""

from __future__ import annotations

from ridotto.core import NotationError, RidottoError, Seat
from ridotto.i18n import Catalogue, Said
from ridotto.i18n.languages import first_known
from ridotto.server import wire
from ridotto.server.people import called
from ridotto.server.table_state import TableError, TableState
from ridotto.server.views.words import words
from ridotto.tell import offered, propose
from ridotto.tell.typed import read


def readings(table_state: TableState, seat: Seat, asked: wire.AskRead) -> wire.Readings:
    """Raises TableError."""
    match = table_state.match
    if asked.version != table_state.stored.version:
        raise TableError("stale_version")
    if not table_state.is_started:
        raise TableError("not_started")
    if match.outcome or seat not in match.actors:
        return _none(asked, Said("web_type_wait"))
    game, view, names = match.game, match.view(seat), called(match.names)
    moves = offered(game, view, is_shared=asked.is_shared)
    meant = read(game, view, moves, asked.text, Catalogue(first_known([asked.language])))
    if not meant.found:
        return _none(asked, _why_not(table_state, seat, asked))
    return wire.Readings(
        id=asked.id,
        readings=tuple(
            wire.Reading(
                move=game.show_move(move),
                said=words(propose(game, names, match.state, seat, move)),
                note=words(note) if note else None,
            )
            for move, note in meant.found
        ),
        count=meant.fitting,
        is_clear=meant.is_clear,
    )


def _none(asked: wire.AskRead, why: Said | RidottoError) -> wire.Readings:
    return wire.Readings(id=asked.id, readings=(), count=0, is_clear=False, why=words(why))


def _why_not(table_state: TableState, seat: Seat, asked: wire.AskRead) -> Said | RidottoError:
    """The rule, where it is a move as records write it; at a shared screen even that could tell a secret."""
    if not asked.is_shared:
        try:
            table_state.moved(seat, asked.text.strip())
        except NotationError:
            pass
        except RidottoError as error:
            return error
    return Said("web_type_none", {"text": asked.text.strip()})
