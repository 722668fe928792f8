"""Bots in their processes: lost ones are replaced, slow ones hold up nobody else."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from ridotto.games import game_type, registration
from ridotto.server.bot_pool import BotPool
from tests.playing import random_match
from tests.server import strange
from tests.server.house import House


@pytest.fixture(autouse=True)
def strange_bots(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(strange.FLAG, str(tmp_path / "flag"))
    monkeypatch.setattr("ridotto.server.workers.BEGIN", strange.begin)
    for name, where in strange.STRANGE.items():
        monkeypatch.setitem(registration("xequeo").bots, name, where)


def some_view(game: Any) -> Any:
    state = next(state for state in random_match(game, 1).states if game.actors(state) == (0,))
    return game.view(state, 0)


@pytest.mark.parametrize("bot", ["crash", "cheat"])
def test_a_bot_that_fails_twice_plays_any_move(bot: str, caplog: pytest.LogCaptureFixture) -> None:
    async def ask() -> str:
        bots = BotPool(0.1, 1)
        try:
            return (await bots.choose("anna", game, bot, view)).move
        finally:
            bots.close()

    game = game_type("xequeo")()
    view = some_view(game)
    assert asyncio.run(ask()) in map(game.show_move, view.legal)
    assert "plays any move" in caplog.text


def test_a_bot_that_was_lost_once_is_asked_again(caplog: pytest.LogCaptureFixture) -> None:
    async def ask() -> tuple[str, ...]:
        bots = BotPool(0.1, 1)
        try:
            choice = await bots.choose("anna", game, "once", view)
            return choice.move, *(reason.code for reason in choice.reasons)
        finally:
            bots.close()

    game = game_type("xequeo")()
    view = some_view(game)
    assert asyncio.run(ask()) == (game.show_move(view.legal[0]), "why_only")
    assert "plays any move" not in caplog.text


@pytest.mark.parametrize(("soon", "started"), [(600.0, 1), (0.0, 2)])
def test_the_first_move_is_thought_in_the_process_that_was_made_ready_if_that_is_soon(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, soon: float, started: int
) -> None:
    async def ask() -> int:
        bots = BotPool(0.1, 1)
        try:
            bots.warm_up()
            await bots.choose("anna", game, "random", view)
            return len(bots._workers._started)
        finally:
            bots.close()

    game = game_type("xequeo")()
    view = some_view(game)
    monkeypatch.setattr("ridotto.server.workers.SOON", soon)
    assert asyncio.run(ask()) == started
    assert not caplog.text


def test_a_slow_bot_holds_up_nobody_else(tmp_path: Path) -> None:
    with House(tmp_path, workers=2) as house:
        slow = house.table("xequeo", "bot:slow", "here", options="first_placer=host")
        quick = house.table("xequeo", "bot:random", "here", options="first_placer=host")
        with slow.guest(1) as stuck, quick.guest(1) as bruno:
            bruno.see(lambda bruno: 1 in bruno.now["waiting"])
            assert stuck.ask({"type": "rename", "name": "Bea"})["type"] == "done"
            assert stuck.now["waiting"] == [0], "the slow one is still at it"


@pytest.mark.parametrize(("game", "bot"), [("xequeo", "ismcts"), ("xequeo", "doge"), ("venise", "doge")])
def test_every_strong_bot_answers_in_time(tmp_path: Path, game: str, bot: str) -> None:
    with House(tmp_path, think=0.2) as house:
        laid = house.table(game, f"bot:{bot}", f"bot:{bot}", options="rings=1" if game == "xequeo" else "")
        with laid.guest() as watcher:
            start = len(watcher.lines)
            watcher.see(lambda watcher: len(watcher.lines) > start + 2)
