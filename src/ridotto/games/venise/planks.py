"""The physics of posts and planks: what touches what, what rests on what, what falls, how far a pawn gets.

Posts stand on a lattice of spots, columns a to e from the left and rows 1 to 4 from the bottom. Everything a pawn can
stand on is a *field* (VE-3): the sides of posts, and every place a plank can lie, a *slot*. A field has a name and a
number; sets of fields are bit masks, so "the planks that lie" is a mask of slots.

    a1            a start post or a plain post
    b3nw b3se     the two sides of a wall ``/``; ne sw of ``\\``, w e of ``|``, n s of ``-``
    c1over        the bridge of a bridge post
    c1under       the ground below it
    a1-b1         edge plank                        (short, VE-G1)
    a1/b2         diagonal plank, left end first    (long, VE-G2)
    a1/b2>b1      T plank, from the middle of a diagonal to a post  (short, VE-G3)
    a1-b1=a2-b2   H plank, between two edge planks  (long, VE-G4)
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, Literal, NamedTuple, TypeAlias

from ridotto.cache import Cache

Spot: TypeAlias = int
"""``column + COLUMNS * row``."""
Field: TypeAlias = int
Mask: TypeAlias = int
Shape: TypeAlias = Literal["edge", "diagonal", "T", "H"]

COLUMNS: Final = 5
ROWS: Final = 4
SPOTS: Final = COLUMNS * ROWS
WATER: Final = "~"
START: Final = "O"
PLAIN: Final = "o"

DIRECTIONS: Final = {
    "n": (0, 1),
    "ne": (1, 1),
    "e": (1, 0),
    "se": (1, -1),
    "s": (0, -1),
    "sw": (-1, -1),
    "w": (-1, 0),
    "nw": (-1, 1),
}

SIDES: Final[dict[str, dict[str, tuple[str, ...]]]] = {
    WATER: {},
    START: {"": tuple(DIRECTIONS)},
    PLAIN: {"": tuple(DIRECTIONS)},
    "/": {"nw": ("n", "nw", "w"), "se": ("e", "se", "s")},
    "\\": {"ne": ("n", "ne", "e"), "sw": ("s", "sw", "w")},
    "|": {"w": ("nw", "w", "sw"), "e": ("ne", "e", "se")},
    "-": {"n": ("nw", "n", "ne"), "s": ("sw", "s", "se")},
    "=": {"over": ("e", "w"), "under": ("n", "ne", "nw", "s", "se", "sw")},
    '"': {"over": ("n", "s"), "under": ("e", "ne", "nw", "w", "se", "sw")},
}
"""By the symbol of a post: its fields, and the directions from which planks touch each (VE-4, VE-5, VE-G5).

Along a wall nothing touches. ``=`` is a bridge along its row, ``"`` one along its column.
"""


def show_spot(spot: Spot) -> str:
    return f"{'abcde'[spot % COLUMNS]}{spot // COLUMNS + 1}"


SPOT_NAMES: Final = tuple(map(show_spot, range(SPOTS)))


class Slot(NamedTuple):
    """A place where a plank can lie."""

    name: str
    shape: Shape
    ends: tuple[str, ...]
    """The fields its ends touch (VE-G6). A T's inner end touches its diagonal and its partner."""
    rests_on: tuple[str, ...] = ()
    """The planks that must lie there to carry it."""

    @property
    def is_long(self) -> bool:
        return self.shape in ("diagonal", "H")

    @property
    def is_upper(self) -> bool:
        return bool(self.rests_on)


class Planks:
    """The slots and fields of one arrangement of posts. Get one from `planks`."""

    def __init__(self, posts: str) -> None:
        self.posts = posts
        post_fields = [name + side for spot, name in enumerate(SPOT_NAMES) for side in SIDES[posts[spot]]]
        self.slots = tuple(_slots(posts))
        self.names = (*post_fields, *(slot.name for slot in self.slots))
        self.number = {name: field for field, name in enumerate(self.names)}
        self._shown: Cache[Mask, tuple[str, ...]] = Cache(1 << 12)
        self.first_slot = len(post_fields)
        self.ground: Mask = (1 << self.first_slot) - 1
        """All post fields: what is there without any plank."""
        count = len(self.names)
        self.ends_at: list[Mask] = [0] * count
        """By field: the slots with an end on it, which is what laying, removing and moving ask for (VE-21, VE-24)."""
        self.touches: list[Mask] = [0] * count
        """By field: every field it would touch if all slots were filled (VE-26, VE-G7)."""
        self.needs: list[Mask] = [0] * count
        """By slot: the planks it rests on."""
        self.carries: list[Mask] = [0] * count
        """By slot: the slots that would rest on it."""
        self.bars: list[Mask] = [0] * count
        """By slot: the planks that may not lie there together with it (VE-23, VE-G2)."""
        self.short: Mask = 0
        self.long: Mask = 0
        in_cell: dict[str, Mask] = {}
        for field, slot in enumerate(self.slots, self.first_slot):
            bit = 1 << field
            for end in slot.ends:
                if (touched := self.number.get(end)) is not None:
                    self.ends_at[touched] |= bit
                    self.touches[touched] |= bit
                    self.touches[field] |= 1 << touched
            for support in slot.rests_on:
                self.needs[field] |= 1 << self.number[support]
                self.carries[self.number[support]] |= bit
            if slot.is_long:
                self.long |= bit
                in_cell[_cell(slot)] = in_cell.get(_cell(slot), 0) | bit
            else:
                self.short |= bit
        for field, slot in enumerate(self.slots, self.first_slot):
            self.bars[field] = 1 << field | (in_cell[_cell(slot)] if slot.is_long else 0)
        self.around: list[Mask] = [self._together(self.ends_at[field]) | self.ends_at[field] for field in range(count)]
        """By field: all planks that matter for what can be laid or taken from it."""
        self.near: list[Mask] = [self._within(field, 3) for field in range(count)]
        """By field: all fields within three steps if all slots were filled."""

    def _together(self, slots: Mask) -> Mask:
        mask = 0
        for slot in bits(slots):
            mask |= self.needs[slot] | self.carries[slot] | self.bars[slot]
        return mask

    def _within(self, field: Field, steps: int) -> Mask:
        mask = 1 << field
        for _ in range(steps):
            for near in bits(mask):
                mask |= self.touches[near]
        return mask

    # -- names -------------------------------------------------------------------------------------------------------

    def mask(self, *names: str) -> Mask:
        mask = 0
        for name in names:
            mask |= 1 << self.number[name]
        return mask

    def show(self, mask: Mask) -> tuple[str, ...]:
        known = self._shown.get(mask)
        if known is None:
            known = self._shown[mask] = tuple([self.names[field] for field in bits(mask)])
        return known

    def is_long(self, slot: Field) -> bool:
        return bool(self.long >> slot & 1)

    # -- laying and taking -------------------------------------------------------------------------------------------

    def layable(self, field: Field, laid: Mask) -> Mask:
        """Where a plank can be laid by a pawn on `field` (VE-21 to VE-23)."""
        mask = 0
        for slot in bits(self.ends_at[field] & ~laid):
            if not self.needs[slot] & ~laid and not self.bars[slot] & laid:
                mask |= 1 << slot
        return mask

    def falling(self, slot: Field, laid: Mask) -> Mask:
        """What goes into the water with `slot` taken away (VE-25). Nothing rests on a T or an H: it goes no further."""
        return self.carries[slot] & laid

    def takeable(self, field: Field, laid: Mask, pawns: Mask) -> Mask:
        """What a pawn on `field` can take up: an end touches it and no pawn stands on it or would fall (VE-24)."""
        mask = 0
        for slot in bits(self.ends_at[field] & laid):
            if not (1 << slot | self.falling(slot, laid)) & pawns:
                mask |= 1 << slot
        return mask

    def without(self, slot: Field, laid: Mask) -> Mask:
        """The planks left after `slot` is taken up and what rested on it has fallen."""
        return laid & ~(1 << slot | self.carries[slot])

    def floating(self, laid: Mask) -> Mask:
        """The planks without their support: none, ever."""
        mask = 0
        for slot in bits(laid):
            if self.needs[slot] & ~laid:
                mask |= 1 << slot
        return mask

    # -- walking -----------------------------------------------------------------------------------------------------

    def reach(self, field: Field, laid: Mask) -> Mask:
        """The fields one step away (VE-26)."""
        return self.touches[field] & (self.ground | laid)

    def buildable(self, field: Field) -> Mask:
        """The fields a pawn could build its way to with endless planks, each laid from an end and on its support."""
        reached = 1 << field
        while True:
            found = reached
            for near in bits(reached):
                found |= self.touches[near] & self.ground
                for slot in bits(self.ends_at[near]):
                    if not self.needs[slot] & ~reached:
                        found |= 1 << slot
            if found == reached:
                return reached
            reached = found

    def walks(self, field: Field, laid: Mask, gems: Mask, steps: int) -> list[tuple[Field, ...]]:
        """The ways of one to `steps` steps, shortest first: one for each end and each set of gems picked up.

        The last gem ends the walk, there and back is a walk (VE-R15). Of several ways that come to the same, the first
        shortest one stands for all.
        """
        ground, touches = self.ground | laid, self.touches
        ways: list[tuple[Field, ...]] = []
        known: dict[Mask, Mask] = {}
        """By the gems picked up: the fields reached with them."""
        todo: list[tuple[Field, Mask, tuple[Field, ...]]] = [(field, 0, ())]
        for _ in range(steps):
            found = []
            for here, taken, way in todo:
                for there in bits(touches[here] & ground):
                    bit = 1 << there
                    now = taken | gems & bit
                    if not known.get(now, 0) & bit:
                        known[now] = known.get(now, 0) | bit
                        ways.append((*way, there))
                        if not now or now != gems:
                            found.append((there, now, ways[-1]))
            todo = found
        return ways


def bits(mask: Mask) -> list[Field]:
    """The fields of a mask, lowest number first."""
    fields = []
    while mask:
        low = mask & -mask
        fields.append(low.bit_length() - 1)
        mask ^= low
    return fields


def post_field(posts: str, spot: Spot, direction: str) -> str | None:
    """The field that a plank going off in `direction` touches; None where it would touch nothing (VE-G5)."""
    for side, directions in SIDES[posts[spot]].items():
        if direction in directions:
            return SPOT_NAMES[spot] + side
    return None


def _slots(posts: str) -> Iterator[Slot]:
    """Every place a plank can lie: edges, then diagonals, then Ts, then Hs."""

    def between(a: Spot, b: Spot) -> tuple[str, str] | None:
        """The fields at both ends of a plank from post to post."""
        ends = post_field(posts, a, _direction(a, b)), post_field(posts, b, _direction(b, a))
        return ends if all(ends) else None  # type: ignore[return-value]

    edges = {}
    for a in range(SPOTS):
        for b in (a + 1, a + COLUMNS):
            if b < SPOTS and (b != a + 1 or b % COLUMNS) and (ends := between(a, b)):
                edges[a, b] = slot = Slot(f"{SPOT_NAMES[a]}-{SPOT_NAMES[b]}", "edge", ends)
                yield slot
    cells = [a for a in range(SPOTS - COLUMNS) if (a + 1) % COLUMNS]
    crosses = []
    for a in cells:
        for low, high, others in (
            (a, a + COLUMNS + 1, (a + 1, a + COLUMNS)),
            (a + COLUMNS, a + 1, (a, a + COLUMNS + 1)),
        ):
            if ends := between(low, high):
                diagonal = Slot(f"{SPOT_NAMES[low]}/{SPOT_NAMES[high]}", "diagonal", ends)
                yield diagonal
                crosses.append((diagonal.name, others))
    for diagonal_name, others in crosses:
        for post, partner in (others, others[::-1]):
            if end := post_field(posts, post, _direction(post, partner)):
                first, second = (f"{diagonal_name}>{SPOT_NAMES[p]}" for p in (post, partner))
                yield Slot(first, "T", (end, diagonal_name, second), (diagonal_name,))
    for a in cells:
        b, c, d = a + 1, a + COLUMNS, a + COLUMNS + 1
        for one, other in (((a, b), (c, d)), ((a, c), (b, d))):
            if one in edges and other in edges:
                pair = edges[one].name, edges[other].name
                yield Slot("=".join(pair), "H", pair, pair)


def _direction(a: Spot, b: Spot) -> str:
    step = b % COLUMNS - a % COLUMNS, b // COLUMNS - a // COLUMNS
    return next(name for name, delta in DIRECTIONS.items() if delta == step)


def _cell(slot: Slot) -> str:
    """The south-west corner of a long plank's cell."""
    posts = slot.name.replace("=", "-").replace("/", "-").split("-")
    return min(post[0] for post in posts) + min(post[1] for post in posts)


@lru_cache(maxsize=256)
def planks(posts: str) -> Planks:
    """The physics of these posts: one symbol per spot, a1 b1 ... e4."""
    return Planks(posts)
