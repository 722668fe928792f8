"""The bots that bluff: a view in, a move drawn from the solved mix out."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final

import numpy as np

from ridotto.bots import Choice, Limit, Reason
from ridotto.bots.bluff.net import Net
from ridotto.bots.bluff.resolve import Effort, Resolver
from ridotto.bots.xequeo import Amateur, Gallant, Greedy, first_mover
from ridotto.games.xequeo import Position, View, XeQueo
from ridotto.games.xequeo.moves import CHOOSE, Lay, Move

FEWEST: Final = 16
"""Iterations below which a solve says nothing."""
GLANCE: Final = Effort(96, depth=1)
"""For each place where the ring could lie."""
TASTE: Final = 0.01
"""Places that differ by less in value are about as likely."""

RARE: Final = 1e-3


@dataclass(frozen=True, slots=True)
class Level:
    """How hard a bot thinks; what is measured is what is shipped."""

    name: str
    effort: Effort
    opening: Effort
    lapses: float = 0.0
    """How often it forgets what it has worked out ..."""
    habits: type[Amateur] = Greedy
    """... and does as this one would."""
    is_punishing: bool = False

    @property
    def plays_its_mix(self) -> bool:
        """Whether it plays what its solves say, and so may be measured by them."""
        return not self.lapses and not self.is_punishing


LEVELS: Final = {
    level.name: level
    for level in (
        Level("casanova", Effort(128, leaves=64), Effort(128, leaves=64), 0.4, Gallant),
        Level("mask", Effort(128, leaves=96), Effort(256, leaves=96)),
        Level("inquisitor", Effort(128, leaves=96), Effort(256, leaves=96), is_punishing=True),
        Level("doge", Effort(256, leaves=800), Effort(512, leaves=800)),
    )
}


class Bluffer:
    """Plays by continual re-solving. Keeps no memory but a cache: the same view gives the same mix."""

    def __init__(self, game: XeQueo, net: Net, level: Level) -> None:
        self.name = level.name
        self.game = game
        self.level = level
        self.net = net
        self._resolvers: dict[int | None, Resolver] = {}
        self._habits = level.habits(game)

    def resolver(self, limit: Limit = Limit()) -> Resolver:  # noqa: B008 - frozen
        """What decides under this limit; a limit in iterations takes the place of the level's own."""
        asked = limit.iterations
        if asked not in self._resolvers:
            effort, opening = self.level.effort, self.level.opening
            if asked is not None:
                effort, opening = effort._replace(iterations=asked), opening._replace(iterations=asked)
            self._resolvers[asked] = Resolver(self.game, self.net, effort, opening)
        return self._resolvers[asked]

    def choose(self, view: View, limit: Limit, rng: Random) -> Choice[Move]:
        if limit.iterations is not None and limit.iterations < FEWEST:
            choice = self._habits.choose(view, limit, rng)
            return Choice(choice.move, choice.odds, (Reason("why_too_few", {"least": FEWEST}), *choice.reasons))
        resolver = self.resolver(limit)
        resolver.allow(limit.seconds)
        odds: tuple[tuple[Move, float], ...]
        if view.phase == "choose":
            odds, reason = self._choices(view, resolver)
        elif view.phase == "ring":
            odds, reason = self._rings(view)
        elif view.phase == "play":
            odds, reason = self._moves(view, resolver)
        else:
            odds, reason = tuple((move, 1 / len(view.legal)) for move in view.legal), Reason("why_anywhere")
        move = rng.choices([move for move, _ in odds], [share for _, share in odds])[0]
        return self._lapse(view, Choice(move, odds, (reason, *resolver.excuse())), rng)

    def _lapse(self, view: View, choice: Choice[Move], rng: Random) -> Choice[Move]:
        lapses = self.level.lapses
        if not lapses:
            return choice
        habit = self._habits.choose(view, Limit(), rng)
        odds = {move: (1 - lapses) * share for move, share in choice.odds}
        for move, share in habit.odds:
            odds[move] = odds.get(move, 0.0) + lapses * share
        drawn = habit if rng.random() < lapses else choice
        return Choice(drawn.move, tuple(odds.items()), drawn.reasons)

    def _choices(self, view: View, resolver: Resolver) -> tuple[tuple[tuple[Move, float], ...], Reason]:
        assert view.seat is not None
        opening = resolver.opening(view.position)
        mix = opening.choice[view.seat].tolist()
        odds = tuple((CHOOSE[piece], share) for piece, share in enumerate(mix) if share > 0)
        return odds, Reason("why_choice_mix", {"count": len(odds)})

    def _rings(self, view: View) -> tuple[tuple[tuple[Move, float], ...], Reason]:
        """Where the ring leaves the other seat, who moves first, the least."""
        quick = Resolver(self.game, self.net, GLANCE)
        lays = [move for move in view.legal if isinstance(move, Lay)]
        first = 1 - view.position.turn
        values = [quick.opening(view.position._replace(ring=lay.square, turn=first)).value for lay in lays]
        weights = np.exp((min(values) - np.array(values)) / TASTE)
        weights[weights < RARE] = 0
        shares = (weights / weights.sum()).tolist()
        odds = tuple((lay, share) for lay, share in zip(lays, shares, strict=True) if share > 0)
        return odds, Reason("why_ring_mix", {"percent": round(50 - 50 * min(values))})

    def _moves(self, view: View, resolver: Resolver) -> tuple[tuple[tuple[Move, float], ...], Reason]:
        assert view.seat is not None
        decision = resolver.decide(round_start(view), view.seat, view.moves)
        odds = decision.odds(view.choice, view.position.ring)
        return odds, Reason("why_solved", {"percent": round(50 + 50 * float(decision.mine[view.choice]))})


def round_start(view: View) -> Position:
    """The position in which the round of this view began."""
    return view.position._replace(pieces=view.start, turn=first_mover(view))
