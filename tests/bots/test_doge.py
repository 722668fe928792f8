from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from heapq import heappop, heappush
from itertools import permutations
from operator import ge
from random import Random
from statistics import fmean
from typing import Any

import pytest

from ridotto.bots import Limit, make_bot
from ridotto.bots.doge import Doge, Gondolier
from ridotto.bots.doge.training.__main__ import training_boards
from ridotto.bots.doge.turns import Plan, SeatState, Turns, TurnState, own_of, turn
from ridotto.bots.doge.ways import ENDLESS, LOST, Tariff, Ways, join
from ridotto.core import CHANCE, chance_move
from ridotto.games.venise import State, Venise
from ridotto.games.venise.boards import board_names
from ridotto.games.venise.deck import ACTIONS, JOKER, SEATS, load_deck
from ridotto.games.venise.moves import END, Exchange
from ridotto.games.venise.planks import Mask, Planks, bits
from ridotto.i18n import LANGUAGES, Catalogue
from ridotto.match import Match
from ridotto.tell import explain
from tests.venise.states import game, state_with

BOARDS = board_names()
TARIFF = Tariff.of(load_deck())


def turns(venise: Venise, seed: int, bot: str = "greedy") -> Iterator[State]:
    """The states in which a seat is to play, of a game between quick bots."""
    rng, player, state = Random(seed), make_bot(bot, venise), venise.start()
    while actors := venise.actors(state):
        actor = actors[0]
        if actor == CHANCE:
            move = chance_move(venise, state, rng)
        else:
            if state.turn.phase == "play":
                yield state
            move = player.choose(venise.view(state, actor), Limit(), rng).move
        state = venise.play(state, actor, move)


def follow(venise: Venise, state: State, bot: Gondolier, limit: Limit) -> tuple[list[str], State]:
    """A whole turn as the bot plays it."""
    seat, moves, rng = state.turn.seat, [], Random(0)
    while state.turn.phase == "play" and state.turn.seat == seat:
        move = bot.choose(venise.view(state, seat), limit, rng).move
        moves.append(str(move))
        state = venise.play(state, seat, move)
    return moves, state


# -- ways ------------------------------------------------------------------------------------------------------------


def cheapest(ways: Ways, gem: int, laid: Mask) -> dict[int, int]:
    """The textbook's way to say what `Ways.way` costs, looked for from every field."""
    physics, tariff = ways.planks, ways.tariff

    def onto(here: int, there: int) -> int | None:
        if (physics.ground | laid) >> there & 1:
            return tariff.step
        # What is missing must be there by the time: the plank one stands on was laid, if need be.
        if physics.bars[there] & laid or physics.needs[there] & ~(laid | 1 << here):
            return None
        return tariff.step + (tariff.long if physics.is_long(there) else tariff.short)

    def can_stand(field: int) -> bool:
        on_posts = not physics.needs[field] & ~laid and not physics.bars[field] & laid
        return bool((physics.ground | laid) >> field & 1) or on_posts

    found = {}
    for start in filter(can_stand, range(len(physics.names))):
        todo, done = [(0, start)], set()
        while todo:
            way, field = heappop(todo)
            if field == gem:
                found[start] = way
                break
            if field in done:
                continue
            done.add(field)
            for there in bits(physics.touches[field]):
                if more := onto(field, there):
                    heappush(todo, (way + more, there))
    return found


@pytest.mark.parametrize("board", ["day-basic", "day-advanced", "night-basic"])
def test_ways_are_the_cheapest(board: str) -> None:
    venise = Venise(board=board)
    ways = Ways(venise.planks, TARIFF)
    rng = Random(1)
    for state in list(turns(venise, 1))[::3]:
        laid = state.pieces.planks
        gem = rng.choice(bits(state.pieces.gems[0] | state.pieces.gems[1]))
        for field, price in cheapest(ways, gem, laid).items():
            assert ways.price(ways.way(field, gem, laid)) == price


def test_the_order_of_gems_is_the_best_one() -> None:
    venise = Venise(board="night-basic")
    ways = Ways(venise.planks, TARIFF)
    for state in turns(venise, 2):
        laid, field, gems = state.pieces.planks, state.pieces.pawns[0], state.pieces.gems[0]

        def whole(order: Sequence[int], start: int = field, laid: Mask = laid) -> int:
            way = (0, 0)
            for here, gem in zip((start, *order), order, strict=False):
                way = join(way, ways.way(here, gem, laid))
            return ways.price(way)

        prices = [whole(order) for order in permutations(bits(gems))]
        near = min(ways.price(ways.way(field, gem, laid)) for gem in bits(gems))
        found, nearest = ways.cost(field, gems, laid, ENDLESS)
        assert nearest == near
        assert found in prices, "some order costs just that"
        assert min(prices) <= found <= min(prices) + TARIFF.long, "good, if not the very best"


def test_planks_laid_for_one_way_serve_the_next() -> None:
    """There and back over the same plank: one plank, four steps."""
    venise = game()
    ways = Ways(venise.planks, TARIFF)
    there, here = venise.planks.number["b1"], venise.planks.number["a1"]
    tariff = TARIFF
    both = 1 << there | 1 << here
    price, near = ways.cost(here, both, 0, (9, 9))
    assert (price, near) == (2 * tariff.step + tariff.short, 0)
    back = join(ways.way(here, there, 0), ways.way(there, here, 0))
    assert ways.price(back) == 4 * tariff.step + tariff.short


@pytest.mark.parametrize("board", BOARDS)
def test_every_gem_is_in_reach_at_the_start(board: str) -> None:
    """Some only over planks that rest on others yet to be laid."""
    venise = Venise(board=board, seats=4)
    ways = Ways(venise.planks, TARIFF)
    table = next(turns(venise, 0)).pieces
    for pawn, gems in zip(table.pawns, table.gems, strict=True):
        assert all(ways.way(pawn, gem, table.planks) != LOST for gem in bits(gems))


def test_laying_a_plank_brings_a_way_nearer_however_few_are_left() -> None:
    """Planks that are not in stock must be taken up somewhere, but not sooner for one that has been laid."""
    venise = Venise(board="ponte-dei-sospiri", seats=4)
    ways = Ways(venise.planks, TARIFF)
    table = next(turns(venise, 0)).pieces
    pawn, gems, laid = table.pawns[0], table.gems[0], table.planks
    price, _ = ways.cost(pawn, gems, laid, (1, 1))
    assert price > ways.cost(pawn, gems, laid, (9, 9))[0]
    slots = bits(venise.planks.layable(pawn, laid))
    best = min(
        ways.cost(pawn, gems, laid | 1 << slot, (0, 1) if venise.planks.short >> slot & 1 else (1, 0))[0]
        for slot in slots
    )
    assert price - best in (TARIFF.short, TARIFF.long)


def changes(planks: Planks, laid: Mask, rng: Random) -> Mask:
    """One plank more or, now and then, one less."""
    if laid and rng.random() < 0.3:
        return planks.without(rng.choice(bits(laid)), laid)
    slots = range(planks.first_slot, len(planks.names))
    places = [slot for slot in slots if not planks.needs[slot] & ~laid and not planks.bars[slot] & laid]
    return laid | 1 << rng.choice(places)


@pytest.mark.parametrize("board", [*BOARDS, training_boards()[5], training_boards()[24]])
def test_compiled_ways_are_the_same(board: str) -> None:
    venise = Venise(board=board, seats=4)
    planks, rng = venise.planks, Random(board)
    plain, compiled = (Ways(planks, TARIFF, is_compiled) for is_compiled in (False, True))
    laid = 0
    for _ in range(40):
        laid = changes(planks, laid, rng)
        field = rng.choice(bits(planks.ground | laid))
        stock = rng.randrange(5), rng.randrange(4)
        for gems in venise.start().pieces.gems:
            for some in (gems, gems & gems - 1, gems & -gems):
                assert compiled.cost(field, some, laid, stock) == plain.cost(field, some, laid, stock)
                assert compiled.by_gem(field, some, laid) == plain.by_gem(field, some, laid)


@pytest.mark.parametrize("seats", SEATS)
def test_without_numba_it_plays_the_same(seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    venise = Venise(board="ponte-dei-sospiri", seats=seats)
    views = [venise.view(state, state.turn.seat) for state in list(turns(venise, 8))[::5]]
    limit = Limit(iterations=1500)
    compiled = [Doge(venise).choose(view, limit, Random(1)) for view in views]
    monkeypatch.setitem(sys.modules, "ridotto.bots.doge.compiled", None)
    assert [Doge(venise).choose(view, limit, Random(1)) for view in views] == compiled


# -- turns -------------------------------------------------------------------------------------------------------------


def plans(doge: Gondolier, state: State, most: int = 100_000) -> list[Plan]:
    return doge.turns.plans(*turn(state), doge.judge.pace(), most)


@pytest.mark.parametrize(("board", "seats", "seed"), [("day-basic", 2, 3), ("ponte-dei-sospiri", 4, 4)])
def test_plans_come_to_what_the_rules_say(board: str, seats: int, seed: int) -> None:
    venise = Venise(board=board, seats=seats)
    doge = Doge(venise)
    kinds = set()
    for state in list(turns(venise, seed))[::4]:
        for plan in plans(doge, state, 1500):
            now = state
            for move in plan.moves:
                now = venise.play(now, state.turn.seat, move)
                kinds.add((type(move).__name__, getattr(move, "card", ""), getattr(move, "is_joker", False)))
            if state.turn.seat in now.finished:
                assert plan.after.is_home
                assert now.pieces.planks == plan.after.laid
            else:
                assert turn(now)[0] == plan.after, list(map(str, plan.moves))
    assert {("Play", card, False) for card in ACTIONS} < kinds
    assert {("Spend", "", False), ("Take", "", False), ("Exchange", "", False), ("Play", "step3", True)} < kinds


def test_plans_lack_nothing_but_what_costs_more() -> None:
    """Whatever a turn can come to, a plan comes to as well, with as many cards, jokers and hourglasses left or more.

    Of exchanges only the cheapest is looked at: here they are left out.
    """
    venise = Venise(board="day-basic")
    doge = Doge(venise)
    checked = 0
    for state in list(turns(venise, 3))[::5]:
        seat = state.turn.seat
        todo, found = [state], set()
        while todo:
            now = todo.pop()
            if now.turn.seat != seat or now.turn.phase != "play" or (at := turn(now)[0]) in found:
                continue
            found.add(at)
            legal = venise.legal(now, seat)
            todo += [venise.play(now, seat, move) for move in legal if move != END and not isinstance(move, Exchange)]

        def key(end: TurnState) -> tuple[int, ...]:
            return end.laid, *end.own[:4]

        def rest(end: TurnState) -> tuple[int, int, int]:
            return sum(end.own.hand), end.own.hand[JOKER], end.own.tiles + end.hourglasses

        ends: dict[Any, list[tuple[int, int, int]]] = {}
        for plan in plans(doge, state):
            ends.setdefault(key(plan.after), []).append(rest(plan.after))
        for end in found:
            left = rest(end)
            assert any(all(map(ge, other, left)) for other in ends[key(end)]), end
            checked += 1
    assert checked > 1000


def test_a_future_loses_no_cards() -> None:
    """Draws, discards, a pile that is made anew (VE-9, VE-10)."""
    venise = Venise(seats=4)
    doge = Doge(venise)
    playouts = doge.playouts
    for state in turns(venise, 7):
        seat = state.turn.seat
        on_way = {other: own_of(state, other) for other in range(4) if other not in state.finished}
        pile, discards = list(state.cards.pile), list(state.cards.discards)
        if state.turn.round % 2:
            discards = [some + more for some, more in zip(discards, pile, strict=True)]
            pile = [0] * len(pile)

        def cards(
            pile: list[int] = pile, discards: list[int] = discards, on_way: dict[int, SeatState] = on_way
        ) -> list[int]:
            hands = [own.hand[:JOKER] for own in on_way.values()]
            return [sum(kind) for kind in zip(pile, discards, *hands, strict=True)]

        before = cards()
        end = plans(doge, state, 60)[-1].after
        if end.is_home:
            continue
        playouts._end(on_way, seat, end, pile, discards, Random(1))
        assert cards() == before
        assert sum(on_way[seat].hand) == min(sum(end.own.hand) + 2, 8)


@pytest.mark.parametrize("seats", [3, 4])
def test_a_turn_is_worth_the_mean_of_what_it_looks_like_now_and_later(seats: int) -> None:
    venise = Venise(seats=seats, board="san-polo")
    doge = Doge(venise)
    for state in list(turns(venise, 9))[2::6]:
        seat = state.turn.seat
        end = plans(doge, state, 60)[-1].after
        others = {other: own_of(state, other) for other in range(seats) if other not in (seat, *state.finished)}
        now = doge.judge.scale(others, seat, len(state.finished))(end)
        later = [doge.playouts.value(state, end, Random(1), 20, rounds) for rounds in (1, 2)]
        assert doge.playouts.mean_value(state, end, Random(1), 20, 2) == pytest.approx(fmean([now, *later]))


# -- playing -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [Gondolier, Doge])
def test_it_finds_the_turn_that_takes_all_four_gems(kind: type[Gondolier]) -> None:
    """b4, b3, c3, c4: three planks to lay, eight steps; two tiles, and a joker walks three for two hourglasses."""
    venise = game()
    state = state_with(
        venise,
        planks=["a4-b4", "b3-b4", "b3-c3"],
        hand=["step3", "step2", "short", "step1", "joker", "remove", "move"],
        tiles=3,
        stock=(1, 0),
    )
    state = state._replace(
        pieces=state.pieces._replace(gems=(venise.planks.mask("b4", "b3", "c3"), *state.pieces.gems[1:]))
    )
    moves, after = follow(venise, state, kind(venise), Limit(iterations=20_000))
    assert after.finished == (0,), moves


def test_it_pulls_the_plank_away_from_under_the_winner() -> None:
    """The rival is one plank from its last gem and has none in stock; taking it costs a single hourglass."""
    venise = game()
    state = state_with(
        venise, pawns=["c2", "d2"], planks=["c2-d2"], hand=["remove", "step1", "step2", "short"], gems=["b4", "c4"]
    )
    gems = (state.pieces.gems[0], venise.planks.mask("c2"))
    state = state._replace(pieces=state.pieces._replace(gems=gems, stocks=((2, 1), (0, 0))))
    for limit in (Limit(iterations=300), Limit(iterations=4000)):
        doge = Doge(venise)
        moves, after = follow(venise, state, doge, limit)
        assert not after.pieces.planks & venise.planks.mask("c2-d2"), moves
    reasons = Doge(venise).choose(venise.view(state, 0), Limit(iterations=300), Random(0)).reasons
    (steal,) = (reason for reason in reasons if reason.code == "why_ve_steal")
    assert steal.params["plank"] == "c2-d2"
    assert steal.params["cost"] >= 2  # type: ignore[operator]


def test_the_gondolier_minds_its_own_business() -> None:
    """Two tables that differ only in the rival: the same turn."""
    venise = game()
    state = state_with(venise, pawns=["c2", "d2"], planks=["c2-d2"], hand=["step1", "step2", "short", "long"])
    other = state._replace(pieces=state.pieces._replace(gems=(state.pieces.gems[0], venise.planks.mask("c2"))))
    limit = Limit(iterations=2000)
    assert follow(venise, state, Gondolier(venise), limit)[0] == follow(venise, other, Gondolier(venise), limit)[0]


@pytest.mark.parametrize(("seats", "seed"), [(2, 0), (3, 1), (4, 2)])
def test_games_end_and_reasons_are_given_in_every_language(seats: int, seed: int) -> None:
    venise = Venise(seats=seats, board=("day-basic", "night-basic")[seed % 2])
    bots: list[Any] = [make_bot(("doge", "gondolier", "greedy")[seat % 3], venise) for seat in range(seats)]
    match, rng = Match(venise), Random(seed)
    codes = set()
    while not match.outcome:
        match.play_chance(rng)
        for seat in match.actors:
            choice = bots[seat].choose(match.view(seat), Limit(iterations=400), rng)
            codes |= {reason.code for reason in choice.reasons}
            for language in LANGUAGES:
                say = Catalogue(language)
                assert all(say.said(explain(venise, reason.code, reason.params)) for reason in choice.reasons)
            match.submit(seat, choice.move)
    assert match.outcome.reason == "gems"
    assert {"why_ve_gem", "why_ve_route", "why_ve_home"} <= codes


@pytest.mark.parametrize("board", BOARDS)
def test_nobody_waits_for_the_others_to_begin(board: str) -> None:
    """With few planks each, saving them up must not look better than using them."""
    venise = Venise(board=board, seats=4)
    match, rng, doge = Match(venise), Random(0), Doge(venise)
    while not match.outcome and not match.state.finished:
        match.play_chance(rng)
        for seat in match.actors:
            match.submit(seat, doge.choose(match.view(seat), Limit(iterations=40), rng).move)
    assert match.state.finished


def counting(venise: Venise) -> tuple[Doge, list[Plan]]:
    """A Doge, and the plans it looks at."""
    doge = Doge(venise)
    looked: list[Plan] = []

    class Counting(Turns):
        def plans(self, begun: TurnState, pawns: Mask, value: Callable[[TurnState], float], most: int) -> list[Plan]:
            found = super().plans(begun, pawns, value, most)
            looked.extend(found)
            return found

    doge.turns = doge.playouts.turns = Counting(venise, doge.judge.hand)
    return doge, looked


def test_a_turn_is_thought_out_once() -> None:
    venise = Venise(board="day-basic")
    doge, looked = counting(venise)
    state = next(turns(venise, 5))
    seat = state.turn.seat
    choice = doge.choose(venise.view(state, seat), Limit(iterations=500), Random(0))
    count = len(looked)
    moves, _ = follow(venise, venise.play(state, seat, choice.move), doge, Limit(iterations=500))
    assert moves
    assert len(looked) == count


@pytest.mark.parametrize("iterations", [1, 50, 700, 2500])
def test_no_more_plans_than_allowed_are_looked_at(iterations: int) -> None:
    venise = Venise(board="day-basic")
    doge, looked = counting(venise)
    state = list(turns(venise, 6))[8]
    choice = doge.choose(venise.view(state, state.turn.seat), Limit(iterations=iterations), Random(0))
    assert 1 <= len(looked) <= iterations
    assert any(reason.code == "why_ve_futures" for reason in choice.reasons) == (iterations >= 700)
    for again in (doge, Doge(venise)):
        same = again.choose(venise.view(state, state.turn.seat), Limit(iterations=iterations), Random(0))
        assert same == choice, "the same luck, the same choice"
