"""Bots for Xe Queo!"""

from __future__ import annotations

import math
from collections.abc import Iterable
from random import Random
from typing import Final

from ridotto.bots import Choice, Limit, Reason
from ridotto.core import Seat
from ridotto.games.xequeo import View, XeQueo
from ridotto.games.xequeo.board import ANYBODY, BIT, LETTERS, Piece, Square, distance_key
from ridotto.games.xequeo.moves import Call, Choose, Go, Move

MOVED: Final = 1.5
"""A rival who moves a piece makes it that much likelier to be theirs ..."""
SPURNED: Final = 0.1
"""... and one who does not enter with a piece that could, that much less."""
TEMPERATURE: Final = 0.08


class Greedy:
    """A sensible beginner: looks one move ahead, enters when it can, calls when it must."""

    name = "greedy"

    def __init__(self, game: XeQueo) -> None:
        self.game = game

    def choose(self, view: View, limit: Limit, rng: Random) -> Choice[Move]:
        if view.phase == "choose":
            values, reason = self._rate_choices(view), Reason("why_near")
        elif view.phase == "play":
            belief = self.belief(view)
            rated = {move: self._rate(view, move, belief) for move in view.legal}
            values = {move: value for move, (value, _) in rated.items()}
            reason = None
        else:
            values, reason = dict.fromkeys(view.legal, 0.0), Reason("why_anywhere")
        top = max(values.values())
        weights = [math.exp((value - top) / TEMPERATURE) for value in values.values()]
        odds = _mix((move, weight) for move, weight in zip(values, weights, strict=True) if weight > 1e-3)
        move = rng.choices([move for move, _ in odds], [share for _, share in odds])[0]
        return Choice(move, odds, (reason or rated[move][1],))

    def belief(self, view: View) -> list[float]:
        """How likely each piece is the rival's, judging by what the rival moved and did not enter with."""
        weights = [1.0] * self.game.pieces
        pieces = view.start
        mover = first_mover(view)
        for move in view.moves:
            if mover != view.seat:
                for piece in self._entrants(pieces, view.position.ring):
                    weights[piece] *= SPURNED
                weights[move.piece] *= MOVED
            pieces = _moved(pieces, move)
            mover = 1 - mover
        total = sum(weights)
        return [weight / total for weight in weights]

    def _entrants(self, pieces: tuple[Square, ...], ring: Square) -> list[Piece]:
        """The pieces that could enter now, whoever owns them."""
        return [piece for piece, mask in enumerate(self.game.board.reach(pieces, ring, ANYBODY)) if mask & BIT[ring]]

    def _rate_choices(self, view: View) -> dict[Move, float]:
        """Near pieces are tempting, and so are easily guessed: the nearer half, with a slope."""
        ring = view.position.ring
        order = sorted(
            range(self.game.pieces),
            key=lambda piece: distance_key(self.game.options.distance, view.position.pieces[piece], ring),
        )
        return {Choose(piece): -0.3 * TEMPERATURE * rank for rank, piece in enumerate(order)}

    def _rate(self, view: View, move: Move, belief: list[float]) -> tuple[float, Reason]:
        """Roughly the chance to win the ring minus the chance to lose it, and why."""
        ring, own = view.position.ring, view.choice
        if isinstance(move, Call):
            share = belief[move.piece]
            return 2 * share - 1, Reason("why_call", {"piece": LETTERS[move.piece], "percent": round(100 * share)})
        assert isinstance(move, Go)
        if move.square == ring:
            if move.piece != own:
                return -1.0, Reason("why_stray")
            return 1 - 2 * belief[own], Reason("why_enter")
        entrants = self._entrants(_moved(view.position.pieces, move), ring)
        danger = sum(belief[piece] for piece in entrants if piece != own)
        threat = 0.5 * (1 - belief[own]) if own in entrants else 0.0
        given_away = 0.05 if move.piece == own else 0.0
        reason = "why_threat" if threat > danger else "why_careful" if danger else "why_quiet"
        return threat - 2 * danger - given_away, Reason(reason)


def first_mover(view: View) -> Seat:
    """Who had the first move of the round."""
    return view.position.turn ^ len(view.moves) & 1


def _moved(pieces: tuple[Square, ...], move: Go) -> tuple[Square, ...]:
    return (*pieces[: move.piece], move.square, *pieces[move.piece + 1 :])


def _mix(weighted: Iterable[tuple[Move, float]]) -> tuple[tuple[Move, float], ...]:
    weights = dict(weighted)
    total = sum(weights.values())
    return tuple((move, weight / total) for move, weight in weights.items())
