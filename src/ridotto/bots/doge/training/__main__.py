"""``python -m ridotto.bots.doge.training FOLDER --seats 4`` trains all generations and writes ``network-4.json`` there.

The folder keeps the games, so a run that was stopped goes on where it was. The same recipe gives the same network.
"""

from __future__ import annotations

import argparse
import json
import os
from dataclasses import asdict, dataclass
from hashlib import blake2b
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from ridotto.bots.doge.training.learning import EPOCHS, Examples, examples, fit, join, judged, predict
from ridotto.bots.doge.training.selfplay import Game, Task, play, read_games, show_game
from ridotto.bots.doge.value_network import Network
from ridotto.games.venise.deck import SEATS
from ridotto.processes import processes

HELD_OUT: Final = 9
"""Every ninth board is held out: games on it only tell how well the network predicts."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """What a network is made by."""

    seats: int
    boards: tuple[str, ...]
    seed: int = 1
    generations: int = 12
    games: int = 640
    """In each generation."""
    epochs: int = EPOCHS

    def board(self, number: int) -> int:
        """Of a game: one after the other, every ninth game on one that is held out."""
        return number % len(self.boards)

    def is_held_out(self, number: int) -> bool:
        return self.board(number) % HELD_OUT == HELD_OUT - 1


def training_boards() -> tuple[str, ...]:
    """Boards as `ridotto board make` draws them, by day and by night, easy and hard."""
    return tuple(files(__package__).joinpath("boards.txt").read_text("utf-8").split("\n")[:-1])


def train(folder: Path, recipe: Recipe, workers: int, bar: Progress) -> Network | None:
    folder.mkdir(parents=True, exist_ok=True)
    file, do = folder / "games.jsonl", processes(workers)
    _write_recipe(folder / "recipe.json", recipe)
    done = {(game.generation, game.number): game for game in read_games(file)}
    network: Network | None = None
    learnt: list[Examples] = []
    kept_out: list[Examples] = []
    (folder / "log.jsonl").write_text("", "utf-8")
    job = bar.add_task("", total=recipe.generations * recipe.games, completed=0, what="")
    for generation in range(recipe.generations):
        networks = {recipe.seats: network} if network else {}
        todo = [
            Task(recipe.seed, generation, number, recipe.seats, recipe.boards[recipe.board(number)], networks)
            for number in range(recipe.games)
            if (generation, number) not in done
        ]
        what = f"generation {generation + 1} of {recipe.generations}"
        bar.update(job, what=what, completed=(generation + 1) * recipe.games - len(todo))
        with file.open("a", encoding="utf-8") as kept:
            for _, game in do(play, todo):
                kept.write(show_game(game) + "\n")
                kept.flush()
                done[game.generation, game.number] = game
                bar.advance(job)
        played = [done[generation, number] for number in range(recipe.games)]
        for held_out, parts in ((False, learnt), (True, kept_out)):
            some = [game for game in played if recipe.is_held_out(game.number) == held_out]
            parts.append(examples(sorted(some, key=lambda game: (game.board, game.number)), recipe.seats))
        network = fit(join(learnt), recipe.epochs, recipe.seed)
        (folder / f"network-{recipe.seats}.json").write_text(json.dumps(network._asdict()) + "\n", "utf-8")
        line = _measured(network, played, learnt, join(kept_out), recipe)
        with (folder / "log.jsonl").open("a", encoding="utf-8") as log:
            log.write(json.dumps({"generation": generation + 1, **line}) + "\n")
        bar.print(f"{what}: {line}")
    return network


def _measured(
    network: Network, played: list[Game], learnt: list[Examples], held_out: Examples, recipe: Recipe
) -> dict[str, Any]:
    """Log loss on boards held out."""
    known = held_out.features
    losses = [
        held_out.log_loss(held_out.by_seat(told)) for told in (judged(known, recipe.seats), predict(network, known))
    ]
    return {
        "turns": sum(len(part.seats) for part in learnt),
        "turns_of_a_game": round(sum(len(game.turns) for game in played) / len(played), 1),
        "judge": round(losses[0], 4),
        "network": round(losses[1], 4),
    }


def _write_recipe(file: Path, recipe: Recipe) -> None:
    """Raises SystemExit where the folder holds games by another one."""
    boards = blake2b("\n".join(recipe.boards).encode(), digest_size=8).hexdigest()
    text = json.dumps({**asdict(recipe), "boards": f"{len(recipe.boards)} boards, digest {boards}"}, indent=1) + "\n"
    if file.exists():
        known = json.loads(file.read_text("utf-8"))
        if {**known, "generations": recipe.generations} != json.loads(text):
            raise SystemExit(f"{file}: the games there were played by another recipe. Name another folder.")
    file.write_text(text, "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path, help="where games and the network are kept")
    parser.add_argument("--seats", type=int, choices=SEATS, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--generations", "--terms", type=int, default=12)
    parser.add_argument("--games", type=int, default=640, help="in each generation")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    args = parser.parse_args()
    if args.generations < 1 or args.games < HELD_OUT or args.workers < 1:
        parser.error(f"there must be a generation, {HELD_OUT} games and a worker at least")
    recipe = Recipe(args.seats, training_boards(), args.seed, args.generations, args.games)
    columns = (
        TextColumn("{task.fields[what]}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    os.nice(19)
    try:
        with Progress(*columns) as bar:
            train(args.folder, recipe, args.workers, bar)
    except OSError as error:
        raise SystemExit(f"{error.filename}: {error.strerror}. Name another folder.") from None
    except KeyboardInterrupt:
        raise SystemExit("Stopped. Nothing is lost: the same command goes on.") from None


if __name__ == "__main__":
    main()
