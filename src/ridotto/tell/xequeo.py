"""Xe Queo! in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ridotto.core import CHANCE, Actor
from ridotto.games.xequeo import State, XeQueo
from ridotto.games.xequeo.board import LETTERS, Piece, mask_of, show_square
from ridotto.games.xequeo.moves import HIDDEN, Choose, Go, Hand, Lay, Place
from ridotto.i18n import Said
from ridotto.tell import Name


def piece_name(piece: Piece) -> Said:
    return Said("piece_named", {"piece": Said(f"piece_{LETTERS[piece]}"), "letter": LETTERS[piece]})


def heading(_game: XeQueo, state: State) -> Said:
    if state.phase in ("hand", "setup"):
        return Said("heading_setup")
    return Said("heading_round", {"round": len(state.results) + 1})


def tell(
    game: XeQueo, names: Sequence[Name], before: State, actor: Actor, move: Any, after: State, *, is_open: bool = False
) -> Said | None:
    match move:
        case str():
            return Said("ev_resigns", {"name": names[actor]})
        case Hand(seat):
            return Said("ev_hand", {"name": names[seat]})
        case Place(piece, square):
            if actor == CHANCE:
                return Said("ev_setup") if len(after.pieces) == game.pieces else None
            words = {"name": names[actor], "piece": piece_name(piece), "square": show_square(square)}
            return Said("ev_place", words)
        case Lay(square):
            return Said("ev_lay", {"name": names[actor], "square": show_square(square)})
        case Choose(piece) if is_open:
            return Said("ev_choose", {"name": names[actor], "piece": piece_name(piece)})
        case Choose():
            return Said("ev_chosen") if HIDDEN not in after.choices else None
        case Go(piece, square) if len(after.results) == len(before.results):
            path = game.board.path(before.pieces[piece], square, mask_of(before.pieces), before.ring)
            way = "–".join(show_square(stop) for stop in path)
            return Said("ev_go", {"name": names[actor], "piece": piece_name(piece), "way": way})
    return _tell_result(game, names, before, after)


def _tell_result(game: XeQueo, names: Sequence[Name], before: State, after: State) -> Said:
    result = game.view(after, None).results[-1]
    rival = 1 - result.by
    words: dict[str, object] = {
        "name": names[result.by],
        "rival": names[rival],
        "piece": piece_name(result.piece),
        "square": show_square(before.ring),
    }
    if result.how in ("miss", "stray"):
        words["shown"] = piece_name(result.choices[rival if result.how == "miss" else result.by])
    return Said(f"ev_{result.how}", words)
