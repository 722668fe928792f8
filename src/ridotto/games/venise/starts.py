"""Where a match of Venise may begin other than at its beginning, as text and back.

A position as `show_position` writes it, and after it whatever differs from a turn that begins: ``round=3``,
``first=1``, ``left=4`` hourglasses, ``did=played``, ``quiet=2``, ``discard`` where cards are to be laid off,
``home=2,0`` where several are home, ``discards=short,step1``, and ``hands=short+long,step1/short+?,?``: by seat
the cards that everybody knows, then the hidden ones, ``?`` where the reader may not know. The draw pile has
all cards that are nowhere else; it has no order.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any, Final, Literal, get_args

from ridotto.core import Actor, NotationError, PositionError, Seat
from ridotto.games.venise.deck import ACTIONS, CARDS, JOKER, Counts, cards_of, counts_of
from ridotto.games.venise.moves import UNKNOWN, Move
from ridotto.games.venise.position import NOTHING, parse_position, show_position
from ridotto.games.venise.rules import Venise
from ridotto.games.venise.state import Cards, Did, State, Turn, add, put

MOST: Final = 9_999


def show_start(game: Venise, state: State, audience: Seat | Literal["spectator", "all"]) -> str:
    """Raises PositionError where a match cannot begin: while chance acts, and at the end."""
    turn, _, cards, finished = state
    if turn.phase not in ("play", "discard"):
        raise PositionError("start_phase")
    usual = _turn(game, turn.seat)
    words = [show_position(game, state), *(["discard"] if turn.phase == "discard" else [])]
    for word, value, default in (
        ("round", turn.round, usual.round),
        ("first", turn.first, usual.first),
        ("left", turn.hourglasses, usual.hourglasses),
        ("did", turn.did, usual.did),
        ("quiet", turn.quiet, usual.quiet),
        ("home", ",".join(map(str, finished)), ",".join(map(str, sorted(finished)))),
    ):
        if value != default:
            words.append(f"{word}={value}")
    hands = (_show_hand(cards, seat, is_open=audience in ("all", seat)) for seat in range(game.seats))
    words.append(f"hands={'/'.join(hands)}")
    if any(cards.discards):
        words.append(f"discards={','.join(cards_of(cards.discards))}")
    return " ".join(words)


def _show_hand(cards: Cards, seat: Seat, *, is_open: bool) -> str:
    shown = cards.shown[seat]
    hidden = tuple(held - known for held, known in zip(cards.hands[seat], shown, strict=True))
    masked = cards.unknown[seat] + (0 if is_open else sum(hidden))
    listed = [*(cards_of(hidden) if is_open else ()), *[UNKNOWN] * masked]
    return (",".join(cards_of(shown)) or NOTHING) + ("+" + ",".join(listed) if listed else "")


def _turn(game: Venise, seat: Seat) -> Turn:
    return Turn("play", seat, seat, 1, game.deck.hourglasses, "nothing", 0, 0)


def parse_start(game: Venise, text: str) -> State:
    """Cards that are ``?`` stay unknown: `deal` fills them in. Raises NotationError or PositionError."""
    words = text.split()
    state = parse_position(game, " ".join(words[: game.seats + 2]))
    read = _Reader(game, state)
    for word in words[game.seats + 2 :]:
        read.word(word)
    return read.state()


class _Reader:
    def __init__(self, game: Venise, state: State) -> None:
        self.game, self.pieces, self.finished = game, state.pieces, state.finished
        self.turn = _turn(game, state.turn.seat)
        nothing = (0,) * len(CARDS)
        self.hands = self.shown = (nothing,) * game.seats
        self.unknown = (0,) * game.seats
        self.discards = nothing

    def word(self, word: str) -> None:
        name, _, value = word.partition("=")
        turn, seats = self.turn, self.game.seats
        if word == "discard":
            self.turn = turn._replace(phase="discard")
        elif name == "round":
            self.turn = turn._replace(round=_number(word, value, 1, MOST))
        elif name == "first":
            self.turn = turn._replace(first=_number(word, value, 0, seats - 1))
        elif name == "left":
            self.turn = turn._replace(hourglasses=_number(word, value, 0, self.game.deck.hourglasses + 9))
        elif name == "did" and value in get_args(Did):
            did: Any = value
            self.turn = turn._replace(did=did)
        elif name == "quiet":
            self.turn = turn._replace(quiet=_number(word, value, -1, self.game.options.stall_rounds * seats - 1))
        elif name == "home" and sorted(value.split(",")) == sorted(map(str, self.finished)):
            self.finished = tuple(map(int, value.split(",")))
        elif name == "hands":
            self._hands(word, value.split("/"))
        elif name == "discards":
            self.discards = _counts(word, value.split(","))
        else:
            raise NotationError("start_word", word=word)

    def _hands(self, word: str, hands: Sequence[str]) -> None:
        if len(hands) != self.game.seats:
            raise NotationError("start_word", word=word)
        for seat, hand in enumerate(hands):
            known, plus, others = hand.partition("+")
            hidden = others.split(",") if plus else []
            shown = _counts(word, [] if known == NOTHING else known.split(","))
            listed = _counts(word, [card for card in hidden if card != UNKNOWN])
            if listed[JOKER] or shown[JOKER] > self.game.deck.jokers_held:  # VE-13: they are taken openly
                raise NotationError("start_word", word=word)
            self.shown = put(self.shown, seat, shown)
            self.hands = put(self.hands, seat, tuple(map(sum, zip(shown, listed, strict=True))))
            self.unknown = put(self.unknown, seat, hidden.count(UNKNOWN))

    def state(self) -> State:
        game, deck = self.game, self.game.deck
        if len(self.finished) >= (game.seats - 1 if game.options.play_on == "yes" else 1):
            raise PositionError("start_phase")
        held = [sum(counts) for counts in zip(*self.hands, self.discards, strict=True)]
        pile = tuple(count - out for count, out in zip(deck.counts, held, strict=False))
        for card, count in zip(ACTIONS, pile, strict=True):
            if count < 0:
                raise PositionError("start_cards", card=card, most=deck.counts[ACTIONS.index(card)])
        sizes = [sum(hand) + more for hand, more in zip(self.hands, self.unknown, strict=True)]
        is_full = self.turn.phase == "discard"
        if sum(self.unknown) > sum(pile) or self.discards[JOKER]:
            raise PositionError("start_hands", most=deck.hand)
        for seat, size in enumerate(sizes):
            if (size > deck.hand) != (is_full and seat == self.turn.seat) or (size and seat in self.finished):
                raise PositionError("start_hands", most=deck.hand)
        for seat, gems in enumerate(game.start().pieces.gems):
            taken = gems.bit_count() - self.pieces.gems[seat].bit_count()
            if self.pieces.tiles[seat] > (0 if seat in self.finished else taken):
                raise PositionError("start_tiles", seat=seat)
        cards = Cards(self.hands, self.shown, pile, self.discards[:JOKER], self.unknown)
        return State(self.turn, self.pieces, cards, self.finished)


def _number(word: str, value: str, least: int, most: int) -> int:
    if not (value.removeprefix("-").isdecimal() and len(value) < 6 and least <= int(value) <= most):
        raise NotationError("start_word", word=word)
    return int(value)


def _counts(word: str, names: Iterable[str]) -> Counts:
    cards: list[Any] = list(names)
    if not set(cards) <= set(CARDS):
        raise NotationError("start_word", word=word)
    return counts_of(cards)


def deal(game: Venise, state: State, rng: Random) -> State:
    """Fills in what is open: every deal of the cards that nobody has shown is equally likely."""
    hands, shown, pile, discards, unknown = state.cards
    left = [card for card, count in enumerate(pile) for _ in range(count)]
    rng.shuffle(left)
    for seat, count in enumerate(unknown):
        for _ in range(count):
            card = left.pop()
            hands, pile = put(hands, seat, add(hands[seat], card, 1)), add(pile, card, -1)
    return state._replace(cards=Cards(hands, shown, pile, discards, (0,) * game.seats))


def unmask(
    game: Venise, state: State, log: Sequence[tuple[Actor, Move]], news: Sequence[str]
) -> tuple[State, list[tuple[Actor, Move]]]:
    return state, game.unmask(log, news)  # Masked cards can be played as they are: see `Cards.unknown`.
