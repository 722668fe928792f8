"""Xe Queo! as the browser gets it."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from ridotto.core import Seat
from ridotto.games.xequeo import XeQueo


class XeQueoView(BaseModel):
    model_config = ConfigDict(frozen=True)

    game: Literal["xequeo"] = "xequeo"
    seat: int | None


def xequeo_view(game: XeQueo, state: Any, seat: Seat | None, *, is_open: bool = False, has_moves: bool = True) -> XeQueoView:
    """`is_open` also tells the secrets, for replays of records that have them; without `has_moves` nothing to do is listed."""
    raise NotImplementedError
