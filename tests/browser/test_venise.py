"""Venise through the page: planks, walks, cards and jokers by real presses, with two to four at the table."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.house import House
from tests.browser.players import DEALT, HAND, Host, VenisePlayer, loosely

CORNERS = ("a1", "a4", "e1", "e4")


def test_turns_of_two_browsers(visit: Visit) -> None:
    page = visit()
    Host(page).set_up("venise", ["here Anna", "link"], {"stall_rounds": "2", "first": "0"})
    anna = VenisePlayer(page)
    bruno = VenisePlayer(visit(Host(page).invitation()))
    bruno.sit_down("Bruno")

    # A plank, a step onto it, back again by taking back card by card.
    anna.expect_turn()
    plank = anna.play("short")
    anna.play("step1", plank)
    for player in (anna, bruno):
        player.expect_discards(2)
    anna.press("web_undo")
    anna.expect_discards(1)
    anna.press("web_undo")
    anna.expect_discards(0)
    bruno.expect_discards(0)
    anna.play("short", plank)
    anna.play("step1", plank)
    anna.end_turn()
    expect(anna.deeds).to_have_count(0)

    # Four cards for a joker, which is then a long plank.
    bruno.expect_turn()
    bruno.exchange([*DEALT])
    expect(bruno.card("joker")).to_be_visible()
    bruno.expect_discards(6)
    bruno.play("joker", as_card="long")
    bruno.end_turn()

    # Nobody takes a gem for two whole rounds, which ends this match.
    for player in (anna, bruno):
        player.expect_turn()
        player.end_turn()
    for player in (anna, bruno):
        player.expect_end("Anna")


def test_discard_and_joker(visit: Visit, house: House) -> None:
    made = house.make("venise", "here Anna", "bot random", options="first=0")
    anna = VenisePlayer(visit(made.seat_path(0)))
    anna.expect_turn()
    anna.end_turn()
    anna.expect_turn()
    assert sum(anna.cards().values()) == 8
    anna.take_joker()
    anna.expect_cards(9)
    expect(anna.button("ve_button_take", count=1)).to_have_attribute("aria-disabled", "true")
    # Who took a joker plays no card: the page says so instead of doing it.
    anna.card("step1").click(force=True)
    expect(anna.page.get_by_text(re.compile(re.escape(anna.t("ve_not_taken")))).first).to_be_visible()
    anna.end_turn(surplus=3)
    anna.expect_turn()
    assert sum(anna.cards().values()) == 8
    assert anna.cards()["joker"] == 1


def test_fall_preview(visit: Visit, house: House) -> None:
    """A long plank that is taken up with a short one resting on it: the page says what falls before it does."""
    made = house.make("venise", "here Anna", "link Bruno", options="first=0")
    anna, bruno = VenisePlayer(visit(made.seat_path(0))), VenisePlayer(visit(made.invite_path(1)))
    bruno.sit_down("Bruno")
    plank = prepare_fall(anna, bruno)
    anna.choose_place(plank)
    for player in (anna, bruno):
        expect(player.page.get_by_role("img", name=player.t("ve_web_lost", short=1, long=0))).to_be_visible()
    anna.press("web_undo")
    expect(anna.page.get_by_role("img", name=anna.t("ve_web_lost", short=0, long=0))).to_be_visible()


def prepare_fall(anna: VenisePlayer, bruno: VenisePlayer) -> str:
    """Up to the choice of what to take up; gives the long plank on which a short one rests."""
    anna.expect_turn()
    anna.take_joker()
    anna.end_turn(surplus=1)
    bruno.expect_turn()
    bruno.end_turn()
    anna.expect_turn()
    plank = anna.play("long")
    anna.play("step1", plank)
    anna.pick("short")
    places = [target.get_attribute("data-target") or "" for target in anna.targets.all()]
    anna.choose_place(next(place for place in places if place.startswith(f"{plank}>")))
    anna.expect_discards(4)
    anna.end_turn()
    bruno.expect_turn()
    bruno.end_turn(surplus=2)
    anna.expect_turn()
    anna.play("step2", next(end for end in plank.split("/") if end in CORNERS))
    anna.pick("joker", as_card="remove")
    expect(anna.target(plank)).to_have_accessible_name(re.compile(loosely(anna.t("ve_target_falls", count=1))))
    return plank


def test_three_at_one_screen_by_link_and_a_bot(visit: Visit) -> None:
    page = visit()
    Host(page).set_up("venise", ["here Anna", "link", "bot greedy"], {"first": "0", "stall_rounds": "1"})
    anna, bruno = VenisePlayer(page), VenisePlayer(visit(Host(page).invitation(), size="phone"))
    bruno.sit_down("Bruno")
    for player in (anna, bruno):
        player.expect_turn()
        player.play("short")
        player.play("step1")
        player.end_turn()
    # Giving up leaves the seat to a bot, and the bots play to the end.
    anna.expect_turn()
    bruno.resign()
    expect(anna.side("Bruno")).to_be_visible()
    anna.expect_turn()
    anna.resign()
    watcher = VenisePlayer(visit(page.url))
    watcher.expect_end()


def test_four_at_one_screen_with_bots(visit: Visit) -> None:
    """Two people share a screen, behind a curtain whenever cards are looked at."""
    page = visit()
    Host(page).set_up("venise", ["here Anna", "here Bruno", "bot random", "bot random"], {"first": "0"}, "Cannaregio")
    both = VenisePlayer(page)
    for _ in range(2):
        for name in ("Anna", "Bruno"):
            expect(both.button("web_curtain_open", name=name)).to_be_visible()
            expect(both.hand).to_have_count(0)
            both.open_curtain(name)
            both.expect_turn()
            held = sum(both.cards().values())
            if both.can("short"):
                both.play("short")
                held -= 1
            both.end_turn(surplus=max(0, held + 2 - HAND))
            # What was drawn may be looked at before the screen is handed on.
            expect(both.deeds).to_have_count(0)
            both.button("web_hand_over", name="Bruno" if name == "Anna" else "Anna").or_(
                both.button("web_hide")
            ).click()
