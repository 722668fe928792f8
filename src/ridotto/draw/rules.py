"""The pictures of the rules pages. Each is drawn from a position and asks the rules what may be done there.

Nothing is marked by hand: targets, ways, falling planks and costs are what the games say. Pictures hold no words, so
one serves all languages; what is to be seen in them is told by the page.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache, partial
from math import sqrt
from typing import Final

from ridotto.core import Seat
from ridotto.draw import venise, xequeo
from ridotto.draw.svg import DAY, NIGHT, Markup, Style, Theme, element, group, number, shift, writing
from ridotto.draw.venise import Setting
from ridotto.draw.venise.hero import hero
from ridotto.draw.xequeo import TO_ENTRY
from ridotto.games import GameError, games
from ridotto.games.venise import Venise
from ridotto.games.venise.boards import load_board
from ridotto.games.venise.deck import CARDS, counts_of
from ridotto.games.venise.effects import Effects, effects_of, together
from ridotto.games.venise.moves import Play
from ridotto.games.venise.position import to_play
from ridotto.games.venise.state import put
from ridotto.games.xequeo.board import ANYBODY, BIT, LETTERS, NOBODY, board, distance_key, mask_of, squares_of
from ridotto.games.xequeo.position import Position, parse_position
from ridotto.games.xequeo.rules import XeQueo

THEMES: Final[Mapping[str, Theme]] = {theme.name: theme for theme in (DAY, NIGHT)}
NAMES: Final = ("Anna", "Bruno")

# -- Xe Queo! --------------------------------------------------------------------------------------------------------

LAYING: Final = "V5O/7/1B1G3/4Y2/7/2W4/5R1 0"
STEP: Final = ("R5O/7/2G4/7/1V3Y1/3*2B/W6 0", "G")
JUMP: Final = ("V2O3/7/BY5/W2G1R1/7/4*2/7 0", "We4")
"""A chain that first leads away from the ring, then turns twice."""
CLOSER: Final = ("O5Y/1R5/7/3*3/7/6G/B1V3W 0", "R")


def _seen(theme: Theme, seat: Seat | None, choices: tuple[str, str], moves: tuple[str, ...], selected: str = "") -> str:
    view = xequeo.played(choices, moves, seat)
    piece = LETTERS.index(selected) if selected else None
    return xequeo.svg(view, theme=theme, selected=piece, targets=seat is not None, names=NAMES)


def _laying(theme: Theme) -> str:
    position = parse_position(LAYING)
    return xequeo.position_svg(position, theme=theme, lays=squares_of(board(7, 7).apart(position.pieces)))


def _step(theme: Theme) -> str:
    position, piece = parse_position(STEP[0]), LETTERS.index(STEP[1])
    targets = squares_of(board(7, 7).reach(position.pieces, position.ring, NOBODY)[piece])
    return xequeo.position_svg(position, theme=theme, selected=piece, targets=targets)


def jumped(text: str, move: str) -> tuple[Position, tuple[int, ...]]:
    """The position after a move, and the spaces the piece touched."""
    before, go = parse_position(text), XeQueo(position=text).parse_move(move)
    piece, square = LETTERS.index(move[0]), go.square  # type: ignore[union-attr]
    path = board(7, 7).path(before.pieces[piece], square, mask_of(before.pieces), before.ring)
    pieces = tuple(square if index == piece else at for index, at in enumerate(before.pieces))
    return before._replace(pieces=pieces, turn=1 - before.turn), path


def _jump(theme: Theme) -> str:
    after, path = jumped(*JUMP)
    return xequeo.position_svg(after, theme=theme, path=path)


def _closer(theme: Theme) -> str:
    """The circle round the ring on which the piece stands: inside is closer. Figures are dx² + dy² (XQ-R1)."""
    position, piece = parse_position(CLOSER[0]), LETTERS.index(CLOSER[1])
    geometry, origin, ring = board(7, 7), position.pieces[piece], position.ring
    targets = geometry.reach(position.pieces, ring, ANYBODY)[piece]
    x, y = xequeo.point(position, ring)
    radius = xequeo.CELL * sqrt(distance_key("euclidean", origin, ring))
    marks = [
        element(
            "circle", cx=x, cy=y, r=radius, fill="none", stroke=theme.gold, stroke_width=4, stroke_dasharray="3 9",
            stroke_linecap="round", class_="circle",
        )
    ]  # fmt: skip
    around = squares_of(geometry.neighbours[origin] & geometry.vacant(position.pieces))
    for square in around:
        far = distance_key("euclidean", square, ring)
        marks.append(_figure(theme, xequeo.point(position, square), far, can_go=bool(targets & BIT[square])))
    at = xequeo.point(position, origin)
    tag = writing(str(distance_key("euclidean", origin, ring)), 0, 10, 27, theme.paper)
    disc = element("circle", r=22, fill=theme.ink, stroke=theme.field, stroke_width=3)
    marks.append(group((disc, tag), transform=shift(at[0] + 34, at[1] - 34), class_="figure"))
    return xequeo.position_svg(position, theme=theme, selected=piece, over=group(marks, class_="closer"))


def _figure(theme: Theme, at: tuple[float, float], far: int, *, can_go: bool) -> Markup:
    """A full disc where the piece may go, a struck-out ring where not."""
    look: Style = {"fill": theme.accent, "stroke": theme.field, "stroke_width": 3}
    if not can_go:
        look = {"fill": theme.field, "stroke": theme.trail, "stroke_width": 3.5, "stroke_dasharray": "6 5"}
    parts = [element("circle", r=26, **look), writing(str(far), 0, 10.5, 29, theme.field if can_go else theme.ink)]
    if not can_go:
        parts.append(element("path", d="M-21 21L21-21", stroke=theme.trail, stroke_width=4, stroke_linecap="round"))
    return group(parts, transform=shift(*at), class_="can-go" if can_go else "too-far", data_far=number(far))


# -- Venise ----------------------------------------------------------------------------------------------------------

CELL: Final = ("b2", "c3")
"""The part of La Fenice on which planks are explained: every way to lay one fits in here."""
LAID: Final[Mapping[str, tuple[tuple[str, ...], str, str]]] = {
    "ve-edge": ((), "b2over", "short:b2-c2"),
    "ve-t": (("b3/c2",), "b3/c2", "short:b3/c2>b2"),
    "ve-x": (("b3/c2", "b3/c2>b2"), "b3/c2>b2", "short:b3/c2>c3"),
    "ve-diagonal": ((), "b3under", "long:b3/c2"),
    "ve-h": (("b2-c2", "b3-c3"), "b2-c2", "long:b2-c2=b3-c3"),
}
"""By picture: the planks that lie, where the pawn stands, and what it lays."""
FALL: Final = (("b3/c2", "b3/c2>b2", "b3/c2>c3"), "b3under", "remove:b3/c2")
MOVED: Final = (("b2-b3", "b3/c2"), "b2under", "move:b2-b3,b3/c2>b2")
WALK: Final = (("a4-b4", "b3-b4"), "a4", "step3:a4-b4,b4sw,b3-b4")
CROSSING: Final = (("b3/c2", "b3/c2>b2", "b3/c2>c3"), "b3/c2>b2", "step2:b3/c2>c3,c3under")
OPENING: Final = ("long:a4/b3", "step2:a4/b3,b3under")
"""A first turn that brings red its first gem; as the deck is shipped, with the fixed cards, for four hourglasses."""
POSTS: Final = ("a4", "b4sw", "b4ne", "a3nw", "a3se", "b3over", "b3under")


def worked(laid: tuple[str, ...], field: str, move: str, name: str = "night-basic") -> tuple[Setting, Effects]:
    """What lies after the red pawn on `field` has played a card, and what the card did."""
    game = Venise(board=name, first="0")
    physics, play, state = game.planks, game.parse_move(move), game.start()
    assert isinstance(play, Play)
    pieces, cards = state.pieces, state.cards
    state = state._replace(
        turn=state.turn._replace(phase="play", hourglasses=game.deck.cost(play.card)),
        pieces=pieces._replace(planks=physics.mask(*laid), pawns=put(pieces.pawns, 0, physics.number[field])),
        cards=cards._replace(hands=put(cards.hands, 0, counts_of((play.card,)))),
    )
    after = game.view(game.play(state, 0, play), None)
    return Setting(("red",), after.planks, after.pawns[:1]), effects_of(game, state, play)


def _worked(
    shown: tuple[tuple[str, ...], str, str], theme: Theme, *, name: str = "night-basic", part: tuple[str, str] = CELL
) -> str:
    """Steps are numbered where they end, save the last, where the pawn stands."""
    standing, marks = worked(*shown, name)
    notes = [(field, str(nth)) for nth, field in enumerate(marks.way[1:-1], 1)]
    return venise.detail_svg(load_board(name), standing, part=part, theme=theme, last=marks, notes=notes)


def _posts(theme: Theme) -> str:
    """One number a field: a start post, two walls, a bridge over its ground, and a plank."""
    rialto = load_board("day-basic")
    posts = [(field, "2" if field[2:] in ("ne", "se", "under") else "1") for field in POSTS]
    standing = Setting((), ("a3-b3",))
    return venise.detail_svg(rialto, standing, part=("a3", "b4"), theme=theme, notes=[*posts, ("a3-b3", "1")])


def _opening(theme: Theme) -> str:
    game = Venise(seats=2, first="0")
    moves = [game.parse_move(text) for text in OPENING]
    # Whatever the deck says, red has what the turn takes.
    state = to_play(game, game.start(), 0, counts_of([move.card for move in moves if isinstance(move, Play)]))
    state = state._replace(pieces=state.pieces._replace(stocks=((1, 1),) * game.seats))
    done = []
    for move in moves:
        done.append(effects_of(game, state, move))
        state = game.play(state, 0, move)
    return venise.detail_svg(game.board, game.view(state, 0), part=("a3", "b4"), theme=theme, last=together(done))


# -- all of them -----------------------------------------------------------------------------------------------------

ENTERED: Final = ("=W", "=Y"), (*TO_ENTRY, "Wd3")
COUNTERED: Final = ("=W", "=W"), (*TO_ENTRY, "Wd3")
CHALLENGED: Final = ("=W", "=Y"), (*TO_ENTRY, "Y!")

XEQUEO_PICTURES: Final[Mapping[str, Callable[[Theme], str]]] = {
    "xq-table": lambda theme: _seen(theme, 0, ("=W", "=Y"), TO_ENTRY, "W"),
    "xq-ring": _laying,
    "xq-step": _step,
    "xq-jump": _jump,
    "xq-closer": _closer,
    "xq-entry": lambda theme: _seen(theme, None, *ENTERED),
    "xq-counter": lambda theme: _seen(theme, None, *COUNTERED),
    "xq-challenge": lambda theme: _seen(theme, None, *CHALLENGED),
}
VENISE_PICTURES: Final[Mapping[str, Callable[[Theme], str]]] = {
    "ve-table": lambda theme: hero(theme.name),
    "ve-posts": _posts,
    "ve-turn": _opening,
    **{name: partial(_worked, shown) for name, shown in LAID.items()},
    "ve-fall": partial(_worked, FALL),
    "ve-move": partial(_worked, MOVED),
    "ve-steps": partial(_worked, WALK, name="day-basic", part=("a3", "b4")),
    "ve-cross": partial(_worked, CROSSING),
    **{f"ve-card-{card}": partial(venise.card_svg, card) for card in CARDS},
}


@cache
def pictures() -> Mapping[str, Callable[[Theme], str]]:
    """Those of all games."""
    found: dict[str, Callable[[Theme], str]] = {}
    for game in games().values():
        with suppress(GameError):  # whoever has none cannot take the others' away
            found |= game.load("pictures") if game.pictures else {}
    return found


def picture(name: str, theme: Theme = DAY) -> str:
    """A picture of the rules as SVG; KeyError where there is none of that name."""
    return pictures()[name](theme)
