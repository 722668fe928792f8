"""What happened, in words: for move lists in the terminal and in the browser, in whatever language the reader has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from ridotto.core import Actor, AnyGame, Outcome, Seat
from ridotto.games import registration
from ridotto.i18n import Said, has_text

Name: TypeAlias = str | Said


def ending(outcome: Outcome, names: Sequence[Name]) -> Said:
    """How a match ended, in words."""
    name, *others = [names[seat] for seat in outcome.winners]
    for other in others[:-1]:
        name = Said("ve_list", {"first": name, "last": other})
    if others:
        name = Said("end_shared", {"first": name, "second": others[-1]})
    key = f"end_{outcome.reason}"
    if len(outcome.winners) == len(names) and has_text(f"{key}_all"):
        return Said(f"{key}_all")
    return Said(key if has_text(key) else "end_generic", {"name": name})


def tell(
    game: AnyGame, names: Sequence[Name], before: Any, actor: Actor, move: Any, after: Any, *, is_open: bool = False
) -> Said | None:
    """A move in words anybody may read; with `is_open` secrets, too. None where nothing is worth telling."""
    said: Said | None = _words_of(game).tell(game, names, before, actor, move, after, is_open=is_open)
    return said


def propose(game: AnyGame, names: Sequence[Name], before: Any, seat: Seat, move: Any) -> Said:
    """A move in words before it is made, without what it would reveal."""
    said: Said = _words_of(game).propose(game, names, before, seat, move)
    return said


def explain(game: AnyGame, code: str, params: Mapping[str, object]) -> Said:
    """A bot's reason in words: cards and pieces by their names, not by the codes that moves have for them."""
    if not has_text(code):
        return Said("why_generic")
    named: Mapping[str, object] = _words_of(game).named(game, params)
    return Said(code, {**params, **named})


def heading(game: AnyGame, state: Any) -> Said:
    """The chapter that the next move belongs to."""
    said: Said = _words_of(game).heading(game, state)
    return said


def offered(game: AnyGame, view: Any, *, is_shared: bool) -> Sequence[Any]:
    """The moves that a seat may be offered; where others look at the same screen, none that tells a secret."""
    public = getattr(_words_of(game), "public_moves", None) if is_shared else None
    moves: Sequence[Any] = public(game, view) if public else view.legal
    return moves


def _words_of(game: AnyGame) -> Any:
    return registration(game.name).load("telling")
