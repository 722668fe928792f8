"""Golden playthroughs: whole matches as plain text, with what every seat sees after every move.

``python -m tests.playthrough`` writes them anew; read the difference before committing it.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from ridotto.core import CHANCE, AnyGame
from ridotto.games.xequeo import XeQueo
from tests.playing import audiences, random_match

FOLDER: Final = Path(__file__).with_name("playthroughs")
MATCHES: Final[dict[str, tuple[AnyGame, int]]] = {
    "xequeo": (XeQueo(), 11),
    "xequeo-by-hand-king": (XeQueo(setup="by_hand", distance="king", through_ring="no", rings=2), 5),
    "xequeo-4x4": (XeQueo(width=4, height=4, pieces=3, stray_entry="opponent_collects", reveal="show_both"), 3),
}


def playthrough(game: AnyGame, seed: int) -> str:
    return "\n".join(_lines(game, seed)) + "\n"


def _lines(game: AnyGame, seed: int) -> Iterator[str]:
    match = random_match(game, seed)
    yield repr(game)
    for index, state in enumerate(match.states):
        if index:
            actor, move = match.entries[index - 1]
            yield ""
            yield f"> {'chance' if actor == CHANCE else actor} {game.show_move(move)}"
            if news := game.news(match.states[index - 1], state):
                yield f"  {news}"
        yield f"  {game.show_position(state)}"
        for seat in audiences(game):
            yield f"  {'spectator' if seat is None else f'seat {seat}'}: {_show(game.view(state, seat))}"


def _show(view: Any) -> str:
    fields = {field.name: getattr(view, field.name) for field in dataclasses.fields(view)}
    del fields["seat"], fields["position"]
    return " ".join(f"{name}={_text(value)}" for name, value in fields.items())


def _text(value: Any) -> str:
    if type(value) is tuple:
        return "(" + " ".join(_text(part) for part in value) + ")"
    return str(value)


if __name__ == "__main__":
    for name, (game, seed) in MATCHES.items():
        FOLDER.joinpath(f"{name}.txt").write_text(playthrough(game, seed), "utf-8")
