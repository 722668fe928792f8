"""``ridotto analyse``: what a record's moves were worth, and what they gave away."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ridotto.cli import (
    DONE,
    INTERRUPTED,
    STREAM,
    FileError,
    UsageError,
    add_json,
    make_console,
    missing_package,
    print_json,
    read_input,
    require_folder,
    write_file,
)
from ridotto.cli.analyse_words import card_name, exactness
from ridotto.cli.play import short_names
from ridotto.cli.solve import add_effort, by_piece, interruptible, parse_memory, percent, require_depth, require_numpy
from ridotto.games.xequeo import XeQueo
from ridotto.games.xequeo.board import LETTERS
from ridotto.games.xequeo.moves import HIDDEN
from ridotto.i18n import Catalogue
from ridotto.match import read_record

LEVEL: Final = "mask"
"""Whose thinking is asked where a round is too large to solve: the quick one's."""

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from ridotto.bots.reading import Ply, Reading


def add(parser: argparse.ArgumentParser, say: Catalogue) -> None:
    parser.add_argument("file", help=say.text("cli_record"))
    parser.add_argument("--round", type=int, metavar="N", help=say.text("analyse_help_round"))
    add_effort(parser, say)
    parser.add_argument("--level", default=LEVEL, metavar="NAME", help=say.text("analyse_help_level"))
    parser.add_argument("--svg", metavar="FILE", help=say.text("analyse_help_svg"))
    parser.add_argument("--png", metavar="FILE", help=say.text("analyse_help_png"))
    add_json(parser, say)


def run(args: argparse.Namespace, say: Catalogue) -> int:
    memory = parse_memory(args.memory)
    require_depth(args.depth)
    require_folder(args.svg, args.png)
    match = read_record(read_input(args.file))
    require_numpy()
    from ridotto.bots.reading import make_reader, make_reading, played_rounds, read_round
    from ridotto.bots.solver import warm_up
    from ridotto.cli.analyse_chart import chart

    warm_up()
    rounds = played_rounds(match)
    if args.round is not None:
        rounds = [played for played in rounds if played.number == args.round]
    if not rounds:
        raise UsageError("analyse_nothing")
    console = make_console()
    names = short_names(match.names, say)
    readings: list[Reading] = []
    with interruptible() as pressed:
        for played in rounds:
            if pressed:
                break
            with make_console(stderr=True).status(say.text("analyse_busy", round=played.number)):
                reader = make_reader(
                    match.game,  # type: ignore[arg-type]
                    played.start,
                    args.level,
                    args.iterations,
                    memory,
                    args.depth,
                    lambda: bool(pressed),
                )
                plies = []
                for ply in read_round(reader, played):
                    plies.append(ply)
                    if pressed:
                        break
            reading = make_reading(reader, played, plies)
            readings.append(reading)
            if not args.json:
                tell(reading, names, say, console)
    if args.json:
        print_json(as_json(readings, match.names, is_interrupted=bool(pressed)))
    elif pressed:
        console.print(say.text("analyse_interrupted"), style="bold")
    for path, write in ((_picture_path(args), write_file), (args.png, write_png)):
        if path:
            write(path, chart(readings, names, say))
            if not args.json:
                console.print(say.text("analyse_drawn", path=path))
    return INTERRUPTED if pressed else DONE


def _picture_path(args: argparse.Namespace) -> str | None:
    """Beside the record, unless there is no such place or a program asks."""
    if args.svg or args.json or args.file == STREAM:
        return args.svg  # type: ignore[no-any-return]
    return str(Path(args.file).with_suffix(".svg"))


def as_json(readings: Sequence[Reading], names: Sequence[str], *, is_interrupted: bool) -> dict[str, Any]:
    return {
        "game": XeQueo.name,
        "names": list(names),
        "interrupted": is_interrupted,
        "rounds": [
            {
                "round": reading.played.number,
                "is_exact": reading.is_exact,
                "depth": None if reading.is_exact else reading.depth,
                "choices": [None if piece == HIDDEN else LETTERS[piece] for piece in reading.played.choices],
                "network": reading.network._asdict() if reading.network else None,
                "best_choices": [by_piece(shares) for shares in reading.best],
                "beliefs": [by_piece(shares) for shares in reading.prior],
                "moves": [_ply_json(ply, reading.played.choices[ply.seat]) for ply in reading.plies],
                "giveaways": [reading.giveaway(seat) for seat in (0, 1)],
            }
            for reading in readings
        ],
    }


def _ply_json(ply: Ply, piece: int) -> dict[str, Any]:
    reason = ply.reasons.about(ply.move)
    is_known = piece != HIDDEN
    return {
        "seat": ply.seat,
        "move": str(ply.move),
        "is_expected": ply.is_expected,
        "odds": round(reason.odds, 6),
        "mix": round(reason.mix[piece], 6) if is_known else None,
        "gain": round(reason.gain[piece], 6) if is_known else None,
        "bits": round(reason.bits, 6),
        "belief_before": by_piece(ply.reasons.belief),
        "belief_after": by_piece(ply.beliefs[ply.seat]),
        "value": round(ply.reasons.value, 6),
    }


def write_png(path: str, picture: str) -> None:
    try:
        import cairosvg
    except ImportError:
        raise missing_package("cairosvg") from None
    try:
        cairosvg.svg2png(bytestring=picture.encode(), write_to=path, scale=2)
    except OSError as error:
        raise FileError("file_unwritable", path=path, reason=error.strerror) from None


def tell(reading: Reading, names: Sequence[str], say: Catalogue, console: Console) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.rule import Rule
    from rich.table import Table

    played = reading.played
    console.print(Rule(say.text("heading_round", round=played.number)))
    console.print(exactness(reading, say))
    for seat in (0, 1):
        mix = "  ".join(f"{LETTERS[p]} {percent(share, say)}" for p, share in enumerate(reading.best[seat]))
        console.print(say.text("analyse_choice", name=names[seat], piece=card_name(played.choices[seat], say), mix=mix))
    table = Table(box=SIMPLE_HEAD)
    for index, key in enumerate(
        (
            "analyse_who",
            "solve_move",
            "analyse_odds",
            "analyse_own",
            "analyse_gain",
            "analyse_bits",
            "analyse_belief",
            "analyse_value",
        )
    ):
        table.add_column(say.text(key), justify="left" if index < 2 else "right", no_wrap=index > 0)
    for ply in reading.plies:
        table.add_row(*_row(ply, played.choices[ply.seat], names, say))
    console.print(table)
    console.print(say.text("analyse_legend"))
    if reading.network:
        console.print(say.text("analyse_mistakes"))
    if any(not ply.is_expected for ply in reading.plies):
        console.print(say.text("analyse_note_network" if reading.network else "analyse_note"))
    for seat in (0, 1):
        console.print(giveaway(reading, seat, names, say))


def _row(ply: Ply, piece: int, names: Sequence[str], say: Catalogue) -> list[str]:
    reason = ply.reasons.about(ply.move)
    mark = "" if ply.is_expected else " *"
    if piece == HIDDEN:
        own, gain, belief = "?", "?", "?"
    else:
        own, gain = percent(reason.mix[piece], say), signed(reason.gain[piece], say)
        shares = ply.reasons.belief[piece], ply.beliefs[ply.seat][piece]
        belief = " → ".join(whole_percent(share, say) for share in shares)
    odds, bits, value = percent(reason.odds, say), say.number(reason.bits, 2), signed(ply.reasons.value, say)
    return [names[ply.seat], str(ply.move) + mark, odds, own, gain, bits, belief, value]


def whole_percent(share: float, say: Catalogue) -> str:
    """What is unlikely does not look impossible."""
    return f"<{say.percent(0.01)}" if 0 < share < 0.005 else say.percent(share)


def signed(number: float, say: Catalogue) -> str:
    return say.number(number, 3, is_signed=True) if abs(number) >= 0.0005 else "0"


def giveaway(reading: Reading, seat: int, names: Sequence[str], say: Catalogue) -> str:
    index = reading.giveaway(seat)
    if index is None:
        return say.text("analyse_kept", name=names[seat])
    ply, piece = reading.plies[index], reading.played.choices[seat]
    words: dict[str, Any] = {"name": names[seat], "move": str(ply.move), "bits": say.number(ply.told, 1)}
    if piece == HIDDEN:
        return say.text("analyse_told", **words)
    shares = percent(ply.reasons.belief[piece], say), percent(ply.beliefs[seat][piece], say)
    return say.text("analyse_giveaway", **words, piece=card_name(piece, say), before=shares[0], after=shares[1])
