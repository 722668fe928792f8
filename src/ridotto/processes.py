"""Tasks in this process or in several: what comes out is the same. Functions and tasks must be picklable."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, Final, Protocol, TypeVar

from ridotto.core import RidottoError

Task = TypeVar("Task")
Result = TypeVar("Result")

TRIES: Final = 3
"""How often a task is begun whose worker was lost."""


class LostTask(RidottoError):
    """Every process that began the task died."""

    def __init__(self, task: object) -> None:
        super().__init__("arena_lost", task=task, count=TRIES)


class Runner(Protocol):
    """Does tasks in any order, and takes the next when a worker is free; closing the iterator ends the work."""

    def __call__(self, do: Callable[[Task], Result], tasks: Iterable[Task], /) -> Iterator[tuple[Task, Result]]: ...


def here(do: Callable[[Task], Result], tasks: Iterable[Task]) -> Iterator[tuple[Task, Result]]:
    """One task after the other in this process."""
    for task in tasks:
        yield task, do(task)


def processes(workers: int) -> Runner:
    """Several processes; the task of one that dies is done again by a new one."""

    def runner(do: Callable[[Task], Result], tasks: Iterable[Task]) -> Iterator[tuple[Task, Result]]:
        waiting = iter(tasks)
        busy: dict[Connection, tuple[BaseProcess, Task, int]] = {}

        def give(task: Task, tries: int, pipe: Connection, process: BaseProcess) -> None:
            if tries > TRIES:
                raise LostTask(task)
            busy[pipe] = process, task, tries
            with suppress(OSError):  # it died while idle: reading from it will tell
                pipe.send(task)

        try:
            for _, task in zip(range(workers), waiting, strict=False):
                give(task, 1, *_hire(do))
            while busy:
                for pipe in wait(list(busy)):
                    assert isinstance(pipe, Connection)
                    process, task, tries = busy.pop(pipe)
                    try:
                        result: Result | Exception = pipe.recv()
                    except (EOFError, OSError):
                        pipe.close()
                        process.join()
                        give(task, tries + 1, *_hire(do))
                        continue
                    if isinstance(result, Exception):
                        raise result
                    if (following := next(waiting, None)) is None:
                        pipe.close()
                    else:
                        give(following, 1, pipe, process)
                    yield task, result
        finally:
            for pipe, (process, _, _) in busy.items():
                pipe.close()
                process.terminate()

    return runner


def _hire(do: Callable[[Task], Result]) -> tuple[Connection, BaseProcess]:
    # Forking a process that has threads is unsafe; these methods begin with a clean one.
    method = "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"
    context: Any = multiprocessing.get_context(method)
    ours, theirs = context.Pipe()
    process = context.Process(target=_work, args=(theirs, do), daemon=True)
    process.start()
    theirs.close()
    return ours, process


def _work(pipe: Connection, do: Callable[[Task], Result]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the one who collects
    while True:
        try:
            task = pipe.recv()
        except EOFError:
            return
        try:
            answer: Result | Exception = do(task)
        except Exception as error:  # ours, not a bot's: whoever collects shall raise it
            answer = error
        try:
            pipe.send(answer)
        except OSError:
            return
