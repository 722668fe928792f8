"""The one who punishes: learns how a rival errs, and leaves the equilibrium as far as that pays.

The rival may be somebody near equilibrium or one of a few kinds of people. What they did in the rounds so far, with the
cards that were shown, says how likely each kind is; what they did in this round, which piece is theirs. Against the
people among them two moves ahead are weighed by their habits. The move is drawn from the mix of that answer and the
equilibrium's, so that what the answer gives away to somebody who has no such habits stays within a bound.
"""

from __future__ import annotations

from collections.abc import Hashable
from random import Random
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ridotto.bots import Choice, Limit, Reason
from ridotto.bots.bluff.net import Net
from ridotto.bots.bluff.player import Bluffer, Level, round_start
from ridotto.bots.bluff.resolve import Decision
from ridotto.bots.xequeo import Amateur, Fishmonger, Gallant, Greedy, Habits, Tourist, moved
from ridotto.cache import Cache
from ridotto.core import Seat
from ridotto.games.xequeo import Position, View, XeQueo
from ridotto.games.xequeo.moves import CALL, GO, Call, Go, Move

Doubles = NDArray[np.float64]

NOISE: Final = 0.05
"""How often anybody does anything at all."""
TRUST: Final = 0.4
"""How likely a stranger is somebody near equilibrium."""
RISK: Final = 0.15
"""What a move may cost against such a rival, in rings, on average over the mix."""
KEPT: Final = 4096


class Anybody(Amateur):
    """Somebody without any habit."""

    name = "anybody"
    habits = Habits(near=0.0, temperature=1e9)


class Runner(Amateur):
    """Takes a near piece and runs, but sees the board."""

    name = "runner"
    habits = Habits(near=0.8, shy=-0.3, temperature=0.15)


PEOPLE: Final = (Greedy, Runner, Fishmonger, Gallant, Tourist, Anybody)


class Inquisitor(Bluffer):
    """Keeps no memory but a cache either: the rounds of the match are in the view."""

    def __init__(self, game: XeQueo, net: Net, level: Level) -> None:
        super().__init__(game, net, level)
        self.people = tuple(kind(game) for kind in PEOPLE)
        self._known: Cache[Hashable, Doubles] = Cache(KEPT)

    def choose(self, view: View, limit: Limit, rng: Random) -> Choice[Move]:
        base = super().choose(view, limit, rng)
        if view.phase != "play" or base.reasons[0].code != "why_solved":
            return base
        assert view.seat is not None
        decision = self.resolver(limit).decide(round_start(view), view.seat, view.moves)
        joint = self._joint(view)
        doubt = joint[1:].sum() / joint.sum()
        answer = self._answer(view, decision, joint[1:] / joint[1:].sum(), doubt)
        safe = dict(base.odds)
        cost = float(decision.mine[view.choice] - _worth(decision, answer, view.choice))
        share = price(doubt, cost)
        odds = {move: (1 - share) * part for move, part in safe.items()}
        odds[answer] = odds.get(answer, 0.0) + share
        move = rng.choices(list(odds), list(odds.values()))[0]
        params = {"percent": round(100 * doubt), "cost": round(50 * max(0.0, cost * share))}
        return Choice(move, tuple(odds.items()), (Reason("why_punish", params), *base.reasons))

    # -- who is the rival ----------------------------------------------------------------------------------------------

    def _joint(self, view: View) -> Doubles:
        """By kind (near equilibrium first) and secret: how likely both are, up to a factor."""
        assert view.seat is not None
        rival = 1 - view.seat
        kinds = np.full(1 + len(PEOPLE), (1 - TRUST) / len(PEOPLE))
        kinds[0] = TRUST
        for past, result in zip(view.past, view.results, strict=True):
            call = CALL[result.piece] if result.how in ("call", "miss") and result.by == rival else None
            seen = self._follow(past.position, past.moves, call, rival)
            kinds *= seen[:, list(self.game.possible(result, rival))].sum(axis=1)
            kinds /= kinds.sum()
        return kinds[:, None] * self._follow(round_start(view), view.moves, None, rival)

    def _follow(self, start: Position, moves: tuple[Go, ...], call: Call | None, seat: Seat) -> Doubles:
        """By kind and secret: how likely `seat` chooses it and then acts like this."""
        key = start, moves, call, seat
        known = self._known.get(key)
        if known is not None:
            return known
        if call is None and not moves:
            openings = [self.resolver().opening(start).choice[seat], *(kind.choices(start) for kind in self.people)]
            found = (1 - NOISE) * np.array(openings, float) + NOISE / len(start.pieces)
        else:
            before = moves if call else moves[:-1]
            found = self._follow(start, before, None, seat)
            if (start.turn ^ len(before) & 1) == seat:
                found = found * self._likely(start, before, call or moves[-1], seat)
        self._known[key] = found
        return found

    def _likely(self, start: Position, moves: tuple[Go, ...], action: Go | Call, seat: Seat) -> Doubles:
        """By kind and secret: how likely `seat` does this after these moves."""
        pieces = start.pieces
        for move in moves:
            pieces = moved(pieces, move)
        decision = self.resolver().decide(start, seat, moves)
        rows = [[dict(decision.odds(secret, start.ring)).get(action, 0.0) for secret in range(len(pieces))]]
        for kind in self.people:
            policy = kind.policy(pieces, start.ring, kind.suspect(start, moves, 1 - seat))
            rows.append([odds.get(action, 0.0) for odds in policy])
        return (1 - NOISE) * np.array(rows) + NOISE / len(decision.mix)

    # -- the answer ----------------------------------------------------------------------------------------------------

    def _answer(self, view: View, decision: Decision, joint: Doubles, doubt: float) -> Move:
        """The move that does best, weighing people by their habits and anybody else by the solve."""
        own, ring = view.choice, view.position.ring
        belief = joint.sum(axis=0)
        worth: dict[Move, float] = {call: 2 * belief[call.piece] - 1 for call in CALL[: len(belief)]}
        if GO[own][ring] in view.legal:
            worth[GO[own][ring]] = 1 - 2 * belief[own]
        for move in decision.moves:
            worth[move] = self._after(view, move, joint)
        return max(worth, key=lambda move: doubt * worth[move] + (1 - doubt) * _worth(decision, move, own))

    def _after(self, view: View, move: Go, joint: Doubles) -> float:
        """What a quiet move is worth when the rival answers by habit."""
        assert view.seat is not None
        own, ring = view.choice, view.position.ring
        start, moves = round_start(view), (*view.moves, move)
        pieces = moved(view.position.pieces, move)
        total = 0.0
        replies: dict[Move, Doubles] = {}
        for kind, row in zip(self.people, joint, strict=True):
            policy = kind.policy(pieces, ring, kind.suspect(start, moves, view.seat))
            for secret, odds in enumerate(policy):
                for reply, share in odds.items():
                    chance = share * row[secret]
                    if isinstance(reply, Call):
                        total += chance if reply.piece != own else -chance
                    elif isinstance(reply, Go) and reply.square == ring:
                        total += chance if secret == own else -chance
                    else:
                        replies.setdefault(reply, np.zeros(len(pieces)))[secret] += chance
        for reply, belief in replies.items():
            assert isinstance(reply, Go)
            reached = belief.sum()
            best = max(0.0, 2 * belief.max() - reached)
            if own in self.people[0]._entrants(moved(pieces, reply), ring):
                best = max(best, reached - 2 * belief[own])
            total += best
        return total


def price(doubt: float, cost: float) -> float:
    """How often to give the answer that costs so much against a rival near equilibrium."""
    return min(doubt, RISK / max(cost, 1e-9))


def _worth(decision: Decision, move: Move, own: int) -> float:
    """What a move is worth against a rival near equilibrium."""
    if isinstance(move, Call):
        return float(2 * decision.likely[move.piece] - 1)
    if move in decision.moves:
        return float(decision.worth[decision.moves.index(move), own])
    return float(1 - 2 * decision.likely[own])
