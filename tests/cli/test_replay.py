"""``ridotto replay``."""

from __future__ import annotations

import re
from pathlib import Path

from ridotto.games.xequeo import XeQueo
from ridotto.match import read_record
from tests.cli.running import ridotto
from tests.playing import random_match
from tests.test_records import STUDY


def test_every_replay_shows_in_any_encoding(record: Path) -> None:
    done = ridotto("replay", str(record), "--boards", "all", encoding="cp1252")
    assert (done.returncode, done.stderr) == (0, "")


def test_replay_tells_the_match(record: Path) -> None:
    done = ridotto("replay", str(record), "--boards", "all")
    assert done.returncode == 0
    match = read_record(record.read_text())
    assert done.stdout.count("The ring goes to") == len(match.state.results)
    assert "wins the match!" in done.stdout
    assert "chooses" in done.stdout, "a record with secrets tells them"


def test_replay_of_a_masked_record_invents_nothing(tmp_path: Path) -> None:
    match = random_match(XeQueo(), 4, moves=12)
    path = tmp_path / "spectator.txt"
    path.write_text(match.record("spectator"))
    done = ridotto("replay", str(path))
    assert done.returncode == 0
    assert "chooses" not in done.stdout
    assert "Both have chosen" in done.stdout


def test_replay_tells_notes_and_variations(tmp_path: Path) -> None:
    path = tmp_path / "studied.txt"
    path.write_text(STUDY)
    done = ridotto("replay", str(path), "--boards", "none")
    assert done.returncode == 0
    lines = [line.strip() for line in done.stdout.splitlines()]
    assert lines.index("She hesitated.") == next(at for at, line in enumerate(lines) if "f2" in line) + 1
    assert lines[-2:] == [
        "Variation\u00a01: rather straight on (from move\u00a01)",
        "Variation\u00a02 (from move\u00a01)",
    ]


def test_a_truncated_record_is_told(record: Path) -> None:
    text = record.read_text()
    record.write_text(text[: len(text) // 2])
    done = ridotto("replay", str(record))
    assert done.returncode == 2
    assert re.search(r"holds \d+ of \d+ moves", done.stderr)
    record.write_bytes(b"\xff\xfe\x00")
    assert "not a text file" in ridotto("replay", str(record)).stderr
