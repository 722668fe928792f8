"""A tally as pictures: ratings, head to head, seats, length. Words come from whoever asks."""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final, Protocol

from ridotto.arena.ratings import Share, Tally
from ridotto.draw.svg import DAY, SANS, SERIF, Ids, Markup, Style, Theme, document, element, number, writing

WIDTH: Final = 720
EDGE: Final = 28
TOP: Final = 84
"""Where a picture begins below its heading."""
LETTER: Final = 0.68
"""The usual width of a bold letter as part of its height."""
NAMES: Final = 16
"""Size of the bots' names."""
LONGEST: Final = 20
"""Names may be as long as a module's: of more letters, the middle is left out."""
BINS: Final = 30


class Words(Protocol):
    """As `Catalogue.text`."""

    def __call__(self, key: str, /, **params: object) -> str: ...


def draw(tally: Tally, words: Words, theme: Theme = DAY) -> dict[str, Markup]:
    """Every picture there is something to show in, by name."""
    pen = _Pen(tally, words, theme)
    several = {"ratings": pen.ratings(), "head-to-head": pen.duels()} if len(tally.bots) > 1 else {}
    return several | {"seats": pen.seats(), "length": pen.length()}


class _Pen:
    def __init__(self, tally: Tally, words: Words, theme: Theme) -> None:
        self.tally = tally
        self.words = words
        self.theme = theme
        self.best_first = tally.ratings()
        self.names = min(max(len(bot) for bot in tally.bots), LONGEST) * NAMES * LETTER

    # -- pictures ----------------------------------------------------------------------------------------------------

    def ratings(self) -> Markup:
        theme, rated, row = self.theme, self.best_first, 46
        left, right = EDGE + self.names + 20, WIDTH - EDGE - 120
        low = min(rating.elo - rating.margin for rating in rated)
        high = max(rating.elo + rating.margin for rating in rated)
        ticks = _ticks(low, high)
        low, high = min(low, ticks[0]), max(high, ticks[-1])
        bottom = TOP + row * len(rated)

        def at(elo: float) -> float:
            return left + (elo - low) / (high - low or 1) * (right - left)

        body = [self._across(at(tick), bottom, f"{tick:g}") for tick in ticks]
        for index, rating in enumerate(rated):
            y = TOP + row * (index + 0.5)
            ends = at(rating.elo - rating.margin), at(rating.elo + rating.margin)
            body += [
                self._name(rating.bot, EDGE, y + 5),
                self._whisker(ends[0], y, ends[1], y),
                element(
                    "circle", cx=at(rating.elo), cy=y, r=7, fill=theme.gold, stroke=theme.outline, stroke_width=1.5
                ),
                self._figure(f"{rating.elo:.0f} ± {rating.margin:.0f}", WIDTH - EDGE, y + 5, text_anchor="end"),
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
            body.append(self._name(bot, EDGE, y + tall / 2 + 5))
            body.append(self._figure(str(row + 1), left - 16, y + tall / 2 + 5))
            body.append(self._figure(str(row + 1), left + side * (row + 0.5), top - 12))
            for column, other in enumerate(bots):
                x = left + side * column
                if bot == other:
                    body.append(self._cell(x, y, side, tall, theme.faint))
                    continue
                duel = self.tally.duels[bot, other]
                if not duel.games:
                    body.append(self._cell(x, y, side, tall, theme.field))
                    continue
                strength = 2 * abs(duel.share - 0.5)
                fill = _mix(theme.field, theme.accent if duel.share > 0.5 else theme.trail, 0.62 * strength)
                low, high = (100 * end for end in duel.interval)
                size = min(18.0, side / 5)
                body += [
                    self._cell(x, y, side, tall, fill),
                    self._figure(self._percent(duel.share), x + side / 2, y + tall / 2, font_size=size),
                    self._small(f"{low:.0f}–{high:.0f}", x + side / 2, y + tall / 2 + 16, fill=theme.ink),
                ]
        return self._card("duels", top + tall * len(bots) + EDGE, body)

    def seats(self) -> Markup:
        theme, shares, row = self.theme, self.tally.seats, 46
        left, right = EDGE + 110, WIDTH - EDGE - 130
        most = min(1.0, math.ceil(max(share.interval[1] for share in shares) * 10) / 10)
        bottom = TOP + row * len(shares)

        def at(part: float) -> float:
            return left + part / most * (right - left)

        body = [self._across(at(tick), bottom, self._percent(tick)) for tick in _ticks(0, most)]
        for seat, share in enumerate(shares):
            y = TOP + row * (seat + 0.5)
            low, high = share.interval
            body += [
                self._name(self.words("arena_seat", seat=seat), EDGE, y + 5),
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
                self._whisker(at(low), y, at(high), y),
                self._figure(self._interval(share), WIDTH - EDGE, y + 5, text_anchor="end"),
            ]
        body.append(self._mark(at(1 / len(shares)), bottom))
        return self._card("seats", bottom + 44, body)

    def length(self) -> Markup:
        theme, plies = self.theme, self.tally.plies
        left, right, bottom = EDGE + 44.0, WIDTH - EDGE, TOP + 220.0
        ticks = _ticks(min(plies), max(plies) + 1)
        first, last = min(ticks[0], min(plies)), max(ticks[-1], max(plies) + 1)
        wide = max(1, math.ceil((last - first) / BINS))
        last = first + wide * math.ceil((last - first) / wide)
        bins = Counter(int((count - first) // wide) for count in plies)
        most = max(bins.values())

        def at(count: float) -> float:
            return left + (count - first) / (last - first) * (right - left)

        body = [self._across(at(tick), bottom, f"{tick:g}") for tick in ticks]
        for tick in _ticks(0, most):
            y = bottom - tick / most * (bottom - TOP)
            if y >= TOP - 1 and tick == int(tick):
                body.append(self._small(f"{tick:g}", left - 10, y + 4, text_anchor="end"))
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
        body.append(self._mark(at(statistics.median(plies) + 0.5), bottom))
        return self._card("length", bottom + 44, body)

    # -- strokes -----------------------------------------------------------------------------------------------------

    def _card(self, name: str, height: float, body: Iterable[Markup]) -> Markup:
        theme, words = self.theme, self.words
        title = words(f"arena_title_{name}")
        drawn = [
            element("rect", width=WIDTH, height=height, rx=14, fill=theme.paper),
            element("rect", x=10, y=10, width=WIDTH - 20, height=height - 20, rx=9, fill=theme.field),
            writing(title, EDGE, 46, 22, theme.ink, font_family=SERIF, text_anchor="start"),
            self._small(words(f"arena_note_{name}", count=len(self.tally.plies)), EDGE, 67, text_anchor="start"),
            *body,
        ]
        ids = Ids(drawn)
        return document(WIDTH, height, drawn, ids=ids, title=title)

    def _across(self, x: float, bottom: float, label: str) -> Markup:
        line = element("line", x1=x, x2=x, y1=TOP - 4, y2=bottom, stroke=self.theme.faint, stroke_width=1)
        return line + self._small(label, x, bottom + 19)

    def _mark(self, x: float, bottom: float) -> Markup:
        style: Style = {"stroke": self.theme.trail, "stroke_width": 2, "stroke_dasharray": "6 4"}
        return element("line", x1=x, x2=x, y1=TOP - 4, y2=bottom, **style)

    def _whisker(self, x1: float, y1: float, x2: float, y2: float) -> Markup:
        lines = [f"M{number(x1)} {number(y1)}H{number(x2)}", *(f"M{number(x)} {number(y2 - 6)}v12" for x in (x1, x2))]
        return element("path", d="".join(lines), stroke=self.theme.line, stroke_width=2, fill="none")

    def _cell(self, x: float, y: float, side: float, tall: float, fill: str) -> Markup:
        return element(
            "rect", x=x + 1.5, y=y + 1.5, width=side - 3, height=tall - 3, rx=4, fill=fill, stroke=self.theme.faint
        )

    def _name(self, name: str, x: float, y: float) -> Markup:
        half = LONGEST // 2
        shown = name if len(name) <= LONGEST else f"{name[: half - 1]}…{name[-half:]}"
        return writing(shown, x, y, NAMES, self.theme.ink, text_anchor="start", font_family=SERIF)

    def _figure(self, words: str, x: float, y: float, font_size: float = 15, **more: str | float | None) -> Markup:
        return writing(words, x, y, font_size, self.theme.ink, font_weight="normal", **more)

    def _small(self, words: str, x: float, y: float, fill: str = "", **more: str | float | None) -> Markup:
        return writing(words, x, y, 12, fill or self.theme.muted, font_weight="normal", font_family=SANS, **more)

    def _percent(self, share: float) -> str:
        is_extreme = 0 < share < 0.01 or 0.99 < share < 1
        return self.words("arena_percent", value=f"{100 * share:.{int(is_extreme)}f}")

    def _interval(self, share: Share) -> str:
        low, high = (100 * end for end in share.interval)
        return f"{self._percent(share.share)} [{low:.0f}–{high:.0f}]"


def _ticks(low: float, high: float, about: int = 6) -> Sequence[float]:
    """Round numbers inside a range, about so many."""
    rough = (high - low or 1) / about
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(factor * power for factor in (1, 2, 5, 10) if factor * power >= rough)
    return [round(index * step, 9) for index in range(math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9) + 1)]


def _mix(one: str, other: str, part: float) -> str:
    """A colour between two, written as #rrggbb."""
    pairs = ((int(one[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * part):02x}" for a, b in pairs)
