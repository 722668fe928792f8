"""Everything a browser was told: every frame of every socket, every answer, every address it showed."""

from __future__ import annotations

import json
import re
from typing import Any

from playwright.sync_api import Page, Response, WebSocket


class Ears:
    def __init__(self) -> None:
        self.frames: list[str] = []
        self.sent: list[str] = []
        self.bodies: list[tuple[str, str]] = []
        self.addresses: list[str] = []
        self._answers: list[Response] = []

    def prick(self, page: Page) -> None:
        """Before the page goes anywhere."""
        page.on("websocket", self._meet)
        page.on("response", lambda answer: self._answers.append(answer))
        page.on("framenavigated", lambda frame: self.addresses.append(frame.url))

    def _meet(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda payload: self.frames.append(str(payload)))
        socket.on("framesent", lambda payload: self.sent.append(str(payload)))

    def listen(self) -> None:
        """Bodies are read afterwards: not while the page is being driven."""
        for answer in self._answers:
            if "/api/" in answer.url and answer.ok:
                self.bodies.append((answer.url, answer.text()))
        self._answers.clear()

    @property
    def keys(self) -> list[str]:
        """Of the seats that this browser took, and what it took them with."""
        told = [json.loads(body) for url, body in self.bodies if url.endswith(("/claim", "/transfer"))]
        return [str(answer.get("token") or answer.get("word")) for answer in told]

    @property
    def messages(self) -> list[dict[str, Any]]:
        return [json.loads(frame) for frame in self.frames]

    def public(self, table: str) -> tuple[list[str], list[str]]:
        """Frames and answers, without what differs between any two tables: name, keys, and the time of day."""
        self.listen()
        # An answer to one's own request says nothing but its number.
        frames = [frame for frame in self.frames if json.loads(frame)["type"] != "done"]
        answers = sorted(f"{url} {body}" for url, body in self.bodies)

        def masked(text: str) -> str:
            text = re.sub(r'"(token|word)":"[^"]+"', r'"\1":"KEY"', text.replace(table, "TABLE"))
            return re.sub(r"\d{4}-\d\d-\d\dT[\d:]+Z", "TIME", text)

        return [masked(frame) for frame in frames], [masked(answer) for answer in answers]
