"""What was played, kept as it comes: one line of JSON a game, and a record of each."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from datetime import date
from pathlib import Path
from types import TracebackType
from typing import Any, Final

import ridotto
from ridotto.arena.journal import Journal
from ridotto.arena.play import ArenaError, Forfeit, Played
from ridotto.arena.schedule import Job, Tournament
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


def header(tournament: Tournament) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "version": ridotto.__version__,
        "game": tournament.game,
        "rules": game_type(tournament.game).rules_version,
        "options": list(tournament.variants),
        "bots": list(tournament.bots),
        "limit": asdict(tournament.limit),
        "gauntlet": tournament.is_gauntlet,
        "seed": tournament.seed,
        "day": tournament.day,
    }


class Results:
    """The results file of a tournament, and a folder of records."""

    def __init__(self, path: Path, tournament: Tournament, records: Path | None = None) -> None:
        """Raises ArenaError, as `Journal` does."""
        self.path = path
        self.records = records or path.with_name(f"{path.stem}-records")
        tournament = tournament if tournament.day else replace(tournament, day=date.today().isoformat())
        self.scores: dict[int, Score] = {}
        try:
            self.records.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ArenaError("file_unwritable", path=path, reason=error.strerror) from None
        self._journal = Journal(path, header(tournament), free=("day",))
        self.tournament = replace(tournament, day=str(self._journal.header["day"]))
        """With the day on which its first game was asked for, so that no record depends on interruptions."""
        try:
            self._read()
        except BaseException:
            self._journal.close()
            raise

    def _read(self) -> None:
        for index, row in enumerate(self._journal.rows):
            try:
                score = parse_score(row)
                job = self.tournament.job(score.number)
            except (ValueError, TypeError, KeyError):
                raise self._journal.damaged(index) from None
            if (job.bots, job.options, job.seed) != (score.bots, score.options, score.seed):
                raise self._journal.damaged(index)
            self.scores[score.number] = score

    def add(self, job: Job, played: Played) -> Score:
        """The record first, then the line that says it is there."""
        row = score(job, played)
        path = self.record_path(job.number)
        draft = path.with_suffix(".part")
        try:
            draft.write_text(played.record, "utf-8")
            draft.replace(path)
            self._journal.write(show_score(row))
        except OSError as error:
            raise ArenaError("file_unwritable", path=path, reason=error.strerror) from None
        self.scores[row.number] = row
        return row

    def record_path(self, number: int) -> Path:
        return self.records / f"{number:06}.txt"

    def __enter__(self) -> Results:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._journal.close()
