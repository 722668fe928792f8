"""How a page looks: in every language and size, to a machine that checks and as a picture for people."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

from ridotto.i18n import LANGUAGES
from tests.browser.conftest import PATIENCE, SCREENSHOTS, SIZES
from tests.language import pseudo

FAULTS = Path(__file__).with_name("faults.js").read_text("utf-8")
ALL = (*LANGUAGES, pseudo.CODE)
# Every screen that somebody may sit at; the longest words are German.
LOOKED_AT = dict.fromkeys(SIZES, ("en",)) | {"desktop": ALL, "phone": ALL, "small": ("de", "en")}
GRAVE = ("serious", "critical")
PICTURES = "RIDOTTO_PICTURES" in os.environ
"""Whether pictures are made, for people: in every language, at every size, and what the guide shows."""
SHOTS = (("en", "desktop", "day"), ("en", "phone", "night"), ("de", "desktop", "night"), ("de", "phone", "day"))

# As another window of the same browser would change it, so that what is being looked at stays as it is.
SWITCH = """async ([language, theme]) => {
    const kept = JSON.parse(localStorage.getItem('ridotto.settings') ?? '{}');
    const text = JSON.stringify({ ...kept, language, theme });
    localStorage.setItem('ridotto.settings', text);
    dispatchEvent(new StorageEvent('storage', { key: 'ridotto.settings', newValue: text }));
    const { dataset } = document.documentElement;
    const until = performance.now() + PATIENCE;
    while (document.documentElement.lang !== language || dataset.theme !== theme) {
        if (performance.now() > until) throw new Error(`the page stays as it is: no ${language} ${theme}`);
        await new Promise(go => setTimeout(go));
    }
}""".replace("PATIENCE", str(PATIENCE))
# Ends also where the page's own clock stands still.
AT_REST = """() => Promise.allSettled(document.getAnimations()
    .filter(one => one.playState === 'running' && one.effect.getTiming().iterations !== Infinity)
    .map(one => one.finished)).then(() => null)"""
# What a page does about its size it does with the next frame.
NEXT_FRAME = "() => new Promise(go => requestAnimationFrame(() => requestAnimationFrame(() => go(null))))"
# As in browsers that know no hyphenation. Between languages nothing is painted and little laid out: it takes the time.
LOOK = f"""async ([languages, theme]) => {{
    const plain = new CSSStyleSheet();
    plain.replaceSync("* {{ hyphens: manual !important }}");
    document.adoptedStyleSheets.push(plain);
    const found = [];
    for (const language of languages) {{
        if (language) await ({SWITCH})([language, theme]);
        await ({AT_REST})();
        found.push(({FAULTS})());
    }}
    document.adoptedStyleSheets.pop();
    return found;
}}"""
AS_IT_IS = ""


def resize(page: Page, size: str) -> None:
    width, height = SIZES[size]
    if page.viewport_size != {"width": width, "height": height}:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(NEXT_FRAME)


def switch(page: Page, language: str, size: str, theme: str) -> None:
    resize(page, size)
    page.evaluate(SWITCH, [language, theme])
    come_to_rest(page)


def come_to_rest(page: Page) -> None:
    """Until everything that moves is where it belongs."""
    page.evaluate(AT_REST)


def faults(page: Page) -> list[str]:
    found: list[list[str]] = page.evaluate(LOOK, [[AS_IT_IS], ""])
    return found[0]


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
    for size in SIZES:
        resize(page, size)
        for language, wrong in zip(LOOKED_AT[size], page.evaluate(LOOK, [LOOKED_AT[size], "day"]), strict=True):
            found += [f"{name}, {language}, {size}: {fault}" for fault in wrong]
            if wrong:
                switch(page, language, size, "day")
                page.screenshot(path=SCREENSHOTS / "failures" / f"{name}-{size}-{language}.png")
        if theme := {"desktop": "day", "phone": "night"}.get(size):
            switch(page, "en", size, theme)
            found += [f"{name}, {size}, {theme}: {barrier}" for barrier in barriers(page)]
    if PICTURES:
        take_pictures(page, name)
    switch(page, "en", "desktop", "day")
    return found


def take_pictures(page: Page, name: str) -> None:
    for size in SIZES:
        is_full = LOOKED_AT[size] == ALL
        for language in LOOKED_AT[size]:
            switch(page, language, size, "day")
            kept = f"every/{name}-{size}-{language}.png" if is_full else f"sizes/{name}-{size}-{language}.png"
            page.screenshot(path=SCREENSHOTS / kept)
    for language, size, theme in SHOTS:
        switch(page, language, size, theme)
        page.screenshot(path=SCREENSHOTS / f"{name}-{size}-{theme}-{language}.png")
