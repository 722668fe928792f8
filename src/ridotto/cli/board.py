"""``ridotto board``: check, rate, make and draw boards of Venise."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from threading import Timer
from typing import Final, Protocol, TypeVar

from ridotto.boards.check import check
from ridotto.boards.make import Candidate, Wish, make, require_name, show_made
from ridotto.boards.rate import GAMES, Rating, rate, to_data, with_rating
from ridotto.cli import (
    DONE,
    FAULTS,
    INTERRUPTED,
    STREAM,
    UsageError,
    add_actions,
    add_json,
    make_console,
    print_json,
    read_input,
    require_folder,
    write_file,
    write_output,
)
from ridotto.games.venise.boards import COLOURS, SHIPPED, Board, Problem, board_names, colour_key, parse_board
from ridotto.games.venise.deck import SEATS
from ridotto.i18n import Catalogue

ACTIONS: Final = ("check", "rate", "make", "draw")
WISH: Final = Wish()
LONG: Final = 0.5
"""Seconds of work after which a bar shows how far it is."""


def add(parser: argparse.ArgumentParser, say: Catalogue) -> None:
    known = {name: say.text(f"board_do_{name}") for name in ACTIONS}
    for name, action in add_actions(parser, say, say.text("board_actions"), known):
        if name != "make":
            action.add_argument("file", help=say.text("board_file"))
        if name in ("rate", "make"):
            action.add_argument("--seed", type=int, default=1, help=say.text("board_seed"))
            games = GAMES if name == "rate" else WISH.games
            action.add_argument("--games", type=int, default=games, metavar="N", help=say.text(f"board_games_{name}"))
        if name in ("check", "rate"):
            add_json(action, say)
        if name == "rate":
            action.add_argument("--write", action="store_true", help=say.text("board_write"))
        if name == "make":
            action.add_argument("--side", choices=("day", "night"), default="day", help=say.text("board_side_of"))
            action.add_argument(
                "--difficulty", metavar="LOW-HIGH", default=f"{WISH.least}-{WISH.most}", help=say.text("board_range")
            )
            action.add_argument(
                "--candidates", type=int, default=WISH.candidates, metavar="N", help=say.text("board_candidates")
            )
            action.add_argument("--name", help=say.text("board_named"))
            action.add_argument("--out", metavar="FILE", help=say.text("board_out"))
        if name == "draw":
            action.add_argument("--svg", metavar="FILE", default=STREAM, help=say.text("cli_svg"))
            action.add_argument("--night", action="store_true", help=say.text("board_night"))


def run(args: argparse.Namespace, say: Catalogue) -> int:
    match args.action:
        case "check":
            return run_check(args, say)
        case "rate":
            return run_rate(args, say)
        case "make":
            return run_make(args, say)
    return run_draw(args)


def board_file(name: str) -> Path:
    """A shipped board goes by its name, any other by its path."""
    return Path(str(SHIPPED / f"{name}.toml")) if name in board_names() else Path(name)


# -- check -----------------------------------------------------------------------------------------------------------


def run_check(args: argparse.Namespace, say: Catalogue) -> int:
    text = read_input(board_file(args.file))
    found: list[Problem] = []
    for step in shown(check(text), say.text("check_working", board=args.file)):
        found = step.found
    faults = sum(not problem.is_advice for problem in found)
    name = None if faults else parse_board(text).name
    if args.json:
        print_json({"file": args.file, "board": name, "faults": faults, "problems": [as_data(p, say) for p in found]})
        return FAULTS if faults else DONE
    for problem in found:
        words = say.error(problem.error)
        where = f"{args.file}:{problem.line}" if problem.line else args.file
        print(f"{where}: {say.text('check_advice', text=words) if problem.is_advice else words}")
    if faults:
        print(say.text("check_faults", count=faults, board=args.file))
        return FAULTS
    print(say.text("check_playable" if found else "check_fine", board=name))
    return DONE


def as_data(problem: Problem, say: Catalogue) -> dict[str, object]:
    return {
        "code": problem.code,
        "line": problem.line or None,
        "spot": problem.spot or None,
        "rule": problem.rule or None,
        "is_advice": problem.is_advice,
        "words": say.error(problem.error),
    }


# -- rate ------------------------------------------------------------------------------------------------------------


def run_rate(args: argparse.Namespace, say: Catalogue) -> int:
    file = board_file(args.file)
    if args.write and args.file == STREAM:
        raise UsageError("rate_no_file")
    text = read_input(file)
    board = parse_board(text, args.file)
    rating, is_whole = Rating(board.name, args.seed), True
    steps = rate(board, at_least(args.games, 0, "--games"), args.seed)
    try:
        for step in shown(steps, say.text("rate_working", board=board.name)):
            rating = step.rating
    except KeyboardInterrupt:
        is_whole = False
    if args.json:
        print_json({"board": board.name, "is_whole": is_whole, **to_data(rating)})
    else:
        show_rating(board, rating, say)
    if not is_whole:
        print(say.text("rate_interrupted"), file=sys.stderr)
        return INTERRUPTED
    if args.write:
        write_file(file, with_rating(text, rating))
        print(say.text("rate_written", path=args.file), file=sys.stderr)
    return DONE


def show_rating(board: Board, rating: Rating, say: Catalogue) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    console = make_console()
    colours = {colour: say.text(colour_key(colour)) for colour in COLOURS}

    def table(title: str, *heads: str) -> Table:
        made = Table(title=title, box=SIMPLE_HEAD, title_justify="left", title_style="bold")
        for index, head in enumerate(heads):
            made.add_column(head, justify="right" if index else "left")
        return made

    console.print(Text.assemble((board.name, "bold"), f"  {board.code}"), soft_wrap=True)
    if rating.costs:
        costs = table(
            say.text("rate_cost"),
            "",
            *(say.text("rate_seats", count=seats) for seats in SEATS if seats in rating.costs),
        )
        for colour in COLOURS:
            costs.add_row(colours[colour], *(str(costs_of[colour]) for costs_of in rating.costs.values()))
        console.print(costs)
    if rating.ways:
        near = say.text("rate_near")
        ways = table(say.text("rate_routes"), "", say.text("rate_gem"), say.text("rate_hourglasses"), near)
        for colour, found in rating.ways.items():
            for way in found:
                ways.add_row(colours[colour], way.gem, str(way.cost), str(way.ways))
        console.print(ways)
        crowds = ", ".join(
            f"{place} ({', '.join(colours[colour] for colour in wanted)})" for place, wanted in rating.bottlenecks
        )
        heading = (say.text("rate_bottlenecks"), "bold")
        console.print(Text.assemble(heading, f" {crowds or say.text('rate_none')}"), soft_wrap=True)
        console.print()
    if rating.balance:
        heads = ("rate_wins", "rate_games", "rate_stalled", "rate_rounds")
        fair = table(say.text("rate_balance"), "", "", *map(say.text, heads))
        for seats, tally in rating.balance.items():
            data = to_data(rating)["balance"][str(seats)]
            rows = [*((colour, colours[colour]) for colour in tally.colours), ("first", say.text("rate_first"))]
            for index, (key, words) in enumerate(rows):
                wins, low, high = data[key]
                share = f"{say.percent(wins / tally.games)} ({say.percent(low)}–{say.percent(high)})"
                facts = (str(tally.games), str(tally.stalled), str(data["rounds"])) if not index else ("", "", "")
                fair.add_row(say.text("rate_seats", count=seats) if not index else "", words, share, *facts)
        console.print(fair)


# -- make ------------------------------------------------------------------------------------------------------------


def run_make(args: argparse.Namespace, say: Catalogue) -> int:
    span = re.fullmatch(r"(\d{1,3})-(\d{1,3})", args.difficulty)
    if not span or int(span[1]) > int(span[2]):
        raise UsageError("board_difficulty", text=args.difficulty)
    wish = Wish(
        args.side,
        int(span[1]),
        int(span[2]),
        candidates=at_least(args.candidates, 1, "--candidates"),
        games=at_least(args.games, 0, "--games"),
    )
    if args.name is not None:
        require_name(args.name)
    require_folder(args.out)
    best: Candidate | None = None
    is_whole = True
    steps = make(wish, args.seed, args.name or "")
    try:
        for step in shown(steps, say.text("make_working")):
            best = step.best
    except KeyboardInterrupt:
        is_whole = False
    if best is None:
        if not is_whole:
            return INTERRUPTED
        raise UsageError("board_none", count=wish.candidates, least=wish.least, most=wish.most)
    how = f"ridotto board make --seed {args.seed} --side {wish.side} --difficulty {args.difficulty}"
    how += f" --candidates {wish.candidates} --games {wish.games}{'' if is_whole else ', stopped early'}"
    text = show_made(best.board, how)
    write_output(args.out or STREAM, text)
    cost = best.costs[-1].upper
    made = say.text("make_made", board=best.board.name, cost=cost, ways=min(way.ways for way in best.ways))
    print(made, file=sys.stderr)
    if not is_whole:
        print(say.text("make_interrupted"), file=sys.stderr)
        return INTERRUPTED
    return DONE


# -- draw ------------------------------------------------------------------------------------------------------------


def run_draw(args: argparse.Namespace) -> int:
    from ridotto.draw.svg import NIGHT
    from ridotto.draw.venise import board_svg

    board = parse_board(read_input(board_file(args.file)), args.file)
    write_output(args.svg, board_svg(board, theme=NIGHT if args.night else None, title=board.name))
    return DONE


# -- common ----------------------------------------------------------------------------------------------------------


def at_least(value: int, least: int, name: str) -> int:
    if value < least:
        raise UsageError("option_range", name=name, value=value, least=least, most="…")
    return value


class HowFar(Protocol):
    @property
    def done(self) -> int: ...

    @property
    def parts(self) -> int: ...


Step = TypeVar("Step", bound=HowFar)


def shown(steps: Iterable[Step], title: str) -> Iterator[Step]:
    """Goes through the steps; where it takes long, a bar on standard error says how far, how fast, how long still."""
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        ProgressColumn,
        Task,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )
    from rich.progress import Progress as Bar
    from rich.text import Text

    class Speed(ProgressColumn):
        def render(self, task: Task) -> Text:
            return Text(f"{task.speed:.1f}/s" if task.speed else "")

    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        Speed(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Bar(*columns, console=make_console(stderr=True), transient=True) as bar:
        job = bar.add_task(title, total=None, visible=False)
        waiting = Timer(LONG, lambda: bar.update(job, visible=True))  # even the first step may be long
        waiting.start()
        try:
            for step in steps:
                bar.update(job, completed=step.done, total=step.parts)
                yield step
        finally:
            waiting.cancel()
