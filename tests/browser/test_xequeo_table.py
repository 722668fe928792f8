"""The table of Xe Queo! under the hand: it holds still, says why it refuses, and keeps a secret until the end."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import SIZES, Visit
from tests.browser.house import House
from tests.browser.looks import come_to_rest
from tests.browser.players import XeQueoPlayer
from tests.browser.test_xequeo import POSITION

LARGEST = {"desktop": 750, "laptop": 560, "flat": 640, "tablet": 640, "phone": 370, "barred": 320, "small": 295}
"""Pixels that a board is wide at least, by the size of the window."""
OTHERS = {"lying": 320, "zoomed": 370}

# What could be scrolled although it is neither the log nor the chronicle.
SCROLLED = """() => [...document.querySelectorAll('*')].filter(each => {
    const { overflowX, overflowY } = getComputedStyle(each);
    const scrolls = how => how === 'auto' || how === 'scroll' || each === document.scrollingElement;
    return ((scrolls(overflowY) && each.scrollHeight > each.clientHeight)
        || (scrolls(overflowX) && each.scrollWidth > each.clientWidth))
        && !each.closest('.list, .chronicle');
}).map(each => each.tagName + '.' + each.className)"""
CUT_OFF = """() => [...document.querySelectorAll('.act, .far, .near')].filter(each =>
    each.scrollHeight > each.clientHeight + 1).map(each => each.className)"""


def match(
    visit: Visit, house: House, *, size: str = "desktop", language: str = "en", is_animated: bool = False
) -> tuple[XeQueoPlayer, XeQueoPlayer]:
    made = house.make("xequeo", "here Annamaria", "here Massimiliano", options=f'rings=2 "position={POSITION}"')
    page = visit(made.seat_path(0), size=size, language=language, is_animated=is_animated)
    return XeQueoPlayer(page, language), XeQueoPlayer(visit(made.seat_path(1)))


def phases(anna: XeQueoPlayer, bruno: XeQueoPlayer) -> Iterator[str]:
    """All that a match asks of Anna, with every question on the way."""
    expect(anna.fan).to_be_visible()
    yield "choose"
    anna.fan.get_by_role("button", name=anna.piece("R"), exact=True).click()
    yield "picked"
    anna.press("xq_choose", piece=anna.piece("R"))
    expect(anna.fan).to_have_count(0)
    yield "chosen"
    bruno.choose("G")
    expect(anna.cry).to_be_visible()
    yield "play"
    anna.select("R")
    yield "selected"
    anna.point("g6").click()
    yield "refused"
    anna.cry.click()
    yield "pointing"
    anna.point(anna.square_of("W")).click()
    yield "asked"
    anna.press("xq_not_yet")
    anna.page.keyboard.press("Escape")
    anna.go("R", "c5")
    bruno.expect_at("R", "c5")
    yield "waiting"
    bruno.go("G", "f2")
    anna.go("R", "d4")
    expect(anna.button("xq_enter")).to_be_visible()
    yield "enter"
    anna.press("xq_enter")
    expect(bruno.points("xq_a_lay").first).to_be_visible()
    yield "ring"
    bruno.lay_ring()
    expect(anna.fan).to_be_visible()
    yield "choose again"


def place(board: Locator) -> tuple[float, float, float, float]:
    box = board.bounding_box()
    assert box
    return box["x"], box["y"], box["width"], box["height"]


@pytest.mark.parametrize("size", [*LARGEST, *OTHERS])
def test_the_board_holds_still(visit: Visit, house: House, size: str) -> None:
    """In all phases and at every question it has the same place and size; nothing scrolls, nothing is cut off."""
    anna, bruno = match(visit, house, size=size, language="de")
    there = None
    for phase in phases(anna, bruno):
        come_to_rest(anna.page)
        box = place(anna.board)
        there = there or box
        assert box == there, phase
        assert anna.page.evaluate(SCROLLED) == [], phase
        assert anna.page.evaluate(CUT_OFF) == [], phase
        for part in (anna.board, anna.fan, anna.button("xq_choose_none"), anna.button("xq_enter"), anna.cry):
            if part.count():
                expect(part).to_be_in_viewport(ratio=0.99)
    assert there
    assert there[2] >= (LARGEST | OTHERS)[size]


@pytest.mark.parametrize("width", [390, 1024, 1440])
def test_the_fan_never_shrinks_as_the_window_grows(visit: Visit, house: House, width: int) -> None:
    anna, _ = match(visit, house)
    expect(anna.fan).to_be_visible()
    card = anna.fan.get_by_role("button").nth(3).locator(".xq-card")
    last = 0.0
    for height in range(500, 1100, 60):
        anna.page.set_viewport_size({"width": width, "height": height})
        come_to_rest(anna.page)
        wide = card.evaluate("card => card.offsetWidth")
        assert wide >= last, height
        last = wide


def test_two_taps_move_where_they_are_meant(visit: Visit, house: House) -> None:
    """Both places are found before the first tap, as by a finger that knows where to go."""
    anna, bruno = match(visit, house, size="barred")
    anna.choose("R")
    bruno.choose("G")
    expect(anna.cry).to_be_visible()
    spots = [anna.point(square).bounding_box() for square in ("a1", "c3")]
    for spot in spots:
        assert spot
        anna.page.touchscreen.tap(spot["x"] + spot["width"] / 2, spot["y"] + spot["height"] / 2)
    for player in (anna, bruno):
        player.expect_at("Y", "c3")


def test_a_finger_sees_what_it_would_do(visit: Visit, house: House) -> None:
    """As long as it is down; sliding away makes no move."""
    anna, bruno = match(visit, house, size="phone")
    anna.choose("R")
    bruno.choose("G")
    anna.select("Y")
    box = anna.point("c3").bounding_box()
    assert box
    finger = anna.page.context.new_cdp_session(anna.page)
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    expect(anna.page.locator(".preview")).to_have_count(1)
    away = at | {"y": at["y"] + 3 * box["height"]}
    finger.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [away]})
    expect(anna.page.locator(".preview")).to_have_count(0)
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    anna.expect_at("Y", "a1")
    anna.page.touchscreen.tap(**at)
    anna.expect_at("Y", "c3")


def test_keys_take_over_from_a_pointer_that_rests(visit: Visit, house: House) -> None:
    anna, bruno = match(visit, house)
    anna.choose("R")
    bruno.choose("G")
    anna.select("Y")  # by the mouse, which stays there
    anna.point("c3").focus()
    anna.page.keyboard.press("ArrowLeft")
    expect(anna.page.locator(".preview")).to_have_count(0)
    anna.page.keyboard.press("ArrowRight")
    expect(anna.page.locator(".preview")).to_have_count(1)


# -- what is refused ---------------------------------------------------------------------------------------------------


def note(player: XeQueoPlayer) -> Locator:
    return player.page.locator(".board").get_by_role("status")


def test_refusals_say_why(visit: Visit, house: House) -> None:
    anna, bruno = match(visit, house, size="phone")
    expect(anna.fan).to_be_visible()
    anna.point("d1").tap()
    expect(note(anna)).to_contain_text(anna.t("xq_no_choose"))
    anna.choose("R")
    bruno.choose("G")
    expect(anna.cry).to_be_visible()
    anna.point("d1").tap()
    expect(note(anna)).to_contain_text(anna.t("xq_no_piece"))
    anna.point("a7").tap()
    expect(note(anna)).to_be_empty()
    anna.point("g6").tap()
    expect(note(anna)).to_contain_text(anna.t("xq_no_way", piece=anna.piece("R")), ignore_case=True)
    # The piece stays picked, and keys hear the same.
    expect(anna.point("a7")).to_have_attribute("aria-selected", "true")
    anna.point("a7").press("Escape")
    anna.point("a7").press("Escape")
    anna.select("O")
    anna.point("g6").focus()
    anna.page.keyboard.press("ArrowUp")
    anna.point("a4").press("Enter")
    expect(note(anna)).to_contain_text(anna.t("xq_no_way", piece=anna.piece("O")), ignore_case=True)
    # Whoever has to wait hears for whom.
    bruno.point("a7").click()
    expect(note(bruno)).to_contain_text(bruno.t("xq_wait_play", name="Annamaria"))


def test_a_piece_that_cannot_move_says_why(visit: Visit, house: House) -> None:
    """Walled in by the others."""
    made = house.make("xequeo", "here Anna", "here Bruno", options='rings=1 "position=ROW4/YB5/V1G4/7/7/5*1/7 0"')
    anna, bruno = XeQueoPlayer(visit(made.seat_path(0), size="phone")), XeQueoPlayer(visit(made.seat_path(1)))
    anna.choose("V")
    bruno.choose("W")
    expect(anna.cry).to_be_visible()
    anna.point("a7").tap()
    expect(note(anna)).to_contain_text(anna.t("xq_no_move", piece=anna.piece("R")), ignore_case=True)


def left_of(thing: Locator) -> float:
    box = thing.bounding_box()
    assert box
    return box["x"]


def test_the_cry_stays_where_it_is(visit: Visit, house: House) -> None:
    """On a phone too: a piece that is picked brings one more button."""
    anna, bruno = match(visit, house, size="barred")
    anna.choose("R")
    bruno.choose("G")
    before = left_of(anna.cry)
    anna.select("R")
    expect(anna.button("xq_distances")).to_be_visible()
    assert left_of(anna.cry) == before


def test_closer_is_explained_by_distances(visit: Visit, house: House) -> None:
    anna, bruno = match(visit, house)
    anna.choose("R")
    bruno.choose("G")
    anna.select("W")
    anna.point("c1").click()
    words = anna.t("xq_no_closer", piece=anna.piece("W"), here="2.2", there="3.2")
    expect(note(anna)).to_contain_text(words, ignore_case=True)
    note(anna).get_by_role("button", name=anna.t("xq_distances")).click()
    expect(anna.point("c1")).to_have_accessible_name(re.compile(re.escape(anna.t("xq_a_far", far="3.2"))))
    expect(anna.page.locator(".far text").filter(has_text="4.2").first).to_be_visible()
    anna.button("xq_distances").click()
    expect(anna.page.locator(".far text")).to_have_count(0)


def test_a_piece_dropped_where_it_cannot_go_says_why(visit: Visit, house: House) -> None:
    anna, bruno = match(visit, house)
    anna.choose("R")
    bruno.choose("G")
    expect(anna.point("a7")).to_have_class(re.compile("draggable"))
    anna.point("a7").drag_to(anna.point("g6"))
    expect(note(anna)).to_contain_text(anna.t("xq_no_way", piece=anna.piece("R")), ignore_case=True)
    anna.expect_at("R", "a7")


def test_a_ring_laid_where_it_cannot_lie_says_why(visit: Visit, house: House) -> None:
    made = house.make("xequeo", "here Anna", "here Bruno", options="rings=1 first_placer=host")
    anna = XeQueoPlayer(visit(made.seat_path(0), size="phone"))
    expect(anna.points("xq_a_lay").first).to_be_visible()
    piece = anna.board.get_by_role("gridcell", name=re.compile(re.escape(anna.piece("R"))))
    piece.tap()
    expect(note(anna)).to_contain_text(anna.t("xq_no_vacant"))
    spots = {str(spot.get_attribute("data-square")) for spot in anna.points("xq_a_lay").all()}
    taken = {anna.square_of(letter) for letter in "ROYGBVW"}
    beside = next(s for f in "abcdefg" for r in "1234567" if (s := f + r) not in spots | taken)
    anna.point(beside).tap()
    expect(note(anna)).to_contain_text(anna.t("xq_no_lay"))
    expect(anna.points("xq_a_lay").first).to_be_visible()


# -- questions ---------------------------------------------------------------------------------------------------------


def test_entering_asks_first_and_says_what_the_same_card_does(visit: Visit, house: House) -> None:
    anna, bruno = match(visit, house)
    anna.choose("R")
    bruno.choose("G")
    anna.go("R", "c5")
    bruno.go("G", "f2")
    anna.go("R", "d4")
    expect(anna.page.get_by_text(anna.t("xq_ask_enter", piece=anna.piece("R"), name="Massimiliano"))).to_be_visible()
    bruno.expect_at("R", "c5")
    anna.press("xq_not_yet")
    anna.expect_at("R", "c5")
    anna.point("d4").click()
    anna.press("xq_enter")
    anna.expect_rings("Annamaria", 1, 2)


def test_challenging_marks_the_suspected_piece(visit: Visit, house: House) -> None:
    anna, bruno = match(visit, house)
    anna.choose("R")
    bruno.choose("G")
    anna.cry.click()
    anna.point(anna.square_of("W")).click()
    expect(anna.points("xq_a_suspect")).to_have_count(1)
    expect(anna.point(anna.square_of("W"))).to_have_accessible_name(re.compile(anna.t("xq_a_suspect")))
    expect(anna.page.locator("[data-piece=W] [href='#xq-called']")).to_have_count(1)
    expect(anna.page.locator("[data-piece=G] [href='#xq-called']")).to_have_count(0)


def test_enter_confirms_the_card_that_was_picked_last(visit: Visit, house: House) -> None:
    """By its letter, wherever the focus was."""
    anna, _ = match(visit, house)
    anna.fan.get_by_role("button", name=anna.piece("O"), exact=True).focus()
    anna.page.keyboard.press("g")
    expect(anna.button("xq_choose", piece=anna.piece("G"))).to_be_focused()
    anna.page.keyboard.press("Enter")
    expect(anna.button("xq_cover", piece=anna.piece("G"))).to_be_visible()


# -- the reveal --------------------------------------------------------------------------------------------------------

# All that is said or counted while the cards are still covered.
WATCH = """() => {
    window.spoiled = [];
    const look = () => {
        const reveal = document.querySelector('.reveal:not(.leaving)');
        if (reveal && !document.querySelector('.reveal .verdict.said')) {
            const around = ['header', 'aside', '.ticker', '.xequeo .far', '.xequeo .near', '.xequeo .act']
                .map(part => document.querySelector(part)?.innerHTML ?? '').join('|');
            spoiled.push(around);
        }
        requestAnimationFrame(look);
    };
    look();
}"""


@pytest.mark.parametrize("size", ["desktop", "barred"])
def test_nothing_beside_the_board_is_ahead_of_the_reveal(visit: Visit, house: House, size: str) -> None:
    anna, bruno = match(visit, house, size=size, is_animated=True)
    anna.choose("R")
    bruno.choose("G")
    expect(anna.cry).to_be_visible()
    anna.cry.click()
    anna.point(anna.square_of("G")).click()
    come_to_rest(anna.page)
    anna.page.evaluate(WATCH)
    anna.cry.click()
    # The next phase waits: the other side lays the next ring meanwhile.
    expect(anna.button("xq_go_on")).to_be_visible()
    bruno.lay_ring()
    expect(anna.fan).to_be_visible()
    seen = anna.page.evaluate("spoiled")
    assert len(seen) > 3
    words = anna.t("ev_call", name="Annamaria", piece="@", rival="").partition("@")[0]
    for around in seen:
        assert words not in around, "the log is ahead"
        assert anna.t("xq_wait_setup_chance") not in around, "nothing is being set up"
        assert anna.t("xq_round_to", round=1, name="Annamaria") not in around
        assert anna.t("xq_side", name="Annamaria", count=1, goal=2) not in around, "the score is ahead"
        assert anna.t("heading_round", round=2) not in around, "the header is ahead"
        assert "xq-face-G" not in around, "the card is open before it turns"


def test_the_reveal_has_the_whole_screen(visit: Visit, house: House) -> None:
    anna, bruno = match(visit, house, size="barred", is_animated=True)
    anna.choose("R")
    bruno.choose("G")
    expect(anna.cry).to_be_visible()
    there = place(anna.board)
    anna.call("G")
    verdict = anna.page.locator(".verdict.said")
    expect(verdict).to_be_visible()
    box = anna.button("xq_go_on").bounding_box()
    assert box
    assert (box["width"], box["height"]) == SIZES["barred"]
    expect(verdict).to_be_in_viewport(ratio=0.99)
    bruno.lay_ring()
    expect(anna.fan).to_be_visible()
    come_to_rest(anna.page)
    assert place(anna.board) == there


def test_all_cards_are_shown_after_a_resignation(visit: Visit, house: House) -> None:
    """XQ-R7, and the end is told at once."""
    anna, bruno = match(visit, house, is_animated=True)
    anna.choose("R")
    bruno.choose("G")
    expect(anna.cry).to_be_visible()
    bruno.resign()
    anna.expect_end("Annamaria")
    rival = anna.page.locator(".far")
    expect(rival.locator(".xq-card.open [href='#xq-face-G']")).to_have_count(1)
    row = anna.page.get_by_role("row").filter(has_text=anna.t("xq_end_stopped"))
    for letter in "RG":
        expect(row.get_by_role("img", name=anna.piece(letter), exact=True)).to_be_visible()


def test_both_have_chosen_is_nobodys_line(visit: Visit, house: House) -> None:
    """A badge would tell who was last."""
    made = house.make("xequeo", "here Anna", "here Bruno", options=f'rings=1 "position={POSITION}"')
    anna, bruno = XeQueoPlayer(visit(made.seat_path(0))), XeQueoPlayer(visit(made.seat_path(1)))
    watcher = XeQueoPlayer(visit(made.path))
    for player, letter in ((bruno, "G"), (anna, "R")):
        player.choose(letter)
    line = watcher.page.get_by_role("listitem").filter(has_text=watcher.t("ev_chosen"))
    expect(line).to_be_visible()
    expect(line.locator("svg")).to_have_count(0)


def test_a_choice_is_not_said_to_be_missing_when_it_may_be_made(visit: Visit, house: House) -> None:
    """Of who chooses in secret only that is said; whoever has chosen knows who has not."""
    anna, bruno = match(visit, house)
    bruno.choose("G")
    people = anna.people()
    expect(people.get_by_role("listitem").filter(has_text="Massimiliano")).to_contain_text(anna.t("web_choosing"))
    expect(people).not_to_contain_text(anna.t("web_turn"))
    expect(bruno.page.get_by_text(bruno.t("xq_chosen", name="Annamaria"))).to_be_visible()


# -- quiet -------------------------------------------------------------------------------------------------------------

ENDLESS = """() => document.getAnimations().filter(one => one.effect.getComputedTiming().endTime > 10_000)
    .map(one => `${one.animationName ?? ''} of ${one.effect.target?.outerHTML.slice(0, 60)}`)"""


def test_nothing_moves_for_ever(visit: Visit, house: House) -> None:
    """Whatever goes on keeps a machine busy while people think."""
    anna, bruno = match(visit, house, is_animated=True)
    steps: list[Callable[[], object]] = [
        lambda: expect(anna.fan).to_be_visible(),
        lambda: anna.choose("R"),
        lambda: bruno.choose("G"),
        lambda: anna.select("R"),
        lambda: anna.cry.click(),
        lambda: anna.point(anna.square_of("W")).click(),
    ]
    for step in steps:
        step()
        assert anna.page.evaluate(ENDLESS) == []


def test_silence_lets_go_of_the_loudspeaker(visit: Visit, house: House) -> None:
    """A context that runs costs something also when nothing sounds."""
    note = """
        window.contexts = [];
        const Context = AudioContext;
        window.AudioContext = class extends Context { constructor() { super(); contexts.push(this); } };
    """
    made = house.make("xequeo", "here Anna", "bot random", options=f'rings=1 "position={POSITION}"')
    anna = XeQueoPlayer(visit(made.seat_path(0), prepare=lambda page: page.add_init_script(note)))
    anna.choose("R")
    anna.page.wait_for_function("() => contexts.length > 0")
    anna.page.wait_for_function("() => contexts.every(each => each.state === 'suspended')")


def test_a_hint_is_drawn_on_the_board(visit: Visit, house: House) -> None:
    made = house.make("xequeo", "here Anna", "bot random", options=f'rings=1 "position={POSITION}"')
    anna = XeQueoPlayer(visit(made.seat_path(0)))
    anna.choose("R")
    expect(anna.cry).to_be_visible()
    anna.press("web_hint")
    expect(anna.page.locator(".board [data-hint]")).to_have_count(1, timeout=60_000)
    expect(anna.page.get_by_role("dialog")).to_have_count(0)
