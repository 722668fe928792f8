"""Replays: they begin where people do, and everything about a finished match is at hand."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.house import House
from tests.browser.players import Player, XeQueoPlayer

BROKEN = """bar => [...bar.querySelectorAll('span')].map(one => one.firstChild)
    .filter(node => node?.nodeType === Node.TEXT_NODE && node.data.trim())
    .filter(node => { const range = document.createRange(); range.selectNode(node);
        return new Set([...range.getClientRects()].map(box => box.top)).size > 1; })
    .map(node => node.data)"""
"""Words in the bar that take two lines."""


def test_a_replay_begins_after_the_set_up_with_everything_at_hand(visit: Visit, house: House) -> None:
    made = house.make("venise", "here Anna", "bot greedy", options="first=0")
    page = visit(made.seat_path(0))
    anna = Player(page)
    expect(anna.menu).to_be_visible()
    anna.resign()
    anna.expect_end(anna.t("web_you_lost"))
    anna.link("web_watch_again").click()
    controls = page.get_by_role("group", name=anna.t("web_replay"))
    slider = controls.get_by_role("slider", name=anna.t("web_replay_move"))
    expect(slider).not_to_have_value("0")
    expect(anna.button("web_back")).to_be_enabled()
    # The game's own panels say who plays; nothing says it again.
    expect(page.locator(".bar").get_by_text("Anna")).to_have_count(0)
    with page.expect_download() as saved:
        anna.press("web_record")
    assert saved.value.path().read_text("utf-8").startswith("Ridotto record")
    anna.link("web_replay_table").click()
    expect(anna.button("web_rematch")).to_be_visible()


def test_own_matches_are_listed_where_replays_are(visit: Visit, house: House) -> None:
    page = visit(house.make("xequeo", "here Anna", "bot greedy", options="first_placer=host").seat_path(0))
    anna = XeQueoPlayer(page)
    expect(anna.points("xq_a_lay").first).to_be_visible()
    anna.resign()
    anna.expect_end(anna.t("web_you_lost"))
    page.goto("/replay")
    own = page.get_by_role("region", name=anna.t("web_my_matches"))
    own.get_by_role("link").click()
    expect(page.get_by_role("group", name=anna.t("web_replay"))).to_be_visible()
    for width in (1366, 1200, 1024):
        page.set_viewport_size({"width": width, "height": 768})
        assert page.locator(".bar:has(.ways)").evaluate(BROKEN) == [], width
    anna.press("web_replay_other")
    expect(own).to_be_visible()
