"""The command line. Every command is a module of this package with `add` and `run`, imported only when it is called."""

from __future__ import annotations

import argparse
import io
import json
import os
import shlex
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import ridotto
from ridotto.core import RidottoError
from ridotto.i18n import LANGUAGES, Catalogue, system_language

if TYPE_CHECKING:
    from rich.console import Console

COMMANDS: Final = (
    "play",
    "serve",
    "replay",
    "show",
    "board",
    "gallery",
    "perft",
    "solve",
    "analyse",
    "arena",
    "exploit",
    "train",
    "backup",
    "restore",
    "doctor",
    "completion",
)
BARE: Final = ("serve", "--open")
"""What the program does when no command is named."""

DONE: Final = 0
FAULTS: Final = 1
REFUSED: Final = 2
INTERRUPTED: Final = 130
PIPE_CLOSED: Final = 141
EXIT_CODES: Final = {
    DONE: "cli_exit_done",
    FAULTS: "cli_exit_faults",
    REFUSED: "cli_exit_refused",
    INTERRUPTED: "cli_exit_interrupted",
    PIPE_CLOSED: "cli_exit_pipe",
}
"""What a command ends with, and where the catalogue says what it means."""

STREAM: Final = "-"
"""Written for a file, it is standard input or output."""

# argparse asks gettext for its own words; these are the ones a person meets.
ARGPARSE: Final = {
    "usage: ": "argparse_usage",
    "positional arguments": "argparse_positionals",
    "options": "argparse_options",
    "show this help message and exit": "argparse_help",
    "the following arguments are required: %s": "argparse_required",
    "unrecognized arguments: %s": "argparse_unrecognized",
    "argument %(argument_name)s: %(message)s": "argparse_argument",
    "invalid choice: %(value)r (choose from %(choices)s)": "argparse_choice",
    "invalid %(type)s value: %(value)r": "argparse_value",
    "expected one argument": "argparse_one",
    "expected at least one argument": "argparse_some",
}


class UsageError(RidottoError):
    """The command line itself cannot be understood."""


class FileError(RidottoError):
    """A file that cannot be read or written."""


class ToolError(RidottoError):
    """A package that a command needs is not installed."""


def missing_package(*packages: str) -> ToolError:
    """Names the one command that helps: it installs into the Python that runs."""
    command = shlex.join([sys.executable, "-m", "pip", "install", *packages])
    return ToolError("package_missing", package=packages[0], command=command)


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> Any:
        raise UsageError("usage", message=message, command=self.prog)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        # argparse leaves what a command does not know to the program's parser, which would point at the wrong help.
        known, unknown = super().parse_known_args(args, namespace)
        if unknown:
            self.error(argparse._("unrecognized arguments: %s") % " ".join(unknown))  # type: ignore[attr-defined]
        return known, unknown


def main(argv: Sequence[str] | None = None) -> int:
    words = list(sys.argv[1:] if argv is None else argv)
    say = Catalogue(_wished_language(words))
    argparse._ = lambda text: say.text(ARGPARSE[text]) if text in ARGPARSE else text  # type: ignore[attr-defined]
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a terminal that lacks a character still shows the rest
    is_bare = False
    try:
        parser = make_parser(say, words)
        args = parser.parse_args(words)
        if is_bare := args.command is None:
            args = make_parser(say, BARE).parse_args([*words, *BARE])
        _tell_broken_games(args.command, say)
        run: Any = import_module(f"{__name__}.{args.command}").run
        return int(run(args, say) or DONE)
    except RidottoError as error:
        print(f"ridotto: {say.error(error)}", file=sys.stderr)
        if is_bare:
            parser.print_help(sys.stderr)
        return REFUSED
    except UnicodeEncodeError as error:
        # Bytes of the command line that are no text: Python has surrogates for them, which no file can have.
        guilty = next((word for word in words if error.object[error.start] in word), error.object)
        print(f"ridotto: {say.text('not_text', text=ascii(guilty)[1:-1])}", file=sys.stderr)
        return REFUSED
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read our output has gone; do not complain about it at exit either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return PIPE_CLOSED


def _tell_broken_games(command: str, say: Catalogue) -> None:
    from ridotto.games import broken_games

    for error in broken_games() if command != "serve" else ():  # the server has a log for it
        print(f"ridotto: {say.error(error)}", file=sys.stderr)


def _wished_language(words: Sequence[str]) -> str:
    """Read before anything else, so that even a wrong command line is answered in the right language."""
    for word, after in zip(words, [*words[1:], ""], strict=False):
        wish = after if word == "--lang" else word.removeprefix("--lang=")
        if word.startswith("--lang") and wish in LANGUAGES:
            return wish
    return system_language()


def make_parser(say: Catalogue, words: Sequence[str] = COMMANDS) -> argparse.ArgumentParser:
    """Knows the arguments of the commands among the words; of the others it only knows that they exist."""
    parser = _Parser(
        prog="ridotto",
        description=say.text("cli_about"),
        epilog=say.text("cli_exit_codes", codes="; ".join(f"{n} {say.text(key)}" for n, key in EXIT_CODES.items())),
        allow_abbrev=False,
    )
    parser.add_argument(
        "--version", action="version", version=f"ridotto {ridotto.__version__}", help=say.text("cli_version")
    )
    add_language(parser, say, None)
    commands = parser.add_subparsers(dest="command", metavar=say.text("cli_command"), help=say.text("cli_bare"))
    for name, command in _parsers(commands, say, {name: say.text(f"cli_{name}") for name in COMMANDS}):
        if name in words:
            import_module(f"{__name__}.{name}").add(command, say)
    return parser


def add_actions(
    parser: argparse.ArgumentParser, say: Catalogue, about: str, actions: Mapping[str, str]
) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    """For a command that does several things, each with what it is about."""
    metavar = say.text("cli_command")
    return _parsers(parser.add_subparsers(dest="action", metavar=metavar, help=about, required=True), say, actions)


def _parsers(commands: Any, say: Catalogue, known: Mapping[str, str]) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    for name, about in known.items():
        command = commands.add_parser(name, help=about, description=about, allow_abbrev=False)
        add_language(command, say, argparse.SUPPRESS)
        yield name, command


def add_language(parser: argparse.ArgumentParser, say: Catalogue, default: Any) -> None:
    parser.add_argument("--lang", choices=LANGUAGES, default=default, help=say.text("cli_lang"))


def add_options(parser: argparse.ArgumentParser, say: Catalogue) -> None:
    """Game options, for every command that sets up a game."""
    parser.add_argument(
        "-o", "--option", dest="options", action="append", default=[], metavar="NAME=VALUE", help=say.text("cli_option")
    )


def known_bots() -> str:
    """For the help of every command that seats bots."""
    from ridotto.games import games

    return "; ".join(f"{name}: {', '.join(game.bots)}" for name, game in games().items())


def add_json(parser: argparse.ArgumentParser, say: Catalogue) -> None:
    """For every command whose result a program may want; docs/json.md lists the keys."""
    parser.add_argument("--json", action="store_true", help=say.text("cli_json"))


def print_json(data: Any) -> None:
    """One line, in ASCII, so that no output encoding can spoil it."""
    print(json.dumps(data))


def make_console(*, stderr: bool = False) -> Console:
    """Shows texts as they are: names are not markup."""
    from rich.console import Console

    return Console(stderr=stderr, highlight=False, markup=False, emoji=False)


# -- files -----------------------------------------------------------------------------------------------------------


def read_file(path: str | Path) -> str:
    try:
        return Path(path).read_bytes().decode("utf-8")
    except FileNotFoundError:
        raise FileError("file_missing", path=path) from None
    except UnicodeDecodeError:
        raise FileError("file_not_text", path=path) from None
    except OSError as error:
        raise FileError("file_unreadable", path=path, reason=error.strerror) from None


def read_input(path: str | Path) -> str:
    """A file, or standard input for ``-``."""
    if str(path) != STREAM:
        return read_file(path)
    try:
        return sys.stdin.buffer.read().decode("utf-8")
    except UnicodeDecodeError:
        raise FileError("file_not_text", path=path) from None


def require_folder(*paths: str | Path | None) -> None:
    """Asked before long work, so that its result has somewhere to go."""
    for path in paths:
        if path and str(path) != STREAM and not Path(path).parent.is_dir():
            raise FileError("folder_missing", path=path, folder=Path(path).parent)


def write_file(path: str | Path, text: str) -> None:
    """All or nothing: a file is never left half-written. Folders are not made: a mistyped one would go unnoticed."""
    require_folder(path)
    target = Path(path)
    draft = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        draft.write_bytes(text.encode("utf-8"))
        draft.replace(target)
    except OSError as error:
        with suppress(OSError):
            draft.unlink()
        raise FileError("file_unwritable", path=path, reason=error.strerror) from None


def write_output(path: str | Path, text: str) -> None:
    """A file, or standard output for ``-``: as UTF-8, whatever the terminal speaks, for that is what the files say."""
    if str(path) != STREAM:
        write_file(path, text)
        return
    sys.stdout.flush()
    sys.stdout.buffer.write(text.encode("utf-8"))
    sys.stdout.buffer.flush()
