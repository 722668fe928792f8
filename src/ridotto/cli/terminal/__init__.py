"""How games are shown and typed in a terminal: one module a game, and one for any other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from rich.console import RenderableType

from ridotto.core import Actor, Seat
from ridotto.games import registration
from ridotto.i18n import Catalogue
from ridotto.match import Match


class Selected(NamedTuple):
    """What was picked on the way to a move; None is nothing."""

    thing: Any


class Terminal(Protocol):
    """How one game is shown and typed in a terminal. With `is_open` it also tells secrets, for replays."""

    def board(self, view: Any, selected: Any) -> RenderableType: ...

    def status(self, view: Any, mover: Seat | None, selected: Any) -> RenderableType: ...

    def heading(self, state: Any) -> str:
        """The chapter that the next move belongs to, in words."""

    def prompt(self, view: Any, selected: Any) -> str: ...

    def read(self, view: Any, selected: Any, text: str) -> Any:
        """What was typed: a move, or what is now `Selected`."""

    def needs_curtain(self, view: Any) -> bool:
        """Whether the others at the screen must look away while this is asked and answered, once for a turn."""

    def gives_away(self, view: Any) -> bool:
        """Whether showing this view to the others at the screen would tell them a secret."""

    def secret(self, view: Any) -> str:
        """What a seat alone knows, in words."""

    def tell(self, before: Any, actor: Actor, move: Any, after: Any) -> str:
        """What happened, in words anybody may read."""

    def legal(self, view: Any, selected: Any) -> str:
        """What may be done, as move texts."""

    def question(self, view: Any, move: Any) -> str:
        """What to ask before a move that decides everything at once; empty for all others."""

    def typed(self, move: Any) -> str:
        """What to type for a move."""


def make_terminal(match: Match, names: Sequence[str], say: Catalogue, *, is_open: bool = False) -> Terminal:
    made: Terminal = registration(match.game.name).load("terminal")(match.game, names, say, is_open=is_open)
    return made
