"""Counterfactual regret minimisation on public trees: both seats' types are carried as vectors."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from threading import Thread
from typing import Any, Final, Literal, NamedTuple, TypeAlias

import numpy as np

from ridotto.bots.solver import arrays
from ridotto.bots.solver.tree import TINY, Floats, Tree
from ridotto.core import OptionError, Seat

Backend: TypeAlias = Literal["auto", "numba", "numpy"]

SEATS: Final = (0, 1)
BREATH: Final = 0.2
"""Seconds to let the compiler run before each step in NumPy: both need the interpreter lock."""


@dataclass(frozen=True, slots=True)
class Discount:
    """Discounted CFR: after step t positive regrets are kept by t^a / (t^a + 1), negative ones likewise by b.

    In the average, step t counts t^c. The known methods are points of this family.
    """

    gain: float
    loss: float
    weight: float


METHODS: Final = {
    "dcfr": Discount(1.5, 0, 2),
    "cfr+": Discount(math.inf, -math.inf, 1),
    "linear": Discount(1, 1, 1),
    "cfr": Discount(math.inf, math.inf, 0),
}


@dataclass(frozen=True, slots=True)
class Settings:
    discount: Discount = METHODS["dcfr"]
    iterations: int = 2000
    """At most so many."""
    epsilon: float = 1e-4
    """Stop at this exploitability."""
    check: int = 20
    """Iterations between two checks of it."""
    backend: Backend = "auto"

    def __post_init__(self) -> None:
        if not (self.epsilon > 0 and math.isfinite(self.epsilon)):
            raise OptionError("solve_epsilon", value=self.epsilon)
        for name in ("iterations", "check"):
            if getattr(self, name) < 1:
                raise OptionError("solve_iterations", name=name, value=getattr(self, name))


class Progress(NamedTuple):
    iteration: int
    exploitability: float
    """Exploitability: the gain of a best response, averaged over both seats (NashConv / 2)."""
    value: float
    """The value of the average strategies to seat 0."""


def _kept(step: int, exponent: float) -> float:
    if math.isinf(exponent):
        return 1.0 if exponent > 0 else 0.0
    return float(step**exponent / (step**exponent + 1))


@cache
def _kernels() -> Any:
    """The compiled walks; where there is no numba, those of NumPy."""
    try:
        return import_module("ridotto.bots.solver.kernels")
    except ImportError:
        return arrays


@cache
def _compiler() -> Thread:
    thread = Thread(target=_kernels, daemon=True)
    thread.start()
    return thread


def warm_up() -> None:
    """Begins to compile or load the kernels in the background, for somebody who will soon wait for them."""
    _compiler()


def _walks(backend: Backend) -> Any:
    """The module to walk with. "auto" goes on in NumPy until the kernels are ready: the numbers are the same."""
    if backend == "auto":
        _compiler().join(BREATH)
    if backend == "numpy" or (backend == "auto" and _compiler().is_alive()):
        return arrays
    return _kernels()


class Solver:
    """Both seats' regrets and average strategies on one tree."""

    def __init__(self, tree: Tree, settings: Settings = Settings()) -> None:  # noqa: B008 - frozen
        self.tree = tree
        self.settings = settings
        self.iteration = 0
        self.regret: Floats = np.zeros(tree.slots)
        self.average: Floats = np.zeros(tree.slots)
        self.choice_regret = [np.zeros(types) for types in tree.types]
        """Of the secret choice at the root; unused where types are dealt."""
        self.choice_average = [np.zeros(types) for types in tree.types]
        self._reach = [np.zeros(types * tree.nodes) for types in tree.types]
        self._value = np.zeros(max(tree.types) * tree.nodes)

    # -- solving -----------------------------------------------------------------------------------------------------

    def step(self) -> None:
        """One iteration with alternating updates."""
        self.iteration += 1
        discount = self.settings.discount
        weight = float(self.iteration**discount.weight)
        gain, loss = _kept(self.iteration - 1, discount.gain), _kept(self.iteration - 1, discount.loss)
        for me in SEATS:
            ranges = [self._mix(regret) for regret in self.choice_regret]
            self._start(ranges)
            numbers = self._reach[me], self._reach[1 - me], self._value, weight, gain, loss
            _walks(self.settings.backend).improve(*self._structure(me), self.regret, self.average, *numbers)
            if self.tree.deal is None:
                regret, value = self.choice_regret[me], self._value[: self.tree.types[me]]
                regret *= np.where(regret > 0, gain, loss)
                regret += value - ranges[me] @ value
                self.choice_average[me] += weight * ranges[me]

    def run(self, stop: Callable[[], bool] = lambda: False) -> Iterator[Progress]:
        """Works until epsilon or the last iteration or `stop`, and tells how far it is at every check."""
        while True:
            self.step()
            is_last = self.iteration >= self.settings.iterations or stop()
            if is_last or self.iteration % self.settings.check == 0:
                progress = self.progress()
                yield progress
                if is_last or progress.exploitability <= self.settings.epsilon:
                    return

    def progress(self) -> Progress:
        return Progress(self.iteration, self.exploitability(), self.value())

    def _structure(self, me: Seat) -> tuple[Any, ...]:
        t = self.tree
        places = t.actor, t.rows, t.child, t.block, t.count, t.first, t.slot, t.uniform
        return (*places, t.payoffs[me], me, t.types[me], t.types[1 - me])

    def _start(self, ranges: Sequence[Floats]) -> None:
        for reach, range_ in zip(self._reach, ranges, strict=True):
            reach[: len(range_)] = range_

    def _mix(self, numbers: Floats) -> Floats:
        """The range a seat starts with. Where types are dealt, their chances are in the payoffs."""
        if self.tree.deal is not None:
            return np.ones(len(numbers))
        positive = np.maximum(numbers, 0)
        total = positive.sum()
        return positive / total if total > TINY else np.full(len(numbers), 1 / len(numbers))

    # -- what was found: the averages ----------------------------------------------------------------------------------

    def choice(self, seat: Seat) -> Floats:
        """The secret choice; all ones where types are dealt."""
        return self._mix(self.choice_average[seat])

    def policy(self, d: int, node: int) -> Floats:
        """By row and type, how likely the actor does what."""
        width, types, nodes = self.tree.shape(d)
        numbers = self.average[self.tree.slot[d] : self.tree.slot[d + 1]].reshape(width, types, nodes)[:, :, node]
        total = numbers.sum(axis=0)
        even = self.tree.uniform[self.tree.rows[d] : self.tree.rows[d + 1], :types]
        return np.where(total > TINY, numbers / np.where(total > TINY, total, 1), even)

    def _assess(self, me: Seat, *, is_best: bool) -> Floats:
        """What each type is worth to `me` at the root, against the other's average."""
        self._start([self.choice(seat) for seat in SEATS])
        numbers = self.average, self._reach[1 - me], self._value, is_best
        _walks(self.settings.backend).assess(*self._structure(me), *numbers)
        return self._value[: self.tree.types[me]]

    def best_response(self, me: Seat) -> float:
        worth = self._assess(me, is_best=True)
        return float(worth.max() if self.tree.deal is None else worth.sum())

    def exploitability(self) -> float:
        return (self.best_response(0) + self.best_response(1)) / 2

    def value(self, me: Seat = 0) -> float:
        return float(self.choice(me) @ self._assess(me, is_best=False))

    def worths(self, d: int, node: int) -> Floats:
        """By row and type, what the actor of a node gets from each move if both go on with their averages.

        Zero for moves that are not legal, and everywhere at a node to which the other seat never comes.
        """
        tree = self.tree
        me = int(tree.actor[d])
        mine, yours = tree.types[me], tree.types[1 - me]
        self._assess(me, is_best=False)
        reach = self._at(self._reach[1 - me], yours, d)[:, node]
        worths = np.zeros(tree.shape(d)[:2])
        for a, row in enumerate(range(tree.rows[d], tree.rows[d + 1])):
            below = tree.child[row]
            if below < 0:
                worths[a] = tree.payoffs[me, ~below, :mine, :yours] @ reach
            else:
                worths[a] = self._at(self._value, mine, below)[:, tree.block[row] + node]
        deal = np.ones((mine, yours)) if tree.deal is None else tree.deal if me == 0 else tree.deal.T
        chance = deal @ reach
        return np.divide(worths, chance, out=np.zeros_like(worths), where=chance > TINY)

    def _at(self, numbers: Floats, types: int, d: int) -> Floats:
        start, nodes = types * self.tree.first[d], self.tree.count[d]
        return numbers[start : start + types * nodes].reshape(types, nodes)
