"""``ridotto serve``: the table in the browser."""

from __future__ import annotations

import argparse
import logging

from platformdirs import user_data_path

from ridotto.cli import UsageError
from ridotto.i18n import Catalogue


def add(parser: argparse.ArgumentParser, say: Catalogue) -> None:
    parser.add_argument("--host", default="127.0.0.1", help=say.text("serve_host"))
    parser.add_argument("--port", type=int, help=say.text("serve_port", port=7480))
    parser.add_argument("--db", metavar="URL", help=say.text("serve_db"))
    parser.add_argument(
        "--origin", dest="origins", action="append", default=[], metavar="URL", help=say.text("serve_origin")
    )
    parser.add_argument("--think", type=float, default=2.0, metavar="SECONDS", help=say.text("serve_think"))
    parser.add_argument("--pace", type=float, default=0.7, metavar="SECONDS", help=say.text("serve_pace"))
    parser.add_argument("--open", dest="is_opened", action="store_true", help=say.text("serve_open"))


def run(args: argparse.Namespace, say: Catalogue) -> None:
    for option in ("think", "pace"):
        if not 0 <= getattr(args, option) < float("inf"):
            raise UsageError("serve_number", option=f"--{option}")
    try:
        from ridotto.server.run import EVERYWHERE, Server, address, lan_host, listen
        from ridotto.server.settings import Settings
        from ridotto.server.store import Store
    except ModuleNotFoundError as error:
        raise UsageError("serve_missing", package=(error.name or "").partition(".")[0]) from None
    logging.basicConfig(format="%(asctime)s %(levelname)s %(name)s: %(message)s", level=logging.WARNING)
    settings = Settings(
        db=args.db or f"sqlite:///{user_data_path('ridotto') / 'tables.sqlite'}",
        origins=tuple(origin.rstrip("/") for origin in args.origins),
        think=args.think,
        pace=args.pace,
        is_warm=True,
    )
    with listen(args.host, args.port) as listening:
        store = Store(settings.db)
        port = listening.getsockname()[1]
        home = address("localhost" if args.host in EVERYWHERE else args.host, port)
        lines = [say.text("serve_ready", address=home)]
        if args.host in EVERYWHERE and (lan := lan_host()):
            lines.append(say.text("serve_lan", address=address(lan, port)))
        lines.append(say.text("serve_kept", place=store.place))
        Server(settings, store, "\n".join(lines), home if args.is_opened else "").run_until_stopped(listening)
