"""Venise from the deal to the last place. Numbers like VE-12 and VE-R10 lead to docs/rules/venise.md."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar, Final, Literal

from ridotto.core import CHANCE, Actor, NotationError, OptionError, Outcome, Seat, check_ranges, nearest, option
from ridotto.games.venise.boards import COLOURS, LETTERS, Board, load_board
from ridotto.games.venise.choices import Choices, Walks, Works, exchanges_of
from ridotto.games.venise.deck import (
    ACTIONS,
    CARDS,
    JOKER,
    SEATS,
    STEPS,
    Counts,
    Deck,
    cards_of,
    counts_of,
    deck_version,
    load_deck,
)
from ridotto.games.venise.moves import (
    DISCARD,
    DRAW,
    END,
    FIRST,
    SHUFFLE,
    SPEND,
    TAKE,
    Clear,
    Discard,
    Draw,
    End,
    Exchange,
    First,
    Move,
    Play,
    Spend,
    Take,
    parse_move,
)
from ridotto.games.venise.planks import Field, Mask, Planks
from ridotto.games.venise.position import show_position
from ridotto.games.venise.refusals import refusal
from ridotto.games.venise.state import (
    GONE,
    Cards,
    Pieces,
    State,
    Stock,
    Turn,
    View,
    add,
    can_hold,
    give_joker,
    lay_off,
    left,
    put,
)

NO_PLANKS: Final[Stock] = (0, 0)
NO_ACTIONS: Final[Counts] = (0,) * len(ACTIONS)
ACTION: Final[dict[str, int]] = {card: index for index, card in enumerate(ACTIONS)}
ACTORS: Final = tuple((seat,) for seat in range(4))
CHANCE_ONLY: Final = (CHANCE,)
NOBODY: Final[tuple[Actor, ...]] = ()


@dataclass(frozen=True, slots=True)
class Options:
    seats: int = option(SEATS[0], within=(SEATS[0], SEATS[-1]))
    board: str = "day-basic"
    """A shipped board by name, a file, or a board's code; a file is kept as its code, so that records need no file."""
    colours: str = ""
    """VE-R19: the colours of the seats, clockwise, such as RW; by default RG, RWG or RWGP."""
    first: Literal["random", "0", "1", "2", "3"] = "random"
    """VE-8: the seat that begins."""
    stall_rounds: int = option(15, within=(1, 999))
    """VE-R12: rounds without a gem that end the game."""
    compensation: str = option("", is_study=True)
    """VE-R20: extra cards at the start in the order of play, such as 01."""
    play_on: Literal["yes", "no"] = "yes"
    """VE-2: whether the others play on when somebody has won."""

    def __post_init__(self) -> None:
        check_ranges(self)
        if self.first != "random" and int(self.first) >= self.seats:
            raise OptionError("option_range", name="first", value=self.first, least=0, most=self.seats - 1)
        if self.colours:
            # Seats sit clockwise round the board, so their colours follow its corners (VE-8).
            turns = [(LETTERS.find(letter) - LETTERS.find(self.colours[0])) % len(LETTERS) for letter in self.colours]
            if len(turns) != self.seats or set(self.colours) - set(LETTERS) or sorted(set(turns)) != turns:
                raise OptionError("ve_colours", value=self.colours, count=self.seats, letters=LETTERS)
        deck = load_deck()
        most = deck.hand - deck.dealt - sum(deck.fixed)
        if self.compensation and (
            len(self.compensation) != self.seats or set(self.compensation) - set("0123456789"[: most + 1])
        ):
            raise OptionError("ve_compensation", value=self.compensation, count=self.seats, most=most)
        if self.board.endswith(".toml"):
            object.__setattr__(self, "board", load_board(self.board).code)


class Venise:
    name: ClassVar[str] = "venise"
    rules_version: ClassVar[str] = f"1{deck_version()}"
    options_type: ClassVar[type[Options]] = Options

    def __init__(self, options: Options | None = None, **changes: Any) -> None:
        """``Venise(seats=4, board="night-basic")``, or with ready-made options."""
        self.options = options or Options(**changes)
        self.seats = self.options.seats
        self.board: Board = load_board(self.options.board)
        self.deck: Deck = load_deck()
        self.planks: Planks = self.board.planks
        letters = self.options.colours or {2: "RG", 3: "RWG", 4: "RWGP"}[self.seats]
        self.colours = tuple(COLOURS[LETTERS.index(letter)] for letter in letters)
        self._stall = self.options.stall_rounds
        self._last = self.seats - 1 if self.options.play_on == "yes" else 1
        """How many finishers end the game (VE-2)."""
        self._choices = Choices(self.planks)
        self._exchanges = exchanges_of(self.deck.exchange)
        self._asked: tuple[State | None, tuple[Move, ...]] = None, ()
        self._shown: tuple[State, dict[str, Any]] | None = None

    def __repr__(self) -> str:
        return f"Venise({self.options!r})"

    # -- states ------------------------------------------------------------------------------------------------------

    def start(self) -> State:
        deck, seats = self.deck, self.seats
        chosen = self.options.first
        first = 0 if chosen == "random" else int(chosen)
        index = [COLOURS.index(colour) for colour in self.colours]
        return State(
            Turn(
                phase="first" if chosen == "random" else "deal",
                seat=first,
                first=first,
                round=1,
                hourglasses=0,
                did="nothing",
                draws=self._dealt(first, first),
                quiet=0,
            ),
            Pieces(
                planks=0,
                pawns=tuple(self.board.home(colour) for colour in index),  # VE-7
                gems=tuple(self.board.gem_mask(colour) for colour in index),  # VE-R7
                stocks=(deck.stock(seats),) * seats,
                tiles=(0,) * seats,
            ),
            Cards(
                hands=(deck.fixed,) * seats,  # VE-8
                shown=(deck.fixed,) * seats,
                pile=tuple(count - fixed * seats for count, fixed in zip(deck.counts, deck.fixed, strict=False)),
                discards=NO_ACTIONS,
                unknown=(0,) * seats,
            ),
            finished=(),
        )

    def _dealt(self, seat: Seat, first: Seat) -> int:
        extra = self.options.compensation
        return self.deck.dealt + (int(extra[(seat - first) % self.seats]) if extra else 0)  # VE-8, VE-R20

    def actors(self, state: State) -> tuple[Actor, ...]:
        phase = state.turn.phase
        if phase == "play" or phase == "discard":
            return ACTORS[state.turn.seat]
        return NOBODY if phase == "over" else CHANCE_ONLY

    def outcome(self, state: State) -> Outcome | None:
        if state.turn.phase != "over":
            return None
        finished, left = state.finished, [mask.bit_count() for mask in state.pieces.gems]
        places = [0] * self.seats
        for seat in range(self.seats):
            if seat in finished:
                places[seat] = finished.index(seat) + 1
            else:
                ahead = sum(other not in finished and left[other] < left[seat] for other in range(self.seats))
                places[seat] = len(finished) + ahead + 1  # VE-R12: by gems held, ties shared
        return Outcome(tuple(places), "gems" if len(finished) >= self._last else "stalled")

    def jokers(self, state: State) -> int:
        """How many lie in their pile."""
        return self.deck.jokers - sum([hand[JOKER] for hand in state.cards.hands])

    def pawn_mask(self, state: State) -> Mask:
        mask = 0
        for field in state.pieces.pawns:
            if field >= 0:
                mask |= 1 << field
        return mask

    # -- legality: these lists, and nothing else, say what may be done -----------------------------------------------

    def legal(self, state: State, actor: Actor) -> tuple[Move, ...]:
        asked, moves = self._asked
        if asked is not state:
            # Who asks what is legal usually plays next, so the last answer is kept.
            moves = self._list(state)
            self._asked = state, moves
        turn = state.turn
        phase = turn.phase
        return moves if actor == (turn.seat if phase == "play" or phase == "discard" else CHANCE) else ()

    def weights(self, state: State) -> tuple[int, ...]:
        is_draw = state.turn.phase in ("deal", "draw") and left(state.cards)
        return tuple([count for count in state.cards.pile if count]) if is_draw else ()

    def _list(self, state: State) -> tuple[Move, ...]:
        """The moves of the one who may act."""
        phase, seat = state.turn[:2]
        if phase == "play":
            return self._list_play(state)
        if phase == "draw" or phase == "deal":
            if any(state.cards.unknown) and not left(state.cards):
                return (SHUFFLE,)
            draws = DRAW[seat]
            return tuple([draws[card] for card, count in enumerate(state.cards.pile) if count]) or (SHUFFLE,)
        if phase == "home":
            return (Clear(cards_of(state.cards.hands[seat]), seat),)
        if phase == "discard":
            hand = self._hand(state.cards, seat)
            discards = tuple([DISCARD[card] for card, count in enumerate(hand) if count])  # VE-9, VE-R18
            return discards + self._list_exchanges(state.cards, seat, hand)  # VE-R10
        return FIRST[: self.seats] if phase == "first" else ()

    def _list_play(self, state: State) -> tuple[Move, ...]:
        _, seat, _, _, left, did, _, _ = state.turn
        pieces, hand = state.pieces, self._hand(state.cards, seat)
        moves: tuple[Move, ...] = ()
        if did != "taken":  # VE-R11
            if left:
                costs = self.deck.costs
                short, long = pieces.stocks[seat]
                works, walks = self.works(state), self.walks(state)
                if hand[0] and short and costs[0] <= left:
                    moves += works[0]
                if hand[1] and long and costs[1] <= left:
                    moves += works[1]
                if hand[2] and costs[2] <= left:
                    moves += works[2]
                if hand[3] and costs[3] <= left:
                    moves += works[3]
                if hand[4] and costs[4] <= left:
                    moves += walks[0]
                if hand[5] and costs[5] <= left:
                    moves += walks[1]
                if hand[6] and costs[6] <= left:
                    moves += walks[2]
                if hand[JOKER] and costs[JOKER] <= left:  # VE-20
                    if short:
                        moves += works[4]
                    if long:
                        moves += works[5]
                    moves += works[6] + works[7] + walks[3]
            if pieces.tiles[seat]:
                moves += (SPEND,)
            if did == "nothing" and hand[JOKER] < self.deck.jokers_held:
                moves += (TAKE,)
        return moves + self._list_exchanges(state.cards, seat, hand) + (END,)

    def _list_exchanges(self, cards: Cards, seat: Seat, hand: Counts) -> tuple[Move, ...]:
        # The pile cannot run out: eight jokers are two for each of four hands (VE-13).
        if hand[JOKER] >= self.deck.jokers_held:
            return ()
        ways = self._exchanges.of(hand)
        if 0 < cards.unknown[seat] < self.deck.exchange:
            # Too few masked cards to stand for all that are lacking.
            return tuple([way for way in ways if can_hold(cards, seat, way.cards)])
        return ways

    def _hand(self, cards: Cards, seat: Seat) -> Counts:
        """What the seat may hold: masked cards may be anything that is not seen elsewhere."""
        hand, unknown = cards.hands[seat], cards.unknown[seat]
        if not unknown:
            return hand
        return (*(held + min(unknown, unseen) for held, unseen in zip(hand, cards.pile, strict=False)), hand[JOKER])

    def works(self, state: State) -> Works:
        """What the seat to play can do to planks, with whatever cards."""
        seat, pieces = state.turn.seat, state.pieces
        return self._choices.works(pieces.pawns[seat], pieces.planks, self.pawn_mask(state))

    def walks(self, state: State) -> Walks:
        """Where the seat to play can walk, with whatever cards."""
        seat, pieces = state.turn.seat, state.pieces
        return self._choices.walks(pieces.pawns[seat], pieces.planks, pieces.gems[seat])

    # -- playing -----------------------------------------------------------------------------------------------------

    def play(self, state: State, actor: Actor, move: Move) -> State:
        legal = self.legal(state, actor)
        for known in legal:
            if known is move:
                break
        else:
            if move not in legal and not (actor == CHANCE and self._is_seen_by_one(state, move)):
                raise refusal(self, state, actor, move)
        if isinstance(move, Draw):
            return self._draw(state, ACTION.get(move.card, -1))
        if isinstance(move, Play):
            return self._play_card(state, move)
        if isinstance(move, Exchange):
            return self._exchange(state, move)
        turn, pieces, cards, finished = state
        if isinstance(move, Clear):
            for card in move.cards:
                cards = lay_off(cards, turn.seat, CARDS.index(card))
            return self._pass(State(turn, pieces, cards, finished))
        if isinstance(move, End):
            return State(turn._replace(phase="draw", draws=self.deck.draw), pieces, cards, finished)
        if isinstance(move, Discard):
            return self._settle(State(turn, pieces, lay_off(cards, turn.seat, CARDS.index(move.card)), finished))
        if isinstance(move, Take):
            return State(turn._replace(did="taken"), pieces, give_joker(cards, turn.seat), finished)
        if isinstance(move, Spend):
            tiles = put(pieces.tiles, turn.seat, pieces.tiles[turn.seat] - 1)
            more = turn._replace(hourglasses=turn.hourglasses + 1)
            return State(more, pieces._replace(tiles=tiles), cards, finished)
        if isinstance(move, First):
            begun = turn._replace(phase="deal", seat=move.seat, first=move.seat, draws=self._dealt(0, 0))
            return State(begun, pieces, cards, finished)
        pile = tuple([kept + back for kept, back in zip(cards.pile, cards.discards, strict=True)])
        return State(turn, pieces, cards._replace(pile=pile, discards=NO_ACTIONS), finished)  # VE-10

    def _is_seen_by_one(self, state: State, move: Move) -> bool:
        """Whether a masked draw, or the laying off of a hand with masked cards, may have happened here."""
        turn, _, cards, _ = state
        if isinstance(move, Draw):
            return move == Draw("?", turn.seat) and turn.phase in ("deal", "draw") and left(cards) > 0
        return (
            isinstance(move, Clear)
            and (turn.phase, turn.seat) == ("home", move.seat)
            and len(move.cards) == sum(cards.hands[turn.seat]) + cards.unknown[turn.seat]
            and can_hold(cards, turn.seat, move.cards)
        )

    def _draw(self, state: State, card: int) -> State:
        # Written out, because draws make up half of a game's moves.
        phase, seat, first, number, left, did, draws, quiet = state.turn
        hands, shown, pile, discards, unknown = state.cards
        draws -= 1
        if card >= 0:
            hands = put(hands, seat, add(hands[seat], card, 1))
            pile = add(pile, card, -1)
        else:
            unknown = put(unknown, seat, unknown[seat] + 1)
        if not draws and phase == "deal":
            seat = (seat + 1) % self.seats
            if seat == first:
                phase, left = "play", self.deck.hourglasses
            else:
                draws = self._dealt(seat, first)
        elif draws and not any(discards) and sum(pile) == sum(unknown):
            draws = 0  # nothing is left to draw: only with more cards in hands than the box allows
        turn = Turn(phase, seat, first, number, left, did, draws, quiet)
        state = State(turn, state.pieces, Cards(hands, shown, pile, discards, unknown), state.finished)
        return state if draws or phase != "draw" else self._settle(state)

    def _settle(self, state: State) -> State:
        """After drawing: discard down to eight (VE-9), or the turn is over."""
        turn, pieces, cards, finished = state
        if sum(cards.hands[turn.seat]) + cards.unknown[turn.seat] > self.deck.hand:
            return state if turn.phase == "discard" else State(turn._replace(phase="discard"), pieces, cards, finished)
        return self._pass(state)

    def _pass(self, state: State) -> State:
        """The next seat that is still in, clockwise (VE-8)."""
        (_, seat, first, number, _, _, _, quiet), pieces, cards, finished = state
        seats = self.seats
        quiet += 1
        if len(finished) >= self._last or quiet >= self._stall * (seats - len(finished)):  # VE-2, VE-R12
            return State(Turn("over", seat, first, number, 0, "nothing", 0, quiet), pieces, cards, finished)
        after = (seat + 1) % seats
        while after in finished:
            after = (after + 1) % seats
        number += (after - first) % seats <= (seat - first) % seats
        turn = Turn("play", after, first, number, self.deck.hourglasses, "nothing", 0, quiet)
        return State(turn, pieces, cards, finished)

    def _exchange(self, state: State, move: Exchange) -> State:
        turn, pieces, cards, finished = state
        seat = turn.seat
        if cards.unknown[seat]:
            for card in move.cards:
                cards = lay_off(cards, seat, ACTION[card])
        else:
            # The same in one go.
            hands, shown, pile, discards, unknown = cards
            paid = self._exchanges.counts[move.cards]
            left = tuple([count - out for count, out in zip(hands[seat], paid, strict=True)])
            known = tuple([count - out if count > out else 0 for count, out in zip(shown[seat], paid, strict=True)])
            discards = tuple([count + out for count, out in zip(discards, paid, strict=False)])
            cards = Cards(put(hands, seat, left), put(shown, seat, known), pile, discards, unknown)
        state = State(turn, pieces, give_joker(cards, seat), finished)
        return self._settle(state) if turn.phase == "discard" else state

    def _play_card(self, state: State, move: Play) -> State:
        (phase, seat, first, rounds, left, _, draws, quiet), pieces, cards, finished = state
        card, where = move.card, move.where
        paid = JOKER if move.is_joker else ACTION[card]
        left -= self.deck.costs[paid]
        turn = Turn(phase, seat, first, rounds, left, "played", draws, quiet)
        cards = lay_off(cards, seat, paid)
        number = self.planks.number
        if card in STEPS:
            return self._walk(State(turn, pieces, cards, finished), [number[name] for name in where])
        laid, pawns, gems, stocks, tiles = pieces
        slot = number[where[0]]
        if card == "move":
            laid = self.planks.without(slot, laid) | 1 << number[where[1]]  # VE-18, VE-25
        else:
            short, long = stocks[seat]
            change = 1 if card == "remove" else -1
            stocks = put(stocks, seat, (short, long + change) if self.planks.is_long(slot) else (short + change, long))
            laid = self.planks.without(slot, laid) if card == "remove" else laid | 1 << slot  # VE-15 to VE-17
        return State(turn, Pieces(laid, pawns, gems, stocks, tiles), cards, finished)

    def _walk(self, state: State, way: list[Field]) -> State:
        turn, (laid, pawns, gems, stocks, tiles), cards, finished = state
        seat = turn.seat
        pawns = put(pawns, seat, way[-1])
        taken = 0
        for field in way:
            taken |= gems[seat] & 1 << field
        if taken:
            turn = turn._replace(quiet=-1)
            gems = put(gems, seat, gems[seat] ^ taken)
            if not gems[seat]:
                return self._finish(State(turn, Pieces(laid, pawns, gems, stocks, tiles), cards, finished))
            tiles = put(tiles, seat, tiles[seat] + taken.bit_count())  # VE-11
        return State(turn, Pieces(laid, pawns, gems, stocks, tiles), cards, finished)

    def _finish(self, state: State) -> State:
        """The fourth gem: the player leaves the board, the planks laid stay (VE-2, VE-R16)."""
        turn, pieces, cards, finished = state
        seat = turn.seat
        pieces = pieces._replace(pawns=put(pieces.pawns, seat, GONE), tiles=put(pieces.tiles, seat, 0))
        state = State(turn._replace(phase="home", hourglasses=0), pieces, cards, (*finished, seat))
        return state if any(cards.hands[seat]) or cards.unknown[seat] else self._pass(state)

    # -- what a seat may know ----------------------------------------------------------------------------------------

    def view(self, state: State, seat: Seat | None) -> View:
        shown = self._shown
        if shown is None or shown[0] is not state:
            shown = self._shown = state, self._public(state)
        own: dict[str, Any] = {"seat": None, "hand": (), "legal": ()}
        if seat is not None:
            own = {"seat": seat, "hand": cards_of(state.cards.hands[seat]), "legal": self.legal(state, seat)}
        return View(**own, **shown[1])

    def _public(self, state: State) -> dict[str, Any]:
        """What everybody may know: most of what any seat does."""
        show, names = self.planks.show, self.planks.names
        turn, pieces, cards, finished = state
        return {
            "board": self.board,
            "colours": self.colours,
            "phase": turn.phase,
            "turn": turn.seat,
            "first": turn.first,
            "round": turn.round,
            "hourglasses": turn.hourglasses,
            "did": turn.did,
            "draws": turn.draws,
            "quiet": turn.quiet,
            "planks": show(pieces.planks),
            "pawns": tuple("" if field == GONE else names[field] for field in pieces.pawns),
            "gems": tuple(show(mask) for mask in pieces.gems),
            "stocks": tuple(NO_PLANKS if other in finished else stock for other, stock in enumerate(pieces.stocks)),
            "lost": self.missing(pieces.planks, pieces.stocks),
            "tiles": pieces.tiles,
            "counts": tuple(sum(hand) + unknown for hand, unknown in zip(cards.hands, cards.unknown, strict=True)),
            "shown": tuple(cards_of(shown) for shown in cards.shown),
            "pile": left(cards),
            "discards": cards_of(cards.discards),
            "jokers": self.jokers(state),
            "finished": finished,
            "stranded": tuple(self._is_stranded(state, other) for other in range(self.seats)),
            "outcome": self.outcome(state),
        }

    def missing(self, laid: Mask, stocks: Sequence[Stock]) -> Stock:
        """The short and long planks of the box that are neither laid nor in these stocks."""
        short, long = self.deck.stock(self.seats)
        return (
            short * self.seats - (laid & self.planks.short).bit_count() - sum(short for short, _ in stocks),
            long * self.seats - (laid & self.planks.long).bit_count() - sum(long for _, long in stocks),
        )

    def _is_stranded(self, state: State, seat: Seat) -> bool:
        field = state.pieces.pawns[seat]
        if field == GONE or self.planks.reach(field, state.pieces.planks):
            return False
        places = self.planks.layable(field, state.pieces.planks)
        short, long = state.pieces.stocks[seat]
        return not ((short and places & self.planks.short) or (long and places & self.planks.long))

    def sample(self, view: View, rng: Random) -> State:
        """Every deal of the cards this seat does not see is equally likely."""
        own = counts_of(view.hand)
        shown = tuple(counts_of(cards) for cards in view.shown)
        unseen = list(self.deck.counts)
        for seen in (own, counts_of(view.discards), *(s for seat, s in enumerate(shown) if seat != view.seat)):
            for card in range(len(ACTIONS)):
                unseen[card] -= seen[card]
        cards = [card for card, count in enumerate(unseen) for _ in range(count)]
        rng.shuffle(cards)
        hands = []
        for seat, count in enumerate(view.counts):
            hand = own
            if seat != view.seat:
                more = list(shown[seat])
                for _ in range(count - sum(shown[seat])):
                    more[cards.pop()] += 1
                hand = tuple(more)
            hands.append(hand)
        mask, number = self.planks.mask, self.planks.number
        laid, stocks = mask(*view.planks), view.stocks
        if view.finished:
            # What is missing without lying in the water left the board with the finishers (VE-R16).
            short, long = self.missing(laid, stocks)
            lost_short, lost_long = view.lost
            stocks = put(stocks, view.finished[0], (short - lost_short, long - lost_long))
        return State(
            Turn(
                phase=view.phase,
                seat=view.turn,
                first=view.first,
                round=view.round,
                hourglasses=view.hourglasses,
                did=view.did,
                draws=view.draws,
                quiet=view.quiet,
            ),
            Pieces(
                planks=laid,
                pawns=tuple(number[name] if name else GONE for name in view.pawns),
                gems=tuple(mask(*fields) for fields in view.gems),
                stocks=stocks,
                tiles=view.tiles,
            ),
            Cards(
                hands=tuple(hands),
                shown=shown,
                pile=tuple(cards.count(card) for card in range(len(ACTIONS))),
                discards=counts_of(view.discards)[:JOKER],
                unknown=(0,) * self.seats,
            ),
            view.finished,
        )

    def seen(self, state: State, actor: Actor, move: Move, seat: Seat | None) -> Move:
        return Draw("?", move.seat) if isinstance(move, Draw) and move.seat != seat else move

    # -- records -----------------------------------------------------------------------------------------------------

    def news(self, before: State, after: State) -> str:
        if len(after.finished) == len(before.finished):
            return ""
        return f"seat {after.finished[-1]} is home as number {len(after.finished)}"

    def unmask(self, log: Sequence[tuple[Actor, Move]], news: Sequence[str]) -> list[tuple[Actor, Move]]:
        return list(log)  # A masked draw can be played as it is: see `Cards.unknown`.

    def chapter(self, state: State) -> str:
        return "set-up" if state.turn.phase in ("first", "deal") else f"round {state.turn.round}"

    def show_move(self, move: Move) -> str:
        return str(move)

    def parse_move(self, text: str) -> Move:
        move = parse_move(text)
        if isinstance(move, Play):
            for name in move.where:
                if name not in self.planks.number:
                    known = list(self.planks.number)
                    raise NotationError("ve_place_unknown", text=text, place=name, nearest=nearest(name, known))
        return move

    def show_position(self, state: State) -> str:
        return show_position(self, state)
