"""What each seat should have believed about the other's piece, move by move of a round of Xe Queo!"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, Protocol, TypeAlias

import numpy as np

from ridotto.bots.solver.cfr import Settings, Solver
from ridotto.bots.solver.reasons import Reasons, bits_between, explain, update
from ridotto.bots.solver.tree import Floats, TreeTooLarge, build_tree
from ridotto.bots.solver.xequeo import TO_THE_END, Round, deepest
from ridotto.core import OptionError, RidottoError, Seat
from ridotto.games.xequeo import Position, XeQueo
from ridotto.games.xequeo.board import LETTERS, Piece
from ridotto.games.xequeo.moves import HIDDEN, Call, Choose, Go, Move
from ridotto.match import Match

Beliefs: TypeAlias = tuple[Floats, Floats]
"""By seat: how likely that seat holds each piece, in the eyes of the other."""

ITERATIONS: Final = 400
"""Of an exact solver, where nothing else is asked for."""
GLANCE: Final = 1_000_000
"""Bytes for a tree that is cut off, where one is solved for every move."""
DOUBT: Final = 1e-3
"""How much of an even belief is mixed in where a round is solved anew from its middle."""


class Policy(Protocol):
    def choice(self, seat: Seat) -> Floats:
        """How likely a seat chooses each piece."""

    def mix(self, moves: tuple[Move, ...]) -> tuple[Seat, Mapping[Move, Floats]]:
        """Who is to move after these moves, and by the piece it holds how likely it makes each move."""


class Network(NamedTuple):
    """What an estimate rests on where a network judges what lies beyond the horizon."""

    level: str
    """Of the bots that play by it."""
    iterations: int
    taken: tuple[float, float] | None
    """What a rival who knows the policy takes from it a round, and the half-width of that figure, where measured."""


class Reader(Protocol):
    """Whoever can read a round: what to believe in it, and what its moves were worth."""

    @property
    def depth(self) -> int:
        """Moves looked ahead, at least; TO_THE_END where the round was solved."""

    @property
    def network(self) -> Network | None: ...

    @property
    def excuse(self) -> RidottoError | None:
        """Why nobody better reads."""

    def choice(self, seat: Seat) -> Floats:
        """How likely a seat should choose each piece."""

    def reasons(self, moves: tuple[Move, ...]) -> Reasons:
        """Before a move."""

    def after(self, moves: tuple[Move, ...]) -> tuple[Beliefs, bool]:
        """The beliefs after the last of these moves, which may end the round, and whether it was to be expected."""


def track(policy: Policy, moves: Sequence[Move]) -> list[Beliefs]:
    """The beliefs before the first and after every move of a round."""
    beliefs = [(policy.choice(0), policy.choice(1))]
    for index, move in enumerate(moves):
        seat, mix = policy.mix(tuple(moves[:index]))
        possible = mix[move] > 0
        after, _ = update(beliefs[-1][seat], mix[move], possible if possible.any() else ~possible)
        beliefs.append(replaced(beliefs[-1], seat, after))
    return beliefs


def replaced(beliefs: Beliefs, seat: Seat, belief: Floats) -> Beliefs:
    """One seat's anew."""
    return (belief, beliefs[1]) if seat == 0 else (beliefs[0], belief)


class Spot(NamedTuple):
    """Where a round stands, and the node of the solved tree that stands for it."""

    solver: Solver
    d: int
    node: int
    position: Position
    beliefs: Beliefs
    is_expected: bool
    """Whether the last move is one that the policy makes at all."""


class RoundPolicy:
    """Equilibrium play in one round.

    Solved once, exactly, where the tree fits into the memory; and again from where a move was made that the solution
    never makes. Where it does not fit, every position is looked at `depth` moves ahead with the beliefs held there:
    that is an estimate.
    """

    def __init__(
        self,
        game: XeQueo,
        start: Position,
        settings: Settings = Settings(epsilon=1e-3, iterations=400),  # noqa: B008 - frozen
        memory: int = 1_000_000_000,
        depth: int | None = None,
        stop: Callable[[], bool] = lambda: False,
        excuse: RidottoError | None = None,
    ) -> None:
        self.game = game
        self.stop = stop
        self.excuse = excuse
        self.settings = settings
        self.memory = memory
        whole = Round(game, start)
        self.depth = TO_THE_END
        if depth is not None:
            self.depth = depth
        else:
            try:
                build_tree(whole, memory)
            except TreeTooLarge:
                self.depth = deepest(whole, min(memory, GLANCE))
        solver = self._solve(whole)
        self._spots: dict[tuple[Move, ...], Spot] = {}
        self._spots[()] = Spot(solver, 0, 0, start, (solver.choice(0), solver.choice(1)), is_expected=True)

    network: None = None

    @property
    def is_exact(self) -> bool:
        return self.depth == TO_THE_END

    def _solve(self, round_: Round) -> Solver:
        solver = Solver(build_tree(round_ if self.is_exact else round_.cut(self.depth), self.memory), self.settings)
        for _ in solver.run(self.stop):
            pass
        return solver

    def choice(self, seat: Seat) -> Floats:
        return self._spots[()].beliefs[seat]

    def mix(self, moves: tuple[Move, ...]) -> tuple[Seat, Mapping[Move, Floats]]:
        spot = self.at(moves)
        shares = spot.solver.policy(spot.d, spot.node)
        return spot.position.turn, dict(zip(spot.solver.tree.branch_moves(spot.d), shares, strict=True))

    def reasons(self, moves: tuple[Move, ...]) -> Reasons:
        spot = self.at(moves)
        return explain(spot.solver, spot.beliefs[spot.position.turn], spot.d, spot.node)

    def after(self, moves: tuple[Move, ...]) -> tuple[Beliefs, bool]:
        """The beliefs after the last of these moves, which may end the round, and whether it was to be expected."""
        if not moves:
            return self._spots[()].beliefs, True
        spot, move = self.at(moves[:-1]), moves[-1]
        tree, seat = spot.solver.tree, spot.position.turn
        a = tree.branch_moves(spot.d).index(move)
        legal = tree.uniform[tree.rows[spot.d] + a, : tree.types[seat]] > 0
        belief, is_expected = update(spot.beliefs[seat], spot.solver.policy(spot.d, spot.node)[a], legal)
        return replaced(spot.beliefs, seat, belief), is_expected

    def at(self, moves: tuple[Move, ...]) -> Spot:
        if moves not in self._spots:
            self._spots[moves] = self._next(self.at(moves[:-1]), moves)
        return self._spots[moves]

    def _next(self, spot: Spot, moves: tuple[Move, ...]) -> Spot:
        move = moves[-1]
        assert isinstance(move, Go)
        pieces = spot.position.pieces
        position = spot.position._replace(
            pieces=(*pieces[: move.piece], move.square, *pieces[move.piece + 1 :]), turn=1 - spot.position.turn
        )
        beliefs, is_expected = self.after(moves)
        if self.is_exact and is_expected:
            tree = spot.solver.tree
            row = int(tree.rows[spot.d]) + tree.branch_moves(spot.d).index(move)
            return Spot(
                spot.solver, int(tree.child[row]), int(tree.block[row]) + spot.node, position, beliefs, is_expected
            )
        even = np.full(len(pieces), 1 / len(pieces))
        ranges = beliefs[0] * (1 - DOUBT) + even * DOUBT, beliefs[1] * (1 - DOUBT) + even * DOUBT
        return Spot(self._solve(Round(self.game, position, ranges)), 0, 0, position, beliefs, is_expected)


def make_reader(
    game: XeQueo,
    start: Position,
    level: str,
    iterations: int | None = None,
    memory: int = 1_000_000_000,
    depth: int | None = None,
    stop: Callable[[], bool] = lambda: False,
) -> Reader:
    """The best there is: a solution where the tree fits into the memory, else the network, else a guess."""
    settings = Settings(epsilon=1e-3, iterations=ITERATIONS if iterations is None else iterations)
    if depth is None:
        try:
            return RoundPolicy(game, start, settings, memory, TO_THE_END, stop)
        except TreeTooLarge:
            pass
    try:
        from ridotto.bots.bluff.net import WeightsError
        from ridotto.bots.bluff.watch import make_watcher
    except ImportError as error:
        excuse: RidottoError = PackageMissing("analyse_no_package", package=error.name or str(error))
    else:
        try:
            return make_watcher(game, start, level, iterations, depth)
        except WeightsError as error:
            excuse = error
    return RoundPolicy(game, start, settings, memory, depth, stop, excuse)


class PackageMissing(RidottoError):
    """The network needs a package that is not installed."""


# -- records -----------------------------------------------------------------------------------------------------------


class PlayedRound(NamedTuple):
    number: int
    start: Position
    choices: tuple[Piece, Piece]
    """HIDDEN where the record does not tell."""
    moves: tuple[Move, ...]
    winner: Seat | None
    how: str


def played_rounds(match: Match) -> list[PlayedRound]:
    """The rounds of a record of Xe Queo! in which the secret choices were made."""
    game = match.game
    if not isinstance(game, XeQueo):
        raise OptionError("analyse_game", name=game.name)
    return list(_rounds(match, game))


def _rounds(match: Match, game: XeQueo) -> Iterator[PlayedRound]:
    start: Position | None = None
    moves: list[Move] = []
    choices = [HIDDEN, HIDDEN]
    is_told = match.seen_by == "all" or game.outcome(match.state) is not None  # XQ-R7
    for index, (actor, move) in enumerate(match.entries):
        before, after = match.states[index], match.states[index + 1]
        if isinstance(move, Choose):
            start = game.position(before)
            if is_told or match.seen_by == actor:
                choices[actor] = move.piece
        elif isinstance(move, Go | Call) and start is not None:
            moves.append(move)
            if len(after.results) > len(before.results):
                result = after.results[-1]
                shown = [
                    LETTERS.find(card) if card in LETTERS else known
                    for card, known in zip(game.news(before, after).split("cards ")[1][:3:2], choices, strict=True)
                ]
                yield PlayedRound(
                    len(after.results), start, (shown[0], shown[1]), tuple(moves), result.winner, result.how
                )
                start, moves, choices = None, [], [HIDDEN, HIDDEN]
    if start is not None and moves:
        yield PlayedRound(len(match.state.results) + 1, start, (choices[0], choices[1]), tuple(moves), None, "")


@dataclass(frozen=True, slots=True)
class Ply:
    move: Move
    reasons: Reasons
    """At the moment of the move."""
    beliefs: tuple[tuple[float, ...], tuple[float, ...]]
    """After it, by seat."""
    is_expected: bool
    told: float
    """Bits that the move told about the mover's piece: towards the true one where it is known, else in all."""

    @property
    def seat(self) -> Seat:
        return self.reasons.seat

    @property
    def value(self) -> float:
        """To seat 0, before the move."""
        return self.reasons.value if self.seat == 0 else -self.reasons.value


@dataclass(frozen=True, slots=True)
class Reading:
    """A round with all that can be said about it."""

    played: PlayedRound
    prior: tuple[tuple[float, ...], tuple[float, ...]]
    """By seat, what was to be believed after the secret choice."""
    plies: tuple[Ply, ...]
    depth: int
    """Moves looked ahead; TO_THE_END where the round was solved."""
    best: tuple[tuple[float, ...], tuple[float, ...]] = ((), ())
    """By seat, how likely each piece should have been chosen."""
    network: Network | None = None
    excuse: RidottoError | None = None

    @property
    def is_exact(self) -> bool:
        return self.depth == TO_THE_END

    def giveaway(self, seat: Seat) -> int | None:
        """The index of the move by which a seat gave itself away most; None if none told anything to speak of.

        What ends the round gives nothing away any more.
        """
        plies = self.plies if self.played.winner is None else self.plies[: len(self.played.moves) - 1]
        own = [index for index, ply in enumerate(plies) if ply.seat == seat and ply.told > WHISPER]
        return max(own, key=lambda index: self.plies[index].told, default=None)


WHISPER: Final = 0.1
"""Bits that are not worth telling of."""


def read_round(reader: Reader, played: PlayedRound) -> Iterator[Ply]:
    """Move by move, since each can take a while."""
    for index, move in enumerate(played.moves):
        moves = played.moves[:index]
        reasons = reader.reasons(moves)
        beliefs, is_expected = reader.after((*moves, move))
        before, after = np.array(reasons.belief), beliefs[reasons.seat]
        piece = played.choices[reasons.seat]
        if piece == HIDDEN:
            told = bits_between(after, before)
        else:
            told = float(np.log2(max(after[piece], LEAST) / max(before[piece], LEAST)))
        yield Ply(move, reasons, (_floats(beliefs[0]), _floats(beliefs[1])), is_expected, told)


def make_reading(reader: Reader, played: PlayedRound, plies: Sequence[Ply]) -> Reading:
    (first, second), _ = reader.after(())
    best = _floats(reader.choice(0)), _floats(reader.choice(1))
    prior = _floats(first), _floats(second)
    return Reading(played, prior, tuple(plies), reader.depth, best, reader.network, reader.excuse)


LEAST: Final = 1e-4
"""Chances below this are equally small: so that no move tells infinitely much."""


def _floats(numbers: Any) -> tuple[float, ...]:
    return tuple(float(number) for number in numbers)
