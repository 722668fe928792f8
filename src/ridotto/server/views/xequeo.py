"""Xe Queo! as the browser gets it.

Everything comes from `game.view`, so nothing is here that the viewer may not know. What can be done is listed once for
everybody (`reach`), because at a shared screen the table itself must not tell whose piece may enter the ring; what a
seat may really do are some of those moves (`legal`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from typing import Any, Literal, TypeAlias

from ridotto.core import Outcome, Seat, show_options
from ridotto.draw import xequeo as draw
from ridotto.draw.svg import group
from ridotto.games.xequeo import State, View, XeQueo, rules
from ridotto.games.xequeo.board import (
    ANYBODY,
    BIT,
    LETTERS,
    NOWHERE,
    SIDE,
    SQUARES,
    Board,
    Distance,
    Mask,
    Piece,
    Square,
    mask_of,
    ruler,
    show_square,
    squares_of,
)
from ridotto.games.xequeo.moves import CALL, CHOOSE, GO, HIDDEN, LAY, PLACE
from ridotto.server.views import view as views
from ridotto.server.views.scene import Layer, Point, Scene, point
from ridotto.server.views.sent import Sent
from ridotto.server.views.words import words
from ridotto.tell.xequeo import heading

XeQueoPhase: TypeAlias = rules.Phase
XeQueoHow: TypeAlias = rules.How
Letters: TypeAlias = tuple[str | None, str | None]
"""A piece by seat; nothing where the viewer may not know."""


class XeQueoPiece(Sent):
    letter: str
    square: str


class XeQueoMove(Sent):
    """A move that whoever acts may have, as far as anybody at the table can know."""

    text: str
    kind: Literal["place", "lay", "choose", "go", "call"]
    piece: str = ""
    square: str = ""
    path: tuple[str, ...] = ()
    """Of a piece: the points it touches, where it stands and where it goes included."""


class XeQueoStep(Sent):
    """A piece was moved in this round."""

    by: int
    piece: str
    path: tuple[str, ...]


class XeQueoResult(Sent):
    """How a round ended."""

    winner: int
    how: XeQueoHow
    by: int
    """Who moved into the ring or called."""
    piece: str
    """What was moved into the ring or called."""
    choices: Letters
    """The cards the viewer knows: what was shown (XQ-R7) and their own; all when the match is over."""
    shown: tuple[bool, bool]
    """By seat: whether the end of the round put the card on the table, for all to see."""


Past: TypeAlias = tuple[XeQueoResult, ...]


class XeQueoView(views.View, tag_field="game", tag="xequeo"):
    phase: XeQueoPhase
    round: int
    turn: int | None
    """Who sets up, lays the ring or moves; nobody when chance acts, when both choose, and at the end."""
    scene: str
    """Options for /api/scene.json."""
    letters: str
    """All pieces of the match, in their order."""
    pieces: tuple[XeQueoPiece, ...]
    ring: str | None
    choices: Letters
    """Of the round that is on."""
    rings: tuple[int, int]
    goal: int
    moves: tuple[XeQueoStep, ...]
    """The piece moves since the last ring was laid."""
    results: tuple[XeQueoResult, ...]
    """Of all rounds that are over. Empty in `Table` and `Update`, which have them as `past`."""
    reach: tuple[XeQueoMove, ...]
    """What can be done now as far as anybody can know: the same for all viewers."""
    legal: tuple[str, ...]
    """What this seat may do: texts of moves in `reach`."""


class XeQueoScene(Scene, tag_field="game", tag="xequeo"):
    """The empty board. Symbols lie around the origin: ``xq-R`` ... are the pieces, ``xq-shade-R`` ... their shadows,
    ``xq-ghost-R`` ... what is left where they stood, ``xq-ring`` the ring, and all marks and cards."""

    ranks: tuple[tuple[str, ...], ...]
    """The squares as they lie, from the far rank to the near one."""
    points: dict[str, Point]
    cell: int
    """From one point to the next."""
    arcs: draw.Arcs
    arrow: draw.Arrow
    trail: draw.Trail
    thing: int
    """So far does a piece or the ring reach from its middle."""
    card: tuple[int, int]
    """Width and height of a card."""
    distances: tuple[tuple[float, ...], ...]
    """By files and ranks between two squares: how far one is from the other (XQ-11)."""


def xequeo_view(
    game: XeQueo,
    state: State,
    seat: Seat | None,
    *,
    recent: Iterable[object] = (),  # noqa: ARG001 - of all games the same is known
    is_open: bool = False,
    has_moves: bool = True,
    has_past: bool = True,
    outcome: Outcome | None = None,
    shared: dict[str, Any] | None = None,
) -> XeQueoView:
    """`is_open` also tells the secrets, for replays of records that have them; without `has_moves` nothing is to do.

    Without `has_past` there are no results. `shared` is for the viewers of one state.

    `outcome` is the match's: it can have one although the game could go on, when somebody resigned.
    """
    view = game.view(state, seat)
    outcome = view.outcome or outcome
    shared = {} if shared is None else shared
    if not shared:
        shared |= {
            "heading": None if view.phase == "over" else words(heading(game, state)),
            "phase": view.phase,
            "round": view.round,
            "turn": None if outcome else _turn(game, view),
            "scene": _scene_options(game.options.distance, game.board.width, game.board.height, game.pieces),
            "letters": LETTERS[: game.pieces],
            "pieces": _placed(view.position.pieces),
            "ring": None if view.position.ring == NOWHERE else show_square(view.position.ring),
            "places": outcome.places if outcome else (),
            "rings": view.rings,
            "goal": game.options.rings,
            "moves": tuple(_steps(game, view)),
            "reach": tuple(_reach(game, view)) if has_moves else (),
        }
    choices = [view.choice if who == seat else HIDDEN for who in range(game.seats)]
    results = view.results
    if is_open or outcome:  # XQ-R7, also when somebody resigned
        choices, results = list(state.choices), state.results
    return XeQueoView(
        seat=seat,
        choices=(_letter(choices[0]), _letter(choices[1])),
        is_private=view.phase == "choose" and bool(view.legal),
        has_secret=seat is not None and choices[seat] != HIDDEN,
        results=tuple(_result(game, result) for result in results) if has_past else (),
        legal=tuple([str(move) for move in view.legal]) if has_moves else (),
        **shared,
    )


@cache
def _scene_options(distance: Distance, width: int, height: int, pieces: int) -> str:
    return show_options(rules.Options(distance=distance, width=width, height=height, pieces=pieces))


def xequeo_past(game: XeQueo, state: State, seat: Seat | None, known: State | None) -> tuple[int, Past]:
    """Rounds that ended since the state `known`. When the match is over, all cards of all rounds are shown."""
    first = len(known.results) if known and state.phase != "over" else 0
    if first == len(state.results):
        return first, ()
    return first, tuple(_result(game, result) for result in game.view(state, seat).results[first:])


def scene(game: XeQueo) -> XeQueoScene:
    width, height = game.board.width, game.board.height
    canvas = draw.empty_canvas(width, height)
    ranks = [[file + SIDE * rank for file in range(width)] for rank in reversed(range(height))]
    return XeQueoScene(
        width=round(canvas.width),
        height=round(canvas.height),
        defs=draw.scene_defs(canvas),
        layers=(Layer(motion="", markup=group(canvas.board(), class_="board")),),
        palette={f"piece-{letter}": look.fill for letter, look in zip(LETTERS, draw.LOOKS, strict=True)},
        ranks=tuple(tuple(map(show_square, rank)) for rank in ranks),
        points={show_square(square): point(canvas.at(square)) for rank in ranks for square in rank},
        cell=round(draw.CELL),
        arcs=draw.ARCS,
        arrow=draw.ARROW,
        trail=draw.TRAIL,
        thing=draw.THING,
        card=draw.CARD,
        distances=tuple(
            tuple(ruler(game.options.distance, 0, files + SIDE * up) for up in range(height)) for files in range(width)
        ),
    )


def _letter(piece: Piece) -> str | None:
    return None if piece == HIDDEN else LETTERS[piece]


@lru_cache(maxsize=1024)
def _piece(letter: str, square: Square) -> XeQueoPiece:
    return XeQueoPiece(letter=letter, square=SQUARES[square])


def _placed(pieces: tuple[Square, ...]) -> tuple[XeQueoPiece, ...]:
    return tuple(map(_piece, LETTERS, pieces))


def _turn(game: XeQueo, view: View) -> Seat | None:
    if view.phase in ("ring", "play"):
        return view.position.turn
    if view.phase == "setup" and game.options.setup == "by_hand":
        return 1 - view.position.turn  # XQ-R4
    return None


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


@lru_cache(maxsize=4096)
def _path(board: Board, origin: Square, target: Square, occupied: Mask, ring: Square) -> tuple[str, ...]:
    return _names(board.path(origin, target, occupied, ring))


def _names(path: Iterable[Square]) -> tuple[str, ...]:
    return tuple([SQUARES[square] for square in path])


def _steps(game: XeQueo, view: View) -> Iterator[XeQueoStep]:
    for by, move, pieces, ring in view.steps():
        path = _path(game.board, pieces[move.piece], move.square, mask_of(pieces), ring)
        yield XeQueoStep(by=by, piece=LETTERS[move.piece], path=path)


def _reach(game: XeQueo, view: View) -> Iterable[XeQueoMove]:
    phase, pieces, ring = view.phase, view.position.pieces, view.position.ring
    if phase == "play":
        return _goes(game.board, pieces, ring) + _calls(game.pieces)
    if phase == "choose":
        return _chooses(game.pieces)
    if phase == "ring":
        return map(_lay, squares_of(game.lays(pieces)))
    return _places(game, view)


def _goes(board: Board, pieces: tuple[Square, ...], ring: Square) -> tuple[XeQueoMove, ...]:
    occupied, found = mask_of(pieces), ()  # type: Mask, tuple[XeQueoMove, ...]
    for piece, (origin, targets) in enumerate(zip(pieces, board.reach(pieces, ring, ANYBODY), strict=True)):
        near = board.neighbours[origin]
        if targets & ~near:
            ways = board.ways(origin, occupied, ring)
            found += tuple(
                [_go(piece, (origin, square) if near & BIT[square] else ways[square]) for square in squares_of(targets)]
            )
        elif targets:
            found += _steps_to(piece, origin, targets)
    return found


@cache
def _calls(pieces: int) -> tuple[XeQueoMove, ...]:
    return tuple(XeQueoMove(text=str(call), kind="call", piece=LETTERS[call.piece]) for call in CALL[:pieces])


@cache
def _chooses(pieces: int) -> tuple[XeQueoMove, ...]:
    return tuple(XeQueoMove(text=str(move), kind="choose", piece=LETTERS[move.piece]) for move in CHOOSE[:pieces])


@cache
def _lay(square: Square) -> XeQueoMove:
    return XeQueoMove(text=str(LAY[square]), kind="lay", square=SQUARES[square])


def _places(game: XeQueo, view: View) -> Iterator[XeQueoMove]:
    phase, pieces = view.phase, view.position.pieces
    if phase == "setup" and game.options.setup == "by_hand":
        piece = len(pieces)
        for square in squares_of(game.board.vacant(pieces)):
            place = PLACE[piece][square]
            yield XeQueoMove(text=str(place), kind="place", piece=LETTERS[piece], square=SQUARES[square])


@lru_cache(maxsize=4096)
def _steps_to(piece: Piece, origin: Square, targets: Mask) -> tuple[XeQueoMove, ...]:
    return tuple(_go(piece, (origin, square)) for square in squares_of(targets))


@lru_cache(maxsize=16_384)
def _go(piece: Piece, path: tuple[Square, ...]) -> XeQueoMove:
    names = _names(path)
    return XeQueoMove(text=str(GO[piece][path[-1]]), kind="go", piece=LETTERS[piece], square=names[-1], path=names)
