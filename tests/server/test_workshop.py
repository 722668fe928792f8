"""The board workshop: its kit, and what it says of boards, which is what the command line says."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ridotto.boards import check
from ridotto.boards.make import Wish, make, random_board
from ridotto.cli import main
from ridotto.draw.venise.poster import A4, LONG, MARGIN, SHORT, fit, sheets
from ridotto.games.venise import BoardError, board_names, load_board
from ridotto.games.venise.boards import HOMES, SHIPPED, Board, show_board
from ridotto.games.venise.planks import SIDES, SPOT_NAMES
from ridotto.i18n import Catalogue, Said
from ridotto.server import wire
from ridotto.server.views.words import Words
from ridotto.server.workshop_jobs import check_draft, draft_of, draw_kit, kinds_at, read_draft
from tests.server.house import House
from tests.venise.test_boards import BROKEN, GOOD
from tests.venise.test_boards_tools import stored

KIT = Path(__file__).parents[2] / "web" / "tests" / "workshop" / "kit.json"
BOARDS = 300


def random_draft(rng: Random) -> wire.Draft:
    """A shipped board with a few things changed, as somebody would in the editor: good boards and broken ones."""
    draft = draft_of(load_board(rng.choice(board_names())))
    rows, gems = [list(row) for row in draft.posts], {colour: list(fields) for colour, fields in draft.gems.items()}
    for _ in range(rng.choice((0, 0, 1, 2, 5))):
        spot = rng.choice(SPOT_NAMES)
        rows[4 - int(spot[1])]["abcde".index(spot[0])] = rng.choice(kinds_at(spot, draft.side))
    for _ in range(rng.choice((0, 0, 1, 3))):
        colour = rng.choice([*gems])
        free = [spot + which for spot in SPOT_NAMES for which in SIDES[rows[4 - int(spot[1])]["abcde".index(spot[0])]]]
        free = [field for field in free if field not in HOMES.values()]
        field = rng.choice(free)
        if any(field in fields for fields in gems.values()):
            continue
        gems[colour] = [field, *gems[colour][rng.choice((0, 1, 2)) :]][:4]
    name = rng.choice((draft.name, draft.name, "", " ", "<b>Ponte</b>", "Cà d’Oro \\ \"'''"))
    return wire.Draft(
        name=name, side=draft.side, posts=tuple(map("".join, rows)), gems={each: tuple(gems[each]) for each in gems}
    )


def said_of(words: Words) -> Said:
    params = {name: said_of(each) if isinstance(each, Words) else each for name, each in words.params.items()}
    return Said(words.key, params)


def in_order(draft: wire.Draft) -> tuple[object, ...]:
    return draft.name.strip(), draft.side, draft.posts, {colour: sorted(draft.gems[colour]) for colour in draft.gems}


def test_the_verdict_is_that_of_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """On random boards, good and broken; the file it exports is read back as the same draft."""
    proved: dict[str, list[check.Progress]] = {}
    prove = check._try_gems

    def prove_once(board: Board, text: str) -> list[check.Progress]:
        """Half of the time goes by in proofs that both ask for in the same words."""
        if text not in proved:
            proved[text] = list(prove(board, text))
        return proved[text]

    monkeypatch.setattr(check, "_try_gems", prove_once)
    rng, say = Random(20), Catalogue("en")
    good = 0
    for number in range(BOARDS):
        draft = random_draft(rng)
        checked = check_draft(draft)
        (file := tmp_path / f"{number}.toml").write_text(checked.file, "utf-8")
        status = main(["board", "check", str(file), "--json", "--lang", "en"])
        told: dict[str, Any] = json.loads(capsys.readouterr().out)
        assert [(each["spot"] or "", each["line"] or 0, each["is_advice"]) for each in told["problems"]] == [
            (each.spot, each.line, each.is_advice) for each in checked.problems
        ]
        assert [each["words"] for each in told["problems"]] == [
            say.said(said_of(each.words)) for each in checked.problems
        ]
        assert bool(checked.code) == (status == 0)
        good += status == 0
        if checked.code:
            assert checked.code == load_board(str(file)).code
        held = {field for fields in draft.gems.values() for field in fields}
        there = {s + w for s in SPOT_NAMES for w in SIDES[draft.posts[4 - int(s[1])]["abcde".index(s[0])]]}
        if held <= there:  # the editor takes gems away that have lost their place
            assert in_order(read_draft(checked.file).draft) == in_order(draft)
    assert BOARDS / 10 < good < 9 * BOARDS / 10, "boards of both kinds were tried"


def post(house: House, path: str, body: object) -> tuple[int, Any]:
    status, answer, _ = house.ask(path, body)
    return status, json.loads(answer)


@pytest.mark.parametrize("name", board_names())
def test_what_the_command_line_wrote_the_editor_reads(name: str) -> None:
    read = read_draft((SHIPPED / f"{name}.toml").read_text("utf-8"))
    assert not read.problems
    checked = check_draft(read.draft)
    assert checked.code == load_board(name).code
    assert checked.file == show_board(load_board(name))


@pytest.mark.parametrize("title", BROKEN)
def test_of_a_broken_file_is_read_what_makes_sense(house: House, title: str) -> None:
    status, answer = post(house, "/api/workshop/read", {"text": BROKEN[title][:20_000]})
    if status == 422:
        assert answer["problems"]
        return
    assert status == 200
    draft = wire.Draft.model_validate(answer["draft"])
    for spot in SPOT_NAMES:
        assert draft.posts[4 - int(spot[1])]["abcde".index(spot[0])] in kinds_at(spot, draft.side)
    assert all(len(fields) <= 4 for fields in draft.gems.values())
    assert answer["problems"] or title == "a file without end", "which was cut off on its way"


def test_drafts_over_http(house: House) -> None:
    draft = house.get("/api/workshop/draft?board=arsenale")
    status, checked = post(house, "/api/workshop/check", draft)
    assert (status, checked["code"], checked["problems"]) == (200, load_board("arsenale").code, [])
    status, again = post(house, "/api/workshop/read", {"text": checked["file"]})
    assert (status, again["draft"]) == (200, draft)
    draft["gems"]["red"].pop()
    status, checked = post(house, "/api/workshop/check", draft)
    assert (status, checked["code"]) == (200, "")
    told = checked["problems"][0]["words"]
    assert told["key"] == "board_gem_count"
    assert told["params"]["colour"] == {"key": "ve_colour_red", "params": {}}


@pytest.mark.parametrize(
    "change",
    [
        {"name": "x" * 300},
        {"side": "dusk"},
        {"posts": ["O"] * 1000},
        {"gems": {"pink": []}},
        {"gems": {"red": ["b3"] * 1000}},
        {"more": 1},
    ],
)
def test_drafts_that_are_none(house: House, change: dict[str, object]) -> None:
    draft = house.get("/api/workshop/draft?board=arsenale")
    status, refused = post(house, "/api/workshop/check", draft | change)
    assert (status, refused["code"]) == (422, "request_shape")


@pytest.mark.parametrize("board", ["nowhere", "/etc/passwd.toml", "O;O", "x" * 2000])
def test_boards_that_are_not_there(house: House, board: str) -> None:
    assert house.ask(f"/api/workshop/draft?board={board}")[0] == 422


def test_names_are_text_and_nothing_else(house: House) -> None:
    draft = house.get("/api/workshop/draft?board=arsenale") | {"name": '<img src=x onerror=alert(1)>"\n[gems]'}
    status, checked = post(house, "/api/workshop/check", draft)
    assert (status, checked["problems"]) == (200, [])
    assert post(house, "/api/workshop/read", {"text": checked["file"]})[1]["draft"]["name"] == draft["name"][:40]


# -- long work ---------------------------------------------------------------------------------------------------------


def test_a_rating_comes_piece_by_piece(house: House) -> None:
    code = load_board("san-polo").code
    status, first = post(house, "/api/workshop/rate", {"code": code})
    assert status == 200
    assert len(first["gems"]) == 16, "hourglasses for each gem come first"
    assert not first["games"]
    seen = [first]
    while not seen[-1]["games"]:
        seen.append(post(house, "/api/workshop/rate", {"code": code})[1])
    assert [each["done"] for each in seen] == sorted(each["done"] for each in seen)
    rated = stored("san-polo")
    costs = {(cost["seats"], cost["colour"]): [cost["lower"], cost["upper"]] for cost in seen[-1]["costs"]}
    assert costs == {
        (int(seats), colour): cost for seats, found in rated["cost"].items() for colour, cost in found.items()
    }
    for gem in first["gems"]:
        assert gem["cost"] == rated["routes"][gem["colour"]][gem["field"]]["cost"]
    games = seen[-1]["games"][0]
    assert {share["colour"] for share in games["shares"]} == {"red", "green", None}
    assert all(0 <= share["low"] < share["high"] <= 1 for share in games["shares"])


def test_the_cheapest_way_is_shown_card_by_card(house: House) -> None:
    code = load_board("arsenale").code
    assert post(house, "/api/workshop/way", {"code": code, "colour": "green"})[1]["steps"] == [], "not known yet"
    while not any(cost["is_done"] for cost in post(house, "/api/workshop/rate", {"code": code})[1]["costs"]):
        pass
    way = post(house, "/api/workshop/way", {"code": code, "colour": "green"})[1]
    assert way["colour"] == "red", "all corners are equal"
    steps = way["steps"]
    assert steps[-1]["paid"] == stored("arsenale")["cost"]["2"]["red"][0]
    assert sorted(steps[-1]["taken"]) == sorted(load_board("arsenale").gems[0])
    say = Catalogue("en")
    assert all("…" not in say.said(said_of(msgspec.convert(step["words"], Words))) for step in steps)


def test_boards_are_found_piece_by_piece(house: House) -> None:
    wish = {"side": "night", "least": 20, "most": 40, "seed": 5}
    found: list[Any] = []
    while len(found) < 2:
        status, made = post(house, "/api/workshop/make", wish)
        assert status == 200
        found = made["boards"]
    for board in found:
        assert 20 <= board["cost"] <= 40
        assert not check_draft(draft_of(load_board(board["code"])).model_copy(update={"name": "x"})).problems


def test_a_search_goes_on_where_it_was_stopped() -> None:
    wish = Wish("day", 20, 40, candidates=12, games=0, like=load_board("day-basic"))
    steps = [*make(wish, 4)]
    *_, last = make(wish, 4, known=steps[5])
    assert last.found == steps[-1].found


@pytest.mark.parametrize("path", ["rate", "way"])
@pytest.mark.parametrize("code", ["", "nonsense", "O;O;O;O R: W: G: P:", "x" * 2000, "/etc/passwd.toml"])
def test_nothing_is_rated_that_cannot_be_played(house: House, path: str, code: str) -> None:
    status, refused = post(
        house, f"/api/workshop/{path}", {"code": code, **({"colour": "red"} if path == "way" else {})}
    )
    assert status == 422
    assert refused["words"]["key"]


def test_a_hundred_ratings_at_once_slow_nobody_down(house: House) -> None:
    """They take turns, those that are too many are told so, and a drawing comes at once."""
    rng = Random(1)
    wish = Wish("day", 20, 40)
    codes: set[str] = set()
    while len(codes) < 100:
        if board := random_board(wish, rng, "x"):
            codes.add(board.code)
    with ThreadPoolExecutor(40) as pool:
        asked = [pool.submit(post, house, "/api/workshop/rate", {"code": code}) for code in codes]
        assert house.ask("/api/board.svg?board=san-polo")[0] == 200
        answers = [each.result() for each in asked]
    assert {status for status, _ in answers} <= {200, 429}
    assert sum(status == 200 for status, _ in answers) >= 4
    assert all(answer["code"] == "too_busy" for status, answer in answers if status == 429)
    assert house.get("/api/health")


# -- the poster --------------------------------------------------------------------------------------------------------


@given(short=st.floats(20, 180), long=st.floats(20, 400))
def test_planks_fit_the_lattice_or_are_refused(short: float, long: float) -> None:
    try:
        cell = fit(short, long)
    except BoardError as error:
        if error.code == "poster_planks":
            least, most = error.params["least"], error.params["most"]
            assert isinstance(least, int)
            assert isinstance(most, int)
            assert not least <= long <= most
            assert fit(short, min(400, (least + most) / 2)), "what is proposed fits"
        return
    assert SHORT[0] * cell <= short + 1e-6
    assert short <= SHORT[1] * cell + 1e-6
    assert LONG[0] * cell <= long + 1e-6
    assert long <= LONG[1] * cell + 1e-6
    cut = sheets(cell)
    wide, high = (side - 2 * MARGIN for side in (reversed(A4) if cut.is_flat else A4))
    right, bottom = max(x for x, _ in cut.corners) + wide, max(y for _, y in cut.corners) + high
    assert right >= cut.width
    assert bottom >= cut.height


def test_a_poster_over_http(house: House) -> None:
    code = load_board("day-basic").code
    status, poster = post(house, "/api/workshop/poster", {"code": code, "short": 60, "long": 110})
    assert status == 200
    assert f'width="{round(poster["width"], 2):g}mm"' in poster["svg"]
    assert len(poster["sheets"]) == 4
    for short, long, wanted in ((60, 70, "poster_planks"), (5, 9, "poster_length"), (0, 1, "request_shape")):
        status, refused = post(house, "/api/workshop/poster", {"code": code, "short": short, "long": long})
        assert (status, refused["code"]) == (422, wanted)
    assert post(house, "/api/workshop/poster", {"code": "x", "short": 60, "long": 110})[0] == 422


@pytest.mark.parametrize("side", ["day", "night"])
def test_the_kit_has_all_that_boards_are_made_of(side: Any) -> None:
    hook = lambda kind, data: kind.model_validate(data)  # noqa: E731
    kit = msgspec.json.decode(draw_kit(side), type=wire.WorkshopKit, dec_hook=hook)
    for name in board_names():
        board = load_board(name)
        if board.side == side:
            for spot, symbol in zip(SPOT_NAMES, board.posts, strict=True):
                assert symbol in kit.spots[spot].kinds
            ends = {kind.symbol: kind.fields for kind in kit.kinds}
            for fields in board.gems:
                assert all(field[2:] in ends[board.posts[SPOT_NAMES.index(field[:2])]] for field in fields)
    assert tuple(each.colour for each in kit.colours) == get_args(wire.Colour)
    for image in kit.symmetries.values():
        for maps in (image.spots, image.posts, image.fields):
            assert all(maps[maps[each]] == each for each in maps), "done twice, everything is where it was"
        assert all(image.colours[image.colours[each]] == each for each in image.colours)
    assert check_draft(kit.plain.model_copy(update={"name": "x"})).problems, "without gems"


def test_the_kit_of_the_browsers_tests_is_this_one() -> None:
    """Without its drawings. After a change: python -m tests.server.test_workshop"""
    assert json.loads(KIT.read_text("utf-8")) == json.loads(small_kit())


def small_kit() -> str:
    kit = json.loads(draw_kit("day")) | {"defs": "", "layers": [], "palette": {}}
    for kind in kit["kinds"]:
        kind["markup"] = ""
    return json.dumps(kit, indent="\t") + "\n"


def test_a_good_file_has_no_problems() -> None:
    assert not read_draft(GOOD).problems


if __name__ == "__main__":
    KIT.write_text(small_kit(), "utf-8")
