"""The app: routes, middleware, and what lives as long as the server does."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, Final
from urllib.parse import urlsplit

from fastapi import FastAPI
from pydantic.json_schema import models_json_schema
from starlette.middleware.gzip import GZipMiddleware

import ridotto
from ridotto.games import broken_games
from ridotto.match.lessons import known_lessons
from ridotto.server import wire
from ridotto.server.answers import REF, schemas
from ridotto.server.bot_pool import BotPool
from ridotto.server.handlers import RESPONSES, add_handlers
from ridotto.server.metrics import Metrics
from ridotto.server.middleware import BodyLimit, KnownHosts, RequestRate, SecurityHeaders
from ridotto.server.peers import Peers, PostgresPeers
from ridotto.server.rooms import Rooms
from ridotto.server.routes import gallery, games, lessons, pages, play, rules, studies, tables
from ridotto.server.routes import workshop as workshop_routes
from ridotto.server.services import RateLimits, Services
from ridotto.server.settings import Settings
from ridotto.server.store import Store
from ridotto.server.workers import Workers
from ridotto.server.workshop import Workshop

LOG: Final = logging.getLogger(__name__)
PROCESSES: Final = max(1, min(2, (os.cpu_count() or 2) - 1))
"""For boards, drawings and replays."""


def add_schemas(app: FastAPI) -> None:
    """Types that no route names in its signature."""
    make = app.openapi
    _, more = models_json_schema([(wire.RecordFile, "validation")], ref_template=REF.replace("name", "model"))

    def openapi() -> dict[str, Any]:
        schema = make()
        schema["components"]["schemas"] |= more["$defs"] | schemas()
        return schema

    app.openapi = openapi  # type: ignore[method-assign]


def _serve_metrics(port: int | None, metrics: Metrics, service: Services) -> Any:
    if port is None:
        return None
    try:
        _, server = metrics.serve(port, service)
    except OSError as error:
        LOG.error("no metrics: %s", error.strerror)
        return None
    return server


def make_app(settings: Settings, store: Store | None = None, end: Callable[[], None] = lambda: None) -> FastAPI:
    """With a store that is open already, or one of its own; closed with the app in any case.

    `end` is called when the server must not go on with its database."""
    rates = RateLimits(settings.limits)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        for error in broken_games():
            LOG.error("%s", error)
        for game, fault in known_lessons()[1].items():
            LOG.error("no lessons of %s: %s", game, fault)
        opened = store or Store(settings.db, busy_seconds=settings.busy_seconds)
        bots = BotPool(settings.think, settings.workers)
        workers = Workers(PROCESSES, settings.limits.waiting_jobs)
        sockets: dict[str, int] = {}
        peers = PostgresPeers(opened, rates.share(), sockets, end) if opened.is_shared else Peers(opened, end)
        metrics = Metrics()
        rooms = Rooms(opened, bots, settings, peers, metrics)
        workshop = Workshop(settings.limits.waiting_jobs)
        app.state.services = service = Services(settings, opened, rooms, workers, rates, workshop, sockets)
        await opened.read(rooms.house_time.beat)
        await peers.start(rooms)
        counting = _serve_metrics(settings.metrics, metrics, service)
        warming = asyncio.create_task(service.warm_up(), name="drawing ahead") if settings.is_warm else None
        if settings.is_warm:
            bots.warm_up()
        watching = asyncio.create_task(rooms.keep_watch(), name="watching")
        tidying = asyncio.create_task(rooms.keep_house(), name="housekeeping") if settings.forget_days else None
        try:
            yield
        finally:
            for task in filter(None, (warming, watching, tidying)):
                task.cancel()
            if counting:
                counting.shutdown()
                counting.server_close()
            await rooms.close()
            await peers.close()
            bots.close()
            workers.close()
            workshop.close()
            opened.close()

    app = FastAPI(
        title="Ridotto",
        version=ridotto.__version__,
        description="A table for two Venetian board games. The WebSocket and all messages: docs/protocol.md.",
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
    )
    add_handlers(app)
    # Pages last: they take whatever is left.
    for routes in (games, tables, lessons, studies, rules, workshop_routes, gallery, play, pages):
        app.include_router(routes.router, responses=RESPONSES)
    add_schemas(app)
    app.add_middleware(BodyLimit, limits=settings.limits)
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=6)
    app.add_middleware(RequestRate, limiter=rates.requests)
    hosts = (*settings.hosts, *(urlsplit(origin).hostname or "" for origin in settings.origins))
    app.add_middleware(KnownHosts, hosts=hosts)
    app.add_middleware(SecurityHeaders)
    return app
