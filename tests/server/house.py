"""A real server for the tests, in a thread or as a program of its own, and guests who remember all they were told."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Coroutine, Iterator, Sequence
from concurrent.futures import Future
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, TypeAlias, TypeVar
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from websockets.sync.client import ClientConnection, connect

from ridotto.server.run import Server, listen
from ridotto.server.services import Services
from ridotto.server.settings import Limits, Rate, Settings
from ridotto.server.store import Store

Json: TypeAlias = Any
T = TypeVar("T")
RATES = (
    "requests",
    "messages",
    "socket_messages",
    "tables",
    "listed_tables",
    "open_seats",
    "offers",
    "talk",
    "seat_talk",
)
MANY: dict[str, Any] = {name: Rate(100_000, 1_000) for name in RATES}
"""Limits for tests that ask for more than people do."""
SECONDS = 60
"""As long something may take on a busy machine before a test gives up."""


class Place:
    """Where a server listens."""

    port: int

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def ask(
        self, path: str, body: Json = None, *, method: str = "", headers: dict[str, str] | None = None
    ) -> tuple[int, bytes, dict[str, str]]:
        data = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
        sent = {"Content-Type": "application/json"} if data is not None and not isinstance(body, bytes) else {}
        request = Request(self.url + path, data, sent | (headers or {}), method=method or None)
        try:
            with urlopen(request, timeout=SECONDS) as answer:
                return answer.status, answer.read(), {name.lower(): value for name, value in answer.headers.items()}
        except HTTPError as error:
            with error:
                return error.code, error.read(), {name.lower(): value for name, value in error.headers.items()}

    def get(self, path: str, token: str = "") -> Json:
        status, body, _ = self.ask(path, headers={"Authorization": f"Bearer {token}"} if token else {})
        assert status == 200, body
        return json.loads(body)

    def post(self, path: str, body: Json) -> Json:
        status, answer, _ = self.ask(path, body)
        assert status in (200, 201), answer
        return json.loads(answer)

    def table(self, game: str, *seats: str, options: str = "", is_listed: bool = False, start: str = "") -> Laid:
        """``table("xequeo", "here", "bot:greedy")``: who sits there, people as Anna, Bruno ..."""
        names = ["Anna", "Bruno", "Carla", "Dino"]
        wanted = [
            {"kind": "bot", "bot": kind.removeprefix("bot:")}
            if kind.startswith("bot:")
            else {"kind": kind, "name": names[seat]}
            for seat, kind in enumerate(seats)
        ]
        asked = {"game": game, "options": options, "seats": wanted, "is_listed": is_listed, "start": start}
        made = self.post("/api/tables", asked)
        return Laid(self, made)


class Laid:
    """A table and the keys to it."""

    def __init__(self, place: Place, made: Json) -> None:
        self.place = place
        self.id: str = made["table"]
        self.tokens: list[str] = [seat["token"] for seat in made["seats"]]
        self.invites: list[str] = [seat["invite"] for seat in made["seats"]]

    def guest(self, seat: int | None = None, place: Place | None = None) -> Guest:
        return Guest(place or self.place, self.id, "" if seat is None else self.tokens[seat])

    def claim(self, browser: str, invite: str = "", name: str = "") -> tuple[int, Json]:
        status, body, _ = self.place.ask(
            f"/api/tables/{self.id}/claim", {"browser": browser, "invite": invite, "name": name}
        )
        return status, json.loads(body)

    def standing(self, seat: int | None = None, place: Place | None = None) -> Json:
        """As the list of one's own matches has it; nothing where the server says nothing."""
        token = "" if seat is None else self.tokens[seat]
        asked = {"tables": [{"table": self.id, "token": token}]}
        found = (place or self.place).post("/api/standings", asked)["tables"]
        return found[0] if found else None

    def record(self, seat: int | None = None) -> str:
        token = "" if seat is None else self.tokens[seat]
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        status, body, _ = self.place.ask(f"/api/tables/{self.id}/record", headers=headers)
        assert status == 200
        return body.decode()


class House(Place):
    """In a thread of this process."""

    def __init__(self, folder: Path, **settings: Any) -> None:
        limits = replace(Limits(), **settings.pop("limits", {}))
        known: dict[str, Any] = {"pace": 0.0, "think": 0.05, "workers": 1}
        db = settings.pop("db", f"sqlite:///{folder / 'tables.sqlite'}")
        self.settings = Settings(db, limits=limits, **(known | settings))
        self.store = Store(db, busy_seconds=self.settings.busy_seconds)
        self.listening = listen("127.0.0.1", 0)
        self.port = self.listening.getsockname()[1]
        self.server = Server(self.settings, self.store)
        self.thread = threading.Thread(target=self.server.run, args=([self.listening],))

    def __enter__(self) -> House:
        self.thread.start()
        wait_until(lambda: self.server.started)
        return self

    def run(self, work: Coroutine[Any, Any, T]) -> Future[T]:
        """In the server's own loop."""
        return asyncio.run_coroutine_threadsafe(work, self.server.servers[0].get_loop())

    @property
    def services(self) -> Services:
        found: Services = self.server.config.app.state.services  # type: ignore[union-attr]
        return found

    def __exit__(self, *_: object) -> None:
        self.server.should_exit = True
        self.thread.join(SECONDS)
        self.listening.close()
        assert not self.thread.is_alive()


class Program(Place):
    """``ridotto serve`` as people start it."""

    def __init__(self, folder: Path, *more: str) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.log = folder / f"serve-{self.port}.log"
        self._out = self.log.open("ab")
        words = ["serve", "--port", str(self.port), "--db", f"sqlite:///{folder / 'tables.sqlite'}", "--pace", "0"]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "ridotto", *words, "--think", "0.05", *more],
            stdout=self._out,
            stderr=subprocess.STDOUT,
            env={**os.environ, "RIDOTTO_LANG": "en"},
        )

    def __enter__(self) -> Program:
        try:
            wait_until(lambda: self._answers() or self.process.poll() is not None)
            assert self.process.poll() is None, self.log.read_text()
        except BaseException:
            self.__exit__()
            raise
        return self

    def _answers(self) -> bool:
        with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
            return bool(self.log.read_bytes())
        return False

    def stop(self, number: int = signal.SIGTERM) -> int:
        self.process.send_signal(number)
        return self.process.wait(SECONDS)

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait(SECONDS)
        self._out.close()


def wait_until(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + SECONDS
    while not is_so():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.01)


class Guest:
    """one viewer that keeps every frame it got, and the table as it follows from them."""

    def __init__(self, place: Place, table: str, token: str = "", *, says_hello: bool = True) -> None:
        self._open = ExitStack()
        self.socket: ClientConnection = self._open.enter_context(
            connect(f"ws://127.0.0.1:{place.port}/api/play", open_timeout=SECONDS, ping_interval=None)
        )
        self.frames: list[str] = []
        self.state: Json = {}
        self.table, self.token = table, token
        self._id = 0
        if says_hello:
            self.say({"type": "hello", "table": table, "token": token})
            self.until(lambda message: message["type"] in ("table", "failed"))

    def __enter__(self) -> Guest:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._open.close()

    @property
    def now(self) -> Json:
        return self.state["now"]

    @property
    def lines(self) -> list[Json]:
        found: list[Json] = self.state["lines"]
        return found

    @property
    def legal(self) -> list[str]:
        return [move if isinstance(move, str) else move["text"] for move in self.now["view"]["legal"]]

    def say(self, message: Json) -> None:
        self.socket.send(message if isinstance(message, str | bytes) else json.dumps(message))

    def next(self, seconds: float = SECONDS) -> Json:
        frame = self.socket.recv(seconds)
        assert isinstance(frame, str)
        self.frames.append(frame)
        message = json.loads(frame)
        if message["type"] == "table":
            self.state = message
        elif message["type"] == "update":
            assert message["lines_from"] <= len(self.lines)
            self.state["lines"] = self.lines[: message["lines_from"]] + message["lines"]
            assert message["past_from"] <= len(self.state["past"])
            past = self.state["past"][: message["past_from"]] + message["past"]
            self.state |= {"now": message["now"], "is_over": message["is_over"], "past": past}
        elif message["type"] == "people":
            self.state |= {"people": message["people"], "is_started": message["is_started"]}
        return message

    def until(self, is_it: Callable[[Json], bool]) -> Json:
        while not is_it(message := self.next()):
            pass
        return message

    def catch_up(self) -> None:
        """Takes all that was sent before now: the answer to a question the server must answer in turn."""
        answer = self.ask({"type": "hint", "version": -1})
        assert answer["type"] == "failed"

    def ask(self, message: Json) -> Json:
        """The answer, after whatever comes before it."""
        self._id += 1
        self.say({**message, "id": self._id})
        return self.until(lambda answer: answer.get("id") == self._id)

    def move(self, move: str, version: int | None = None) -> Json:
        return self.ask({"type": "move", "version": self.now["version"] if version is None else version, "move": move})

    def undo(self) -> Json:
        return self.ask({"type": "undo", "version": self.now["version"]})

    def see(self, is_so: Callable[[Guest], bool]) -> None:
        """Reads on until it is so."""
        while not is_so(self):
            self.next()

    def see_version(self, version: int) -> None:
        self.see(lambda guest: bool(guest.now["version"] == version))


def play_on(guests: Sequence[Guest], rng: Random, moves: int = 10_000) -> None:
    """Random legal moves by those whose turn it is, until the match is over; `guests` by seat."""
    for _ in range(moves):
        if guests[0].state["is_over"]:
            return
        waiting = guests[0].now["waiting"]
        seat = rng.choice(waiting)
        guest = guests[seat]
        version = guest.now["version"]
        if not guest.legal:  # has chosen already; the other has not
            continue
        assert guest.move(rng.choice(guest.legal))["type"] == "done"
        if guest.now["version"] != version:
            for other in guests:
                other.see(lambda other, wanted=guest.now["version"]: other.now["version"] == wanted)  # type: ignore[misc]


@contextmanager
def at(laid: Laid, *seats: int | None) -> Iterator[list[Guest]]:
    with ExitStack() as open_ones:
        yield [open_ones.enter_context(laid.guest(seat)) for seat in seats]
