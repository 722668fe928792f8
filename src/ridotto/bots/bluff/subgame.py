"""Solving a subgame of a round: a public tree that ends in the network's values, and regret minimisation on it.

Ranges are vectors over the seven secrets, padded to eight lanes. At every node the seat to move has rows of numbers:
one for each quiet move (at a leaf a single one, worth what the network says), one for entering with its own piece, and
one for calling each piece.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ridotto.bots.bluff.features import Tokens, blank, describe
from ridotto.bots.bluff.net import HIDDEN, Head, Look, Net, evaluate
from ridotto.bots.bluff.rules import SQUARES, Geometry, Squares, compiled, entrants, targets

Singles = NDArray[np.float32]
Longs = NDArray[np.int64]
Flags = NDArray[np.bool_]

LANES: Final = 8
NO_LEAF: Final = -1
BOTH: Final = 2
TRACE: Final = 1e-4
"""How much of the root's range is mixed into a leaf's, so that it is defined where nobody goes."""


class Tree(NamedTuple):
    """Nodes in breadth-first order; children lie side by side."""

    pieces: Squares
    first: Longs
    """By node: its first child."""
    children: Longs
    """By node: how many there are."""
    enter: Longs
    """By node: the pieces that can enter, as bits."""
    leaf: Longs
    """By node: its number among the leaves, or NO_LEAF."""
    depth: Longs
    row: Longs
    """By node: its first row of numbers; one more entry than nodes."""
    move: Longs
    """By node: the move that leads to it, as piece * SQUARES + square."""

    @property
    def nodes(self) -> int:
        return len(self.first)

    @property
    def leaves(self) -> int:
        return int((self.leaf >= 0).sum())


@compiled
def _grow(
    geo: Geometry,
    root: Squares,
    ring: int,
    depth: int,
    further: Flags,
    most: int,
    pieces: Squares,
    first: Longs,
    count: Longs,
    enter: Longs,
    leaf: Longs,
    level: Longs,
    row: Longs,
    move: Longs,
) -> int:
    """Fills the arrays of a tree; returns its nodes, or -1 where they are more than `most`."""
    kinds = len(root)
    horizon = np.empty(most + 1, np.int64)
    horizon[0] = depth
    masks = np.empty(kinds, np.int64)
    pieces[0] = root
    level[0] = 0
    move[0] = -1
    nodes = 1
    leaves = 0
    row[0] = 0
    node = 0
    while node < nodes:
        targets(geo, pieces[node], ring, masks)
        enter[node] = entrants(masks, ring)
        first[node] = nodes
        leaf[node] = NO_LEAF
        quiet = 0
        for piece in range(kinds):
            masks[piece] &= ~(1 << ring)
            for square in range(SQUARES):
                quiet += masks[piece] >> square & 1
        if quiet and level[node] == horizon[node]:
            leaf[node] = leaves
            leaves += 1
            count[node] = 0
            row[node + 1] = row[node] + 2 + kinds
        else:
            if nodes + quiet > most:
                return -1
            for piece in range(kinds):
                for square in range(SQUARES):
                    if masks[piece] >> square & 1:
                        pieces[nodes] = pieces[node]
                        pieces[nodes, piece] = square
                        level[nodes] = level[node] + 1
                        horizon[nodes] = horizon[node]
                        if node == 0 and len(further) and further[nodes - 1]:
                            horizon[nodes] += 1
                        move[nodes] = piece * SQUARES + square
                        nodes += 1
            count[node] = quiet
            row[node + 1] = row[node] + quiet + 1 + kinds
        node += 1
    return nodes


NOWHERE_FURTHER: Final = np.zeros(0, np.bool_)


def build(
    geo: Geometry, pieces: Squares, ring: int, depth: int, most: int, further: Flags = NOWHERE_FURTHER
) -> Tree | None:
    """The tree of so many moves ahead; None where it has more than `most` nodes.

    After the root's moves that `further` marks it goes one move further.
    """
    size, kinds = most + 1, len(pieces)
    squares = np.empty((size, kinds), np.int8)
    first, count, enter, leaf, level, row, move = (np.empty(size + 1, np.int64) for _ in range(7))
    nodes = _grow(geo, pieces, ring, depth, further, most, squares, first, count, enter, leaf, level, row, move)
    if nodes < 0:
        return None
    return Tree(
        squares[:nodes],
        first[:nodes],
        count[:nodes],
        enter[:nodes],
        leaf[:nodes],
        level[:nodes],
        row[: nodes + 1],
        move[:nodes],
    )


@compiled
def describe_leaves(geo: Geometry, tree: Tree, ring: int, turn: int, tokens: Tokens, at: int) -> None:
    for node in range(len(tree.first)):
        if tree.leaf[node] >= 0:
            describe(geo, tree.pieces[node], ring, turn, tokens, at + tree.leaf[node])


def look_at_leaves(net: Net, geo: Geometry, ring: int, tree: Tree) -> Look:
    tokens = blank(tree.leaves, tree.pieces.shape[1])
    describe_leaves(geo, tree, ring, 0, tokens, 0)
    return net.look(tokens)


GAIN: Final = 1.5
"""Exponent of the discount on positive regret; negative regret is forgotten at once (DCFR+)."""
AVERAGE: Final = 3.0
"""Exponent of the weight that later iterations have in the average strategy."""
RECENT: Final = 7.0
"""Exponent of the weight that later iterations have in the ranges of leaves."""
REUSE: Final = 0.01
"""A leaf's values are kept while its ranges move by less than this."""


class Numbers(NamedTuple):
    """What a solve works on."""

    regret: Singles
    average: Singles
    mix: Singles
    reach: Singles
    """By seat (0 moves at the root), node and secret: how far the own moves lead there."""
    value: Singles
    """By seat, node and secret: counterfactual value."""
    prior: Singles
    """By seat and secret: the range at the root in this iteration."""
    prior_regret: Singles
    prior_average: Singles
    told: Singles
    """By leaf, seat and secret: the network's values ..."""
    asked: Singles
    """... and the ranges they were asked with."""
    leaf_ranges: Singles
    """By leaf, seat (the mover first) and secret: the ranges averaged over the iterations.

    The network is asked about these: about the ranges of single iterations, which jump about, its values would be
    right too, but the solver would take eight times as long.
    """
    calls: Longs
    """How often the network was asked."""


def numbers(tree: Tree) -> Numbers:
    rows, nodes, leaves = int(tree.row[-1]), tree.nodes, tree.leaves
    return Numbers(
        np.zeros((rows, LANES), np.float32),
        np.zeros((rows, LANES), np.float32),
        np.zeros((rows, LANES), np.float32),
        np.zeros((2, nodes, LANES), np.float32),
        np.zeros((2, nodes, LANES), np.float32),
        np.zeros((2, LANES), np.float32),
        np.zeros((2, LANES), np.float32),
        np.zeros((2, LANES), np.float32),
        np.zeros((leaves, 2, LANES), np.float32),
        np.full((leaves, 2, LANES), -9, np.float32),
        np.zeros((leaves, 2, LANES), np.float32),
        np.zeros(1, np.int64),
    )


@compiled
def _match_prior(regret: Singles, kinds: int, into: Singles) -> None:
    total = np.float32(0.0)
    for k in range(kinds):
        into[k] = max(regret[k], np.float32(0.0))
        total += into[k]
    for k in range(kinds):
        into[k] = into[k] / total if total > 1e-12 else np.float32(1.0 / kinds)


@compiled
def _walk(
    tree: Tree,
    look: Look,
    head: Head,
    n: Numbers,
    kinds: int,
    is_root_quiet: bool,
    updated: int,
    is_first: bool,
    weight: np.float32,
    keep: np.float32,
    newest: np.float32,
    work: Singles,
) -> None:
    """Ranges down the tree, values up, and on the way the regrets of the seat that is `updated`.

    `weight` is what this iteration counts in the average strategy, `newest` its part in the ranges of leaves, `keep`
    how much of the regrets is kept.

    With `updated` = BOTH, the average strategy is followed, both seats are given values, and nothing is learnt.
    """
    nodes = len(tree.first)
    total = np.empty(LANES, np.float32)
    got = np.empty(LANES, np.float32)
    ranges = np.zeros((2, LANES), np.float32)
    is_final = updated == BOTH
    zero, one, two = np.float32(0), np.float32(1), np.float32(2)
    for k in range(LANES):
        n.reach[0, 0, k] = one if k < kinds else zero
        n.reach[1, 0, k] = one if k < kinds else zero
    for node in range(nodes):
        me = tree.depth[node] & 1
        start, stop = tree.row[node], tree.row[node + 1]
        own = n.reach[me, node]
        if me != updated or is_first:  # the updated seat's own mix has not changed since its last turn
            entering = stop - kinds - 1
            is_quiet = is_root_quiet and node == 0
            source = n.average if is_final else n.regret
            for k in range(LANES):
                total[k] = zero
            for r in range(start, stop):
                for k in range(LANES):
                    x = max(source[r, k], zero)
                    n.mix[r, k] = x
                    total[k] += x
            enter = 0 if is_quiet else tree.enter[node]
            for k in range(kinds):
                if total[k] < 1e-12:
                    choices = entering - start
                    if not is_quiet:
                        choices += kinds + (enter >> k & 1)
                    share = np.float32(1.0 / choices)
                    for r in range(start, entering if is_quiet else stop):
                        n.mix[r, k] = share
                    n.mix[entering, k] = share if enter >> k & 1 else zero
                    total[k] = one
                else:
                    total[k] = one / total[k]
            for r in range(start, stop):
                for k in range(LANES):
                    n.mix[r, k] *= total[k]
            if me != updated and not is_final:
                for k in range(LANES):
                    got[k] = own[k] * (n.prior[me, k] + np.float32(1e-3)) * weight
                for r in range(start, stop):
                    for k in range(LANES):
                        n.average[r, k] += got[k] * n.mix[r, k]
        for c in range(tree.children[node]):
            child = tree.first[node] + c
            for k in range(LANES):
                n.reach[me, child, k] = own[k] * n.mix[start + c, k]
                n.reach[1 - me, child, k] = n.reach[1 - me, node, k]
    for node in range(nodes - 1, -1, -1):
        me = tree.depth[node] & 1
        you = 1 - me
        start, stop = tree.row[node], tree.row[node + 1]
        entering = stop - kinds - 1
        can_end = not (is_root_quiet and node == 0)
        p, q = ranges[0], ranges[1]
        q_sum = zero
        for k in range(LANES):
            p[k] = n.prior[me, k] * n.reach[me, node, k]
            q[k] = n.prior[you, k] * n.reach[you, node, k]
            q_sum += q[k]
        mine, yours = n.value[me, node], n.value[you, node]
        if updated != me:
            for k in range(LANES):
                yours[k] = zero
            if can_end:
                entered = called = zero
                for k in range(kinds):
                    x = p[k] * n.mix[entering, k]
                    entered += x
                    yours[k] += two * x
                for c in range(kinds):
                    x = zero
                    for k in range(LANES):
                        x += p[k] * n.mix[entering + 1 + c, k]
                    called += x
                    yours[c] -= two * x
                for k in range(kinds):
                    yours[k] += called - entered
            for c in range(tree.children[node]):
                for k in range(LANES):
                    yours[k] += n.value[you, tree.first[node] + c, k]
        leaf = tree.leaf[node]
        if leaf >= 0:
            p_sum = p_norm = q_norm = moved = zero
            for k in range(kinds):
                x = p[k] * n.mix[start, k]
                p_sum += x
                n.leaf_ranges[leaf, 0, k] += newest * (x - n.leaf_ranges[leaf, 0, k])
                n.leaf_ranges[leaf, 1, k] += newest * (q[k] - n.leaf_ranges[leaf, 1, k])
                p[k] = n.leaf_ranges[leaf, 0, k] + TRACE * n.prior[me, k]
                total[k] = n.leaf_ranges[leaf, 1, k] + TRACE * n.prior[you, k]
                p_norm += p[k]
                q_norm += total[k]
            for k in range(kinds):
                p[k] /= p_norm
                total[k] /= q_norm
                moved = max(moved, abs(p[k] - n.asked[leaf, 0, k]), abs(total[k] - n.asked[leaf, 1, k]))
            if moved > REUSE or is_final:
                n.calls[0] += 1
                for k in range(kinds):
                    n.asked[leaf, 0, k] = p[k]
                    n.asked[leaf, 1, k] = total[k]
                evaluate(head, look.parts[leaf], look.pairs[leaf], p[:kinds], total[:kinds], work, n.told[leaf])
            for k in range(kinds):
                yours[k] += p_sum * n.told[leaf, 1, k]
        if updated == you:
            continue
        for k in range(LANES):
            mine[k] = zero
        for c in range(tree.children[node]):
            child = tree.first[node] + c
            for k in range(LANES):
                mine[k] += n.mix[start + c, k] * n.value[me, child, k]
        if leaf >= 0:
            for k in range(kinds):
                mine[k] += n.mix[start, k] * q_sum * n.told[leaf, 0, k]
        if can_end:
            for k in range(kinds):
                mine[k] += n.mix[entering, k] * (q_sum - two * q[k])
            for c in range(kinds):
                x = two * q[c] - q_sum
                for k in range(LANES):
                    mine[k] += n.mix[entering + 1 + c, k] * x
        if is_final:
            continue
        for c in range(tree.children[node]):
            child = tree.first[node] + c
            for k in range(LANES):
                n.regret[start + c, k] = keep * max(n.regret[start + c, k], zero) + n.value[me, child, k] - mine[k]
        if leaf >= 0:
            for k in range(kinds):
                n.regret[start, k] = keep * max(n.regret[start, k], zero) + q_sum * n.told[leaf, 0, k] - mine[k]
        if can_end:
            for k in range(kinds):
                if tree.enter[node] >> k & 1:
                    n.regret[entering, k] = keep * max(n.regret[entering, k], zero) + q_sum - two * q[k] - mine[k]
            for c in range(kinds):
                x = two * q[c] - q_sum
                r = entering + 1 + c
                for k in range(kinds):
                    n.regret[r, k] = keep * max(n.regret[r, k], zero) + x - mine[k]


@compiled
def improve(
    tree: Tree,
    look: Look,
    head: Head,
    n: Numbers,
    is_chosen: tuple[bool, bool],
    start: Singles,
    is_root_quiet: bool,
    begin: int,
    end: int,
) -> None:
    """Minimises regret in iterations `begin` to `end`; the seats take turns, an iteration each.

    A seat's range at the root is either given (`start`) or chosen: then `start` is what each secret could have had
    elsewhere, and the seat picks those that gain most over it.
    """
    kinds = tree.pieces.shape[1]
    work = np.empty((kinds + 4, HIDDEN), np.float32)
    zero = np.float32(0)
    for step in range(begin, end):
        t = step // 2 + 1
        updated = step & 1
        for seat in range(2):
            if is_chosen[seat]:
                _match_prior(n.prior_regret[seat], kinds, n.prior[seat])
            else:
                n.prior[seat] = start[seat]
        weight = np.float32((t / 128) ** AVERAGE)
        keep = np.float32(t**GAIN / (t**GAIN + 1))
        newest = np.float32((1 + RECENT) / (t + RECENT))
        _walk(tree, look, head, n, kinds, is_root_quiet, updated, step == 0, weight, keep, newest, work)
        for k in range(kinds):
            n.prior_average[1 - updated, k] += weight * n.prior[1 - updated, k]
        if is_chosen[updated]:
            mean = zero
            for k in range(kinds):
                mean += n.prior[updated, k] * (n.value[updated, 0, k] - start[updated, k])
            for k in range(kinds):
                gained = n.value[updated, 0, k] - start[updated, k] - mean
                n.prior_regret[updated, k] = keep * max(n.prior_regret[updated, k], zero) + gained


@compiled
def settle(tree: Tree, look: Look, head: Head, n: Numbers, is_root_quiet: bool) -> None:
    """Leaves the average strategy in `mix`, and its ranges and values in the other arrays."""
    kinds = tree.pieces.shape[1]
    work = np.empty((kinds + 4, HIDDEN), np.float32)
    for seat in range(2):
        norm = np.float32(0)
        for k in range(kinds):
            norm += n.prior_average[seat, k]
        for k in range(kinds):
            n.prior[seat, k] = n.prior_average[seat, k] / norm
    _walk(tree, look, head, n, kinds, is_root_quiet, BOTH, True, np.float32(0), np.float32(0), np.float32(1), work)


@compiled
def appraise(tree: Tree, look: Look, head: Head, n: Numbers, ranges: Singles) -> None:
    """As `settle`, but for seats who are believed to hold other secrets than the solve took them to: `ranges`."""
    kinds = tree.pieces.shape[1]
    work = np.empty((kinds + 4, HIDDEN), np.float32)
    n.prior[:, :kinds] = ranges
    _walk(tree, look, head, n, kinds, False, BOTH, True, np.float32(0), np.float32(0), np.float32(1), work)
