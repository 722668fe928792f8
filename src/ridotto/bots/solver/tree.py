"""Public trees with private types: what a solver knows of a game.

Everything done is public; each seat holds one secret, its *type*. Then a node of the tree is a public history, and what
matters of the secrets are two vectors: how likely each seat would have come here with each of its types.

Many histories lead to the same *place* with the same future. So a tree is stored as its places only, each once, and
all nodes of a place are numbered from 0: the child of node ``n`` by some branch is node ``block + n`` of the branch's
place. Per node nothing is stored but numbers, in arrays whose last axis runs over the nodes of one place.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final, NamedTuple, Protocol, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from ridotto.core import RidottoError, Seat

Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.int64]
Matrix: TypeAlias = tuple[tuple[float, ...], ...]
"""What seat 0 gets and seat 1 loses, by the type of seat 0 and of seat 1."""

Place = TypeVar("Place", bound=Hashable)

TINY: Final = 1e-280
"""Sums of positive numbers up to this count as zero: their inverse would not be a number."""
FLOAT: Final = 8
SURVEY: Final = 12_000
"""Places that are worth visiting to say exactly how far a tree is too large."""
PROBES: Final = 400


class Branch(NamedTuple):
    """A public action. It leads to a place or ends the game with payoffs: one of the two is None."""

    move: Any
    place: Any
    payoff: Matrix | None
    legal: tuple[bool, ...] = ()
    """By the actor's type; empty when every type may do it."""


class PublicGame(Protocol[Place]):
    @property
    def types(self) -> tuple[int, int]:
        """How many types each seat can have."""

    @property
    def deal(self) -> Floats | None:
        """How likely each pair of types is dealt. None: each seat chooses its own in secret, which is a decision."""

    @property
    def root(self) -> Place: ...

    def actor(self, place: Place) -> Seat: ...

    def branches(self, place: Place) -> Sequence[Branch]:
        """At least one of them legal for each of the actor's types. No way leads back to a place."""


class TreeTooLarge(RidottoError):
    """The numbers of this tree would not fit into the memory allowed."""


class Size(NamedTuple):
    places: int
    nodes: int
    bytes: int
    is_exact: bool = True
    """If not, nodes and bytes are estimates."""


@dataclass(frozen=True, eq=False)
class Tree:
    types: tuple[int, int]
    deal: Floats | None
    places: tuple[Any, ...]
    """The root first, and every place before those it leads to."""
    moves: tuple[Any, ...]
    """By row. Rows are the branches of all places: those of place d are ``rows[d]`` to ``rows[d + 1]``."""
    size: Size
    actor: Ints
    rows: Ints
    child: Ints
    """By row: a place, or ``~k`` for payoff k."""
    block: Ints
    """By row: the child's node for node 0 of the parent."""
    count: Ints
    """By place: its nodes."""
    first: Ints
    """By place: the nodes of all places before it."""
    slot: Ints
    """By place: where its decisions begin, an array of (row, type, node) per place."""
    uniform: Floats
    """By row and type: one over the number of legal branches; 0 where the branch is not legal."""
    payoffs: Floats
    """By the seat that counts, payoff, that seat's type and the other's; the chances of the deal are in them."""

    @property
    def nodes(self) -> int:
        return self.size.nodes

    @property
    def slots(self) -> int:
        return int(self.slot[-1])

    @property
    def index(self) -> dict[Any, int]:
        return {place: d for d, place in enumerate(self.places)}

    def shape(self, d: int) -> tuple[int, int, int]:
        """Of the decisions of place d: rows, types, nodes."""
        return int(self.rows[d + 1] - self.rows[d]), self.types[self.actor[d]], int(self.count[d])

    def branch_moves(self, d: int) -> tuple[Any, ...]:
        return self.moves[self.rows[d] : self.rows[d + 1]]


def _bytes_of(nodes: int, slots: int, types: tuple[int, int]) -> int:
    # Regrets and averages by slot; both reaches and one value by node.
    return FLOAT * (2 * slots + nodes * (sum(types) + max(types)))


def _bytes_at(game: PublicGame[Any], place: Any, width: int) -> int:
    return _bytes_of(1, width * game.types[game.actor(place)], game.types)


def build_tree(game: PublicGame[Any], memory: int | None = None) -> Tree:
    """Raises TreeTooLarge before anything large is made."""
    branches = _survey(game, memory)
    places = tuple(reversed(branches))  # found last, stands first: a place comes after all that it leads to
    index = {place: d for d, place in enumerate(places)}
    actor = [game.actor(place) for place in places]
    widest = max(game.types)
    rows, child, moves, uniform = [0], [], [], []
    block: list[int] = []
    count = [1] + [0] * (len(places) - 1)
    payoffs: dict[Matrix, int] = {}
    for d, place in enumerate(places):
        types = range(game.types[actor[d]])
        choices = [sum(not b.legal or b.legal[i] for b in branches[place]) for i in types]
        for branch in branches[place]:
            moves.append(branch.move)
            uniform.append([1 / choices[i] if not branch.legal or branch.legal[i] else 0.0 for i in types])
            uniform[-1] += [0.0] * (widest - len(types))
            if branch.payoff is None:
                below = index[branch.place]
                child.append(below)
                block.append(count[below])
                count[below] += count[d]
            else:
                child.append(~payoffs.setdefault(branch.payoff, len(payoffs)))
                block.append(0)
        rows.append(len(moves))
    slots = [count[d] * (rows[d + 1] - rows[d]) * game.types[actor[d]] for d in range(len(places))]
    nodes = sum(count)
    return Tree(
        types=game.types,
        deal=game.deal,
        places=places,
        moves=tuple(moves),
        size=Size(len(places), nodes, _bytes_of(nodes, sum(slots), game.types)),
        actor=np.array(actor, np.int64),
        rows=np.array(rows, np.int64),
        child=np.array(child, np.int64),
        block=np.array(block, np.int64),
        count=np.array(count, np.int64),
        first=np.cumsum([0, *count], dtype=np.int64),
        slot=np.cumsum([0, *slots], dtype=np.int64),
        uniform=np.array(uniform, np.float64),
        payoffs=_payoff_tables(list(payoffs), game, widest),
    )


def _payoff_tables(matrices: Sequence[Matrix], game: PublicGame[Any], widest: int) -> Floats:
    tables = np.zeros((2, len(matrices), widest, widest))
    first, second = game.types
    for k, matrix in enumerate(matrices):
        worth = np.array(matrix, np.float64) * (1 if game.deal is None else game.deal)
        tables[0, k, :first, :second] = worth
        tables[1, k, :second, :first] = -worth.T
    return tables


def _survey(game: PublicGame[Any], memory: int | None) -> dict[Any, Sequence[Branch]]:
    """The branches of every place, in the order in which all below it was found."""
    found: dict[Any, Sequence[Branch]] = {}
    sizes: dict[Any, tuple[int, int]] = {}
    """Nodes and bytes of the tree below a place."""

    def visit(place: Any) -> tuple[int, int]:
        if (known := sizes.get(place)) is not None:
            return known
        branches = game.branches(place)
        nodes, total = 1, _bytes_at(game, place, len(branches))
        for branch in branches:
            if branch.payoff is None:
                below = visit(branch.place)
                nodes += below[0]
                total += below[1]
        if memory is None or total <= memory:
            found[place] = branches
        elif len(sizes) > SURVEY:
            raise too_large(_estimate(game), memory)
        sizes[place] = nodes, total
        return nodes, total

    nodes, total = visit(game.root)
    if memory is not None and total > memory:
        raise too_large(Size(len(sizes), nodes, total), memory)
    return found


def too_large(size: Size, memory: int) -> TreeTooLarge:
    return TreeTooLarge(
        "tree_too_large" if size.is_exact else "tree_far_too_large",
        nodes=show_count(size.nodes),
        size=show_bytes(size.bytes),
        limit=show_bytes(memory),
    )


def _estimate(game: PublicGame[Any]) -> Size:
    """Knuth's estimate: on a random way down, a node at some depth stands for as many as there were ways."""
    rng = Random(1)
    nodes = total = 0.0
    for _ in range(PROBES):
        place, ways = game.root, 1
        while True:
            branches = game.branches(place)
            nodes += ways
            total += ways * _bytes_at(game, place, len(branches))
            on = [branch.place for branch in branches if branch.payoff is None]
            if not on:
                break
            ways *= len(on)
            place = rng.choice(on)
    return Size(0, round(nodes / PROBES), round(total / PROBES), is_exact=False)


def show_count(count: int) -> str:
    return f"{count:,}" if count < 10**12 else f"10^{math.log10(count):.0f}"


def show_bytes(count: float) -> str:
    for unit in ("B", "kB", "MB", "GB", "TB", "PB", "EB"):
        if count < 1000:
            return f"{count:.3g} {unit}"
        count /= 1000
    return f"10^{math.log10(count) + 21:.0f} B"
