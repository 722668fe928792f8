"""``ridotto train xequeo``: stopped, gone on with, refused, measured, drawn."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from ridotto.arena import curves, here, training
from ridotto.arena.exploit import Figure
from ridotto.arena.training import Point, read_log, snapshots
from ridotto.bots.bluff.net import fresh, load, save
from ridotto.bots.bluff.training.learning import LOG, RECIPE, STATE, Trainer
from ridotto.cli import main
from ridotto.i18n import LANGUAGES, Catalogue


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")


def train(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    status = main(["train", "xequeo", "--folder", "run", *words])
    told = capsys.readouterr()
    return status, told.out, told.err


def test_a_training_goes_on_where_it_was(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = train(capsys, "--targets", "1", "--seed", "3")
    assert status == 0
    assert "of 1" in err
    before = json.loads(Path("run", LOG).read_text())
    assert before["targets"] > 0
    assert before["seed"] == load(Path("run/weights.npz"))[1]["seed"] == 3
    assert str(before["targets"]) in out
    status, _, err = train(capsys, "--targets", str(before["targets"] + 1), "--processes", "2")
    assert status == 0
    assert f"{before['targets']} of" in err
    after = read_log(Path("run", LOG))[-1]
    assert after["targets"] > before["targets"]
    assert after["steps"] > before["steps"]
    assert after["seed"] == 3, "as it was begun"
    kept = Path("run", STATE).stat().st_mtime_ns
    assert train(capsys, "--targets", "1")[0] == 0
    assert Path("run", STATE).stat().st_mtime_ns == kept, "there is nothing left to do"


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_who_stops_it_loses_nothing(how: signal.Signals, tmp_path: Path) -> None:
    words = [sys.executable, "-m", "ridotto", "train", "xequeo", "--folder", "run"]
    child = subprocess.Popen(words, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert child.stderr is not None
    patience = time.monotonic() + 120
    while not child.stderr.readline().startswith("solved situations"):
        assert time.monotonic() < patience
    time.sleep(0.5)
    child.send_signal(how)
    told = child.communicate(timeout=60)[0]
    assert child.returncode == 130
    assert "ridotto train xequeo --folder run" in told
    found = read_log(tmp_path / "run" / LOG)
    assert Trainer(tmp_path / "run").targets == found[-1]["targets"]


@pytest.mark.parametrize("what", ["seed", "network", "recipe", "state", "foreign", "file"])
def test_folders_that_belong_to_something_else_are_refused(what: str, capsys: pytest.CaptureFixture[str]) -> None:
    folder = Path("run")
    words = ["--seed", "2"] if what == "seed" else []
    if what == "file":
        folder.write_text("no folder")
    elif what == "foreign":
        folder.mkdir()
        (folder / "thesis.txt").write_text("precious")
    else:
        Trainer(folder, seed=1).save()
        recipe = json.loads((folder / RECIPE).read_text())
        if what == "network":
            recipe["network"]["layers"] = 9
        (folder / RECIPE).write_text("{" if what == "recipe" else json.dumps(recipe))
        if what == "state":
            (folder / STATE).write_bytes(b"half a file")
    before = {path: path.read_bytes() for path in Path().rglob("*") if path.is_file()}
    status, out, err = train(capsys, "--targets", "1", *words)
    assert (status, out) == (2, "")
    assert err.startswith("ridotto: ")
    assert "run" in err
    assert "Traceback" not in err
    assert {path: path.read_bytes() for path in Path().rglob("*") if path.is_file()} == before


def test_two_do_not_train_in_one_folder(capsys: pytest.CaptureFixture[str]) -> None:
    Trainer(Path("run"))
    from ridotto.arena.journal import lock

    with Path("run", RECIPE).open("rb") as held:
        lock(held.fileno(), Path("run"))
        status, out, err = train(capsys, "--targets", "1")
    assert (status, out) == (2, "")
    assert "Somebody else" in err


def test_without_torch_it_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("ridotto.cli.exploit.find_spec", lambda name: None if name == "torch" else name)
    status, out, err = train(capsys)
    assert (status, out) == (2, "")
    assert "pip install torch" in err
    assert not Path("run").exists()


@pytest.mark.parametrize("word", ["--hours", "--processes"])
def test_numbers_must_make_sense(word: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, _, err = train(capsys, word, "0")
    assert status == 2
    assert word in err


def test_snapshots_are_measured_once(monkeypatch: pytest.MonkeyPatch) -> None:
    folder = Path("run")
    folder.mkdir()
    for targets in (400, 200):
        save(fresh(targets), folder / f"weights-{targets}.npz", {"targets": targets})
    assert list(snapshots(folder).values()) == [200, 400]
    monkeypatch.setattr(training, "BOARDS", ("7x7",))
    monkeypatch.setattr(training, "ROUNDS", 2)
    training.measure_snapshots(folder, here, lambda *_: None)
    found = training.points(folder)
    assert [point.targets for point in found] == [200, 400]
    assert all(figure.how == "local" for point in found for figure in point.figures)

    def fail(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr("ridotto.arena.exploit.do", fail)
    training.measure_snapshots(folder, here, lambda *_: None)


@pytest.mark.parametrize("language", LANGUAGES)
def test_curves_are_drawn(language: str) -> None:
    log = [{"targets": 100 * n, "loss": 1 / n, "error": 0.5 / n} for n in range(1, 9)]
    log.append({"targets": 900, "loss": float("nan"), "error": float("nan")})
    points = [
        Point(100, (Figure("exact", "4x4", 8, 0.3, 0.1, 0.4), Figure("local", "7x7", 60, 0.4, 0.05, None))),
        Point(800, (Figure("exact", "4x4", 8, 0.1, 0.1, 0.2), Figure("local", "7x7", 60, 0.2, 0.04, None))),
    ]
    pictures = curves.draw(log, points, Catalogue(language).text)
    assert set(pictures) == {"loss", "exploitability"}
    for picture, dots in ((pictures["loss"], 16), (pictures["exploitability"], 4)):
        root = ET.fromstring(picture)
        assert "nan" not in picture
        assert len(root.findall(".//{*}circle")) == dots + 2, "and two in the legend"
        assert len(root.findall(".//{*}polyline")) == 2
    assert curves.draw([], [], Catalogue(language).text) == {}
