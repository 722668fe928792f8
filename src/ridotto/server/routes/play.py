"""The socket: one pair of eyes at one table. A failure is told and the socket stays; the table does not notice."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable
from contextlib import suppress
from typing import Final

from fastapi import APIRouter, WebSocket
from pydantic import BaseModel
from starlette.websockets import WebSocketDisconnect

from ridotto.core import RidottoError, Seat
from ridotto.server import wire
from ridotto.server.eyes import Eyes, Outbox
from ridotto.server.failures import RequestError, failed, parse_frame
from ridotto.server.guards import is_welcome
from ridotto.server.handlers import answer
from ridotto.server.meters import Meter, visitor_of
from ridotto.server.rooms import Room
from ridotto.server.services import Services, services
from ridotto.server.sitting import TableError

LOG: Final = logging.getLogger(__name__)
UNWANTED: Final = 1008
OVERRUN: Final = 1013
LETTER: Final = 20_000
"""Characters sent that count as one message."""

router = APIRouter()


@router.websocket("/api/play")
async def play(socket: WebSocket) -> None:
    service = services(socket)
    visitor = visitor_of(socket)
    if not is_welcome(socket.headers, socket.scope["scheme"], service.settings.origins):
        await socket.close(UNWANTED)
        return
    open_ones = service.sockets.get(visitor, 0)
    if open_ones >= service.settings.limits.sockets:
        await socket.send_denial_response(answer(TableError("too_many_connections")))
        return
    service.sockets[visitor] = open_ones + 1
    try:
        await socket.accept()
        await Conversation(socket, service, visitor).run()
    finally:
        service.sockets[visitor] -= 1
        if not service.sockets[visitor]:
            del service.sockets[visitor]


class Conversation:
    """Listening, answering and writing go on side by side; when one of them ends, all do."""

    def __init__(self, socket: WebSocket, service: Services, visitor: str) -> None:
        self.socket = socket
        self.service = service
        self.visitor = visitor
        self.limits = service.settings.limits
        self.inbox: asyncio.Queue[str | None] = asyncio.Queue(self.limits.inbox)
        """What was said and is not answered yet; nothing where it was no text."""
        self.outbox = Outbox(self.limits.outbox)
        self.eyes: Eyes | None = None
        self.room: Room | None = None
        self._hint: asyncio.Task[None] | None = None
        self._meter = Meter(self.limits.socket_messages)

    async def run(self) -> None:
        jobs = (self._listen(), self._work(), self._write(), self.outbox.lost.wait())
        tasks = [asyncio.create_task(job, name="socket") for job in jobs]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (*tasks, *([self._hint] if self._hint else [])):
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            self._leave()
            with suppress(RuntimeError, WebSocketDisconnect):  # only if it is still open
                await self.socket.close(OVERRUN if self.outbox.lost.is_set() else UNWANTED)

    async def _listen(self) -> None:
        """Until they leave, or say more than can be answered: what they said and nobody has read yet is forgotten."""
        with suppress(asyncio.QueueFull):
            while (message := await self.socket.receive())["type"] != "websocket.disconnect":
                text = message.get("text")
                # One character more than may be shows that it is too long.
                self.inbox.put_nowait(text[: self.limits.frame + 1] if isinstance(text, str) else None)

    async def _work(self) -> None:
        """Until they have not said hello in time, whatever else they said."""
        with suppress(TimeoutError):
            async with asyncio.timeout(self.limits.hello_seconds) as hello:
                while True:
                    await self._read(await self.inbox.get())
                    if self.eyes:
                        hello.reschedule(None)
                    # Others have their turn after every message.
                    await asyncio.sleep(max(self._meter.delay(""), self.service.meters.messages.delay(self.visitor)))

    async def _write(self) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):
            while True:
                text = (await self.outbox.get()).text
                await self.socket.send_text(text)
                # A long table costs as much as many short messages.
                self._meter.delay("", len(text) / LETTER)

    async def _read(self, text: str | None) -> None:
        try:
            frame = self._frame(text)
        except RidottoError as error:
            self._say(failed(error, None))
        else:
            await self._try(self._answer(frame), getattr(frame, "id", None))

    async def _try(self, answer: Awaitable[None], request: int | None) -> None:
        """Whatever goes wrong is told: one message must not cost the socket, nor anybody else theirs."""
        try:
            await answer
        except RidottoError as error:
            self._say(failed(error, request))
        except Exception:
            LOG.exception("a message could not be answered")
            self._say(failed(RequestError("server_failed"), request))

    def _frame(self, text: str | None) -> wire.FromBrowser:
        if text is None:
            raise RequestError("frame_binary")
        if len(text.encode("utf-8", "replace")) > self.limits.frame:
            raise RequestError("frame_long", most=self.limits.frame)
        return parse_frame(text)

    async def _answer(self, frame: wire.FromBrowser) -> None:
        if isinstance(frame, wire.Hello):
            await self._hello(frame)
            return
        room, seat = self._seated()
        if isinstance(frame, wire.AskHint):
            # A hint takes its time; the socket goes on answering.
            if self._hint and not self._hint.done():
                raise TableError("hint_busy")
            self._hint = asyncio.create_task(self._try(self._tell_hint(room, seat, frame), frame.id), name="hint")
            return
        if isinstance(frame, wire.DoMove):
            await room.move(seat, frame.version, frame.move)
        elif isinstance(frame, wire.DoUndo):
            await room.undo(seat, frame.version)
        elif isinstance(frame, wire.DoResign):
            await room.resign(seat)
        elif isinstance(frame, wire.DoRematch):
            self.service.count_new_table(self.socket, is_listed=False)
            await room.rematch(seat)
        else:
            await room.rename(seat, frame.name)
        self._say(wire.Done(id=frame.id))

    def _seated(self) -> tuple[Room, Seat]:
        if self.room is None or self.eyes is None:
            raise TableError("hello_first")
        if self.eyes.seat is None:
            raise TableError("only_watching")
        return self.room, self.eyes.seat

    async def _hello(self, frame: wire.Hello) -> None:
        rooms = self.service.rooms
        room = await rooms.enter(frame.table, self.visitor)
        try:
            eyes = Eyes(room.sitting.seat_of(frame.token), self.outbox, self.visitor)
            self._leave()
            await room.enter(eyes)
        except BaseException:
            rooms.leave(room)
            raise
        self.room, self.eyes = room, eyes

    def _leave(self) -> None:
        if self.room is not None and self.eyes is not None:
            self.room.leave(self.eyes)
            self.service.rooms.leave(self.room)
        self.room = self.eyes = None

    async def _tell_hint(self, room: Room, seat: Seat, frame: wire.AskHint) -> None:
        self._say(await room.hint(self.visitor, seat, frame.id, frame.version))

    def _say(self, message: BaseModel) -> None:
        (self.eyes or Eyes(None, self.outbox)).say(message)
