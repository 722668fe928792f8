"""Xe Queo! as the browser gets it.

Everything comes from `game.view`, so nothing is here that these eyes may not know. What can be done is listed once for
everybody (`reach`), because at a shared screen the table itself must not tell whose piece may enter the ring; what a
seat may really do are some of those moves (`legal`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, TypeAlias

from ridotto.core import Outcome, Seat
from ridotto.draw import xequeo as draw
from ridotto.draw.svg import group
from ridotto.games.xequeo import State, View, XeQueo, rules
from ridotto.games.xequeo.board import ANYBODY, LETTERS, NOWHERE, SIDE, Piece, Square, mask_of, show_square, squares_of
from ridotto.games.xequeo.moves import CALL, CHOOSE, GO, HIDDEN, LAY, PLACE, Go
from ridotto.server.views.scene import Layer, Part, Point, Scene, point

XeQueoPhase: TypeAlias = rules.Phase
XeQueoHow: TypeAlias = rules.How
Letters: TypeAlias = tuple[str | None, str | None]
"""A piece by seat; nothing where these eyes may not know."""


class XeQueoPiece(Part):
    letter: str
    square: str


class XeQueoMove(Part):
    """A move that whoever acts may have, as far as anybody at the table can know."""

    text: str
    kind: Literal["place", "lay", "choose", "go", "call"]
    piece: str = ""
    square: str = ""
    path: tuple[str, ...] = ()
    """Of a piece: the points it touches, where it stands and where it goes included."""


class XeQueoStep(Part):
    """A piece was moved in this round."""

    by: int
    piece: str
    path: tuple[str, ...]


class XeQueoResult(Part):
    """How a round ended."""

    winner: int
    how: XeQueoHow
    by: int
    """Who moved into the ring or called."""
    piece: str
    """What was moved into the ring or called."""
    choices: Letters
    """The cards these eyes know: what was shown (XQ-R7) and their own."""
    shown: tuple[bool, bool]
    """By seat: whether the end of the round put the card on the table, for all to see."""


class XeQueoOutcome(Part):
    places: tuple[int, ...]
    reason: str


class XeQueoView(Part):
    game: Literal["xequeo"] = "xequeo"
    seat: int | None
    phase: XeQueoPhase
    round: int
    turn: int | None
    """Who sets up, lays the ring or moves; nobody when chance acts, when both choose, and at the end."""
    first: int | None
    """Who moves first in this round: the other seat laid the ring."""
    width: int
    height: int
    letters: str
    """All pieces of the match, in their order."""
    pieces: tuple[XeQueoPiece, ...]
    ring: str | None
    choices: Letters
    """Of the round that is on."""
    is_private: bool
    """Whether what this seat is to decide now needs the others to look away."""
    rings: tuple[int, int]
    goal: int
    start: tuple[XeQueoPiece, ...]
    """Where the pieces stood when the last ring was laid."""
    moves: tuple[XeQueoStep, ...]
    """The piece moves since then."""
    results: tuple[XeQueoResult, ...]
    reach: tuple[XeQueoMove, ...]
    """What can be done now as far as anybody can know: the same for all eyes."""
    legal: tuple[str, ...]
    """What this seat may do: texts of moves in `reach`."""
    can_stray: bool
    """Whether a piece that is not one's own may be moved into the ring, which gives it away (XQ-R2)."""
    outcome: XeQueoOutcome | None


class XeQueoScene(Scene):
    """The empty board. Symbols lie around the origin: ``xq-R`` ... are the pieces, ``xq-shape-R`` ... their outlines
    to be painted at will, ``xq-ring`` the ring, ``xq-mask`` the mask of one's own."""

    game: Literal["xequeo"] = "xequeo"
    ranks: tuple[tuple[str, ...], ...]
    """The squares as they lie, from the far rank to the near one."""
    points: dict[str, Point]
    cell: int
    """From one point to the next."""
    arcs: draw.Arcs
    arrow: draw.Arrow


def xequeo_view(
    game: XeQueo,
    state: State,
    seat: Seat | None,
    *,
    recent: Iterable[object] = (),  # noqa: ARG001 - of all games the same is known
    is_open: bool = False,
    has_moves: bool = True,
    outcome: Outcome | None = None,
) -> XeQueoView:
    """`is_open` also tells the secrets, for replays of records that have them; without `has_moves` nothing is to do.

    `outcome` is the match's: it can have one although the game could go on, when somebody resigned.
    """
    view = game.view(state, seat)
    outcome = view.outcome or outcome
    choices = [view.choice if who == seat else HIDDEN for who in range(game.seats)]
    results = view.results
    if is_open:
        choices, results = list(state.choices), state.results
    return XeQueoView(
        seat=seat,
        phase=view.phase,
        round=view.round,
        turn=None if outcome else _turn(game, view),
        first=_first(view),
        width=view.position.width,
        height=view.position.height,
        letters=LETTERS[: game.pieces],
        pieces=_placed(view.position.pieces),
        ring=None if view.position.ring == NOWHERE else show_square(view.position.ring),
        choices=(_letter(choices[0]), _letter(choices[1])),
        is_private=view.phase == "choose" and bool(view.legal),
        rings=view.rings,
        goal=game.options.rings,
        start=_placed(view.start),
        moves=tuple(_steps(game, view)),
        results=tuple(_result(game, result) for result in results),
        reach=tuple(_reach(game, view)) if has_moves else (),
        legal=tuple(map(str, view.legal)) if has_moves else (),
        can_stray=game.options.stray_entry == "opponent_collects",
        outcome=XeQueoOutcome(places=outcome.places, reason=outcome.reason) if outcome else None,
    )


def scene(game: XeQueo) -> XeQueoScene:
    width, height = game.board.width, game.board.height
    table = draw.empty_table(width, height)
    ranks = [[file + SIDE * rank for file in range(width)] for rank in reversed(range(height))]
    return XeQueoScene(
        width=round(table.width),
        height=round(table.height),
        defs=draw.scene_defs(table),
        layers=(Layer(motion="", markup=group(table.board(), class_="board")),),
        palette={f"piece-{letter}": look.fill for letter, look in zip(LETTERS, draw.LOOKS, strict=True)},
        ranks=tuple(tuple(map(show_square, rank)) for rank in ranks),
        points={show_square(square): point(table.at(square)) for rank in ranks for square in rank},
        cell=round(draw.CELL),
        arcs=draw.ARCS,
        arrow=draw.ARROW,
    )


def _letter(piece: Piece) -> str | None:
    return None if piece == HIDDEN else LETTERS[piece]


def _placed(pieces: tuple[Square, ...]) -> tuple[XeQueoPiece, ...]:
    return tuple(
        XeQueoPiece(letter=letter, square=show_square(square)) for letter, square in zip(LETTERS, pieces, strict=False)
    )


def _turn(game: XeQueo, view: View) -> Seat | None:
    if view.phase in ("ring", "play"):
        return view.position.turn
    if view.phase == "setup" and game.options.setup == "by_hand":
        return 1 - view.position.turn  # XQ-R4
    return None


def _first(view: View) -> Seat | None:
    if view.phase not in ("choose", "play"):
        return None
    return (view.position.turn + len(view.moves)) % 2


def _result(game: XeQueo, result: rules.Result) -> XeQueoResult:
    first, second = result.choices
    return XeQueoResult(
        winner=result.winner,
        how=result.how,
        by=result.by,
        piece=LETTERS[result.piece],
        choices=(_letter(first), _letter(second)),
        shown=game.shown(result),
    )


def _path(game: XeQueo, pieces: tuple[Square, ...], move: Go, ring: Square) -> tuple[str, ...]:
    path = game.board.path(pieces[move.piece], move.square, mask_of(pieces), ring)
    return tuple(show_square(square) for square in path)


def _steps(game: XeQueo, view: View) -> Iterator[XeQueoStep]:
    pieces, ring = list(view.start), view.position.ring
    if ring == NOWHERE and view.moves and view.results[-1].how in ("entry", "counter", "stray"):
        ring = view.moves[-1].square
    # Turns alternate; who moved last is to see from whose turn it is, or who ended the round.
    last = 1 - view.position.turn
    if view.position.ring == NOWHERE and view.results:
        result = view.results[-1]
        last = 1 - result.by if result.how in ("call", "miss") else result.by
    for number, move in enumerate(view.moves):
        by = (last + len(view.moves) - 1 - number) % 2
        yield XeQueoStep(by=by, piece=LETTERS[move.piece], path=_path(game, tuple(pieces), move, ring))
        pieces[move.piece] = move.square


def _reach(game: XeQueo, view: View) -> Iterator[XeQueoMove]:
    pieces, ring = view.position.pieces, view.position.ring
    if view.phase == "play":
        for piece, targets in enumerate(game.board.reach(pieces, ring, ANYBODY)):
            for square in squares_of(targets):
                move = GO[piece][square]
                path = _path(game, pieces, move, ring)
                yield XeQueoMove(text=str(move), kind="go", piece=LETTERS[piece], square=path[-1], path=path)
        for call in CALL[: game.pieces]:
            yield XeQueoMove(text=str(call), kind="call", piece=LETTERS[call.piece])
    elif view.phase == "choose":
        for choose in CHOOSE[: game.pieces]:
            yield XeQueoMove(text=str(choose), kind="choose", piece=LETTERS[choose.piece])
    elif view.phase == "ring":
        for square in squares_of(game.lays(pieces)):
            yield XeQueoMove(text=str(LAY[square]), kind="lay", square=show_square(square))
    elif view.phase == "setup" and game.options.setup == "by_hand":
        piece = len(pieces)
        for square in squares_of(game.board.vacant(pieces)):
            place = PLACE[piece][square]
            yield XeQueoMove(text=str(place), kind="place", piece=LETTERS[piece], square=show_square(square))
