"""``ridotto completion``: what a shell needs to complete commands, options and file names."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any, Final

import shtab

from ridotto.cli import make_parser
from ridotto.i18n import Catalogue

PATHS: Final[dict[str, Any]] = {"FILE": shtab.FILE, "FOLDER": shtab.DIRECTORY, "file": shtab.FILE}
"""What takes a path, by how the help calls it."""


def add(parser: argparse.ArgumentParser, say: Catalogue) -> None:
    parser.add_argument("shell", choices=shtab.SUPPORTED_SHELLS, help=say.text("completion_shell"))


def run(args: argparse.Namespace, say: Catalogue) -> None:
    parser = make_parser(say)
    for action in _actions(parser):
        if kind := PATHS.get(str(action.metavar or action.dest)):
            action.complete = kind  # type: ignore[attr-defined] # where shtab looks
    print(shtab.complete(parser, args.shell))


def _actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    for action in parser._actions:
        yield action
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                yield from _actions(command)
