"""The terminal of any game without one of its own: the view as text, moves as they are written."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from ridotto.core import Actor, AnyGame, NotationError, Seat
from ridotto.i18n import Catalogue
from ridotto.tell import heading, tell
from ridotto.tell.generic import describe, has_secret, is_private, public_moves


class GenericTerminal:
    def __init__(self, game: AnyGame, names: Sequence[str], say: Catalogue, *, is_open: bool = False) -> None:
        self.game = game
        self.names = names
        self.say = say
        self.is_open = is_open

    def board(self, view: Any, _selected: None) -> RenderableType:
        return Text(describe(view))

    def status(self, _view: Any, mover: Seat | None, _selected: None) -> RenderableType:
        text = Text()
        text.append(self.say.text(f"game_{self.game.name}"), "bold")
        for seat, name in enumerate(self.names):
            text.append(f"\n{'▸' if seat == mover else ' '} {name}")
        return text

    def heading(self, state: Any) -> str:
        return self.say.said(heading(self.game, state))

    def prompt(self, _view: Any, _selected: None) -> str:
        return self.say.text("ask_generic")

    def read(self, view: Any, _selected: None, text: str) -> Any:
        """A move as it is written; in any case of letters where that fits a legal one."""
        moves = {self.game.show_move(move).lower(): move for move in view.legal}
        if (move := moves.get("".join(text.split()).lower())) is not None:
            return move
        try:
            return self.game.parse_move(text)
        except NotationError:
            raise NotationError("typed_generic", text=text, moves=self._first(view)) from None

    def _first(self, view: Any) -> str:
        return ", ".join(self.game.show_move(move) for move in view.legal[:3])

    def needs_curtain(self, view: Any) -> bool:
        return is_private(self.game, view)

    def gives_away(self, view: Any) -> bool:
        return has_secret(self.game, view)

    def secret(self, view: Any) -> str:
        return describe(view)

    def tell(self, before: Any, actor: Actor, move: Any, after: Any) -> str:
        said = tell(self.game, self.names, before, actor, move, after, is_open=self.is_open)
        return self.say.said(said) if said else ""

    def question(self, view: Any, move: Any) -> str:
        return ""

    def typed(self, move: Any) -> str:
        return self.game.show_move(move)

    def legal(self, view: Any, _selected: None) -> str:
        return " ".join(map(self.game.show_move, view.legal or public_moves(self.game, view)))
