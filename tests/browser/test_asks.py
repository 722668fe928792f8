"""Asking each other: a move is taken back when the other agrees, and nobody who does not want to be asked is."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.house import House
from tests.browser.players import XeQueoPlayer


def test_a_match_with_a_clock_is_paused_and_called_off(visit: Visit, house: House) -> None:
    clock = {"kind": "fischer", "first": 600, "second": 5}
    made = house.make("xequeo", "here Anna", "here Bruno", options="first_placer=host", clock=clock)
    anna = XeQueoPlayer(visit(made.seat_path(0)))
    bruno = XeQueoPlayer(visit(made.seat_path(1)))
    expect(bruno.page.get_by_role("timer")).to_have_count(2)
    anna.press("web_menu")
    anna.press("web_ask_pause")
    expect(anna.page.get_by_text(anna.t("web_asked"))).to_be_visible()
    bruno.press("web_refuse")
    expect(anna.page.get_by_text(anna.t("web_refused"))).to_be_visible()
    anna.press("web_menu")
    anna.press("web_ask_pause")
    bruno.press("web_agree")
    expect(bruno.page.get_by_text(bruno.t("web_paused"))).to_be_visible()
    anna.press("web_play_on")
    expect(bruno.page.get_by_text(bruno.t("web_paused"))).to_have_count(0)
    bruno.press("web_menu")
    bruno.press("web_annul")
    bruno.press("web_annul")
    expect(anna.page.get_by_text(anna.t("end_annulled_all")).first).to_be_visible()
