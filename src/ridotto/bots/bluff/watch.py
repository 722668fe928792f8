"""What a watcher should believe about the secrets of a round too large to solve, and what its moves were worth.

At every turn the bluffer's solve tells how each secret should be played. People do not play like that: a watcher who
took it for granted would rule out pieces that are held. So three kinds of players are thought possible, and each seat
is one of them for the whole round: an equilibrium player plays the solved mix; a quantal player prefers near pieces and
what seems best at the moment; a random player does anything the rules allow. The belief is about kind and secret
together: whoever plays at random is soon taken for such a player, whose moves tell little. And since anybody may be
one, no piece is ever ruled out that may be held.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ridotto.bots.bluff.measured import taken_from
from ridotto.bots.bluff.net import shipped
from ridotto.bots.bluff.player import FEWEST, LEVELS
from ridotto.bots.bluff.resolve import Decision, Resolver, Standing
from ridotto.bots.solver.beliefs import Beliefs, Network, replaced
from ridotto.bots.solver.reasons import LEAST_EXPECTED, MoveReason, Reasons, bits_between
from ridotto.bots.solver.tree import Floats
from ridotto.core import OptionError, Seat
from ridotto.games.xequeo import Position, XeQueo
from ridotto.games.xequeo.board import LETTERS, SIDE, distance_key
from ridotto.games.xequeo.moves import CALL, GO, Go, Move

Joint: TypeAlias = Floats
"""By kind of player and secret: how likely a seat is that."""
Likely: TypeAlias = NDArray[np.float64]
"""By kind of player, action and secret: how likely it is done."""


class Turn(NamedTuple):
    """A solved turn, in moves as players make them."""

    moves: tuple[Move, ...]
    mix: Floats
    """By move and secret: how often it should be made."""
    worth: Floats
    """By move and secret: what it gives the mover; NaN where the secret may not do it."""
    depth: int


@dataclass(frozen=True, slots=True)
class PlayerModel:
    """How players are thought to play; fitted by `benchmarks/belief.py`."""

    equilibrium: float = 0.38
    """The share of players who play the solved mix ..."""
    quantal: float = 0.10
    """... and of those who respond to what seems best at the moment. All others play at random."""
    slope: float = 0.55
    """Quantal players choose a piece less often than the next nearer one: by this exponent."""
    temperature: float = 0.28
    """Of their moves: how much worse one may be and still be made about as often."""

    def choices(self, solved: Floats, ranks: Floats) -> Joint:
        """How likely a player is of each kind and chose each piece, which are ranked by their way to the ring."""
        near = np.exp(-self.slope * ranks)
        shares = np.array([self.equilibrium, self.quantal, 1 - self.equilibrium - self.quantal])
        joint: Joint = shares[:, None] * np.stack([solved, near / near.sum(), np.full(len(ranks), 1 / len(ranks))])
        return joint

    def moves(self, turn: Turn) -> Likely:
        legal = ~np.isnan(turn.worth)
        quantal = np.where(legal, np.exp((turn.worth - np.nanmax(turn.worth, axis=0)) / self.temperature), 0)
        return np.stack([turn.mix, quantal / quantal.sum(axis=0), legal / legal.sum(axis=0)])


MODEL: Final = PlayerModel()


class Spot(NamedTuple):
    """Where a round stands before a move."""

    seat: Seat
    """Who moves."""
    standings: tuple[Standing, Standing]
    """By seat: the round as the bluffer would see it from there."""
    joints: tuple[Joint, Joint]

    @property
    def beliefs(self) -> Beliefs:
        return self.joints[0].sum(axis=0), self.joints[1].sum(axis=0)


class Watcher:
    """Reads one round, move by move."""

    excuse: None = None

    def __init__(
        self, resolver: Resolver, start: Position, model: PlayerModel = MODEL, network: Network | None = None
    ) -> None:
        self.resolver = resolver
        self.network = network
        self.model = model
        self.ring = start.ring
        choice = resolver.opening(start).choice
        self._choice = choice[0].astype(np.float64), choice[1].astype(np.float64)
        ranks = ranks_of(resolver.game, start)
        self._spots: dict[tuple[Move, ...], Spot] = {}
        self._spots[()] = Spot(
            start.turn,
            (resolver.standing(start, 0, ()), resolver.standing(start, 1, ())),
            (model.choices(self._choice[0], ranks), model.choices(self._choice[1], ranks)),
        )
        self._decisions: dict[tuple[Move, ...], Decision] = {}

    @property
    def depth(self) -> int:
        """How many moves were looked ahead along likely lines, at least; fewer only where the round ends before."""
        return min((decision.depth for decision in self._decisions.values() if not decision.is_exact), default=1)

    def choice(self, seat: Seat) -> Floats:
        """How likely a seat should choose each piece."""
        return self._choice[seat]

    def reasons(self, moves: tuple[Move, ...]) -> Reasons:
        spot, turn = self.at(moves), self.turn(moves)
        belief, joint, likely = spot.beliefs[spot.seat], spot.joints[spot.seat], self.model.moves(turn)
        values = np.nansum(turn.mix * turn.worth, axis=0)
        reasons = []
        for a, move in enumerate(turn.moves):
            after = bayes(joint, likely[:, a]).sum(axis=0)
            reasons.append(
                MoveReason(
                    move=move,
                    odds=float((joint * likely[:, a]).sum()),
                    mix=tuple(turn.mix[a].tolist()),
                    worth=tuple(turn.worth[a].tolist()),
                    gain=tuple((turn.worth[a] - values).tolist()),
                    bits=bits_between(after, belief),
                    belief=tuple(after.tolist()),
                )
            )
        value = float(belief @ values)
        return Reasons(spot.seat, value, tuple(values.tolist()), tuple(belief.tolist()), tuple(reasons))

    def after(self, moves: tuple[Move, ...]) -> tuple[Beliefs, bool]:
        """The beliefs after the last of these moves, which may end the round, and whether the solved mix has it."""
        if not moves:
            return self._spots[()].beliefs, True
        spot, turn = self.at(moves[:-1]), self.turn(moves[:-1])
        a = turn.moves.index(moves[-1])
        belief = bayes(spot.joints[spot.seat], self.model.moves(turn)[:, a]).sum(axis=0)
        is_expected = bool(spot.beliefs[spot.seat] @ turn.mix[a] > LEAST_EXPECTED)
        return replaced(spot.beliefs, spot.seat, belief), is_expected

    def at(self, moves: tuple[Move, ...]) -> Spot:
        if moves not in self._spots:
            self._spots[moves] = self._next(moves)
        return self._spots[moves]

    def _next(self, moves: tuple[Move, ...]) -> Spot:
        spot, turn, move = self.at(moves[:-1]), self.turn(moves[:-1]), moves[-1]
        assert isinstance(move, Go)
        a = turn.moves.index(move)
        mover, other = self._decision(moves[:-1]).after(move), spot.standings[1 - spot.seat].moved(move)
        joint = bayes(spot.joints[spot.seat], self.model.moves(turn)[:, a])
        return Spot(
            1 - spot.seat,
            (mover, other) if spot.seat == 0 else (other, mover),
            replaced(spot.joints, spot.seat, joint),
        )

    def turn(self, moves: tuple[Move, ...]) -> Turn:
        return as_moves(self._decision(moves), self.ring, self.resolver.game.options.stray_entry == "forbidden")

    def _decision(self, moves: tuple[Move, ...]) -> Decision:
        """Not the resolver's own chain, but the same: worth here is against what is believed of the rival."""
        if moves not in self._decisions:
            spot = self.at(moves)
            beliefs = spot.beliefs[spot.seat].astype(np.float32), spot.beliefs[1 - spot.seat].astype(np.float32)
            self._decisions[moves] = self.resolver.solve(spot.standings[spot.seat], self.ring, beliefs)
        return self._decisions[moves]


def make_watcher(
    game: XeQueo, start: Position, level: str, iterations: int | None = None, depth: int | None = None
) -> Watcher:
    """One who thinks as hard as a level does, or with these iterations, or only so many moves ahead.

    Raises WeightsError.
    """
    known = [name for name, found in LEVELS.items() if found.plays_its_mix]
    if level not in known:
        raise OptionError("analyse_level", name=level, known=", ".join(known))
    efforts = LEVELS[level].effort, LEVELS[level].opening
    if iterations is not None:
        if iterations < FEWEST:
            raise OptionError("analyse_few", count=iterations, least=FEWEST)
        efforts = efforts[0]._replace(iterations=iterations), efforts[1]._replace(iterations=iterations)
    if depth is not None:
        efforts = efforts[0]._replace(depth=depth), efforts[1]._replace(depth=depth)
    is_full = (start.width, start.height, len(start.pieces)) == (SIDE, SIDE, len(LETTERS))
    is_measured = is_full and efforts == (LEVELS[level].effort, LEVELS[level].opening)
    network = Network(level, efforts[0].iterations, taken_from(level) if is_measured else None)
    return Watcher(Resolver(game, shipped(), *efforts), start, network=network)


def as_moves(decision: Decision, ring: int, is_own_only: bool = True) -> Turn:
    """Entering is one action of a solve, whoever enters; here it is a move of each piece that can."""
    quiet, count = len(decision.moves), len(decision.standing.mine)
    entrants = np.flatnonzero(~np.isnan(decision.worth[quiet]))
    mix = np.zeros((len(entrants), count))
    worth = np.full((len(entrants), count), np.nan if is_own_only else -1.0)  # XQ-R2
    mix[range(len(entrants)), entrants] = decision.mix[quiet, entrants]
    worth[range(len(entrants)), entrants] = decision.worth[quiet, entrants]
    return Turn(
        (*decision.moves, *(GO[piece][ring] for piece in entrants), *CALL[:count]),
        np.concatenate([decision.mix[:quiet], mix, decision.mix[quiet + 1 :]]),
        np.concatenate([decision.worth[:quiet], worth, decision.worth[quiet + 1 :]]),
        decision.depth,
    )


def ranks_of(game: XeQueo, start: Position) -> Floats:
    """By piece: how many are nearer to the ring."""
    far = [distance_key(game.options.distance, square, start.ring) for square in start.pieces]
    return np.array([sum(other < own for other in far) for own in far], np.float64)


def bayes(joint: Joint, likely: Floats) -> Joint:
    after = joint * likely
    normed: Joint = after / after.sum()
    return normed
