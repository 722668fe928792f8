"""One game between bots. Nothing here knows of tournaments."""

from __future__ import annotations

import os
import re
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from random import Random
from time import perf_counter
from typing import Any, Final, Literal, TypeAlias

from ridotto.bots import Bot, Limit, make_bot
from ridotto.core import CHANCE, AnyGame, Outcome, RidottoError, Seat
from ridotto.games import registration
from ridotto.match import ENDINGS, Match

Why: TypeAlias = Literal["crash", "illegal", "time"]

FREE: Final = Limit()
"""No limit."""
DETAIL: Final = 200
"""Characters of a bot's error message that are kept."""


class ArenaError(RidottoError):
    """Something asked of the arena that it cannot do."""


@dataclass(frozen=True, slots=True)
class Forfeit:
    """A seat that lost because its bot did not answer with a legal move in time."""

    seat: Seat
    why: Why
    detail: str


@dataclass(frozen=True, slots=True)
class Played:
    record: str
    """With all secrets, as `match.read_record` reads it."""
    places: tuple[int, ...]
    """By seat, 1 is best; equal numbers share a place. Who forfeits is last, also where the record has a substitute's
    better place."""
    reason: str
    plies: int
    """Moves of the seats; chance's are not counted."""
    seconds: tuple[float, ...]
    """By seat: how long it thought, in all."""
    forfeits: tuple[Forfeit, ...] = ()


def play_game(
    game: AnyGame,
    bots: Sequence[Bot],
    seed: int,
    limit: Limit | Sequence[Limit] = FREE,
    *,
    names: Sequence[str] = (),
    day: str = "",
) -> Played:
    """Plays to the end; the same seed and bots give the same game, unless they look at a clock.

    Of two bots, one that forfeits ends the game. Of more, another plays on in its seat, so that the others' places are
    played out.

    Chance and every seat have their own source of luck: what one bot draws changes nothing for the others. `limit` is
    one for all or one a seat.
    """
    limits = [limit] * game.seats if isinstance(limit, Limit) else list(limit)
    match = Match(game, names or [bot.name for bot in bots], day)
    chance = Random(f"{seed} chance")
    luck = [Random(f"{seed} seat {seat}") for seat in range(game.seats)]
    seconds = [0.0] * game.seats
    forfeits: list[Forfeit] = []
    substitutes: dict[Seat, Bot] = {}
    while not match.outcome:
        match.play_chance(chance)
        for seat in match.actors:
            if seat in substitutes:
                match.submit(seat, substitutes[seat].choose(match.view(seat), FREE, luck[seat]).move)
                continue
            began = perf_counter()
            forfeit = _act(match, seat, bots[seat], limits[seat], luck[seat])
            seconds[seat] += perf_counter() - began
            if forfeit is None:
                continue
            forfeits.append(forfeit)
            if match.is_ended_by_resigning:
                match.resign(seat)
            else:
                substitutes[seat] = make_bot(registration(game.name).substitute, game)
            break
    outcome = match.outcome
    record = match.record()
    for forfeit in forfeits:
        why = f"Forfeit: seat {forfeit.seat}, {forfeit.why}: {forfeit.detail}"
        record = record.replace("\nResult: ", f"\n{why}\nResult: ", 1)
    plies = sum(actor != CHANCE and move not in ENDINGS for actor, move in match.entries)
    places = _places(outcome, forfeits)
    return Played(record, places, outcome.reason, plies, tuple(seconds), tuple(forfeits))


def _places(outcome: Outcome, forfeits: Sequence[Forfeit]) -> tuple[int, ...]:
    """Who forfeits comes behind all who played, whatever the substitute achieved; who forfeits first comes last."""
    behind = {forfeit.seat: len(forfeits) - at for at, forfeit in enumerate(forfeits)}
    ranks = [(behind.get(seat, 0), place) for seat, place in enumerate(outcome.places)]
    return tuple(1 + sum(other < rank for other in ranks) for rank in ranks)


def _act(match: Match, seat: Seat, bot: Bot, limit: Limit, rng: Random) -> Forfeit | None:
    """Lets a bot make its move; gives how it failed, if it did."""
    view = match.view(seat)
    most = patience(limit)
    began = perf_counter()
    try:
        with _alarm(most):
            move = bot.choose(view, limit, rng).move
    except _Overdue:
        return Forfeit(seat, "time", f"stopped after {most:g} s; {limit.seconds:g} s were allowed")
    except Exception as error:  # a bot that fails forfeits
        return Forfeit(seat, "crash", _one_line(f"{type(error).__name__}: {error}"))
    took = perf_counter() - began
    if most is not None and took > most:
        return Forfeit(seat, "time", f"took {took:.2f} s; {limit.seconds:g} s were allowed")
    try:
        match.submit(seat, move)
    except Exception as error:  # even something that is no move at all
        return Forfeit(seat, "illegal", _one_line(str(error)))
    return None


def patience(limit: Limit) -> float | None:
    """The seconds after which a choice is forfeit: far beyond the limit, for machines are noisy."""
    return None if limit.seconds is None else 5 * limit.seconds + 1


class _Overdue(BaseException):
    """A BaseException, so that no bot catches it by accident."""


@contextmanager
def _alarm(seconds: float | None) -> Iterator[None]:
    """Interrupts what runs too long, where the system can: on Unix, in the main thread."""
    if seconds is None or not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def ring(_signal: int, _frame: Any) -> None:
        raise _Overdue

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _one_line(text: str) -> str:
    return " ".join(text.split())[:DETAIL]


# -- who plays -------------------------------------------------------------------------------------------------------

CONTESTANT: Final = re.compile(r"(?P<bot>[^@]+)(@((?P<iterations>[1-9]\d{0,8})|(?P<seconds>\d{1,6}(\.\d{1,6})?)s))?")


@dataclass(frozen=True, slots=True)
class Contestant:
    """``greedy``, ``package.module:Class``, and either with a limit of its own: ``doge@200``, ``doge@0.5s``."""

    bot: str
    limit: Limit | None = None

    def make(self, game: AnyGame) -> Bot:
        """A bot that has seen nothing yet: no two seats and no two games share one."""
        if ":" not in self.bot:
            return make_bot(self.bot, game)
        module, _, attribute = self.bot.partition(":")
        if os.getcwd() not in sys.path:
            sys.path.insert(0, os.getcwd())  # a bot's module may be in the current folder
        try:
            bot: Bot = getattr(import_module(module), attribute)(game)
        except Exception as error:  # importing a stranger's code may raise anything
            reason = _one_line(f"{type(error).__name__}: {error}")
            raise ArenaError("arena_bot", name=self.bot, reason=reason) from None
        return bot


def parse_contestant(text: str) -> Contestant:
    found = CONTESTANT.fullmatch(text)
    if not found:
        raise ArenaError("arena_contestant", text=text)
    if found["iterations"]:
        return Contestant(found["bot"], Limit(iterations=int(found["iterations"])))
    if found["seconds"]:
        return Contestant(found["bot"], Limit(seconds=float(found["seconds"])))
    return Contestant(found["bot"])
