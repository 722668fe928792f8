"""What programs get: one object, nothing else, with the keys that docs/json.md promises."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ridotto.cli import main
from ridotto.games.xequeo import Options, XeQueo
from ridotto.match import Match
from tests.venise.test_boards import GOOD

PAGE = (Path(__file__).parents[1] / "docs" / "json.md").read_text("utf-8")
VENISE = "- a4:6+4:0:d2over e1:6+4:0:b1nw 0"
ROUND = "2O1/*3/2Y1/R3 0"
COMMANDS = {
    "show": ["show", ROUND],
    "show of venise": ["show", VENISE],
    "perft": ["perft", "xequeo", ROUND, "2"],
    "perft of venise": ["perft", "venise", VENISE, "1"],
    "board check": ["board", "check", "broken.toml"],
    "board rate": ["board", "rate", "day-basic", "--games", "1"],
    "solve": ["solve", "xequeo", ROUND, "--iterations", "5"],
    "analyse": ["analyse", "match.txt", "--iterations", "5"],
    "arena": ["arena", "xequeo", "random", "tests.arena.bots:Cheating", "--games", "2", "--workers", "1"],
    "exploit": ["exploit", "greedy", "--position", "RO1/3/*1Y 0"],
}


@pytest.fixture(autouse=True)
def _files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("broken.toml").write_text(GOOD.replace("name", "nmae", 1), "utf-8")
    match = Match(XeQueo(Options(position=ROUND, rings=1)), ["Anna", "Bruno"])
    for seat, move in ((0, "=Y"), (1, "=R"), (0, "Yb3"), (1, "Ra2"), (0, "Ob4"), (1, "Ra3")):
        match.submit(seat, move)
    Path("match.txt").write_text(match.record(), "utf-8")


def promised(command: str) -> set[str]:
    """The keys in the first column of the command's table; `show` has one for each game."""
    name, _, game = command.partition(" of ")
    section = PAGE.split(f"\n## {name}\n")[1].split("\n## ")[0]
    if name == "show":
        section = section.split("Of Venise:")[1 if game else 0]
    rows = re.findall(r"^\| (`.*?) \|", section, re.MULTILINE)
    return {key for row in rows for key in re.findall(r"`([^`]+)`", row)}


def keys(data: dict[str, Any], told: set[str], before: str = "") -> Iterator[str]:
    """Into lists of objects, unless the page tells of the list as a whole."""
    for key, value in data.items():
        name = before + key
        if name not in told and isinstance(value, list) and value and isinstance(value[0], dict):
            yield from keys(value[0], told, f"{name}[].")
        else:
            yield name


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_one_object_with_the_promised_keys(
    command: str, language: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    before = set(tmp_path.iterdir())
    assert main([*COMMANDS[command], "--json", "--lang", language]) == (1 if command == "board check" else 0)
    out = capsys.readouterr().out
    assert out.count("\n") == 1
    assert out.isascii()
    assert set(keys(json.loads(out), promised(command))) == promised(command)
    if command not in ("arena", "exploit"):
        assert set(tmp_path.iterdir()) == before


@pytest.mark.parametrize("command", COMMANDS)
def test_mistakes_leave_standard_output_empty(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*COMMANDS[command], "--json", "--wish"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("ridotto: ")


def test_shares_and_lengths_of_the_arena(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*COMMANDS["arena"], "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    best, worst = data["bots"]
    assert (best["bot"], best["forfeits"], worst["forfeits"]) == ("random", 0, 2)
    assert best["elo"] > worst["elo"]
    assert best["wins"] == {"games": 2, "share": 1.0, "low": pytest.approx(0.342, abs=1e-3), "high": 1.0}
    assert {forfeit["why"] for forfeit in data["forfeits"]} == {"illegal"}
    assert all(Path(forfeit["record"]).exists() for forfeit in data["forfeits"])
    assert set(data["moves"]) == {"low", "median", "high"}
    assert len(data["seats"]) == 2


def test_an_analysis_of_standard_input(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    words = ["analyse", "match.txt", "--iterations", "5", "--json"]
    assert main(words) == 0
    wanted = capsys.readouterr().out
    with Path("match.txt").open() as file:
        monkeypatch.setattr("sys.stdin", file)
        assert main([word.replace("match.txt", "-") for word in words]) == 0
    assert capsys.readouterr().out == wanted
    (first,) = json.loads(wanted)["rounds"]
    assert first["choices"] == ["Y", "R"]
    assert [move["move"] for move in first["moves"]] == ["Yb3", "Ra2", "Ob4", "Ra3"]
