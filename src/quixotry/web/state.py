"""What the routes work with, and who is asking them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from litestar import Request as LitestarRequest
from litestar import Response
from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.handlers import BaseRouteHandler

from quixotry.play.catalogue import Catalogue
from quixotry.play.library import Library
from quixotry.play.lobby import Lobby
from quixotry.play.registry import TableRegistry
from quixotry.play.word_tools import WordTools
from quixotry.protocol.catalogue import Licence
from quixotry.web import sessions
from quixotry.web.errors import TooFast
from quixotry.web.rate_limit import RateLimit
from quixotry.web.socket import Sockets

T = TypeVar("T")
Request = LitestarRequest[Any, Any, Any]


@dataclass(frozen=True, slots=True)
class AppState:
    tables: TableRegistry
    lobby: Lobby
    library: Library
    catalogue: Catalogue
    word_tools: WordTools
    sockets: Sockets
    is_at_home: bool
    version: str
    engine: str
    licences: Sequence[Licence]
    rate_limit: RateLimit = field(default_factory=RateLimit)


def app_of(state: State) -> AppState:
    app = state["app"]
    assert isinstance(app, AppState)
    return app


def session_of(request: ASGIConnection[Any, Any, Any, Any]) -> str:
    """The session of who is asking; empty for a stranger."""
    return sessions.session_of(sessions.session_key(request.headers.get("cookie", "")))


def key_and_session(request: Request) -> tuple[str, str]:
    """The key and session of who is asking; a new key for a stranger."""
    key = sessions.session_key(request.headers.get("cookie", "")) or sessions.new_key()
    return key, sessions.session_of(key)


def seated(request: Request, key: str, body: T, status: int) -> Response[T]:
    """An answer that gives the client its key."""
    cookie = sessions.cookie_for(key, is_secure=request.url.scheme == "https")
    return Response(body, status_code=status, cookies=[cookie])


def within_rate_limit(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    """Refuse, before the body is read, who has had too many games made."""
    address = connection.client.host if connection.client is not None else ""
    wait_s = app_of(connection.app.state).rate_limit.wait_s(session_of(connection), address)
    if wait_s:
        raise TooFast(wait_s)
