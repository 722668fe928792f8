"""Is a board fair? Equal greedy players try it out, each seat beginning equally often."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from ridotto.bots import Limit, make_bot
from ridotto.core import CHANCE, chance_move
from ridotto.games.venise import Board, Venise
from ridotto.games.venise.moves import FIRST


@dataclass(frozen=True, slots=True)
class Balance:
    colours: tuple[str, ...]
    games: int = 0
    stalled: int = 0
    """Games that nobody won (VE-R12)."""
    wins: tuple[int, ...] = ()
    """By seat."""
    first: int = 0
    """Won by the seat that began."""
    rounds: int = 0
    """Of all games together."""


def self_play(board: Board, seats: int, games: int, seed: int) -> Iterator[Balance]:
    """The tally after each game. The same seed plays the same games."""
    game = Venise(seats=seats, board=board.code, play_on="no")
    bot = make_bot("greedy", game)
    tally = Balance(game.colours, wins=(0,) * seats)
    for number in range(games):
        rng = Random(f"{seed} {seats} {number}")
        first = number % seats
        state = game.play(game.start(), CHANCE, FIRST[first])
        while actors := game.actors(state):
            actor = actors[0]
            if actor == CHANCE:
                move = chance_move(game, state, rng)
            else:
                move = bot.choose(game.view(state, actor), Limit(), rng).move
            state = game.play(state, actor, move)
        winner = state.finished[0] if state.finished else None
        tally = Balance(
            tally.colours,
            games=tally.games + 1,
            stalled=tally.stalled + (winner is None),
            wins=tuple(wins + (seat == winner) for seat, wins in enumerate(tally.wins)),
            first=tally.first + (winner == first),
            rounds=tally.rounds + state.turn.round,
        )
        yield tally
