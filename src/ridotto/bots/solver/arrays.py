"""The two walks through a tree in NumPy: no compiler to wait for, and what the kernels are tested against.

Sums are taken in the order of the kernels, so both give the same numbers to the bit and may take turns.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ridotto.bots.solver.tree import TINY, Floats, Ints


def _match(numbers: Floats, even: Floats) -> Floats:
    """The mix in proportion to what is positive; axes are row, type, node."""
    mix = np.where(numbers > 0, numbers, 0)
    scale = np.zeros_like(mix[0])
    for share in mix:
        scale += share
    has_sum = scale > TINY
    np.divide(1.0, scale, out=scale, where=has_sum)
    scale[~has_sum] = 0
    return np.where(scale > 0, mix * scale, even[:, : mix.shape[1], None])


def _combine(pays: Floats, reach: Floats) -> Floats:
    """What an end is worth to each type, given how each type of the other comes to it."""
    worth = np.zeros((len(pays), reach.shape[1]))
    for j, lane in enumerate(reach):
        worth += pays[:, j, None] * lane
    return worth


class _Lanes:
    """Numbers by place, type and node, laid out as the kernels have them."""

    def __init__(self, numbers: Floats, types: int, count: Ints, first: Ints) -> None:
        self.numbers, self.types, self.count, self.first = numbers, types, count, first

    def at(self, d: int, block: int = 0, size: int | None = None) -> Floats:
        start, nodes = self.types * self.first[d], self.count[d]
        lanes = self.numbers[start : start + self.types * nodes].reshape(self.types, nodes)
        return lanes[:, block : block + (nodes if size is None else size)]


def improve(
    actor: Ints,
    rows: Ints,
    child: Ints,
    block: Ints,
    count: Ints,
    first: Ints,
    slot: Ints,
    uniform: Floats,
    payoffs: Floats,
    me: int,
    mine: int,
    yours: int,
    regret: Floats,
    average: Floats,
    own: Floats,
    other: Floats,
    value: Floats,
    weight: float,
    keep_gain: float,
    keep_loss: float,
) -> None:
    owns, others, values = (_Lanes(n, t, count, first) for n, t in ((own, mine), (other, yours), (value, mine)))
    mixes: dict[int, Floats] = {}
    for d, seat in enumerate(actor):
        even, nodes = uniform[rows[d] : rows[d + 1]], count[d]
        shape = len(even), mine if seat == me else yours, nodes
        mix = mixes[d] = _match(regret[slot[d] : slot[d + 1]].reshape(shape), even)
        if seat == me:
            average[slot[d] : slot[d + 1]].reshape(shape)[:] += weight * (owns.at(d) * mix)
        else:
            values.at(d)[:] = 0
        for a, row in enumerate(range(rows[d], rows[d + 1])):
            below = child[row]
            if below >= 0:
                to = below, block[row], nodes
                owns.at(*to)[:] = owns.at(d) * mix[a] if seat == me else owns.at(d)
                others.at(*to)[:] = others.at(d) if seat == me else others.at(d) * mix[a]
            elif seat != me:
                _answer(payoffs[~below, :mine], others.at(d) * mix[a], values.at(d))
    for d in reversed(range(len(actor))):
        even, nodes = uniform[rows[d] : rows[d + 1]], count[d]
        span = range(rows[d], rows[d + 1])
        got = [
            values.at(child[row], block[row], nodes)
            if child[row] >= 0
            else _combine(payoffs[~child[row], :mine], others.at(d))
            for row in span
            if actor[d] == me or child[row] >= 0
        ]
        if actor[d] != me:
            for part in got:
                values.at(d)[:] += part
            continue
        gained = np.zeros((mine, nodes))
        for share, part, legal in zip(mixes[d], got, even[:, :mine, None] > 0, strict=True):
            gained += np.where(legal, share * part, 0)
        values.at(d)[:] = gained
        past = regret[slot[d] : slot[d + 1]].reshape(len(even), mine, nodes)
        kept = past * np.where(past > 0, keep_gain, keep_loss)
        past[:] = np.where(even[:, :mine, None] > 0, kept + (np.array(got) - gained), 0)


def _answer(pays: Floats, sent: Floats, into: Floats) -> None:
    for j, lane in enumerate(sent):
        into += pays[:, j, None] * lane


def assess(
    actor: Ints,
    rows: Ints,
    child: Ints,
    block: Ints,
    count: Ints,
    first: Ints,
    slot: Ints,
    uniform: Floats,
    payoffs: Floats,
    me: int,
    mine: int,
    yours: int,
    average: Floats,
    other: Floats,
    value: Floats,
    is_best: bool,
) -> None:
    others, values = _Lanes(other, yours, count, first), _Lanes(value, mine, count, first)

    def mix_at(d: int, types: int) -> Any:
        even = uniform[rows[d] : rows[d + 1]]
        return _match(average[slot[d] : slot[d + 1]].reshape(len(even), types, count[d]), even)

    for d, seat in enumerate(actor):
        values.at(d)[:] = 0
        mix = None if seat == me else mix_at(d, yours)
        for a, row in enumerate(range(rows[d], rows[d + 1])):
            below = child[row]
            sent = others.at(d) if mix is None else others.at(d) * mix[a]
            if below >= 0:
                others.at(below, block[row], count[d])[:] = sent
            elif seat != me:
                _answer(payoffs[~below, :mine], sent, values.at(d))
    for d in reversed(range(len(actor))):
        gained = values.at(d)
        span = range(rows[d], rows[d + 1])
        if actor[d] != me:
            for row in span:
                if child[row] >= 0:
                    gained += values.at(child[row], block[row], count[d])
            continue
        mix = None if is_best else mix_at(d, mine)
        if is_best:
            gained[:] = -np.inf
        for a, row in enumerate(span):
            legal = uniform[row, :mine, None] > 0
            below = child[row]
            if below >= 0:
                got = values.at(below, block[row], count[d])
            else:
                got = _combine(payoffs[~below, :mine], others.at(d))
            if mix is None:
                np.maximum(gained, got, out=gained, where=np.broadcast_to(legal, gained.shape))
            else:
                gained += np.where(legal, mix[a] * got, 0)
