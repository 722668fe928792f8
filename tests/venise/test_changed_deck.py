"""deck.toml says that nothing else needs to change: copies of the program with another deck, tried from end to end."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import ridotto
from ridotto.core import RecordError
from ridotto.games.venise import Venise
from ridotto.games.venise.deck import SHIPPED, load_deck, parse_deck
from ridotto.match import read_record
from tests.playing import random_match

PACKAGE = Path(next(iter(ridotto.__path__)))
DECK = Path("games", "venise", "data", "deck.toml")
CHANGES = {
    "counts": {
        "short = { cost = 1, count = 10": "short = { cost = 1, count = 5",
        "long = { cost = 2, count = 6": "long = { cost = 2, count = 11",
    },
    "steps": {
        "step3 = { cost = 3, count = 4": "step3 = { cost = 3, count = 0",
        "move = { cost = 2, count = 4": "move = { cost = 2, count = 8",
    },
    "dear": {
        "long = { cost = 2": "long = { cost = 4",
        "remove = { cost = 1": "remove = { cost = 6",
        "step2 = { cost = 2": "step2 = { cost = 3",
    },
    "cheap": {
        "\nhourglasses = 4": "\nhourglasses = 3",
        "cost = 2         # hourglasses": "cost = 1 # hourglasses",
        "step3 = { cost = 3": "step3 = { cost = 1",
    },
    "shares": {
        "2 = { short = 6, long = 4 }": "2 = { short = 3, long = 1 }",
        "4 = { short = 3, long = 2 }": "4 = { short = 1, long = 1 }",
    },
}
"""What an owner might correct, as it stands in the file and as it might."""
TRY = """
import sys
from pathlib import Path

import ridotto
from ridotto.arena import play_game
from ridotto.bots import Limit, make_bot
from ridotto.draw.rules import THEMES, pictures
from ridotto.games.venise import Venise
from ridotto.games.venise.deck import CARDS, load_deck
from ridotto.i18n import LANGUAGES, rules_texts
from ridotto.match import Study, read_record
from ridotto.server.replays import make_replay

assert Path(ridotto.__file__).is_relative_to(sys.argv[1]), "the copy, not the original"
deck = load_deck()
assert Venise.rules_version == f"1-{deck.digest}"
for name, draw in pictures().items():
    for theme in THEMES.values():
        assert draw(theme).startswith("<svg")
for language in LANGUAGES:
    told = rules_texts(language)
    assert [told[f"box_cost_{card}"] for card in CARDS] == list(map(str, deck.costs))
    assert all(str(count) in told["rules_ve_r4"] for count in deck.counts)
    assert all(str(count) in told["rules_ve_r3"] for seats in (2, 3, 4) for count in deck.stock(seats))
for seats, rivals in ((2, ("gondolier",)), (3, ("greedy", "ismcts"))):
    game = Venise(seats=seats, stall_rounds=6)
    bots = [make_bot(name, game) for name in ("doge", *rivals)]
    tariff = bots[0].judge.ways.tariff
    assert tariff.long == 10 * deck.cost("long")
    assert tariff.short == 10 * deck.cost("short") + 3
    assert tariff.step == max(1, round(10 * deck.step_cost))
    assert not bots[0].networks
    played = play_game(game, bots, 1, Limit(iterations=100))
    assert played.forfeits == (), played.forfeits
    assert played.plies > 30
    match = read_record(played.record)
    assert match.outcome.places == played.places
    for audience in ("all", "spectator", 0, 1):
        text = match.record(audience)
        assert read_record(text).record(audience) == text
    make_replay(Study(match), "all")
print(played.record)
"""


def changed(name: str) -> str:
    text = (PACKAGE / DECK).read_text("utf-8")
    for old, new in CHANGES[name].items():
        assert text.count(old) == 1
        text = text.replace(old, new)
    return text


def test_the_shipped_deck_keeps_its_version() -> None:
    assert load_deck().digest == SHIPPED, "a new deck needs a new version of the rules"
    assert Venise.rules_version == "1"
    text = (PACKAGE / DECK).read_text("utf-8")
    assert parse_deck(f"# a remark\n{text}").is_shipped, "only numbers count"


@pytest.mark.parametrize("name", CHANGES)
def test_nothing_else_needs_to_change(name: str, tmp_path: Path) -> None:
    shutil.copytree(PACKAGE, tmp_path / "ridotto", ignore=shutil.ignore_patterns("__pycache__", "static"))
    (tmp_path / "ridotto" / DECK).write_text(changed(name), "utf-8")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"}

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([sys.executable, *words], capture_output=True, text=True, env=environment, timeout=500)

    done = run("-c", TRY, str(tmp_path))
    assert done.returncode == 0, done.stderr
    # What was played with one deck is not read with another, and says so.
    with pytest.raises(RecordError, match="1-"):
        read_record(done.stdout.rstrip("\n") + "\n")
    record = tmp_path / "old.txt"
    record.write_text(random_match(Venise(stall_rounds=1), 3).record(), "utf-8")
    refused = run("-m", "ridotto", "replay", str(record), "--lang", "en")
    assert refused.returncode == 2
    assert "Traceback" not in refused.stderr


def test_a_deck_that_cannot_be_read_spoils_no_other_game(tmp_path: Path) -> None:
    shutil.copytree(PACKAGE, tmp_path / "ridotto", ignore=shutil.ignore_patterns("__pycache__", "static"))
    (tmp_path / "ridotto" / DECK).write_text("hourglasses = 0", "utf-8")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"}
    for game, code in (("xequeo", 0), ("venise", 2)):
        words = ["arena", game, "random", "--games", "1", "--workers", "1", "--lang", "en"]
        done = subprocess.run(
            [sys.executable, "-m", "ridotto", *words], capture_output=True, text=True, env=environment, cwd=tmp_path
        )
        assert done.returncode == code, done.stderr
        assert "Traceback" not in done.stderr
    assert "deck.toml" in done.stderr
