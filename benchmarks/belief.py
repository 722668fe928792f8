"""How well a watcher of Xe Queo! guesses the secrets: log loss on matches between bots of different levels.

``python -m benchmarks.belief`` plays the matches, reads them, and prints the comparison; ``--fit`` looks for better
parameters of the watcher on the matches set apart for that, never on those it is measured on. Matches and readings are
kept in a folder, a line each, so a run that was stopped goes on where it was; another seed plays new matches.

The loss is taken of every belief somebody could have acted on: of both seats before each move. What the last move of a
round shows comes too late.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from hashlib import sha256
from itertools import permutations
from math import log
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import track
from rich.table import Table
from scipy.optimize import minimize

from ridotto.arena.play import play_game
from ridotto.bots import make_bot
from ridotto.bots.bluff import net
from ridotto.bots.bluff.net import shipped
from ridotto.bots.bluff.player import LEVELS, Bluffer
from ridotto.bots.bluff.watch import MODEL, PlayerModel, Turn, Watcher, bayes, ranks_of
from ridotto.bots.reading import LEAST, PlayedRound, played_rounds
from ridotto.bots.solver import Settings
from ridotto.bots.solver.beliefs import GLANCE, Beliefs, RoundPolicy
from ridotto.bots.solver.xequeo import Round, deepest
from ridotto.games.xequeo import XeQueo
from ridotto.games.xequeo.moves import Move
from ridotto.match import read_record

BOTS = ("tourist", "greedy", "fishmonger", "casanova", "mask", "doge")
LEVEL = "mask"
"""Whose solves are watched by."""
FITTED = 2
"""Matches of each pairing to fit on."""
MEASURED = 5
"""Matches of each pairing to measure on ..."""
SLOW_BOTS, SLOW = {"doge"}, 1
"""... and fewer where one takes long."""


class Cache:
    """Answers by key, in a file of one JSON object a line."""

    def __init__(self, path: Path) -> None:
        self.path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        self.known: dict[str, Any] = {}
        if path.exists():
            for line in path.read_text("utf-8").splitlines():
                found = json.loads(line)
                self.known[found["key"]] = found["value"]

    def get(self, key: str, make: Callable[[], Any]) -> Any:
        if key not in self.known:
            self.known[key] = make()
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"key": key, "value": self.known[key]}) + "\n")
        return self.known[key]


class Game(NamedTuple):
    key: str
    names: tuple[str, ...]
    rounds: list[PlayedRound]


def games(cache: Cache, is_for_fitting: bool, seed: int, console: Console) -> Iterator[Game]:
    game = XeQueo()
    bots = {name: make_bot(name, game) for name in BOTS}
    pairs = list(permutations(BOTS, 2))
    planned = [
        (number, pair)
        for number in (range(FITTED) if is_for_fitting else range(FITTED, FITTED + MEASURED))
        for pair in pairs
        if number < FITTED + SLOW or not SLOW_BOTS & {*pair}
    ]
    for number, pair in track(planned, "playing", console=console):
        key = f"{seed}-{'-'.join(pair)}-{number}"

        def play(key: str = key, pair: tuple[str, ...] = pair) -> str:
            played = play_game(game, [bots[name] for name in pair], Random(key).getrandbits(32), names=pair)
            assert not played.forfeits, played.forfeits
            return played.record

        yield Game(key, pair, played_rounds(read_record(cache.get(key, play))))


# -- readers -----------------------------------------------------------------------------------------------------------

Reader = Callable[[PlayedRound], Callable[[tuple[Move, ...]], Beliefs]]
"""Of a round the beliefs after some moves."""


def guessing(played: PlayedRound) -> Callable[[tuple[Move, ...]], Beliefs]:
    """Looks a few moves ahead and guesses the rest by who is nearer: what `analyse` did before."""
    settings = Settings(iterations=400, epsilon=1e-3, backend="numba")
    depth = deepest(Round(XeQueo(), played.start), GLANCE)
    policy = RoundPolicy(XeQueo(), played.start, settings, depth=depth)
    return lambda moves: policy.after(moves)[0]


def watching(model: PlayerModel) -> Reader:
    resolver = Bluffer(XeQueo(), shipped(), LEVELS[LEVEL]).resolver()

    def reader(played: PlayedRound) -> Callable[[tuple[Move, ...]], Beliefs]:
        watcher = Watcher(resolver, played.start, model)
        return lambda moves: watcher.after(moves)[0]

    return reader


def read(reader: Reader, played: PlayedRound) -> list[list[float]]:
    """The belief in the truth before every move, by seat."""
    beliefs = reader(played)
    found = [beliefs(played.moves[:index]) for index in range(len(played.moves))]
    return [[float(belief[seat][played.choices[seat]]) for seat in (0, 1)] for belief in found]


def _read_all(reader: Reader, game: Game) -> list[list[list[float]]]:
    return [read(reader, played) for played in game.rounds]


# -- fitting -----------------------------------------------------------------------------------------------------------


class Followed(NamedTuple):
    """A round with its turns solved, and which of its moves was made at each."""

    played: PlayedRound
    choices: tuple[Any, Any]
    ranks: Any
    turns: list[tuple[int, Turn, int]]


def follow(rounds: Sequence[PlayedRound], model: PlayerModel, console: Console) -> list[Followed]:
    resolver = Bluffer(XeQueo(), shipped(), LEVELS[LEVEL]).resolver()
    found = []
    for played in track(rounds, "solving", console=console):
        watcher = Watcher(resolver, played.start, model)
        turns = []
        for index in range(len(played.moves) - 1):
            turn = watcher.turn(played.moves[:index])
            turns.append((played.start.turn ^ index & 1, turn, turn.moves.index(played.moves[index])))
        choices = watcher.choice(0), watcher.choice(1)
        found.append(Followed(played, choices, ranks_of(resolver.game, played.start), turns))
    return found


def mean_loss(followed: Sequence[Followed], model: PlayerModel) -> float:
    losses = []
    for round_ in followed:
        joints = [model.choices(round_.choices[seat], round_.ranks) for seat in (0, 1)]
        chances = [float(joints[seat].sum(axis=0)[round_.played.choices[seat]]) for seat in (0, 1)]
        losses += [-log(chance) for chance in chances]
        for seat, turn, a in round_.turns:
            joints[seat] = bayes(joints[seat], model.moves(turn)[:, a])
            chances[seat] = float(joints[seat].sum(axis=0)[round_.played.choices[seat]])
            losses += [-log(chance) for chance in chances]
    return sum(losses) / len(losses)


def fit(rounds: Sequence[PlayedRound], console: Console) -> PlayerModel:
    """What moves are worth depends on beliefs, and those on the model: so it is fitted twice."""
    model = MODEL
    for _ in range(2):
        followed = follow(rounds, model, console)

        def loss(x: NDArray[np.float64], followed: Sequence[Followed] = followed) -> float:
            return mean_loss(followed, _unpack(x))

        start = _pack(model)
        corners = np.vstack([start, start + 0.5 * np.eye(len(start))])
        found = minimize(
            loss,
            start,
            method="Nelder-Mead",
            options={"initial_simplex": corners, "maxfev": 200, "xatol": 0.02, "fatol": 1e-5},
        )
        model = _unpack(found.x)
        console.print(f"{len(rounds)} rounds, loss {found.fun:.4f}: {model}")
    return model


def _pack(model: PlayerModel) -> NDArray[np.float64]:
    random = 1 - model.equilibrium - model.quantal
    shares = log(model.equilibrium / random), log(model.quantal / random)
    return np.array([*shares, log(model.slope), log(model.temperature)])


def _unpack(x: NDArray[np.float64]) -> PlayerModel:
    shares = np.exp([x[0], x[1], 0])
    shares /= shares.sum()
    return PlayerModel(float(shares[0]), float(shares[1]), float(np.exp(x[2])), float(np.exp(x[3])))


# -- measuring ---------------------------------------------------------------------------------------------------------


class Interval(NamedTuple):
    mean: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.mean:.3f}  [{self.low:.3f}, {self.high:.3f}]"


def interval(by_match: Sequence[NDArray[np.float64]]) -> Interval:
    """Of the mean over all numbers, 95 %, by drawing whole matches anew: rounds of one are not independent."""
    sums, counts = np.array([part.sum() for part in by_match]), np.array([part.size for part in by_match])
    drawn = np.random.default_rng(1).integers(len(by_match), size=(4000, len(by_match)))
    means = sums[drawn].sum(axis=1) / counts[drawn].sum(axis=1)
    return Interval(sums.sum() / counts.sum(), *np.quantile(means, [0.025, 0.975]))


def losses_of(reading: list[list[list[float]]]) -> list[NDArray[np.float64]]:
    """By round of a match: the loss by move and seat. What is next to impossible counts as LEAST."""
    return [-np.log(np.maximum(np.array(round_), LEAST)) for round_ in reading]


def compare(readings: dict[str, list[list[list[list[float]]]]], measured: Sequence[Game], console: Console) -> None:
    losses = {name: [losses_of(match) for match in reading] for name, reading in readings.items()}
    rounds = sum(len(game.rounds) for game in measured)
    table = Table(box=SIMPLE_HEAD, title=f"log loss, {len(measured)} matches, {rounds} rounds; 95 % in brackets")
    for column in (
        "",
        "all beliefs",
        "after the choice",
        "before the last move",
        "minus uniform",
        "truth < 1 %",
    ):
        table.add_column(column, justify="left" if not column else "right")
    even = losses["uniform"]
    for name, matches in losses.items():
        whole = [np.concatenate(match) for match in matches]
        gain = [own - np.concatenate(base) for own, base in zip(whole, even, strict=True)]
        chances = np.exp(-np.concatenate(whole))
        table.add_row(
            name,
            str(interval(whole)),
            str(interval([np.array([round_[0] for round_ in match]) for match in matches])),
            str(interval([np.array([round_[-1] for round_ in match]) for match in matches])),
            str(interval(gain)),
            f"{(chances < 0.01).mean():.1%}",
        )
    console.print(table)
    first, last = "analyse before", "analyse now"
    gain = [
        np.concatenate(before) - np.concatenate(now) for before, now in zip(losses[first], losses[last], strict=True)
    ]
    console.print(f"{last} is better than {first} by {interval(gain)}")
    table = Table(box=SIMPLE_HEAD, title="all beliefs, by who was watched")
    for column in ("", *BOTS):
        table.add_column(column, justify="left" if not column else "right")
    for name, matches in losses.items():
        row = []
        for bot in BOTS:
            seats = [
                np.concatenate([round_[:, game.names.index(bot)] for round_ in match])
                for game, match in zip(measured, matches, strict=True)
                if bot in game.names
            ]
            row.append(f"{interval(seats).mean:.3f}")
        table.add_row(name, *row)
    console.print(table)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cache", type=Path, default=Path(".cache/belief"), metavar="FOLDER")
    parser.add_argument("--fit", action="store_true")
    parser.add_argument("--seed", type=int, default=1, help="another number, other matches (1)")
    args = parser.parse_args()
    console = Console()
    measured = list(games(Cache(args.cache / "matches.jsonl"), args.fit, args.seed, console))
    if args.fit:
        fit([played for game in measured for played in game.rounds], console)
        return
    weights = sha256(Path(net.__file__).with_name("weights.npz").read_bytes()).hexdigest()[:12]
    readers: dict[str, tuple[str, Reader]] = {
        "analyse before": ("guess", guessing),
        "analyse now": (f"{weights} {LEVEL} {MODEL}", watching(MODEL)),
    }
    cache = Cache(args.cache / "readings.jsonl")
    readings = {"uniform": [[[[1 / 7, 1 / 7]] * len(p.moves) for p in game.rounds] for game in measured]}
    for name, (about, reader) in readers.items():
        readings[name] = []
        for game in track(measured, name, console=console):
            made = partial(_read_all, reader, game)
            readings[name].append(cache.get(f"{about} {game.key}", made))
    compare(readings, measured, console)


if __name__ == "__main__":
    main()
