"""The door: every request passes here before anything reads it.

Refused: names we do not go by (a page elsewhere cannot reach a home server by a name of its own making), changes
and sockets from other sites, heads over their limit (bodies are counted as they are read). Added: headers that
keep pages from loading or running anything that is not ours.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import urlsplit

import msgspec

from quixotry.metrics import ANSWERED, REQUESTS
from quixotry.play.operator import Bans
from quixotry.protocol.errors import ErrorAnswer, ErrorBody
from quixotry.values import frozen
from quixotry.web import limits
from quixotry.web.app_files import PREFIX
from quixotry.web.sessions import session_key, session_of
from quixotry.wording.catalog import say

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
ASGIApp = Callable[[Scope, Receive, Send], Awaitable[None]]

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'self'; media-src 'self' data:; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)

REPORT_POLICY = (
    "sandbox allow-scripts allow-popups; default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
    "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""For a file that is whole in itself, scripts and all: it runs as a page of no site, and reaches nothing of ours."""

_HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
]

_FILE_HEADERS = [
    (b"content-security-policy", b"default-src 'none'"),
    (b"x-content-type-options", b"nosniff"),
    (b"cross-origin-resource-policy", b"same-origin"),
]
"""For a script, a style or a picture, of which a page has dozens: opened by itself it may load nothing at all."""

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})

GONE = "quixotry.gone"
"""In a request's scope: its client has left before all of it was here."""


@frozen
class Guard:
    app: ASGIApp
    names: frozenset[str] | None = None
    """The names we go by; None for any, where a name may be given to the server by others."""
    public: str = ""
    """Where people find us behind a proxy, as `https://name`: there the scheme is known, whatever a proxy says."""
    bans: Callable[[], Bans] = Bans
    """Who is shut out now."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = _text_headers(scope)
        if self.public and headers.get("host", "") == urlsplit(self.public).netloc:
            is_tls = self.public.startswith("https:")
            kind = "ws" if scope["type"] == "websocket" else "http"
            scope["scheme"] = f"{kind}s" if is_tls else kind
        refusal = self._refusal(scope, headers)
        if scope["type"] == "websocket":
            if refusal:
                await receive()
                await send({"type": "websocket.close", "code": 1008, "reason": refusal[1]})
            else:
                await self.app(scope, receive, send)
            return

        began = time.perf_counter()

        async def guarded_send(message: Message) -> None:
            if message["type"] == "http.response.start":
                REQUESTS.count(f"{message['status'] // 100}xx")
                ANSWERED.took(time.perf_counter() - began)
                is_file = scope["path"].startswith(PREFIX) and message["status"] == 200
                given = {name for name, _ in message["headers"]}
                more = _FILE_HEADERS if is_file else _HEADERS
                # A route may have a policy of its own; two would both hold.
                message["headers"] = [*message["headers"], *(each for each in more if each[0] not in given)]
            await send(message)

        if refusal:
            await _refuse(guarded_send, *refusal)
            return

        async def watched_receive() -> Message:
            message = await receive()
            if message["type"] == "http.disconnect":
                scope[GONE] = True
            return message

        await self.app(scope, watched_receive, guarded_send)

    def _refusal(self, scope: Scope, headers: dict[str, str]) -> tuple[str, str, int] | None:
        if len(scope["path"]) + len(scope["query_string"]) > limits.PATH_BYTES_MAX:
            return "too_large", say("http.address_too_long", {"most": limits.PATH_BYTES_MAX}), 414
        if sum(len(name) + len(value) for name, value in scope["headers"]) > limits.HEAD_BYTES_MAX:
            return "too_large", say("http.head_too_large", {"most": limits.HEAD_BYTES_MAX}), 431
        if "\0" in scope["path"] or b"%00" in scope["query_string"]:
            # No name has one, and PostgreSQL takes no question with one.
            return "bad_request", say("http.unreadable", {"reason": "its address has a NUL in it."}), 400
        host = headers.get("host", "")
        if self.names is not None and host_name(host) not in self.names:
            return "wrong_host", say("http.wrong_host"), 403
        if self._is_banned(scope, headers):
            return "banned", say("http.banned"), 403
        if scope["type"] == "websocket" or scope["method"] not in _SAFE:
            origin = headers.get("origin", "")
            scheme = "https" if scope["scheme"] in ("https", "wss") else "http"
            if not host or origin != f"{scheme}://{host}":
                return "wrong_origin", say("http.wrong_origin"), 403
        return None

    def _is_banned(self, scope: Scope, headers: dict[str, str]) -> bool:
        bans = self.bans()
        if not bans:
            return False
        key = session_key(headers.get("cookie", ""), is_secure=scope["scheme"] in ("https", "wss"))
        return bans.hit(session_of(key), (scope.get("client") or ("",))[0])


async def _refuse(send: Send, code: str, sentence: str, status: int) -> None:
    body = msgspec.json.encode(ErrorAnswer(ErrorBody(code, sentence, {})))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})


def _text_headers(scope: Scope) -> dict[str, str]:
    return {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}


def host_name(host: str) -> str:
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""
