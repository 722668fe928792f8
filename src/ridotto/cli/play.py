"""``ridotto play``: a table in the terminal, for people at one screen and against bots."""

from __future__ import annotations

import argparse
import getpass
import secrets
import sys
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Any, Final, Protocol

from platformdirs import user_data_path
from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from ridotto.bots import BOTS, Bot, Limit, make_bot
from ridotto.cli import UsageError, add_options, read_file, write_file
from ridotto.cli.xequeo_face import XeQueoFace
from ridotto.core import Actor, RidottoError, Seat, parse_options
from ridotto.games import game_type
from ridotto.i18n import Catalogue
from ridotto.match import Match, read_record

BOT_PREFIX: Final = "bot:"
WORDS: Final = ("undo", "resign", "save", "peek", "hint", "moves", "help", "quit")
THINKING: Final = Limit(seconds=2)
NEWS: Final = 6
"""How many of the latest events stay on the screen."""
WIDE: Final = 72


class Face(Protocol):
    """How one game looks and listens in a terminal; told `is_open`, it also tells secrets, for replays."""

    def board(self, view: Any, selected: Any) -> RenderableType: ...

    def status(self, view: Any, mover: Seat | None) -> RenderableType: ...

    def heading(self, state: Any) -> str:
        """The chapter that the next move belongs to, in words."""

    def prompt(self, view: Any) -> str: ...

    def read(self, view: Any, text: str) -> Any:
        """What was typed: a move, or something to look at as (thing,)."""

    def needs_curtain(self, view: Any) -> bool:
        """Whether the others at the screen must look away while this is asked and answered."""

    def gives_away(self, view: Any) -> bool:
        """Whether showing this view to the others at the screen would tell them a secret."""

    def secret(self, view: Any) -> str:
        """What a seat alone knows, in words."""

    def tell(self, before: Any, actor: Actor, move: Any, after: Any) -> str:
        """What happened, in words anybody may read."""

    def legal(self, view: Any, selected: Any) -> str:
        """What may be done, as move texts."""


FACES: Final[dict[str, Any]] = {"xequeo": XeQueoFace}


@dataclass(frozen=True, slots=True)
class Player:
    name: str
    bot: Bot | None


def layout(
    console: Console, face: Face, view: Any, mover: Seat | None, selected: Any, happened: Sequence[str]
) -> RenderableType:
    """The board with what is known beside it, or below it where the screen is narrow."""
    news = Group(face.status(view, mover), *happened[-NEWS:])
    if console.width < WIDE:
        return Group(face.board(view, selected), "", news)
    grid = Grid.grid(padding=(0, 3))
    grid.add_row(face.board(view, selected), news)
    return grid


class Leave(Exception):
    """Somebody gets up from the table; the match is kept."""


def add(parser: argparse.ArgumentParser, say: Catalogue) -> None:
    parser.add_argument("game", nargs="?", default="xequeo", help=say.text("cli_game"))
    parser.add_argument("--players", nargs="+", metavar="NAME", help=say.text("play_players"))
    add_options(parser, say)
    parser.add_argument("--resume", metavar="FILE", help=say.text("play_resume"))
    parser.add_argument("--seed", type=int, help=say.text("play_seed"))


def run(args: argparse.Namespace, say: Catalogue) -> int:
    rng = Random(secrets.randbits(64) if args.seed is None else args.seed)
    console = Console(highlight=False, markup=False)
    if args.resume:
        match = read_record(read_file(args.resume))
        if match.seen_by != "all":
            raise UsageError("play_masked", path=args.resume)
        path = Path(args.resume)
        names: Sequence[str] = match.names
    else:
        kind: Any = game_type(args.game)
        game = kind(parse_options(kind.options_type, args.options))
        names = args.players or _ask_players(game, say)
        if len(names) != game.seats:
            raise UsageError("play_seats", game=game.name, seats=game.seats, found=len(names))
        match = Match(game, names)
        path = user_data_path("ridotto") / f"{game.name}-{datetime.now():%Y-%m-%d-%H%M%S}.txt"
    players = [_player(name, match.game) for name in names]
    return Table(match, players, say, rng, path, console).run()


def _player(name: str, game: Any) -> Player:
    is_bot = name.startswith(BOT_PREFIX)
    return Player(name, make_bot(name.removeprefix(BOT_PREFIX), game) if is_bot else None)


def _ask_players(game: Any, say: Catalogue) -> list[str]:
    """The two questions a newcomer is asked; Enter answers both."""
    bots = list(BOTS[game.name])
    print(say.text("menu_welcome"))
    ways = [say.text("menu_bot", bot=bot) for bot in reversed(bots)] + [say.text("menu_people")]
    for number, way in enumerate(ways, 1):
        print(f"  {number}  {way}")
    try:
        while (answer := input(f"{say.text('menu_choose')} ").strip() or "1") not in map(str, range(1, len(ways) + 1)):
            print(say.text("menu_again", most=len(ways)))
        people = game.seats if int(answer) == len(ways) else 1
        names = [
            input(f"{say.text('menu_name', number=number)} ").strip() or say.text("menu_player", number=number)
            for number in range(1, people + 1)
        ]
    except EOFError:
        raise KeyboardInterrupt from None
    rivals = [f"{BOT_PREFIX}{list(reversed(bots))[int(answer) - 1]}"] * (game.seats - people) if people == 1 else []
    return names + rivals


class Table:
    def __init__(
        self, match: Match, players: Sequence[Player], say: Catalogue, rng: Random, path: Path, console: Console
    ) -> None:
        self.match = match
        self.players = players
        self.say = say
        self.rng = rng
        self.path = path
        self.console = console
        self.is_live = console.is_terminal and sys.stdin.isatty()
        self.is_shared = sum(player.bot is None for player in players) > 1
        self.names = [name.removeprefix(BOT_PREFIX) for name in match.names]
        self.face: Face = FACES[match.game.name](match.game, self.names, say)

    # -- the evening -------------------------------------------------------------------------------------------------

    def run(self) -> int:
        # On the alternate screen nothing can be scrolled back to, so a secret that was wiped is gone.
        try:
            with self.console.screen(hide_cursor=False) if self.is_live else _Nothing():
                self._play()
        except (Leave, KeyboardInterrupt, EOFError):
            self._save()
            self.console.print(self.say.text("play_left", path=self.path), soft_wrap=True)
            return 0
        self._save()
        self.console.print(self._end())
        self.console.print(self.say.text("play_kept", path=self.path), soft_wrap=True)
        return 0

    def _play(self) -> None:
        while not self.match.outcome:
            self.match.play_chance(self.rng)
            for seat in self.match.actors:
                if seat not in self.match.actors:
                    break  # somebody resigned or took a move back meanwhile
                self._turn(seat)
                self._save()
                if self._is_news() and self._humans():
                    self._pause()

    def _humans(self) -> list[Seat]:
        return [seat for seat, player in enumerate(self.players) if player.bot is None]

    def _turn(self, seat: Seat) -> None:
        bot = self.players[seat].bot
        if bot is None:
            self._ask_human(seat)
        else:
            self.match.submit(seat, bot.choose(self.match.view(seat), THINKING, self.rng).move)
            if not self._humans():
                self.console.print(self._happened()[-1])

    def _ask_human(self, seat: Seat) -> None:
        view = self.match.view(seat)
        is_hidden = self.is_shared and self.face.needs_curtain(view)
        if is_hidden:
            self._curtain(seat)
        is_public = self.is_shared and not is_hidden and self.face.gives_away(view)
        shown = self.match.view(None) if is_public else view
        selected, note = None, ""
        while True:
            self._show(shown, seat, selected, note)
            text = self._ask(f"{self.names[seat]}, {self.face.prompt(view)}", is_hidden=is_hidden)
            try:
                word, _, rest = text.partition(" ")
                if command := self._command(word):
                    note = getattr(self, f"_do_{command}")(seat, rest.strip(), shown, selected)
                    if note is None:
                        return
                elif text:
                    typed = self.face.read(view, text)
                    if isinstance(typed, tuple):
                        (selected,) = typed
                        note = ""
                    else:
                        self.match.submit(seat, typed)
                        return
            except RidottoError as error:
                note = self.say.error(error)

    # -- what can be said besides a move; each returns a note to show, or None when the turn is over ----------------

    def _command(self, word: str) -> str | None:
        """English words work everywhere, the language's own besides."""
        known = {plain(self.say.text(f"word_{command}")): command for command in WORDS} | {word: word for word in WORDS}
        return known.get(plain(word))

    def _do_undo(self, seat: Seat, _rest: str, _shown: Any, _selected: Any) -> str | None:
        humans = self._humans()
        kept = list(self.match.entries), list(self.match.states)
        while self.match.can_undo:
            actor = self.match.entries[-1].actor
            self.match.undo()
            if actor in humans:
                return None
        self.match.entries, self.match.states = kept
        return self.say.text("cannot_undo")

    def _do_resign(self, seat: Seat, _rest: str, _shown: Any, _selected: Any) -> str | None:
        answer = self._ask(self.say.text("play_resign_sure", name=self.names[seat]))
        if plain(answer) not in (plain(self.say.text("word_yes")), "yes"):
            return ""
        self.match.resign(seat)
        return None

    def _do_save(self, _seat: Seat, rest: str, _shown: Any, _selected: Any) -> str:
        path = Path(rest) if rest else self.path
        if rest and path.exists():
            raise UsageError("file_exists", path=path)
        write_file(path, self.match.record())
        return self.say.text("play_saved", path=path)

    def _do_peek(self, seat: Seat, _rest: str, _shown: Any, _selected: Any) -> str:
        secret = self.face.secret(self.match.view(seat))
        if not self.is_shared:
            return secret
        self._curtain(seat)
        self.console.print(Panel(secret))
        self._ask(self.say.text("play_hide"))
        return ""

    def _do_hint(self, seat: Seat, _rest: str, _shown: Any, _selected: Any) -> str:
        if self.is_shared:
            return self.say.text("play_no_hint")
        bot = make_bot(list(BOTS[self.match.game.name])[-1], self.match.game)
        choice = bot.choose(self.match.view(seat), THINKING, Random(len(self.match.entries)))
        reasons = " ".join(self.say.text(reason.code, **reason.params) for reason in choice.reasons)
        return self.say.text("play_hint", bot=bot.name, move=self.match.game.show_move(choice.move), reasons=reasons)

    def _do_moves(self, _seat: Seat, _rest: str, shown: Any, selected: Any) -> str:
        return self.face.legal(shown, selected)

    def _do_help(self, _seat: Seat, _rest: str, _shown: Any, _selected: Any) -> str:
        words = [f"{self.say.text(f'word_{word}'):<9} {self.say.text(f'help_{word}')}" for word in WORDS]
        return "\n".join([self.say.text(f"help_{self.match.game.name}"), *words])

    def _do_quit(self, _seat: Seat, _rest: str, _shown: Any, _selected: Any) -> str:
        raise Leave

    # -- the screen --------------------------------------------------------------------------------------------------

    def _show(self, view: Any, mover: Seat, selected: Any, note: str) -> None:
        self._wipe()
        self.console.print(layout(self.console, self.face, view, mover, selected, self._happened()))
        hint = Text(self.say.text("play_help", word=self.say.text("word_help")), style="dim")
        self.console.print(Panel(note) if note else hint)

    def _happened(self) -> list[str]:
        match = self.match
        told = [
            self.face.tell(match.states[index], actor, move, match.states[index + 1])
            for index, (actor, move) in enumerate(match.entries)
        ]
        return [line for line in told if line]

    def _is_news(self) -> bool:
        return len(self.match.entries) > 0 and bool(self.match.game.news(*self.match.states[-2:]))

    def _pause(self) -> None:
        self._wipe()
        humans = self._humans()
        seat = None if self.is_shared else humans[0]
        happened = self._happened()
        self.console.print(layout(self.console, self.face, self.match.view(seat), None, None, happened[:-1]))
        self.console.print(Panel(happened[-1]))
        self._ask(self.say.text("play_enter"))

    def _end(self) -> RenderableType:
        outcome = self.match.outcome
        assert outcome
        winners = ", ".join(self.names[seat] for seat in outcome.winners)
        return Panel(self.say.text(f"end_{outcome.reason}", name=winners), style="bold")

    def _curtain(self, seat: Seat) -> None:
        self._wipe()
        self.console.print(Panel(self.say.text("play_curtain", name=self.names[seat])))
        self._ask(self.say.text("play_enter"))
        self._wipe()

    def _wipe(self) -> None:
        if self.is_live:
            self.console.clear()

    def _ask(self, prompt: str, *, is_hidden: bool = False) -> str:
        if is_hidden and self.is_live:
            return getpass.getpass(f"{prompt} › ").strip()
        return self.console.input(Text(f"{prompt} › ")).strip()

    def _save(self) -> None:
        if self.match.entries:
            write_file(self.path, self.match.record())


def plain(word: str) -> str:
    """Lower case and without accents, for people whose keyboard lacks them."""
    return "".join(c for c in unicodedata.normalize("NFD", word.lower()) if not unicodedata.combining(c))


class _Nothing:
    def __enter__(self) -> None: ...

    def __exit__(self, *_: object) -> None: ...
