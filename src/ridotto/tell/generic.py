"""Any game in words, from its own texts and its views."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from ridotto.core import CHANCE, Actor, AnyGame, Seat
from ridotto.i18n import Said, readable
from ridotto.tell import Name


def heading(game: AnyGame, state: Any) -> Said:
    return Said("generic_plain", {"text": game.chapter(state)})


def tell(
    game: AnyGame, names: Sequence[Name], before: Any, actor: Actor, move: Any, after: Any, *, is_open: bool = False
) -> Said:
    name = Said("generic_chance") if actor == CHANCE else names[actor]
    if isinstance(move, str):
        return Said(f"ev_{move}", {"name": name})
    shown = move if is_open else game.seen(before, actor, move, None)
    event = Said("ev_generic", {"name": name, "move": game.show_move(shown)})
    if shown != move:
        event = Said("ev_generic_secret", {"name": name})
    news = game.news(before, after)
    return Said("ev_generic_news", {"event": event, "news": news}) if news else event


def propose(game: AnyGame, names: Sequence[Name], before: Any, seat: Seat, move: Any) -> Said:  # noqa: ARG001
    return Said("ev_generic", {"name": names[seat], "move": game.show_move(move)})


def named(game: AnyGame, params: Mapping[str, object]) -> dict[str, Said]:  # noqa: ARG001 - all games are asked the same
    return {}


def facts(view: Any) -> dict[str, Any]:
    """What a view holds besides whose it is, what may be done and how it ended."""
    if dataclasses.is_dataclass(view):
        names = [field.name for field in dataclasses.fields(view)]
    else:
        names = list(getattr(view, "_fields", None) or vars(view))
    return {name: getattr(view, name) for name in names if name not in ("seat", "legal", "outcome")}


def describe(view: Any) -> str:
    """A view as it prints itself, or else a line for each of its facts."""
    if any("__str__" in vars(kind) for kind in type(view).__mro__[:-1]):
        return str(view)
    return "\n".join(f"{readable(name)}: {_plain(value)}" for name, value in facts(view).items())


def _plain(value: Any) -> str:
    if isinstance(value, Mapping):
        value = [f"{key}: {_plain(each)}" for key, each in value.items()]
    if isinstance(value, list | tuple | set | frozenset):
        return ", ".join(map(_plain, value)) or "–"
    return "–" if value is None else str(value)


def is_private(game: AnyGame, view: Any) -> bool:
    """Whether others may not see what the seat chooses, or what it can choose from."""
    if not view.legal:
        return False
    state = game.sample(view, Random(0))
    if any(game.seen(state, view.seat, move, None) != move for move in view.legal):
        return True
    seen_by_all = game.sample(game.view(state, None), Random(0))
    return tuple(game.legal(seen_by_all, view.seat)) != tuple(view.legal)


def public_moves(game: AnyGame, view: Any) -> tuple[Any, ...]:
    """What the one seat to act can do, where everybody may know that."""
    state = game.sample(view, Random(0))
    actors = game.actors(state)
    if len(actors) != 1 or actors[0] == CHANCE:
        return ()
    own = game.view(state, actors[0])
    return () if is_private(game, own) else tuple(own.legal)


def has_secret(game: AnyGame, view: Any) -> bool:
    """Whether the seat knows something that not everybody knows."""
    return facts(view) != facts(game.view(game.sample(view, Random(0)), None))
