"""Bots for Xe Queo! that look one move ahead and play by habit, as people do."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import ClassVar, Final, NamedTuple

from ridotto.bots import Choice, Limit, Reason
from ridotto.cache import Cache
from ridotto.core import Seat
from ridotto.games.xequeo import Position, View, XeQueo
from ridotto.games.xequeo.board import ANYBODY, BIT, LETTERS, SIDE, Piece, Square, distance_key
from ridotto.games.xequeo.moves import CALL, CHOOSE, GO, Call, Go, Move
from ridotto.games.xequeo.rules import goes

Odds = tuple[tuple[Move, float], ...]
Pieces = tuple[Square, ...]

UNLIKELY: Final = 1e-3
"""Moves less likely than the best by this factor are not made."""
KEPT: Final = 1 << 14


@dataclass(frozen=True, slots=True)
class Habits:
    """What somebody sees, and what it is worth to them in rings. The defaults are a sensible beginner's."""

    near: float = 0.3
    """How much the nearer pieces are preferred in the secret choice."""
    shy: float = 0.05
    """What it costs to move the own piece; less than 0 for whoever runs with it."""
    threat: float = 0.5
    """What it is worth that the own piece could enter next."""
    careful: float = 2.0
    """What it costs to let a piece enter that is the rival's."""
    moved: float = 1.5
    """A rival who moves a piece makes it that much likelier to be theirs ..."""
    spurned: float = 0.1
    """... and one who does not enter with a piece that could, that much less."""
    sees_chains: bool = True
    """Whether chains of jumps are seen."""
    minds_twins: bool = True
    """Whether it is remembered that both may have chosen the same piece."""
    temperature: float = 0.08
    """How much worse a move may be that is made now and then."""


class Rated(NamedTuple):
    value: float
    """Roughly the chance to win the ring minus the chance to lose it."""
    reason: Reason


class Amateur:
    """Looks one move ahead. What it does with each secret can be asked, so others can learn to see through it."""

    name: ClassVar[str]
    habits: ClassVar[Habits] = Habits()

    def __init__(self, game: XeQueo) -> None:
        self.game = game
        self._entering = Cache(KEPT, self._find_entrants)

    def choose(self, view: View, limit: Limit, rng: Random) -> Choice[Move]:
        odds: Odds
        rated: Mapping[Move, Rated] = {}
        if view.phase == "choose":
            odds, reason = tuple(zip(CHOOSE, self.choices(view.position), strict=False)), Reason("why_near")
        elif view.phase == "play":
            rated = self.rate(view.position.pieces, view.position.ring, self.belief(view), view.choice, view.legal)
            odds, reason = self.mix({move: value for move, (value, _) in rated.items()}), None
        else:
            odds, reason = tuple((move, 1 / len(view.legal)) for move in view.legal), Reason("why_anywhere")
        move = rng.choices([move for move, _ in odds], [share for _, share in odds])[0]
        return Choice(move, odds, (reason or rated[move].reason,))

    # -- the secret choice ---------------------------------------------------------------------------------------------

    def choices(self, position: Position) -> list[float]:
        """How likely each piece is chosen: near ones are tempting."""
        measure, ring = self.game.options.distance, position.ring
        order = sorted(
            range(len(position.pieces)), key=lambda piece: distance_key(measure, position.pieces[piece], ring)
        )
        weights = [math.exp(-self.habits.near * order.index(piece)) for piece in range(len(order))]
        return [weight / sum(weights) for weight in weights]

    # -- what the rival gave away --------------------------------------------------------------------------------------

    def belief(self, view: View) -> list[float]:
        """How likely each piece is the rival's, judging by what the rival moved and did not enter with."""
        assert view.seat is not None
        start = view.position._replace(pieces=view.start, turn=first_mover(view))
        return self.suspect(start, view.moves, 1 - view.seat)

    def suspect(self, start: Position, moves: Sequence[Go], seat: Seat) -> list[float]:
        """The same for any seat, after these moves of a round."""
        weights = [1.0] * len(start.pieces)
        pieces, mover = start.pieces, start.turn
        for move in moves:
            if mover == seat:
                for piece in self._entrants(pieces, start.ring):
                    weights[piece] *= self.habits.spurned
                weights[move.piece] *= self.habits.moved
            pieces = moved(pieces, move)
            mover = 1 - mover
        total = sum(weights)
        return [weight / total for weight in weights]

    def _entrants(self, pieces: Pieces, ring: Square) -> tuple[Piece, ...]:
        """The pieces that are seen to be able to enter now, whoever owns them."""
        return self._entering[pieces, ring]

    def _find_entrants(self, key: tuple[Pieces, Square]) -> tuple[Piece, ...]:
        pieces, ring = key
        reach = self.game.board.reach(pieces, ring, ANYBODY)
        return tuple(piece for piece, mask in enumerate(reach) if mask & BIT[ring] and self._sees(pieces[piece], ring))

    def _sees(self, origin: Square, square: Square) -> bool:
        """Whatever is farther than a jump is reached by a chain."""
        return (
            self.habits.sees_chains or max(abs(origin % SIDE - square % SIDE), abs(origin // SIDE - square // SIDE)) < 3
        )

    # -- moves ---------------------------------------------------------------------------------------------------------

    def rate(
        self, pieces: Pieces, ring: Square, belief: Sequence[float], own: Piece, legal: Iterable[Move]
    ) -> dict[Move, Rated]:
        """For each move that is seen."""
        belief = self._minding(belief, own)
        return {
            move: self._rate(pieces, ring, belief, own, move)
            for move in legal
            if isinstance(move, Call) or (isinstance(move, Go) and self._sees(pieces[move.piece], move.square))
        }

    def _minding(self, belief: Sequence[float], own: Piece) -> Sequence[float]:
        """Without the own piece, for whoever forgets that it may be the rival's, too."""
        if self.habits.minds_twins:
            return belief
        others = sum(belief) - belief[own] or 1.0
        return [0.0 if piece == own else share / others for piece, share in enumerate(belief)]

    def _rate(self, pieces: Pieces, ring: Square, belief: Sequence[float], own: Piece, move: Move) -> Rated:
        if isinstance(move, Call):
            share = belief[move.piece]
            reason = Reason("why_call", {"piece": LETTERS[move.piece], "percent": round(100 * share)})
            return Rated(2 * share - 1, reason)
        assert isinstance(move, Go)
        if move.square == ring:
            if move.piece != own:
                return Rated(-1.0, Reason("why_stray"))
            return Rated(1 - 2 * belief[own], Reason("why_enter"))
        threat, danger = self._next(belief, own, self._entrants(moved(pieces, move), ring))
        given_away = self.habits.shy if move.piece == own else 0.0
        why = "why_threat" if threat > danger else "why_careful" if danger else "why_quiet"
        return Rated(threat - self.habits.careful * danger - given_away, Reason(why))

    def _next(self, belief: Sequence[float], own: Piece, entrants: Sequence[Piece]) -> tuple[float, float]:
        """The threat and the danger where these pieces can enter next."""
        threat = self.habits.threat * (1 - belief[own]) if own in entrants else 0.0
        return threat, sum(belief[piece] for piece in entrants if piece != own)

    def policy(self, pieces: Pieces, ring: Square, belief: Sequence[float]) -> list[dict[Move, float]]:
        """By secret, how likely each move is made with it; `belief` is about whoever else plays."""
        habits = self.habits
        reach = self.game.board.reach(pieces, ring, ANYBODY)
        quiet = [  # the same for every secret
            (go, self._entrants(moved(pieces, go), ring))
            for piece, mask in enumerate(reach)
            for go in goes(piece, mask & ~BIT[ring])
            if self._sees(pieces[piece], go.square)
        ]
        found = []
        for own, mask in enumerate(reach):
            minding = self._minding(belief, own)
            worth = {}
            for entrants in {entrants for _, entrants in quiet}:
                threat, danger = self._next(minding, own, entrants)
                worth[entrants] = threat - habits.careful * danger
            values: dict[Move, float] = {
                go: worth[entrants] - (habits.shy if go.piece == own else 0.0) for go, entrants in quiet
            }
            ends = (*((GO[own][ring],) if mask & BIT[ring] else ()), *CALL[: len(pieces)])
            values |= {move: value for move, (value, _) in self.rate(pieces, ring, belief, own, ends).items()}
            found.append(dict(self.mix(values)))
        return found

    def mix(self, values: Mapping[Move, float]) -> Odds:
        top, temperature = max(values.values()), self.habits.temperature
        weights = {value: math.exp((value - top) / temperature) for value in {*values.values()}}  # most are alike
        made = [(move, weights[value]) for move, value in values.items() if weights[value] > UNLIKELY]
        total = sum([weight for _, weight in made])
        return tuple([(move, weight / total) for move, weight in made])


class Greedy(Amateur):
    """A sensible beginner: enters when it can, calls when it must."""

    name = "greedy"


class Tourist(Amateur):
    """Learned the rules today: runs with the nearest piece, overlooks chains, forgets that both may have the same."""

    name = "tourist"
    habits = Habits(near=1.6, shy=-0.4, threat=0.1, careful=0.1, sees_chains=False, minds_twins=False, temperature=1.0)


class Fishmonger(Amateur):
    """Knows the game and trusts a first impression: who moves a piece twice is told so to their face."""

    name = "fishmonger"
    habits = Habits(near=0.6, shy=-0.1, careful=0.3, moved=5.0, minds_twins=False, temperature=0.4)


class Gallant(Amateur):
    """Bluffs too much: courts every piece but the own."""

    name = "gallant"
    habits = Habits(near=0.2, shy=0.3, temperature=0.12)


def first_mover(view: View) -> Seat:
    """Who had the first move of the round."""
    return view.position.turn ^ len(view.moves) & 1


def moved(pieces: Pieces, move: Go) -> Pieces:
    return (*pieces[: move.piece], move.square, *pieces[move.piece + 1 :])
