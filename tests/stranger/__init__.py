"""A game as somebody else's package brings it: `ridotto_morra`, which only its entry point makes known."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

NAME = "morra"
HERE = Path(__file__).parent


def install(folder: Path) -> Path:
    """Builds and installs the package, as pip does for anybody; whoever has the folder on the path has the game."""
    words = ["install", "--quiet", "--no-deps", "--no-index", "--no-build-isolation", "--disable-pip-version-check"]
    subprocess.run([sys.executable, "-m", "pip", *words, "--target", str(folder), str(HERE)], check=True)
    return folder


def pretend(folder: Path, package: str, entries: dict[str, str], modules: dict[str, str]) -> None:
    """A package of that name with these entry points and modules, as if it were installed."""
    info = folder / f"{package}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    lines = "\n".join(f"{name} = {value}" for name, value in entries.items())
    (info / "entry_points.txt").write_text(f"[ridotto.games]\n{lines}\n")
    for name, code in modules.items():
        (folder / f"{name}.py").write_text(code)
