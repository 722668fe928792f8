"""``ridotto show``."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

from tests.cli.running import POSITION, ridotto


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
