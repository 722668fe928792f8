"""What the view of every game tells: enough for a page that does not know the game."""

from __future__ import annotations

from ridotto.server.views.sent import Sent
from ridotto.server.views.words import Words


class View(Sent):
    seat: int | None
    heading: Words | None
    """The chapter of the match that is on."""
    is_private: bool
    """Whether what this seat is to decide now needs the others to look away."""
    has_secret: bool
    """Whether the view tells something that not everybody may know."""
    places: tuple[int, ...]
    """By seat, 1 is best; empty while the match is on."""
