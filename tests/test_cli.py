"""The command line, run as people run it; the terminal table in a real pseudo-terminal."""

from __future__ import annotations

import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path

import pexpect
import pytest

from ridotto.games.xequeo import XeQueo
from ridotto.i18n import LANGUAGES, Catalogue
from ridotto.match import read_record
from tests.playing import random_match

POSITION = "6V/R6/W5O/7/4Y2/6B/1*2G2 0"
RIDOTTO = [sys.executable, "-m", "ridotto"]


def ridotto(*words: str, stdin: str = "", home: Path | None = None) -> subprocess.CompletedProcess[str]:
    environment = {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "XDG_DATA_HOME": str(home or "."), "COLUMNS": "100"}
    return subprocess.run([*RIDOTTO, *words], input=stdin, capture_output=True, text=True, env=environment, timeout=60)


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "match.txt"
    path.write_text(random_match(XeQueo(), 4).record())
    return path


def test_perft_prints_one_integer() -> None:
    for depth, count in enumerate((1, 21, 437, 9061)):
        done = ridotto("perft", "xequeo", POSITION, str(depth))
        assert (done.stdout, done.returncode) == (f"{count}\n", 0)
    assert ridotto("perft", "xequeo", POSITION, "2", "-o", "distance=king").stdout == "437\n"


def test_show_draws_text_and_svg(tmp_path: Path) -> None:
    picture = tmp_path / "deep" / "board.svg"
    done = ridotto("show", POSITION, "--svg", str(picture))
    assert "{R}" in done.stdout
    assert "red a6, orange g5" in done.stdout
    assert ET.fromstring(picture.read_text()).tag.endswith("svg")
    assert ET.fromstring(ridotto("show", POSITION, "--svg", "-").stdout).tag.endswith("svg")
    assert "beside the ring" in ridotto("show", "R*5/7/7 0").stdout


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


BAD = {
    "no command": ((), "COMMAND"),
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
        "next to R",
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


def test_a_truncated_record_is_told(record: Path) -> None:
    text = record.read_text()
    record.write_text(text[: len(text) // 2])
    done = ridotto("replay", str(record))
    assert done.returncode == 2
    assert re.search(r"holds \d+ of \d+ moves", done.stderr)
    record.write_bytes(b"\xff\xfe\x00")
    assert "not a text file" in ridotto("replay", str(record)).stderr


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_speaks(language: str, record: Path) -> None:
    say = Catalogue(language)
    assert say.text("cli_play").split()[0] in ridotto("--help", "--lang", language).stdout
    assert say.text("piece_R") in ridotto("show", POSITION, f"--lang={language}").stdout
    assert say.text("argparse_required").split("%")[0] in ridotto("perft", "--lang", language).stderr
    assert say.text("position_no_ring") in ridotto("--lang", language, "perft", "xequeo", "R1/2 0", "1").stderr
    assert ridotto("replay", str(record), "--lang", language).returncode == 0


def test_piped_play_and_resume(tmp_path: Path) -> None:
    """Without a terminal the table still works line by line, and what was left goes on."""
    typed = "\nR\n\nO\nRb6\nOf6\nquit\n"  # each secret choice is asked for behind a curtain that Enter lifts
    position = "position=R5O/7/7/3*3/7/7/Y5G 0"
    done = ridotto("play", "xequeo", "--players", "Anna", "Bruno", "-o", position, stdin=typed, home=tmp_path)
    assert done.returncode == 0
    saved = next(tmp_path.rglob("xequeo-*.txt"))
    match = read_record(saved.read_text())
    assert [match.game.show_move(move) for _, move in match.entries] == ["=R", "=O", "Rb6", "Of6"]
    again = ridotto("play", "--resume", str(saved), stdin="quit\n", home=tmp_path)
    assert again.returncode == 0
    assert "Anna" in again.stdout


def test_a_disk_that_cannot_be_written_loses_nothing(tmp_path: Path) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.touch()
    words = ("play", "xequeo", "--players", "Anna", "Bruno", "-o", "position=R5O/7/7/3*3/7/7/Y5G 0")
    done = ridotto(*words, stdin="\nR\n\nO\nRb6\nquit\n", home=in_the_way)
    assert done.returncode == 2
    assert "cannot be written" in done.stdout
    assert done.stderr == ""
    printed = done.stdout[done.stdout.index("Ridotto record 1") :]
    assert len(read_record(printed).entries) == 3


class Screen:
    """A person at a terminal of eighty by twenty-four."""

    def __init__(self, home: Path, *words: str) -> None:
        environment = {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TERM": "xterm", "XDG_DATA_HOME": str(home)}
        self.child = pexpect.spawn(
            RIDOTTO[0],
            [*RIDOTTO[1:], "play", *words],
            env=environment,
            dimensions=(24, 80),
            encoding="utf-8",
            timeout=20,
        )

    def see(self, text: str) -> str:
        """Waits for a text; gives what was on the screen before it."""
        self.child.expect_exact(text)
        return str(self.child.before)

    def type(self, text: str) -> None:
        self.child.sendline(text)


@pytest.fixture
def two(tmp_path: Path) -> Iterator[Screen]:
    screen = Screen(
        tmp_path, "xequeo", "--players", "Anna", "Bruno", "-o", "position=R5O/7/7/3*3/7/7/Y5G 0", "-o", "rings=1"
    )
    yield screen
    screen.child.close(force=True)


def test_two_people_at_one_screen(two: Screen, tmp_path: Path) -> None:
    two.see("Anna only")
    two.see("press Enter")
    two.type("")
    two.see("secretly yours?")
    two.type("R")
    hidden = two.see("Bruno only")
    assert "R\r\n" not in hidden.split("yours?")[-1], "what is typed in secret is not echoed"
    two.see("press Enter")
    two.type("")
    two.see("secretly yours?")
    two.type("x")
    two.see("is not a piece")
    two.see("secretly yours?")
    two.type("o")
    public = two.see("Anna, your move or call?")
    assert "Your piece" not in public, "at a shared screen nobody's piece is shown"
    two.type("R")
    assert "•" in two.see("your move or call?"), "legal destinations are shown"
    two.type("ra6")
    two.see("Anna: red (R) a7–a6")
    two.see("Bruno, your move or call?")
    two.type("undo")
    assert "a7–a6" not in two.see("Anna, your move or call?")
    two.type("undo")
    two.see("Nothing can be taken back")
    two.see("your move or call?")
    two.type("Rd4")
    two.see("cannot get from a7 to d4")
    two.see("your move or call?")
    two.type("peek")
    two.see("Anna only")
    two.see("press Enter")
    two.type("")
    two.see("Your piece: red (R)")
    two.see("hide it again")
    two.type("")
    two.see("your move or call?")
    two.type("O!")
    two.see("It is. The ring goes to Anna")
    two.see("press Enter")
    two.type("")
    two.see("Anna wins the match!")
    two.child.expect(pexpect.EOF)
    match = read_record(next(tmp_path.rglob("xequeo-*.txt")).read_text())
    assert match.outcome is not None
    assert match.outcome.winners == (0,)


def test_against_a_bot_with_hints_save_resign_and_ctrl_c(tmp_path: Path) -> None:
    words = ("xequeo", "--players", "Anna", "bot:greedy", "--seed", "1", "-o", "first_placer=host")
    table = Screen(tmp_path, *words)
    table.see("where do you lay the ring?")
    table.type("hint")
    move = re.search(r"\w+ would play (@\w\d)", table.see("where do you lay the ring?"))
    assert move
    table.type(move[1])
    table.see("secretly yours?")
    table.type("W")
    table.see("Your piece: white (W)")
    table.see("your move or call?")
    saved = tmp_path / "saved.txt"
    table.type(f"save {saved}")
    table.see("Saved")
    table.see("your move or call?")
    table.type(f"save {saved}")
    table.see("exists already")
    table.see("your move or call?")
    table.child.sendintr()
    table.see("Go on with")
    table.child.expect(pexpect.EOF)
    again = Screen(tmp_path, "--resume", str(saved))
    again.see("Your piece: white (W)")
    again.see("your move or call?")
    again.type("resign")
    again.see("do you resign?")
    again.type("yes")
    again.see("greedy wins: the other side resigned.")
    again.child.expect(pexpect.EOF)


def test_a_newcomer_only_presses_enter(tmp_path: Path) -> None:
    table = Screen(tmp_path)
    table.see("How do you want to play")
    table.type("")
    table.see("Name of player 1")
    table.type("")
    assert "Player 1" in table.see("Type “help”")
    table.child.close(force=True)
