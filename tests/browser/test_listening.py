"""A player who only listens: the whole position from sentences, and both games won by keys and by typed moves alone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from ridotto.bots import Limit
from tests.browser.conftest import Visit
from tests.browser.house import House
from tests.browser.listening import EARS, listener

MATCHES = 3
"""Somebody who plays at random may be lucky once."""


@pytest.fixture(autouse=True)
def _no_pointer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing in here may press with a pointer."""

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("this test has no pointer")

    for name in ("click", "dblclick", "tap", "hover", "check", "drag_to", "fill"):
        monkeypatch.setattr(Locator, name, refuse)


@pytest.mark.parametrize(
    ("game", "language", "is_typing"),
    [("venise", "en", False), ("venise", "de", True), ("xequeo", "de", False), ("xequeo", "en", True)],
)
def test_the_blind_win(visit: Visit, house: House, game: str, language: str, is_typing: bool) -> None:
    options = "first=0" if game == "venise" else "first_placer=guest rings=3"
    bot, limit = ("gondolier", Limit(iterations=200)) if game == "venise" else ("fishmonger", Limit(iterations=100))
    for _ in range(MATCHES):
        made = house.make(game, "here Anna", "bot random", options=options)
        page = visit("about:blank", language=language, prepare=lambda page: page.context.add_init_script(f"({EARS})()"))
        page.goto(made.seat_path(0))
        expect(page.get_by_role("grid")).to_be_visible(timeout=60_000)
        player = listener(page, house, made, game, options, language, is_typing=is_typing)
        if player.play(bot, limit)[0] == 1:
            assert player.turns > 3
            return
        page.context.close()
    raise AssertionError(f"{MATCHES} matches lost against somebody who plays at random")
