"""``ridotto solve``: a round of Xe Queo! on a small board, solved."""

from __future__ import annotations

import argparse
import json
import re
import signal
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final

from ridotto.cli import (
    INTERRUPTED,
    UsageError,
    add_json,
    add_options,
    make_console,
    missing_package,
    print_json,
    require_folder,
    write_file,
)
from ridotto.core import OptionError, parse_options
from ridotto.games.xequeo import Options, XeQueo, parse_position
from ridotto.games.xequeo.board import LETTERS
from ridotto.i18n import Catalogue

if TYPE_CHECKING:
    from ridotto.bots.solver import Progress, Settings, Solver

MEMORY: Final = "2G"
UNITS: Final = {"": 1, "k": 10**3, "M": 10**6, "G": 10**9}
METHODS: Final = ("dcfr", "cfr+", "linear", "cfr")
PRACTICAL: Final = 50_000_000
"""Bytes of a tree that is solved while one waits: how deep an estimate is offered."""
SHOWN: Final = 12
"""Moves in the table of the first move."""


def add(parser: argparse.ArgumentParser, say: Catalogue) -> None:
    parser.add_argument("game", choices=[XeQueo.name], help=say.text("cli_game"))
    parser.add_argument("position", help=say.text("cli_position"))
    parser.add_argument("--epsilon", type=float, default=1e-3, metavar="E", help=say.text("solve_help_epsilon"))
    add_effort(parser, say, iterations=5000)
    parser.add_argument("--method", choices=METHODS, default=METHODS[0], help=say.text("solve_help_method"))
    parser.add_argument("--policy", metavar="FILE", help=say.text("solve_help_policy"))
    add_json(parser, say)
    add_options(parser, say)


def add_effort(parser: argparse.ArgumentParser, say: Catalogue, iterations: int | None = None) -> None:
    parser.add_argument(
        "--iterations", type=int, default=iterations, metavar="N", help=say.text("solve_help_iterations")
    )
    parser.add_argument("--memory", default=MEMORY, metavar="SIZE", help=say.text("solve_help_memory"))
    parser.add_argument("--depth", type=int, metavar="N", help=say.text("solve_help_depth"))


def parse_memory(text: str) -> int:
    found = re.fullmatch(r"(\d{1,9}(?:\.\d{1,3})?)([kMG]?)B?", text)
    if not found or float(found[1]) == 0:
        raise OptionError("solve_memory", text=text)
    return round(float(found[1]) * UNITS[found[2]])


def require_depth(depth: int | None) -> None:
    if depth is not None and depth < 1:
        raise OptionError("solve_depth", value=depth)


def require_numpy() -> None:
    if find_spec("numpy") is None:
        raise missing_package("numpy", "numba")


@contextmanager
def interruptible() -> Iterator[list[bool]]:
    """The list is no longer empty once somebody pressed Ctrl-C. A second Ctrl-C ends at once."""
    pressed: list[bool] = []

    def note(*_: Any) -> None:
        if pressed:
            raise KeyboardInterrupt
        pressed.append(True)

    before = signal.signal(signal.SIGINT, note)
    try:
        yield pressed
    finally:
        signal.signal(signal.SIGINT, before)


@dataclass(frozen=True, slots=True)
class Solved:
    solver: Solver
    progress: Progress
    is_interrupted: bool


def run(args: argparse.Namespace, say: Catalogue) -> int:
    memory = parse_memory(args.memory)
    require_depth(args.depth)
    options = parse_options(Options, args.options)
    if options.position:
        raise UsageError("solve_position_twice")
    position = parse_position(args.position)
    require_folder(args.policy)
    require_numpy()
    from ridotto.bots.solver import METHODS, Settings, TreeTooLarge, build_tree, warm_up
    from ridotto.bots.solver.tree import show_bytes, show_count
    from ridotto.bots.solver.xequeo import deepest, round_at

    settings = Settings(METHODS[args.method], args.iterations, args.epsilon)
    whole = round_at(position, options)
    warm_up()
    try:
        tree = build_tree(whole if args.depth is None else whole.cut(args.depth), memory)
    except TreeTooLarge as error:
        depth = deepest(whole, min(memory, PRACTICAL))
        raise TreeTooLarge("solve_too_large", reason=error, depth=depth) from None
    if not args.json:
        size = tree.size
        words = {"places": show_count(size.places), "nodes": show_count(size.nodes), "size": show_bytes(size.bytes)}
        print(say.text("solve_size", **words, limit=show_bytes(memory)))
    solved = solve(tree, settings, say)
    if args.policy:
        write_file(args.policy, "".join(policy_lines(solved.solver)))
    if args.json:
        print_json(as_json(solved, str(position), position.turn, args.depth))
    else:
        tell(solved, say, position.turn, args.depth)
        if args.policy:
            print(say.text("solve_policy", path=args.policy))
    return INTERRUPTED if solved.is_interrupted else 0


def solve(tree: Any, settings: Settings, say: Catalogue) -> Solved:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    from ridotto.bots.solver import Solver

    solver = Solver(tree, settings)
    columns = BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}"), TimeElapsedColumn()
    console = make_console(stderr=True)
    with (
        interruptible() as pressed,
        Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar,
    ):
        task = bar.add_task("", total=settings.iterations)
        progress = None
        for progress in solver.run(lambda: bool(pressed)):
            words = say.text("solve_progress", exploitability=say.number(progress.exploitability, 5))
            bar.update(task, completed=progress.iteration, description=words)
    assert progress is not None
    return Solved(solver, progress, bool(pressed))


def by_piece(numbers: Iterable[float]) -> dict[str, float]:
    return {LETTERS[piece]: round(float(number), 6) for piece, number in enumerate(numbers)}


def as_json(solved: Solved, position: str, turn: int, depth: int | None) -> dict[str, Any]:
    solver, progress = solved.solver, solved.progress
    mix = zip(solver.tree.branch_moves(0), solver.policy(0, 0), strict=True)
    return {
        "game": XeQueo.name,
        "position": position,
        "value": progress.value if turn == 0 else -progress.value,
        "exploitability": progress.exploitability,
        "nodes": solver.tree.nodes,
        "positions": solver.tree.size.places,
        "bytes": solver.tree.size.bytes,
        "iterations": progress.iteration,
        "is_exact": depth is None,
        "depth": depth,
        "interrupted": solved.is_interrupted,
        "choices": [by_piece(solver.choice(seat)) for seat in (0, 1)],
        "first_move": {str(move): by_piece(shares) for move, shares in mix},
    }


def policy_lines(solver: Solver) -> Iterator[str]:
    """One JSON object a line: the way to a node, who moves there, and by the piece it holds what it does how often."""
    tree = solver.tree
    todo: list[tuple[int, int, tuple[str, ...]]] = [(0, 0, ())]
    while todo:
        d, node, way = todo.pop()
        policy = solver.policy(d, node)
        moves = [str(move) for move in tree.branch_moves(d)]
        mix = {
            LETTERS[piece]: {
                move: round(float(share), 6) for move, share in zip(moves, shares, strict=True) if share > 1e-6
            }
            for piece, shares in enumerate(policy.T)
        }
        yield json.dumps({"moves": " ".join(way), "seat": int(tree.actor[d]), "mix": mix}) + "\n"
        for a in reversed(range(len(moves))):
            row = int(tree.rows[d]) + a
            if tree.child[row] >= 0:
                todo.append((int(tree.child[row]), int(tree.block[row]) + node, (*way, moves[a])))


def tell(solved: Solved, say: Catalogue, turn: int, depth: int | None) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    solver, progress = solved.solver, solved.progress
    console = make_console()
    value = progress.value if turn == 0 else -progress.value
    if solved.is_interrupted:
        console.print(say.text("solve_interrupted", count=progress.iteration), style="bold")
    if depth is not None:
        console.print(say.text("solve_estimate", count=depth), style="bold")
    chance = say.number((1 + value) * 50, 1)
    console.print(say.text("solve_value", seat=turn, value=say.number(value, 4, is_signed=True), chance=chance))
    console.print(
        say.text("solve_error", exploitability=say.number(progress.exploitability, 5), iterations=progress.iteration)
    )
    pieces = [say.text(f"piece_{LETTERS[piece]}") for piece in range(solver.tree.types[0])]
    table = Table(box=SIMPLE_HEAD, title=say.text("solve_choices"), title_justify="left", title_style="bold")
    table.add_column("")
    for name in pieces:
        table.add_column(name, justify="right")
    for seat in (turn, 1 - turn):
        table.add_row(say.text("solve_seat", seat=seat), *(percent(share, say) for share in solver.choice(seat)))
    console.print(table)
    policy, choice = solver.policy(0, 0), solver.choice(turn)
    table = Table(box=SIMPLE_HEAD, title=say.text("solve_first"), title_justify="left", title_style="bold")
    table.add_column(say.text("solve_move"))
    for name in pieces:
        table.add_column(name, justify="right")
    table.add_column(say.text("solve_all"), justify="right")
    rows = sorted(zip(solver.tree.branch_moves(0), policy, strict=True), key=lambda row: -float(choice @ row[1]))
    for move, shares in rows[:SHOWN]:
        table.add_row(str(move), *(percent(share, say) for share in [*shares, float(choice @ shares)]))
    console.print(table)


def percent(share: float, say: Catalogue) -> str:
    return say.percent(share, 1) if share >= 0.0005 else "·"
