"""Draws the boards that the Doge of Venise is trained on: ``python -m benchmarks.training_boards``.

They are drawn as ``ridotto board make`` draws its candidates, by day and by night in turn, of every difficulty. Writes
``bots/doge/training/boards.txt``, one code a line; the same seed draws the same boards.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path
from random import Random

from ridotto.boards.make import Wish, random_board
from ridotto.boards.solve import Prices, Solver, start
from ridotto.bots.doge import training
from ridotto.games.venise.deck import SEATS, load_deck

EASIEST, HARDEST = 14, 44
"""Hourglasses that all four gems cost at least."""


def draw(seed: str) -> Iterator[str]:
    deck, rng, known = load_deck(), Random(seed), set[str]()
    prices = Prices.of(deck)
    for side in cycle(("day", "night")):
        while True:
            board = random_board(Wish(side=side), rng, "x")  # type: ignore[arg-type]
            if board is None or board.code in known:
                continue
            bound = Solver(board.planks, prices).bound(start(board, 0, deck.stock(SEATS[-1])))
            if EASIEST <= bound <= HARDEST:
                break
        known.add(board.code)
        yield board.code


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--boards", type=int, default=90)
    parser.add_argument("--seed", default="venise training boards 1")
    parser.add_argument("--out", type=Path, default=Path(training.__file__).with_name("boards.txt"))
    args = parser.parse_args()
    args.out.write_text("".join(f"{code}\n" for code in islice(draw(args.seed), args.boards)), "utf-8")


if __name__ == "__main__":
    main()
