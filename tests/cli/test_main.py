"""What all commands share: help, encodings, languages, bad input."""

from __future__ import annotations

import os
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from ridotto.cli import EXIT_CODES, main
from ridotto.games import games
from ridotto.i18n import LANGUAGES, Catalogue
from tests.cli.running import BOARD, POSITION, RIDOTTO, ridotto


def test_standard_input_is_read_for_a_dash(record: Path) -> None:
    assert ridotto("replay", "-", stdin=record.read_text()).stdout == ridotto("replay", str(record)).stdout
    assert ridotto("show", "-", stdin=f"{POSITION}\n").stdout == ridotto("show", POSITION).stdout
    assert ridotto("perft", "xequeo", "-", "1", stdin=f"{POSITION}\n").stdout == "21\n"
    assert ridotto("board", "check", "-", stdin=BOARD.read_text("utf-8")).returncode == 0
    assert "first line must be" in ridotto("replay", "-").stderr


@pytest.mark.parametrize("encoding", ["cp1252", "ascii", "latin-1"])
@pytest.mark.parametrize(
    "words",
    [
        ("show", POSITION, "--lang", "fr"),
        ("board", "check", "ponte-dei-sospiri", "--lang", "nl"),
        ("board", "rate", "day-basic", "--games", "1", "--lang", "de"),
        ("arena", "venise", "--help", "--lang", "it"),
        ("show", "nonsense", "--lang", "de"),
    ],
    ids=" ".join,
)
def test_any_output_encoding_will_do(encoding: str, words: tuple[str, ...]) -> None:
    done = ridotto(*words, encoding=encoding)
    assert "Traceback" not in done.stderr
    assert done.stdout + done.stderr


def test_pictures_and_files_are_utf_8_in_any_encoding() -> None:
    command = [*RIDOTTO, "board", "draw", "acqua-alta", "--svg", "-"]
    pictures = [
        subprocess.run(command, env={"PYTHONIOENCODING": encoding}, capture_output=True, timeout=60).stdout
        for encoding in ("utf-8", "cp1252")
    ]
    assert pictures[0] == pictures[1]
    assert ET.fromstring(pictures[1].decode("utf-8")).tag.endswith("svg")


def test_bytes_that_are_no_text_are_named(tmp_path: Path) -> None:
    """Even a bot whose file has such a name; the results of its games could not be kept."""
    module = os.fsdecode(b"m\xf6dul")
    (tmp_path / f"{module}.py").write_text("from ridotto.bots.baseline import RandomBot\n")
    words = ["arena", "xequeo", "random", f"{module}:RandomBot", "--games", "2", "--workers", "1"]
    done = subprocess.run([*RIDOTTO, *words], capture_output=True, encoding="utf-8", timeout=60, cwd=tmp_path)
    assert done.returncode == 2
    assert "“m\\udcf6dul:RandomBot” is not text" in done.stderr
    assert "Traceback" not in done.stderr


def test_one_command_gets_the_solver(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("ridotto.cli.solve.find_spec", lambda _: None)
    assert main(["solve", "xequeo", "RO1/3/*1Y 0", "--lang", "en"]) == 2
    assert capsys.readouterr().err.endswith(f"Install it with: {sys.executable} -m pip install numpy numba\n")


def test_no_command_opens_the_table(tmp_path: Path) -> None:
    shown, browser = tmp_path / "shown", tmp_path / "browser"
    browser.write_text(f"#!/bin/sh\necho $1 > {shown}.part && mv {shown}.part {shown}\n")
    browser.chmod(0o700)
    environment = {"PATH": "/usr/bin:/bin", "XDG_DATA_HOME": str(tmp_path), "BROWSER": str(browser)}
    with subprocess.Popen([*RIDOTTO, "--lang", "it"], env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        ready = process.stdout.readline()
        process.stdout.readline()
        for _ in range(300):
            if shown.exists():
                break
            time.sleep(0.1)
        process.terminate()
    assert ready.startswith("Il tavolo è pronto: ")
    assert shown.read_text().strip() == ready.split()[-1]
    assert process.returncode == 0


def test_no_command_tells_what_there_is_where_no_table_can_be_opened(tmp_path: Path) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.touch()
    done = ridotto(home=in_the_way)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("ridotto: ")
    assert "COMMAND" in done.stderr
    assert "analyse" in done.stderr


@pytest.mark.parametrize(
    ("words", "command"),
    [
        (("show", POSITION, "--wish"), "ridotto show"),
        (("board", "check", "day-basic", "--wish"), "ridotto board check"),
        (("board", "chekc"), "ridotto board"),
        (("arena", "xequeo", "random", "--gaems", "3"), "ridotto arena"),
        (("--wish", "show", POSITION), "ridotto"),
    ],
)
def test_a_wrong_option_points_at_its_command_s_help(words: tuple[str, ...], command: str) -> None:
    done = ridotto(*words)
    assert done.returncode == 2
    assert f"“{command} --help”" in done.stderr


def test_help_lists_every_bot_and_exit_code() -> None:
    told = " ".join(ridotto("play", "--help").stdout.split())
    for name, game in games().items():
        assert f"{name}: {', '.join(game.bots)}" in told
    told = " ".join(ridotto("--help").stdout.split())
    assert all(f"{code} {Catalogue('en').text(key)}" in told for code, key in EXIT_CODES.items())


BAD = {
    "unknown command": (("paly",), "paly"),
    "no position": (("perft", "xequeo"), "position"),
    "malformed position": (("show", "R5O/7"), "seat to move"),
    "unknown letter": (("show", "X6/7/7/7/7/7/7 0"), "“X”"),
    "piece twice": (("show", "R5R/7/7/7/7/7/7 0"), "twice, on a7 and on g7"),
    "no ring": (("perft", "xequeo", "R6/7/7/7/7/7/7 0", "1"), "no ring"),
    "depth in words": (("perft", "xequeo", POSITION, "two"), "two"),
    "negative depth": (("perft", "xequeo", POSITION, "-1"), "-1"),
    "unknown option": (("perft", "xequeo", POSITION, "1", "-o", "distanse=king"), "distance"),
    "unknown value": (("play", "xequeo", "-o", "distance=queen", "--players", "a", "b"), "euclidean, king"),
    "unknown game": (("play", "xequoe"), "xequeo"),
    "unknown bot": (("play", "xequeo", "--players", "Anna", "bot:gredy"), "greedy"),
    "one player": (("play", "xequeo", "--players", "Anna"), "2 players"),
    "no such file": (("replay", "nowhere.txt"), "nowhere.txt"),
    "a folder": (("replay", "."), "cannot be read"),
    "unknown language": (("show", POSITION, "--lang", "xx"), "xx"),
    "ring beside a piece at set-up": (
        ("play", "xequeo", "--players", "a", "b", "-o", "position=R*5/7/7/7/7/7/7 0"),
        "next to red (R)",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input_is_answered_in_one_line(name: str) -> None:
    words, hint = BAD[name]
    done = ridotto(*words)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("ridotto: ")
    assert done.stderr.count("\n") == 1
    assert hint in done.stderr


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_speaks(language: str, record: Path) -> None:
    say = Catalogue(language)
    assert say.text("cli_play").split()[0] in ridotto("--help", "--lang", language).stdout
    assert say.text("piece_R") in ridotto("show", POSITION, f"--lang={language}").stdout
    assert say.text("argparse_required").split("%")[0] in ridotto("perft", "--lang", language).stderr
    assert say.text("position_no_ring") in ridotto("--lang", language, "perft", "xequeo", "R1/2 0", "1").stderr
    assert ridotto("replay", str(record), "--lang", language).returncode == 0
