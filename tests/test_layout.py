"""The architecture page's promises: who may import whom, and that nothing heavy is loaded before it is needed."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import ridotto

ROOT = Path(next(iter(ridotto.__path__)))
MAY_IMPORT = {
    "core": set(),
    "i18n": set(),
    "games": {"core"},
    "draw": {"core", "games"},
    "match": {"core", "games"},
    "bots": {"core", "games", "match"},
    "adapters": {"core", "games", "match"},
    "arena": {"core", "games", "match", "bots", "draw"},
    "boards": {"core", "games", "match", "bots", "arena"},
    "tell": {"core", "games", "i18n"},
    "server": {"core", "i18n", "games", "tell", "draw", "match", "bots", "boards"},
    "cli": {"core", "i18n", "tell", "server", "games", "draw", "match", "bots", "arena", "boards"},
}
LIGHT = {"numpy", "numba", "rich", "platformdirs", "torch", "pyspiel", "ray"}


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
    assert imported <= MAY_IMPORT[area] | {area}


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
