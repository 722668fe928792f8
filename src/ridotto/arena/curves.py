"""A training as pictures: how well the network foretells, and how much is given away by playing with it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from ridotto.arena.chart import EDGE, TOP, WIDTH, Chart, Words, ticks
from ridotto.arena.training import Point
from ridotto.draw.svg import DAY, Markup, Theme, element, number

TALL: Final = 240.0


class Dot(NamedTuple):
    x: float
    y: float
    margin: float = 0.0


def draw(
    log: Sequence[Mapping[str, Any]], points: Sequence[Point], words: Words, theme: Theme = DAY
) -> dict[str, Markup]:
    """Every picture there is something to show in, by name."""
    pictures = {}
    charts = _Charts(words, theme)
    losses = {
        words(f"train_curve_{name}"): [Dot(line["targets"], line[name]) for line in log if _is_number(line.get(name))]
        for name in ("loss", "error")
    }
    if any(losses.values()):
        pictures["loss"] = charts.curves("loss", losses)
    given: dict[str, list[Dot]] = {}
    for point in points:
        for figure in point.figures:
            name = f"{figure.board.replace('x', '×')}, {words(f'exploit_how_{figure.how}')}"
            margin = figure.margin if figure.how != "exact" and math.isfinite(figure.margin) else 0.0
            given.setdefault(name, []).append(Dot(point.targets, figure.mean, margin))
    if given:
        pictures["exploitability"] = charts.curves("exploitability", given)
    return pictures


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and math.isfinite(value)


class _Charts(Chart):
    def curves(self, name: str, curves: Mapping[str, Sequence[Dot]]) -> Markup:
        """Dots joined by lines; what lies across is the number of targets, each doubling as wide as the last."""
        theme = self.theme
        dots = [dot for curve in curves.values() for dot in curve]
        left, right, bottom = EDGE + 50.0, WIDTH - EDGE - 16.0, TOP + TALL
        first, last = (math.log2(max(1, pick(dot.x for dot in dots))) for pick in (min, max))
        high = max(dot.y + dot.margin for dot in dots) or 1.0
        scale = ticks(0, high)
        high = max(high, scale[-1])

        def at(targets: float) -> float:
            return left + (math.log2(max(1, targets)) - first) / (last - first or 1) * (right - left)

        def up(value: float) -> float:
            return bottom - value / high * TALL

        doublings = range(math.ceil(first), math.floor(last) + 1)
        body = [self.across(at(2**power), bottom, _short(2**power)) for power in doublings]
        body += [self.small(f"{tick:g}", left - 10, up(tick) + 4, text_anchor="end") for tick in scale]
        for row, (label, curve) in enumerate(curves.items()):
            colour = (theme.accent, theme.trail, theme.gold)[row % 3]
            body += self._curve([Dot(at(dot.x), up(dot.y), dot.margin / high * TALL) for dot in curve], colour)
            y = bottom + 44 + 20 * row
            body.append(element("circle", cx=left, cy=y - 4, r=5, fill=colour))
            body.append(self.small(label, left + 14, y, text_anchor="start"))
        words = self.words
        height = bottom + 44 + 20 * len(curves) + 12
        return self.card(words(f"train_title_{name}"), words(f"train_note_{name}"), height, body)

    def _curve(self, dots: Sequence[Dot], colour: str) -> Iterable[Markup]:
        way = " ".join(f"{number(dot.x)},{number(dot.y)}" for dot in dots)
        yield element("polyline", points=way, fill="none", stroke=colour, stroke_width=2)
        for dot in dots:
            if dot.margin:
                yield element(
                    "line",
                    x1=dot.x,
                    x2=dot.x,
                    y1=dot.y - dot.margin,
                    y2=dot.y + dot.margin,
                    stroke=colour,
                    stroke_width=2,
                )
            yield element("circle", cx=dot.x, cy=dot.y, r=4, fill=colour)


def _short(count: int) -> str:
    return f"{count / 1e6:.3g}M" if count >= 1e6 else f"{count / 1e3:.3g}k" if count >= 1e3 else str(count)
