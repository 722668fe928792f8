"""Positions of Venise to draw."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from ridotto.bots import Limit, make_bot
from ridotto.core import CHANCE, chance_move
from ridotto.games.venise import State, Venise, View


def states(game: Venise, seed: int, bot: str = "greedy", most: int = 400) -> Iterator[State]:
    rng, player = Random(seed), make_bot(bot, game)
    state = game.start()
    for _ in range(most):
        yield state
        actors = game.actors(state)
        if not actors:
            return
        if actors == (CHANCE,):
            move = chance_move(game, state, rng)
        else:
            move = player.choose(game.view(state, actors[0]), Limit(), rng).move
        state = game.play(state, actors[0], move)


def table(planks: str = "", pawns: str = "a4 e4 e1 a1", board: str = "day-basic") -> tuple[Venise, State]:
    game = Venise(seats=4, board=board, first="0")
    state = game.start()
    physics = game.planks
    laid = state.pieces._replace(
        planks=physics.mask(*planks.split()), pawns=tuple(physics.number[field] for field in pawns.split())
    )
    assert not physics.floating(laid.planks)
    return game, state._replace(pieces=laid, turn=state.turn._replace(phase="play", hourglasses=4))


def view(planks: str = "", pawns: str = "a4 e4 e1 a1", board: str = "day-basic") -> View:
    game, state = table(planks, pawns, board)
    return game.view(state, 0)
