"""The elements that drawings are made of."""

from __future__ import annotations

from ridotto.draw.svg import element, number


def test_numbers_are_short() -> None:
    assert [number(value) for value in (12, 0.5, -3.14159, -0.001, 100.0, 0)] == ["12", "0.5", "-3.14", "0", "100", "0"]


def test_elements() -> None:
    assert element("a", "x", stroke_width=1.50, class_='"', href=None) == '<a stroke-width="1.5" class="&quot;">x</a>'
    assert element("a") == "<a/>"
