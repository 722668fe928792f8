"""What holds in every position of every game, by random and by greedy players; records; the golden playthroughs."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ridotto.bots import Limit, make_bot
from ridotto.core import CHANCE, IllegalMove, NotationError, RidottoError, chance_move
from ridotto.games.venise import State, Venise
from ridotto.games.venise.deck import ACTIONS, CARDS, JOKER, load_deck
from ridotto.games.venise.moves import Play, parse_move
from ridotto.games.venise.planks import bits
from ridotto.match import Audience, Match, read_record
from tests.playing import audiences, random_match
from tests.venise.states import OPEN, check_golden, game

DECK = load_deck()
BOARDS = ("day-basic", "night-basic", OPEN)
seeds = st.integers(0, 2**32)
tables = st.builds(
    game,
    seats=st.sampled_from((2, 3, 4)),
    board=st.sampled_from(BOARDS),
    first=st.sampled_from(("random", "1")),
    stall_rounds=st.sampled_from((1, 3)),
    play_on=st.sampled_from(("yes", "no")),
)


def greedy_match(venise: Venise, seed: int, noise: float = 0.0) -> Match:
    """Greedy players, now and then careless so that games differ."""
    rng, bot = Random(seed), make_bot("greedy", venise)
    match = Match(venise, ["Anna", "Bruno", "Carla", "Dino"], day="1998-02-24")
    while match.actors:
        (actor,) = match.actors
        if actor == CHANCE:
            match.submit(CHANCE, chance_move(venise, match.state, rng))
        elif rng.random() < noise:
            match.submit(actor, rng.choice(venise.legal(match.state, actor)))
        else:
            match.submit(actor, bot.choose(match.view(actor), Limit(), rng).move)
    return match


def check(venise: Venise, state: State) -> None:
    """Conserved: cards, jokers, planks, gems, tiles. Never: planks that float, pawns in the water, hands too full."""
    turn, table, cards, finished = state
    physics = venise.planks
    for card, total in enumerate(DECK.counts):
        held = sum(hand[card] for hand in cards.hands)
        assert held + cards.pile[card] + cards.discards[card] == total, ACTIONS[card]
    assert min(map(min, (*cards.hands, *cards.shown, cards.pile, cards.discards))) >= 0
    assert venise.jokers(state) >= 0
    assert all(hand[JOKER] <= DECK.jokers_held for hand in cards.hands)
    for hand, shown in zip(cards.hands, cards.shown, strict=True):
        assert all(known <= held for known, held in zip(shown, hand, strict=True))
        assert shown[JOKER] == hand[JOKER]
    assert sum(cards.pile) >= sum(cards.unknown)
    for seat, hand in enumerate(cards.hands):
        most = DECK.hand if seat != turn.seat else DECK.hand + 1 + DECK.draw
        assert sum(hand) + cards.unknown[seat] <= most
    lost = venise.view(state, None).lost
    assert min(lost) >= 0
    assert all(min(stock) >= 0 for stock in table.stocks)
    assert physics.floating(table.planks) == 0
    assert not table.planks & physics.ground
    for seat, field in enumerate(table.pawns):
        if seat in finished:
            assert field == -1
            assert not table.gems[seat]
        else:
            assert (physics.ground | table.planks) >> field & 1, "in the water"
            assert table.gems[seat]
            assert table.tiles[seat] <= 4 - table.gems[seat].bit_count()
    assert 0 <= turn.hourglasses <= 4 + 3
    gems = 0
    for mask in table.gems:
        assert not gems & mask
        gems |= mask
    assert not gems & table.planks


@given(tables, seeds)
@settings(max_examples=60)
def test_random_games_conserve_everything_and_end(venise: Venise, seed: int) -> None:
    match = random_match(venise, seed)
    for state in match.states:
        check(venise, state)
    assert match.outcome is not None
    assert match.outcome.reason in ("gems", "stalled")


@given(tables, seeds)
@settings(max_examples=12)
def test_greedy_games_conserve_everything_and_end(venise: Venise, seed: int) -> None:
    match = greedy_match(venise, seed, noise=0.1)
    for state in match.states:
        check(venise, state)
    assert match.outcome is not None
    assert sorted(match.outcome.places)[0] == 1


@given(tables, seeds)
@settings(max_examples=20)
def test_a_stalled_game_ends_at_the_right_turn(venise: Venise, seed: int) -> None:
    states = random_match(venise, seed).states
    for before, after in pairwise(states):
        limit = venise.options.stall_rounds * (venise.seats - len(after.finished))
        assert (after.turn.quiet >= limit) <= (after.turn.phase == "over")
        took = before.pieces.gems != after.pieces.gems
        assert after.turn.quiet in ((-1, 0) if took else (before.turn.quiet, before.turn.quiet + 1))


@given(tables, seeds, st.integers(0, 120))
@settings(max_examples=40)
def test_undo_is_exact_and_stops_at_what_was_drawn(venise: Venise, seed: int, moves: int) -> None:
    match = random_match(venise, seed, moves=moves)
    states = list(match.states)
    while match.can_undo:
        actor = match.entries[-1].actor
        assert actor != CHANCE
        match.undo()
        assert match.states == states[: len(match.states)]
    assert not match.entries or match.outcome or match.entries[-1].actor == CHANCE or len(match.state.finished)


def check_masked(venise: Venise, match: Match, seat: int | None) -> None:
    """What a seat wrote down reads back, and at every move it sees what it saw."""
    audience: Audience = "spectator" if seat is None else seat
    text = match.record(audience)
    again = read_record(text)
    assert again.record(audience) == text
    for now, then in zip(again.states, match.states, strict=True):
        assert venise.view(now, seat) == venise.view(then, seat)
        check(venise, now)


@given(tables, seeds, st.integers(0, 400))
@settings(max_examples=20)
def test_replay_is_play_and_masked_records_read_back(venise: Venise, seed: int, moves: int) -> None:
    match = random_match(venise, seed, moves=moves)
    assert read_record(match.record()).states == match.states
    for seat in audiences(venise):
        check_masked(venise, match, seat)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_masked_records_of_finished_games_read_back(seats: int) -> None:
    """Long games, several shuffles, hands shown at the finish."""
    venise = game(seats=seats, board="night-basic", first="random")
    for seed in range(3):
        match = greedy_match(venise, seed, noise=0.3)
        for seat in audiences(venise):
            check_masked(venise, match, seat)


def test_a_masked_record_shows_nothing_of_others() -> None:
    match = random_match(game(first="random"), 5)
    for seat in (0, 1):
        for line in match.lines(seat):
            if line.actor == CHANCE and line.text.startswith("+"):
                assert ("?" in line.text) == (not line.text.endswith(f"@{seat}"))
    assert all(line.text[:2] == "+?" for line in match.lines("spectator") if line.text[0] == "+")


@given(seeds, st.integers(0, 6000), st.integers(0, 30), st.text(alphabet="?*short:ab1-,@+ 0->", max_size=10))
@settings(max_examples=60)
def test_damaged_masked_records_never_crash(seed: int, at: int, length: int, new: str) -> None:
    text = random_match(game(stall_rounds=3), seed % 5).record(0)
    try:
        read_record(text[:at] + new + text[at + length :])
    except RidottoError as error:
        assert str(error)


@given(tables, seeds)
@settings(max_examples=20)
def test_move_texts_are_canonical(venise: Venise, seed: int) -> None:
    for state in random_match(venise, seed, moves=60).states:
        for actor in venise.actors(state):
            for move in venise.legal(state, actor):
                text = venise.show_move(move)
                assert venise.parse_move(text) == move
                assert " " not in text


@given(st.text(alphabet="*:,+-@?abcde1234/>=nsweovrud shortlgmpxcjkfiq0", max_size=24))
def test_odd_texts_are_no_moves(text: str) -> None:
    try:
        move = parse_move(text)
    except NotationError as error:
        assert str(error)
    else:
        assert parse_move(str(move)) == move


@pytest.mark.parametrize(
    "text",
    [
        "short:z9-z8",
        "step2:a4-b4,b4,c4",
        "move:a4-b4",
        "joker:a4-b4",
        "+joker@0",
        "+short@7",
        "first:9",
        "jump:a1",
        "short:",
        "-",
        "",
    ],
)
def test_these_texts_are_no_moves(text: str) -> None:
    with pytest.raises(NotationError):
        game().parse_move(text)


@given(tables, seeds)
@settings(max_examples=25)
def test_views_hide_hands_and_samples_look_like_views(venise: Venise, seed: int) -> None:
    rng = Random(seed)
    states = random_match(venise, seed).states
    for state in rng.sample(states, min(25, len(states))):
        for seat in audiences(venise):
            view = venise.view(state, seat)
            sample = venise.sample(view, rng)
            assert venise.view(sample, seat) == view
            check(venise, sample)


def swapped(state: State, rng: Random) -> State:
    """The same to seat 0: a card seat 1 was dealt in secret changes places with one of the pile."""
    cards = state.cards
    hidden = [card for card in range(JOKER) if cards.hands[1][card] > cards.shown[1][card]]
    piled = [card for card in range(JOKER) if cards.pile[card]]
    if not hidden or not piled:
        return state
    out, back = rng.choice(hidden), rng.choice(piled)
    hand, pile = list(cards.hands[1]), list(cards.pile)
    hand[out] -= 1
    hand[back] += 1
    pile[out] += 1
    pile[back] -= 1
    hands = (cards.hands[0], tuple(hand), *cards.hands[2:])
    return state._replace(cards=cards._replace(hands=hands, pile=tuple(pile)))


@pytest.mark.parametrize("name", ["random", "greedy"])
def test_nothing_changes_for_a_seat_when_only_secrets_change(name: str) -> None:
    venise = game(seats=3, board="day-basic")
    bot, rng = make_bot(name, venise), Random(3)
    changed = 0
    for state in greedy_match(venise, 7, noise=0.2).states:
        other = swapped(state, rng)
        changed += other != state
        assert venise.view(other, 0) == venise.view(state, 0)
        assert venise.view(other, None) == venise.view(state, None)
        if venise.actors(state) == (0,):
            choice = bot.choose(venise.view(state, 0), Limit(), Random(1))
            assert bot.choose(venise.view(other, 0), Limit(), Random(1)) == choice
    assert changed > 50


# -- golden playthroughs: a whole game as text, with every seat's view now and then ------------------------------------


def show_view(venise: Venise, state: State, seat: int | None) -> str:
    view = venise.view(state, seat)
    lines = [f"  seen by {'a spectator' if seat is None else f'seat {seat}'}"]
    if seat is not None:
        lines.append(f"    hand      {' '.join(view.hand) or '-'}")
    lines += [
        f"    cards     {' '.join(map(str, view.counts))}, pile {view.pile}, jokers {view.jokers}",
        f"    shown     {'; '.join(' '.join(cards) or '-' for cards in view.shown)}",
        f"    discards  {' '.join(view.discards) or '-'}",
    ]
    if view.legal:
        kinds: dict[str, int] = {}
        for move in view.legal:
            kind = str(move).partition(":")[0]
            kinds[kind] = kinds.get(kind, 0) + 1
        lines.append(f"    legal     {', '.join(f'{kind} {count}' for kind, count in kinds.items())}")
    return "\n".join(lines)


def show_public(venise: Venise, state: State) -> str:
    view = venise.view(state, None)
    return "\n".join(
        [
            f"  {view.phase}, seat {view.turn}, hourglasses {view.hourglasses}, quiet {view.quiet}, lost {view.lost}",
            f"  {venise.show_position(state)}",
        ]
    )


def every_walk(venise: Venise, state: State, steps: int = 3) -> Iterator[tuple[int, ...]]:
    """All ways of one to so many steps, without any thought of which come to the same."""
    ways: list[tuple[int, ...]] = [(state.pieces.pawns[state.turn.seat],)]
    for _ in range(steps):
        ways = [(*way, there) for way in ways for there in bits(venise.planks.reach(way[-1], state.pieces.planks))]
        yield from (way[1:] for way in ways)


@pytest.mark.parametrize(("seats", "board"), [(2, "day-basic"), (4, "night-basic")])
def test_a_walk_that_is_not_listed_is_told_its_equal(seats: int, board: str) -> None:
    """Same end, same gems; both found by making the two walks."""
    venise, refused = Venise(seats=seats, board=board), 0
    hand = tuple(int(card == "step3") for card in CARDS)
    for state in greedy_match(venise, seats, noise=0.3).states:
        turn = state.turn
        if turn.phase != "play":
            continue
        cards = state.cards._replace(hands=(*state.cards.hands[: turn.seat], hand, *state.cards.hands[turn.seat + 1 :]))
        state = state._replace(cards=cards, turn=turn._replace(hourglasses=3, did="nothing"))
        for way in every_walk(venise, state):
            walk = Play("step3", tuple(venise.planks.names[field] for field in way))
            if walk in venise.legal(state, turn.seat):
                continue
            with pytest.raises(IllegalMove) as caught:
                venise.play(state, turn.seat, walk)
            assert caught.value.code == "ve_detour"
            refused += 1
            better = Play("step3", tuple(str(caught.value.params["better"]).split(",")))
            after = venise.play(state, turn.seat, better).pieces
            gems = state.pieces.gems[turn.seat]
            taken, end = 0, -1
            for field in way:
                if taken != gems:
                    taken, end = taken | gems & 1 << field, field
            assert after.gems[turn.seat] == gems & ~taken
            assert after.pawns[turn.seat] == (end if taken != gems else -1)
    assert refused > 100


@pytest.mark.parametrize(("seats", "board"), [(2, "day-basic"), (3, "night-basic"), (4, "acqua-alta")])
def test_planks_are_lost_only_in_the_water(seats: int, board: str) -> None:
    """What fell is counted move by move, beside the rules."""
    venise = Venise(seats=seats, board=board)
    for seed in range(4):
        match = random_match(venise, seed) if seed % 2 else greedy_match(venise, seed, noise=0.3)
        fallen = 0
        for (_, move), before, after in zip(match.entries, match.states, match.states[1:], strict=False):
            if isinstance(move, Play) and move.card in ("remove", "move"):
                slot = venise.planks.number[move.where[0]]
                fallen += venise.planks.falling(slot, before.pieces.planks).bit_count()
            assert sum(venise.view(after, None).lost) == fallen


@pytest.mark.parametrize(("seats", "board"), [(2, "day-basic"), (3, "night-basic"), (4, "day-basic")])
def test_golden_playthrough(seats: int, board: str) -> None:
    venise = Venise(seats=seats, board=board)
    match = greedy_match(venise, seats, noise=0.15)
    lines = [match.record()]
    turn = None
    for index, state in enumerate(match.states):
        now = state.turn.phase in ("play", "over") and (state.turn.round, state.turn.seat)
        if now and now != turn and (state.turn.round % 3 == 1 or state.turn.phase == "over"):
            turn = now
            lines += ["", f"after {index} moves, {venise.chapter(state)}", show_public(venise, state)]
            lines += [show_view(venise, state, seat) for seat in audiences(venise)]
    check_golden(f"playthrough-{seats}.txt", "\n".join(lines) + "\n")


def test_a_greedy_player_beats_a_random_one_and_finishes() -> None:
    venise = Venise(stall_rounds=15)
    greedy, rounds = make_bot("greedy", venise), []
    for seed in range(6):
        rng, state = Random(seed), venise.start()
        side = seed % 2
        while actors := venise.actors(state):
            (actor,) = actors
            if actor == CHANCE:
                move = chance_move(venise, state, rng)
            elif actor == side:
                move = greedy.choose(venise.view(state, actor), Limit(), rng).move
            else:
                move = rng.choice(venise.legal(state, actor))
            state = venise.play(state, actor, move)
        outcome = venise.outcome(state)
        assert outcome is not None
        assert (outcome.winners, outcome.reason) == ((side,), "gems")
    for seed in range(4):
        state = greedy_match(venise, seed).state
        assert len(state.finished) == 1
        rounds.append(state.turn.round)
    assert max(rounds) <= 15
