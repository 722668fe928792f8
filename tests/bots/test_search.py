from __future__ import annotations

from random import Random
from typing import Any

import pytest

from ridotto.bots import Limit, character_key
from ridotto.bots.search import ISMCTS, Heuristics, Node, Search, place_values, ticks
from ridotto.core import CHANCE, Outcome
from ridotto.games import games
from ridotto.games.venise import Venise
from ridotto.games.xequeo import XeQueo
from ridotto.i18n import LANGUAGES, Catalogue
from ridotto.match import Match
from ridotto.tell import explain
from tests.bots.tiny import Duel, Urn
from tests.venise.states import game, state_with


def odds(bot: ISMCTS, view: Any, iterations: int, seed: int = 0) -> dict[Any, float]:
    return dict(bot.choose(view, Limit(iterations=iterations), Random(seed)).odds)


# -- tiny games with known answers -----------------------------------------------------------------------------------


def test_it_bets_on_what_is_likelier_without_seeing_it() -> None:
    urn: Any = Urn()
    for drawn in ("red", "blue"):
        view = urn.view((drawn,), 0)
        choice = ISMCTS(urn, Heuristics(urn)).choose(view, Limit(iterations=400), Random(1))
        assert choice.move == "red"
        assert 65 <= choice.reasons[0].params["percent"] <= 85, "three red balls to one blue"  # type: ignore[operator]


@pytest.mark.parametrize("seat", [0, 1])
def test_matching_pennies_are_mixed(seat: int) -> None:
    pennies: Any = Duel(("heads", "tails"), lambda first, second: 0 if first == second else 1)
    shares = odds(ISMCTS(pennies, Heuristics(pennies)), pennies.view(pennies.start(), seat), 4000)
    assert 0.4 < shares["heads"] < 0.6


@pytest.mark.parametrize("seat", [0, 1])
def test_a_rival_who_chooses_at_the_same_time_does_not_see_the_choice(seat: int) -> None:
    beats = {("stone", "scissors"), ("paper", "stone"), ("scissors", "paper")}

    def judge(first: str, second: str) -> int | None:
        return 0 if (first, second) in beats else 1 if (second, first) in beats else None

    game: Any = Duel(("stone", "paper", "scissors"), judge)
    choice = ISMCTS(game, Heuristics(game)).choose(game.view(game.start(), seat), Limit(iterations=4000), Random(2))
    assert all(0.2 < share < 0.5 for _, share in choice.odds)
    assert 40 <= choice.reasons[0].params["percent"] <= 60, "a rival who sees everything would leave nothing"  # type: ignore[operator]


def test_rare_moves_are_weighed_by_how_often_they_were_available() -> None:
    """Weighed against all visits of its node, a bad move that is seldom possible would be tried eleven times."""
    node, rng = Node(), Random(0)
    for world in range(1000):
        moves = ["common", "rare"] if world % 10 == 0 else ["common"]
        move, arm = node.explore(None, moves, 0.7, rng)
        arm.visits += 1
        arm.total += 0.5 if move == "common" else 0.0
    rare, common = node.arms[None, "rare"], node.arms[None, "common"]
    assert rare.available == 100
    assert common.available == 1000
    assert common.visits + rare.visits == 1000
    assert rare.visits <= 8


def test_promises_come_before_trials() -> None:
    """Of sixty moves one wins; where that is foreseen only the best few are tried, else all of them."""
    moves = tuple(f"{number:02}" for number in range(60))
    game: Any = Duel(moves, lambda first, _: 0 if first == "18" else 1)

    class Hopeful(Heuristics[Any]):
        exploration = 0.1

        def priors(self, state: Any, actor: int) -> dict[Any, float]:
            return {move: 0.9 if move in ("18", "19") else 0.1 for move in moves}

    for heuristics, tries in ((Hopeful(game), 5), (Heuristics(game), 60)):
        search = Search(game, heuristics, game.view(game.start(), 0), Random(0))
        before = 1 if tries < 60 else 0
        for _ in range(60):
            search.iterate()
        tried = {move for (_, move), arm in search.own.arms.items() if arm.visits > before}
        assert "18" in tried
        assert len(tried) <= tries
    assert len(tried) == 60
    choice = ISMCTS(game, Hopeful(game)).choose(game.view(game.start(), 0), Limit(iterations=60), Random(0))
    assert dict(choice.odds)["18"] > 0.3


# -- Xe Queo! ----------------------------------------------------------------------------------------------------------


def test_it_enters_when_that_wins_at_once() -> None:
    game = XeQueo(position="R5O/7/7/3*3/7/7/Y5G 0", rings=1)
    state = game.start()
    for actor, text in ((0, "=R"), (1, "=O"), (0, "Rb6"), (1, "Of6"), (0, "Rc5"), (1, "Gf2")):
        state = game.play(state, actor, game.parse_move(text))
    for seed in range(3):
        choice = ISMCTS(game).choose(game.view(state, 0), Limit(iterations=1500), Random(seed))
        assert str(choice.move) == "Rd4"


def test_a_rival_is_not_taken_for_clairvoyant() -> None:
    """Else it would believe that its piece is called at once, whatever it does."""
    game = XeQueo(position="R5O/7/7/3*3/7/7/Y5G 0", rings=1)
    state = game.start()
    for actor, text in ((0, "=R"), (1, "=O")):
        state = game.play(state, actor, game.parse_move(text))
    choice = ISMCTS(game).choose(game.view(state, 0), Limit(iterations=1500), Random(0))
    assert choice.reasons[0].params["percent"] > 30  # type: ignore[operator]


# -- Venise ------------------------------------------------------------------------------------------------------------


def test_it_finds_a_turn_of_many_moves_that_wins() -> None:
    """Three gems with two tiles and a joker, before the rival makes its last step; random play hardly ever finds it."""
    venise = game()
    state = state_with(
        venise,
        pawns=["a4", "d2"],
        planks=["a4-b4", "b3-b4", "b3-c3", "c2-d2"],
        hand=["step3", "step2", "short", "step1", "joker", "remove", "move"],
        tiles=3,
        stock=(1, 0),
    )
    gems = venise.planks.mask("b4", "b3", "c3"), venise.planks.mask("c2")
    state = state._replace(pieces=state.pieces._replace(gems=gems))
    bot, moves = ISMCTS(venise), []
    while state.turn.phase == "play" and state.turn.seat == 0:
        moves.append(bot.choose(venise.view(state, 0), Limit(iterations=100), Random(0)).move)
        state = venise.play(state, 0, moves[-1])
    assert state.finished == (0,), moves


# -- limits, determinism, reasons --------------------------------------------------------------------------------------


class Counting(Heuristics[Any]):
    worlds = 0

    def world(self, view: Any, rng: Random) -> Any:
        self.worlds += 1
        return super().world(view, rng)


@pytest.mark.parametrize("iterations", [1, 2, 137])
def test_iterations_are_kept_exactly(iterations: int) -> None:
    game = XeQueo()
    match = Match(game)
    match.play_chance(Random(0))
    heuristics = Counting(game)
    choice = ISMCTS(game, heuristics).choose(match.view(match.actors[0]), Limit(iterations=iterations), Random(0))
    assert heuristics.worlds == iterations
    assert choice.reasons[0].params["count"] == iterations


def test_limits() -> None:
    assert len(list(ticks(Limit(iterations=7), 0))) == 7
    assert len(list(ticks(Limit(seconds=0.0), 9))) == 1, "one at least"
    assert len(list(ticks(Limit(), 0.0))) == 1, "no limit is the default one"
    assert len(list(ticks(Limit(seconds=60.0, iterations=5), 0))) == 5


@pytest.mark.parametrize("game", [XeQueo(), Venise(seats=3)], ids=lambda game: game.name)
def test_the_same_luck_gives_the_same_choice_and_reasons_in_every_language(game: Any) -> None:
    match, rng = Match(game), Random(3)
    for _ in range(12):
        match.play_chance(rng)
        for seat in match.actors:
            view = match.view(seat)
            choice = ISMCTS(game).choose(view, Limit(iterations=60), Random(5))
            assert ISMCTS(game).choose(view, Limit(iterations=60), Random(5)) == choice
            assert choice.move in view.legal
            for language in LANGUAGES:
                say = Catalogue(language)
                assert all(say.said(explain(game, reason.code, reason.params)) for reason in choice.reasons)
            match.submit(seat, choice.move)


def test_places_become_values() -> None:
    assert place_values(Outcome((1, 2), "")) == [1, 0]
    assert place_values(Outcome((2, 1, 3, 4), "")) == pytest.approx([2 / 3, 1, 1 / 3, 0])
    assert place_values(Outcome((1, 2, 2), "")) == pytest.approx([1, 0.25, 0.25]), "two share second and third"


def test_every_bot_has_a_character() -> None:
    for name in {name for each in games().values() for name in each.bots}:
        assert len({Catalogue(language).text(character_key(name)) for language in LANGUAGES}) == len(LANGUAGES)


def test_chance_is_nobodys_arm() -> None:
    game = Venise()
    match = Match(game)
    match.play_chance(Random(0))
    (seat,) = match.actors
    assert seat != CHANCE
    assert ISMCTS(game).choose(match.view(seat), Limit(iterations=200), Random(0)).move in match.view(seat).legal
