"""How strong, and how sure: ratings by Plackett–Luce, shares by Wilson.

Plackett–Luce says that of those still to be placed, each comes next with a chance in proportion to its strength. With
two at the table that is Bradley–Terry, the model under Elo; so one scale serves games of two, three and four. All games
count alike whenever they were played, which a rating that is updated game by game cannot promise. A draw counts as half
a win for each; shared places, as all their orders in equal parts.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations, product
from typing import Final, TypeAlias

from ridotto.arena.results import Score

AVERAGE: Final = 1500
"""Where the mean of all ratings is put; only differences mean anything."""
ELO: Final = 400 / math.log(10)
"""Points for one unit of log-strength."""
DEVIATION: Final = 800 / ELO
"""Before any game, a rating is thought to lie this far from the mean; it keeps those who never lost on the scale."""
Z: Final = 1.959964
"""Standard deviations to either side that hold 95 %."""

Order: TypeAlias = tuple[int, ...]
Matrix: TypeAlias = list[list[float]]


@dataclass(frozen=True, slots=True)
class Rating:
    bot: str
    elo: float
    margin: float
    """To either side, 95 %."""


@dataclass(slots=True)
class Share:
    """Wins out of games, with Wilson's interval."""

    wins: float = 0.0
    games: int = 0

    def add(self, won: float) -> None:
        self.wins += won
        self.games += 1

    @property
    def share(self) -> float:
        return self.wins / self.games if self.games else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        if not self.games:
            return 0.0, 1.0
        n, p = self.games, self.share
        middle = p + Z * Z / (2 * n)
        reach = Z * math.sqrt(p * (1 - p) / n + Z * Z / (4 * n * n))
        scale = 1 + Z * Z / n
        return max(0.0, (middle - reach) / scale), min(1.0, (middle + reach) / scale)


class Tally:
    """Everything that is counted, game by game; the order of games does not matter."""

    def __init__(self, bots: Sequence[str], seats: int, scores: Iterable[Score] = ()) -> None:
        self.bots = tuple(bots)
        self.wins = {bot: Share() for bot in bots}
        self.duels = {(one, other): Share() for one, other in product(bots, bots) if one != other}
        """How often the first came before the second; a shared place is half."""
        self.seats = [Share() for _ in range(seats)]
        self.plies: list[int] = []
        self.seconds = dict.fromkeys(bots, 0.0)
        self.forfeits: Counter[str] = Counter()
        self.orders: Counter[Order] = Counter()
        """Finishing orders, best first, as indices of bots; weighted by `ORDERS` for shared places."""
        for score in scores:
            self.add(score)

    def add(self, score: Score) -> None:
        bots, places = score.bots, score.places
        winners = places.count(1)
        for seat, (bot, place) in enumerate(zip(bots, places, strict=True)):
            won = (place == 1) / winners
            self.seats[seat].add(won)
            self.wins[bot].add(won)
            self.seconds[bot] += score.seconds[seat]
            for other, its in zip(bots, places, strict=True):
                if other != bot:
                    self.duels[bot, other].add((place < its) + (place == its) / 2)
        self.plies.append(score.plies)
        self.forfeits.update(bots[forfeit.seat] for forfeit in score.forfeits)
        self.orders.update(_orders([self.bots.index(bot) for bot in bots], places))

    def ratings(self) -> list[Rating]:
        """Best first."""
        strengths, margins = fit(len(self.bots), {order: count / ORDERS for order, count in self.orders.items()})
        rated = [
            Rating(bot, AVERAGE + ELO * strength, ELO * margin)
            for bot, strength, margin in zip(self.bots, strengths, margins, strict=True)
        ]
        return sorted(rated, key=lambda rating: -rating.elo)


ORDERS: Final = 24
"""One game's weight, which every number of orders of up to four that share a place divides."""


def _orders(bots: Sequence[int], places: Sequence[int]) -> Counter[Order]:
    groups = [[bot for bot, its in zip(bots, places, strict=True) if its == place] for place in sorted(set(places))]
    orders = [sum(order, ()) for order in product(*(permutations(group) for group in groups))]
    return Counter({order: count * (ORDERS // len(orders)) for order, count in Counter(orders).items()})


def fit(count: int, orders: Mapping[Order, float], deviation: float = DEVIATION) -> tuple[list[float], list[float]]:
    """The most likely log-strengths, mean 0, and their 95 % margins, from weighted finishing orders.

    Newton's method on a function with one peak; the margins come from its curvature there.
    """
    strengths = [0.0] * count
    for _ in range(100):
        slope, curvature = _derivatives(strengths, orders, deviation)
        covariance = _inverse(curvature)
        steps = [sum(map(float.__mul__, row, slope)) for row in covariance]
        longest = max(map(abs, steps), default=0.0)
        strengths = [now + step / max(1.0, longest) for now, step in zip(strengths, steps, strict=True)]
        if longest < 1e-9:
            break
    mean = sum(strengths) / count
    # Only differences are known: the uncertainty of the common mean is taken out.
    rows = [sum(row) / count for row in covariance]
    both = sum(rows) / count
    margins = [Z * math.sqrt(max(0.0, covariance[i][i] - 2 * rows[i] + both)) for i in range(count)]
    return [strength - mean for strength in strengths], margins


def _derivatives(
    strengths: Sequence[float], orders: Mapping[Order, float], deviation: float
) -> tuple[list[float], Matrix]:
    """Of the log-likelihood with its prior: the slope, and the curvature with its sign turned."""
    count = len(strengths)
    powers = [math.exp(strength) for strength in strengths]
    prior = deviation**-2
    slope = [-prior * strength for strength in strengths]
    # Games tell nothing about the common mean: one more on every entry pins it, and changes no difference.
    curvature = [[1 + prior * (i == j) for j in range(count)] for i in range(count)]
    for order, weight in orders.items():
        for stage in range(len(order) - 1):
            left = order[stage:]
            total = sum(powers[bot] for bot in left)
            chances: dict[int, float] = {}
            for bot in left:
                chances[bot] = chances.get(bot, 0.0) + powers[bot] / total
            slope[left[0]] += weight
            for one, chance in chances.items():
                slope[one] -= weight * chance
                curvature[one][one] += weight * chance
                for other, its in chances.items():
                    curvature[one][other] -= weight * chance * its
    return slope, curvature


def _inverse(matrix: Matrix) -> Matrix:
    """Gauss–Jordan; the matrix is symmetric and positive definite, so no pivot is zero."""
    size = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(size))] for i, row in enumerate(matrix)]
    for i in range(size):
        pivot = rows[i][i]
        rows[i] = [value / pivot for value in rows[i]]
        for j in range(size):
            if j != i and (factor := rows[j][i]):
                rows[j] = [value - factor * own for value, own in zip(rows[j], rows[i], strict=True)]
    return [row[size:] for row in rows]
