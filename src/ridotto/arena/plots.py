"""A tally as pictures: ratings, head to head, seats, length. Words come from whoever asks."""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Iterable
from typing import Final

from ridotto.arena.chart import EDGE, LETTER, LONGEST, NAMES, TOP, WIDTH, Chart, Words, mix, ticks
from ridotto.arena.ratings import Share, Tally
from ridotto.draw.svg import DAY, Markup, Theme, element

BINS: Final = 30


def draw(tally: Tally, words: Words, theme: Theme = DAY) -> dict[str, Markup]:
    """Every picture there is something to show in, by name."""
    charts = _Charts(tally, words, theme)
    several = {"ratings": charts.ratings(), "head-to-head": charts.duels()} if len(tally.bots) > 1 else {}
    return several | {"seats": charts.seats(), "length": charts.length()}


class _Charts(Chart):
    def __init__(self, tally: Tally, words: Words, theme: Theme) -> None:
        super().__init__(words, theme)
        self.tally = tally
        self.best_first = tally.ratings()
        self.names = min(max(len(bot) for bot in tally.bots), LONGEST) * NAMES * LETTER

    # -- pictures ----------------------------------------------------------------------------------------------------

    def ratings(self) -> Markup:
        theme, rated, row = self.theme, self.best_first, 46
        left, right = EDGE + self.names + 20, WIDTH - EDGE - 120
        low = min(rating.elo - rating.margin for rating in rated)
        high = max(rating.elo + rating.margin for rating in rated)
        scale = ticks(low, high)
        low, high = min(low, scale[0]), max(high, scale[-1])
        bottom = TOP + row * len(rated)

        def at(elo: float) -> float:
            return left + (elo - low) / (high - low or 1) * (right - left)

        body = [self.across(at(tick), bottom, f"{tick:g}") for tick in scale]
        for index, rating in enumerate(rated):
            y = TOP + row * (index + 0.5)
            ends = at(rating.elo - rating.margin), at(rating.elo + rating.margin)
            body += [
                self.name(rating.bot, EDGE, y + 5),
                self.whisker(ends[0], y, ends[1], y),
                element(
                    "circle", cx=at(rating.elo), cy=y, r=7, fill=theme.gold, stroke=theme.outline, stroke_width=1.5
                ),
                self.figure(f"{rating.elo:.0f} ± {rating.margin:.0f}", WIDTH - EDGE, y + 5, text_anchor="end"),
            ]
        return self._card("standings", bottom + 44, body)

    def duels(self) -> Markup:
        theme, bots = self.theme, [rating.bot for rating in self.best_first]
        left = EDGE + self.names + 40
        side = min(112.0, (WIDTH - EDGE - left) / len(bots))
        tall, top = max(44.0, side * 0.6), TOP + 26
        body = []
        for row, bot in enumerate(bots):
            y = top + tall * row
            body.append(self.name(bot, EDGE, y + tall / 2 + 5))
            body.append(self.figure(str(row + 1), left - 16, y + tall / 2 + 5))
            body.append(self.figure(str(row + 1), left + side * (row + 0.5), top - 12))
            for column, other in enumerate(bots):
                x = left + side * column
                if bot == other:
                    body.append(self.cell(x, y, side, tall, theme.faint))
                    continue
                duel = self.tally.duels[bot, other]
                if not duel.games:
                    body.append(self.cell(x, y, side, tall, theme.field))
                    continue
                strength = 2 * abs(duel.share - 0.5)
                fill = mix(theme.field, theme.accent if duel.share > 0.5 else theme.trail, 0.62 * strength)
                low, high = (100 * end for end in duel.interval)
                size = min(18.0, side / 5)
                body += [
                    self.cell(x, y, side, tall, fill),
                    self.figure(self._percent(duel.share), x + side / 2, y + tall / 2, font_size=size),
                    self.small(f"{low:.0f}–{high:.0f}", x + side / 2, y + tall / 2 + 16, fill=theme.ink),
                ]
        return self._card("duels", top + tall * len(bots) + EDGE, body)

    def seats(self) -> Markup:
        theme, shares, row = self.theme, self.tally.seats, 46
        left, right = EDGE + 110, WIDTH - EDGE - 130
        most = min(1.0, math.ceil(max(share.interval[1] for share in shares) * 10) / 10)
        bottom = TOP + row * len(shares)

        def at(part: float) -> float:
            return left + part / most * (right - left)

        body = [self.across(at(tick), bottom, self._percent(tick)) for tick in ticks(0, most)]
        for seat, share in enumerate(shares):
            y = TOP + row * (seat + 0.5)
            low, high = share.interval
            body += [
                self.name(self.words("arena_seat", seat=seat), EDGE, y + 5),
                element(
                    "rect",
                    x=left,
                    y=y - 13,
                    width=at(share.share) - left,
                    height=26,
                    rx=3,
                    fill=theme.accent,
                    fill_opacity=0.45,
                ),
                self.whisker(at(low), y, at(high), y),
                self.figure(self._interval(share), WIDTH - EDGE, y + 5, text_anchor="end"),
            ]
        body.append(self.mark(at(1 / len(shares)), bottom))
        return self._card("seats", bottom + 44, body)

    def length(self) -> Markup:
        theme, plies = self.theme, self.tally.plies
        left, right, bottom = EDGE + 44.0, WIDTH - EDGE, TOP + 220.0
        scale = ticks(min(plies), max(plies) + 1)
        first, last = min(scale[0], min(plies)), max(scale[-1], max(plies) + 1)
        wide = max(1, math.ceil((last - first) / BINS))
        last = first + wide * math.ceil((last - first) / wide)
        bins = Counter(int((count - first) // wide) for count in plies)
        most = max(bins.values())

        def at(count: float) -> float:
            return left + (count - first) / (last - first) * (right - left)

        body = [self.across(at(tick), bottom, f"{tick:g}") for tick in scale]
        for tick in ticks(0, most):
            y = bottom - tick / most * (bottom - TOP)
            if y >= TOP - 1 and tick == int(tick):
                body.append(self.small(f"{tick:g}", left - 10, y + 4, text_anchor="end"))
        for index, count in sorted(bins.items()):
            x, tall = at(first + index * wide), count / most * (bottom - TOP)
            broad = at(first + (index + 1) * wide) - x
            body.append(
                element(
                    "rect",
                    x=x + 1,
                    y=bottom - tall,
                    width=max(1, broad - 2),
                    height=tall,
                    rx=2,
                    fill=theme.accent,
                    fill_opacity=0.6,
                )
            )
        body.append(self.mark(at(statistics.median(plies) + 0.5), bottom))
        return self._card("length", bottom + 44, body)

    # -- words -------------------------------------------------------------------------------------------------------

    def _card(self, name: str, height: float, body: Iterable[Markup]) -> Markup:
        note = self.words(f"arena_note_{name}", count=len(self.tally.plies))
        return self.card(self.words(f"arena_title_{name}"), note, height, body)

    def _percent(self, share: float) -> str:
        is_extreme = 0 < share < 0.01 or 0.99 < share < 1
        return self.words("arena_percent", value=f"{100 * share:.{int(is_extreme)}f}")

    def _interval(self, share: Share) -> str:
        low, high = (100 * end for end in share.interval)
        return f"{self._percent(share.share)} [{low:.0f}–{high:.0f}]"
