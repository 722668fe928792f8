"""Venise in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import reduce
from typing import Final, assert_never

from ridotto.core import Actor, Seat
from ridotto.games.venise import State, Venise
from ridotto.games.venise.deck import CARDS, SEATS, STEPS, Card, card_key, cards_of, load_deck
from ridotto.games.venise.moves import Clear, Discard, Draw, End, Exchange, First, Move, Play, Shuffle, Spend, Take
from ridotto.i18n import Said
from ridotto.tell import Name


def heading(game: Venise, state: State) -> Said:  # noqa: ARG001 - all games are asked the same
    if state.turn.phase in ("first", "deal"):
        return Said("heading_setup")
    return Said("ve_heading_round", {"round": state.turn.round})


def tell(
    game: Venise,
    names: Sequence[Name],
    before: State,
    actor: Actor,
    move: Move | str,
    after: State,
    *,
    is_open: bool = False,
) -> Said | None:
    name = names[actor] if actor >= 0 else ""
    match move:
        case str():
            return Said("ev_resigns", {"name": name})
        case First(seat):
            return Said("ve_ev_first", {"name": names[seat]})
        case Draw(card, seat):
            # In a record that one seat saw, some draws are not known.
            is_known = is_open and card != "?"
            return Said("ve_ev_draw", {"name": names[seat], "card": Said(f"ve_card_{card}")}) if is_known else None
        case Clear(cards, seat):
            return Said("ve_ev_clear", {"name": names[seat], "cards": tell_cards(cards)}) if cards else None
        case Shuffle():
            return Said("ve_ev_shuffle")
        case Spend():
            return Said("ve_ev_tile", {"name": name})
        case Take():
            return Said("ve_ev_take", {"name": name})
        case Exchange(cards):
            return Said("ve_ev_exchange", {"name": name, "cards": tell_cards(cards)})
        case End():
            return None if is_open else Said("ve_ev_end", {"name": name, "count": game.deck.draw})
        case Discard(card):
            return Said("ve_ev_discard", {"name": name, "card": Said(card_key(card))})
        case Play():
            event = _tell_card(game, name, before, actor, move, after)
            return Said("ve_ev_joker", {"event": event}) if move.is_joker else event
    assert_never(move)


def propose(game: Venise, names: Sequence[Name], before: State, seat: Seat, move: Move) -> Said | None:
    # What a card does is open to all, and what is drawn is not told.
    return tell(game, names, before, seat, move, game.play(before, seat, move))


def named(params: Mapping[str, object]) -> dict[str, Said]:
    return {name: Said(card_key(card)) for name, card in params.items() if name == "card" and card in CARDS}


def tell_cards(cards: Sequence[Card]) -> Said:
    """Some cards, equal ones together. A list is a text with a text in it: so every language has its own comma."""
    told = [
        Said("ve_times", {"card": Said(card_key(card)), "count": count}) if count > 1 else Said(card_key(card))
        for card, count in Counter(cards).items()
    ]
    return reduce(lambda first, last: Said("ve_list", {"first": first, "last": last}), told)


def _tell_card(game: Venise, name: Name, before: State, seat: Seat, move: Play, after: State) -> Said:
    if move.card in STEPS:
        start = game.planks.names[before.table.pawns[seat]]
        way = " – ".join((start, *move.where))
        if seat in after.finished:
            return Said("ve_ev_home", {"name": name, "place": way, "count": len(after.finished)})
        event = Said("ve_ev_walk", {"name": name, "place": way})
        gems = before.table.gems[seat].bit_count() - after.table.gems[seat].bit_count()
        return Said("ve_ev_gem", {"event": event, "count": gems}) if gems else event
    event = Said(f"ve_ev_{move.card}", {"name": name, "place": move.where[-1], "origin": move.where[0]})
    slot = game.planks.number[move.where[0]]
    fallen = game.planks.falling(slot, before.table.planks) if move.card in ("remove", "move") else 0
    if fallen:
        places = ", ".join(game.planks.show(fallen))
        return Said("ve_ev_fall", {"event": event, "place": places, "count": fallen.bit_count()})
    return event


BOX: Final = (
    "hourglasses",
    "draw",
    "hand",
    "exchange",
    "tiles",
    "jokers",
    "jokers_held",
    "short_planks",
    "long_planks",
)


def box_facts() -> dict[str, int | Said]:
    """What the page of rules tells about the deck, by the placeholders of its texts."""
    deck = load_deck()
    facts: dict[str, int | Said] = {
        f"box_{name}": getattr(deck, name)
        for name in [
            "hourglasses",
            "draw",
            "hand",
            "exchange",
            "tiles",
            "jokers",
            "jokers_held",
            "short_planks",
            "long_planks",
        ]
    }
    facts |= {f"box_cost_{card}": deck.cost(card) for card in CARDS}
    facts |= {f"box_count_{card}": count for card, count in zip(CARDS, deck.counts, strict=False)}
    for seats in SEATS:
        facts[f"box_short_{seats}"], facts[f"box_long_{seats}"] = deck.stock(seats)
    return facts | {
        "box_actions": sum(deck.counts),
        "box_cards": sum(deck.counts) + deck.jokers,
        "box_cost_opening": deck.cost("long") + deck.cost("step2"),
        "box_fixed": tell_cards(cards_of(deck.fixed)),
    }
