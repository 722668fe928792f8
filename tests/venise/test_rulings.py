"""One test for each row of the reconstruction and the rulings of docs/rules/venise.md, VE-R1 to VE-R20."""

from __future__ import annotations

from random import Random

import pytest

from ridotto.core import CHANCE, IllegalMove, OptionError, Outcome, parse_options, show_options
from ridotto.games import make_game
from ridotto.games.venise import Options, State, Venise, board_names, check_board, load_board
from ridotto.games.venise.boards import COLOURS, HOMES, SHIPPED
from ridotto.games.venise.deck import ACTIONS, Card, DeckError, cards_of, load_deck, parse_deck
from ridotto.games.venise.planks import SIDES, SPOT_NAMES
from ridotto.match import Match
from tests.venise.states import (
    OPEN,
    begin,
    component,
    game,
    is_symmetric,
    laid,
    options,
    pawn,
    play,
    refused,
    state_with,
    texts,
    through_chance,
)

DECK = load_deck()
DECK_TEXT = (SHIPPED / ".." / "deck.toml").read_text("utf-8")


def test_ve_r1_five_columns_four_rows_and_the_corners() -> None:
    assert (SPOT_NAMES[0], SPOT_NAMES[-1], len(SPOT_NAMES)) == ("a1", "e4", 20)
    assert HOMES == {"red": "a4", "white": "e4", "green": "e1", "purple": "a1"}
    for name in board_names():
        posts = dict(zip(SPOT_NAMES, load_board(name).posts, strict=True))
        assert {spot for spot, symbol in posts.items() if symbol == "O"} == set(HOMES.values())
        water = {spot for spot, symbol in posts.items() if symbol == "~"}
        assert water == ({"c2", "c3"} if load_board(name).side == "day" else set())


def test_ve_r2_post_kinds() -> None:
    assert set(SIDES) == set('~Oo/\\|-="')
    for name in board_names():
        assert "o" not in load_board(name).posts, "plain posts are for own boards"
    assert load_board(OPEN).posts.count("o") == 16


def test_ve_r3_planks_per_player() -> None:
    assert [DECK.stock(seats) for seats in (2, 3, 4)] == [(6, 4), (4, 2), (3, 2)]
    with pytest.raises(DeckError) as caught:
        parse_deck(DECK_TEXT.replace("4 = { short = 3", "4 = { short = 4"))
    assert caught.value.params["rule"] == "VE-R3"


def test_ve_r4_the_action_cards() -> None:
    assert dict(zip(ACTIONS, DECK.counts, strict=True)) == {
        "short": 10,
        "long": 6,
        "remove": 6,
        "move": 4,
        "step1": 8,
        "step2": 8,
        "step3": 4,
    }
    with pytest.raises(DeckError) as caught:
        parse_deck(DECK_TEXT.replace("move = { cost = 2, count = 4 }", "move = { cost = 2, count = 5 }"))
    assert caught.value.code == "deck_total"


def test_ve_r5_the_fixed_cards() -> None:
    assert cards_of(DECK.fixed) == ("short", "long", "step1", "step2")
    for bad, code in (("step9", "deck_card"), ("joker", "deck_card")):
        with pytest.raises(DeckError) as caught:
            parse_deck(DECK_TEXT.replace('"step2"]', f'"{bad}"]'))
        assert caught.value.code == code


def test_ve_r6_shipped_boards_are_symmetric_and_every_gem_is_reachable() -> None:
    assert {"day-basic", "night-basic"} <= set(board_names())
    for name in board_names():
        assert check_board((SHIPPED / f"{name}.toml").read_text("utf-8")) == []
        board = load_board(name)
        assert is_symmetric(board)
        for colour in range(4):
            reached = component(board.planks, board.home(colour), (1 << len(board.planks.names)) - 1)
            assert not board.gem_mask(colour) & ~reached


def test_ve_r7_one_gem_a_field_and_none_of_colours_not_in_play() -> None:
    for name in board_names():
        board = load_board(name)
        fields = [field for gems in board.gems for field in gems]
        assert len(set(fields)) == 16
        assert not set(HOMES.values()) & set(fields)
        view = Venise(board=name).view(Venise(board=name).start(), None)
        assert [view.board.gems[COLOURS.index(colour)] for colour in view.colours] == [
            tuple(sorted(gems)) for gems in view.gems
        ]
        assert len(view.gems) == 2


def test_ve_r8_tiles_pay_only_for_later_cards() -> None:
    venise = game()
    planks = ["a4-b4", "b4-c4", "c4-d4"]
    hand = ("step3", "step3", "short")
    state = state_with(venise, planks=planks, hand=hand, gems=["b4", "e2"])  # type: ignore[arg-type]
    state = play(venise, state, "step3:a4-b4,b4")
    assert refused(venise, state, "step3:b4-c4") == "ve_hourglasses", "the tile must be spent first"
    state = play(venise, state, "tile", "short:b3-b4")
    assert state.pieces.tiles[0] == 0
    last = state_with(venise, planks=planks, hand=["step2"], gems=["b4"], tiles=3)
    after = play(venise, last, "step2:a4-b4,b4")
    assert sum(after.pieces.tiles) == 0, "the winning gem brings none, and the others leave the game"


def test_ve_r9_playing_nothing() -> None:
    venise = game()
    state = play(venise, begin(venise), "end")
    assert sum(through_chance(venise, state).cards.hands[0]) == 8


def test_ve_r10_exchange_at_any_moment() -> None:
    venise = game()
    state = state_with(venise, planks=["a4-b4"], hand=["step1", *shorts(8)])
    assert "exchange:short,short,short,short" in texts(venise, state), "before"
    state = play(venise, state, "step1:a4-b4")
    state = play(venise, state, "exchange:short,short,short,short", "exchange:short,short,short,short")
    assert cards_of(state.cards.hands[0]) == ("joker", "joker")
    full = play(venise, state_with(venise, hand=["short"] * 8), "end", "+step1@0", "+step2@0")
    full = play(venise, full, "exchange:short,short,short,short")
    assert full.turn.seat == 1, "seven cards: nothing more to discard"
    taken = play(venise, state_with(venise, hand=["short"] * 4), "take", "exchange:short,short,short,short", "end")
    assert cards_of(taken.cards.hands[0]) == ("joker", "joker")
    jokers = state_with(venise, hand=["joker", "short", "short", "short"])
    assert refused(venise, jokers, "exchange:short,short,short,joker") == "ve_exchange_cards"
    # One card too many after drawing two: with nine, exchanging leaves six.
    assert venise.jokers(taken) == 6


def test_ve_r11_a_joker_is_taken_instead_of_cards() -> None:
    venise = game()
    state = play(venise, state_with(venise, hand=["short", "step1"]), "take")
    assert texts(venise, state) == {"end"}
    for text in ("short:a4-b4", "take", "tile"):
        assert refused(venise, state, text) == "ve_after_joker"
    assert refused(venise, state_with(venise, hand=["joker", "joker"]), "take") == "ve_jokers"
    played = play(venise, state_with(venise, hand=["short"]), "short:a4-b4")
    assert refused(venise, played, "take") == "ve_take_late"


def shorts(count: int) -> list[Card]:
    return ["short"] * count


def idle(venise: Venise, state: State, turns: int) -> State:
    for _ in range(turns):
        state = through_chance(venise, play(venise, state, "end"))
        while state.turn.phase == "discard":
            state = play(venise, state, str(venise.legal(state, state.turn.seat)[0]))
    return state


def test_ve_r12_a_dead_game_ends() -> None:
    venise = game(seats=3, stall_rounds=2)
    state = begin(venise)
    gems = state.pieces.gems
    state = state._replace(pieces=state.pieces._replace(gems=(gems[0], gems[1] & gems[1] - 1, gems[2])))
    almost = idle(venise, state, 5)
    assert venise.outcome(almost) is None
    over = idle(venise, almost, 1)
    assert venise.outcome(over) == Outcome((2, 1, 2), "stalled")
    # A gem begins the count anew, and a finisher no longer counts.
    late = state_with(venise, planks=["a4-b4"], hand=["step2"], gems=["b4"])
    late = late._replace(turn=late.turn._replace(quiet=5))
    late = play(venise, late, "step2:a4-b4,b4")
    assert (late.turn.quiet, late.turn.seat) == (0, 1)
    assert venise.outcome(idle(venise, late, 3)) is None
    assert venise.outcome(idle(venise, late, 4)) == Outcome((1, 2, 2), "stalled")
    assert Options().stall_rounds == 15
    stranded = state_with(venise, stock=(0, 0))
    assert venise.view(stranded, None).stranded == (True, False, False)
    assert venise.view(state_with(venise, stock=(0, 1)), None).stranded == (False, False, False)


def test_ve_r13_the_fourth_colour_is_purple() -> None:
    assert COLOURS == ("red", "white", "green", "purple")
    assert game(seats=4).colours == COLOURS


def test_ve_r14_move_settles_falls_before_the_plank_is_laid() -> None:
    venise = game()
    # The edge carries an H; taken up, the H falls and its cell is free for a diagonal, but not for this short plank.
    planks = ["a4-b4", "a3-b3", "a3-b3=a4-b4"]
    state = state_with(venise, planks=planks, hand=["move"])
    state = play(venise, state, "move:a4-b4,a3-a4")
    assert laid(venise, state) == {"a3-b3", "a3-a4"}
    # A T that would rest on what fell: the diagonal cannot be moved onto its own T.
    own = state_with(venise, planks=["a4-b4"], hand=["move"])
    assert options(venise, own, "move") == {"a4-b4,a3-a4"}
    assert refused(venise, own, "move:a4-b4,a4-b4") == "ve_same_place"
    other = state_with(venise, pawns=["a4", "a4-b4"], planks=["a4-b4"], hand=["move"])
    assert refused(venise, other, "move:a4-b4,a3-a4") == "ve_pawn_on_it"
    corner = state_with(venise, planks=["a4/b3"], hand=["move"])
    assert options(venise, corner, "move") == set(), "no legal place: it cannot be played"
    assert refused(venise, corner, "move:a4/b3,a3-a4") == "ve_wrong_plank"


def test_ve_r15_steps() -> None:
    venise = game()
    planks = ["a4-b4", "b4-c4"]
    state = state_with(venise, planks=planks, hand=["step2", "step3"], gems=["b4"])
    assert "a4-b4,a4" in options(venise, state, "step2"), "there and back"
    after = play(venise, state, "step2:a4-b4,a4")
    assert pawn(venise, after) == "a4"
    assert options(venise, state, "step3") == {"a4-b4", "a4-b4,b4", "a4-b4,a4"}, "the last gem ends the walk"
    assert refused(venise, state, "step3:a4-b4,b4,b4-c4") == "ve_detour"
    assert options(venise, state_with(venise, hand=["step1"]), "step1") == set(), "at least one step"
    passing = state_with(venise, planks=[*planks, "a4/b3", "b3-b4"], hand=["step3"], gems=["b4", "e2"])
    found = options(venise, passing, "step3")
    assert "a4-b4,b4,a4-b4" in found, "there for a gem and back"


def test_ve_r16_a_finisher_leaves_the_board() -> None:
    venise = game(seats=3)
    hand: list[Card] = ["step2", "short", "move", "joker"]
    state = state_with(venise, planks=["a4-b4"], hand=hand, gems=["b4"], stock=(3, 2), tiles=2)
    jokers = venise.jokers(state)
    home = play(venise, state, "step2:a4-b4,b4")
    assert venise.news(state, home) == "seat 0 is home as number 1"
    assert venise.actors(home) == (CHANCE,)
    after = play(venise, home, "clear:short,move,joker@0")
    view = venise.view(after, None)
    assert view.pawns[0] == ""
    assert (view.stocks[0], view.tiles[0], view.counts[0]) == ((0, 0), 0, 0)
    assert view.discards == ("short", "move", "step2")
    assert view.jokers == jokers + 1
    assert view.planks == ("a4-b4",)
    assert view.lost == (0, 0), "the planks in stock leave with their owner, they do not fall into the water"
    assert venise.view(venise.sample(view, Random(1)), None).lost == view.lost
    turns = idle(venise, after, 2)
    assert turns.turn.seat == 1, "seat 0 has no turn any more"


def test_ve_r17_the_pile_is_refilled_only_when_a_card_must_be_drawn() -> None:
    venise = game()
    state = play(venise, begin(venise), "end")
    low = state._replace(cards=state.cards._replace(pile=(0, 0, 0, 0, 1, 1, 0), discards=(2, 0, 0, 0, 0, 0, 0)))
    drawn = play(venise, low, "+step1@0", "+step2@0")
    assert sum(drawn.cards.pile) == 0
    assert drawn.turn.phase == "play", "empty, but nobody must draw"
    half = low._replace(cards=low.cards._replace(pile=(0, 0, 0, 0, 1, 0, 0)))
    assert texts(venise, play(venise, half, "+step1@0")) == {"shuffle"}


def test_ve_r18_jokers_count_and_can_be_discarded() -> None:
    venise = game()
    state = play(venise, state_with(venise, hand=["joker", *shorts(6)]), "end", "+step1@0", "+step2@0")
    assert state.turn.phase == "discard"
    jokers = venise.jokers(state)
    state = play(venise, state, "-joker")
    assert venise.jokers(state) == jokers + 1
    assert sum(state.cards.discards) == 0
    assert state.turn.seat == 1


def test_ve_r19_two_players_sit_opposite() -> None:
    assert game().colours == ("red", "green")
    beside = Venise(colours="RW")
    assert beside.view(beside.start(), None).pawns == ("a4", "e4")
    assert Venise(colours="PR").colours == ("purple", "red")
    assert Venise(seats=3, colours="GPW").colours == ("green", "purple", "white")
    for text in ("colours=R", "colours=RR", "colours=RX", "seats=3 colours=RGW"):
        with pytest.raises(OptionError) as caught:
            make_game("venise", text)
        assert caught.value.code == "ve_colours"


def test_ve_r20_compensation() -> None:
    venise = game(seats=3, compensation="012", first="1")
    state = begin(venise)
    assert [sum(hand) for hand in state.cards.hands] == [8, 6, 7], "in the order of play"
    assert state.turn.seat == 1
    for text in ("compensation=0", "compensation=03", "compensation=ab"):
        with pytest.raises(OptionError) as caught:
            make_game("venise", text)
        assert caught.value.code == "ve_compensation"


def test_options_read_back() -> None:
    for text in ("", "seats=4 board=night-basic first=3", "stall_rounds=3 play_on=no", "colours=WG compensation=01"):
        options = parse_options(Options, text)
        assert parse_options(Options, show_options(options)) == options
    for text in ("seats=1", "first=2", "stall_rounds=0", "board=nowhere", "pace=fast"):
        with pytest.raises(ValueError, match=r".") as caught:
            make_game("venise", text)
        assert str(caught.value)


def test_a_turn_is_undone_card_by_card_until_something_is_drawn() -> None:
    match = Match(game(), day="1998-02-24")
    match.play_chance(Random(1))
    assert not match.can_undo, "the deal stays"
    start = match.state
    for text in ("short:a4-b4", "step2:a4-b4,b4", "end"):
        match.submit(0, text)
    for _ in range(3):
        match.undo()
    assert match.state == start
    match.submit(0, "end")
    match.submit(CHANCE, str(match.game.legal(match.state, CHANCE)[0]))
    assert not match.can_undo
    with pytest.raises(IllegalMove):
        match.undo()


def test_showing_a_hand_cannot_be_undone(monkeypatch: pytest.MonkeyPatch) -> None:
    venise = game(seats=3)
    state = state_with(venise, planks=["a4-b4"], hand=["step2", "short"], gems=["b4"])
    monkeypatch.setattr(Venise, "start", lambda _: state)
    match = Match(venise)
    match.submit(0, "step2:a4-b4,b4")
    assert not match.can_undo
