"""Rounds against the bluffer's whole range: an estimate with little noise, and without bias."""

from __future__ import annotations

from random import Random
from statistics import fmean, stdev

import pytest

from benchmarks.duels import Rival, play_round
from ridotto.bots import Limit, make_bot
from ridotto.bots.bluff.net import Net, fresh
from ridotto.bots.bluff.player import Bluffer, Level
from ridotto.bots.bluff.resolve import Effort
from ridotto.games.xequeo import XeQueo, parse_position
from ridotto.match import Match
from tests.playing import turns

START = "RO2/4/1*1Y 0"
QUICK = Effort(32, depth=1)
ROUNDS = 400


@pytest.mark.parametrize("name", ["random", "greedy"])
@pytest.mark.parametrize("seat", [0, 1])
def test_the_estimate_is_what_rounds_come_to(name: str, seat: int) -> None:
    game = XeQueo(position=START, rings=1)
    bluffer = Bluffer(game, Net(fresh(1)), Level("quick", QUICK, QUICK))
    bots = [make_bot(name, game), bluffer] if seat else [bluffer, make_bot(name, game)]
    rng = Random(1)
    played = []
    for _ in range(ROUNDS):
        match = Match(game)
        for actor in turns(match, rng):
            match.submit(actor, bots[actor].choose(match.view(actor), Limit(), rng).move)
        assert match.outcome is not None
        played.append(1 if match.outcome.places[seat] == 1 else -1)
    rival, start = Rival(make_bot(name, game), game, Limit()), parse_position(START)
    told = [play_round(bluffer.resolver(), rival, start, seat, number) for number in range(ROUNDS)]
    margin = 4 * ((stdev(played) ** 2 + stdev(told) ** 2) / ROUNDS) ** 0.5
    assert fmean(told) == pytest.approx(fmean(played), abs=margin)
    assert stdev(told) < stdev(played)
