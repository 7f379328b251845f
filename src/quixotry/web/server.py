"""The web app, put together."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig

from quixotry.errors import QuixotryError
from quixotry.web import limits, pages
from quixotry.web.failing import broke, http_failed, known_failed, unreadable
from quixotry.web.guard import ASGIApp, Guard
from quixotry.web.routes import ROUTES, Desk


def web_app(desk: Desk, *, ending: Sequence[Callable[[], Awaitable[None]]] = ()) -> ASGIApp:
    """An ASGI app. Our own errors become answers, anything else is a 500."""

    @asynccontextmanager
    async def open_hall(_: Litestar) -> AsyncIterator[None]:
        await desk.hall.begin()
        try:
            yield
        finally:
            desk.sockets.close_all()
            await desk.hall.end()
            for end in ending:
                await end()

    handlers: dict[Any, Any] = {QuixotryError: known_failed}
    handlers |= {UnicodeDecodeError: unreadable, RecursionError: unreadable}
    handlers |= {HTTPException: http_failed, Exception: broke}
    app = Litestar(
        [*ROUTES, pages.openapi, pages.api_page, pages.static_file, pages.app_page],
        state=State({"desk": desk, "static": pages.load_static()}),
        lifespan=[open_hall],
        exception_handlers=handlers,
        openapi_config=OpenAPIConfig("Quixotry", desk.version, enabled_endpoints=set(), path="/api/schema"),
        request_max_body_size=limits.SAVE_BYTES_MAX,
        logging_config=None,
    )
    return Guard(app, is_at_home=desk.is_at_home)  # type: ignore[arg-type]
