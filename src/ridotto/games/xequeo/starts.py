"""Where a match of Xe Queo! may begin other than at its beginning, as text and back.

``R5O/7/7/3*3/7/7/Y5G 0 Ra3 Ob7 rings=1-2 cards=R?`` is the position in which a round began, the moves made since, the
rings won before it, and the secret choices by seat: ``?`` where the reader may not know. Without cards, the choice is
still to be made; without a ring, it is still to be laid.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random
from typing import Final, Literal

from ridotto.core import Actor, NotationError, PositionError, RidottoError, Seat
from ridotto.games.xequeo.board import LETTERS, NOWHERE, Piece
from ridotto.games.xequeo.moves import CHOOSE, HIDDEN, Choose, Go, Move
from ridotto.games.xequeo.position import Position, parse_position, require_round_start, show_position
from ridotto.games.xequeo.rules import NEITHER, State, XeQueo, first_mover

RINGS: Final = re.compile(r"(\d{1,2})-(\d{1,2})")
CARDS: Final = re.compile(f"([{LETTERS}?])([{LETTERS}?])")


def show_start(game: XeQueo, state: State, audience: Seat | Literal["spectator", "all"]) -> str:
    """Raises PositionError where a match cannot begin."""
    if state.phase in ("hand", "over"):
        raise PositionError("start_phase")
    words = [show_position(round_start(game, state))]
    if state.phase in ("choose", "play"):
        words += map(str, state.moves)
    if any(state.rings):
        words.append(f"rings={state.rings[0]}-{state.rings[1]}")
    if state.phase == "play":
        cards = (piece if audience in ("all", seat) else HIDDEN for seat, piece in enumerate(state.choices))
        words.append(f"cards={''.join('?' if piece == HIDDEN else LETTERS[piece] for piece in cards)}")
    return " ".join(words)


def round_start(game: XeQueo, state: State) -> Position:
    """Where the round began that is being played."""
    if state.phase not in ("choose", "play"):
        return game.position(state)
    return Position(game.board.width, game.board.height, state.start, state.ring, first_mover(state))


def parse_start(game: XeQueo, text: str) -> State:
    """What is ``?`` stays HIDDEN: `deal` or `unmask` fills it in. Raises NotationError or PositionError."""
    position = parse_position(" ".join(text.split()[:2]))
    rings, cards, moves = (0, 0), None, []
    for word in text.split()[2:]:
        name, equals, value = word.partition("=")
        if not equals:
            moves.append(word)
        elif name == "rings" and (found := RINGS.fullmatch(value)):
            rings = int(found[1]), int(found[2])
        elif name == "cards" and (found := CARDS.fullmatch(value)):
            cards = LETTERS.find(found[1]), LETTERS.find(found[2])  # "?" is found nowhere, which is HIDDEN
        else:
            raise NotationError("start_word", word=word)
    if max(rings) >= game.options.rings:
        raise PositionError("start_phase")
    state = _begin(game, position)._replace(rings=rings)
    if cards is None:
        if moves:
            raise NotationError("start_word", word=moves[0])
        return state
    if state.phase != "choose" or max(cards) >= game.pieces:
        raise NotationError("start_word", word=f"cards={''.join(LETTERS[card] for card in cards)}")
    # Whose piece is whose decides nothing here except who may enter the ring, and then the round would be over.
    state = state._replace(phase="play", choices=(0, 0))
    for word in moves:
        move = game.parse_move(word)
        if not isinstance(move, Go) or move.square == state.ring:
            raise NotationError("start_word", word=word)
        try:
            state = game.play(state, state.turn, move)
        except RidottoError as error:
            raise PositionError("start_move", word=word, reason=error) from error
    return state._replace(choices=cards)


def _begin(game: XeQueo, position: Position) -> State:
    board, pieces = game.board, position.pieces
    letters = " ".join(LETTERS[: game.pieces])
    wrong = PositionError("start_board", width=board.width, height=board.height, letters=letters)
    if (position.width, position.height) != (board.width, board.height) or len(pieces) > game.pieces:
        raise wrong
    if len(pieces) == game.pieces and position.ring != NOWHERE:
        require_round_start(position, board)
        return State("choose", pieces, position.ring, position.turn, NEITHER, (0, 0), pieces, (), ())
    if position.ring != NOWHERE:
        raise wrong
    phase: Literal["ring", "setup"] = "ring" if len(pieces) == game.pieces else "setup"
    return State(phase, pieces, NOWHERE, position.turn, NEITHER, (0, 0), (), (), ())


def deal(game: XeQueo, state: State, rng: Random) -> State:
    """Fills in what is open: the moves of a round that goes on rule no piece out."""
    if state.phase != "play":
        return state
    first, second = (rng.randrange(game.pieces) if piece == HIDDEN else piece for piece in state.choices)
    return state._replace(choices=(first, second))


def unmask(
    game: XeQueo, state: State, log: Sequence[tuple[Actor, Move]], news: Sequence[str]
) -> tuple[State, list[tuple[Actor, Move]]]:
    """As `XeQueo.unmask`: the open choices are read as if they had been made in the log."""
    if state.phase != "play":
        return state, game.unmask(log, news)
    chosen = [(seat, _choose(piece)) for seat, piece in enumerate(state.choices)]
    (_, first), (_, second), *full = game.unmask([*chosen, *log], ["", "", *news])
    assert isinstance(first, Choose)
    assert isinstance(second, Choose)
    return state._replace(choices=(first.piece, second.piece)), full


def _choose(piece: Piece) -> Move:
    return Choose(HIDDEN) if piece == HIDDEN else CHOOSE[piece]
