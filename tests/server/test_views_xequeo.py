"""What the browser gets of Xe Queo!: nothing a seat may not know, and all it needs to play."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ridotto.core import CHANCE, Outcome, parse_options
from ridotto.draw.xequeo import last_path, point
from ridotto.games.xequeo import XeQueo
from ridotto.games.xequeo.board import LETTERS, distance_key, parse_square, show_square
from ridotto.server.views.sent import encode
from ridotto.server.views.xequeo import XeQueoView, scene, xequeo_view
from tests.playing import audiences, random_match

GAMES = [
    XeQueo(),
    XeQueo(distance="king", stray_entry="opponent_collects", reveal="show_both"),
    XeQueo(setup="by_hand", through_ring="no", first_placer="guest"),
    XeQueo(width=4, height=3, pieces=3, rings=2),
    XeQueo(position="2V4/4R1G/3Y3/5B1/1W1*3/7/5O1 1"),
]
TABLE = sorted((Path(__file__).parents[2] / "web" / "src" / "games" / "xequeo").glob("*.*"))
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

    def shared(view: XeQueoView) -> dict[str, object]:
        own = {"seat", "choices", "results", "legal", "is_private", "has_secret"}
        return {name: value for name, value in msgspec.structs.asdict(view).items() if name not in own}

    for state in random_match(game, seed).states:
        public = shared(xequeo_view(game, state, None))
        assert all(shared(xequeo_view(game, state, seat)) == public for seat in (0, 1))


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
        placed = dict(zip(LETTERS, map(show_square, state.start), strict=False))
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
                    knows = result.shown[who] or who == seat or bool(view.places)
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
        assert len(encode(view)) < BUDGET
        assert msgspec.json.decode(encode(view), type=XeQueoView) == view


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_the_scene_has_all_that_lies_on_the_board(game: XeQueo) -> None:
    drawn = scene(game)
    markup = f"<svg>{drawn.defs}{''.join(layer.markup for layer in drawn.layers)}</svg>"
    ids = [node.get("id") for node in ElementTree.fromstring(markup).iter() if node.get("id")]
    assert len(ids) == len(set(ids))
    assert set(re.findall(r"url\(#([^)]+)\)", markup)) <= set(ids)
    assert "var(--field, " in markup, "the colours follow the page"
    # Whatever the table shows is in the scene.
    used = re.findall(r"#(xq-[a-z-]+)[\"`]", "".join(path.read_text("utf-8") for path in TABLE))
    assert len(set(used)) > 10
    assert set(used) <= set(ids)
    for kind in ("", "shade-", "ghost-"):
        assert {f"xq-{kind}{letter}" for letter in LETTERS} <= set(ids)


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_the_scene_says_where_every_square_is(game: XeQueo) -> None:
    drawn = scene(game)
    width, height = game.board.width, game.board.height
    assert [len(rank) for rank in drawn.ranks] == [width] * height
    assert drawn.ranks[-1][0] == "a1"
    for row, rank in enumerate(drawn.ranks):
        for column, square in enumerate(rank):
            there = drawn.points[square]
            x, y = point(game.view(game.start(), None).position, parse_square(square))
            assert (there.x, there.y) == (x, y)
            assert there.x - drawn.points["a1"].x == column * drawn.cell
            assert drawn.points["a1"].y - there.y == (height - 1 - row) * drawn.cell
    assert len(drawn.points) == width * height


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_a_view_names_the_scene_it_lies_on(game: XeQueo) -> None:
    named = xequeo_view(game, game.start(), None).scene
    assert scene(XeQueo(parse_options(XeQueo.options_type, named))) == scene(game)


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_distances_are_in_the_order_of_the_rules(game: XeQueo) -> None:
    """XQ-11: closer by the numbers people are shown is closer by the rules, and the other way round."""
    distances = scene(game).distances
    offsets = [(files, ranks) for files in range(game.board.width) for ranks in range(game.board.height)]
    for one in offsets:
        for other in offsets:
            keys = [distance_key(game.options.distance, 0, files + 7 * ranks) for files, ranks in (one, other)]
            shown = [distances[files][ranks] for files, ranks in (one, other)]
            assert (keys[0] < keys[1]) == (shown[0] < shown[1])


def test_all_cards_are_open_once_somebody_has_resigned() -> None:
    """XQ-R7: at the end of a match, however it ends."""
    game = XeQueo(position="R5O/1B5/7/3*3/7/2W4/YV4G 0")
    state = game.start()
    for seat, choice in enumerate(("=R", "=G")):
        state = game.play(state, seat, game.parse_move(choice))
    assert xequeo_view(game, state, 0).choices == ("R", None)
    for viewer in audiences(game):
        assert xequeo_view(game, state, viewer, outcome=Outcome((2, 1), "resigned")).choices == ("R", "G")
