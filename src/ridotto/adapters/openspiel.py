"""Xe Queo! as a game of OpenSpiel: importing this registers ``ridotto_xequeo``.

    pyspiel.load_game("ridotto_xequeo", {"position": "2O1/*3/2Y1/R3 0"})

is one round on a small board; without a position it is the whole match. ``options`` takes the text of any other option.
The two secret choices of a round are made one after the other, the second without knowledge of the first.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final, NamedTuple

import numpy as np
import pyspiel

from ridotto.core import CHANCE, parse_options
from ridotto.games import xequeo
from ridotto.games.xequeo import Options, XeQueo
from ridotto.games.xequeo.board import BIT, LETTERS
from ridotto.games.xequeo.moves import CALL, CHOOSE, GO, HANDS, LAY, PLACE, Move

NAME: Final = "ridotto_xequeo"
ACTIONS: Final[tuple[Move, ...]] = (*HANDS, *sum(PLACE, ()), *LAY, *CHOOSE, *sum(GO, ()), *CALL)
"""An action of OpenSpiel is a place in this list."""
ACTION_OF: Final = {move: action for action, move in enumerate(ACTIONS)}
LONGEST_ROUND: Final = 2 + 28 * len(LETTERS)
"""Two choices and a ring; every move takes a piece to one of 28 smaller distances (XQ-11)."""

_TYPE: Final = pyspiel.GameType(
    short_name=NAME,
    long_name="Xe Queo!",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"position": "", "options": ""},
)


class Game(pyspiel.Game):  # type: ignore[misc]
    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params = params or {}
        options = parse_options(Options, params.get("options", ""))
        if params.get("position"):
            options = replace(options, position=params["position"], rings=1)
        self.rules = XeQueo(options)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(ACTIONS),
            max_chance_outcomes=ACTION_OF[LAY[0]],
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=len(LETTERS) + (2 * options.rings - 1) * (LONGEST_ROUND + 1),
        )
        super().__init__(_TYPE, info, params)

    def new_initial_state(self) -> State:
        return State(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        return Observer(iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class Now(NamedTuple):
    """All that a state holds. OpenSpiel copies states deeply and often; this never changes, so it need not be."""

    rules: XeQueo
    state: xequeo.State
    seen: tuple[str, str] = ("", "")
    """By seat, all it saw so far, and so all it can remember."""

    def __deepcopy__(self, memo: object) -> Now:
        return self


class State(pyspiel.State):  # type: ignore[misc]
    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.now = Now(game.rules, game.rules.start())

    @property
    def rules(self) -> XeQueo:
        return self.now.rules

    @property
    def state(self) -> xequeo.State:
        return self.now.state

    def current_player(self) -> int:
        actors = self.rules.actors(self.state)
        if not actors:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if actors[0] == CHANCE else actors[0]

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(ACTION_OF[move] for move in self.rules.legal(self.state, player))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        actions = self._legal_actions(CHANCE)  # all equally likely in this game
        return [(action, 1 / len(actions)) for action in actions]

    def _apply_action(self, action: int) -> None:
        actor, move = self.rules.actors(self.state)[0], ACTIONS[action]
        after = self.rules.play(self.state, actor, move)
        news = self.rules.news(self.state, after)
        shown = [f"{actor}:{self.rules.seen(self.state, actor, move, seat)} {news}".strip() for seat in (0, 1)]
        seen = self.now.seen
        self.now = Now(self.rules, after, (f"{seen[0]} {shown[0]}", f"{seen[1]} {shown[1]}"))

    def _action_to_string(self, player: int, action: int) -> str:
        return str(ACTIONS[action])

    def is_terminal(self) -> bool:
        return self.rules.outcome(self.state) is not None

    def returns(self) -> list[float]:
        outcome = self.rules.outcome(self.state)
        if outcome is None:
            return [0.0, 0.0]
        return [1.0 if place == 1 else -1.0 for place in outcome.places]

    def __str__(self) -> str:
        return f"{self.rules.show_position(self.state)} {self.state.choices} {self.state.rings}"


class Observer:
    """What a seat sees (as a tensor, too), or with perfect recall all that it saw (as text)."""

    def __init__(self, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"no such observation parameters: {params}")
        self.kind = kind
        shapes = {"turn": (2,), "rings": (2,), "ring": (len(BIT),), "pieces": (len(LETTERS), len(BIT))}
        if kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER:
            shapes["choice"] = (len(LETTERS),)
        self.tensor = np.zeros(sum(int(np.prod(shape)) for shape in shapes.values()), np.float32)
        self.dict: dict[str, Any] = {}
        start = 0
        for name, shape in shapes.items():
            size = int(np.prod(shape))
            self.dict[name] = self.tensor[start : start + size].reshape(shape)
            start += size

    def set_from(self, state: State, player: int) -> None:
        self.tensor.fill(0)
        view = state.rules.view(state.state, player)
        self.dict["turn"][view.position.turn] = 1
        self.dict["rings"][:] = view.rings
        if view.position.ring >= 0:
            self.dict["ring"][view.position.ring] = 1
        for piece, square in enumerate(view.position.pieces):
            self.dict["pieces"][piece, square] = 1
        if view.choice >= 0 and "choice" in self.dict:
            self.dict["choice"][view.choice] = 1

    def string_from(self, state: State, player: int) -> str:
        if self.kind.perfect_recall:
            return state.now.seen[player]
        view = state.rules.view(state.state, player)
        choice = LETTERS[view.choice] if view.choice >= 0 else "?"
        return f"{view.position} {choice} {view.rings[0]}-{view.rings[1]}"


pyspiel.register_game(_TYPE, Game)
