"""Tables for everybody: either hand, fingers, enlarged, and with the colours of the system."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.house import House
from tests.browser.looks import barriers, come_to_rest, faults
from tests.browser.players import Player, XeQueoPlayer

FINGER = 44
OPTIONS = {"venise": "first=0", "xequeo": "first_placer=guest"}
"""The own seat moves first: no bot has ended the round by then."""
# Boards have the nearest place, and cards of a fan lie over each other.
SMALL = """least => [...document.querySelectorAll('button, select, input, a.button, a.tool')]
    .filter(item => item.checkVisibility({ opacityProperty: true, visibilityProperty: true })
        && !item.closest('.hidden, .skip, [role=grid], .fan'))
    .map(item => [item.getBoundingClientRect(), item.getAttribute('aria-label') ?? item.textContent.trim()])
    .filter(([box]) => box.width && Math.min(box.width, box.height) < least - 0.5)
    .map(([box, name]) => `${name}: ${box.width} x ${box.height}`)"""


def at_table(visit: Visit, house: House, game: str, *, size: str, hand: str = "right") -> Page:
    """With the line to type moves into."""
    made = house.make(game, "here Anna", "bot random", options=OPTIONS[game])
    page = visit("/settings", size=size)
    page.evaluate("kept => localStorage.setItem('ridotto.settings', kept)", f'{{"hand": "{hand}", "isTyping": true}}')
    page.goto(made.seat_path(0))
    expect(page.get_by_role("grid")).to_be_visible(timeout=60_000)
    come_to_rest(page)
    return page


@pytest.mark.parametrize("game", ["venise", "xequeo"])
def test_either_hand_and_fingers(visit: Visit, house: House, game: str) -> None:
    where = {}
    for hand in ("right", "left"):
        page = at_table(visit, house, game, size="phone", hand=hand)
        assert page.evaluate(SMALL, FINGER) == []
        assert faults(page) == []
        for sheet in ("web_people", "web_menu"):
            page.get_by_role("button", name=Player(page).t(sheet), exact=True).click()
            expect(page.get_by_role("dialog")).to_be_visible()
            assert page.evaluate(SMALL, FINGER) == []
            page.keyboard.press("Escape")
        if game == "xequeo" and hand == "right":
            anna = XeQueoPlayer(page)
            anna.choose("R")
            expect(page.locator("button.peek")).to_be_visible()
            assert page.evaluate(SMALL, FINGER) == []
        boxes = [page.locator(f"header .{name}").last.bounding_box() for name in ("home", "tool")]
        home, menu = (box["x"] for box in boxes if box)
        where[hand] = home < menu
    assert where == {"right": True, "left": False}


@pytest.mark.parametrize("game", ["venise", "xequeo"])
def test_enlarged_and_in_the_colours_of_the_system(visit: Visit, house: House, game: str) -> None:
    page = at_table(visit, house, game, size="zoomed")
    assert faults(page) == []
    page.emulate_media(forced_colors="active")
    assert page.evaluate("matchMedia('(forced-colors: active)').matches")
    assert faults(page) == []
    # Contrast is the system's then; what axe reads are the colours from before.
    assert [barrier for barrier in barriers(page) if not barrier.startswith("color-contrast")] == []
    if game == "venise":
        own, other = page.locator(".side.turn"), page.locator(".side:not(.turn)").first
        styles = [side.evaluate("side => getComputedStyle(side).outlineStyle") for side in (own, other)]
        assert styles == ["solid", "none"]
    else:
        wood = page.locator(".board .scene").evaluate("scene => getComputedStyle(scene).backgroundImage")
        assert "gradient" in wood, "letters are light, as on wood"
