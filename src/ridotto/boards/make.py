"""New boards from a seed: symmetric under both mirrors, of a wished-for difficulty, with choices and with crowds."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from typing import Any, Final, NamedTuple

from ridotto.boards.fair import Balance, self_play
from ridotto.boards.solve import Cost, Prices, Solver, start
from ridotto.boards.ways import Bottleneck, GemWays, bottlenecks, ways_to, ways_to_gems
from ridotto.games.venise.boards import (
    CENTRE,
    COLOURS,
    GEMS,
    HOMES,
    Board,
    BoardError,
    Side,
    load_board,
    parse_board,
    show_board,
)
from ridotto.games.venise.deck import SEATS, load_deck
from ridotto.games.venise.planks import SIDES, SPOT_NAMES, START, WATER, planks
from ridotto.games.venise.symmetry import HALF_TURN, IDENTITY, LEFT_RIGHT, UP_DOWN

QUARTER: Final = ("a4", "b4", "c4", "a3", "b3", "c3")
POSTS: Final = '/\\|-="'
LEVEL: Final = '|-="'
"""Posts that look the same from both sides of the middle column's mirror."""
IMAGES: Final = (IDENTITY, LEFT_RIGHT, HALF_TURN, UP_DOWN)
"""What takes red's corner to each colour's."""


@dataclass(frozen=True, slots=True)
class Wish:
    side: Side = "day"
    least: int = 24
    most: int = 34
    """Hourglasses to collect all gems alone with a player's share of four."""
    ways: int = 2
    """Near-optimal ways to each gem, at least."""
    candidates: int = 300
    finalists: int = 3
    """So many of the best are tried out by self-play."""
    games: int = 24
    """Per finalist and number of seats."""
    like: Board | None = None
    """Boards that have most of its posts and some of its gems."""


LIKENESS: Final = 0.75
"""How likely a post is to stay, where a board like another one is wanted."""
SLACK: Final = 8
"""Slack of the lower bound: a board whose bound is lower than wished by more is skipped."""


MUCH: Final = 16
"""More ways than this to one gem make a board no better."""
SCARCE: Final = 0.5
"""What it is worth that a share of four players is felt to be smaller than one of two."""


class Candidate(NamedTuple):
    score: float
    board: Board
    costs: tuple[Cost, ...]
    """By number of seats."""
    ways: tuple[GemWays, ...]
    """Of red; the others have the mirror images."""
    bottlenecks: tuple[Bottleneck, ...]


def require_name(name: str) -> None:
    """Raises BoardError where a board file with this name would be refused."""
    try:
        name.encode()
    except UnicodeEncodeError:
        raise BoardError("not_text", text=ascii(name)[1:-1]) from None
    parse_board(show_board(replace(load_board("day-basic"), name=name)), name)


class Progress(NamedTuple):
    best: Candidate | None
    done: int
    parts: int
    found: tuple[Candidate, ...] = ()
    """The best ones, before any of them was tried out."""
    lots: Any = None
    """The state of the random generator."""


def make(wish: Wish, seed: int, name: str = "", known: Progress | None = None) -> Iterator[Progress]:
    """The best board so far, again after every candidate and game. The same wish and seed make the same board.

    Goes on from what is known, as long as nothing was tried out yet."""
    parts = wish.candidates + wish.finalists * wish.games * len(SEATS)
    rng = Random(f"{seed} {wish.side}")
    found: list[Candidate] = []
    if known:
        rng.setstate(known.lots)
        found = [*known.found]
    for done in range(known.done + 1 if known else 1, wish.candidates + 1):
        board = random_board(wish, rng, name or f"{wish.side.title()} {seed}")
        beat = found[-1].score if len(found) == max(1, wish.finalists) else -math.inf
        candidate = assess(board, wish, beat) if board else None
        if candidate and all(candidate.board.code != other.board.code for other in found):
            found = sorted([*found, candidate], key=lambda each: -each.score)[: max(1, wish.finalists)]
        yield Progress(found[0] if found else None, done, parts, tuple(found), rng.getstate())
    best, done = None, wish.candidates
    for candidate in found if wish.games and wish.finalists else ():
        tallies = {}
        for seats in SEATS:
            for tally in self_play(candidate.board, seats, wish.games, seed):
                tallies[seats] = tally
                done += 1
                yield Progress(best or found[0], done, parts)
        tried = candidate._replace(score=candidate.score - sum(map(unfairness, tallies.values())))
        if best is None or tried.score > best.score:
            best = tried
    if best:
        yield Progress(best, parts, parts)


def unfairness(tally: Balance) -> float:
    """How far wins are from equal shares for the seats and for who begins; games without a winner count as well."""
    share = 1 / len(tally.wins)
    skew = sum(abs(wins / tally.games - share) for wins in tally.wins) / 2
    return skew + abs(tally.first / tally.games - share) + tally.stalled / tally.games


# -- one board -------------------------------------------------------------------------------------------------------


def random_board(wish: Wish, rng: Random, name: str) -> Board | None:
    """One corner by lot, the others mirrored; None where too few fields are left that gems could lie on."""
    posts = {}
    for spot in QUARTER:
        if spot in HOMES.values():
            symbol = START
        elif spot in CENTRE and wish.side == "day":
            symbol = WATER
        else:
            symbol = rng.choice(LEVEL if spot[0] == "c" else POSTS)
            if wish.like and (old := wish.like.posts[SPOT_NAMES.index(spot)]) in POSTS and rng.random() < LIKENESS:
                symbol = old
        for image in IMAGES:
            posts[image.place(spot)] = image.sign(symbol)
    places = _places("".join(posts[spot] for spot in SPOT_NAMES), wish.ways)
    if len(places) < GEMS:
        return None
    gems: list[list[str]] = [[] for _ in COLOURS]
    for choices in rng.sample(places, GEMS):
        kept = [field for field in choices if wish.like and field in wish.like.gems[0]]
        own = rng.choice(kept or choices)
        for colour, image in enumerate(IMAGES):
            gems[colour].append(image.place(own))
    text = "".join(posts[spot] for spot in SPOT_NAMES)
    return Board(name, text, tuple(tuple(sorted(fields)) for fields in gems))


@cache
def _places(posts: str, ways: int) -> tuple[tuple[str, ...], ...]:
    """Where red's gems may lie, with at least so many ways to each; of each group, one field at most."""
    physics = planks(posts)
    home = physics.number[HOMES[COLOURS[0]]]
    prices = Prices.of(load_deck())
    places = []
    seen: set[str] = set()
    for spot in QUARTER[1:]:
        for which in SIDES[posts[SPOT_NAMES.index(spot)]]:
            # The images of a field under the mirrors: four different ones, or two colours would want the same.
            orbit = {image.place(spot + which) for image in IMAGES}
            if len(orbit) < len(IMAGES) or orbit & seen:
                continue
            seen |= orbit
            if good := [
                gem for gem in sorted(orbit) if ways_to(physics, home, physics.number[gem], prices).ways >= ways
            ]:
                places.append(tuple(good))
    return tuple(places)


def assess(board: Board, wish: Wish, beat: float = -math.inf) -> Candidate | None:
    """None where the board is not what is wished for, or cannot score more than `beat`."""
    deck = load_deck()
    prices = Prices.of(deck)
    solver = Solver(board.planks, prices)
    if not wish.least - SLACK <= solver.bound(start(board, 0, deck.stock(SEATS[-1]))) <= wish.most:
        return None
    ways = {colour: ways_to_gems(board, index, prices) for index, colour in enumerate(COLOURS)}
    red, crowds = ways[COLOURS[0]], bottlenecks(ways)
    if not crowds or any(way.ways < wish.ways for way in red):
        return None
    looks = interest(board, red, crowds)
    if looks + SCARCE <= beat:
        return None
    costs: list[Cost] = []
    for seats in reversed(SEATS):
        costs.insert(0, solver.prove(start(board, 0, deck.stock(seats)), most=2000))
        if not costs[0].is_exact or not wish.least <= costs[-1].upper <= wish.most:
            return None
    off = abs(costs[-1].upper - (wish.least + wish.most) / 2) / max(1, wish.most - wish.least)
    score = looks + SCARCE * (costs[-1].upper > costs[0].upper) - off
    return Candidate(score, board, tuple(costs), red, crowds)


def interest(board: Board, ways: tuple[GemWays, ...], crowds: tuple[Bottleneck, ...]) -> float:
    """More for several ways to each gem, places that many want, gems all over the board, and many kinds of posts."""
    corners = {(gem[0] < "c", gem[1] < "3") for gem in board.gems[0] if gem[0] != "c"}
    return (
        sum(math.log2(min(way.ways, MUCH)) for way in ways) / GEMS
        + 0.5 * max(len(crowd.colours) for crowd in crowds)
        + 0.4 * len(corners)
        + 0.25 * len(set(board.posts) - {START, WATER})
    )


def show_made(board: Board, how: str) -> str:
    """As a board file; `how` says how it came about."""
    return f"# {how}\n{show_board(board)}".replace(
        f'side = "{board.side}"\n',
        f'side = "{board.side}"\nreconstructed = true  # our own, not from the box (VE-R6)\n',
    )
