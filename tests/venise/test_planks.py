"""The physics, by rule: VE-G1 to VE-G7 and what they say about VE-3 to VE-5, VE-25 and VE-26."""

from __future__ import annotations

from collections import Counter
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from ridotto.games.venise.planks import DIRECTIONS, SIDES, SPOTS, Planks, bits, planks, post_field
from tests.venise.states import check_golden, component

PLAIN = planks("o" * SPOTS)

some_posts = st.text(alphabet="".join(SIDES), min_size=SPOTS, max_size=SPOTS).map(planks)


def lay(physics: Planks, *names: str) -> int:
    """A mask of planks that could have been laid in this order."""
    mask = 0
    for name in names:
        slot = physics.number[name]
        assert not physics.needs[slot] & ~mask
        assert not physics.bars[slot] & mask
        mask |= 1 << slot
    return mask


def ends_of(name: str, physics: Planks = PLAIN) -> set[str]:
    slot = physics.number[name]
    return {field for number, field in enumerate(physics.names) if physics.ends_at[number] >> slot & 1}


def touched(name: str, physics: Planks = PLAIN, mask: int = -1) -> set[str]:
    return set(physics.show(physics.reach(physics.number[name], mask) & (1 << len(physics.names)) - 1))


def test_ve_g1_edge_planks_lie_along_the_sides_of_cells() -> None:
    edges = [slot for slot in PLAIN.slots if slot.shape == "edge"]
    assert len(edges) == 4 * 4 + 5 * 3
    assert not any(slot.is_long or slot.rests_on for slot in edges)
    assert ends_of("a1-b1") == {"a1", "b1"}
    assert "e1-a2" not in PLAIN.number


def test_ve_g2_at_most_one_long_plank_lies_in_a_cell() -> None:
    diagonals = [slot for slot in PLAIN.slots if slot.shape == "diagonal"]
    assert len(diagonals) == 2 * 12
    assert all(slot.is_long for slot in diagonals)
    mask = lay(PLAIN, "a1-b1", "a2-b2", "a1-a2", "b1-b2", "a2/b1")
    for corner in ("a1", "b2", "a1-b1", "a1-a2"):
        places = PLAIN.show(PLAIN.layable(PLAIN.number[corner], mask))
        assert not {"a1/b2", "a1-b1=a2-b2", "a1-a2=b1-b2"} & set(places)
    assert "b1/c2" in PLAIN.show(PLAIN.layable(PLAIN.number["b1"], mask)), "the next cell is free"


def test_ve_g3_t_planks_rest_on_a_diagonal_and_meet_in_the_x() -> None:
    ts = [slot for slot in PLAIN.slots if slot.shape == "T"]
    assert len(ts) == 2 * 24
    assert not any(slot.is_long for slot in ts)
    assert ends_of("a1/b2>b1") == {"b1", "a1/b2", "a1/b2>a2"}
    b1 = PLAIN.number["b1"]
    assert "a1/b2>b1" not in PLAIN.show(PLAIN.layable(b1, 0)), "nothing to rest on"
    mask = lay(PLAIN, "a1/b2")
    assert "a1/b2>b1" in PLAIN.show(PLAIN.layable(b1, mask))
    assert set(PLAIN.show(PLAIN.layable(PLAIN.number["a1/b2"], mask))) == {"a1/b2>b1", "a1/b2>a2"}
    mask = lay(PLAIN, "a1/b2", "a1/b2>b1", "a1/b2>a2")
    assert touched("a1/b2>b1", mask=mask) == {"a1/b2", "a1/b2>a2", "b1"}
    assert touched("a1/b2", mask=mask) == {"a1", "b2", "a1/b2>b1", "a1/b2>a2"}


def test_ve_g4_h_planks_rest_on_two_opposite_edges() -> None:
    hs = [slot for slot in PLAIN.slots if slot.shape == "H"]
    assert len(hs) == 2 * 12
    assert all(slot.is_long for slot in hs)
    assert ends_of("a1-b1=a2-b2") == {"a1-b1", "a2-b2"}
    edge = PLAIN.number["a1-b1"]
    assert "a1-b1=a2-b2" not in PLAIN.show(PLAIN.layable(edge, lay(PLAIN, "a1-b1")))
    mask = lay(PLAIN, "a1-b1", "a2-b2")
    assert PLAIN.show(PLAIN.layable(edge, mask)) == ("a1-b1=a2-b2",)
    mask = lay(PLAIN, "a1-b1", "a2-b2", "a1-b1=a2-b2")
    assert PLAIN.layable(PLAIN.number["a1-b1=a2-b2"], mask) == 0, "no T on an H"


def test_ve_g5_the_direction_decides_the_field() -> None:
    """Golden: every kind of post from every direction."""
    lines = []
    for symbol, sides in SIDES.items():
        posts = "".join(symbol if spot == 6 else "o" for spot in range(SPOTS))
        fields = {name: post_field(posts, 6, name) for name in DIRECTIONS}
        lines.append(f"{symbol}  " + "  ".join(f"{name}:{field or '-'}" for name, field in fields.items()))
        physics = planks(posts)
        # Edge, diagonal and T planks all obey the same table.
        for name, (dx, dy) in DIRECTIONS.items():
            other = f"{'abcde'[1 + dx]}{2 + dy}"
            joiner = "-" if not dx * dy else "/"
            ends = sorted(["b2", other], key=(lambda p: p) if joiner == "/" else (lambda p: (p[1], p[0])))
            slot = physics.number.get(joiner.join(ends))
            assert (slot is not None) == (fields[name] is not None)
            if slot is not None:
                assert physics.ends_at[physics.number[str(fields[name])]] >> slot & 1
            if dx * dy:
                low, high = sorted((f"b{2 + dy}", f"{'abcde'[1 + dx]}2"))
                t_plank = physics.number.get(f"{low}/{high}>b2")
                assert (t_plank is not None) == (fields[name] is not None)
                if t_plank is not None:
                    assert physics.ends_at[physics.number[str(fields[name])]] >> t_plank & 1
        assert len(sides) == len({field for field in fields.values() if field})
    check_golden("posts.txt", "\n".join(lines) + "\n")


def test_ve_g6_only_ends_count() -> None:
    mask = lay(PLAIN, "a1/b2", "a1/b2>b1")
    t_plank, diagonal = PLAIN.number["a1/b2>b1"], PLAIN.number["a1/b2"]
    assert "a1/b2" not in PLAIN.show(PLAIN.takeable(t_plank, mask, 0)), "its middle is no end"
    assert "a1/b2>b1" in PLAIN.show(PLAIN.takeable(diagonal, mask, 0))
    assert "a1/b2>a2" in PLAIN.show(PLAIN.layable(t_plank, mask)), "the X is laid from the T"
    mask = lay(PLAIN, "a1-b1", "a2-b2", "a1-b1=a2-b2")
    h_plank = PLAIN.number["a1-b1=a2-b2"]
    assert PLAIN.takeable(h_plank, mask, 0) == 0
    assert PLAIN.show(PLAIN.takeable(PLAIN.number["a1-b1"], mask, 0)) == ("a1-b1=a2-b2",)


def test_ve_g7_steps_follow_touching() -> None:
    mask = lay(PLAIN, "a1-b1", "b1-c1", "a2-b2", "a1-b1=a2-b2")
    assert "b1-c1" not in touched("a1-b1", mask=mask), "both end on b1, yet do not touch"
    mask = lay(PLAIN, "a2-b2", "a1-b1", "a3-b3", "a1-b1=a2-b2", "a2-b2=a3-b3")
    assert touched("a1-b1=a2-b2", mask=mask) == {"a1-b1", "a2-b2"}, "two Hs on one edge do not touch"
    assert touched("a2-b2", mask=mask) == {"a2", "b2", "a1-b1=a2-b2", "a2-b2=a3-b3"}


FALLS = (
    ("an edge alone", "b2-c2", "b2-c2"),
    ("a diagonal alone", "b2/c3", "b2/c3"),
    ("a T from its diagonal", "b2/c3 b2/c3>c2", "b2/c3>c2"),
    ("the diagonal under a T", "b2/c3 b2/c3>c2", "b2/c3"),
    ("the other diagonal under a T", "b3/c2 b3/c2>b2", "b3/c2"),
    ("one half of an X", "b2/c3 b2/c3>c2 b2/c3>b3", "b2/c3>c2"),
    ("the diagonal under an X", "b2/c3 b2/c3>c2 b2/c3>b3", "b2/c3"),
    ("an H from its edges", "b2-c2 b3-c3 b2-c2=b3-c3", "b2-c2=b3-c3"),
    ("one edge under an H", "b2-c2 b3-c3 b2-c2=b3-c3", "b2-c2"),
    ("the other edge under an H", "b2-c2 b3-c3 b2-c2=b3-c3", "b3-c3"),
    ("a side under an H", "b2-b3 c2-c3 b2-b3=c2-c3", "c2-c3"),
    ("the edge under two Hs", "b1-c1 b2-c2 b3-c3 b1-c1=b2-c2 b2-c2=b3-c3", "b2-c2"),
    ("an outer edge of two Hs", "b1-c1 b2-c2 b3-c3 b1-c1=b2-c2 b2-c2=b3-c3", "b1-c1"),
    ("an edge beside a diagonal with T", "b2-c2 b2/c3 b2/c3>c2", "b2-c2"),
)


def test_ve_25_falls() -> None:
    """Golden: what is left and what falls when a plank goes."""
    lines = []
    for title, names, gone in FALLS:
        mask, slot = lay(PLAIN, *names.split()), PLAIN.number[gone]
        falling, left = PLAIN.falling(slot, mask), PLAIN.without(slot, mask)
        assert falling | left | 1 << slot == mask
        assert PLAIN.floating(left) == 0, "nothing cascades further"
        lines += [
            title,
            f"  laid   {names}",
            f"  taken  {gone}",
            f"  falls  {' '.join(PLAIN.show(falling)) or '-'}",
            f"  left   {' '.join(PLAIN.show(left)) or '-'}",
        ]
    check_golden("falls.txt", "\n".join(lines) + "\n")


def test_ve_3_a_start_post_and_a_plank_are_one_field() -> None:
    assert SIDES["O"] == {"": tuple(DIRECTIONS)}
    assert Counter(slot.name for slot in PLAIN.slots).most_common(1)[0][1] == 1


def test_ve_4_a_wall_cannot_be_crossed() -> None:
    for symbol, sides in {"/": ("nw", "se"), "\\": ("ne", "sw"), "|": ("w", "e"), "-": ("n", "s")}.items():
        physics = planks("".join(symbol if spot == 6 else "o" for spot in range(SPOTS)))
        one, other = (physics.number[f"b2{side}"] for side in sides)
        assert not physics.touches[one] & physics.touches[other], "no plank touches both sides"
        assert not component(physics, one, 0) >> other & 1


def test_ve_5_a_bridge_lies_above_connected_ground() -> None:
    for symbol, on, below in (("=", ("a2", "c2"), ("b1", "b3")), ('"', ("b1", "b3"), ("a2", "c2"))):
        physics = planks("".join(symbol if spot == 6 else "o" for spot in range(SPOTS)))
        over, under = physics.number["b2over"], physics.number["b2under"]
        assert not physics.touches[over] & physics.touches[under]
        mask = 0
        for other in (*on, *below):
            mask |= physics.mask("-".join(sorted(("b2", other), key=lambda p: (p[1], p[0]))))
        assert component(physics, over, mask) == component(physics, physics.number[on[0]], mask)
        assert component(physics, under, mask) >> physics.number[below[0]] & 1
        assert component(physics, under, mask) >> physics.number[below[1]] & 1, "connected under the bridge"
        assert not component(physics, under, mask) >> over & 1


def test_ve_26_steps_go_from_touching_to_touching() -> None:
    mask = lay(PLAIN, "a1/b2", "a1/b2>b1", "a1/b2>a2", "b1-c1")
    assert touched("a1", mask=mask) == {"a1/b2"}
    assert touched("b1", mask=mask) == {"a1/b2>b1", "b1-c1"}
    ways = {way[-1]: len(way) for way in PLAIN.walks(PLAIN.number["a1/b2>b1"], mask, 0, 1)}
    assert ways[PLAIN.number["a1/b2>a2"]] == 1, "on an X, from one short plank to the other"


@given(some_posts)
def test_touching_is_mutual_and_ends_touch(physics: Planks) -> None:
    for field, touches in enumerate(physics.touches):
        assert not touches >> field & 1
        assert not physics.ends_at[field] & ~touches
        for other in bits(touches):
            assert physics.touches[other] >> field & 1
            assert other >= physics.first_slot or field >= physics.first_slot, "posts do not touch posts"
    for slot in range(physics.first_slot, len(physics.names)):
        assert sum(ends >> slot & 1 for ends in physics.ends_at) in (2, 3)
        assert not physics.carries[slot] or not physics.needs[slot], "two layers at most"


@given(some_posts, st.integers(0, 2**32))
def test_walks_are_the_shortest_of_all_walks(physics: Planks, seed: int) -> None:
    """Against a naive listing of every walk."""
    random = Random(seed)
    mask = 0
    for _ in range(30):
        field = random.randrange(len(physics.names)) if physics.names else 0
        if physics.names and (places := bits(physics.layable(field, mask))):
            mask |= 1 << random.choice(places)
    stands = bits(physics.ground | mask)
    if not stands:
        return
    start = random.choice(stands)
    gems = sum(1 << field for field in random.sample(stands, min(3, len(stands))) if field != start)
    best: dict[tuple[int, int], int] = {}

    def walk(field: int, taken: int, length: int) -> None:
        if length and best.get((field, taken), 9) > length:
            best[field, taken] = length
        if length < 3 and not (taken and taken == gems):
            for near in bits(physics.reach(field, mask)):
                walk(near, taken | gems & 1 << near, length + 1)

    walk(start, 0, 0)
    found = {}
    for way in physics.walks(start, mask, gems, 3):
        taken = sum(gems & 1 << field for field in set(way))
        assert (way[-1], taken) not in found
        found[way[-1], taken] = len(way)
    assert found == best
