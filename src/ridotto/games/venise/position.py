"""A position as text and back, and how many ways to play cards it has. Cards are no part of a position."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from ridotto.core import NotationError, PositionError, Seat, nearest
from ridotto.games.venise.deck import ACTIONS
from ridotto.games.venise.moves import Play
from ridotto.games.venise.planks import Field, Mask, bits
from ridotto.games.venise.state import GONE, Pieces, State, Stock, put

if TYPE_CHECKING:
    from ridotto.games.venise.rules import Venise

NOTHING: Final = "-"
"""No plank lies, or the pawn has left the board."""
SEAT: Final = re.compile(r"(?P<field>[^:]+):(?P<short>\d{1,2})\+(?P<long>\d{1,2}):(?P<tiles>\d{1,2}):(?P<gems>[^:]*)")


def show_position(game: Venise, state: State) -> str:
    """``a4-b4,b4/c3 b4:5+3:0:b3,c1 e1:6+4:1:d4 0``: the planks; by seat field, stock, tiles and gems; the turn."""
    names, show = game.planks.names, game.planks.show
    planks, pawns, gems, stocks, tiles = state.pieces
    seats = (
        f"{names[pawns[seat]] if pawns[seat] != GONE else NOTHING}:{'+'.join(map(str, stocks[seat]))}:"
        f"{tiles[seat]}:{','.join(show(gems[seat]))}"
        for seat in range(game.seats)
    )
    return f"{','.join(show(planks)) or NOTHING} {' '.join(seats)} {state.turn.seat}"


def seats_of(text: str) -> int:
    """For how many a position is, by its form. Raises NotationError."""
    words = text.split()
    if len(words) < 4 or not all(SEAT.fullmatch(word) for word in words[1:-1]) or not words[-1].isdecimal():
        raise NotationError("ve_position_form", text=text)
    return len(words) - 2


def parse_position(game: Venise, text: str) -> State:
    """The turn begins; nobody has a card yet. Raises NotationError, or PositionError for what cannot be."""
    if seats_of(text) != game.seats:
        raise PositionError("ve_position_seats", count=seats_of(text), seats=game.seats)
    planks, *seats, turn = text.split()
    read = _Reader(game, text)
    laid = read.planks("" if planks == NOTHING else planks)
    start = game.start()
    pawns, gems, stocks, tiles = start.pieces.pawns, start.pieces.gems, start.pieces.stocks, start.pieces.tiles
    for seat, words in enumerate(seats):
        found = SEAT.fullmatch(words)
        assert found
        gems = put(gems, seat, read.gems(found["gems"], seat))
        pawns = put(pawns, seat, read.pawn(found["field"], laid, has_gems=bool(gems[seat])))
        stocks = put(stocks, seat, (int(found["short"]), int(found["long"])))
        tiles = put(tiles, seat, int(found["tiles"]))
    read.stocks(laid, stocks)
    finished = tuple(seat for seat, field in enumerate(pawns) if field == GONE)
    if int(turn) not in range(game.seats) or int(turn) in finished:
        raise PositionError("ve_position_turn", seat=turn)
    state = start._replace(pieces=Pieces(laid, pawns, gems, stocks, tiles), finished=finished)
    return to_play(game, state, int(turn), ())


class _Reader:
    """The parts of a position, each with what can be wrong with it."""

    def __init__(self, game: Venise, text: str) -> None:
        self.game, self.physics, self.text = game, game.planks, text

    def _place(self, name: str) -> Field:
        if name not in self.physics.number:
            known = list(self.physics.number)
            raise NotationError("ve_place_unknown", text=self.text, place=name, nearest=nearest(name, known))
        return self.physics.number[name]

    def planks(self, names: str) -> Mask:
        laid = 0
        for name in filter(None, names.split(",")):
            slot = self._place(name)
            if slot < self.physics.first_slot:
                raise PositionError("ve_not_plank", move=self.text, place=name)
            if self.physics.bars[slot] & laid:
                other = self.physics.show(self.physics.bars[slot] & laid)[0]
                raise PositionError("ve_position_crossing", place=name, other=other)
            laid |= 1 << slot
        for slot in bits(self.physics.floating(laid)):
            raise PositionError("ve_position_support", place=self.physics.names[slot])
        return laid

    def gems(self, names: str, seat: Seat) -> Mask:
        whole, found = self.game.start().pieces.gems[seat], 0
        for name in filter(None, names.split(",")):
            bit = 1 << self._place(name)
            if not whole & bit & ~found:
                raise PositionError("ve_position_gem", seat=seat, field=name, known=", ".join(self.physics.show(whole)))
            found |= bit
        return found

    def pawn(self, name: str, laid: Mask, *, has_gems: bool) -> Field:
        if (name == NOTHING) == has_gems:
            raise PositionError("ve_position_home", field=name)
        if name == NOTHING:
            return GONE
        field = self._place(name)
        if not (self.physics.ground | laid) >> field & 1:
            raise PositionError("ve_nothing_there", move=self.text, place=name)
        return field

    def stocks(self, laid: Mask, stocks: tuple[Stock, ...]) -> None:
        if min(self.game.missing(laid, stocks)) < 0:
            short, long = self.game.missing(0, ())
            raise PositionError("ve_position_stock", short=short, long=long)


def to_play(game: Venise, state: State, seat: Seat, hand: tuple[int, ...]) -> State:
    """The seat's turn, with these cards in its hand and hourglasses for all of them."""
    nothing = (0,) * len(game.deck.fixed)
    hands = put((nothing,) * game.seats, seat, hand or nothing)
    turn = state.turn._replace(
        phase="play",
        seat=seat,
        first=seat,
        hourglasses=max(game.deck.hourglasses, sum(hand) * max(game.deck.costs)),
        did="nothing",
        draws=0,
    )
    cards = state.cards._replace(hands=hands, shown=(nothing,) * game.seats, pile=game.deck.counts[: len(ACTIONS)])
    return state._replace(turn=turn, cards=cards)


def perft(game: Venise, state: State, depth: int) -> int:
    """The number of ways in which the seat to move can play `depth` action cards, if it had all it could want.

    Every card and every listed place or walk counts (docs/notation-venise.md); jokers do not. The last gem ends it.
    """
    if depth < 0:
        raise PositionError("depth_negative", depth=depth)
    seat = state.turn.seat
    # Several orders of play lead to the same position: count each once per depth.
    known: dict[tuple[Pieces, int], int] = {}

    def count(pieces: Pieces, depth: int) -> int:
        if depth == 0:
            return 1
        if (total := known.get((pieces, depth))) is not None:
            return total
        now = to_play(game, state._replace(pieces=pieces), seat, (*(1 for _ in ACTIONS), 0))
        moves = [move for move in game.legal(now, seat) if isinstance(move, Play)]
        total = 0
        for move in moves:
            if depth == 1:
                total += 1
            elif seat not in (after := game.play(now, seat, move)).finished:
                total += count(after.pieces, depth - 1)
        known[pieces, depth] = total
        return total

    return count(state.pieces, depth)
