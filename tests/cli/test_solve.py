"""``ridotto solve``."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from threading import Timer

import pytest

from ridotto.cli import main
from tests.cli.positions import FAR_TOO_LARGE, FIFTEENTH, TINY

pytestmark = pytest.mark.usefixtures("english")

Capture = pytest.CaptureFixture[str]


def test_solve_prints_one_json_object(capsys: Capture) -> None:
    assert main(["solve", "xequeo", FIFTEENTH, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["value"] == pytest.approx(1 / 15, abs=5e-4)
    assert 0 < found["exploitability"] <= 1e-3
    assert found["nodes"] == 6856
    assert found["is_exact"]
    assert not found["interrupted"]
    assert found["choices"][1] == pytest.approx({"R": 0.2, "O": 0.4, "Y": 0.4}, abs=0.01)
    for piece in "ROY":
        assert sum(mix[piece] for mix in found["first_move"].values()) == pytest.approx(1, abs=1e-4)


def test_the_value_is_the_first_movers(capsys: Capture) -> None:
    main(["solve", "xequeo", TINY, "--json"])
    main(["solve", "xequeo", TINY[:-1] + "1", "--json"])
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert first["value"] == pytest.approx(1 / 9, abs=1e-3)
    assert second["value"] == pytest.approx(first["value"], abs=1e-3)


def test_solve_tells_in_words_and_writes_the_whole_policy(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "policy.jsonl"
    assert main(["solve", "xequeo", TINY, "--iterations", "40", "--policy", str(path)]) == 0
    told = capsys.readouterr().out
    assert "241 nodes" in told
    assert "Value for seat 0" in told
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    assert len(lines) == len({line["moves"] for line in lines}) == 241
    for line in lines:
        assert all(sum(mix.values()) == pytest.approx(1, abs=1e-4) for mix in line["mix"].values())


@pytest.mark.parametrize("method", ["cfr+", "linear", "cfr"])
def test_other_methods_come_to_the_same_value(method: str, capsys: Capture) -> None:
    assert main(["solve", "xequeo", TINY, "--method", method, "--epsilon", "0.01", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["value"] == pytest.approx(1 / 9, abs=0.02)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["solve", "xequeo", TINY, "--epsilon", "0"], "more than 0"),
        (["solve", "xequeo", TINY, "--epsilon=-1"], "more than 0"),
        (["solve", "xequeo", TINY, "--epsilon", "nan"], "more than 0"),
        (["solve", "xequeo", TINY, "--iterations", "0"], "1 or more"),
        (["solve", "xequeo", TINY, "--memory", "lots"], "not an amount of memory"),
        (["solve", "xequeo", TINY, "--memory", "0"], "not an amount of memory"),
        (["solve", "xequeo", TINY, "--depth", "0"], "1 or more"),
        (["solve", "xequeo", TINY, "--wish", "1"], "not understood"),
        (["solve", "xequeo", TINY, "-o", "wish=1"], "no option"),
        (["solve", "xequeo", TINY, "-o", f"position={TINY}"], "already given"),
        (["solve", "xequeo", "R2/*2/2O 0"], "next to red"),
        (["solve", "xequeo", "R2/3/2O 0"], "no ring"),
        (["solve", "xequeo", "nonsense"], "seat to move"),
        (["solve", "xequeo", FIFTEENTH, "--memory", "1M"], "6,856 nodes and would take 2.76 MB; 1 MB is allowed"),
        (["analyse", "no-such-file.txt"], "no file"),
    ],
)
def test_bad_input_is_answered_and_ends_with_2(words: list[str], told: str, capsys: Capture) -> None:
    assert main(words) == 2
    captured = capsys.readouterr()
    assert told in captured.err
    assert captured.out == ""


def test_a_tree_too_large_offers_an_estimate_that_works(capsys: Capture) -> None:
    assert main(["solve", "xequeo", FAR_TOO_LARGE, "--memory", "1M"]) == 2
    told = capsys.readouterr().err
    assert "10^" in told
    offered = re.search(r"--depth (\d+)", told)
    assert offered
    words = ["solve", "xequeo", FAR_TOO_LARGE, "--memory", "1M", "--depth", offered[1], "--iterations", "20"]
    assert main(words) == 0
    assert "An estimate" in capsys.readouterr().out
    assert main([*words, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert not found["is_exact"]
    assert found["depth"] == int(offered[1])


def test_ctrl_c_keeps_what_was_computed() -> None:
    words = ["solve", "xequeo", FIFTEENTH, "--epsilon", "1e-12", "--iterations", "100000000"]
    command = [sys.executable, "-u", "-m", "ridotto", *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert "6,856 nodes" in process.stdout.readline(), "said before it starts"
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        told, _ = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Interrupted after" in told
    assert "Value for seat 0" in told


def test_ctrl_c_leaves_whole_json(capsys: Capture) -> None:
    words = ["solve", "xequeo", FIFTEENTH, "--json", "--epsilon", "1e-12", "--iterations"]
    # Compiled before: a Ctrl-C in a callback of the compiler is lost.
    assert main([*words, "1"]) == 0
    capsys.readouterr()
    timer = Timer(2, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    assert main([*words, "100000000"]) == 130
    found = json.loads(capsys.readouterr().out)
    assert found["interrupted"]
    assert found["iterations"] > 0
    assert -1 <= found["value"] <= 1
