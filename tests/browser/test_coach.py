"""A first game is coached, hints lie on the board, and the rules are at hand without leaving the table."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from ridotto.i18n import LANGUAGES
from tests.browser.conftest import Visit
from tests.browser.house import House
from tests.browser.looks import switch
from tests.browser.players import Player, XeQueoPlayer
from tests.browser.test_xequeo import POSITION

RING = "first_placer=host"


def expect_advice(page: Page, advice: str) -> None:
    """Beside the board or, on a phone, below it: only one of them is seen."""
    expect(page.locator(f'[data-advice="{advice}"]').filter(visible=True)).to_have_count(1)


def expect_none(page: Page) -> None:
    expect(page.locator("[data-advice]").filter(visible=True)).to_have_count(0)


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_first_game_is_coached_until_dismissed(visit: Visit, house: House, size: str) -> None:
    page = visit(house.make("xequeo", "here Anna", "bot greedy", options=f"{RING} rings=2").seat_path(0), size=size)
    anna = XeQueoPlayer(page)
    expect_advice(page, "xq_ring")
    expect(page.get_by_text(anna.t("coach_xq_ring_now")).filter(visible=True)).to_have_count(1)
    # The aim is read without a press, and names as many rings as are played for.
    aim = "aim_short_xequeo" if size == "phone" else "aim_xequeo"
    expect(page.get_by_text(anna.t(aim, count=2)).filter(visible=True)).to_have_count(1)
    anna.lay_ring()
    expect_advice(page, "xq_choose")
    anna.press("web_coach_off")
    expect_none(page)
    # Nor does it come back at another table, until it is asked for.
    page.goto(house.make("xequeo", "here Anna", "bot greedy", options=RING).seat_path(0))
    expect(anna.points("xq_a_lay").first).to_be_visible()
    expect_none(page)
    anna.menu.click()
    anna.press("web_coach_is_off")
    page.keyboard.press("Escape")
    expect_advice(page, "xq_ring")


@pytest.mark.parametrize("size", ["phone", "barred", "small", "lying", "zoomed"])
def test_advice_is_read_without_a_press(visit: Visit, house: House, size: str) -> None:
    """In every language: nothing of it is cut off, and after a round it begins with who won."""
    made = house.make("xequeo", "here Anna", "here Bruno", options=f'rings=2 "position={POSITION}"')
    anna, bruno = XeQueoPlayer(visit(made.seat_path(0), size=size)), XeQueoPlayer(visit(made.seat_path(1)))

    def expect_whole() -> None:
        for language in LANGUAGES:
            switch(anna.page, language, size, "day")
            told = anna.page.locator(".ticker .told")
            expect(told.locator("i")).to_be_visible()
            assert told.evaluate("node => node.scrollHeight <= node.clientHeight + 1"), told.text_content()
        switch(anna.page, "en", size, "day")

    expect_advice(anna.page, "xq_choose")
    expect_whole()
    for player, letter in ((anna, "R"), (bruno, "G")):
        player.choose(letter)
    expect_advice(anna.page, "xq_play")
    expect_whole()
    # While the game asks something itself, nothing else is advised.
    anna.cry.click()
    expect_advice(anna.page, "")
    anna.press("xq_not_yet")
    expect_advice(anna.page, "xq_play")
    anna.go("R", "c5")
    bruno.go("G", "f2")
    expect_advice(anna.page, "xq_enter")
    expect_whole()
    anna.enter("R", "d4")
    bruno.lay_ring()
    expect_advice(anna.page, "xq_choose")
    expect(anna.page.locator(".ticker")).to_contain_text(anna.t("coach_xq_won", round=1))
    expect_whole()


def test_each_advice_is_given_three_times(visit: Visit, house: House) -> None:
    page = visit("/")
    anna = XeQueoPlayer(page)
    for _ in range(3):
        page.goto(house.make("xequeo", "here Anna", "bot greedy", options=RING).seat_path(0))
        expect_advice(page, "xq_ring")
    page.goto(house.make("xequeo", "here Anna", "bot greedy", options=RING).seat_path(0))
    expect(anna.points("xq_a_lay").first).to_be_visible()
    expect(anna.button("web_menu")).to_be_visible()
    expect_none(page)
    # What was not said so often is said still.
    anna.lay_ring()
    expect_advice(page, "xq_choose")


def test_rules_lie_over_the_table_at_the_right_section_and_back_closes_them(visit: Visit, house: House) -> None:
    page = visit(house.make("xequeo", "here Anna", "bot greedy", options=RING).seat_path(0))
    anna = XeQueoPlayer(page)
    expect_advice(page, "xq_ring")
    address = page.url
    anna.press("web_coach_more")
    rules = page.get_by_role("dialog", name=anna.t("web_rules_of", game="Xe Queo!"))
    expect(rules.locator("#title-round")).to_be_in_viewport()
    expect(rules.locator("#title-idea")).not_to_be_in_viewport()
    assert len(page.context.pages) == 1
    page.go_back()
    expect(rules).to_have_count(0)
    assert page.url == address
    expect(anna.points("xq_a_lay").first).to_be_visible()


@pytest.mark.parametrize("way", ["web_menu", "web_people", "web_moves"])
def test_back_closes_a_sheet_and_stays_at_the_table(visit: Visit, house: House, way: str) -> None:
    page = visit("/", size="phone")
    anna = XeQueoPlayer(page)
    page.goto(house.make("xequeo", "here Anna", "bot greedy", options=RING).seat_path(0))
    anna.button(way).first.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(anna.menu).to_be_visible()
    # A sheet that was closed by hand, and one that another took the place of, leave nothing behind.
    anna.menu.click()
    anna.press("web_resign")
    anna.press("web_cancel")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.wait_for_function("() => history.state?.isSheet !== true")
    page.go_back()
    expect(anna.button("web_play_bot").first).to_be_visible()


def test_an_invitation_tells_the_aim_and_has_the_rules(visit: Visit, house: House) -> None:
    page = visit(house.make("venise", "here Anna", "link").invite_path(1))
    guest = Player(page)
    expect(page.get_by_text(guest.t("aim_venise"))).to_be_visible()
    guest.press("web_rules")
    expect(page.get_by_role("dialog").locator("#title-idea")).to_be_visible()
    page.go_back()
    expect(guest.button("web_sit")).to_be_visible()


def test_a_hint_leaves_the_board_free(visit: Visit, house: House) -> None:
    """It stands beside the board, its figures come on request, and whoever wants to do something else does it."""
    page = visit(house.make("xequeo", "here Anna", "bot greedy", options=RING).seat_path(0))
    anna = XeQueoPlayer(page)
    expect(anna.points("xq_a_lay").first).to_be_visible()
    anna.press("web_hint")
    note = page.get_by_role("region", name=anna.t("web_hint"))
    expect(note.get_by_role("button", name=anna.t("web_hint_do"))).to_be_visible(timeout=60_000)
    expect(note).to_contain_text(anna.t("web_hint_lead"))
    expect(page.get_by_role("dialog")).to_have_count(0)
    figures = note.get_by_text(re.compile("%"))
    expect(figures.first).to_be_hidden()
    note.get_by_text(anna.t("web_hint_odds")).click()
    expect(figures.first).to_be_visible()
    anna.lay_ring()
    expect(note).to_have_count(0)
