"""How colours look to whoever sees all of them or only some."""

from __future__ import annotations

# What the three kinds of dichromats see, for linear RGB: Machado, Oliveira and Fernandes (2009), severity 1.
SIGHT = {
    "all cones": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no L cones": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "no M cones": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "no S cones": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}


TO_XYZ = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))


WHITE = (0.95047, 1.0, 1.08883)


Triple = tuple[float, float, float]


def linear(colour: str) -> Triple:
    r, g, b = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return tuple(c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (r, g, b))  # type: ignore[return-value]


def times(matrix: tuple[tuple[float, ...], ...], vector: Triple) -> Triple:
    return tuple(sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)  # type: ignore[return-value]


def lab(rgb: Triple) -> Triple:
    clipped: Triple = tuple(min(1, max(0, c)) for c in rgb)  # type: ignore[assignment]
    ratios = [value / white for value, white in zip(times(TO_XYZ, clipped), WHITE, strict=True)]
    x, y, z = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in ratios)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def contrast(a: str, b: str) -> float:
    """As WCAG 2 defines it."""
    low, high = sorted(times(TO_XYZ, linear(colour))[1] for colour in (a, b))
    return (high + 0.05) / (low + 0.05)
