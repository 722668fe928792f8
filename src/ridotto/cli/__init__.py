"""The command line. Every command is a module of this package with `add` and `run`, imported only when it is called."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import ridotto
from ridotto.core import RidottoError
from ridotto.i18n import LANGUAGES, Catalogue, system_language

COMMANDS: Final = ("play", "serve", "replay", "show", "board", "perft", "solve", "analyse", "arena")

INTERRUPTED: Final = 130
"""The status of a command that Ctrl-C ended."""

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


class _Parser(argparse.ArgumentParser):
    say: Catalogue

    def error(self, message: str) -> Any:
        raise UsageError("usage", message=message, command=self.prog)


def main(argv: Sequence[str] | None = None) -> int:
    words = list(sys.argv[1:] if argv is None else argv)
    say = Catalogue(_wished_language(words))
    argparse._ = lambda text: say.text(ARGPARSE[text]) if text in ARGPARSE else text  # type: ignore[attr-defined]
    try:
        args = _parser(words, say).parse_args(words)
        run: Any = import_module(f"{__name__}.{args.command}").run
        return int(run(args, say) or 0)
    except RidottoError as error:
        print(f"ridotto: {say.error(error)}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read our output has gone; do not complain about it at exit either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141


def _wished_language(words: Sequence[str]) -> str:
    """Read before anything else, so that even a wrong command line is answered in the right language."""
    for word, after in zip(words, [*words[1:], ""], strict=False):
        wish = after if word == "--lang" else word.removeprefix("--lang=")
        if word.startswith("--lang") and wish in LANGUAGES:
            return wish
    return system_language()


def _parser(words: Sequence[str], say: Catalogue) -> argparse.ArgumentParser:
    parser = _Parser(prog="ridotto", description=say.text("cli_about"), allow_abbrev=False)
    parser.add_argument(
        "--version", action="version", version=f"ridotto {ridotto.__version__}", help=say.text("cli_version")
    )
    add_language(parser, say, None)
    commands = parser.add_subparsers(dest="command", metavar=say.text("cli_command"), required=True)
    for name in COMMANDS:
        about = say.text(f"cli_{name}")
        command = commands.add_parser(name, help=about, description=about, allow_abbrev=False)
        add_language(command, say, argparse.SUPPRESS)
        if name in words:
            import_module(f"{__name__}.{name}").add(command, say)
    return parser


def add_language(parser: argparse.ArgumentParser, say: Catalogue, default: Any) -> None:
    parser.add_argument("--lang", choices=LANGUAGES, default=default, help=say.text("cli_lang"))


def add_options(parser: argparse.ArgumentParser, say: Catalogue) -> None:
    """Game options, for every command that sets up a game."""
    parser.add_argument(
        "-o", "--option", dest="options", action="append", default=[], metavar="NAME=VALUE", help=say.text("cli_option")
    )


def read_file(path: str) -> str:
    try:
        return Path(path).read_text("utf-8")
    except FileNotFoundError:
        raise FileError("file_missing", path=path) from None
    except UnicodeDecodeError:
        raise FileError("file_not_text", path=path) from None
    except OSError as error:
        raise FileError("file_unreadable", path=path, reason=error.strerror) from None


def write_file(path: str | Path, text: str) -> None:
    """All or nothing: a file is never left half-written."""
    target = Path(path)
    draft = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        draft.write_text(text, "utf-8")
        draft.replace(target)
    except OSError as error:
        with suppress(OSError):
            draft.unlink()
        raise FileError("file_unwritable", path=path, reason=error.strerror) from None
