"""What goes wrong in front of people's eyes is said in words, and does no harm."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from ridotto.games.venise.boards import SHIPPED, BoardError, parse_board
from tests.browser.conftest import Visit
from tests.browser.house import House
from tests.browser.players import Player, XeQueoPlayer
from tests.browser.test_xequeo import POSITION

MARKUP = "<img src onerror='window.hacked = 1'>"
CODE = re.compile(r"\b(XQ|VE)-R?\d|\b\w+=\w+")


@pytest.mark.parametrize("path", ["/t/unknown", "/t/%2e%2e%2fetc", "/t/unknown#i=nothing", "/t/unknown#s=nothing"])
def test_unknown_table(visit: Visit, path: str) -> None:
    page = visit(path)
    somebody = Player(page)
    expect(page.get_by_role("heading", name=somebody.t("web_error_title_refused"))).to_be_visible()
    assert "#" not in page.url
    page.get_by_role("main").get_by_role("link", name=somebody.t("web_home")).click()
    expect(somebody.button("web_play_bot").first).to_be_visible()


@pytest.mark.parametrize("path", ["/nowhere", "/new/chess", "/rules/chess", "/t/", "/lobby/1", "/%ff%fe"])
def test_unknown_page(visit: Visit, path: str) -> None:
    page = visit(path)
    expect(page.get_by_role("heading", name=Player(page).t("web_error_title_missing"))).to_be_visible()


def test_spent_invitation(visit: Visit, house: House) -> None:
    made = house.make("xequeo", "here Anna", "link", options=f'rings=1 "position={POSITION}"')
    bruno = XeQueoPlayer(visit(made.invite_path(1)))
    bruno.sit_down("Bruno")
    expect(bruno.fan).to_be_visible()
    thief = Player(visit(made.invite_path(1)))
    expect(thief.page.get_by_role("heading", name=thief.t("web_error_title_refused"))).to_be_visible()
    # Watching is what is left, and shows no secret.
    thief.press("web_watch")
    expect(thief.page.get_by_text(thief.t("web_watching"))).to_be_visible()
    # The same browser may open its link again.
    bruno.page.goto("about:blank")
    bruno.page.goto(made.invite_path(1))
    bruno.button("web_sit").or_(bruno.fan).first.wait_for()
    if bruno.button("web_sit").count():
        bruno.press("web_sit")
    expect(bruno.fan).to_be_visible()


def test_broken_records(visit: Visit, house: House) -> None:
    page = visit("/replay")
    somebody = Player(page)
    field = page.get_by_label(somebody.t("web_replay_paste"))
    for text in ("nonsense", "Ridotto record 1\nGame: chess\n", "\x00\x01", "Ridotto record 1\n" * 200):
        field.fill(text)
        somebody.press("web_replay_show")
        expect(page.get_by_role("alert")).not_to_be_empty()
        expect(field).to_be_visible()
    page.get_by_label(somebody.t("web_replay_open")).last.set_input_files(
        {"name": "broken.ridotto", "mimeType": "text/plain", "buffer": b"\xff\xfe\x00broken"}
    )
    expect(page.get_by_role("alert")).not_to_be_empty()


def test_record_there_and_back(visit: Visit, house: House) -> None:
    """What is saved at a table can be opened again."""
    made = house.make("xequeo", "here Anna", "here Bruno", options=f'rings=1 "position={POSITION}"')
    anna, bruno = XeQueoPlayer(visit(made.seat_path(0))), XeQueoPlayer(visit(made.seat_path(1)))
    for player, letter in ((anna, "R"), (bruno, "G")):
        player.choose(letter)
    anna.go("R", "c5")
    bruno.expect_at("R", "c5")
    bruno.menu.click()
    with bruno.page.expect_download() as saved:
        bruno.press("web_record")
    text = saved.value.path().read_text()
    assert "=R" not in text
    assert "=G" in text
    page = visit("/replay")
    reader = XeQueoPlayer(page)
    page.get_by_label(reader.t("web_replay_paste")).fill(text)
    reader.press("web_replay_show")
    reader.press("web_last")
    reader.expect_at("R", "c5")


def test_names_are_text(visit: Visit, house: House) -> None:
    made = house.make("venise", f"here {MARKUP}", "link", "bot random", options="first=0", is_listed=True)
    page = visit(made.seat_path(0))
    guest = visit(made.invite_path(1))
    Player(guest).sit_down("<b>Bruno</b> & ‮co")
    for one in (page, guest):
        expect(one.get_by_text("<b>Bruno</b> &").first).to_be_visible()
        expect(one.get_by_text("onerror").first).to_be_visible()
    page.goto("/")
    expect(page.get_by_text("onerror").first).to_be_visible()
    page.goto("/lobby")
    expect(page.get_by_text("onerror").first).to_be_visible()
    for one in (page, guest):
        assert one.evaluate("window.hacked") is None
        assert one.locator("img[onerror]").count() == 0
        assert one.evaluate("document.documentElement.scrollWidth <= innerWidth + 1")


def test_strange_settings_in_storage(visit: Visit) -> None:
    """A browser may hold anything, also what an older version has left there."""
    page = visit("/")
    somebody = Player(page)
    expect(somebody.button("web_play_bot").first).to_be_visible()
    for settings, tables in (("nonsense", "nonsense"), ('{"language":"xx","theme":"pink"}', "{}"), ("null", "null")):
        page.evaluate(
            """([settings, tables]) => { localStorage.setItem('ridotto.settings', settings);
            localStorage.setItem('ridotto.tables', tables) }""",
            [settings, tables],
        )
        page.reload()
        expect(somebody.button("web_play_bot").first).to_be_visible()


def test_bad_options(visit: Visit) -> None:
    page = visit("/new/xequeo")
    somebody = Player(page)
    page.get_by_text(somebody.t("web_rule_options"), exact=True).click()
    field = page.get_by_label(somebody.t("option_xequeo_position"))
    field.fill("nonsense")
    field.blur()
    somebody.press("web_start")
    expect(page.get_by_role("alert")).to_contain_text("nonsense")
    assert page.url.endswith("/new/xequeo")


def test_notices_have_no_codes(visit: Visit) -> None:
    """Rules have numbers, and options have names, for those who look them up; whoever plays reads the reason."""
    page = visit("/new/xequeo")
    somebody = Player(page)
    words = {"key": "board_side", "params": {"side": "noon", "rule": "VE-6"}}
    refused = {"code": "board_side", "words": words, "problems": []}
    page.route("**/api/tables", lambda route: route.fulfill(status=422, json=refused))
    somebody.press("web_start")
    notice = page.locator(".toast")
    expect(notice).to_contain_text("noon")
    expect(notice).not_to_contain_text(CODE)
    page.unroute("**/api/tables")
    page.get_by_text(somebody.t("web_rule_options"), exact=True).click()
    field = page.get_by_label(somebody.t("option_xequeo_position"))
    field.fill("nonsense")
    field.blur()
    somebody.press("web_start")
    expect(notice.filter(has_text="nonsense")).to_be_visible()
    for each in notice.all():
        expect(each).not_to_contain_text(CODE)


def test_board_of_ones_own(visit: Visit) -> None:
    page = visit("/new/venise")
    somebody = Player(page)
    upload = page.get_by_label(somebody.t("web_board_own"))
    upload.set_input_files({"name": "bad.toml", "mimeType": "text/plain", "buffer": b"name = 'x'"})
    expect(page.get_by_role("alert")).not_to_be_empty()
    # All that is wrong with it, each with its line: nobody has to mend a board one upload at a time.
    text = (SHIPPED / "day-basic.toml").read_text("utf-8").replace("side", "slide").replace("[gems]", "[germs]")
    with pytest.raises(BoardError) as found:
        parse_board(text)
    upload.set_input_files({"name": "bad.toml", "mimeType": "text/plain", "buffer": text.encode()})
    told = page.get_by_role("alert").get_by_role("listitem")
    expect(told).to_have_count(len(found.value.problems))
    for problem in found.value.problems:
        words = re.sub(r" \(VE-[^)]*\)", "", somebody.catalogue.error(problem.error))
        line = somebody.t("web_board_line", line=problem.line, text=words) if problem.line else words
        expect(told.get_by_text(line, exact=True)).to_be_visible()
    assert len(found.value.problems) >= 3


def test_house_is_closed(visit: Visit, own_house: House) -> None:
    page = visit("/", house=own_house)
    somebody = Player(page)
    expect(somebody.button("web_play_bot").first).to_be_visible()
    own_house.stop()
    somebody.button("web_play_bot").first.click()
    expect(page.get_by_text(somebody.t("web_error_offline")).first).to_be_visible()
    page.get_by_role("navigation").get_by_role("link", name=somebody.t("web_settings")).click()
    expect(page.get_by_role("heading", name=re.compile(".")).first).to_be_visible()
    own_house.start()
    page.goto("/")
    somebody.button("web_play_bot").first.click()
    page.wait_for_url("**/t/*")
