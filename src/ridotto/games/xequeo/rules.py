"""Xe Queo! from the first ring to the fourth. Numbers like XQ-11 and XQ-R2 lead to docs/rules/xequeo.md."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar, Final, Literal, NamedTuple, TypeAlias, cast, get_args

from ridotto.cache import Cache
from ridotto.core import CHANCE, Actor, IllegalMove, OptionError, Outcome, RecordError, Seat, check_ranges, option
from ridotto.games import registration
from ridotto.games.xequeo.board import (
    ANYBODY,
    BIT,
    LETTERS,
    NOWHERE,
    SIDE,
    Board,
    BySquare,
    Distance,
    Mask,
    Piece,
    Square,
    board,
    show_square,
)
from ridotto.games.xequeo.moves import (
    CALL,
    CHOOSE,
    GO,
    HANDS,
    HIDDEN,
    LAY,
    PLACE,
    Call,
    Choose,
    Go,
    Hand,
    Lay,
    Move,
    Place,
    parse_move,
)
from ridotto.games.xequeo.position import SMALLEST, Position, parse_position, require_round_start, show_position

Phase: TypeAlias = Literal["hand", "setup", "ring", "choose", "play", "over"]
How: TypeAlias = Literal["entry", "counter", "stray", "call", "miss"]

NEITHER: Final = (HIDDEN, HIDDEN)
SEATS: Final = ((0,), (1,))


@dataclass(frozen=True, slots=True)
class Options:
    """Every ruling that has more than one answer; the defaults are the house's."""

    distance: Distance = "euclidean"
    """XQ-R1: how "closer" is measured."""
    stray_entry: Literal["forbidden", "opponent_collects"] = "forbidden"
    """XQ-R2: what happens when somebody else's piece is moved into the ring."""
    through_ring: Literal["yes", "no"] = "yes"
    """XQ-R3: whether a chain of jumps may pass through the ring."""
    setup: Literal["random", "by_hand"] = "random"
    """XQ-R4: how the pieces get onto the board."""
    first_placer: Literal["random", "host", "guest"] = "random"
    """XQ-R5: who lays the first ring; the host is seat 0."""
    reveal: Literal["as_written", "show_both"] = "as_written"
    """XQ-R7: what is shown at the end of a round."""
    width: int = option(SIDE, within=(SMALLEST, SIDE), is_study=True)
    """XQ-R8, for study: the number of files."""
    height: int = option(SIDE, within=(SMALLEST, SIDE), is_study=True)
    """XQ-R8, for study: the number of ranks."""
    pieces: int = option(len(LETTERS), within=(1, len(LETTERS)), is_study=True)
    """XQ-R8, for study: the number of pieces."""
    rings: int = option(4, within=(1, 99), is_study=True)
    """Rings that win the match (XQ-2); fewer for study."""
    position: str = option("", is_study=True)
    """For study: begin with this position's secret choice; board and pieces are then the position's."""

    def __post_init__(self) -> None:
        check_ranges(self)
        if self.pieces >= (spaces := self.width * self.height):
            raise OptionError("option_range", name="pieces", value=self.pieces, least=1, most=spaces - 1)
        if self.position and (self.width, self.height, self.pieces) != (SIDE, SIDE, len(LETTERS)):
            raise OptionError("option_board")


class Result(NamedTuple):
    """How a round ended."""

    winner: Seat
    how: How
    by: Seat
    """Who moved into the ring or called."""
    piece: Piece
    """What was moved into the ring or called."""
    choices: tuple[Piece, Piece]
    """By seat; HIDDEN where the reader may not know."""


class Round(NamedTuple):
    """A round that is over, as everybody saw it."""

    position: Position
    """Where it began, the ring laid."""
    moves: tuple[Go, ...]

    def __str__(self) -> str:
        return f"[{' '.join(map(str, (self.position, *self.moves)))}]"


class State(NamedTuple):
    phase: Phase
    pieces: tuple[Square, ...]
    ring: Square
    turn: Actor
    """Who lays the ring while there is none, else who moves; CHANCE until the first ring is handed to somebody."""
    choices: tuple[Piece, Piece]
    rings: tuple[int, int]
    start: tuple[Square, ...]
    """Where the pieces stood when the last ring was laid."""
    moves: tuple[Go, ...]
    """The piece moves since then."""
    results: tuple[Result, ...]
    past: tuple[Round, ...] = ()
    """The rounds that ended with these results."""


class Step(NamedTuple):
    """A piece move of a round."""

    by: Seat
    move: Go
    pieces: tuple[Square, ...]
    """Where they stood before it."""
    ring: Square


@dataclass(frozen=True, slots=True)
class View:
    """What one seat knows, its own memory included."""

    seat: Seat | None
    phase: Phase
    position: Position
    choice: Piece
    """The seat's own piece in this round; HIDDEN before it is chosen, and for spectators."""
    rings: tuple[int, int]
    goal: int
    """So many rings win (XQ-2)."""
    start: tuple[Square, ...]
    moves: tuple[Go, ...]
    results: tuple[Result, ...]
    past: tuple[Round, ...]
    """The rounds that ended with these results."""
    legal: tuple[Move, ...]
    outcome: Outcome | None

    @property
    def round(self) -> int:
        return len(self.results) + (self.phase != "over")

    def steps(self) -> Iterator[Step]:
        """The moves of the round that is on or was the last, each with what lay before it."""
        pieces, ring = self.start, self.position.ring
        # Turns alternate; who moved last is to see from whose turn it is, or who ended the round.
        last = 1 - self.position.turn
        if ring == NOWHERE and self.results:
            result = self.results[-1]
            is_called = result.how in ("call", "miss")
            last = 1 - result.by if is_called else result.by
            ring = self.moves[-1].square if self.moves and not is_called else NOWHERE
        for number, move in enumerate(self.moves):
            yield Step((last + len(self.moves) - 1 - number) % 2, move, pieces, ring)
            pieces = (*pieces[: move.piece], move.square, *pieces[move.piece + 1 :])

    def _repr_svg_(self) -> str:
        drawn: str = registration("xequeo").load("drawing")(self)
        return drawn


def first_mover(state: State) -> Seat:
    return state.turn ^ len(state.moves) & 1


def _entry(choices: tuple[Piece, Piece], mover: Seat, piece: Piece) -> tuple[Seat, How]:
    """Who gets the ring that `mover` moved `piece` into."""
    if choices[mover] != piece:
        return 1 - mover, "stray"  # XQ-R2
    if choices[1 - mover] == piece:
        return 1 - mover, "counter"  # XQ-13
    return mover, "entry"  # XQ-12


HALF: Final = 3 * SIDE
NEAR: Final = (1 << HALF) - 1
"""The near half of the board. Of halves there are few, so that they are kept; of whole boards there are too many."""


def _goes(piece: Piece) -> tuple[Cache[Mask, tuple[Go, ...]], Cache[Mask, tuple[Go, ...]]]:
    pick = BySquare(GO[piece]).pick
    return Cache(1 << 11, pick), Cache(1 << 11, lambda mask: pick(mask << HALF))


GOES: Final = tuple(map(_goes, range(len(LETTERS))))
"""By piece: its moves to the squares of a mask of the near half, and of the far half."""


def goes(piece: Piece, mask: Mask) -> tuple[Go, ...]:
    near, far = GOES[piece]
    return near[mask & NEAR] + far[mask >> HALF]


LAYS: Final = BySquare(LAY)
PLACES: Final = tuple(BySquare(PLACE[piece]) for piece in range(len(LETTERS)))


class XeQueo:
    name: ClassVar[str] = "xequeo"
    rules_version: ClassVar[str] = "1"
    options_type: ClassVar[type[Options]] = Options
    seats: Final = 2

    def __init__(self, options: Options | None = None, **changes: Any) -> None:
        """``XeQueo(distance="king")``, or with ready-made options."""
        self.options = options or Options(**changes)
        self._first = parse_position(self.options.position) if self.options.position else None
        width, height, self.pieces = (
            (self._first.width, self._first.height, len(self._first.pieces))
            if self._first
            else (self.options.width, self.options.height, self.options.pieces)
        )
        self.board: Board = board(
            width, height, self.options.distance, is_ring_passable=self.options.through_ring == "yes"
        )
        self._is_own_only = self.options.stray_entry == "forbidden"
        self._calls = CALL[: self.pieces]
        self._chooses = CHOOSE[: self.pieces]
        self._asked: tuple[State | None, list[Mask]] = None, []
        self._seen: dict[Seat | None, tuple[tuple[Result, ...], tuple[Result, ...]]] = {}
        if self._first:
            require_round_start(self._first, self.board)

    def __repr__(self) -> str:
        return f"XeQueo({self.options!r})"

    # -- states ------------------------------------------------------------------------------------------------------

    def start(self) -> State:
        if self._first:
            first = self._first
            return State("choose", first.pieces, first.ring, first.turn, NEITHER, (0, 0), first.pieces, (), ())
        placer = {"random": CHANCE, "host": 0, "guest": 1}[self.options.first_placer]
        return State("hand" if placer < 0 else "setup", (), NOWHERE, placer, NEITHER, (0, 0), (), (), ())

    def actors(self, state: State) -> tuple[Actor, ...]:
        phase = state.phase
        if phase == "play" or phase == "ring":
            return SEATS[state.turn]
        if phase == "choose":
            first, second = state.choices
            return (0, 1) if first == second else SEATS[0 if first == HIDDEN else 1]
        if phase == "setup" and self.options.setup == "by_hand":
            return SEATS[1 - state.turn]  # XQ-R4: one arranges, the other lays the ring
        return () if phase == "over" else (CHANCE,)

    def outcome(self, state: State) -> Outcome | None:
        if state.phase != "over":
            return None
        return Outcome((1, 2) if state.rings[0] > state.rings[1] else (2, 1), "rings")

    # -- legality: these masks, and nothing else, say what may be done -----------------------------------------------

    def _masks(self, state: State) -> list[Mask]:
        """Where things may go: each piece in play, the one ring or piece before that.

        Who asks what is legal usually plays next, so the last answer is kept.
        """
        asked, masks = self._asked
        if asked is not state:
            pieces, ring, board = state.pieces, state.ring, self.board
            if state.phase == "play":
                entrants = BIT[pieces[state.choices[state.turn]]] if self._is_own_only else ANYBODY  # XQ-12, XQ-R2
                masks = board.reach(pieces, ring, entrants)
            elif state.phase == "setup":
                masks = [board.vacant(pieces)]
            else:
                masks = [self.lays(pieces)]
            self._asked = state, masks
        return masks

    def lays(self, pieces: tuple[Square, ...]) -> Mask:
        """Where the ring may be laid (XQ-3, XQ-R6)."""
        # On study boards (XQ-R8) the pieces can be everywhere: then any vacant square will do.
        return self.board.apart(pieces) or self.board.vacant(pieces)

    def legal(self, state: State, actor: Actor) -> tuple[Move, ...]:
        phase = state.phase
        if phase == "play":
            if actor != state.turn:
                return ()
            moves: tuple[Move, ...] = ()
            for (near, far), mask in zip(GOES, self._masks(state), strict=False):
                moves += near[mask & NEAR] + far[mask >> HALF]
            return moves + self._calls
        if actor not in self.actors(state):
            return ()
        if phase == "choose":
            return self._chooses
        if phase == "ring":
            return LAYS.pick(self._masks(state)[0])
        if phase == "setup":
            return PLACES[len(state.pieces)].pick(self._masks(state)[0])
        return HANDS

    def weights(self, state: State) -> tuple[int, ...]:
        return ()

    def _is_legal(self, state: State, actor: Actor, move: Move) -> bool:
        phase = state.phase
        if phase == "play":
            if actor != state.turn:
                return False
            if isinstance(move, Go):
                return move.piece < self.pieces and self._masks(state)[move.piece] & BIT[move.square] != 0
            return isinstance(move, Call) and move.piece < self.pieces
        if actor not in self.actors(state):
            return False
        if phase == "choose":
            return isinstance(move, Choose) and 0 <= move.piece < self.pieces
        if phase == "ring":
            return isinstance(move, Lay) and self._masks(state)[0] & BIT[move.square] != 0
        if phase == "setup":
            if not isinstance(move, Place) or move.piece != len(state.pieces):
                return False
            return self._masks(state)[0] & BIT[move.square] != 0
        return isinstance(move, Hand)

    # -- play --------------------------------------------------------------------------------------------------------

    def play(self, state: State, actor: Actor, move: Move) -> State:
        if not self._is_legal(state, actor, move):
            raise self._refusal(state, actor, move)
        phase, pieces, ring, turn, choices, rings, start, moves, results, past = state
        if isinstance(move, Go):
            pieces = (*pieces[: move.piece], move.square, *pieces[move.piece + 1 :])
            moves += (move,)
            if move.square == ring:
                return self._end_round(state, pieces, moves, *_entry(choices, actor, move.piece), move.piece)
            return State(phase, pieces, ring, 1 - actor, choices, rings, start, moves, results, past)
        if isinstance(move, Call):
            if choices[1 - actor] == move.piece:  # XQ-14
                return self._end_round(state, pieces, moves, actor, "call", move.piece)
            return self._end_round(state, pieces, moves, 1 - actor, "miss", move.piece)
        if isinstance(move, Choose):
            choices = (move.piece, choices[1]) if actor == 0 else (choices[0], move.piece)
            phase = "choose" if HIDDEN in choices else "play"
            return State(phase, pieces, ring, turn, choices, rings, start, moves, results, past)
        if isinstance(move, Lay):
            # XQ-6: the first move belongs to the player who did not lay the ring.
            return State("choose", pieces, move.square, 1 - actor, NEITHER, rings, pieces, (), results, past)
        if isinstance(move, Place):
            pieces += (move.square,)
            phase = "setup" if len(pieces) < self.pieces else "ring"
            return State(phase, pieces, ring, turn, choices, rings, start, moves, results, past)
        return State("setup", pieces, ring, move.seat, choices, rings, start, moves, results, past)

    def _end_round(
        self, state: State, pieces: tuple[Square, ...], moves: tuple[Go, ...], winner: Seat, how: How, piece: Piece
    ) -> State:
        rings = (state.rings[0] + (winner == 0), state.rings[1] + (winner == 1))
        results = (*state.results, Result(winner, how, state.turn, piece, state.choices))
        first = Position(self.board.width, self.board.height, state.start, state.ring, first_mover(state))
        past = (*state.past, Round(first, moves))
        phase: Phase = "over" if rings[winner] == self.options.rings else "ring"  # XQ-2
        # XQ-4: the pieces stay, the loser lays the next ring.
        return State(phase, pieces, NOWHERE, 1 - winner, NEITHER, rings, state.start, moves, results, past)

    def _refusal(self, state: State, actor: Actor, move: Move) -> IllegalMove:
        """Why not: the most helpful thing to say about a move that is not legal."""
        phase, text = state.phase, str(move)
        if phase == "over":
            return IllegalMove("match_over", move=text)
        if actor not in self.actors(state):
            return IllegalMove("already_chosen" if phase == "choose" else "not_your_turn", move=text)
        kinds = {"hand": Hand, "setup": Place, "ring": Lay, "choose": Choose, "play": (Go, Call)}
        if not isinstance(move, kinds[phase]):  # type: ignore[arg-type]
            return IllegalMove(f"expected_{phase}", move=text)
        if isinstance(move, Choose | Go | Call | Place) and not 0 <= move.piece < self.pieces:
            return IllegalMove("no_such_piece", move=text, letters=" ".join(LETTERS[: self.pieces]))
        assert isinstance(move, Go | Place | Lay), "any other move of this phase is legal"
        where = show_square(move.square)
        if not self.board.all & BIT[move.square]:
            return IllegalMove("off_board", move=text, square=where, width=self.board.width, height=self.board.height)
        if isinstance(move, Place) and move.piece != len(state.pieces):
            return IllegalMove("place_order", move=text, piece=LETTERS[len(state.pieces)])
        if move.square in state.pieces:
            return IllegalMove("occupied", move=text, square=where, piece=LETTERS[state.pieces.index(move.square)])
        if not isinstance(move, Go):
            near = self.board.neighbours[move.square]
            piece, square = next((p, s) for p, s in enumerate(state.pieces) if near & BIT[s])
            return IllegalMove("ring_beside", ring=where, piece=LETTERS[piece], square=show_square(square))
        origin = state.pieces[move.piece]
        names = {"move": text, "piece": LETTERS[move.piece], "origin": show_square(origin), "square": where}
        if not self.board.closer(state.ring)[origin] & BIT[move.square]:
            return IllegalMove("not_closer", **names, ring=show_square(state.ring))
        if not self.board.reach(state.pieces, state.ring, ANYBODY)[move.piece] & BIT[move.square]:
            return IllegalMove("no_way", **names)
        return IllegalMove("stray_entry", **names)

    # -- what a seat may know ----------------------------------------------------------------------------------------

    def position(self, state: State) -> Position:
        return Position(self.board.width, self.board.height, state.pieces, state.ring, max(state.turn, 0))

    def view(self, state: State, seat: Seat | None) -> View:
        return View(
            seat=seat,
            phase=state.phase,
            position=self.position(state),
            choice=HIDDEN if seat is None else state.choices[seat],
            rings=state.rings,
            goal=self.options.rings,
            start=state.start,
            moves=state.moves,
            results=self.seen_results(state, seat),
            past=state.past,
            legal=() if seat is None else self.legal(state, seat),
            outcome=self.outcome(state),
        )

    def shown(self, result: Result) -> tuple[bool, bool]:
        """Which cards the end of a round puts on the table (XQ-R7)."""
        if self.options.reveal == "show_both":
            return True, True
        other = 1 - result.by
        shown = {
            "entry": {result.by},
            "stray": {result.by},
            "counter": {0, 1},
            "call": {other},
            "miss": {other},
        }[result.how]
        return 0 in shown, 1 in shown

    def seen_results(self, state: State, seat: Seat | None) -> tuple[Result, ...]:
        """How rounds ended, as far as the seat knows. Of a long match only the newest are worked out."""
        if state.phase == "over":
            return state.results  # XQ-R7: once the match is over, everything is shown
        known, seen = self._seen.get(seat, ((), ()))
        if known is not state.results:
            if known != state.results[: len(known)]:
                known, seen = (), ()
            seen += tuple(self._seen_result(result, seat) for result in state.results[len(known) :])
            self._seen[seat] = state.results, seen
        return seen

    def _seen_result(self, result: Result, seat: Seat | None) -> Result:
        first, second = result.choices
        shown = self.shown(result)
        return result._replace(
            choices=(first if shown[0] or seat == 0 else HIDDEN, second if shown[1] or seat == 1 else HIDDEN)
        )

    def possible(self, result: Result, seat: Seat) -> tuple[Piece, ...]:
        """The pieces `seat` may have owned in a round that ended so."""
        known = result.choices[seat]
        if known != HIDDEN:
            return (known,)
        is_not = result.piece if result.how == "entry" and seat != result.by else HIDDEN
        return tuple(piece for piece in range(self.pieces) if piece != is_not)

    def sample(self, view: View, rng: Random) -> State:
        first, second = (
            view.choice if seat == view.seat else rng.randrange(self.pieces) if view.phase == "play" else HIDDEN
            for seat in range(2)
        )
        return State(
            phase=view.phase,
            pieces=view.position.pieces,
            ring=view.position.ring,
            turn=CHANCE if view.phase == "hand" else view.position.turn,
            choices=(first, second),
            rings=view.rings,
            start=view.start,
            moves=view.moves,
            results=tuple(
                result._replace(choices=(rng.choice(self.possible(result, 0)), rng.choice(self.possible(result, 1))))
                for result in view.results
            ),
            past=view.past,
        )

    def seen(self, state: State, actor: Actor, move: Move, seat: Seat | None) -> Move:
        return Choose(HIDDEN) if isinstance(move, Choose) and actor != seat else move

    # -- records -----------------------------------------------------------------------------------------------------

    def news(self, before: State, after: State) -> str:
        if len(after.results) == len(before.results):
            return ""
        result = after.results[-1]
        cards = [
            LETTERS[piece] if is_shown else "?"
            for piece, is_shown in zip(result.choices, self.shown(result), strict=True)
        ]
        text = f"ring to {result.winner} by {result.how}, cards {' '.join(cards)}"
        if self.outcome(after):  # XQ-R7: the end of the match shows everything
            pairs = [f"{LETTERS[first]}{LETTERS[second]}" for *_, (first, second) in after.results]
            text += f", all choices {' '.join(pairs)}"
        return text

    def unmask(self, log: Sequence[tuple[Actor, Move]], news: Sequence[str]) -> list[tuple[Actor, Move]]:
        full = list(log)
        masked: list[list[int]] = [[]]
        """By round: where in the log a choice is masked."""
        for index, ((actor, move), told) in enumerate(zip(log, news, strict=True)):
            if move == Choose(HIDDEN):
                full[index] = (actor, CHOOSE[0])
                masked[-1].append(index)
            elif told and isinstance(move, Go | Call):
                result, all_choices = _parse_news(told, actor, move.piece)
                for choice in masked[-1]:
                    seat, _ = log[choice]
                    full[choice] = (seat, CHOOSE[next(iter(self.possible(result, seat)), 0)])
                if len(all_choices) == len(masked):
                    for choices, places in zip(all_choices, masked, strict=True):
                        for choice in places:
                            seat, _ = log[choice]
                            full[choice] = (seat, CHOOSE[choices[seat]])
                masked.append([])
        return full

    def chapter(self, state: State) -> str:
        return "set-up" if state.phase in ("hand", "setup") else f"round {len(state.results) + 1}"

    def show_move(self, move: Move) -> str:
        return str(move)

    def parse_move(self, text: str) -> Move:
        return parse_move(text)

    def show_position(self, state: State) -> str:
        return show_position(self.position(state))


NEWS: Final = re.compile(
    r"ring to ([01]) by (\w+), cards ([ROYGBVW?]) ([ROYGBVW?])(?:, all choices ([ROYGBVW]{2}(?: [ROYGBVW]{2})*))?"
)


def _parse_news(text: str, actor: Seat, piece: Piece) -> tuple[Result, list[tuple[Piece, Piece]]]:
    """How the round ended, and the choices of all rounds where the match ended too."""
    found = NEWS.fullmatch(text)
    if found is None or found[2] not in get_args(How):
        raise RecordError("record_news", text=text)
    first, second = LETTERS.find(found[3]), LETTERS.find(found[4])  # "?" is found nowhere, which is HIDDEN
    all_choices = [(LETTERS.index(pair[0]), LETTERS.index(pair[1])) for pair in (found[5] or "").split()]
    return Result(int(found[1]), cast(How, found[2]), actor, piece, (first, second)), all_choices
