"""A board in numbers: what it costs, how many ways there are, where they meet, and who wins.

The numbers are kept beside the board, in its file, as the table ``[rating]``.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple

import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import Table

from ridotto.arena.ratings import Share
from ridotto.boards.fair import Balance, self_play
from ridotto.boards.solve import NEVER, Cost, Prices, Solver, start
from ridotto.boards.ways import NEAR, Bottleneck, GemWays, bottlenecks, ways_to_gems
from ridotto.games.venise.boards import COLOURS, Board, BoardError, symmetries
from ridotto.games.venise.deck import SEATS, load_deck
from ridotto.games.venise.symmetry import IDENTITY

GAMES: Final = 60
"""Per number of seats: with these, a shipped board takes about a minute."""


@dataclass(frozen=True, slots=True)
class Rating:
    board: str
    seed: int
    costs: Mapping[int, Mapping[str, Cost]] = field(default_factory=dict)
    """By number of seats, whose planks are given, and colour."""
    ways: Mapping[str, tuple[GemWays, ...]] = field(default_factory=dict)
    bottlenecks: tuple[Bottleneck, ...] = ()
    balance: Mapping[int, Balance] = field(default_factory=dict)
    """By number of seats."""


class Step(NamedTuple):
    rating: Rating
    """As far as it is known."""
    done: int
    parts: int
    proving: Proving | None = None
    """What is not settled yet."""


class Proving(NamedTuple):
    seats: int
    colour: str
    cost: Cost
    """The bounds so far."""


def rate(
    board: Board, games: int = GAMES, seed: int = 1, most: int = 200_000, known: Rating | None = None
) -> Iterator[Step]:
    """Goes on from what is known, and says how far it is after every part, in long searches more often."""
    deck = load_deck()
    prices = Prices.of(deck)
    twins = colour_twins(board)
    tried = tuple(dict.fromkeys(twins.values()))
    parts = len(tried) * (1 + len(SEATS)) + games * len(SEATS)
    rating, done = known or Rating(board.name, seed), 0
    solver = Solver(board.planks, prices)
    # Ways of mirrored colours run over mirrored fields: those are found one by one, they cost little.
    ways = {colour: ways_to_gems(board, index, prices) for index, colour in enumerate(COLOURS)}
    rating = replace(rating, ways=ways, bottlenecks=bottlenecks(ways))
    done += len(tried)
    yield Step(rating, done, parts)
    for seats in SEATS:
        costs = dict(rating.costs.get(seats, {}))
        for colour in tried:
            if colour not in costs:
                for cost in solver.solving(start(board, COLOURS.index(colour), deck.stock(seats)), most):
                    yield Step(rating, done, parts, Proving(seats, colour, cost))
                costs |= {twin: cost for twin, first in twins.items() if first == colour}
                in_order: dict[str, Cost] = {each: costs[each] for each in COLOURS if each in costs}
                rating = replace(rating, costs={**rating.costs, seats: in_order})
            done += 1
            yield Step(rating, done, parts)
    for seats in SEATS:
        before = rating.balance.get(seats)
        done += before.games if before else 0
        for tally in self_play(board, seats, games, seed, before):
            rating = replace(rating, balance={**rating.balance, seats: tally})
            done += 1
            yield Step(rating, done, parts)


def colour_twins(board: Board) -> dict[str, str]:
    """By colour: the first one that the board's symmetries map it onto. What holds for one holds for both."""
    images = (IDENTITY, *symmetries(board))
    return {colour: COLOURS[min(image.colour(index) for image in images)] for index, colour in enumerate(COLOURS)}


# -- as data ---------------------------------------------------------------------------------------------------------


def to_data(rating: Rating) -> dict[str, Any]:
    """Plain lists and tables, for JSON and TOML. Costs are ``[lower, upper]``, an upper end of -1 is not known."""
    return {
        "seed": rating.seed,
        "near": NEAR,
        "bottlenecks": {place: list(colours) for place, colours in rating.bottlenecks},
        "routes": {
            colour: {way.gem: {"cost": _known(way.cost), "ways": way.ways} for way in ways}
            for colour, ways in rating.ways.items()
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
                "first": share(tally.first, tally.games),
                **{colour: share(wins, tally.games) for colour, wins in zip(tally.colours, tally.wins, strict=True)},
            }
            for seats, tally in rating.balance.items()
            if tally.games
        },
    }


def _known(cost: int) -> int:
    return cost if cost < NEVER else -1


def share(wins: int, games: int) -> list[float]:
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
