"""Venise as SVG."""

from __future__ import annotations

import math
import re
from collections import Counter
from itertools import combinations
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest

from ridotto.draw.svg import DAY, NIGHT
from ridotto.draw.venise import board_svg, svg
from ridotto.draw.venise.hero import hero
from ridotto.draw.venise.looks import LOOKS, MATERIALS
from ridotto.draw.venise.text import describe
from ridotto.games.venise import Venise, board_names, load_board
from ridotto.games.venise.boards import LETTERS
from ridotto.games.venise.effects import Effects
from tests.draw.sight import SIGHT, contrast, lab, linear, times
from tests.draw.venise_positions import states, table, view

SVG = "{http://www.w3.org/2000/svg}"


def read(drawing: str) -> ElementTree.Element:
    return ElementTree.fromstring(drawing)


def marked(root: ElementTree.Element, mark: str) -> list[ElementTree.Element]:
    return [node for node in root.iter() if node.get("class") == mark]


def facts(root: ElementTree.Element) -> Counter[tuple[str, str]]:
    """What the picture shows where, in the words of `describe`."""
    found = [(node.get("data-colour", ""), node.get("data-field", "")) for node in marked(root, "pawn")]
    found += [
        (node.get("data-colour", "").lower(), field)
        for node in marked(root, "gem")
        if (field := node.get("data-field"))
    ]
    found += [(node.get("data-kind", ""), node.get("data-field", "")) for node in marked(root, "plank")]
    return Counter(found)


# -- SVG: what is drawn ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("bot", ["greedy", "random"])
@pytest.mark.parametrize(("seats", "board"), [(2, "day-basic"), (3, "night-basic"), (4, "day-basic")])
def test_every_view_of_a_game_is_a_whole_drawing(seats: int, board: str, bot: str) -> None:
    game = Venise(seats=seats, board=board)
    for state in list(states(game, seats, bot))[::14]:
        for seat in (0, seats - 1, None):
            seen = game.view(state, seat)
            root = read(svg(seen))
            assert facts(root) == Counter(describe(seen))
            sides = {node.get("data-seat"): node for node in marked(root, "seat")}
            for other in range(seats):
                side = sides[str(other)]
                assert len(marked(side, "gem")) == 4 - len(seen.gems[other])
                counts = [marked(side, kind)[0].get("data-count") for kind in ("cards", "short", "long", "tiles")]
                wanted = [seen.counts[other], *seen.stocks[other], seen.tiles[other]]
                assert counts == list(map(str, wanted))
            assert [node.get("data-card") for node in marked(root, "card")] == list(seen.hand)
            assert len(marked(root, "hourglass")) == (
                seen.hourglasses if seen.phase in ("play", "draw", "discard") else 0
            )
            piles = [marked(root, kind)[0].get("data-count") for kind in ("pile", "discards", "jokers", "lost")]
            assert piles == list(map(str, (seen.pile, len(seen.discards), seen.jokers, sum(seen.lost))))
            assert bool(marked(root, "winner")) == bool(seen.finished or seen.outcome)


@pytest.mark.parametrize("seats", [2, 4])
def test_a_drawing_holds_no_secret_that_the_view_does_not(seats: int) -> None:
    game, rng = Venise(seats=seats), Random(3)
    changed = 0
    for state in list(states(game, 5))[5::11]:
        for seat in (*range(seats), None):
            seen = game.view(state, seat)
            other = game.sample(seen, rng)
            changed += other.cards.hands != state.cards.hands
            assert svg(game.view(other, seat)) == svg(seen)
    assert changed > 20, "the secrets did differ"


def test_only_the_reader_sees_cards() -> None:
    game, state = table()
    assert len(marked(read(svg(game.view(state, 0))), "card")) == 4
    assert not marked(read(svg(game.view(state, None))), "card")


def test_what_rests_on_others_is_drawn_above_them() -> None:
    """T and H planks come after the planks they rest on, with their shadows between (VE-G3, VE-G4)."""
    root = read(svg(view("a1-b1 a2-b2 a1-b1=a2-b2 d3/e2 d3/e2>d2 d3/e2>e3")))
    (layer,) = marked(root, "planks")
    kinds = [child.get("data-field") or "shadow" for child in layer]
    assert kinds == [
        *["shadow"] * 3,
        *("a1-b1", "a2-b2", "d3/e2"),
        *["shadow"] * 3,
        *("d3/e2>d2", "d3/e2>e3", "a1-b1=a2-b2"),
    ]


def test_four_pawns_and_a_gem_share_a_field() -> None:
    for field in ("b3under", "b3over", "a3se", "d3/e2", "a2-b2", "d3/e2>d2"):
        root = read(svg(view("d3/e2 d3/e2>d2 a2-b2", " ".join([field] * 4))))
        places = [node.get("transform") for node in (*marked(root, "pawn"), *marked(root, "gem"))]
        assert len(marked(root, "pawn")) == 4
        assert len(set(places)) == len(places), field


def test_targets_are_marked() -> None:
    root = read(svg(view(), targets=("a4-b4", "b3under", "a3/b2")))
    assert [node.get("data-field") for node in marked(root, "target")] == ["a4-b4", "b3under", "a3/b2"]


# -- SVG: what happened ----------------------------------------------------------------------------------------------


def test_what_happened_last_is_marked() -> None:
    last = Effects(0, ("a4-b4",), ("a4/b3",), ("a4/b3>b4",), ("a4", "a4-b4", "b4sw"))
    root = read(svg(view("a3-a4 a4-b4"), last=last))
    assert [node.get("data-field") for node in marked(root, "gone")] == ["a4/b3", "a4/b3>b4"]
    assert [node.get("data-field") for node in marked(root, "splash")] == ["a4/b3>b4"]
    assert len(marked(root, "laid")) == 1
    assert marked(root, "last")


# -- SVG: form -------------------------------------------------------------------------------------------------------


def test_drawings_on_one_page_share_no_id_and_find_their_own() -> None:
    game, state = table("a4/b3")
    drawings = [svg(game.view(state, seat), theme=theme, title="t") for seat in (0, 1, None) for theme in (DAY, NIGHT)]
    drawings += [board_svg(load_board("day-basic")), board_svg(load_board("day-basic"), size=100)]
    known: set[str] = set()
    for drawing in drawings:
        ids = [name for node in read(drawing).iter() if (name := node.get("id"))]
        assert len(ids) == len(set(ids))
        assert set(re.findall(r"url\(#([^)]*)\)", drawing)) <= set(ids)
        assert not known & set(ids)
        known |= set(ids)


@pytest.mark.parametrize("name", board_names())
def test_a_board_by_itself(name: str) -> None:
    board = load_board(name)
    root = read(board_svg(board, title="A board"))
    gems = {(node.get("data-colour"), node.get("data-field")) for node in marked(root, "gem")}
    assert gems == {(LETTERS[colour], field) for colour, fields in enumerate(board.gems) for field in fields}
    assert len(marked(root, "post")) == (18 if board.side == "day" else 20)
    walls, bridges = (sum(board.posts.count(sign) for sign in signs) for signs in ("/\\|-", '="'))
    assert (len(marked(root, "wall")), len(marked(root, "bridge"))) == (walls, bridges)
    assert bool(marked(root, "gondola")) == (board.side == "day")


def test_the_theme_is_the_boards_own() -> None:
    for side, theme in (("day", DAY), ("night", NIGHT)):
        board = load_board(f"{side}-basic")
        assert board_svg(board) == board_svg(board, theme=theme)


def test_words_from_outside_are_escaped() -> None:
    evil = '<script>alert("\'&")</script>\x00\ud800'
    root = read(svg(view(), title=evil, desc=evil, names=(evil, "&<>")))
    assert not list(root.iter(f"{SVG}script"))
    assert "&<>" in "".join(root.itertext())


def test_notebooks_draw_views() -> None:
    seen = view()
    assert seen._repr_svg_() == svg(seen)


@pytest.mark.parametrize("side", ["day", "night"])
def test_the_pictures_of_the_readme_are_what_the_module_draws(side: str) -> None:
    path = Path(__file__).parent.parent.parent / "docs" / "img" / f"venise-{side}.svg"
    assert path.read_text() == hero(side) + "\n"


# -- sight -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sight", SIGHT)
def test_colours_stay_apart(sight: str) -> None:
    seen = [lab(times(SIGHT[sight], linear(look.fill))) for look in LOOKS]
    assert min(math.dist(a, b) for a, b in combinations(seen, 2)) > 20


def test_letters_and_shapes_differ_and_stand_out() -> None:
    assert len({look.gem for look in LOOKS}) == len(LOOKS)
    for look in LOOKS:
        assert contrast(look.fill, look.ink) >= 4.5
    for theme in (DAY, NIGHT):
        paint = MATERIALS[theme.name]
        for stone in paint.stone:
            assert contrast(stone, theme.outline) >= 3 or contrast(stone, paint.stone_edge) >= 3
        for water in paint.water:
            for wood in (paint.short[1], paint.long[1]):
                assert contrast(water, wood) >= 1.3 or contrast(water, paint.wood_edge) >= 3
            assert contrast(paint.short[1], paint.wood_edge) >= 3
