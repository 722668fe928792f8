"""Whoever plays the games, and however often they are stopped, the results are the same."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from ridotto.arena import ArenaError, Forfeit, Results, Score, Tournament, here, processes, run
from ridotto.arena.results import parse_score, show_score
from ridotto.bots import Limit
from ridotto.match import read_record
from ridotto.processes import LostTask, Runner
from tests.arena.bots import mark_of

SLOW = "tests.arena.bots:Slow"
THREE = Tournament(
    "xequeo", ("rings=2",), ("random", "greedy", "tests.arena.bots:Learning"), Limit(iterations=5), seed=3
)
GAMES = 8


def played(
    folder: Path, runner: Runner, tournament: Tournament = THREE, games: int = GAMES
) -> tuple[list[Score], list[str]]:
    """What can be compared: everything but the time it took."""
    with Results(folder / "results.jsonl", replace(tournament, day="1998-02-24")) as results:
        run(results.tournament.jobs(games), runner, results)
        numbers = sorted(results.scores)
        records = [results.record_path(number).read_text("utf-8") for number in numbers]
        return [replace(results.scores[number], seconds=()) for number in numbers], records


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_the_number_of_workers_changes_nothing(workers: int, tmp_path: Path) -> None:
    scores, records = played(tmp_path / "here", here)
    assert len(scores) == 3 * GAMES
    assert (scores, records) == played(tmp_path / "there", processes(workers))
    for score, record in zip(scores, records, strict=True):
        match = read_record(record)
        assert match.record() == record
        assert match.names == score.bots
        assert match.outcome is not None
        assert match.outcome.places == score.places


def test_a_lost_worker_s_game_is_played_again(tmp_path: Path, once: Limit) -> None:
    tournament = Tournament("xequeo", ("rings=2",), ("random", "tests.arena.bots:Dying"), once)
    scores = played(tmp_path / "lost", processes(2), tournament)
    assert mark_of(once).exists(), "a worker was killed in the middle of a game"
    assert scores == played(tmp_path / "here", here, tournament)


def test_a_game_that_no_worker_survives_stops_the_arena_and_keeps_the_rest(tmp_path: Path) -> None:
    tournament = Tournament("xequeo", ("rings=1",), ("random", "greedy", "tests.arena.bots:Deadly"))
    with Results(tmp_path / "results.jsonl", tournament) as results:
        with pytest.raises(LostTask, match="Deadly") as caught:
            run(results.tournament.jobs(2), processes(1), results)
        assert caught.value.code == "arena_lost"
        assert set(results.scores) == {0}, "the first line-up is played, the second has the deadly one"


def arena(*words: str, folder: Path) -> list[str]:
    bots = ["random", SLOW, "--seed", "5", "--workers", "2", "-o", "rings=2"]
    return [
        sys.executable,
        "-m",
        "ridotto",
        "arena",
        "xequeo",
        *bots,
        "--results",
        str(folder / "results.jsonl"),
        *words,
    ]


def lines(folder: Path) -> list[str]:
    path = folder / "results.jsonl"
    return path.read_text("utf-8").splitlines() if path.exists() else []


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_an_arena_stopped_in_the_middle_goes_on(how: signal.Signals, tmp_path: Path) -> None:
    child = subprocess.Popen(arena("--games", "60", folder=tmp_path), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    patience = time.monotonic() + 30
    while len(lines(tmp_path)) < 6:
        assert child.poll() is None
        assert time.monotonic() < patience
        time.sleep(0.01)
    child.send_signal(how)
    told = child.communicate(timeout=20)[0].decode()
    if how == signal.SIGINT:
        assert child.returncode == 130
        assert "Nothing is lost" in told
    kept = lines(tmp_path)
    assert 6 <= len(kept) < 61, "stopped in the middle"
    if how == signal.SIGKILL:
        with (tmp_path / "results.jsonl").open("a") as file:
            file.write('{"number": 59, "bo')  # as if the last line had been cut
    again = subprocess.run(arena("--games", "60", folder=tmp_path), capture_output=True, text=True, timeout=60)
    assert again.returncode == 0, again.stderr
    assert f"{len(kept) - 1} of 60" in again.stderr
    whole = lines(tmp_path)
    assert whole[: len(kept)] == kept, "what was played is not played again"
    assert sorted(json.loads(line)["number"] for line in whole[1:]) == list(range(60))
    tournament = Tournament("xequeo", ("rings=2",), ("random", SLOW), seed=5)
    for line in whole[1:]:
        found = json.loads(line)
        job = tournament.job(found["number"])
        assert (tuple(found["bots"]), found["seed"]) == (job.bots, job.seed)
        record = (tmp_path / "results-records" / f"{job.number:06}.txt").read_text("utf-8")
        assert read_record(record).names == job.bots


def test_more_games_can_be_asked_for_later(tmp_path: Path) -> None:
    first, _ = played(tmp_path, here, games=3)
    more, _ = played(tmp_path, here, games=5)
    assert more[: len(first)] == first
    assert len(more) == 5 * 3


OTHERS: dict[str, Callable[[Tournament], Tournament]] = {
    "bots": lambda tournament: replace(tournament, bots=("random", "greedy")),
    "options": lambda tournament: replace(tournament, variants=("rings=1",)),
    "limit": lambda tournament: replace(tournament, limit=Limit(iterations=6)),
    "seed": lambda tournament: replace(tournament, seed=4),
    "gauntlet": lambda tournament: replace(tournament, is_gauntlet=True),
    "game": lambda tournament: Tournament("venise", ("",), ("random",)),
}


@pytest.mark.parametrize("name", OTHERS)
def test_results_of_something_else_are_refused(name: str, tmp_path: Path) -> None:
    played(tmp_path, here, games=1)
    before = lines(tmp_path)
    with pytest.raises(ArenaError, match=name) as caught:
        Results(tmp_path / "results.jsonl", OTHERS[name](THREE))
    assert caught.value.code == "arena_other"
    assert lines(tmp_path) == before


def test_results_under_other_rules_are_refused(tmp_path: Path) -> None:
    played(tmp_path, here, games=1)
    path = tmp_path / "results.jsonl"
    path.write_text(path.read_text().replace('"rules": "1"', '"rules": "0"'))
    with pytest.raises(ArenaError, match="rules"):
        Results(path, THREE)


@pytest.mark.parametrize(
    ("content", "code"),
    [
        ("Dear diary,\n", "arena_not_results"),
        ("Dear diary", "arena_not_results"),
        ("[1]\n", "arena_not_results"),
        ('{"format": "Ridotto arena 0"}\n', "arena_not_results"),
    ],
)
def test_a_file_of_another_kind_is_left_alone(content: str, code: str, tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text(content)
    with pytest.raises(ArenaError) as caught:
        Results(path, THREE)
    assert caught.value.code == code
    assert path.read_text() == content


@pytest.mark.parametrize(
    "change", [('"number": 1', '"number": 2'), ('"seed": ', '"seed": 1'), ('"plies"', '"plies'), ("{", "")]
)
def test_a_damaged_line_is_named(change: tuple[str, str], tmp_path: Path) -> None:
    played(tmp_path, here, games=1)
    path = tmp_path / "results.jsonl"
    rows = path.read_text().splitlines()
    rows[2] = rows[2].replace(*change, 1)
    path.write_text("\n".join(rows) + "\n")
    with pytest.raises(ArenaError, match="line 3"):
        Results(path, THREE)


def test_two_arenas_do_not_write_one_file(tmp_path: Path) -> None:
    with Results(tmp_path / "results.jsonl", THREE):
        with pytest.raises(ArenaError) as caught:
            Results(tmp_path / "results.jsonl", THREE)
        assert caught.value.code == "arena_busy"
    with Results(tmp_path / "results.jsonl", THREE):
        pass


def test_older_results_with_at_most_one_forfeit_are_read() -> None:
    row = {
        "number": 3,
        "bots": ["greedy", "random"],
        "options": "",
        "seed": 1,
        "places": [2, 1],
        "reason": "resigned",
        "plies": 7,
        "seconds": [0.1, 0.2],
        "forfeit": {"seat": 0, "why": "time", "detail": "slow"},
    }
    score = parse_score(json.dumps(row))
    assert score.forfeits == (Forfeit(0, "time", "slow"),)
    assert parse_score(show_score(score)) == score
    assert parse_score(json.dumps(row | {"forfeit": None})).forfeits == ()
