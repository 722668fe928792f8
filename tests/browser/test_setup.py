"""Setting up a table: boards that say how hard and how fair they are, bots with marks, a template; plain rules."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import expect

from ridotto.games.venise.boards import parse_board, shipped_boards
from tests.browser.conftest import Visit
from tests.browser.players import Player

TEMPLATE = Path(__file__).parents[2] / "web" / "src" / "newtable" / "template.toml"


def test_boards_say_how_hard_and_how_fair_they_are(visit: Visit) -> None:
    page = visit("/new/venise")
    host = Player(page)
    boards = page.get_by_role("group", name=host.t("web_board"), exact=True)
    for board in shipped_boards():
        boards.get_by_role("button", name=board.title).click()
        expect(page.get_by_text(host.t(f"board_about_{board.name.replace('-', '_')}"))).to_be_visible()
        expect(page.get_by_text(host.t("web_board_hourglasses", count=board.hourglasses[0]))).to_be_visible()
        expect(page.get_by_role("img", name=re.compile(r"^Difficulty [1-5] of 5$"))).to_be_visible()
    # On the last one, beginning is worth more to two than to four.
    page.get_by_role("group", name=host.t("web_seats")).get_by_role("button", name="4").click()
    expect(page.get_by_text(host.t("web_board_hourglasses", count=shipped_boards()[-1].hourglasses[2]))).to_be_visible()


def test_a_board_of_ones_own_begins_with_a_template(visit: Visit) -> None:
    assert parse_board(TEMPLATE.read_text("utf-8"), "template").name == "My board"
    page = visit("/new/venise")
    host = Player(page)
    with page.expect_download() as download:
        host.press("web_board_template")
    page.get_by_label(host.t("web_board_own")).set_input_files(download.value.path())
    expect(page.get_by_role("button", name="My board")).to_have_attribute("aria-pressed", "true")


def test_bots_to_choose_from_show_their_strength(visit: Visit) -> None:
    page = visit("/new/venise")
    labels = page.get_by_label(Player(page).t("web_bot"), exact=True).first.locator("option")
    shown = labels.evaluate_all("options => options.map(option => option.label)")
    marks = [text.count("◆") for text in shown]
    assert marks == list(range(1, len(shown) + 1))


def test_rules_show_their_numbers_only_on_request(visit: Visit) -> None:
    page = visit("/rules/xequeo")
    reader = Player(page)
    expect(page.locator("#title-fine")).to_be_visible()
    code = page.get_by_role("article").get_by_text(re.compile(r"XQ-\d|\w+=\w+"))
    expect(code).to_have_count(0)
    reader.press("web_codes_show")
    expect(code.first).to_be_visible()
