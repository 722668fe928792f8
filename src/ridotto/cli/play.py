"""``ridotto play``: a table in the terminal, for people at one screen and against bots."""

from __future__ import annotations

import argparse
import getpass
import secrets
import sys
import unicodedata
from collections.abc import Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from platformdirs import user_data_path
from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from ridotto.arena.play import parse_contestant
from ridotto.bots import BOT_PREFIX, Bot, Limit, character_key, characters, make_bot
from ridotto.bots.bluff import StandIn
from ridotto.cli import DONE, REFUSED, UsageError, add_options, known_bots, make_console, read_file, write_file
from ridotto.cli.terminal import Selected, Terminal, make_terminal
from ridotto.core import OptionError, RidottoError, Seat
from ridotto.games import game_type, games, make_game, registration
from ridotto.i18n import Catalogue, Said, has_text
from ridotto.match import NAME_LENGTH, Match, Study, clean_name, read_study
from ridotto.tell import ending, explain, propose

WORDS: Final = ("undo", "resign", "save", "peek", "hint", "moves", "help", "quit")
THINKING: Final = Limit(seconds=2)
NEWS: Final = 6
"""How many of the latest events stay on the screen."""
WIDE: Final = 72
GAP: Final = 3


@dataclass(frozen=True, slots=True)
class Player:
    name: str
    bot: Bot | None = None
    limit: Limit = THINKING


class BotError(RidottoError):
    """A bot that crashed or wanted to do what is not allowed."""


def layout(
    console: Console, terminal: Terminal, view: Any, mover: Seat | None, selected: Any, happened: Sequence[str]
) -> RenderableType:
    """The board with what is known beside it, or below it where the screen is narrow.

    The latest events come beside the board too, or below it where more of them fit.
    """
    board, status = terminal.board(view, selected), terminal.status(view, mover, selected)
    if console.width < WIDE:
        return Group(board, "", status, *happened[-NEWS:])
    grid = Grid.grid(padding=(0, GAP))
    wide, high, known = console.measure(board).maximum, _height(console, board), _height(console, status)
    rest = console.width - wide - GAP
    grid.add_column(min_width=wide)
    grid.add_column(max_width=rest)
    beside = _latest(console, happened, rest, high - known)
    below = _latest(console, happened, console.width, console.height - max(high, known) - 2)  # a hint, the question
    if len(beside) < len(below):
        grid.add_row(board, status)
        return Group(grid, *below)
    grid.add_row(board, Group(status, *beside))
    return grid


def _latest(console: Console, happened: Sequence[str], width: int, rows: int) -> list[str]:
    """As many of the latest events as have room."""
    shown: list[str] = []
    for line in reversed(happened[-NEWS:]):
        rows -= _height(console, line, width)
        if rows < 0:
            break
        shown.insert(0, line)
    return shown


def _height(console: Console, shown: RenderableType, width: int | None = None) -> int:
    return len(console.render_lines(shown, console.options.update(width=width or console.width), pad=False))


class Asked(NamedTuple):
    """What somebody said besides a move, and what was on the screen then."""

    seat: Seat
    rest: str
    shown: Any
    selected: Any


class Leave(Exception):
    """Somebody gets up from the table; the match is kept."""


def add(parser: argparse.ArgumentParser, say: Catalogue) -> None:
    parser.add_argument("game", nargs="?", default=next(iter(games())), help=say.text("cli_game"))
    parser.add_argument("--players", nargs="+", metavar="NAME", help=say.text("play_players", bots=known_bots()))
    add_options(parser, say)
    parser.add_argument("--resume", metavar="FILE", help=say.text("play_resume"))
    parser.add_argument("--seed", type=int, help=say.text("play_seed"))


def run(args: argparse.Namespace, say: Catalogue) -> int:
    rng = Random(secrets.randbits(64) if args.seed is None else args.seed)
    console = make_console()
    if args.resume:
        study = read_study(read_file(args.resume))
        if study.match.seen_by != "all":
            raise UsageError("play_masked", path=args.resume)
        path = Path(args.resume)
        names: Sequence[str] = study.match.names
    else:
        names = args.players or _ask_players(args.game, args.options, say)
        game = make_game(args.game, _with_seats(args.game, args.options, len(names)))
        if len(names) != game.seats:
            raise UsageError("play_seats", game=game.name, seats=game.seats, found=len(names))
        study = Study(Match(game, names))
        path = user_data_path("ridotto") / f"{game.name}-{datetime.now():%Y-%m-%d-%H%M%S}.txt"
    players = [_player(name, study.match.game) for name in names]
    return Table(study, players, say, rng, path, console).run()


def _player(name: str, game: Any) -> Player:
    if not name.startswith(BOT_PREFIX):
        return Player(name)
    if clean_name(name) != name:
        raise UsageError("play_bot_long", name=name, most=NAME_LENGTH)  # a record cuts it, and could not be resumed
    contestant = parse_contestant(name.removeprefix(BOT_PREFIX))
    return Player(name, contestant.make(game), contestant.limit or THINKING)


def _with_seats(name: str, options: Sequence[str], seats: int | str) -> list[str]:
    """The options with the number of seats, where a game leaves it open and it was not given."""
    is_open = "seats" in game_type(name).options_type.__dataclass_fields__
    return [*options, *([f"seats={seats}"] if is_open and not any(o.startswith("seats=") for o in options) else [])]


def _ask_players(name: str, options: Sequence[str], say: Catalogue) -> list[str]:
    """The few questions a newcomer is asked; Enter answers all of them."""
    game = make_game(name, options)
    bots = list(reversed(characters(game.name)))
    print(say.text("menu_welcome", game=say.text(f"game_{game.name}")))
    try:
        while len(_with_seats(name, options, "")) > len(options):
            answer = input(f"{say.text('menu_seats', least=game.seats)} ").strip() or str(game.seats)
            try:
                options = _with_seats(name, options, answer)
                game = make_game(name, options)
            except OptionError as error:
                print(say.error(error))
                options = options[:-1]
        ways = [f"{say.text(f'bot_name_{bot}')}: {say.text(character_key(bot))}" for bot in bots]
        ways.append(say.text("menu_people", count=game.seats))
        for number, way in enumerate(ways, 1):
            print(f"  {number}  {way}")
        while (answer := input(f"{say.text('menu_choose')} ").strip() or "1") not in map(str, range(1, len(ways) + 1)):
            print(say.text("menu_again", most=len(ways)))
        people = game.seats if int(answer) == len(ways) else 1
        names = [
            input(f"{say.text('menu_name', number=number)} ").strip() or say.text("menu_player", number=number)
            for number in range(1, people + 1)
        ]
    except EOFError:
        raise KeyboardInterrupt from None
    return names + [f"{BOT_PREFIX}{bots[int(answer) - 1]}"] * (game.seats - people) if people == 1 else names


class Table:
    def __init__(
        self, study: Study, players: Sequence[Player], say: Catalogue, rng: Random, path: Path, console: Console
    ) -> None:
        self.study = study
        """The match as it was begun or resumed, with notes and variations that its file had."""
        self.match = study.match.copy()
        self.players = list(players)
        self.say = say
        self.rng = rng
        self.path = path
        self.console = console
        self.is_live = console.is_terminal and sys.stdin.isatty()
        self.reader: Seat | None = None
        """Whose secrets may be on the screen since the others were asked to look away."""
        self.unsaved = ""
        self._seat_players()
        self.notice = self._stand_ins()

    def _seat_players(self) -> None:
        self.is_shared = len(self._humans()) > 1
        self.names = short_names(self.match.names, self.say)
        self.terminal = make_terminal(self.match, self.names, self.say)

    def _stand_ins(self) -> str:
        """Which bots cannot play, and who plays for them."""
        return "\n".join(
            f"{name}: {self.say.text(player.bot.reason.code, **player.bot.reason.params)}"
            for name, player in zip(self.names, self.players, strict=True)
            if isinstance(player.bot, StandIn)
        )

    # -- the evening -------------------------------------------------------------------------------------------------

    def run(self) -> int:
        # On the alternate screen nothing can be scrolled back to, so a secret that was wiped is gone.
        has_left, failure = False, None
        try:
            with self.console.screen(hide_cursor=False) if self.is_live else nullcontext():
                self._play()
        except (Leave, KeyboardInterrupt, EOFError):
            has_left = True
        except BotError as error:
            has_left, failure = True, error
            self.console.print(self.say.error(error), soft_wrap=True)
        if not has_left:
            self.console.print(self._end())
        if not self._save():
            # Nothing is lost even on a full disk: the record goes where it can be copied from.
            self.console.print(self.unsaved, self.study.going_on(self.match).record(), sep="\n", soft_wrap=True)
            return REFUSED
        self.console.print(self.say.text("play_left" if has_left else "play_kept", path=self.path), soft_wrap=True)
        return REFUSED if failure else DONE

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
        bot, limit = self.players[seat].bot, self.players[seat].limit
        if bot is None:
            self._ask_human(seat)
        else:
            try:
                self.match.submit(seat, bot.choose(self.match.view(seat), limit, self.rng).move)
            except Exception as error:  # whatever is wrong with a bot, the match is kept
                reason = error if isinstance(error, RidottoError) else f"{type(error).__name__}: {error}"
                raise BotError("play_bot_failed", bot=self.names[seat], reason=reason) from error
            if not self._humans() and (told := self._tell(len(self.match.entries) - 1)):
                self.console.print(told)

    def _ask_human(self, seat: Seat) -> None:
        view = self.match.view(seat)
        is_hidden = self.is_shared and self.terminal.needs_curtain(view)
        if is_hidden and self.reader != seat:
            self._curtain(seat)
        self.reader = seat if is_hidden else None
        is_masked = is_hidden and self._is_secret(seat, view.legal[0])
        is_public = self.is_shared and not is_hidden and self.terminal.gives_away(view)
        shown = self.match.view(None) if is_public else view
        selected, note, self.notice = None, self.notice, ""
        while True:
            self._show(shown, seat, selected, note or self.unsaved)
            text = self._ask(f"{self.names[seat]}, {self.terminal.prompt(view, selected)}", is_hidden=is_masked)
            try:
                word, _, rest = text.partition(" ")
                if command := self._command(word):
                    note = getattr(self, f"_do_{command}")(Asked(seat, rest.strip(), shown, selected))
                    if note is None:
                        return
                elif not text:
                    note = ""
                else:
                    typed = self.terminal.read(view, selected, text)
                    if isinstance(typed, Selected):
                        selected = typed.thing
                        note = ""
                    elif self._is_meant(view, typed):
                        self.match.submit(seat, typed)
                        return
                    else:
                        note = ""
            except RidottoError as error:
                note = self.say.error(error)

    def _is_meant(self, view: Any, move: Any) -> bool:
        """Whoever sits at a screen is asked before what decides a round; a script has thought about it."""
        self.match.game.play(self.match.state, view.seat, move)  # what is refused is not asked about
        question = self.terminal.question(view, move) if self.is_live else ""
        return not question or self._is_yes(self._ask(question))

    def _is_yes(self, answer: str) -> bool:
        return plain(answer) in (plain(self.say.text("word_yes")), "yes")

    # -- what can be said besides a move; each returns a note to show, or None when the turn is over ----------------

    def _command(self, word: str) -> str | None:
        """English words work everywhere, the language's own besides."""
        known = {plain(self.say.text(f"word_{command}")): command for command in WORDS} | {word: word for word in WORDS}
        return known.get(plain(word))

    def _do_undo(self, asked: Asked) -> str | None:
        humans = self._humans()
        self.match.take_back(humans, set(range(self.match.game.seats)) - set(humans))
        return None

    def _do_resign(self, asked: Asked) -> str | None:
        seat, match = asked.seat, self.match
        question = "play_resign_sure" if match.is_ended_by_resigning else "play_resign_many"
        if not self._is_yes(self._ask(self.say.text(question, name=self.names[seat]))):
            return ""
        if match.is_ended_by_resigning:
            match.resign(seat)
            return None
        # The record says who plays from now on, so that the match can be gone on with.
        name = f"{BOT_PREFIX}{registration(match.game.name).substitute}"
        self.players[seat] = _player(name, match.game)
        match.rename((*match.names[:seat], name, *match.names[seat + 1 :]))
        self._seat_players()
        if not self._humans():
            raise Leave
        return None

    def _do_save(self, asked: Asked) -> str:
        path = Path(asked.rest) if asked.rest else self.path
        if asked.rest and path.exists():
            raise UsageError("file_exists", path=path)
        write_file(path, self.study.going_on(self.match).record())
        return self.say.text("play_saved", path=path)

    def _do_peek(self, asked: Asked) -> str:
        secret = self.terminal.secret(self.match.view(asked.seat))
        if not self.is_shared or self.reader == asked.seat:
            return secret
        self._curtain(asked.seat)
        self.console.print(Panel(secret))
        self._ask(self.say.text("play_hide"))
        return ""

    def _do_hint(self, asked: Asked) -> str:
        if self.is_shared and self.reader != asked.seat:
            return self.say.text("play_no_hint")
        game, seat = self.match.game, asked.seat
        bot = make_bot(registration(game.name).adviser, game)
        if self.is_live:
            self.console.print(self.say.text("play_thinking"))
        choice = bot.choose(self.match.view(seat), THINKING, Random(len(self.match.entries)))
        said = propose(game, (Said(f"bot_name_{bot.name}"),) * game.seats, self.match.state, seat, choice.move)
        reasons = " ".join(self.say.said(explain(game, *reason)) for reason in choice.reasons)
        return self.say.text("play_hint", said=said, move=self.terminal.typed(choice.move), reasons=reasons)

    def _do_moves(self, asked: Asked) -> str:
        return self.terminal.legal(asked.shown, asked.selected)

    def _do_help(self, asked: Asked) -> str:
        known = {self.say.text(f"word_{word}"): self.say.text(f"help_{word}") for word in WORDS}
        width = max(map(len, known))
        words = [f"{word:<{width}} {about}" for word, about in known.items()]
        return "\n".join([self.say.text(f"help_{self.match.game.name}"), *words])

    def _do_quit(self, asked: Asked) -> str:
        raise Leave

    # -- the screen --------------------------------------------------------------------------------------------------

    def _show(self, view: Any, mover: Seat, selected: Any, note: str) -> None:
        self._wipe()
        table = layout(self.console, self.terminal, view, mover, selected, self._happened())
        panel = Panel(note)
        if note and _height(self.console, table) + _height(self.console, panel) >= self.console.height:
            table = layout(self.console, self.terminal, view, mover, selected, [])
            if _height(self.console, table) + _height(self.console, panel) >= self.console.height and self.is_live:
                table = ""  # a long note fills the screen
        self.console.print(table)
        hint = Text(self.say.text("play_help", word=self.say.text("word_help")), style="dim")
        self.console.print(panel if note else hint)

    def _happened(self) -> list[str]:
        return [line for index in range(len(self.match.entries)) if (line := self._tell(index))]

    def _tell(self, index: int) -> str:
        match = self.match
        return self.terminal.tell(match.states[index], *match.entries[index], match.states[index + 1])

    def _is_secret(self, seat: Seat, move: Any) -> bool:
        """Whether the others may not see the move that is made."""
        return bool(self.match.game.seen(self.match.state, seat, move, None) != move)

    def _is_news(self) -> bool:
        return len(self.match.entries) > 0 and bool(self.match.game.news(*self.match.states[-2:]))

    def _pause(self) -> None:
        self._wipe()
        self.reader = None  # everybody looks
        humans = self._humans()
        seat = None if self.is_shared else humans[0]
        happened = self._happened()
        self.console.print(layout(self.console, self.terminal, self.match.view(seat), None, None, happened[:-1]))
        self.console.print(Panel(happened[-1]))
        self._ask(self.say.text("play_enter"))

    def _end(self) -> RenderableType:
        outcome = self.match.outcome
        assert outcome
        return Panel(self.say.said(ending(outcome, self.names)), style="bold")

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

    def _save(self) -> bool:
        """Keeps the match where it can be resumed. When that fails, the play goes on and the screen says so."""
        self.unsaved = ""
        try:
            if self.match.entries:
                with suppress(OSError):  # writing says what is wrong
                    self.path.parent.mkdir(parents=True, exist_ok=True)
                write_file(self.path, self.study.going_on(self.match).record())
        except RidottoError as error:
            self.unsaved = self.say.error(error)
        return not self.unsaved


def short_names(names: Sequence[str], say: Catalogue) -> list[str]:
    """What people and bots are called at the table; those of the same name are numbered."""
    short = [
        _bot_name(name.removeprefix(BOT_PREFIX), say) if name.startswith(BOT_PREFIX) else _person_name(name, seat, say)
        for seat, name in enumerate(names)
    ]
    return [
        f"{name} {short[: seat + 1].count(name)}" if short.count(name) > 1 else name for seat, name in enumerate(short)
    ]


def _person_name(name: str, seat: Seat, say: Catalogue) -> str:
    """Whoever is called You would read “You points at red”."""
    return say.text("menu_player", number=seat + 1) if plain(name) == plain(say.text("word_you")) else name


def _bot_name(bot: str, say: Catalogue) -> str:
    code, at, limit = bot.partition("@")
    key = f"bot_name_{code}"
    return f"{say.text(key)} {at}{limit}".strip() if has_text(key) else bot


def plain(word: str) -> str:
    """Lower case and without accents, for people whose keyboard lacks them."""
    return "".join(c for c in unicodedata.normalize("NFD", word.lower()) if not unicodedata.combining(c))
