"""Games of the Doge against itself, and the file that keeps them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from ridotto.bots import Limit, Reason
from ridotto.bots.doge import Budget, Doge
from ridotto.bots.doge.turns import Plan, SeatState, own_of
from ridotto.bots.doge.value_network import Network
from ridotto.core import CHANCE, Seat, chance_move
from ridotto.games.venise import Venise, View
from ridotto.games.venise.moves import END
from ridotto.games.venise.planks import Mask

LIMIT: Final = Limit(iterations=400)
EXPLORATION: Final = 0.15
"""So often an agent plays any of its best plans, `EXPLORED` of them, instead of the best."""
EXPLORED: Final = 16


class Turn(NamedTuple):
    """A position at the end of a turn."""

    seat: Seat
    """Whose turn has ended."""
    laid: Mask
    owns: tuple[SeatState, ...]
    """What each seat has."""


class Game(NamedTuple):
    generation: int
    number: int
    board: str
    winner: Seat
    turns: list[Turn]


class SelfPlayAgent(Doge):
    """Plays its best plan without playouts, and sometimes explores."""

    def _best_by_playouts(
        self, view: View, plans: list[Plan], budget: Budget, rng: Random
    ) -> tuple[Plan, tuple[Reason, ...]]:
        return rng.choice(plans[:EXPLORED]) if rng.random() < EXPLORATION else plans[0], ()


class Task(NamedTuple):
    seed: int
    generation: int
    number: int
    seats: int
    board: str
    networks: Mapping[int, Network]
    """None for the first generation: it goes by the judge's formula."""


def play(task: Task) -> Game:
    """One game until somebody comes home; a game that nobody wins has no turns to learn from."""
    venise, rng = Venise(board=task.board, seats=task.seats), Random(f"{task.seed} {task.generation} {task.number}")
    # One agent for all seats: it remembers nothing between turns but what boards are like.
    agent = SelfPlayAgent(venise, networks=task.networks)
    state, turns = venise.start(), []
    while not state.finished:
        actors = venise.actors(state)
        if not actors:
            return Game(task.generation, task.number, task.board, 0, [])
        actor = actors[0]
        if actor == CHANCE:
            move = chance_move(venise, state, rng)
        else:
            move = agent.choose(venise.view(state, actor), LIMIT, rng).move
            if move is END:
                owns = tuple(own_of(state, seat) for seat in range(task.seats))
                turns.append(Turn(actor, state.pieces.planks, owns))
        state = venise.play(state, actor, move)
    return Game(task.generation, task.number, task.board, state.finished[0], turns)


# -- the file: one game a line -----------------------------------------------------------------------------------------


def show_game(game: Game) -> str:
    turns = [(turn.seat, turn.laid, *turn.owns) for turn in game.turns]
    return json.dumps(game._replace(turns=turns))  # type: ignore[arg-type]


def parse_game(line: str) -> Game:
    """Raises TypeError or ValueError."""
    generation, number, board, winner, turns = json.loads(line)
    owned = [Turn(seat, laid, tuple(map(_own, owns))) for seat, laid, *owns in turns]
    return Game(generation, number, board, winner, owned)


def _own(own: list[Any]) -> SeatState:
    having = SeatState(*own)
    return having._replace(hand=tuple(having.hand))


def read_games(file: Path) -> list[Game]:
    """Drops a line at the end that was only half written. Raises SystemExit."""
    if not file.exists():
        return []
    text = file.read_text("utf-8")
    whole = text[: text.rfind("\n") + 1]
    if whole != text:
        file.write_text(whole, "utf-8")
    games = []
    for number, line in enumerate(whole.splitlines(), 1):
        try:
            games.append(parse_game(line))
        except (TypeError, ValueError):
            raise SystemExit(f"{file}, line {number}: no game. Delete the line, and it is played again.") from None
    return games
