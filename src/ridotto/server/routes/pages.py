"""The browser client: its pages are one file, its parts have names that change with what is in them."""

from __future__ import annotations

from base64 import b64encode
from contextlib import suppress
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Annotated, Any, Final

from fastapi import APIRouter, Header, Request
from fastapi.responses import FileResponse, HTMLResponse, Response
from starlette.exceptions import HTTPException

from ridotto.core import RidottoError
from ridotto.i18n import Catalogue, has_text
from ridotto.i18n.languages import first_known
from ridotto.server.middleware import POLICY
from ridotto.server.people import called, record_names
from ridotto.server.services import services

router = APIRouter(include_in_schema=False)

PAGES: Final = (
    "/",
    "/t/{rest:path}",
    "/new",
    "/new/{rest:path}",
    "/rules",
    "/rules/{rest:path}",
    "/learn",
    "/learn/{rest:path}",
    "/lobby",
    "/guess/{rest:path}",
    "/replay",
    "/replay/{rest:path}",
    "/position",
    "/settings",
    "/workshop",
)
NOT_BUILT: Final = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Ridotto</title>
<h1>The table is not laid yet</h1>
<p>The server runs, but the browser client has not been built. In a copy of the source:</p>
<pre>cd web && npm ci && npm run build</pre>
<p>What the server can be asked is described at <a href="/api/docs">/api/docs</a>.</p>
</html>
"""


STYLE: Final = "body{font:16px/1.5 Palatino,serif;max-width:50rem;margin:2rem auto;padding:0 1rem}h2{font-size:1rem}"
STYLE_HASH: Final = b64encode(sha256(STYLE.encode()).digest()).decode()


async def page(request: Request) -> Response:
    index = services(request).settings.static / "index.html"
    if not index.is_file():
        return HTMLResponse(NOT_BUILT, 503)
    return FileResponse(index, media_type="text/html", headers={"Cache-Control": "no-cache"})


@router.api_route("/replay/{rest:path}", methods=["GET", "HEAD"])
async def replay_page(request: Request, rest: str, accept_language: Annotated[str, Header()] = "") -> Response:
    """With what messengers show beside a link, where the match is over: of any other there is nothing to tell."""
    index, service = services(request).settings.static / "index.html", services(request)
    table, _, at = rest.partition("/")
    with suppress(RidottoError):
        loaded = await service.rooms.stored(table)
        if loaded.stored.is_over and index.is_file() and (at.isdecimal() or not at):
            say = Catalogue(first_known(accept_language.split(",")))
            names = called(tuple(record_names(loaded.stored.seats)))
            game = f"game_{loaded.stored.game}"
            title = say.text(game) if has_text(game) else loaded.stored.game
            people = " – ".join(name if isinstance(name, str) else say.said(name) for name in names)
            told = {
                "og:site_name": "Ridotto",
                "og:type": "website",
                "og:title": f"{title}: {people}",
                "og:description": say.text("web_card_about"),
                "og:url": str(request.url),
                "og:image": f"{request.base_url}api/tables/{table}/card.png" + (f"?at={int(at[:6])}" if at else ""),
                "og:image:width": "1200",
                "og:image:height": "630",
                "twitter:card": "summary_large_image",
            }
            metas = "".join(
                f'<meta property="{escape(name)}" content="{escape(value)}" />' for name, value in told.items()
            )
            html = index.read_text("utf-8").replace("</head>", f"{metas}</head>", 1)
            return HTMLResponse(html, headers={"Cache-Control": "no-cache", "Vary": "Accept-Language"})
    return await page(request)


for path in PAGES:
    router.add_api_route(path, page, methods=["GET", "HEAD"])


@router.get("/api/docs")
async def docs(request: Request) -> Response:
    """The schema for people to read, without a line of script."""
    schema = request.app.openapi()
    parts = [
        f"<section><h2><code>{method.upper()} {escape(path)}</code></h2>"
        f"<p><b>{escape(route.get('summary', ''))}.</b> {escape(route.get('description', ''))}</p>"
        f"<p>{_parameters(route)}</p></section>"
        for path, methods in schema["paths"].items()
        for method, route in methods.items()
    ]
    return HTMLResponse(
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>Ridotto API</title><style>{STYLE}</style>'
        f"<h1>Ridotto {escape(schema['info']['version'])}</h1>"
        '<p>The whole schema: <a href="/api/openapi.json">openapi.json</a>. The WebSocket is <code>/api/play</code>;'
        " its messages are in docs/protocol.md.</p>" + "".join(parts) + "</html>",
        headers={"Content-Security-Policy": POLICY.replace("style-src 'self'", f"style-src 'sha256-{STYLE_HASH}'")},
    )


def _parameters(route: dict[str, Any]) -> str:
    asked = [f"<code>{escape(each['name'])}</code> ({escape(each['in'])})" for each in route.get("parameters", [])]
    asked += [f"<code>{name}</code>" for name in _schemas(route.get("requestBody", {}))]
    answers = [_schemas(route["responses"].get(status, {})) for status in ("200", "201")]
    return f"{', '.join(asked)} → {', '.join(name for names in answers for name in names)}"


def _schemas(holder: dict[str, Any]) -> list[str]:
    contents = holder.get("content", {})
    return [escape(each.get("schema", {}).get("$ref", kind).rpartition("/")[2]) for kind, each in contents.items()]


@router.api_route("/{path:path}", methods=["GET", "HEAD"])
async def asset(request: Request, path: str) -> Response:
    file = _found(services(request).settings.static, path)
    if path.startswith("api/") or file is None:
        if "text/html" in request.headers.get("accept", "") and not path.startswith(("api/", "assets/")):
            # Somebody mistyped an address: the client has a page for that.
            missing = await page(request)
            missing.status_code = max(404, missing.status_code)
            return missing
        raise HTTPException(404)
    is_hashed = path.startswith("assets/")
    return FileResponse(
        file, headers={"Cache-Control": "public, max-age=31536000, immutable" if is_hashed else "no-cache"}
    )


def _found(static: Path, path: str) -> Path | None:
    """The file below the folder; nothing where no file system could have such a name."""
    root = static.resolve()
    with suppress(OSError, ValueError):
        file = (root / path).resolve()
        if root in file.parents and file.is_file():
            return file
    return None
