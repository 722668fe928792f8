"""Xe Queo! in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Final

from ridotto.core import CHANCE, Actor, Seat
from ridotto.games.xequeo import State, View, XeQueo
from ridotto.games.xequeo.board import ANYBODY, LETTERS, Piece, mask_of, show_square, squares_of
from ridotto.games.xequeo.moves import CALL, GO, HIDDEN, Call, Choose, Go, Hand, Lay, Move, Place
from ridotto.i18n import Catalogue, Said
from ridotto.tell import Name
from ridotto.tell.talk import Phrase
from ridotto.tell.typed import Need, Spoken, need, vocabulary


@cache
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
            return Said(f"ev_{move}", {"name": names[actor]})
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
        case Go() if len(after.results) == len(before.results):
            return _going("ev_go", game, names[actor], before, move)
    return _tell_result(game, names, before, after)


def propose(game: XeQueo, names: Sequence[Name], before: State, seat: Seat, move: Any) -> Said | None:
    match move:
        case Call(piece):
            return Said("idea_call", {"name": names[seat], "piece": piece_name(piece)})
        case Go(piece, square) if square == before.ring:
            words = {"name": names[seat], "piece": piece_name(piece), "square": show_square(square)}
            return Said("idea_enter", words)
        case Go():
            return _going("idea_go", game, names[seat], before, move)
    return tell(game, names, before, seat, move, before, is_open=True)


def named(game: XeQueo, params: Mapping[str, object]) -> dict[str, Said]:  # noqa: ARG001 - all games are asked the same
    return {
        name: piece_name(LETTERS.index(str(piece)))
        for name, piece in params.items()
        if name == "piece" and str(piece) in LETTERS
    }


def _going(key: str, game: XeQueo, name: Name, before: State, move: Go) -> Said:
    path = game.board.path(before.pieces[move.piece], move.square, mask_of(before.pieces), before.ring)
    way = "–".join(show_square(stop) for stop in path)
    return Said(key, {"name": name, "piece": piece_name(move.piece), "way": way})


def public_moves(game: XeQueo, view: View) -> Sequence[Move]:
    """What may be offered where others look: not whose piece may enter the ring."""
    if view.phase != "play" or not view.legal:
        return view.legal
    reach = game.board.reach(view.position.pieces, view.position.ring, ANYBODY)
    goes = [GO[piece][square] for piece, mask in enumerate(reach) for square in squares_of(mask)]
    return [*goes, *CALL[: game.pieces]]


def spoken(game: XeQueo, view: View, move: Move, say: Catalogue) -> Spoken:
    """How a move is typed: “red d4”, “xe queo red”, “d4” for the ring."""

    def piece(which: Piece) -> Need:
        return need(LETTERS[which], say.text(f"piece_{LETTERS[which]}"))

    def words(key: str) -> tuple[Need, Need]:
        return vocabulary(say.language, f"word_xq_{key}")

    match move:
        case Go(which, square):
            origin = need(show_square(view.position.pieces[which]))
            verb, rest = words("go")
            return Spoken(((piece(which),), (need(show_square(square)),)), extras=verb | rest | origin)
        case Call(which):
            verb, rest = words("call")
            return Spoken(((piece(which),),), verbs=(verb | {"!"},), extras=rest)
        case Choose(which):
            return Spoken(((piece(which),),), extras=frozenset({"="}).union(*words("choose")))
        case Lay(square):
            return Spoken(((need(show_square(square)),),), extras=frozenset({"@"}).union(*words("lay")))
        case Place(which, square):
            verb, rest = words("place")
            return Spoken(((need(show_square(square)),),), extras=piece(which) | verb | rest | {"+"})
    return Spoken(((need(game.show_move(move)),),))


PHRASES: Final = (
    Phrase("xq_knew", is_reaction=True),
    Phrase("xq_fooled", is_reaction=True),
    Phrase("xq_luck", is_reaction=True),
    Phrase("xq_yours", "piece"),
    Phrase("xq_mine", "piece"),
    Phrase("xq_never", "piece"),
    Phrase("xq_face"),
    Phrase("xq_open"),
)


def pieces(game: XeQueo) -> dict[str, Said]:
    return {letter: Said(f"piece_{letter}") for letter in LETTERS[: game.pieces]}


def has_shown(_game: XeQueo, state: State, _recent: Iterable[tuple[State, Any]]) -> bool:
    """Until both have chosen again, the last reveal is what people talk of."""
    return bool(state.results) and state.phase != "play"


def _tell_result(game: XeQueo, names: Sequence[Name], before: State, after: State) -> Said:
    result = game.seen_results(after, None)[-1]
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
