"""Clocks: set up by hand, seen by everybody, and over when time is up."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import SIZES, Visit
from tests.browser.house import House
from tests.browser.looks import faults
from tests.browser.players import XeQueoPlayer

TIMES = """() => [...document.querySelectorAll('[role=timer] > *')].map(time => {
    const range = document.createRange();
    range.selectNodeContents(time);
    return [getComputedStyle(time).contain, range.getBoundingClientRect().width <= time.clientWidth + 1];
})"""
"""Whether a time is laid out by itself, so that a second costs next to nothing; and whether it fits into its box."""


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
    expect(page.get_by_text(re.compile("wins on time|nobody wins")).first).to_be_visible(timeout=120_000)


@pytest.mark.parametrize("people", [2, 4])
def test_clocks_leave_room_for_what_is_said(visit: Visit, house: House, people: int) -> None:
    clock = {"kind": "fischer", "first": 7200, "second": 5}
    seats = [f"here {name}" for name in ("Anna", "Bruno", "Carla", "Dino")[:people]]
    page = visit(house.make("venise", *seats, options="first=0", clock=clock).seat_path(0), size="small")
    expect(page.get_by_role("timer")).to_have_count(people)
    expect(page.locator('.ticker [data-advice^="ve_"]')).to_be_visible()
    expect(page.locator(".toasts button")).to_have_count(0)
    for size in ("small", "barred", "tablet", "lying", "zoomed"):
        width, height = SIZES[size]
        page.set_viewport_size({"width": width, "height": height})
        assert not [fault for fault in faults(page) if "sideways" in fault or "cut off" in fault], size
        assert page.evaluate(TIMES) == [["strict", True]] * people, size
        clocks, told = page.locator("header ul").bounding_box(), page.locator(".ticker .line").bounding_box()
        assert clocks
        assert told
        is_beside = clocks["x"] + clocks["width"] <= told["x"]
        assert is_beside or clocks["y"] + clocks["height"] <= told["y"], size
