"""Random games of Venise by the thousand, on every shipped board, with everything counted after every move.

``python -m benchmarks.venise_soak --games 10000``. After each finished game a line goes to the results file, so a run
that was stopped goes on where it was; a broken promise ends it with the game's record, which replays the fault.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table

from ridotto.core import CHANCE, Actor, chance_move
from ridotto.games.venise import State, Venise, board_names
from ridotto.games.venise.boards import GEMS
from ridotto.games.venise.deck import ACTIONS, JOKER, SEATS
from ridotto.games.venise.moves import Move
from ridotto.games.venise.planks import bits
from ridotto.games.venise.state import Cards
from ridotto.match import Match


class Fault(AssertionError):
    """A promise of the rules that a state breaks."""


def check(game: Venise, state: State) -> None:
    """What can never happen in any state."""
    check_cards(game, state.cards)
    check_table(game, state)
    _hold(state.turn.hourglasses >= 0, "overspent hourglasses (VE-9)")


def check_cards(game: Venise, cards: Cards) -> None:
    deck, hands, pile, discards = game.deck, cards.hands, cards.pile, cards.discards
    counts = tuple(map(sum, zip(pile, discards, *hands, strict=False)))
    _hold(counts == deck.counts[: len(ACTIONS)], f"{counts} cards of each kind instead of {deck.counts}")
    _hold(min(map(min, (pile, discards, *hands))) >= 0, "less than no card")
    _hold(max([hand[JOKER] for hand in hands]) <= deck.jokers_held, "too many jokers in a hand (VE-13)")


def check_table(game: Venise, state: State) -> None:
    pieces, deck, physics = state.pieces, game.deck, game.planks
    _hold(not physics.floating(pieces.planks), "a plank floats (VE-25)")
    for slot in bits(pieces.planks & physics.long):
        _hold(physics.bars[slot] & pieces.planks == 1 << slot, f"{physics.names[slot]} crosses a long plank (VE-23)")
    for mask, stocks, whole in zip((physics.short, physics.long), zip(*pieces.stocks), deck.stock(game.seats)):  # noqa: B905
        _hold(min(stocks) >= 0, "less than no plank in stock")
        # What a finisher had in stock and what fell into the water is out of the game (VE-25, VE-R16).
        _hold(sum(stocks) + (pieces.planks & mask).bit_count() <= whole * game.seats, "planks out of nothing")
    for seat, (field, gems, tiles) in enumerate(zip(pieces.pawns, pieces.gems, pieces.tiles, strict=True)):
        if seat in state.finished:
            _hold(field < 0 and not gems, f"seat {seat} is home but still on the board (VE-R16)")
            continue
        _hold((physics.ground | pieces.planks) >> field & 1 == 1, f"the pawn of seat {seat} is in the water (VE-24)")
        _hold(not gems & ~game.board.gem_mask(_colour(game, seat)), f"seat {seat} has gems where none were")
        _hold(0 <= tiles <= GEMS - gems.bit_count(), f"seat {seat} has {tiles} tiles for its gems (VE-R8)")
    _hold(sum(pieces.tiles) <= deck.tiles, "more tiles than there are (VE-1)")


def check_step(game: Venise, before: State, after: State) -> None:
    """What can never happen between two states."""
    old, new = before.pieces, after.pieces
    for seat in range(game.seats):
        _hold(not new.gems[seat] & ~old.gems[seat], f"a gem of seat {seat} came back")
        taken = (old.gems[seat] & ~new.gems[seat]).bit_count()
        if seat not in after.finished:
            _hold(new.tiles[seat] - old.tiles[seat] <= taken, f"seat {seat} got tiles for nothing (VE-11)")
    out = [_planks(state) for state in (before, after)]
    _hold(out[1] <= out[0], "a plank came back from the water (VE-25)")
    _hold(before.finished == after.finished[: len(before.finished)], "a finisher lost their place (VE-2)")


def _planks(state: State) -> int:
    return state.pieces.planks.bit_count() + sum(short + long for short, long in state.pieces.stocks)


def _colour(game: Venise, seat: int) -> int:
    return ("red", "white", "green", "purple").index(game.colours[seat])


def _hold(is_true: bool, promise: str) -> None:
    if not is_true:
        raise Fault(promise)


class Result(NamedTuple):
    board: str
    seats: int
    seed: int
    steps: int
    reason: str
    gems: int
    """Collected by all seats together."""
    lost: int
    """Planks that fell into the water or left with their owner."""


def play(game: Venise, board: str, seed: int) -> Result:
    """One random game; raises Fault with its record as a note."""
    rng = Random(f"{board} {game.seats} {seed}")
    state = game.start()
    check(game, state)
    log: list[tuple[Actor, Move]] = []
    try:
        while actors := game.actors(state):
            actor = actors[0]
            move = chance_move(game, state, rng) if actor == CHANCE else rng.choice(game.legal(state, actor))
            log.append((actor, move))
            before, state = state, game.play(state, actor, move)
            # What is the very same object has been checked before.
            if state.cards is not before.cards:
                check_cards(game, state.cards)
            if state.pieces is not before.pieces or state.finished is not before.finished:
                check_table(game, state)
                check_step(game, before, state)
            _hold(state.turn.hourglasses >= 0, "overspent hourglasses (VE-9)")
    except Fault as fault:
        match = Match(game)
        for actor, move in log:
            match.submit(actor, move)
        fault.add_note(match.record())
        raise
    outcome = game.outcome(state)
    assert outcome is not None
    gems = sum(GEMS - mask.bit_count() for mask in state.pieces.gems)
    lost = sum(game.deck.stock(game.seats)) * game.seats - _planks(state)
    return Result(board, game.seats, seed, len(log), outcome.reason, gems, lost)


def soak(games: int, boards: list[str], done: set[tuple[str, int, int]]) -> Iterator[Result]:
    for board in boards:
        for seats in SEATS:
            game = Venise(seats=seats, board=board)
            for seed in range(games):
                if (board, seats, seed) not in done:
                    yield play(game, board, seed)


def read_results(path: Path) -> list[Result]:
    if not path.exists():
        return []
    return [Result(*json.loads(line)) for line in path.read_text("utf-8").splitlines()]


def mend(path: Path) -> None:
    """Drops a half-written line at the end."""
    if path.exists() and not (text := path.read_text("utf-8")).endswith("\n"):
        path.write_text(text[: text.rfind("\n") + 1], "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=10_000, help="for each board and number of seats")
    parser.add_argument("--board", action="append", help="only this board; may be repeated")
    parser.add_argument("--results", type=Path, default=Path("venise-soak.jsonl"), help="where results are kept")
    args = parser.parse_args()
    boards = args.board or list(board_names())
    mend(args.results)
    results = [result for result in read_results(args.results) if result.seed < args.games and result.board in boards]
    done = {(result.board, result.seats, result.seed) for result in results}
    columns = (
        TextColumn("{task.fields[what]}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[speed]}"),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    try:
        with args.results.open("a", encoding="utf-8") as file, Progress(*columns, transient=True) as bar:
            total = args.games * len(boards) * len(SEATS)
            job = bar.add_task("", total=total, completed=len(done), what="soaking", speed="")
            for result in soak(args.games, boards, done):
                file.write(json.dumps(result) + "\n")
                file.flush()
                results.append(result)
                speed = bar.tasks[0].speed
                what = f"{result.board} {result.seats}"
                bar.update(job, advance=1, what=what, speed=f"{speed:.0f} games/s" if speed else "")
    except KeyboardInterrupt:
        pass
    report(results)


def report(results: list[Result]) -> None:
    table = Table(title="No promise was broken", box=SIMPLE_HEAD)
    for column in ("board", "seats", "games", "steps", "won", "stalled", "gems a game", "planks lost a game"):
        table.add_column(column, justify="left" if column == "board" else "right")
    groups: dict[tuple[str, int], list[Result]] = {}
    for result in results:
        groups.setdefault((result.board, result.seats), []).append(result)
    for (board, seats), group in sorted(groups.items()):
        count = len(group)
        won = sum(result.reason == "gems" for result in group)
        table.add_row(
            board,
            str(seats),
            f"{count:,}",
            f"{sum(result.steps for result in group):,}",
            str(won),
            str(count - won),
            f"{sum(result.gems for result in group) / count:.2f}",
            f"{sum(result.lost for result in group) / count:.2f}",
        )
    Console(width=110).print(table)


if __name__ == "__main__":
    main()
