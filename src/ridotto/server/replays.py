"""A match step by step, as its audience saw it; with all secrets where the match is over or the record has them."""

from __future__ import annotations

from ridotto.core import show_options
from ridotto.match import Audience, Match, read_head, read_record
from ridotto.server import wire
from ridotto.server.game_info import split_options
from ridotto.server.people import people_of_record
from ridotto.server.presenter import Transcript, end_of, game_view


def make_replay(match: Match, audience: Audience) -> wire.Replay:
    is_open = audience == "all"
    seat = audience if isinstance(audience, int) else None
    transcript = Transcript(audience)
    transcript.grow(match)
    frames = [wire.Frame(view=game_view(match, 0, seat, is_open=is_open, has_moves=False), line=None)]
    for (index, _), line in zip(match.numbered_lines(audience), transcript.lines, strict=True):
        view = game_view(match, index + 1, seat, is_open=is_open, has_moves=False)
        frames.append(wire.Frame(view=view, line=line))
    return wire.Replay(
        game=match.game.name,
        options=show_options(match.game.options),
        names=match.names,
        people=people_of_record(match.names),
        day=match.day,
        frames=tuple(frames),
        end=end_of(match),
    )


def replay_record(text: str, most_moves: int) -> wire.Replay:
    """Raises RidottoError. A record from far away names no files and has an end."""
    rows = text.splitlines()
    heads, _ = read_head(rows)
    split_options(heads.get("Options", ""))
    match = read_record(text, most_moves)
    return make_replay(match, match.seen_by)
