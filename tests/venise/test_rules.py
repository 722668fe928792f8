"""One test for each numbered rule of docs/rules/venise.md, VE-1 to VE-26; the geometry is in test_planks.py."""

from __future__ import annotations

from random import Random

import pytest

from ridotto.core import CHANCE, IllegalMove, OptionError, Outcome
from ridotto.games.venise import State, Venise, board_names, load_board
from ridotto.games.venise.deck import ACTIONS, JOKER, cards_of, load_deck
from tests.venise.states import begin, game, laid, options, pawn, play, refused, state_with, texts, through_chance

DECK = load_deck()


def test_ve_1_what_is_in_the_box() -> None:
    assert sum(DECK.counts) + DECK.jokers == 54
    assert DECK.jokers == 8
    assert (DECK.short_planks, DECK.long_planks, DECK.tiles) == (12, 8, 12)
    for name in board_names():
        board = load_board(name)
        assert sum(symbol != "~" for symbol in board.posts) == (18 if board.side == "day" else 20)
        assert [len(fields) for fields in board.gems] == [4, 4, 4, 4]
    assert [Venise(seats=seats).seats for seats in (2, 3, 4)] == [2, 3, 4]
    for seats in (1, 5):
        with pytest.raises(OptionError):
            Venise(seats=seats)


def test_ve_2_four_gems_win_and_the_others_play_on() -> None:
    venise = game(seats=3)
    state = state_with(venise, planks=["a4-b4"], hand=["step2"], gems=["b4"])
    state = play(venise, state, "step2:a4-b4,b4")
    assert state.finished == (0,)
    assert venise.outcome(state) is None
    assert venise.actors(state) == (1,)
    short = game(seats=3, play_on="no")
    state = play(short, state_with(short, planks=["a4-b4"], hand=["step2"], gems=["b4"]), "step2:a4-b4,b4")
    assert short.outcome(state) == Outcome((1, 2, 2), "gems")
    two = game()
    state = play(two, state_with(two, planks=["a4-b4"], hand=["step2"], gems=["b4"]), "step2:a4-b4,b4")
    assert two.outcome(state) == Outcome((1, 2), "gems")
    assert two.actors(state) == ()


def test_ve_3_anyone_may_enter_a_start_post() -> None:
    venise = game()
    state = state_with(venise, pawns=["a2", "e1"], planks=["a1-a2"], hand=["step2"])
    assert pawn(venise, play(venise, state, "step2:a1-a2,a1")) == "a1", "purple's, which nobody plays"


def test_ve_4_a_wall_separates_its_sides() -> None:
    venise = game(board="O|ooO;ooooo;ooooo;OoooO R:b4w,c4,b3,c3 W:d4,e3,d3,e2 G:d1,c1,d2,c2 P:b1,a2,b2,a3")
    state = state_with(venise, planks=["a4-b4", "b4-c4"], hand=["step3"], gems=["e2"])
    assert options(venise, state, "step3") == {"a4-b4", "a4-b4,b4w", "a4-b4,a4"}
    assert refused(venise, state, "step3:a4-b4,b4e") == "ve_no_step"


def test_ve_5_a_bridge_separates_above_and_below() -> None:
    venise = game(board="O=ooO;ooooo;ooooo;OoooO R:b4over,c4,b3,c3 W:d4,e3,d3,e2 G:d1,c1,d2,c2 P:b1,a2,b2,a3")
    state = state_with(venise, planks=["a4-b4", "b3-b4", "b4-c4"], hand=["step3"], gems=["c4"])
    assert options(venise, state, "step3") == {"a4-b4", "a4-b4,b4over", "a4-b4,a4", "a4-b4,b4over,b4-c4"}
    below = state_with(venise, pawns=["b3", "e1"], planks=["b3-b4", "b4-c4", "a3/b4"], hand=["step3"], gems=["c4"])
    assert "b3-b4,b4under,a3/b4" in options(venise, below, "step3"), "two parts of one ground"
    assert refused(venise, below, "step3:b3-b4,b4under,b4-c4") == "ve_no_step"


def test_ve_6_the_night_has_two_more_posts() -> None:
    day, night = load_board("day-basic"), load_board("night-basic")
    assert night.posts.count("~") == 0
    assert day.posts.count("~") == 2
    assert {board.side for board in map(load_board, board_names())} == {"day", "night"}


def test_ve_7_everybody_begins_with_a_set_of_planks_in_a_corner() -> None:
    for seats, corners in ((2, "a4 e1"), (3, "a4 e4 e1"), (4, "a4 e4 e1 a1")):
        venise = game(seats=seats)
        start = venise.start()
        assert [venise.planks.names[field] for field in start.pieces.pawns] == corners.split()
        assert len(set(start.pieces.stocks)) == 1
        assert start.pieces.planks == 0


def test_ve_8_six_cards_four_of_them_the_same() -> None:
    venise = game(seats=4)
    state = begin(venise)
    assert [sum(hand) for hand in state.cards.hands] == [6, 6, 6, 6]
    for hand in state.cards.hands:
        assert all(have >= fixed for have, fixed in zip(hand, DECK.fixed, strict=True))
        assert hand[JOKER] == 0
    assert venise.jokers(state) == 8
    assert sum(state.cards.pile) == 46 - 24
    for seat, after in ((0, 1), (3, 0)):
        passed = through_chance(venise, play(venise, _turn_of(venise, seat), "end"))
        assert passed.turn.seat == after, "clockwise"
    chosen = Venise(seats=3)
    assert texts(chosen, chosen.start()) == {"first:0", "first:1", "first:2"}
    begun = begin(chosen, seed=5)
    assert begun.turn.seat == begun.turn.first


def _turn_of(venise: Venise, seat: int) -> State:
    state = begin(venise)
    return state._replace(turn=state.turn._replace(seat=seat))


def test_ve_9_a_turn() -> None:
    venise = game()
    state = state_with(venise, planks=["a4-b4", "b4-c4"], hand=["step3", "step2", "step1", "short"], gems=["c3"])
    state = play(venise, state, "step3:a4-b4,b4,b4-c4")
    assert state.turn.hourglasses == 1
    assert options(venise, state, "step1") == {"b4", "c4"}
    assert refused(venise, state, "step2:c4") == "ve_hourglasses"
    state = play(venise, state, "step1:c4")
    assert texts(venise, state) == {"end"}, "no hourglass is left, and too late for a joker"
    assert refused(venise, state, "take") == "ve_take_late"
    drawn = through_chance(venise, play(venise, state, "end"))
    assert drawn.turn.seat == 1
    assert sum(drawn.cards.hands[0]) == 2 + 2
    many = state_with(venise, hand=cards_of((4, 4)))
    state = play(venise, many, "end", "+step1@0", "+step2@0")
    assert state.turn.phase == "discard"
    assert {text for text in texts(venise, state) if text[0] == "-"} == {"-short", "-long", "-step1", "-step2"}
    assert refused(venise, state, "end") == "ve_discard_first"
    assert refused(venise, state, "-joker") == "ve_no_card"
    state = play(venise, state, "-long", "-step1")
    assert state.turn.seat == 1
    assert cards_of(state.cards.hands[0]) == ("short",) * 4 + ("long",) * 3 + ("step2",)
    assert refused(venise, begin(venise), "-short") == "ve_discard_early"
    joker = play(venise, begin(venise), "take", "end")
    assert sum(through_chance(venise, joker).cards.hands[0]) == 6 + 1 + 2, "and one too many"


def test_ve_10_where_cards_go() -> None:
    venise = game()
    state = state_with(venise, hand=["short", "joker"])
    state = play(venise, state, "short:a4-b4")
    assert cards_of(state.cards.discards) == ("short",)
    before = venise.jokers(state)
    state = play(venise, state, "*step3:a4-b4")
    assert cards_of(state.cards.discards) == ("short",)
    assert venise.jokers(state) == before + 1
    empty = state._replace(
        cards=state.cards._replace(pile=(0,) * len(ACTIONS), discards=(3, 0, 0, 0, 1, 0, 0)),
        turn=state.turn._replace(hourglasses=0),
    )
    empty = play(venise, empty, "end")
    assert texts(venise, empty) == {"shuffle"}
    again = play(venise, empty, "shuffle")
    assert again.cards.pile == (3, 0, 0, 0, 1, 0, 0)
    assert sum(again.cards.discards) == 0
    assert texts(venise, again) == {"+short@0", "+step1@0"}
    assert venise.weights(again) == (3, 1)


def test_ve_11_gems_are_taken_in_passing_and_bring_tiles() -> None:
    venise = game()
    planks = ["a4-b4", "b4-c4", "c4-d4"]
    state = state_with(venise, planks=planks, hand=["step3", "step1", "step2", "short"], gems=["b4", "c4", "e2"])
    state = play(venise, state, "step3:a4-b4,b4,b4-c4")
    assert venise.planks.show(state.pieces.gems[0]) == ("e2", "c4")
    assert state.pieces.tiles == (1, 0)
    state = play(venise, state, "step1:c4")
    assert state.pieces.tiles == (2, 0)
    assert refused(venise, state, "short:c3-c4") == "ve_hourglasses"
    state = play(venise, state, "tile", "tile")
    assert state.pieces.tiles == (0, 0)
    assert state.turn.hourglasses == 2
    state = play(venise, state, "step2:c4-d4")
    assert refused(venise, state, "tile") == "ve_no_tile"
    later = play(venise, state_with(venise, hand=["step3", "step2"], planks=["a4-b4"], tiles=1), "tile", "step3:a4-b4")
    assert later.turn.hourglasses == 2, "five in one turn"
    other = state_with(venise, planks=["a4-b4"], hand=["step2"], gems=["c4"])
    other = other._replace(pieces=other.pieces._replace(gems=(other.pieces.gems[0], venise.planks.mask("b4"))))
    other = play(venise, other, "step2:a4-b4,b4")
    assert other.pieces.gems[1] == venise.planks.mask("b4"), "a gem of another colour stays"
    assert other.pieces.tiles == (0, 0)


def test_ve_12_exchange_four_cards_for_a_joker_and_play_it() -> None:
    venise = game()
    state = state_with(venise, planks=["a4-b4"], hand=["move", "move", "remove", "step1"])
    assert [text for text in texts(venise, state) if text.startswith("ex")] == ["exchange:remove,move,move,step1"]
    state = play(venise, state, "exchange:move,step1,move,remove")
    assert cards_of(state.cards.hands[0]) == ("joker",)
    assert cards_of(state.cards.discards) == ("remove", "move", "move", "step1")
    state = play(venise, state, "*step3:a4-b4,b4")
    assert pawn(venise, state) == "b4"
    few = state_with(venise, hand=["move", "move", "remove"])
    assert refused(venise, few, "exchange:remove,move,move,step1") == "ve_no_card"
    assert refused(venise, few, "exchange:remove,move,move") == "ve_exchange_cards"


def test_ve_13_never_more_than_two_jokers() -> None:
    venise = game()
    state = state_with(venise, hand=["joker", "joker", "short", "short", "short", "short"])
    assert not {text for text in texts(venise, state) if text.startswith(("ex", "take"))}
    assert refused(venise, state, "take") == "ve_jokers"
    assert refused(venise, state, "exchange:short,short,short,short") == "ve_jokers"
    one = state_with(venise, hand=["joker", "short", "short", "short", "short"])
    one = play(venise, one, "exchange:short,short,short,short")
    assert one.cards.hands[0][JOKER] == 2


def test_ve_14_a_card_is_carried_out_in_full() -> None:
    venise = game()
    state = state_with(venise, planks=["a4-b4"], hand=["step2", "step1", "short"])
    after = play(venise, state, "step2:a4-b4")
    # The second step is lost: the next step needs another card.
    assert options(venise, after, "step2") == set()
    assert options(venise, after, "step1") == {"a4", "b4"}


def test_ve_15_a_short_plank_costs_one_hourglass() -> None:
    venise = game()
    state = play(venise, state_with(venise, hand=["short"]), "short:a4-b4")
    assert (state.turn.hourglasses, state.pieces.stocks[0]) == (3, (5, 4))
    assert laid(venise, state) == {"a4-b4"}


def test_ve_16_a_long_plank_costs_two() -> None:
    venise = game()
    state = play(venise, state_with(venise, hand=["long"]), "long:a4/b3")
    assert (state.turn.hourglasses, state.pieces.stocks[0]) == (2, (6, 3))
    assert laid(venise, state) == {"a4/b3"}


def test_ve_17_remove_costs_one_and_fills_the_own_stock() -> None:
    venise = game()
    state = state_with(venise, planks=["a4-b4", "a4/b3"], hand=["remove", "remove"], stock=(0, 0))
    state = play(venise, state, "remove:a4-b4", "remove:a4/b3")
    assert (state.turn.hourglasses, state.pieces.stocks[0]) == (2, (1, 1))
    assert laid(venise, state) == set()


def test_ve_18_move_costs_two_and_goes_without_a_step() -> None:
    venise = game()
    state = state_with(venise, planks=["a4-b4", "b4-c4"], hand=["move"], stock=(0, 0))
    assert options(venise, state, "move") == {"a4-b4,a3-a4"}
    state = play(venise, state, "move:a4-b4,a3-a4")
    assert (state.turn.hourglasses, state.pieces.stocks[0]) == (2, (0, 0))
    assert laid(venise, state) == {"a3-a4", "b4-c4"}
    assert pawn(venise, state) == "a4"


def test_ve_19_steps_cost_their_number_used_or_not() -> None:
    venise = game()
    state = state_with(venise, planks=["a4-b4", "b4-c4"], hand=["step1", "step2", "step3"], gems=["e2"])
    assert options(venise, state, "step1") == {"a4-b4"}
    assert options(venise, state, "step2") == {"a4-b4", "a4-b4,b4", "a4-b4,a4"}
    assert options(venise, state, "step3") == {"a4-b4", "a4-b4,b4", "a4-b4,a4", "a4-b4,b4,b4-c4"}
    for steps in (1, 2, 3):
        assert play(venise, state, f"step{steps}:a4-b4").turn.hourglasses == 4 - steps


def test_ve_20_a_joker_stands_for_any_card_and_costs_two() -> None:
    venise = game()
    state = state_with(venise, planks=["a4-b4", "b4-c4", "a4/b3"], hand=["joker", "joker"], gems=["e2"])
    assert options(venise, state, "*short") == {"a3-a4"}
    assert options(venise, state, "*remove") == {"a4-b4", "a4/b3"}
    assert options(venise, state, "*move") == {"a4-b4,a3-a4"}
    for text in ("*short:a3-a4", "*remove:a4-b4", "*move:a4-b4,a3-a4", "*step3:a4-b4,b4,b4-c4"):
        assert play(venise, state, text).turn.hourglasses == 2
    long = state_with(venise, hand=["joker"])
    assert options(venise, long, "*long") == {"a4/b3"}
    # A joker that walks is a 3-step card: it can do all that the others can.
    assert refused(venise, state, "*step2:a4-b4,b4") == "ve_joker_steps"
    assert {"a4-b4", "a4-b4,b4"} <= options(venise, state, "*step3")
    assert refused(venise, state_with(venise, hand=["short"]), "*short:a4-b4") == "ve_no_card"


def test_ve_21_an_end_touches_the_own_field() -> None:
    venise = game()
    state = state_with(venise, hand=["short", "long"])
    assert options(venise, state, "short") == {"a4-b4", "a3-a4"}
    assert options(venise, state, "long") == {"a4/b3"}
    assert refused(venise, state, "short:b4-c4") == "ve_no_end"
    assert refused(venise, state, "short:a4/b3") == "ve_wrong_plank"
    assert refused(venise, state, "short:a4") == "ve_not_plank"
    poor = state_with(venise, hand=["short", "long"], stock=(0, 0))
    assert refused(venise, poor, "short:a4-b4") == "ve_no_plank"
    assert refused(venise, poor, "long:a4/b3") == "ve_no_plank"


def test_ve_22_short_planks_between_neighbours_as_t_and_as_x() -> None:
    venise = game()
    on_post = state_with(venise, pawns=["b4", "e1"], planks=["a4/b3"], hand=["short"])
    assert options(venise, on_post, "short") == {"a4-b4", "b3-b4", "b4-c4", "a4/b3>b4"}
    on_diagonal = state_with(venise, pawns=["a4/b3", "e1"], planks=["a4/b3"], hand=["short"])
    assert options(venise, on_diagonal, "short") == {"a4/b3>a3", "a4/b3>b4"}
    on_t = state_with(venise, pawns=["a4/b3>b4", "e1"], planks=["a4/b3", "a4/b3>b4"], hand=["short"])
    assert options(venise, on_t, "short") == {"a4/b3>a3"}
    assert refused(venise, state_with(venise, hand=["short"]), "short:a3/b4>a4") == "ve_no_support"
    assert refused(venise, state_with(venise, planks=["a4-b4"], hand=["short"]), "short:a4-b4") == "ve_occupied"


def test_ve_23_long_planks_diagonally_and_as_h() -> None:
    venise = game()
    crossing = state_with(venise, planks=["a3/b4"], hand=["long"])
    assert options(venise, crossing, "long") == set()
    assert refused(venise, crossing, "long:a4/b3") == "ve_crossing"
    on_edge = state_with(venise, pawns=["a4-b4", "e1"], planks=["a4-b4", "a3-b3", "a2-b2"], hand=["long"])
    assert options(venise, on_edge, "long") == {"a3-b3=a4-b4"}
    alone = state_with(venise, pawns=["a4-b4", "e1"], planks=["a4-b4", "a2-b2"], hand=["long"])
    assert refused(venise, alone, "long:a3-b3=a4-b4") == "ve_no_support"


def test_ve_24_taking_up_asks_for_an_end_and_spares_every_pawn() -> None:
    venise = game()
    planks = ["a4-b4", "b4-c4"]
    state = state_with(venise, planks=planks, hand=["remove", "move"])
    assert options(venise, state, "remove") == {"a4-b4"}
    assert refused(venise, state, "remove:b4-c4") == "ve_no_end"
    assert refused(venise, state, "remove:a3-a4") == "ve_nothing_there"
    assert refused(venise, state, "move:a4-b4,c3-c4") == "ve_no_end", "where it is laid, too"
    busy = state_with(venise, pawns=["a4", "a4-b4"], planks=planks, hand=["remove", "move"])
    for text in ("remove:a4-b4", "move:a4-b4,a3-a4"):
        assert refused(venise, busy, text) == "ve_pawn_on_it"
    above = ["a4/b3", "a4/b3>b4"]
    for text in ("remove:a4/b3", "move:a4/b3,a3/b4"):
        risky = state_with(venise, pawns=["a4", "a4/b3>b4"], planks=above, hand=["remove", "move"])
        assert refused(venise, risky, text) == "ve_pawn_falls"


def test_ve_25_what_loses_its_support_leaves_the_game() -> None:
    venise = game()
    planks = ["a4/b3", "a4/b3>b4", "a4/b3>a3"]
    state = state_with(venise, planks=planks, hand=["remove"], stock=(0, 0))
    lost = venise.view(state, 0).lost
    state = play(venise, state, "remove:a4/b3")
    assert laid(venise, state) == set()
    assert state.pieces.stocks[0] == (0, 1)
    assert venise.view(state, 0).lost == (lost[0] + 2, lost[1])


def test_ve_26_pawns_pass_and_share_and_the_x_is_one_step() -> None:
    venise = game()
    planks = ["a4/b3", "a4/b3>b4", "a4/b3>a3"]
    state = state_with(venise, pawns=["a4/b3>b4", "a4/b3"], planks=planks, hand=["step1"], gems=["e2"])
    assert options(venise, state, "step1") == {"b4", "a4/b3", "a4/b3>a3"}
    shared = play(venise, state, "step1:a4/b3")
    assert shared.pieces.pawns[0] == shared.pieces.pawns[1]
    over = state_with(venise, pawns=["b4", "a4/b3"], planks=planks, hand=["step3"], gems=["e2"])
    assert "a4/b3>b4,a4/b3,a4" in options(venise, over, "step3"), "past the other pawn"


def test_chance_cannot_be_played_by_a_seat_nor_a_seat_by_chance() -> None:
    venise = game()
    state = venise.start()
    assert venise.actors(state) == (CHANCE,)
    assert venise.legal(state, 0) == ()
    assert refused(venise, begin(venise), "shuffle") == "ve_chance"
    with pytest.raises(IllegalMove, match="not your turn"):
        venise.play(begin(venise), 1, venise.parse_move("end"))


def test_a_refusal_changes_nothing() -> None:
    venise = game()
    state = begin(venise, seed=3)
    rng = Random(0)
    before = hash(state)
    for _ in range(20):
        refused(venise, state, rng.choice(["tile", "short:b4-c4", "-short", "remove:a4-b4", "*long:a4/b3"]))
    assert hash(state) == before
