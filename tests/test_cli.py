"""The command line, run as people run it; the terminal table in a real pseudo-terminal."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path

import pexpect
import pytest

from ridotto.bots import BOTS
from ridotto.cli import EXIT_CODES, main
from ridotto.games.venise.boards import SHIPPED
from ridotto.games.xequeo import XeQueo
from ridotto.i18n import LANGUAGES, Catalogue
from ridotto.match import read_record
from tests.playing import random_match

POSITION = "6V/R6/W5O/7/4Y2/6B/1*2G2 0"
BOARD = SHIPPED / "day-basic.toml"
RIDOTTO = [sys.executable, "-m", "ridotto"]


def ridotto(
    *words: str, stdin: str = "", home: Path | None = None, encoding: str = "utf-8"
) -> subprocess.CompletedProcess[str]:
    environment = {
        "PATH": "/usr/bin:/bin",
        "LANG": "C.UTF-8",
        "XDG_DATA_HOME": str(home or "."),
        "COLUMNS": "100",
        "PYTHONIOENCODING": encoding,
    }
    return subprocess.run(
        [*RIDOTTO, *words], input=stdin, capture_output=True, encoding=encoding, env=environment, timeout=60
    )


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
    picture = tmp_path / "board.svg"
    done = ridotto("show", POSITION, "--svg", str(picture))
    assert "{R}" in done.stdout
    assert "red a6, orange g5" in done.stdout
    assert ET.fromstring(picture.read_text()).tag.endswith("svg")
    assert ET.fromstring(ridotto("show", POSITION, "--svg", "-").stdout).tag.endswith("svg")
    assert "beside the ring" in ridotto("show", "R*5/7/7 0").stdout


def test_no_folder_is_made_that_nobody_asked_for(tmp_path: Path) -> None:
    done = ridotto("show", POSITION, "--svg", str(tmp_path / "deep" / "board.svg"))
    assert done.returncode == 2
    assert f"no folder {tmp_path / 'deep'}" in done.stderr
    assert list(tmp_path.iterdir()) == []


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


def test_every_replay_shows_in_any_encoding(record: Path) -> None:
    done = ridotto("replay", str(record), "--boards", "all", encoding="cp1252")
    assert (done.returncode, done.stderr) == (0, "")


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
    for game, bots in BOTS.items():
        assert f"{game}: {', '.join(bots)}" in told
    told = " ".join(ridotto("--help").stdout.split())
    assert all(f"{code} {Catalogue('en').text(key)}" in told for code, key in EXIT_CODES.items())


@pytest.mark.parametrize("shell", ["bash", "zsh"])
def test_shells_learn_to_complete(shell: str) -> None:
    script = ridotto("completion", shell).stdout
    for word in ("analyse", "--boards", "rounds", "--gauntlet", "completion"):
        assert word in script
    assert ridotto("completion", "cobol").returncode == 2


def test_bash_completes_commands_options_and_files(tmp_path: Path) -> None:
    """As bash does it: the words so far in, the choices out."""
    script = tmp_path / "ridotto.bash"
    script.write_text(ridotto("completion", "bash").stdout)
    (tmp_path / "match.txt").touch()

    def complete(*words: str) -> list[str]:
        line = " ".join(("ridotto", *words))
        ask = f"""
            source {script}
            COMP_WORDS=(ridotto {" ".join(word or "''" for word in words)}); COMP_CWORD={len(words)}
            COMP_LINE="{line}"; COMP_POINT={len(line)}
            $(complete -p ridotto | sed 's/.*-F \\([^ ]*\\).*/\\1/') ridotto
            printf '%s\n' "${{COMPREPLY[@]}}"
        """
        done = subprocess.run(["bash", "-c", ask], capture_output=True, text=True, cwd=tmp_path, timeout=30)
        return done.stdout.split()

    assert complete("an") == ["analyse"]
    assert complete("board", "ch") == ["check"]
    assert "--boards" in complete("replay", "--b")
    assert "match.txt" in complete("replay", "ma")


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
    public = two.see("Anna, move or challenge?")
    assert "Your piece" not in public, "at a shared screen nobody's piece is shown"
    two.type("R")
    assert "•" in two.see("move or challenge?"), "legal destinations are shown"
    two.type("ra6")
    two.see("Anna: red (R) a7–a6")
    two.see("Bruno, move or challenge?")
    two.type("undo")
    assert "a7–a6" not in two.see("Anna, move or challenge?")
    two.type("undo")
    two.see("Nothing can be taken back")
    two.see("move or challenge?")
    two.type("Rd4")
    two.see("cannot get from a7 to d4")
    two.see("move or challenge?")
    two.type("peek")
    two.see("Anna only")
    two.see("press Enter")
    two.type("")
    two.see("Your piece: red (R)")
    two.see("hide it again")
    two.type("")
    two.see("move or challenge?")
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
    hint = table.see("where do you lay the ring?")
    move = re.search(r"lays the ring on (\w\d)\..*To do it, type: (@\w\d)", hint, re.DOTALL)
    assert move
    assert move[2] == f"@{move[1]}"
    table.type(move[2])
    table.see("secretly yours?")
    table.type("W")
    table.see("Your piece: white (W)")
    table.see("move or challenge?")
    saved = tmp_path / "saved.txt"
    table.type(f"save {saved}")
    table.see("Saved")
    table.see("move or challenge?")
    table.type(f"save {saved}")
    table.see("already exists")
    table.see("move or challenge?")
    table.child.sendintr()
    table.see("Continue with")
    table.child.expect(pexpect.EOF)
    again = Screen(tmp_path, "--resume", str(saved))
    again.see("Your piece: white (W)")
    again.see("move or challenge?")
    again.type("resign")
    again.see("do you resign?")
    again.type("yes")
    again.see("greedy wins: the other player resigned.")
    again.child.expect(pexpect.EOF)


def test_any_bot_of_the_arena_plays_in_the_terminal(tmp_path: Path) -> None:
    players = ("bot:ismcts@5", "bot:tests.arena.bots:Slow")
    done = ridotto("play", "xequeo", "--players", *players, "--seed", "1", "-o", "rings=1", home=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    match = read_record(next(tmp_path.rglob("xequeo-*.txt")).read_text())
    assert match.names == players
    assert match.outcome


@pytest.mark.parametrize(
    ("bot", "told"),
    [
        ("bot:no.such.module:Bot", "cannot be loaded"),
        ("bot:tests.arena.bots:Nobody", "cannot be loaded"),
        ("bot:greedy@", "not a bot"),
        (f"bot:{'very.' * 10}long:Bot", "too long"),
    ],
)
def test_a_bot_that_cannot_be_had(bot: str, told: str, tmp_path: Path) -> None:
    done = ridotto("play", "xequeo", "--players", "Anna", bot, home=tmp_path)
    assert done.returncode == 2
    assert told in done.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("bot", "why"), [("Crashing", "ZeroDivisionError"), ("Cheating", "None: first the")])
def test_a_bot_that_fails_loses_no_match(bot: str, why: str, tmp_path: Path) -> None:
    players = (f"bot:tests.arena.bots:{bot}", "bot:random")
    done = ridotto("play", "xequeo", "--players", *players, "--seed", "1", home=tmp_path)
    assert done.returncode == 2
    assert f"The bot tests.arena.bots:{bot} failed: {why}" in done.stdout
    assert "ridotto play --resume" in done.stdout
    assert "Traceback" not in done.stderr
    assert read_record(next(tmp_path.rglob("xequeo-*.txt")).read_text()).entries


def test_of_three_a_bot_plays_on_for_whoever_resigns(tmp_path: Path) -> None:
    words = ("venise", "--players", "Anna", "Bruno", "bot:random", "--seed", "3", "-o", "first=0")
    typed = "\nresign\nno\nresign\nyes\n\nend\nquit\n"  # Anna resigns, a bot has her turn; Bruno is asked next
    done = ridotto("play", *words, stdin=typed, home=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "A bot plays on in your place" in done.stdout
    assert "resigns" not in done.stdout
    path = next(tmp_path.rglob("venise-*.txt"))
    match = read_record(path.read_text())
    assert match.names == ("bot:greedy", "Bruno", "bot:random")
    assert match.outcome is None
    assert {actor for actor, _ in match.entries} == {-1, 0, 1, 2}
    again = ridotto("play", "--resume", str(path), stdin="resign\nyes\n", home=tmp_path)
    assert again.returncode == 0
    assert "ridotto play --resume" in again.stdout, "nobody is left who would look"
    assert read_record(path.read_text()).names == ("bot:greedy", "bot:greedy", "bot:random")


def test_a_newcomer_only_presses_enter(tmp_path: Path) -> None:
    table = Screen(tmp_path)
    table.see("How do you want to play")
    table.type("")
    table.see("Name of player 1")
    table.type("")
    assert "Player 1" in table.see("Type “help”")
    table.child.close(force=True)
