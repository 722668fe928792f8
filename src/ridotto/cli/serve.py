"""``ridotto serve``: the table in the browser."""

from __future__ import annotations

import argparse
import gc
import os
from collections.abc import Callable
from typing import Final, TypeVar

from platformdirs import user_data_path

from ridotto.cli import UsageError
from ridotto.i18n import Catalogue

T = TypeVar("T")


VARIABLES: Final = {
    "host": "RIDOTTO_HOST",
    "port": "RIDOTTO_PORT",
    "db": "RIDOTTO_DB",
    "origins": "RIDOTTO_ORIGINS",
    "hosts": "RIDOTTO_ALLOWED_HOSTS",
    "think": "RIDOTTO_THINK",
    "pace": "RIDOTTO_PACE",
    "processes": "RIDOTTO_PROCESSES",
    "forget": "RIDOTTO_FORGET_AFTER",
    "metrics": "RIDOTTO_METRICS_PORT",
    "log": "RIDOTTO_LOG",
    "gallery": "RIDOTTO_GALLERY",
}
"""By option: what the environment says where the command line says nothing; lists are separated by commas."""


LOGS: Final = ("text", "json")


def add(parser: argparse.ArgumentParser, say: Catalogue) -> None:
    parser.add_argument("--host", help=say.text("serve_host"))
    parser.add_argument("--port", type=int, help=say.text("serve_port", port=7480))
    add_database(parser, say)
    parser.add_argument("--processes", type=int, metavar="NUMBER", help=say.text("serve_processes"))
    parser.add_argument("--allowed-host", dest="hosts", action="append", metavar="NAME", help=say.text("serve_allowed"))
    parser.add_argument("--origin", dest="origins", action="append", metavar="URL", help=say.text("serve_origin"))
    parser.add_argument("--think", type=float, metavar="SECONDS", help=say.text("serve_think"))
    parser.add_argument("--pace", type=float, metavar="SECONDS", help=say.text("serve_pace"))
    parser.add_argument("--forget-after", dest="forget", type=float, metavar="DAYS", help=say.text("serve_forget"))
    parser.add_argument("--metrics-port", dest="metrics", type=int, metavar="PORT", help=say.text("serve_metrics"))
    parser.add_argument("--log", choices=LOGS, help=say.text("serve_log"))
    parser.add_argument("--gallery", action="store_true", default=None, help=say.text("serve_gallery"))
    parser.add_argument("--open", dest="is_opened", action="store_true", help=say.text("serve_open"))


def add_database(parser: argparse.ArgumentParser, say: Catalogue) -> None:
    parser.add_argument("--db", metavar="URL", help=say.text("serve_db"))


def database(args: argparse.Namespace) -> str:
    return _setting(args, "db", str, f"sqlite:///{user_data_path('ridotto') / 'tables.sqlite'}")


def _setting(args: argparse.Namespace, option: str, parse: Callable[[str], T], default: T) -> T:
    given: T | None = getattr(args, option)
    if given is not None:
        return given
    variable = VARIABLES[option]
    text = os.environ.get(variable, "").strip()
    try:
        return parse(text) if text else default
    except ValueError:
        raise UsageError("serve_variable", variable=variable, value=text[:60]) from None


def _words(text: str) -> list[str]:
    return [word.strip() for word in text.split(",") if word.strip()]


def _is_on(text: str) -> bool:
    """As a number, for `_setting` says so of what it cannot read."""
    return bool(int(text))


def run(args: argparse.Namespace, say: Catalogue) -> None:
    host = _setting(args, "host", str, "127.0.0.1")
    wish = _setting(args, "port", int, None)
    think = _setting(args, "think", float, 2.0)
    pace = _setting(args, "pace", float, 0.7)
    forget = _setting(args, "forget", float, 0.0)
    for option, number in (("--think", think), ("--pace", pace), ("--forget-after", forget)):
        if not 0 <= number < float("inf"):
            raise UsageError("serve_number", option=option)
    processes: int = _setting(args, "processes", int, 1)
    if processes < 1:
        raise UsageError("serve_count", option="--processes")
    log = _setting(args, "log", str, "text")
    if log not in LOGS:
        raise UsageError("serve_log_unknown", value=log[:60])
    gc.disable()  # it would look through what is imported again and again, and find nothing
    try:
        from ridotto.server.fleet import Fleet
        from ridotto.server.logs import set_up_logs
        from ridotto.server.run import EVERYWHERE, Server, address, lan_host, listen
        from ridotto.server.settings import Settings
        from ridotto.server.store import Store
    except ModuleNotFoundError as error:
        raise UsageError("serve_missing", package=(error.name or "").partition(".")[0]) from None
    finally:
        gc.enable()
    origins: list[str] = _setting(args, "origins", _words, [])
    set_up_logs(log)
    settings = Settings(
        db=database(args),
        origins=tuple(origin.rstrip("/") for origin in origins),
        hosts=tuple(_setting(args, "hosts", _words, [])),
        think=think,
        pace=pace,
        has_gallery=_setting(args, "gallery", _is_on, False),
        is_warm=True,
        forget_days=forget,
        metrics=_setting(args, "metrics", int, None),
        log=log,
    )
    with listen(host, wish) as listening:
        store = Store(settings.db)
        if processes > 1 and not store.is_shared:
            store.close()
            raise UsageError("serve_sqlite_alone")
        port = listening.getsockname()[1]
        home = address("localhost" if host in EVERYWHERE else host, port)
        lines = [say.text("serve_ready", address=home)]
        if host in EVERYWHERE and (lan := lan_host()):
            lines.append(say.text("serve_lan", address=address(lan, port)))
        lines.append(say.text("serve_kept", place=store.place))
        page = home if args.is_opened else ""
        if processes > 1:
            store.close()
            Fleet(settings, listening, processes).run("\n".join(lines), page)
        else:
            Server(settings, store, "\n".join(lines), page).run_until_stopped(listening)
