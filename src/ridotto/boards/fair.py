"""Is a board fair? Equal greedy players try it out in the arena, each seat beginning equally often."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from ridotto.arena.schedule import Job, Tournament, play_job
from ridotto.core import show_options
from ridotto.games.venise import Board, Venise
from ridotto.games.venise.rules import Options
from ridotto.processes import here


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


def trial(board: Board, seats: int, seed: int) -> Tournament:
    """What the arena is asked: greedy against itself until somebody has won, each seat beginning in turn."""
    options = show_options(Options(seats=seats, board=board.code, play_on="no"))
    return Tournament("venise", tuple(f"{options} first={seat}" for seat in range(seats)), ("greedy",), seed=seed)


def self_play(board: Board, seats: int, games: int, seed: int, known: Balance | None = None) -> Iterator[Balance]:
    """The tally after each game, going on from what is known. The same seed plays the same games."""
    tournament = trial(board, seats, seed)
    tally = known or Balance(Venise(seats=seats, board=board.code).colours, wins=(0,) * seats)
    for job, played in here(play_job, islice(tournament.jobs(games), tally.games, None)):
        assert not played.forfeits, played.forfeits
        winner = played.places.index(1) if played.reason == "gems" else None
        tally = Balance(
            tally.colours,
            games=tally.games + 1,
            stalled=tally.stalled + (winner is None),
            wins=tuple(wins + (seat == winner) for seat, wins in enumerate(tally.wins)),
            first=tally.first + (winner == _first(job)),
            rounds=tally.rounds + sum(line.startswith("round ") for line in played.record.splitlines()),
        )
        yield tally


def _first(job: Job) -> int:
    """Who begins: the variants of a trial take turns."""
    return job.number % len(job.bots)
