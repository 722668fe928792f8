"""Training on many processors, and what became of it: snapshots measured, curves drawn. Needs no torch itself."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, Final, NamedTuple

from ridotto.arena.exploit import Experiment, Figure, Measured, Subject, Tell, usual_path
from ridotto.arena.exploit import run as measure
from ridotto.bots.bluff.net import Net, load
from ridotto.bots.bluff.training.selfplay import Chunk, Targets, make_targets
from ridotto.processes import Runner

LEVEL: Final = "mask"
"""Who plays by a snapshot: quick enough to measure them all."""
BOARDS: Final = ("4x4", "7x7")
ROUNDS: Final = 60


class Work(NamedTuple):
    net: Net
    chunk: Chunk

    def __str__(self) -> str:
        return f"chunk {self.chunk.seed}"


def do(work: Work) -> Targets:
    return make_targets(*work)


def spread(runner: Runner) -> Callable[[Iterable[tuple[Net, Chunk]]], Iterator[Targets]]:
    """The arena's runner as training wants it."""

    def make(work: Iterable[tuple[Net, Chunk]]) -> Iterator[Targets]:
        for _, targets in runner(do, (Work(*each) for each in work)):
            yield targets

    return make


class Point(NamedTuple):
    """What a snapshot gives away."""

    targets: int
    figures: tuple[Figure, ...]


def snapshots(folder: Path) -> dict[Path, int]:
    """The kept weights of a training by the targets that made them, oldest first."""
    found = {path: int(load(path)[1].get("targets", 0)) for path in folder.glob("weights*.npz")}
    return dict(sorted(found.items(), key=lambda entry: entry[1]))


def measure_snapshots(folder: Path, runner: Runner, tell: Tell) -> None:
    """May be stopped anywhere and called again."""
    for path in snapshots(folder):
        with closing(_measured(folder, path)) as measured:
            measure(measured, runner, tell)


def points(folder: Path) -> list[Point]:
    """The snapshots that were measured, as far as they were."""
    found = []
    for path, targets in snapshots(folder).items():
        experiment = _experiment(path)
        if _where(folder, experiment).exists():
            with closing(_measured(folder, path)) as measured:
                figures = tuple(measured.figures())
            if figures:
                found.append(Point(targets, figures))
    return found


def _experiment(path: Path) -> Experiment:
    # However wide the interval: a curve shows it.
    return Experiment(Subject(LEVEL, weights=str(path)), BOARDS, rounds=ROUNDS, precision=2.0)


def _where(folder: Path, experiment: Experiment) -> Path:
    return usual_path(experiment, folder / "measured")


def _measured(folder: Path, path: Path) -> Measured:
    experiment = _experiment(path)
    return Measured(_where(folder, experiment), experiment)


def read_log(path: Path) -> list[dict[str, Any]]:
    """The lines of a training's log; one that was cut short is left out."""
    lines = []
    for text in path.read_text("utf-8").splitlines() if path.exists() else []:
        try:
            lines.append(json.loads(text))
        except ValueError:
            continue
    return [line for line in lines if isinstance(line, dict) and "targets" in line]
