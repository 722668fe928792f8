"""``ridotto gallery``: what the operator of a server does with the boards that visitors offer (``serve --gallery``)."""

from __future__ import annotations

import argparse
import json
import sys
from contextlib import closing
from dataclasses import replace
from typing import Final

from ridotto.cli import UsageError, add_actions
from ridotto.cli.serve import add_database, database
from ridotto.games.venise.boards import load_board, measured, show_board
from ridotto.i18n import Catalogue

ACTIONS: Final = ("list", "show", "approve", "remove")


def add(parser: argparse.ArgumentParser, say: Catalogue) -> None:
    known = {name: say.text(f"gallery_do_{name}") for name in ACTIONS}
    for name, action in add_actions(parser, say, say.text("gallery_actions"), known):
        if name != "list":
            count = None if name == "show" else "+"
            action.add_argument("ids", metavar="id", nargs=count, help=say.text("gallery_id"))
        add_database(action, say)


def run(args: argparse.Namespace, say: Catalogue) -> None:
    from ridotto.server.store import Store

    with closing(Store(database(args))) as store:
        entries = {entry.id: entry for entry in store.gallery()}
        if args.action == "list":
            for entry in sorted(entries.values(), key=lambda entry: entry.is_approved):
                state = say.text("gallery_shown" if entry.is_approved else "gallery_waiting")
                hourglasses = "/".join(map(str, measured(json.loads(entry.rating))[0]))
                day = say.day(entry.made.date().isoformat())
                line = {"id": entry.id, "state": state, "name": entry.name, "day": day, "hourglasses": hourglasses}
                print(say.text("gallery_line", **line, played=entry.played))
            if not entries:
                print(say.text("gallery_none"))
            return
        wanted = [args.ids] if args.action == "show" else args.ids
        if unknown := [each for each in wanted if each not in entries]:
            raise UsageError("gallery_no_id", id=unknown[0])
        for entry in (entries[each] for each in wanted):
            match args.action:
                case "show":
                    sys.stdout.write(show_board(replace(load_board(entry.code), name=entry.name)))
                case "approve":
                    store.approve(entry.id)
                    print(say.text("gallery_approved", name=entry.name))
                case "remove":
                    store.withdraw(entry.id)
                    print(say.text("gallery_removed", name=entry.name))
