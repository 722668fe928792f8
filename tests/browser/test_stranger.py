"""A game from another package at the generic table: chosen at home, played by pointer and by keyboard."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Visit
from tests.browser.house import House
from tests.browser.looks import examine
from tests.browser.players import Player
from tests.language.pseudo import put_up
from tests.stranger import NAME, install

CODE = re.compile(r"\b[a-z]+_[a-z_]+\b")
"""A key of the catalogue, or a name in the code."""


@pytest.fixture(scope="module")
def guest_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folders = (put_up(tmp_path_factory.mktemp("sixth")), install(tmp_path_factory.mktemp("packages")))
    paths = os.pathsep.join(map(str, folders))
    house = House(tmp_path_factory.mktemp("house"), environment={"PYTHONPATH": paths})
    house.start()
    yield house
    house.stop()


class GenericPlayer(Player):
    @property
    def moves(self) -> Locator:
        return self.page.get_by_role("group", name=self.t("generic_moves"))

    @property
    def view(self) -> Locator:
        return self.page.get_by_role("region", name=self.t("generic_view"))

    def choose(self, move: str) -> None:
        self.moves.get_by_role("button", name=move, exact=True).click()


def test_match_at_one_screen(visit: Visit, guest_house: House) -> None:
    page = visit(house=guest_house)
    both = GenericPlayer(page)
    card = page.get_by_role("article").filter(has=page.get_by_role("heading", name="Morra"))
    card.get_by_role("link", name=both.t("web_set_up")).click()
    page.wait_for_url(f"**/new/{NAME}")
    for seat, name in enumerate(("Anna", "Bruno")):
        chair = page.get_by_role("group", name=both.t("web_player", number=seat + 1))
        chair.get_by_label(both.t("web_seat_kind")).select_option("here")
        chair.get_by_label(both.t("web_name"), exact=True).fill(name)
    page.get_by_text(both.t("web_rule_options"), exact=True).click()
    page.get_by_label("Points").fill("1")
    page.get_by_label("Points").blur()
    both.press("web_start")
    for name, move in (("Anna", "2/5"), ("Bruno", "3/4")):
        expect(both.moves).to_have_count(0)
        both.open_curtain(name)
        both.choose(move)
    both.expect_end("Anna")
    expect(both.view).to_contain_text("1 – 0")
    both.expect_news("2/5 3/4")
    both.link("web_watch_again").click()
    page.wait_for_url("**/replay/*")
    both.press("web_last")
    expect(both.view).to_contain_text("1 – 0")
    assert not CODE.search(page.inner_text("body"))


def test_match_by_keyboard_against_a_bot(visit: Visit, guest_house: House) -> None:
    made = guest_house.make(NAME, "here Anna", "bot random", options="points=2")
    page = visit(made.seat_path(0), house=guest_house)
    anna = GenericPlayer(page)
    anna.moves.get_by_role("button").first.focus()
    for key in ("End", "ArrowUp", "ArrowLeft"):
        page.keyboard.press(key)
    chosen = page.evaluate("document.activeElement.textContent")
    rounds = page.get_by_role("region", name=anna.t("web_moves")).get_by_role("heading")
    for number in range(1, 4):
        expect(rounds).to_have_count(number - 1)
        page.keyboard.press("Enter")
        expect(rounds).to_have_count(number)
        if not anna.moves.count():
            break
        # The keys stay where they were.
        expect(anna.moves.get_by_role("button", name=chosen, exact=True)).to_be_focused()


def test_the_generic_table_looks_right(visit: Visit, guest_house: House) -> None:
    made = guest_house.make(NAME, "here Anna", "link Bruno")
    home = visit("/", house=guest_house)
    expect(home.get_by_role("heading", name="Morra")).to_be_visible()
    invited = visit(made.invite_path(1), house=guest_house)
    expect(invited.get_by_text("Morra")).to_be_visible()
    found = examine(home, "home-generic") + examine(invited, "invitation-generic")
    Player(invited).sit_down("Bruno")
    page = visit(made.seat_path(0), house=guest_house)
    expect(GenericPlayer(page).moves.get_by_role("button")).to_have_count(36)
    new = visit(f"/new/{NAME}", house=guest_house)
    new.get_by_text(Player(new).t("web_rule_options"), exact=True).click()
    found += examine(page, "generic") + examine(new, "new-generic")
    assert not found, "\n".join(found)
    for each in (home, page, new):
        assert not CODE.search(each.inner_text("body"))


def test_a_game_that_nobody_brings(visit: Visit) -> None:
    page = visit(f"/new/{NAME}")
    expect(page.get_by_role("heading", name=Player(page).t("web_error_title_missing"))).to_be_visible()
