"""``ridotto restore``: the matches of a backup, into a database that no server uses."""

from __future__ import annotations

import argparse
from pathlib import Path

from ridotto.cli.serve import add_database, database
from ridotto.i18n import Catalogue


def add(parser: argparse.ArgumentParser, say: Catalogue) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help=say.text("restore_file"))
    add_database(parser, say)
    parser.add_argument("--replace", dest="is_replaced", action="store_true", help=say.text("restore_replace"))


def run(args: argparse.Namespace, say: Catalogue) -> None:
    from ridotto.server.backup import restore

    count = restore(args.file, database(args), is_replaced=args.is_replaced)
    print(say.text("restore_done", count=count))
