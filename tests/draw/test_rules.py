"""The pictures of the rules pages show what the rules say: each is read back from its SVG and asked of the games."""

from __future__ import annotations

from itertools import pairwise
from xml.etree import ElementTree

import pytest

from ridotto.draw import rules, xequeo
from ridotto.draw.rules import THEMES, picture, pictures
from ridotto.draw.svg import Theme
from ridotto.games.venise import Venise
from ridotto.games.venise.boards import load_board
from ridotto.games.venise.deck import CARDS, load_deck
from ridotto.games.venise.moves import Play
from ridotto.games.venise.planks import SIDES
from ridotto.games.xequeo import XeQueo
from ridotto.games.xequeo.board import LETTERS, board, distance_key, mask_of, parse_square, show_square, squares_of
from ridotto.games.xequeo.moves import Go
from ridotto.games.xequeo.position import parse_position, require_round_start

SVG = "{http://www.w3.org/2000/svg}"


def marked(name: str, class_: str, attribute: str) -> list[str]:
    """What a picture marks: the attribute of every element of a class, in the order drawn."""
    root = ElementTree.fromstring(picture(name))
    return [found.get(attribute, "") for found in root.iter() if found.get("class") == class_]


# -- all of them -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
@pytest.mark.parametrize("name", pictures())
def test_every_picture_is_a_drawing_of_its_own(name: str, theme: Theme) -> None:
    drawn = picture(name, theme)
    root = ElementTree.fromstring(drawn)
    assert root.tag == f"{SVG}svg"
    assert root.get("viewBox", "").startswith("0 0 ")
    ids = [part.get("id") for part in root.iter() if part.get("id")]
    assert len(ids) == len(set(ids))
    assert drawn == picture(name, theme), "the same every time, so that it can be cached"
    assert len(drawn) < 100_000


@pytest.mark.parametrize("name", pictures())
def test_day_and_night_differ(name: str) -> None:
    assert picture(name, THEMES["day"]) != picture(name, THEMES["night"])


def test_there_are_no_words_in_pictures() -> None:
    """One picture serves five languages: letters of pieces, names of spaces, figures and names of people only."""
    people = {"Anna", "Bruno", "Carla", "Dino"}
    for name in pictures():
        root = ElementTree.fromstring(picture(name))
        words = {part.text or "" for part in root.iter(f"{SVG}text")}
        assert all(len(word) <= 2 for word in words - people), name


def test_an_unknown_picture_is_an_error() -> None:
    with pytest.raises(KeyError):
        picture("xq-nothing")


# -- Xe Queo! --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", [xequeo.ROUND, rules.STEP[0], rules.JUMP[0], rules.CLOSER[0]])
def test_a_round_can_begin_like_this(text: str) -> None:
    position = parse_position(text)
    require_round_start(position, board(7, 7))
    assert len(position.pieces) == 7


def test_the_ring_goes_where_no_piece_is_near() -> None:
    """XQ-3, checked space by space."""
    pieces = [divmod(square, 7) for square in parse_position(rules.LAYING).pieces]
    free = {
        show_square(7 * rank + file)
        for rank in range(7)
        for file in range(7)
        if all(max(abs(rank - y), abs(file - x)) > 1 for y, x in pieces)
    }
    assert set(marked("xq-ring", "target", "data-square")) == free
    assert len(free) > 3


def test_the_steps_shown_are_all_there_are() -> None:
    """XQ-9, XQ-11: with nothing to jump over, the legal moves of the piece are its steps."""
    text, letter = rules.STEP
    game = XeQueo(position=text)
    state = game.start()
    for seat in (0, 1):
        state = game.play(state, seat, game.parse_move("=R"))
    piece = LETTERS.index(letter)
    legal = {show_square(move.square) for move in game.legal(state, 0) if isinstance(move, Go) and move.piece == piece}
    shown = set(marked("xq-step", "target", "data-square"))
    assert shown == legal
    home = parse_position(text).pieces[piece]
    assert all(board(7, 7).neighbours[home] >> parse_square(square) & 1 for square in shown)


def test_the_chain_of_jumps_is_legal_and_what_the_page_says() -> None:
    """XQ-10, XQ-11: every landing two spaces on over a piece, away first, then closer, in three directions."""
    text, move = rules.JUMP
    game = XeQueo(position=text)
    state = game.start()
    for seat in (0, 1):
        state = game.play(state, seat, game.parse_move("=R"))
    assert game.parse_move(move) in game.legal(state, state.turn)
    before = parse_position(text)
    after, path = rules.jumped(text, move)
    assert [show_square(square) for square in path] == ["a4", "a6", "c4", "e4"]
    for a, b in pairwise(path):
        assert (a + b) % 2 == 0
        assert (a + b) // 2 in before.pieces, "over a piece"
        assert b not in before.pieces
    far = [distance_key("euclidean", square, before.ring) for square in path]
    assert far[1] > far[0] > far[-1]
    assert len({b - a for a, b in pairwise(path)}) == 3
    assert sorted(marked("xq-jump", "piece", "data-square")) == sorted(map(show_square, after.pieces))


def test_closer_means_inside_the_circle() -> None:
    """XQ-11, XQ-R1: with figures worked out here, from the coordinates."""
    text, letter = rules.CLOSER
    position = parse_position(text)
    home, ring = position.pieces[LETTERS.index(letter)], position.ring

    def far(square: int) -> int:
        return (square % 7 - ring % 7) ** 2 + (square // 7 - ring // 7) ** 2

    steps = squares_of(board(7, 7).neighbours[home] & ~mask_of(position.pieces))
    assert sorted(map(int, marked("xq-closer", "can-go", "data-far"))) == sorted(
        far(square) for square in steps if far(square) < far(home)
    )
    assert sorted(map(int, marked("xq-closer", "too-far", "data-far"))) == sorted(
        far(square) for square in steps if far(square) >= far(home)
    )
    assert far(home) == 8
    assert marked("xq-closer", "can-go", "data-far").count("5") == 2, "as many king moves, and yet closer"


@pytest.mark.parametrize(
    ("shown", "how", "winner", "open_cards"),
    [
        (rules.ENTERED, "entry", 0, ["W", ""]),
        (rules.COUNTERED, "counter", 1, ["W", "W"]),
        (rules.CHALLENGED, "call", 0, ["", "Y"]),
    ],
)
def test_the_three_ways_to_a_ring(
    shown: tuple[tuple[str, str], tuple[str, ...]], how: str, winner: int, open_cards: list[str]
) -> None:
    """XQ-12 to XQ-14, and what is shown then (XQ-R7)."""
    result = xequeo.played(*shown, None).results[-1]
    assert (result.how, result.winner) == (how, winner)
    assert ["" if choice < 0 else LETTERS[choice] for choice in result.choices] == open_cards


def test_the_table_shows_the_ring_within_reach() -> None:
    assert "d3" in marked("xq-table", "target", "data-square")


# -- Venise ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", rules.LAID)
def test_the_plank_may_be_laid_there(name: str) -> None:
    """VE-21 to VE-23: an end touches the pawn's field, and what it rests on lies."""
    laid, field, move = rules.LAID[name]
    game = Venise(board="night-basic")
    physics = load_board("night-basic").planks
    play = game.parse_move(move)
    assert isinstance(play, Play)
    assert not physics.floating(physics.mask(*laid))
    slot = physics.number[play.where[0]]
    assert physics.layable(physics.number[field], physics.mask(*laid)) >> slot & 1
    assert physics.is_long(slot) == (play.card == "long")
    shape = {"ve-edge": "edge", "ve-t": "T", "ve-x": "T", "ve-diagonal": "diagonal", "ve-h": "H"}[name]
    assert physics.slots[slot - physics.first_slot].shape == shape
    assert set(marked(name, "plank", "data-field")) == {*laid, play.where[0]}
    assert marked(name, "pawn", "data-field") == [field]


def test_the_x_has_both_sides() -> None:
    laid, _, move = rules.LAID["ve-x"]
    assert {*laid, move.partition(":")[2]} == {"b3/c2", "b3/c2>b2", "b3/c2>c3"}


def test_what_falls_is_what_the_rules_let_fall() -> None:
    """VE-24, VE-25."""
    laid, field, _ = rules.FALL
    physics = load_board("night-basic").planks
    now, slot = physics.mask(*laid), physics.number["b3/c2"]
    assert physics.takeable(physics.number[field], now, physics.mask(field)) >> slot & 1
    assert set(physics.show(physics.falling(slot, now))) == {"b3/c2>b2", "b3/c2>c3"}
    assert set(marked("ve-fall", "splash", "data-field")) == {"b3/c2>b2", "b3/c2>c3"}
    assert set(marked("ve-fall", "gone", "data-field")) == set(laid)
    assert not marked("ve-fall", "plank", "data-field")


def test_the_moved_plank_goes_from_end_to_end() -> None:
    """VE-18, VE-24: both places touch the pawn's field, and the plank keeps its length."""
    laid, field, _ = rules.MOVED
    physics = load_board("night-basic").planks
    now, here = physics.mask(*laid), physics.number[field]
    slot, place = physics.number["b2-b3"], physics.number["b3/c2>b2"]
    assert physics.takeable(here, now, physics.mask(field)) >> slot & 1
    assert physics.layable(here, physics.without(slot, now)) >> place & 1
    assert physics.is_long(slot) == physics.is_long(place)
    assert marked("ve-move", "gone", "data-field") == ["b2-b3"]
    assert set(marked("ve-move", "plank", "data-field")) == {"b3/c2", "b3/c2>b2"}


@pytest.mark.parametrize(
    ("name", "shown", "on"), [("ve-steps", rules.WALK, "day-basic"), ("ve-cross", rules.CROSSING, "night-basic")]
)
def test_every_step_goes_to_a_field_that_touches(name: str, shown: tuple[tuple[str, ...], str, str], on: str) -> None:
    """VE-26."""
    laid, field, _ = shown
    physics = load_board(on).planks
    _, marks = rules.worked(*shown, on)
    assert marks.way[0] == field
    now = physics.mask(*laid)
    for a, b in pairwise(marks.way):
        assert physics.reach(physics.number[a], now) >> physics.number[b] & 1
    notes = zip(marked(name, "note", "data-field"), marked(name, "note", "data-note"), strict=True)
    assert dict(notes) == {step: str(nth) for nth, step in enumerate(marks.way[1:-1], 1)}


def test_every_post_field_is_numbered() -> None:
    """VE-3 to VE-5: one number a field; the ground below a bridge has one on each of its two parts."""
    rialto = load_board("day-basic")
    fields = {
        spot + side: str(nth)
        for spot in ("a3", "b3", "a4", "b4")
        for nth, side in enumerate(SIDES[rialto.posts["abcde".index(spot[0]) + 5 * (int(spot[1]) - 1)]], 1)
    }
    shown = marked("ve-posts", "note", "data-field")
    assert {*shown} == {*fields, "a3-b3"}
    assert shown.count("b3under") == 2
    for spot in ("a3", "b3", "b4"):
        numbers = {
            number
            for field, number in zip(shown, marked("ve-posts", "note", "data-note"), strict=True)
            if field.startswith(spot) and "-" not in field
        }
        assert numbers == {"1", "2"}


def test_the_opening_costs_four_hourglasses_and_brings_a_gem() -> None:
    """VE-9, VE-11: played with the fixed cards, whatever was dealt."""
    game = Venise(seats=2, first="0")
    state = game.start()
    while game.actors(state) == (-1,):
        state = game.play(state, -1, game.legal(state, -1)[-1])
    for text in rules.OPENING:
        state = game.play(state, 0, game.parse_move(text))
    assert state.turn.hourglasses == 0
    assert state.pieces.tiles == (1, 0)
    assert state.pieces.gems[0].bit_count() == 3
    assert load_deck().costs[CARDS.index("long")] + load_deck().costs[CARDS.index("step2")] == 4
    assert "b3under" in marked("ve-turn", "pawn", "data-field")


@pytest.mark.parametrize("card", CARDS)
def test_cards_show_what_they_cost(card: str) -> None:
    cost = load_deck().costs[CARDS.index(card)]
    assert marked(f"ve-card-{card}", "card", "data-cost") == [str(cost)]
    assert picture(f"ve-card-{card}").count("M-10-15H10V-12") == cost, "one hourglass drawn for each"
