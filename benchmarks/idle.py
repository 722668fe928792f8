"""What a page costs while nobody does anything: the share of a core that the browser takes, for every page and state.

``python -m benchmarks.idle [--scenes venise_match] [--only xequeo home]``. The states are those the browser tests look
at. Chromium draws by software here, as without a graphics card; processor time is counted, not waited, so that other
work hardly disturbs it.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import CDPSession, Page, sync_playwright
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from tests.browser.conftest import Visit, launch
from tests.browser.house import House
from tests.browser.test_looks import SCENES
from tests.language.pseudo import put_up

GOAL = 3.0
"""Percent of a core."""


def processor_seconds(session: CDPSession) -> float:
    """Of the browser and all its processes, since they began."""
    return float(sum(each["cpuTime"] for each in session.send("SystemInfo.getProcessInfo")["processInfo"]))


def idle_share(session: CDPSession, visit: Visit, page: Page, quiet: float, seconds: float) -> float:
    """Percent of a core for this page, `quiet` seconds after anything was done; all others hold still.

    Garbage is collected first: it is what getting here left, not what staying costs.
    """
    for context in visit.contexts:
        for other in context.pages:
            other.emulate_media(reduced_motion="no-preference" if other is page else "reduce")
            other.request_gc()
    page.wait_for_timeout(1000 * quiet)
    before, start = processor_seconds(session), time.monotonic()
    page.wait_for_timeout(1000 * seconds)
    share = 100 * (processor_seconds(session) - before) / (time.monotonic() - start)
    page.emulate_media(reduced_motion="reduce")
    return share


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    names = [scene.__name__ for scene in SCENES]
    parser.add_argument("--scenes", nargs="+", choices=names, default=names, help="only these parts of the house")
    parser.add_argument("--only", nargs="+", default=[""], help="states whose name begins with one of these")
    parser.add_argument("--quiet", type=float, default=11, help="seconds to hold still first")
    parser.add_argument("--seconds", type=float, default=5, help="seconds to measure")
    args = parser.parse_args()
    shares: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        house = House(Path(folder), environment={"PYTHONPATH": str(put_up(Path(folder))), "RIDOTTO_GALLERY": "1"})
        house.start()
        browser = launch(playwright)
        # One for all: beginning and ending one costs the browser as much as a second of idling may.
        session = browser.new_browser_cdp_session()
        try:
            for scene in (each for each in SCENES if each.__name__ in args.scenes):
                visit = Visit(browser, house)
                for name, page in scene(visit, house):
                    if name.startswith(tuple(args.only)):
                        shares[name] = idle_share(session, visit, page, args.quiet, args.seconds)
                        print(f"{name}: {shares[name]:.1f} %", file=sys.stderr)
                for context in visit.contexts:
                    context.close()
        finally:
            browser.close()
            house.stop()
    table = Table("page", "share of a core", "goal", box=SIMPLE_HEAD)
    for name, share in sorted(shares.items(), key=lambda item: -item[1]):
        table.add_row(name, f"{share:.1f} %", f"≤ {GOAL:.0f} %")
    Console().print(table)
    sys.exit(any(share > GOAL for share in shares.values()))


if __name__ == "__main__":
    main()
