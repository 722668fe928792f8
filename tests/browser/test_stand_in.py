"""Somebody stays away: they are asked to come, a bot plays, and the seat is theirs again when they are back."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import SCREENSHOTS, Visit
from tests.browser.house import House
from tests.browser.listening import EARS
from tests.browser.looks import ALL, barriers, faults, switch
from tests.browser.players import Host, VenisePlayer

PATIENCE = 60_000


def test_a_bot_plays_until_they_are_back(visit: Visit, house: House) -> None:
    made = house.make("venise", "here Anna", "here Bruno", options="first=1", wait=1)
    anna = VenisePlayer(visit(made.seat_path(0), prepare=lambda page: page.context.add_init_script(f"({EARS})()")))
    bruno = VenisePlayer(visit(made.seat_path(1)))
    page, call = anna.page, anna.button("web_call")
    bruno.expect_turn()
    expect(call).to_have_count(0)
    bruno.page.goto("about:blank")
    expect(call).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_role("status").filter(has_text=anna.t("web_gone", name="Bruno"))).to_be_visible()
    assert any(anna.t("web_gone", name="Bruno") in text for text in page.evaluate("window.heard"))
    for size, theme in (("phone", "night"), ("desktop", "day")):
        for language in reversed(ALL):
            switch(page, language, size, theme)
            assert faults(page) == [], language
        assert barriers(page) == []
        page.screenshot(path=SCREENSHOTS / f"away-{size}-{theme}-en.png")
    call.click()
    expect(page.get_by_text(anna.t("web_call_sent", name="Bruno"))).to_be_visible()
    anna.press("web_stand_in")
    anna.expect_turn()
    expect(page.locator("p.strip")).to_have_text(f"Bruno: {anna.t('web_stood_in')}")
    heard = page.get_by_role("log", name=anna.t("web_moves"))
    expect(heard).to_contain_text(f"Bruno: {anna.t('web_stood_in')}")
    expect(anna.button("web_hint")).to_have_count(0)
    bruno.page.goto(made.path)
    expect(page.locator("p.strip")).to_have_count(0, timeout=PATIENCE)
    expect(bruno.page.locator(".toast")).to_have_text(bruno.t("web_stood_in_back"))


def test_how_long_is_said_when_a_table_is_set_up(visit: Visit) -> None:
    page = visit("/new/xequeo")
    host = Host(page)
    wait = page.get_by_role("combobox", name=host.t("web_wait"), exact=True)
    expect(page.get_by_label(host.t("web_clock"), exact=True)).to_be_visible()
    expect(wait).to_have_count(0)
    page.get_by_label(host.t("web_seat_kind")).nth(1).select_option("link")
    expect(wait).to_have_value("900")
    wait.select_option("3600")
    expect(page.get_by_text(host.t("web_wait_about", time="1 hour"))).to_be_visible()
    for language in ALL:
        switch(page, language, "phone", "day")
        assert faults(page) == [], language
    switch(page, "en", "desktop", "day")
    page.get_by_label(host.t("web_clock"), exact=True).select_option("move")
    expect(wait).to_have_count(0)
    page.get_by_label(host.t("web_clock"), exact=True).select_option("none")
    host.press("web_start")
    page.wait_for_url("**/t/*")
    about = host.t("web_wait_about", time="1 hour")
    expect(page.get_by_text(about)).to_be_visible()
    expect(visit(host.invitation()).get_by_text(about)).to_be_visible()
