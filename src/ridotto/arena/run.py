"""Who plays the games: this process, several on this machine, or a cluster. Whoever it is, the games are the same."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, Final, TypeAlias

from ridotto.arena.play import ArenaError, Played
from ridotto.arena.results import Results, Score
from ridotto.arena.schedule import Job, play_job

Runner: TypeAlias = Callable[[Iterable[Job]], Iterator[tuple[Job, Played]]]
"""Plays jobs in any order; closing the iterator ends the work."""

TRIES: Final = 3
"""How often a game is begun whose worker was lost."""


def run(jobs: Iterable[Job], runner: Runner, results: Results, tell: Callable[[Score], None] = lambda _: None) -> None:
    """Plays what the results do not have yet. May be stopped anywhere and called again."""
    played = runner([job for job in jobs if job.number not in results.scores])
    try:
        for job, game in played:
            tell(results.add(job, game))
    finally:
        played.close()  # type: ignore[attr-defined]


def here(jobs: Iterable[Job]) -> Iterator[tuple[Job, Played]]:
    """One game after the other in this process."""
    for job in jobs:
        yield job, play_job(job)


def processes(workers: int) -> Runner:
    """Several processes; the game of one that dies is played again by a new one."""

    def runner(jobs: Iterable[Job]) -> Iterator[tuple[Job, Played]]:
        waiting = iter(jobs)
        tries: dict[int, int] = {}
        busy: dict[Connection, tuple[BaseProcess, Job]] = {}

        def give(job: Job, pipe: Connection, process: BaseProcess) -> None:
            tries[job.number] = tries.get(job.number, 0) + 1
            if tries[job.number] > TRIES:
                raise lost(job)
            busy[pipe] = process, job
            with suppress(OSError):  # it died while idle: reading from it will tell
                pipe.send(job)

        try:
            for _, job in zip(range(workers), waiting, strict=False):
                give(job, *_hire())
            while busy:
                for pipe in wait(list(busy)):
                    assert isinstance(pipe, Connection)
                    process, job = busy.pop(pipe)
                    try:
                        played: Played | Exception = pipe.recv()
                    except (EOFError, OSError):
                        pipe.close()
                        process.join()
                        give(job, *_hire())
                        continue
                    if isinstance(played, Exception):
                        raise played
                    if (following := next(waiting, None)) is None:
                        pipe.close()
                    else:
                        give(following, pipe, process)
                    del tries[job.number]
                    yield job, played
        finally:
            for pipe, (process, _) in busy.items():
                pipe.close()
                process.terminate()

    return runner


def lost(job: Job) -> ArenaError:
    return ArenaError("arena_lost", bots=", ".join(job.bots), number=job.number, count=TRIES)


def _hire() -> tuple[Connection, BaseProcess]:
    # Forking a process that has threads is unsafe; these methods begin with a clean one.
    method = "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"
    context: Any = multiprocessing.get_context(method)
    ours, theirs = context.Pipe()
    process = context.Process(target=_work, args=(theirs,), daemon=True)
    process.start()
    theirs.close()
    return ours, process


def _work(pipe: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the one who collects
    while True:
        try:
            job = pipe.recv()
        except EOFError:
            return
        try:
            answer: Played | Exception = play_job(job)
        except Exception as error:  # ours, not a bot's: whoever collects shall raise it
            answer = error
        try:
            pipe.send(answer)
        except OSError:
            return
