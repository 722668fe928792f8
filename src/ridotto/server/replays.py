"""A match step by step, as its audience saw it; with all secrets where the match is over or the record has them."""

from __future__ import annotations

from ridotto.match import Audience, Match, Study, Variation
from ridotto.server import wire
from ridotto.server.people import people_of_record
from ridotto.server.presenter import Transcript, end_of, game_view


def seen_frames(match: Match, audience: Audience, *, first: int = 0, has_moves: bool = False) -> tuple[wire.Frame, ...]:
    """How it stood after some entries, and what each move led to; with what may be done now, if asked for."""
    is_open = audience == "all"
    seat = audience if isinstance(audience, int) else None
    transcript = Transcript(audience, first)
    transcript.grow(match)
    told = zip(match.numbered_lines(audience, first), transcript.lines, strict=True)
    steps = [(first, None), *((at + 1, line) for (at, _), line in told)]
    last = steps[-1][0]
    return tuple(
        wire.Frame(view=game_view(match, at, seat, is_open=is_open, has_moves=has_moves and at == last), line=line)
        for at, line in steps
    )


def make_replay(study: Study, audience: Audience) -> wire.Replay:
    match = study.match
    return wire.Replay(
        game=match.game.name,
        people=people_of_record(match.names),
        day=match.day,
        frames=seen_frames(match, audience),
        end=end_of(match),
        seen=audience,
        notes=dict(study.remarks.notes),
        variations=tuple(_variation(variation, audience) for variation in study.variations),
    )


def _variation(variation: Variation, audience: Audience) -> wire.Variation:
    match, first = variation.match, 0 if variation.is_anew else variation.at
    return wire.Variation(
        at=variation.at,
        of=variation.of,
        title=variation.title,
        is_anew=variation.is_anew,
        first=first,
        frames=seen_frames(match, audience, first=first),
        notes=dict(variation.remarks.notes),
        end=end_of(match),
    )
