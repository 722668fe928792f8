"""Every page and every state of both tables, looked at in all languages and sizes, by day and by night.

Each scene goes through a part of the house and stops where there is something to see. What is found at all stops is
told together. With RIDOTTO_PICTURES set, pictures are kept in tests/browser/screenshots/.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TypeAlias

import pytest
from playwright.sync_api import Page, expect

from ridotto.i18n import Said
from tests.browser.conftest import SCREENSHOTS, Visit
from tests.browser.house import House
from tests.browser.looks import ALL, SHOTS, come_to_rest, examine, faults, switch
from tests.browser.players import Host, Player, VenisePlayer, XeQueoPlayer, loosely
from tests.browser.test_venise import prepare_fall
from tests.browser.test_xequeo import POSITION

Stops: TypeAlias = Iterator[tuple[str, Page]]


def first_pages(visit: Visit, house: House) -> Stops:
    page = visit("/")
    somebody = Player(page)
    expect(somebody.button("web_play_bot").first).to_be_visible()
    yield "home", page
    for path, name in (("/settings", "settings"), ("/replay", "replay-empty"), ("/nowhere", "missing")):
        page.goto(path)
        expect(page.get_by_role("heading").first).to_be_visible()
        yield name, page
    page.goto("/t/unknown")
    expect(page.get_by_role("heading", name=somebody.t("web_error_title_refused"))).to_be_visible()
    yield "unknown-table", page
    for game, clock in (("xequeo", "fischer"), ("venise", "days")):
        page.goto(f"/new/{game}")
        page.get_by_label(somebody.t("web_clock"), exact=True).select_option(clock)
        if game == "venise":
            page.get_by_role("group", name=somebody.t("web_seats")).get_by_role("button", name="4").click()
            kinds = page.get_by_label(somebody.t("web_seat_kind"))
            kinds.nth(1).select_option("link")
            kinds.nth(2).select_option("open")
        page.get_by_text(somebody.t("web_rule_options"), exact=True).click()
        page.evaluate("scrollTo(0, 0)")  # the picture shows the boards
        yield f"new-{game}", page


def rules_pages(visit: Visit, house: House) -> Stops:
    for game in ("xequeo", "venise"):
        page = visit(f"/rules/{game}")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        # The rules are fetched when they are first read in a language.
        for language in ALL:
            switch(page, language, "desktop", "day")
            page.wait_for_load_state("networkidle")
        yield f"rules-{game}", page


def lessons(visit: Visit, house: House) -> Stops:
    page = visit("/learn")
    pupil = XeQueoPlayer(page)
    expect(page.get_by_role("listitem").first).to_be_visible()
    yield "learn", page
    page.goto("/learn/xequeo-closer")
    pupil.go("R", "a6")
    pupil.expect_at("R", "a6")
    yield "lesson-xequeo", page
    pupil.go("Y", "b2")
    expect(page.get_by_text(pupil.t("lessons_done"))).to_be_visible()
    yield "lesson-done", page
    page.goto("/learn/venise-planning")
    expect(pupil.button("lessons_again")).to_be_enabled()
    yield "lesson-venise", page


def meeting(visit: Visit, house: House) -> Stops:
    page = visit()
    anna = Host(page)
    anna.set_up("venise", ["here Anna", "link Bruno", "open", "bot greedy"], {})
    expect(page.get_by_role("img", name=anna.t("web_qr")).first).to_be_visible()
    yield "waiting-room", page
    guest = visit(anna.invitation())
    expect(guest.get_by_role("heading", name=anna.t("web_invited"))).to_be_visible()
    yield "invitation", guest
    guest.goto("/lobby")
    expect(guest.get_by_role("button", name=anna.t("web_take_seat")).first).to_be_visible()
    yield "lobby", guest
    page.goto("/")
    expect(page.get_by_role("link", name=re.compile("Bruno"))).to_be_visible()
    yield "home-with-tables", page


def xequeo_match(visit: Visit, house: House) -> Stops:
    made = house.make("xequeo", "here Anna", "here Bruno", options=f'rings=2 "position={POSITION}"')
    anna, bruno = XeQueoPlayer(visit(made.seat_path(0))), XeQueoPlayer(visit(made.seat_path(1)))
    watcher = XeQueoPlayer(visit(made.path))
    page = anna.page
    expect(anna.fan).to_be_visible()
    anna.fan.get_by_role("button", name=anna.piece("R"), exact=True).click()
    yield "xequeo-choice", page
    anna.press("xq_choose", piece=anna.piece("R"))
    expect(page.get_by_text(anna.t("xq_chosen", name="Bruno"))).to_be_visible()
    yield "xequeo-chosen", page
    bruno.choose("G")
    expect(anna.cry).to_be_visible()
    anna.select("Y")
    anna.point("c3").focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")
    yield "xequeo-jumps", page
    page.keyboard.press("Enter")
    bruno.expect_at("Y", "c3")
    yield "xequeo-waiting", page
    bruno.cry.click()
    yield "xequeo-pointing", bruno.page
    bruno.point(bruno.square_of("W")).click()
    yield "xequeo-call", bruno.page
    bruno.cry.click()
    anna.expect_rings("Anna", 1, 2)
    expect(bruno.points("xq_a_lay").first).to_be_visible()
    yield "xequeo-ring", bruno.page
    bruno.lay_ring()
    for player, letter in ((anna, "R"), (bruno, "G")):
        player.choose(letter)
    anna.call("G")
    for player in (anna, watcher):
        player.expect_end("Anna")
    yield "xequeo-end", page
    yield "xequeo-spectator", watcher.page
    page.goto(f"/replay/{made.table}")
    anna.press("web_next")
    anna.press("web_last")
    yield "xequeo-replay", page
    page.goto(f"/guess/{made.table}")
    bruno_chosen = page.get_by_role("button", name="Bruno", exact=True)
    expect(bruno_chosen).to_be_enabled()
    yield "guess", page
    bruno_chosen.click()
    expect(anna.button("xq_guess_bet")).to_be_enabled()
    yield "guess-bet", page
    forward = anna.button("xq_guess_bet").or_(anna.button("xq_guess_next"))
    while not anna.button("xq_guess_again").count():
        forward.click()
        expect(page.locator("section.card")).to_have_attribute("aria-busy", "false")
    yield "guess-result", page


def studies(visit: Visit, house: House) -> Stops:
    made = house.make("xequeo", "here Anna", "here Bruno", options=f'rings=2 "position={POSITION}"')
    anna, bruno = XeQueoPlayer(visit(made.seat_path(0))), XeQueoPlayer(visit(made.seat_path(1)))
    for player, letter in ((anna, "R"), (bruno, "G")):
        player.choose(letter)
    anna.go("Y", "c3")
    bruno.expect_at("Y", "c3")
    bruno.resign()
    anna.expect_end("Anna")
    page = anna.page
    page.goto(f"/replay/{made.table}/2")
    position = page.get_by_label(anna.t("study_position_link"))
    for key, ready in (
        ("study_play_on", anna.button("study_start")),
        ("study_notes", page.get_by_text(anna.t("study_none"))),
        ("study_share", position),
    ):
        anna.press(key)
        expect(ready).to_be_visible(timeout=60_000)
        yield key, page
        link = position.input_value() if key == "study_share" else ""
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
    page.goto(link)
    expect(anna.button("study_start")).to_be_enabled(timeout=60_000)
    yield "position", page


def clocks_and_wishes(visit: Visit, house: House) -> Stops:
    clock = {"kind": "fischer", "first": 7200, "second": 5}
    made = house.make("xequeo", "here Anna", "here Bruno", options="first_placer=host", clock=clock)
    anna, bruno = XeQueoPlayer(visit(made.seat_path(0))), XeQueoPlayer(visit(made.seat_path(1)))
    expect(bruno.page.get_by_role("timer")).to_have_count(2)
    anna.press("web_menu")
    yield "menu-with-clock", anna.page
    anna.press("web_ask_pause")
    expect(anna.page.get_by_text(anna.t("web_asked"))).to_be_visible()
    yield "asked", anna.page
    expect(bruno.button("web_agree")).to_be_visible()
    yield "asks", bruno.page
    bruno.press("web_agree")
    expect(bruno.page.get_by_text(bruno.t("web_paused"))).to_be_visible()
    yield "paused", bruno.page
    anna.press("web_play_on")
    expect(anna.page.get_by_text(anna.t("web_paused"))).to_have_count(0)
    anna.press("web_menu")
    anna.press("web_type_menu")
    anna.page.get_by_role("combobox", name=anna.t("web_type"), exact=True).fill("ring")
    found = anna.page.get_by_role("listbox", name=anna.t("web_type_found"))
    expect(found.get_by_role("option").first).to_be_visible()
    yield "typed-move", anna.page


def xequeo_shared(visit: Visit, house: House) -> Stops:
    made = house.make(
        "xequeo",
        "here Annamaria",
        "here Massimiliano",
        options=f'rings=2 stray_entry=opponent_collects "position={POSITION}"',
    )
    both = XeQueoPlayer(visit())
    both.sit(made, 0, 1)
    page = both.page
    expect(both.button("web_curtain_open", name="Annamaria")).to_be_visible()
    yield "xequeo-curtain", page
    both.open_curtain("Annamaria")
    expect(both.fan).to_be_visible()
    yield "xequeo-shared-choice", page
    both.choose("R")
    both.open_curtain("Massimiliano")
    both.choose("G")
    both.go("R", "c5")
    both.expect_at("R", "c5")
    yield "xequeo-shared-turn", page
    both.go("R", "d4")
    expect(both.button("xq_enter")).to_be_visible()
    yield "xequeo-enter", page
    both.press("xq_not_yet")
    both.menu.click()
    yield "menu", page
    both.press("web_device")
    page.get_by_role("dialog").get_by_role("button", name="Annamaria").click()
    yield "device", page
    page.get_by_role("dialog").get_by_role("button", name=both.t("web_close")).click()
    both.menu.click()
    both.press("web_resign")
    yield "resign", page


def xequeo_setup(visit: Visit, house: House) -> Stops:
    made = house.make("xequeo", "here Anna", "bot random", options="setup=by_hand first_placer=guest")
    anna = XeQueoPlayer(visit(made.seat_path(0)))
    spots = anna.points("xq_a_place", piece=anna.piece("R"))
    expect(spots.first).to_be_visible()
    yield "xequeo-setup", anna.page


def venise_match(visit: Visit, house: House) -> Stops:
    made = house.make("venise", "here Anna", "here Bruno", options="first=0 stall_rounds=4")
    anna, bruno = VenisePlayer(visit(made.seat_path(0))), VenisePlayer(visit(made.seat_path(1)))
    page = anna.page
    anna.expect_turn()
    yield "venise-turn", page
    anna.pick("short")
    anna.targets.first.focus()
    yield "venise-plank", page
    page.keyboard.press("Escape")
    plank = prepare_fall(anna, bruno)
    anna.target(plank).focus()
    yield "venise-fall", page
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    anna.card("joker").click()
    expect(
        page.get_by_role("group", name=re.compile(loosely(anna.t("ve_ask_joker_cost", count=2)), re.I))
    ).to_be_visible()
    yield "venise-joker", page
    page.keyboard.press("Escape")
    anna.press("ve_button_exchange", count=4)
    next(card for card in (anna.card(name) for name in anna.cards() if name != "joker")).click()
    yield "venise-exchange", page
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    yield "venise-waiting", bruno.page
    anna.resign()
    anna.expect_end("Bruno")
    yield "venise-end", page
    page.goto(f"/replay/{made.table}")
    anna.press("web_last")
    yield "venise-replay", page


def venise_steps_by_night(visit: Visit, house: House) -> Stops:
    made = house.make("venise", "here Anna", "here Bruno", options="first=0 board=night-basic")
    anna, bruno = VenisePlayer(visit(made.seat_path(0))), VenisePlayer(visit(made.seat_path(1)))
    anna.expect_turn()
    anna.play("long")
    anna.pick("step2")
    anna.targets.last.focus()
    yield "venise-steps", anna.page
    anna.page.keyboard.press("Escape")
    anna.end_turn()
    for player, surplus in ((bruno, 0), (anna, 1), (bruno, 2)):
        player.expect_turn()
        if player is anna:
            anna.press("ve_button_end", count=2)
            yield "venise-end-asked", anna.page
            anna.press("ve_confirm_end")
            anna.expect_cards(9)
            anna.card("step1").click()
            yield "venise-discard", anna.page
            anna.press("ve_confirm_discard", count=1)
        else:
            player.end_turn(surplus)
    anna.expect_turn()
    yield "venise-night", anna.page


def venise_of_four(visit: Visit, house: House) -> Stops:
    made = house.make("venise", "here Annamaria", "here Bartolomeo", "here Caterina", "bot greedy", options="first=0")
    all_three = VenisePlayer(visit())
    all_three.sit(made, 0, 1, 2)
    page = all_three.page
    expect(all_three.button("web_curtain_open", name="Annamaria")).to_be_visible()
    yield "venise-curtain", page
    all_three.open_curtain("Annamaria")
    all_three.expect_turn()
    all_three.play("short")
    yield "venise-four", page
    all_three.end_turn()
    expect(all_three.button("web_hand_over", name="Bartolomeo")).to_be_visible()
    yield "venise-hand-over", page
    watcher = visit(made.path)
    expect(watcher.get_by_text(all_three.t("web_watching"))).to_be_visible()
    yield "venise-spectator", watcher
    switch(page, "en", "phone", "day")
    page.get_by_role("button", name=all_three.t("web_people")).click()
    yield "people", page


def workshop_pages(visit: Visit, house: House) -> Stops:
    key = "k" * 32
    house.hang("arsenale", "Zattere")
    house.hang("acqua-alta", "Il ponte della nonna che abita a Burano", key, is_approved=False)

    def prepare(page: Page) -> None:
        page.goto(house.address)
        page.evaluate("key => localStorage.setItem('ridotto.author', JSON.stringify(key))", key)

    maker = Player(visit("/workshop", prepare=prepare))
    page = maker.page
    # Two processes are started for it, which takes a while on a busy machine.
    expect(page.locator(".verdict")).to_contain_text(maker.t("ws_is_good"), timeout=60_000)
    maker.press("ws_measure")
    expect(page.get_by_text(maker.t("ws_fairness", count=2))).to_be_visible(timeout=60_000)
    maker.press("ws_stop")
    maker.press("ws_way_of", colour=Said("ve_colour_red"))
    yield "workshop-rated", page
    maker.press("ws_way_hide")
    page.locator('[data-field="b4sw"]').click()
    yield "workshop-chosen", page
    maker.press("ws_kind_plain")
    expect(page.locator(".verdict")).to_contain_text(maker.t("ws_is_faulty"))
    yield "workshop-faulty", page
    maker.press("ws_undo")
    expect(page.locator(".verdict")).to_contain_text(maker.t("ws_is_good"))
    for sheet in ("ws_other", "ws_make", "ws_gallery", "ws_pass_on"):
        maker.press(sheet)
        expect(page.get_by_role("dialog")).to_be_visible()
        yield f"workshop-{sheet}", page
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)


SCENES: list[Callable[[Visit, House], Stops]] = [
    xequeo_match,
    venise_match,
    venise_of_four,
    xequeo_shared,
    first_pages,
    venise_steps_by_night,
    meeting,
    rules_pages,
    lessons,
    xequeo_setup,
    studies,
    clocks_and_wishes,
    workshop_pages,
]


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.__name__)
def test_scene(visit: Visit, house: House, scene: Callable[[Visit, House], Stops]) -> None:
    found = []
    for name, page in scene(visit, house):
        found += examine(page, name)
    if found:
        pytest.fail("\n".join(found), pytrace=False)


# Time to read is an animation of nothing.
HOLD = """() => {
    const hold = () => {
        window.held = document.querySelector('.verdict.said')
            ? document.getAnimations().filter(one => one.effect.getKeyframes().length === 0) : [];
        for (const one of held) one.pause();
        if (!held.length) requestAnimationFrame(hold);
    };
    hold();
}"""


def test_moment_of_truth(visit: Visit, house: House) -> None:
    """It passes by itself, so it is held while the verdict is to be read."""
    made = house.make("xequeo", "here Anna", "here Bruno", options=f'rings=2 "position={POSITION}"')
    everybody = []
    for (language, size, theme), path in zip(
        SHOTS, (made.seat_path(0), made.seat_path(1), made.path, made.path), strict=True
    ):
        page = visit(path, size=size, language=language, theme=theme, is_animated=True)
        everybody.append(XeQueoPlayer(page, language))
    anna, bruno, *_ = everybody
    for player, letter in ((anna, "R"), (bruno, "G")):
        player.choose(letter)
    expect(anna.cry).to_be_visible()
    for player in everybody:
        player.page.evaluate(HOLD)
    anna.call("G")
    found = []
    for (language, size, theme), player in zip(SHOTS, everybody, strict=True):
        player.page.wait_for_function("() => held.length > 0")
        expect(player.page.get_by_text(player.t("xq_verdict_call"), exact=True)).to_have_css("opacity", "1")
        come_to_rest(player.page)
        player.page.screenshot(path=SCREENSHOTS / f"xequeo-reveal-{size}-{theme}-{language}.png")
        found += [f"xequeo-reveal, {language}, {size}: {fault}" for fault in faults(player.page)]
        player.page.evaluate("() => held.forEach(one => one.play())")
    for player in everybody:
        player.expect_rings("Anna", 1, 2)
        expect(player.button("xq_go_on")).to_have_count(0)
    assert not found, "\n".join(found)


UNCOVERED = """board => {
    const box = board.getBoundingClientRect();
    return [0.02, 0.98].every(x => [0.02, 0.98].every(y =>
        board.contains(document.elementFromPoint(box.left + x * box.width, box.top + y * box.height))));
}"""


@pytest.mark.parametrize("size", ["small", "phone", "tablet", "flat", "desktop"])
def test_everything_is_on_the_screen(visit: Visit, house: House, size: str) -> None:
    """One chooses with the board in sight, also below the last round's result, and the end does not cover the board."""
    made = house.make("xequeo", "here Annamaria", "here Massimiliano", options=f'rings=2 "position={POSITION}"')
    anna = XeQueoPlayer(visit(made.seat_path(0), size=size, language="de"), "de")
    bruno = XeQueoPlayer(visit(made.seat_path(1), size=size))
    for is_last in (False, True):
        for player in (anna, bruno):
            for part in (player.board, player.fan, player.button("xq_choose_none")):
                expect(part).to_be_in_viewport(ratio=0.99)
        anna.choose("R")
        bruno.choose("G")
        anna.call("G")
        if not is_last:
            bruno.lay_ring()
    for player in (anna, bruno):
        player.expect_end("Annamaria")
        expect(player.board).to_be_in_viewport(ratio=0.99)
        chronicle = player.page.get_by_role("region", name=player.t("xq_chronicle"))
        assert chronicle.evaluate("node => node.scrollHeight <= node.clientHeight"), "who had chosen what is cut off"
        # Nobody is so quick that what was said on taking the seat is still there at the end.
        expect(player.page.locator(".toasts button")).to_have_count(0, timeout=10_000)
        assert player.board.evaluate(UNCOVERED)


# The page's policy forbids styles in markup; those set by a script are allowed.
SPOIL = """html => {
    document.querySelector('main').insertAdjacentHTML('afterbegin', `<div id=bad>${html}</div>`);
    for (const each of document.querySelectorAll('#bad [data-style]')) each.style.cssText = each.dataset.style;
}"""


def test_faults_are_found(visit: Visit) -> None:
    """What checks everything else is checked itself."""
    page = visit("/settings")
    expect(page.get_by_role("heading").first).to_be_visible()
    assert faults(page) == []
    for html, words in (
        ("<p style='width: 200vw'>far</p>", "sideways"),
        ("<p style='width: 3em; overflow: hidden; white-space: nowrap'>much too long</p>", "cut off"),
        ("<p style='height: 1em; overflow: hidden'>much<br>too<br>high</p>", "cut off"),
        ("<button style='width: 3em; white-space: nowrap; height: 3em'>much too long</button>", "sticks out of main"),
        ("<p style='position: absolute; left: -20px; margin: 0'>over the edge</p>", "sticks out of the window"),
        ("<p style='width: 1em; overflow-wrap: anywhere'>abracadabra</p>", "broken into letters"),
        ("<p>web_no_such_key</p>", "a key instead"),
        ("<p title='{name} plays'>fine</p>", "a key instead"),
        ("<p>One sentence.<b>Another one.</b></p>", "no space between"),
        ("<p>not so (XQ-R3)</p>", "a code nobody asked for"),
        ("<p>choose distance=king</p>", "a code nobody asked for"),
        ("<p style='margin: 0'>one text</p><p style='margin: -1.2em 0 0'>another text</p>", "lies over"),
        ("<div class='row' style='display:flex'><i style='margin-right:-2em'>left</i><i>right</i></div>", "overlaps"),
        ("<button style='padding:0;font-size:8px;width:40px;height:12px'>tiny</button>", "to press"),
    ):
        page.evaluate(SPOIL, html.replace("style=", "data-style="))
        assert any(words in fault for fault in faults(page)), (html, faults(page))
        page.evaluate("document.querySelector('#bad').remove()")
    assert faults(page) == []
