"""The socket: one pair of eyes at one table. A failure is told and the socket stays; the table does not notice."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from contextlib import suppress
from typing import Final

from fastapi import APIRouter, WebSocket
from pydantic import BaseModel
from starlette.websockets import WebSocketDisconnect

from ridotto.core import RidottoError, Seat
from ridotto.server import wire
from ridotto.server.eyes import Eyes
from ridotto.server.failures import RequestError, failed, parse_frame
from ridotto.server.guards import is_welcome
from ridotto.server.rooms import Room
from ridotto.server.services import Services, services
from ridotto.server.sitting import TableError

LOG: Final = logging.getLogger(__name__)
UNWANTED: Final = 1008
OVERRUN: Final = 1013

router = APIRouter()


@router.websocket("/api/play")
async def play(socket: WebSocket) -> None:
    service = services(socket)
    if not is_welcome(socket.headers, service.settings.origins):
        await socket.close(UNWANTED)
        return
    await socket.accept()
    await Conversation(socket, service).run()


class Conversation:
    def __init__(self, socket: WebSocket, service: Services) -> None:
        self.socket = socket
        self.service = service
        self.limits = service.settings.limits
        self.outbox: asyncio.Queue[BaseModel | None] = asyncio.Queue(self.limits.outbox)
        self.eyes: Eyes | None = None
        self.room: Room | None = None
        self._hint: asyncio.Task[None] | None = None

    async def run(self) -> None:
        writer = asyncio.create_task(self._write(), name="socket")
        try:
            await self._read()
        except (WebSocketDisconnect, TimeoutError):
            pass
        finally:
            if self._hint:
                self._hint.cancel()
            writer.cancel()
            self._leave()
            with suppress(RuntimeError, WebSocketDisconnect):
                await self.socket.close(UNWANTED)  # only if it is still open

    async def _write(self) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):
            while (message := await self.outbox.get()) is not None:
                await self.socket.send_text(message.model_dump_json())
            await self.socket.close(OVERRUN)

    async def _read(self) -> None:
        while True:
            has_time = None if self.eyes else self.limits.hello_seconds
            message = await asyncio.wait_for(self.socket.receive(), has_time)
            if message["type"] == "websocket.disconnect":
                return
            request: int | None = None
            try:
                frame = self._frame(message)
                request = getattr(frame, "id", None)
                await self._answer(frame)
            except RidottoError as error:
                self._say(failed(error, request))
            except WebSocketDisconnect:
                raise
            except Exception:  # one message must not cost the socket, nor anybody else theirs
                LOG.exception("a message could not be answered")
                self._say(failed(RequestError("server_failed"), request))

    def _frame(self, message: Mapping[str, object]) -> wire.FromBrowser:
        text = message.get("text")
        if not isinstance(text, str):
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
            # A hint takes its time; the socket goes on listening.
            if self._hint and not self._hint.done():
                raise TableError("hint_busy")
            self._hint = asyncio.create_task(self._tell_hint(room, seat, frame), name="hint")
            return
        if isinstance(frame, wire.DoMove):
            await room.move(seat, frame.version, frame.move)
        elif isinstance(frame, wire.DoUndo):
            await room.undo(seat, frame.version)
        elif isinstance(frame, wire.DoResign):
            await room.resign(seat)
        elif isinstance(frame, wire.DoRematch):
            self.service.count_new_table(self.socket)
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
        room = await rooms.enter(frame.table)
        try:
            eyes = Eyes(room.sitting.seat_of(frame.token), self.outbox)
            self._leave()
            room.enter(eyes)
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
        try:
            self._say(await room.hint(seat, frame.id, frame.version))
        except RidottoError as error:
            self._say(failed(error, frame.id))

    def _say(self, message: BaseModel) -> None:
        (self.eyes or Eyes(None, self.outbox)).say(message)
