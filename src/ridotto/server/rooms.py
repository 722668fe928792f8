"""One writer for each match: check the version, validate, persist, then tell. Nothing changes before it is on disk.

A room is in memory while somebody looks at its table; it can be dropped at any time, because the log is the truth.
Bots act while somebody looks: a table that nobody has open sleeps, also over a restart, and goes on when it is opened.
So tables that were left behind cost nothing.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from ridotto.core import RidottoError, Seat
from ridotto.games import games, registration
from ridotto.i18n import Said
from ridotto.server import wire
from ridotto.server.eyes import Eyes, Gallery, can_hint
from ridotto.server.people import people_at
from ridotto.server.settings import Settings
from ridotto.server.sitting import Sitting, TableError, former_rematch, load_sitting, new_sitting, utc_now
from ridotto.server.store import Conflict, Store, Stored, lobby_start
from ridotto.server.thinking import Thinkers
from ridotto.server.views.words import words
from ridotto.server.workers import FairQueue
from ridotto.tell import explain, propose

LOG: Final = logging.getLogger(__name__)
AGAIN: Final = 5.0
"""Seconds until a bot tries once more to play a move that could not be stored."""
LISTED: Final = 100
"""Tables in the lobby."""
AWAY: Final = 5.0
"""Seconds after everybody has left until bots stop thinking."""


class Room:
    def __init__(self, sitting: Sitting, store: Store, thinkers: Thinkers, settings: Settings) -> None:
        self.sitting = sitting
        self.eyes: dict[Eyes, None] = {}
        """In the order they came."""
        self.users = 0
        """Requests that are using the room besides the eyes."""
        self._store = store
        self._thinkers = thinkers
        self._settings = settings
        self._lock = asyncio.Lock()
        self._gallery = Gallery(sitting)
        self._rematch: wire.Rematch | None = None
        self._driver: asyncio.Task[None] | None = None
        self._hints: set[Seat] = set()
        """Who is waiting for one."""
        self._writing: set[asyncio.Task[None]] = set()
        self.on_idle: Callable[[], None] = lambda: None
        self._last = time.monotonic() - settings.pace

    @property
    def is_idle(self) -> bool:
        return not self.eyes and not self.users and not self._writing and (not self._driver or self._driver.done())

    # -- looking -------------------------------------------------------------------------------------------------------

    async def enter(self, eyes: Eyes) -> None:
        """Raises TableError where too many only look; whoever has a seat always gets in."""
        if not self._gallery.is_ready(eyes.seat):
            async with self._lock:
                await asyncio.to_thread(self._gallery.seen, eyes.seat)
        same = [other for other in self.eyes if other.seat == eyes.seat]
        if eyes.seat is None:
            if len(same) >= self._settings.limits.spectators:
                raise TableError("too_many_sockets", most=self._settings.limits.spectators)
        elif len(same) >= self._settings.limits.sockets_per_seat:
            self._leave(same[0])
        self.eyes[eyes] = None
        eyes.show_table(self._gallery.table(eyes.seat, self.here()))
        if self._rematch:
            eyes.say(self._rematch)
        self._show_people()
        self._wake()

    def leave(self, eyes: Eyes) -> None:
        self.eyes.pop(eyes, None)
        self._show_people()
        if not self.eyes and self._driver:
            # Whoever only loads the page anew is back before that, and finds the bot at it still.
            asyncio.get_running_loop().call_later(AWAY, self._rest)

    def _leave(self, eyes: Eyes) -> None:
        self.eyes.pop(eyes, None)
        eyes.outbox.lose()

    def _rest(self) -> None:
        if not self.eyes and self._driver:
            self._driver.cancel()

    def here(self) -> set[Seat]:
        return {eyes.seat for eyes in self.eyes if eyes.seat is not None}

    def people(self) -> wire.People:
        return self._gallery.people(self.here())

    def _show_people(self) -> None:
        people = self.people()
        for eyes in list(self.eyes):
            eyes.show_people(people)

    # -- writing -------------------------------------------------------------------------------------------------------

    async def change(self, make: Callable[[Sitting], Sitting], version: int | None = None) -> None:
        """The only way anything changes. Raises RidottoError, and then nothing has."""
        # On its own, so that memory and disk agree even if whoever asked is gone before it is written.
        task = asyncio.create_task(self._change(make, version), name="write")
        self._writing.add(task)
        task.add_done_callback(self._written)
        await asyncio.shield(task)

    def _written(self, task: asyncio.Task[None]) -> None:
        self._writing.discard(task)
        if not task.cancelled():
            task.exception()  # told to whoever asked, if they are still there
        self.on_idle()

    async def close(self) -> None:
        if self._driver:
            self._driver.cancel()
        await asyncio.gather(*self._writing, return_exceptions=True)

    async def _change(self, make: Callable[[Sitting], Sitting], version: int | None) -> None:
        async with self._lock:
            if version is not None and version != self.sitting.stored.version:
                raise TableError("stale_version")
            new = make(self.sitting)
            if new is self.sitting:
                return
            try:
                stored = await self._store.write(self._store.save, self.sitting.stored, new.stored)
            except Conflict:
                await self._reload()
                raise TableError("stale_version") from None
            self._accept(replace(new, stored=stored))

    def _accept(self, sitting: Sitting) -> None:
        is_news = sitting.stored.version != self.sitting.stored.version
        has_people = sitting.seats != self.sitting.seats
        # Whoever has resigned, or whose seat went to another device, watches from now on.
        gone = {seat for seat, each in enumerate(self.sitting.seats) if each.token != sitting.seats[seat].token}
        self.sitting = sitting
        if is_news:
            self._last = time.monotonic()
        self._gallery.show(sitting)
        watching = [eyes for eyes in self.eyes if eyes.seat in gone]
        for eyes in watching:
            eyes.seat = None
        for eyes in watching:
            eyes.show_table(self._gallery.table(None, self.here()))
        if has_people:
            self._show_people()
        for eyes in self.eyes.keys() - watching:
            eyes.show_update(self._gallery)
        self._wake()

    async def _reload(self) -> None:
        """Another server has written to this table: its word counts."""
        stored = await self._store.read(self._store.load, self.sitting.stored.id)
        if stored is not None:
            self._accept(await asyncio.to_thread(load_sitting, stored))

    async def move(self, seat: Seat, version: int, move: str) -> None:
        await self.change(lambda sitting: sitting.moved(seat, move), version)

    async def undo(self, seat: Seat, version: int) -> None:
        await self.change(lambda sitting: sitting.undone(seat), version)

    async def resign(self, seat: Seat) -> None:
        await self.change(lambda sitting: sitting.resigned(seat))

    async def rename(self, seat: Seat, name: str) -> None:
        await self.change(lambda sitting: sitting.renamed(seat, name))

    async def rematch(self, seat: Seat) -> None:
        """Makes the next table, unless it is there already, and tells everybody where it is."""
        async with self._lock:
            again = await asyncio.to_thread(self.sitting.again)
            here = self.sitting.stored.id
            table = await self._store.write(self._store.make_next, here, again.stored, former_rematch(here))
            self._rematch = self._rematch or wire.Rematch(table=table, by=seat)
        for eyes in list(self.eyes):
            eyes.say(self._rematch)

    def has_seat(self, asked: wire.Claim) -> bool:
        """Whether the browser sits here already."""
        return self.sitting.seat_of_browser(asked.browser) is not None

    async def claim(self, asked: wire.Claim) -> wire.Claimed:
        answer: list[wire.Claimed] = []

        def make(sitting: Sitting) -> Sitting:
            new, claimed = sitting.claimed(asked.invite, asked.browser, asked.name, asked.transfer)
            answer.append(claimed)
            return new

        await self.change(make)
        return answer[-1]

    async def transfer(self, token: str) -> wire.Transfer:
        answer: list[wire.Transfer] = []

        def make(sitting: Sitting) -> Sitting:
            seat = sitting.seat_of(token)
            if seat is None:
                raise TableError("only_watching")
            new, transfer = sitting.transferring(seat)
            answer.append(transfer)
            return new

        await self.change(make)
        return answer[-1]

    # -- bots ----------------------------------------------------------------------------------------------------------

    async def hint(self, visitor: str, seat: Seat, request: int, version: int) -> wire.Hint:
        if seat in self._hints:
            raise TableError("hint_busy")
        self._hints.add(seat)
        try:
            return await self._hint(visitor, seat, request, version)
        finally:
            self._hints.discard(seat)

    async def _hint(self, visitor: str, seat: Seat, request: int, version: int) -> wire.Hint:
        sitting = self.sitting
        if not can_hint(sitting, seat):
            raise TableError("no_hint")
        if version != sitting.stored.version:
            raise TableError("stale_version")
        if not sitting.is_started:
            raise TableError("not_started")
        if seat not in sitting.match.actors:
            raise TableError("hint_turn")
        game = sitting.match.game
        bot = registration(game.name).adviser
        thought = await self._thinkers.choose(visitor, game, bot, sitting.match.view(seat))
        names = (Said(f"bot_name_{bot}"),) * len(sitting.seats)
        said = propose(game, names, sitting.match.state, seat, game.parse_move(thought.move))
        reasons = tuple(words(explain(game, *reason)) for reason in thought.reasons)
        return wire.Hint(id=request, bot=bot, move=thought.move, said=words(said), reasons=reasons)

    def _next_bot(self) -> Seat | None:
        sitting = self.sitting
        if not sitting.is_started:
            return None
        return next((seat for seat in sitting.match.actors if seat in sitting.bots), None)

    def _wake(self) -> None:
        if self.eyes and self._next_bot() is not None and (self._driver is None or self._driver.done()):
            self._driver = asyncio.create_task(self._drive(), name="bots")
            self._driver.add_done_callback(self._driven)

    def _driven(self, driver: asyncio.Task[None]) -> None:
        if driver.cancelled():
            self._wake()  # somebody has come back meanwhile
        self.on_idle()

    async def _drive(self) -> None:
        try:
            while self.eyes and (seat := self._next_bot()) is not None:
                await self._act(seat)
        except Exception:  # a table whose bots are stuck must be found in the log
            LOG.exception("the bots of a table stopped")

    def _visitor(self) -> str:
        """For whom the bots play: who has sat here longest, or looked on."""
        return next((eyes.visitor for eyes in sorted(self.eyes, key=lambda eyes: eyes.seat is None)), "")

    async def _act(self, seat: Seat) -> None:
        asked = self.sitting
        view = asked.match.view(seat)
        thought = await self._thinkers.choose(self._visitor(), asked.match.game, asked.seats[seat].bot, view)
        await asyncio.sleep(max(0.0, self._last + self._settings.pace - time.monotonic()))

        def make(sitting: Sitting) -> Sitting:
            # Meanwhile a move may have been taken back, or the others have chosen: only what the bot sees counts.
            is_same = seat in sitting.bots and seat in sitting.match.actors and sitting.match.view(seat) == view
            return sitting.moved(seat, thought.move) if is_same else sitting

        try:
            await self.change(make)
        except RidottoError as error:
            LOG.error("a bot's move could not be made: %s", error.code)
            await asyncio.sleep(AGAIN)


class Rooms:
    def __init__(self, store: Store, thinkers: Thinkers, settings: Settings) -> None:
        self.store = store
        self.settings = settings
        self._thinkers = thinkers
        self._rooms: dict[str, asyncio.Task[Room]] = {}
        self._idle: dict[str, None] = {}
        """Rooms that nobody uses, the longest unused first."""
        self._loading = FairQueue(1, settings.limits.sockets)

    async def make(self, asked: wire.NewTable, visitor: str) -> wire.MadeTable:
        await self._loading.take(visitor)
        try:
            sitting, made = await asyncio.to_thread(new_sitting, asked)
        finally:
            self._loading.give_back()
        await self.store.write(self.store.make, sitting.stored)
        return made

    async def enter(self, table: str, visitor: str) -> Room:
        """The table's room, loaded if need be; to be left again by `leave`. Raises TableError or StoreError."""
        while True:
            if table in self._idle:
                await self._check(table)
            task = self._rooms.get(table)
            if task is None:
                task = self._rooms[table] = asyncio.create_task(self._load(table, visitor))
                task.add_done_callback(lambda task: self._loaded(table, task))
            room = await asyncio.shield(task)
            if self._rooms.get(table) is task:
                self._idle.pop(table, None)
                room.users += 1
                return room

    def leave(self, room: Room) -> None:
        room.users -= 1
        self._rest(room)

    async def stored(self, table: str) -> Stored:
        """The table as it lies on disk. Raises TableError or StoreError."""
        task = self._rooms.get(table)
        if task is not None and table not in self._idle and task.done() and not task.exception():
            return task.result().sitting.stored
        stored = await self.store.read(self.store.load, table) if len(table) <= 32 else None
        if stored is None:
            raise TableError("table_unknown")
        return stored

    def _rest(self, room: Room) -> None:
        """What nobody uses stays for a while, in case somebody comes back."""
        table = room.sitting.stored.id
        task = self._rooms.get(table)
        if not room.is_idle or task is None or not task.done() or task.result() is not room:
            return
        self._idle.pop(table, None)
        self._idle[table] = None
        if len(self._idle) > self.settings.limits.idle_rooms:
            self._forget(next(iter(self._idle)))

    def _forget(self, table: str) -> None:
        self._idle.pop(table, None)
        self._rooms.pop(table, None)

    async def _check(self, table: str) -> None:
        """Another server may have written to a table that nobody looked at here."""
        task = self._rooms[table]
        revision = await self.store.read(self.store.revision, table)
        if table in self._idle and revision != task.result().sitting.stored.revision:
            self._forget(table)

    def _loaded(self, table: str, task: asyncio.Task[Room]) -> None:
        if task.cancelled() or task.exception():
            self._rooms.pop(table, None)

    async def _load(self, table: str, visitor: str) -> Room:
        stored = await self.store.read(self.store.load, table) if len(table) <= 32 else None
        if stored is None:
            raise TableError("table_unknown")
        await self._loading.take(visitor)
        try:
            sitting = await asyncio.to_thread(load_sitting, stored)
        finally:
            self._loading.give_back()
        room = Room(sitting, self.store, self._thinkers, self.settings)
        room.on_idle = lambda: self._rest(room)
        return room

    async def lobby(self) -> wire.Lobby:
        """The newest tables; where somebody waits comes first, so that nobody's empty tables push others out."""
        stored = await self.store.read(self.store.listed, lobby_start(utc_now()), 5 * LISTED)
        playable = [each for each in stored if each.game in games()]  # whose package is still installed
        playable.sort(key=lambda each: not self._here(each.id))
        return wire.Lobby(tables=tuple(self._lobby_table(each) for each in playable[:LISTED]))

    def _here(self, table: str) -> set[Seat]:
        task = self._rooms.get(table)
        is_loaded = task is not None and task.done() and not task.exception()
        return task.result().here() if task is not None and is_loaded else set()

    def _lobby_table(self, stored: Stored) -> wire.LobbyTable:
        people = people_at(stored.seats, self._here(stored.id))
        return wire.LobbyTable(
            table=stored.id,
            game=stored.game,
            options=stored.options,
            people=people,
            open_seats=sum(each.kind == "open" and not each.token for each in stored.seats),
            is_started=all(person.is_taken for person in people),
            is_over=stored.is_over,
            made=f"{stored.made.isoformat(timespec='seconds')}Z",
        )

    async def close(self) -> None:
        """What was begun is written; nothing new begins."""
        for task in list(self._rooms.values()):
            if task.done() and not task.cancelled() and not task.exception():
                await task.result().close()
