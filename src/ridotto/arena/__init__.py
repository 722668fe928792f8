"""Bots against bots, so that anyone can run a claim of strength again, on one machine or many."""

from ridotto.arena.play import ArenaError, Forfeit, Played, play_game
from ridotto.arena.ratings import Rating, Share, Tally
from ridotto.arena.results import Results, Score
from ridotto.arena.run import run
from ridotto.arena.schedule import Job, Tournament
from ridotto.processes import here, processes

__all__ = [
    "ArenaError",
    "Forfeit",
    "Job",
    "Played",
    "Rating",
    "Results",
    "Score",
    "Share",
    "Tally",
    "Tournament",
    "here",
    "play_game",
    "processes",
    "run",
]
