"""Lessons in the browser: by keyboard alone, in two languages, on a phone, and with nothing that shuts people out."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from ridotto.match.lessons import lesson_games, load_lessons
from tests.browser.conftest import Visit
from tests.browser.looks import barriers
from tests.browser.players import Player, XeQueoPlayer
from tests.browser.test_keyboard import walk

LESSONS = [lesson for game in lesson_games() for lesson in load_lessons(game)]


def done(player: Player) -> None:
    expect(player.page.get_by_text(player.t("lessons_done"))).to_be_visible()


@pytest.mark.parametrize(("language", "size"), [("en", "desktop"), ("de", "phone")])
def test_the_first_lesson_by_keyboard(visit: Visit, language: str, size: str) -> None:
    page = visit("/", language=language, size=size)
    player = XeQueoPlayer(page, language)
    player.link("lessons_new").focus()
    page.keyboard.press("Enter")
    player.link("lesson_xequeo_closer").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text(player.t("lesson_xequeo_closer_1"))).to_be_visible()
    for letter, square in (("R", "a6"), ("Y", "b2")):
        expect(player.points(f"piece_{letter}")).to_have_accessible_name(re.compile(player.t("xq_a_can_move")))
        page.keyboard.press(letter.lower())
        expect(player.points(f"piece_{letter}")).to_be_focused()
        walk(player, square)
        page.keyboard.press("Enter")
        expect(player.points(f"piece_{letter}")).to_have_accessible_name(re.compile(f"^{square}"))
    done(player)
    page.goto("/learn")
    expect(page.get_by_text(player.t("lessons_count", done=1, count=len(load_lessons("xequeo"))))).to_be_visible()


@pytest.mark.parametrize("size", ["desktop", "phone"])
@pytest.mark.parametrize("theme", ["day", "night"])
def test_nobody_is_shut_out(visit: Visit, size: str, theme: str) -> None:
    page = visit("/learn", size=size, theme=theme)
    expect(page.get_by_role("listitem")).to_have_count(len(LESSONS))
    assert barriers(page) == []
    for lesson in (LESSONS[0], LESSONS[-1]):
        page.goto(f"/learn/{lesson.game}-{lesson.name}")
        expect(page.get_by_role("main")).to_be_visible()
        expect(Player(page).button("lessons_again")).to_be_enabled()
        assert barriers(page) == []


def test_an_address_that_leads_nowhere_says_so(visit: Visit) -> None:
    page = visit("/learn/xequeo-flying")
    expect(page.get_by_role("alert")).to_contain_text(Player(page).t("web_error_missing"))
    expect(page.get_by_role("listitem").first).to_be_visible()
