"""The board workshop while it works: ``python -m benchmarks.workshop``, on a machine that is idle.

How soon the first figures of a rating are there, in a browser that has just opened the page; how soon the page
answers a press meanwhile; how two people at another table fare while boards are rated without a pause, and without;
and how long the whole rating takes, beside the command line in the same run. While the others move no browser is open:
its drawing would take the cores that visitors bring with them.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, Page, expect, sync_playwright
from rich.console import Console

from benchmarks.nuisance import Players, percentile
from ridotto.games.venise import board_names, load_board
from ridotto.i18n import Catalogue
from tests.browser.conftest import launch
from tests.server.house import Program

FIRST: Final = 2.0
"""Seconds until the first figures."""
PRESS: Final = 0.1
"""Seconds until the page answers a press."""
NOTICED: Final = 0.1
"""Seconds that a move at another table may take (p99) before somebody notices."""
LONGER: Final = 1.25
"""Times the command line's, for the whole rating."""
EN: Final = Catalogue("en")

# A press on a gem and what follows from it, until it has been drawn.
PRESSED: Final = """async (field) => {
    const place = document.querySelector(`[data-field="${field}"]`);
    const before = place.getAttribute('aria-pressed');
    const start = performance.now();
    place.click();
    while (place.getAttribute('aria-pressed') === before) await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    return (performance.now() - start) / 1000;
}"""


def open_board(browser: Browser, server: Program, board: str) -> Page:
    page = browser.new_context(locale="en").new_page()
    page.goto(f"http://127.0.0.1:{server.port}/workshop#board={board}")
    expect(page.locator(".verdict.good[aria-busy=false]")).to_be_visible(timeout=60_000)
    return page


def start_rating(page: Page) -> float:
    """Seconds until the first figures are there."""
    begun = time.monotonic()
    page.get_by_role("button", name=EN.text("ws_measure"), exact=True).click()
    page.locator(".gems dd").first.wait_for()
    return time.monotonic() - begun


def rate_whole(server: Program, board: str, is_over: threading.Event | None = None) -> float:
    """Seconds, over HTTP and piece by piece."""
    begun, answer = time.monotonic(), {"done": 0, "parts": 1}
    while answer["done"] < answer["parts"] and not (is_over and is_over.is_set()):
        answer = post(server, "/api/workshop/rate", {"code": load_board(board).code})
    return time.monotonic() - begun


def moves_beside_ratings(server: Program, seconds: float, boards: list[str]) -> list[float]:
    """How long moves take at another table while these boards are rated, one after the other."""
    is_over = threading.Event()
    with ThreadPoolExecutor(1) as pool:
        rated = [pool.submit(rate_whole, server, board, is_over) for board in boards]
        try:
            moves = moves_of(server, seconds)
            assert not rated[-1].done(), "there was nothing left to be rated"
        finally:
            is_over.set()
    return moves


def post(server: Program, path: str, body: object) -> Any:
    data = json.dumps(body).encode()
    request = urllib.request.Request(
        f"http://127.0.0.1:{server.port}{path}", data, {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def moves_of(server: Program, seconds: float) -> list[float]:
    """How long moves take at another table."""
    with Players(server) as players:
        time.sleep(seconds)
    assert not players.failures, players.failures
    return players.moves


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=40, help="at the other table, each time")
    parser.add_argument("--board", default="arsenale", choices=board_names(), help="to be rated as a whole")
    parser.add_argument("--no-whole", action="store_true", help="leave out the whole rating, which takes minutes")
    args = parser.parse_args()
    console, faults = Console(), []
    with tempfile.TemporaryDirectory() as folder, Program(Path(folder)) as server, sync_playwright() as playwright:
        browser = launch(playwright)
        firsts = []
        for board in board_names():
            page = open_board(browser, server, board)
            firsts.append(start_rating(page))
            page.context.close()
        console.print(f"first figures: median {percentile(firsts, 0.5):.2f} s, worst {max(firsts):.2f} s")
        if max(firsts) > FIRST:
            faults.append(f"the first figures took {max(firsts):.2f} s")

        page = open_board(browser, server, "night-advanced")
        start_rating(page)
        field = load_board("night-advanced").gems[0][0]
        presses = [page.evaluate(PRESSED, field) for _ in range(60)]
        console.print(
            f"a press while it rates: median {1000 * percentile(presses, 0.5):.0f} ms,"
            f" worst {1000 * max(presses):.0f} ms"
        )
        if max(presses) > PRESS:
            faults.append(f"a press took {1000 * max(presses):.0f} ms")
        browser.close()
        moves_of(server, 3)  # processes are started, and code is read for the first time
        quiet = moves_of(server, args.seconds)
        others = [board for board in board_names() if board != args.board]
        busy = moves_beside_ratings(server, args.seconds, others)
        for title, moves in (("alone", quiet), ("beside a rating", busy)):
            console.print(
                f"a move at another table, {title}: median {1000 * percentile(moves, 0.5):.0f} ms,"
                f" p99 {1000 * percentile(moves, 0.99):.0f} ms"
            )
        if (late := percentile(busy, 0.99)) > NOTICED:
            faults.append(f"a move at another table took {1000 * late:.0f} ms")
        if not args.no_whole:
            here = rate_whole(server, args.board)
            begun = time.monotonic()
            command = [sys.executable, "-m", "ridotto", "board", "rate", args.board, "--json"]
            subprocess.run(command, check=True, capture_output=True)
            there = time.monotonic() - begun
            console.print(
                f"the whole rating of {args.board}: {here:.0f} s, command line {there:.0f} s: {here / there:.2f}"
            )
            if here > LONGER * there:
                faults.append(f"the whole rating took {here / there:.2f} times as long as the command line's")
    console.print("\n".join(faults) or "All as it should be.")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
