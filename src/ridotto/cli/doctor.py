"""``ridotto doctor``: whether the database is sound, and every match in it can be read."""

from __future__ import annotations

import argparse

from ridotto.cli import DONE, FAULTS
from ridotto.cli.serve import add_database, database
from ridotto.i18n import Catalogue


def add(parser: argparse.ArgumentParser, say: Catalogue) -> None:
    add_database(parser, say)


def run(args: argparse.Namespace, say: Catalogue) -> int:
    from ridotto.server.doctor import examine

    is_sound = True
    for finding in examine(database(args)):
        is_sound = is_sound and finding.is_good
        print("✓" if finding.is_good else "✗", say.text(finding.code, **finding.params), flush=True)
    return DONE if is_sound else FAULTS
