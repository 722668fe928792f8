"""Boards: the posts and the gems on them. As a file for people, as one line for records, checked with all its problems.

A board file is TOML: `name`, `side`, the lattice of `posts` from the top row down, and the fields of each colour's
gems; ``data/boards/day-basic.toml`` explains itself. On one line a board reads

    O="=O;|/~\\|;|\\~/|;O="=O R:b3se,... W:... G:... P:...
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from ridotto.core import RidottoError, nearest
from ridotto.games.venise.planks import COLUMNS, ROWS, SIDES, SPOT_NAMES, START, WATER, Mask, Planks, planks
from ridotto.games.venise.symmetry import HALF_TURN, LEFT_RIGHT, SYMMETRIES, UP_DOWN, Symmetry

Side: TypeAlias = Literal["day", "night"]

COLOURS: Final = ("red", "white", "green", "purple")
"""Clockwise from the north-west, as their start posts stand (VE-R1)."""
LETTERS: Final = "RWGP"
HOMES: Final = {"red": "a4", "white": "e4", "green": "e1", "purple": "a1"}
CENTRE: Final = ("c2", "c3")
GEMS: Final = 4
"""Of each colour (VE-1)."""
LONGEST: Final = 1_000_000
"""Characters of a board file; shipped ones have about 1,000."""
BOX: Final = "box"
"""The key that marks a board as copied from somebody's box."""
SHOWN: Final = 40
"""Characters of a word from the file that a problem repeats."""
NAMED: Final = 20
"""Unknown keys, or fields of one colour, that are named one by one."""


def colour_key(colour: str) -> str:
    """Where the catalogue has the colour's name."""
    return f"ve_colour_{colour}"


class Problem(NamedTuple):
    """Something wrong with a board. The words for `code` live in i18n; ``params`` fill them in."""

    code: str
    line: int
    """Of the file, from 1; 0 where no line is to blame."""
    spot: str
    """The post or field it is about; empty where it is about none."""
    rule: str
    params: Mapping[str, object] = {}
    is_advice: bool = False
    """Playable all the same, only not even-handed (VE-R6)."""

    @property
    def error(self) -> RidottoError:
        """For `Catalogue.error`: the problem in words."""
        return RidottoError(self.code, line=self.line, spot=self.spot, rule=self.rule, **self.params)


class BoardError(RidottoError):
    """A board that cannot be found or played on; `problems` has all that is wrong with it."""

    def __init__(self, code: str, problems: tuple[Problem, ...] = (), **params: object) -> None:
        super().__init__(code, **params)
        self.problems = problems


@dataclass(frozen=True, slots=True)
class Board:
    name: str
    posts: str
    """One symbol per spot, a1 b1 ... e4."""
    gems: tuple[tuple[str, ...], ...]
    """By colour: the fields, sorted."""

    @property
    def side(self) -> Side:
        return "day" if all(self.posts[SPOT_NAMES.index(spot)] == WATER for spot in CENTRE) else "night"

    @property
    def planks(self) -> Planks:
        return planks(self.posts)

    @property
    def rows(self) -> tuple[str, ...]:
        """The posts from the top row down."""
        return tuple(self.posts[COLUMNS * row : COLUMNS * (row + 1)] for row in reversed(range(ROWS)))

    @property
    def code(self) -> str:
        """The whole board on one line; `parse_code` reads it."""
        gems = (f"{letter}:{','.join(fields)}" for letter, fields in zip(LETTERS, self.gems, strict=True))
        return f"{';'.join(self.rows)} {' '.join(gems)}"

    def gem_mask(self, colour: int) -> Mask:
        return self.planks.mask(*self.gems[colour])

    def home(self, colour: int) -> int:
        """The field of the colour's start post."""
        return self.planks.number[HOMES[COLOURS[colour]]]


def show_board(board: Board) -> str:
    """The board as a file for people."""
    return show_file(board.name, board.side, board.rows, dict(zip(COLOURS, board.gems, strict=True)))


def show_file(
    name: str, side: str, rows: Sequence[str], gems: Mapping[str, Sequence[str]], *, is_box: bool = False
) -> str:
    """A board file of these parts, valid or not."""
    lattice = "\n".join(" ".join(row) for row in rows)
    is_plain = all(row.isprintable() and "'" not in row for row in rows)
    posts = f"'''\n{lattice}\n'''" if is_plain else _quoted(lattice)
    fields = "\n".join(f"{colour} = {json.dumps(fields)}" for colour, fields in gems.items())
    box = f"{BOX} = true  # printed in a box, entered by its owner: not to be passed on\n" if is_box else ""
    return f"name = {_quoted(name)}\nside = {_quoted(side)}\n{box}\nposts = {posts}\n\n[gems]\n{fields}\n"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")  # the one that TOML escapes besides


# -- reading ---------------------------------------------------------------------------------------------------------


def check_board(text: str) -> list[Problem]:
    """Everything that is wrong with a board file, in the order of its lines; advice about symmetry last."""
    return _read(text)[1]


def parse_board(text: str, name: str = "") -> Board:
    """Raises BoardError with all problems; a lack of symmetry is none (VE-R6)."""
    return _accept(_read(text), name)


@lru_cache(maxsize=256)
def parse_code(text: str) -> Board:
    """A board from one line. Raises BoardError."""
    posts, *entries = text.split() or [""]
    rows = posts.split(";")
    is_day = all(row[2:3] == WATER for row in rows[1:3])
    gems = {}
    for entry in entries:
        letter, _, fields = entry.partition(":")
        gems[COLOURS[LETTERS.index(letter)] if letter in (*LETTERS,) else letter] = fields.split(",")
    data = {"name": "own", "side": "day" if is_day else "night", "posts": "\n".join(rows), "gems": gems}
    return _accept(_check(data, _Lines("")), text)


def _accept(read: tuple[Board | None, list[Problem]], name: str) -> Board:
    board, problems = read
    faults = tuple(problem for problem in problems if not problem.is_advice)
    if board is None or faults:
        raise BoardError("board_invalid", faults, board=name, count=len(faults), first=faults[0].error)
    return board


SHIPPED: Final = files(__package__) / "data" / "boards"


@cache
def board_names() -> tuple[str, ...]:
    return tuple(sorted(file.name.removesuffix(".toml") for file in SHIPPED.iterdir() if file.name.endswith(".toml")))


FIRST_BOARDS: Final = ("day-basic", "night-basic", "day-advanced", "night-advanced")


class ShippedBoard(NamedTuple):
    """A board to choose, with what was measured of it for 2, 3 and 4 players; see docs/boards.md."""

    name: str
    title: str
    side: Side
    hourglasses: tuple[int, ...]
    """With so many one player alone collects all four gems."""
    first: tuple[tuple[float, float], ...]
    """Where the share of games lies that whoever begins wins."""


def shipped_boards() -> list[ShippedBoard]:
    """The booklet's boards first, the easiest first."""
    others = sorted(set(board_names()) - set(FIRST_BOARDS), key=lambda name: load_board(name).name)
    return [_described(name) for name in (*FIRST_BOARDS, *others)]


def _described(name: str) -> ShippedBoard:
    rating = tomllib.loads((SHIPPED / f"{name}.toml").read_text("utf-8"))["rating"]
    return ShippedBoard(name, load_board(name).name, load_board(name).side, *measured(rating))


def measured(rating: Mapping[str, Any]) -> tuple[tuple[int, ...], tuple[tuple[float, float], ...]]:
    """Of the table ``[rating]`` what is told of a `ShippedBoard`."""
    costs = (rating["cost"][str(seats)] for seats in (2, 3, 4))
    first = (rating["balance"][str(seats)]["first"] for seats in (2, 3, 4))
    hourglasses = tuple(min(lower for lower, _ in cost.values()) for cost in costs)
    return hourglasses, tuple((low, high) for _, low, high in first)


@cache
def _shipped(name: str) -> Board:
    return parse_board((SHIPPED / f"{name}.toml").read_text("utf-8"), name)


def load_board(text: str) -> Board:
    """The board of that name, of that file (``*.toml``) or of that code. Raises BoardError."""
    if ";" in text:
        return parse_code(text)
    if text in board_names():
        return _shipped(text)
    if text.endswith(".toml"):
        try:
            return parse_board(Path(text).read_text("utf-8"), text)
        except (OSError, UnicodeDecodeError):
            raise BoardError("board_unreadable", board=text) from None
    raise BoardError("board_unknown", board=text, nearest=nearest(text, board_names()))


DOTS: Final = 200
"""How many one line of a board file may have: tomllib takes quadratic time for a key of many parts."""


class _Lines:
    """Where things are in a board file: TOML readers do not tell."""

    KEY: Final = re.compile(r"\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'=]+))\s*=")

    def __init__(self, text: str) -> None:
        self.rows = text.splitlines()
        self._keys: dict[str, int] = {}
        for number, row in enumerate(self.rows, 1):
            if found := self.KEY.match(row):
                self._keys.setdefault(found[1] or found[2] or found[3] or "", number)

    def has(self, line: int, text: str) -> bool:
        return bool(line and text) and text in self.rows[line - 1]

    def of_key(self, key: str) -> int:
        """The first line that gives the key a value, from 1; 0 if none does."""
        return self._keys.get(key, 0)

    def of_gem(self, colour: str, name: object, nth: int) -> int:
        """The line of the nth mention of a field among a colour's gems."""
        if not (start := self.of_key(colour)):
            return 0
        for number, row in enumerate(self.rows[start - 1 :], start):
            nth -= row.count(f'"{name}"') + row.count(f"'{name}'")
            if nth < 0:
                return number
        return start


def _read(text: str) -> tuple[Board | None, list[Problem]]:
    if len(text) > LONGEST:
        return None, [Problem("board_long", 0, "", "", {"most": LONGEST})]
    lines = _Lines(text)
    for number, row in enumerate(lines.rows, 1):
        if row.count(".") > DOTS:
            return None, [Problem("board_nested", number, "", "")]
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        at = re.search(r"at line (\d+)", str(error))
        line = int(at[1]) if at else len(lines.rows)
        return None, [Problem("board_syntax", line, "", "", {"reason": str(error)[:200]})]
    except RecursionError:
        return None, [Problem("board_nested", 0, "", "")]
    except ValueError:  # tomllib lets Python's own refusal of endless numbers through
        return None, [Problem("board_number", 0, "", "")]
    return _check(data, lines)


def _shown(value: object) -> str:
    """A value of the file, short enough to be repeated in a message."""
    if isinstance(value, dict | list):
        return "{…}" if isinstance(value, dict) else "[…]"
    text = str(value)
    return text if len(text) <= 2 * SHOWN else text[:SHOWN] + "…"


def _unknown(
    code: str, kind: str, keys: Iterable[str], known: tuple[str, ...], rule: str, lines: _Lines
) -> list[Problem]:
    """Keys that mean nothing: the first by name, then how many more there are."""
    found = [key for key in keys if key not in known]
    problems = [
        Problem(code, lines.of_key(key), "", rule, {kind: _shown(key), "nearest": nearest(key[:SHOWN], known)})
        for key in found[:NAMED]
    ]
    if len(found) > NAMED:
        problems.append(Problem("board_more", 0, "", rule, {"count": len(found) - NAMED}))
    return problems


def _check(data: dict[str, Any], lines: _Lines) -> tuple[Board | None, list[Problem]]:
    problems: list[Problem] = []
    known = ("name", "side", "reconstructed", BOX, "posts", "gems", "rating")
    problems += _unknown("board_key", "key", data, known, "", lines)
    name = data.get("name", "")
    if not isinstance(name, str) or not name.strip():
        problems.append(Problem("board_name", lines.of_key("name"), "", ""))
    posts = _read_posts(data, lines, problems)
    gems = _read_gems(data, posts, lines, problems)
    if not problems and posts is not None:
        board = Board(name.strip(), posts, gems)
        return board, _asymmetries(board, lines)
    return None, sorted(problems, key=lambda problem: problem.line or len(lines.rows) + 1)


def _read_posts(data: dict[str, Any], lines: _Lines, problems: list[Problem]) -> str | None:
    side = data.get("side")
    if side not in ("day", "night"):
        problems.append(Problem("board_side", lines.of_key("side"), "", "VE-6", {"side": _shown(side)}))
    line = lines.of_key("posts")
    text = data.get("posts")
    if not isinstance(text, str):
        problems.append(Problem("board_posts", line, "", "VE-R1"))
        return None
    # The rows begin on the line after the opening quotes, or right behind them.
    top = line + (0 if lines.has(line, text.split("\n")[0].strip()) else 1)
    rows = [("".join(row.split()), top + at) for at, row in enumerate(text.splitlines()) if row.strip()]
    if len(rows) != ROWS:
        params = {"count": len(rows), "wanted": ROWS}
        problems.append(Problem("board_rows", line, "", "VE-R1", params))
    is_whole = len(rows) == ROWS
    found = {}
    for index, (row, at) in enumerate(rows[:ROWS]):
        if len(row) != COLUMNS:
            params = {"row": ROWS - index, "count": len(row), "wanted": COLUMNS}
            problems.append(Problem("board_columns", at, "", "VE-R1", params))
            is_whole = False
        for column, symbol in enumerate(row[:COLUMNS]):
            spot = SPOT_NAMES[column + COLUMNS * (ROWS - 1 - index)]
            found[spot] = symbol
            problems += _post_problems(spot, symbol, side, at)
    if not is_whole or any(symbol not in SIDES for symbol in found.values()):
        return None
    return "".join(found[spot] for spot in SPOT_NAMES)


def _post_problems(spot: str, symbol: str, side: object, line: int) -> list[Problem]:
    if symbol not in SIDES:
        return [Problem("board_symbol", line, spot, "VE-R2", {"symbol": symbol, "known": " ".join(SIDES)})]
    is_home = spot in HOMES.values()
    if is_home != (symbol == START):
        return [Problem("board_no_start" if is_home else "board_start", line, spot, "VE-R1")]
    if spot in CENTRE and side in ("day", "night"):
        if (symbol == WATER) != (side == "day"):
            return [Problem(f"board_centre_{side}", line, spot, "VE-R1")]
    elif symbol == WATER and spot not in CENTRE:
        return [Problem("board_water", line, spot, "VE-R1")]
    return []


def _read_gems(
    data: dict[str, Any], posts: str | None, lines: _Lines, problems: list[Problem]
) -> tuple[tuple[str, ...], ...]:
    found = data.get("gems")
    if not isinstance(found, dict):
        problems.append(Problem("board_gems", lines.of_key("gems"), "", "VE-1"))
        return ()
    problems += _unknown("board_colour", "colour", found, COLOURS, "VE-1", lines)
    owner: dict[str, str] = {}
    gems = []
    for colour in COLOURS:
        fields = found.get(colour, [])
        at = lines.of_key(colour)
        if not isinstance(fields, list) or len(fields) != GEMS:
            count = len(fields) if isinstance(fields, list) else 0
            problems.append(
                Problem("board_gem_count", at, "", "VE-1", {"colour": colour, "count": count, "wanted": GEMS})
            )
        fields = fields[:NAMED] if isinstance(fields, list) else []
        reached = _reach(posts, colour)
        for index, name in enumerate(fields):
            line = lines.of_gem(colour, name, fields[:index].count(name))
            params: dict[str, object] = {"colour": colour, "field": _shown(name)}
            if (code := _gem_fault(name, posts, params)) is not None:
                problems.append(Problem(code, line, _shown(name), "VE-R7", params))
            elif name in owner:
                problems.append(Problem("board_gem_twice", line, name, "VE-R7", {**params, "other": owner[name]}))
            else:
                owner[name] = colour
                if reached is not None and name not in reached:
                    problems.append(Problem("board_gem_unreachable", line, name, "VE-R6", params))
        gems.append(tuple(sorted(name for name in fields if isinstance(name, str))))
    return tuple(gems)


def _gem_fault(name: object, posts: str | None, params: dict[str, object]) -> str | None:
    """Why a gem cannot lie there, as far as the posts are known; fills in `params`."""
    if not isinstance(name, str) or name[:2] not in SPOT_NAMES:
        return "board_gem_spot"
    if name[:2] in HOMES.values():
        return "board_gem_start"
    if posts is None:
        return None
    sides = SIDES[posts[SPOT_NAMES.index(name[:2])]]
    if not sides:
        return "board_gem_water"
    if name[2:] not in sides:
        params["sides"] = ", ".join(name[:2] + side for side in sides)
        return "board_gem_side"
    return None


def _reach(posts: str | None, colour: str) -> set[str] | None:
    """The fields that planks can lead to from the colour's start post, were there enough of them (VE-R6)."""
    if posts is None or HOMES[colour] not in planks(posts).number:
        return None
    physics = planks(posts)
    return set(physics.show(physics.buildable(physics.number[HOMES[colour]])))


def _asymmetries(board: Board, lines: _Lines) -> list[Problem]:
    """Where the mirrors that swap the four corners do not map the board onto itself (VE-R6)."""
    found = [[*_skews(board, mirror, lines)] for mirror in (LEFT_RIGHT, UP_DOWN)]
    if all(found) and not any(_skews(board, HALF_TURN, lines)):
        return [Problem("board_half_turn", 0, "", "VE-R6", is_advice=True)]
    return [problem for skews in found for problem in skews]


def _skews(board: Board, symmetry: Symmetry, lines: _Lines) -> Iterator[Problem]:
    """Posts and gems that have no image."""
    first_row = lines.of_key("posts")
    for spot, symbol in enumerate(board.posts):
        image = SPOT_NAMES.index(symmetry.place(SPOT_NAMES[spot]))
        if image >= spot and board.posts[image] != symmetry.sign(symbol):
            line = first_row + ROWS - spot // COLUMNS
            yield _skewed("board_skew_post", line, SPOT_NAMES[spot], SPOT_NAMES[image])
    for index, colour in enumerate(COLOURS):
        for name in board.gems[index]:
            if (field := symmetry.place(name)) not in board.gems[symmetry.colour(index)]:
                yield _skewed("board_skew_gem", lines.of_gem(colour, name, 0), name, field)


def _skewed(code: str, line: int, spot: str, image: str) -> Problem:
    return Problem(code, line, spot, "VE-R6", {"image": image}, is_advice=True)


def symmetries(board: Board) -> tuple[Symmetry, ...]:
    """Those that map the board onto itself, gems and all."""
    lines = _Lines("")
    return tuple(symmetry for symmetry in SYMMETRIES if not any(_skews(board, symmetry, lines)))
