"""What the browser table costs: bytes and time of the first page, and how long a move takes to the other browser.

``python -m benchmarks.web``, on a machine with Chromium that has nothing else to do. A real server, real browsers with
cold caches, all on this machine: what a network adds comes on top.
"""

from __future__ import annotations

import argparse
import re
import statistics
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, expect, sync_playwright
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from tests.browser.conftest import launch
from tests.browser.house import House
from tests.browser.players import XeQueoPlayer

USABLE = """
new MutationObserver((_, observer) => {
    if (!document.querySelector('button.primary')) return;
    observer.disconnect();
    requestAnimationFrame(() => { window.usable = performance.now(); });
}).observe(document, { subtree: true, childList: true });
"""
CLOCKS = """
const now = () => performance.timeOrigin + performance.now();
addEventListener('click', () => { window.pressed = now(); }, true);
new MutationObserver(changes => {
    if (changes.some(({ target }) => target.dataset?.square)) window.shown ??= now();
}).observe(document, { subtree: true, attributes: true, attributeFilter: ['aria-label'] });
"""


def percentile(values: list[float], part: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * part))]


@contextmanager
def fresh(browser: Browser, house: House, script: str) -> Iterator[Page]:
    context = browser.new_context(base_url=house.address, reduced_motion="reduce", locale="en")
    context.add_init_script(script)
    yield context.new_page()
    context.close()


def first_page(browser: Browser, house: House, times: int) -> tuple[int, list[float], list[float]]:
    """Bytes over the wire, and milliseconds until the page can be used, cold and again."""
    size = 0
    cold: list[float] = []
    warm: list[float] = []
    for _ in range(times):
        with fresh(browser, house, USABLE) as page:
            sizes: list[float] = []
            network = page.context.new_cdp_session(page)
            network.send("Network.enable")
            network.on("Network.loadingFinished", lambda event, sizes=sizes: sizes.append(event["encodedDataLength"]))
            for found in (cold, warm):
                page.goto("/")
                page.wait_for_function("() => window.usable")
                page.wait_for_load_state("networkidle")
                found.append(page.evaluate("usable"))
                size = size or round(sum(sizes))
    return size, cold, warm


def latencies(browser: Browser, house: House, tables: int) -> list[float]:
    """Milliseconds from a press in one browser until the other one shows the move."""
    found = []
    for _ in range(tables):
        made = house.make("xequeo", "here Anna", "here Bruno", options='"position=R5O/1B5/7/3*3/7/2W4/YV4G 0"')
        with fresh(browser, house, CLOCKS) as one, fresh(browser, house, CLOCKS) as two:
            players = []
            for seat, page in enumerate((one, two)):
                page.goto(made.seat_path(seat))
                players.append(XeQueoPlayer(page))
            for player, letter in zip(players, "RG", strict=True):
                player.choose(letter)
            for turn in range(8):
                mover, other = players[turn % 2], players[1 - turn % 2]
                movable = mover.points("xq_a_can_move")
                expect(movable.first).to_be_visible()
                movable.nth(turn % movable.count()).click()
                goal = mover.board.get_by_role("gridcell", name=re.compile(mover.t("xq_a_target"))).first
                if mover.t("xq_a_ring") in (goal.get_attribute("aria-label") or ""):
                    break
                other.page.evaluate("window.shown = undefined")
                goal.click()
                shown = other.page.wait_for_function("() => window.shown").json_value()
                found.append(shown - mover.page.evaluate("pressed"))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=9, help="how often the first page is loaded")
    parser.add_argument("--tables", type=int, default=8, help="how many tables moves are timed at")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        house = House(Path(folder))
        house.start()
        browser = launch(playwright)
        try:
            size, cold, warm = first_page(browser, house, args.times)
            moves = latencies(browser, house, args.tables)
        finally:
            browser.close()
            house.stop()
    table = Table(box=SIMPLE_HEAD)
    for title in ("what", "median", "95 %", "goal"):
        table.add_column(title, justify="left" if title == "what" else "right")
    table.add_row("first page, bytes over the wire", f"{size / 1000:.1f} kB", "", "< 150 kB")
    for what, values, goal in (
        ("first page, until it can be used", cold, "< 1000 ms"),
        ("the same, visited before", warm, ""),
        (f"a move, from press to the other browser ({len(moves)} moves)", moves, "< 50 ms"),
    ):
        table.add_row(what, f"{statistics.median(values):.0f} ms", f"{percentile(values, 0.95):.0f} ms", goal)
    Console().print(table)


if __name__ == "__main__":
    main()
