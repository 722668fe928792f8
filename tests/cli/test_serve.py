"""``ridotto serve`` from the command line."""

from __future__ import annotations

import logging
import signal
import socket
import sys
from pathlib import Path

import pytest

from ridotto.cli import main
from ridotto.cli.serve import VARIABLES
from ridotto.server import run
from ridotto.server.logs import MOST, RepeatFilter
from ridotto.server.run import ListenError, listen
from tests.server.house import Program, wait_until


def test_it_says_where_it_is_and_stops_when_told(tmp_path: Path) -> None:
    with Program(tmp_path, "--host", "0.0.0.0", "--lang", "it") as program:
        assert program.get("/api/health")["games"] == ["xequeo", "venise"]
        assert program.stop(signal.SIGINT) == 0
    told = program.log.read_text("utf-8").splitlines()
    assert told[0] == f"Il tavolo è pronto: http://localhost:{program.port}/"
    assert "Le partite si conservano" in told[-1]
    assert len(told) in (2, 3), "with a network, its address too"


def test_a_port_that_is_taken(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert main(["serve", "--lang", "en", "--port", str(port), "--db", f"sqlite:///{tmp_path}/x.sqlite"]) == 2
        assert f"Port {port} is taken" in capsys.readouterr().err
        assert not (tmp_path / "x.sqlite").exists()


def test_the_next_free_port_unless_one_was_named(monkeypatch: pytest.MonkeyPatch) -> None:
    with listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        monkeypatch.setattr(run, "PORT", port)
        with listen("127.0.0.1", None) as free:
            assert port < free.getsockname()[1] < port + run.NEXT_PORTS
        with pytest.raises(ListenError):
            listen("127.0.0.1", port)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--host", "no.such.host.invalid"], "cannot listen"),
        (["--port", "99999"], "cannot listen"),
        (["--port", "0", "--db", "cobol://x"], "cannot be opened"),
        (["--think", "-1"], "--think must be 0 or more"),
        (["--pace", "nan"], "--pace must be 0 or more"),
    ],
)
def test_mistakes_are_told(words: list[str], told: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["serve", "--lang", "en", "--db", f"sqlite:///{tmp_path}/x.sqlite", *words]) == 2
    assert told in capsys.readouterr().err


def test_the_environment_says_what_the_command_line_does_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RIDOTTO_ALLOWED_HOSTS", "ridotto.example, other.example")
    monkeypatch.setenv("RIDOTTO_THINK", "not this, the command line names one")
    with Program(tmp_path) as program:
        found = [
            program.ask("/api/health", headers={"Host": host})[0]
            for host in ("ridotto.example", "other.example", "evil.example")
        ]
    assert found == [200, 200, 421]


@pytest.mark.parametrize("variable", ["RIDOTTO_PORT", "RIDOTTO_THINK", "RIDOTTO_PACE"])
def test_a_variable_that_is_no_number_is_named(
    variable: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(variable, "soon")
    assert main(["serve", "--lang", "en"]) == 2
    told = capsys.readouterr().err
    assert variable in told
    assert "soon" in told


def test_every_variable_is_on_the_page_about_hosting() -> None:
    page = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text("utf-8")
    for variable in VARIABLES.values():
        assert f"| `{variable}` |" in page


def test_a_log_that_repeats_itself_is_cut_short(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []

    class Listener(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            said.append(record.getMessage())

    listener = Listener()
    listener.addFilter(RepeatFilter())
    log = logging.Logger("test")
    log.addHandler(listener)
    clock = 60.0
    monkeypatch.setattr("ridotto.server.logs.time.monotonic", lambda: clock)
    for _ in range(10_000):
        log.error("the same %s", "again")
    log.error("something else")
    assert len(said) == MOST + 1
    clock += 60
    log.error("a minute later")
    assert str(10_000 - MOST) in said[-1]


def test_missing_packages_are_named(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    monkeypatch.delitem(sys.modules, "ridotto.server.run")
    assert main(["serve", "--lang", "en", "--port", "0"]) == 2
    assert "pip install uvicorn" in capsys.readouterr().err


def test_the_browser_opens_once_it_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown, browser = tmp_path / "shown", tmp_path / "browser"
    browser.write_text(f"#!/bin/sh\necho $1 > {shown}.part && mv {shown}.part {shown}\n")
    browser.chmod(0o700)
    monkeypatch.setenv("BROWSER", str(browser))
    with Program(tmp_path, "--open") as program:
        wait_until(shown.exists)
        assert shown.read_text().strip() == f"http://127.0.0.1:{program.port}/"
