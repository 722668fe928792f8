"""Guess along: from the replay of a finished match to a result, and to a friend who does it again."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.looks import barriers
from tests.browser.players import Player
from tests.browser.test_keyboard import tab_to
from tests.server import house as server

SLOW = 60_000
"""Milliseconds: processes are started for it."""


class Guesser(Player):
    def stake(self, letter: str) -> str:
        return self.t("xq_guess_add", piece=self.t(f"piece_{letter}"))

    def choose(self, name: str) -> None:
        expect(self.page.get_by_role("heading", name=self.t("xq_guess_whose"))).to_be_visible(timeout=SLOW)
        self.page.get_by_role("button", name=name, exact=True).click()

    def bet_to_the_end(self) -> None:
        """Whatever is asked, until there is a result."""
        forward = self.button("xq_guess_bet").or_(self.button("xq_guess_next"))
        while not self.button("xq_guess_again").count():
            expect(forward.or_(self.button("xq_guess_again"))).to_be_enabled()
            if forward.count():
                before = self.page.locator("section.card").inner_html()
                forward.click()
                expect(self.page.locator("section.card")).to_have_attribute("aria-busy", "false")
                assert self.page.locator("section.card").inner_html() != before


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[server.House, server.Laid]]:
    """Two rings of a match by chance."""
    with server.House(tmp_path_factory.mktemp("guess"), limits=server.MANY) as house:
        laid = house.table("xequeo", "here", "here", options="rings=2 first_placer=host")
        with server.at(laid, 0, 1) as guests:
            server.play_on(guests, Random(4))
        yield house, laid


@pytest.mark.parametrize(("language", "size"), [("en", "desktop"), ("de", "phone")])
def test_bets_a_result_and_a_friend(
    visit: Visit, played: tuple[server.House, server.Laid], language: str, size: str
) -> None:
    house, laid = played
    page = visit(f"{house.url}/replay/{laid.id}", language=language, size=size)
    guesser = Guesser(page, language)
    page.get_by_role("link", name=guesser.t("xq_guess")).click(timeout=SLOW)
    expect(page).to_have_url(re.compile(f"/guess/{laid.id}$"))
    guesser.choose("Bruno")
    page.get_by_role("button", name=guesser.stake("B")).click()
    expect(page.locator("#share-B")).to_have_text(re.compile("^21"))
    guesser.press("xq_guess_bet")
    # A reload keeps what was bet.
    expect(page.locator("section.card")).to_have_attribute("aria-busy", "false")
    page.reload()
    expect(guesser.button("xq_guess_bet").or_(guesser.button("xq_guess_next"))).to_be_visible(timeout=SLOW)
    guesser.bet_to_the_end()
    result = page.locator(".result").inner_text()
    assert result.startswith(guesser.t("xq_guess_total_end", points="").rstrip())
    link = page.get_by_label(guesser.t("xq_guess_friend"), exact=True).input_value()

    friend = Guesser(visit(link, language="fr"), "fr")
    expect(friend.page.locator(".rival")).to_be_visible(timeout=SLOW)
    expect(friend.page.get_by_role("button", name="Anna", exact=True)).to_have_count(0)
    friend.choose("Bruno")
    friend.bet_to_the_end()
    expect(friend.page.locator(".rival")).to_contain_text(friend.t("xq_guess_nobody"))


@pytest.mark.parametrize(("size", "theme"), [("desktop", "day"), ("phone", "night")])
def test_nobody_is_shut_out(visit: Visit, played: tuple[server.House, server.Laid], size: str, theme: str) -> None:
    house, laid = played
    guesser = Guesser(visit(f"{house.url}/guess/{laid.id}", size=size, theme=theme))
    guesser.choose("Anna")
    expect(guesser.button("xq_guess_bet")).to_be_enabled()
    assert barriers(guesser.page) == []
    guesser.bet_to_the_end()
    expect(guesser.page.get_by_text(guesser.t("xq_guess_friend_about"))).to_be_visible()
    assert barriers(guesser.page) == []


def test_by_keys_alone(visit: Visit, played: tuple[server.House, server.Laid]) -> None:
    house, laid = played
    guesser = Guesser(visit(f"{house.url}/guess/{laid.id}"))
    expect(guesser.page.get_by_role("heading", name=guesser.t("xq_guess_whose"))).to_be_visible(timeout=SLOW)
    tab_to(guesser.page, guesser.page.get_by_role("button", name="Anna", exact=True))
    guesser.page.keyboard.press("Enter")
    expect(guesser.button("xq_guess_bet")).to_be_visible()
    tab_to(guesser.page, guesser.page.get_by_role("button", name=guesser.stake("R")))
    guesser.page.keyboard.press("Enter")
    expect(guesser.page.locator("#share-R")).to_have_text("21%")
    tab_to(guesser.page, guesser.button("xq_guess_take", piece=guesser.t("piece_R")))
    guesser.page.keyboard.press("Enter")
    expect(guesser.page.locator("section.card [role=status]")).to_have_text(guesser.t("xq_guess_pot", count=1))
    tab_to(guesser.page, guesser.button("xq_guess_bet"))
    guesser.page.keyboard.press("Enter")
    expect(guesser.page.locator("section.card")).to_have_attribute("aria-busy", "false")


@pytest.mark.parametrize(
    ("link", "key"),
    [
        ("v=1&by=Ann&seat=1&bets=2222222", "xq_guess_rival_bad"),
        ("v=1&by=Ann&seat=1&bets=zzzzzzz", "xq_guess_rival_bad"),
        ("v=1&by=Ann&seat=1&bets=2x-", "xq_guess_rival_bad"),
        ("v=1&by=Ann", "xq_guess_rival_bad"),
        ("v=2&by=Ann&wager=2222222", "xq_guess_rival_newer"),
    ],
)
def test_a_link_that_was_cut_off_or_is_newer(
    visit: Visit, played: tuple[server.House, server.Laid], link: str, key: str
) -> None:
    house, laid = played
    guesser = Guesser(visit(f"{house.url}/guess/{laid.id}#{link}"))
    expect(guesser.page.get_by_role("alert")).to_have_text(guesser.t(key), timeout=SLOW)
    guesser.choose("Anna")
    expect(guesser.button("xq_guess_bet")).to_be_visible()


def test_matches_that_are_on_or_unknown(visit: Visit, played: tuple[server.House, server.Laid]) -> None:
    house, _ = played
    laid = house.table("xequeo", "here", "here")
    for table, key in ((laid.id, "guess_running"), ("nowhere", "table_unknown")):
        guesser = Guesser(visit(f"{house.url}/guess/{table}"))
        expect(guesser.page.get_by_role("alert")).to_have_text(guesser.t(key), timeout=SLOW)
