"""Clocks: set up by hand, seen by everybody, and over when time is up."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.players import XeQueoPlayer


def test_a_clock_is_set_up_runs_and_ends_the_match(visit: Visit) -> None:
    page = visit("/new/xequeo")
    host = XeQueoPlayer(page)
    clock = page.get_by_label(host.t("web_clock"), exact=True)
    expect(clock).to_have_value("none")
    clock.select_option(label=host.t("web_clock_move"))
    page.get_by_label(host.t("web_clock_seconds")).fill("4")
    expect(page.get_by_text(host.t("web_clock_about"))).to_be_visible()
    host.press("web_start")
    timers = page.get_by_role("timer")
    expect(timers).to_have_count(2)
    expect(timers.filter(has_text=re.compile(r"^0:0[0-4]$"))).to_have_count(2)
    expect(page.get_by_text(re.compile("wins on time|nobody wins")).first).to_be_visible(timeout=30_000)
