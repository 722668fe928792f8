"""Boards: as files, as one line, and ten broken ones with everything that is wrong with each."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ridotto.core import show_options
from ridotto.games import make_game
from ridotto.games.venise import BoardError, Venise, board_names, check_board, load_board, parse_board
from ridotto.games.venise.boards import LONGEST, SHIPPED, parse_code, show_board
from ridotto.games.venise.deck import DeckError, parse_deck
from ridotto.i18n import Catalogue, texts
from tests.venise.states import OPEN, check_golden

GOOD = """\
name = "Try"
side = "day"
posts = '''
O \\ " / O
/ = ~ = \\
\\ = ~ = /
O / " \\ O
'''
[gems]
red = ["b3under", "d4se", "e2nw", "d2over"]
white = ["d3under", "b4sw", "a2ne", "b2over"]
green = ["d2under", "b1nw", "a3se", "b3over"]
purple = ["b2under", "d1ne", "e3sw", "d3over"]
"""


def changed(*pairs: tuple[str, str]) -> str:
    text = GOOD
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new, 1)
    return text


BROKEN = {
    "not TOML": changed(("posts = '''", "posts = ''")),
    "nothing there": "",
    "rows and columns": changed(('O / " \\ O\n', ""), ("/ = ~ = \\\n", "/ = ~ =\n")),
    "unknown signs": changed(('O \\ " / O', 'O X " / Q')),
    "start posts": changed(('O \\ " / O', "/ \\ O / O"), ("\\ = ~ = /", "\\ = ~ = O")),
    "water by day": changed(("/ = ~ = \\", "/ = | = ~"), ('"e3sw"', '"e3"')),
    "posts by night": changed(('side = "day"', 'side = "night"')),
    "side, name and key": changed(('name = "Try"', 'nmae = "Try"'), ('"day"', '"dusk"')),
    "gems out of place": changed(
        ('"b3under"', '"b9"'), ('"d4se"', '"d4nw"'), ('"e2nw"', '"e1"'), ('"d3under"', '"c3"'), ('"b4sw"', '"d2over"')
    ),
    "gems by colour": changed((', "d2over"', ""), ("purple =", "yellow =")),
    "rows behind the quotes": changed(("posts = '''\n", "posts = '''"), ('O \\ " / O', "O ? O / O")),
    "out of reach": changed(
        ("/ = ~ = \\\n", "- - ~ - -\n"),
        ("\\ = ~ = /", "- - ~ - -"),
        ('O \\ " / O', "O - - - O"),
        ('O / " \\ O', "O - - - O"),
        ('"b3under", "d4se", "e2nw", "d2over"', '"b3n", "d4s", "e2n", "d2n"'),
        ('"d3under", "b4sw", "a2ne", "b2over"', '"d3n", "b4s", "a2n", "b2n"'),
        ('"d2under", "b1nw", "a3se", "b3over"', '"d2s", "b1n", "a3s", "b3s"'),
        ('"b2under", "d1ne", "e3sw", "d3over"', '"b2s", "d1n", "e3s", "d3s"'),
    ),
    "brackets without end": f"{GOOD}\nmore = {'[' * 3_000}{']' * 3_000}\n",
    "a number without end": f"rings = {'7' * 5_000}\n{GOOD}",
    "a file without end": GOOD + "#" * LONGEST,
    "keys without end": "".join(f"key{number} = 1\n" for number in range(30)) + GOOD,
    "a half-turn": changed(("/ = ~ = \\", '/ " ~ = \\'), ("\\ = ~ = /", '\\ = ~ " /')),
    "not symmetric": changed(("/ = ~ = \\", "/ = ~ = |"), ('"e3sw"', '"e3w"'), ('"a3se"', '"a3nw"')),
}


def test_ten_broken_boards_and_all_their_problems() -> None:
    """Golden: line, place, rule and words of each problem."""
    say = Catalogue("en")
    lines = []
    for title, text in BROKEN.items():
        problems = check_board(text)
        assert problems, title
        lines.append(title)
        for problem in problems:
            kind = "advice" if problem.is_advice else problem.code
            words = re.sub(r"\(at .*", "...", say.error(problem.error))  # the words of the TOML reader change
            where = f"line {problem.line}" if problem.line else "-"
            lines.append(f"  {where}; {problem.spot or '-'}; {problem.rule or '-'}; {kind}: {words}")
        if all(problem.is_advice for problem in problems):
            assert parse_board(text).name == "Try"
        else:
            with pytest.raises(BoardError) as caught:
                parse_board(text, "try.toml")
            assert list(caught.value.problems) == [problem for problem in problems if not problem.is_advice]
            assert str(caught.value)
    assert len(BROKEN) >= 10
    check_golden("broken-boards.txt", "\n".join(lines) + "\n")


@pytest.mark.parametrize(
    "grown",
    [
        lambda size: "".join(f"key{number} = 1\n" for number in range(size)) + GOOD,
        lambda size: changed(("red = [", "red = [" + '"c1",\n' * size)),
        lambda size: changed(("[gems]\n", "[gems]\n" + "".join(f"colour{number} = 1\n" for number in range(size)))),
        lambda size: changed(("posts = '''\n", "posts = '''\n" + "O O\n" * size)),
    ],
    ids=["keys", "gems", "colours", "rows"],
)
def test_a_file_twice_as_long_takes_twice_as_long(grown: Callable[[int], str]) -> None:
    """Counted in function calls, which do not depend on the machine."""
    short, long = (calls_of(lambda size=size: check_board(grown(size))) for size in (200, 400))  # type: ignore[misc]
    assert long < 2.5 * short
    assert len(check_board(grown(400))) < 100, "nobody reads more"


def calls_of(work: Callable[[], object]) -> int:
    count = 0

    def called(_frame: object, event: str, _what: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(called)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count


def test_every_problem_is_tried_and_has_words() -> None:
    source = Path(parse_board.__code__.co_filename).read_text("utf-8")
    codes = set(re.findall(r'"(board_\w+)"', source)) | {"board_centre_day", "board_centre_night"}
    assert codes <= set(texts("en"))
    tried = {problem.code for text in BROKEN.values() for problem in check_board(text)}
    assert codes - tried == {"board_invalid", "board_unknown", "board_unreadable"}


def test_the_good_board_is_good() -> None:
    assert check_board(GOOD) == []


@pytest.mark.parametrize("name", board_names())
def test_boards_read_back(name: str) -> None:
    board = load_board(name)
    assert parse_board(show_board(board)) == board
    assert parse_code(board.code).code == board.code
    assert parse_code(board.code).posts == board.posts


def test_an_own_board_can_be_used_like_a_shipped_one(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(GOOD, "utf-8")
    venise = Venise(board=str(file))
    assert venise.board.code == parse_board(GOOD).code
    assert str(tmp_path) not in show_options(venise.options), "a record needs no file"
    assert make_game("venise", show_options(venise.options)).options == venise.options
    assert Venise(board=OPEN).start().pieces.gems


def test_boards_that_are_not_there() -> None:
    for text, code in (
        ("day-bsaic", "board_unknown"),
        ("/no/such/file.toml", "board_unreadable"),
        ("O;O", "board_invalid"),
    ):
        with pytest.raises(BoardError) as caught:
            load_board(text)
        assert caught.value.code == code
        assert str(caught.value)


@given(st.integers(0, len(GOOD)), st.integers(0, 12), st.text(max_size=6))
def test_damaged_boards_never_crash(at: int, length: int, new: str) -> None:
    text = GOOD[:at] + new + GOOD[at + length :]
    say = Catalogue("en")
    for problem in check_board(text):
        assert say.error(problem.error)
        assert 0 <= problem.line <= len(text.splitlines()) + 1


@given(st.text(alphabet=OPEN + "~;:,\"'", max_size=90))
def test_damaged_codes_never_crash(text: str) -> None:
    try:
        parse_code(text)
    except BoardError as error:
        assert str(error)


DECK = (SHIPPED / ".." / "deck.toml").read_text("utf-8")


@pytest.mark.parametrize(
    ("old", "new", "code", "key"),
    [
        ("hand = 8", "hand = 0", "deck_number", "hand"),
        ("hand = 8", "hand = true", "deck_number", "hand"),
        ("short = { cost = 1", "short = { cost = 'x'", "deck_number", "cards.short.cost"),
        ("short = { cost = 1, count = 10 }", "short = 3", "deck_table", "cards.short"),
        ("step3 =", "step4 =", "deck_card", "cards.step4"),
        ("count = 8 ", "count = 7 ", "deck_total", "cards"),
        ("held = 2", "held = 3", "deck_jokers", "jokers.count"),
        ("2 = { short = 6", "2 = { short = 7", "deck_planks", "planks.2"),
        ("[planks]", "[plank]", "deck_table", "planks"),
        (
            "long = { cost = 2, count = 6 }\nremove = { cost = 1, count = 6 }",
            "long = { cost = 2, count = 3 }\nremove = { cost = 1, count = 9 }",
            "deck_fixed",
            "cards.long",
        ),
        ("[cards]", "[cards", "deck_syntax", None),
    ],
)
def test_broken_decks(old: str, new: str, code: str, key: str | None) -> None:
    assert old in DECK
    with pytest.raises(DeckError) as caught:
        parse_deck(DECK.replace(old, new, 1))
    assert (caught.value.code, caught.value.params.get("key")) == (code, key)
    assert str(caught.value)
