"""Two players show 0 to 5 fingers and guess the sum; who alone is right has a point."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, ClassVar

from ridotto.core import Actor, IllegalMove, NotationError, Outcome, Seat, check_ranges, option

Move = tuple[int, int]
"""Fingers and guess."""
HIDDEN: Move = (-1, -1)
MOVES = tuple((fingers, fingers + other) for fingers in range(6) for other in range(6))


@dataclass(frozen=True)
class Options:
    points: int = option(3, within=(1, 20))

    def __post_init__(self) -> None:
        check_ranges(self)


@dataclass(frozen=True)
class State:
    points: tuple[int, int] = (0, 0)
    shown: tuple[Move, ...] = ()
    """The last round."""
    chosen: tuple[Move | None, Move | None] = (None, None)
    rounds: int = 0


@dataclass(frozen=True)
class View:
    seat: Seat | None
    legal: tuple[Move, ...]
    outcome: Outcome | None
    points: tuple[int, int]
    last_round: tuple[Move, ...]
    my_choice: Move | None
    round: int

    def __str__(self) -> str:
        shown = " and ".join(f"{fingers} fingers, guess {guess}" for fingers, guess in self.last_round) or "–"
        mine = f"\nYou show: {self.my_choice[0]}, guess {self.my_choice[1]}" if self.my_choice else ""
        return f"Points: {self.points[0]} – {self.points[1]}\nLast round: {shown}{mine}"


class Morra:
    name: ClassVar[str] = "morra"
    rules_version: ClassVar[str] = "1"
    options_type: ClassVar[type[Options]] = Options
    seats = 2

    def __init__(self, options: Options | None = None) -> None:
        self.options = options or Options()

    def start(self) -> State:
        return State()

    def actors(self, state: State) -> tuple[Actor, ...]:
        return () if self.outcome(state) else tuple(seat for seat in (0, 1) if state.chosen[seat] is None)

    def legal(self, state: State, actor: Actor) -> tuple[Move, ...]:
        return MOVES if actor in self.actors(state) else ()

    def weights(self, state: State) -> tuple[int, ...]:
        return ()

    def play(self, state: State, actor: Actor, move: Move) -> State:
        if move not in self.legal(state, actor):
            raise IllegalMove("morra_not_now", move=self.show_move(move))
        first, second = (move if seat == actor else state.chosen[seat] for seat in (0, 1))
        if first is None or second is None:
            return replace(state, chosen=(first, second))
        is_right = [guess == first[0] + second[0] for _, guess in (first, second)]
        one, two = (0, 0) if all(is_right) else is_right
        return State((state.points[0] + one, state.points[1] + two), (first, second), rounds=state.rounds + 1)

    def outcome(self, state: State) -> Outcome | None:
        if max(state.points) < self.options.points:
            return None
        return Outcome((1, 2) if state.points[0] > state.points[1] else (2, 1), "fingers")

    def view(self, state: State, seat: Seat | None) -> View:
        own = None if seat is None else state.chosen[seat]
        legal = () if seat is None else self.legal(state, seat)
        return View(seat, legal, self.outcome(state), state.points, state.shown, own, state.rounds)

    def sample(self, view: View, rng: Random) -> State:
        chosen = (view.my_choice if view.seat == 0 else None, view.my_choice if view.seat == 1 else None)
        return State(view.points, view.last_round, chosen, view.round)

    def seen(self, state: State, actor: Actor, move: Move, seat: Seat | None) -> Move:
        is_last = state.chosen[1 - actor] is not None  # then all is shown at once
        return move if seat == actor or is_last else HIDDEN

    def news(self, before: State, after: State) -> str:
        return " ".join(map(self.show_move, after.shown)) if after.rounds > before.rounds else ""

    def unmask(self, log: Sequence[tuple[Actor, Any]], news: Sequence[str]) -> list[tuple[Actor, Any]]:
        full, last = list(log), len(log)
        for at in reversed(range(len(log))):
            last = at if news[at] else last
            if full[at][1] == HIDDEN:
                shown = news[last].split() if last < len(log) else []
                full[at] = (full[at][0], self.parse_move(shown[full[at][0]]) if shown else MOVES[0])
        return full

    def chapter(self, state: State) -> str:
        return f"Round {state.rounds + 1}"

    def show_move(self, move: Move) -> str:
        return "?" if move == HIDDEN else f"{move[0]}/{move[1]}"

    def parse_move(self, text: str) -> Move:
        known = {self.show_move(move): move for move in (*MOVES, HIDDEN)}
        if text not in known:
            raise NotationError("morra_text", text=text)
        return known[text]

    def show_position(self, state: State) -> str:
        return "-".join(map(str, state.points))
