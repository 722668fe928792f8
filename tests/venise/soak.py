"""Many random games, every position checked: ``python -m tests.venise.soak 10000``. Not part of the test run."""

from __future__ import annotations

import sys
import time
from collections import Counter
from random import Random

from ridotto.core import CHANCE, chance_move
from ridotto.games.venise import Venise, board_names
from ridotto.games.venise.deck import SEATS
from tests.venise.test_properties import check


def soak(venise: Venise, games: int, seed: int) -> Counter[str]:
    rng, ends = Random(seed), Counter[str]()
    for number in range(games):
        state = venise.start()
        while actors := venise.actors(state):
            (actor,) = actors
            move = chance_move(venise, state, rng) if actor == CHANCE else rng.choice(venise.legal(state, actor))
            state = venise.play(state, actor, move)
            # Checking costs more than playing: every position of some games, the last of all.
            if number % 20 == 0:
                check(venise, state)
        check(venise, state)
        outcome = venise.outcome(state)
        assert outcome is not None
        ends[outcome.reason] += 1
    return ends


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    for board in board_names():
        for seats in SEATS:
            begun = time.process_time()
            ends = soak(Venise(seats=seats, board=board), games, seed=seats)
            print(
                f"{board}, {seats} seats: {games} games, {dict(ends)}, {time.process_time() - begun:.0f} s", flush=True
            )


if __name__ == "__main__":
    main()
