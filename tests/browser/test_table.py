"""Around every game: who is here and who is not, what others do, invitations, and the end."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Visit
from tests.browser.house import House
from tests.browser.players import Player, VenisePlayer, XeQueoPlayer
from tests.browser.test_xequeo import POSITION

RING = "first_placer=host"
SHORT = f'rings=1 "position={POSITION}"'
LONG = "Maximiliane-Charlotte von und zu Hohen"


@pytest.mark.parametrize("way", ["reload", "watch"])
def test_an_invitation_is_good_until_somebody_sits_down(visit: Visit, house: House, way: str) -> None:
    made = house.make("xequeo", "here Anna", "link", options=SHORT)
    bruno = XeQueoPlayer(visit(made.invite_path(1)))
    expect(bruno.button("web_sit")).to_be_visible()
    if way == "reload":
        bruno.page.reload()
    else:
        bruno.press("web_watch")
        expect(bruno.page.get_by_text(bruno.t("web_watching"))).to_be_visible()
    bruno.press("web_sit")
    expect(bruno.page.get_by_text(bruno.t("web_watching"))).to_have_count(0)
    expect(bruno.fan).to_be_visible()


def test_a_used_invitation_says_so_at_once(visit: Visit, house: House) -> None:
    made = house.make("venise", "here Anna", "link", "link")
    bruno = Player(visit(made.invite_path(1)))
    bruno.press("web_sit")
    expect(bruno.menu).to_be_visible()
    late = Player(visit(made.invite_path(1)))
    expect(late.page.get_by_text(late.t("invite_spent"))).to_be_visible()
    expect(late.button("web_sit")).to_have_count(0)


COVERED = """notice => {
    const lies = notice.getBoundingClientRect();
    const pressed = '#main button:not(:disabled, .side *), #main [role=gridcell]';
    return [...document.querySelectorAll(pressed)].filter(button => {
        const box = button.getBoundingClientRect();
        return box.left < lies.right && box.right > lies.left && box.top < lies.bottom && box.bottom > lies.top;
    }).map(button => button.getAttribute('aria-label') ?? button.textContent);
}"""


@pytest.mark.parametrize("game", ["xequeo", "venise"])
@pytest.mark.parametrize("size", ["desktop", "laptop", "phone", "barred", "lying"])
def test_a_notice_covers_nothing_to_press(visit: Visit, house: House, game: str, size: str) -> None:
    """Neither board nor hand nor buttons, for as long as it is there."""
    options = {"xequeo": SHORT, "venise": "first=0"}[game]
    anna = Player(visit(house.make(game, "here Anna", "here Bruno", options=options).seat_path(0), size=size))
    expect(anna.page.get_by_role("grid")).to_be_visible()
    notice = anna.page.locator(".toast")
    expect(notice).to_be_visible()
    expect(anna.page.locator("#main button").first).to_be_visible()
    assert notice.evaluate(COVERED) == []


def test_what_the_other_takes_back_is_told(visit: Visit, house: House) -> None:
    made = house.make("xequeo", "here Anna", "here Bruno", options=SHORT)
    anna, bruno = XeQueoPlayer(visit(made.seat_path(0))), XeQueoPlayer(visit(made.seat_path(1)))
    for player, letter in ((anna, "R"), (bruno, "G")):
        player.choose(letter)
    anna.go("R", "c5")
    bruno.expect_at("R", "c5")
    anna.press("web_undo")
    bruno.expect_at("R", "a7")
    expect(bruno.page.get_by_role("button", name=bruno.t("web_taken_back", name="Anna"))).to_be_visible()
    expect(anna.page.get_by_role("button", name=anna.t("web_taken_back", name="Anna"))).to_have_count(0)


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_who_is_away_stays_so_when_it_is_their_turn(visit: Visit, house: House, size: str) -> None:
    made = house.make("xequeo", "here Anna", "here Bruno", options="first_placer=guest")
    anna = XeQueoPlayer(visit(made.seat_path(0), size=size))
    expect(anna.board).to_be_visible()
    expect(anna.page.get_by_text(f"Bruno: {anna.t('web_away')}")).to_be_visible()
    entry = anna.people().get_by_role("listitem").filter(has_text="Bruno")
    expect(entry).to_contain_text(anna.t("web_turn"))
    expect(entry).to_contain_text(anna.t("web_away"))


def test_nobody_thinks_while_somebody_else_is_to_act(visit: Visit, house: House) -> None:
    """Of two who choose at once the bot has chosen long since, or may have: nobody can know."""
    made = house.make("xequeo", "here Anna", "bot greedy", options=SHORT)
    anna = XeQueoPlayer(visit(made.seat_path(0)))
    expect(anna.fan).to_be_visible()
    entry = anna.people().get_by_role("listitem")
    expect(entry.filter(has_text=anna.t("bot_name_greedy"))).to_contain_text(anna.t("web_bot"))
    expect(entry.filter(has_text=anna.t("web_thinks"))).to_have_count(0)


@pytest.mark.parametrize("size", ["desktop", "laptop", "phone"])
def test_long_names_fit_and_equal_bots_are_told_apart(visit: Visit, house: House, size: str) -> None:
    made = house.make("venise", f"here {LONG}", "bot gondolier", "bot gondolier", "bot gondolier", options="first=0")
    page = visit(made.seat_path(0), size=size)
    anna = Player(page)
    people = anna.people()
    for name in (LONG, *(anna.t("bot_numbered", name=anna.t("bot_name_gondolier"), number=one) for one in (1, 2, 3))):
        label = people.locator(".name", has_text=name)
        expect(label).to_be_visible()
        assert label.evaluate(
            "node => node.scrollWidth <= node.clientWidth && node.scrollHeight <= node.clientHeight + 1"
        )


def test_play_again_keeps_a_changed_name(visit: Visit, house: House) -> None:
    made = house.make("xequeo", "here Anna", "here Bruno", options=SHORT)
    anna, bruno = XeQueoPlayer(visit(made.seat_path(0))), XeQueoPlayer(visit(made.seat_path(1)))
    expect(bruno.fan).to_be_visible()
    anna.resign()
    bruno.expect_end("")
    bruno.press("web_rematch")
    expect(bruno.fan).to_be_visible()
    # The next table is there already when Anna finds a better name.
    anna.people()
    anna.press("web_rename", name="Anna")
    anna.page.get_by_role("textbox", name=anna.t("web_your_name")).fill("Annina")
    anna.press("web_save")
    anna.press("web_rematch_join")
    expect(anna.fan).to_be_visible()
    expect(bruno.people()).to_contain_text("Annina")


def test_nobody_is_named_twice(visit: Visit, house: House) -> None:
    """The game's own sides say who plays; what is beside the board is the log's."""
    for game in ("xequeo", "venise"):
        anna = Player(visit(house.make(game, "here Anna", "bot greedy").seat_path(0), size="laptop"))
        expect(anna.page.get_by_role("main").get_by_text("Anna", exact=True).filter(visible=True)).to_have_count(1)
        beside = anna.page.get_by_role("complementary")
        expect(beside.get_by_role("region", name=anna.t("web_moves"))).to_be_visible()
        expect(beside.get_by_role("list", name=anna.t("web_people"))).to_have_count(0)


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_the_end_stays_at_hand(visit: Visit, house: House, size: str) -> None:
    """On a phone below the board, and in full when it is pressed."""
    made = house.make("xequeo", "here Anna", "bot greedy", options=RING)
    page = visit(made.seat_path(0), size=size)
    anna = XeQueoPlayer(page)
    expect(anna.points("xq_a_lay").first).to_be_visible()
    anna.resign()
    anna.expect_end(anna.t("web_you_lost"))
    if size == "phone":
        page.get_by_role("region", name=anna.t("web_end")).get_by_role("button", name=anna.t("web_you_lost")).click()
        expect(page.get_by_role("img", name=anna.t("web_course"))).to_be_visible()
        anna.press("web_close")
        expect(page.get_by_role("dialog")).to_have_count(0)
    expect(anna.button("web_rematch")).to_be_visible()
    expect(anna.link("web_watch_again")).to_be_visible()
    anna.menu.click()
    expect(page.get_by_role("dialog")).to_contain_text(anna.t("web_leave_over"))


def test_the_end_leaves_the_board_its_size(visit: Visit, house: House) -> None:
    made = house.make("xequeo", "here Anna", "bot greedy", options=RING)
    page = visit(made.seat_path(0), size="laptop")
    anna = XeQueoPlayer(page)
    expect(anna.points("xq_a_lay").first).to_be_visible()
    before = anna.board.bounding_box()
    anna.resign()
    anna.expect_end(anna.t("web_you_lost"))
    assert anna.board.bounding_box() == before
    for button in (anna.button("web_rematch"), anna.link("web_watch_again")):
        expect(button).to_be_in_viewport(ratio=1)


def test_bots_step_by_step(visit: Visit, house: House) -> None:
    """What a bot did is shown when somebody asks for it, by the button or by a press on the board."""
    page = visit(house.make("venise", "here Anna", "bot greedy", options="first=0").seat_path(0))
    anna = VenisePlayer(page)
    anna.expect_turn()
    anna.menu.click()
    page.get_by_label(anna.t("web_pace")).select_option("step")
    page.keyboard.press("Escape")
    anna.end_turn()
    said = page.get_by_role("region", name=anna.t("web_moves")).get_by_role("listitem")
    following = anna.button("web_pace_next").filter(visible=True)
    expect(following).to_be_visible()
    bot = said.filter(has_text=anna.t("bot_name_greedy"))
    expect(bot).to_have_count(0)
    following.click()
    expect(bot.first).to_be_visible()
    shown = bot.count()
    expect(following).to_be_visible()
    page.get_by_role("main").click(position={"x": 4, "y": 4})
    expect(bot).not_to_have_count(shown)


def bots_turn(anna: VenisePlayer, pace: str) -> Locator:
    """Anna ends her turn at a table with that pace; gives what is told of the bot after her."""
    anna.expect_turn()
    anna.menu.click()
    anna.page.get_by_label(anna.t("web_pace")).select_option(pace)
    anna.page.keyboard.press("Escape")
    anna.end_turn()
    said = anna.page.get_by_role("region", name=anna.t("web_moves")).get_by_role("listitem")
    return said.filter(has_text=anna.t("bot_name_greedy"))


def test_bots_at_leisure(visit: Visit, house: House) -> None:
    """What a bot does comes one by one, as the clock goes; a press on the board brings the next at once."""
    made = house.make("venise", "here Anna", "bot greedy", options="first=0")
    page = visit(made.seat_path(0), prepare=lambda page: page.clock.install())
    anna = VenisePlayer(page)
    anna.expect_turn()
    page.clock.pause_at(page.evaluate("Date.now()") + 1000)
    bot = bots_turn(anna, "slow")
    expect(bot).to_have_count(1)
    # The bot has long done more: on another screen everything is seen.
    watcher = VenisePlayer(visit(made.path))
    lines = watcher.page.get_by_role("region", name=anna.t("web_moves")).get_by_role("listitem")
    expect(lines.filter(has_text=anna.t("bot_name_greedy")).nth(2)).to_be_attached()
    expect(bot).to_have_count(1)
    page.clock.run_for(2000)
    expect(bot).to_have_count(2)
    page.get_by_role("main").click(position={"x": 4, "y": 4})
    expect(bot).not_to_have_count(2)


def test_a_win_is_celebrated_where_things_may_move(visit: Visit, house: House) -> None:
    for is_animated in (True, False):
        made = house.make("xequeo", "here Anna", "here Bruno", options=SHORT)
        anna = XeQueoPlayer(visit(made.seat_path(0), is_animated=is_animated))
        bruno = XeQueoPlayer(visit(made.seat_path(1)))
        expect(anna.fan).to_be_visible()
        bruno.resign()
        if is_animated:
            anna.page.locator(".confetti").wait_for(state="attached")
        anna.expect_end(anna.t("web_you_won"))
        expect(anna.page.locator(".confetti")).to_have_count(0)
        bruno.expect_end(bruno.t("web_you_lost"))


def test_the_end_says_how_it_went(visit: Visit, house: House) -> None:
    """Three numbers and one picture, for both games."""
    for game, seats in (("xequeo", ("here Anna", "bot greedy")), ("venise", ("here Anna", "bot greedy"))):
        anna = Player(visit(house.make(game, *seats).seat_path(0)))
        expect(anna.page.get_by_role("grid")).to_be_visible()
        anna.resign()
        anna.expect_end(anna.t("web_you_lost"))
        end = anna.page.get_by_role("region", name=anna.t("web_end")).filter(visible=True)
        expect(end.get_by_role("listitem")).to_have_count(3)
        for fact in end.get_by_role("listitem").all():
            expect(fact).to_have_text(re.compile(r"\d"))
        expect(end.get_by_role("img", name=anna.t("web_course"))).to_be_visible()


def test_the_series_is_counted(visit: Visit, house: House) -> None:
    made = house.make("xequeo", "here Anna", "here Bruno", options=SHORT)
    anna, bruno = XeQueoPlayer(visit(made.seat_path(0))), XeQueoPlayer(visit(made.seat_path(1)))
    for number in (1, 2):
        for player in (anna, bruno):
            expect(player.fan).to_be_visible()
        anna.resign()
        bruno.expect_end(bruno.t("web_you_won"))
        if number == 1:
            bruno.press("web_rematch")
            anna.press("web_rematch_join")
    series = bruno.page.get_by_text(bruno.t("web_series")).locator("..")
    expect(series).to_have_text(re.compile(r"1 0\s*2 2\s*$"))
