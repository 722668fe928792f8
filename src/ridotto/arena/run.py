"""Plays the games of a tournament that the results do not have yet."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ridotto.arena.results import Results, Score
from ridotto.arena.schedule import Job, play_job
from ridotto.processes import Runner


def run(jobs: Iterable[Job], runner: Runner, results: Results, tell: Callable[[Score], None] = lambda _: None) -> None:
    """Plays what the results do not have yet. May be stopped anywhere and called again."""
    played = runner(play_job, [job for job in jobs if job.number not in results.scores])
    try:
        for job, game in played:
            tell(results.add(job, game))
    finally:
        played.close()  # type: ignore[attr-defined]
