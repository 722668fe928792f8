"""What can be set when a server is started."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from ridotto.server.store import BUSY_SECONDS


@dataclass(frozen=True, slots=True)
class Limits:
    frame: int = 8_000
    """Bytes of a message on a socket."""
    body: int = 1_000_000
    """Bytes of a request."""
    sockets_per_table: int = 64
    outbox: int = 64
    """Messages that wait for a slow reader before the socket is given up."""
    hello_seconds: float = 30
    tables_per_minute: int = 60
    """From one address."""
    record_moves: int = 5_000
    """Of a record to replay."""


@dataclass(frozen=True, slots=True)
class Settings:
    db: str
    """An SQLAlchemy URL."""
    origins: tuple[str, ...] = ()
    """Pages from elsewhere that may open sockets, such as https://ridotto.example."""
    think: float = 2.0
    """Seconds a bot may think about a move."""
    pace: float = 0.7
    """Seconds between the moves of bots, so that people can follow."""
    workers: int | None = None
    """Processes that bots think in; by default one less than there are cores."""
    is_warm: bool = False
    """Whether one of them is made ready before anybody asks for a move."""
    static: Path = field(default=Path(__file__).parent / "static")
    """The built client."""
    busy_seconds: float = BUSY_SECONDS
    limits: Limits = Limits()
