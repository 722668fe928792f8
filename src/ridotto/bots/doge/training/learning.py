"""Fits a network to the turns of played games, by TD(λ) targets and Adam."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ridotto.bots.doge.judge import Judge
from ridotto.bots.doge.training.selfplay import Game
from ridotto.bots.doge.value_network import Network, ValueNetwork, feature_count
from ridotto.games.venise import Venise

HIDDEN: Final = 48
PASSES: Final = 4
"""The first fits who won, each other the TD targets of the one before."""
TD_LAMBDA: Final = 0.6
EPOCHS: Final = 15
"""So often each pass sees every example."""
BATCH: Final = 256
RATE: Final = 0.003
FAINT: Final = 0.02
"""Spread of the first weights from hidden units to logits."""
DECAY: Final = 3e-3
Array: TypeAlias = NDArray[np.float64]


class Examples(NamedTuple):
    """A row for every turn of every game, game after game."""

    features: Array
    won: Array
    """By row and seat: 1 for who came home first."""
    games: NDArray[np.int64]
    seats: NDArray[np.int64]
    """Whose turn has ended: the first in its row of the features."""

    def of(self, rows: NDArray[np.bool_]) -> Examples:
        return Examples(self.features[rows], self.won[rows], self.games[rows], self.seats[rows])

    def from_mover(self, by_seat: Array) -> Array:
        """Columns by seat, turned so that the mover's is the first."""
        return np.take_along_axis(by_seat, self._order, 1)

    def by_seat(self, from_mover: Array) -> Array:
        turned = np.empty_like(from_mover)
        np.put_along_axis(turned, self._order, from_mover, 1)
        return turned

    @property
    def _order(self) -> NDArray[np.int64]:
        count = self.won.shape[1]
        order: NDArray[np.int64] = (self.seats[:, None] + np.arange(count)) % count
        return order

    def td_targets(self, predicted: Array) -> Array:
        """What every turn was worth to each seat, by who won and by what was predicted of the turns that followed."""
        targets = self.won.copy()
        for row in range(len(targets) - 2, -1, -1):
            if self.games[row + 1] == self.games[row]:
                targets[row] = (1 - TD_LAMBDA) * predicted[row + 1] + TD_LAMBDA * targets[row + 1]
        return targets

    def log_loss(self, predicted: Array) -> float:
        """Of what was predicted by seat."""
        return float(-np.log(np.clip((predicted * self.won).sum(1), 1e-4, 1)).mean())


@lru_cache(maxsize=4)
def _value_network(board: str, seats: int) -> ValueNetwork:
    nothing = Network([[0.0] * feature_count(seats)], [0.0], [[0.0]] * (seats - 1), [0.0] * (seats - 1))
    return ValueNetwork(Judge(Venise(board=board, seats=seats)), nothing)


def examples(games: Iterable[Game], seats: int) -> Examples:
    features, won, numbers, movers = [], [], [], []
    for game in games:
        network = _value_network(game.board, seats)
        for seat, laid, owns in game.turns:
            features.append(network.features(laid, owns[seat:] + owns[:seat]))
            won.append([float(each == game.winner) for each in range(seats)])
            numbers.append(game.generation << 32 | game.number)
            movers.append(seat)
    wide = np.array(features).reshape(-1, feature_count(seats))
    return Examples(wide, np.array(won).reshape(-1, seats), np.array(numbers), np.array(movers, dtype=np.int64))


def join(parts: Sequence[Examples]) -> Examples:
    return Examples(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))


def softmax(leads: Array) -> Array:
    """Chances, the mover's first, from its logits against each rival."""
    logits = np.concatenate([np.zeros((len(leads), 1)), -leads], 1)
    odds = np.exp(logits - logits.max(1, keepdims=True))
    return np.asarray(odds / odds.sum(1, keepdims=True))


class TrainableNetwork:
    """A `Network` for many examples at once, with its gradients."""

    def __init__(self, mean: Array, spread: Array, seats: int, rng: np.random.Generator) -> None:
        """For features less their mean, divided by their spread. Begins with little else than what the judge says."""
        width = len(mean)
        self.weights = rng.normal(0, width**-0.5, (width, HIDDEN))
        self.biases = np.zeros(HIDDEN)
        self.out = rng.normal(0, FAINT, (HIDDEN, seats - 1))
        self.bias = np.zeros(seats - 1)
        # The judge's log odds come first: a unit for each and one for its negative pass them on.
        for odds, (one, other) in enumerate(np.arange(2 * (seats - 1)).reshape(-1, 2)):
            self.weights[:, [one, other]] = 0
            self.weights[odds, [one, other]] = spread[odds], -spread[odds]
            self.biases[[one, other]] = mean[odds], -mean[odds]
            self.out[[one, other]] = 0
            rivals = slice(None) if odds == 0 else odds - 1
            self.out[one, rivals] = 1.0 if odds == 0 else -1.0
            self.out[other, rivals] = -1.0 if odds == 0 else 1.0

    def predict(self, features: Array) -> Array:
        activation = np.maximum(features @ self.weights + self.biases, 0)
        return softmax(activation @ self.out + self.bias)

    def train(self, features: Array, targets: Array, steps: int, rng: np.random.Generator) -> None:
        """Adam on the log loss; features and targets as the mover sees them."""
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
        activation = np.maximum(pre_activation, 0)
        error = (targets - softmax(activation @ self.out + self.bias))[:, 1:] / len(features)
        back = error @ self.out.T * (pre_activation > 0)
        return (
            features.T @ back + DECAY * self.weights,
            back.sum(0),
            activation.T @ error + DECAY * self.out,
            error.sum(0),
        )


def fit(known: Examples, epochs: int = EPOCHS, seed: int = 0) -> Network:
    rng = np.random.default_rng(seed)
    mean, spread = known.features.mean(0), known.features.std(0)
    spread[spread == 0] = 1
    features, targets = (known.features - mean) / spread, known.won
    steps = math.ceil(epochs * len(features) / BATCH)
    for _ in range(PASSES):
        network = TrainableNetwork(mean, spread, known.won.shape[1], rng)
        network.train(features, known.from_mover(targets), steps, rng)
        targets = known.td_targets(known.by_seat(network.predict(features)))
    # The shipped network takes features as they are.
    weights = network.weights / spread[:, None]
    biases = network.biases - mean @ weights
    return Network(_rows(weights.T), _short(biases), _rows(network.out.T), _short(network.bias))


def predict(network: Network, features: Array) -> Array:
    """What the network says of many examples, from the mover."""
    activation = np.maximum(features @ np.array(network.weights).T + np.array(network.biases), 0)
    return softmax(activation @ np.array(network.out).T + np.array(network.bias))


def judged(features: Array, seats: int) -> Array:
    """What the judge says of them: its log odds come first among the features."""
    chances = 1 / (1 + np.exp(-features[:, : seats - 1]))
    last = np.clip(1 - chances.sum(1, keepdims=True), 0, 1)
    return np.concatenate([chances, last], 1)


def _short(numbers: Array) -> list[float]:
    return [float(f"{number:.6g}") for number in numbers]


def _rows(numbers: Array) -> list[list[float]]:
    return [_short(row) for row in numbers]
