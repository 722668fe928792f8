"""``ridotto backup``: all matches as one file, while people play."""

from __future__ import annotations

import argparse
from pathlib import Path

from ridotto.cli import require_folder
from ridotto.cli.serve import add_database, database
from ridotto.i18n import Catalogue


def add(parser: argparse.ArgumentParser, say: Catalogue) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help=say.text("backup_file"))
    add_database(parser, say)


def run(args: argparse.Namespace, say: Catalogue) -> None:
    from ridotto.server.backup import backup

    require_folder(args.file)
    print(say.text("backup_done", count=backup(database(args), args.file), file=str(args.file)))
