"""Venise, played for the whole way."""

from __future__ import annotations

import time
from dataclasses import dataclass
from random import Random

from ridotto.bots import Choice, Limit, Reason
from ridotto.bots.doge.judge import Judge, Weights
from ridotto.bots.doge.turns import Plan, plans
from ridotto.core import CHANCE, Seat, chance_move
from ridotto.games.venise.moves import END, Move
from ridotto.games.venise.rules import State, Venise, View

class Gondolier:
    name = "gondolier"

    def __init__(self, game: Venise, weights: Weights | None = None) -> None:
        self.game = game
        self.judge = Judge(game, weights or Weights())

    def choose(self, view: View, limit: Limit, rng: Random) -> Choice[Move]:
        state = self.game.sample(view, Random(0))
        best = self.best(state, limit.iterations or 2000)
        move = best.moves[0] if best.moves else END
        return Choice(move, ((move, 1.0),), (Reason("why_ve_material"),))

    def best(self, state: State, most: int) -> Plan:
        judge = self.judge
        found = plans(self.game, state, judge.value, judge.hand, most)
        if state.turn.phase == "discard":
            next(found)
        return max(found, key=lambda p: p.value)

CANDIDATES = 10
QUICK = 60

class Doge(Gondolier):
    name = "doge"

    def __init__(self, game: Venise, weights: Weights | None = None) -> None:
        super().__init__(game, weights)
        self._rest = {}

    def choose(self, view: View, limit: Limit, rng: Random) -> Choice[Move]:
        rest = self._rest.pop(repr((view.seat, view.hand, view.planks, view.pawns, view.stocks, view.hourglasses, view.phase)), None)
        if rest is not None and rest[0] in view.legal:
            moves = rest
        else:
            moves = self._think(view, limit, rng)
        self._rest.clear()
        if len(moves) > 1:
            state = self.game.sample(view, Random(0))
            after = self.game.view(self.game.play(state, view.seat, moves[0]), view.seat)
            self._rest[repr((after.seat, after.hand, after.planks, after.pawns, after.stocks, after.hourglasses, after.phase))] = moves[1:]
        return Choice(moves[0], ((moves[0], 1.0),), (Reason("why_ve_material"),))

    def _think(self, view, limit, rng):
        game, judge, seat = self.game, self.judge, view.seat
        deadline = time.perf_counter() + (limit.seconds or 0.2)
        state = game.sample(view, Random(0))
        if state.turn.phase == "discard":
            return self.best(state, 2000).moves
        found = sorted(plans(game, state, judge.value, judge.hand, 2000), key=lambda p: -p.value)[:CANDIDATES]
        if len(found) == 1 or found[0].value >= 1:
            return found[0].moves or (END,)
        sums = [0.0] * len(found)
        alive = list(range(len(found)))
        count = 0
        while True:
            world = game.sample(view, rng)
            seed = rng.random()
            for i in alive:
                sums[i] += self._future(world, found[i], seat, Random(seed))
            count += 1
            if time.perf_counter() > deadline or count>200:
                break
            if count in (3, 6, 12, 24, 48):
                alive.sort(key=lambda i: -sums[i])
                alive = alive[: max(2, (len(alive) * 2 + 2) // 3)]
        best = max(alive, key=lambda i: sums[i])
        self.stats = count, best
        plan = found[best]
        return (*plan.moves, END) if plan.state.turn.phase == "play" and plan.state.turn.seat == seat else plan.moves

    def _future(self, state: State, plan: Plan, seat: Seat, rng: Random) -> float:
        game = self.game
        for move in plan.moves:
            state = game.play(state, seat, move)
        if state.turn.phase == "play" and state.turn.seat == seat:
            state = game.play(state, seat, END)
        has_left = False
        while state.turn.phase != "over" and seat not in state.finished:
            actor = game.actors(state)[0]
            if actor == CHANCE:
                if has_left and state.turn.seat == seat:
                    break
                state = game.play(state, CHANCE, chance_move(game, state, rng))
                continue
            if state.turn.phase == "play":
                has_left = has_left or actor != seat
                best = self.best(state, QUICK)
                for move in best.moves:
                    state = game.play(state, actor, move)
                if actor == seat:
                    break
                if state.turn.phase == "play" and state.turn.seat == actor:
                    state = game.play(state, actor, END)
            else:
                state = game.play(state, actor, self.best(state, 12).moves[0])
        return self.judge.value(state, seat)
