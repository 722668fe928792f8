"""A game that nothing but its own package names, played everywhere."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ridotto.arena import play_game
from ridotto.bots import Limit, characters, make_bot
from ridotto.core import IllegalMove, OptionError
from ridotto.games import games, make_game, registration
from ridotto.i18n import LANGUAGES, Catalogue
from ridotto.match import Match, Study, read_record
from ridotto.server.replays import make_replay
from ridotto.server.studies import read_sent
from ridotto.server.views.generic import GenericView
from ridotto.server.views.sent import encode
from tests import test_contract as contract
from tests.playing import random_match
from tests.server.house import MANY, House, Program, at, play_on
from tests.stranger import HERE, NAME

pytestmark = pytest.mark.usefixtures("installed")

CODE = re.compile(r"\b[a-z]+_[a-z_]+\b")
"""What people must not get to see: keys, codes, names in the code."""
CONTRACT = [test for name, test in vars(contract).items() if name.startswith("test_") and hasattr(test, "hypothesis")]


def ridotto(*words: str, stdin: str = "", home: Path = HERE) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "RIDOTTO_LANG": "en", "XDG_DATA_HOME": str(home), "COLUMNS": "100"}
    command = [sys.executable, "-m", "ridotto", *words]
    return subprocess.run(command, input=stdin, capture_output=True, text=True, env=environment, timeout=120, cwd=home)


def test_no_file_of_the_house_names_it() -> None:
    root = HERE.parents[1]
    for folder in ("src", "web/src", "docs", "benchmarks"):
        for path in (root / folder).rglob("*"):
            if path.suffix in (".py", ".ts", ".svelte", ".toml", ".md", ".json"):
                assert NAME not in path.read_text("utf-8").lower(), path


def test_it_comes_after_the_games_of_the_house() -> None:
    assert list(games()) == ["xequeo", "venise", NAME]
    assert registration(NAME).package == "ridotto-morra"
    with pytest.raises(OptionError, match=NAME):
        make_game("mora")
    with pytest.raises(OptionError, match="from 1 to 20"):
        make_game(NAME, "points=21")


@pytest.mark.parametrize("test", CONTRACT, ids=lambda test: test.__name__)
def test_contract(test: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(contract.KINDS, NAME, lambda: make_game(NAME))
    test(kind=NAME)


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_about_it_has_words(language: str) -> None:
    say = Catalogue(language)
    assert say.text(f"game_{NAME}") == "Morra"
    assert say.text(f"option_{NAME}_points") == "Points"
    assert say.text(f"help_{NAME}") == say.text("help_generic")
    for bot in characters(NAME):
        assert say.text(f"bot_name_{bot}")
    game = make_game(NAME)
    with pytest.raises(IllegalMove) as caught:
        game.play(game.start(), -1, (0, 0))
    assert "0/0" in say.error(caught.value)
    assert not CODE.search(say.error(caught.value))


def test_terminal(tmp_path: Path) -> None:
    record = tmp_path / "saved.txt"
    # Behind the curtain Anna asks for the moves and a hint and mistypes; then both choose, twice.
    typed = ["", "moves", "hint", "help", "9/9", "2/5", "", "3/4", "", "", "save saved.txt", "2/5", "", "3/4", "", ""]
    done = ridotto(
        "play", NAME, "--players", "Anna", "Bruno", "-o", "points=2", stdin="\n".join(typed) + "\n", home=tmp_path
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert not done.stderr
    for words in ("Morra", "0/0 0/1", "“9/9” is not a move of this game", "Points: 1 – 0", "The winner: Anna."):
        assert words in done.stdout
    assert not CODE.search(done.stdout.replace(str(tmp_path), ""))
    assert read_record(record.read_text()).state.points == (1, 0)
    kept = next(tmp_path.glob("ridotto/*.txt"))
    told = ridotto("replay", str(kept), "--boards", "all", home=tmp_path)
    assert told.returncode == 0, told.stderr
    assert "Anna: 2/5" in told.stdout
    assert "Round 2" in told.stdout
    again = ridotto("play", "--resume", str(record), stdin="", home=tmp_path)
    assert again.returncode == 0, again.stderr


def test_a_bot_at_the_terminal(tmp_path: Path) -> None:
    done = ridotto("play", NAME, stdin="1\nAnna\n" + "2/4\n\n" * 200, home=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "The winner" in done.stdout


def test_arena_in_processes(tmp_path: Path) -> None:
    words = ("random", "ismcts", "--games", "4", "--iterations", "30", "--workers", "2", "--seed", "1", "--json")
    done = ridotto("arena", NAME, *words, home=tmp_path)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["played"] == 4
    assert told["forfeits"] == []
    for path in Path(tmp_path, told["records"]).glob("*.txt"):
        assert read_record(path.read_text()).outcome


def test_search_mixes_its_choices_and_beats_chance() -> None:
    game = make_game(NAME)
    search = make_bot("ismcts", game)
    choice = search.choose(game.view(game.start(), 0), Limit(iterations=400), Random(1))
    assert len(choice.odds) > 3
    # Chance names any of six sums; whoever searches names those that come up most.
    won = [
        play_game(game, [search, make_bot("random", game)], seed, Limit(iterations=60)).places[0] == 1
        for seed in range(12)
    ]
    assert sum(won) >= 6


def test_records_of_every_audience_are_replayed_for_the_browser() -> None:
    match = random_match(make_game(NAME, "points=1"), 5)
    for audience in ("all", "spectator", 0, 1):
        replay = make_replay(study := read_sent(match.record(audience), 1000), study.match.seen_by)
        assert replay.game == NAME
        assert isinstance(replay.frames[-1].view, GenericView)
        assert replay.end
    # Of a choice that is still open, the other seat's replay knows nothing.
    open_match = Match(make_game(NAME))
    open_match.submit(0, "2/5")
    told = encode(make_replay(Study(open_match), 1)).decode()
    assert "2/5" not in told.replace('"legal"', "")
    assert "2/5" in encode(make_replay(Study(open_match), 0)).decode()


def test_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two people, then one and a bot, whose process must find the game by itself."""
    with House(tmp_path, limits=MANY) as house:
        info = next(game for game in house.get("/api/games") if game["name"] == NAME)
        assert info["bots"] == ["random", "ismcts"]
        assert [(each["name"], each["least"], each["most"]) for each in info["options"]] == [("points", 1, 20)]
        for language in LANGUAGES:
            assert house.get(f"/api/texts/{language}.json")[f"game_{NAME}"] == "Morra"
        assert house.ask(f"/api/scene.json?game={NAME}")[0] == 404

        laid = house.table(NAME, "here", "here", options="points=2", is_listed=True)
        assert house.get("/api/lobby")["tables"][0]["game"] == NAME
        with at(laid, 0, 1, None) as (anna, bruno, watcher):
            for guest in (bruno, watcher):
                guest.catch_up()
            before = len(bruno.frames)
            assert anna.now["view"]["is_private"]
            assert anna.move("2/5")["type"] == "done"
            bruno.catch_up()
            watcher.catch_up()
            assert not any('"2/5"' in frame.replace(json.dumps(bruno.legal)[1:-1], "") for frame in watcher.frames)
            assert len(bruno.frames) == before + 1, "nobody learns that somebody has chosen"
            refused = anna.move("2/5")
            assert refused["type"] == "failed"
            assert refused["words"]["key"] == "refused_move"
            bruno.move("3/4")
            anna.see(lambda anna: anna.now["view"]["text"].startswith("Points: 1 – 0"))
            play_on([anna, bruno], Random(1))
            assert anna.now["end"]["key"] == "end_generic"
            assert sorted(anna.now["view"]["places"]) == [1, 2]
        assert read_record(laid.record(0)).outcome
        assert house.get(f"/api/tables/{laid.id}/replay", laid.tokens[0])["game"] == NAME

        laid = house.table(NAME, "here", "bot:ismcts", options="points=1")
        with at(laid, 0) as (anna,):
            hint = anna.ask({"type": "hint", "version": anna.now["version"]})
            assert hint["type"] == "hint"
            assert hint["said"]["key"] == "ev_generic"
            for _ in range(200):
                if anna.state["is_over"]:
                    break
                lines = len(anna.lines)
                anna.move(anna.legal[7])
                anna.see(lambda anna, lines=lines: len(anna.lines) >= lines + 2)  # type: ignore[misc]
            assert anna.state["is_over"]


def test_a_game_whose_package_is_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its tables rest until the package comes back; nothing else notices."""
    with Program(tmp_path) as program:
        laid = program.table(NAME, "here", "bot:random", is_listed=True)
        assert program.stop() == 0
    monkeypatch.delenv("PYTHONPATH")
    with Program(tmp_path) as program:
        assert program.get("/api/lobby")["tables"] == []
        with laid.guest(0, program) as guest:
            assert guest.frames
            assert json.loads(guest.frames[-1])["code"] == "game_unknown"
        program.table("xequeo", "here", "here")
