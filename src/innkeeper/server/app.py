"""The application: Litestar around the inn."""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar, Request, Response
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.spec import Components, SecurityScheme

from innkeeper import __version__
from innkeeper.engine.errors import FaultyGame, IllegalAction, InnkeeperError, UnknownGame
from innkeeper.server.config import Settings, from_environment, play_with
from innkeeper.server.door import Door
from innkeeper.server.errors import Denied
from innkeeper.server.inn import Inn
from innkeeper.server.limits import BODY_BYTES
from innkeeper.server.pages import allowed, load_pages, show_page, write_into
from innkeeper.server.protocol import Refusal
from innkeeper.server.rest import api, give_inn, health, metrics, openapi, ready, summaries
from innkeeper.server.seats import COOKIE
from innkeeper.server.sharing import picture, shared
from innkeeper.server.socket import table_socket
from innkeeper.server.storage import StorageDown
from innkeeper.server.workshop_doors import workshop

_log = logging.getLogger("innkeeper.app")
Asking = Request[Any, Any, Any]


def create(settings: Settings | None = None) -> Door:
    """The whole server as one ASGI application."""
    settings = settings or from_environment()
    play_with(settings.content)
    inn = Inn(settings)
    app = build(inn)
    return Door(app, inn, allowed(app.state.pages["index.html"]))


def build(inn: Inn) -> Litestar:
    """Litestar with every route."""

    @asynccontextmanager
    async def run(app: Litestar) -> AsyncGenerator[None, None]:
        await inn.start()
        try:
            yield
        finally:
            await inn.stop()

    pages = load_pages()
    pages["index.html"] = write_into(pages["index.html"], "games", summaries())
    return Litestar(
        route_handlers=[
            api,
            workshop,
            table_socket,
            health,
            ready,
            metrics,
            openapi,
            shared,
            picture,
            show_page,
        ],
        dependencies={"inn": Provide(give_inn, sync_to_thread=False)},
        lifespan=[run],
        state=State({"inn": inn, "pages": pages}),
        request_max_body_size=BODY_BYTES,
        exception_handlers={
            HTTPException: _refuse_http,
            InnkeeperError: _refuse,
            RecursionError: _too_deep,
            UnicodeDecodeError: _no_text,
            Exception: _trouble,
        },
        openapi_config=OpenAPIConfig(
            title="Innkeeper",
            version=__version__,
            description="One referee for many tabletop games. Play is over the WebSocket: docs/PROTOCOL.md.",
            render_plugins=[],
            path=None,
            components=Components(
                security_schemes={
                    "seat": SecurityScheme(type="http", scheme="bearer", description="the token of a seat"),
                    "guest": SecurityScheme(
                        type="apiKey", name=COOKIE, security_scheme_in="cookie", description="a browser"
                    ),
                }
            ),
        ),
        logging_config=None,
    )


def _refuse_http(request: Asking, wrong: HTTPException) -> Response[Refusal]:
    reason = wrong.detail
    if isinstance(wrong, ValidationException) and isinstance(wrong.extra, list):
        parts = [
            f"{one.get('key', 'body')}: {one.get('message')}" for one in wrong.extra if isinstance(one, dict)
        ]
        reason = "; ".join(parts) or reason
    elif wrong.status_code == 413:
        reason = f"a request has at most {BODY_BYTES} bytes"
    if wrong.status_code >= 500:
        return _trouble(request, wrong)
    return Response(
        Refusal(reason[:500]),
        status_code=wrong.status_code,
        headers=wrong.headers,
        media_type="application/json",
    )


def _refuse(request: Asking, wrong: InnkeeperError) -> Response[Refusal]:
    status = 409
    refusal = Refusal(str(wrong))
    if isinstance(wrong, Denied):
        status, refusal = wrong.status, Refusal(wrong.reason, wrong.clause, wrong.legal)
    elif isinstance(wrong, IllegalAction):
        refusal = Refusal(wrong.reason, wrong.clause, list(wrong.legal))
    elif isinstance(wrong, UnknownGame):
        status = 404
    elif isinstance(wrong, FaultyGame):
        _log.error("%s", wrong, exc_info=wrong)
    elif isinstance(wrong, StorageDown):
        _log.error("%s", wrong)
        status, refusal = 503, Refusal("the book cannot be written just now; nothing has happened, try again")
    headers = {"retry-after": "1"} if status in (429, 503) else None
    return Response(refusal, status_code=status, headers=headers, media_type="application/json")


def _too_deep(request: Asking, wrong: RecursionError) -> Response[Refusal]:
    return Response(Refusal("this is nested too deeply"), status_code=400, media_type="application/json")


def _no_text(request: Asking, wrong: UnicodeDecodeError) -> Response[Refusal]:
    return Response(Refusal("this is not UTF-8"), status_code=400, media_type="application/json")


def _trouble(request: Asking, wrong: Exception) -> Response[Refusal]:
    # the route, not the path: that may hold the id of a table, which is a key to it
    route = request.scope.get("path_template") or "a page"
    _log.error("%s %s failed", request.method, route, exc_info=wrong)
    return Response(
        Refusal("something fell over behind the bar"), status_code=500, media_type="application/json"
    )
