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
from functools import partial
from typing import Final

from ridotto.core import RidottoError, Seat
from ridotto.games import games, registration
from ridotto.i18n import Said
from ridotto.server import wire
from ridotto.server.bot_pool import BotPool
from ridotto.server.connections import OVERRUN
from ridotto.server.people import people_at
from ridotto.server.presenter import Presenter, Viewer, can_hint
from ridotto.server.settings import Settings
from ridotto.server.store import Loaded, Store, Stored, StoreError, lobby_start
from ridotto.server.table_state import TableError, TableState, former_rematch, load_table, new_table, utc_now
from ridotto.server.views.sent import encode
from ridotto.server.views.words import words
from ridotto.server.workers import FairQueue
from ridotto.server.writer import Conflict
from ridotto.tell import explain, propose

LOG: Final = logging.getLogger(__name__)
AGAIN: Final = 5.0
"""Seconds until a bot tries once more to play a move that could not be stored."""
TRIES: Final = 10
"""As often a change is made anew because another server was quicker."""
LISTED: Final = 100
"""Tables in the lobby."""
AWAY: Final = 5.0
"""Seconds after everybody has left until bots stop thinking."""


class Room:
    def __init__(self, table_state: TableState, store: Store, bots: BotPool, settings: Settings) -> None:
        self.table_state = table_state
        self.viewers: dict[Viewer, None] = {}
        """In the order they came."""
        self.users = 0
        """Requests that are using the room besides the viewers."""
        self._store = store
        self._bots = bots
        self._settings = settings
        self._lock = asyncio.Lock()
        self._presenter = Presenter(table_state)
        self._rematch: wire.Rematch | None = None
        self._driver: asyncio.Task[None] | None = None
        self._hints: set[Seat] = set()
        """Who is waiting for one."""
        self.on_idle: Callable[[], None] = lambda: None
        self._last = time.monotonic() - settings.pace

    @property
    def is_idle(self) -> bool:
        is_at_rest = not self._lock.locked() and (not self._driver or self._driver.done())
        return not self.viewers and not self.users and is_at_rest

    # -- looking -------------------------------------------------------------------------------------------------------

    async def enter(self, viewer: Viewer) -> None:
        """Raises TableError where too many only look; whoever has a seat always gets in."""
        if not self._presenter.is_ready(viewer.seat):
            async with self._lock:
                await asyncio.to_thread(self._presenter.prepare, viewer.seat)
        same = [other for other in self.viewers if other.seat == viewer.seat]
        if viewer.seat is None:
            if len(same) >= self._settings.limits.spectators:
                raise TableError("too_many_sockets", most=self._settings.limits.spectators)
        elif len(same) >= self._settings.limits.sockets_per_seat:
            del self.viewers[same[0]]
            same[0].socket.hang_up(OVERRUN)
        self.viewers[viewer] = None
        self._show_table(viewer)
        if self._rematch:
            viewer.socket.say(encode(self._rematch))
        self._show_people()
        self._wake()

    def leave(self, viewer: Viewer) -> None:
        self.viewers.pop(viewer, None)
        self._show_people()
        if not self.viewers and self._driver:
            # Whoever only loads the page anew is back before that, and finds the bot at it still.
            asyncio.get_running_loop().call_later(AWAY, self._rest)

    def _show_table(self, viewer: Viewer) -> None:
        people = self.people()
        viewer.show_table(self._presenter.table(viewer.seat, people), people)

    def _rest(self) -> None:
        if not self.viewers and self._driver:
            self._driver.cancel()

    def here(self) -> set[Seat]:
        return {viewer.seat for viewer in self.viewers if viewer.seat is not None}

    def people(self) -> wire.People:
        return self._presenter.people(self.here())

    def _show_people(self) -> None:
        people = self.people()
        for viewer in list(self.viewers):
            viewer.show_people(people)

    # -- writing -------------------------------------------------------------------------------------------------------

    async def close(self) -> None:
        if self._driver:
            self._driver.cancel()
        async with self._lock:
            pass  # what was begun is written

    async def change(self, make: Callable[[TableState], TableState], version: int | None = None) -> None:
        """The only way anything changes. Raises RidottoError, and then nothing has."""
        async with self._lock:
            for _ in range(TRIES):
                if version is not None and version != self.table_state.stored.version:
                    raise TableError("stale_version")
                new = make(self.table_state)
                if new is self.table_state:
                    return
                writing = self._store.save(self.table_state.stored, new.stored, new.tail)
                try:
                    stored = await asyncio.shield(writing)
                except asyncio.CancelledError:
                    # Whoever asked has gone. What is being written is written, and known here too.
                    writing.add_done_callback(partial(self._take_over, new))
                    raise
                except Conflict:
                    # Another server was quicker. If that was a secret choice, this change is as good as before.
                    await self._reload()
                else:
                    self._accept(replace(new, stored=stored))
                    return
            raise StoreError("store_busy")

    def _take_over(self, new: TableState, writing: asyncio.Future[Stored]) -> None:
        if not writing.cancelled() and not writing.exception():
            self._accept(replace(new, stored=writing.result()))

    def _accept(self, table_state: TableState) -> None:
        is_news = table_state.stored.version != self.table_state.stored.version
        has_people = table_state.seats != self.table_state.seats
        # Whoever has resigned, or whose seat went to another device, watches from now on.
        gone = {seat for seat, each in enumerate(self.table_state.seats) if each.token != table_state.seats[seat].token}
        self.table_state = table_state
        if is_news:
            self._last = time.monotonic()
        self._presenter.show(table_state, {viewer.seat for viewer in self.viewers})
        watching = [viewer for viewer in self.viewers if viewer.seat in gone] if gone else []
        for viewer in watching:
            viewer.seat = None
        for viewer in watching:
            self._show_table(viewer)
        if has_people:
            self._show_people()
        for viewer in self.viewers:
            # Nothing is said where nothing has changed for this viewer.
            if viewer not in watching and (update := self._presenter.update(viewer.seat)) is not None:
                viewer.socket.say(update)
        self._wake()

    async def _reload(self) -> None:
        """Another server has written to this table: its word counts."""
        loaded = await self._store.read(self._store.load, self.table_state.stored.id)
        if loaded is None:
            raise TableError("table_unknown")
        self._accept(await asyncio.to_thread(load_table, loaded))

    async def move(self, seat: Seat, version: int, move: str) -> None:
        await self.change(lambda table_state: table_state.moved(seat, move), version)

    async def undo(self, seat: Seat, version: int) -> None:
        await self.change(lambda table_state: table_state.undone(seat), version)

    async def resign(self, seat: Seat) -> None:
        await self.change(lambda table_state: table_state.resigned(seat))

    async def rename(self, seat: Seat, name: str) -> None:
        await self.change(lambda table_state: table_state.renamed(seat, name))

    async def rematch(self, seat: Seat) -> None:
        """Makes the next table, unless it is there already, and tells everybody where it is."""
        async with self._lock:
            again = await asyncio.to_thread(self.table_state.again)
            here = self.table_state.stored.id
            make = self._store.make_next
            table = await self._store.write(make, here, again.stored, again.log, former_rematch(here))
            self._rematch = self._rematch or wire.Rematch(table=table, by=seat)
        offer = encode(self._rematch)
        for viewer in list(self.viewers):
            viewer.socket.say(offer)

    def has_seat(self, asked: wire.Claim) -> bool:
        """Whether the browser sits here already."""
        return self.table_state.seat_of_browser(asked.browser) is not None

    async def claim(self, asked: wire.Claim) -> wire.Claimed:
        answer: list[wire.Claimed] = []

        def make(table_state: TableState) -> TableState:
            new, claimed = table_state.claimed(asked.invite, asked.browser, asked.name, asked.transfer)
            answer.append(claimed)
            return new

        await self.change(make)
        return answer[-1]

    def invitation(self, asked: wire.Claim) -> wire.Invitation:
        """The seat that a claim would get. Raises TableError, as the claim would."""
        _, claimed = self.table_state.claimed(asked.invite, asked.browser, asked.name, asked.transfer)
        return wire.Invitation(seat=claimed.seat)

    def standing(self, token: str) -> wire.Standing:
        return self._presenter.standing(self.table_state.seat_of(token), self.here())

    async def transfer(self, token: str) -> wire.Transfer:
        answer: list[wire.Transfer] = []

        def make(table_state: TableState) -> TableState:
            seat = table_state.seat_of(token)
            if seat is None:
                raise TableError("only_watching")
            new, transfer = table_state.transferring(seat)
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
        table_state = self.table_state
        if not can_hint(table_state, seat):
            raise TableError("no_hint")
        if version != table_state.stored.version:
            raise TableError("stale_version")
        if not table_state.is_started:
            raise TableError("not_started")
        if seat not in table_state.match.actors:
            raise TableError("hint_turn")
        game = table_state.match.game
        bot = registration(game.name).adviser
        choice = await self._bots.choose(visitor, game, bot, table_state.match.view(seat))
        names = (Said(f"bot_name_{bot}"),) * len(table_state.seats)
        said = propose(game, names, table_state.match.state, seat, game.parse_move(choice.move))
        reasons = tuple(words(explain(game, *reason)) for reason in choice.reasons)
        return wire.Hint(id=request, bot=bot, move=choice.move, said=words(said), reasons=reasons)

    def _next_bot(self) -> Seat | None:
        table_state = self.table_state
        if not table_state.is_started:
            return None
        return next((seat for seat in table_state.match.actors if seat in table_state.bots), None)

    def _wake(self) -> None:
        if self.viewers and self._next_bot() is not None and (self._driver is None or self._driver.done()):
            self._driver = asyncio.create_task(self._drive(), name="bots")
            self._driver.add_done_callback(self._driven)

    def _driven(self, driver: asyncio.Task[None]) -> None:
        if driver.cancelled():
            self._wake()  # somebody has come back meanwhile
        self.on_idle()

    async def _drive(self) -> None:
        try:
            while self.viewers and (seat := self._next_bot()) is not None:
                await self._act(seat)
        except Exception:  # a table whose bots are stuck must be found in the log
            LOG.exception("the bots of a table stopped")

    def _visitor(self) -> str:
        """For whom the bots play: who has sat here longest, or looked on."""
        return next((viewer.visitor for viewer in sorted(self.viewers, key=lambda viewer: viewer.seat is None)), "")

    async def _act(self, seat: Seat) -> None:
        asked = self.table_state
        view = asked.match.view(seat)
        choice = await self._bots.choose(self._visitor(), asked.match.game, asked.seats[seat].bot, view)
        await asyncio.sleep(max(0.0, self._last + self._settings.pace - time.monotonic()))

        def make(table_state: TableState) -> TableState:
            # Meanwhile a move may have been taken back, or the others have chosen: only what the bot sees counts.
            is_same = (
                seat in table_state.bots and seat in table_state.match.actors and table_state.match.view(seat) == view
            )
            return table_state.moved(seat, choice.move) if is_same else table_state

        try:
            await self.change(make)
        except RidottoError as error:
            LOG.error("a bot's move could not be made: %s", error.code)
            await asyncio.sleep(AGAIN)


class Rooms:
    def __init__(self, store: Store, bots: BotPool, settings: Settings) -> None:
        self.store = store
        self.settings = settings
        self._bots = bots
        self._rooms: dict[str, asyncio.Task[Room]] = {}
        self._idle: dict[str, None] = {}
        """Rooms that nobody uses, the longest unused first."""
        self._loading = FairQueue(1, settings.limits.sockets)

    async def make(self, asked: wire.NewTable, visitor: str) -> wire.MadeTable:
        await self._loading.take(visitor)
        try:
            table_state, made = await asyncio.to_thread(new_table, asked)
        finally:
            self._loading.give_back()
        await self.store.write(self.store.make, table_state.stored, table_state.log)
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

    async def stored(self, table: str) -> Loaded:
        """The table as it lies on disk. Raises TableError or StoreError."""
        loaded = await self.store.read(self.store.load, table) if len(table) <= 32 else None
        if loaded is None:
            raise TableError("table_unknown")
        return loaded

    def _rest(self, room: Room) -> None:
        """What nobody uses stays for a while, in case somebody comes back."""
        table = room.table_state.stored.id
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
        if table in self._idle and revision != task.result().table_state.stored.revision:
            self._forget(table)

    def _loaded(self, table: str, task: asyncio.Task[Room]) -> None:
        if task.cancelled() or task.exception():
            self._rooms.pop(table, None)

    async def _load(self, table: str, visitor: str) -> Room:
        loaded = await self.stored(table)
        await self._loading.take(visitor)
        try:
            table_state = await asyncio.to_thread(load_table, loaded)
        finally:
            self._loading.give_back()
        room = Room(table_state, self.store, self._bots, self.settings)
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
