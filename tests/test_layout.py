"""The architecture page's promises: who may import whom, and that nothing heavy is loaded before it is needed."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

import ridotto

ROOT = Path(next(iter(ridotto.__path__)))
PAGE = Path(__file__).parents[1] / "docs" / "architecture.md"
LIGHT = {"numpy", "numba", "rich", "platformdirs", "torch", "pyspiel", "ray"}


def drawn_before(area: str) -> set[str]:
    """All areas from which the page's arrows lead to this one."""
    chains = [line.split(" --> ") for line in map(str.strip, PAGE.read_text("utf-8").splitlines()) if " --> " in line]
    sources = {source for chain in chains for source, target in pairwise(chain) if target == area}
    return sources.union(*map(drawn_before, sources))


def top_level_imports(tree: ast.Module) -> set[str]:
    """What is imported as soon as the module is; imports inside functions are asked for later, on purpose."""
    found = set()
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("ridotto"):
            if node.module == "ridotto":
                found |= {alias.name for alias in node.names}
            else:
                found.add(node.module.split(".")[1])
    return found


@pytest.mark.parametrize("path", sorted(ROOT.rglob("*.py")), ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_go_one_way(path: Path) -> None:
    area = path.relative_to(ROOT).parts[0].removesuffix(".py")
    if area in ("__init__", "__main__"):
        return
    imported = top_level_imports(ast.parse(path.read_text("utf-8")))
    assert imported <= drawn_before(area) | {area}


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
