"""Information-set Monte Carlo tree search, for any game.

One tree of what the observer sees is searched through many possible worlds (Cowling, Powley and Whitehouse, 2012). In
every world only some moves of a node are available, so a move's visits are weighed against how often it could have been
made. Where the heuristics give moves a prior value, they begin with that as if tried once (first-play urgency), so that
a node with many of them need not try them all. Masked moves share a branch; of simultaneous choices the rivals' come
first, masked, so nobody knows another's.

If every world held the observer's true secrets, rivals would learn to play against them. So a share of the worlds is
dealt from what everybody sees, and rivals learn from those alone.
"""

from __future__ import annotations

import math
import time
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final, Generic, TypeAlias, TypeVar

from ridotto.bots import Choice, Limit, Reason
from ridotto.core import CHANCE, AnyGame, Outcome, Seat, chance_move
from ridotto.games import registration

State = TypeVar("State")
Values: TypeAlias = Sequence[float]
"""By seat, from 0, the worst, to 1."""

NOTHING: Final[Mapping[Any, float]] = {}
SECONDS: Final = 1.0
"""Seconds for a choice when no limit is given."""


def ticks(limit: Limit, seconds: float) -> Iterator[int]:
    """Counts up as long as the limit allows, at least once; without any limit for `seconds`."""
    if limit == Limit():
        limit = Limit(seconds)
    end = math.inf if limit.seconds is None else time.perf_counter() + limit.seconds
    count = 0
    while count == 0 or ((limit.iterations is None or count < limit.iterations) and time.perf_counter() < end):
        yield count
        count += 1


def place_values(outcome: Outcome) -> Values:
    """1 for the first place, 0 for the last, in equal steps; those who share a place share its value."""
    places = outcome.places
    last = len(places) - 1
    return [1 - (place - 1 + (places.count(place) - 1) / 2) / last for place in places]


class Heuristics(Generic[State]):
    """What a game can tell the search beyond its rules; these defaults know nothing but the rules."""

    depth = 300
    """After so many moves a playout counts as undecided."""
    exploration = 0.7
    redeal_share = 0.0
    """The share of worlds in which the observer's secrets are dealt anew, for rivals to learn from; needs `secret`.

    0 is for games where it hardly matters: then rivals learn in every world.
    """

    prior_visits = 0
    """As many visits count the `root_priors`."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game

    def root_priors(self, view: Any) -> Mapping[Any, float]:
        """Prior values of the observer's moves, from 0 to 1; moves may be left out."""
        return {}

    def priors(self, state: State, actor: Seat) -> Mapping[Any, float]:
        """The same for anybody's moves anywhere in the tree; these count as one visit."""
        return {}

    def world(self, view: Any, rng: Random) -> State:
        """A state that may lie behind the view."""
        state: State = self.game.sample(view, rng)
        return state

    def secret(self, state: State, seat: Seat) -> Hashable:
        """What a seat's moves should be told apart by, beyond what the observer sees."""
        return None

    def moves(self, state: State, actor: Seat) -> Sequence[Any]:
        """The legal moves worth looking at."""
        return self.game.legal(state, actor)

    def values(self, state: State) -> Values | None:
        """What a state is worth that need not be played on; None for all others."""
        outcome = self.game.outcome(state)
        return place_values(outcome) if outcome else None

    def is_leaf(self, state: State) -> bool:
        """Whether the tree ends here and a playout takes over, however often it has been here."""
        return False

    def playout(self, state: State, rng: Random) -> Values:
        """What a state is worth that the tree has not seen before: here, how random play ends."""
        game = self.game
        for _ in range(self.depth):
            if (values := self.values(state)) is not None:
                return values
            actor = game.actors(state)[0]
            if actor == CHANCE:
                state = game.play(state, actor, chance_move(game, state, rng))
            else:
                state = game.play(state, actor, self.pick(state, actor, rng))
        return [0.5] * game.seats

    def pick(self, state: State, actor: Seat, rng: Random) -> Any:
        """A move for a playout."""
        return rng.choice(self.game.legal(state, actor))


@dataclass(slots=True)
class Arm:
    """A move at a node: visits, how often it was available, and the sum of values for its maker."""

    visits: int = 0
    available: int = 0
    total: float = 0.0

    @property
    def mean(self) -> float:
        return self.total / self.visits if self.visits else 0.0


@dataclass(slots=True)
class Node:
    """What the observer has seen so far. Arms are told apart by the mover's secret, where the heuristics know one."""

    arms: dict[tuple[Hashable, Any], Arm] = field(default_factory=dict)
    children: dict[Any, Node] = field(default_factory=dict)

    def explore(
        self,
        secret: Hashable,
        moves: Sequence[Any],
        exploration: float,
        rng: Random,
        priors: Mapping[Any, float] = NOTHING,
    ) -> tuple[Any, Arm]:
        """A move not tried yet and without a prior, else the one with the highest upper confidence bound."""
        arms = self.arms
        fresh = []
        best, best_bound = None, -math.inf
        for move in moves:
            arm = arms.get((secret, move))
            if arm is None:
                prior = priors.get(move)
                arm = arms[secret, move] = Arm() if prior is None else Arm(1, 1, prior)
            arm.available += 1
            if not arm.visits:
                fresh.append((move, arm))
            elif not fresh:
                bound = arm.total / arm.visits + exploration * math.sqrt(math.log(arm.available) / arm.visits)
                if bound > best_bound:
                    best, best_bound = (move, arm), bound
        if fresh:
            return fresh[int(rng.random() * len(fresh))]
        assert best is not None, "whoever acts has a move"
        return best

    def repeat(self, secret: Hashable, moves: Sequence[Any], rng: Random) -> Any:
        """A move as often as it was explored, which is what has been learnt so far."""
        arms = self.arms
        visits = [arm.visits if (arm := arms.get((secret, move))) else 0 for move in moves]
        return rng.choices(moves, visits)[0] if any(visits) else moves[int(rng.random() * len(moves))]


class Search:
    """One search for one seat, from one view."""

    def __init__(self, game: AnyGame, heuristics: Heuristics[Any], view: Any, rng: Random) -> None:
        self.game = game
        self.heuristics = heuristics
        self.view = view
        self.rng = rng
        self.root = Node()
        self.own = self.root
        """Where the observer chooses: behind the masked choices of those who choose at the same time."""
        state = game.sample(view, rng)
        self.public = game.view(state, None)
        """What everybody sees: the same whatever the secrets are."""
        self.moves = heuristics.moves(state, view.seat)
        self.secret = heuristics.secret(state, view.seat)

    def iterate(self) -> None:
        """Down the tree through one world, one new node, and back with what came of it."""
        game, heuristics, rng, me = self.game, self.heuristics, self.rng, self.view.seat
        is_redealt = rng.random() < heuristics.redeal_share
        state = heuristics.world(self.public if is_redealt else self.view, rng)
        learning: list[tuple[Arm, Seat]] = []
        node, values, is_new, has_chosen = self.root, None, False, False
        while values is None and not (has_chosen and (is_new or heuristics.is_leaf(state))):
            actor = min(game.actors(state), key=me.__eq__)  # rivals first
            if actor == CHANCE:
                move = chance_move(game, state, rng)
            else:
                secret, moves = heuristics.secret(state, actor), heuristics.moves(state, actor)
                if actor == me and not has_chosen:
                    self.own, has_chosen = node, True
                    if not node.arms:
                        self._set_priors(node)
                if actor == me or is_redealt or not heuristics.redeal_share:
                    move, arm = node.explore(
                        secret, moves, heuristics.exploration, rng, heuristics.priors(state, actor)
                    )
                    learning.append((arm, actor))
                else:
                    move = node.repeat(secret, moves, rng)
            label = game.seen(state, actor, move, me)
            state = game.play(state, actor, move)
            is_new = label not in node.children
            if is_new:
                node.children[label] = Node()
            node = node.children[label]
            values = heuristics.values(state)
        if values is None:
            values = heuristics.playout(state, rng)
        for arm, actor in learning:
            arm.visits += 1
            arm.total += values[actor]

    def _set_priors(self, node: Node) -> None:
        visits = self.heuristics.prior_visits
        for move, value in self.heuristics.root_priors(self.view).items():
            node.arms[self.secret, move] = Arm(visits, visits, visits * value)

    def arms(self) -> list[tuple[Any, Arm]]:
        """The observer's own moves as far as they were tried, best first."""
        known = self.own.arms
        tried = [(move, arm) for move in self.moves if (arm := known.get((self.secret, move))) and arm.visits]
        return sorted(tried, key=lambda entry: (-entry[1].visits, -entry[1].mean))


class ISMCTS:
    """Plays every game of the house by searching possible worlds."""

    name = "ismcts"

    def __init__(self, game: AnyGame, heuristics: Heuristics[Any] | None = None) -> None:
        self.game = game
        self.heuristics = heuristics or make_heuristics(game)

    def choose(self, view: Any, limit: Limit, rng: Random) -> Choice[Any]:
        if len(view.legal) == 1:
            return Choice(view.legal[0], ((view.legal[0], 1.0),), (Reason("why_only"),))
        search = Search(self.game, self.heuristics, view, rng)
        worlds = 0
        for _ in ticks(limit, SECONDS):
            search.iterate()
            worlds += 1
            if len(search.moves) == 1:
                break
        arms = search.arms()
        is_simultaneous = len(self.game.actors(self.game.sample(view, rng))) > 1
        # Simultaneous choices are mixed: a fixed one is soon found out.
        odds = mix([(move, arm.visits) for move, arm in (arms if is_simultaneous else arms[:1])])
        move = rng.choices([move for move, _ in odds], [share for _, share in odds])[0]
        arm = next(arm for tried, arm in arms if tried == move)
        percent = round(100 * arm.mean)
        return Choice(move, odds, (Reason("why_searched", {"count": worlds, "percent": percent}),))


def mix(weighted: Sequence[tuple[Any, int]]) -> tuple[tuple[Any, float], ...]:
    total = sum(weight for _, weight in weighted)
    return tuple((move, weight / total) for move, weight in weighted)


def make_heuristics(game: AnyGame) -> Heuristics[Any]:
    """Those the game is registered with."""
    heuristics: Heuristics[Any] = registration(game.name).load("heuristics")(game)
    return heuristics
