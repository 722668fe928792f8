"""Talking at the table: each reads it in their own language, hears whom they like, and no board moves for it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import SCREENSHOTS, Visit
from tests.browser.house import House
from tests.browser.looks import ALL, barriers, come_to_rest, faults, switch
from tests.browser.players import Host, Player, XeQueoPlayer

BOX = "box => { const { x, y, width, height } = box.getBoundingClientRect(); return [x, y, width, height]; }"


def bubble(player: Player) -> Locator:
    return player.page.locator(".bubble")


def told(player: Player) -> Locator:
    """What is read out."""
    return player.page.get_by_role("log", name=player.t("web_talk_heard"))


def open_talk(player: Player) -> Locator:
    player.page.get_by_role("button", name=re.compile(f"^{player.t('web_talk')}")).click()
    sheet = player.page.get_by_role("dialog", name=player.t("web_talk"))
    expect(sheet).to_be_visible()
    return sheet


def say(player: Player, key: str, **params: str) -> None:
    """A phrase, as its speaker reads it."""
    open_talk(player)
    player.press(key, **params)


def two(visit: Visit, house: House, game: str = "xequeo", *, options: str = "") -> tuple[XeQueoPlayer, XeQueoPlayer]:
    made = house.make(game, "here Anna", "here Bruno", options=options)
    anna = XeQueoPlayer(visit(made.seat_path(0)))
    bruno = XeQueoPlayer(visit(made.seat_path(1), language="de", size="phone"), "de")
    for each in (anna, bruno):
        expect(each.menu).to_be_visible()
    return anna, bruno


def test_a_bluff_is_read_in_the_others_language(visit: Visit, house: House) -> None:
    anna, bruno = two(visit, house, options="first_placer=host")
    expect(bruno.board).to_be_visible()
    board = bruno.board.evaluate(BOX)
    open_talk(anna)
    anna.page.get_by_role("radio", name=anna.t("piece_B")).check(force=True)
    anna.press("talk_xq_yours", piece=anna.t("piece_B"))
    expect(anna.page.get_by_role("dialog")).to_have_count(0)
    words = bruno.t("talk_xq_yours", piece=bruno.t("piece_B"))
    expect(bubble(bruno)).to_contain_text(words)
    expect(told(bruno)).to_contain_text(bruno.t("web_talk_said", name="Anna", words=words))
    expect(bubble(anna)).to_contain_text(anna.t("talk_xq_yours", piece=anna.t("piece_B")))
    assert bruno.board.evaluate(BOX) == board, "nothing moves for it"
    come_to_rest(bruno.page)
    bruno.page.screenshot(path=SCREENSHOTS / "talk-bubble-phone.png")
    anna.page.screenshot(path=SCREENSHOTS / "talk-bubble-desktop.png")
    expect(bruno.page.get_by_role("button", name=bruno.t("web_talk_new", count=1))).to_be_visible()
    sheet = open_talk(bruno)
    expect(sheet.get_by_role("list", name=bruno.t("web_talk_heard"))).to_contain_text(words)
    bruno.press("talk_hello")
    expect(bruno.button("web_talk")).to_be_visible()
    expect(bubble(anna).filter(has_text=anna.t("talk_hello"))).to_be_visible()


def test_whoever_is_muted_is_not_heard(visit: Visit, house: House) -> None:
    anna, bruno = two(visit, house)
    sheet = open_talk(bruno)
    sheet.get_by_label(bruno.t("web_talk_mute", name="Anna")).check()
    bruno.press("web_close")
    say(anna, "talk_well")
    say(bruno, "talk_again")
    expect(bubble(anna).filter(has_text=anna.t("talk_again"))).to_be_visible()
    expect(bubble(bruno)).to_contain_text(bruno.t("talk_again"))
    expect(told(bruno)).not_to_contain_text(bruno.t("talk_well"))
    bruno.page.reload()
    sheet = open_talk(bruno)
    mute = sheet.get_by_label(bruno.t("web_talk_mute", name="Anna"))
    expect(mute).to_be_checked()
    expect(sheet).not_to_contain_text("Anna:")
    mute.uncheck()
    expect(sheet).to_contain_text(f"Anna: {bruno.t('talk_well')}")
    sheet.get_by_label(bruno.t("web_talk_mute_all")).check()
    expect(sheet).not_to_contain_text("Anna:")
    expect(sheet).to_contain_text(bruno.t("web_talk_muted"))


def test_own_words_where_the_table_has_it(visit: Visit, house: House) -> None:
    host = Host(visit("/new/xequeo"))
    chat = host.page.get_by_label(host.t("web_chat"))
    expect(chat).to_be_disabled()
    seat = host.page.get_by_role("group", name=host.t("web_player", number=2))
    seat.get_by_label(host.t("web_seat_kind")).select_option("link")
    expect(chat).to_be_enabled()
    host.page.get_by_label(host.t("web_listed")).check()
    expect(chat).to_be_disabled()
    host.page.get_by_label(host.t("web_listed")).uncheck()
    chat.check()
    host.press("web_start")
    host.page.wait_for_url("**/t/*")
    guest = Player(visit(host.invitation(), language="it"), "it")
    guest.sit_down("Bianca")
    open_talk(host)
    field = host.page.get_by_label(host.t("web_talk_write"), exact=True)
    field.fill("<img src=x onerror=alert(1)> ciao")
    field.press("Enter")
    expect(bubble(guest)).to_contain_text("<img src=x onerror=alert(1)> ciao")
    expect(guest.page.locator(".bubble img")).to_have_count(0)
    expect(field).to_have_value("")
    anna, _ = two(visit, house)
    sheet = open_talk(anna)
    expect(sheet.get_by_role("textbox")).to_have_count(0)


def test_only_where_somebody_hears_it(visit: Visit, house: House) -> None:
    for seats in (("here Anna", "bot random"), ("here Anna", "here Bruno")):
        made = house.make("xequeo", *seats)
        alone = XeQueoPlayer(visit("about:blank"))
        alone.sit(made, *(seat for seat, kind in enumerate(seats) if kind.startswith("here")))
        expect(alone.button("web_talk")).to_have_count(0)
    made = house.make("xequeo", "here Anna", "here Bruno")
    watcher = Player(visit(made.path))
    expect(watcher.menu).to_be_visible()
    expect(watcher.button("web_talk")).to_have_count(0)
    anna = XeQueoPlayer(visit(made.seat_path(0)))
    say(anna, "talk_hello")
    expect(bubble(watcher)).to_contain_text(watcher.t("talk_hello"))
    sheet = open_talk(watcher)
    expect(sheet.get_by_role("button")).to_have_count(1)  # only to close it


def test_too_much_is_refused_in_words(visit: Visit, house: House) -> None:
    anna, _ = two(visit, house)
    for _ in range(7):
        say(anna, "talk_hello")
    expect(anna.page.get_by_text(anna.t("talk_fast"))).to_be_visible()


def test_by_keyboard(visit: Visit, house: House) -> None:
    anna, bruno = two(visit, house)
    anna.button("web_talk").focus()
    anna.page.keyboard.press("Enter")
    dialog = anna.page.get_by_role("dialog", name=anna.t("web_talk"))
    expect(dialog).to_be_visible()
    for _ in range(30):
        if anna.page.evaluate("document.activeElement.type") == "radio":
            break
        anna.page.keyboard.press("Tab")
    anna.page.keyboard.press("ArrowRight")
    anna.page.keyboard.press("Tab")
    anna.page.keyboard.press("Enter")
    expect(bubble(bruno)).to_contain_text(bruno.t("talk_xq_yours", piece=bruno.t("piece_O")))


def test_who_leaves_and_comes_back_is_told(visit: Visit, house: House) -> None:
    made = house.make("xequeo", "here Anna", "here Bruno")
    anna = XeQueoPlayer(visit(made.seat_path(0)))
    expect(anna.board).to_be_visible()
    bruno = XeQueoPlayer(visit(made.seat_path(1)))
    expect(told(anna)).to_contain_text(anna.t("web_is_back", name="Bruno"))
    bruno.page.goto("about:blank")
    expect(told(anna)).to_contain_text(anna.t("web_has_left", name="Bruno"), timeout=60_000)
    bruno.page.goto(made.path)
    expect(told(anna).get_by_text(anna.t("web_is_back", name="Bruno"))).to_have_count(2, timeout=60_000)


def states(visit: Visit, house: House, game: str) -> Page:
    anna, bruno = two(visit, house, game)
    say(bruno, "talk_hello")
    expect(bubble(anna)).to_be_visible()
    come_to_rest(anna.page)
    anna.page.screenshot(path=SCREENSHOTS / f"talk-{game}-bubble.png")
    open_talk(anna)
    return anna.page


@pytest.mark.parametrize("game", ["xequeo", "venise"])
def test_it_looks_right(visit: Visit, house: House, game: str) -> None:
    page = states(visit, house, game)
    found = []
    for size in ("desktop", "phone"):
        for language in ALL:
            switch(page, language, size, "day")
            found += [f"{language}, {size}: {fault}" for fault in faults(page)]
        for theme in ("day", "night"):
            switch(page, "en", size, theme)
            found += [f"{size}, {theme}: {barrier}" for barrier in barriers(page)]
            page.screenshot(path=SCREENSHOTS / f"talk-{game}-{size}-{theme}.png")
    assert not found


def test_beside_four_clocks_it_is_in_the_menu(visit: Visit, house: House) -> None:
    clock = {"kind": "fischer", "first": 600, "second": 5}
    made = house.make("venise", "here Anna", "here Bruno", "here Carla", "here Dino", clock=clock)
    anna = Player(visit(made.seat_path(0), size="phone"))
    expect(anna.page.get_by_role("timer")).to_have_count(4)
    expect(anna.button("web_talk")).to_have_count(0)
    assert not [fault for fault in faults(anna.page) if "sideways" in fault]
    anna.menu.click()
    anna.press("web_talk")
    anna.press("talk_hello")
    expect(bubble(anna)).to_be_visible()
