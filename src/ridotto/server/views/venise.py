"""Venise as the browser gets it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Annotated, Any, Literal, TypeAlias

from ridotto.core import Outcome, Seat, show_options
from ridotto.draw.venise.canal import POST, THICK, WIDTH, Canal, Setting
from ridotto.draw.venise.pieces import SHADES
from ridotto.draw.venise.scene import HEIGHT, canal_of, defs, palette_of
from ridotto.draw.venise.water import layers
from ridotto.games.venise import Board, Options, State, Venise, View
from ridotto.games.venise.boards import COLOURS, GEMS, LETTERS
from ridotto.games.venise.deck import CARDS, STEPS, Card, cards_of
from ridotto.games.venise.effects import Effects, gems_on, news_since
from ridotto.games.venise.moves import Discard, Exchange, Move, Play
from ridotto.games.venise.planks import COLUMNS, SPOT_NAMES, Planks, Shape, Slot
from ridotto.games.venise.state import GONE, Did, Phase, Pieces
from ridotto.server.views import view as views
from ridotto.server.views.scene import Layer, Point, Scene, point
from ridotto.server.views.sent import Sent, without_defaults
from ridotto.server.views.words import Words, words
from ridotto.tell.venise import heading, tell_place

VeniseKind: TypeAlias = Literal["play", "tile", "take", "exchange", "end", "discard"]
WhyNot: TypeAlias = Literal[
    "", "turn", "taken", "played", "dear", "stock", "jokers", "few", "none", "lay", "lift", "walk", "place"
]
"""Not your turn; a joker was taken; cards were played; too few hourglasses, or planks; too many jokers; too few cards;
no tile; nowhere to lay, to take up, to walk, or anything of that. Empty: it can be done. Words: ve_not_<why>."""


Chart: TypeAlias = tuple[int, int]
"""Column and row on a chart where the posts have even numbers, a1 has 0 0, and what lies between posts has its place
between them."""


class VeniseMove(Sent):
    """What can be done now; `text` is what to send."""

    text: str
    kind: VeniseKind
    cards: tuple[str, ...]
    """What is played, laid off or exchanged; after a joker what it stands for."""
    places: tuple[str, ...]
    """Of a plank the slot, or the slots it goes from and to; of a walk the fields, end last."""
    gems: tuple[str, ...]
    """Where a walk takes gems."""


class VeniseCard(Sent):
    """Equal cards of the own hand."""

    card: str
    count: int
    cost: int
    why_not: WhyNot


class VeniseDeed(Sent):
    """What else a turn has besides cards."""

    kind: Literal["tile", "take", "exchange", "end"]
    count: int
    """How many cards go or come, or tiles there are."""
    why_not: WhyNot


class VeniseThing(Sent):
    """A pawn or a gem on the board."""

    seat: int
    field: str
    is_gem: bool
    x: int
    y: int


class VeniseSeat(Sent):
    colour: str
    """The words are in the catalogue under ve_colour_<colour>."""
    letter: str
    home: int
    """How many gems are in the tent."""
    short: int
    long: int
    tiles: int
    cards: int
    known: tuple[str, ...]
    """Cards of its hand that the viewer knows it to have; of an open replay all."""
    place: int
    """1 is best; 0 while it plays."""
    is_stranded: bool


class VeniseNews(Sent):
    """What the cards of one turn did, all together."""

    done: Annotated[Any, Effects]
    yours: tuple[str, ...]
    """Of the planks taken or fallen, those that the reader had laid."""


class VeniseView(views.View, tag_field="game", tag="venise"):
    scene: str
    """Options for /api/scene.json."""
    phase: Phase
    turn: int
    round: int
    did: Did
    hourglasses: int
    """Left to spend this turn."""
    limit: int
    """How many a turn has without tiles."""
    hand_limit: int
    planks: dict[str, tuple[str, ...]]
    """The planks that lie, each with those that rest on it and would go into the water with it."""
    things: tuple[VeniseThing, ...]
    """From the far side to the near one."""
    seats: tuple[VeniseSeat, ...]
    lost: tuple[int, int]
    """Short and long planks that went into the water."""
    pile: int
    discards: tuple[str, ...]
    jokers: int
    hand: tuple[VeniseCard, ...]
    deeds: tuple[VeniseDeed, ...]
    """Of the seat whose turn it is."""
    costs: dict[str, int]
    legal: tuple[VeniseMove, ...]
    since: tuple[VeniseNews, ...]
    """What the others did since this seat's own last turn, turn by turn; for the spectator the newest turn."""


class VeniseField(Sent):
    """A place to stand on a post."""

    words: Words
    chart: Chart
    post: Point
    """The middle of the post."""
    pawn: Point
    gem: Point


class VeniseSlot(Sent):
    """A place for a plank."""

    words: Words
    chart: Chart
    shape: Shape
    is_upper: bool
    """Whether it rests on other planks."""
    ends: tuple[Point, Point]
    pawn: Point
    """Where a pawn stands on it."""
    carrying: Point
    """The same while other planks rest on it."""


class VeniseScene(Scene, tag_field="game", tag="venise"):
    """The canal. Symbols ``ve-plank-edge``, ``ve-shade-edge``, ``ve-pawn-R``, ``ve-gem-R``, ``ve-card-joker`` ... lie
    around the origin, planks along the x axis."""

    fields: dict[str, VeniseField]
    slots: dict[str, VeniseSlot]
    thick: int
    """How wide a plank is."""
    post: int
    """Half the width of a post."""
    shades: tuple[Point, Point]
    """How far the shadows of lower and of upper planks fall."""


def venise_view(
    game: Venise,
    state: Any,
    seat: Seat | None,
    *,
    recent: Iterable[tuple[State, Move | str]] = (),
    is_open: bool = False,
    has_moves: bool = True,
    has_past: bool = True,  # noqa: ARG001 - it has none
    outcome: Outcome | None = None,
    shared: dict[str, Any] | None = None,
) -> VeniseView:
    """`recent` are the moves that led here with the states they were made in, the newest first.

    `is_open` also tells the hands, for replays of records that have them; without `has_moves` no move is listed.

    `outcome` is the match's: it can have one although the game could go on, when somebody resigned.
    """
    view = game.view(state, seat)
    outcome = view.outcome or outcome
    shared = {} if shared is None else shared
    if not shared:
        planks, things = _lying(game.board, state.pieces)
        hands = [cards_of(hand) for hand in state.cards.hands] if is_open else view.shown
        shared |= {
            "heading": None if view.phase == "over" else words(heading(game, state)),
            "scene": _scene_options(game.options.board),
            "phase": view.phase,
            "turn": view.turn,
            "round": view.round,
            "did": view.did,
            "hourglasses": view.hourglasses,
            "limit": game.deck.hourglasses,
            "hand_limit": game.deck.hand,
            "planks": planks,
            "things": things,
            "seats": tuple(_seats(view, hands, outcome)),
            "lost": view.lost,
            "pile": view.pile,
            "discards": view.discards,
            "jokers": view.jokers,
            "costs": _costs(game.deck.costs),
            "places": outcome.places if outcome else (),
        }
    return VeniseView(
        seat=seat,
        hand=tuple(
            VeniseCard(card=card, count=count, cost=game.deck.cost(card), why_not=_why_no_card(game, view, card))
            for card, count in Counter(view.hand).items()
        ),
        deeds=tuple(_deeds(game, view)),
        legal=tuple(_moves(view)) if has_moves else (),
        is_private=bool(view.hand),
        has_secret=bool(view.hand),
        since=tuple(
            VeniseNews(done=without_defaults(news.done), yours=news.yours)
            for news in news_since(game, state, recent, seat)
        ),
        **shared,
    )


def _seats(view: View, hands: Sequence[tuple[Card, ...]], outcome: Outcome | None) -> Iterator[VeniseSeat]:
    for seat, (colour, (short, long)) in enumerate(zip(view.colours, view.stocks, strict=True)):
        place = view.finished.index(seat) + 1 if seat in view.finished else 0
        yield VeniseSeat(
            colour=colour,
            letter=LETTERS[COLOURS.index(colour)],
            home=GEMS - len(view.gems[seat]),
            short=short,
            long=long,
            tiles=view.tiles[seat],
            cards=view.counts[seat],
            known=hands[seat],
            place=outcome.places[seat] if outcome else place,
            is_stranded=view.stranded[seat],
        )


@lru_cache(maxsize=1024)
def _lying(board: Board, pieces: Pieces) -> tuple[dict[str, tuple[str, ...]], tuple[VeniseThing, ...]]:
    """What lies and stands on the board: most moves leave all of it where it is."""
    physics = board.planks
    laid, names = physics.show(pieces.planks), physics.names
    setting = Setting(
        colours=(),
        planks=laid,
        pawns=tuple("" if field == GONE else names[field] for field in pieces.pawns),
        gems=tuple(map(physics.show, pieces.gems)),
    )
    return (
        {name: physics.show(physics.falling(physics.number[name], pieces.planks)) for name in laid},
        tuple(
            VeniseThing(seat=thing.seat, field=thing.field, is_gem=thing.is_gem, x=round(thing.x), y=round(thing.y))
            for thing in _canal(board).standing(setting)
        ),
    )


@lru_cache(maxsize=64)
def _costs(costs: tuple[int, ...]) -> dict[str, int]:
    return dict(zip(CARDS, costs, strict=True))


@lru_cache(maxsize=64)
def _scene_options(board: str) -> str:
    return show_options(Options(board=board))


def scene(game: Venise) -> VeniseScene:
    canal, physics = _canal(game.board), game.planks
    return VeniseScene(
        width=round(WIDTH),
        height=round(HEIGHT),
        defs=defs(game.board),
        layers=tuple(Layer(motion=motion, markup=markup) for motion, markup in layers(canal)),
        palette=palette_of(game.board),
        fields={
            name: VeniseField(
                words=_words(physics, name),
                chart=_chart(name),
                post=point(canal.at(name[:2])),
                pawn=point(place.pawns),
                gem=point(place.gem),
            )
            for name in physics.names[: physics.first_slot]
            for place in (canal.place(name),)
        },
        slots={slot.name: _slot(canal, slot) for slot in physics.slots},
        thick=round(THICK),
        post=round(POST),
        shades=(point(SHADES[0]), point(SHADES[1])),
    )


def _slot(canal: Canal, slot: Slot) -> VeniseSlot:
    free, carrying = (canal.stand(slot.name, is_carrier=is_carrier).pawns for is_carrier in (False, True))
    one, other = canal.ends(slot.name)
    return VeniseSlot(
        words=_words(canal.board.planks, slot.name),
        chart=_chart(slot.name),
        shape=slot.shape,
        is_upper=slot.is_upper,
        ends=(point(one), point(other)),
        pawn=point(free),
        carrying=point(carrying),
    )


def _words(physics: Planks, name: str) -> Words:
    return words(tell_place(physics, name))


def _chart(name: str) -> Chart:
    """The middle of all posts that a place is named after."""
    posts = re.findall("[a-e][1-4]", name)
    columns, rows = ([SPOT_NAMES.index(post) % COLUMNS for post in posts], [int(post[1]) - 1 for post in posts])
    return min(columns) + max(columns), min(rows) + max(rows)


@lru_cache(maxsize=64)
def _canal(board: Board) -> Canal:
    return canal_of(board)


def _moves(view: View) -> list[VeniseMove]:
    gems = view.gems[view.turn]
    return [_walk(move, gems) if isinstance(move, Play) and move.card in STEPS else _move(move) for move in view.legal]


def _walk(move: Play, gems: tuple[str, ...]) -> VeniseMove:
    taken = gems_on(move.where, gems) if gems else ()
    cards = ("joker", move.card) if move.is_joker else (move.card,)
    return VeniseMove(text=str(move), kind="play", cards=cards, places=move.where, gems=taken)


@lru_cache(maxsize=4096)
def _move(move: Move) -> VeniseMove:
    cards, places = (), ()  # type: tuple[str, ...], tuple[str, ...]
    match move:
        case Play(card, places, is_joker):
            cards = ("joker", card) if is_joker else (card,)
        case Discard(card):
            cards = (card,)
        case Exchange(cards):
            pass
    return VeniseMove(text=str(move), kind=_kind(move), cards=cards, places=places, gems=())


def _kind(move: Move) -> VeniseKind:
    if isinstance(move, Play):
        return "play"
    if isinstance(move, Discard):
        return "discard"
    return "exchange" if isinstance(move, Exchange) else str(move)  # type: ignore[return-value]


# -- why not ---------------------------------------------------------------------------------------------------------


def _why_no_card(game: Venise, view: View, card: Card) -> WhyNot:
    for move in view.legal:
        if isinstance(move, Play) and card == ("joker" if move.is_joker else move.card):
            return ""
        if isinstance(move, Discard) and move.card == card:
            return ""
    if view.turn != view.seat or view.phase != "play":
        return "turn"
    if view.did == "taken":
        return "taken"
    if game.deck.cost(card) > view.hourglasses:
        return "dear"
    if card in ("short", "long") and not view.stocks[view.seat][card == "long"]:
        return "stock"
    if card in ("short", "long"):
        return "lay"
    return "place" if card == "joker" else "walk" if card in STEPS else "lift"


def _deeds(game: Venise, view: View) -> Iterator[VeniseDeed]:
    if view.seat is None or view.seat != view.turn or view.phase not in ("play", "discard"):
        return
    deck = game.deck
    jokers, tiles = view.hand.count("joker"), view.tiles[view.seat]
    kinds = {_kind(move) for move in view.legal}
    full: WhyNot = "jokers" if jokers >= deck.jokers_held else ""
    if view.phase == "play":
        spent: WhyNot = "taken" if view.did == "taken" else "none"
        yield VeniseDeed(kind="tile", count=tiles, why_not="" if "tile" in kinds else spent)
        late: WhyNot = full if view.did == "nothing" else view.did
        yield VeniseDeed(kind="take", count=1, why_not="" if "take" in kinds else late)
    yield VeniseDeed(kind="exchange", count=deck.exchange, why_not="" if "exchange" in kinds else full or "few")
    if view.phase == "play":
        yield VeniseDeed(kind="end", count=deck.draw, why_not="")
