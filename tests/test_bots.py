from __future__ import annotations

from random import Random

import pytest

from ridotto.bots import Limit, make_bot
from ridotto.core import OptionError
from ridotto.games.xequeo import XeQueo
from ridotto.i18n import LANGUAGES, Catalogue
from ridotto.match import Match
from ridotto.tell import explain


def play(names: tuple[str, str], seed: int) -> Match:
    game = XeQueo()
    bots = [make_bot(name, game) for name in names]
    match, rng = Match(game, names), Random(seed)
    while True:
        match.play_chance(rng)
        if not match.actors:
            return match
        for seat in match.actors:
            choice = bots[seat].choose(match.view(seat), Limit(), rng)
            for language in LANGUAGES:
                say = Catalogue(language)
                assert all(say.said(explain(game, reason.code, reason.params)) for reason in choice.reasons)
            match.submit(seat, choice.move)


def test_greedy_beats_random() -> None:
    won = sum(play(("greedy", "random"), seed).outcome.winners == (0,) for seed in range(20))  # type: ignore[union-attr]
    won += sum(play(("random", "greedy"), seed).outcome.winners == (1,) for seed in range(20))  # type: ignore[union-attr]
    assert won >= 34, "a fair coin gives 34 of 40 once in ten million tries"


def test_greedy_enters_when_it_can_and_believes_what_it_sees() -> None:
    game = XeQueo(position="R5O/7/7/3*3/7/7/Y5G 0", rings=1)
    bot = make_bot("greedy", game)
    state = game.start()
    for actor, text in ((0, "=R"), (1, "=O"), (0, "Rb6"), (1, "Of6"), (0, "Rc5"), (1, "Gf2")):
        state = game.play(state, actor, game.parse_move(text))
    red, orange, yellow, green = bot.belief(game.view(state, 0))  # type: ignore[attr-defined]
    assert orange == green > yellow > red, "the rival moved two, and did not enter with red"
    choice = bot.choose(game.view(state, 0), Limit(), Random(0))
    assert max(choice.odds, key=lambda odd: odd[1])[0] == game.parse_move("Rd4")


def test_an_unknown_bot_is_answered_with_the_nearest() -> None:
    with pytest.raises(OptionError, match="greedy"):
        make_bot("gredy", XeQueo())
