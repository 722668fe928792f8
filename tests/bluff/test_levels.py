"""The levels of Xe Queo!: their habits, who punishes them, and what plays where something is missing."""

from __future__ import annotations

import builtins
import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from rich.console import Console

from ridotto.bots import Choice, Limit, characters, make_bot
from ridotto.bots.bluff import StandIn, net
from ridotto.bots.bluff.player import FEWEST, LEVELS, Bluffer
from ridotto.bots.bluff.punish import RISK, Inquisitor, price
from ridotto.bots.xequeo import Amateur, Fishmonger, Greedy, Tourist
from ridotto.cli.play import Player, Table
from ridotto.core import OptionError
from ridotto.games import games, registration
from ridotto.games.xequeo import View, XeQueo
from ridotto.games.xequeo.moves import GO, Move
from ridotto.i18n import LANGUAGES, Catalogue
from ridotto.match import Match, Study
from ridotto.tell import explain
from tests.playing import turns

WEIGHTS = Path(net.__file__).with_name("weights.npz")


def view_after(game: XeQueo, *moves: str) -> View:
    """What seat 0 sees after these moves, each seat's choice first."""
    state = game.start()
    for index, text in enumerate(moves):
        state = game.play(state, index % 2, game.parse_move(text))
    return game.view(state, 0)


def likeliest(choice: Choice[Move]) -> Move:
    return max(choice.odds, key=lambda odd: odd[1])[0]


# -- people ------------------------------------------------------------------------------------------------------------


def test_the_tourist_overlooks_a_chain_of_jumps() -> None:
    game = XeQueo(position="R6/1O5/7/3G3/7/5*1/Y6 0", rings=1)
    view = view_after(game, "=R", "=Y")
    chain = GO[0][game.parse_move("Re3").square]  # type: ignore[union-attr]
    assert chain in view.legal, "over O, then over G"
    assert chain in Greedy(game).rate(*rating(view, Greedy(game)))
    assert chain not in Tourist(game).rate(*rating(view, Tourist(game)))


def test_the_tourist_runs_and_a_sensible_beginner_does_not() -> None:
    game = XeQueo(position="R5O/7/7/3*3/7/7/Y5G 0", rings=1)
    view = view_after(game, "=R", "=G")

    def share_of_own(bot: Amateur) -> float:
        odds = bot.choose(view, Limit(), Random(0)).odds
        return sum(share for move, share in odds if str(move).startswith("R") and not str(move).endswith("!"))

    assert share_of_own(Tourist(game)) > 1.5 * share_of_own(Greedy(game))


def test_the_fishmonger_challenges_whoever_moves_a_piece_twice() -> None:
    game = XeQueo(position="R5O/7/7/3*3/7/7/Y5G 0", rings=1)
    view = view_after(game, "=R", "=O", "Yb2", "Of6", "Gf2", "Oe5")
    assert str(likeliest(Fishmonger(game).choose(view, Limit(), Random(0)))) == "O!"


def test_the_tourist_forgets_that_both_may_have_chosen_the_same() -> None:
    game = XeQueo(position="R5O/7/7/3*3/7/7/Y5G 0", rings=1)
    view = view_after(game, "=R", "=O", "Rb6", "Rc5", "Yb2", "Gf2")
    entry = GO[0][view.position.ring]
    belief = [0.7, 0.1, 0.1, 0.1]
    pieces, ring = view.position.pieces, view.position.ring
    (careless, _), (careful, _) = (
        kind(game).rate(pieces, ring, belief, 0, [entry])[entry] for kind in (Tourist, Greedy)
    )
    assert careful < 0 < careless


def rating(view: View, bot: Amateur) -> tuple[Any, ...]:
    return view.position.pieces, view.position.ring, bot.belief(view), view.choice, view.legal


@pytest.mark.parametrize("kind", [Tourist, Fishmonger, Greedy])
@pytest.mark.parametrize("moves", [("Yb2", "Of6"), ("Rb6", "Of6", "Rc5", "Oe5")])
def test_a_policy_is_what_is_played(kind: type[Amateur], moves: tuple[str, ...]) -> None:
    game = XeQueo(position="R5O/7/7/3*3/7/7/Y5G 0", rings=1)
    for choice in "ROYG":
        view = view_after(game, f"={choice}", "=O", *moves)
        bot = kind(game)
        policy = bot.policy(view.position.pieces, view.position.ring, bot.belief(view))
        assert policy[view.choice] == pytest.approx(dict(bot.choose(view, Limit(), Random(0)).odds))


# -- levels ------------------------------------------------------------------------------------------------------------


def test_people_choose_among_characters() -> None:
    assert len(characters("xequeo")) > 5
    assert {"greedy", "ismcts", "mask"} <= set(registration("xequeo").bots) - set(characters("xequeo"))
    for name, game in games().items():
        assert game.adviser in characters(name)


def test_a_lapse_is_part_of_the_odds() -> None:
    game = XeQueo(position="R5O/7/7/3*3/7/7/Y5G 0", rings=1)
    casanova = make_bot("casanova", game)
    assert isinstance(casanova, Bluffer)
    view = view_after(game, "=R", "=O")
    limit = Limit(iterations=32)
    odds = dict(casanova.choose(view, limit, Random(0)).odds)
    sober = replace(LEVELS["casanova"], lapses=0.0)
    solved = dict(Bluffer(game, net.shipped(), sober).choose(view, limit, Random(0)).odds)
    habit = dict(LEVELS["casanova"].habits(game).choose(view, limit, Random(0)).odds)
    lapses = LEVELS["casanova"].lapses
    mixed = {move: (1 - lapses) * solved.get(move, 0.0) + lapses * habit.get(move, 0.0) for move in solved | habit}
    assert odds == pytest.approx(mixed)


def test_the_inquisitor_learns_from_the_rounds_of_a_match() -> None:
    """Whoever has played like the fishmonger for some rounds is taken for a person."""
    game, rng = XeQueo(rings=5), Random(3)
    inquisitor, rival = make_bot("inquisitor", game), make_bot("fishmonger", game)
    assert isinstance(inquisitor, Inquisitor)
    match = Match(game)
    certain = []
    for seat in turns(match, rng):
        choice = (inquisitor, rival)[seat].choose(match.view(seat), Limit(iterations=32), rng)
        if choice.reasons[0].code == "why_punish":
            certain.append(choice.reasons[0].params["percent"])
            assert choice.reasons[0].params["cost"] <= 50 * RISK + 1  # type: ignore[operator]
        match.submit(seat, choice.move)
    assert certain[-1] > 90 > certain[0]  # type: ignore[operator]


def test_what_the_inquisitor_risks_is_bounded() -> None:
    assert price(doubt=0.9, cost=0.0) == 0.9
    assert price(doubt=0.9, cost=1.0) == pytest.approx(RISK)
    assert price(doubt=0.05, cost=1.0) == 0.05


def test_every_reason_has_words() -> None:
    game, rng = XeQueo(rings=1), Random(1)
    for name in ("casanova", "doge", "inquisitor"):
        bot, rival = make_bot(name, game), make_bot("tourist", game)
        match = Match(game)
        for seat in turns(match, rng):
            limit = Limit(seconds=0, iterations=100) if name == "doge" else Limit(iterations=16)
            choice = (bot, rival)[seat].choose(match.view(seat), limit, rng)
            for language in LANGUAGES:
                say = Catalogue(language)
                assert all(say.said(explain(game, reason.code, reason.params)) for reason in choice.reasons)
            match.submit(seat, choice.move)


# -- what is missing, damaged or too little ----------------------------------------------------------------------------


def some_view(game: XeQueo) -> View:
    return view_after(game, "=R", "=O")


@pytest.fixture
def small() -> XeQueo:
    return XeQueo(position="R2O/4/2*1/Y3 0", rings=1)


def said(choice: Choice[Any], language: str = "en") -> str:
    return " ".join(Catalogue(language).text(reason.code, **reason.params) for reason in choice.reasons)


def test_without_numba_somebody_weaker_plays_and_says_so(small: XeQueo, monkeypatch: pytest.MonkeyPatch) -> None:
    usual = builtins.__import__

    def without(name: str, *rest: Any, **more: Any) -> Any:
        if name.startswith("ridotto.bots.bluff."):
            raise ModuleNotFoundError("No module named 'numba'", name="numba")
        return usual(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", without)
    bot = make_bot("doge", small)
    assert isinstance(bot, StandIn)
    assert bot.name == "doge"
    choice = bot.choose(some_view(small), Limit(iterations=50), Random(0))
    assert choice.move in some_view(small).legal
    for language in LANGUAGES:
        assert "pip install numba" in said(choice, language)
    seats = [Player("Anna", None), Player("bot:doge", bot)]
    table = Table(Study(Match(small, ["Anna", "bot:doge"])), seats, Catalogue("en"), Random(0), Path(), Console())
    assert table.notice.startswith("The Doge: Without the package numba")


def test_missing_and_damaged_weights_are_named(small: XeQueo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = WEIGHTS.read_bytes()
    with np.load(WEIGHTS, allow_pickle=False) as file:
        arrays = dict(file)
    path = tmp_path / "weights.npz"

    def words() -> str:
        monkeypatch.setattr(net, "WEIGHTS", path)
        net.shipped.cache_clear()
        bot = make_bot("inquisitor", small)
        assert isinstance(bot, StandIn)
        return said(bot.choose(some_view(small), Limit(iterations=50), Random(0)))

    def save(**changed: Any) -> None:
        np.savez(path, **(arrays | changed))

    try:
        assert "weights.npz are missing" in words()
        path.write_bytes(whole[: len(whole) // 2])
        assert "weights.npz are damaged" in words()
        path.write_bytes(b"")
        assert "weights.npz are damaged" in words()
        save(second=arrays["second"][:-1])
        assert "damaged (second)" in words()
        save(second=np.full_like(arrays["second"], np.nan))
        assert "damaged (second)" in words()
        save(about=json.dumps({"rules": "0"}))
        assert "rules version 0" in words()
    finally:
        net.shipped.cache_clear()


def test_a_limit_too_small_to_think_is_named(small: XeQueo) -> None:
    view = some_view(small)
    for name in LEVELS:
        choice = make_bot(name, small).choose(view, Limit(iterations=FEWEST - 1), Random(0))
        assert choice.reasons[0].code == "why_too_few"
        assert choice.move in view.legal


def test_a_machine_that_is_too_slow_says_so(small: XeQueo) -> None:
    choice = make_bot("doge", small).choose(some_view(small), Limit(seconds=0.0), Random(0))
    assert "why_stopped" in {reason.code for reason in choice.reasons}


def test_an_unknown_level_is_answered_with_the_nearest() -> None:
    with pytest.raises(OptionError, match="inquisitor"):
        make_bot("inquisiter", XeQueo())
