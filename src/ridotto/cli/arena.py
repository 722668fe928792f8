"""``ridotto arena``: bots against bots, until one can say how strong they are."""

from __future__ import annotations

import argparse
import json
import math
import os
import statistics
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from hashlib import blake2s
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import Any, Final

from rich.console import Group, RenderableType
from rich.live import Live
from rich.padding import Padding
from rich.progress_bar import ProgressBar
from rich.table import Table

from ridotto.arena import Forfeit, Results, Score, Share, Tally, Tournament, here, plots, processes
from ridotto.arena import run as play
from ridotto.arena.results import header
from ridotto.bots import Limit
from ridotto.cli import (
    DONE,
    INTERRUPTED,
    FileError,
    UsageError,
    add_json,
    add_options,
    known_bots,
    make_console,
    print_json,
    write_file,
)
from ridotto.core import parse_options, show_options
from ridotto.games import game_type, games
from ridotto.i18n import Catalogue

PACE: Final = 10.0
"""Seconds between two lines where no terminal shows a table."""
SHOWN: Final = 5
"""How many forfeits are told one by one."""
PER_SECOND: Final = 4
"""How often the table in a terminal is renewed."""


def add(parser: argparse.ArgumentParser, say: Catalogue) -> None:
    parser.add_argument("game", choices=list(games()), help=say.text("cli_game"))
    parser.add_argument("bots", nargs="+", metavar="BOT", help=say.text("arena_bots", bots=known_bots()))
    parser.add_argument("--games", type=int, default=100, metavar="N", help=say.text("arena_games"))
    parser.add_argument("--gauntlet", action="store_true", help=say.text("arena_gauntlet_help"))
    parser.add_argument("--seats", type=int, metavar="N", help=say.text("arena_seats_help"))
    parser.add_argument("--boards", metavar="A,B", help=say.text("arena_boards"))
    add_options(parser, say)
    parser.add_argument("--seconds", type=float, metavar="S", help=say.text("arena_seconds"))
    parser.add_argument("--iterations", type=int, metavar="N", help=say.text("arena_iterations"))
    parser.add_argument("--seed", type=int, default=0, help=say.text("arena_seed"))
    parser.add_argument("--results", metavar="FILE", type=Path, help=say.text("arena_results"))
    parser.add_argument("--records", metavar="FOLDER", type=Path, help=say.text("arena_records"))
    parser.add_argument("--plots", metavar="FOLDER", type=Path, help=say.text("arena_plots"))
    parser.add_argument("--workers", type=int, metavar="N", help=say.text("arena_workers"))
    parser.add_argument("--ray", metavar="ADDRESS", help=say.text("arena_ray"))
    add_json(parser, say)


def run(args: argparse.Namespace, say: Catalogue) -> int:
    for name in ("games", "workers", "iterations", "seconds"):
        value = getattr(args, name)
        if value is not None and not 0 < value < math.inf:
            raise UsageError("arena_positive", name=f"--{name}", value=value)
    tournament = Tournament(
        args.game,
        _variants(args),
        tuple(args.bots),
        Limit(args.seconds, args.iterations),
        args.seed,
        args.gauntlet,
    )
    workers = args.workers or os.cpu_count() or 1
    out = make_console()
    if args.plots:
        make_folder(args.plots)
    with Results(args.results or _usual_path(tournament), tournament, args.records) as results:
        if args.ray:
            from ridotto.arena.cluster import on_ray

            runner = on_ray(args.ray, workers)
        else:
            runner = here if workers == 1 else processes(workers)
        report = Report(results, args.games, say)
        if args.games % tournament.cycle:
            report.console.print(say.text("arena_uneven", games=args.games, more=_next(args.games, tournament.cycle)))
        status = DONE
        try:
            with report.live():
                play(results.tournament.jobs(args.games), runner, results, report.add)
        except KeyboardInterrupt:
            status = INTERRUPTED
        pictures = plots.draw(report.tally, say.text) if args.plots and report.tally.plies else {}
        for name, picture in pictures.items():
            write_file(args.plots / f"{name}.svg", picture)
        if args.json:
            print_json(report.as_json(is_interrupted=status == INTERRUPTED))
            return status
        for table in report.tables():
            out.print(table)
        for line in report.forfeits():
            out.print(line)
        if pictures:
            out.print(say.text("arena_drawn", path=args.plots, names=", ".join(f"{name}.svg" for name in pictures)))
        out.print(say.text("arena_kept", path=results.path, records=results.records), soft_wrap=True)
        if status:
            out.print(say.text("arena_stopped", done=len(results.scores), wanted=report.wanted))
    return status


def make_folder(path: Path) -> None:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError("file_unwritable", path=path, reason=error.strerror) from None


def _variants(args: argparse.Namespace) -> tuple[str, ...]:
    kind = game_type(args.game).options_type
    pairs = list(args.options)
    for name, value in (("seats", args.seats), ("board", args.boards)):
        if value is not None and name not in kind.__dataclass_fields__:
            raise UsageError("arena_no_choice", name=f"--{'boards' if name == 'board' else name}", game=args.game)
    if args.seats is not None:
        pairs.append(f"seats={args.seats}")
    boards = [[f"board={board.strip()}"] for board in args.boards.split(",")] if args.boards else [[]]
    return tuple(dict.fromkeys(show_options(parse_options(kind, [*pairs, *board])) for board in boards))


def _usual_path(tournament: Tournament) -> Path:
    """Named after what was asked for, so that the same command finds it again."""
    asked = json.dumps(header(replace(tournament, day="-")))
    return Path(f"arena-{tournament.game}-{blake2s(asked.encode(), digest_size=4).hexdigest()}.jsonl")


def _next(games: int, cycle: int) -> int:
    return -(-games // cycle) * cycle


class Report:
    """What there is to tell, while games are played and after."""

    def __init__(self, results: Results, games: int, say: Catalogue) -> None:
        self.say = say
        self.results = results
        self.wanted = games * len(results.tournament.line_ups)
        self.tally = Tally(results.tournament.bots, results.tournament.seats, results.scores.values())
        self.console = make_console(stderr=True)
        self._before = len(results.scores)
        self._lock = Lock()  # the terminal is renewed by a thread of its own
        self._began = self._told = monotonic()

    def add(self, score: Score) -> None:
        with self._lock:
            self.tally.add(score)
        if not self.console.is_terminal and monotonic() - self._told > PACE:
            self._told = monotonic()
            self.console.print(self._progress())

    @contextmanager
    def live(self) -> Iterator[None]:
        if not self.console.is_terminal:
            self.console.print(self._progress())
            yield
            self.console.print(self._progress())
            return
        with Live(get_renderable=self._screen, console=self.console, refresh_per_second=PER_SECOND, transient=True):
            yield

    def _screen(self) -> RenderableType:
        with self._lock:
            bar = ProgressBar(total=self.wanted, completed=self._done, width=60)
            return Group(self._progress(), Padding(bar, (0, 0, 1, 0)), self._standings())

    @property
    def _done(self) -> int:
        return len(self.tally.plies)

    def _progress(self) -> str:
        played = self._done - self._before
        rate = played / max(1e-9, monotonic() - self._began)
        missing = max(0, self.wanted - self._done)
        left = str(timedelta(seconds=round(missing / rate))) if rate else "–"
        shown = self.say.number(rate, 1)
        return self.say.text("arena_progress", done=self._done, wanted=self.wanted, rate=shown, left=left)

    # -- tables ------------------------------------------------------------------------------------------------------

    def tables(self) -> Iterator[RenderableType]:
        if not self._done:
            return
        yield self._standings()
        if len(self.tally.bots) > 1:
            yield self._duels()
        yield self._seats()
        yield self._length()

    def _table(self, name: str, *heads: str) -> Table:
        table = Table(title=self.say.text(f"arena_title_{name}"), title_justify="left", title_style="bold")
        for at, head in enumerate(heads):
            table.add_column(head, justify="right" if at else "left", no_wrap=True)
        return table

    def _standings(self) -> Table:
        say, tally = self.say, self.tally
        heads = ("arena_head_bot", "arena_head_rating", "arena_head_wins", "arena_head_games", "arena_head_time")
        table = self._table("standings", *map(say.text, heads))
        for rating in tally.ratings():
            wins = tally.wins[rating.bot]
            time = tally.seconds[rating.bot] / wins.games if wins.games else 0.0
            forfeits = tally.forfeits[rating.bot]
            table.add_row(
                rating.bot + (f" ({say.text('arena_forfeits', count=forfeits)})" if forfeits else ""),
                f"{rating.elo:.0f} ± {rating.margin:.0f}" if len(tally.bots) > 1 else "–",
                self._share(wins),
                str(wins.games),
                f"{say.number(time, 2)}\u00a0s",
            )
        return table

    def _duels(self) -> Table:
        bots = [rating.bot for rating in self.tally.ratings()]
        table = self._table("duels", self.say.text("arena_head_bot"), *map(str, range(1, len(bots) + 1)))
        for at, bot in enumerate(bots, 1):
            cells = [self._share(self.tally.duels[bot, other]) if bot != other else "" for other in bots]
            table.add_row(f"{at} {bot}", *cells)
        return table

    def _seats(self) -> Table:
        table = self._table("seats", self.say.text("arena_head_seat"), self.say.text("arena_head_wins"))
        for seat, share in enumerate(self.tally.seats):
            table.add_row(self.say.text("arena_seat", seat=seat), self._share(share))
        return table

    def _length(self) -> str:
        low, middle, high = self._lengths()
        median = self.say.number(middle, 0 if middle == int(middle) else 1)
        return self.say.text("arena_length", median=median, low=round(low), high=round(high))

    def _lengths(self) -> tuple[float, float, float]:
        """The first tenth, the middle and the last tenth."""
        plies = self.tally.plies
        low, *_, high = statistics.quantiles(plies, n=10, method="inclusive") if len(plies) > 1 else plies * 2
        return low, statistics.median(plies), high

    def _share(self, share: Share) -> str:
        if not share.games:
            return "–"
        low, high = (100 * end for end in share.interval)
        return f"{self.say.text('arena_percent', value=self.say.number(100 * share.share, 1))} [{low:.0f}–{high:.0f}]"

    def forfeits(self) -> Iterator[str]:
        found = list(self._forfeits())
        for score, forfeit in found[:SHOWN]:
            yield self.say.text(
                "arena_forfeit",
                path=self.results.record_path(score.number),
                bot=score.bots[forfeit.seat],
                why=self.say.text(f"arena_why_{forfeit.why}"),
                detail=forfeit.detail,
            )
        if len(found) > SHOWN:
            yield self.say.text("arena_forfeits_more", count=len(found) - SHOWN)

    def _forfeits(self) -> Iterator[tuple[Score, Forfeit]]:
        for score in self.results.scores.values():
            for forfeit in score.forfeits:
                yield score, forfeit

    # -- for programs ------------------------------------------------------------------------------------------------

    def as_json(self, *, is_interrupted: bool) -> dict[str, Any]:
        tournament, tally = self.results.tournament, self.tally
        low, middle, high = self._lengths() if tally.plies else (None, None, None)
        return {
            "game": tournament.game,
            "options": list(tournament.variants),
            "seed": tournament.seed,
            "results": str(self.results.path),
            "records": str(self.results.records),
            "wanted": self.wanted,
            "played": self._done,
            "interrupted": is_interrupted,
            "bots": [
                {
                    "bot": rating.bot,
                    "elo": round(rating.elo, 1) if len(tally.bots) > 1 else None,
                    "margin": round(rating.margin, 1) if len(tally.bots) > 1 else None,
                    "wins": _share_json(tally.wins[rating.bot]),
                    "seconds": round(tally.seconds[rating.bot], 3),
                    "forfeits": tally.forfeits[rating.bot],
                }
                for rating in tally.ratings()
            ],
            "duels": [
                {"bot": bot, "other": other, "ahead": _share_json(share)} for (bot, other), share in tally.duels.items()
            ],
            "seats": [_share_json(share) for share in tally.seats],
            "moves": {"low": low, "median": middle, "high": high},
            "forfeits": [
                {
                    "record": str(self.results.record_path(score.number)),
                    "bot": score.bots[forfeit.seat],
                    "seat": forfeit.seat,
                    "why": forfeit.why,
                    "detail": forfeit.detail,
                }
                for score, forfeit in self._forfeits()
            ],
        }


def _share_json(share: Share) -> dict[str, Any]:
    low, high = share.interval
    return {"games": share.games, "share": round(share.share, 6), "low": round(low, 6), "high": round(high, 6)}
