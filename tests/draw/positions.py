"""Positions of Xe Queo! to draw."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from hypothesis import strategies as st

from ridotto.games.xequeo import State, XeQueo, parse_position
from ridotto.games.xequeo.board import LETTERS, SIDE
from ridotto.games.xequeo.moves import Go

START = "R5O/7/1W5/3*3/B6/1V5/Y5G 0"


CENTRE = parse_position(START)


SEATS = (0, 1, None)


def states(game: XeQueo, seed: int) -> Iterator[State]:
    """Every state of a random match; calls are rare so that rounds last."""
    rng = Random(seed)
    state = game.start()
    yield state
    while actors := game.actors(state):
        actor = rng.choice(actors)
        moves = game.legal(state, actor)
        quiet = [move for move in moves if isinstance(move, Go)]
        state = game.play(state, actor, rng.choice(quiet if quiet and rng.random() < 0.9 else moves))
        yield state


@st.composite
def games(draw: st.DrawFn) -> XeQueo:
    width, height = draw(st.integers(2, SIDE)), draw(st.integers(2, SIDE))
    return XeQueo(
        width=width,
        height=height,
        pieces=draw(st.integers(1, min(len(LETTERS), width * height - 1))),
        rings=draw(st.sampled_from([1, 2, 4])),
        setup=draw(st.sampled_from(["random", "by_hand"])),
        stray_entry=draw(st.sampled_from(["forbidden", "opponent_collects"])),
        through_ring=draw(st.sampled_from(["yes", "no"])),
        reveal=draw(st.sampled_from(["as_written", "show_both"])),
    )


def after(position: str, *moves: str, choices: tuple[str, str] = ("=R", "=O")) -> tuple[XeQueo, State]:
    game = XeQueo(position=position)
    state = game.start()
    for seat, choice in enumerate(choices):
        state = game.play(state, seat, game.parse_move(choice))
    for move in moves:
        state = game.play(state, state.turn, game.parse_move(move))
    return game, state
