"""Why not: the most helpful thing to say about a move that the rules do not allow."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ridotto.core import CHANCE, Actor, IllegalMove
from ridotto.games.venise.deck import CARDS, JOKER, STEPS
from ridotto.games.venise.moves import Discard, Exchange, Move, Play, Spend, Take
from ridotto.games.venise.planks import Field, Mask, Planks
from ridotto.games.venise.state import State

if TYPE_CHECKING:
    from ridotto.games.venise.rules import Venise


def refusal(game: Venise, state: State, actor: Actor, move: Move) -> IllegalMove:
    """The most helpful thing to say about a move that is not legal."""
    phase, text = state.turn.phase, str(move)
    if phase == "over":
        return IllegalMove("match_over", move=text)
    if actor not in game.actors(state):
        return IllegalMove("not_your_turn", move=text)
    if actor == CHANCE:
        return IllegalMove("ve_chance", move=text)
    hand, held = state.cards.hands[actor], game.deck.jokers_held
    if isinstance(move, Exchange):
        if len(move.cards) != game.deck.exchange or "joker" in move.cards:
            return IllegalMove("ve_exchange_cards", move=text, count=game.deck.exchange)
        if hand[JOKER] >= held:
            return IllegalMove("ve_jokers", move=text, most=held)
        lacking = next(card for card in move.cards if move.cards.count(card) > hand[CARDS.index(card)])
        return IllegalMove("ve_no_card", move=text, card=lacking)
    if phase == "discard":
        if isinstance(move, Discard):
            return IllegalMove("ve_no_card", move=text, card=move.card)
        return IllegalMove("ve_discard_first", move=text, most=game.deck.hand)
    if isinstance(move, Discard):
        return IllegalMove("ve_discard_early", move=text, most=game.deck.hand)
    if state.turn.did == "taken":
        return IllegalMove("ve_after_joker", move=text)
    if isinstance(move, Take):
        code = "ve_take_late" if state.turn.did == "played" else "ve_jokers"
        return IllegalMove(code, move=text, most=held)
    if isinstance(move, Spend):
        return IllegalMove("ve_no_tile", move=text)
    if isinstance(move, Play):
        return _refused_card(game, state, move)
    return IllegalMove("ve_chance", move=text)


def _refused_card(game: Venise, state: State, move: Play) -> IllegalMove:
    seat, text = state.turn.seat, str(move)
    if move.is_joker and move.card in ("step1", "step2"):
        return IllegalMove("ve_joker_steps", move=text, card="step3")
    paid = JOKER if move.is_joker else CARDS.index(move.card)
    if not state.cards.hands[seat][paid]:
        return IllegalMove("ve_no_card", move=text, card=CARDS[paid])
    if (cost := game.deck.costs[paid]) > state.turn.hourglasses:
        return IllegalMove("ve_hourglasses", move=text, cost=cost, left=state.turn.hourglasses)
    if unknown := [name for name in move.where if name not in game.planks.number]:
        return IllegalMove("ve_no_such_place", move=text, place=unknown[0])
    if move.card in STEPS:
        return _refused_walk(game, state, move)
    field, laid = state.pieces.pawns[seat], state.pieces.planks
    slot = game.planks.number[move.where[0]]
    here = game.planks.names[field]
    if slot < game.planks.first_slot:
        return IllegalMove("ve_not_plank", move=text, place=move.where[0])
    if move.card in ("short", "long"):
        is_long = move.card == "long"
        if is_long != game.planks.is_long(slot):
            return IllegalMove("ve_wrong_plank", move=text, place=move.where[0], card=move.card)
        if not state.pieces.stocks[seat][is_long]:
            return IllegalMove("ve_no_plank", move=text, card=move.card)
        return IllegalMove(_bad_place(game.planks, field, slot, laid), move=text, place=move.where[0], here=here)
    if not laid >> slot & 1:
        return IllegalMove("ve_nothing_there", move=text, place=move.where[0])
    if not game.planks.ends_at[field] >> slot & 1:
        return IllegalMove("ve_no_end", move=text, place=move.where[0], here=here)
    pawns = game.pawn_mask(state)
    if pawns >> slot & 1:
        return IllegalMove("ve_pawn_on_it", move=text, place=move.where[0])
    if falling := game.planks.falling(slot, laid) & pawns:
        fall = game.planks.show(falling)[0]
        return IllegalMove("ve_pawn_falls", move=text, place=move.where[0], falling=fall)
    place = game.planks.number[move.where[1]]
    if place == slot:
        return IllegalMove("ve_same_place", move=text, place=move.where[1])
    if place < game.planks.first_slot or game.planks.is_long(place) != game.planks.is_long(slot):
        return IllegalMove("ve_wrong_plank", move=text, place=move.where[1], card=move.card)
    code = _bad_place(game.planks, field, place, game.planks.without(slot, laid))
    return IllegalMove(code, move=text, place=move.where[1], here=here)


def _bad_place(physics: Planks, field: Field, slot: Field, laid: Mask) -> str:
    if laid >> slot & 1:
        return "ve_occupied"
    if not physics.ends_at[field] >> slot & 1:
        return "ve_no_end"
    return "ve_crossing" if physics.bars[slot] & laid else "ve_no_support"


def _refused_walk(game: Venise, state: State, move: Play) -> IllegalMove:
    here = state.pieces.pawns[state.turn.seat]
    for name in move.where:
        there = game.planks.number[name]
        if not game.planks.reach(here, state.pieces.planks) >> there & 1:
            return IllegalMove("ve_no_step", move=str(move), place=name, here=game.planks.names[here])
        here = there
    # Every walk has an equal among those listed: the same end, the same gems.
    gems = state.pieces.gems[state.turn.seat]
    comes_to = _comes_to(game.planks, gems, move)
    better = next(way for way in game.walks(state).step3 if _comes_to(game.planks, gems, way) == comes_to)
    return IllegalMove("ve_detour", move=str(move), better=",".join(better.where))


def _comes_to(physics: Planks, gems: Mask, walk: Play) -> tuple[Field, Mask]:
    """Where a walk ends and what it picks up; the last gem ends it (VE-R15)."""
    taken, field = 0, -1
    for field in map(physics.number.__getitem__, walk.where):
        taken |= gems & 1 << field
        if taken == gems:
            break
    return field, taken
