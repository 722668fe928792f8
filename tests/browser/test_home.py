"""The home page knows whoever comes back: matches in play first, finished ones with results."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

from ridotto.i18n import LANGUAGES
from tests.browser.conftest import Visit
from tests.browser.house import House
from tests.browser.players import Player, XeQueoPlayer

RING = "first_placer=host"
KEPT = "table => localStorage.getItem(`ridotto.record.${table}`)"
GUEST = "first_placer=guest"


def test_the_bin_takes_nothing_away(visit: Visit, house: House) -> None:
    """One tap takes a match off the list, which can be undone; the seat is kept either way."""
    page = visit("/")
    anna = XeQueoPlayer(page)
    made = house.make("xequeo", "here Anna", "bot greedy", options=RING)
    anna.sit(made, 0)
    expect(anna.points("xq_a_lay").first).to_be_visible()
    page.goto("/")
    entry = page.get_by_role("region", name=anna.t("web_go_on")).get_by_role("listitem")
    expect(entry).to_have_count(1)
    entry.get_by_role("button").click()
    expect(entry).to_have_count(0)
    anna.press("web_bring_back")
    expect(entry).to_have_count(1)
    entry.get_by_role("button").click()
    expect(entry).to_have_count(0)
    page.goto(made.path)
    expect(anna.points("xq_a_lay").first).to_be_visible()
    expect(page.get_by_text(anna.t("web_watching"))).to_have_count(0)


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_whose_turn_it_is_stands_on_top(visit: Visit, house: House, size: str) -> None:
    page = visit("/", size=size)
    anna = XeQueoPlayer(page)
    anna.sit(house.make("xequeo", "here Anna", "bot greedy", options=RING), 0)
    expect(anna.points("xq_a_lay").first).to_be_visible()
    made = house.make("xequeo", "here Anna", "here Bruno", options=GUEST)
    anna.sit(made, 0)
    expect(anna.board).to_be_visible()
    page.goto("/")
    entries = page.get_by_role("region", name=anna.t("web_go_on")).get_by_role("listitem")
    expect(entries).to_have_count(2)
    expect(entries.nth(0)).to_contain_text(anna.t("web_is_your_turn"))
    expect(entries.nth(0)).to_contain_text(anna.t("bot_name_greedy"))
    expect(entries.nth(1)).to_contain_text("Bruno")
    expect(entries.nth(1)).to_contain_text(anna.t("web_others_turn"))
    assert (entries.first.bounding_box() or {"y": 999})["y"] < (
        anna.button("web_play_bot").first.bounding_box() or {"y": 0}
    )["y"]
    # Bruno plays meanwhile: the home page finds out by itself.
    bruno = XeQueoPlayer(visit(made.seat_path(1)))
    bruno.lay_ring()
    expect(entries.filter(has_text="Bruno")).to_contain_text(anna.t("web_is_your_turn"))


def test_somebody_elsewhere_is_told_and_a_browser_that_cannot_says_why(visit: Visit, house: House) -> None:
    page = visit("/settings")
    anna = XeQueoPlayer(page)
    page.add_init_script("Object.defineProperty(window, 'isSecureContext', { value: false })")
    page.goto("/settings")
    expect(page.get_by_text(anna.t("web_notice_insecure"))).to_be_visible()
    expect(page.get_by_label(anna.t("web_notice_browser"))).to_be_disabled()
    for switch in ("web_notice_title", "web_notice_sound"):
        expect(page.get_by_label(anna.t(switch))).not_to_be_checked()
    page.get_by_label(anna.t("web_notice_title")).check()
    made = house.make("xequeo", "here Anna", "here Bruno", options=GUEST)
    anna.sit(made, 0)
    expect(anna.board).to_be_visible()
    page.goto("/rules/xequeo")
    # Another page is in front.
    page.evaluate(
        """() => { Object.defineProperty(document, 'hidden', { get: () => window.isAway !== false });
        document.dispatchEvent(new Event('visibilitychange')); }"""
    )
    page.wait_for_timeout(500)  # the first question is answered before Bruno moves
    bruno = XeQueoPlayer(visit(made.seat_path(1)))
    bruno.lay_ring()
    expect(page).to_have_title(f"(1) {anna.t('web_is_your_turn')} – Ridotto", timeout=40_000)
    page.evaluate("window.isAway = false; document.dispatchEvent(new Event('visibilitychange'))")
    expect(page).not_to_have_title(re.compile(r"^\(1\)"))


def test_a_finished_match_is_kept_with_its_result(visit: Visit, own_house: House) -> None:
    """Also when its server has forgotten it."""
    page = visit("/", house=own_house)
    anna = XeQueoPlayer(page)
    made = own_house.make("xequeo", "here Anna", "bot greedy", options=RING)
    anna.sit(made, 0)
    expect(anna.points("xq_a_lay").first).to_be_visible()
    anna.resign()
    anna.expect_end(anna.t("web_you_lost"))
    page.wait_for_function(KEPT, arg=made.table)
    page.goto("/")
    expect(page.get_by_role("region", name=anna.t("web_go_on"))).to_have_count(0)
    entry = page.get_by_role("listitem").filter(has_text=anna.t("web_lost_match"))
    expect(entry).to_contain_text(anna.t("bot_name_greedy"))
    own_house.stop()
    for path in own_house.folder.glob("tables.sqlite*"):
        path.unlink()
    own_house.start()
    entry.get_by_role("link").click()
    expect(page.get_by_role("group", name=anna.t("web_replay"))).to_be_visible()


def test_the_main_buttons_are_above_the_fold(visit: Visit, house: House) -> None:
    page = visit("/", size="laptop")
    anna = XeQueoPlayer(page)
    for button in anna.button("web_play_bot").all():
        expect(button).to_be_in_viewport(ratio=1)
    anna.sit(house.make("xequeo", "here Anna", "bot greedy", options=RING), 0)
    expect(anna.points("xq_a_lay").first).to_be_visible()
    page.goto("/")
    expect(page.get_by_role("region", name=anna.t("web_go_on"))).to_be_visible()
    for button in anna.button("web_play_bot").all():
        expect(button).to_be_in_viewport(ratio=1)


def test_matches_go_to_another_device_without_any_key(visit: Visit, house: House) -> None:
    page = visit("/")
    anna = XeQueoPlayer(page)
    for seats in (("here Anna", "bot greedy"), ("here Anna", "link")):
        made = house.make("xequeo", *seats, options=RING)
        anna.sit(made, 0)
    made = house.make("xequeo", "here Anna", "bot greedy", options=RING)
    anna.sit(made, 0)
    expect(anna.points("xq_a_lay").first).to_be_visible()
    anna.resign()
    anna.expect_end(anna.t("web_you_lost"))
    page.wait_for_function(KEPT, arg=made.table)
    kept = page.evaluate("({ ...localStorage })")
    page.goto("/settings")
    with page.expect_download() as download:
        anna.press("web_export")
    text = download.value.path().read_text("utf-8")
    tables = json.loads(kept["ridotto.tables"])
    secrets = [json.loads(kept["ridotto.browser"])]
    secrets += [word for table in tables.values() for name in ("tokens", "invites") for word in table[name].values()]
    assert len(secrets) >= 4
    assert not [secret for secret in secrets if secret in text]

    phone = Player(visit("/settings", size="phone"))
    phone.page.get_by_label(phone.t("web_import")).set_input_files(
        {"name": "ridotto.json", "mimeType": "application/json", "buffer": text.encode()}
    )
    expect(phone.page.get_by_text(phone.t("web_imported", count=1))).to_be_visible()
    phone.page.goto("/")
    entry = phone.page.get_by_role("listitem").filter(has_text=phone.t("web_lost_match"))
    entry.get_by_role("link").click()
    expect(phone.page.get_by_role("group", name=phone.t("web_replay"))).to_be_visible()


@pytest.mark.parametrize(
    "text",
    [
        "nonsense",
        "[]",
        '{"ridotto": 2}',
        '{"ridotto": "matches 1", "settings": 7, "matches": [3, null, {"table": 5}, {"table": "x", "record": {}}]}',
    ],
)
def test_a_file_that_is_none_of_ours_changes_nothing(visit: Visit, text: str) -> None:
    page = visit("/settings")
    somebody = Player(page)
    before = page.evaluate("({ ...localStorage })")
    page.get_by_label(somebody.t("web_import")).set_input_files(
        {"name": "broken.json", "mimeType": "application/json", "buffer": text.encode()}
    )
    expect(page.get_by_text(re.compile(re.escape(somebody.t("web_import_bad"))))).to_be_visible()
    assert page.evaluate("({ ...localStorage })") == before


WEIGHT = """() => [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
    .reduce((sum, each) => sum + each.encodedBodySize, 0)"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_home_page_is_light(visit: Visit, language: str) -> None:
    """With the texts of the language, as they come over the wire."""
    page = visit("/", language=language)
    page.wait_for_load_state("networkidle")
    assert 20_000 < page.evaluate(WEIGHT) <= 70_000
