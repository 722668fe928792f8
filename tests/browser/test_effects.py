"""What moves on the table is seen to its end, and goes where it is let go; changes wait for each other."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Visit
from tests.browser.house import House
from tests.browser.looks import come_to_rest
from tests.browser.players import VenisePlayer, XeQueoPlayer
from tests.browser.test_xequeo import POSITION

# Every animation that scripts start: of what, and whether it was seen to its end.
NOTE = """
    window.noted = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, timing) {
        const animation = animate.call(this, frames, timing);
        const { piece, plank, pawn, flight } = this.dataset ?? {};
        const of = piece ?? plank ?? (pawn && 'pawn') ?? (flight && 'flight') ?? '';
        const note = { of, from: noted.length, until: 0, how: '' };
        noted.push(note);
        const end = how => () => Object.assign(note, { how, until: noted.length });
        animation.finished.then(end('through'), end('cut'));
        return animation;
    };
"""


def noted(page: Page) -> list[dict[str, Any]]:
    page.wait_for_function("() => noted.every(note => note.how)")
    notes: list[dict[str, Any]] = page.evaluate("() => noted")
    return notes


def test_changes_wait_for_each_other(visit: Visit, house: House) -> None:
    made = house.make("xequeo", "here Anna", "here Bruno", options=f'rings=1 "position={POSITION}"')
    anna, bruno = XeQueoPlayer(visit(made.seat_path(0))), XeQueoPlayer(visit(made.seat_path(1)))
    watcher = XeQueoPlayer(visit(made.path, is_animated=True, prepare=lambda page: page.add_init_script(NOTE)))
    for player, letter in ((anna, "R"), (bruno, "G")):
        player.choose(letter)
    expect(watcher.board).to_be_visible()
    watcher.board.evaluate("board => { window.board = board; }")
    # Faster than a piece can jump.
    anna.go("R", "c5")
    bruno.go("Y", "c3")
    anna.enter("R", "d4")
    watcher.expect_at("R", "d4")
    # The cry, the cards and the verdict come before the end, which waits for them.
    expect(watcher.button("xq_go_on")).to_be_visible()
    expect(watcher.link("web_watch_again")).to_have_count(0)
    watcher.expect_end("Anna")
    expect(watcher.button("xq_go_on")).to_have_count(0)
    assert watcher.board.evaluate("board => board === window.board"), "the board was put up anew"
    moves = [note for note in noted(watcher.page) if note["of"] in ("R", "Y") and note["how"]]
    assert {note["how"] for note in moves} == {"through"}
    order = [(note["of"], note["from"], note["until"]) for note in moves]
    ways = [piece for nth, (piece, _, _) in enumerate(order) if nth == 0 or order[nth - 1][0] != piece]
    assert ways == ["R", "Y", "R"]
    # Nothing of a piece begins before all of the piece before it is over.
    for one, other in pairwise(order):
        assert one[0] == other[0] or one[2] <= other[1]


def test_an_impatient_click_ends_the_reveal(visit: Visit, house: House) -> None:
    made = house.make("xequeo", "here Anna", "here Bruno", options=f'rings=1 "position={POSITION}"')
    anna = XeQueoPlayer(visit(made.seat_path(0), is_animated=True))
    bruno = XeQueoPlayer(visit(made.seat_path(1)))
    for player, letter in ((anna, "R"), (bruno, "G")):
        player.choose(letter)
    expect(anna.cry).to_be_visible()
    anna.call("G")
    anna.button("xq_go_on").click()
    expect(anna.button("xq_go_on")).to_have_count(0)
    anna.expect_end("Anna")


def test_cards_planks_and_pawns_are_seen_to_their_end(visit: Visit, house: House) -> None:
    made = house.make("venise", "here Anna", "here Bruno", options="first=0")
    anna = VenisePlayer(visit(made.seat_path(0)))
    watcher = VenisePlayer(visit(made.path, is_animated=True, prepare=lambda page: page.add_init_script(NOTE)))
    expect(watcher.side("Anna")).to_be_visible()
    anna.expect_turn()
    watcher.page.evaluate("() => { window.board = document.querySelector('.board'); }")
    plank = anna.play("short")
    anna.play("step1", plank)
    watcher.expect_discards(2)
    notes = noted(watcher.page)
    assert {note["how"] for note in notes} == {"through"}
    seen = [note for note in notes if note["of"]]
    assert {"flight", "pawn", plank} <= {note["of"] for note in seen}
    last_of_plank = max(note["until"] for note in seen if note["of"] == plank)
    assert last_of_plank <= min(note["from"] for note in seen if note["of"] == "pawn")
    assert watcher.page.evaluate("() => window.board.isConnected"), "the board was put up anew"
    # What flew over the table is gone.
    expect(watcher.page.locator("[data-flight]")).to_have_count(0)


def test_replays_go_on_when_a_step_has_been_seen(visit: Visit, house: House) -> None:
    made = house.make("xequeo", "here Anna", "here Bruno", options=f'rings=1 "position={POSITION}"')
    anna, bruno = XeQueoPlayer(visit(made.seat_path(0))), XeQueoPlayer(visit(made.seat_path(1)))
    for player, letter in ((anna, "R"), (bruno, "G")):
        player.choose(letter)
    anna.go("R", "c5")
    bruno.go("Y", "c3")
    anna.expect_at("Y", "c3")
    anna.resign()
    reader = XeQueoPlayer(
        visit(f"/replay/{made.table}", is_animated=True, prepare=lambda page: page.add_init_script(NOTE))
    )
    reader.page.get_by_label(reader.t("web_speed")).select_option("4")
    reader.press("web_play")
    reader.expect_at("Y", "c3")
    expect(reader.button("web_play")).to_be_visible()
    notes = [note for note in noted(reader.page) if note["of"] in ("R", "Y")]
    assert {note["how"] for note in notes} == {"through"}


def drag(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0] + 15, start[1] - 15)
    page.mouse.move(*end, steps=4)
    page.mouse.up()


def middle(thing: Locator) -> tuple[float, float]:
    come_to_rest(thing.page)
    thing.scroll_into_view_if_needed()
    box = thing.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_dragging(visit: Visit, house: House) -> None:
    """Pieces and cards go where they are let go; beside that, they go back, and nothing is done."""
    made = house.make("xequeo", "here Anna", "here Bruno", options=f'rings=1 "position={POSITION}"')
    anna = XeQueoPlayer(visit(made.seat_path(0), is_animated=True))
    bruno = XeQueoPlayer(visit(made.seat_path(1)))
    for player, letter in ((anna, "R"), (bruno, "G")):
        player.choose(letter)
    can_drag = re.compile("draggable")
    expect(anna.point("a7")).to_have_class(can_drag)
    drag(anna.page, middle(anna.point("a7")), middle(anna.point("e5")))
    anna.expect_at("R", "a7")
    expect(anna.point("a7")).to_have_class(can_drag)
    drag(anna.page, middle(anna.point("a7")), middle(anna.point("c5")))
    for player in (anna, bruno):
        player.expect_at("R", "c5")

    made = house.make("venise", "here Anna", "here Bruno", options="first=0")
    vera = VenisePlayer(visit(made.seat_path(0)))
    vera.expect_turn()
    vera.pick("short")
    place = vera.targets.first.get_attribute("data-target") or ""
    aim = vera.aim(place)
    vera.page.keyboard.press("Escape")
    drag(vera.page, middle(vera.card("short")), (5, 5))
    vera.expect_discards(0)
    drag(vera.page, middle(vera.card("short")), aim)
    vera.expect_discards(1)
