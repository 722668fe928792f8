"""Venise (Cyprien Grès)."""

from ridotto.games.venise.boards import Board, BoardError, Problem, board_names, check_board, load_board, parse_board
from ridotto.games.venise.planks import Planks, planks
from ridotto.games.venise.position import parse_position, perft, seats_of, show_position
from ridotto.games.venise.rules import Options, Venise
from ridotto.games.venise.state import State, View

__all__ = [
    "Board",
    "BoardError",
    "Options",
    "Planks",
    "Problem",
    "State",
    "Venise",
    "View",
    "board_names",
    "check_board",
    "load_board",
    "parse_board",
    "parse_position",
    "perft",
    "planks",
    "seats_of",
    "show_position",
]
