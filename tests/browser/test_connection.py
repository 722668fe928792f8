"""Pages that are loaded again, servers that stop, die and come back: nobody has to do anything, and nothing is lost."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.house import House
from tests.browser.players import VenisePlayer, XeQueoPlayer
from tests.browser.test_xequeo import POSITION


def test_reload_in_the_middle(visit: Visit, house: House) -> None:
    made = house.make("xequeo", "here Anna", "here Bruno", options=f'rings=1 "position={POSITION}"')
    anna, bruno = XeQueoPlayer(visit(made.seat_path(0))), XeQueoPlayer(visit(made.seat_path(1)))
    anna.choose("R")
    anna.page.reload()
    # The card is still under the deck, and can be looked at.
    expect(anna.button("xq_cover", piece=anna.piece("R"))).to_be_visible()
    bruno.choose("G")
    anna.go("R", "c5")
    bruno.expect_at("R", "c5")
    for player in (anna, bruno):
        player.page.reload()
        player.expect_at("R", "c5")
    bruno.go("Y", "c3")
    anna.expect_at("Y", "c3")


def test_reload_at_one_screen(visit: Visit, house: House) -> None:
    made = house.make("venise", "here Anna", "here Bruno", options="first=0")
    both = VenisePlayer(visit())
    both.sit(made, 0, 1)
    both.open_curtain("Anna")
    both.expect_turn()
    both.play("short")
    both.page.reload()
    # An open hand does not survive it.
    expect(both.button("web_curtain_open", name="Anna")).to_be_visible()
    expect(both.hand).to_have_count(0)
    both.open_curtain("Anna")
    both.expect_discards(1)
    both.press("web_undo")


def test_server_restart_in_the_middle(visit: Visit, own_house: House) -> None:
    house = own_house
    made = house.make("xequeo", "here Anna", "here Bruno", options=f'rings=1 "position={POSITION}"')
    anna = XeQueoPlayer(visit(made.seat_path(0), house=house))
    bruno = XeQueoPlayer(visit(made.seat_path(1), house=house))
    watcher = XeQueoPlayer(visit(made.path, house=house))
    everybody = (anna, bruno, watcher)
    for player, letter in ((anna, "R"), (bruno, "G")):
        player.choose(letter)
    anna.go("R", "c5")
    for player in everybody:
        player.expect_at("R", "c5")

    house.kill()
    for player in everybody:
        expect(player.page.get_by_text(player.t("web_lost"))).to_be_visible()
    # Nothing can be done meanwhile, and nothing pretends to.
    expect(bruno.points("xq_a_can_move")).to_have_count(0)
    house.start()
    for player in everybody:
        expect(player.page.get_by_text(player.t("web_lost"))).to_have_count(0)
        player.expect_at("R", "c5")
    bruno.go("Y", "c3")
    for player in everybody:
        player.expect_at("Y", "c3")

    # What happens while somebody is away is there when they are back.
    bruno.page.context.set_offline(True)
    bruno.page.evaluate("window.dispatchEvent(new Event('offline'))")
    house.stop()
    house.start()
    expect(anna.page.get_by_text(anna.t("web_lost"))).to_have_count(0)
    anna.enter("R", "d4")
    anna.expect_end("Anna")
    bruno.page.context.set_offline(False)
    bruno.expect_end("Anna")
    watcher.expect_end("Anna")


def test_bots_play_on_after_a_restart(visit: Visit, own_house: House) -> None:
    made = own_house.make("venise", "here Anna", "bot greedy", "bot random", options="first=1")
    anna = VenisePlayer(visit(made.seat_path(0), house=own_house))
    expect(anna.hand).to_be_visible()
    own_house.kill()
    own_house.start()
    anna.expect_turn()
    anna.play("short")
    anna.end_turn()
    anna.expect_turn()


def test_moves_of_two_windows_of_one_seat(visit: Visit, house: House) -> None:
    """The same browser looks twice: both windows see the same, and a stale move does no harm."""
    made = house.make("xequeo", "here Anna", "here Bruno", options=f'rings=1 "position={POSITION}"')
    one = XeQueoPlayer(visit(made.seat_path(0)))
    expect(one.fan).to_be_visible()
    two = XeQueoPlayer(one.page.context.new_page())
    two.page.goto(made.path)
    bruno = XeQueoPlayer(visit(made.seat_path(1)))
    one.choose("R")
    expect(two.button("xq_cover", piece=two.piece("R"))).to_be_visible()
    bruno.choose("G")
    two.go("R", "c5")
    one.expect_at("R", "c5")
    expect(one.points("xq_a_can_move")).to_have_count(0)
    expect(bruno.point("c5")).to_have_accessible_name(re.compile(re.escape(bruno.t("xq_a_can_move"))))
