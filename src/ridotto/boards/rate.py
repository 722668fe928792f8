"""A board in numbers: what it costs, how many ways there are, where they meet, and who wins.

The numbers are kept beside the board, in its file, as the table ``[rating]``.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, Final

import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import Table

from ridotto.arena.ratings import Share
from ridotto.boards.fair import Balance, self_play
from ridotto.boards.routes import NEAR, Bottleneck, Routes, all_routes, bottlenecks
from ridotto.boards.solve import NEVER, Cost, Prices, Solver, start
from ridotto.games.venise.boards import COLOURS, Board, BoardError, is_symmetric
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


def with_rating(text: str, rating: Rating) -> str:
    """The board file with this rating instead of any it had; everything else in it stays. Raises BoardError."""
    data = {key: value for key, value in to_data(rating).items() if value != {}}
    wanted = {**tomllib.loads(text), "rating": data}
    for put in (_renew, _append):
        with suppress(TOMLKitError, LookupError, ValueError, RecursionError):  # not every file can be changed in place
            file = tomlkit.parse(text)
            put(file, data)
            new = tomlkit.dumps(file)
            new = new.replace("\r\n", "\n").replace("\n", "\r\n") if "\r\n" in text else new
            if tomllib.loads(new) == wanted:
                return new
    raise BoardError("rate_no_place", board=rating.board)


def _renew(file: tomlkit.TOMLDocument, data: Mapping[str, Any]) -> None:
    """Values are changed where they stand, with the comments beside them."""
    rating = file.get("rating")
    if not isinstance(rating, Table):  # none yet, or on one line: a section is easier to read
        raise ValueError
    _merge(rating, _section(data))


def _merge(table: Table, new: Table) -> None:
    for key in [key for key in table if key not in new]:
        del table[key]
    for key, value in new.items():
        if isinstance(value, Table) and isinstance(table.get(key), Table):
            _merge(table[key], value)
        elif table.get(key) != value:
            table[key] = value


def _append(file: tomlkit.TOMLDocument, data: Mapping[str, Any]) -> None:
    file.pop("rating", None)
    file.add("rating", _section(data).comment("written by: ridotto board rate --write"))


def _section(data: Mapping[str, Any]) -> Table:
    """Tables of tables are sections, the rest is on one line."""
    rating = tomlkit.table()
    for key, value in data.items():
        if isinstance(value, dict) and value and all(isinstance(inner, dict) for inner in value.values()):
            rating.add(key, group := tomlkit.table(is_super_table=True))
            for name, inner in value.items():
                group.add(name, section := tomlkit.table())
                for field_name, content in inner.items():
                    section.add(field_name, _on_one_line(content))
        else:
            rating.add(key, _on_one_line(value))
    return rating


def _on_one_line(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    line = tomlkit.inline_table()
    line.update({key: _on_one_line(inner) for key, inner in value.items()})
    return line
