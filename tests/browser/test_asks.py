"""Asking each other: a move is taken back when the other agrees, and nobody who does not want to be asked is."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.house import House
from tests.browser.players import XeQueoPlayer
from tests.browser.test_xequeo import POSITION

NEVER = """isNeverAsked => {
    const newValue = JSON.stringify({ isNeverAsked });
    localStorage.setItem('ridotto.settings', newValue);
    dispatchEvent(new StorageEvent('storage', { key: 'ridotto.settings', newValue }));
}"""


def test_a_match_with_a_clock_is_paused_and_called_off(visit: Visit, house: House) -> None:
    clock = {"kind": "fischer", "first": 600, "second": 5}
    made = house.make("xequeo", "here Anna", "here Bruno", options="first_placer=host", clock=clock)
    anna = XeQueoPlayer(visit(made.seat_path(0)))
    bruno = XeQueoPlayer(visit(made.seat_path(1)))
    expect(bruno.page.get_by_role("timer")).to_have_count(2)
    anna.press("web_menu")
    anna.press("web_ask_pause")
    expect(anna.page.get_by_text(anna.t("web_asked"))).to_be_visible()
    bruno.press("web_refuse")
    expect(anna.page.get_by_text(anna.t("web_refused"))).to_be_visible()
    anna.press("web_menu")
    anna.press("web_ask_pause")
    bruno.press("web_agree")
    expect(bruno.page.get_by_text(bruno.t("web_paused"))).to_be_visible()
    anna.press("web_play_on")
    expect(bruno.page.get_by_text(bruno.t("web_paused"))).to_have_count(0)
    bruno.press("web_menu")
    bruno.press("web_annul")
    bruno.press("web_annul")
    expect(anna.page.get_by_text(anna.t("end_annulled_all")).first).to_be_visible()


def test_a_move_is_taken_back_when_the_other_agrees(visit: Visit, house: House) -> None:
    """Beyond the own last move; who never wants to be asked is not."""
    made = house.make("xequeo", "here Anna", "here Bruno", options=f'rings=1 "position={POSITION}"')
    anna, bruno = XeQueoPlayer(visit(made.seat_path(0))), XeQueoPlayer(visit(made.seat_path(1)))
    for player, letter in ((anna, "R"), (bruno, "G")):
        player.choose(letter)
    before = anna.square_of("R")
    anna.go("R", "c5")
    bruno.expect_at("R", "c5")
    bruno.go("Y", "c3")
    anna.expect_at("Y", "c3")
    bruno.page.evaluate(NEVER, True)
    anna.press("web_ask_takeback")
    expect(anna.page.get_by_text(anna.t("web_refused"))).to_be_visible()
    expect(bruno.button("web_agree")).to_have_count(0)
    bruno.page.evaluate(NEVER, False)
    anna.press("web_ask_takeback")
    bruno.press("web_agree")
    for player in (anna, bruno):
        player.expect_at("R", before)
        player.expect_at("Y", "a1")
