"""What a move does, as data: for words, drawings, and whoever shows it happening.

Ask with the move as somebody saw it (`Venise.seen`): then the answer holds what they may know. Besides the move it
depends on nothing but what lies open on the table.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import chain
from typing import TYPE_CHECKING, Final, NamedTuple, assert_never

from ridotto.cache import Cache
from ridotto.core import Seat
from ridotto.games.venise.deck import STEPS
from ridotto.games.venise.moves import Clear, Discard, Draw, End, Exchange, First, Move, Play, Shuffle, Spend, Take
from ridotto.games.venise.planks import Planks
from ridotto.games.venise.state import Pieces, State

if TYPE_CHECKING:
    from ridotto.games.venise.rules import Venise


@dataclass(frozen=True, slots=True)
class Effects:
    """Planks and fields are named as in views; nothing happened to what is empty."""

    seat: Seat
    """Whose pawn, planks and cards these are."""
    laid: tuple[str, ...] = ()
    taken: tuple[str, ...] = ()
    """Planks taken up, into the stock or to be laid elsewhere."""
    fallen: tuple[str, ...] = ()
    """Planks that went into the water."""
    way: tuple[str, ...] = ()
    """The fields walked over; the first is where the walk began."""
    gems: tuple[str, ...] = ()
    """Where gems were picked up, in the order of the way."""
    home: int = 0
    """With the last gem: as which of all seats it came home."""
    discarded: tuple[str, ...] = ()
    """Cards that left the hand, open to all."""
    drawn: tuple[str, ...] = ()
    """Cards that came to the hand: jokers from their own pile, ``?`` for what the reader may not know."""
    tiles: int = 0
    """Hourglass tiles that came, or went where it is negative."""
    is_shuffle: bool = False
    """The discard pile became the draw pile."""

    def then(self, more: Effects) -> Effects:
        """Both as one: what was laid and taken up again has never been there."""
        laid = (*(slot for slot in self.laid if slot not in (*more.taken, *more.fallen)), *more.laid)
        taken = (*self.taken, *(slot for slot in more.taken if slot not in self.laid))
        return Effects(
            self.seat,
            laid,
            tuple(slot for slot in taken if slot not in laid),
            self.fallen + more.fallen,
            self.way + more.way[bool(self.way) :],
            self.gems + more.gems,
            more.home or self.home,
            self.discarded + more.discarded,
            self.drawn + more.drawn,
            self.tiles + more.tiles,
            self.is_shuffle or more.is_shuffle,
        )


def together(effects: Iterable[Effects]) -> Effects:
    """Of several moves, usually those of one turn."""
    return reduce(Effects.then, effects)


@dataclass(frozen=True, slots=True)
class News:
    """What the cards of somebody else's turn did, to somebody who comes back to the table."""

    done: Effects
    yours: tuple[str, ...]
    """Of the planks taken or fallen, those that the reader had laid."""


def news_since(
    game: Venise, now: State, recent: Iterable[tuple[State, Move | str]], seat: Seat | None
) -> tuple[News, ...]:
    """Turn by turn what the others did since this seat's own last turn; `recent` goes back from the newest move.

    Whoever has no turns gets the turn that is on, or the one before while it has not begun."""
    reader = None if seat in now.finished else seat
    current = now.turn.round, now.turn.seat
    found: dict[tuple[int, Seat], list[Effects]] = {}
    yours: dict[tuple[int, Seat], list[str]] = {}
    gone: dict[str, tuple[int, Seat]] = {}
    """Planks whose owner is not known yet, with the turn that took them."""

    def look_for_owner(state: State, move: Play) -> None:
        for slot in _laid(move):
            taken_in = gone.pop(slot, None)
            if taken_in and state.turn.seat == seat:
                yours[taken_in].append(slot)

    is_since, others = True, {current}
    walk = iter(recent)
    for state, move in walk:
        turn = state.turn.round, state.turn.seat
        others.add(turn)
        is_since &= (
            len(others) <= 2 - bool(found.get(current))
            if reader is None
            else state.turn.seat != reader or turn == current
        )
        if not is_since:
            walk = chain([(state, move)], walk)
            break
        if not isinstance(move, Play):
            continue
        look_for_owner(state, move)
        if state.turn.seat != reader:
            done = effects_of(game, state, move)
            found.setdefault(turn, []).insert(0, done)
            yours.setdefault(turn, [])
            gone |= dict.fromkeys((*done.taken, *done.fallen), turn)
    for state, move in walk:  # some of them may have lain there since long ago
        if not gone:
            break
        if isinstance(move, Play):
            look_for_owner(state, move)
    return tuple(News(together(found[turn]), tuple(yours[turn])) for turn in reversed(found))


def effects_of(game: Venise, state: State, move: Move) -> Effects:
    """What a legal move does to this state, as far as whoever saw the move like this may know."""
    seat = state.turn.seat
    match move:
        case Play():
            known = KNOWN.get(id(state))
            if known is None or known.state is not state or known.move != move:
                done = _play(game.planks, seat, state.pieces, len(state.finished), move)
                KNOWN[id(state)] = known = _Known(state, move, done)
            return known.done
        case Draw(card, seat):
            return Effects(seat, drawn=(card,))
        case Clear(cards, seat):
            return Effects(seat, discarded=cards)
        case Exchange(cards):
            return Effects(seat, discarded=cards, drawn=("joker",))
        case Discard(card):
            return Effects(seat, discarded=(card,))
        case Take():
            return Effects(seat, drawn=("joker",))
        case Spend():
            return Effects(seat, tiles=-1)
        case Shuffle():
            return Effects(seat, is_shuffle=True)
        case First(seat):
            return Effects(seat)
        case End():
            return Effects(seat)
    assert_never(move)


def _laid(move: Play) -> tuple[str, ...]:
    return () if move.card in STEPS or move.card == "remove" else move.where[-1:]


class _Known(NamedTuple):
    state: State
    """Kept, so that no other has its id."""
    move: Play
    done: Effects


KNOWN: Final[Cache[int, _Known]] = Cache(1 << 12)
"""By the id of the state, whose content takes long to hash: every view of the next turns asks again."""


def gems_on(way: Sequence[str], left: Collection[str]) -> tuple[str, ...]:
    """The gems that a walk takes, in its order."""
    return tuple([field for field in dict.fromkeys(way) if field in left])


def _play(physics: Planks, seat: Seat, pieces: Pieces, home: int, move: Play) -> Effects:
    """`home`: how many are there already."""
    where = move.where
    paid = ("joker" if move.is_joker else move.card,)
    if move.card in STEPS:
        left = physics.show(pieces.gems[seat])
        gems = gems_on(where, left)
        is_home = len(gems) == len(left)
        return Effects(
            seat,
            way=(physics.names[pieces.pawns[seat]], *where),
            gems=gems,
            home=home + 1 if is_home else 0,
            discarded=paid,
            tiles=-pieces.tiles[seat] if is_home else len(gems),
        )
    is_lifted = move.card in ("remove", "move")
    return Effects(
        seat,
        laid=_laid(move),
        taken=where[:1] if is_lifted else (),
        fallen=physics.show(physics.falling(physics.number[where[0]], pieces.planks)) if is_lifted else (),
        discarded=paid,
    )
