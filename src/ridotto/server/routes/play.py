"""The socket: one viewer of one table. A failure is told and the socket stays; the table does not notice."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from contextlib import suppress
from typing import Final, assert_never

from fastapi import APIRouter, WebSocket

from ridotto.core import RidottoError, Seat
from ridotto.server import wire
from ridotto.server.connections import EXTENSION, SocketConnection
from ridotto.server.failures import Move, RequestError, failed, parse_frame
from ridotto.server.handlers import refusal
from ridotto.server.middleware import is_welcome
from ridotto.server.presenter import Viewer
from ridotto.server.rate_limits import RateLimiter, visitor_of
from ridotto.server.rooms import Room
from ridotto.server.services import Services, services
from ridotto.server.table_state import TableError
from ridotto.server.typed import readings
from ridotto.server.views.sent import Sent, encode

LOG: Final = logging.getLogger(__name__)
UNWANTED: Final = 1008
LETTER: Final = 20_000
"""Bytes sent that count as one message."""

router = APIRouter()


@router.websocket("/api/play")
async def play(socket: WebSocket) -> None:
    service = services(socket)
    visitor = visitor_of(socket)
    if not is_welcome(socket.headers, socket.scope["scheme"], service.settings.origins):
        await socket.close(UNWANTED)
        return
    open_ones = service.sockets.get(visitor, 0)
    if open_ones + service.rooms.peers.sockets(visitor) >= service.settings.limits.sockets:
        await socket.send_denial_response(refusal(TableError("too_many_connections")))
        return
    service.sockets[visitor] = open_ones + 1
    try:
        await socket.accept()
        # A task of its own: each time it goes on it need not go through all that has called it.
        await asyncio.create_task(Conversation(socket, service, visitor).run(), name="conversation")
    finally:
        service.sockets[visitor] -= 1
        if not service.sockets[visitor]:
            del service.sockets[visitor]


class Conversation:
    """What one socket asks is answered in turn; what happens at its table is told meanwhile."""

    def __init__(self, socket: WebSocket, service: Services, visitor: str) -> None:
        self.socket = socket
        self.connection: SocketConnection = socket.scope["state"].pop(EXTENSION)
        self.service = service
        self.visitor = visitor
        self.limits = service.settings.limits
        self.viewer: Viewer | None = None
        self.room: Room | None = None
        self._inbox: deque[bytes | None] = deque()
        """What was said and is not answered yet; nothing where it was no text."""
        self._has_left = False
        self._awaited: asyncio.Future[None] | None = None
        self._hint: asyncio.Task[None] | None = None
        self._rate = RateLimiter(self.limits.socket_messages)
        self.connection.listener = self

    def heard(self, message: bytes | None) -> None:
        if len(self._inbox) >= self.limits.inbox:
            # More than can be answered: what they said and nobody has read yet is forgotten.
            self._inbox.clear()
            self.connection.hang_up(UNWANTED)
            return
        # One byte more than may be shows that it is too long.
        self._inbox.append(message and message[: self.limits.frame + 1])
        self._wake()

    def left(self) -> None:
        self._has_left = True
        self._wake()

    def _wake(self) -> None:
        if self._awaited and not self._awaited.done():
            self._awaited.set_result(None)

    async def run(self) -> None:
        try:
            with suppress(TimeoutError):  # they have not said hello in time, whatever else they said
                async with asyncio.timeout(self.limits.hello_seconds) as hello:
                    while not self._has_left:
                        if not self._inbox:
                            self._awaited = asyncio.get_running_loop().create_future()
                            await self._awaited
                            continue
                        await self._read(self._inbox.popleft())
                        if self.viewer and hello.when() is not None:
                            hello.reschedule(None)
                        delay = max(self._rate.delay(""), self.service.rates.messages.delay(self.visitor))
                        if delay or self._inbox:
                            await asyncio.sleep(delay)  # others have their turn after every message
        finally:
            if self._hint:
                self._hint.cancel()
            self._leave()
            self.connection.hang_up(UNWANTED)
            self.connection.listener = None  # neither keeps the other alive

    async def _read(self, message: bytes | None) -> None:
        """Whatever goes wrong is told: one message must not cost the socket, nor anybody else theirs."""
        frame = None
        try:
            frame = self._frame(message)
            await self._answer(frame)
        except Exception as error:
            self._fail(error, getattr(frame, "id", None))

    def _fail(self, error: Exception, request: int | None) -> None:
        if not isinstance(error, RidottoError):
            LOG.error("a message could not be answered", exc_info=error)
            error = RequestError("server_failed")
        self._say(failed(error, request))

    def _frame(self, message: bytes | None) -> wire.FromBrowser | Move:
        if message is None:
            raise RequestError("frame_binary")
        if len(message) > self.limits.frame:
            raise RequestError("frame_long", most=self.limits.frame)
        return parse_frame(message)

    async def _answer(self, frame: wire.FromBrowser | Move) -> None:
        if isinstance(frame, wire.Hello):
            await self._hello(frame)
            return
        room, viewer, seat = self._seated()
        if isinstance(frame, wire.AskHint):
            # A hint takes its time; the socket goes on answering.
            if self._hint and not self._hint.done():
                raise TableError("hint_busy")
            self._hint = asyncio.create_task(self._tell_hint(room, seat, frame), name="hint")
            return
        if isinstance(frame, wire.AskRead):
            self._say(readings(room.table_state, seat, frame))
            return
        if isinstance(frame, (Move, wire.DoMove)):
            await room.move(seat, frame.version, frame.move)
        elif isinstance(frame, wire.DoUndo):
            await room.undo(seat, frame.version)
        elif isinstance(frame, wire.DoResign):
            await room.resign(seat)
        elif isinstance(frame, wire.DoAsk):
            await room.ask(seat, frame.kind)
        elif isinstance(frame, wire.DoAnswer):
            await room.answer(seat, frame.is_agreed)
        elif isinstance(frame, wire.DoGoOn):
            await room.go_on()
        elif isinstance(frame, wire.DoLook):
            room.look_away(viewer, frame.is_away)
        elif isinstance(frame, wire.DoCall):
            await room.call(seat, frame.seat)
        elif isinstance(frame, wire.DoStandIn):
            await room.stand_in(seat, frame.seat)
        elif isinstance(frame, wire.DoSay | wire.DoWrite):
            self.service.count_remark(room.id, seat, self.visitor)
            await room.say(seat, frame)
        elif isinstance(frame, wire.DoAnnul):
            await room.annul(seat)
        elif isinstance(frame, wire.DoRematch):
            self.service.count_new_table(self.socket, is_listed=False)
            await room.rematch(seat)
        elif isinstance(frame, wire.DoRename):
            await room.rename(seat, frame.name)
        else:
            assert_never(frame)
        self._say(wire.Done(id=frame.id))

    def _seated(self) -> tuple[Room, Viewer, Seat]:
        if self.room is None or self.viewer is None:
            raise TableError("hello_first")
        if self.viewer.seat is None:
            raise TableError("only_watching")
        return self.room, self.viewer, self.viewer.seat

    async def _hello(self, frame: wire.Hello) -> None:
        rooms = self.service.rooms
        room = await rooms.enter(frame.table, self.visitor)
        try:
            viewer = Viewer(room.table_state.seat_of(frame.token), self, self.visitor, is_away=frame.is_away)
            self._leave()
            await room.enter(viewer)
        except BaseException:
            rooms.leave(room)
            raise
        self.room, self.viewer = room, viewer

    def _leave(self) -> None:
        if self.room is not None and self.viewer is not None:
            self.room.leave(self.viewer)
            self.service.rooms.leave(self.room)
        self.room = self.viewer = None

    async def _tell_hint(self, room: Room, seat: Seat, frame: wire.AskHint) -> None:
        try:
            self._say(await room.hint(self.visitor, seat, frame))
        except Exception as error:
            self._fail(error, frame.id)

    def say(self, message: bytes) -> None:
        if len(message) > LETTER:
            # A long table costs as much as many short messages.
            self._rate.delay("", len(message) / LETTER)
        self.connection.say(message)

    def hang_up(self, code: int) -> None:
        self.connection.hang_up(code)

    def _say(self, message: Sent) -> None:
        self.connection.say(encode(message))
