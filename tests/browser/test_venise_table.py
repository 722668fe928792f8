"""The table of Venise: room for everything on every screen, and no turn wasted by a slip of the hand."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from ridotto.i18n import LANGUAGES
from tests.browser.conftest import Visit
from tests.browser.house import House
from tests.browser.looks import come_to_rest
from tests.browser.players import DEALT, VenisePlayer, loosely

LONG, RUBY = "a4/b3", "b3under"
"""On Rialto: red's first long plank, and the ruby at its other end, two steps away."""
GEM_AT = """field => {
    const box = document.querySelector(`[data-gem="${field}"]`).getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
}"""
POST_AT = """spot => {
    const box = document.querySelector(`.post[data-spot="${spot}"] rect:nth-of-type(2)`).getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
}"""


@pytest.fixture
def sit(visit: Visit, house: House) -> Callable[..., VenisePlayer]:
    """Anna's turn on Rialto, with a guest who has not moved yet."""

    def sit(*seats: str, options: str = "first=0", language: str = "en", **wishes: object) -> VenisePlayer:
        made = house.make("venise", "here Anna", *(seats or ("here Bruno",)), options=options)
        anna = VenisePlayer(visit(made.seat_path(0), language=language, **wishes), language)  # type: ignore[arg-type]
        anna.expect_turn()
        return anna

    return sit


# -- walking -----------------------------------------------------------------------------------------------------------


def test_gem_field_and_post_mean_the_same_walk(sit: Callable[..., VenisePlayer]) -> None:
    anna = sit()
    anna.play("long", LONG)
    anna.pick("step2")
    words = anna.target(RUBY).get_attribute("aria-label") or ""
    assert anna.t("ve_target_gems", count=1) in words
    gem, post = anna.page.evaluate(GEM_AT, RUBY), anna.page.evaluate(POST_AT, "b3")
    for at in (post, anna.aim(RUBY), gem):
        anna.page.mouse.move(5, 5)
        anna.page.mouse.move(*at)
        expect(anna.prompt).to_have_text(words)
    anna.page.mouse.click(*gem)
    anna.expect_discards(2)
    expect(anna.side("Anna")).to_have_accessible_name(re.compile(loosely(anna.t("ve_web_home", count=1, most=4))))
    anna.expect_news(anna.t("ve_ev_gem", event="", count=1).strip())


def test_a_walk_that_leaves_a_gem_or_steps_is_asked_about(sit: Callable[..., VenisePlayer]) -> None:
    anna = sit()
    anna.play("long", LONG)
    anna.pick("step2")
    anna.page.mouse.click(*anna.aim(LONG))
    expect(anna.prompt).to_contain_text(anna.t("ve_waste_gem"))
    anna.expect_discards(1)
    anna.page.mouse.click(*anna.aim(LONG))
    anna.expect_discards(2)


def test_a_walk_that_leaves_steps_is_asked_about(sit: Callable[..., VenisePlayer]) -> None:
    anna = sit()
    plank = anna.play("short")
    anna.pick("step2")
    anna.page.mouse.click(*anna.aim(plank))
    expect(anna.prompt).to_contain_text(anna.t("ve_waste_steps", count=1))
    anna.expect_discards(1)
    anna.page.mouse.click(*anna.aim(plank))
    anna.expect_discards(2)


def test_a_question_stays_while_others_come_and_go(visit: Visit, house: House) -> None:
    made = house.make("venise", "here Anna", "here Bruno", options="first=0")
    anna = VenisePlayer(visit(made.seat_path(0)))
    away = anna.page.get_by_text(f"Bruno: {anna.t('web_away')}")
    expect(away).to_be_visible()
    anna.expect_turn()
    anna.play("long", LONG)
    anna.pick("step2")
    anna.page.mouse.click(*anna.aim(LONG))
    expect(anna.prompt).to_contain_text(anna.t("ve_waste_gem"))
    visit(made.seat_path(1))
    expect(away).to_have_count(0)
    expect(anna.prompt).to_contain_text(anna.t("ve_waste_gem"))


def test_a_finger_sees_what_it_would_do(sit: Callable[..., VenisePlayer]) -> None:
    anna = sit(size="phone")
    anna.pick("long")
    anna.page.touchscreen.tap(*anna.aim(LONG))
    expect(anna.prompt).to_contain_text(anna.t("ve_tap_again"))
    anna.expect_discards(0)
    anna.page.touchscreen.tap(*anna.aim(LONG))
    anna.expect_discards(1)
    anna.pick("step2")
    anna.page.touchscreen.tap(*anna.page.evaluate(GEM_AT, RUBY))
    anna.expect_discards(1)
    anna.press("ve_confirm_place")
    anna.expect_discards(2)


def test_a_gem_out_of_reach_is_said_to_be(sit: Callable[..., VenisePlayer]) -> None:
    anna = sit()
    anna.play("long", LONG)
    anna.pick("step1")
    anna.page.mouse.click(*anna.page.evaluate(GEM_AT, RUBY))
    expect(anna.prompt).to_have_text(anna.t("ve_not_reached"))
    anna.expect_discards(1)


# -- room --------------------------------------------------------------------------------------------------------------

WIDE = [(1440, 900), (1366, 650), (1024, 768), (844, 390), (683, 325)]
HIGH = [(768, 1024), (390, 844), (390, 664), (320, 640)]
SCROLLERS = """() => [...document.querySelectorAll('*')].filter(node =>
    node.scrollHeight > node.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(node).overflowY)
    && !node.matches('.list, .hand, .choices, aside, aside *')).map(node => node.className || node.tagName)"""


def test_everything_is_on_the_screen_and_the_board_is_large(sit: Callable[..., VenisePlayer]) -> None:
    """With four at the table, in the language with the longest words; the last wide window is a laptop's at 200 %."""
    anna = sit("bot random", "bot random", "bot random", language="de")
    page = anna.page
    for width, height in (*WIDE, *HIGH):
        page.set_viewport_size({"width": width, "height": height})
        for part in (anna.hand, anna.button("ve_button_end", count=2), page.locator(".board"), anna.prompt):
            expect(part).to_be_in_viewport(ratio=0.99)
        for part in (*anna.hand.get_by_role("button").all(), *page.locator(".side").all()):
            expect(part).to_be_in_viewport(ratio=0.9)
        box = page.locator(".board").bounding_box()
        assert box
        sides = {side.bounding_box()["y"] for side in page.locator(".side:not(.own)").all()}  # type: ignore[index]
        hand = anna.hand.bounding_box()
        assert hand
        if height > width:
            assert box["width"] >= 0.98 * width, (width, height, box)
            assert len(sides) == 1, (width, height, "the others are more than one line")
        else:
            assert box["height"] >= 0.8 * height, (width, height, box)
            assert hand["x"] >= box["x"] + box["width"], (width, height, "the hand is not beside the board")
        assert page.evaluate(SCROLLERS) == [], (width, height)


def test_ten_cards_fit(sit: Callable[..., VenisePlayer]) -> None:
    anna = sit("bot random")
    anna.end_turn()
    anna.expect_turn()
    anna.take_joker()
    anna.press("ve_button_end", count=2)
    anna.expect_cards(11)
    for width, height in ((1366, 650), (390, 664), (320, 640)):
        anna.page.set_viewport_size({"width": width, "height": height})
        for card in anna.hand.get_by_role("button").all():
            expect(card).to_be_in_viewport(ratio=0.9)
        expect(anna.button("ve_confirm_discard", count=3)).to_be_in_viewport(ratio=0.99)


def lying(player: VenisePlayer) -> tuple[object, ...]:
    """Where the board and a card are, and how large."""
    return player.page.locator(".board").bounding_box(), player.card("short").bounding_box()


def test_cards_keep_their_size_below_a_longer_question(sit: Callable[..., VenisePlayer]) -> None:
    anna = sit(language="de")
    anna.play("long", LONG)
    for width, height in (*WIDE, *HIGH):
        anna.page.set_viewport_size({"width": width, "height": height})
        anna.pick("step2")
        anna.page.mouse.move(5, 5)
        come_to_rest(anna.page)
        before = lying(anna)
        anna.page.mouse.click(*anna.aim(LONG))
        expect(anna.prompt).to_contain_text(anna.t("ve_waste_gem"))
        expect(anna.prompt).to_be_in_viewport(ratio=1)
        assert lying(anna) == before, (width, height)
        for _ in range(2):
            anna.page.keyboard.press("Escape")


def test_a_long_question_covers_nothing(sit: Callable[..., VenisePlayer]) -> None:
    """The last is a desktop's window at 200 %."""
    anna = sit(language="fr")
    anna.press("ve_button_exchange", count=4)
    for width, height in ((1366, 650), (844, 390), (390, 664), (320, 640), (720, 450)):
        anna.page.set_viewport_size({"width": width, "height": height})
        expect(anna.prompt).to_have_text(anna.t("ve_ask_give", count=4))
        piles, prompt = anna.page.locator(".piles").bounding_box(), anna.prompt.bounding_box()
        assert piles
        assert prompt
        assert prompt["y"] >= piles["y"] + piles["height"] - 2, (width, height, piles, prompt)


@pytest.mark.parametrize("size", ["desktop", "laptop", "barred", "lying"])
def test_cards_keep_their_size_while_others_play(visit: Visit, house: House, size: str) -> None:
    made = house.make("venise", "here Anna", "here Bruno", options="first=1")
    anna, bruno = VenisePlayer(visit(made.seat_path(0), size=size)), VenisePlayer(visit(made.seat_path(1)))
    expect(anna.hand).to_be_visible()
    bruno.expect_turn()
    come_to_rest(anna.page)
    before = lying(anna)
    bruno.take_joker()
    bruno.end_turn(surplus=1)
    anna.expect_turn()
    come_to_rest(anna.page)
    assert lying(anna) == before
    # Nor does the board move while a joker is chosen, cards are exchanged or the turn is ended.
    board = anna.page.locator(".board")
    anna.press("ve_button_exchange", count=4)
    assert board.bounding_box() == before[0]
    anna.page.keyboard.press("Escape")
    anna.exchange([*DEALT])
    anna.card("joker").click()
    expect(anna.page.locator("[data-choices]")).to_be_visible()
    assert board.bounding_box() == before[0]
    anna.page.keyboard.press("Escape")
    anna.end_turn()
    expect(anna.deeds).to_have_count(0)
    assert board.bounding_box() == before[0]


def test_nothing_moves_under_the_pointer(sit: Callable[..., VenisePlayer]) -> None:
    """Back stays where it is when a target is left, and cards stay when one beside them is played."""
    anna = sit()
    lying = {card: anna.card(card).bounding_box() for card in DEALT}
    anna.pick("short")
    back = anna.deeds.get_by_role("button", name=re.compile(anna.t("ve_back"), re.I))
    anna.page.mouse.move(*anna.aim(anna.targets.first.get_attribute("data-target") or ""))
    before = back.bounding_box()
    anna.page.mouse.move(5, 300)
    assert back.bounding_box() == before
    anna.page.keyboard.press("Escape")
    if anna.cards()["short"] == 1:
        anna.play("short")
        anna.page.mouse.move(5, 5)
        come_to_rest(anna.page)
        for card in DEALT[1:]:
            assert anna.card(card).bounding_box() == lying[card]


# -- modes -------------------------------------------------------------------------------------------------------------


def test_ending_early_is_asked_about(sit: Callable[..., VenisePlayer]) -> None:
    anna = sit()
    end = anna.button("ve_button_end", count=2)
    expect(end).not_to_have_class(re.compile("primary"))
    end.click()
    expect(anna.prompt).to_have_text(anna.t("ve_ask_end", count=4))
    anna.page.keyboard.press("Escape")
    expect(end).to_be_visible()
    anna.end_turn()
    expect(anna.deeds).to_have_count(0)


def test_a_turn_with_a_joker_taken_looks_like_one(sit: Callable[..., VenisePlayer]) -> None:
    anna = sit()
    anna.take_joker()
    expect(anna.prompt).to_have_text(anna.t("ve_ask_taken"))
    full = re.compile(loosely(anna.t("ve_web_hourglasses", left=4, limit=4)))
    expect(anna.page.get_by_role("img", name=full)).to_have_count(0)
    expect(anna.button("ve_button_end", count=2)).to_have_class(re.compile("primary"))


def test_discarding_is_picked_and_confirmed(sit: Callable[..., VenisePlayer]) -> None:
    anna = sit("bot random")
    anna.end_turn()
    anna.expect_turn()
    discards = anna.discards()
    anna.end_turn()
    anna.expect_cards(10)
    expect(anna.page.locator(".now[data-mode]")).to_have_attribute("data-mode", "discard")
    expect(anna.page.locator(".budget svg")).to_have_count(0)
    confirm = anna.button("ve_confirm_discard", count=2)
    anna.pick_surplus(1)
    expect(confirm).to_be_disabled()
    anna.pick_surplus(1)
    expect(confirm).to_be_enabled()
    assert anna.discards() >= discards
    confirm.click()
    anna.expect_cards(8)


def test_an_exchange_is_picked_unpicked_and_confirmed(sit: Callable[..., VenisePlayer]) -> None:
    anna = sit()
    anna.press("ve_button_exchange", count=4)
    expect(anna.prompt).to_have_text(anna.t("ve_ask_give", count=4))
    for card in DEALT:
        anna.card(card).click()
    expect(anna.page.get_by_text("×0")).to_have_count(0)
    confirm = anna.button("ve_confirm_exchange", count=4)
    expect(confirm).to_be_enabled()
    # A card pressed again is put back; of equal cards the next is taken first, but four are enough.
    anna.card("long").click()
    expect(confirm).to_be_disabled()
    anna.expect_discards(0)
    anna.card("long").click()
    confirm.click()
    anna.expect_discards(4)
    expect(anna.card("joker")).to_be_visible()


def test_a_joker_shows_what_it_costs_and_what_it_is(sit: Callable[..., VenisePlayer]) -> None:
    anna = sit()
    anna.exchange([*DEALT])
    anna.card("joker").click()
    choices = anna.page.locator("[data-choices] use")
    expect(choices.first).to_be_visible()
    for choice in choices.all():
        symbol = (choice.get_attribute("href") or "").removeprefix("#")
        costs = anna.page.evaluate("id => document.getElementById(id).querySelector('.card').dataset.cost", symbol)
        assert costs == "2"
    anna.page.get_by_role("button", name=anna.t("ve_card_long"), exact=True).last.click()
    expect(anna.prompt).to_have_text(re.compile(f"joker.*{anna.t('ve_card_long')}", re.I))


# -- the others --------------------------------------------------------------------------------------------------------


def traces(player: VenisePlayer, seat: int) -> Locator:
    return player.page.locator(f'[data-trace="{seat}"]')


def test_what_others_did_stays_marked_for_one_turn(visit: Visit, house: House) -> None:
    made = house.make("venise", "here Anna", "here Bruno", options="first=0")
    anna, bruno = VenisePlayer(visit(made.seat_path(0))), VenisePlayer(visit(made.seat_path(1)))
    anna.expect_turn()
    anna.end_turn()
    bruno.expect_turn()
    plank = bruno.play("short")
    bruno.play("step1", plank)
    bruno.end_turn()
    anna.expect_turn()
    expect(traces(anna, 1)).to_have_count(1)
    expect(traces(anna, 1).locator("path.way")).to_have_count(1)
    colour = traces(anna, 1).locator("path.way").evaluate("way => getComputedStyle(way).stroke")
    assert colour == "rgb(60, 174, 114)", "not in the player's colour"
    anna.play("short")
    expect(traces(anna, 1)).to_have_count(1)
    anna.end_turn(surplus=max(0, sum(anna.cards().values()) + 2 - 8))
    expect(traces(anna, 1)).to_have_count(0)
    # Nothing is marked of a turn without cards, and nothing of the turn before it.
    bruno.expect_turn()
    bruno.take_joker()
    bruno.end_turn(surplus=max(0, sum(bruno.cards().values()) + 2 - 8))
    anna.expect_turn()
    expect(traces(anna, 1)).to_have_count(0)
    # A press on a line of the log shows it again, another one puts it away.
    line = (
        anna.page.get_by_role("region", name=anna.t("web_moves")).get_by_role("button", name=re.compile("Bruno")).first
    )
    line.click()
    expect(traces(anna, 1)).to_have_count(1)
    line.click()
    expect(traces(anna, 1)).to_have_count(0)


def test_what_three_others_did_is_marked_in_their_colours(visit: Visit, house: House) -> None:
    made = house.make("venise", "here Anna", "here Bruno", "here Carla", "here Dario", options="first=0")
    anna, *others = (VenisePlayer(visit(made.seat_path(seat))) for seat in range(4))
    anna.expect_turn()
    anna.end_turn()
    for other in others:
        other.expect_turn()
        other.play("short")
        other.end_turn()
    anna.expect_turn()
    colours = set()
    for seat in (1, 2, 3):
        expect(traces(anna, seat)).to_have_count(1)
        colours.add(traces(anna, seat).locator(".over").first.evaluate("line => getComputedStyle(line).stroke"))
    assert len(colours) == 3


def test_a_plank_that_somebody_took_is_said(visit: Visit, house: House) -> None:
    """They meet between two gems. It is said where it is asked what to do, until something is done."""
    made = house.make("venise", "here Anna", "here Bruno", options="first=0 colours=RP")
    anna, bruno = VenisePlayer(visit(made.seat_path(0))), VenisePlayer(visit(made.seat_path(1)))
    for player, plank, gem in ((anna, LONG, RUBY), (bruno, "a1/b2", "b2under")):
        player.expect_turn()
        player.play("long", plank)
        player.play("step2", gem)
        player.end_turn()
    anna.expect_turn()
    anna.play("short", "b2-b3")
    anna.end_turn()
    bruno.expect_turn()
    bruno.exchange([card for card, many in bruno.cards().items() if card != "joker" for _ in range(many)][:4])
    bruno.play("joker", "b2-b3", as_card="remove")
    bruno.end_turn()
    anna.expect_turn()
    words = anna.t("ve_lost_taken", name="Bruno", count=1)
    expect(anna.prompt).to_contain_text(words)
    anna.take_joker()
    expect(anna.prompt).not_to_contain_text(words)


@pytest.mark.parametrize("language", LANGUAGES)
def test_places_have_names_in_the_log(sit: Callable[..., VenisePlayer], language: str) -> None:
    anna = sit(language=language)
    anna.play("long", LONG)
    anna.play("step2", RUBY)
    log = anna.page.get_by_role("region", name=anna.t("web_moves"))
    _article, name = anna.t("ve_field_under", spot="b3").split(" ", 1)
    expect(log).to_contain_text(name)  # the sentence decides on the article's case
    # A line is shown on the board when it is pressed, and leaves it when it is pressed again.
    expect(traces(anna, 0)).to_have_count(0)
    line = log.get_by_role("button").filter(has_text=name).last
    line.click()
    expect(traces(anna, 0).first).to_be_visible()
    line.click()
    expect(traces(anna, 0)).to_have_count(0)
    assert not re.search(r"[a-e][1-4](under|over|[nsew]{1,2}\b|[-/>=][a-e])", log.inner_text())


def test_signs_explain_themselves_to_a_finger(sit: Callable[..., VenisePlayer]) -> None:
    anna = sit(size="phone")
    anna.page.get_by_role("button", name=anna.t("ve_web_piles"), exact=True).tap()
    expect(anna.page.locator(".legend").get_by_text(anna.t("ve_web_jokers", count=8))).to_be_visible()
    anna.page.touchscreen.tap(200, 700)
    expect(anna.page.locator(".legend").get_by_text(anna.t("ve_web_jokers", count=8))).to_be_hidden()
    anna.page.get_by_role("button", name=re.compile(r"^Bruno \(")).tap()
    expect(anna.page.locator(".legend").get_by_text(anna.t("ve_web_short", count=6))).to_be_visible()


def test_equal_bots_are_told_apart(sit: Callable[..., VenisePlayer]) -> None:
    anna = sit("bot random", "bot random", "bot random", size="phone")
    for number in (1, 2, 3):
        expect(anna.page.locator(".side .number").get_by_text(str(number))).to_be_in_viewport(ratio=1)


def test_advice_is_drawn_on_the_board(sit: Callable[..., VenisePlayer]) -> None:
    anna = sit("bot greedy")
    anna.press("web_hint")
    drawn = anna.page.locator(".play [data-ghost], .play .next, .deed.on, .held.advised")
    expect(drawn.first).to_be_visible(timeout=60_000)


# -- day, night and rest -----------------------------------------------------------------------------------------------

WATER = """() => getComputedStyle(document.querySelector('linearGradient[id^="water"] stop')).stopColor"""
AMBIENT = """() => document.getAnimations().filter(one =>
    one.playState === 'running' && one.effect.getTiming().iterations === Infinity).length"""
MOVED = """() => [...new Set(document.getAnimations().filter(one => one.effect.getTiming().iterations === Infinity)
    .flatMap(one => one.effect.getKeyframes()).flatMap(frame => Object.keys(frame)))].sort()
    .filter(name => !['composite', 'computedOffset', 'easing', 'offset'].includes(name))"""
"""What changes all the time: anything but these two has to be drawn anew for each frame."""


def test_a_day_board_gets_dark_with_the_page(visit: Visit, house: House) -> None:
    made = house.make("venise", "here Anna", "here Bruno", options="first=0")
    water = {}
    for theme in ("day", "night"):
        page = visit(made.path, theme=theme)
        expect(page.locator(".board")).to_be_visible()
        water[theme] = page.evaluate(WATER)
    assert water["day"] != water["night"]


def test_the_water_comes_to_rest(visit: Visit, house: House) -> None:
    """Ten quiet seconds after anything happened; in replays it never moves."""
    made = house.make("venise", "here Anna", "here Bruno", options="first=0")
    page: Page = visit("/", is_animated=True)
    page.clock.install()
    page.goto(made.seat_path(0))
    anna = VenisePlayer(page)
    anna.expect_turn()
    page.mouse.move(300, 300)
    page.wait_for_function(f"({AMBIENT})() > 0")
    assert page.evaluate(MOVED) == ["opacity", "transform"]
    page.clock.fast_forward(11_000)
    page.wait_for_function(f"({AMBIENT})() === 0")
    page.mouse.move(310, 300)
    page.wait_for_function(f"({AMBIENT})() > 0")
    anna.resign()
    anna.expect_end()
    page.goto(f"/replay/{made.table}")
    expect(page.locator(".board")).to_be_visible()
    assert page.evaluate(AMBIENT) == 0
