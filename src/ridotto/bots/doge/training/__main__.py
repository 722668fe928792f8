"""``python -m ridotto.bots.doge.training FOLDER`` trains all generations and writes ``network.json`` there.

The folder keeps the games, so a run that was stopped goes on where it was. The same numbers of generations and games
give the same network.
"""

from __future__ import annotations

import argparse
import json
import os
from pathlib import Path
from typing import Final

import numpy as np
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from ridotto.bots.doge.training.learning import JUDGE, STEPS, Validation, examples, fit, validate
from ridotto.bots.doge.training.selfplay import Task, play, read_games, show_game
from ridotto.bots.doge.value_network import Network
from ridotto.processes import processes

NINTH: Final = 9
"""Every ninth game is held out; eight boards come in turn, so all of them are among those."""


def train(folder: Path, generations: int, games: int, workers: int, bar: Progress, steps: int = STEPS) -> Network:
    folder.mkdir(parents=True, exist_ok=True)
    file, network, do = folder / f"games-{games}.jsonl", JUDGE, processes(workers)
    done = {(game.generation, game.number): game for game in read_games(file)}
    job = bar.add_task("", total=generations * games, completed=0, what="")
    for generation in range(generations):
        wanted = [(generation, number) for number in range(games)]
        todo = [Task(*each, network) for each in wanted if each not in done]
        what = f"generation {generation + 1} of {generations}"
        bar.update(job, what=what, completed=(generation + 1) * games - len(todo))
        with file.open("a", encoding="utf-8") as kept:
            for _, game in do(play, todo):
                kept.write(show_game(game) + "\n")
                kept.flush()
                done[game.generation, game.number] = game
                bar.advance(job)
        known = examples(done[each, number] for each in range(generation + 1) for number in range(games))
        network = fit(known, steps)
        (folder / "network.json").write_text(json.dumps(network._asdict()) + "\n", "utf-8")
    held_out = [("every ninth game", known.games % NINTH == 0)]
    held_out += [(str(board), known.boards == board) for board in np.unique(known.boards)]
    job = bar.add_task("", total=len(held_out), what="validation")
    for _, line in do(validate, [Validation(name, known, rows, steps) for name, rows in held_out]):
        bar.print(line)
        bar.advance(job)
    return network


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path, help="where games and the network are kept")
    parser.add_argument("--generations", "--terms", type=int, default=12)
    parser.add_argument("--games", type=int, default=640, help="in each generation")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    args = parser.parse_args()
    if args.generations < 1 or args.games < 2 or args.workers < 1:
        parser.error("there must be a generation, two games and a worker at least")
    columns = (
        TextColumn("{task.fields[what]}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    try:
        with Progress(*columns) as bar:
            train(args.folder, args.generations, args.games, args.workers, bar)
    except OSError as error:
        raise SystemExit(f"{error.filename}: {error.strerror}. Name another folder.") from None
    except KeyboardInterrupt:
        raise SystemExit("Stopped. Nothing is lost: the same command goes on.") from None


if __name__ == "__main__":
    main()
