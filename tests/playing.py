"""Ways to play a game to its end, shared by the tests."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from ridotto.core import CHANCE, AnyGame, chance_move
from ridotto.match import Match


def random_match(game: AnyGame, seed: int, *, moves: int = 10_000) -> Match:
    """A match of random legal moves; simultaneous choices come in any order."""
    rng = Random(seed)
    match = Match(game, ["Anna", "Bruno", "Carla", "Dino"], day="1998-02-24")
    while match.actors and len(match.entries) < moves:
        actor = rng.choice(match.actors)
        if actor == CHANCE:
            match.submit(CHANCE, chance_move(game, match.state, rng))
        else:
            match.submit(actor, rng.choice(game.legal(match.state, actor)))
    return match


def audiences(game: AnyGame) -> Iterator[int | None]:
    yield from range(game.seats)
    yield None
