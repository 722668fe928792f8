"""Somebody who knows neither game finishes a first match by doing only what the coach names, without the rules."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PATIENCE, Visit
from tests.browser.house import House
from tests.browser.players import HAND, VenisePlayer, XeQueoPlayer

STEPS = ("step3", "step2", "step1")
ACTIONS = ("short", "long", "remove", "move", *STEPS)
MOMENT = 100
"""Milliseconds between two looks at the table."""


class Newcomer:
    """Does what the coach says; what it said three times is remembered."""

    def __init__(self, page: Page, over: Locator, lessons: dict[str, tuple[Callable[[], bool], Callable[[], None]]]):
        self.page = page
        self.over = over
        self.lessons = lessons
        """By piece of advice: whether it can be followed now, and how."""
        self.told: list[str] = []

    def finish(self, most: int) -> None:
        for _ in range(most):
            lesson = self._next()
            if not lesson:
                return
            can, act = self.lessons[lesson]
            if can():
                act()
            else:
                self.page.wait_for_timeout(MOMENT)  # it was said before the table has changed
        raise AssertionError(f"the match does not end; told: {self.told}")

    def _next(self) -> str:
        for _ in range(PATIENCE // MOMENT * 2):
            if self.over.count():
                return ""
            advice = self.page.locator("aside [data-advice]")
            said = advice.get_attribute("data-advice") if advice.count() else ""
            if said:
                if said not in self.told:
                    self.told.append(said)
                return said
            for lesson in self.told:
                if self.lessons[lesson][0]():
                    return lesson
            self.page.wait_for_timeout(MOMENT)
        raise AssertionError(f"nothing says what to do; told: {self.told}")


def test_xe_queo(visit: Visit, house: House) -> None:
    made = house.make("xequeo", "here Anna", "bot greedy", options="rings=2 first_placer=host")
    page = visit(made.seat_path(0))
    anna = XeQueoPlayer(page)
    ring, movable, own = anna.points("xq_a_lay"), anna.points("xq_a_can_move"), anna.points("xq_a_own")
    marked = anna.board.get_by_role("gridcell", name=re.compile(anna.t("xq_a_target")))
    events = page.get_by_role("region", name=anna.t("web_moves")).get_by_role("listitem")

    def choose() -> None:
        anna.choose("R")
        expect(anna.fan).to_have_count(0)

    def move(piece: Locator, space: Locator) -> None:
        before = events.count()
        piece.click()
        space.click()
        if anna.button("xq_enter").count():
            anna.press("xq_enter")
        expect(events).not_to_have_count(before)

    def challenge() -> None:
        anna.cry.click()
        anna.points("xq_a_call").first.click()
        anna.cry.click()
        expect(anna.cry).to_have_count(0)

    newcomer = Newcomer(
        page,
        anna.link("web_watch_again"),
        {
            "xq_ring": (lambda: ring.count() > 0, lambda: void(anna.lay_ring())),
            "xq_choose": (lambda: anna.fan.count() > 0, choose),
            "xq_play": (lambda: movable.count() > 0, lambda: move(movable.first, marked.first)),
            "xq_enter": (lambda: own.count() > 0 and movable.count() > 0, lambda: move(own, anna.points("xq_a_ring"))),
            "xq_must": (lambda: anna.cry.count() > 0 and movable.count() == 0, challenge),
        },
    )
    newcomer.finish(1000)  # moments of waiting count, too
    assert {"xq_ring", "xq_choose", "xq_play"} <= {*newcomer.told}
    anna.expect_end()


def test_venise(visit: Visit, house: House) -> None:
    made = house.make("venise", "here Anna", "bot gondolier", options="first=0 stall_rounds=8 play_on=no")
    page = visit(made.seat_path(0))
    anna = VenisePlayer(page)
    end = anna.button("ve_button_end", count=2)
    events = page.get_by_role("region", name=anna.t("web_moves")).get_by_role("listitem")

    def playable(*cards: str) -> list[str]:
        return [card for card in cards if anna.can(card)]

    def can_play(*cards: str) -> bool:
        """A joker is played only where the coach says as what."""
        return bool(playable(*cards) or (page.locator("aside .now").count() and playable("joker")))

    def play(*cards: str) -> None:
        """The card that is named, while one is, onto what is marked."""
        said = page.locator("aside .now")
        words = said.inner_text() if said.count() else ""
        named = next((card for card in (*ACTIONS, "joker") if f"“{anna.t(f've_card_{card}')}”" in words), "")
        before = events.count()
        kind = {"remove": "lift_", "move": "move_"}.get(named, "")
        if named and words == anna.t(f"coach_ve_joker_{kind}now", card=anna.t(f"ve_card_{named}")):
            anna.pick("joker", named)
        else:
            anna.pick(named if named in playable(*ACTIONS, "joker") else playable(*cards)[0])
        while anna.targets.count():
            marked = anna.page.locator("[data-target][aria-current]")
            place = (marked if marked.count() else anna.targets).first.get_attribute("data-target") or ""
            anna.choose_place(place)
            expect(anna.target(place)).to_have_count(0)
        expect(events).not_to_have_count(before)

    def press(deed: Callable[[], None]) -> None:
        before = events.count()
        deed()
        expect(events).not_to_have_count(before)

    def is_turn() -> bool:
        return end.count() > 0 and end.get_attribute("aria-disabled") == "false"

    def is_open(key: str, count: int = 1) -> bool:
        button = anna.button(key, count=count)
        return button.count() > 0 and button.get_attribute("aria-disabled") == "false"

    def exchange() -> None:
        anna.press("ve_button_exchange", count=4)
        marked = anna.hand.locator("button.advised")
        if marked.count():
            while marked.count():
                marked.first.click()
        else:  # told often enough
            for card in playable(*ACTIONS) * 4:
                if anna.button("ve_confirm_exchange", count=4).is_enabled():
                    break
                anna.card(card).click()
        press(lambda: anna.press("ve_confirm_exchange", count=4))

    def discard() -> None:
        surplus = sum(anna.cards().values()) - HAND
        if surplus > 0:
            anna.pick_surplus(surplus)
            press(lambda: anna.press("ve_confirm_discard", count=surplus))

    newcomer = Newcomer(
        page,
        anna.link("web_watch_again"),
        {
            "ve_lay": (lambda: can_play("short", "long"), lambda: play("short", "long")),
            "ve_gem": (lambda: can_play(*STEPS), lambda: play(*STEPS)),
            "ve_walk": (lambda: can_play(*STEPS), lambda: play(*STEPS)),
            "ve_lift": (lambda: can_play("remove", "move"), lambda: play("remove", "move")),
            "ve_exchange": (lambda: is_open("ve_button_exchange", 4), exchange),
            "ve_tile": (
                lambda: anna.tile.count() > 0 and anna.tile.get_attribute("aria-disabled") == "false",
                lambda: press(anna.tile.click),
            ),
            "ve_take": (lambda: is_open("ve_button_take"), lambda: press(anna.take_joker)),
            "ve_taken": (is_turn, lambda: press(anna.end_turn)),
            "ve_end": (is_turn, lambda: press(anna.end_turn)),
            "ve_discard": (lambda: anna.page.get_by_role("button", name=re.compile("^Discard")).count() > 0, discard),
        },
    )
    newcomer.finish(1000)  # moments of waiting count, too
    assert {"ve_lay", "ve_walk", "ve_end"} <= {*newcomer.told}
    anna.expect_end()


def void(_: object) -> None:
    """For what gives something back that nobody needs."""
