"""Venise: walk the cheapest way to the next gem."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final, NamedTuple

from ridotto.bots import Choice, Limit, Reason
from ridotto.cache import Cache
from ridotto.games.venise.deck import Counts
from ridotto.games.venise.moves import END, SPEND, TAKE, Discard, Exchange, Move, Play
from ridotto.games.venise.planks import Mask, bits
from ridotto.games.venise.rules import Venise
from ridotto.games.venise.state import State, View

KEPT: Final = 1 << 15
FAR: Final = 60
"""Farther than any gem that can be reached."""


@dataclass(frozen=True, slots=True)
class Weights:
    """What things are worth, in hourglasses."""

    gem: float = 20.0
    cards: Counts | tuple[float, ...] = (0.7, 0.8, 0.4, 0.7, 0.5, 0.9, 1.1, 1.4)
    again: float = 0.6
    """What another card of the same kind is worth of the first."""
    plank: float = 0.35
    tile: float = 0.8
    width: int = 14
    """How many unfinished plans are followed at a time."""
    depth: int = 6
    """How many moves a plan has at most."""


class Plan(NamedTuple):
    """Some moves of this turn and the state after them."""

    loss: float
    moves: tuple[Move, ...]
    state: State


class Greedy:
    """Looks through what its cards can do this turn and stops where the next gem is nearest; plans no further."""

    name = "greedy"

    def __init__(self, game: Venise, weights: Weights | None = None) -> None:
        self.game = game
        self.weights = weights or Weights()
        self._maps = Cache(KEPT, self._find_map)
        self._hands = Cache(KEPT, self._hand_value)

    def choose(self, view: View, limit: Limit, rng: Random) -> Choice[Move]:
        # Others' cards do not matter in one's own turn: any deal of the unseen cards will do.
        state = self.game.sample(view, Random(0))
        plan = self._best(state, view)
        move = plan.moves[0] if plan.moves else END
        return Choice(move, ((move, 1.0),), (self._reason(state, plan, move),))

    def _best(self, state: State, view: View) -> Plan:
        if state.turn.phase == "discard":
            plans = [self._plan(state, (), move, state.turn.seat) for move in view.legal]
            return min(plans, key=lambda plan: plan.loss)
        seat = state.turn.seat
        best = Plan(self._loss(state, seat), (), state)
        beam = [best]
        seen = set[object]()
        for _ in range(self.weights.depth):
            found = []
            for plan in beam:
                for move in self._worthwhile(plan.state, seat):
                    longer = self._plan(plan.state, plan.moves, move, seat)
                    after = longer.state
                    key = after.pieces, after.cards.hands[seat], after.turn.hourglasses
                    if key not in seen:
                        seen.add(key)
                        found.append(longer)
            found.sort(key=lambda plan: plan.loss)
            if found and found[0].loss < best.loss:
                best = found[0]
            beam = [plan for plan in found[: self.weights.width] if plan.state.turn[:2] == ("play", seat)]
            if not beam:
                break
        return best

    def _plan(self, state: State, moves: tuple[Move, ...], move: Move, seat: int) -> Plan:
        after = self.game.play(state, seat, move)
        return Plan(self._loss(after, seat), (*moves, move), after)

    def _worthwhile(self, state: State, seat: int) -> list[Move]:
        """The legal moves of this turn, of the many exchanges only the cheapest."""
        moves: list[Move] = []
        dearest = None
        for move in self.game.legal(state, seat):
            if isinstance(move, Play):
                moves.append(move)
            elif isinstance(move, Exchange):
                after = self.game.play(state, seat, move)
                value = self._hands[after.cards.hands[seat]]
                if dearest is None or value > dearest[0]:
                    dearest = value, move
            elif move in (SPEND, TAKE):
                moves.append(move)
        return moves if dearest is None else [*moves, dearest[1]]

    # -- what a position is worth --------------------------------------------------------------------------------------

    def _loss(self, state: State, seat: int) -> float:
        """Hourglasses to go, roughly: less is better."""
        gems = state.pieces.gems[seat]
        if not gems:
            return -FAR
        weights = self.weights
        short, long = state.pieces.stocks[seat]
        return (
            weights.gem * gems.bit_count()
            + self._way(state, seat)
            - self._hands[state.cards.hands[seat]]
            - weights.plank * (min(short, 4) + min(long, 3))
            - weights.tile * state.pieces.tiles[seat]
        )

    def _hand_value(self, hand: Counts) -> float:
        """Of the cards that can be kept after drawing two more (VE-9)."""
        weights, deck = self.weights, self.game.deck
        values = sorted(
            (
                worth * weights.again**nth
                for worth, count in zip(weights.cards, hand, strict=True)
                for nth in range(count)
            ),
            reverse=True,
        )
        return sum(values[: deck.hand - deck.draw])

    def _find_map(self, key: tuple[Mask, Mask, bool, bool]) -> list[int]:
        """By field: the hourglasses to the nearest gem, for steps and for planks to lay on the way."""
        laid, gems, has_short, has_long = key
        physics, deck = self.game.planks, self.game.deck
        # Without a plank in stock, one must first be taken up somewhere.
        step, take = max(1, round(deck.step_cost)), deck.cost("remove")
        lay_short = deck.cost("short") + (0 if has_short else take + 1)
        lay_long = deck.cost("long") + (0 if has_long else take + 2)
        open_slots = 0
        for slot in range(physics.first_slot, len(physics.names)):
            if not physics.needs[slot] & ~laid and not physics.bars[slot] & laid:
                open_slots |= 1 << slot
        usable = physics.ground | laid | open_slots
        price: list[tuple[Mask, int]] = [
            (physics.ground | laid, step),
            (open_slots & physics.short, step + lay_short),
            (open_slots & physics.long, step + lay_long),
        ]
        far = [FAR] * len(physics.names)
        waiting = [0] * (FAR + max(cost for _, cost in price))
        waiting[0] = gems
        done = 0
        for way in range(FAR):
            now = waiting[way] & ~done
            done |= now
            for fields, cost in price:
                found = 0
                for field in bits(now & fields):
                    far[field] = way
                    found |= physics.touches[field]
                waiting[way + cost] |= found & usable
        return far

    # -- why -----------------------------------------------------------------------------------------------------------

    def _reason(self, state: State, plan: Plan, move: Move) -> Reason:
        seat = state.turn.seat
        if isinstance(move, Discard):
            return Reason("why_ve_discard", {"card": move.card})
        if isinstance(move, Exchange):
            return Reason("why_ve_exchange", {"count": len(move.cards)})
        if move == TAKE:
            return Reason("why_ve_take")
        taken = state.pieces.gems[seat] & ~plan.state.pieces.gems[seat]
        if taken:
            return Reason("why_ve_gem", {"field": self.game.planks.show(taken)[0], "count": taken.bit_count()})
        if move == END:
            return Reason("why_ve_end")
        before, after = (self._way(each, seat) for each in (state, plan.state))
        if after < before:
            return Reason("why_ve_closer", {"before": before, "count": after})
        return Reason("why_ve_material")

    def _way(self, state: State, seat: int) -> int:
        short, long = state.pieces.stocks[seat]
        return self._maps[state.pieces.planks, state.pieces.gems[seat], short > 0, long > 0][state.pieces.pawns[seat]]
