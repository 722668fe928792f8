from __future__ import annotations

import doctest
import hashlib
import xml.etree.ElementTree as ET
from pathlib import Path

import pexpect
import pytest

from ridotto.cli import main
from ridotto.i18n import LANGUAGES, Catalogue, texts
from tests.cli.running import RIDOTTO


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")


def arena(capsys: pytest.CaptureFixture[str], *words: str, lang: str = "en") -> tuple[int, str, str]:
    status = main(["arena", *words, "--workers", "1", "--lang", lang])
    told = capsys.readouterr()
    return status, told.out, told.err


def test_the_same_command_finds_its_results_again(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = ("xequeo", "random", "greedy", "--games", "4", "-o", "rings=1")
    status, out, err = arena(capsys, *words)
    assert status == 0
    assert "0 of 4 games" in err
    assert "4 of 4 games" in err
    results = next(tmp_path.glob("arena-xequeo-*.jsonl"))
    assert results.name in out
    before = results.read_text()
    status, again, err = arena(capsys, *words)
    assert again == out
    assert results.read_text() == before
    arena(capsys, *words, "--seed", "1")
    assert len(list(tmp_path.glob("arena-*.jsonl"))) == 2
    record = next(tmp_path.glob("arena-xequeo-*-records/000000.txt"))
    assert main(["replay", str(record)]) == 0


def test_boards_and_seats_take_turns(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--seats", "3", "--boards", "day-basic,night-basic", "-o", "stall_rounds=1", "--results", "r.jsonl")
    status, _, err = arena(capsys, "venise", "random", "--games", "2", *words)
    assert (status, "not shared evenly" in err) == (0, False)
    rows = Path("r.jsonl").read_text().splitlines()[1:]
    assert ["night" in row for row in rows] == [False, True]
    status, _, err = arena(capsys, "venise", "random", "--games", "3", *words)
    assert "with --games 3, seats and boards are not shared evenly; with --games 4 they would be" in err


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_tells_and_draws(language: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = ("xequeo", "random", "tests.arena.bots:Crashing", "--games", "6", "--plots", "pictures", "-o", "rings=1")
    status, out, _ = arena(capsys, *words, lang=language)
    say = Catalogue(language)
    assert status == 0
    for key in ("arena_title_standings", "arena_title_duels", "arena_title_seats", "arena_head_rating"):
        assert say.text(key) in out
    assert out.count("ZeroDivisionError") == 5
    assert say.text("arena_forfeits", count=6) in out
    assert say.text("arena_forfeits_more", count=1) in out
    pictures = sorted((tmp_path / "pictures").glob("*.svg"))
    assert [picture.stem for picture in pictures] == ["head-to-head", "length", "ratings", "seats"]
    for picture in pictures:
        words_in = "".join(ET.fromstring(picture.read_text("utf-8")).itertext())
        assert any(str(texts(language)[key]) in words_in for key in texts("en") if key.startswith("arena_title_"))


def test_one_bot_alone_shows_the_seats(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    status, out, _ = arena(capsys, "xequeo", "random", "--games", "3", "--plots", ".", "-o", "rings=1")
    assert status == 0
    assert "Head to head" not in out
    assert "Seat 1" in out
    assert {picture.name for picture in tmp_path.glob("*.svg")} == {"seats.svg", "length.svg"}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("xequeo", "random", "gredy"), "Did you mean: greedy?"),
        (("xequeo", "random", "greedy", "--games", "0"), "--games is 0"),
        (("xequeo", "random", "greedy", "--seconds", "nan"), "--seconds is nan"),
        (("xequeo", "random", "greedy", "--seats", "2"), "--seats: Xe\u00a0Queo! leaves no choice"),
        (("xequeo", "random", "greedy", "--boards", "day-basic"), "--boards: Xe\u00a0Queo! leaves no choice"),
        (("venise", "random", "greedy", "--seats", "7"), "seats"),
        (("venise", "random", "greedy", "--boards", "day-basik"), "day-basic"),
        (("xequeo", "random", "greedy", "-o", "ringz=3"), "rings"),
        (("xequeo", "random", "--gauntlet"), "at least two"),
        (("chess", "random"), "chess"),
    ],
)
def test_what_cannot_be_done_is_said(words: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, _, err = arena(capsys, *words)
    assert status == 2
    assert message in err
    assert len(err.splitlines()) == 1
    assert list(Path().iterdir()) == [], "nothing is begun"


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("def Bot(:", "SyntaxError"),
        ("1 / 0", "ZeroDivisionError"),
        ("class Bot:\n    def __init__(self, game): raise OSError('no model')", "OSError: no model"),
        ("Bot = 3", "TypeError"),
        ("", "AttributeError"),
    ],
)
def test_a_bot_that_cannot_be_made_is_said(source: str, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    module = f"own_{hashlib.sha256(source.encode()).hexdigest()[:8]}"
    Path(f"{module}.py").write_text(source)
    status, out, err = arena(capsys, "xequeo", "random", f"{module}:Bot")
    assert (status, out) == (2, "")
    assert f"{module}:Bot" in err
    assert told in err
    assert len(err.splitlines()) == 1


def test_a_terminal_shows_a_live_table(tmp_path: Path) -> None:
    words = ["arena", "xequeo", "random", "tests.arena.bots:Slow", "--games", "20", "--workers", "2", "--lang", "en"]
    root = str(Path(__file__).parent.parent.parent)
    environment = {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TERM": "xterm", "PYTHONPATH": root}
    child = pexpect.spawn(
        RIDOTTO[0],
        [*RIDOTTO[1:], *words],
        cwd=str(tmp_path),
        env=environment,
        dimensions=(30, 100),
        encoding="utf-8",
        timeout=30,
    )
    child.expect_exact("of 20 games")
    child.expect_exact("Rating ±")
    child.expect_exact("Head to head")
    child.expect_exact("Length of games")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0


def test_the_page_s_examples_run() -> None:
    failed, tried = doctest.testfile(str(Path(__file__).parents[2] / "docs" / "arena.md"), module_relative=False)
    assert tried > 10
    assert failed == 0
