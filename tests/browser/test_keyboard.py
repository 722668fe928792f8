"""Both games without a pointer, and without motion for those who ask for none."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Visit
from tests.browser.house import House
from tests.browser.players import Player, VenisePlayer, XeQueoPlayer
from tests.browser.test_xequeo import POSITION


@pytest.fixture(autouse=True)
def _no_pointer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing in here may press with a pointer."""

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("this test has no pointer")

    for name in ("click", "dblclick", "tap", "hover", "check", "drag_to"):
        monkeypatch.setattr(Locator, name, refuse)


def tab_to(page: Page, wanted: Locator, *, most: int = 40) -> None:
    """As far as needed, and no farther."""
    for _ in range(most):
        if wanted.evaluate("element => element === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never comes to {wanted}")


def walk(player: XeQueoPlayer, square: str) -> None:
    """By the arrows, from wherever on the board the focus is."""
    here = player.page.evaluate("document.activeElement.dataset.square")
    assert here, "the focus is not on the board"
    across, up = ord(square[0]) - ord(here[0]), int(square[1]) - int(here[1])
    for _ in range(abs(across)):
        player.page.keyboard.press("ArrowRight" if across > 0 else "ArrowLeft")
    for _ in range(abs(up)):
        player.page.keyboard.press("ArrowUp" if up > 0 else "ArrowDown")
    expect(player.point(square)).to_be_focused()


def pick_up(player: XeQueoPlayer, letter: str) -> None:
    """By its letter, as soon as it may go."""
    expect(player.points(f"piece_{letter}")).to_have_accessible_name(re.compile(player.t("xq_a_can_move")))
    player.page.keyboard.press(letter.lower())
    expect(player.points(f"piece_{letter}")).to_be_focused()


def choose(player: XeQueoPlayer, letter: str) -> None:
    expect(player.fan).to_be_visible()
    player.page.keyboard.press(letter.lower())
    expect(player.button("xq_choose", piece=player.piece(letter))).to_be_visible()
    player.page.keyboard.press("Enter")


def choose_and_go(anna: XeQueoPlayer, bruno: XeQueoPlayer) -> None:
    """Anna's red goes from a7 to c5."""
    choose(anna, "R")
    choose(bruno, "G")
    expect(anna.cry).to_be_visible()
    pick_up(anna, "R")
    walk(anna, "c5")
    anna.page.keyboard.press("Enter")


def test_round_of_xequeo_by_keys(visit: Visit, house: House) -> None:
    made = house.make("xequeo", "here Anna", "here Bruno", options=f'rings=2 "position={POSITION}"')
    both = XeQueoPlayer(visit())
    both.sit(made, 0, 1)
    keys = both.page.keyboard
    for name, letter in (("Anna", "R"), ("Bruno", "G")):
        # The curtain asks first; its answer has the focus.
        expect(both.button("web_curtain_open", name=name)).to_be_focused()
        keys.press("Enter")
        expect(both.fan).to_be_visible()
        card = both.fan.get_by_role("button", name=both.piece(letter), exact=True)
        tab_to(both.page, both.fan.locator("button[tabindex='0']"))
        for _ in range(7):
            if card.get_attribute("aria-pressed") == "true":
                break
            keys.press("ArrowRight")
        expect(card).to_be_focused()
        tab_to(both.page, both.button("xq_choose", piece=both.piece(letter)))
        keys.press("Enter")
    expect(both.cry).to_be_visible()

    # To the board, to the piece, to where it goes.
    tab_to(both.page, both.board.locator("button[tabindex='0']"))
    walk(both, "a7")
    keys.press("Enter")
    expect(both.point("a7")).to_have_attribute("aria-selected", "true")
    keys.press("Escape")
    expect(both.point("a7")).to_have_attribute("aria-selected", "false")
    keys.press("Enter")
    walk(both, "c5")
    keys.press("Enter")
    both.expect_at("R", "c5")
    pick_up(both, "Y")
    walk(both, "c3")
    keys.press("Space")
    both.expect_at("Y", "c3")
    # Into the ring: the question has the focus.
    pick_up(both, "R")
    walk(both, "d4")
    keys.press("Enter")
    expect(both.button("xq_enter")).to_be_focused()
    keys.press("Enter")
    both.expect_rings("Anna", 1, 2)

    # The next round, with a call.
    expect(both.points("xq_a_lay").first).to_be_visible()
    square = (both.points("xq_a_lay").first.get_attribute("aria-label") or "").split(",")[0]
    tab_to(both.page, both.board.locator("button[tabindex='0']"))
    walk(both, square)
    keys.press("Enter")
    for name in ("Anna", "Bruno"):
        expect(both.button("web_curtain_open", name=name)).to_be_focused()
        keys.press("Enter")
        choose(both, "V")
    expect(both.cry).to_be_visible()
    keys.press("!")
    expect(both.button("xq_not_yet")).to_be_visible()
    keys.press("v")
    expect(both.cry).to_be_focused()
    keys.press("Enter")
    both.expect_end("Anna")


def test_turn_of_venise_by_keys(visit: Visit, house: House) -> None:
    made = house.make("venise", "here Anna", "bot random", options="first=0")
    anna = VenisePlayer(visit(made.seat_path(0)))
    anna.expect_turn()
    keys = anna.page.keyboard

    def pick(card: str) -> None:
        tab_to(anna.page, anna.hand.locator("button[tabindex='0']"))
        for _ in range(8):
            if anna.card(card).evaluate("card => card === document.activeElement"):
                break
            keys.press("ArrowRight")
        expect(anna.card(card)).to_be_enabled()
        keys.press("Enter")
        # The focus is where to choose next.
        expect(anna.targets.locator("xpath=self::*[@tabindex='0']")).to_be_focused()

    pick("short")
    names = set()
    for key in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"):
        keys.press(key)
        names.add(anna.page.evaluate("document.activeElement.getAttribute('data-target')"))
    assert None not in names
    # Thinking better of it goes back to the card.
    keys.press("Escape")
    expect(anna.card("short")).to_be_focused()
    keys.press("Enter")
    plank = anna.page.evaluate("document.activeElement.getAttribute('data-target')")
    keys.press("Enter")
    anna.expect_discards(1)
    pick("step1")
    assert anna.page.evaluate("document.activeElement.getAttribute('data-target')") == plank
    keys.press("Enter")
    anna.expect_discards(2)
    tab_to(anna.page, anna.button("ve_button_end", count=2))
    keys.press("Enter")
    # Cards and hourglasses are left: the same button asks first.
    expect(anna.button("ve_confirm_end")).to_be_focused()
    keys.press("Enter")
    anna.expect_turn()


def test_pages_by_keys(visit: Visit) -> None:
    """From the first Tab to a table, and back out of a menu."""
    page = visit("/")
    somebody = Player(page)
    expect(somebody.button("web_play_bot").first).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name=somebody.t("web_skip"))).to_be_focused()
    tab_to(page, somebody.button("web_play_bot").first)
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/*")
    expect(somebody.menu).to_be_visible()
    tab_to(page, somebody.menu)
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(somebody.menu).to_be_focused()


@pytest.mark.parametrize("is_animated", [False, True])
def test_motion_as_wished(visit: Visit, house: House, is_animated: bool) -> None:
    """Who asks the system for less motion gets none; everybody else sees the piece go."""
    made = house.make("xequeo", "here Anna", "here Bruno", options=f'rings=1 "position={POSITION}"')
    anna = XeQueoPlayer(visit(made.seat_path(0), is_animated=is_animated))
    bruno = XeQueoPlayer(visit(made.seat_path(1)))
    anna.page.evaluate(
        """() => {
            window.moved = [];
            const animate = Element.prototype.animate;
            Element.prototype.animate = function (...how) {
                moved.push(this.dataset?.piece ?? '');
                return animate.apply(this, how);
            };
        }"""
    )
    choose_and_go(anna, bruno)
    anna.expect_at("R", "c5")
    expect(bruno.points("xq_a_can_move").first).to_be_visible()
    moved = anna.page.evaluate("moved")
    assert ("R" in moved) is is_animated
    if not is_animated:
        assert moved == []
    assert anna.page.evaluate("document.documentElement.dataset.motion") == ("full" if is_animated else "none")


def test_news_are_read_out(visit: Visit, house: House) -> None:
    made = house.make("xequeo", "here Anna", "here Bruno", options=f'rings=1 "position={POSITION}"')
    anna, bruno = XeQueoPlayer(visit(made.seat_path(0))), XeQueoPlayer(visit(made.seat_path(1)))
    choose_and_go(anna, bruno)
    live = bruno.page.locator("[aria-live=polite]").filter(has_text=re.compile("a7–c5"))
    expect(live).to_have_count(1)
