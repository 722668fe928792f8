"""``ridotto replay``: a match record, move by move."""

from __future__ import annotations

import argparse

from rich.console import Console
from rich.rule import Rule

from ridotto.cli import make_console, read_input
from ridotto.cli.play import layout, short_names
from ridotto.cli.terminal import make_terminal
from ridotto.i18n import Catalogue
from ridotto.match import read_study
from ridotto.tell import ending


def add(parser: argparse.ArgumentParser, say: Catalogue) -> None:
    parser.add_argument("file", help=say.text("cli_record"))
    parser.add_argument("--boards", choices=["all", "rounds", "none"], default="rounds", help=say.text("replay_boards"))


def run(args: argparse.Namespace, say: Catalogue) -> None:
    study = read_study(read_input(args.file))
    match, notes = study.match, study.remarks.notes
    console = make_console()
    names = short_names(match.names, say)
    terminal = make_terminal(match, names, say, is_open=match.seen_by == "all")
    seat = match.seen_by if isinstance(match.seen_by, int) else None
    console.print(f"{' – '.join(names)}  {say.day(match.day)}", style="bold")
    _print_note(console, notes.get(0))
    chapter = ""
    for index, (actor, move) in enumerate(match.entries):
        before, after = match.states[index : index + 2]
        if terminal.heading(before) != chapter:
            chapter = terminal.heading(before)
            console.print(Rule(chapter))
        line = terminal.tell(before, actor, move, after)
        if line:
            console.print(line)
        _print_note(console, notes.get(index + 1))
        is_end = bool(match.game.news(before, after)) or match.game.chapter(before) != match.game.chapter(after)
        if args.boards == "all" or (args.boards == "rounds" and (is_end or index + 1 == len(match.entries))):
            console.print(layout(console, terminal, match.game.view(after, seat), None, None, []))
    if match.outcome:
        console.print(say.said(ending(match.outcome, names)), style="bold")
    else:
        console.print(say.text("replay_unfinished"))
    for number, variation in enumerate(study.variations, 1):
        name = say.text(
            "study_variation_titled" if variation.title else "study_variation", number=number, title=variation.title
        )
        console.print(f"{name} ({say.text('study_from', at=variation.at)})", style="italic")


def _print_note(console: Console, note: str | None) -> None:
    if note:
        console.print(note, style="italic")
