"""The board workshop: from a shipped board to a played game and a shared link, by mouse, by finger and by keys."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from ridotto.draw.venise.poster import A4
from ridotto.games.venise import load_board
from ridotto.i18n import Said
from tests.browser.conftest import Visit
from tests.browser.house import House
from tests.browser.looks import barriers
from tests.browser.players import Player, VenisePlayer
from tests.browser.test_keyboard import tab_to

MOVED = {"b4ne": "white", "d4nw": "red", "b1se": "green", "d1sw": "purple"}
"""Where the gems of four corners are after one was moved from b4sw to b4ne."""

SLOW = 60_000
"""Milliseconds."""


class Maker(Player):
    """Somebody at the workbench."""

    def place(self, field: str) -> Locator:
        return self.page.locator(f'[data-field="{field}"]')

    @property
    def verdict(self) -> Locator:
        return self.page.locator(".verdict")

    def expect_moved(self) -> None:
        for field, colour in MOVED.items():
            expect(self.place(field)).to_have_attribute("data-colour", colour)

    def expect_partners(self) -> None:
        """Where the other three corners have the place that is pointed at."""
        expect(self.page.locator(".partner")).to_have_count(3)

    def expect_good(self) -> None:
        # Processes are started for it, which takes a while on a busy machine.
        expect(self.verdict).to_contain_text(self.t("ws_is_good"), timeout=SLOW)
        expect(self.verdict).to_have_attribute("aria-busy", "false", timeout=SLOW)

    def link_of_board(self, press: Callable[[Locator], None] = lambda button: button.click()) -> str:
        press(self.button("ws_pass_on"))
        link = self.page.get_by_label(self.t("ws_link"), exact=True).input_value()
        press(self.button("web_close"))
        expect(self.page.get_by_role("dialog")).to_have_count(0)
        return link

    def middle(self, field: str) -> tuple[float, float]:
        self.place(field).scroll_into_view_if_needed()
        box = self.place(field).bounding_box()
        assert box
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def open_shared(visit: Visit, link: str, language: str) -> None:
    """In another browser."""
    other = Maker(visit(link, language=language), language)
    other.expect_moved()
    other.expect_good()


def begin_turn(page: Page, language: str) -> VenisePlayer:
    """At the table, as soon as it is the maker's turn: a bot may begin."""
    expect(page).to_have_url(re.compile("/t/"))
    player = VenisePlayer(page, language)
    expect(player.button("ve_button_end", count=2)).to_have_attribute("aria-disabled", "false", timeout=SLOW)
    return player


Tap = Callable[[float, float], None]


def play_by_pointer(player: VenisePlayer, press: Callable[[Locator], None], tap: Tap) -> None:
    """A plank, a step onto it, and the end of the match."""
    for card in ("short", "step1"):
        before = player.discards()
        press(player.card(card))
        expect(player.targets.first).to_be_attached()
        place = player.targets.first.get_attribute("data-target") or ""
        tap(*player.aim(place))
        if player.button("ve_confirm_place").count():
            press(player.button("ve_confirm_place"))
        player.expect_discards(before + 1)
    for key in ("web_menu", "web_resign", "web_resign_yes"):
        press(player.button(key))
    player.expect_end()


TWO = pytest.mark.parametrize("language", ["en", "de"])


@TWO
def test_whole_path_by_mouse(visit: Visit, language: str) -> None:
    maker = Maker(visit("/new/venise", language=language), language)
    maker.link("web_workshop_make").click()
    maker.expect_good()
    mouse = maker.page.mouse
    mouse.move(*maker.middle("b4sw"))
    maker.expect_partners()
    mouse.down()
    mouse.move(*maker.middle("b3over"), steps=4)
    maker.expect_partners()
    mouse.move(*maker.middle("b4ne"), steps=4)
    mouse.up()
    maker.expect_moved()
    maker.expect_good()
    link = maker.link_of_board()

    # Into the water, and back.
    mouse.move(*maker.middle("b4ne"))
    mouse.down()
    mouse.move(*maker.middle("c4over"), steps=4)
    mouse.up()
    maker.expect_moved()
    maker.press("ws_undo")
    expect(maker.place("b4sw")).to_have_attribute("data-colour", "white")
    maker.press("ws_redo")
    maker.expect_moved()

    maker.press("web_play_bot")
    play_by_pointer(begin_turn(maker.page, language), lambda button: button.click(), mouse.click)
    maker.link("web_workshop_back").click()
    maker.expect_moved()
    maker.expect_good()
    # What was done before the match can still be undone.
    maker.press("ws_undo")
    expect(maker.place("b4sw")).to_have_attribute("data-colour", "white")
    open_shared(visit, link, language)


@TWO
def test_whole_path_by_finger(visit: Visit, language: str) -> None:
    maker = Maker(visit("/workshop", size="phone", language=language), language)
    maker.expect_good()
    touch = maker.page.touchscreen
    touch.tap(*maker.middle("b4sw"))
    expect(maker.place("b4sw")).to_have_attribute("aria-pressed", "true")
    touch.tap(*maker.middle("b4ne"))
    maker.expect_moved()
    maker.expect_good()
    # A finger drags as well.
    drag_by_finger(maker, "b4ne", "b4sw")
    expect(maker.place("b4sw")).to_have_attribute("data-colour", "white")
    drag_by_finger(maker, "b4sw", "b4ne")
    maker.expect_moved()
    maker.expect_good()
    # Another post: its gem leaves the board, and is laid again.
    touch.tap(*maker.middle("b4sw"))
    maker.button("ws_kind_plain").tap()
    expect(maker.verdict).to_contain_text(maker.t("ws_is_faulty"))
    expect(maker.place("b4")).to_be_attached()
    maker.button("ws_undo").tap()
    maker.expect_moved()
    maker.expect_good()
    link = maker.link_of_board(lambda button: button.tap())
    maker.button("web_play_bot").tap()
    play_by_pointer(begin_turn(maker.page, language), lambda button: button.tap(), touch.tap)
    open_shared(visit, link, language)


def drag_by_finger(maker: Maker, start: str, end: str) -> None:
    (x, y), there = maker.middle(start), maker.middle(end)
    session = maker.page.context.new_cdp_session(maker.page)
    points = [(x, y), *((x + (there[0] - x) * part, y + 30 * part) for part in (0.5, 1)), there]
    for nth, (at_x, at_y) in enumerate(points):
        kind = "touchMove" if nth else "touchStart"
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": at_x, "y": at_y}]})
    maker.expect_partners()
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    session.detach()


@TWO
def test_whole_path_by_keys(visit: Visit, language: str) -> None:
    maker = Maker(visit("/workshop", language=language), language)
    keys = maker.page.keyboard
    maker.expect_good()
    tab_to(maker.page, maker.page.locator(".canvas [tabindex='0']"))
    walk(maker, "b4sw")
    keys.press("Enter")
    expect(maker.place("b4sw")).to_have_attribute("aria-pressed", "true")
    walk(maker, "b4ne")
    maker.expect_partners()
    keys.press("Enter")
    maker.expect_moved()
    keys.press("Control+z")
    expect(maker.place("b4sw")).to_have_attribute("data-colour", "white")
    keys.press("Control+Shift+z")
    maker.expect_moved()
    maker.expect_good()
    keys.press("Delete")
    expect(maker.verdict).to_contain_text(maker.t("ws_is_faulty"))
    keys.press("Control+z")
    maker.expect_good()
    tab_to(maker.page, maker.button("ws_pass_on"))
    keys.press("Enter")
    link = maker.page.get_by_label(maker.t("ws_link"), exact=True).input_value()
    keys.press("Escape")
    tab_to(maker.page, maker.button("web_play_bot"))
    keys.press("Enter")
    player = begin_turn(maker.page, language)
    for card in ("short", "step1"):
        before = player.discards()
        tab_to(player.page, player.hand.locator("button[tabindex='0']"))
        for _ in range(8):
            if player.card(card).evaluate("card => card === document.activeElement"):
                break
            keys.press("ArrowRight")
        keys.press("Enter")
        expect(player.targets.locator("xpath=self::*[@tabindex='0']")).to_be_focused()
        keys.press("Enter")
        player.expect_discards(before + 1)
    for key in ("web_menu", "web_resign", "web_resign_yes"):
        tab_to(player.page, player.button(key))
        keys.press("Enter")
    player.expect_end()
    tab_to(maker.page, maker.link("web_workshop_back"))
    keys.press("Enter")
    maker.expect_moved()
    open_shared(visit, link, language)


def test_play_at_once_on_one_screen_and_by_link(visit: Visit) -> None:
    maker = Maker(visit("/workshop"))
    maker.expect_good()
    maker.press("web_play_here")
    expect(maker.page).to_have_url(re.compile("/t/"))
    # Whoever begins looks alone.
    names = [maker.t("web_player", number=number) for number in (1, 2)]
    curtains = [maker.button("web_curtain_open", name=name) for name in names]
    curtains[0].or_(curtains[1]).click()
    maker.link("web_workshop_back").click()
    maker.expect_good()
    maker.press("web_play_friend")
    expect(maker.page).to_have_url(re.compile("/t/"))
    invite = maker.page.locator("input[readonly]").first
    friend = Player(visit(invite.input_value()))
    friend.sit_down("Bruno")
    expect(friend.page.locator(".board")).to_be_visible()
    expect(maker.page.get_by_text("Bruno").first).to_be_visible()


def walk(maker: Maker, field: str, *, most: int = 60) -> None:
    """By the arrows: all places are in one round."""
    for step in range(most):
        if maker.page.evaluate("document.activeElement.dataset.field") == field:
            return
        here, there = (maker.middle(maker.page.evaluate("document.activeElement.dataset.field")), maker.middle(field))
        across, down = there[0] - here[0], there[1] - here[1]
        is_across = abs(across) > abs(down) if step % 5 else abs(across) <= abs(down)
        key = ("Right" if across > 0 else "Left") if is_across else ("Down" if down > 0 else "Up")
        maker.page.keyboard.press(f"Arrow{key}")
    raise AssertionError(f"the arrows never come to {field}")


def test_symmetry_and_what_is_only_unwise(visit: Visit) -> None:
    """Partners move along as far as the symmetry says; a board that is not even is played all the same."""
    maker = Maker(visit("/workshop"))
    maker.expect_good()
    maker.page.get_by_label(maker.t("ws_symmetry")).select_option(label=maker.t("ws_mode_half_turn"))
    maker.page.mouse.click(*maker.middle("b4sw"))
    maker.page.mouse.click(*maker.middle("b4ne"))
    for field, colour in {"b4ne": "white", "d1sw": "purple", "d4se": "red", "b1nw": "green"}.items():
        expect(maker.place(field)).to_have_attribute("data-colour", colour)
    expect(maker.verdict).to_contain_text(maker.t("ws_is_uneven"))
    maker.press("ws_undo")
    maker.expect_good()
    maker.page.get_by_label(maker.t("ws_symmetry")).select_option(label=maker.t("ws_mode_none"))
    maker.page.mouse.click(*maker.middle("b4sw"))
    maker.page.mouse.click(*maker.middle("b4ne"))
    for field, colour in {"b4ne": "white", "d1ne": "purple", "d4se": "red", "b1nw": "green"}.items():
        expect(maker.place(field)).to_have_attribute("data-colour", colour)
    expect(maker.verdict).to_contain_text(maker.t("ws_is_uneven"))
    # Said on the spot as well.
    expect(maker.page.locator(".fault.advice").first).to_be_visible()
    expect(maker.page.locator(".fault:not(.advice)")).to_have_count(0)
    maker.press("web_play_bot")
    begin_turn(maker.page, "en")


def test_every_change_can_be_undone(visit: Visit) -> None:
    """However many there were."""
    maker = Maker(visit("/workshop"))
    maker.expect_good()
    spots, times = ("b4sw", "b4ne"), 41
    for nth in range(times):
        for field in (spots[nth % 2], spots[1 - nth % 2]):
            maker.page.mouse.click(*maker.middle(field))
    maker.expect_moved()
    for _ in range(times):
        expect(maker.button("ws_undo")).to_be_enabled()
        maker.page.keyboard.press("Control+z")
    expect(maker.place("b4sw")).to_have_attribute("data-colour", "white")
    expect(maker.button("ws_undo")).to_be_disabled()
    for _ in range(times):
        maker.page.keyboard.press("Control+y")
    maker.expect_moved()
    expect(maker.button("ws_redo")).to_be_disabled()


# A check takes its time, and what is asked is noted.
SLOW_CHECKS = """() => {
    window.asked = [];
    window.busy = window.most = 0;
    const ask = window.fetch;
    window.fetch = async (address, options) => {
        if (!String(address).includes('workshop/check')) return ask(address, options);
        asked.push(JSON.parse(options.body).name);
        most = Math.max(most, ++busy);
        await new Promise(done => setTimeout(done, 400));
        return ask(address, options).finally(() => { busy -= 1; });
    };
}"""


def test_one_check_at_a_time_and_the_newest_counts(visit: Visit) -> None:
    maker = Maker(visit("/workshop"))
    maker.expect_good()
    maker.page.evaluate(SLOW_CHECKS)
    field = maker.page.get_by_label(maker.t("ws_name"))
    for name in ("A", "B", "C", "D", ""):
        field.fill(name)
    expect(maker.verdict).to_contain_text(maker.t("ws_is_faulty"))
    expect(maker.verdict).to_have_attribute("aria-busy", "false")
    asked, most = maker.page.evaluate("[asked, most]")
    assert most == 1
    assert asked[0] == "A"
    assert asked[-1] == ""
    assert len(asked) < 5, "what was outdated was asked all the same"
    # Out of reach for a while: it says so, and asks again by itself.
    maker.page.route("**/workshop/check", lambda route: route.fulfill(status=503))
    maker.press("ws_undo")
    expect(maker.verdict).to_contain_text(maker.t("ws_unchecked"))
    maker.page.unroute("**/workshop/check")
    maker.expect_good()


def test_more_like_this_one(visit: Visit) -> None:
    """By night, too: what is sought goes with the board on the bench."""
    maker = Maker(visit("/workshop"))
    maker.expect_good()
    maker.press("ws_make")
    maker.page.get_by_label(maker.t("ws_level")).select_option("easy")
    maker.page.get_by_label(maker.t("ws_like")).check()
    with maker.page.expect_request("**/api/workshop/make") as asked:
        maker.press("ws_search")
    wish = json.loads(asked.value.post_data or "{}")
    assert (wish["side"], wish["least"], wish["like"]) == ("day", 20, load_board("day-basic").code)
    expect(maker.page.get_by_role("img", name=maker.t("ws_made_picture", number=1))).to_be_visible(timeout=SLOW)
    maker.press("ws_stop")


def test_from_plain_posts_to_a_file_and_back(visit: Visit, tmp_path: Path) -> None:
    maker = Maker(visit("/workshop"))
    maker.expect_good()
    maker.press("ws_other")
    maker.press("ws_plain_night")
    expect(maker.verdict).to_contain_text(maker.t("ws_is_faulty"))
    maker.button("web_play_bot").click(force=True)  # it says why not
    expect(maker.page.get_by_text(maker.t("ws_not_yet"))).to_be_visible()
    maker.page.mouse.click(*maker.middle("b4"))
    maker.press("ws_kind_falling")
    fields = ("b4ne", "b4sw", "a3", "b3")
    for nth, field in enumerate(fields):
        pile = maker.button("ws_gems_left", colour=Said("ve_colour_red"), count=4 - nth)
        if nth % 2:
            pile.drag_to(maker.place(field), force=True)
        else:
            pile.click()
            maker.page.mouse.click(*maker.middle(field))
        expect(maker.place(field)).to_have_attribute("data-colour", "red")
    expect(maker.verdict).to_have_attribute("aria-busy", "false")
    maker.press("ws_pass_on")
    with maker.page.expect_download() as saved:
        maker.press("ws_save_file")
    (file := tmp_path / "mine.toml").write_text(Path(saved.value.path()).read_text("utf-8"), "utf-8")
    board = load_board(str(file))
    assert board.side == "night"
    assert set(fields) == set(board.gems[0])
    maker.page.keyboard.press("Escape")
    maker.press("ws_other")
    expect(maker.page.get_by_text(maker.t("ws_mine"))).to_be_visible()
    # Thrown away, and had back.
    own = maker.page.get_by_role("listitem").filter(has_text=maker.t("ws_new_name"))
    for key in ("ws_forget", "ws_undo"):
        own.get_by_role("button", name=maker.t(key, board=maker.t("ws_new_name")), exact=True).click()
        kept = maker.page.evaluate("Object.keys(JSON.parse(localStorage.getItem('ridotto.boards'))).length")
        assert kept == (key == "ws_undo")
    maker.page.get_by_label(maker.t("ws_open_file")).set_input_files(file)
    expect(maker.place("b4ne")).to_have_attribute("data-colour", "red")


def test_links_that_hold_no_board(visit: Visit) -> None:
    maker = Maker(visit("/workshop"))
    maker.expect_good()
    link = maker.link_of_board().split("#b=")[1]
    faults = {"cut": link[:40], "newer": link.replace("1.", "9.", 1), "broken": "hello", "long": link + "A" * 5000}
    for code, broken in faults.items():
        maker.page.evaluate(f"location.hash = {json.dumps(f'b={broken}')}")
        expect(maker.page.get_by_text(maker.t(f"ws_link_{code}"))).to_be_visible()
        expect(maker.page.get_by_label(maker.t("ws_name"))).to_have_value("Rialto")
    # A shipped one by its name, whatever lies on the bench.
    maker.page.evaluate("location.hash = 'board=arsenale'")
    expect(maker.page.get_by_label(maker.t("ws_name"))).to_have_value("Arsenale")


def test_files_that_are_no_boards(visit: Visit, tmp_path: Path) -> None:
    maker = Maker(visit("/workshop"))
    maker.expect_good()
    maker.press("ws_other")
    (file := tmp_path / "odd.toml").write_text("name = [", "utf-8")
    maker.page.get_by_label(maker.t("ws_open_file")).set_input_files(file)
    expect(maker.page.get_by_role("alert")).to_contain_text("TOML")
    file.write_text("# much too long\n" * 20_000, "utf-8")
    maker.page.get_by_label(maker.t("ws_open_file")).set_input_files(file)
    expect(maker.page.get_by_role("alert")).not_to_contain_text("TOML")
    expect(maker.page.get_by_role("alert")).to_contain_text(re.compile(r"\w"))
    file.write_text('name = "<img src=x>"\nside = "day"\nposts = "????"', "utf-8")
    maker.page.get_by_label(maker.t("ws_open_file")).set_input_files(file)
    expect(maker.page.get_by_text(maker.t("ws_file_partly"))).to_be_visible()
    expect(maker.page.get_by_label(maker.t("ws_name"))).to_have_value("<img src=x>")
    expect(maker.verdict).to_contain_text(maker.t("ws_is_faulty"))


def test_a_board_without_a_name_is_not_played(visit: Visit) -> None:
    maker = Maker(visit("/workshop"))
    maker.expect_good()
    maker.page.get_by_label(maker.t("ws_name")).fill("  ")
    expect(maker.verdict).to_contain_text(maker.t("ws_is_faulty"))
    maker.button("web_play_bot").click(force=True)
    expect(maker.page.get_by_text(maker.t("ws_not_yet"))).to_be_visible()
    maker.press("ws_undo")
    expect(maker.page.get_by_label(maker.t("ws_name"))).to_have_value("Rialto")
    maker.expect_good()
    maker.page.reload()  # what was undone is not kept
    expect(maker.page.get_by_label(maker.t("ws_name"))).to_have_value("Rialto")


@pytest.mark.parametrize("kept", ['{"a": 1}', '{"a": {"draft": {"posts": [], "gems": {}}}}', "[]", "null"])
def test_strange_boards_in_storage(visit: Visit, house: House, kept: str) -> None:
    def prepare(page: Page) -> None:
        page.goto(house.address)
        page.evaluate("text => localStorage.setItem('ridotto.boards', text)", kept)
        page.evaluate("localStorage.setItem('ridotto.workshop', '\"a\"')")

    maker = Maker(visit("/workshop", prepare=prepare))
    expect(maker.verdict).to_be_visible()
    maker.press("ws_other")
    expect(maker.page.get_by_text(maker.t("ws_shipped"))).to_be_visible()


def test_rating_while_working(visit: Visit) -> None:
    """Figures come as they are found, and the board answers meanwhile; stop, go on, and the cheapest way."""
    maker = Maker(visit("/workshop"))
    maker.expect_good()
    maker.press("ws_measure")
    expect(maker.page.get_by_text(maker.t("ws_each_gem"))).to_be_visible()
    expect(maker.place("b4sw")).to_have_accessible_name(re.compile(maker.t("ws_cost", count=15)))
    expect(maker.page.get_by_text(maker.t("ws_fairness", count=2))).to_be_visible(timeout=SLOW)
    maker.press("ws_stop")
    expect(maker.button("ws_go_on")).to_be_visible()
    maker.press("ws_way_of", colour=Said("ve_colour_red"))
    maker.press("ws_way_next")
    expect(maker.page.locator(".steps")).to_contain_text("2/")
    expect(maker.page.locator(".steps")).to_be_in_viewport()
    expect(maker.place("b4sw")).to_be_in_viewport()
    maker.press("ws_way_hide")
    maker.press("ws_go_on")
    # Another board has another rating.
    maker.page.mouse.click(*maker.middle("b4sw"))
    maker.page.mouse.click(*maker.middle("b4ne"))
    maker.expect_moved()
    maker.expect_good()
    expect(maker.place("b4ne")).to_have_accessible_name(re.compile(maker.t("ws_cost", count="x")[:-1] + r"\d"))
    maker.press("ws_stop")


def test_new_boards_come_as_pictures(visit: Visit) -> None:
    maker = Maker(visit("/workshop"))
    maker.expect_good()
    maker.press("ws_make")
    maker.page.get_by_label(maker.t("ws_seed")).fill("3")
    maker.press("ws_search")
    first = maker.page.get_by_role("img", name=maker.t("ws_made_picture", number=1))
    expect(first).to_be_visible(timeout=SLOW)
    maker.press("ws_stop")
    first.click()
    expect(maker.page.get_by_label(maker.t("ws_name"))).to_have_value(maker.t("ws_made_name", number=1, seed=3))
    maker.expect_good()
    # The others are still there.
    maker.press("ws_make")
    expect(first).to_be_visible()
    expect(maker.page.get_by_label(maker.t("ws_seed"))).to_have_value("3")
    expect(maker.button("ws_go_on")).to_be_visible()


def test_a_board_from_the_box_stays_here(visit: Visit) -> None:
    maker = Maker(visit("/workshop"))
    maker.expect_good()
    maker.press("ws_other")
    maker.press("ws_box_day")
    guide = maker.page.locator(".guide")
    expect(guide).to_contain_text(maker.t("ws_box_post", spot="b4", number=1, most=14))
    maker.press("ws_kind_falling")
    expect(guide).to_contain_text(maker.t("ws_box_post", spot="c4", number=2, most=14))
    # Another post can be pressed.
    maker.page.mouse.click(*maker.middle("b4sw"))
    expect(guide).to_contain_text(maker.t("ws_box_post", spot="b4", number=1, most=14))
    assert barriers(maker.page) == []
    for _ in range(14):
        maker.press("ws_way_next")
    fields = ("a3", "b3", "c4", "d4"), ("a2", "b2", "d3", "e3"), ("b1", "c1", "d1", "b4ne"), ("b4sw", "d2", "e2")
    for field in (each for four in fields for each in four):
        maker.page.mouse.click(*maker.middle(field))
        expect(maker.place(field)).to_have_attribute("data-colour", re.compile("."))
    expect(guide).to_contain_text(maker.t("ws_box_gems", colour=Said("ve_colour_purple"), count=1))
    maker.press("ws_box_end")
    maker.press("ws_pass_on")
    expect(maker.page.get_by_role("dialog")).to_contain_text(maker.t("ws_box_stays"))
    expect(maker.page.get_by_label(maker.t("ws_link"), exact=True)).to_have_count(0)
    maker.page.keyboard.press("Escape")
    maker.page.wait_for_function("() => history.state?.isSheet !== true")  # a closed sheet goes one page back
    maker.page.reload()
    expect(maker.place("b4ne")).to_have_attribute("data-colour", "green")


def test_a_poster_for_ones_own_planks(visit: Visit) -> None:
    maker = Maker(visit("/workshop"))
    maker.expect_good()
    maker.press("ws_pass_on")
    maker.press("ws_poster")
    maker.page.get_by_label(maker.t("ws_poster_long")).fill("70")
    maker.press("ws_poster_fit")
    expect(maker.page.get_by_role("alert")).to_contain_text("89")
    maker.page.get_by_label(maker.t("ws_poster_long")).fill("110")
    maker.press("ws_poster_fit")
    expect(maker.page.get_by_role("dialog")).to_contain_text("462")
    assert barriers(maker.page) == []
    assert maker.page.locator(".sheet").count() == 4
    printed = maker.page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 4, "one for each sheet"
    sizes = {tuple(map(float, box.split())) for box in re.findall(rb"/MediaBox\s*\[([^]]+)\]", printed)}
    ((_, _, width, height),) = sizes
    assert sorted(round(side * 25.4 / 72) for side in (width, height)) == list(A4)
