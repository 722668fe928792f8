"""Lessons in the browser: each by keyboard alone, in two languages, on a phone, and with nothing in anybody’s way."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import cycle

import pytest
from playwright.sync_api import Page, expect

from ridotto.games.venise.moves import Exchange, Play
from ridotto.games.xequeo.moves import Call, Choose, Go, Lay
from ridotto.match.lessons import Lesson, load_lessons
from tests.browser.conftest import Visit
from tests.browser.looks import barriers
from tests.browser.players import Player, VenisePlayer, XeQueoPlayer, loosely
from tests.browser.test_keyboard import _no_pointer, choose, pick_up, tab_to, walk
from tests.test_lessons import BY_LESSON, LESSONS, finish, play

__all__ = ["_no_pointer"]  # it holds for every test in here

SEED = 7
EVERYWHERE = pytest.mark.parametrize(
    ("language", "size", "theme"), [("en", "desktop", "day"), ("de", "phone", "night")], ids=["desktop", "phone"]
)


def dealt(page: Page) -> None:
    """Every try is dealt the same."""
    page.add_init_script(f"Math.random = () => {SEED}e-9")


def begun(visit: Visit, lesson: Lesson, **how: str) -> Page:
    page = visit(f"/learn/{lesson.game}-{lesson.name}", prepare=dealt, **how)  # type: ignore[arg-type]
    expect(Player(page, how.get("language", "en")).button("lessons_again")).to_be_enabled()
    return page


def named(game: str, name: str) -> Lesson:
    return next(lesson for lesson in load_lessons(game) if lesson.name == name)


def task(player: Player, lesson: Lesson, goal: int) -> None:
    expect(player.page.get_by_text(player.t(f"lesson_{lesson.game}_{lesson.name}_{goal}"))).to_be_visible()


def done(player: Player) -> None:
    expect(player.page.get_by_text(player.t("lessons_done"))).to_be_visible()


# -- moves by keys -----------------------------------------------------------------------------------------------------


def move_xequeo(anna: XeQueoPlayer, move: object, *, is_entry: bool = False) -> None:
    keys = anna.page.keyboard
    if isinstance(move, Choose):
        choose(anna, str(move)[-1])
    elif isinstance(move, Call):
        tab_to(anna.page, anna.board.locator("button[tabindex='0']"))
        keys.press("!")
        expect(anna.button("xq_not_yet")).to_be_visible()
        keys.press(str(move)[0].lower())
        expect(anna.cry).to_be_focused()
        keys.press("Enter")
    elif isinstance(move, Lay):
        expect(anna.points("xq_a_lay").first).to_be_visible()
        tab_to(anna.page, anna.board.locator("button[tabindex='0']"))
        walk(anna, str(move)[1:])
        keys.press("Enter")
    else:
        assert isinstance(move, Go)
        letter, square = str(move)[0], str(move)[1:]
        pick_up(anna, letter)
        walk(anna, square)
        keys.press("Enter")
        if is_entry:
            expect(anna.button("xq_enter")).to_be_focused()
            keys.press("Enter")


def to_card(anna: VenisePlayer, card: str) -> None:
    tab_to(anna.page, anna.hand.locator("button[tabindex='0']"))
    for _ in range(8):
        if anna.card(card).evaluate("card => card === document.activeElement"):
            return
        anna.page.keyboard.press("ArrowRight")
    raise AssertionError(f"no arrow leads to {card}")


def to_place(anna: VenisePlayer, place: str) -> None:
    """Round all places that can be chosen."""
    expect(anna.target(place)).to_be_attached()
    for key in ways():
        if anna.target(place).evaluate("target => target === document.activeElement"):
            break
        anna.page.keyboard.press(key)
    expect(anna.target(place)).to_be_focused()


def ways() -> Iterator[str]:
    for key, _ in zip(
        cycle(("ArrowRight", "ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp")), range(60), strict=False
    ):
        yield key


def move_venise(anna: VenisePlayer, move: object) -> None:
    keys = anna.page.keyboard
    anna.expect_turn()
    if isinstance(move, Play):
        to_card(anna, "joker" if move.is_joker else move.card)
        keys.press("Enter")
        if move.is_joker:
            choices = anna.page.locator("[data-choices]")
            tab_to(anna.page, choices.get_by_role("button", name=anna.t(f"ve_card_{move.card}"), exact=True))
            keys.press("Enter")
        places = move.where[-1:] if move.card.startswith("step") else move.where
        for place in places:
            expect(anna.targets.locator("xpath=self::*[@tabindex='0']")).to_be_focused()
            to_place(anna, place)
            keys.press("Enter")
        expect(anna.targets).to_have_count(0)
    elif isinstance(move, Exchange):
        tab_to(anna.page, anna.button("ve_button_exchange", count=len(move.cards)), most=60)
        keys.press("Enter")
        for card in move.cards:
            to_card(anna, card)
            keys.press("Enter")
        tab_to(anna.page, anna.button("ve_confirm_exchange", count=len(move.cards)), most=60)
        keys.press("Enter")
    else:
        key, count = {"tile": ("ve_button_tile", 1), "end": ("ve_button_end", 2)}[str(move)]
        name = re.compile(f"^{loosely(anna.t(key, count=count))}")
        tab_to(anna.page, anna.deeds.get_by_role("button", name=name), most=60)
        keys.press("Enter")
        if anna.button("ve_confirm_end").count():
            expect(anna.button("ve_confirm_end")).to_be_focused()
            keys.press("Enter")


@BY_LESSON
@EVERYWHERE
def test_every_lesson_by_keyboard(visit: Visit, lesson: Lesson, language: str, size: str, theme: str) -> None:
    """To its end, with nothing in the way of anybody at its beginning nor there."""
    moves = finish(lesson, SEED, [])
    page = begun(visit, lesson, language=language, size=size, theme=theme)
    anna, elena = XeQueoPlayer(page, language), VenisePlayer(page, language)
    task(anna, lesson, 1)
    assert barriers(page) == []
    told = set[int]()
    for number, text in enumerate(moves):
        before = play(lesson, moves[:number], SEED)
        match = before.match
        task(anna, lesson, before.met + 1)
        told.add(before.met + 1)
        if lesson.game == "xequeo":
            move = match.game.parse_move(text)
            move_xequeo(anna, move, is_entry=isinstance(move, Go) and move.square == match.state.ring)
        else:
            move_venise(elena, match.game.parse_move(text))
    done(anna)
    if (
        len(lesson.goals) not in told
    ):  # met by the rival, or by more than was asked: what it teaches is told all the same
        task(anna, lesson, len(lesson.goals))
        told.add(len(lesson.goals))
    assert told == set(range(1, len(lesson.goals) + 1))
    assert barriers(page) == []


@EVERYWHERE
def test_from_the_home_page_by_keyboard(visit: Visit, language: str, size: str, theme: str) -> None:
    """A lesson after the other, and the progress is kept."""
    page = visit("/", language=language, size=size, theme=theme, prepare=dealt)
    player, lesson = XeQueoPlayer(page, language), LESSONS[0]
    expect(player.link("lessons_new")).to_be_visible()
    tab_to(page, player.link("lessons_new"))
    page.keyboard.press("Enter")
    expect(page.get_by_role("listitem")).to_have_count(len(LESSONS))
    assert barriers(page) == []
    tab_to(page, player.link(f"lesson_{lesson.game}_{lesson.name}"))
    page.keyboard.press("Enter")
    for text in finish(lesson, SEED, []):
        move_xequeo(player, lesson.made_game().parse_move(text))
    done(player)
    tab_to(page, player.link("lessons_next"))
    page.keyboard.press("Enter")
    task(player, LESSONS[1], 1)
    page.goto("/learn")
    expect(page.get_by_text(player.t("lessons_count", done=1, count=len(load_lessons("xequeo"))))).to_be_visible()


def test_a_mistake_is_explained_and_a_round_that_is_lost_begins_again(visit: Visit) -> None:
    lesson = named("xequeo", "challenging")
    anna = XeQueoPlayer(begun(visit, lesson))
    keys = anna.page.keyboard
    pick_up(anna, "V")
    walk(anna, "d1")
    keys.press("Enter")
    why = anna.t("xq_no_closer", piece=anna.piece("V"), here="2", there="3")
    expect(anna.page.get_by_text(why).first).to_be_visible()
    keys.press("Escape")
    # Pointing at the wrong piece loses the ring: taken back, it never was.
    for key in ("web_undo", "lessons_again"):
        expect(anna.points("xq_a_can_move").first).to_be_visible()
        move_xequeo(anna, Call(0))
        expect(anna.page.get_by_text(anna.t("lessons_over"))).to_be_visible()
        assert barriers(anna.page) == []
        tab_to(anna.page, anna.button(key))
        keys.press("Enter")
        task(anna, lesson, 1)
    expect(anna.points("xq_a_can_move").first).to_be_visible()
    move_xequeo(anna, Call(1))
    done(anna)


def test_an_address_that_leads_nowhere_says_so(visit: Visit) -> None:
    page = visit("/learn/xequeo-flying")
    expect(page.get_by_role("alert")).to_contain_text(Player(page).t("web_error_missing"))
    expect(page.get_by_role("listitem").first).to_be_visible()
