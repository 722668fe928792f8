"""Games so small that the right move is known, in as much of the protocol as a search asks for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar, NamedTuple

from ridotto.core import CHANCE, Outcome

WINNER = {0: Outcome((1, 2), "won"), 1: Outcome((2, 1), "won"), None: Outcome((1, 1), "even")}


@dataclass(frozen=True)
class View:
    seat: int | None
    legal: tuple[str, ...]
    outcome: Outcome | None


class Urn:
    """Chance draws a ball unseen, three red ones to one blue; seat 0 says which."""

    name: ClassVar[str] = "urn"
    seats: ClassVar[int] = 2

    def __getattr__(self, name: str) -> Any:
        raise AssertionError(f"a search has no need of {name}")

    def start(self) -> tuple[str, ...]:
        return ()

    def actors(self, state: tuple[str, ...]) -> tuple[int, ...]:
        return ((CHANCE,), (0,), ())[len(state)]

    def legal(self, state: tuple[str, ...], actor: int) -> tuple[str, ...]:
        return ("blue", "red") if actor in self.actors(state) else ()

    def weights(self, state: tuple[str, ...]) -> tuple[int, ...]:
        return (1, 3) if not state else ()

    def play(self, state: tuple[str, ...], actor: int, move: str) -> tuple[str, ...]:
        assert move in self.legal(state, actor)
        return (*state, move)

    def outcome(self, state: tuple[str, ...]) -> Outcome | None:
        return WINNER[0 if state[0] == state[1] else 1] if len(state) == 2 else None

    def view(self, state: tuple[str, ...], seat: int | None) -> View:
        return View(seat, () if seat is None else self.legal(state, seat), self.outcome(state))

    def sample(self, view: View, rng: Random) -> tuple[str, ...]:
        return (rng.choices(("blue", "red"), (1, 3))[0],)

    def seen(self, state: tuple[str, ...], actor: int, move: str, seat: int | None) -> str:
        return "?" if actor == CHANCE else move


class Chosen(NamedTuple):
    first: str
    second: str


class Duel:
    """Both choose at once and unseen; who wins, `judge` says."""

    name: ClassVar[str] = "duel"
    seats: ClassVar[int] = 2

    def __init__(self, choices: tuple[str, ...], judge: Callable[[str, str], int | None]) -> None:
        self.choices = choices
        self.judge = judge

    def __getattr__(self, name: str) -> Any:
        raise AssertionError(f"a search has no need of {name}")

    def start(self) -> Chosen:
        return Chosen("", "")

    def actors(self, state: Chosen) -> tuple[int, ...]:
        return tuple(seat for seat in range(2) if not state[seat])

    def legal(self, state: Chosen, actor: int) -> tuple[str, ...]:
        return self.choices if actor in self.actors(state) else ()

    def play(self, state: Chosen, actor: int, move: str) -> Chosen:
        assert move in self.legal(state, actor)
        return Chosen(move, state.second) if actor == 0 else Chosen(state.first, move)

    def outcome(self, state: Chosen) -> Outcome | None:
        return WINNER[self.judge(*state)] if all(state) else None

    def view(self, state: Chosen, seat: int | None) -> View:
        return View(seat, () if seat is None else self.legal(state, seat), self.outcome(state))

    def sample(self, view: View, rng: Random) -> Chosen:
        return self.start()

    def seen(self, state: Chosen, actor: int, move: str, seat: int | None) -> str:
        return move if seat == actor else "?"
