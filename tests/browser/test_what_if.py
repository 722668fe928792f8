"""What if: from a finished match to a table of one's own and back, with notes; and links to moves and positions."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from ridotto.match import read_record
from tests.browser.conftest import Visit
from tests.browser.looks import barriers
from tests.browser.players import Player, XeQueoPlayer
from tests.browser.test_keyboard import tab_to
from tests.server import house as server

SLOW = 60_000
"""Milliseconds: processes are started for it."""
START = "R5O/7/7/3*3/7/2BVW2/Y5G 0 Ra6 rings=1-0 cards=RO"


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[server.House, server.Laid]]:
    """A short end of a match, in which both have shown little."""
    with server.House(tmp_path_factory.mktemp("what-if"), limits=server.MANY) as house:
        laid = house.table("xequeo", "here", "here", options="rings=3", start=START)
        with server.at(laid, 0, 1) as (anna, bruno):
            assert bruno.move("Gf2")["type"] == "done"
            anna.see(lambda guest: bool(guest.legal))
            assert anna.move("Rb5")["type"] == "done"
            bruno.ask({"type": "resign"})
        yield house, laid


def replay(visit: Visit, played: tuple[server.House, server.Laid], at: int, **how: str) -> XeQueoPlayer:
    house, laid = played
    page = visit(f"{house.url}/replay/{laid.id}/{at}", **how)  # type: ignore[arg-type]
    player = XeQueoPlayer(page, how.get("language", "en"))
    expect(page.get_by_role("slider")).to_have_value(str(at), timeout=SLOW)
    return player


def begin(player: Player, **wishes: str) -> None:
    """Plays on from what is on the screen."""
    player.press("study_play_on")
    for key, value in wishes.items():
        player.page.get_by_role("combobox", name=player.t(key)).select_option(value, timeout=SLOW)
    player.page.get_by_label(player.t("study_hidden_all"), exact=True).check()
    player.press("study_start")
    player.page.wait_for_url("**/t/*", timeout=SLOW)


def way(player: Player) -> str:
    return player.t("study_variation_titled", number=1, title="")


@pytest.mark.parametrize(("language", "size"), [("en", "desktop"), ("de", "phone")])
def test_what_was_played_on_becomes_a_variation_with_notes(
    visit: Visit, played: tuple[server.House, server.Laid], language: str, size: str
) -> None:
    house, laid = played
    anna = replay(visit, played, 1, language=language, size=size)
    begin(anna, study_rival="random")
    anna.go("Y", "b2")
    anna.expect_at("Y", "b2")
    anna.resign()
    anna.expect_end(anna.t("web_you_lost"))
    if size == "phone":
        anna.page.locator(".ticker .line").click()
    anna.page.get_by_role("link", name=anna.t("study_main")).filter(visible=True).click()
    expect(anna.page).to_have_url(f"{house.url}/replay/{laid.id}/1")
    anna.page.get_by_role("button", name=way(anna)).click(timeout=SLOW)
    anna.press("web_next")
    anna.expect_at("Y", "b2")
    expect(anna.page).to_have_url(f"{house.url}/replay/{laid.id}")  # variations have no address of their own
    anna.press("study_notes")
    anna.page.get_by_label(anna.t("study_note", at=2)).fill("Straight on!")
    anna.press("web_save")
    expect(anna.page.get_by_role("button", name=f"{anna.t('study_notes')}: Straight on!")).to_be_visible()
    # Another page of this browser has it, the stored match has not, and the file has.
    anna.page.wait_for_function("() => history.state?.isSheet !== true")  # a closed sheet goes one page back
    anna.page.reload()
    expect(anna.page.get_by_role("slider")).to_be_visible(timeout=SLOW)
    assert "variation" not in laid.record()
    with anna.page.expect_download() as saved:
        anna.press("web_record")
    text = saved.value.path().read_text("utf-8")
    assert re.search(r"\nvariation 1 at 1: .*\n  0: Yb2\n  # Straight on!\n", text)

    friend = XeQueoPlayer(visit(f"{house.url}/replay", size=size), "en")
    friend.page.get_by_role("textbox").fill(text)
    friend.press("web_replay_show")
    friend.page.wait_for_url("**/replay/file.*", timeout=SLOW)
    friend.press("study_notes")
    friend.page.get_by_role("dialog").get_by_role("button", name=way(friend)).click()
    friend.press("web_next")
    expect(friend.page.get_by_text("Straight on!")).to_be_visible()
    friend.press("study_notes")
    friend.press("study_drop", number=1)
    expect(friend.page.get_by_text(friend.t("study_none"))).to_be_visible()


def test_by_keys_alone(visit: Visit, played: tuple[server.House, server.Laid]) -> None:
    anna = replay(visit, played, 0)
    for key in ("study_play_on", "study_start"):
        expect(anna.button(key)).to_be_enabled(timeout=SLOW)
        tab_to(anna.page, anna.button(key))
        if key == "study_start":
            # Whose turn it is, unless one's own side is known.
            expect(anna.page.get_by_role("combobox", name=anna.t("study_side"))).to_have_value("1")
        anna.page.keyboard.press("Enter")
    anna.page.wait_for_url("**/t/*", timeout=SLOW)
    expect(anna.points("xq_a_can_move").first).to_be_visible()


def test_the_same_position_for_both_sides(visit: Visit, played: tuple[server.House, server.Laid]) -> None:
    """Whoever gets the link knows what a spectator knew; then the sides are swapped, and both results are compared."""
    anna = replay(visit, played, 1)
    anna.press("study_share")
    field = anna.page.get_by_label(anna.t("study_position_link"))
    expect(field).to_have_value(re.compile("cards%3D%3F%3F"), timeout=SLOW)
    link = field.input_value()
    anna.page.get_by_label(anna.t("study_open")).check()
    expect(field).to_have_value(re.compile("cards%3DRO"), timeout=SLOW)

    bruno = XeQueoPlayer(visit(link))
    expect(bruno.page.get_by_text(bruno.t("study_link_anew"))).to_be_visible(timeout=SLOW)
    bruno.page.get_by_label(bruno.t("study_rival")).select_option("link")
    bruno.press("study_start")
    invitation = bruno.page.get_by_label(bruno.t("web_invite_link")).input_value(timeout=SLOW)
    expect(bruno.page.get_by_text(bruno.t("web_wait_about", time="15 minutes"))).to_be_visible()
    carla = XeQueoPlayer(visit(invitation))
    carla.sit_down("Carla")
    bruno.go("Y", "b2")
    bruno.expect_at("Y", "b2")
    bruno.resign()
    bruno.expect_end(bruno.t("web_you_lost"))
    bruno.press("study_swap")
    carla.expect_end("Carla")
    carla.press("web_rematch_join")
    # Carla has the side that is to move, and the same position.
    carla.go("Y", "b2")
    carla.expect_at("Y", "b2")
    carla.resign()
    for player in (bruno, carla):
        player.expect_end(player.t("study_same"))


@pytest.mark.parametrize(
    ("link", "key"),
    [
        ("", "study_link_cut"),
        ("#game=xequeo&seats=2&start=R5O%2F7%2F7", "study_link_cut"),
        ("#game=xequeo&seats=2&start=R5O&v=2", "study_link_newer"),
        ("#game=xequeo&seats=2&start=R5O%2F7%2F7%2F3*3%2F7%2F2BVW2%2FY5G+0+rings%3D9-0&v=1", "start_phase"),
    ],
)
def test_links_that_lead_nowhere_say_why(
    visit: Visit, played: tuple[server.House, server.Laid], link: str, key: str
) -> None:
    player = Player(visit(f"{played[0].url}/position{link}"))
    expect(player.page.get_by_text(player.t(key))).to_be_visible(timeout=SLOW)


def test_a_link_to_a_move(visit: Visit, played: tuple[server.House, server.Laid]) -> None:
    house, laid = played
    anna = replay(visit, played, 1)
    anna.press("web_next")
    expect(anna.page).to_have_url(f"{house.url}/replay/{laid.id}/2")
    page = visit(f"{house.url}/replay/{laid.id}/99")
    expect(page.get_by_text(anna.t("study_line"))).to_be_visible(timeout=SLOW)
    expect(page.get_by_role("slider")).to_have_value("3")


def test_text_and_pictures_to_take_along(visit: Visit, played: tuple[server.House, server.Laid]) -> None:
    anna = replay(visit, played, 2)
    anna.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    anna.press("study_share")
    expect(anna.button("study_copy_png")).to_be_visible(timeout=SLOW)
    for key, begins in (("study_copy_text", "R"), ("study_copy_svg", "<svg ")):
        anna.press(key)
        expect(anna.page.get_by_text(anna.t("study_copied"))).to_be_visible()
        anna.page.wait_for_function(
            "async begins => (await navigator.clipboard.readText()).startsWith(begins)", arg=begins
        )
    anna.press("study_copy_png")
    anna.page.wait_for_function(
        """async () => {
            const [item] = await navigator.clipboard.read();
            if (!item.types.includes('image/png')) return false;
            const picture = await createImageBitmap(await item.getType('image/png'));
            return picture.width === 1200;
        }"""
    )
    # Without a clipboard it becomes a file.
    anna.page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    with anna.page.expect_download() as saved:
        anna.press("study_copy_png")
    assert saved.value.path().read_bytes().startswith(b"\x89PNG")


def test_a_record_without_its_secrets_says_what_cannot_be_known(
    visit: Visit, played: tuple[server.House, server.Laid]
) -> None:
    house, laid = played
    match = read_record(laid.record(0))
    anna = XeQueoPlayer(visit(f"{house.url}/replay"))
    anna.page.get_by_role("textbox").fill(match.record("spectator"))
    anna.press("web_replay_show")
    anna.page.wait_for_url("**/replay/file.*", timeout=SLOW)
    anna.press("study_play_on")
    expect(anna.page.get_by_text(anna.t("study_masked"))).to_be_visible(timeout=SLOW)
    expect(anna.page.get_by_label(anna.t("study_hidden_all"), exact=True)).to_have_count(0)
    expect(anna.page.get_by_label(anna.t("study_hidden_own"))).to_have_count(0)
    expect(anna.page.get_by_label(anna.t("study_hidden_spectator"))).to_be_checked()
    looked_at(anna.page)
    anna.press("study_start")
    anna.page.wait_for_url("**/t/*", timeout=SLOW)
    expect(anna.points("xq_a_can_move").first).to_be_visible(timeout=SLOW)


def test_a_match_that_is_on_gives_none_of_it(visit: Visit, played: tuple[server.House, server.Laid]) -> None:
    house, _ = played
    laid = house.table("xequeo", "here", "here", options="rings=3", start=START)
    page = visit(f"{house.url}/replay/{laid.id}")
    player = Player(page)
    expect(page.get_by_role("slider")).to_be_visible(timeout=SLOW)
    for key in ("study_play_on", "study_notes"):
        expect(player.button(key)).to_have_count(0)
    player.press("study_share")
    expect(page.get_by_text(player.t("study_running"))).to_be_visible()
    expect(page.get_by_label(player.t("study_position_link"))).to_have_count(0)


def looked_at(page: Page) -> None:
    assert barriers(page) == []


@pytest.mark.parametrize(("language", "size", "theme"), [("fr", "desktop", "day"), ("nl", "phone", "night")])
def test_nobody_is_shut_out(
    visit: Visit, played: tuple[server.House, server.Laid], language: str, size: str, theme: str
) -> None:
    anna = replay(visit, played, 1, language=language, size=size, theme=theme)
    looked_at(anna.page)
    for key, ready in (
        ("study_play_on", anna.button("study_start")),
        ("study_notes", anna.page.get_by_text(anna.t("study_none"))),
        ("study_share", anna.page.get_by_label(anna.t("study_position_link"))),
    ):
        anna.press(key)
        expect(ready).to_be_visible(timeout=SLOW)
        looked_at(anna.page)
        if key != "study_share":
            anna.page.keyboard.press("Escape")
            expect(anna.page.get_by_role("dialog")).to_have_count(0)
    anna.page.goto(anna.page.get_by_label(anna.t("study_position_link")).input_value())
    expect(anna.button("study_start")).to_be_enabled(timeout=SLOW)
    looked_at(anna.page)
