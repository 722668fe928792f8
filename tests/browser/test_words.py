"""Languages in the browser: texts filled in as the server does, with the browser's own numbers and plurals."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, expect

from hatch_build import any_node
from ridotto.core import RidottoError
from ridotto.i18n import LANGUAGES, Catalogue, Said, refusal, texts
from tests.browser.conftest import Visit
from tests.browser.house import House
from tests.browser.looks import switch
from tests.browser.players import Host, Player, XeQueoPlayer
from tests.language import pseudo
from tests.language.sheet import fillings

WEB = Path(__file__).parents[2] / "web"
TRANSPILE = """
const { readFileSync } = require("node:fs");
const { transpileModule } = require("typescript");
const options = { module: "esnext", target: "es2022" };
process.stdout.write(transpileModule(readFileSync("src/fill.ts", "utf-8"), { compilerOptions: options }).outputText);
"""
FILL = """([script, texts, language, asked]) => {
    const fill = new Function(script.replaceAll("export ", "") + "; return fill;")();
    return asked.map(([key, params]) => fill(texts, language, key, params));
}"""


def sent(value: object) -> Any:
    """As it goes over the wire."""
    if isinstance(value, Said | RidottoError):
        key, params = refusal(value) if isinstance(value, RidottoError) else value
        return {"key": key, "params": {name: sent(each) for name, each in params.items()}}
    return value


@pytest.fixture(scope="module")
def script() -> str:
    node = any_node().folder / "node"
    done = subprocess.run(
        [node, "-e", TRANSPILE], cwd=WEB, capture_output=True, text=True, encoding="utf-8", check=True
    )
    return done.stdout


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_browser_says_the_same(browser: Browser, script: str, language: str) -> None:
    known = {**texts(language), **texts(language, rules=True)}
    asked = [(key, params) for key, text in known.items() for params in fillings(key, text)]
    assert len(asked) > 5_000
    page = browser.new_page()
    params = [(key, {name: sent(value) for name, value in params.items()}) for key, params in asked]
    said = page.evaluate(FILL, [script, known, language, params])
    page.close()
    say = Catalogue(language)
    for (key, values), shown in zip(asked, said, strict=True):
        assert shown == say.filled(known[key], values), key


def test_a_sixth_language_is_offered_and_spoken(visit: Visit) -> None:
    page = visit("/settings")
    page.get_by_label("Language").select_option(label=pseudo.NAME)
    expect(page.get_by_role("heading", level=1)).to_have_text(pseudo.stretched("Settings"))
    expect(page.locator("html")).to_have_attribute("lang", pseudo.CODE)
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text(pseudo.stretched("Settings"))


def test_a_language_that_is_gone_gives_way_to_the_browsers(visit: Visit) -> None:
    script = "localStorage.setItem('ridotto.settings', JSON.stringify({ language: 'tlh' }))"
    page = visit("/settings", language="it", prepare=lambda page: page.add_init_script(script))
    expect(page.get_by_role("heading", level=1)).to_have_text("Impostazioni")
    assert visit("/settings", language="pt").get_by_role("heading", level=1).inner_text() == "Settings"


def test_whoever_has_no_name_is_numbered_in_the_readers_language(visit: Visit) -> None:
    host = Host(visit())
    host.set_up("xequeo", ["here Anna", "open"], {})
    expect(host.page.get_by_role("heading", name="Player 2")).to_be_visible()
    guest = visit(urlsplit(host.page.url).path, language="de")
    expect(guest.get_by_text("Spieler 2").filter(visible=True).first).to_be_visible()
    expect(guest.get_by_text("Player 2")).to_have_count(0)


def test_names_on_the_home_page_follow_the_language(visit: Visit) -> None:
    """A bot's name and the number of whoever has none are kept as words."""
    page = visit("/")
    host = Host(page)
    host.set_up("venise", ["here", "bot doge", "open"], {})
    expect(page.get_by_role("heading", name="Player 3")).to_be_visible()
    page.goto("/")
    running = page.locator("section[aria-labelledby=running-title]")
    expect(running).to_contain_text("The Doge · Player 3")
    for _ in range(2):
        switch(page, "de", "desktop", "day")
        expect(running).to_contain_text("Doge · Spieler 3")
        page.reload()


def test_a_notice_follows_the_language(visit: Visit) -> None:
    page = visit("/settings")
    say = Player(page)
    page.locator("input[type=file]").set_input_files(Path(__file__))
    notice = page.locator(".toasts button").first
    expect(notice).to_have_text(say.t("web_import_bad"))
    switch(page, "de", "desktop", "day")
    expect(notice).to_have_text(Catalogue("de").text("web_import_bad"))


def test_dates_are_those_of_the_reader(visit: Visit, house: House) -> None:
    made = house.make("xequeo", "here Anna", "here Bruno", options="rings=1")
    anna = XeQueoPlayer(visit(made.seat_path(0)))
    anna.resign()
    anna.expect_end("Bruno")
    page = anna.page
    page.goto(f"/replay/{made.table}")
    day = page.locator(".bar .day")
    expect(day).to_have_text(re.compile(r"^\d{1,2} [A-Z][a-z]+ \d{4}$"))
    switch(page, "de", "desktop", "day")
    expect(day).to_have_text(re.compile(r"^\d{1,2}\. [A-Z]\S+ \d{4}$"))


def test_what_is_typed_is_read_in_one_piece(visit: Visit) -> None:
    host = Host(visit("/", size="phone", language="de"), "de")
    host.set_up("xequeo", ["here Anna", "link"], {})
    option = host.page.get_by_text("--host 0.0.0.0", exact=True).first
    expect(option).to_be_visible()
    assert option.evaluate("node => node.getClientRects().length") == 1
