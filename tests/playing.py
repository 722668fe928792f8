"""Ways to play a game to its end, shared by the tests."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from ridotto.core import CHANCE, AnyGame, Seat, chance_move
from ridotto.match import Audience, Match, dealt, starts_of


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


def turns(match: Match, rng: Random) -> Iterator[Seat]:
    """Whose turn it is, again and again until the match is over; whoever asks makes the move."""
    while True:
        match.play_chance(rng)
        if not match.actors:
            return
        yield match.actors[0]


def dealt_anew(match: Match, at: int, audience: Audience, rng: Random) -> Match:
    """A match that begins where this one stood after some entries, with secrets that look the same to `audience`."""
    before = match.branch(at)
    before.play_chance(rng)
    text = starts_of(match.game).show_start(match.game, before.state, audience)
    return Match(match.game, match.names, match.day, start=dealt(match.game, text, rng))


def audiences(game: AnyGame) -> Iterator[int | None]:
    yield from range(game.seats)
    yield None
