"""The gallery in the workshop: offered in one browser, approved by the operator, opened in another, taken down."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from ridotto.cli import main
from tests.browser.conftest import Visit
from tests.browser.house import House
from tests.browser.test_workshop import SLOW, Maker
from tests.server import house as server
from tests.server.test_gallery import own_draft, rated


@pytest.fixture
def open_house(tmp_path: Path) -> Iterator[server.House]:
    """With a gallery, where Rialto with four gems moved has nearly been measured."""
    with server.House(tmp_path, has_gallery=True, limits=server.MANY) as house:
        rated(house, own_draft(), is_done=False)
        yield house


def test_from_the_bench_into_the_gallery_and_down_again(visit: Visit, open_house: server.House) -> None:
    maker = Maker(visit(f"{open_house.url}/workshop"))
    maker.expect_good()
    maker.press("ws_gallery")
    expect(maker.page.get_by_role("dialog")).to_contain_text(maker.t("ws_gallery_empty"))
    maker.page.keyboard.press("Escape")
    maker.press("ws_pass_on")
    expect(maker.button("ws_gallery_offer")).to_be_visible()
    maker.page.keyboard.press("Escape")
    maker.page.mouse.click(*maker.middle("b4sw"))
    maker.page.mouse.click(*maker.middle("b4ne"))
    maker.expect_moved()
    maker.expect_good()
    maker.page.get_by_label(maker.t("ws_name")).fill("<b>Ponte</b>")
    maker.expect_good()
    maker.press("ws_pass_on")
    maker.press("ws_gallery_offer")
    # It waits until the board has been measured to the end; that can be stopped, and goes on from there.
    expect(maker.page.get_by_text(maker.t("ws_gallery_measuring"))).to_be_visible()
    expect(maker.page.get_by_role("dialog").locator("progress:not([value='0'])")).to_be_visible(timeout=SLOW)
    assert not open_house.store.gallery()
    maker.press("ws_stop")
    maker.press("ws_go_on")
    sent = maker.t("ws_gallery_sent", board="<b>Ponte</b>")
    expect(maker.page.get_by_role("dialog")).to_contain_text(sent, timeout=SLOW)
    maker.page.keyboard.press("Escape")

    # Nobody else sees it before the operator has said so.
    other = Maker(visit(f"{open_house.url}/workshop", language="de"), "de")
    other.press("ws_gallery")
    expect(other.page.get_by_role("dialog")).to_contain_text(other.t("ws_gallery_empty"))
    (entry,) = open_house.store.gallery()
    assert main(["gallery", "approve", entry.id, "--db", open_house.settings.db]) == 0
    other.page.reload()
    other.press("ws_gallery")
    hung = other.page.get_by_role("dialog").get_by_role("listitem")
    expect(hung).to_contain_text("<b>Ponte</b>")
    expect(hung).to_contain_text(other.t("ws_gallery_unplayed"))
    expect(other.page.get_by_role("button", name=other.t("ws_gallery_take", board="<b>Ponte</b>"))).to_have_count(0)
    hung.get_by_role("button").click()
    other.expect_moved()

    maker.press("ws_gallery")
    maker.press("ws_gallery_take", board="<b>Ponte</b>")
    expect(maker.page.get_by_role("dialog")).to_contain_text(maker.t("ws_gallery_empty"))
    assert not open_house.store.gallery()


def test_what_the_gallery_does_not_take_is_said(visit: Visit, open_house: server.House) -> None:
    """A board of the game itself; of one from a box there is no question at all."""
    open_house.services.workshop._known.clear()
    rated(open_house, own_draft(is_moved=False))
    maker = Maker(visit(f"{open_house.url}/workshop"))
    maker.expect_good()
    maker.press("ws_pass_on")
    maker.press("ws_gallery_offer")
    expect(maker.page.get_by_role("alert")).to_contain_text(maker.t("gallery_shipped"))
    maker.page.keyboard.press("Escape")
    maker.press("ws_other")
    maker.press("ws_box_day")
    maker.press("ws_pass_on")
    expect(maker.page.get_by_role("dialog")).to_contain_text(maker.t("ws_box_stays"))
    expect(maker.button("ws_gallery_offer")).to_have_count(0)


def test_without_a_gallery_nothing_speaks_of_it(visit: Visit, own_house: House) -> None:
    maker = Maker(visit(f"{own_house.address}/workshop"))
    maker.expect_good()
    expect(maker.button("ws_gallery")).to_have_count(0)
    maker.press("ws_pass_on")
    expect(maker.button("ws_save_file")).to_be_visible()
    expect(maker.button("ws_gallery_offer")).to_have_count(0)
