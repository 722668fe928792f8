"""docs/boards.md tells what the board files say. ``python -m tests.venise.test_boards_page`` writes its table anew."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from ridotto.games.venise import board_names, load_board
from ridotto.games.venise.boards import SHIPPED

PAGE = Path(__file__).parents[2] / "docs" / "boards.md"
BEGIN, END = "<!-- table -->\n", "<!-- end -->\n"


def table() -> str:
    lines = [
        "| board | name | side | hourglasses alone, 2 / 3 / 4 players | first ways to a gem: cost, number"
        " | wanted by all four / three / two | who begins wins, 2 / 3 / 4 players | rounds |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for name in sorted(board_names(), key=lambda name: (load_board(name).side, _costs(name))):
        board, rating = load_board(name), _rating(name)
        ways = rating["routes"]["red"].values()
        wanted = [len(colours) for colours in rating["bottlenecks"].values()]
        balance = rating["balance"].values()
        first = [tally["first"] for tally in balance]
        lines.append(
            f"| `{name}` | {board.name} | {board.side} | {' / '.join(map(str, _costs(name)))} | "
            f"{min(way['cost'] for way in ways)}–{max(way['cost'] for way in ways)}, "
            f"{min(way['ways'] for way in ways)}–{max(way['ways'] for way in ways)} | "
            f"{wanted.count(4)} / {wanted.count(3)} / {wanted.count(2)} | "
            + " / ".join(f"{low:.0%}–{high:.0%}" for _, low, high in first)
            + f" | {' / '.join(str(tally['rounds']) for tally in balance)} |"
        )
    return "\n".join(lines) + "\n"


def _rating(name: str) -> Any:
    return tomllib.loads((SHIPPED / f"{name}.toml").read_text("utf-8"))["rating"]


def _costs(name: str) -> tuple[int, ...]:
    return tuple(costs["red"][1] for costs in _rating(name)["cost"].values())


def page() -> str:
    text = PAGE.read_text("utf-8")
    before, after = text.split(BEGIN)[0], text.split(END)[1]
    return before + BEGIN + table() + END + after


def test_the_page_of_boards_is_true() -> None:
    assert PAGE.read_text("utf-8") == page()


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
