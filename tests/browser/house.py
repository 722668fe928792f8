"""A real server in a process of its own, with a database of its own, that can be stopped, killed and started again."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
import tomllib
import urllib.error
import urllib.request
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ridotto.games.venise import load_board
from ridotto.games.venise.boards import SHIPPED
from ridotto.server.store import GalleryEntry, Store, hashed
from ridotto.server.table_state import utc_now

PATIENCE = 60
"""Seconds until a server must answer; slow machines compile things first."""


@dataclass(frozen=True)
class Made:
    """A table, and the keys to its seats."""

    table: str
    tokens: dict[int, str]
    invites: dict[int, str]

    @property
    def path(self) -> str:
        return f"/t/{self.table}"

    def seat_path(self, seat: int) -> str:
        return f"/t/{self.table}#s={self.tokens[seat]}"

    def invite_path(self, seat: int) -> str:
        return f"/t/{self.table}#i={self.invites[seat]}"


class House:
    def __init__(
        self, folder: Path, *, think: float = 0.2, pace: float = 0.0, environment: Mapping[str, str] | None = None
    ) -> None:
        self.folder = folder
        self._environment = os.environ | dict(environment or {})
        self.log = folder / "server.log"
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self._db = f"sqlite:///{folder}/tables.sqlite"
        self._settings = ["--host", "127.0.0.1", "--port", str(self.port), "--db", self._db]
        self._settings += ["--think", str(think), "--pace", str(pace)]
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "ridotto", "serve", *self._settings],
                stdout=log,
                stderr=subprocess.STDOUT,
                stdin=subprocess.DEVNULL,
                env=self._environment,
                start_new_session=True,  # so that whatever it starts can be ended with it
            )
        until = time.monotonic() + PATIENCE
        while True:
            try:
                self.get("/api/health")
                return
            except OSError:
                if self._process.poll() is not None or time.monotonic() > until:
                    raise RuntimeError(f"the server does not answer:\n{self.log.read_text()}") from None
                time.sleep(0.05)

    def stop(self) -> None:
        """As Ctrl-C does."""
        self._end(signal.SIGTERM)

    def kill(self) -> None:
        """As a power cut does: no last words."""
        self._end(signal.SIGKILL)

    def _end(self, how: signal.Signals) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        os.killpg(process.pid, how)
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()

    # -- what a program would ask ------------------------------------------------------------------------------------

    def get(self, path: str) -> Any:
        with urllib.request.urlopen(self.address + path, timeout=60) as answer:
            return json.load(answer)

    def make(
        self,
        game: str,
        *seats: str,
        options: str = "",
        is_listed: bool = False,
        clock: Mapping[str, Any] | None = None,
        wait: int = 0,
    ) -> Made:
        """Seats are written `here Anna`, `link Bruno`, `bot greedy`, `open`."""
        wanted = []
        for text in seats:
            kind, _, name = text.partition(" ")
            wanted.append({"kind": kind, "bot": name} if kind == "bot" else {"kind": kind, "name": name})
        asked = {"is_listed": is_listed, "clock": clock, "wait": wait}
        body = {"game": game, "options": options, "seats": wanted, **asked}
        request = urllib.request.Request(
            f"{self.address}/api/tables", json.dumps(body).encode(), {"content-type": "application/json"}
        )
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                made = json.load(answer)
        except urllib.error.HTTPError as error:
            with error:
                raise ValueError(error.read().decode()) from None
        return Made(
            made["table"],
            {seat["seat"]: seat["token"] for seat in made["seats"] if seat["token"]},
            {seat["seat"]: seat["invite"] for seat in made["seats"] if seat["invite"]},
        )

    def hang(self, board: str, name: str, author: str = "", *, is_approved: bool = True) -> str:
        """A shipped board in the gallery, as if somebody had offered it under this name; gives its id."""
        with closing(Store(self._db)) as store:
            if found := [each.id for each in store.gallery() if each.name == name]:
                return found[0]
            rating = json.dumps(tomllib.loads((SHIPPED / f"{board}.toml").read_text("utf-8"))["rating"])
            author = hashed(author) if author else ""
            entry = GalleryEntry(name[:16], load_board(board).code, name, author, utc_now(), is_approved, rating)
            store.offer(entry, most_waiting=100)
        return entry.id


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
