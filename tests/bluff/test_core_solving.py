"""Depth-limited solving and re-solving, against the exact solver and against what must hold at every decision."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from ridotto.bots import Limit
from ridotto.bots.bluff.exact import exploitability
from ridotto.bots.bluff.net import Net, fresh
from ridotto.bots.bluff.player import FEWEST, Bluffer, Level, round_start
from ridotto.bots.bluff.resolve import Effort, Resolver
from ridotto.bots.solver import Settings, Solver, build_tree
from ridotto.bots.solver.xequeo import round_at
from ridotto.core import CHANCE, chance_move
from ridotto.games.xequeo import Position, View, XeQueo, parse_position
from ridotto.games.xequeo.moves import Call, Go
from ridotto.games.xequeo.rules import State

NET = Net(fresh(1))
"""It has learnt nothing: these tests are about the method."""
END = Effort(1024, leaves=100_000)
QUICK = Effort(48, depth=1)
LEVEL = Level("quick", QUICK, QUICK)
SMALL = ["2O1/*3/2Y1/R3 0", "RO2/4/1*1Y 0", "2O1/*3/2Y1/R3 1"]


def resolver(position: Position, effort: Effort) -> Resolver:
    return Resolver(XeQueo(position=str(position)), NET, effort)


@pytest.mark.parametrize("text", SMALL)
def test_to_the_end_it_agrees_with_the_exact_solver(text: str) -> None:
    position = parse_position(text)
    exact = Solver(build_tree(round_at(position)), Settings(epsilon=1e-3, iterations=2000))
    for _ in exact.run():
        pass
    value = exact.value() if position.turn == 0 else -exact.value()
    assert resolver(position, END).opening(position).value == pytest.approx(value, abs=0.01)


@pytest.mark.parametrize("text", SMALL[:2])
def test_solved_to_the_end_it_gives_nothing_away(text: str) -> None:
    position = parse_position(text)
    assert exploitability(resolver(position, END), position).value <= 0.005


def test_without_knowledge_and_foresight_it_does() -> None:
    """The measure can tell: one move ahead with a network that has learnt nothing."""
    position = parse_position(SMALL[0])
    assert exploitability(resolver(position, Effort(256, depth=1)), position).value > 0.02


def views(game: XeQueo, seed: int, bot: Bluffer | None = None) -> list[View]:
    """What the seats to move see in a match, played by `bot` or at random."""
    rng = Random(seed)
    found: list[View] = []
    state: State = game.start()
    while (actors := game.actors(state)) and len(found) < 60:
        actor = actors[0]
        if actor == CHANCE:
            state = game.play(state, actor, chance_move(game, state, rng))
            continue
        view = game.view(state, actor)
        found.append(view)
        quiet = [move for move in view.legal if not isinstance(move, Call)] or view.legal
        move = bot.choose(view, Limit(), rng).move if bot else rng.choice(quiet)
        state = game.play(state, actor, move)
    return found


@pytest.mark.parametrize("options", [{}, {"setup": "by_hand", "distance": "king", "through_ring": "no"}])
def test_it_plays_whole_matches_by_the_rules(options: dict[str, str]) -> None:
    game = XeQueo(rings=2, **options)  # type: ignore[arg-type]
    bot = Bluffer(game, NET, LEVEL)
    phases = set()
    for view in views(game, 5, bot):
        phases.add(view.phase)
        choice = bot.choose(view, Limit(), Random(1))
        assert sum(share for _, share in choice.odds) == pytest.approx(1)
        assert {move for move, _ in choice.odds} <= set(view.legal)
        assert choice.move in dict(choice.odds)
        assert choice.reasons
    assert {"ring", "choose", "play"} <= phases


def test_the_same_view_gives_the_same_mix_whatever_came_before() -> None:
    game = XeQueo()
    seen = views(game, 7)
    one = [Bluffer(game, NET, LEVEL).choose(view, Limit(), Random(1)).odds for view in seen]
    bot = Bluffer(game, NET, LEVEL)
    two = [bot.choose(view, Limit(), Random(2)).odds for view in reversed(seen)]
    assert one == two[::-1]


def test_only_a_pieces_owner_enters_with_it() -> None:
    game = XeQueo()
    bot = Bluffer(game, NET, LEVEL)
    checked = 0
    for seed in range(4):
        for view in views(game, seed):
            if view.phase == "play":
                assert view.seat is not None
                decision = bot.resolver().decide(round_start(view), view.seat, view.moves)
                np.testing.assert_allclose(decision.mix.sum(axis=0), 1, atol=1e-4)
                entering = Go(view.choice, view.position.ring)
                if entering in view.legal:
                    checked += 1
                else:
                    assert decision.mix[len(decision.moves), view.choice] == 0
    assert checked


def test_whoever_moved_for_it_it_goes_on() -> None:
    """Hints are asked for seats that people have played: their moves need not be in the mix."""
    game = XeQueo()
    bot = Bluffer(game, NET, LEVEL)
    for view in views(game, 11)[:30]:
        choice = bot.choose(view, Limit(), Random(1))
        assert all(np.isfinite(share) for _, share in choice.odds)


def test_a_limit_in_iterations_is_the_effort() -> None:
    game = XeQueo()
    bot = Bluffer(game, NET, LEVEL)
    assert bot.resolver(Limit(iterations=32)).effort.iterations == 32
    view = next(view for view in views(game, 1) if view.phase == "play")
    few = bot.choose(view, Limit(iterations=FEWEST - 1), Random(1))
    assert few.reasons[0].code == "why_too_few"


def test_a_clock_that_stops_it_is_named() -> None:
    game = XeQueo()
    bot = Bluffer(game, NET, Level("slow", Effort(4096, depth=1), QUICK))
    view = next(view for view in views(game, 1) if view.phase == "play")
    assert "why_stopped" in [reason.code for reason in bot.choose(view, Limit(seconds=1e-6), Random(1)).reasons]
