"""The exact solver against plain search over the engine's own legal moves, and its solutions played out there."""

from __future__ import annotations

import heapq
from dataclasses import replace
from random import Random

import pytest

from ridotto.boards.solve import NEVER, Position, Prices, Solver, start
from ridotto.games.venise import Board, State, Venise, board_names, load_board
from ridotto.games.venise.deck import CARDS, JOKER, Deck, load_deck
from ridotto.games.venise.moves import Play
from ridotto.games.venise.planks import Mask

PLENTY = (*(9,) * JOKER, 0)
PRICES = Prices.of(load_deck())


def alone(game: Venise, at: Position) -> State:
    """One pawn with every action card; the other player has left the board."""
    state = game.start()
    pieces = state.pieces._replace(
        planks=at.laid, pawns=(at.field, -1), gems=(at.gems, 0), stocks=((at.short, at.long), (0, 0))
    )
    turn = state.turn._replace(phase="play", seat=0, hourglasses=99, quiet=-1)
    cards = state.cards._replace(hands=(PLENTY, PLENTY))
    return State(turn, pieces, cards, (1,))


def refilled(state: State, at: State) -> State:
    turn = state.turn._replace(phase="play", seat=0, hourglasses=99, did="nothing")
    return State(turn, state.pieces._replace(tiles=(0, 0)), at.cards, (1,))


def brute_force(game: Venise, at: Position, most: int) -> int:
    """Uniform-cost search that knows nothing but `legal` and `play`; NEVER above `most`."""
    first = alone(game, at)
    best: dict[object, int] = {first.pieces: 0}
    queue = [(0, 0, first)]
    count = 0
    while queue:
        cost, _, state = heapq.heappop(queue)
        if cost > best[state.pieces]:
            continue
        if not state.pieces.gems[0]:
            return cost
        for move in game.legal(state, 0):
            if not isinstance(move, Play):
                continue
            now = cost + game.deck.costs[CARDS.index(move.card)]
            after = refilled(game.play(state, 0, move), first)
            if now <= most and now < best.get(after.pieces, NEVER):
                best[after.pieces] = now
                count += 1
                heapq.heappush(queue, (now, count, after))
    return NEVER


def random_position(game: Venise, rng: Random, count: int) -> Position:
    """A pawn somewhere, one or two gems not far away, a few planks lying and few in stock."""
    physics = game.planks
    home = rng.randrange(physics.first_slot)
    laid: Mask = 0
    for _ in range(rng.randrange(4)):
        for field in rng.sample(range(physics.first_slot), physics.first_slot):
            if places := physics.layable(field, laid):
                laid |= 1 << rng.choice([slot for slot in range(len(physics.names)) if places >> slot & 1])
                break
    near = [field for field in range(physics.first_slot) if physics.near[home] >> field & 1 and field != home]
    gems = sum(1 << field for field in rng.sample(near, min(len(near), count)))
    return Position(home, laid, gems, rng.randrange(3), rng.randrange(2))


@pytest.mark.parametrize("seed", range(60))
def test_the_solver_agrees_with_brute_force(seed: int) -> None:
    rng = Random(seed)
    game = Venise(board=rng.choice(board_names()))
    at = random_position(game, rng, 1 + seed % 2)
    wanted = brute_force(game, at, most=9)
    solver = Solver(game.planks, PRICES)
    cost = solver.solve(at, most=20_000)
    assert solver.bound(at) <= cost.lower <= cost.upper
    if wanted == NEVER:
        assert cost.lower > 9 or not cost.is_exact
    else:
        assert cost[:2] == (wanted, wanted)


def test_the_positions_compared_are_not_all_alike() -> None:
    """The comparison above would be worth little if all its positions were alike."""
    costs = set()
    for seed in range(60):
        rng = Random(seed)
        game = Venise(board=rng.choice(board_names()))
        costs.add(Solver(game.planks, PRICES).solve(random_position(game, rng, 1 + seed % 2), 2000).upper)
    assert len(costs) >= 8


def played(board: Board, plays: tuple[Play, ...], stock: tuple[int, int]) -> int:
    """The hourglasses the plays take in the engine, which must allow every card and end with no gem left."""
    game = Venise(board=board.code)
    first = alone(game, start(board, 0, stock))
    state, cost = first, 0
    for play in plays:
        cost += game.deck.costs[CARDS.index(play.card)]
        state = refilled(game.play(state, 0, play), first)
    assert not state.pieces.gems[0]
    return cost


@pytest.mark.parametrize("name", board_names())
def test_solutions_can_be_played_for_what_they_are_said_to_cost(name: str) -> None:
    board, stock = load_board(name), load_deck().stock(4)
    cost = Solver(board.planks, PRICES).solve(start(board, 0, stock), most=20)
    assert cost.lower <= cost.upper < NEVER
    assert played(board, cost.plays, stock) == cost.upper


@pytest.mark.parametrize("most", [0, 1, 5, 20, 80])
def test_bounds_hold_however_little_is_looked_at(most: int) -> None:
    board, stock = load_board("day-advanced"), load_deck().stock(4)
    solver = Solver(board.planks, PRICES)
    exact = solver.solve(start(board, 0, stock))
    assert exact.is_exact
    rough = solver.solve(start(board, 0, stock), most)
    assert rough.lower <= exact.lower <= rough.upper
    assert str(exact) == str(exact.upper)


def test_what_cannot_be_reached_costs_more_than_anything() -> None:
    board = load_board("day-basic")
    solver = Solver(board.planks, PRICES)
    assert solver.solve(start(board, 0, (0, 0))).lower == NEVER
    assert solver.solve(start(board, 0, (0, 0))._replace(gems=0))[:2] == (0, 0)


# -- other decks -------------------------------------------------------------------------------------------------------

DECKS = {
    "long walks are cheap": {"step3": 1},
    "two steps are cheap": {"step2": 1, "short": 3},
    "long walks are dear": {"step2": 3, "step3": 5},
    "single steps are dear": {"step1": 3, "remove": 2, "move": 1},
}


def with_costs(costs: dict[str, int]) -> Deck:
    deck = load_deck()
    return replace(deck, costs=tuple(costs.get(card, cost) for card, cost in zip(CARDS, deck.costs, strict=True)))


def test_in_our_deck_steps_are_counted_one_by_one() -> None:
    assert PRICES.has_single_steps
    assert [PRICES.steps(count) for count in range(8)] == [PRICES.step * count for count in range(8)]


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("name", DECKS)
def test_the_solver_agrees_with_brute_force_whatever_cards_cost(name: str, seed: int) -> None:
    rng = Random(seed)
    game = Venise(board=rng.choice(board_names()))
    game.deck = with_costs(DECKS[name])
    at = random_position(game, rng, 1 + seed % 2)
    wanted = brute_force(game, at, most=8)
    solver = Solver(game.planks, Prices.of(game.deck))
    cost = solver.solve(at, most=20_000)
    assert solver.bound(at) <= cost.lower <= cost.upper
    if wanted == NEVER:
        assert cost.lower > 8 or not cost.is_exact
    else:
        assert cost[:2] == (wanted, wanted)
