"""Rounds of a record, read by whoever can: the solver where a round's tree fits, else the bluffer's network."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import numpy as np

from ridotto.bots.solver.beliefs import Network, Reader, RoundPolicy
from ridotto.bots.solver.cfr import Settings
from ridotto.bots.solver.reasons import Reasons, bits_between
from ridotto.bots.solver.tree import TreeTooLarge
from ridotto.bots.solver.xequeo import TO_THE_END
from ridotto.core import OptionError, RidottoError, Seat
from ridotto.games.xequeo import Position, XeQueo
from ridotto.games.xequeo.board import LETTERS, Piece
from ridotto.games.xequeo.moves import HIDDEN, Call, Choose, Go, Move
from ridotto.games.xequeo.starts import round_start
from ridotto.match import Match

ITERATIONS: Final = 400
"""Of an exact solver, where nothing else is asked for."""


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
        raise OptionError("analyse_game", game=game.name)
    return list(_rounds(match, game))


def _rounds(match: Match, game: XeQueo) -> Iterator[PlayedRound]:
    start: Position | None = None
    moves: list[Move] = []
    choices = [HIDDEN, HIDDEN]
    is_told = match.seen_by == "all" or game.outcome(match.state) is not None  # XQ-R7
    if match.start is not None and match.start.phase == "play":
        begun = match.start
        start, moves = round_start(game, begun), list(begun.moves)
        choices = [piece if is_told or match.seen_by == seat else HIDDEN for seat, piece in enumerate(begun.choices)]
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
