"""The architecture page's promises: who may import whom, and that nothing heavy is loaded before it is needed."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from functools import cache
from importlib.metadata import packages_distributions
from itertools import pairwise
from pathlib import Path

import pytest

import ridotto

ROOT = Path(next(iter(ridotto.__path__)))
PAGE = Path(__file__).parents[1] / "docs" / "architecture.md"
REQUIREMENTS = Path(__file__).parents[1] / "requirements"
LIGHT = {"numpy", "numba", "rich", "platformdirs", "torch", "pyspiel", "ray"}


CONTRACTS = tomllib.loads((PAGE.parents[1] / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]


def drawn_before(area: str) -> set[str]:
    """All areas from which the page's arrows lead to this one."""
    chains = [line.split(" --> ") for line in map(str.strip, PAGE.read_text("utf-8").splitlines()) if " --> " in line]
    sources = {source for chain in chains for source, target in pairwise(chain) if target == area}
    return sources.union(*map(drawn_before, sources))


def layers() -> list[list[str]]:
    """The areas as import-linter has them, from above; those of one layer do not import each other."""
    (areas,) = (contract for contract in CONTRACTS if contract["name"] == "areas")
    return [layer.split(" | ") for layer in areas["layers"]]


def allowed(area: str) -> set[str]:
    """What the contracts let an area import: the layers below, less what is forbidden."""
    below = next(index for index, layer in enumerate(layers()) if area in layer)
    found = {other for layer in layers()[below + 1 :] for other in layer}
    for contract in CONTRACTS:
        if f"ridotto.{area}" in contract.get("source_modules", ()):
            found -= {module.removeprefix("ridotto.") for module in contract["forbidden_modules"]}
    return found


@pytest.mark.parametrize("area", [area for layer in layers() for area in layer])
def test_the_picture_is_what_import_linter_holds_the_code_to(area: str) -> None:
    """`make test` runs the linter itself."""
    assert allowed(area) == drawn_before(area)


def test_the_picture_shows_every_area() -> None:
    areas = {path.stem for path in ROOT.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}
    shown = set(re.findall(r'^ +(\w+)\["', PAGE.read_text("utf-8"), re.MULTILINE))
    assert shown == areas - {"__init__", "__main__"} | {"web"}


@pytest.mark.parametrize(
    "code",
    [
        "import ridotto",
        "import ridotto.match",
        "import ridotto.arena",
        "from ridotto.cli import main; main(['--help'])",
    ],
)
def test_nothing_heavy_is_imported_at_once(code: str) -> None:
    script = (
        f"import sys\ntry:\n    {code}\nexcept SystemExit:\n    pass\n"
        f"print('HEAVY', sorted(sys.modules.keys() & {sorted(LIGHT)!r}))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert "HEAVY []" in done.stdout


def walks() -> dict[str, list[str]]:
    """The page's walks by name: modules in order. Where one forks, its branches are walks."""
    told = PAGE.read_text("utf-8").partition("## Four walks")[2]
    found = {}
    for name, body in re.findall(r"^- \*\*(.+?)\*\*(.+?)(?=^- |^$)", told, re.MULTILINE | re.DOTALL):
        for number, branch in enumerate(body.split(";")):
            found[f"{name} {number}"] = re.findall(r"`([\w/.]+)`", branch)
    return found


@pytest.mark.parametrize("name", walks())
def test_walks_lead_through_modules_that_are_there_and_pass_none_twice(name: str) -> None:
    modules = walks()[name]
    assert len(modules) > 4
    assert len(set(modules)) == len(modules)
    for module in modules:
        assert (PAGE.parents[1] / module if module.startswith("web/") else ROOT / module).is_file(), module


def test_there_are_four_walks() -> None:
    assert len({name.rpartition(" ")[0] for name in walks()}) == 4


@cache
def third_party(folder: str) -> frozenset[str]:
    """The distributions that a folder's modules import, by their normalised names."""
    trees = [ast.parse(path.read_text("utf-8")) for path in (PAGE.parents[1] / folder).rglob("*.py")]
    nodes = [node for tree in trees for node in ast.walk(tree)]
    modules = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    modules |= {node.module for node in nodes if isinstance(node, ast.ImportFrom) and node.module and not node.level}
    known = distributions()
    names = {module.partition(".")[0] for module in modules} - sys.stdlib_module_names
    return frozenset(normalised(each) for name in names for each in known.get(name, ())) - {"ridotto"}


distributions = cache(packages_distributions)


def normalised(text: str) -> str:
    return re.sub(r"[-_.]+", "-", re.split(r"[\[<>=;~! ]", text.strip())[0]).lower()


def asked_for(*names: str) -> set[str]:
    rows = [row for name in names for row in (REQUIREMENTS / f"{name}.in").read_text("utf-8").splitlines()]
    return {normalised(row) for row in rows if row.strip() and not row.startswith(("#", "-r"))}


def test_what_is_imported_is_declared() -> None:
    project = tomllib.loads((PAGE.parents[1] / "pyproject.toml").read_text("utf-8"))["project"]
    extras = [each for extra in project["optional-dependencies"].values() for each in extra]
    assert third_party("src") <= {normalised(each) for each in (*project["dependencies"], *extras)}
    assert third_party("src") - {normalised(each) for each in extras} <= asked_for("play")
    assert third_party("tests") <= asked_for("play", "postgres", "test")
    assert third_party("benchmarks") <= asked_for("play", "postgres", "test", "bench")


BY_PURPOSE = {"care", "http", "nuisance", "proof", "rematch", "secrets", "stand_in", "trouble"}
"""Tests that ask the whole server something."""


@pytest.mark.parametrize("area", ["cli", "draw", "server"])
def test_a_test_module_stands_for_one_module(area: str) -> None:
    """``test_main`` is the package itself; `test_venise_text` is `venise/text`, `test_play` is `routes/play`."""
    modules = {
        "_".join(path.relative_to(ROOT / area).with_suffix("").parts).removesuffix("___init__").removeprefix("routes_")
        for path in (ROOT / area).rglob("*.py")
    }
    tested = {path.stem.removeprefix("test_") for path in (Path(__file__).parent / area).glob("test_*.py")}
    assert tested - {"main"} - (BY_PURPOSE if area == "server" else set()) <= modules
