"""Who meets whom, in which seats, on which board, with which luck. Every game follows from its number alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from hashlib import blake2b
from itertools import combinations, combinations_with_replacement, permutations
from math import lcm
from typing import NamedTuple

from ridotto.arena.play import FREE, ArenaError, Played, parse_contestant, play_game
from ridotto.bots import Limit
from ridotto.games import make_game

known_game = cache(make_game)


class Job(NamedTuple):
    """One game to be played, by any process anywhere."""

    number: int
    game: str
    options: str
    bots: tuple[str, ...]
    """By seat."""
    limit: Limit
    seed: int
    day: str

    def __str__(self) -> str:
        return f"{self.number} ({', '.join(self.bots)})"


@dataclass(frozen=True, slots=True)
class Tournament:
    """What was asked for; two tournaments that are equal play the same games."""

    game: str
    variants: tuple[str, ...]
    """The options of the game as text; several where boards are rotated."""
    bots: tuple[str, ...]
    limit: Limit = FREE
    """For every bot without a limit of its own."""
    seed: int = 0
    is_gauntlet: bool = False
    day: str = field(default="", compare=False)
    """What the records are dated; today where it is empty."""

    def __post_init__(self) -> None:
        """Everything that cannot be played is found before the first game."""
        twice = [bot for bot in self.bots if self.bots.count(bot) > 1]
        if twice:
            raise ArenaError("arena_twice", name=twice[0])
        if self.is_gauntlet and len(self.bots) < 2:
            raise ArenaError("arena_gauntlet")
        for options in self.variants:
            game = known_game(self.game, options)
            if game.seats != self.seats:
                raise ArenaError("arena_seats")
            for bot in self.bots:
                parse_contestant(bot).make(game)

    @property
    def seats(self) -> int:
        return known_game(self.game, self.variants[0]).seats

    @property
    def line_ups(self) -> tuple[tuple[str, ...], ...]:
        return line_ups(self.bots, self.seats, is_gauntlet=self.is_gauntlet)

    @property
    def cycle(self) -> int:
        """The number of games a line-up needs until every order of seats on every board came equally often."""
        return lcm(*(len(arrangements(line_up)) for line_up in self.line_ups)) * len(self.variants)

    def job(self, number: int) -> Job:
        """Line-ups take turns, so a tournament can be lengthened without changing what was played."""
        index, which = divmod(number, len(self.line_ups))
        line_up = self.line_ups[which]
        orders = arrangements(line_up)
        return Job(
            number,
            self.game,
            self.variants[index // len(orders) % len(self.variants)],
            orders[index % len(orders)],
            self.limit,
            game_seed(self.seed, line_up, index),
            self.day,
        )

    def jobs(self, games: int) -> Iterator[Job]:
        """So many games a line-up."""
        return map(self.job, range(games * len(self.line_ups)))


@cache
def line_ups(bots: tuple[str, ...], seats: int, *, is_gauntlet: bool = False) -> tuple[tuple[str, ...], ...]:
    """Who sits at one table: different bots while there are enough, else every way to fill the seats using all.

    In a gauntlet the first bot has one seat at every table.
    """
    if is_gauntlet:
        return tuple((bots[0], *others) for others in line_ups(bots[1:], seats - 1))
    if len(bots) >= seats:
        return tuple(combinations(bots, seats))
    return tuple(way for way in combinations_with_replacement(bots, seats) if set(way) == set(bots))


@cache
def arrangements(line_up: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """Every order of seats once; each round of rotations sees every bot in every seat before the next order begins."""
    first, *others = line_up
    circles = ((first, *order) for order in permutations(others))
    orders = (circle[-turn:] + circle[:-turn] for circle in circles for turn in range(len(line_up)))
    return tuple(dict.fromkeys(orders))


def game_seed(seed: int, line_up: Sequence[str], index: int) -> int:
    text = "\n".join((str(seed), *line_up, str(index)))
    return int.from_bytes(blake2b(text.encode(), digest_size=6).digest(), "big")


def play_job(job: Job) -> Played:
    game = known_game(job.game, job.options)
    contestants = [parse_contestant(text) for text in job.bots]
    return play_game(
        game,
        [contestant.make(game) for contestant in contestants],
        job.seed,
        [contestant.limit or job.limit for contestant in contestants],
        names=job.bots,
        day=job.day,
    )
