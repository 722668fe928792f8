"""Pages and drawings have the same colours, each written down once."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path

import pytest

from ridotto.draw.palette import palette
from ridotto.draw.svg import COLOMBINA, DAY, NIGHT

WEB = Path(__file__).parents[2] / "web"
STYLED = [path for kind in ("svelte", "css", "ts") for path in sorted((WEB / "src").rglob(f"*.{kind}"))]
DRAWINGS = sorted((WEB.parent / "src" / "ridotto" / "draw").rglob("*.py"))
COLOUR = re.compile(r"#[0-9a-fA-F]{6}\b")
SVG_TEXTS = [
    node.value
    for file in DRAWINGS
    for node in ast.walk(ast.parse(file.read_text("utf-8")))
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and re.match(r"M-?\d", node.value)
]
PLAIN = {"#ffffff", "#000000"}
"""Everybody's. `palette.css` is generated; pictures, in `art` and of paper strips, have colours of their own."""


def test_every_colour_is_written_down_in_one_place() -> None:
    files: dict[str, set[str]] = {}
    for path in (*DRAWINGS, *STYLED):
        if path.name != "palette.css" and path.parent.name != "art" and path.stem != "Confetti":
            for colour in {found.lower() for found in COLOUR.findall(path.read_text("utf-8"))} - PLAIN:
                files.setdefault(colour, set()).add(path.name)
    assert len(files) > 150
    assert {colour: names for colour, names in files.items() if len(names) > 1} == {}


@pytest.mark.parametrize("path", STYLED, ids=lambda path: str(path.relative_to(WEB)))
def test_no_outline_of_the_drawings_is_written_down_again(path: Path) -> None:
    if path.name == "shapes.ts":
        return
    outlines = [text for text in SVG_TEXTS if len(text) > 15]
    assert COLOMBINA in outlines
    text = path.read_text("utf-8")
    assert not [outline for outline in outlines if outline in text], "web/src/shapes.ts has it"


def test_the_icon_is_the_mask_of_the_drawings() -> None:
    """Browsers want it as a file of its own."""
    assert f'd="{COLOMBINA}"' in (WEB / "public" / "icon.svg").read_text("utf-8")


def test_every_variable_that_drawings_ask_for_is_set() -> None:
    """A drawing in a page says ``var(--paper, ...)``: the page must mean the same by it."""
    css = (WEB / "src" / "palette.css").read_text("utf-8")
    for name, colour in palette(DAY).items():
        (value,) = re.findall(rf"--{name}: (.+);", css)
        assert value in (colour, f"light-dark({colour}, {palette(NIGHT)[name]})")


def test_the_browser_frame_is_of_the_colour_of_the_page() -> None:
    html = (WEB / "index.html").read_text("utf-8")
    assert re.findall(r'name="theme-color" content="(.+?)"', html) == [DAY.paper, NIGHT.paper]
    manifest = json.loads((WEB / "public" / "manifest.webmanifest").read_text("utf-8"))
    assert {manifest["background_color"], manifest["theme_color"]} == {DAY.paper}
