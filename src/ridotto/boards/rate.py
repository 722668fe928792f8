"""A board in numbers: what it costs, how many ways there are, where they meet, and who wins.

The numbers are kept beside the board, in its file, as the table ``[rating]``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from ridotto.arena.ratings import Share
from ridotto.boards.fair import Balance, self_play
from ridotto.boards.routes import NEAR, Bottleneck, Routes, all_routes, bottlenecks
from ridotto.boards.solve import NEVER, Cost, Prices, Solver, start
from ridotto.games.venise.boards import COLOURS, Board, is_symmetric
from ridotto.games.venise.deck import SEATS, load_deck

GAMES: Final = 60
"""Per number of seats: with these, a shipped board takes about a minute."""


@dataclass(frozen=True, slots=True)
class Rating:
    board: str
    seed: int
    costs: Mapping[int, Mapping[str, Cost]] = field(default_factory=dict)
    """By number of seats, whose planks are given, and colour."""
    routes: Mapping[str, tuple[Routes, ...]] = field(default_factory=dict)
    bottlenecks: tuple[Bottleneck, ...] = ()
    balance: Mapping[int, Balance] = field(default_factory=dict)
    """By number of seats."""


def rate(board: Board, games: int = GAMES, seed: int = 1, most: int = 200_000) -> Iterator[tuple[Rating, int, int]]:
    """The rating as far as it is known, the parts done and the parts in all; again after every part."""
    deck = load_deck()
    prices = Prices.of(deck)
    # The mirrors map a symmetric board's colours onto each other, plans and all: what holds for red holds for all.
    tried = COLOURS[:1] if is_symmetric(board) else COLOURS
    parts = len(tried) * (1 + len(SEATS)) + games * len(SEATS)
    rating, done = Rating(board.name, seed), 0
    solver = Solver(board.planks, prices)
    for colour in tried:
        found = all_routes(board, COLOURS.index(colour), prices)
        rating = replace(rating, routes={**rating.routes, colour: found})
        done += 1
        yield rating, done, parts
    # Routes of mirrored colours run over mirrored fields: those are found one by one, they cost little.
    ways = {colour: rating.routes.get(colour) or all_routes(board, COLOURS.index(colour), prices) for colour in COLOURS}
    rating = replace(rating, routes=ways, bottlenecks=bottlenecks(ways))
    for seats in SEATS:
        costs: dict[str, Cost] = {}
        for colour in tried:
            costs[colour] = solver.solve(start(board, COLOURS.index(colour), deck.stock(seats)), most)
            rating = replace(rating, costs={**rating.costs, seats: {c: costs.get(c, costs[tried[0]]) for c in COLOURS}})
            done += 1
            yield rating, done, parts
    for seats in SEATS:
        for tally in self_play(board, seats, games, seed):
            rating = replace(rating, balance={**rating.balance, seats: tally})
            done += 1
            yield rating, done, parts


# -- as data ---------------------------------------------------------------------------------------------------------


def to_data(rating: Rating) -> dict[str, Any]:
    """Plain lists and tables, for JSON and TOML. Costs are ``[lower, upper]``, an upper end of -1 is not known."""
    return {
        "seed": rating.seed,
        "near": NEAR,
        "bottlenecks": {place: list(colours) for place, colours in rating.bottlenecks},
        "routes": {
            colour: {way.gem: {"cost": _known(way.cost), "ways": way.ways} for way in ways}
            for colour, ways in rating.routes.items()
        },
        "cost": {
            str(seats): {colour: [cost.lower, _known(cost.upper)] for colour, cost in costs.items()}
            for seats, costs in rating.costs.items()
        },
        "balance": {
            str(seats): {
                "games": tally.games,
                "stalled": tally.stalled,
                "rounds": round(tally.rounds / tally.games, 1),
                "first": _share(tally.first, tally.games),
                **{colour: _share(wins, tally.games) for colour, wins in zip(tally.colours, tally.wins, strict=True)},
            }
            for seats, tally in rating.balance.items()
            if tally.games
        },
    }


def _known(cost: int) -> int:
    return cost if cost < NEVER else -1


def _share(wins: int, games: int) -> list[float]:
    """Wins, and the 95 % interval of their share."""
    low, high = Share(wins, games).interval
    return [wins, round(low, 3), round(high, 3)]


def show_toml(data: Mapping[str, Any], head: str = "rating") -> str:
    """Tables two deep are written as sections, the rest on one line."""
    lines = [f"[{head}]  # written by: ridotto board rate --write"]
    sections = []
    for key, value in data.items():
        if isinstance(value, dict) and value and all(isinstance(inner, dict) for inner in value.values()):
            for name, inner in value.items():
                sections += ["", f"[{head}.{key}.{name}]", *(f"{k} = {_value(v)}" for k, v in inner.items())]
        else:
            lines.append(f"{key} = {_value(value)}")
    return "\n".join(lines + sections) + "\n"


def _value(value: Any) -> str:
    if isinstance(value, dict):
        inner = ", ".join(f"{_key(key)} = {_value(inner)}" for key, inner in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    return json.dumps(value)


def _key(key: str) -> str:
    return key if re.fullmatch(r"[\w-]+", key) else json.dumps(key)


def with_rating(text: str, rating: Rating) -> str:
    """The board file with this rating at its end instead of any it had."""
    board = re.split(r"^\[rating\b", text, maxsplit=1, flags=re.MULTILINE)[0]
    return f"{board.rstrip()}\n\n{show_toml(to_data(rating))}"
