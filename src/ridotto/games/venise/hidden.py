"""A record in which others' draws are masked, filled in so that it can be replayed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from ridotto.core import Actor, RecordError, Seat
from ridotto.games.venise.deck import ACTIONS, CARDS, JOKER
from ridotto.games.venise.moves import DRAW, UNKNOWN, Discard, Draw, Exchange, Move, Play, Shuffle

if TYPE_CHECKING:
    from ridotto.games.venise.rules import State

PATIENCE: Final = 100_000
"""Choices tried before a record is taken as it is; replaying it then says where it is wrong."""


class _Use(NamedTuple):
    """A card that a seat turned out to hold and that must have come from one of its masked draws."""

    seat: Seat
    card: int
    drawn: tuple[int, ...]
    """How many masked draws the seat had made by then, by pile: the first, then one per shuffle."""


def guess_draws(start: State, log: Sequence[tuple[Actor, Move]], news: Sequence[str]) -> list[tuple[Actor, Move]]:
    """Gives every masked draw a card such that each seat holds what it later plays and each pile is what it was.

    What a pile consists of is known: the first from the deck, the others from the open discard pile they were shuffled
    from. So each card that turns up must come from one of the seat's masked draws of a pile that still has such a card
    to give. Choosing the pile with most of them left rarely fails; then the last choice is changed.
    """
    piles = [list(start.cards.pile)]
    discards = [0] * len(ACTIONS)
    held = [list(hand) for hand in start.cards.hands]
    masked: list[list[list[int]]] = [[[]] for _ in start.cards.hands]
    """By seat and pile: where in the log."""
    uses: list[_Use] = []

    def use(seat: Seat, card: int) -> None:
        if card == JOKER:
            return
        discards[card] += 1
        if held[seat][card]:
            held[seat][card] -= 1
        else:
            uses.append(_Use(seat, card, tuple(map(len, masked[seat]))))

    for index, ((actor, move), told) in enumerate(zip(log, news, strict=True)):
        match move:
            case Draw(card, seat) if card == UNKNOWN:
                masked[seat][-1].append(index)
            case Draw(card, seat):
                piles[-1][ACTIONS.index(card)] -= 1
                held[seat][ACTIONS.index(card)] += 1
            case Shuffle():
                piles.append(discards)
                discards = [0] * len(ACTIONS)
                for draws in masked:
                    draws.append([])
            case Play(card, _, is_joker):
                use(actor, JOKER if is_joker else CARDS.index(card))
            case Discard(card):
                use(actor, CARDS.index(card))
            case Exchange(cards):
                for card in cards:
                    use(actor, CARDS.index(card))
        if told:
            for kind in _parse_news(told, move):
                use(actor, kind)
    full = list(log)
    for each, pile in zip(uses, _assign(uses, piles), strict=False):
        index = masked[each.seat][pile].pop(0)
        piles[pile][each.card] -= 1
        full[index] = log[index][0], DRAW[each.seat][each.card]
    for seat, draws in enumerate(masked):
        for pile, indices in enumerate(draws):
            for index in indices:
                kind = next((kind for kind, count in enumerate(piles[pile]) if count > 0), 0)
                piles[pile][kind] -= 1
                full[index] = log[index][0], DRAW[seat][kind]
    return full


def _assign(uses: Sequence[_Use], piles: Sequence[Sequence[int]]) -> list[int]:
    """For each use the pile its card came from."""
    left = [list(pile) for pile in piles]
    taken: dict[tuple[Seat, int], int] = {}
    chosen: list[int] = []
    options: list[list[int]] = []
    for _ in range(PATIENCE):
        if len(chosen) == len(uses):
            break
        use = uses[len(chosen)]
        if len(options) == len(chosen):
            fits = [
                pile
                for pile, count in enumerate(use.drawn)
                if taken.get((use.seat, pile), 0) < count and left[pile][use.card] > 0
            ]
            options.append(sorted(fits, key=lambda pile: left[pile][use.card]))
        if options[-1]:
            pile = options[-1].pop()
            chosen.append(pile)
            left[pile][use.card] -= 1
            taken[use.seat, pile] = taken.get((use.seat, pile), 0) + 1
            continue
        options.pop()
        if not chosen:
            break
        pile, use = chosen.pop(), uses[len(chosen)]
        left[pile][use.card] += 1
        taken[use.seat, pile] -= 1
    return chosen


def _parse_news(text: str, move: Move) -> list[int]:
    """The cards a finisher laid down, without the one that took the last gem."""
    _, found, listed = text.partition(", discards ")
    names = [] if listed == "nothing" else listed.split()
    if not found or not all(name in ACTIONS for name in names):
        raise RecordError("ve_record_news", text=text)
    if isinstance(move, Play) and not move.is_joker and move.card in names:
        names.remove(move.card)
    return [ACTIONS.index(name) for name in names]
