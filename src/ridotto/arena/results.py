"""What was played, kept as it comes: one line of JSON a game under a line that says what was asked for."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass, replace
from datetime import date
from pathlib import Path
from types import TracebackType
from typing import Any, Final

import ridotto
from ridotto.arena.play import ArenaError, Forfeit, Played
from ridotto.arena.schedule import Job, Plan
from ridotto.games import game_type

FORMAT: Final = "Ridotto arena 1"


@dataclass(frozen=True, slots=True)
class Score:
    """A game as the results file has it."""

    number: int
    bots: tuple[str, ...]
    options: str
    seed: int
    places: tuple[int, ...]
    reason: str
    plies: int
    seconds: tuple[float, ...]
    forfeits: tuple[Forfeit, ...] = ()


def score(job: Job, played: Played) -> Score:
    seconds = tuple(round(spent, 4) for spent in played.seconds)
    return Score(
        job.number,
        job.bots,
        job.options,
        job.seed,
        played.places,
        played.reason,
        played.plies,
        seconds,
        played.forfeits,
    )


def show_score(score: Score) -> str:
    return json.dumps(asdict(score), ensure_ascii=False)


def parse_score(text: str) -> Score:
    """Raises ValueError, TypeError or KeyError."""
    found = json.loads(text)
    found |= {name: tuple(found[name]) for name in ("bots", "places", "seconds")}
    only = found.pop("forfeit", None)  # older files name at most one
    found["forfeits"] = tuple(Forfeit(**each) for each in found.get("forfeits", [only] if only else []))
    return Score(**found)


def header(plan: Plan) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "version": ridotto.__version__,
        "game": plan.game,
        "rules": game_type(plan.game).rules_version,
        "options": list(plan.variants),
        "bots": list(plan.bots),
        "limit": asdict(plan.limit),
        "gauntlet": plan.is_gauntlet,
        "seed": plan.seed,
        "day": plan.day,
    }


class Results:
    """The results file of a plan, new or gone on with. One process writes; what it wrote is never lost."""

    def __init__(self, path: Path, plan: Plan, records: Path | None = None) -> None:
        """Raises ArenaError where the file belongs to something else or to somebody who is still writing it."""
        self.path = path
        self.records = records or path.with_name(f"{path.stem}-records")
        self.plan = plan if plan.day else replace(plan, day=date.today().isoformat())
        """With the day on which its first game was asked for, so that no record depends on interruptions."""
        self.scores: dict[int, Score] = {}
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self.records.mkdir(parents=True, exist_ok=True)
            self._file = path.open("a+b")
        except OSError as error:
            raise ArenaError("file_unwritable", path=path, reason=error.strerror) from None
        try:
            _lock(self._file.fileno(), path)
            self._read()
        except BaseException:
            self._file.close()
            raise

    def _read(self) -> None:
        self._file.seek(0)
        content = self._file.read()
        whole = content.rfind(b"\n") + 1
        if not whole and content and not content.startswith(b'{"format": "Ridotto'):
            raise ArenaError("arena_not_results", path=self.path)
        if whole < len(content):
            self._file.truncate(whole)  # whoever wrote last was stopped in the middle of a line
        if not whole:
            self._write(json.dumps(header(self.plan), ensure_ascii=False))
            return
        first, *rows = content[:whole].decode("utf-8", "replace").splitlines()
        self._compare(first)
        for at, row in enumerate(rows, 2):
            try:
                score = parse_score(row)
                job = self.plan.job(score.number)
            except (ValueError, TypeError, KeyError):
                raise ArenaError("arena_line", path=self.path, line=at) from None
            if (job.bots, job.options, job.seed) != (score.bots, score.options, score.seed):
                raise ArenaError("arena_line", path=self.path, line=at)
            self.scores[score.number] = score

    def _compare(self, first: str) -> None:
        try:
            found = json.loads(first)
            is_results = found["format"] == FORMAT
        except (ValueError, TypeError, KeyError):
            is_results = False
        if not is_results:
            raise ArenaError("arena_not_results", path=self.path)
        self.plan = replace(self.plan, day=str(found.get("day")))
        for name, value in header(self.plan).items():
            if found.get(name) != value:
                raise ArenaError(
                    "arena_other", path=self.path, name=name, found=_show(found.get(name)), wanted=_show(value)
                )

    def add(self, job: Job, played: Played) -> Score:
        """The record first, then the line that says it is there."""
        row = score(job, played)
        path = self.record_path(job.number)
        draft = path.with_suffix(".part")
        try:
            draft.write_text(played.record, "utf-8")
            draft.replace(path)
            self._write(show_score(row))
        except OSError as error:
            raise ArenaError("file_unwritable", path=path, reason=error.strerror) from None
        self.scores[row.number] = row
        return row

    def record_path(self, number: int) -> Path:
        return self.records / f"{number:06}.txt"

    def _write(self, line: str) -> None:
        self._file.write(line.encode() + b"\n")
        self._file.flush()

    def __enter__(self) -> Results:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()


def _show(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(str(item) or "-" for item in value)
    return str(value)


def _lock(descriptor: int, path: Path) -> None:
    """Two arenas that write one file would play every game twice."""
    if os.name == "nt":
        return
    import fcntl

    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise ArenaError("arena_busy", path=path) from None
