"""Guess along: a finished match of Xe Queo! without its secrets, and bets on one player's piece after every move.

Nothing is kept between two requests: whoever guesses sends all bets so far and gets what happened next. What a round
hid is told when its last bet is there, and not before.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from ridotto.games.xequeo import XeQueo
from ridotto.games.xequeo.board import LETTERS
from ridotto.match import Match
from ridotto.server import wire
from ridotto.server.failures import RequestError
from ridotto.server.people import people_of_record
from ridotto.server.presenter import Transcript, game_view

CERTAIN: Final = 100
"""Points for a bet that was sure and right; whoever holds all pieces for equally likely gets none."""


class Round(NamedTuple):
    """Of one secret choice; by numbers of entries in the log."""

    begin: int
    """The first after both have chosen."""
    end: int
    """The one that ends the round."""

    @property
    def bets(self) -> int:
        """One before each entry."""
        return self.end - self.begin + 1


def rounds_of(match: Match) -> Iterator[Round]:
    """Those that were played to their end, or until somebody resigned."""
    begin = None
    for index, state in enumerate(match.states):
        is_on = state.phase == "play" and index < len(match.entries)
        if is_on and begin is None:
            begin = index
        if begin is None or not is_on:
            continue
        after = match.states[index + 1]
        if after.phase != "play" or index + 1 == len(match.entries):
            yield Round(begin, index)
            begin = None


def points(bet: Sequence[int], truth: int) -> float:
    """The quadratic score, scaled. It is proper: nobody does better on average than by betting what they believe."""
    total = sum(bet)
    shares = [stake / total for stake in bet]
    score = 2 * shares[truth] - sum(share * share for share in shares)
    even = 1 / len(bet)
    return CERTAIN * (score - even) / (1 - even)


def guess_along(match: Match, asked: wire.AskGuess) -> wire.Guess:
    """Raises RequestError."""
    if not isinstance(match.game, XeQueo) or match.game.pieces < 2:
        raise RequestError("guess_game")
    if not match.outcome:
        raise RequestError("guess_running")
    rounds = list(rounds_of(match))
    if not rounds:
        raise RequestError("guess_empty")
    given = asked.bets or [[]]
    _check(match.game, rounds, given)
    current, bets = rounds[len(given) - 1], given[-1]
    is_told = len(bets) == current.bets
    told = [
        [points(bet, match.states[each.begin].choices[asked.seat]) for bet in placed]
        for each, placed in zip(rounds, given, strict=False)
        if len(placed) == each.bets
    ]
    scores = [score for each in told for score in each]
    is_last = is_told and len(given) == len(rounds)
    return wire.Guess(
        letters=LETTERS[: match.game.pieces],
        people=people_of_record(match.names),
        round=len(given),
        frames=tuple(_frames(match, rounds, len(given) - 1, len(bets))),
        truth=LETTERS[match.states[current.begin].choices[asked.seat]] if is_told else None,
        points=tuple(round(score, 1) for score in told[-1]) if is_told else (),
        total=round(sum(scores) / len(scores), 1) if scores else None,
        is_last=is_last,
    )


def _check(game: XeQueo, rounds: Sequence[Round], given: Sequence[Sequence[Sequence[int]]]) -> None:
    fits = len(given) <= len(rounds)
    fits = fits and all(len(bets) == each.bets for bets, each in zip(given[:-1], rounds, strict=False))
    fits = fits and len(given[-1]) <= rounds[len(given) - 1].bets
    if not fits or any(len(bet) != game.pieces or not sum(bet) for bets in given for bet in bets):
        raise RequestError("guess_bets")


def _frames(match: Match, rounds: Sequence[Round], number: int, bets: int) -> Iterator[wire.Frame]:
    """What has happened since the last bet, as everybody saw it; with what was secret when the round is over."""
    current = rounds[number]
    first = rounds[number - 1].end + 1 if number else 0
    since, until = (current.begin + bets - 1, current.begin + bets) if bets else (first, current.begin)
    is_told = bets == current.bets
    transcript = Transcript("spectator")
    transcript.grow(match)
    for (index, _), line in zip(match.numbered_lines("spectator"), transcript.lines, strict=True):
        if since <= index < until:
            view = game_view(match, index + 1, None, is_open=is_told, has_moves=False)
            yield wire.Frame(view=view, line=line)
