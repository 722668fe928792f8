"""What the levels of the bluffer give away, as measured: the figures of `measured.toml` beside the weights."""

from __future__ import annotations

import tomllib
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

FOLDER: Final = Path(__file__).parent


def figures(folder: Path = FOLDER) -> dict[str, Any]:
    return tomllib.loads((folder / "measured.toml").read_text("utf-8"))


@cache
def taken_from(level: str, folder: Path = FOLDER) -> tuple[float, float] | None:
    """What a rival who knows a level's policy takes from it a round on the full board, and the figure's half-width.

    None where that has not been measured with the weights that lie there.
    """
    measured, weights = figures(folder), folder / "weights.npz"
    if not weights.exists() or measured["weights"] != sha256(weights.read_bytes()).hexdigest():
        return None
    found = measured.get("levels", {}).get(level)
    return None if found is None else (float(found["taken"]), float(found["within"]))
