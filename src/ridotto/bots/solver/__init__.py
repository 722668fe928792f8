"""Solving games whose moves are public and whose only secret is a private type, Xe Queo! first of all.

`tree` says what such a game is, `cfr` solves it, `reasons` explains its moves; `xequeo` and `beliefs` are about ours.
"""

from ridotto.bots.solver.cfr import METHODS, Discount, Progress, Settings, Solver, warm_up
from ridotto.bots.solver.reasons import MoveReason, Reasons, explain
from ridotto.bots.solver.tree import Branch, PublicGame, Tree, TreeTooLarge, build_tree

__all__ = [
    "METHODS",
    "Branch",
    "Discount",
    "MoveReason",
    "Progress",
    "PublicGame",
    "Reasons",
    "Settings",
    "Solver",
    "Tree",
    "TreeTooLarge",
    "build_tree",
    "explain",
    "warm_up",
]
