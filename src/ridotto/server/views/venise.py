"""Venise as the browser gets it."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from ridotto.core import Seat
from ridotto.games.venise import Venise


class VeniseView(BaseModel):
    model_config = ConfigDict(frozen=True)

    game: Literal["venise"] = "venise"
    seat: int | None


def venise_view(game: Venise, state: Any, seat: Seat | None, *, is_open: bool = False, has_moves: bool = True) -> VeniseView:
    """`is_open` also tells the secrets, for replays of records that have them; without `has_moves` nothing to do is listed."""
    raise NotImplementedError
