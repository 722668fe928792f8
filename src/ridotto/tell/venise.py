"""Venise in words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from typing import Final, assert_never

from ridotto.core import Actor, Seat
from ridotto.games.venise import State, Venise, View
from ridotto.games.venise.boards import COLOURS, LETTERS
from ridotto.games.venise.deck import CARDS, SEATS, STEPS, Card, card_key, cards_of, load_deck
from ridotto.games.venise.effects import Effects, effects_of
from ridotto.games.venise.moves import Clear, Discard, Draw, End, Exchange, First, Move, Play, Shuffle, Spend, Take
from ridotto.games.venise.planks import Planks
from ridotto.i18n import Catalogue, Said
from ridotto.tell import Name
from ridotto.tell.talk import Phrase
from ridotto.tell.typed import Need, Spoken, need, vocabulary


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
    after: State,  # noqa: ARG001 - all games are asked the same
    *,
    is_open: bool = False,
) -> Said | None:
    name = names[actor] if actor >= 0 else ""
    match move:
        case str():
            return Said(f"ev_{move}", {"name": name})
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
            event = _tell_card(game.planks, name, move, effects_of(game, before, move))
            return Said("ve_ev_joker", {"event": event}) if move.is_joker else event
    assert_never(move)


def propose(game: Venise, names: Sequence[Name], before: State, seat: Seat, move: Move) -> Said | None:
    # What a card does is open to all, and what is drawn is not told.
    return tell(game, names, before, seat, move, before)


def named(game: Venise, params: Mapping[str, object]) -> dict[str, Said]:
    """Cards and places in words."""
    cards = {name: Said(card_key(card)) for name, card in params.items() if name == "card" and card in CARDS}
    places = {name: tell_place(game.planks, str(place)) for name, place in params.items() if name in ("field", "plank")}
    return cards | places


PHRASES: Final = (
    Phrase("ve_gem", is_reaction=True),
    Phrase("ve_thief", is_reaction=True),
    Phrase("ve_sorry", is_reaction=True),
    Phrase("ve_watch", "colour"),
    Phrase("ve_spare", "colour"),
    Phrase("ve_card"),
    Phrase("ve_plan"),
    Phrase("ve_bridge"),
)


def pieces(game: Venise) -> dict[str, Said]:
    """Pawns, by their colours."""
    return {LETTERS[COLOURS.index(colour)]: Said(f"ve_colour_{colour}") for colour in game.colours}


def has_shown(game: Venise, _state: State, recent: Iterable[tuple[State, Move | str]]) -> bool:
    """Whether a gem or a plank was taken in the turn that is on or in the one before."""
    turns = set()
    for state, move in recent:
        turns.add((state.turn.round, state.turn.seat))
        if len(turns) > 2:
            return False
        if isinstance(move, Play):
            done = effects_of(game, state, move)
            if done.gems or done.taken or done.fallen:
                return True
    return False


KINDS: Final = {"short": "lay", "long": "lay", "remove": "lift", "move": "shift"}


def spoken(game: Venise, view: View, move: Move, say: Catalogue) -> Spoken:
    """How a move is typed: “plank b2 c2”, “walk c2”, “move a1 b1 to a1 a2”, “exchange short short 1 2”."""
    text = say.text

    def words(key: str) -> tuple[Need, Need]:
        return vocabulary(say.language, f"word_ve_{key}")

    def card(which: str) -> Need:
        return need(which, text(f"ve_card_{which}").replace("\u00ad", ""))

    match move:
        case Play(which, where, is_joker):
            paid = "joker" if is_joker else which
            cost = game.deck.cost(paid)
            verb, rest = words("walk" if which in STEPS else KINDS[which])
            extras = rest | card(which)
            groups = [_posts(where[-1])] if which in STEPS else [_posts(place) for place in where]
            for place in where[-1:] if which in STEPS else where:
                told = tell_place(game.planks, place)
                extras |= need(place, say.said(told)) - frozenset().union(*_posts(place))
            goes_without = KINDS.get(which) == "lay" or (which in STEPS and len(groups[0]) == 1)
            if goes_without:
                extras |= verb
            verbs = [] if goes_without else [verb]
            if is_joker:
                joker, with_joker = words("joker")
                verbs.append(joker | {"*"})
                extras |= with_joker
            gems = sum(field in view.gems[view.turn] for field in set(where)) if which in STEPS else 0
            return Spoken(
                tuple(groups),
                verbs=tuple(verbs),
                extras=extras,
                rank=(is_joker, cost, -gems),
                note=Said("ve_word_paid", {"card": Said(card_key(paid)), "count": cost}),
            )
        case Exchange(cards):
            verb, rest = words("exchange")
            return Spoken((tuple(_short_name(say, each) for each in cards),), verbs=(verb,), extras=rest)
        case Discard(which):
            verb, rest = words("discard")
            return Spoken(((_short_name(say, which),),), extras=verb | rest | card(which))
    key = {Spend: "tile", Take: "take", End: "end"}.get(type(move), "end")
    verb, rest = words(key)
    return Spoken((), verbs=(verb,), extras=rest)


def _posts(place: str) -> tuple[Need, ...]:
    return tuple(frozenset({post}) for post in re.findall("[a-e][1-4]", place))


def _short_name(say: Catalogue, card: Card) -> Need:
    """One word is enough for a card among cards."""
    return need(card) | vocabulary(say.language, f"word_ve_card_{card}")[0]


def tell_cards(cards: Sequence[Card]) -> Said:
    """Some cards, equal ones together."""
    told = [
        Said("ve_times", {"card": Said(card_key(card)), "count": count}) if count > 1 else Said(card_key(card))
        for card, count in Counter(cards).items()
    ]
    return _list(told)


def _list(told: Sequence[Said]) -> Said:
    """A list is a text with a text in it: so every language has its own comma."""
    return reduce(lambda first, last: Said("ve_list", {"first": first, "last": last}), told)


def tell_place(physics: Planks, name: str) -> Said:
    """A field, or a place for a plank."""
    field = physics.number[name]
    if field < physics.first_slot:
        return Said(f"ve_field_{name[2:] or 'post'}", {"spot": name[:2]})
    shape = physics.slots[field - physics.first_slot].shape
    if shape == "T":
        diagonal, post = name.split(">")
        return Said("ve_plank_T", {"on": diagonal.replace("/", "–"), "to": post})
    one, other = name.replace("/", "-").split("-") if shape != "H" else name.replace("-", "–").split("=")
    return Said(f"ve_plank_{shape}", {"from": one, "to": other})


def _tell_card(physics: Planks, name: Name, move: Play, done: Effects) -> Said:
    if done.way:
        words = {"name": name, "place": tell_place(physics, done.way[-1])}
        if done.home:
            return Said("ve_ev_home", {**words, "count": done.home})
        event = Said("ve_ev_walk", {**words, "count": len(done.way) - 1})
        return Said("ve_ev_gem", {"event": event, "count": len(done.gems)}) if done.gems else event
    place, origin = (tell_place(physics, slots[0]) for slots in (done.laid or done.taken, done.taken or done.laid))
    kind = move.card if done.taken else "lay"
    event = Said(f"ve_ev_{kind}", {"name": name, "place": place, "origin": origin})
    if done.fallen:
        return Said("ve_ev_fall", {"event": event, "place": _list([tell_place(physics, slot) for slot in done.fallen])})
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
    facts: dict[str, int | Said] = {f"box_{name}": getattr(deck, name) for name in BOX}
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
