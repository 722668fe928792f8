"""``ridotto train``: makes the network that the bluffers of Xe Queo! play by."""

from __future__ import annotations

import argparse
import math
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ridotto.arena.journal import lock
from ridotto.cli import INTERRUPTED, write_file
from ridotto.cli.exploit import NUMBERS, require, require_natural, require_positive, terminable, workers
from ridotto.cli.meter import meter
from ridotto.games.xequeo import XeQueo
from ridotto.i18n import Catalogue
from ridotto.processes import Runner

if TYPE_CHECKING:
    from ridotto.bots.bluff.training.learning import Trainer


def add(parser: argparse.ArgumentParser, say: Catalogue) -> None:
    parser.add_argument("game", choices=[XeQueo.name], help=say.text("cli_game"))
    parser.add_argument(
        "--folder", type=Path, default=Path("train-xequeo"), metavar="FOLDER", help=say.text("train_help_folder")
    )
    parser.add_argument("--hours", type=float, metavar="H", help=say.text("train_help_hours"))
    parser.add_argument("--targets", type=int, metavar="N", help=say.text("train_help_targets"))
    parser.add_argument("--seed", type=int, metavar="N", help=say.text("train_help_seed"))
    parser.add_argument("--processes", type=int, default=1, metavar="N", help=say.text("measure_help_processes"))
    parser.add_argument("--ray", metavar="ADDRESS", help=say.text("train_help_ray"))
    parser.add_argument("--measure", action="store_true", help=say.text("train_help_measure"))


def run(args: argparse.Namespace, say: Catalogue) -> int:
    require_positive(args, "processes", "hours")
    require_natural(args, "targets", "seed")
    require(*NUMBERS, "torch")
    from ridotto.bots.bluff.training.learning import RECIPE, TARGETS, Trainer

    if args.ray:
        from ridotto.arena.cluster import on_ray

        runner = on_ray(args.ray, args.processes)
    else:
        runner = workers(args.processes)
    trainer = Trainer(args.folder, args.seed)
    wanted = TARGETS if args.targets is None else args.targets
    status = 0
    with (args.folder / RECIPE).open("rb") as recipe:
        lock(recipe.fileno(), args.folder)
        try:
            with terminable(), meter(say) as update:
                if trainer.targets < wanted:
                    _train(trainer, runner, args, wanted, update, say)
                if args.measure:
                    _measure(args.folder, workers(args.processes), update, say)
        except KeyboardInterrupt:
            status = INTERRUPTED
        _draw(args.folder, say)
    print(say.text("train_kept", path=args.folder / "weights.npz", targets=trainer.targets))
    if status:
        print(say.text("train_stopped", folder=args.folder))
    return status


def _train(
    trainer: Trainer, runner: Runner, args: argparse.Namespace, wanted: int, update: Any, say: Catalogue
) -> None:
    from ridotto.arena.training import spread
    from ridotto.bots.bluff.training.learning import train

    recent: dict[str, Any] = {}

    def step() -> None:
        more = say.text("train_error", error=say.number(recent["error"], 4)) if recent else ""
        update(say.text("train_phase"), trainer.targets, wanted, more)

    step()
    seconds = math.inf if args.hours is None else 3600 * args.hours
    train(trainer, spread(runner), seconds, recent.update, wanted=wanted, step=step)


def _measure(folder: Path, runner: Runner, update: Any, say: Catalogue) -> None:
    from ridotto.arena.training import measure_snapshots

    measure_snapshots(folder, runner, lambda phase, *far: update(say.text(f"exploit_phase_{phase}"), *far))


def _draw(folder: Path, say: Catalogue) -> None:
    from ridotto.arena import curves
    from ridotto.arena.training import points, read_log
    from ridotto.bots.bluff.training.learning import LOG

    pictures = curves.draw(read_log(folder / LOG), points(folder), say.text)
    for name, picture in pictures.items():
        write_file(folder / f"{name}.svg", picture)
    if pictures:
        print(say.text("arena_drawn", path=folder, names=", ".join(f"{name}.svg" for name in pictures)))
