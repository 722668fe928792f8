"""What people at a table ask each other for: taking a move back, a pause, more time.

One ask at a time. It is granted when all other people have agreed, refused when one has not, and forgotten as soon as
something happens that everybody can see. A secret choice does not touch it.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from ridotto.core import Seat

Kind: TypeAlias = Literal["takeback", "pause", "time"]


class Ask(msgspec.Struct, frozen=True):
    kind: Kind
    by: Seat
    version: int
    """The table's: what happens later makes an end of it."""
    agreed: tuple[Seat, ...] = ()


def show_ask(ask: Ask | None) -> str:
    return msgspec.json.encode(ask).decode() if ask else ""


def parse_ask(text: str) -> Ask | None:
    return msgspec.json.decode(text, type=Ask) if text else None
