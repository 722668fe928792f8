from __future__ import annotations

from functools import cache
from math import dist
from random import Random
from typing import get_args
from xml.etree import ElementTree

import msgspec
import pytest

from ridotto.bots import Limit, make_bot
from ridotto.core import CHANCE, chance_move
from ridotto.draw.svg import DAY, NIGHT
from ridotto.draw.venise.scene import canal_of, defs
from ridotto.games.venise import State, Venise, board_names, load_board
from ridotto.games.venise.boards import LETTERS
from ridotto.games.venise.deck import CARDS, cards_of
from ridotto.games.venise.effects import Effects, effects_of
from ridotto.games.venise.moves import Exchange, Play
from ridotto.games.venise.planks import Shape, bits
from ridotto.i18n import LANGUAGES, Catalogue, Said, texts
from ridotto.match import Audience
from ridotto.server.presenter import Transcript, game_view
from ridotto.server.views.scene import Point
from ridotto.server.views.sent import encode, without_defaults
from ridotto.server.views.venise import VeniseView, WhyNot, scene, venise_view
from ridotto.server.views.words import Words, words
from ridotto.server.wire import Line
from ridotto.tell import tell
from ridotto.tell.venise import tell_place
from tests.playing import random_match
from tests.venise.states import game as open_game
from tests.venise.states import play, state_with

GAMES = [(2, "day-basic"), (3, "night-advanced"), (4, "night-basic")]


@cache
def played(seats: int, board: str) -> tuple[Venise, tuple[State, ...]]:
    """A random and a greedy game."""
    game, rng = Venise(seats=seats, board=board), Random(seats)
    bot, states = make_bot("greedy", game), [game.start()]
    while actors := game.actors(states[-1]):
        (actor,), state = actors, states[-1]
        move = (
            chance_move(game, state, rng) if actor == CHANCE else bot.choose(game.view(state, actor), Limit(), rng).move
        )
        states.append(game.play(state, actor, move))
    return game, (*random_match(game, 3, moves=250).states, *states)


@pytest.mark.parametrize(("seats", "board"), GAMES)
def test_eyes_get_the_same_whatever_they_cannot_know(seats: int, board: str) -> None:
    (game, states), rng, changed = played(seats, board), Random(1), 0
    for state in states[seats::7]:
        for seat in (*range(seats), None):
            other = game.sample(game.view(state, seat), rng)
            changed += other.cards.hands != state.cards.hands
            assert venise_view(game, other, seat) == venise_view(game, state, seat)
    assert changed > 50, "the secrets did differ"


@pytest.mark.parametrize(("seats", "board"), GAMES)
def test_moves_are_those_of_the_game(seats: int, board: str) -> None:
    game, states = played(seats, board)
    for state in states[::3]:
        for seat in range(seats):
            view, legal = venise_view(game, state, seat), game.legal(state, seat)
            assert [move.text for move in view.legal] == list(map(str, legal))
            for told, move in zip(view.legal, legal, strict=True):
                if isinstance(move, Play):
                    assert (told.kind, told.cards) == ("play", ("joker", move.card) if move.is_joker else (move.card,))
                    assert told.places == move.where
                    after = game.play(state, seat, move)
                    taken = game.planks.show(state.pieces.gems[seat] & ~after.pieces.gems[seat])
                    assert sorted(told.gems) == sorted(taken)
                if isinstance(move, Exchange):
                    assert told.cards == move.cards
            playable = {move.cards[0] for move in view.legal if move.kind in ("play", "discard")}
            assert {card.card for card in view.hand if not card.why_not} == playable
            assert {deed.kind for deed in view.deeds if not deed.why_not} == {m.kind for m in view.legal} - {
                "play",
                "discard",
            }
            assert not venise_view(game, state, seat, has_moves=False).legal


@pytest.mark.parametrize(("seats", "board"), GAMES)
def test_planks_tell_what_would_fall_with_them(seats: int, board: str) -> None:
    game, states = played(seats, board)
    falls = 0
    for state in states[::3]:
        view, physics = venise_view(game, state, None), game.planks
        assert tuple(view.planks) == physics.show(state.pieces.planks)
        for slot, resting in view.planks.items():
            falling = physics.falling(physics.number[slot], state.pieces.planks)
            assert resting == physics.show(falling)
            falls += falling.bit_count()
    assert falls or seats == 4


def test_what_falls_is_what_the_game_lets_fall() -> None:
    venise = open_game()
    state = state_with(venise, pawns=("b2", "e1"), planks=("b2/c3", "b2/c3>b3", "b2/c3>c2"), hand=("remove",))
    view = venise_view(venise, state, 0)
    after = play(venise, state, "remove:b2/c3")
    assert {"b2/c3", *view.planks["b2/c3"]} == set(view.planks)
    assert not bits(after.pieces.planks)


def test_spectators_see_no_hand_and_replays_all() -> None:
    game, states = played(2, "day-basic")
    for state in states[::9]:
        view = venise_view(game, state, None)
        assert (view.hand, view.deeds, view.legal, view.is_private) == ((), (), (), False)
        for seat in range(2):
            shown = cards_of(state.cards.shown[seat])
            assert view.seats[seat].known == shown
            assert venise_view(game, state, 1 - seat).seats[seat].known == shown
            opened = venise_view(game, state, None, is_open=True, has_moves=False)
            assert opened.seats[seat].known == cards_of(state.cards.hands[seat])


@pytest.mark.parametrize(
    ("hand", "stock", "planks", "card", "why_not"),
    [
        (("short",), (1, 0), (), "short", ""),
        (("short",), (0, 1), (), "short", "stock"),
        (("remove",), (1, 1), (), "remove", "lift"),
        (("step1",), (1, 1), (), "step1", "walk"),
        (("long",), (1, 1), ("a4-b4",), "long", ""),
    ],
)
def test_cards_that_cannot_be_played_say_why(
    hand: tuple[str, ...], stock: tuple[int, int], planks: tuple[str, ...], card: str, why_not: str
) -> None:
    venise = open_game()
    state = state_with(venise, hand=hand, stock=stock, planks=planks)  # type: ignore[arg-type]
    (told,) = venise_view(venise, state, 0).hand
    assert (told.card, told.why_not) == (card, why_not)


def test_what_else_cannot_be_done_says_why() -> None:
    venise = open_game()
    state = state_with(venise, hand=("step3", "step2", "joker", "short"), stock=(3, 3), planks=("a4-b4",))

    def why_not(state: State) -> dict[str, str]:
        view = venise_view(venise, state, 0)
        return {deed.kind: deed.why_not for deed in view.deeds} | {card.card: card.why_not for card in view.hand}

    begun = why_not(state)
    assert begun["tile"] == "none"
    assert begun["exchange"] == "few"
    assert not begun["take"]
    played = why_not(play(venise, state, "step3:a4-b4"))
    assert (played["take"], played["step2"], played["joker"], played["short"]) == ("played", "dear", "dear", "lay")
    taken = why_not(play(venise, state, "take"))
    assert (taken["take"], taken["step2"], taken["exchange"]) == ("taken", "taken", "jokers")
    assert venise_view(venise, state, 1).hand[0].why_not == "turn"
    assert not venise_view(venise, state, 1).deeds


def test_every_why_not_has_words() -> None:
    codes = [code for code in get_args(WhyNot) if code]
    assert len(codes) == 12
    for language in LANGUAGES:
        assert {f"ve_not_{code}" for code in codes} <= set(texts(language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_happened_reads_the_same_from_the_wire(language: str) -> None:
    """Lists of cards and names of bots are texts within texts."""
    game, say = Venise(seats=2), Catalogue(language)
    match, names = random_match(game, 5, moves=300), ("Anna", Said("bot_name_doge"))
    told = 0

    def read(said: Words) -> Said:
        params = {name: read(value) if isinstance(value, Words) else value for name, value in said.params.items()}
        return Said(said.key, params)

    for (actor, move), before, after in zip(match.entries, match.states, match.states[1:], strict=False):
        said = tell(game, names, before, actor, move, after, is_open=True)
        if said:
            told += 1
            assert say.said(read(words(said))) == say.said(said)
            assert "{" not in say.said(said)
    assert told > 100


@pytest.mark.parametrize("audience", [0, 1, "spectator", "all"])
def test_lines_hold_what_moves_did_as_far_as_their_reader_knows(audience: Audience) -> None:
    game = Venise(seats=2)
    match = random_match(game, 4, moves=300)
    transcript = Transcript(audience)
    transcript.grow(match)
    lines = transcript.lines
    for line, (actor, move), state in zip(lines, match.entries, match.states, strict=False):
        seat = None if audience == "spectator" else audience
        seen = move if seat == "all" else game.seen(state, actor, move, seat)
        assert line.effects == without_defaults(effects_of(game, state, seen))
        assert encode(msgspec.json.decode(encode(line), type=Line)) == encode(line)
    drawn = {card for line in lines if line.effects and line.actor == CHANCE for card in line.effects.get("drawn", ())}
    assert ("?" in drawn) == (audience != "all")
    assert bool(drawn - {"?"}) == (audience != "spectator")


@pytest.mark.parametrize("seat", [None, 0, 2])
def test_a_view_holds_what_happened_since_the_own_last_turn(seat: int | None) -> None:
    """Of whoever watches: the turn that is on, or the one before while nothing was played in it."""
    game = Venise(seats=3)
    match = random_match(game, 4, moves=400)
    turns: list[tuple[tuple[int, int], Effects | None]] = []
    owner: dict[str, int] = {}
    lost: dict[tuple[int, int], list[str]] = {}
    most = 0
    for at, ((_, move), state) in enumerate(zip(match.entries, match.states, strict=False), 1):
        if state.turn.phase in ("first", "deal"):
            continue
        turn = state.turn.round, state.turn.seat
        if not turns or turns[-1][0] != turn:
            turns.append((turn, None))
        if isinstance(move, Play):
            done, before = effects_of(game, state, move), turns[-1][1]
            turns[-1] = turn, before.then(done) if before else done
            lost.setdefault(turn, []).extend(
                slot for slot in (*done.taken, *done.fallen) if owner.pop(slot, None) == seat
            )
            owner |= dict.fromkeys(done.laid, turn[1])
        now = match.states[at].turn
        past = [each for each in turns if each[0] != (now.round, now.seat)]
        is_begun = turns[-1][0] == (now.round, now.seat) and turns[-1][1]
        if seat is None:
            wanted = turns[-1:] if is_begun else past[-1:]
        else:
            own = [nth for nth, (turn, _) in enumerate(past) if turn[1] == seat]
            wanted = past[own[-1] + 1 if own else 0 :]
            wanted += [turns[-1]] if is_begun and now.seat != seat else []
        view = game_view(match, at, seat)
        assert isinstance(view, VeniseView)
        told = [turn for turn, done in wanted if done]
        assert [news.done for news in view.since] == [without_defaults(done) for _, done in wanted if done]
        if seat is not None:
            assert [sorted(news.yours) for news in view.since] == [sorted(lost[turn]) for turn in told]
        most = max(most, len(view.since))
    assert most == (1 if seat is None else 2)
    assert seat is None or any(lost.values())


def test_messages_are_small() -> None:
    """A page on a telephone gets one with every move."""
    sizes = []
    for seats, board in GAMES:
        game, states = played(seats, board)
        for state in states[::4]:
            view = venise_view(game, state, state.turn.seat)
            sizes.append(len(encode(view)))
            assert encode(msgspec.json.decode(encode(view), type=VeniseView)) == encode(view)
    sizes.sort()
    assert sizes[len(sizes) // 2] < 8_000
    assert sizes[-1] < 30_000


@pytest.mark.parametrize("board", board_names())
def test_a_scene_has_the_canal_and_a_symbol_for_everything_that_moves(board: str) -> None:
    drawn = scene(Venise(board=board))
    symbols = ElementTree.fromstring(drawn.defs)
    ids = {node.get("id") for node in symbols.iter()} - {None}
    wanted = {f"ve-card-{card}" for card in CARDS} | {f"ve-plank-{shape}" for shape in get_args(Shape)}
    wanted |= {f"ve-{thing}-{letter}" for thing in ("pawn", "gem", "tent", "stranded") for letter in LETTERS}
    assert wanted | {"ve-back", "ve-glass", "ve-glass-spent", "ve-splash"} <= ids
    layers = ElementTree.fromstring(f"<svg>{''.join(layer.markup for layer in drawn.layers)}</svg>")
    is_night = load_board(board).side == "night"
    posts = {node.get("data-spot") for node in layers.iter() if node.get("class") == "post"}
    assert len(posts) == (20 if is_night else 18)
    assert not [node for node in layers.iter() if node.get("class") in ("pawn", "gem", "plank")]
    moving = [layer.motion for layer in drawn.layers if layer.motion]
    assert moving == ["tide0", "tide1", "tide2", *([] if is_night else ["gondola"])]
    # A day board gets dark with the page, a night board is dark on every page.
    is_live = "light-dark(" in drawn.defs and drawn.palette["accent"] == f"light-dark({DAY.accent}, {NIGHT.accent})"
    assert is_live is not is_night
    assert is_live or drawn.palette["accent"] == NIGHT.accent
    assert len(encode(drawn)) < 150_000


@pytest.mark.parametrize("board", board_names())
def test_a_scene_has_a_place_and_words_for_every_field(board: str) -> None:
    game = Venise(board=board)
    drawn, canal, physics = scene(game), canal_of(game.board), game.planks
    assert (*drawn.fields, *drawn.slots) == physics.names
    for name, field in drawn.fields.items():
        assert canal.place(name)[:2] == (approx(field.pawn), approx(field.gem))
    for slot in physics.slots:
        there = drawn.slots[slot.name]
        assert (there.shape, there.is_upper) == (slot.shape, bool(slot.rests_on))
        assert canal.ends(slot.name) == tuple(map(approx, there.ends))
        assert canal.place(slot.name).pawns == approx(there.pawn)
        for above in physics.show(physics.carries[physics.number[slot.name]]):
            assert canal.place(slot.name, (slot.name, above)).pawns == approx(there.carrying)
    told = {Catalogue("en").said(tell_place(physics, name)) for name in physics.names}
    assert len(told) == len(physics.names)


def approx(point: Point) -> object:
    return pytest.approx((point.x, point.y), abs=0.51)


def test_planks_are_as_long_as_the_places_for_them() -> None:
    board = load_board("night-basic")
    symbols = {node.get("id"): node for node in ElementTree.fromstring(defs(board)).iter("symbol")}
    for slot in board.planks.slots:
        wood = symbols[f"ve-plank-{slot.shape}"].find("rect")
        assert wood is not None
        assert dist(*canal_of(board).ends(slot.name)) == pytest.approx(float(wood.attrib["width"]), abs=0.01)
