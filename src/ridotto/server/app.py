"""The app: routes, guards, and what lives as long as the server does."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final
from urllib.parse import urlsplit

from fastapi import FastAPI
from pydantic.json_schema import models_json_schema
from starlette.middleware.gzip import GZipMiddleware

import ridotto
from ridotto.games import broken_games
from ridotto.server import wire
from ridotto.server.guards import BodyLimit, KnownHosts, Pace, SecurityHeaders
from ridotto.server.handlers import RESPONSES, add_handlers
from ridotto.server.rooms import Rooms
from ridotto.server.routes import games, pages, play, rules, tables
from ridotto.server.services import Meters, Services
from ridotto.server.settings import Settings
from ridotto.server.store import Store
from ridotto.server.thinking import Thinkers
from ridotto.server.workers import Workers

LOG: Final = logging.getLogger(__name__)
PROCESSES: Final = max(1, min(2, (os.cpu_count() or 2) - 1))
"""For boards, drawings and replays."""


def add_schemas(app: FastAPI) -> None:
    """Types that no route names in its signature."""
    make = app.openapi
    _, more = models_json_schema(
        [(wire.Failed, "serialization"), (wire.RecordFile, "validation")],
        ref_template="#/components/schemas/{model}",
    )

    def openapi() -> dict[str, Any]:
        schema = make()
        schema["components"]["schemas"] = more["$defs"] | schema["components"]["schemas"]
        return schema

    app.openapi = openapi  # type: ignore[method-assign]


def make_app(settings: Settings, store: Store | None = None) -> FastAPI:
    """With a store that is open already, or one of its own; closed with the app in any case."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        for error in broken_games():
            LOG.error("%s", error)
        opened = store or Store(settings.db, busy_seconds=settings.busy_seconds)
        thinkers = Thinkers(settings.think, settings.workers)
        workers = Workers(PROCESSES, settings.limits.waiting_jobs)
        rooms = Rooms(opened, thinkers, settings)
        app.state.services = service = Services(settings, rooms, workers, Meters(settings.limits))
        warming = asyncio.create_task(service.warm_up(), name="drawing ahead") if settings.is_warm else None
        if settings.is_warm:
            thinkers.warm_up()
        try:
            yield
        finally:
            if warming:
                warming.cancel()
            await rooms.close()
            thinkers.close()
            workers.close()
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
    for routes in (games, tables, rules, play, pages):  # pages last: they take whatever is left
        app.include_router(routes.router, responses=RESPONSES)
    add_schemas(app)
    app.add_middleware(BodyLimit, limits=settings.limits)
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=6)
    app.add_middleware(Pace, limits=settings.limits)
    hosts = (*settings.hosts, *(urlsplit(origin).hostname or "" for origin in settings.origins))
    app.add_middleware(KnownHosts, hosts=hosts)
    app.add_middleware(SecurityHeaders)
    return app
