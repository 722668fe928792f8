"""Packages whose games cannot be played: each is named with its reason, and everything else goes on."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from ridotto.core import RidottoError
from ridotto.games import Registration, broken_games, games, make_game, registration
from ridotto.i18n import Catalogue
from tests.server.house import Program
from tests.stranger import NAME, pretend
from tests.stranger.conftest import forget

GOOD = """
from ridotto.games import Registration
GAME = Registration(title="{braces}", rules="ridotto_morra.rules:Morra", bots={"clumsy": "nowhere:Bot"})
WRONG = {"title": "A dictionary"}
NO_RULES = Registration(title="Without rules", rules="brokengame:Missing")
ODD_RULES = Registration(title="Odd", rules="builtins:dict")
OTHER_NAME = Registration(title="Other", rules="ridotto_morra.rules:Morra")
"""
BROKEN = {
    "crash": ("brokencrash:GAME", "ZeroDivisionError"),
    "quits": ("brokenquit:GAME", "SystemExit"),
    "absent": ("no_such_module:GAME", "ModuleNotFoundError: No module named 'no_such_module'"),
    "wrong": ("brokengame:WRONG", "brokengame:WRONG is a dict, not a Registration"),
    "norules": ("brokengame:NO_RULES", "AttributeError"),
    "oddrules": ("brokengame:ODD_RULES", "AttributeError"),
    "othername": ("brokengame:OTHER_NAME", f"calls itself {NAME}"),
    "venise": ("brokengame:GAME", "the name is taken by the package ridotto"),
    "Bad-Name": ("brokengame:GAME", "lower-case letters"),
}


@pytest.fixture
def broken(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    modules = {"brokengame": GOOD, "brokencrash": "1 / 0", "brokenquit": "raise SystemExit(3)"}
    pretend(tmp_path / "packages", "some-broken", {name: value for name, (value, _) in BROKEN.items()}, modules)
    for path in (folder, tmp_path / "packages"):
        monkeypatch.syspath_prepend(path)
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path / 'packages'}:{folder}")
    forget()
    yield
    monkeypatch.undo()
    forget()


@pytest.mark.usefixtures("broken")
def test_each_is_told_by_package_and_reason() -> None:
    assert list(games()) == ["xequeo", "venise", NAME]
    told = {str(error.params["name"]): error for error in broken_games()}
    assert set(told) == set(BROKEN)
    for name, (_, reason) in BROKEN.items():
        assert told[name].code == "game_broken"
        words = Catalogue("en").error(told[name])
        assert "some-broken" in words
        assert reason in words
        assert "\n" not in words
    with pytest.raises(RidottoError, match="some-broken"):
        registration("crash")
    assert make_game("venise").name == "venise"


@pytest.mark.usefixtures("broken")
def test_the_command_line_says_it_in_a_line_each_and_goes_on() -> None:
    words = ["perft", "xequeo", "6V/R6/W5O/7/4Y2/6B/1*2G2 0", "1", "--lang", "en"]
    done = subprocess.run([sys.executable, "-m", "ridotto", *words], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (0, "21\n")
    lines = done.stderr.splitlines()
    assert len(lines) == len(BROKEN)
    assert all(line.startswith("ridotto: The package some-broken brings the game") for line in lines)


@pytest.mark.usefixtures("broken")
def test_the_server_logs_it_and_starts(tmp_path: Path) -> None:
    with Program(tmp_path) as program:
        assert program.get("/api/health")["games"] == ["xequeo", "venise", NAME]
        assert [game["name"] for game in program.get("/api/games")] == ["xequeo", "venise", NAME]
        assert program.ask("/api/tables", {"game": "crash", "seats": []})[0] == 422
        program.table("venise", "here", "here")
    assert program.log.read_text().count("The package some-broken brings the game") == len(BROKEN)


def test_a_part_that_breaks_when_it_is_needed_is_named() -> None:
    given = Registration(
        title="x", rules="builtins:dict", terminal="nowhere:Terminal", name="x", package="some-package"
    )
    with pytest.raises(RidottoError, match=r"some-package.*nowhere"):
        given.load("terminal")


def test_own_texts_come_before_the_names_in_the_code(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = {"en": {f"game_{NAME}": "Mora", "web_start": "stolen"}, "it": {f"option_{NAME}_points": "Punti"}}
    code = f"""
from ridotto.games import Registration
TEXTS = {texts!r}
BOTS = {{"clumsy": "nowhere:Bot"}}
GAME = Registration(title="{{braces}}", rules="ridotto_morra.rules:Morra", texts="wordy:TEXTS", bots=BOTS)
"""
    (tmp_path / "ridotto_morra").symlink_to(folder / "ridotto_morra")
    pretend(tmp_path, "wordy", {NAME: "wordy:GAME"}, {"wordy": code})
    monkeypatch.syspath_prepend(tmp_path)
    forget()
    try:
        assert Catalogue("it").text(f"game_{NAME}") == "Mora"
        assert Catalogue("it").text(f"option_{NAME}_points") == "Punti"
        assert Catalogue("de").text(f"option_{NAME}_points") == "Points"
        assert Catalogue("en").text("bot_name_clumsy") == "Clumsy"
        assert Catalogue("en").text("web_start") != "stolen"
    finally:
        monkeypatch.undo()
        forget()
