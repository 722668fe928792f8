"""What can be set when a server is started."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from ridotto.server.database import BUSY_SECONDS


@dataclass(frozen=True, slots=True)
class Rate:
    """So many at once, then so many a second."""

    burst: float
    per_second: float


@dataclass(frozen=True, slots=True)
class Limits:
    """Of one address where nothing else is said: a household, or a school, is one address and must not notice them."""

    frame: int = 8_000
    """Bytes of a message on a socket."""
    body: int = 1_000_000
    """Bytes of a request."""
    small_body: int = 100_000
    """Bytes of a request that brings no record."""
    spectators: int = 64
    """Sockets that only look at a table. Those with a seat come on top."""
    sockets_per_seat: int = 16
    """One more, and the oldest is closed."""
    sockets: int = 200
    """A screen with four seats has five."""
    connections: int = 300
    """Sockets included. Connections by a proxy on this machine are counted by the proxy."""
    inbox: int = 64
    """Messages that may wait to be answered before the socket is closed."""
    outbox: int = 64
    """Messages that wait for a slow reader before the socket is closed."""
    hello_seconds: float = 30
    header_seconds: float = 10
    """Until a request's headers are there."""
    body_seconds: float = 60
    """Until its body is there too."""
    stall_seconds: float = 20
    """Until somebody who reads nothing of what is sent is cut off."""
    requests: Rate = Rate(300, 50)
    messages: Rate = Rate(300, 60)
    socket_messages: Rate = Rate(60, 20)
    """Of one socket."""
    tables: Rate = Rate(60, 1)
    listed_tables: Rate = Rate(6, 1 / 120)
    """Tables that the lobby shows."""
    open_seats: Rate = Rate(8, 1 / 10)
    """Seats taken from the lobby."""
    talk: Rate = Rate(40, 2)
    seat_talk: Rate = Rate(5, 1 / 3)
    """Of one seat."""
    offers: Rate = Rate(6, 1 / 120)
    """Boards offered to the gallery."""
    waiting_offers: int = 100
    """Boards that wait for approval, of all visitors."""
    waiting_jobs: int = 32
    """Boards, drawings and replays that wait for their turn."""
    record_moves: int = 5_000
    """Of a record to replay."""
    idle_rooms: int = 64
    """Tables that stay in memory after everybody has left, in case somebody comes back."""


@dataclass(frozen=True, slots=True)
class Settings:
    db: str
    """An SQLAlchemy URL."""
    origins: tuple[str, ...] = ()
    """Pages from elsewhere that may open sockets, such as https://ridotto.example."""
    hosts: tuple[str, ...] = ()
    """Names by which browsers may reach the server, besides localhost, addresses and names of the local network."""
    think: float = 2.0
    """Seconds a bot may think about a move."""
    pace: float = 0.7
    """Seconds between the moves of bots, so that people can follow."""
    has_gallery: bool = False
    """Whether visitors may offer boards to everybody."""
    workers: int | None = None
    """Processes that bots think in; by default one less than there are cores."""
    is_warm: bool = False
    """Whether one of them is made ready before anybody asks for a move."""
    static: Path = field(default=Path(__file__).parent / "static")
    """The built client."""
    busy_seconds: float = BUSY_SECONDS
    forget_days: float = 0.0
    """After so many days without a move an unfinished table is removed; 0: never, matches wait."""
    metrics: int | None = None
    """A port on this machine for Prometheus; the next ones where it is taken, as by several processes."""
    log: str = "text"
    """How the log is written: text or json."""
    limits: Limits = Limits()
