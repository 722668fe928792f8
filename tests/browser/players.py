"""People who play through the page: they read what it says and press what it offers, by role and name."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from ridotto.i18n import Catalogue
from tests.browser.house import Made

ACROSS = 0.7
"""Where a plank to be laid is pressed: towards its far end, as its near ones lie over each other."""


DEALT = ("short", "long", "step1", "step2")
"""What every hand of Venise begins with, so that much can be relied upon."""
HAND = 8
"""More cards than these have to be laid off."""


def loosely(text: str) -> str:
    """A pattern for accessible names, in which any space counts as a plain one."""
    return re.sub(r"\\?\s", r"\\s", re.escape(text))


class Player:
    """Somebody at a page, with the words of its language."""

    def __init__(self, page: Page, language: str = "en") -> None:
        self.page = page
        self.language = language
        self.catalogue = Catalogue(language)

    def t(self, key: str, **params: object) -> str:
        return self.catalogue.text(key, **params)

    def button(self, key: str, **params: object) -> Locator:
        return self.page.get_by_role("button", name=self.t(key, **params), exact=True)

    def press(self, key: str, **params: object) -> None:
        self.button(key, **params).click()

    def link(self, key: str, **params: object) -> Locator:
        return self.page.get_by_role("link", name=self.t(key, **params), exact=True)

    def sit(self, made: Made, *seats: int) -> None:
        """Takes seats at this screen, by the links that move a seat to another device."""
        for seat in seats:
            self.page.goto("about:blank")
            self.page.goto(made.seat_path(seat))
            expect(self.menu).to_be_visible()

    # -- around every table ------------------------------------------------------------------------------------------

    def open_curtain(self, name: str) -> None:
        """At a shared screen: the others look away."""
        self.press("web_curtain_open", name=name)

    def sit_down(self, name: str) -> None:
        """After a link was opened."""
        self.page.get_by_label(self.t("web_your_name")).fill(name)
        self.press("web_sit")

    @property
    def menu(self) -> Locator:
        return self.button("web_menu")

    def people(self) -> Locator:
        """The list of players, laid over the table."""
        self.press("web_people")
        return self.page.get_by_role("dialog").get_by_role("list", name=self.t("web_people"))

    def resign(self, name: str = "") -> None:
        self.menu.click()
        self.press("web_resign")
        if name:
            self.press("web_resign_as", name=name)
        else:
            self.press("web_resign_yes")

    def expect_end(self, words: str | re.Pattern[str] = "") -> None:
        """Beside the board or, on a phone, laid over it."""
        end = self.page.get_by_role("region", name=self.t("web_end")).filter(visible=True)
        expect(end).to_contain_text(words)

    def expect_news(self, words: str | re.Pattern[str]) -> None:
        """In the list of what happened, wherever in it."""
        region = self.page.get_by_role("region", name=self.t("web_moves"))
        expect(region.get_by_role("listitem").filter(has_text=words).first).to_be_attached()


class XeQueoPlayer(Player):
    @property
    def board(self) -> Locator:
        return self.page.get_by_role("grid", name=self.t("xq_board"))

    def point(self, square: str) -> Locator:
        return self.board.get_by_role("gridcell", name=re.compile(rf"^{square}(,|$)"))

    def points(self, key: str, **params: object) -> Locator:
        """All points of which this is said, such as that the ring can lie there."""
        return self.board.get_by_role("gridcell", name=re.compile(rf", {loosely(self.t(key, **params))}(,|$)"))

    def piece(self, letter: str) -> str:
        return self.t(f"piece_{letter}")

    def square_of(self, letter: str) -> str:
        label = self.points(f"piece_{letter}").get_attribute("aria-label")
        assert label
        return label.split(",")[0]

    @property
    def fan(self) -> Locator:
        return self.page.get_by_role("group", name=self.t("xq_fan"))

    def lay_ring(self, square: str = "") -> str:
        spots = self.points("xq_a_lay")
        expect(spots.first).to_be_visible()
        square = square or (spots.first.get_attribute("aria-label") or "").split(",")[0]
        self.point(square).click()
        expect(self.points("xq_a_lay")).to_have_count(0)
        return square

    def choose(self, letter: str) -> None:
        self.fan.get_by_role("button", name=self.piece(letter), exact=True).click()
        self.press("xq_choose", piece=self.piece(letter))

    def select(self, letter: str) -> None:
        self.point(self.square_of(letter)).click()
        expect(self.point(self.square_of(letter))).to_have_attribute("aria-selected", "true")

    def go(self, letter: str, square: str) -> None:
        expect(self.points(f"piece_{letter}")).to_have_accessible_name(re.compile(self.t("xq_a_can_move")))
        self.select(letter)
        self.point(square).click()

    def enter(self, letter: str, ring: str) -> None:
        """It asks first: the card must then be shown, and the same one would lose the ring."""
        self.go(letter, ring)
        self.press("xq_enter")

    @property
    def cry(self) -> Locator:
        return self.page.get_by_role("button", name="Xe queo!", exact=True)

    def call(self, letter: str) -> None:
        self.cry.click()
        self.point(self.square_of(letter)).click()
        expect(self.button("xq_not_yet")).to_be_visible()
        self.cry.click()

    def expect_at(self, letter: str, square: str) -> None:
        expect(self.point(square)).to_have_accessible_name(re.compile(rf"^{square}, {re.escape(self.piece(letter))}"))

    def expect_rings(self, name: str, count: int, goal: int) -> None:
        expect(
            self.page.get_by_role("region", name=self.t("xq_side", name=name, count=count, goal=goal))
        ).to_be_visible()


class VenisePlayer(Player):
    @property
    def hand(self) -> Locator:
        return self.page.get_by_label(self.t("ve_web_hand"), exact=True)

    @property
    def deeds(self) -> Locator:
        return self.page.get_by_label(self.t("ve_web_turn"), exact=True)

    def card(self, card: str) -> Locator:
        name = self.t(f"ve_card_{card}")
        return self.hand.get_by_role(
            "button", name=re.compile(rf"^({loosely(name)}|.*: {loosely(name)})(,| ×|$)", re.I)
        )

    def cards(self) -> dict[str, int]:
        """The own hand, as it says itself."""
        found: dict[str, int] = {}
        for card in ("short", "long", "remove", "move", "step1", "step2", "step3", "joker"):
            held = self.card(card)
            if held.count():
                many = re.search(r" ×(\d+)", held.get_attribute("aria-label") or "")
                found[card] = int(many[1]) if many else 1
        return found

    def can(self, card: str) -> bool:
        return self.card(card).count() > 0 and self.card(card).get_attribute("aria-disabled") == "false"

    @property
    def targets(self) -> Locator:
        return self.page.get_by_role("group", name=self.t("ve_web_targets")).get_by_role("button")

    def target(self, place: str) -> Locator:
        return self.page.locator(f'[data-target="{place}"]')

    def pick(self, card: str, as_card: str = "") -> None:
        self.card(card).click()
        if as_card:
            self.page.get_by_role("button", name=self.t(f"ve_card_{as_card}"), exact=True).last.click()
        expect(self.targets.first).to_be_attached()

    def aim(self, place: str) -> tuple[float, float]:
        """Where on the screen a pointer means this place and no other."""
        at = self.target(place).evaluate(
            """target => {
                const shape = target.firstElementChild, box = shape.getBBox(), matrix = shape.getScreenCTM();
                const pawn = document.querySelector('.pawn.acting').getBoundingClientRect();
                const from = [pawn.x + pawn.width / 2, pawn.y + pawn.height / 2];
                const spots = [0.3, 0.5, 0.7].map(part => {
                    const is_long = box.width > box.height;
                    const point = new DOMPoint(box.x + box.width * (is_long ? part : 0.5),
                        box.y + box.height * (is_long ? 0.5 : part)).matrixTransform(matrix);
                    return [point.x, point.y];
                });
                const far = at => Math.hypot(at[0] - from[0], at[1] - from[1]);
                return shape.tagName === 'circle' ? spots[1] : spots.sort((a, b) => far(b) - far(a))[0];
            }"""
        )
        return at[0], at[1]

    @property
    def tile(self) -> Locator:
        """The button that spends one; it says how many there are."""
        return self.deeds.get_by_role("button", name=re.compile(f"^{loosely(self.t('ve_button_tile', count=1))}"))

    @property
    def prompt(self) -> Locator:
        """The line that says what is asked."""
        return self.page.locator(".prompt")

    def choose_place(self, place: str) -> None:
        """Also where the table asks whether that is meant."""
        self.page.mouse.click(*self.aim(place))
        if self.button("ve_confirm_place").count():
            self.press("ve_confirm_place")

    def play(self, card: str, place: str = "", as_card: str = "") -> str:
        """Plays a card onto a place, or the first there is; gives the place."""
        before = self.discards()
        self.pick(card, as_card)
        place = place or self.targets.first.get_attribute("data-target") or ""
        self.choose_place(place)
        expect(self.targets).to_have_count(0)
        if card != "joker":
            self.expect_discards(before + 1)
        return place

    def _pile(self, key: str) -> Locator:
        pattern = loosely(self.t(key, count="#")).replace(r"\#", r"(\d+)")
        return self.page.get_by_role("img", name=re.compile(f"^{pattern}"))

    def discards(self) -> int:
        words = self._pile("ve_web_discards").get_attribute("aria-label") or ""
        found = re.search(r"\d+", words)
        assert found
        return int(found[0])

    def expect_discards(self, count: int) -> None:
        expect(self._pile("ve_web_discards")).to_have_accessible_name(
            re.compile(f"^{loosely(self.t('ve_web_discards', count=count))}")
        )

    def expect_turn(self) -> None:
        expect(self.deeds).to_be_visible()
        expect(self.button("ve_button_end", count=2)).to_have_attribute("aria-disabled", "false")

    def end_turn(self, surplus: int = 0) -> None:
        """Also where the table asks whether that is meant; then lays off so many cards that can best be spared."""
        self.press("ve_button_end", count=2)
        if self.button("ve_confirm_end").count():
            self.press("ve_confirm_end")
        if not surplus:
            return
        self.expect_cards(HAND + surplus)
        self.pick_surplus(surplus)
        self.press("ve_confirm_discard", count=surplus)
        self.expect_cards(HAND)

    def pick_surplus(self, count: int) -> None:
        cards = self.cards()
        by_worth = sorted(cards, key=lambda card: (card == "joker", cards[card] == 1 and card in DEALT))
        for name in [card for card in by_worth for _ in range(cards[card])][:count]:
            self.card(name).click()

    def expect_cards(self, count: int) -> None:
        """In the own hand."""
        words = loosely(self.t("ve_web_cards", count=count))
        own = self.page.get_by_role("region", name=re.compile(rf", {loosely(self.t('ve_web_you'))},.* {words},"))
        expect(own).to_be_visible()

    def take_joker(self) -> None:
        self.press("ve_button_take", count=1)

    def exchange(self, cards: list[str]) -> None:
        self.press("ve_button_exchange", count=len(cards))
        for card in cards:
            self.card(card).click()
        self.press("ve_confirm_exchange", count=len(cards))

    def side(self, name: str) -> Locator:
        return self.page.get_by_role("region", name=re.compile(rf"^{re.escape(name)} \("))


class Host(Player):
    """Sets up a table on the page for it."""

    def set_up(self, game: str, seats: list[str], options: dict[str, str], board: str = "") -> None:
        """Seats are written `here Anna`, `link Bruno`, `bot greedy`, `open`."""
        self.page.goto(f"/new/{game}")
        if game == "venise":
            self.page.get_by_role("group", name=self.t("web_seats")).get_by_role("button", name=str(len(seats))).click()
        for number, text in enumerate(seats):
            kind, _, name = text.partition(" ")
            seat = self.page.get_by_role("group", name=self.t("web_player", number=number + 1))
            seat.get_by_label(self.t("web_seat_kind")).select_option(kind)
            if kind == "bot":
                seat.get_by_label(self.t("web_bot"), exact=True).select_option(name)
            elif name:
                seat.get_by_label(self.t("web_name"), exact=True).fill(name)
        if board:
            self.page.get_by_role("group", name=self.t("web_board")).get_by_role("button", name=board).click()
        self.page.get_by_text(self.t("web_rule_options"), exact=True).click()
        for option, value in options.items():
            field = self.page.get_by_label(self.t(f"option_{game}_{option}"))
            if field.evaluate("field => field.tagName") == "SELECT":
                field.select_option(value)
            else:
                field.fill(value)
                field.blur()
        self.press("web_start")
        self.page.wait_for_url("**/t/*")

    def invitation(self) -> str:
        """The link in the waiting room."""
        return self.page.get_by_label(self.t("web_invite_link")).first.input_value()
