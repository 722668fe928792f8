"""Words that the analysis and its chart share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ridotto.games.xequeo.board import LETTERS
from ridotto.games.xequeo.moves import HIDDEN
from ridotto.i18n import Catalogue

if TYPE_CHECKING:
    from ridotto.bots.reading import Reading


def exactness(reading: Reading, say: Catalogue) -> str:
    """How it was found and how good that is; a line for each."""
    if reading.is_exact:
        return say.text("analyse_exact")
    if reading.network is None:
        found = say.text("analyse_cut", count=reading.depth)
        return f"{found}\n{say.error(reading.excuse)}" if reading.excuse else found
    level, iterations, taken = reading.network
    found = say.text("analyse_network", level=level, iterations=iterations, count=reading.depth)
    if taken is None:
        return f"{found}\n{say.text('analyse_unmeasured')}"
    return f"{found}\n{say.text('analyse_measured', taken=say.number(taken[0], 3), within=say.number(taken[1], 3))}"


def card_name(piece: int, say: Catalogue) -> str:
    return "?" if piece == HIDDEN else say.text(f"piece_{LETTERS[piece]}")
