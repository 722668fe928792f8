"""The protocol of a game: chance, outcomes, errors, options.

A game is a pure description: it holds its options and no state. States are frozen, ``play`` returns a new one, and
chance is an actor whose deals and draws are moves like any other, so replaying a match is a fold over its log.
"""

from __future__ import annotations

import dataclasses
import difflib
import shlex
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar, Final, Literal, Protocol, TypeAlias, TypeVar, get_args, get_origin, get_type_hints

Seat: TypeAlias = int
Actor: TypeAlias = int
"""A seat, or CHANCE."""

CHANCE: Final = -1


@dataclass(frozen=True, slots=True)
class Outcome:
    """Everybody's place, and the reason."""

    places: tuple[int, ...]
    """By seat, 1 is best; equal numbers share a place."""
    reason: str
    """A stable code ("rings", "resigned", ...); people's words for it live in i18n."""

    @property
    def winners(self) -> tuple[Seat, ...]:
        return tuple(seat for seat, place in enumerate(self.places) if place == 1)


class RidottoError(ValueError):
    """Something a person can put right. ``code`` is stable; the words for it live in i18n."""

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(code, params)
        self.code = code
        self.params = params

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (type(self), self.args, self.__dict__)  # from the process where it happened

    def __str__(self) -> str:
        from ridotto.i18n import Catalogue  # only when somebody reads it

        return Catalogue("en").error(self)


def _restored(kind: type[RidottoError], args: tuple[object, ...], state: dict[str, object]) -> RidottoError:
    error = kind.__new__(kind, *args)
    error.__dict__.update(state)
    return error


class NotationError(RidottoError):
    """A text that is not a move or a position."""


class PositionError(RidottoError):
    """A well-written position that cannot be."""


class IllegalMove(RidottoError):
    """A move that the rules do not allow here and now."""


class OptionError(RidottoError):
    """An option or a value that a game does not have."""


class RecordError(RidottoError):
    """A match record that cannot be read or does not follow the rules."""


State = TypeVar("State")
Move = TypeVar("Move")
Move_co = TypeVar("Move_co", covariant=True)


class View(Protocol[Move_co]):
    """What one seat may know: built by listing what is allowed. Games add their own fields."""

    @property
    def seat(self) -> Seat | None: ...
    @property
    def legal(self) -> tuple[Move_co, ...]: ...
    @property
    def outcome(self) -> Outcome | None: ...


AnyView = TypeVar("AnyView", bound=View[Any])


class Game(Protocol[State, Move, AnyView]):
    """States and moves are frozen values that can be hashed and pickled; a move is never a plain string."""

    name: ClassVar[str]
    rules_version: ClassVar[str]
    """Goes up when the same moves would no longer mean the same; records carry it."""
    options_type: ClassVar[type[Any]]
    """A frozen dataclass; see `parse_options`."""

    @property
    def seats(self) -> int: ...

    @property
    def options(self) -> Any: ...

    def start(self) -> State: ...

    def actors(self, state: State) -> tuple[Actor, ...]:
        """Who may act: one seat, several at once for simultaneous secret choices, chance, or nobody when it is over."""

    def legal(self, state: State, actor: Actor) -> tuple[Move, ...]:
        """In a stable order; empty for anyone who may not act."""

    def weights(self, state: State) -> tuple[int, ...]:
        """How likely each of chance's legal moves is, in proportion; empty when all are equally likely."""

    def play(self, state: State, actor: Actor, move: Move) -> State:
        """Raises IllegalMove, and then nothing has changed."""

    def outcome(self, state: State) -> Outcome | None: ...

    def view(self, state: State, seat: Seat | None) -> AnyView:
        """What `seat` may know; None is the spectator."""

    def sample(self, view: AnyView, rng: Random) -> State:
        """A full state that looks like `view` from its seat."""

    def seen(self, state: State, actor: Actor, move: Move, seat: Seat | None) -> Move:
        """The move as `seat` sees it made in `state`: what is secret is masked."""

    def news(self, before: State, after: State) -> str:
        """What a move showed everybody beyond itself, as one line of canonical text; usually nothing."""

    def unmask(self, log: Sequence[tuple[Actor, Move]], news: Sequence[str]) -> list[tuple[Actor, Move]]:
        """A full log that looks like this one, so that a record with secrets left out can be replayed.

        `news` lists, per move, what it showed.
        """

    def chapter(self, state: State) -> str:
        """The heading in a record that the next move belongs under."""

    def show_move(self, move: Move) -> str: ...

    def parse_move(self, text: str) -> Move:
        """Raises NotationError. ``parse_move(show_move(m)) == m``."""

    def show_position(self, state: State) -> str:
        """The public position as canonical text."""


AnyGame: TypeAlias = Game[Any, Any, Any]


def chance_move(game: Game[State, Move, Any], state: State, rng: Random) -> Move:
    moves = game.legal(state, CHANCE)
    weights = game.weights(state)
    return rng.choices(moves, weights)[0] if weights else rng.choice(moves)


def nearest(word: str, known: Sequence[str]) -> str:
    """The known word that was probably meant; all of them where none is close."""
    return next(iter(difflib.get_close_matches(word, known, 1, 0.5)), ", ".join(known))


OptionsT = TypeVar("OptionsT")


def option(default: Any, *, within: tuple[int, int] | None = None, is_study: bool = False) -> Any:
    """A field of options: the least and the most of a number; some are for study, not part of the game as sold."""
    return dataclasses.field(default=default, metadata={"within": within, "is_study": is_study})


def check_ranges(options: Any) -> None:
    """Raises OptionError."""
    for field in dataclasses.fields(options):
        value, (least, most) = getattr(options, field.name), field.metadata.get("within") or (None, None)
        if least is not None and not least <= value <= most:
            raise OptionError("option_range", name=field.name, value=value, least=least, most=most)


def parse_options(kind: type[OptionsT], text: str | Iterable[str]) -> OptionsT:
    """Reads ``name=value`` pairs into a dataclass of options: a list, or one text as a shell would split it."""
    if isinstance(text, str):
        try:
            text = shlex.split(text)
        except ValueError:
            raise OptionError("option_quotes", text=text) from None
    hints = get_type_hints(kind)
    values: dict[str, object] = {}
    for pair in text:
        name, equals, value = pair.partition("=")
        if not equals:
            raise OptionError("option_form", text=pair)
        if name not in hints:
            raise OptionError("option_unknown", name=name, nearest=nearest(name, list(hints)))
        if name in values:
            raise OptionError("option_twice", name=name)
        values[name] = _parse_value(name, hints[name], value)
    return kind(**values)


def show_options(options: Any) -> str:
    """The inverse of `parse_options`: what differs from the defaults."""
    return " ".join(
        f"{field.name}={shlex.quote(str(getattr(options, field.name)))}"
        for field in dataclasses.fields(options)
        if getattr(options, field.name) != field.default
    )


def _parse_value(name: str, hint: Any, value: str) -> object:
    if get_origin(hint) is Literal:
        if value not in get_args(hint):
            raise OptionError("option_value", name=name, value=value, allowed=", ".join(get_args(hint)))
        return value
    if hint is int:
        if not (value.isascii() and value.isdigit() and len(value) < 10):
            raise OptionError("option_number", name=name, value=value)
        return int(value)
    return value
