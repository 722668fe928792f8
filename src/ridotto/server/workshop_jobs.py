"""The board workshop's costly answers, worked out in processes: the kit of boards, drafts checked and read."""

from __future__ import annotations

import shlex
import time
import tomllib
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final, NamedTuple, get_args

from ridotto.boards.check import problems
from ridotto.cache import Cache
from ridotto.draw.palette import palette
from ridotto.draw.venise.canal import WIDTH
from ridotto.draw.venise.pieces import SHADES
from ridotto.draw.venise.poster import A4, MARGIN, fit, poster_svg, sheets
from ridotto.draw.venise.scene import HEIGHT, canal_of, symbols
from ridotto.draw.venise.workshop import KINDS, draw_post, empty_canal, empty_layers, gem_places, plain_posts
from ridotto.games.venise.boards import (
    BOX,
    CENTRE,
    COLOURS,
    GEMS,
    HOMES,
    LETTERS,
    Board,
    BoardError,
    Problem,
    Side,
    check_board,
    colour_key,
    parse_board,
    show_file,
)
from ridotto.games.venise.deck import CARDS, SEATS, load_deck
from ridotto.games.venise.moves import Play
from ridotto.games.venise.planks import COLUMNS, PLAIN, ROWS, SIDES, SPOT_NAMES, START, WATER
from ridotto.games.venise.symmetry import SYMMETRIES, Symmetry
from ridotto.i18n import Said
from ridotto.match import NAME_LENGTH
from ridotto.server import game_info, wire
from ridotto.server.failures import problem
from ridotto.server.views.scene import Layer, point
from ridotto.server.views.sent import encode
from ridotto.server.views.words import words
from ridotto.tell.venise import tell_place

if TYPE_CHECKING:
    from ridotto.boards.make import Progress
    from ridotto.boards.rate import Rating, Step

KIND_WORDS: Final = {
    PLAIN: "plain",
    "/": "rising",
    "\\": "falling",
    "|": "upright",
    "-": "level",
    "=": "across",
    '"': "along",
}
"""The names of kinds are in the catalogue under ws_kind_<word>."""


def draw_kit(side: Side) -> bytes:
    canal = empty_canal(side)
    kit = wire.WorkshopKit(
        side=side,
        width=round(WIDTH),
        height=round(HEIGHT),
        defs=symbols(canal),
        layers=tuple(Layer(motion=motion, markup=markup) for motion, markup in empty_layers(side)),
        palette=palette(canal.theme),
        shades=(point(SHADES[0]), point(SHADES[1])),
        kinds=tuple(
            wire.PostKind(
                symbol=symbol,
                words=words(Said(f"ws_kind_{KIND_WORDS[symbol]}")),
                markup=draw_post(side, symbol),
                fields={which: point(at) for which, at in gem_places(side, symbol).items()},
            )
            for symbol in KINDS
        ),
        spots={spot: wire.PostSpot(at=point(canal.at(spot)), kinds=kinds_at(spot, side)) for spot in SPOT_NAMES},
        colours=tuple(
            wire.GemColour(colour=colour, letter=letter)
            for colour, letter in zip(get_args(wire.Colour), LETTERS, strict=True)
        ),
        gems=GEMS,
        symmetries={symmetry.name: _images(symmetry) for symmetry in SYMMETRIES},
        plain=draft_of(Board("", plain_posts(side), ((),) * len(COLOURS))),
    )
    return encode(kit)


def _images(symmetry: Symmetry) -> wire.BoardSymmetry:
    colours = get_args(wire.Colour)
    return wire.BoardSymmetry(
        spots={spot: symmetry.place(spot) for spot in SPOT_NAMES},
        posts={symbol: symmetry.sign(symbol) for symbol in SIDES},
        fields={which: symmetry.sign(which) for fields in SIDES.values() for which in fields},
        colours={colour: colours[symmetry.colour(index)] for index, colour in enumerate(colours)},
    )


def kinds_at(spot: str, side: Side) -> tuple[str, ...]:
    """What may stand there (VE-R1)."""
    if spot in HOMES.values():
        return (START,)
    return (WATER,) if spot in CENTRE and side == "day" else KINDS


def draft_of(board: Board) -> wire.Draft:
    gems = dict(zip(get_args(wire.Colour), board.gems, strict=True))
    return wire.Draft(name=board.name[:NAME_LENGTH], side=board.side, posts=board.rows, gems=gems)


def known_draft(name: str) -> wire.Draft:
    """Of a shipped board, or of a code. Raises BoardError or OptionError."""
    return draft_of(_board(name))


def check_draft(draft: wire.Draft) -> wire.CheckedDraft:
    """With the code of the command line."""
    file = _file_of(draft)
    found = problems(file)
    is_playable = all(each.is_advice for each in found)
    code = parse_board(file).code if is_playable else ""
    return wire.CheckedDraft(file=file, code=code, problems=tuple(map(_told, found)))


def code_of(draft: wire.Draft) -> str:
    """Raises BoardError with everything that keeps the draft from being played."""
    file = _file_of(draft)
    faults = tuple(each for each in problems(file) if not each.is_advice)
    if faults:
        raise BoardError("board_invalid", faults, board=draft.name, count=len(faults), first=faults[0].error)
    return parse_board(file).code


def _file_of(draft: wire.Draft) -> str:
    gems = {colour: draft.gems.get(colour, ()) for colour in get_args(wire.Colour)}
    return show_file(draft.name, draft.side, draft.posts, gems, is_box=draft.is_box)


def read_draft(text: str) -> wire.ReadDraft:
    """What the editor can show of a file, and everything that is wrong with it. Raises BoardError if it is no TOML."""
    found = check_board(text)
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError):
        parse_board(text)
        raise AssertionError from None  # what cannot be read is a problem
    rows = [*map(list, _rows(data.get("posts")))]
    is_wet = all(row[2] == WATER for row in rows[1:3])
    side: Side = "day" if data.get("side") == "day" or (data.get("side") != "night" and is_wet) else "night"
    for spot, plain in zip(SPOT_NAMES, plain_posts(side), strict=True):
        row, column = ROWS - int(spot[1]), "abcde".index(spot[0])
        if rows[row][column] not in kinds_at(spot, side):
            rows[row][column] = plain
    posts = tuple(map("".join, rows))
    name = data.get("name")
    return wire.ReadDraft(
        draft=wire.Draft(
            name=name.strip()[:NAME_LENGTH] if isinstance(name, str) else "",
            side=side,
            posts=posts,
            gems=_gems(data.get("gems"), "".join(reversed(posts))),
            is_box=data.get(BOX) is True,
        ),
        problems=tuple(map(_told, found)),
    )


def _told(found: Problem) -> wire.Problem:
    """With colours in the reader's words: nobody sees how the file calls them."""
    params = {name: Said(colour_key(str(each))) if each in COLOURS else each for name, each in found.params.items()}
    return problem(found._replace(params=params))


def _rows(text: object) -> list[str]:
    """As many and as long as they should be, with signs of nothing where the file has none."""
    rows = ["".join(row.split()) for row in text.splitlines() if row.strip()] if isinstance(text, str) else []
    return [row[:COLUMNS].ljust(COLUMNS) for row in [*rows, *[""] * ROWS][:ROWS]]


def _gems(table: Any, posts: str) -> dict[wire.Colour, tuple[str, ...]]:
    """Those that lie somewhere, each place once."""
    free = {
        spot + which
        for spot, symbol in zip(SPOT_NAMES, posts, strict=True)
        if symbol != START
        for which in SIDES[symbol]
    }
    gems: dict[wire.Colour, tuple[str, ...]] = {}
    for colour in get_args(wire.Colour):
        fields = table.get(colour) if isinstance(table, dict) else ()
        found = [name for name in fields if isinstance(name, str)] if isinstance(fields, list) else []
        gems[colour] = tuple(sorted([name for name in dict.fromkeys(found) if name in free][:GEMS]))
        free -= set(gems[colour])
    return gems


def draw_poster(code: str, short: float, long: float) -> wire.Poster:
    """Raises BoardError, also where the planks fit no lattice."""
    cut = sheets(fit(short, long))
    wide, high = reversed(A4) if cut.is_flat else A4
    return wire.Poster(
        svg=poster_svg(_board(code), cut.cell),
        width=cut.width,
        height=cut.height,
        cell=cut.cell,
        sheet_width=wide,
        sheet_height=high,
        margin=MARGIN,
        sheets=tuple(wire.PosterSheet(x=x, y=y) for x, y in cut.corners),
    )


# -- long work, piece by piece ---------------------------------------------------------------------------------------


class PartlyRated(NamedTuple):
    step: Step
    told: wire.BoardRating
    is_done: bool


class PartlyMade(NamedTuple):
    progress: Progress
    told: wire.MadeBoards
    is_done: bool


MOST_PAUSED: Final = 4
PAUSED: Final[Cache[tuple[object, ...], Iterator[Any]]] = Cache(MOST_PAUSED)
"""What this process has under way."""
FOUND: Final = 10
"""Boards that a search keeps."""
CANDIDATES: Final = 400


def get_ready() -> None:
    """Loads what the first rating needs."""
    import ridotto.boards.make  # noqa: F401


def rate_more(code: str, known: PartlyRated | None, seconds: float) -> PartlyRated:
    from ridotto.boards.rate import rate

    board = _board(code)
    steps = _under_way((rate_more, code), lambda: rate(board, known=known.step.rating if known else None))
    step = _advance(steps, seconds) or (known.step if known else None)
    assert step is not None
    is_done = step.done == step.parts
    if not is_done:
        _pause((rate_more, code), steps)
    return PartlyRated(step, _tell_rating(board, step), is_done)


def make_more(asked: wire.AskBoards, known: PartlyMade | None, seconds: float) -> PartlyMade:
    from ridotto.boards.make import Wish, make

    like = _board(asked.like) if asked.like else None
    wish = Wish(asked.side, asked.least, asked.most, candidates=CANDIDATES, finalists=FOUND, games=0, like=like)
    steps = _under_way((make_more, asked), lambda: make(wish, asked.seed, known=known.progress if known else None))
    progress = _advance(steps, seconds) or (known.progress if known else None)
    assert progress is not None
    is_done = progress.done == progress.parts
    if not is_done:
        _pause((make_more, asked), steps)
    boards = tuple(wire.MadeBoard(code=each.board.code, cost=each.costs[-1].upper) for each in progress.found)
    told = wire.MadeBoards(done=progress.done, parts=progress.parts, waiting=0, boards=boards)
    return PartlyMade(progress, told, is_done)


def _board(code: str) -> Board:
    game: Any = game_info.asked_game("venise", f"board={shlex.quote(code)}")
    board: Board = game.board
    return board


def _under_way(key: tuple[object, ...], begin: Callable[[], Iterator[Any]]) -> Iterator[Any]:
    return PAUSED.pop(key, None) or begin()


def _pause(key: tuple[object, ...], steps: Iterator[Any]) -> None:
    PAUSED[key] = steps


def _advance(steps: Iterator[Any], seconds: float) -> Any:
    """The last step that is begun in this time; None where there is none left."""
    until, last = time.monotonic() + seconds, None
    for step in steps:
        last = step
        if time.monotonic() >= until:
            break
    return last


def _tell_rating(board: Board, step: Step) -> wire.BoardRating:
    from ridotto.boards.rate import GAMES, colour_twins, share
    from ridotto.boards.solve import NEVER, Cost

    def hourglasses(cost: int) -> int:
        return cost if cost < NEVER else -1

    def cost_of(seats: int, colour: Any, cost: Cost, is_done: bool) -> wire.RatedCost:
        return wire.RatedCost(
            seats=seats,
            colour=colour,
            lower=hourglasses(cost.lower),
            upper=hourglasses(cost.upper),
            positions=cost.positions,
            is_done=is_done,
        )

    def share_of(colour: Any, wins: int, games: int) -> wire.RatedShare:
        _, low, high = share(wins, games)
        return wire.RatedShare(colour=colour, low=low, high=high)

    rating = step.rating
    costs = [
        cost_of(seats, colour, cost, True) for seats, found in rating.costs.items() for colour, cost in found.items()
    ]
    if step.proving:
        twins = [each for each, first in colour_twins(board).items() if first == step.proving.colour]
        costs += [cost_of(step.proving.seats, each, step.proving.cost, False) for each in twins]
    gems = [
        wire.RatedGem(colour=colour, field=way.gem, cost=hourglasses(way.cost))
        for colour in get_args(wire.Colour)
        for way in rating.ways[colour]
    ]
    games = [
        wire.RatedGames(
            seats=seats,
            games=tally.games,
            most=GAMES,
            rounds=round(tally.rounds / tally.games, 1),
            shares=(
                *(share_of(colour, wins, tally.games) for colour, wins in zip(tally.colours, tally.wins, strict=True)),
                share_of(None, tally.first, tally.games),
            ),
        )
        for seats, tally in rating.balance.items()
        if tally.games
    ]
    return wire.BoardRating(
        done=step.done, parts=step.parts, waiting=0, gems=tuple(gems), costs=tuple(costs), games=tuple(games)
    )


def cheapest_way(code: str, colour: wire.Colour, rating: Rating | None) -> wire.RatedWay:
    """Card by card; no steps where it is not known yet."""
    from ridotto.boards.rate import colour_twins

    board = _board(code)
    colours = get_args(wire.Colour)
    shown = colours[colours.index(colour_twins(board)[colour])]
    costs = rating.costs.get(SEATS[0], {}) if rating else {}
    plays = costs[shown].plays if shown in costs else ()
    return wire.RatedWay(colour=shown, steps=tuple(_steps(board, COLOURS.index(shown), plays)))


DEEDS: Final = {"short": "lay", "long": "lay", "step1": "walk"}
"""What cards do that are not called so; the words are in the catalogue under ws_way_<deed>."""


def _steps(board: Board, colour: int, plays: Iterable[Play]) -> Iterator[wire.WayStep]:
    canal, physics, deck = canal_of(board), board.planks, load_deck()
    at, laid, paid = physics.names[board.home(colour)], 0, 0
    taken: list[str] = []
    for is_walk, cards in groupby(plays, lambda play: play.card == "step1"):
        # Steps in a row are one walk; every other card is by itself.
        for group in [[*cards]] if is_walk else [[card] for card in cards]:
            before = laid
            for play in group:
                if play.card == "step1":
                    at = play.where[-1]
                    taken += [at] if at in board.gems[colour] else []
                else:
                    slots = [physics.number[name] for name in play.where]
                    laid = physics.without(slots[0], laid) if play.card in ("remove", "move") else laid
                    laid |= 0 if play.card == "remove" else 1 << slots[-1]
            paid += sum(deck.costs[CARDS.index(play.card)] for play in group)
            place = tell_place(physics, group[-1].where[-1])
            lying = physics.show(laid)
            yield wire.WayStep(
                words=words(Said(f"ws_way_{DEEDS.get(group[-1].card, group[-1].card)}", {"place": place})),
                paid=paid,
                planks=tuple(
                    wire.WayPlank(
                        name=name,
                        shape=canal.slot(name).shape,
                        ends=(point(canal.ends(name)[0]), point(canal.ends(name)[1])),
                        is_upper=canal.slot(name).is_upper,
                        is_new=not before >> physics.number[name] & 1,
                    )
                    for name in lying
                ),
                pawn=point(canal.place(at, lying).pawns),
                taken=tuple(taken),
            )
