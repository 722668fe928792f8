"""What nobody may know is not in anybody's browser: not in a frame, an answer, the page, its picture, or an address."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.ears import Ears
from tests.browser.house import House, Made
from tests.browser.players import VenisePlayer, XeQueoPlayer
from tests.browser.test_xequeo import POSITION


def test_choices_of_xequeo_reach_nobody_else(visit: Visit, house: House) -> None:
    """The same public match with different secrets leaves the same traces in the rival's and a spectator's browser."""
    heard = []
    for secret in ("R", "O"):
        made = house.make("xequeo", "here Anna", "here Bruno", options=f'rings=2 "position={POSITION}"')
        rival, spectator = Ears(), Ears()
        anna = XeQueoPlayer(visit(made.seat_path(0)))
        expect(anna.fan).to_be_visible()
        bruno = XeQueoPlayer(visit(made.seat_path(1), prepare=rival.prick))
        expect(bruno.fan).to_be_visible()
        watcher = XeQueoPlayer(visit(made.path, prepare=spectator.prick))
        expect(watcher.page.get_by_text(watcher.t("web_watching"))).to_be_visible()
        everybody = (anna, bruno, watcher)
        for player in everybody:
            expect(player.page.locator(".scene svg")).to_be_visible()  # else what was asked differs, not what was told

        anna.choose(secret)
        expect(anna.page.get_by_text(anna.t("xq_chosen", name="Bruno"))).to_be_visible()
        bruno.choose("G")
        expect(anna.cry).to_be_visible()
        for player in (bruno, watcher):
            expect(player.page.get_by_text(player.t("xq_wait_play", name="Anna"))).to_be_visible()
        for player, letter, square in ((anna, "Y", "c3"), (bruno, "B", "c6"), (anna, "V", "c1")):
            player.go(letter, square)
            for other in everybody:
                other.expect_at(letter, square)
        # The call has Anna show her card, and nobody else's (XQ-R7).
        bruno.call("W")
        for player in everybody:
            player.expect_rings("Anna", 1, 2)
        heard.append((rival.public(made.table), spectator.public(made.table)))
        if secret == "R":
            assert_tokens_are_kept(house, made, [player.page for player in everybody], rival, spectator)

    (rival_one, spectator_one), (rival_two, spectator_two) = heard
    for (one, answers_one), (two, answers_two) in ((rival_one, rival_two), (spectator_one, spectator_two)):
        assert answers_one == answers_two
        until = next(index for index, text in enumerate(one) if '"miss"' in text)
        assert until >= 4
        assert one[:until] == two[:until]
        # There her card is turned over: now they must differ, or nothing was compared.
        assert one[until] != two[until]


def assert_tokens_are_kept(house: House, made: Made, pages: list[Page], *ears: Ears) -> None:
    log = house.log.read_text()
    for token in [*made.tokens.values(), *made.invites.values()]:
        assert token not in log
        for page in pages:
            assert token not in page.url
            assert token not in page.content()
    for own, other in zip(ears, (0, 0), strict=True):
        told = "".join(own.frames) + "".join(body for _, body in own.bodies)
        assert made.tokens[other] not in told
    rival, spectator = ears
    assert rival.keys
    for key in rival.keys:
        assert key not in log
        assert key not in "".join(spectator.frames + [body for _, body in spectator.bodies])
        assert not any(key in page.url or key in page.content() for page in pages)


@pytest.mark.parametrize("turns", [3])
def test_hands_of_venise_reach_nobody_else(visit: Visit, house: House, turns: int) -> None:
    """Two matches that look alike from outside sound alike, although other cards were drawn."""
    heard: list[tuple[str, tuple[list[str], list[str]]]] = []
    hands: list[dict[str, int]] = []
    while len(hands) < 2:
        made = house.make("venise", "here Anna", "here Bruno", options="first=0")
        own, rival, spectator = Ears(), Ears(), Ears()
        anna = VenisePlayer(visit(made.seat_path(0), prepare=own.prick))
        anna.expect_turn()
        bruno = VenisePlayer(visit(made.seat_path(1), prepare=rival.prick))
        expect(bruno.hand).to_be_visible()
        watcher = VenisePlayer(visit(made.path, prepare=spectator.prick))
        expect(watcher.page.get_by_text(watcher.t("web_watching"))).to_be_visible()
        if hands and anna.cards() == hands[0]:
            continue  # the same cards by chance tell nothing
        hands.append(anna.cards())
        for _ in range(turns // 2):
            anna.end_turn()
            bruno.expect_turn()
            bruno.end_turn()
            anna.expect_turn()
        plank = anna.play("short")
        for player in (bruno, watcher):
            player.expect_discards(1)
        assert plank
        for ears, seat in ((rival, 1), (spectator, None)):
            for message in ears.messages:
                assert_no_foreign_cards(message, seat)
        expect(watcher.hand).to_have_count(0)
        assert bruno.page.locator("button[data-card]").count() == len(bruno.cards())
        heard.append((plank, spectator.public(made.table)))
    (plank_one, one), (plank_two, two) = heard
    assert hands[0] != hands[1]
    assert plank_one == plank_two
    assert one == two


def assert_no_foreign_cards(message: dict[str, Any], seat: int | None) -> None:
    now = message.get("now")
    if now:
        view = now["view"]
        assert view["seat"] == seat
        if seat is None:
            assert view["hand"] == []
            assert view["legal"] == []
        for other, side in enumerate(view["seats"]):
            if other != seat:
                assert len(side["known"]) < side["cards"]
    for line in message.get("lines", []):
        drawn = re.fullmatch(r"\+(\w+|\?)@(\d)", line["text"])
        if drawn and int(drawn[2]) != seat:
            assert drawn[1] == "?"
            assert "ve_card" not in json.dumps(line["said"])


def test_one_screen_of_xequeo_keeps_the_choice(visit: Visit, house: House) -> None:
    """Whatever was chosen, the page and its picture are the same afterwards."""
    left = []
    for secret in ("R", "O"):
        made = house.make("xequeo", "here Anna", "here Bruno", options=f'rings=1 "position={POSITION}"')
        both = XeQueoPlayer(visit())
        both.sit(made, 0, 1)
        both.open_curtain("Anna")
        expect(both.fan).to_be_visible()
        both.choose(secret)
        expect(both.button("web_curtain_open", name="Bruno")).to_be_focused()
        expect(both.fan).to_have_count(0)
        both.page.mouse.move(5, 5)
        behind = traces(both.page, made)
        both.open_curtain("Bruno")
        both.choose("G")
        expect(both.cry).to_be_visible()
        both.page.mouse.move(5, 5)
        left.append((behind, traces(both.page, made)))
    for one, two in zip(*left, strict=True):
        assert one[0] == two[0]
        assert one[1] == two[1], "the pictures differ"


def test_what_is_typed_at_one_screen_is_kept_nowhere(visit: Visit, house: House) -> None:
    """Only behind the curtain, and neither keys nor the browser's own memory bring it back."""
    made = house.make("xequeo", "here Anna", "here Bruno", options=f'rings=1 "position={POSITION}"')
    both = XeQueoPlayer(visit())
    both.sit(made, 0, 1)
    page = both.page
    line = page.get_by_role("combobox", name=both.t("web_type"), exact=True)
    expect(both.button("web_curtain_open", name="Anna")).to_be_visible()
    page.keyboard.press("/")
    expect(line).to_have_count(0)
    both.open_curtain("Anna")
    expect(both.fan).to_be_visible()
    page.keyboard.press("/")
    expect(line).to_be_focused()
    page.keyboard.type("choose red")
    expect(page.get_by_role("listbox", name=both.t("web_type_found")).get_by_role("option")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(both.button("web_curtain_open", name="Bruno")).to_be_focused()
    page.keyboard.type("=B")
    expect(page.locator("input")).to_be_disabled()
    for name in ("", "Bruno"):
        if name:
            both.open_curtain(name)
            expect(line).to_be_enabled()
            line.focus()
        for key in ("Control+z", "ArrowUp", "ArrowDown"):
            page.keyboard.press(key)
        expect(page.locator("input")).to_have_value("")
    both.choose("G")
    expect(both.cry).to_be_visible()
    kept = page.evaluate("JSON.stringify([{ ...localStorage }, { ...sessionStorage }])") + page.url
    assert not re.search(r"\bred\b|=R", kept)
    assert "choose red" not in page.content()
    # At the table itself the key takes a move back.
    before = both.square_of("R")
    both.go("R", "c5")
    both.expect_at("R", "c5")
    page.keyboard.press("Control+z")
    both.expect_at("R", before)


def traces(page: Page, made: Made) -> tuple[str, bytes]:
    """The page as it is, and as it looks when it is drawn anew: bits left from before differ in their finest edges."""
    expect(page.locator(".scene svg")).to_be_visible()
    expect(page.locator(".toasts button")).to_have_count(0)
    page.evaluate("document.body.style.display = 'none'")
    page.screenshot()
    page.evaluate("document.body.removeAttribute('style')")
    content = re.sub(r"<script.*?</script>|<link[^>]*>", "", page.content().replace(made.table, "TABLE"))
    return content, page.screenshot()


def test_one_screen_of_venise_hides_hands(visit: Visit, house: House) -> None:
    made = house.make("venise", "here Anna", "here Bruno", options="first=0")
    both = VenisePlayer(visit())
    both.sit(made, 0, 1)

    def assert_nothing_secret() -> None:
        expect(both.page.locator("button[data-card]")).to_have_count(0)
        expect(both.hand).to_have_count(0)
        assert both.page.locator("[data-target]").count() == 0

    expect(both.button("web_curtain_open", name="Anna")).to_be_visible()
    assert_nothing_secret()
    both.open_curtain("Anna")
    both.expect_turn()
    both.play("short")
    both.end_turn()
    both.press("web_hand_over", name="Bruno")
    expect(both.button("web_curtain_open", name="Bruno")).to_be_visible()
    assert_nothing_secret()
    # Looking at one's own cards out of turn needs the curtain too, and can be called off.
    both.open_curtain("Bruno")
    both.expect_turn()
    both.press("web_hide")
    expect(both.button("web_curtain_open", name="Bruno")).to_be_visible()
    assert_nothing_secret()


def test_links_leave_no_keys_behind(visit: Visit, house: House) -> None:
    made = house.make("xequeo", "here Anna", "link Bruno", options=f'rings=1 "position={POSITION}"')
    anna = XeQueoPlayer(visit(made.seat_path(0)))
    expect(anna.page.get_by_text(anna.t("web_waiting", count=1))).to_be_visible()
    ears = Ears()
    bruno = XeQueoPlayer(visit(made.invite_path(1), prepare=ears.prick))
    bruno.sit_down("Bruno")
    expect(bruno.fan).to_be_visible()
    assert bruno.page.url.endswith(made.path)
    assert anna.page.url.endswith(made.path)
    tokens = bruno.page.evaluate("localStorage.getItem('ridotto.tables')")
    token = json.loads(tokens)[made.table]["tokens"]["1"]
    assert token not in bruno.page.content()
    # Nor in the history, where going back would find it.
    assert bruno.page.evaluate("performance.getEntriesByType('navigation').map(entry => entry.name)")
    log = house.log.read_text()
    for secret in (token, made.invites[1], made.tokens[0]):
        assert secret not in log
