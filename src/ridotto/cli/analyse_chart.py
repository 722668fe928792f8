"""The picture of an analysis: what was believed of each seat, and who stood better, move by move."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import Final

from ridotto.bots.reading import Reading
from ridotto.cli.analyse_words import card_name, exactness
from ridotto.draw.svg import DAY, SERIF, Ids, Markup, Theme, document, element, group, number, shift, writing
from ridotto.draw.xequeo import LOOKS
from ridotto.games.xequeo.board import LETTERS
from ridotto.games.xequeo.moves import HIDDEN
from ridotto.i18n import Catalogue

LEFT: Final = 66.0
RIGHT: Final = 26.0
WIDTH: Final = 860.0
NARROW: Final = 48.0
"""From one move to the next, at least; long rounds make the picture wider."""
BAND: Final = 124.0
"""The height of one chart."""
GAP: Final = 52.0
"""Between two charts: room for a title and a remark."""
HEAD: Final = 104.0
FOOT: Final = 66.0
ROUND: Final = HEAD + 3 * BAND + 2 * GAP + FOOT
READABLE: Final = 0.12
"""A band of at least this share has its letter in it."""
SAME: Final = 0.01
"""Changes up to this are not worth a new letter or number."""


def chart(readings: Sequence[Reading], names: Sequence[str], say: Catalogue, theme: Theme = DAY) -> Markup:
    longest = max(len(reading.plies) for reading in readings) + 1
    width = max(WIDTH, LEFT + NARROW * longest + RIGHT)
    height = ROUND * len(readings)
    body = [element("rect", width=width, height=height, fill=theme.paper)]
    for index, reading in enumerate(readings):
        drawing = _Round(reading, names, say, theme, width)
        body.append(group(drawing.parts(), transform=shift(0, ROUND * index)))
    title = say.text("chart_title", names=" – ".join(names))
    return document(width, height, body, ids=Ids(readings), title=title)


class _Round:
    def __init__(self, reading: Reading, names: Sequence[str], say: Catalogue, theme: Theme, width: float) -> None:
        self.reading, self.names, self.say, self.theme, self.width = reading, names, say, theme, width
        self.right = width - RIGHT
        step = (self.right - LEFT) / (len(reading.plies) + 1)
        self.edges = [LEFT + step * index for index in range(len(reading.plies) + 2)]
        """Between two of them something was believed; at all but the first and the last a move was made."""

    def parts(self) -> list[Markup]:
        reading, say, theme = self.reading, self.say, self.theme
        heading = say.text("heading_round", round=reading.played.number)
        tops = [HEAD + (BAND + GAP) * index for index in range(3)]
        parts = [
            self._words(heading, LEFT, 34, 22, theme.ink, font_family=SERIF, font_weight="bold"),
            *(
                self._words(line, LEFT, 54 + 15 * index, 12, theme.muted)
                for index, line in enumerate(exactness(reading, say).splitlines())
            ),
            *self._beliefs(0, tops[0]),
            *self._beliefs(1, tops[1]),
            *self._values(tops[2]),
        ]
        for ply, x in zip(reading.plies, self.edges[1:], strict=False):
            color = theme.ink if ply.is_expected else theme.trail
            bottom = tops[2] + BAND
            parts.append(writing(f"{ply.move}{'' if ply.is_expected else ' *'}", x, bottom + 22, 13, color))
            parts.append(writing(self.names[ply.seat][:7], x, bottom + 38, 10, theme.muted, font_weight="normal"))
        line = {"x1": 0, "x2": self.width, "y1": ROUND, "y2": ROUND}
        return [*parts, element("line", **line, stroke=theme.faint, stroke_width=2)]

    def _words(self, words: str, x: float, y: float, size: float, fill: str, **style: str) -> Markup:
        return writing(words, x, y, size, fill, **{"text_anchor": "start", "font_weight": "normal"} | style)

    def _frame(self, title: str, marks: Sequence[tuple[float, str]], top: float) -> list[Markup]:
        theme = self.theme
        parts = [
            self._words(title, LEFT, top - 10, 13, theme.ink, font_weight="bold"),
            element("rect", x=LEFT, y=top, width=self.right - LEFT, height=BAND, fill=theme.field),
        ]
        for share, label in marks:
            y = top + BAND * (1 - share)
            parts.append(element("line", x1=LEFT - 4, x2=self.right, y1=y, y2=y, stroke=theme.faint))
            parts.append(writing(label, LEFT - 9, y + 4, 11, theme.muted, text_anchor="end", font_weight="normal"))
        return parts

    def _moves(self, top: float) -> list[Markup]:
        """A thin line where each move was made."""
        lines = "".join(f"M{number(x)} {number(top)}v{number(BAND)}" for x in self.edges[1:-1])
        return (
            [element("path", d=lines, stroke=self.theme.line, stroke_width=0.7, stroke_dasharray="2 3")]
            if lines
            else []
        )

    def _beliefs(self, seat: int, top: float) -> list[Markup]:
        """Bands as high as each piece was likely; a belief holds until the next move.

        The true piece lies at the bottom in its full colour: how high it rises is how well it was guessed.
        """
        reading, say, theme = self.reading, self.say, self.theme
        piece = reading.played.choices[seat]
        title = say.text("chart_belief", name=self.names[seat], piece=card_name(piece, say))
        parts = self._frame(title, [(share, say.percent(share)) for share in (0, 0.5, 1)], top)
        beliefs = [reading.prior[seat], *(ply.beliefs[seat] for ply in reading.plies)]
        order = sorted(range(len(beliefs[0])), key=lambda p: (p != piece, p))
        before: Sequence[float] = ()
        for belief, (x, end) in zip(beliefs, pairwise(self.edges), strict=True):
            is_new = not before or max(abs(a - b) for a, b in zip(before, belief, strict=True)) > SAME
            before = belief
            levels = accumulate((belief[p] for p in order), initial=0.0)
            for p, (low, high) in zip(order, pairwise(levels), strict=True):
                is_full = piece in (p, HIDDEN)
                y, tall = top + BAND * (1 - high), BAND * (high - low)
                if tall < 0.2:
                    continue
                box = {"x": x, "y": y, "width": end - x, "height": tall}
                parts.append(element("rect", **box, fill=LOOKS[p].fill, fill_opacity=1 if is_full else 0.45))
                parts.append(
                    element("path", d=f"M{number(x)} {number(y)}H{number(end)}", stroke=theme.line, stroke_width=0.7)
                )
                if is_new and high - low >= READABLE:
                    ink = LOOKS[p].ink if is_full else theme.ink
                    parts.append(writing(LETTERS[p], (x + end) / 2, y + tall / 2 + 4.5, 13, ink))
        return parts + self._moves(top) + self._giveaway(seat, top)

    def _giveaway(self, seat: int, top: float) -> list[Markup]:
        index = self.reading.giveaway(seat)
        if index is None:
            return []
        ply, x, color = self.reading.plies[index], self.edges[index + 1], self.theme.trail
        words = self.say.text("chart_giveaway", move=str(ply.move), bits=self.say.number(ply.told, 1))
        anchor = "start" if x < LEFT + 110 else "end" if x > self.right - 110 else "middle"
        return [
            element("path", d=f"M{number(x)} {number(top)}v{number(BAND)}", stroke=color, stroke_width=3),
            element("path", d=f"M{number(x)} {number(top + BAND + 1)}l-6 9h12z", fill=color),
            writing(words, x, top + BAND + 23, 11, color, text_anchor=anchor),
        ]

    def _values(self, top: float) -> list[Markup]:
        reading, theme = self.reading, self.theme
        title = self.say.text("chart_value", name=self.names[0])
        parts = self._frame(title, [(0, "−1"), (0.5, "0"), (1, "+1")], top)
        values = [ply.value for ply in reading.plies]
        if reading.played.winner is not None and len(reading.plies) == len(reading.played.moves):
            values.append(1.0 if reading.played.winner == 0 else -1.0)
        middle, path, before = top + BAND / 2, "", None
        for value, (x, end) in zip(values, pairwise(self.edges), strict=False):
            y = top + BAND * (1 - value) / 2
            box = {"x": x, "y": min(y, middle), "width": end - x, "height": abs(y - middle)}
            parts.append(element("rect", **box, fill=theme.accent if value > 0 else theme.trail, fill_opacity=0.25))
            path += f"{'L' if path else 'M'}{number(x)} {number(y)}H{number(end)}"
            if before is None or abs(value - before) >= SAME:
                at = y - 6 if value < 0.8 else y + 16
                parts.append(writing(f"{value:+.2f}".replace("-", "−"), (x + end) / 2, at, 11, theme.ink))
            before = value
        return [*parts, *self._moves(top), element("path", d=path, fill="none", stroke=theme.ink, stroke_width=2)]
