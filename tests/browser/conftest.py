"""Each worker has a server and a browser; each visitor a fresh profile, as if somebody else had come."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Playwright,
    expect,
    sync_playwright,
)

from ridotto.i18n import Said, has_text
from tests.browser.house import House
from tests.conftest import note
from tests.language.pseudo import put_up

SIZES = {
    "desktop": (1440, 900),
    "phone": (390, 844),
    "small": (320, 640),
    "tablet": (768, 1024),
    "flat": (1024, 768),
    "laptop": (1366, 650),
    "barred": (390, 664),
    "lying": (844, 390),
    "zoomed": (720, 450),
}
SCREENSHOTS = Path(__file__).parent / "screenshots"
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
HEARD = "filled "
# Every kind of value once: things by their keys, numbers as one number.
LISTEN = f"""() => {{
    const heard = new Set();
    const kind = value => typeof value === 'object' ? {{ key: value.key }}
        : typeof value !== 'number' ? value : Number.isInteger(value) ? 1 : 2.5;
    window.onfill = (key, params) => {{
        const kinds = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, kind(value)]));
        const text = JSON.stringify([key, kinds]);
        if (!heard.has(text)) console.debug('{HEARD}' + text);
        heard.add(text);
    }};
}}"""
PATIENCE = 15_000
"""Milliseconds until what must happen has happened; the machine may be busy with other things."""

expect.set_options(timeout=PATIENCE)


class Visit:
    """Opens pages, each in a fresh profile, and notes what goes wrong in them."""

    def __init__(self, browser: Browser, house: House) -> None:
        self._browser = browser
        self._house = house
        self.contexts: list[BrowserContext] = []
        self.mishaps: list[str] = []

    def __call__(
        self,
        path: str = "/",
        *,
        size: str = "desktop",
        language: str = "en",
        theme: str = "day",
        is_animated: bool = False,
        prepare: Callable[[Page], object] | None = None,
        house: House | None = None,
    ) -> Page:
        width, height = SIZES[size]
        context = self._browser.new_context(
            base_url=(house or self._house).address,
            viewport={"width": width, "height": height},
            has_touch=size != "desktop",
            locale=language,
            color_scheme="dark" if theme == "night" else "light",
            reduced_motion="no-preference" if is_animated else "reduce",
        )
        context.set_default_timeout(PATIENCE)
        self.contexts.append(context)
        page = context.new_page()
        context.add_init_script(f"({LISTEN})()")
        page.on("pageerror", lambda error: self.mishaps.append(f"{page.url}: {error}"))
        page.on("console", self._hear)
        if prepare:
            prepare(page)
        page.goto(path)
        return page

    def _hear(self, said: ConsoleMessage) -> None:
        if _is_mishap(said):
            self.mishaps.append(f"{said.page.url if said.page else ''}: {said.text}")
        elif said.text.startswith(HEARD):
            key, params = json.loads(said.text.removeprefix(HEARD))
            if has_text(key):  # else it is another game's
                note(key, {name: Said(**value) if isinstance(value, dict) else value for name, value in params.items()})


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """It speaks one language more than we ship, with long words."""
    home = put_up(tmp_path_factory.mktemp("sixth"))
    environment = {"PYTHONPATH": str(home), "RIDOTTO_GALLERY": "1"}
    house = House(tmp_path_factory.mktemp("house"), environment=environment)
    house.start()
    yield house
    house.stop()


@pytest.fixture
def own_house(tmp_path: Path) -> Iterator[House]:
    """For tests that pull the plug."""
    house = House(tmp_path)
    house.start()
    yield house
    house.kill()


def launch(playwright: Playwright) -> Browser:
    # `make test` says which; by hand it is the machine's own, or the one that Playwright has fetched.
    path = os.environ.get("RIDOTTO_BROWSER") or shutil.which("chromium") or "playwright"
    return playwright.chromium.launch(
        executable_path=None if path == "playwright" else path,
        args=ARGUMENTS,
        # On most desktops scroll bars take room, and people see that there is one.
        ignore_default_args=["--hide-scrollbars"],
    )


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


@pytest.fixture
def visit(browser: Browser, house: House, request: pytest.FixtureRequest) -> Iterator[Visit]:
    visit = Visit(browser, house)
    yield visit
    if _has_failed(request):
        for number, context in enumerate(visit.contexts):
            for page in context.pages:
                name = re.sub(r"\W+", "-", request.node.name)
                page.screenshot(path=SCREENSHOTS / "failures" / f"{name}-{number}.png")
    for context in visit.contexts:
        context.close()
    assert not visit.mishaps, "\n".join(visit.mishaps)


def _is_mishap(said: ConsoleMessage) -> bool:
    # A server that is gone is reported by the browser itself, and so are pages and seats that are refused.
    return said.type == "error" and not re.search(r"WebSocket connection|Failed to load resource", said.text)


def _has_failed(request: pytest.FixtureRequest) -> bool:
    return getattr(request.node, "has_failed", False)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
    report = yield
    if call.when == "call":
        item.has_failed = report.failed  # type: ignore[attr-defined]
    return report
