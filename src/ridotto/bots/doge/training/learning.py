"""Fits a network to the turns of played games, by TD(λ) targets and Adam."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ridotto.bots.doge.judge import Judge
from ridotto.bots.doge.training.selfplay import Game
from ridotto.bots.doge.value_network import FEATURES, Network, ValueNetwork
from ridotto.games.venise import Venise

HIDDEN: Final = 48
PASSES: Final = 4
"""The first fits who won, each other the TD targets of the one before."""
TD_LAMBDA: Final = 0.6
STEPS: Final = 10_000
BATCH: Final = 256
RATE: Final = 0.003
DECAY: Final = 5e-4
LEAD: Final = (1.0, *(0.0,) * (FEATURES - 1))
JUDGE: Final = Network(weights=(LEAD, tuple(-n for n in LEAD)), biases=(0.0, 0.0), out=(1.0, -1.0), bias=0.0)
"""The first generation's network: its logit is the judge's lead."""

Array: TypeAlias = NDArray[np.float64]


class Examples(NamedTuple):
    """A row for every turn of every game, game after game."""

    features: Array
    won: Array
    games: NDArray[np.int64]
    seats: NDArray[np.int64]
    boards: NDArray[np.str_]

    def of(self, rows: NDArray[np.bool_]) -> Examples:
        return Examples(self.features[rows], self.won[rows], self.games[rows], self.seats[rows], self.boards[rows])

    def td_targets(self, predicted: Array) -> Array:
        """What every turn was worth, going by who won and by what was predicted of the turns that followed."""
        targets = self.won.copy()
        for row in range(len(targets) - 2, -1, -1):
            if self.games[row + 1] == self.games[row]:
                following = (1 - TD_LAMBDA) * predicted[row + 1] + TD_LAMBDA * targets[row + 1]
                targets[row] = following if self.seats[row + 1] == self.seats[row] else 1 - following
        return targets

    def log_loss(self, predicted: Array) -> float:
        of_winner = np.where(self.won == 1, predicted, 1 - predicted)
        return float(-np.log(np.clip(of_winner, 1e-4, 1)).mean())


@cache
def _value_network(board: str) -> ValueNetwork:
    return ValueNetwork(Judge(Venise(board=board)), JUDGE)


def examples(games: Iterable[Game]) -> Examples:
    features, won, numbers, seats, boards = [], [], [], [], []
    for number, game in enumerate(games):
        network = _value_network(game.board)
        for seat, laid, owns in game.turns:
            features.append(network.features(laid, owns[seat], owns[1 - seat]))
            won.append(float(seat == game.winner))
            numbers.append(number)
            seats.append(seat)
            boards.append(game.board)
    return Examples(np.array(features), np.array(won), np.array(numbers), np.array(seats), np.array(boards))


def sigmoid(logits: Array) -> Array:
    return np.asarray(1 / (1 + np.exp(-logits)))


class TrainableNetwork:
    """A `Network` for many examples at once, with its gradients."""

    def __init__(self, width: int, rng: np.random.Generator) -> None:
        self.weights = rng.normal(0, width**-0.5, (width, HIDDEN))
        self.biases = np.zeros(HIDDEN)
        self.out = rng.normal(0, HIDDEN**-0.5, HIDDEN)
        self.bias = np.zeros(1)

    def predict(self, features: Array) -> Array:
        activation = np.maximum(features @ self.weights + self.biases, 0)
        return sigmoid(activation @ self.out + self.bias[0])

    def train(self, features: Array, targets: Array, steps: int, rng: np.random.Generator) -> None:
        """Adam on the log loss."""
        parameters = self.weights, self.biases, self.out, self.bias
        means = [np.zeros_like(parameter) for parameter in parameters]
        squares = [np.zeros_like(parameter) for parameter in parameters]
        for step in range(1, steps + 1):
            rows = rng.integers(len(features), size=BATCH)
            rate = RATE * min(1, 2 * (1 - step / steps) + 0.02)
            gradients = self._gradients(features[rows], targets[rows])
            for parameter, gradient, mean, square in zip(parameters, gradients, means, squares, strict=True):
                mean += 0.1 * (gradient - mean)
                square += 0.001 * (gradient * gradient - square)
                parameter -= rate * mean / (1 - 0.9**step) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)

    def _gradients(self, features: Array, targets: Array) -> tuple[Array, Array, Array, Array]:
        pre_activation = features @ self.weights + self.biases
        error = (self.predict(features) - targets) / len(features)
        back = np.outer(error, self.out) * (pre_activation > 0)
        return (
            features.T @ back + DECAY * self.weights,
            back.sum(0),
            np.maximum(pre_activation, 0).T @ error + DECAY * self.out,
            error.sum(keepdims=True),
        )


def fit(known: Examples, steps: int) -> Network:
    rng = np.random.default_rng(0)
    mean, spread = known.features.mean(0), known.features.std(0)
    spread[spread == 0] = 1
    features, targets = (known.features - mean) / spread, known.won
    for _ in range(PASSES):
        network = TrainableNetwork(features.shape[1], rng)
        network.train(features, targets, steps, rng)
        targets = known.td_targets(network.predict(features))
    # The shipped network takes features as they are.
    weights = network.weights / spread[:, None]
    biases = network.biases - mean @ weights
    return Network([_short(row) for row in weights.T], _short(biases), _short(network.out), _short(network.bias)[0])


def _short(numbers: Array) -> list[float]:
    return [float(f"{number:.6g}") for number in numbers]


class Validation(NamedTuple):
    """Some examples are held out, and a network is fitted to the others."""

    name: str
    known: Examples
    held_out: NDArray[np.bool_]
    steps: int


def validate(task: Validation) -> str:
    network, held_out = fit(task.known.of(~task.held_out), task.steps), task.known.of(task.held_out)
    logits = np.array([network.logit(features) for features in held_out.features.tolist()])
    judge, trained = (held_out.log_loss(sigmoid(each)) for each in (held_out.features[:, 0], logits))
    return f"trained without {task.name}: log loss of the judge {judge:.4f}, of the network {trained:.4f}"
