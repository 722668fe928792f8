"""Xe Queo! in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ridotto.core import CHANCE, Actor, Seat
from ridotto.games.xequeo import State, XeQueo
from ridotto.games.xequeo.board import LETTERS, Piece, Square, mask_of, show_square
from ridotto.games.xequeo.moves import HIDDEN, Call, Choose, Go, Hand, Lay, Place
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
            words = {"name": names[actor], "piece": piece_name(piece), "way": _way(game, before, piece, square)}
            return Said("ev_go", words)
    return _tell_result(game, names, before, after)


def propose(game: XeQueo, names: Sequence[Name], before: State, seat: Seat, move: Any) -> Said | None:
    match move:
        case Call(piece):
            return Said("idea_call", {"name": names[seat], "piece": piece_name(piece)})
        case Go(piece, square) if square == before.ring:
            words = {"name": names[seat], "piece": piece_name(piece), "square": show_square(square)}
            return Said("idea_enter", words)
        case Go(piece, square):
            words = {"name": names[seat], "piece": piece_name(piece), "way": _way(game, before, piece, square)}
            return Said("idea_go", words)
    return tell(game, names, before, seat, move, before, is_open=True)


def named(game: XeQueo, params: Mapping[str, object]) -> dict[str, Said]:  # noqa: ARG001 - all games are asked the same
    return {
        name: piece_name(LETTERS.index(str(piece)))
        for name, piece in params.items()
        if name == "piece" and str(piece) in LETTERS
    }


def _way(game: XeQueo, before: State, piece: Piece, square: Square) -> str:
    path = game.board.path(before.pieces[piece], square, mask_of(before.pieces), before.ring)
    return "–".join(show_square(stop) for stop in path)


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
