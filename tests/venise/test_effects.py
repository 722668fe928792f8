"""What moves do, compared with the difference between the states before and after, for every audience."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from ridotto.core import CHANCE
from ridotto.games.venise import State, Venise, View
from ridotto.games.venise.deck import Card
from ridotto.games.venise.effects import Effects, effects_of, together
from ridotto.match import Match
from tests.playing import audiences, random_match
from tests.venise.states import game, play, state_with
from tests.venise.test_properties import greedy_match

GAMES = [(2, "day-basic"), (3, "night-basic"), (4, "acqua-alta")]


def matches(venise: Venise) -> list[Match]:
    return [random_match(venise, 1, moves=600), greedy_match(venise, 2, noise=0.3)]


def agrees(before: View, after: View, done: Effects) -> None:
    """All that a view shows of planks, pawns, gems, tiles and cards changes as the effects say, and nothing else."""
    seat = done.seat
    others = [other for other in range(len(before.colours)) if other != seat]
    for name in ("pawns", "gems", "stocks", "tiles", "counts"):
        for other in others:
            assert getattr(before, name)[other] == getattr(after, name)[other], name
    assert set(after.planks) == {*before.planks, *done.laid} - {*done.taken, *done.fallen}
    assert set(before.planks).isdisjoint(done.laid)
    assert {*done.taken, *done.fallen} <= set(before.planks)
    if done.way:
        assert before.pawns[seat] == done.way[0]
        assert after.pawns[seat] == ("" if done.home else done.way[-1])
    else:
        assert before.pawns[seat] == after.pawns[seat]
    assert Counter(before.gems[seat]) - Counter(done.gems) == Counter(after.gems[seat])
    assert after.finished == ((*before.finished, seat) if done.home else before.finished)
    assert (len(after.finished) if done.home else 0) == done.home
    assert after.tiles[seat] - before.tiles[seat] == done.tiles
    physics = before.board.planks

    def by_length(slots: tuple[str, ...]) -> tuple[int, int]:
        long = sum(physics.is_long(physics.number[slot]) for slot in slots)
        return len(slots) - long, long

    for kind in (0, 1):
        fallen, laid, taken = (by_length(slots)[kind] for slots in (done.fallen, done.laid, done.taken))
        assert after.lost[kind] - before.lost[kind] == fallen
        if not done.home:
            assert after.stocks[seat][kind] - before.stocks[seat][kind] == taken - laid
    jokers = done.drawn.count("joker")
    assert after.counts[seat] - before.counts[seat] == len(done.drawn) - len(done.discarded)
    assert before.jokers - after.jokers == jokers - done.discarded.count("joker")
    if done.is_shuffle:
        assert (after.pile, after.discards) == (before.pile + len(before.discards), ())
    else:
        assert before.pile - after.pile == len(done.drawn) - jokers
        off = Counter(card for card in done.discarded if card != "joker")
        assert Counter(before.discards) + off == Counter(after.discards)
    if before.seat == seat:
        assert Counter(before.hand) + Counter(done.drawn) - Counter(done.discarded) == Counter(after.hand)
    else:
        assert before.hand == after.hand
        assert set(done.drawn) <= {"joker", "?"}


@pytest.mark.parametrize(("seats", "board"), GAMES)
def test_effects_are_what_changes_for_every_audience(seats: int, board: str) -> None:
    venise = Venise(seats=seats, board=board)
    seen: Counter[str] = Counter()
    for match in matches(venise):
        for (actor, move), before, after in zip(match.entries, match.states, match.states[1:], strict=False):
            for seat in audiences(venise):
                done = effects_of(venise, before, venise.seen(before, actor, move, seat))
                agrees(venise.view(before, seat), venise.view(after, seat), done)
            seen.update(name for name in Effects.__slots__ if getattr(done, name))
    assert set(seen) == set(Effects.__slots__), "every kind of effect was seen"


@pytest.mark.parametrize(("seats", "board"), GAMES)
def test_effects_are_the_same_whatever_a_seat_cannot_know(seats: int, board: str) -> None:
    venise, rng, changed = Venise(seats=seats, board=board), Random(1), 0
    for match in matches(venise):
        for (actor, move), state in list(zip(match.entries, match.states, strict=False))[:: seats + 1]:
            for seat in audiences(venise):
                other = venise.sample(venise.view(state, seat), rng)
                changed += other.cards.hands != state.cards.hands
                seen = venise.seen(state, actor, move, seat)
                assert effects_of(venise, other, seen) == effects_of(venise, state, seen)
                if actor == CHANCE and seen != move:
                    # Whatever the card was, others see the same.
                    for same in venise.legal(state, actor):
                        masked = venise.seen(state, actor, same, seat)
                        assert effects_of(venise, state, masked) == effects_of(venise, state, seen)
    assert changed > 50, "the secrets did differ"


def after(venise: Venise, state: State, *texts: str) -> Effects:
    done = []
    for text in texts:
        done.append(effects_of(venise, state, venise.parse_move(text)))
        state = play(venise, state, text)
    return together(done)


def test_a_turn_is_the_sum_of_its_moves() -> None:
    venise = game()
    hand: tuple[Card, ...] = ("remove", "short", "step2", "step1")
    state = state_with(venise, planks=("a4/b3", "a4/b3>b4"), hand=hand, gems=("b4", "c1"), stock=(5, 5), tiles=9)
    more = ("tile",) * 4
    done = after(venise, state, *more, "remove:a4/b3", "short:a4-b4", "step2:a4-b4,b4", "step1:a4-b4")
    assert done == Effects(
        0,
        laid=("a4-b4",),
        taken=("a4/b3",),
        fallen=("a4/b3>b4",),
        way=("a4", "a4-b4", "b4", "a4-b4"),
        gems=("b4",),
        discarded=hand,
        tiles=-3,
    )


def test_of_a_plank_laid_and_taken_up_again_nothing_stays() -> None:
    venise = game()
    state = state_with(venise, hand=("short", "remove"), stock=(5, 5))
    done = after(venise, state, "short:a4-b4", "remove:a4-b4")
    assert (done.laid, done.taken) == ((), ())


def test_a_plank_moved_there_and_back_is_new_where_it_lies() -> None:
    venise = game()
    state = state_with(venise, planks=("a3-a4",), hand=("move", "move"), tiles=9)
    done = after(venise, state, *("tile",) * 4, "move:a3-a4,a4-b4", "move:a4-b4,a3-a4")
    assert (done.laid, done.taken) == (("a3-a4",), ())
