from __future__ import annotations

import pytest

from ridotto.arena import Played, play_game
from ridotto.arena.play import FREE, patience
from ridotto.arena.schedule import Tournament, play_job
from ridotto.bots import Limit, make_bot
from ridotto.games import make_game
from ridotto.match import read_record
from tests.arena.bots import Cheating, Crashing, Endless


def play(*bots: type, limit: Limit = FREE) -> Played:
    game = make_game("xequeo", "rings=1")
    return play_game(game, [bot(game) for bot in bots], 3, limit, names=[bot.__name__ for bot in bots])


@pytest.mark.parametrize(("name", "options"), [("xequeo", ""), ("venise", "seats=3 board=night-basic stall_rounds=2")])
def test_a_game_is_kept_whole(name: str, options: str) -> None:
    game = make_game(name, options)
    bots = [make_bot("random", game) for _ in range(game.seats)]
    played = play_game(game, bots, 5, day="1998-02-24")
    match = read_record(played.record)
    assert match.record() == played.record
    assert match.outcome is not None
    assert (match.outcome.places, match.outcome.reason) == (played.places, played.reason)
    assert played.plies == sum(actor >= 0 for actor, _ in match.entries)
    assert len(played.seconds) == game.seats
    assert played.forfeits == ()
    assert play_game(game, bots, 5, day="1998-02-24").record == played.record
    assert play_game(game, bots, 6, day="1998-02-24").record != played.record


def test_one_bot_s_luck_is_not_another_s() -> None:
    """Who sits opposite does not change the deal."""
    game = make_game("xequeo", "")
    deals = []
    for names in (("random", "random"), ("greedy", "random")):
        match = read_record(play_game(game, [make_bot(name, game) for name in names], 1).record)
        deals.append([move for actor, move in match.entries if actor < 0])
    assert deals[0] == deals[1]


@pytest.mark.parametrize(
    ("bot", "limit", "why", "detail"),
    [
        (Crashing, FREE, "crash", "ZeroDivisionError: of all things"),
        (Cheating, FREE, "illegal", ""),
        (Endless, Limit(seconds=0.01), "time", "0.01 s were allowed"),
    ],
)
def test_a_bot_that_fails_forfeits(bot: type, limit: Limit, why: str, detail: str) -> None:
    from ridotto.bots.baseline import RandomBot

    for bots, loser in (((bot, RandomBot), 0), ((RandomBot, bot), 1)):
        played = play(*bots, limit=limit)
        (forfeit,) = played.forfeits
        assert (forfeit.seat, forfeit.why) == (loser, why)
        assert detail in forfeit.detail
        assert played.places[loser] == 2
        assert played.places[1 - loser] == 1
        assert f"Forfeit: seat {loser}, {why}: " in played.record
        match = read_record(played.record)
        assert match.outcome is not None
        assert match.outcome.winners == (1 - loser,)
        assert played.plies == sum(actor >= 0 for actor, _ in match.entries) - 1


@pytest.mark.parametrize("seats", [3, 4])
def test_of_three_or_four_a_bot_plays_on_for_one_that_forfeits(seats: int) -> None:
    """The others' places are played out; whoever forfeits is last, and of several the first to do so."""
    game = make_game("venise", f"seats={seats} first=0 stall_rounds=3")
    bots = [Cheating(game), *(make_bot("greedy", game) for _ in range(seats - 1))]
    played = play_game(game, bots, 1)
    match = read_record(played.record)
    assert match.outcome is not None
    assert match.outcome.reason != "resigned"
    assert [forfeit.seat for forfeit in played.forfeits] == [0]
    assert played.places[0] == seats
    others = [place for seat, place in enumerate(match.outcome.places) if seat]
    assert list(played.places[1:]) == [1 + sum(other < place for other in others) for place in others]
    assert played.plies == sum(actor >= 0 for actor, _ in match.entries)
    assert "Forfeit: seat 0, illegal" in played.record

    bots[1] = Cheating(game)
    played = play_game(game, bots, 1)
    assert [forfeit.seat for forfeit in played.forfeits] == [0, 1]
    assert played.places[:2] == (seats, seats - 1)


def test_patience_is_far_beyond_the_limit() -> None:
    assert patience(Limit(seconds=2)) == 11
    assert patience(Limit(iterations=5)) is None


def test_every_game_begins_with_a_new_bot() -> None:
    tournament = Tournament("xequeo", ("",), ("tests.arena.bots:Learning",), day="1998-02-24")
    one, two = tournament.job(0), tournament.job(1)
    again = play_job(one).record
    play_job(two)
    assert play_job(one).record == again


def test_limits_of_one_s_own() -> None:
    from ridotto.arena.play import parse_contestant

    assert parse_contestant("greedy").limit is None
    assert parse_contestant("greedy@200").limit == Limit(iterations=200)
    assert parse_contestant("tests.arena.bots:Slow@0.5s").limit == Limit(seconds=0.5)
    assert parse_contestant("tests.arena.bots:Slow@0.5s").bot == "tests.arena.bots:Slow"
