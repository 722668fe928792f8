"""Xe Queo! in a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from ridotto.cli.terminal import Selected
from ridotto.core import Actor, NotationError, Seat
from ridotto.draw import xequeo_text
from ridotto.draw.xequeo import last_path
from ridotto.games.xequeo import State, View, XeQueo
from ridotto.games.xequeo.board import ANYBODY, LETTERS, Piece, squares_of
from ridotto.games.xequeo.moves import CALL, HIDDEN, Call, Go, Lay, Move
from ridotto.i18n import Catalogue
from ridotto.tell import xequeo as words


class XeQueoTerminal:
    def __init__(self, game: XeQueo, names: Sequence[str], say: Catalogue, *, is_open: bool = False) -> None:
        self.game = game
        self.names = names
        self.say = say
        self.is_open = is_open

    def board(self, view: View, selected: Piece | None) -> RenderableType:
        targets = {move.square for move in self._targets(view, selected)}
        return xequeo_text.board_text(view.position, targets=targets, last=last_path(view), own=view.choice)

    def status(self, view: View, mover: Seat | None, _selected: Piece | None) -> RenderableType:
        text = Text()
        text.append("Xe Queo!", "bold")
        text.append(f"  {self.say.text('heading_round', round=view.round)}\n\n")
        for seat, name in enumerate(self.names):
            won = view.rings[seat]
            text.append("▸ " if seat == mover else "  ")
            text.append("◉" * won + "○" * (self.game.options.rings - won), "#c9962b")
            text.append(f" {won}  {name}\n")
        if view.seat is not None and view.choice != HIDDEN:
            text.append(f"\n{self.secret(view)}\n")
        return text

    def heading(self, state: State) -> str:
        return self.say.said(words.heading(self.game, state))

    def prompt(self, view: View, _selected: Piece | None) -> str:
        if view.phase == "setup":
            return self.say.text("ask_setup", piece=self._piece(len(view.position.pieces)))
        return self.say.text(f"ask_{view.phase}")

    def read(self, view: View, _selected: Piece | None, text: str) -> Move | Selected:
        """Lenient about case, spaces and what goes without saying; strict about everything else."""
        word = "".join(text.split())
        word = word[:1].upper() + word[1:].lower()
        if view.phase == "ring" and not word.startswith("@"):
            word = f"@{word.lower()}"
        elif view.phase == "choose":
            word = f"={word.removeprefix('=').upper()}"
        elif view.phase == "setup" and not word.startswith("+"):
            word = f"+{LETTERS[len(view.position.pieces)]}{word.lower()[-2:]}"
        elif word.startswith("+"):
            word = word[:2].upper() + word[2:]
        elif view.phase == "play" and len(word) == 1 and word in LETTERS[: self.game.pieces]:
            return Selected(LETTERS.index(word))
        try:
            return self.game.parse_move(word)
        except NotationError:
            raise NotationError(f"typed_{view.phase}", text=text) from None

    def needs_curtain(self, view: View) -> bool:
        return view.phase == "choose"

    def gives_away(self, view: View) -> bool:
        return view.choice != HIDDEN

    def secret(self, view: View) -> str:
        if view.choice == HIDDEN:
            return self.say.text("play_no_secret")
        return self.say.text("play_secret", piece=self._piece(view.choice))

    def tell(self, before: State, actor: Actor, move: Any, after: State) -> str:
        said = words.tell(self.game, self.names, before, actor, move, after, is_open=self.is_open)
        return self.say.said(said) if said else ""

    def legal(self, view: View, selected: Piece | None) -> str:
        moves: list[Move] = [*self._targets(view, selected)]
        if view.phase == "play" and selected is None:
            moves = [*self._goes(view), *CALL[: self.game.pieces]]
        return " ".join(str(move) for move in moves or view.legal)

    def question(self, view: View, move: Any) -> str:
        if not isinstance(move, Call):
            return ""
        return self.say.text("play_call_sure", piece=self._piece(move.piece))

    def typed(self, move: Any) -> str:
        return self.game.show_move(move).lstrip("@=")

    def _targets(self, view: View, selected: Piece | None) -> list[Go | Lay]:
        """What to dot on the board: where the selected piece can go, or the ring can lie."""
        if view.phase == "ring":
            return [move for move in view.legal if isinstance(move, Lay)]
        return [move for move in self._goes(view) if move.piece == selected]

    def _goes(self, view: View) -> list[Go]:
        """The piece moves as the reader may see them listed: a spectator is not told who may enter the ring."""
        if view.phase != "play":
            return []
        if view.legal:
            return [move for move in view.legal if isinstance(move, Go)]
        reach = self.game.board.reach(view.position.pieces, view.position.ring, ANYBODY)
        return [Go(piece, square) for piece, mask in enumerate(reach) for square in squares_of(mask)]

    def _piece(self, piece: Piece) -> str:
        return self.say.said(words.piece_name(piece))
