"""The rules of movement once more, as slowly and plainly as they can be said, to check the fast ones against."""

from __future__ import annotations

Point = tuple[int, int]


def far(point: Point, ring: Point) -> int:
    return (point[0] - ring[0]) ** 2 + (point[1] - ring[1]) ** 2


def around(point: Point) -> list[tuple[Point, Point]]:
    """Each neighbouring point, and the one right behind it."""
    x, y = point
    return [
        ((x + dx, y + dy), (x + 2 * dx, y + 2 * dy)) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)
    ]


def ends(piece: Point, others: set[Point], points: set[Point], ring: Point) -> set[Point]:
    steps = {near for near, _ in around(piece) if near in points - others}
    jumps: set[Point] = set()
    todo = [piece]
    while todo:
        for near, behind in around(todo.pop()):
            if near in others and behind in points - others and behind not in jumps:
                jumps.add(behind)
                todo.append(behind)
    return {end for end in steps | jumps if far(end, ring) < far(piece, ring)}


def count(pieces: list[Point], points: set[Point], ring: Point, depth: int) -> int:
    if depth == 0:
        return 1
    total = 0
    for index, piece in enumerate(pieces):
        others = set(pieces[:index] + pieces[index + 1 :])
        for end in ends(piece, others, points, ring) - {ring}:
            total += count([*pieces[:index], end, *pieces[index + 1 :]], points, ring, depth - 1)
    return total
