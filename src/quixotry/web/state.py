"""What the routes work with, and who is asking them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field
from typing import Any, TypeVar

from litestar import Request as LitestarRequest
from litestar import Response
from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.handlers import BaseRouteHandler

from quixotry.play.catalogue import Catalogue
from quixotry.play.library import Library
from quixotry.play.lobby import Lobby
from quixotry.play.matches import MatchHall
from quixotry.play.quotas import Keeper
from quixotry.play.registry import TableRegistry
from quixotry.play.word_tools import WordTools
from quixotry.protocol.catalogue import Licence
from quixotry.values import frozen
from quixotry.web import limits, sessions
from quixotry.web.connections import is_ours, is_proxy, network_of
from quixotry.web.errors import ArenaClosed, OperatorOnly, TooFast
from quixotry.web.rate_limit import RateLimit, TokenBuckets
from quixotry.web.socket import Sockets

T = TypeVar("T")
Request = LitestarRequest[Any, Any, Any]


@frozen
class AppState:
    tables: TableRegistry
    lobby: Lobby
    library: Library
    catalogue: Catalogue
    word_tools: WordTools
    sockets: Sockets
    is_at_home: bool
    """Is it somebody's own computer, rather than a server for strangers?"""
    version: str
    engine: str
    licences: Sequence[Licence]
    lan: str = ""
    """Where other devices on the network find a server at home; empty if it listens to this computer alone."""
    public: str = ""
    """Where strangers find a server that stands behind a proxy, as `https://name`."""
    names: frozenset[str] = frozenset()
    """Other names it goes by there."""
    arena: Callable[[], MatchHall] | None = None
    """Matches between computers, made ready when somebody first asks; None where there are none."""
    arena_for_all: bool = False
    """May people elsewhere have matches played, too?"""
    rate_limit: RateLimit = field(default_factory=RateLimit)
    look_ups: TokenBuckets = field(
        default_factory=lambda: TokenBuckets(limits.LOOKED_UP_MAX, limits.ASKED_WINDOW_S)
    )
    anagrams: TokenBuckets = field(
        default_factory=lambda: TokenBuckets(limits.ANAGRAMS_MAX, limits.ASKED_WINDOW_S)
    )


def app_of(state: State) -> AppState:
    app = state["app"]
    assert isinstance(app, AppState)
    return app


def is_at_home(request: ASGIConnection[Any, Any, Any, Any]) -> bool:
    """Does whoever asks sit at the computer this runs on? Then they are its operator."""
    return app_of(request.app.state).is_at_home and is_ours(address_of(request))


def owner_of(request: Request, session: str) -> str:
    """Whose house rules a session changes: at home, whoever sits at this machine is the operator."""
    return "" if is_at_home(request) else session


def origin_for_others(request: Request) -> str | None:
    """Where somebody on another device finds this server; None if they cannot."""
    app = app_of(request.app.state)
    if app.is_at_home:
        return app.lan or None
    scheme = "https" if is_secure(request) else "http"
    return f"{scheme}://{request.headers.get('host', '')}"


def session_of(request: ASGIConnection[Any, Any, Any, Any]) -> str:
    """The session of who is asking; empty for a stranger."""
    return sessions.session_of(_key(request))


def is_secure(request: ASGIConnection[Any, Any, Any, Any]) -> bool:
    return request.scope["scheme"] in ("https", "wss")


def _key(request: ASGIConnection[Any, Any, Any, Any]) -> str:
    return sessions.session_key(request.headers.get("cookie", ""), is_secure=is_secure(request))


def key_and_session(request: Request) -> tuple[str, str]:
    """The key and session of who is asking; a new key for a stranger."""
    key = _key(request) or sessions.new_key()
    return key, sessions.session_of(key)


def seated(request: Request, key: str, body: T, status: int) -> Response[T]:
    """An answer that gives the client its key."""
    cookie = sessions.cookie_for(key, is_secure=is_secure(request))
    return Response(body, status_code=status, cookies=[cookie])


def only_operator(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    """Refuse, before the body is read, who does not sit at the server's own computer."""
    if not is_at_home(connection):
        raise OperatorOnly


def has_arena(connection: ASGIConnection[Any, Any, Any, Any]) -> bool:
    """May whoever asks watch matches between computers, and have them played?"""
    app = app_of(connection.app.state)
    return app.arena is not None and (app.arena_for_all or is_at_home(connection))


def arena_open(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    """Refuse, before the body is read, for whom the arena is not."""
    if not has_arena(connection):
        raise ArenaClosed


def within_rate_limit(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    """Refuse, before the body is read, who has had too many games made."""
    limit = app_of(connection.app.state).rate_limit
    _wait(limit.wait_s(session_of(connection), client_of(connection)))


def look_up_limit(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    _wait(app_of(connection.app.state).look_ups.wait_s(client_of(connection)))


def anagram_limit(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    """A search goes through the whole list."""
    _wait(app_of(connection.app.state).anagrams.wait_s(client_of(connection)))


def address_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    return connection.client.host if connection.client is not None else ""


def client_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """What counts as one client, whatever sessions it makes up."""
    return network_of(address_of(connection))


def keeper_of(request: Request, session: str) -> Keeper:
    """For whom something is kept: an operator has no quota, and a proxy speaks for many."""
    address = address_of(request)
    if is_at_home(request):
        return Keeper()
    return Keeper(session, "" if is_ours(address) or is_proxy(address) else client_of(request))


def _wait(wait_s: int) -> None:
    if wait_s:
        raise TooFast(wait_s)
