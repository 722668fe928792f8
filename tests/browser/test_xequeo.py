"""Whole matches of Xe Queo! through the page: at one screen, between two browsers, against a bot."""

from __future__ import annotations

import json
import re

from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.ears import Ears
from tests.browser.house import House
from tests.browser.players import Host, XeQueoPlayer, loosely

# Red jumps over blue next to the ring; yellow has a way of two jumps.
POSITION = "R5O/1B5/7/3*3/7/2W4/YV4G 0"


def test_match_at_one_screen(visit: Visit) -> None:
    page = visit()
    Host(page).set_up("xequeo", ["here Anna", "here Bruno"], {"rings": "2", "position": POSITION})
    both = XeQueoPlayer(page)

    # Each chooses behind the curtain.
    for name, letter in (("Anna", "R"), ("Bruno", "G")):
        expect(both.fan).to_have_count(0)
        both.open_curtain(name)
        both.choose(letter)
    # From here on everything is public, so nobody has to look away.
    expect(both.cry).to_be_visible()
    both.go("R", "c5")
    both.expect_at("R", "c5")
    both.go("Y", "c3")
    both.expect_at("Y", "c3")
    both.enter("R", "d4")
    both.expect_rings("Anna", 1, 2)
    both.expect_rings("Bruno", 0, 2)

    # The loser lays the next ring; the winner moves first, and calls at once.
    ring = both.lay_ring()
    for name, letter in (("Anna", "O"), ("Bruno", "V")):
        both.open_curtain(name)
        both.choose(letter)
    expect(both.point(ring)).to_have_accessible_name(re.compile(both.t("xq_a_ring")))
    both.call("V")
    both.expect_end("Anna")
    both.expect_rings("Anna", 2, 2)
    both.expect_news("Bruno")

    # Then all secrets are open, and everything can be watched again.
    both.link("web_watch_again").click()
    page.wait_for_url("**/replay/*")
    both.press("web_last")
    both.expect_rings("Anna", 2, 2)
    expect(page.get_by_text("Anna").first).to_be_visible()


def test_match_between_two_browsers(visit: Visit) -> None:
    page = visit()
    Host(page).set_up("xequeo", ["here Anna", "link"], {"rings": "1", "position": POSITION})
    invitation = Host(page).invitation()
    assert "#i=" in invitation
    assert "#" not in page.url

    anna = XeQueoPlayer(page)
    other = visit(invitation)
    bruno = XeQueoPlayer(other)
    expect(other.get_by_text(re.compile("Anna"))).to_be_visible()
    assert "#" not in other.url
    bruno.sit_down("Bruno")

    for player, letter in ((bruno, "G"), (anna, "R")):
        player.choose(letter)
    expect(anna.cry).to_be_visible()
    expect(bruno.cry).to_have_count(0)
    anna.go("R", "c5")
    for player in (anna, bruno):
        player.expect_at("R", "c5")
    bruno.go("G", "f2")
    for player in (anna, bruno):
        player.expect_at("G", "f2")
    # One's own piece too is asked for: the same card would lose the ring.
    anna.enter("R", "d4")
    for player in (anna, bruno):
        player.expect_end("Anna")
        player.expect_rings("Anna", 1, 1)
    # What both could see was told to both alike.
    told = [player.page.get_by_role("region", name=player.t("web_moves")).inner_text() for player in (anna, bruno)]
    first = f"Anna: {anna.piece('R')}"
    assert first in told[0]
    assert told[0].partition(first)[2] == told[1].partition(first)[2]
    assert all(anna.t("ev_chosen") in words for words in told)


def test_rematch(visit: Visit, house: House) -> None:
    """Whoever still sits there is asked, and keeps their seat; who only watched watches on."""
    made = house.make("xequeo", "here Anna", "link Bruno", options=f'rings=1 "position={POSITION}"')
    ears = Ears()
    anna = XeQueoPlayer(visit(made.seat_path(0)))
    bruno = XeQueoPlayer(visit(made.invite_path(1), size="phone"))
    watcher = XeQueoPlayer(visit(made.path, prepare=ears.prick))
    bruno.sit_down("Bruno")
    expect(anna.fan).to_be_visible()
    anna.resign()
    for player in (bruno, watcher):
        player.expect_end("Bruno")
    expect(watcher.button("web_rematch")).to_have_count(0)
    anna.press("web_rematch")
    anna.page.wait_for_url(lambda url: not url.endswith(made.path))
    expect(
        bruno.page.get_by_text(bruno.t("web_rematch_offer", name="Anna"), exact=True).filter(visible=True).first
    ).to_be_visible()
    bruno.press("web_rematch_join")
    for player, letter in ((bruno, "G"), (anna, "R")):
        player.choose(letter)
    anna.go("R", "c5")
    bruno.expect_at("R", "c5")
    assert bruno.page.url == anna.page.url
    watcher.press("web_watch")
    watcher.expect_at("R", "c5")
    expect(watcher.page.get_by_text(watcher.t("web_watching"))).to_be_visible()
    assert watcher.page.url == anna.page.url
    token = json.loads(bruno.page.evaluate("localStorage.getItem('ridotto.tables')"))[made.table]["tokens"]["1"]
    ears.listen()
    heard = "".join(ears.frames) + "".join(body for _, body in ears.bodies)
    assert anna.page.url.rpartition("/")[2] in heard
    assert not any(secret in heard for secret in (token, made.tokens[0], made.invites[1]))


def test_match_against_a_bot(visit: Visit, house: House) -> None:
    made = house.make("xequeo", "here Anna", "bot greedy", options="rings=1 first_placer=host")
    anna = XeQueoPlayer(visit(made.seat_path(0)))
    anna.lay_ring()
    anna.choose("R")
    # Moves until somebody has the ring; a call ends it after a few rounds at the latest.
    over = anna.page.get_by_role("link", name=anna.t("web_watch_again"))
    for turn in range(12):
        expect(anna.cry.or_(over).first).to_be_visible()
        if over.count():
            break
        movable = anna.points("xq_a_can_move")
        if turn < 3 and movable.count():
            movable.first.click()
            targets = anna.board.get_by_role("gridcell", name=re.compile(anna.t("xq_a_target")))
            expect(targets.first).to_be_visible()
            is_ring = re.compile(rf", {anna.t('xq_a_ring')}(,|$)")
            names = [target.get_attribute("aria-label") or "" for target in targets.all()]
            name = next((name for name in names if not is_ring.search(name)), names[0])
            anna.point(name.split(",")[0]).click()
            if is_ring.search(name):
                anna.press("xq_enter")
        else:
            anna.call("O")
            break
    expect(over).to_be_visible()


def test_quick_start_and_hint(visit: Visit) -> None:
    page = visit()
    anna = XeQueoPlayer(page)
    page.get_by_role("button", name=anna.t("web_play_bot")).first.click()
    page.wait_for_url("**/t/*")
    prompt = anna.fan.or_(anna.points("xq_a_lay").first)
    expect(prompt).to_be_visible()
    anna.press("web_hint")
    # In words: as the strongest bot would do it.
    advice = page.get_by_role("region", name=anna.t("web_hint")).get_by_text(anna.t("bot_name_doge"))
    expect(advice).to_have_text(re.compile(r"(lays the ring|chooses)"))
    anna.press("web_hint_do")
    expect(advice).to_have_count(0)
    # The table is on the home page, to go on later.
    page.goto("/")
    page.get_by_role("link", name=re.compile(loosely(anna.t("game_xequeo")))).first.click()
    page.wait_for_url("**/t/*")
    expect(anna.board).to_be_visible()


def test_take_back(visit: Visit, house: House) -> None:
    made = house.make("xequeo", "here Anna", "here Bruno", options=f'rings=1 "position={POSITION}"')
    both = XeQueoPlayer(visit())
    both.sit(made, 0, 1)
    for name, letter in (("Anna", "R"), ("Bruno", "G")):
        both.open_curtain(name)
        both.choose(letter)
    both.go("R", "c5")
    both.expect_at("R", "c5")
    both.press("web_undo")
    both.expect_at("R", "a7")
    both.go("O", "f6")
    both.expect_at("O", "f6")
