"""One writer for each match: check the version, validate, persist, then tell. Nothing changes before it is on disk.

Other servers may write to the same table: a write that another one beat is made anew on what that one wrote, and what
others wrote is shown here as soon as they say so.

A room is in memory while somebody looks at its table; it can be dropped at any time, because the log is the truth.
Bots act while somebody looks, and where several people play: one of them may wait for what the bots do. Any other table
that nobody has open sleeps, also over a restart, and goes on when it is opened. So tables that were left behind cost
nothing.
"""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections import deque
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import timedelta
from typing import Final

import msgspec

from ridotto.cache import Cache
from ridotto.core import RecordError, RidottoError, Seat
from ridotto.games import GameError, games, registration
from ridotto.i18n import Said
from ridotto.server import wire
from ridotto.server.asks import Kind
from ridotto.server.bot_pool import BotPool
from ridotto.server.connections import OVERRUN
from ridotto.server.database import Saying
from ridotto.server.house_time import HouseTime
from ridotto.server.metrics import Metrics
from ridotto.server.peers import Peers
from ridotto.server.people import people_at
from ridotto.server.presence import NOBODY
from ridotto.server.presenter import (
    NOTHING_TO_SAY,
    Presenter,
    Summary,
    Viewer,
    absence_at,
    asking_at,
    can_hint,
    clocks_at,
)
from ridotto.server.settings import Settings
from ridotto.server.store import Known, Loaded, Store, Stored, StoreError, Tail, lobby_start
from ridotto.server.table_state import TableError, TableState, former_rematch, load_table, new_table, seat_of, utc_now
from ridotto.server.talk import remark_of, saying_of, talk_at
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
LIFETIME: Final = 36_500.0
"""Days; longer is never."""
HOUSE_SECONDS: Final = 3600.0
"""From one look for abandoned tables to the next."""
LONG: Final = 50
"""Entries that are too many to be played again while everybody waits."""
AWAY: Final = 5.0
"""Seconds after everybody has left until bots stop thinking."""
WATCH_SECONDS: Final = 2.0
"""From one look for tables where something is due to the next."""
MOST_DUE: Final = 200
"""Of them that are looked at ..."""
MOST_ATTENDED: Final = 8
"""... and attended to at once."""
LEAST_THOUGHT: Final = 0.05
"""Seconds that a bot has, however late it is."""
LONGEST_SLEEP: Final = 3600.0
"""Seconds until an alarm looks at the clock once more."""
SPARED: Final = 600.0
"""Seconds until a table that could not be attended to is tried again."""
REMARKS: Final = 30
"""That whoever comes to a table later is told."""
SUMMARIES: Final = 4_000
"""That are kept."""


class Room:
    def __init__(
        self,
        table_state: TableState,
        store: Store,
        bots: BotPool,
        settings: Settings,
        peers: Peers,
        metrics: Metrics,
        house_time: HouseTime,
    ) -> None:
        self.id = table_state.stored.id
        self.table_state = table_state
        self.viewers: dict[Viewer, None] = {}
        """In the order they came."""
        self.users = 0
        """Requests that are using the room besides the viewers."""
        self._store = store
        self._bots = bots
        self._settings = settings
        self._peers = peers
        self._metrics = metrics
        self._house_time = house_time
        self._alarm: asyncio.TimerHandle | None = None
        self._timing_out: asyncio.Task[None] | None = None
        self._returning: asyncio.Task[None] | None = None
        self._lock = asyncio.Lock()
        self._presenter = Presenter(table_state)
        self._driver: asyncio.Task[None] | None = None
        self._is_closed = False
        self._hints: set[Seat] = set()
        """Who is waiting for one."""
        self.on_idle: Callable[[Room], None] = lambda room: None
        """Given the room, not made for it: a room that keeps itself alive waits for the garbage collector."""
        self._remarks: deque[wire.Remark] = deque(maxlen=REMARKS)
        self._talk = NOTHING_TO_SAY
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
        if not self.viewers:
            await self._peers.look([self.id])
        same = [other for other in self.viewers if other.seat == viewer.seat]
        if viewer.seat is None:
            if len(same) + self._peers.here(self.id).watchers >= self._settings.limits.spectators:
                raise TableError("too_many_sockets", most=self._settings.limits.spectators)
        elif len(same) >= self._settings.limits.sockets_per_seat:
            del self.viewers[same[0]]
            same[0].socket.hang_up(OVERRUN)
        self.viewers[viewer] = None
        self._show_table(viewer)
        if self.table_state.stored.next_id:
            viewer.socket.say(self._offer())
        self._show_people()
        self._announce()
        self._wake()

    def leave(self, viewer: Viewer) -> None:
        self.viewers.pop(viewer, None)
        self._show_people()
        self._announce()
        if not self.viewers and self._driver:
            # Whoever only loads the page anew is back before that, and finds the bot at it still.
            asyncio.get_running_loop().call_later(AWAY, self._rest)

    def _show_table(self, viewer: Viewer) -> None:
        people = self.people()
        viewer.show_table(self._presenter.table(viewer.seat, people), people)
        self._show_clocks(viewer, is_news=True)
        viewer.show_asking(asking_at(self.table_state, viewer.seat))
        self._talk = talk_at(self.table_state, self._talk)
        viewer.show_talk(self._talk)
        if self._remarks:
            viewer.socket.say(encode(wire.Spoken(tuple(self._remarks), is_news=False)))

    def _show_clocks(self, viewer: Viewer, *, is_news: bool = False) -> None:
        if not self.table_state.stored.terms:
            return
        now = self._house_time.now()
        viewer.show_clocks(clocks_at(self.table_state, viewer.seat, now), is_news=is_news)
        viewer.show_absence(absence_at(self.table_state, now), is_news=is_news)

    def _rest(self) -> None:
        if self._driver and not self._is_wanted:
            self._driver.cancel()
        if self._driver and not self.viewers and (self._driver.done() or not self._is_wanted):
            self._peers.stop_driving(self.id)

    def here(self) -> frozenset[Seat]:
        """Who looks at the table, by this server or by others."""
        return self._own() | self._peers.here(self.id).seats

    def _own(self) -> frozenset[Seat]:
        """Before the match begins an open page is enough: whoever waits for company looks at other things."""
        is_started = self.table_state.is_started
        seated = (viewer for viewer in self.viewers if not (viewer.is_away and is_started))
        return frozenset(viewer.seat for viewer in seated if viewer.seat is not None)

    def _announce(self) -> None:
        self._peers.announce(self.id, self._own(), sum(viewer.seat is None for viewer in self.viewers))

    def look_away(self, viewer: Viewer, is_away: bool) -> None:
        """The page is in the background, or before somebody's eyes again."""
        viewer.is_away = is_away
        self._announce()
        self.look_around()

    def look_around(self) -> None:
        """Somebody came or left elsewhere, or whoever drove the bots has stopped."""
        self._show_people()
        self._wake()

    def people(self) -> wire.People:
        return self._presenter.people(self.here())

    def _show_people(self) -> None:
        people = self.people()
        for viewer in list(self.viewers):
            viewer.show_people(people)

    # -- writing -------------------------------------------------------------------------------------------------------

    async def close(self) -> None:
        self._is_closed = True
        if self._alarm:
            self._alarm.cancel()
        if self._driver:
            self._driver.cancel()
        async with self._lock:
            pass  # what was begun is written

    async def change(self, make: Callable[[TableState], TableState], version: int | None = None) -> None:
        """The only way anything changes. Raises RidottoError, and then nothing has."""
        start = time.perf_counter()
        try:
            await self._change(make, version)
        except Exception as error:
            self._metrics.refused(error)
            raise
        self._metrics.changed(start)

    async def _change(self, make: Callable[[TableState], TableState], version: int | None) -> None:
        async with self._lock:
            for _ in range(TRIES):
                if version is not None and version != self.table_state.stored.version:
                    raise TableError("stale_version")
                new = make(self.table_state)
                if new is self.table_state:
                    return
                new = new.with_due
                writing = self._store.save(self.table_state.stored, new.stored, new.tail, new.following)
                try:
                    stored = await writing
                except asyncio.CancelledError:
                    # Whoever asked has gone. What was being written is written, and known here too.
                    if not writing.exception():
                        self._accept(new.as_stored(writing.result()))
                    raise
                except Conflict as conflict:
                    # Another server was quicker. If that was a secret choice, this change is as good as before.
                    await self._reload()
                    if conflict.may_be_own and self._is_made(new):
                        return
                except StoreError:
                    if not await self._was_made(new):
                        raise
                    return
                else:
                    self._accept(new.as_stored(stored))
                    return
            raise StoreError("store_busy")

    async def _was_made(self, new: TableState) -> bool:
        """Whether the change was written after all: a database may be lost after it has written, before it says so."""
        if not self._store.is_shared:
            return False
        try:
            await self._reload()
        except RidottoError:
            return False  # when it is there again, everything is compared
        return self._is_made(new)

    def _is_made(self, new: TableState) -> bool:
        stored = msgspec.structs.replace(new.stored, revision=new.stored.revision + 1)
        return self.table_state.stored == stored and self.table_state.match.entries == new.match.entries

    def _accept(self, table_state: TableState) -> None:
        is_news = table_state.stored.version != self.table_state.stored.version
        has_people = table_state.seats != self.table_state.seats
        has_offer = table_state.stored.next_id != self.table_state.stored.next_id
        # Whoever has resigned, or whose seat went to another device, watches from now on.
        seats = zip(self.table_state.seats, table_state.seats, strict=True)
        gone = {seat for seat, (old, new) in enumerate(seats) if old.token != new.token} if has_people else set()
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
            self._announce()
        self._talk = talk_at(table_state, self._talk)
        for viewer in self.viewers:
            # Nothing is said where nothing has changed for this viewer.
            if viewer in watching:
                continue
            update = self._presenter.update(viewer.seat)
            if update is not None:
                viewer.socket.say(update)
            self._show_clocks(viewer, is_news=is_news)
            viewer.show_asking(asking_at(table_state, viewer.seat))
            viewer.show_talk(self._talk)
        if has_offer:
            for viewer in self.viewers:
                viewer.socket.say(self._offer())
        self._wake()

    def _offer(self) -> bytes:
        stored = self.table_state.stored
        return encode(wire.Rematch(table=stored.next_id, by=stored.next_by))

    async def catch_up(self, known: Known, stored: Stored, tail: Tail) -> None:
        """Another server has written; this is new to whoever knows the table so far. Raises RidottoError."""
        async with self._lock:
            if known == self.table_state.known:
                await self._follow(stored, tail)
            elif stored.revision > self.table_state.stored.revision:
                await self._reload()

    async def _reload(self) -> None:
        """Another server has written to this table: its word counts."""
        found = await self._store.read(self._store.newer, {self.id: self.table_state.known})
        if self.id not in found:
            raise TableError("table_unknown")
        await self._follow(*found[self.id])

    async def _follow(self, stored: Stored, tail: Tail) -> None:
        if stored.revision == self.table_state.stored.revision:
            return
        is_long = len(tail.entries) > LONG
        follow = self.table_state.caught_up
        self._accept(await asyncio.to_thread(follow, stored, tail) if is_long else follow(stored, tail))

    async def move(self, seat: Seat, version: int, move: str) -> None:
        await self.change(lambda table_state: table_state.moved(seat, move, self._house_time.now()), version)

    async def undo(self, seat: Seat, version: int) -> None:
        await self.change(lambda table_state: table_state.undone(seat, self._house_time.now()), version)

    async def resign(self, seat: Seat) -> None:
        await self.change(lambda table_state: table_state.resigned(seat, self._house_time.now()))

    async def ask(self, seat: Seat, kind: Kind) -> None:
        await self.change(lambda table_state: table_state.asked(seat, kind))

    async def answer(self, seat: Seat, is_agreed: bool) -> None:
        await self.change(lambda table_state: table_state.answered(seat, is_agreed, self._house_time.now()))

    async def go_on(self) -> None:
        await self.change(lambda table_state: table_state.going_on(self._house_time.now()))

    async def call(self, seat: Seat, absent: Seat) -> None:
        await self.change(lambda table_state: table_state.called(seat, absent, self.here(), self._house_time.now()))

    async def stand_in(self, seat: Seat, absent: Seat) -> None:
        await self.change(lambda table_state: table_state.stood_in(seat, absent, self.here(), self._house_time.now()))

    async def annul(self, seat: Seat) -> None:
        await self.change(lambda table_state: table_state.annulled(seat, self._house_time.now()))

    async def rename(self, seat: Seat, name: str) -> None:
        await self.change(lambda table_state: table_state.renamed(seat, name))

    async def rematch(self, seat: Seat) -> None:
        """Makes the next table, unless it is there already, and tells everybody where it is."""
        again = await asyncio.to_thread(self.table_state.again, self._house_time.now())
        former = former_rematch(self.id)
        is_there = await self._store.read(self._store.revision, former) is not None
        await self.change(lambda table_state: table_state.offering(seat, former if is_there else again))

    def has_seat(self, asked: wire.Claim) -> bool:
        """Whether the browser sits here already."""
        return self.table_state.seat_of_browser(asked.browser) is not None

    async def claim(self, asked: wire.Claim) -> wire.Claimed:
        answer: list[wire.Claimed] = []

        def make(table_state: TableState) -> TableState:
            now = self._house_time.now()
            new, claimed = table_state.claimed(asked.invite, asked.browser, asked.name, asked.transfer, now)
            answer.append(claimed)
            return new

        await self.change(make)
        return answer[-1]

    def invitation(self, asked: wire.Claim) -> wire.Invitation:
        """The seat that a claim would get. Raises TableError, as the claim would."""
        _, claimed = self.table_state.claimed(asked.invite, asked.browser, asked.name, asked.transfer)
        return wire.Invitation(seat=claimed.seat)

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

    # -- talking -------------------------------------------------------------------------------------------------------

    async def say(self, seat: Seat, asked: wire.DoSay | wire.DoWrite) -> None:
        """Nothing of it is stored: other servers are told, and what was said last is remembered."""
        saying = saying_of(self.table_state, seat, asked)
        await self._peers.say(saying)
        self.hear(saying)

    def hear(self, saying: Saying) -> None:
        remark = remark_of(self.table_state.match.game, saying)
        self._remarks.append(remark)
        spoken = encode(wire.Spoken((remark,), is_news=True))
        for viewer in list(self.viewers):
            viewer.socket.say(spoken)

    # -- bots ----------------------------------------------------------------------------------------------------------

    async def hint(self, visitor: str, seat: Seat, asked: wire.AskHint) -> wire.Hint:
        if seat in self._hints:
            raise TableError("hint_busy")
        self._hints.add(seat)
        try:
            return await self._hint(visitor, seat, asked)
        finally:
            self._hints.discard(seat)

    async def _hint(self, visitor: str, seat: Seat, asked: wire.AskHint) -> wire.Hint:
        table_state = self.table_state
        if not can_hint(table_state, seat):
            raise TableError("no_hint")
        if asked.version != table_state.stored.version:
            raise TableError("stale_version")
        if not table_state.is_started:
            raise TableError("not_started")
        if seat not in table_state.match.actors:
            raise TableError("hint_turn")
        game = table_state.match.game
        registered = registration(game.name)
        bot = (asked.is_for_beginner and registered.coach) or registered.adviser
        choice = await self._bots.choose(visitor, game, bot, table_state.match.view(seat))
        names = (Said(f"bot_name_{bot}"),) * len(table_state.seats)
        said = propose(game, names, table_state.match.state, seat, game.parse_move(choice.move))
        reasons = tuple(words(explain(game, *reason)) for reason in choice.reasons)
        return wire.Hint(id=asked.id, move=choice.move, said=words(said), reasons=reasons)

    @property
    def _is_wanted(self) -> bool:
        return bool(self.viewers) or self.table_state.has_company

    async def attend(self) -> None:
        """Lets the bots act, and clocks run out, though nobody looks."""
        await self._time_out()
        self._wake()
        if self._driver:
            await asyncio.wait([self._driver])

    def _set_alarm(self) -> None:
        """For when somebody's time runs out, as long as somebody looks; else the watch looks after the table."""
        if self._alarm:
            self._alarm.cancel()
            self._alarm = None
        deadline = self.table_state.deadline
        if deadline is not None and self.viewers and not self._is_closed:
            seconds = min(LONGEST_SLEEP, (deadline - self._house_time.now()) / 1000)
            self._alarm = asyncio.get_running_loop().call_later(max(0.01, seconds), self._ring)

    def _ring(self) -> None:
        if self._timing_out is None or self._timing_out.done():
            self._timing_out = asyncio.create_task(self._time_out(), name="time out")

    async def _time_out(self) -> None:
        """By the server that drives the table."""
        try:
            if self.table_state.late(self._house_time.now()) and await self._peers.may_drive(self.id):
                await self.change(lambda table_state: table_state.timed_out(self._house_time.now()))
        except RidottoError as error:
            LOG.error("time that is up could not be stored: %s", error.code)
        self._set_alarm()

    def _give_back(self) -> None:
        """Whoever has come back has the seat again, and is not waited for as somebody who was asked to come."""
        if not (self.table_state.stand_ins or self.table_state.stored.terms):
            return  # nobody was asked to come
        is_back = self.table_state.returned(self._own(), 0) is not self.table_state
        if is_back and not self._is_closed and (self._returning is None or self._returning.done()):
            self._returning = asyncio.create_task(self._return(), name="giving back")

    async def _return(self) -> None:
        try:
            await self.change(lambda table_state: table_state.returned(self._own(), self._house_time.now()))
        except RidottoError as error:
            LOG.error("a seat could not be given back: %s", error.code)

    def _wake(self) -> None:
        self._set_alarm()
        self._give_back()
        has_work = self._is_wanted and self.table_state.next_bot is not None
        if has_work and not self._is_closed and (self._driver is None or self._driver.done()):
            self._driver = asyncio.create_task(self._drive(), name="bots")
            self._driver.add_done_callback(self._driven)

    def _driven(self, driver: asyncio.Task[None]) -> None:
        if driver.cancelled():
            self._wake()  # somebody has come back meanwhile
        if not self.viewers and driver is self._driver:
            self._peers.stop_driving(self.id)
        self.on_idle(self)

    async def _drive(self) -> None:
        try:
            while self._is_wanted and (seat := self.table_state.next_bot) is not None:
                try:
                    is_mine = await self._peers.may_drive(self.id)
                except StoreError:
                    await asyncio.sleep(AGAIN)
                    continue
                if not is_mine:
                    return
                await self._act(seat)
        except Exception:  # a table whose bots are stuck must be found in the log
            LOG.exception("the bots of a table stopped")

    def _visitor(self) -> str:
        """For whom the bots play: who has sat here longest, or looked on; where nobody does, each table by itself."""
        seated_first = sorted(self.viewers, key=lambda viewer: viewer.seat is None)
        return next((viewer.visitor for viewer in seated_first), self.id)

    async def _act(self, seat: Seat) -> None:
        asked = self.table_state
        view = asked.match.view(seat)
        # A bot that has little time left makes do with a part of it.
        most = max(LEAST_THOUGHT, asked.clock.total(seat) / 4000) if asked.clock else math.inf
        choice = await self._bots.choose(self._visitor(), asked.match.game, asked.seats[seat].bot, view, most)
        spent = round(choice.seconds * 1000)
        await asyncio.sleep(max(0.0, self._last + self._settings.pace - time.monotonic()))

        def make(table_state: TableState) -> TableState:
            # Meanwhile a move may have been taken back, or the others have chosen: only what the bot sees counts.
            is_same = (
                seat in table_state.driven and seat in table_state.match.actors and table_state.match.view(seat) == view
            )
            return table_state.moved(seat, choice.move, self._house_time.now(), spent) if is_same else table_state

        try:
            await self.change(make)
        except RidottoError as error:
            LOG.error("a bot's move could not be made: %s", error.code)
            await asyncio.sleep(AGAIN)


class Rooms:
    def __init__(self, store: Store, bots: BotPool, settings: Settings, peers: Peers, metrics: Metrics) -> None:
        self.store = store
        self.settings = settings
        self._bots = bots
        self.peers = peers
        self._metrics = metrics
        self._rooms: dict[str, asyncio.Task[Room]] = {}
        self._idle: dict[str, None] = {}
        """Rooms that nobody uses, the longest unused first."""
        self._loading = FairQueue(1, settings.limits.sockets)
        self._behind: dict[str, int] = {}
        """Revisions that others wrote and that are still to be looked at."""
        self._catching_up = asyncio.Lock()
        self._summaries: Cache[str, Summary] = Cache(SUMMARIES)
        self._attending: set[str] = set()
        self._spared: dict[str, float] = {}
        """Tables that could not be attended to, and until when they are left alone."""
        self._tasks: set[asyncio.Task[None]] = set()
        self.house_time = HouseTime(store)

    async def make(self, asked: wire.NewTable, visitor: str) -> wire.MadeTable:
        await self._loading.take(visitor)
        try:
            table_state, made = await asyncio.to_thread(new_table, asked, self.house_time.now())
        finally:
            self._loading.give_back()
        await self.store.make(table_state.stored, table_state.log)
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
        self.peers.forget(table)

    async def _check(self, table: str) -> None:
        """Another server may have written to a table that nobody looked at here."""
        task = self._rooms[table]
        revision = await self.store.read(self.store.revision, table)
        if table in self._idle and revision != task.result().table_state.stored.revision:
            self._forget(table)

    def _loaded(self, table: str, task: asyncio.Task[Room]) -> None:
        if task.cancelled() or task.exception():
            self._rooms.pop(table, None)

    async def _read(self, table: str, visitor: str) -> TableState:
        loaded = await self.stored(table)
        await self._loading.take(visitor)
        try:
            return await asyncio.to_thread(load_table, loaded)
        finally:
            self._loading.give_back()

    async def _load(self, table: str, visitor: str) -> Room:
        room = Room(
            await self._read(table, visitor),
            self.store,
            self._bots,
            self.settings,
            self.peers,
            self._metrics,
            self.house_time,
        )
        room.on_idle = self._rest
        return room

    # -- what other servers do -----------------------------------------------------------------------------------------

    async def look(self, revisions: Mapping[str, int]) -> None:
        """Others have written these. All that has come together by the time it is looked at is read at once."""
        for table, revision in revisions.items():
            if table in self._rooms and table not in self._idle:
                self._behind[table] = max(revision, self._behind.get(table, 0))
        async with self._catching_up:
            behind, self._behind = self._behind, {}
            rooms = {table: await self._in_use(table) for table in behind}
            known = {
                table: room.table_state.known
                for table, room in rooms.items()
                if room and room.table_state.stored.revision < behind[table]
            }
            found = await self.store.read(self.store.newer, known) if known else {}
        behind_rooms = ((table, room) for table, room in rooms.items() if room and table in found)
        following = (room.catch_up(known[table], *found[table]) for table, room in behind_rooms)
        for error in await asyncio.gather(*following, return_exceptions=True):
            if error:
                LOG.error("a table could not follow another server", exc_info=error)

    def hear(self, sayings: Collection[Saying]) -> None:
        for saying in sayings:
            if room := self._loaded_room(saying.table):
                room.hear(saying)

    async def look_at_people(self, tables: Collection[str]) -> None:
        rooms = [room for table in tables if (room := await self._in_use(table))]
        await self.peers.look([room.id for room in rooms])
        for room in rooms:
            room.look_around()

    async def look_at_all(self) -> None:
        """Compares the revisions of all tables that are in use, and who looks at them."""
        tables = [table for table in self._rooms if table not in self._idle]
        if tables:
            await self.look(await self.store.read(self.store.revisions, tables))
            await self.look_at_people(tables)

    async def _in_use(self, table: str) -> Room | None:
        """The room, if somebody uses it; what nobody uses is compared when somebody does."""
        task = self._rooms.get(table)
        if task is None or table in self._idle:
            return None
        try:
            return await asyncio.shield(task)
        except RidottoError:
            return None

    async def keep_house(self) -> None:
        """Removes abandoned tables now and then, where the operator wants it."""
        while True:
            before = utc_now() - timedelta(days=min(self.settings.forget_days, LIFETIME))
            in_use = [table for table in self._rooms if table not in self._idle]
            try:
                if count := await self.store.finish(self.store.forget, before, in_use):
                    LOG.warning("%d abandoned tables were removed", count)
            except StoreError as error:
                LOG.error("abandoned tables could not be removed: %s", error.code)
            await asyncio.sleep(HOUSE_SECONDS)

    # -- tables that nobody looks at -----------------------------------------------------------------------------------

    async def keep_watch(self) -> None:
        """Attends to tables where something is due though nobody looks."""
        while True:
            await asyncio.sleep(WATCH_SECONDS)
            try:
                await self.store.read(self.house_time.beat)
                due = await self.store.read(self.store.due, self.house_time.now(), MOST_DUE)
            except StoreError as error:
                LOG.warning("what is due could not be read: %s", error.code)
                continue
            now = time.monotonic()
            self._spared = {table: until for table, until in self._spared.items() if until > now}
            for table in due:
                if len(self._attending) >= MOST_ATTENDED:
                    break
                if table not in self._attending and table not in self._spared:
                    self._attending.add(table)
                    task = asyncio.create_task(self._attend(table), name="attending")
                    self._tasks.add(task)
                    task.add_done_callback(self._tasks.discard)

    async def _attend(self, table: str) -> None:
        try:
            if not await self.peers.may_drive(table):
                return
            room = await self.enter(table, table)
            try:
                await room.attend()
            finally:
                if not room.viewers:
                    self.peers.stop_driving(table)
                self.leave(room)
        except RidottoError as error:
            LOG.error("a table could not be attended to: %s", error.code)
            self._spared[table] = time.monotonic() + SPARED
            self.peers.stop_driving(table)
        finally:
            self._attending.discard(table)

    async def standings(self, asked: Sequence[wire.TableKey], visitor: str) -> wire.Standings:
        """Works each match out once until something happens there."""
        tables = {key.table for key in asked}
        revisions = await self.store.read(self.store.revisions, tables)
        elsewhere = await self.peers.all_here(list(revisions))
        now, found = utc_now(), []
        for table, token in dict.fromkeys((key.table, key.token) for key in asked):
            try:
                if table in revisions:
                    summary = await self._summary(table, revisions[table], visitor)
                    here = self._here(table) | elsewhere.get(table, NOBODY).seats
                    found.append(summary.standing(seat_of(summary.stored, token), here, now))
            except (TableError, RecordError, GameError):
                continue  # nothing is to be said of it
        return wire.Standings(tables=tuple(found))

    async def _summary(self, table: str, revision: int, visitor: str) -> Summary:
        known = self._summaries.get(table)
        if known is None or known.stored.revision < revision:
            table_state = self._loaded_state(table)
            if table_state is None or table_state.stored.revision < revision:
                table_state = await self._read(table, visitor)
            known = Summary.of(table_state)
            self._summaries.keep(table, known)
        return known

    def _loaded_state(self, table: str) -> TableState | None:
        room = self._loaded_room(table)
        return room.table_state if room else None

    def _loaded_room(self, table: str) -> Room | None:
        task = self._rooms.get(table)
        is_loaded = task is not None and task.done() and not task.cancelled() and not task.exception()
        return task.result() if task is not None and is_loaded else None

    async def lobby(self) -> wire.Lobby:
        """The newest tables; where somebody waits comes first, so that nobody's empty tables push others out."""
        stored = await self.store.read(self.store.listed, lobby_start(utc_now()), 5 * LISTED)
        playable = [each for each in stored if each.game in games()]  # whose package is still installed
        elsewhere = await self.peers.all_here([each.id for each in playable])
        here = {each.id: self._here(each.id) | elsewhere.get(each.id, NOBODY).seats for each in playable}
        playable.sort(key=lambda each: not here[each.id])
        return wire.Lobby(tables=tuple(_lobby_table(each, here[each.id]) for each in playable[:LISTED]))

    def _here(self, table: str) -> frozenset[Seat]:
        task = self._rooms.get(table)
        is_loaded = task is not None and task.done() and not task.exception()
        return task.result().here() if task is not None and is_loaded else frozenset()

    def gauges(self) -> dict[str, tuple[str, float]]:
        return {
            "tables_loaded": ("Tables in memory", len(self._rooms)),
            "tables_idle": ("Tables in memory that nobody uses", len(self._idle)),
            "thoughts_waiting": ("Moves of bots, and hints, that wait for their turn", self._bots.waiting),
            "writes_waiting": ("Changes that wait to be written", self.store.waiting),
            "storage_bytes": ("Of the database file; 0 where it is elsewhere", self.store.size),
            "listening": ("Whether this server hears of what others write", self.peers.is_listening),
        }

    async def is_ready(self) -> bool:
        """Whether the database answers, is of the schema that this server knows, and tells of what others write."""
        try:
            schema = await self.store.read(self.store.current_schema)
        except StoreError:
            return False
        return schema == self.store.schema and self.peers.is_listening

    async def close(self) -> None:
        """What was begun is written; nothing new begins. Clocks stand still from now on."""
        for attending in self._tasks:
            attending.cancel()
        for task in list(self._rooms.values()):
            if task.done() and not task.cancelled() and not task.exception():
                await task.result().close()
        try:
            await self.store.read(self.house_time.close)
        except StoreError as error:
            LOG.error("the time of the house could not be stored: %s", error.code)


def _lobby_table(stored: Stored, here: Collection[Seat]) -> wire.LobbyTable:
    people = people_at(stored.seats, here)
    return wire.LobbyTable(
        table=stored.id,
        game=stored.game,
        people=people,
        open_seats=sum(each.kind == "open" and not each.token for each in stored.seats),
        is_started=all(person.is_taken for person in people),
        made=f"{stored.made.isoformat(timespec='seconds')}Z",
    )
