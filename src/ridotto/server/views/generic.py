"""Any game as the browser gets it: the view as text, the legal moves as a list."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ridotto.core import AnyGame, Outcome, Seat
from ridotto.server.views.view import View
from ridotto.server.views.words import words
from ridotto.tell import heading
from ridotto.tell.generic import describe, has_secret, is_private, public_moves


class GenericView(View, tag_field="game", tag="generic"):
    """A game that brings no view of its own; which one it is, the table says."""

    text: str
    """All that the viewer may know, line by line."""
    legal: tuple[str, ...]
    """What this seat may do; for the spectator, at a shared screen: what whoever acts may do, where all may know it."""


def generic_view(
    game: AnyGame,
    state: Any,
    seat: Seat | None,
    *,
    recent: Iterable[object] = (),  # noqa: ARG001 - of all games the same is known
    is_open: bool = False,  # noqa: ARG001 - the lines of an open replay tell the secrets
    has_moves: bool = True,
    has_past: bool = True,  # noqa: ARG001 - it has none
    outcome: Outcome | None = None,
    shared: dict[str, Any] | None = None,  # noqa: ARG001 - all of it is the viewer's own
) -> GenericView:
    view = game.view(state, seat)
    outcome = view.outcome or outcome
    legal = view.legal if seat is not None else public_moves(game, view)
    return GenericView(
        seat=seat,
        heading=words(heading(game, state)),
        text=describe(view),
        is_private=has_moves and is_private(game, view),
        has_secret=seat is not None and has_secret(game, view),
        legal=tuple(map(game.show_move, legal)) if has_moves else (),
        places=outcome.places if outcome else (),
    )
