"""``ridotto play``: a match in a real pseudo-terminal."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pexpect
import pytest

from ridotto.i18n import LANGUAGES, Catalogue
from ridotto.match import read_record, read_study
from tests.cli.running import Screen, ridotto
from tests.test_records import STUDY


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


def test_what_readers_added_is_still_there_when_a_match_goes_on(tmp_path: Path) -> None:
    """But for what is about moves that were taken back."""
    path = tmp_path / "studied.txt"
    path.write_text(STUDY)
    words = ("play", "--resume", str(path))
    assert ridotto(*words, stdin="\nYb2\nquit\n", home=tmp_path).returncode == 0
    study = read_study(path.read_text())
    assert [study.match.game.show_move(move) for _, move in study.match.entries] == ["Gf2", "Rb5", "Yb2"]
    assert study.remarks == read_study(STUDY).remarks
    assert [variation.title for variation in study.variations] == ["rather straight on", ""]
    assert study.heads == {"Clock": "fischer 600+5"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_stands_in_columns(language: str, tmp_path: Path) -> None:
    """Also where a word is longer than English ones."""
    say = Catalogue(language)
    words = ("play", "xequeo", "--lang", language, "--players", "Anna", "bot:random", "-o", "first_placer=host")
    shown = ridotto(*words, stdin="help\n", home=tmp_path).stdout
    told = {say.text(f"word_{word}"): say.text(f"help_{word}") for word in ("undo", "hint", "quit")}
    columns = {
        len(line.partition(about)[0]) for word, about in told.items() for line in shown.split("\n") if about in line
    }
    assert len(columns) == 1
    for word, about in told.items():
        assert f" {word} " in shown.partition(about)[0].rpartition("\n")[2]


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
    two.see("Is it orange (O)?")
    two.type("no")
    two.see("Anna, move or challenge?")
    two.type("O!")
    two.see("Is it orange (O)?")
    two.type("yes")
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
    table.see("Somebody is thinking for you")
    hint = table.see("where do you lay the ring?")
    move = re.search(r"The Doge lays the ring on (\w\d)\..*To do it, type: (\w\d)", hint, re.DOTALL)
    assert move
    assert move[2] == move[1]
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
    again.see("Pantalone wins by resignation.")
    again.child.expect(pexpect.EOF)


def test_nobody_is_called_you(tmp_path: Path) -> None:
    """The log tells of everybody by name: “You points at red” is nobody's English."""
    table = Screen(tmp_path, "xequeo", "--players", "You", "bot:greedy", "--seed", "1", "-o", "first_placer=host")
    shown = table.see("Player 1, where do you lay the ring?")
    assert "You" not in shown


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


# -- Venise -----------------------------------------------------------------------------------------------------------


def test_bots_play_to_the_end_and_the_record_replays(tmp_path: Path) -> None:
    done = ridotto("play", "venise", "--players", "bot:greedy", "bot:greedy", "--seed", "1", home=tmp_path)
    assert done.returncode == 0
    assert re.search(r"Pantalone \d wins: all four gems are collected", done.stdout)
    assert len(re.findall(r"A gem,|gems,", done.stdout)) >= 3
    saved = next(tmp_path.rglob("venise-*.txt"))
    again = ridotto("replay", str(saved))
    assert again.returncode == 0
    assert "Pantalone 1 draws: " in again.stdout
    assert again.stdout.count("╭─⌂─╮") > 8, "a board after every round"
    match = read_record(saved.read_text())
    masked = tmp_path / "masked.txt"
    masked.write_text(match.record("spectator"))
    assert "draws: " not in ridotto("replay", str(masked)).stdout


def test_the_number_of_names_is_the_number_of_seats(tmp_path: Path) -> None:
    done = ridotto("play", "venise", "--players", *["bot:random"] * 3, "-o", "stall_rounds=1", home=tmp_path)
    assert done.returncode == 0
    assert read_record(next(tmp_path.rglob("venise-*.txt")).read_text()).game.seats == 3
    one = ridotto("play", "venise", "--players", "Anna", home=tmp_path)
    assert (one.returncode, one.stderr.count("\n")) == (2, 1)
    assert "from 2 to 4" in one.stderr
    other = ridotto("play", "venise", "--players", "a", "b", "-o", "seats=3", home=tmp_path)
    assert "3 players" in other.stderr


def test_a_newcomer_is_asked_how_many(tmp_path: Path) -> None:
    table = Screen(tmp_path, "venise")
    table.see("How many players [2]")
    table.type("7")
    table.see("from 2 to 4")
    table.type("3")
    table.see("3\u00a0people on this screen")
    table.type("1")
    table.see("Name of player 1")
    table.type("Zoe")
    table.see("The Doge 2")
    table.child.close(force=True)


def bare(screen: str) -> str:
    """Without colours and movements."""
    return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", screen)


def test_against_a_bot(tmp_path: Path) -> None:
    table = Screen(tmp_path, "venise", "--players", "Anna", "bot:greedy", "--seed", "3", "-o", "first=0")
    assert "Hourglasses ●●●●" in bare(table.see("Anna, what do you do?"))
    table.type("1")
    assert "a3-a4" in table.see("Anna, where?")
    table.type("0")
    table.see("Anna, what do you do?")
    table.type("short")
    table.see("Anna, where?")
    table.type("1")
    screen = bare(table.see("Anna, what do you do?"))
    assert "Hourglasses ●●●○" in screen
    assert "Anna lays a short plank" in screen
    table.type("undo")
    assert "Hourglasses ●●●●" in bare(table.see("Anna, what do you do?"))
    table.type("hint")
    assert "in your place: The Doge" in bare(table.see("To do it"))
    table.see("Anna, what do you do?")
    table.type("42")
    table.see("is not among the choices")
    table.see("Anna, what do you do?")
    table.type("end")
    assert "Pantalone draws 2\u00a0cards." in bare(table.see("Anna, what do you do?"))
    table.type("quit")
    table.see("Continue with")
    table.child.expect(pexpect.EOF)


def test_two_people_at_one_screen_see_only_their_own_cards(tmp_path: Path) -> None:
    table = Screen(tmp_path, "venise", "--players", "Anna", "Bruno", "--seed", "3", "-o", "first=0")
    table.see("Anna only")
    table.see("press Enter")
    table.type("")
    assert "short plank" in bare(table.see("Anna, what do you do?"))
    table.type("short:a4-b4")
    screen = bare(table.see("Anna, what do you do?"))
    assert "only" not in screen, "one curtain for the whole turn"
    table.type("end")
    between = table.see("Bruno only")
    assert "short plank" not in between.split("end\r\n")[-1]
    table.see("press Enter")
    table.type("")
    assert "Hourglasses ●●●●" in bare(table.see("Bruno, what do you do?"))
    table.type("undo")
    table.see("Nothing can be taken back")
    table.see("Bruno, what do you do?")
    table.child.sendintr()
    table.see("Continue with")
    table.child.expect(pexpect.EOF)
    again = Screen(tmp_path, "--resume", str(next(tmp_path.rglob("venise-*.txt"))))
    again.see("Bruno only")
    again.child.close(force=True)


def test_chance_needs_no_seed(tmp_path: Path) -> None:
    seen = {
        ridotto(
            "play", "venise", "--players", "bot:greedy", "bot:greedy", home=tmp_path / str(Random().random())
        ).stdout
        for _ in range(2)
    }
    assert len(seen) == 2
