"""Venise in a terminal: numbered choices, one inside the other, marked on the board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias

from rich.console import RenderableType
from rich.text import Text

from ridotto.cli.terminal import Selected
from ridotto.core import Actor, NotationError, Seat
from ridotto.draw.venise import text as drawn
from ridotto.games.venise import State, Venise, View
from ridotto.games.venise.boards import COLOURS, GEMS, LETTERS
from ridotto.games.venise.deck import CARDS, Card, card_key
from ridotto.games.venise.moves import Discard, Exchange, Move, Play
from ridotto.i18n import Catalogue
from ridotto.tell import venise

Path: TypeAlias = tuple[str, ...]
"""The choices so far, outermost first: ``("joker", "move", "a1-b1")``."""

BACK: Final = "0"
NAME: Final = 11
"""How much of a name is shown beside the board."""
COLUMN: Final = 16


class Option(NamedTuple):
    key: str
    """A card, a place, a walk, or what else can be done."""
    move: Move | None
    """None where more has to be chosen."""


class VeniseTerminal:
    def __init__(self, game: Venise, names: Sequence[str], say: Catalogue, *, is_open: bool = False) -> None:
        self.game = game
        self.names = names
        self.say = say
        self.is_open = is_open

    # -- what is seen ------------------------------------------------------------------------------------------------

    def board(self, view: View, selected: Path | None) -> RenderableType:
        marks: dict[str, str] = {}
        if selected:
            for number, option in enumerate(self._options(view, selected), 1):
                marks.setdefault(option.key.split(",")[-1], str(number))
        on_board = {place: label for place, label in marks.items() if place in self.game.planks.number}
        return drawn.board_text(view, marks=on_board)

    def status(self, view: View, mover: Seat | None, selected: Path | None) -> RenderableType:
        text = Text(no_wrap=True)
        text.append(self.say.text("game_venise"), "bold")
        text.append(f"  {self.say.text('ve_heading_round', round=view.round)}\n")
        for seat, name in enumerate(self.names):
            text.append_text(self._seat_line(view, seat, name, is_mover=seat == mover))
        if view.seat is not None and view.seat == mover:
            text.append("\n")
            text.append_text(self._choices(view, selected or ()))
        return text

    def _seat_line(self, view: View, seat: Seat, name: str, *, is_mover: bool) -> Text:
        letter = LETTERS[COLOURS.index(view.colours[seat])]
        home = GEMS - len(view.gems[seat])
        short, long = view.stocks[seat]
        line = Text("▸" if is_mover else " ")
        line.append_text(drawn.letter_text(letter))
        fitting = name if len(name) <= NAME else f"{name[: NAME - 1]}…"
        line.append(f" {fitting:<{NAME}} ", "bold" if is_mover else "")
        line.append("◆" * home + "◇" * (GEMS - home), "#c9962b")
        if seat in view.finished:
            line.append(f" {self.say.text('ve_web_place', count=view.finished.index(seat) + 1)}\n", "bold")
        else:
            line.append(f" ═{short}+{long} ●{view.tiles[seat]} ▮{view.counts[seat]}\n")
        return line

    def _choices(self, view: View, selected: Path) -> Text:
        text = Text()
        options = self._options(view, selected)
        if selected:
            lines = [f"{nth:>2} {self._words(view, option)}" for nth, option in enumerate(options, 1)]
            # Places are short enough for two in a row; in some languages cards are not.
            step = 2 if max(map(len, lines)) < COLUMN else 1
            for at in range(0, len(lines), step):
                text.append("".join(line.ljust(COLUMN) for line in lines[at : at + step]).rstrip() + "\n")
            text.append(f" {BACK} {self.say.text('ve_back')}\n", "dim")
            return text
        if view.phase == "play":
            left, limit = view.hourglasses, max(self.game.deck.hourglasses, view.hourglasses)
            text.append(f"{self.say.text('ve_hourglasses_left')} ")
            text.append("●" * left + "○" * (limit - left) + "\n", "#c9962b")
        numbers = {option.key: nth for nth, option in enumerate(options, 1)}
        for card, count in Counter(view.hand).items():
            text.append_text(self._card_line(card, count, numbers.get(card)))
        for key, nth in numbers.items():
            if key not in CARDS:
                text.append(f"{nth:>2} {self._deed(key)}\n")
        return text

    def _card_line(self, card: Card, count: int, number: int | None) -> Text:
        cost = self.game.deck.costs[CARDS.index(card)]
        words = self._card(card) + (f" ×{count}" if count > 1 else "")
        line = Text(f"{number or '–':>2} {words:<24} ", "dim" if number is None else "bold")
        line.append("●" * cost + "\n", "#c9962b")
        return line

    def heading(self, state: State) -> str:
        return self.say.said(venise.heading(self.game, state))

    def secret(self, view: View) -> str:
        if not view.hand:
            return self.say.text("ve_no_hand")
        return self.say.text("ve_hand", cards=venise.tell_cards(view.hand))

    # -- what is asked and answered ----------------------------------------------------------------------------------

    def prompt(self, view: View, selected: Path | None) -> str:
        match selected or ():
            case ():
                return self.say.text(f"ve_ask_{view.phase}")
            case ("exchange", *given):
                return self.say.text("ve_ask_exchange", count=self.game.deck.exchange - len(given))
            case ("joker",):
                return self.say.text("ve_ask_joker")
            case ("joker", *rest) | rest if rest in (["move"], ["remove"]):
                return self.say.text("ve_ask_plank")
        return self.say.text("ve_ask_place")

    def read(self, view: View, selected: Path | None, text: str) -> Move | Selected:
        """A number of the list or what stands beside it; or else a move as records have it."""
        chosen, word = selected or (), text.strip()
        if word == BACK and chosen:
            return Selected(chosen[:-1] or None)
        options = self._options(view, chosen)
        named = [option for option in options if word in (option.key, option.key.split(",")[-1])]
        if word.isdecimal() and 1 <= int(word) <= len(options):
            named = [options[int(word) - 1]]
        if named:
            return named[0].move or Selected((*chosen, named[0].key))
        if ":" in word or word.startswith("-"):
            return self.game.parse_move(word)
        raise NotationError("typed_venise", text=text)

    def needs_curtain(self, view: View) -> bool:
        return bool(view.hand)

    def gives_away(self, view: View) -> bool:
        return bool(view.hand)

    def question(self, view: View, move: Move) -> str:
        return ""

    def typed(self, move: Move) -> str:
        return self.game.show_move(move)

    def legal(self, view: View, selected: Path | None) -> str:
        return "  ".join(self._typed(option, is_first=not selected) for option in self._options(view, selected or ()))

    def _typed(self, option: Option, *, is_first: bool) -> str:
        """What to type; where that names no place, after what it means."""
        typed = option.key if option.move is None else str(option.move)
        if option.key in CARDS:
            return f"{self._card(option.key)} ({typed})"
        return f"{self._deed(option.key)} ({typed})" if is_first else typed

    def _options(self, view: View, chosen: Path) -> list[Option]:
        """The next things to choose among: the legal moves, sorted into each other."""
        found: dict[str, Move | None] = {}
        for move in view.legal:
            path = _path(move)
            if path[: len(chosen)] == chosen:
                found.setdefault(path[len(chosen)], move if len(path) == len(chosen) + 1 else None)
        if chosen[:1] == ("exchange",):
            found = self._exchanges(view, chosen[1:])
        return [Option(key, move) for key, move in found.items()]

    def _exchanges(self, view: View, given: Path) -> dict[str, Move | None]:
        """Cards are given one by one, in any order."""
        found: dict[str, Move | None] = {}
        for move in view.legal:
            if isinstance(move, Exchange) and not Counter(given) - Counter[str](move.cards):
                for card in Counter[str](move.cards) - Counter(given):
                    is_last = len(given) + 1 == len(move.cards)
                    found.setdefault(card, move if is_last else None)
        return {card: found[card] for card in CARDS if card in found}

    # -- words -------------------------------------------------------------------------------------------------------

    def _words(self, view: View, option: Option) -> str:
        if option.key in CARDS:
            return self._card(option.key)
        way = option.key.split(",")
        gems = {field for field in way if view.seat is not None and field in view.gems[view.seat]}
        return way[-1] + " ◆" * len(gems)

    def _deed(self, key: str) -> str:
        count = {"exchange": self.game.deck.exchange, "end": self.game.deck.draw}.get(key, 1)
        return self.say.text(f"ve_do_{key}", count=count)

    def _card(self, card: str) -> str:
        return self.say.text(card_key(card))  # type: ignore[arg-type]

    # -- what happened -----------------------------------------------------------------------------------------------

    def tell(self, before: State, actor: Actor, move: Move | str, after: State) -> str:
        said = venise.tell(self.game, self.names, before, actor, move, after, is_open=self.is_open)
        return self.say.said(said) if said else ""


def _path(move: Move) -> Path:
    match move:
        case Play(card, where, is_joker):
            head = ("joker", card) if is_joker else (card,)
            return (*head, *(where if card == "move" else (",".join(where),)))
        case Discard(card):
            return (card,)
        case Exchange():
            return ("exchange", "")
    return (str(move),)
