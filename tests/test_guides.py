"""The guides speak of things as the program has them: names on buttons, options, bots, limits."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

import pytest

from ridotto.bots import characters
from ridotto.cli import make_parser
from ridotto.games import games
from ridotto.i18n import Catalogue, texts
from ridotto.server.settings import Limits, Settings
from tests.test_docs import subcommands

DOCS = Path(__file__).parent.parent / "docs"
GUIDE, HOSTING = (" ".join((DOCS / f"{name}.md").read_text("utf-8").split()) for name in ("guide", "hosting"))


def test_whatever_is_set_in_italics_stands_on_the_page() -> None:
    """*Take back* is a button, so it is in the catalogue, word for word."""
    named = re.findall(r"(?<!\*)\*([^*]+)\*(?!\*)", GUIDE)
    assert len(named) > 15
    assert set(named) <= {text for text in texts("en").values() if isinstance(text, str)}


@pytest.mark.parametrize("page", [GUIDE, HOSTING], ids=["guide", "hosting"])
def test_options_are_those_of_the_commands(page: str) -> None:
    """Of `ridotto serve`, and of the other commands that the page names."""
    spoken = {"serve", *re.findall(r"\bridotto ([a-z]+)", page)}
    known = {
        option
        for name, command in subcommands(make_parser(Catalogue("en"))).items()
        if name in spoken
        for option in _options(command)
    }
    named = set(re.findall(r"(?<=[ `])--(?!format|file|now|system)[a-z-]+", page))
    assert named
    assert named <= known


def _options(parser: argparse.ArgumentParser) -> set[str]:
    own = {option for action in parser._actions for option in action.option_strings}
    return own.union(*map(_options, subcommands(parser).values()))


def test_every_bot_is_introduced() -> None:
    for game in games():
        for bot in characters(game):
            plays = "both" if all(bot in characters(each) for each in games()) else texts("en")[f"game_{game}"]
            row = f"| {texts('en')[f'bot_name_{bot}']} | {plays} |"
            assert row.replace("\u00a0", " ") in GUIDE


def test_limits_are_those_of_the_server() -> None:
    limits = Limits()
    for words, count in (
        ("new tables from one address", f"{limits.tables.per_second * 60:,} a minute"),
        ("people who only look at one table", f"{limits.spectators:,}"),
        ("a message on a socket", f"{limits.frame:,} bytes"),
        ("a request", f"{limits.body:,} bytes"),
        ("moves of a record to replay", f"{limits.record_moves:,}"),
        ("messages that may wait for a slow reader", f"{limits.outbox:,}"),
    ):
        assert f"| {words} | {count} |" in HOSTING
    assert f"`--think` seconds of one core ({Settings('').think:g} by default)" in HOSTING


def test_every_picture_is_there_and_told() -> None:
    text = (DOCS / "guide.md").read_text("utf-8")
    told = re.findall(r"!\[.+\]\(img/(guide-\S+)\)", text)
    told += re.findall(r'<img src="img/(guide-\S+)" width="\d+" alt=".+">', text)
    assert len(told) == len(set(told)) == text.count("img/")
    assert set(told) == {path.name for path in (DOCS / "img").glob("guide-*")}
