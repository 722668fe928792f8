"""``ridotto analyse``."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from ridotto.cli import main
from ridotto.games.xequeo import Options, XeQueo
from ridotto.match import Match
from tests.cli.positions import FIFTEENTH, TINY

pytestmark = pytest.mark.usefixtures("english")

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """Bruno holds red and moves it: that is what gives him away."""
    match = Match(XeQueo(Options(position=FIFTEENTH, rings=1)), ["Anna", "Bruno"])
    for seat, move in ((0, "=Y"), (1, "=R"), (0, "Yb3"), (1, "Ra2"), (0, "Ob4"), (1, "Ra3")):
        match.submit(seat, move)
    path = tmp_path / "game.txt"
    path.write_text(match.record(), "utf-8")
    return path


def test_analyse_tells_and_draws(record: Path, capsys: Capture) -> None:
    assert main(["analyse", str(record)]) == 0
    told = capsys.readouterr().out
    assert "Solved to the end." in told
    assert re.search(r"Bruno gave red away most with Ra2: from 20.\d% to 4\d", told)
    rows = [line.split() for line in told.splitlines() if re.match(r"\s+(Anna|Bruno)\s", line)]
    assert [row[1] for row in rows] == ["Yb3", "Ra2", "Ob4", "Ra3"]
    picture = ElementTree.fromstring(record.with_suffix(".svg").read_text("utf-8"))
    words = " ".join("".join(text.itertext()) for text in picture.iter("{http://www.w3.org/2000/svg}text"))
    assert "Ra2 gives away" in words
    assert "What Anna can expect" in words


def test_analyse_a_record_with_secrets_left_out(tmp_path: Path, capsys: Capture) -> None:
    match = Match(XeQueo(Options(position=FIFTEENTH, rings=2)), ["Anna", "Bruno"])
    for seat, move in ((0, "=O"), (1, "=R"), (0, "Yb3"), (1, "Ra2"), (0, "Y!")):
        match.submit(seat, move)
    path, picture = tmp_path / "seen.txt", tmp_path / "seen.svg"
    path.write_text(match.record("spectator"), "utf-8")
    assert main(["analyse", str(path), "--svg", str(picture), "--iterations", "100"]) == 0
    told = capsys.readouterr().out
    assert "Anna chose ?" in told
    assert "Bruno chose red" in told
    assert picture.exists()


def test_analyse_a_round_that_does_not_fit(record: Path, capsys: Capture) -> None:
    assert main(["analyse", str(record), "--memory", "200k", "--iterations", "30"]) == 0
    assert "An estimate" in capsys.readouterr().out


def test_analyse_a_round_that_was_not_played(record: Path, capsys: Capture) -> None:
    assert main(["analyse", str(record), "--round", "5"]) == 2
    assert "no such round" in capsys.readouterr().err


@pytest.mark.parametrize("language", ["de", "it", "fr", "nl"])
def test_every_language_tells(language: str, record: Path, capsys: Capture) -> None:
    assert main(["--lang", language, "analyse", str(record), "--iterations", "20"]) == 0
    assert main(["--lang", language, "solve", "xequeo", TINY, "--iterations", "20", "--depth", "2"]) == 0
    assert len(capsys.readouterr().out) > 500
