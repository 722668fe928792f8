"""How a page looks: in every language and size, to a machine that checks and as a picture for people."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

from ridotto.i18n import LANGUAGES
from tests.browser.conftest import SCREENSHOTS, SIZES
from tests.language import pseudo

FAULTS = Path(__file__).with_name("faults.js").read_text("utf-8")
ALL = (*LANGUAGES, pseudo.CODE)
GRAVE = ("serious", "critical")
PICTURES = "RIDOTTO_PICTURES" in os.environ
"""Whether pictures are made, for people: in every language, at every size, and what the guide shows."""
SHOTS = (("en", "desktop", "day"), ("en", "phone", "night"), ("de", "desktop", "night"), ("de", "phone", "day"))

# As another window of the same browser would change it, so that what is being looked at stays as it is.
SWITCH = """([language, theme]) => {
    const kept = JSON.parse(localStorage.getItem('ridotto.settings') ?? '{}');
    const text = JSON.stringify({ ...kept, language, theme });
    localStorage.setItem('ridotto.settings', text);
    dispatchEvent(new StorageEvent('storage', { key: 'ridotto.settings', newValue: text }));
}"""
SWITCHED = """([language, theme]) => document.documentElement.lang === language
    && document.documentElement.dataset.theme === theme"""
# Ends also where the page's own clock stands still.
AT_REST = """() => Promise.allSettled(document.getAnimations()
    .filter(one => one.playState === 'running' && one.effect.getTiming().iterations !== Infinity)
    .map(one => one.finished)).then(() => null)"""


def switch(page: Page, language: str, size: str, theme: str) -> None:
    width, height = SIZES[size]
    if page.viewport_size != {"width": width, "height": height}:
        page.set_viewport_size({"width": width, "height": height})
    page.evaluate(SWITCH, [language, theme])
    page.wait_for_function(SWITCHED, arg=[language, theme])
    come_to_rest(page)


def come_to_rest(page: Page) -> None:
    """Until everything that moves is where it belongs."""
    page.evaluate(AT_REST)


def faults(page: Page) -> list[str]:
    found: list[str] = page.evaluate(FAULTS)
    return found


def barriers(page: Page) -> list[str]:
    """What shuts somebody out, as axe finds it; only what is grave."""
    if not page.evaluate("typeof axe === 'object'"):
        page.evaluate(AXE_SCRIPT)
    found: dict[str, Any] = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
    return [
        f"{violation['id']}: {node['target']} {node['failureSummary']}"
        for violation in found["violations"]
        if violation["impact"] in GRAVE
        for node in violation["nodes"][:3]
    ]


def examine(page: Page, name: str) -> list[str]:
    """Everything about one state of a page, in words where it is not right."""
    found = []
    for size in ("desktop", "phone"):
        for language in ALL:
            switch(page, language, size, "day")
            if wrong := faults(page):
                page.screenshot(path=SCREENSHOTS / "failures" / f"{name}-{size}-{language}.png")
            if PICTURES:
                page.screenshot(path=SCREENSHOTS / "every" / f"{name}-{size}-{language}.png")
            found += [f"{name}, {language}, {size}: {fault}" for fault in wrong]
    # The longest words are German.
    switch(page, "de", "small", "day")
    found += [f"{name}, de, small: {fault}" for fault in faults(page)]
    for size, theme in (("desktop", "day"), ("phone", "night")):
        switch(page, "en", size, theme)
        found += [f"{name}, {size}, {theme}: {barrier}" for barrier in barriers(page)]
    # Every screen that somebody may sit at.
    for size in SIZES:
        if size in ("desktop", "phone"):
            continue
        switch(page, "en", size, "day")
        found += [f"{name}, en, {size}: {fault}" for fault in faults(page)]
        if PICTURES:
            page.screenshot(path=SCREENSHOTS / "sizes" / f"{name}-{size}.png")
    for language, size, theme in SHOTS if PICTURES else ():
        switch(page, language, size, theme)
        page.screenshot(path=SCREENSHOTS / f"{name}-{size}-{theme}-{language}.png")
    switch(page, "en", "desktop", "day")
    return found
