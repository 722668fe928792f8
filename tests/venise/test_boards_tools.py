"""The board workshop: checking, rating, making and drawing, and the ratings kept with the shipped boards."""

from __future__ import annotations

import dataclasses
import json
import sys
import tomllib
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pexpect
import pytest

from ridotto.arena.schedule import play_job
from ridotto.boards import check
from ridotto.boards.check import _try_gems, problems
from ridotto.boards.fair import Balance, self_play, trial
from ridotto.boards.make import IMAGES, Progress, Wish, make, unfairness
from ridotto.boards.rate import Step, colour_twins, rate, to_data, with_rating
from ridotto.boards.solve import NEVER, Position, Prices, Solver
from ridotto.boards.ways import bottlenecks, ways_to, ways_to_gems
from ridotto.cli import DONE, FAULTS, REFUSED, main
from ridotto.cli import board as command
from ridotto.games.venise import board_names, check_board, load_board, parse_board
from ridotto.games.venise.boards import COLOURS, SHIPPED, Board, Problem, symmetries
from ridotto.games.venise.deck import load_deck
from ridotto.games.venise.planks import bits, planks
from ridotto.games.venise.symmetry import HALF_TURN
from ridotto.match import read_record
from tests.venise.states import component, is_symmetric
from tests.venise.test_boards import BROKEN, GOOD

PRICES = Prices.of(load_deck())
QUICK = Wish("day", 20, 40, candidates=12, games=0)


def stored(name: str) -> dict[str, Any]:
    rating: dict[str, Any] = tomllib.loads((SHIPPED / f"{name}.toml").read_text("utf-8"))["rating"]
    return rating


# -- shipped boards --------------------------------------------------------------------------------------------------


def test_there_are_basic_and_advanced_boards_and_more() -> None:
    assert {"day-basic", "day-advanced", "night-basic", "night-advanced"} <= set(board_names())
    assert len(board_names()) >= 8
    assert len({load_board(name).name for name in board_names()}) == len(board_names())


@pytest.mark.parametrize("name", board_names())
def test_shipped_boards_are_in_order(name: str) -> None:
    """Not even advice: symmetric, and every gem in reach with the planks of one of four players (VE-R6)."""
    assert problems((SHIPPED / f"{name}.toml").read_text("utf-8")) == []
    assert is_symmetric(load_board(name))


@pytest.mark.parametrize("name", board_names())
def test_shipped_boards_offer_choices_and_meet_somewhere(name: str) -> None:
    """Several ways of similar cost to each gem, and a place that several colours want; as stored (VE-R6)."""
    board, rating = load_board(name), stored(name)
    ways = {colour: ways_to_gems(board, index, PRICES) for index, colour in enumerate(COLOURS)}
    assert all(way.ways >= 2 for found in ways.values() for way in found)
    assert bottlenecks(ways)
    assert rating["bottlenecks"] == {place: list(colours) for place, colours in bottlenecks(ways)}
    for colour, found in ways.items():
        assert rating["routes"][colour] == {way.gem: {"cost": way.cost, "ways": way.ways} for way in found}


@pytest.mark.parametrize("name", board_names())
def test_every_shipped_board_is_rated_with_proved_costs(name: str) -> None:
    rating = stored(name)
    assert all(low == high for costs in rating["cost"].values() for low, high in costs.values())
    assert all(tally["games"] >= 60 for tally in rating["balance"].values())
    assert set(rating["cost"]) == set(rating["balance"]) == {"2", "3", "4"}


def test_ve_r20_beginning_helps_two_on_every_board_and_more_on_some() -> None:
    """What the pages of rules say of it."""
    shares: dict[str, list[float]] = {"2": [], "3": [], "4": []}
    for name in board_names():
        for seats, tally in stored(name)["balance"].items():
            shares[seats].append(tally["first"][0] / tally["games"])
    assert min(shares["2"]) > 1 / 2
    for seats in ("3", "4"):
        assert min(shares[seats]) < 1 / int(seats) < max(shares[seats])


@pytest.mark.parametrize("name", ["day-basic", "day-advanced", "night-basic"])
def test_stored_costs_are_found_again(name: str) -> None:
    *_, (rating, done, parts, _) = rate(load_board(name), games=0)
    assert done == parts
    data = to_data(rating)
    for key in ("cost", "routes", "bottlenecks"):
        assert data[key] == stored(name)[key], key


def test_stored_games_are_played_again() -> None:
    tally = next(self_play(load_board("day-basic"), 2, 1, stored("day-basic")["seed"]))
    again = next(self_play(load_board("day-basic"), 2, 1, stored("day-basic")["seed"]))
    assert tally == again
    assert tally.games == 1
    assert sum(tally.wins) + tally.stalled == 1


def test_a_tally_counts_what_the_arena_played() -> None:
    """Every seat begins in turn; who won, who began and how long it took is in the records."""
    seats, games = 3, 4
    *_, tally = self_play(load_board("san-polo"), seats, games, seed=5)
    wins, first, rounds = [0] * seats, 0, 0
    for number, job in enumerate(trial(load_board("san-polo"), seats, seed=5).jobs(games)):
        match = read_record(play_job(job).record)
        assert match.state.turn.first == number % seats
        if match.state.finished:
            wins[match.state.finished[0]] += 1
            first += match.state.finished[0] == match.state.turn.first
        rounds += match.state.turn.round
    assert tally == Balance(tally.colours, games, games - sum(wins), tuple(wins), first, rounds)


# -- check -----------------------------------------------------------------------------------------------------------


def out_of_reach(board: Board, text: str = "") -> list[Problem]:
    *_, last = _try_gems(board, text)
    return last.found


@pytest.mark.parametrize("title", BROKEN)
def test_check_lists_what_is_wrong(title: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "own.toml"
    file.write_text(BROKEN[title], "utf-8")
    found = problems(BROKEN[title])
    faults = [problem for problem in found if not problem.is_advice]
    assert main(["board", "check", str(file), "--lang", "en"]) == (FAULTS if faults else DONE)
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(found) + 1
    for problem, line in zip(found, lines, strict=False):
        assert line.startswith(f"{file}:{problem.line}: " if problem.line else f"{file}: ")
        assert problem.spot in line
        assert problem.rule in line


def test_check_is_friendly_when_all_is_well(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["board", "check", "day-basic", "--lang", "en"]) == 0
    assert "is in order" in capsys.readouterr().out
    assert main(["board", "check", "nowhere.toml"]) == REFUSED


def test_a_gem_behind_a_plank_without_support_is_out_of_reach() -> None:
    """A T would lead there, but nobody can lay the diagonal it needs: everything touching is not enough (VE-G3)."""
    physics = planks('O=|=O-|~=="/~"=O==\\O')
    home = physics.number["a4"]
    seeming = component(physics, home, -1) & physics.ground & ~physics.buildable(home)
    assert physics.show(seeming) == ("d2over", "e2over")
    solver = Solver(physics, PRICES)
    for field in bits(seeming):
        assert solver.solve(Position(home, 0, 1 << field, 1, 1)).lower == NEVER
    lonely = dataclasses.replace(load_board("day-basic"), posts=physics.posts, gems=(("d2over",), (), (), ()))
    assert [(problem.code, problem.spot) for problem in out_of_reach(lonely)] == [("board_gem_unreachable", "d2over")]


def test_gems_beyond_a_players_planks_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    poor = dataclasses.replace(load_deck(), planks=((6, 4), (4, 2), (1, 0)))
    monkeypatch.setattr(check, "load_deck", lambda: poor)
    found = out_of_reach(parse_board(GOOD), GOOD)
    assert {problem.code for problem in found} == {"board_gem_planks"}
    assert {problem.params["count"] for problem in found} == {4}
    rows = GOOD.splitlines()
    for problem in found:
        assert f'"{problem.spot}"' in rows[problem.line - 1]
        assert problem.rule == "VE-R3"
        assert problem.spot in str(problem.error)
    assert list(found) == [problem for problem in problems(GOOD) if not problem.is_advice]


@pytest.mark.parametrize("depth", [50, 5_000, 100_000])
@pytest.mark.parametrize("opening", ["[", "{ a = ", "a."])
def test_no_depth_of_brackets_is_too_much_to_answer(
    opening: str, depth: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whatever a file says, every command answers in words."""
    closing = {"[": "]", "{ a = ": " }", "a.": ""}[opening]
    nested = f"rating.{'a.' * depth}b = 1" if opening == "a." else f"rating = {opening * depth}1{closing * depth}"
    file = tmp_path / "own.toml"
    file.write_text(f"{nested}\n{GOOD}", "utf-8")
    assert main(["board", "check", str(file)]) in (DONE, FAULTS)
    assert main(["board", "rate", str(file), "--games", "0", "--write"]) in (DONE, REFUSED)
    assert main(["board", "draw", str(file)]) in (DONE, REFUSED)
    assert main(["play", "venise", "--players", "bot:x", "bot:y", "-o", f"board={file}"]) == REFUSED
    assert "Traceback" not in capsys.readouterr().err


def test_check_prints_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["board", "check", "day-basic", "--json"]) == DONE
    assert json.loads(capsys.readouterr().out) == {"file": "day-basic", "board": "Rialto", "faults": 0, "problems": []}
    file = tmp_path / "own.toml"
    file.write_text(GOOD.replace("name", "nmae", 1), "utf-8")
    assert main(["board", "check", str(file), "--json", "--lang", "en"]) == FAULTS
    found = json.loads(capsys.readouterr().out)
    assert (found["board"], found["faults"]) == (None, 2)
    codes = {problem["code"]: problem for problem in found["problems"]}
    assert set(codes) == {"board_key", "board_name"}
    assert codes["board_key"]["line"] == GOOD[: GOOD.index("name")].count("\n") + 1
    assert "nmae" in codes["board_key"]["words"]


def test_check_shows_how_far_it_is_when_it_takes_long(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    environment = {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TERM": "xterm"}
    slow = "import ridotto.cli.board as b, ridotto.cli, time; b.LONG = 0.01; seen = b.check;\n"
    slow += "def check(text):\n    for step in seen(text): time.sleep(0.05); yield step\n"
    slow += "b.check = check; ridotto.cli.main(['board', 'check', 'day-basic', '--lang', 'en'])"
    child = pexpect.spawn(sys.executable, ["-c", slow], env=environment, encoding="utf-8", timeout=30)
    child.expect_exact("checking day-basic")
    child.expect_exact("/16")
    child.expect_exact("is in order")
    child.expect(pexpect.EOF)


# -- rate ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["day-basic", "night-advanced"])
def test_the_cheapest_route_costs_what_the_solver_says(name: str) -> None:
    board = load_board(name)
    physics, home = board.planks, board.home(0)
    solver = Solver(physics, PRICES)
    for gem in bits(board.gem_mask(0)):
        found = ways_to(physics, home, gem, PRICES)
        # The solver may be cheaper by moving long planks along or laying ahead; with planks enough it is not here.
        assert solver.solve(Position(home, 0, 1 << gem, 12, 8)).upper == found.cost


def test_ways_are_distinct_and_near_optimal() -> None:
    board = load_board("day-basic")
    found = ways_to_gems(board, 0, PRICES)
    assert [way.gem for way in found] == list(board.gems[0])
    for way in found:
        assert way.gem not in way.crowded
        assert "a4" not in way.crowded


def test_own_boards_are_rated_colour_by_colour() -> None:
    """Without symmetry nothing is taken from red to the others."""
    lopsided = GOOD.replace('"d4se"', '"b4sw"', 1).replace('"b4sw"', '"d4se"', 2).replace('"d4se"', '"b4sw"', 1)
    board = parse_board(lopsided)
    assert not is_symmetric(board)
    *_, (rating, *_) = rate(board, games=0)
    for index, colour in enumerate(COLOURS):
        deck = load_deck()
        exact = Solver(board.planks, PRICES).solve(
            Position(board.home(index), 0, board.gem_mask(index), *deck.stock(4))
        )
        assert rating.costs[4][colour].upper == exact.upper
    assert rating.costs[4]["red"].upper != rating.costs[4]["green"].upper


HALF_TURNED = BROKEN["a half-turn"]
"""The same after a half-turn, in neither mirror."""


def test_a_half_turn_is_one_piece_of_advice() -> None:
    found = check_board(HALF_TURNED)
    assert [(problem.code, problem.is_advice) for problem in found] == [("board_half_turn", True)]
    assert symmetries(parse_board(HALF_TURNED)) == (HALF_TURN,)


def test_one_colour_of_each_orbit_is_solved() -> None:
    board = parse_board(HALF_TURNED)
    assert colour_twins(board) == {"red": "red", "white": "white", "green": "red", "purple": "white"}
    assert set(colour_twins(load_board("day-basic")).values()) == {"red"}
    proved = {step.proving.colour for step in rate(board, games=0) if step.proving}
    assert proved == {"red", "white"}
    *_, (rating, *_) = rate(board, games=0)
    deck = load_deck()
    for index, colour in enumerate(COLOURS):
        alone = Solver(board.planks, PRICES).solve(
            Position(board.home(index), 0, board.gem_mask(index), *deck.stock(2))
        )
        assert rating.costs[2][colour].upper == alone.upper


def test_a_rating_goes_on_where_it_was_stopped() -> None:
    board = load_board("night-basic")
    steps = [*rate(board, games=2, seed=3)]
    bounds = [step.proving.cost.lower for step in steps if step.proving and step.proving.seats == 2]
    assert len(bounds) > 1, "a long search says how far it is"
    assert bounds == sorted(bounds)
    for at in range(0, len(steps), 5):
        *_, last = rate(board, games=2, seed=3, known=steps[at].rating)
        assert last == steps[-1]


SHAPES = {
    "none": GOOD,
    "a section, and more behind it": GOOD.replace("[gems]", "[rating]  # as of May\nseed = 9\n\n[gems]  # keep me"),
    "on one line": GOOD.replace("[gems]", "rating = { seed = 9, cost = { 2 = { red = [1, 2] } } }\n\n[gems]"),
    "with dots": GOOD.replace("[gems]", "rating.seed = 9\nrating.cost.2.red = [1, 2]\n\n[gems]"),
    "torn apart": GOOD.replace("[gems]", "[rating]\nseed = 9\n\n[gems]") + "\n[rating.cost.2]\nred = [1, 2]\n",
    "no rating at all": "rating = 3\n" + GOOD,
    "a list": GOOD + "\n[[rating]]\nseed = 9\n",
    "of another system": GOOD.replace("\n", "\r\n"),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_a_new_rating_changes_nothing_else_in_the_file(shape: str) -> None:
    text = SHAPES[shape]
    *_, (rating, *_) = rate(parse_board(GOOD), games=1)
    new = with_rating(text, rating)
    assert tomllib.loads(new) == {**tomllib.loads(text), "rating": to_data(rating)}
    assert with_rating(new, rating) == new
    comments = [line.partition("#")[2] for line in text.splitlines() if "#" in line]
    assert all(comment in new for comment in comments)
    assert new.count("\r\n") == (new.count("\n") if "\r\n" in text else 0)


def test_comments_in_a_rating_stay_and_what_it_no_longer_has_goes() -> None:
    *_, (rating, *_) = rate(parse_board(GOOD), games=1)
    text = with_rating(GOOD, rating).replace("seed = 1", "seed = 1 # my lucky number")
    again = with_rating(text, dataclasses.replace(rating, seed=2, balance={}))
    assert "seed = 2 # my lucky number" in again
    assert "balance" not in tomllib.loads(again)["rating"]


def test_a_file_that_cannot_be_changed_safely_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tomlkit.dumps", lambda _: "name = 1")
    file = tmp_path / "own.toml"
    file.write_text(GOOD, "utf-8")
    assert main(["board", "rate", str(file), "--games", "0", "--write", "--lang", "en"]) == REFUSED
    assert "Nothing was written" in capsys.readouterr().err
    assert file.read_text("utf-8") == GOOD


def test_a_rating_of_standard_input_cannot_be_kept(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["board", "rate", "-", "--write", "--lang", "en"]) == REFUSED
    assert "only in a file" in capsys.readouterr().err


def test_rate_prints_json_and_writes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "own.toml"
    file.write_text(GOOD, "utf-8")
    assert main(["board", "rate", str(file), "--games", "2", "--json", "--write"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["is_whole"]
    assert data["balance"]["3"]["games"] == 2
    kept = tomllib.loads(file.read_text("utf-8"))["rating"]
    assert {key: data[key] for key in kept} == kept
    assert main(["board", "rate", str(file), "--games", "0", "--lang", "fr"]) == 0
    assert "Sabliers" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["[/]", "[red]x", "{x}", ":cat:", "Ca\u2019 d\u2019Oro"])
def test_names_are_shown_as_they_are(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Neither markup, nor a format, nor an emoji."""
    file = tmp_path / "own.toml"
    file.write_text(GOOD.replace(parse_board(GOOD).name, name), "utf-8")
    assert main(["board", "rate", str(file), "--games", "0"]) == DONE
    assert f"{name}  " in capsys.readouterr().out
    assert main(["board", "check", str(file)]) == DONE
    assert name in capsys.readouterr().out


def test_a_stopped_rating_shows_what_is_known(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def stopped(*args: Any) -> Iterator[Step]:
        for step in rate(*args):
            if step[0].balance:
                raise KeyboardInterrupt
            yield step

    monkeypatch.setattr(command, "rate", stopped)
    assert main(["board", "rate", "day-basic", "--games", "1", "--json", "--write"]) == 130
    out, err = capsys.readouterr()
    data = json.loads(out)
    assert not data["is_whole"]
    assert data["cost"]["4"]["red"] == stored("day-basic")["cost"]["4"]["red"]
    assert not data["balance"]
    assert "so far" in err
    assert stored("day-basic")["balance"], "half a rating is not kept"


# -- make ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("side", "seed", "candidates"), [("day", 3, 12), ("night", 6, 2)])
def test_boards_are_made_as_wished(side: Any, seed: int, candidates: int) -> None:
    wish = dataclasses.replace(QUICK, side=side, candidates=candidates)
    runs = [list(make(wish, seed)) for _ in range(2)]
    best = runs[0][-1].best
    assert best is not None
    assert runs[0] == runs[1], "the same seed makes the same board"
    assert best.board.side == side
    assert is_symmetric(best.board)
    assert out_of_reach(best.board) == []
    assert wish.least <= best.costs[-1].upper <= wish.most
    assert all(cost.is_exact for cost in best.costs)
    assert all(way.ways >= 2 for way in best.ways)
    assert best.bottlenecks
    scores = [step.best.score for step in runs[0] if step.best]
    assert scores == sorted(scores), "what is at hand when it is stopped only gets better"


def test_make_writes_a_board_that_passes_the_check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "new.toml"
    words = ["board", "make", "--seed", "3", "--difficulty", "20-40", "--candidates", "12", "--games", "0"]
    assert main([*words, "--out", str(file), "--name", "Murano"]) == 0
    assert problems(file.read_text("utf-8")) == []
    assert load_board(str(file)).name == "Murano"
    assert main([*words, "--name", "Murano"]) == 0
    assert capsys.readouterr().out == file.read_text("utf-8")
    assert main(["board", "make", "--difficulty", "40-20"]) == 2
    assert main(["board", "make", "--difficulty", "1-2", "--candidates", "2"]) == 2
    assert main(["board", "make", "--candidates", "0"]) == 2


@pytest.mark.parametrize(
    ("name", "told"), [("", "needs a name"), (" \t", "needs a name"), ("\udcff\udcfe", "UTF-8"), ("a\udcffb", "UTF-8")]
)
def test_make_refuses_at_once_a_name_that_check_refuses(
    name: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "new.toml"
    words = ["board", "make", "--candidates", "1000000", "--out", str(file), "--lang", "en"]
    assert main([*words, "--name", name]) == REFUSED
    assert told in capsys.readouterr().err
    assert not file.exists()


@pytest.mark.parametrize("name", ['say "ciao"', "back\\slash", "tab\tdel\x7f", "Murano 🏝", "'''"])
def test_whatever_make_is_given_as_a_name_reads_back(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["board", "make", "--seed", "3", "--difficulty", "20-40", "--candidates", "12", "--games", "0"]
    assert main([*words, "--name", name]) == DONE
    made = capsys.readouterr().out
    assert problems(made) == []
    assert parse_board(made).name == name


def test_make_asks_for_the_folder_before_it_begins(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "nowhere" / "new.toml"
    assert main(["board", "make", "--candidates", "1000000", "--out", str(file), "--lang", "en"]) == REFUSED
    assert f"no folder {file.parent}" in capsys.readouterr().err
    assert not file.parent.exists()


def test_a_stopped_make_keeps_the_best_so_far(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stopped(*args: Any) -> Iterator[Progress]:
        for step in make(QUICK, seed=3):
            if step.done == patience:
                raise KeyboardInterrupt
            yield step

    monkeypatch.setattr(command, "make", stopped)
    found = next(step for step in make(QUICK, seed=3) if step.best)
    patience = found.done + 1
    assert main(["board", "make", "--lang", "en"]) == 130
    out, err = capsys.readouterr()
    assert found.best is not None
    assert parse_board(out).code == found.best.board.code
    assert "best board so far" in err
    patience = 1
    assert main(["board", "make"]) == 130


def test_finalists_are_chosen_by_fairness_too() -> None:
    even = Balance(("red", "green"), games=10, wins=(5, 5), first=5)
    skew = Balance(("red", "green"), games=10, wins=(9, 1), first=5)
    slow = Balance(("red", "green"), games=10, wins=(5, 3), first=5, stalled=2)
    assert unfairness(even) == 0 < unfairness(slow) < unfairness(skew)
    wish = dataclasses.replace(QUICK, candidates=8, finalists=2, games=1)
    *_, last = make(wish, seed=3)
    assert last.done == last.parts
    assert last.best is not None
    assert len(IMAGES) == len(COLOURS)


# -- draw ------------------------------------------------------------------------------------------------------------


def test_draw(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture = tmp_path / "board.svg"
    assert main(["board", "draw", "day-basic", "--svg", str(picture)]) == 0
    by_day = picture.read_text("utf-8")
    assert ET.fromstring(by_day).tag.endswith("svg")
    assert main(["board", "draw", "day-basic", "--night"]) == 0
    by_night = capsys.readouterr().out
    assert ET.fromstring(by_night).tag.endswith("svg")
    assert by_night != by_day
