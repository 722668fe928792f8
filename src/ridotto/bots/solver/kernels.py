"""The two walks through a tree, compiled. `arrays` has the same walks in NumPy; both give the same numbers to the bit.

Importing this compiles, or loads what an earlier import compiled. The innermost loops run over the nodes of one place,
in batches that stay in a core's cache.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar, cast

import numpy as np
from numba import njit

from ridotto.bots.solver.tree import TINY, Floats, Ints

F = TypeVar("F", bound=Callable[..., Any])

BATCH: Final = 64

_STRUCTURE: Final = "i8[::1], i8[::1], i8[::1], i8[::1], i8[::1], i8[::1], i8[::1], f8[:, ::1], f8[:, :, ::1]"


def _compiled(signature: str | None = None) -> Callable[[F], F]:
    return cast("Callable[[F], F]", njit(signature, cache=True, error_model="numpy"))


@_compiled()
def _lane(numbers: Floats, start: int, nodes: int, lane: int, begin: int, size: int) -> Floats:
    """A batch of nodes out of the lanes of one place: the numbers of one type, or of one row and type."""
    at = start + lane * nodes + begin
    return numbers[at : at + size]


@_compiled()
def _multiply(a: Floats, b: Floats, into: Floats) -> None:
    for n in range(len(into)):
        into[n] = a[n] * b[n]


@_compiled()
def _add(a: Floats, b: float, into: Floats) -> None:
    for n in range(len(into)):
        into[n] += b * a[n]


@_compiled()
def _match(
    numbers: Floats, start: int, nodes: int, types: int, begin: int, uniform: Floats, mix: Floats, scale: Floats
) -> None:
    """The mix in proportion to what is positive, for a batch of nodes of one place."""
    size = len(scale)
    for i in range(types):
        scale[:] = 0.0
        for a in range(len(uniform)):
            source = _lane(numbers, start, nodes, a * types + i, begin, size)
            share = mix[a, i, :size]
            for n in range(size):
                share[n] = source[n] if source[n] > 0.0 else 0.0
                scale[n] += share[n]
        for n in range(size):
            scale[n] = 1.0 / scale[n] if scale[n] > TINY else 0.0
        for a in range(len(uniform)):
            share = mix[a, i, :size]
            even = uniform[a, i]
            for n in range(size):
                share[n] = share[n] * scale[n] if scale[n] > 0.0 else even


@_compiled()
def _longest(rows: Ints) -> int:
    longest = 0
    for d in range(len(rows) - 1):
        longest = max(longest, rows[d + 1] - rows[d])
    return longest


@_compiled()
def _answer(
    mix: Floats, pays: Floats, other: Floats, start: int, nodes: int, begin: int, sent: Floats, value: Floats, at: int
) -> None:
    """What the other seat's ending move is worth to each of my types."""
    size = len(sent)
    for j in range(len(mix)):
        _multiply(_lane(other, start, nodes, j, begin, size), mix[j, :size], sent)
        for i in range(len(pays)):
            _add(sent, pays[i, j], _lane(value, at, nodes, i, begin, size))


@_compiled(f"void({_STRUCTURE}, i8, i8, i8, f8[::1], f8[::1], f8[::1], f8[::1], f8[::1], f8, f8, f8)")
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
    """One seat's step of counterfactual regret minimisation. The reaches of the root stand first in own and other."""
    mix = np.empty((_longest(rows), max(mine, yours), BATCH))
    worth = np.empty((_longest(rows), BATCH))
    sent = np.empty(BATCH)

    for d in range(len(actor)):
        even, nodes = uniform[rows[d] : rows[d + 1]], count[d]
        here, there = mine * first[d], yours * first[d]
        if actor[d] != me:
            value[here : here + mine * nodes] = 0.0
        for begin in range(0, nodes, BATCH):
            size = min(BATCH, nodes - begin)
            types = mine if actor[d] == me else yours
            _match(regret, slot[d], nodes, types, begin, even, mix, sent[:size])
            for a in range(len(even)):
                below = child[rows[d] + a]
                to = block[rows[d] + a] + begin
                if actor[d] == me:
                    for i in range(mine):
                        reach = _lane(own, here, nodes, i, begin, size)
                        total = _lane(average, slot[d], nodes, a * mine + i, begin, size)
                        share = mix[a, i, :size]
                        for n in range(size):
                            total[n] += weight * (reach[n] * share[n])
                        if below >= 0:
                            _multiply(reach, share, _lane(own, mine * first[below], count[below], i, to, size))
                    if below >= 0:
                        for j in range(yours):
                            onward = _lane(other, yours * first[below], count[below], j, to, size)
                            onward[:] = _lane(other, there, nodes, j, begin, size)
                elif below >= 0:
                    for j in range(yours):
                        onward = _lane(other, yours * first[below], count[below], j, to, size)
                        _multiply(_lane(other, there, nodes, j, begin, size), mix[a, j, :size], onward)
                    for i in range(mine):
                        onward = _lane(own, mine * first[below], count[below], i, to, size)
                        onward[:] = _lane(own, here, nodes, i, begin, size)
                else:
                    _answer(
                        mix[a, :yours], payoffs[~below, :mine], other, there, nodes, begin, sent[:size], value, here
                    )

    for d in range(len(actor) - 1, -1, -1):
        even, nodes = uniform[rows[d] : rows[d + 1]], count[d]
        here, there = mine * first[d], yours * first[d]
        for begin in range(0, nodes, BATCH):
            size = min(BATCH, nodes - begin)
            if actor[d] == me:
                _match(regret, slot[d], nodes, mine, begin, even, mix, sent[:size])
            for i in range(mine):
                gained = _lane(value, here, nodes, i, begin, size)
                if actor[d] != me:
                    for a in range(len(even)):
                        below = child[rows[d] + a]
                        if below >= 0:
                            to = block[rows[d] + a] + begin
                            _add(_lane(value, mine * first[below], count[below], i, to, size), 1.0, gained)
                    continue
                gained[:] = 0.0
                for a in range(len(even)):
                    if even[a, i] > 0.0:
                        below = child[rows[d] + a]
                        got = worth[a, :size]
                        if below >= 0:
                            to = block[rows[d] + a] + begin
                            got[:] = _lane(value, mine * first[below], count[below], i, to, size)
                        else:
                            got[:] = 0.0
                            for j in range(yours):
                                _add(_lane(other, there, nodes, j, begin, size), payoffs[~below, i, j], got)
                        share = mix[a, i, :size]
                        for n in range(size):
                            gained[n] += share[n] * got[n]
                for a in range(len(even)):
                    if even[a, i] > 0.0:
                        got = worth[a, :size]
                        past = _lane(regret, slot[d], nodes, a * mine + i, begin, size)
                        for n in range(size):
                            past[n] = past[n] * (keep_gain if past[n] > 0.0 else keep_loss) + (got[n] - gained[n])


@_compiled(f"void({_STRUCTURE}, i8, i8, i8, f8[::1], f8[::1], f8[::1], b1)")
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
    """What every node is worth to a seat against the other's average: with its own average, or with the best answer."""
    mix = np.empty((_longest(rows), max(mine, yours), BATCH))
    got, sent = np.empty(BATCH), np.empty(BATCH)

    for d in range(len(actor)):
        even, nodes = uniform[rows[d] : rows[d + 1]], count[d]
        here, there = mine * first[d], yours * first[d]
        value[here : here + mine * nodes] = 0.0
        for begin in range(0, nodes, BATCH):
            size = min(BATCH, nodes - begin)
            if actor[d] != me:
                _match(average, slot[d], nodes, yours, begin, even, mix, sent[:size])
            for a in range(len(even)):
                below = child[rows[d] + a]
                to = block[rows[d] + a] + begin
                if actor[d] != me and below < 0:
                    _answer(
                        mix[a, :yours], payoffs[~below, :mine], other, there, nodes, begin, sent[:size], value, here
                    )
                elif below >= 0:
                    for j in range(yours):
                        reach = _lane(other, there, nodes, j, begin, size)
                        onward = _lane(other, yours * first[below], count[below], j, to, size)
                        if actor[d] == me:
                            onward[:] = reach
                        else:
                            _multiply(reach, mix[a, j, :size], onward)

    for d in range(len(actor) - 1, -1, -1):
        even, nodes = uniform[rows[d] : rows[d + 1]], count[d]
        here, there = mine * first[d], yours * first[d]
        for begin in range(0, nodes, BATCH):
            size = min(BATCH, nodes - begin)
            if actor[d] == me and not is_best:
                _match(average, slot[d], nodes, mine, begin, even, mix, sent[:size])
            for i in range(mine):
                gained = _lane(value, here, nodes, i, begin, size)
                if actor[d] == me and is_best:
                    gained[:] = -np.inf
                for a in range(len(even)):
                    below = child[rows[d] + a]
                    if below >= 0:
                        to = block[rows[d] + a] + begin
                        got[:size] = _lane(value, mine * first[below], count[below], i, to, size)
                    if actor[d] != me:
                        if below >= 0:
                            _add(got[:size], 1.0, gained)
                        continue
                    if even[a, i] == 0.0:
                        continue
                    if below < 0:
                        got[:size] = 0.0
                        for j in range(yours):
                            _add(_lane(other, there, nodes, j, begin, size), payoffs[~below, i, j], got[:size])
                    share = mix[a, i, :size]
                    for n in range(size):
                        if is_best:
                            gained[n] = max(gained[n], got[n])
                        else:
                            gained[n] += share[n] * got[n]
