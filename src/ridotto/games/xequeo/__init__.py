"""Xe Queo! (Alex Randolph, 1998)."""

from ridotto.games.xequeo.position import Position, parse_position, perft, show_position
from ridotto.games.xequeo.rules import Options, Round, State, View, XeQueo

__all__ = ["Options", "Position", "Round", "State", "View", "XeQueo", "parse_position", "perft", "show_position"]
