"""Rounds for the solver, as people type them."""

TINY = "RO1/3/*1Y 0"
FIFTEENTH = "2O1/*3/2Y1/R3 0"
"""Worth 1/15 of a ring to the first mover."""
FAR_TOO_LARGE = "R4VO/7/7/3*3/7/W6/Y3B1G 0"
