"""Positions of Venise as text: read back, refused where they cannot be, counted."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET

import pytest

from ridotto.cli import main
from ridotto.core import PositionError, RidottoError
from ridotto.games.venise import State, Venise, parse_position, perft, seats_of
from ridotto.games.venise.deck import ACTIONS
from ridotto.games.venise.moves import Play
from ridotto.games.venise.planks import bits
from ridotto.i18n import LANGUAGES
from tests.venise.states import OPEN
from tests.venise.test_properties import greedy_match

START = "- a4:6+4:0:d2over,e2nw,b3under,d4se e1:6+4:0:b1nw,d2under,a3se,b3over 0"
Capture = pytest.CaptureFixture[str]


@pytest.mark.parametrize(("seats", "board"), [(2, "day-basic"), (3, "night-basic"), (4, "day-basic")])
def test_positions_read_back(seats: int, board: str) -> None:
    venise = Venise(seats=seats, board=board)
    for state in greedy_match(venise, seats, noise=0.15).states:
        text = venise.show_position(state)
        if state.turn.seat in state.finished:
            with pytest.raises(PositionError):
                parse_position(venise, text)
            continue
        read = parse_position(venise, text)
        assert venise.show_position(read) == text
        assert read.pieces == state.pieces
        assert seats_of(text) == seats
        assert venise.view(read, None).lost == venise.view(state, None).lost


@pytest.mark.parametrize(("seats", "board"), [(2, "day-basic"), (3, "night-basic")])
def test_perft_counts_what_can_be_played_one_by_one(seats: int, board: str) -> None:
    venise = Venise(seats=seats, board=board)
    states = [state for state in greedy_match(venise, 1).states if state.turn.phase == "play"][::29]
    for state in states:
        seat, physics = state.turn.seat, venise.planks
        field, laid = state.pieces.pawns[seat], state.pieces.planks
        short, long = state.pieces.stocks[seat]
        places, taken = physics.layable(field, laid), physics.takeable(field, laid, venise.pawn_mask(state))
        ways = (places & physics.short).bit_count() * bool(short) + (places & physics.long).bit_count() * bool(long)
        ways += taken.bit_count()
        for slot in bits(taken):
            same = physics.long if physics.is_long(slot) else physics.short
            ways += (physics.layable(field, physics.without(slot, laid)) & same & ~(1 << slot)).bit_count()
        ways += sum(len(physics.walks(field, laid, state.pieces.gems[seat], steps)) for steps in (1, 2, 3))
        position = parse_position(venise, venise.show_position(state))
        assert perft(venise, position, 0) == 1
        assert perft(venise, position, 1) == ways
        total = 0
        for move in venise.legal(full_hand(venise, position), seat):
            if isinstance(move, Play):
                after = venise.play(full_hand(venise, position), seat, move)
                total += 0 if seat in after.finished else perft(venise, position._replace(pieces=after.pieces), 1)
        assert perft(venise, position, 2) == total


def full_hand(venise: Venise, state: State) -> State:
    """One of every action card, and hourglasses for any of them."""
    seat = state.turn.seat
    hands = tuple((*(1,) * len(ACTIONS), 0) if other == seat else hand for other, hand in enumerate(state.cards.hands))
    return state._replace(cards=state.cards._replace(hands=hands), turn=state.turn._replace(hourglasses=9))


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("a4:6+4:0:", "a4:6+4:", "ve_position_form"),
        (" 0", "", "ve_position_form"),
        (" 0", " red", "ve_position_form"),
        (" 0", " 2", "ve_position_turn"),
        ("- a4", "a4-b9 a4", "ve_place_unknown"),
        ("- a4", "b3under a4", "ve_not_plank"),
        ("- a4", "a4-b4,a4-b4 a4", "ve_position_crossing"),
        ("- a4", "a4/b3>b4 a4", "ve_position_support"),
        ("a4:6", "a3/b4:6", "ve_place_unknown"),
        ("a4:6", "a3-a4:6", "ve_nothing_there"),
        ("a4:6", "-:6", "ve_position_home"),
        (":d2over,e2nw,b3under,d4se", ":", "ve_position_home"),
        ("6+4", "7+4", "ve_position_stock"),
        ("b3under", "b1nw", "ve_position_gem"),
        ("b3under", "d4se", "ve_position_gem"),
    ],
)
def test_what_cannot_be_a_position(old: str, new: str, code: str, capsys: Capture) -> None:
    text = START.replace(old, new, 1)
    assert text != START
    assert main(["show", text, "--lang", "en"]) == 2
    told = capsys.readouterr().err
    with pytest.raises(RidottoError) as caught:
        parse_position(Venise(), text)
    assert caught.value.code == code
    assert str(caught.value) in told


def test_a_crossing_is_named(capsys: Capture) -> None:
    assert main(["show", START.replace("- a4", "a4/b3,a3/b4 a4"), "-o", f"board={OPEN}", "--lang", "en"]) == 2
    assert "a3/b4 cannot lie there together with a4/b3" in capsys.readouterr().err


def test_a_number_of_seats_that_does_not_fit(capsys: Capture) -> None:
    assert main(["show", START, "-o", "seats=3", "--lang", "en"]) == 2
    assert "2\u00a0seats" in capsys.readouterr().err


@pytest.mark.parametrize("language", LANGUAGES)
def test_show_tells_draws_and_gives_data(language: str, capsys: Capture) -> None:
    assert main(["show", START, "--lang", language]) == 0
    told = capsys.readouterr().out
    assert "│ R │" in told
    assert told.count("6") >= 2
    assert main(["show", START, "--svg", "-", "--lang", language]) == 0
    assert ET.fromstring(capsys.readouterr().out).tag.endswith("svg")
    assert main(["show", START, "--json", "--lang", language]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["game"], data["position"], data["turn"]) == ("venise", START, 0)
    assert data["seats"][1]["colour"] == "green"


def test_show_on_another_board(capsys: Capture) -> None:
    venise = Venise(seats=3, board="night-basic")
    text = venise.show_position(greedy_match(venise, 2).states[60])
    assert main(["show", text, "-o", "board=night-basic", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["position"] == text
    assert main(["show", text, "--json"]) == 2


def test_perft_prints_one_integer(capsys: Capture) -> None:
    for depth, count in enumerate((1, 3, 33, 352)):
        assert main(["perft", "venise", START, str(depth)]) == 0
        assert capsys.readouterr().out == f"{count}\n"
    assert main(["perft", "venise", START, "2", "--json"]) == 0
    wanted = {"game": "venise", "position": START, "depth": 2, "count": 33}
    assert json.loads(capsys.readouterr().out) == wanted
    assert main(["perft", "venise", START, "-1"]) == 2
