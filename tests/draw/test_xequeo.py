"""Xe Queo! as SVG."""

from __future__ import annotations

import json
import math
import os
import re
from dataclasses import asdict
from itertools import combinations
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ridotto.draw.svg import DAY, NIGHT, Theme
from ridotto.draw.xequeo import ARCS, ARROW, CELL, LOOKS, empty_canvas, hero, last_path, position_svg, svg
from ridotto.draw.xequeo_text import BRACKETS, describe
from ridotto.games.xequeo import State, View, XeQueo, parse_position
from ridotto.games.xequeo.board import LETTERS, NOWHERE, SIDE, parse_square, show_square
from ridotto.games.xequeo.moves import Go, Lay, Place
from tests.draw.positions import CENTRE, SEATS, START, after, games, states
from tests.draw.sight import SIGHT, contrast, lab, linear, times

SVG = "{http://www.w3.org/2000/svg}"


def read(drawing: str) -> ElementTree.Element:
    return ElementTree.fromstring(drawing)


def marked(root: ElementTree.Element, mark: str) -> list[ElementTree.Element]:
    return [node for node in root.iter() if node.get("class") == mark]


def side(root: ElementTree.Element, seat: int) -> ElementTree.Element:
    (node,) = (node for node in marked(root, "seat") if node.get("data-seat") == str(seat))
    return node


def targets(root: ElementTree.Element) -> list[str]:
    return sorted(node.get("data-square", "") for node in marked(root, "target"))


def shown_pieces(root: ElementTree.Element) -> set[tuple[str, str]]:
    """Letters as written on the board, and where they stand."""
    return {
        ("".join(node.itertext()), node.get("data-square", ""))
        for node in marked(root, "piece")
        if node.get("data-square")
    }


# -- SVG: what is drawn ----------------------------------------------------------------------------------------------


@settings(max_examples=30, deadline=None)
@given(games(), st.integers(0, 10_000))
def test_every_view_of_every_match_is_a_whole_drawing(game: XeQueo, seed: int) -> None:
    for state in list(states(game, seed))[::5] + list(states(game, seed))[-1:]:
        for seat in SEATS:
            view = game.view(state, seat)
            root = read(svg(view))
            assert shown_pieces(root) == {fact for fact in describe(view.position) if fact[0] != "*"}
            assert len(marked(root, "ring")) == (view.position.ring != NOWHERE)
            assert [len(marked(side(root, s), "won")) for s in (0, 1)] == list(view.rings)
            assert len(marked(root, "winner")) == (view.outcome is not None)


@settings(max_examples=30, deadline=None)
@given(games(), st.integers(0, 10_000))
def test_a_drawing_holds_no_secret_that_the_view_does_not(game: XeQueo, seed: int) -> None:
    rng = Random(seed)
    for state in list(states(game, seed))[::7]:
        for seat in SEATS:
            drawn = svg(game.view(state, seat))
            assert svg(game.view(game.sample(game.view(state, seat), rng), seat)) == drawn


def test_the_rivals_piece_changes_nothing_in_a_drawing() -> None:
    drawings = {
        svg(game.view(state, 0))
        for rival in "OYGBVW"
        for game, state in [after(START, "Wc5", choices=("=R", f"={rival}"))]
    }
    assert len(drawings) == 1


@pytest.mark.parametrize("seat", SEATS)
def test_a_mask_marks_the_readers_own_piece_and_no_other(seat: int | None) -> None:
    game, state = after(START)
    masks = marked(read(svg(game.view(state, seat))), "own")
    assert len(masks) == (0 if seat is None else 2)  # on the board and on the card
    there = r'translate\(([\d.]+) [\d.]+\)"><path [^>]*scale\(0.82\)'
    drawn = re.findall(there, svg(game.view(state, seat)))
    assert drawn == {0: ["98"], 1: ["698"], None: []}[seat]  # R stands on the first file, O on the last


def test_the_targets_of_a_selected_piece_are_its_legal_moves() -> None:
    game, state = after(START, choices=("=W", "=O"))
    state = game.play(game.play(state, 0, game.parse_move("Wc5")), 1, game.parse_move("Of6"))
    view = game.view(state, 0)
    for piece in range(7):
        legal = sorted(show_square(move.square) for move in view.legal if isinstance(move, Go) and move.piece == piece)
        assert targets(read(svg(view, selected=piece))) == legal
    assert marked(read(svg(view, selected=LETTERS.index("W"))), "entry")
    assert not marked(read(svg(view, selected=LETTERS.index("R"))), "entry")
    everywhere = sorted({show_square(move.square) for move in view.legal if isinstance(move, Go)})
    assert targets(read(svg(view))) == everywhere
    assert targets(read(svg(view, targets=False))) == []


@pytest.mark.parametrize("kind", [Lay, Place])
def test_what_is_laid_or_placed_has_targets_too(kind: type[Lay | Place]) -> None:
    game = XeQueo(setup="by_hand", first_placer="host")
    for state in states(game, 1):
        seat = game.actors(state)[0]
        view = game.view(state, seat)
        if isinstance(view.legal[0], kind):
            legal = sorted(show_square(move.square) for move in view.legal if isinstance(move, kind))
            assert targets(read(svg(view))) == legal
            return
    pytest.fail("never came up")


def test_the_side_to_act_is_marked() -> None:
    game, state = after(START[:-1] + "1")
    for seat in SEATS:
        root = read(svg(game.view(state, seat)))
        assert [len(marked(side(root, s), "turn")) for s in (0, 1)] == [0, 1]
    state = game.play(state, 1, game.parse_move("R!"))
    root = read(svg(game.view(state, 0)))
    assert [len(marked(side(root, s), "in-hand")) for s in (0, 1)] == [1, 0]  # XQ-4: the loser lays the next ring


def test_a_bare_position_shows_its_turn_and_marks() -> None:
    near, far = (read(position_svg(CENTRE._replace(turn=turn))) for turn in (0, 1))
    heights = [float(re.split("[ )]", marked(root, "turn")[0].get("transform", ""))[1]) for root in (near, far)]
    assert heights[0] > heights[1]
    root = read(
        position_svg(CENTRE, selected=0, targets=[parse_square("b6")], path=(parse_square("b7"), CENTRE.pieces[0]))
    )
    assert targets(root) == ["b6"]
    assert marked(root, "last")


# -- SVG: the last move ----------------------------------------------------------------------------------------------


def way(view: View) -> list[str]:
    return [show_square(square) for square in last_path(view)]


def test_the_way_of_a_chain_of_jumps_is_rebuilt() -> None:
    game, state = after("1RO4/7/4Y2/7/7/7/6* 0", "Rd7")
    assert way(game.view(state, None)) == ["b7", "d7"]
    game, state = after("R6/1O5/7/3Y3/7/7/6* 0", "Re3")
    assert way(game.view(state, None)) == ["a7", "c5", "e3"]
    assert marked(read(svg(game.view(state, None))), "last")


def test_the_way_of_an_entry_ends_where_the_ring_lay() -> None:
    game, state = after("R5G/1O5/7/2Y4/4*2/7/7 0", "Yd4", "Gg6", "Re3")
    assert state.ring == NOWHERE
    assert way(game.view(state, None)) == ["a7", "c5", "e3"]


@pytest.mark.parametrize(("has_detour", "wanted"), [(False, ["b2", "d4", "f4"]), (True, ["b2", "d2", "f2", "f4"])])
def test_the_way_leads_through_the_ring_only_where_it_must(has_detour: bool, wanted: list[str]) -> None:
    """XQ-R3: under "no" the shorter way would be against the rules, and the view does not tell."""
    pieces = ["b2", "c3", "e4", *(["c2", "e2", "f3"] if has_detour else [])]
    game = XeQueo(pieces=len(pieces))
    squares = tuple(map(parse_square, pieces))
    state = State("play", squares, parse_square("d4"), 0, (0, 0), (0, 0), squares, (), ())
    assert way(game.view(game.play(state, 0, game.parse_move("Rf4")), None)) == wanted


def test_a_call_is_marked_on_the_piece_that_was_called() -> None:
    game, state = after(START, "G!")
    assert "".join(read(svg(game.view(state, 0))).itertext()).count("!") == 1


# -- SVG: form -------------------------------------------------------------------------------------------------------


def test_drawings_on_one_page_share_no_id_and_find_their_own() -> None:
    game, state = after(START)
    drawings = [svg(game.view(state, seat), theme=theme, title="t") for seat in SEATS for theme in (DAY, NIGHT)]
    drawings += [position_svg(CENTRE), position_svg(CENTRE, size=100)]
    seen: set[str] = set()
    for drawing in drawings:
        ids = [name for node in read(drawing).iter() if (name := node.get("id"))]
        assert len(ids) == len(set(ids))
        assert set(re.findall(r"url\(#([^)]*)\)", drawing)) <= set(ids)
        assert not seen & set(ids)
        seen |= set(ids)


def test_day_and_night_differ_in_colours_only() -> None:
    day, night = (position_svg(CENTRE, theme=theme) for theme in (DAY, NIGHT))
    assert day != night
    assert [node.tag for node in read(day).iter()] == [node.tag for node in read(night).iter()]


def test_words_from_outside_are_escaped() -> None:
    evil = '<script>alert("\'&")</script>\x00\ud800'
    game, state = after(START)
    root = read(svg(game.view(state, 0), title=evil, desc=evil, names=(evil, "&<>")))
    assert not list(root.iter(f"{SVG}script"))
    assert root.findtext(f"{SVG}title") == root.findtext(f"{SVG}desc") == '<script>alert("\'&")</script>'
    assert "&<>" in "".join(side(root, 1).itertext())


def test_a_screen_reader_gets_a_name_in_any_case() -> None:
    bare, titled = read(position_svg(CENTRE)), read(position_svg(CENTRE, title="A", desc="B"))
    assert bare.get("role") == titled.get("role") == "img"
    assert bare.get("aria-label") == str(CENTRE)
    title = titled.find(f"{SVG}title")
    assert title is not None
    assert titled.get("aria-labelledby") == title.get("id")


@pytest.mark.parametrize("letter", ["i", "n", "W", "島"])
def test_long_names_are_cut_and_never_run_into_the_rings(letter: str) -> None:
    game, state = after(START)
    root = side(read(svg(game.view(state, 0), names=(letter * 40, "Anna"))), 0)
    (name,) = (node for node in root.iter(f"{SVG}text") if letter in (node.text or ""))
    shown = name.text or ""
    assert shown.endswith("…")
    assert len(shown) >= 10
    first_slot = min(float(node.get("cx", 0)) for node in root.iter(f"{SVG}circle") if node.get("r") == "16")
    em = 1.0 if letter in "W島" else 0.6
    assert float(name.get("x", 0)) + (len(shown) * em * float(name.get("font-size", 0))) < first_slot


def test_many_rings_are_counted() -> None:
    game = XeQueo(position=START, rings=99)
    root = read(svg(game.view(game.start()._replace(rings=(12, 3)), 0)))
    assert "12/99" in side(root, 0).itertext()
    assert "3/99" in side(root, 1).itertext()
    assert len(marked(root, "won")) == 2


@pytest.mark.parametrize("rings", [1, 2, 4, 7])
def test_there_are_as_many_places_for_rings_as_win(rings: int) -> None:
    game = XeQueo(position=START, rings=rings)
    drawn = side(read(game.view(game.start(), 0)._repr_svg_()), 0)
    assert len([node for node in drawn.iter(f"{SVG}circle") if node.get("r") == "16"]) == rings


def test_size_is_the_width_in_pixels() -> None:
    root = read(position_svg(parse_position("R*1/3 0"), size=300))
    assert root.get("width") == "300"
    width, height = map(float, root.get("viewBox", "").split()[2:])
    assert float(root.get("height", 0)) == pytest.approx(300 * height / width, abs=0.01)


def test_notebooks_draw_views_and_positions() -> None:
    game, state = after(START)
    assert game.view(state, 0)._repr_svg_() == svg(game.view(state, 0))
    assert CENTRE._repr_svg_() == position_svg(CENTRE)


def test_the_picture_of_the_readme_is_what_the_module_draws() -> None:
    assert (Path(__file__).parents[2] / "docs" / "img" / "xequeo.svg").read_text() == hero() + "\n"


@pytest.mark.parametrize("sight", SIGHT)
def test_pieces_differ_in_colour_for_everybody(sight: str) -> None:
    seen = [lab(times(SIGHT[sight], linear(look.fill))) for look in LOOKS]
    assert min(math.dist(a, b) for a, b in combinations(seen, 2)) > 20  # 2 to 3 is just noticeable


def test_pieces_differ_in_shape_and_brackets() -> None:
    assert len({look.shape for look in LOOKS}) == len(set(BRACKETS)) == len(LETTERS)
    assert "()" not in BRACKETS  # the ring's


def test_letters_stand_out_from_their_pieces() -> None:
    assert min(contrast(look.fill, look.ink) for look in LOOKS) >= 4.5


@pytest.mark.parametrize("theme", [DAY, NIGHT], ids=lambda theme: theme.name)
def test_signs_and_words_stand_out_from_the_field(theme: Theme) -> None:
    assert min(contrast(theme.field, colour) for colour in (theme.ink, theme.muted, theme.accent, theme.trail)) >= 4.5
    assert min(contrast(theme.field, colour) for colour in (theme.line, theme.gold, theme.outline)) >= 3
    assert contrast(theme.paper, theme.muted) >= 4.5


def test_pages_draw_ways_as_drawings_do() -> None:
    """The page's test (web/tests/xequeo/geometry.test.ts) reads the same file; GOLDEN=write makes it anew."""
    canvas, ways = empty_canvas(SIDE, SIDE), []
    places: dict[str, dict[str, float]] = {}
    for path in (["c3", "d4"], ["d4", "d3"], ["a7", "a5"], ["b2", "d4"], ["c3", "c5", "e5"], ["g1", "e3", "e1", "c1"]):
        markup = "".join(canvas.trail([parse_square(square) for square in path], 0))
        arrow, strokes = re.findall(r'points="([^"]+)"', markup), re.findall(r' d="(M[^"A]+Q[^"]+)"', markup)
        ways.append({"path": path, "strokes": strokes[-1], "arrow": arrow[0]})
        places |= {square: dict(zip("xy", canvas.at(parse_square(square)), strict=True)) for square in path}
    scene = {"cell": CELL, "arcs": asdict(ARCS), "arrow": asdict(ARROW), "points": places}
    file = Path(__file__).parents[2] / "web" / "tests" / "xequeo" / "ways.json"
    if os.environ.get("GOLDEN") == "write":
        file.write_text(json.dumps({"scene": scene, "ways": ways}, indent="\t") + "\n", "utf-8")
    assert json.loads(file.read_text("utf-8")) == {"scene": scene, "ways": ways}
