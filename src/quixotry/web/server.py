"""The web app, put together."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any, NoReturn, Self
from urllib.parse import urlsplit

from litestar import Litestar
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.events import BaseEventEmitterBackend
from litestar.openapi import OpenAPIConfig

from quixotry.web import limits, pages
from quixotry.web.app_files import load_app_files
from quixotry.web.exception_handlers import HANDLERS
from quixotry.web.guard import LOOPBACK, ASGIApp, Guard
from quixotry.web.routes import ROUTES
from quixotry.web.stalls import measured_stalls
from quixotry.web.state import AppState


class NoEvents(BaseEventEmitterBackend):
    """We emit none. The framework's own would load what it takes to wait for some, which a start can do without."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        pass

    def emit(self, event_id: str, *args: Any, **kwargs: Any) -> NoReturn:
        raise AssertionError(f"nobody listens to {event_id}")


def web_app(state: AppState, *, ending: Sequence[Callable[[], Awaitable[None]]] = ()) -> ASGIApp:
    """An ASGI app. Our own errors become answers, anything else is a 500."""

    @asynccontextmanager
    async def open_tables(_: Litestar) -> AsyncIterator[None]:
        await state.tables.begin()
        try:
            async with measured_stalls():
                yield
        finally:
            state.sockets.close_all()
            # A move that is still being judged is not waited for: it was not acknowledged.
            with suppress(TimeoutError):
                async with asyncio.timeout(limits.END_S):
                    await state.tables.end()
            for end in ending:
                await end()

    app = Litestar(
        [*ROUTES, pages.openapi, pages.api_page, pages.static_file, pages.service_worker, pages.app_page],
        state=State({"app": state, "app_files": load_app_files()}),
        lifespan=[open_tables],
        event_emitter_backend=NoEvents,
        exception_handlers=HANDLERS,
        openapi_config=OpenAPIConfig("Quixotry", state.version, enabled_endpoints=set(), path="/api/schema"),
        compression_config=CompressionConfig(
            "gzip", minimum_size=limits.PACKED_LEAST, gzip_compress_level=6, exclude_opt_key=pages.IS_PACKED
        ),
        request_max_body_size=limits.BODY_BYTES_MAX,
        logging_config=None,
    )
    return Guard(app, names_of(state), state.public, lambda: state.tables.bans)  # type: ignore[arg-type]


def names_of(state: AppState) -> frozenset[str] | None:
    """What a server is called, if that is known: nobody elsewhere can make up another name for it."""
    if not state.is_at_home and not state.public:
        return None
    given = {urlsplit(address).hostname for address in (state.lan, state.public)}
    return LOOPBACK | {name for name in given if name is not None} | state.names
