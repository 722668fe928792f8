"""How Venise is shown and typed in a terminal."""

from __future__ import annotations

import pytest

from ridotto.cli.terminal.venise import VeniseTerminal
from ridotto.core import CHANCE, NotationError
from ridotto.games.venise import Venise, View
from ridotto.games.venise.deck import CARDS
from ridotto.games.venise.moves import Exchange, Move
from ridotto.i18n import LANGUAGES, Catalogue
from tests.playing import random_match


def terminal(game: Venise, language: str = "en") -> VeniseTerminal:
    return VeniseTerminal(game, ["Anna", "Bruno", "Carla", "Dino"][: game.seats], Catalogue(language))


def moves_of(listener: VeniseTerminal, view: View, selected: tuple[str, ...] | None = None) -> set[Move]:
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
    listener, kinds = terminal(game), set()
    for state in (state for seed in (18, 21, 22) for state in random_match(game, seed, moves=220).states[::8]):
        for seat in game.actors(state):
            if seat != CHANCE:
                view = game.view(state, seat)
                assert moves_of(listener, view) == set(view.legal)
                kinds |= {type(move) for move in view.legal}
    assert len(kinds) > 4


def test_places_can_be_named_and_moves_written_out() -> None:
    game = Venise(first="0")
    state = random_match(game, 1, moves=4).state
    view, listener = game.view(state, 0), terminal(game)
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
        listener = terminal(game, language)
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
        teller = VeniseTerminal(game, ["Anna", "Bruno", "Carla"], Catalogue(language), is_open=is_open)
        told = [
            teller.tell(before, actor, move, after)
            for (actor, move), before, after in zip(match.entries, match.states, match.states[1:], strict=False)
        ]
        assert not any("{" in line for line in told)
        assert any("Carla" in line for line in told)


def test_the_news_of_others_draws_tells_no_card() -> None:
    game = Venise()
    match = random_match(game, 2, moves=60)
    teller, names = terminal(game), [Catalogue("en").text(f"ve_card_{card}") for card in CARDS]
    for (actor, move), before, after in zip(match.entries, match.states, match.states[1:], strict=False):
        if actor == CHANCE:
            line = teller.tell(before, actor, move, after)
            assert not any(name in line for name in names)


def test_a_fall_and_a_gem_are_told() -> None:
    game = Venise(first="0")
    state = game.start()
    laid = state.pieces._replace(planks=game.planks.mask("a4/b3", "a4/b3>b4"))
    hand = tuple(2 for _ in CARDS)
    before = state._replace(
        pieces=laid,
        turn=state.turn._replace(phase="play", hourglasses=4),
        cards=state.cards._replace(hands=(hand, hand)),
    )
    for text, words in (
        (
            "remove:a4/b3",
            "from a4 to b3. Into the water: short plank from the middle of the diagonal a4–b3 to b4!",
        ),
        (
            "*step3:a4/b3,b3under",
            "walks to the ground under the bridge at b3 (2\u00a0steps). A gem, and an hourglass tile with it! (joker)",
        ),
    ):
        move = game.parse_move(text)
        assert words in terminal(game).tell(before, 0, move, game.play(before, 0, move))


def test_exchanged_cards_are_given_in_any_order() -> None:
    game = Venise(first="0")
    state = random_match(game, 1, moves=4).state
    view, listener = game.view(state, 0), terminal(game)
    wanted = next(move for move in view.legal if isinstance(move, Exchange))
    for order in (wanted.cards, wanted.cards[::-1]):
        selected: tuple[str, ...] | None = ("exchange",)
        for card in order[:-1]:
            typed = listener.read(view, selected, card)
            assert isinstance(typed, tuple)
            (selected,) = typed
        assert listener.read(view, selected, order[-1]) == wanted
