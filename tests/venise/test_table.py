"""Venise at the table in the terminal."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pexpect
import pytest

from ridotto.cli.venise_face import VeniseFace
from ridotto.core import CHANCE, NotationError
from ridotto.games.venise import Venise, View
from ridotto.games.venise.deck import CARDS
from ridotto.games.venise.moves import Exchange, Move
from ridotto.i18n import LANGUAGES, Catalogue
from ridotto.match import read_record
from tests.playing import random_match
from tests.test_cli import Screen, ridotto


def face(game: Venise, language: str = "en") -> VeniseFace:
    return VeniseFace(game, ["Anna", "Bruno", "Carla", "Dino"][: game.seats], Catalogue(language))


def moves_of(listener: VeniseFace, view: View, selected: tuple[str, ...] | None = None) -> set[Move]:
    """Everything that can be said by typing numbers, to any depth."""
    found: set[Move] = set()
    for number in range(1, 100):
        try:
            typed = listener.read(view, selected, str(number))
        except NotationError:
            return found
        if isinstance(typed, tuple):
            assert typed[0]
            found |= moves_of(listener, view, typed[0])
            assert listener.read(view, typed[0], "0") == (selected,)
        else:
            found.add(typed)
    pytest.fail("the list has no end")


@pytest.mark.parametrize("seats", [2, 4])
def test_numbers_lead_to_every_legal_move_and_no_other(seats: int) -> None:
    game = Venise(seats=seats, board="night-basic")
    match = random_match(game, 18, moves=220)
    listener, kinds = face(game), set()
    for state in match.states[::4]:
        for seat in game.actors(state):
            if seat != CHANCE:
                view = game.view(state, seat)
                assert moves_of(listener, view) == set(view.legal)
                kinds |= {type(move) for move in view.legal}
    assert len(kinds) > 4


def test_places_can_be_named_and_moves_written_out() -> None:
    game = Venise(first="0")
    state = random_match(game, 1, moves=4).state
    view, listener = game.view(state, 0), face(game)
    move = game.parse_move("short:a4-b4")
    assert listener.read(view, None, "short:a4-b4") == move
    assert listener.read(view, None, "short") == (("short",),)
    assert listener.read(view, ("short",), "a4-b4") == move
    for nonsense in ("99", "x", "a1-b9", "0"):
        with pytest.raises(NotationError):
            listener.read(view, None, nonsense)


def test_the_choices_fit_a_small_screen() -> None:
    """Eighty columns and as many rows as the board, with any hand, in any language."""
    for language in LANGUAGES:
        game = Venise(seats=4)
        listener = face(game, language)
        match = random_match(game, 7, moves=300)
        for state in match.states[::6]:
            for seat in game.actors(state):
                if seat == CHANCE:
                    continue
                view = game.view(state, seat)
                for selected in (None, ("joker",), ("exchange",), ("short",)):
                    more = {option.key for option in listener._options(view, ()) if option.move is None}
                    if selected and selected[0] not in more:
                        continue
                    rows = str(listener.status(view, seat, selected)).rstrip("\n").split("\n")
                    assert len(rows) <= 19, rows
                    assert max(map(len, rows)) <= 34, rows


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_that_happens_has_words(language: str) -> None:
    game = Venise(seats=3)
    match = random_match(game, 11, moves=400)
    for is_open in (False, True):
        teller = VeniseFace(game, ["Anna", "Bruno", "Carla"], Catalogue(language), is_open=is_open)
        told = [
            teller.tell(before, actor, move, after)
            for (actor, move), before, after in zip(match.entries, match.states, match.states[1:], strict=False)
        ]
        assert not any("{" in line for line in told)
        assert any("Carla" in line for line in told)


def test_the_news_of_others_draws_tells_no_card() -> None:
    game = Venise()
    match = random_match(game, 2, moves=60)
    teller, names = face(game), [Catalogue("en").text(f"ve_card_{card}") for card in CARDS]
    for (actor, move), before, after in zip(match.entries, match.states, match.states[1:], strict=False):
        if actor == CHANCE:
            line = teller.tell(before, actor, move, after)
            assert not any(name in line for name in names)


def test_a_fall_and_a_gem_are_told() -> None:
    game = Venise(first="0")
    state = game.start()
    laid = state.table._replace(planks=game.planks.mask("a4/b3", "a4/b3>b4"))
    hand = tuple(2 for _ in CARDS)
    before = state._replace(
        table=laid,
        turn=state.turn._replace(phase="play", hourglasses=4),
        cards=state.cards._replace(hands=(hand, hand)),
    )
    for text, words in (
        ("remove:a4/b3", "removes the plank a4/b3. The plank a4/b3>b4 falls into the water!"),
        ("*step3:a4/b3,b3under", "walks a4 – a4/b3 – b3under. A gem! (joker)"),
    ):
        move = game.parse_move(text)
        assert words in face(game).tell(before, 0, move, game.play(before, 0, move))


def test_exchanged_cards_are_given_in_any_order() -> None:
    game = Venise(first="0")
    state = random_match(game, 1, moves=4).state
    view, listener = game.view(state, 0), face(game)
    wanted = next(move for move in view.legal if isinstance(move, Exchange))
    for order in (wanted.cards, wanted.cards[::-1]):
        selected: tuple[str, ...] | None = ("exchange",)
        for card in order[:-1]:
            typed = listener.read(view, selected, card)
            assert isinstance(typed, tuple)
            (selected,) = typed
        assert listener.read(view, selected, order[-1]) == wanted


# -- in a terminal ---------------------------------------------------------------------------------------------------


def test_bots_play_to_the_end_and_the_record_replays(tmp_path: Path) -> None:
    done = ridotto("play", "venise", "--players", "bot:greedy", "bot:greedy", "--seed", "1", home=tmp_path)
    assert done.returncode == 0
    assert re.search(r"greedy \d wins: all four gems are home", done.stdout)
    assert done.stdout.count("A gem!") + done.stdout.count("gems!") >= 3
    saved = next(tmp_path.rglob("venise-*.txt"))
    again = ridotto("replay", str(saved))
    assert again.returncode == 0
    assert "greedy 1 draws: " in again.stdout
    assert again.stdout.count("╭─⌂─╮") > 8, "a board after every round"
    match = read_record(saved.read_text())
    masked = tmp_path / "masked.txt"
    masked.write_text(match.record("spectator"))
    assert "draws: " not in ridotto("replay", str(masked)).stdout


def test_the_number_of_names_is_the_number_of_seats(tmp_path: Path) -> None:
    done = ridotto("play", "venise", "--players", *["bot:random"] * 3, "-o", "stall_rounds=1", home=tmp_path)
    assert done.returncode == 0
    assert read_record(next(tmp_path.rglob("venise-*.txt")).read_text()).game.seats == 3
    one = ridotto("play", "venise", "--players", "Anna", home=tmp_path)
    assert (one.returncode, one.stderr.count("\n")) == (2, 1)
    assert "from 2 to 4" in one.stderr
    other = ridotto("play", "venise", "--players", "a", "b", "-o", "seats=3", home=tmp_path)
    assert "3 players" in other.stderr


def test_a_newcomer_is_asked_how_many(tmp_path: Path) -> None:
    table = Screen(tmp_path, "venise")
    table.see("How many players [2]")
    table.type("7")
    table.see("from 2 to 4")
    table.type("3")
    table.see("3 people on this screen")
    table.type("1")
    table.see("Name of player 1")
    table.type("Zoe")
    table.see("doge 2")
    table.child.close(force=True)


def bare(screen: str) -> str:
    """Without colours and movements."""
    return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", screen)


def test_against_a_bot(tmp_path: Path) -> None:
    table = Screen(tmp_path, "venise", "--players", "Anna", "bot:greedy", "--seed", "3", "-o", "first=0")
    assert "Hourglasses ●●●●" in bare(table.see("Anna, what do you do?"))
    table.type("1")
    assert "a3-a4" in table.see("Anna, where?")
    table.type("0")
    table.see("Anna, what do you do?")
    table.type("short")
    table.see("Anna, where?")
    table.type("1")
    screen = bare(table.see("Anna, what do you do?"))
    assert "Hourglasses ●●●○" in screen
    assert "Anna lays a short plank: a3-a4." in screen
    table.type("undo")
    assert "Hourglasses ●●●●" in bare(table.see("Anna, what do you do?"))
    table.type("hint")
    assert "in your place: The Doge" in bare(table.see("To do it"))
    table.see("Anna, what do you do?")
    table.type("42")
    table.see("is not among the choices")
    table.see("Anna, what do you do?")
    table.type("end")
    assert "greedy draws 2 cards." in bare(table.see("Anna, what do you do?"))
    table.type("quit")
    table.see("Continue with")
    table.child.expect(pexpect.EOF)


def test_two_people_at_one_screen_see_only_their_own_cards(tmp_path: Path) -> None:
    table = Screen(tmp_path, "venise", "--players", "Anna", "Bruno", "--seed", "3", "-o", "first=0")
    table.see("Anna only")
    table.see("press Enter")
    table.type("")
    assert "short plank" in bare(table.see("Anna, what do you do?"))
    table.type("short:a4-b4")
    screen = bare(table.see("Anna, what do you do?"))
    assert "only" not in screen, "one curtain for the whole turn"
    table.type("end")
    between = table.see("Bruno only")
    assert "short plank" not in between.split("end\r\n")[-1]
    table.see("press Enter")
    table.type("")
    assert "Hourglasses ●●●●" in bare(table.see("Bruno, what do you do?"))
    table.type("undo")
    table.see("Nothing can be taken back")
    table.see("Bruno, what do you do?")
    table.child.sendintr()
    table.see("Continue with")
    table.child.expect(pexpect.EOF)
    again = Screen(tmp_path, "--resume", str(next(tmp_path.rglob("venise-*.txt"))))
    again.see("Bruno only")
    again.child.close(force=True)


def test_chance_needs_no_seed(tmp_path: Path) -> None:
    seen = {
        ridotto(
            "play", "venise", "--players", "bot:greedy", "bot:greedy", home=tmp_path / str(Random().random())
        ).stdout
        for _ in range(2)
    }
    assert len(seen) == 2
