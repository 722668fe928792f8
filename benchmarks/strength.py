"""How strong a bot is: plain matches against other bots, with the share won and its 95 % Wilson interval.

    python -m benchmarks.strength venise doge greedy --seconds 0.2 --games 100
    python -m benchmarks.strength venise doge greedy --seats 4 --boards day-basic,night-basic

Every rival seat is taken by the same bot. Boards, the hero's seat and (Venise) the seat that begins are rotated, so
that whole cycles are fair; a shared first place counts as a part of a win.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import islice, product
from random import Random
from typing import Any, NamedTuple

from ridotto.bots import BOTS, Limit, make_bot
from ridotto.core import AnyGame
from ridotto.games import game_type
from ridotto.match import Match


class Pairing(NamedTuple):
    """One match to play; plain values, so that it can be sent to another process."""

    game: str
    options: dict[str, Any]
    hero: str
    hero_limit: Limit
    hero_seat: int
    rival: str
    rival_limit: Limit
    seed: int


class Score(NamedTuple):
    share: float
    """Of the win: 1 alone in first place, less if it is shared."""
    place: int
    rounds: int
    slowest: float
    """The hero's longest turn in seconds."""


def wilson(won: float, games: int, z: float = 1.96) -> tuple[float, float]:
    """The interval that covers the true share in 95 % of all such measurements."""
    share = won / games
    middle = share + z * z / (2 * games)
    spread = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return (middle - spread) / (1 + z * z / games), (middle + spread) / (1 + z * z / games)


def play(pairing: Pairing) -> Score:
    game: AnyGame = game_type(pairing.game)(**pairing.options)
    hero, rival = make_bot(pairing.hero, game), make_bot(pairing.rival, game)
    rng = Random(pairing.seed)
    match = Match(game)
    slowest = 0.0
    while True:
        match.play_chance(rng)
        if match.outcome:
            break
        for seat in match.actors:
            is_hero = seat == pairing.hero_seat
            bot, limit = (hero, pairing.hero_limit) if is_hero else (rival, pairing.rival_limit)
            before = time.perf_counter()
            move = bot.choose(match.view(seat), limit, rng).move
            if is_hero:
                slowest = max(slowest, time.perf_counter() - before)
            match.submit(seat, move)
    places, winners = match.outcome.places, match.outcome.winners
    share = 1 / len(winners) if pairing.hero_seat in winners else 0.0
    return Score(share, places[pairing.hero_seat], match.view(None).round, slowest)


def pairings(args: argparse.Namespace) -> Iterator[Pairing]:
    limit = Limit(args.seconds, args.iterations)
    rival_limit = Limit(args.rival_seconds or args.seconds, args.rival_iterations or args.iterations)
    is_venise = args.game == "venise"
    seats = range(args.seats)
    boards = args.boards.split(",") if is_venise else [""]
    firsts = seats if is_venise else [0]
    seed = args.seed
    while True:
        for first, seat, board in product(firsts, seats, boards):
            options = {"seats": args.seats, "board": board, "first": str(first)} if is_venise else {}
            yield Pairing(args.game, options, args.hero, limit, seat, args.rival, rival_limit, seed)
            seed += 1


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=BOTS)
    parser.add_argument("hero")
    parser.add_argument("rival")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--boards", default="day-basic,night-basic")
    parser.add_argument("--games", type=int, default=96)
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--iterations", type=int)
    parser.add_argument("--rival-seconds", type=float)
    parser.add_argument("--rival-iterations", type=int)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    args = parser.parse_args()
    with ProcessPoolExecutor(args.jobs) as pool:
        scores = list(pool.map(play, islice(pairings(args), args.games)))
    won = sum(score.share for score in scores)
    low, high = wilson(won, len(scores))
    print(
        f"{args.game}, {args.seats} seats: {args.hero} won {won:g} of {len(scores)} against {args.rival}, "
        f"{won / len(scores):.1%} [{low:.1%}, {high:.1%}]; even share {1 / args.seats:.0%}; "
        f"mean place {sum(score.place for score in scores) / len(scores):.2f}, "
        f"mean rounds {sum(score.rounds for score in scores) / len(scores):.1f}, "
        f"slowest choice {max(score.slowest for score in scores):.2f} s"
    )


if __name__ == "__main__":
    main()
