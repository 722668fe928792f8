"""What the browser gets of Xe Queo!: nothing a seat may not know, and all it needs to play."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ridotto.core import CHANCE
from ridotto.draw.xequeo import last_path, point
from ridotto.games.xequeo import XeQueo
from ridotto.games.xequeo.board import parse_square, show_square
from ridotto.server.views.xequeo import XeQueoView, scene, xequeo_view
from tests.playing import audiences, random_match

GAMES = [
    XeQueo(),
    XeQueo(distance="king", stray_entry="opponent_collects", reveal="show_both"),
    XeQueo(setup="by_hand", through_ring="no", first_placer="guest"),
    XeQueo(width=4, height=3, pieces=3, rings=2),
    XeQueo(position="2V4/4R1G/3Y3/5B1/1W1*3/7/5O1 1"),
]
BUDGET = 8_000
"""Characters of JSON."""


@pytest.mark.parametrize("game", GAMES, ids=repr)
@settings(max_examples=20)
@given(seed=st.integers(0, 2**32))
def test_a_view_is_the_same_whatever_its_seat_may_not_know(game: XeQueo, seed: int) -> None:
    rng = Random(seed)
    states = random_match(game, seed).states
    for state in rng.sample(states, min(12, len(states))):
        for seat in audiences(game):
            seen = xequeo_view(game, state, seat)
            for _ in range(4):
                assert xequeo_view(game, game.sample(game.view(state, seat), rng), seat) == seen


@pytest.mark.parametrize("game", GAMES, ids=repr)
@settings(max_examples=20)
@given(seed=st.integers(0, 2**32))
def test_the_table_itself_looks_the_same_to_all(game: XeQueo, seed: int) -> None:
    """Seats differ in what they chose, saw and may do, and in nothing else."""
    own = {"seat", "choices", "results", "legal", "is_private"}
    for state in random_match(game, seed).states:
        public = xequeo_view(game, state, None).model_dump(exclude=own)
        assert all(xequeo_view(game, state, seat).model_dump(exclude=own) == public for seat in (0, 1))


@pytest.mark.parametrize("game", GAMES, ids=repr)
@settings(max_examples=20)
@given(seed=st.integers(0, 2**32))
def test_what_can_be_done_is_what_is_legal(game: XeQueo, seed: int) -> None:
    for state in random_match(game, seed).states:
        actors = game.actors(state)
        for seat in (0, 1):
            view = xequeo_view(game, state, seat)
            assert view.legal == tuple(map(str, game.legal(state, seat)))
            reach = {move.text: move for move in view.reach}
            assert len(reach) == len(view.reach)
            assert set(view.legal) <= set(reach)
            assert view.is_private == (seat in actors and state.phase == "choose")
            if seat in actors and state.phase != "choose":
                assert view.turn == seat
                # Only entering the ring with somebody else's piece may be forbidden to one and allowed to another.
                assert all(reach[text].square == view.ring for text in set(reach) - set(view.legal))
            for move in view.reach:
                assert (move.kind == "go") == bool(move.path)
                if move.path:
                    assert move.path[-1] == move.square
                    assert move.path[0] == next(p.square for p in view.pieces if p.letter == move.piece)
        spectator = xequeo_view(game, state, None)
        assert not spectator.legal
        assert not spectator.is_private
        if CHANCE in actors or not actors:
            assert not spectator.reach
            assert spectator.turn is None


@pytest.mark.parametrize("game", GAMES, ids=repr)
@settings(max_examples=20)
@given(seed=st.integers(0, 2**32))
def test_what_happened_is_told_in_order(game: XeQueo, seed: int) -> None:
    match = random_match(game, seed)
    mover = -1
    for state, entry in zip(match.states[1:], match.entries, strict=True):
        view = xequeo_view(game, state, None)
        placed = {piece.letter: piece.square for piece in view.start}
        for step in view.moves:
            assert step.path[0] == placed[step.piece]
            placed[step.piece] = step.path[-1]
        assert all(first.by != second.by for first, second in pairwise(view.moves))
        if view.moves:
            assert placed == {piece.letter: piece.square for piece in view.pieces}
            if len(str(entry.move)) == 3 and str(entry.move)[0] not in "@+":
                mover = entry.actor
            assert view.moves[-1].by == mover
            if game.options.through_ring == "yes":
                path = last_path(game.view(state, None))
                assert {view.moves[-1].path[0], view.moves[-1].path[-1]} == {*map(show_square, (path[0], path[-1]))}
        if state.phase == "play":
            assert view.first == (view.turn if len(view.moves) % 2 == 0 else view.moves[0].by)


@settings(max_examples=20)
@given(seed=st.integers(0, 2**32))
def test_results_show_what_the_rules_show(seed: int) -> None:
    """XQ-R7: a card lies open only where the rules put it on the table; the end opens all."""
    game = XeQueo()
    for state in random_match(game, seed).states:
        for seat in audiences(game):
            view = xequeo_view(game, state, seat)
            for result in view.results:
                for who in (0, 1):
                    knows = result.shown[who] or who == seat or view.outcome is not None
                    assert (result.choices[who] is not None) == knows
            assert all(choice is None for who, choice in enumerate(view.choices) if who != seat)


@settings(max_examples=20)
@given(seed=st.integers(0, 2**32))
def test_open_views_tell_everything(seed: int) -> None:
    game = XeQueo()
    for state in random_match(game, seed).states:
        view = xequeo_view(game, state, None, is_open=True, has_moves=False)
        assert not view.reach
        if state.phase == "play":
            assert None not in view.choices
        assert all(None not in result.choices for result in view.results)


@pytest.mark.parametrize("game", GAMES, ids=repr)
@settings(max_examples=20)
@given(seed=st.integers(0, 2**32))
def test_views_are_small_and_survive_json(game: XeQueo, seed: int) -> None:
    for state in random_match(game, seed).states:
        view = xequeo_view(game, state, 0)
        sent = view.model_dump_json(exclude_defaults=True)
        assert len(view.model_dump_json()) < BUDGET
        assert XeQueoView.model_validate_json(view.model_dump_json()) == view
        assert len(sent) <= len(view.model_dump_json())


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_the_scene_has_all_that_lies_on_the_board(game: XeQueo) -> None:
    drawn = scene(game)
    markup = f"<svg>{drawn.defs}{''.join(layer.markup for layer in drawn.layers)}</svg>"
    ids = [node.get("id") for node in ElementTree.fromstring(markup).iter() if node.get("id")]
    assert len(ids) == len(set(ids))
    assert {f"xq-{name}" for name in (*"ROYGBVW", "ring", "mask", "shape-R")} <= set(ids)
    assert set(re.findall(r"url\(#([^)]+)\)", markup)) <= set(ids)
    assert "var(--field, " in markup, "the colours follow the page"


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_the_scene_says_where_every_square_is(game: XeQueo) -> None:
    drawn, view = scene(game), xequeo_view(game, game.start(), None)
    assert [len(rank) for rank in drawn.ranks] == [view.width] * view.height
    assert drawn.ranks[-1][0] == "a1"
    for row, rank in enumerate(drawn.ranks):
        for column, square in enumerate(rank):
            there = drawn.points[square]
            x, y = point(game.view(game.start(), None).position, parse_square(square))
            assert (there.x, there.y) == (x, y)
            assert there.x - drawn.points["a1"].x == column * drawn.cell
            assert drawn.points["a1"].y - there.y == (view.height - 1 - row) * drawn.cell
    assert len(drawn.points) == view.width * view.height


def test_the_browser_measures_as_the_scene_does() -> None:
    """The client places pieces, arcs and arrows by numbers of its own."""
    geometry = (Path(__file__).parents[2] / "web" / "src" / "games" / "xequeo" / "geometry.ts").read_text("utf-8")
    drawn = scene(XeQueo())
    found = {name: int(value) for name, value in re.findall(r"const ([A-Z_]+) = (\d+);", geometry)}
    edge = drawn.points["a7"].x
    assert found == {
        "CELL": drawn.cell,
        "EDGE": edge,
        "RISE_STRAIGHT": drawn.arcs.straight,
        "RISE_DIAGONAL": drawn.arcs.diagonal,
    }
    assert f"gap = {drawn.arrow.gap}" in geometry
    assert f"to.x - {drawn.arrow.tip} * ux" in geometry
    assert f"[back, wide] = [{drawn.arrow.back}, {drawn.arrow.wide}]" in geometry
