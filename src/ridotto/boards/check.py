"""Everything wrong with a board file: what its reader finds, and gems that a player's planks do not lead to."""

from __future__ import annotations

from typing import Final

from ridotto.boards.solve import NEVER, Position, Prices, Solver
from ridotto.games.venise.boards import COLOURS, Board, Problem, check_board, parse_board
from ridotto.games.venise.deck import SEATS, load_deck

TRIES: Final = 5000
"""Positions to look at before a gem is held to be in reach after all: only what is proved is called a problem."""


def problems(text: str) -> list[Problem]:
    """In the order of the lines; advice, which does not keep anybody from playing, last."""
    found = check_board(text)
    if any(not problem.is_advice for problem in found):
        return found
    return sorted([*out_of_reach(parse_board(text), text), *found], key=lambda problem: problem.is_advice)


def out_of_reach(board: Board, text: str = "") -> list[Problem]:
    """Gems that cannot be got to alone with a player's share of the planks, by the number of players (VE-R3, VE-R6)."""
    deck = load_deck()
    solver = Solver(board.planks, Prices.of(deck))
    found = []
    for index, colour in enumerate(COLOURS):
        home = board.home(index)
        buildable = board.planks.buildable(home)
        for gem in board.gems[index]:
            field = board.planks.number[gem]
            line = next((at for at, row in enumerate(text.splitlines(), 1) if f'"{gem}"' in row), 0)
            if not buildable >> field & 1:
                params = {"colour": colour, "field": gem}
                found.append(Problem("board_gem_unreachable", line, gem, "VE-R6", params))
                continue
            for seats in SEATS:
                short, long = deck.stock(seats)
                if solver.prove(Position(home, 0, 1 << field, short, long), TRIES).lower >= NEVER:
                    share = {"colour": colour, "field": gem, "count": seats, "short": short, "long": long}
                    found.append(Problem("board_gem_planks", line, gem, "VE-R3", share))
    return sorted(found, key=lambda problem: problem.line)
