"""Everything wrong with a board file: what its reader finds, and gems that a player's planks do not lead to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from ridotto.boards.solve import NEVER, Position, Prices, Solver
from ridotto.games.venise.boards import COLOURS, Board, Problem, check_board, parse_board
from ridotto.games.venise.deck import SEATS, load_deck

TRIES: Final = 5000
"""Positions to look at before a gem is held to be in reach after all: only what is proved is called a problem."""


class Progress(NamedTuple):
    found: list[Problem]
    """In the order of the lines; advice, which does not keep anybody from playing, last."""
    done: int
    parts: int


def problems(text: str) -> list[Problem]:
    *_, last = check(text)
    return last.found


def check(text: str) -> Iterator[Progress]:
    """What was found so far, again after every part."""
    found = check_board(text)
    yield Progress(found, 0, 1)
    if all(problem.is_advice for problem in found):
        for beyond, done, parts in _try_gems(parse_board(text), text):
            yield Progress(sorted([*beyond, *found], key=lambda problem: problem.is_advice), done, parts)


def _try_gems(board: Board, text: str) -> Iterator[Progress]:
    """Gems that cannot be got to alone with a player's share of the planks, by the number of players (VE-R3, VE-R6)."""
    deck = load_deck()
    solver = Solver(board.planks, Prices.of(deck))
    rows = text.splitlines()
    found: list[Problem] = []
    gems = [(index, gem) for index in range(len(COLOURS)) for gem in board.gems[index]]
    for done, (index, gem) in enumerate(gems, 1):
        colour, home, field = COLOURS[index], board.home(index), board.planks.number[gem]
        line = next((at for at, row in enumerate(rows, 1) if f'"{gem}"' in row), 0)
        if not board.planks.buildable(home) >> field & 1:
            found.append(Problem("board_gem_unreachable", line, gem, "VE-R6", {"colour": colour, "field": gem}))
        else:
            enough: list[tuple[int, int]] = []
            lacking: dict[int, Problem] = {}
            for seats in sorted(SEATS, key=deck.stock):
                short, long = deck.stock(seats)
                if any(least <= short and least_long <= long for least, least_long in enough):
                    continue
                cost = solver.prove(Position(home, 0, 1 << field, short, long), TRIES)
                if cost.upper < NEVER:
                    enough.append((short, long))
                elif cost.lower >= NEVER:
                    share = {"colour": colour, "field": gem, "count": seats, "short": short, "long": long}
                    lacking[seats] = Problem("board_gem_planks", line, gem, "VE-R3", share)
            found += [problem for _, problem in sorted(lacking.items())]
        found.sort(key=lambda problem: problem.line)
        yield Progress(found, done, len(gems))
