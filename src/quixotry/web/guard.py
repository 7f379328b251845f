"""The door: every request passes here before anything reads it.

Refused: names we do not go by (a page elsewhere cannot reach a home server by a name of its own making), changes
and sockets from other sites, bodies over their limit. Added: headers that keep pages from loading or running
anything that is not ours.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import msgspec

from quixotry.protocol.errors import ErrorAnswer, ErrorBody
from quixotry.web import limits
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

_HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
]

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
_BODIES = {"/api/import/gcg": limits.GCG_BYTES_MAX, "/api/import/save": limits.SAVE_BYTES_MAX}


class _TooLarge(Exception):
    pass


@dataclass(frozen=True, slots=True)
class Guard:
    app: ASGIApp
    is_at_home: bool
    """Then only names of this very machine are ours."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = _text_headers(scope)
        refusal = self._refusal(scope, headers)
        if scope["type"] == "websocket":
            if refusal:
                await receive()
                await send({"type": "websocket.close", "code": 1008, "reason": refusal[1]})
            else:
                await self.app(scope, receive, send)
            return
        started = False

        async def guarded_send(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                message["headers"] = [*message["headers"], *_HEADERS]
            await send(message)

        if refusal:
            await _refuse(guarded_send, *refusal)
            return
        try:
            await self.app(scope, _limited(receive, _body_max(scope), headers), guarded_send)
        except _TooLarge:
            if not started:
                await _refuse(guarded_send, *_too_large(_body_max(scope)))

    def _refusal(self, scope: Scope, headers: dict[str, str]) -> tuple[str, str, int] | None:
        host = headers.get("host", "")
        if self.is_at_home and _host_name(host) not in LOOPBACK:
            return "wrong_host", say("http.wrong_host"), 403
        if scope["type"] == "websocket" or scope["method"] not in _SAFE:
            origin = headers.get("origin", "")
            if not host or _netloc(origin) != host:
                return "wrong_origin", say("http.wrong_origin"), 403
        length = headers.get("content-length", "0")
        if not length.isdigit() or int(length[:12]) > _body_max(scope):
            return _too_large(_body_max(scope))
        return None


def _body_max(scope: Scope) -> int:
    return _BODIES.get(scope["path"], limits.BODY_BYTES_MAX)


def _too_large(most: int) -> tuple[str, str, int]:
    return "too_large", say("http.body_too_large", {"most": most}), 413


def _limited(receive: Receive, most: int, headers: dict[str, str]) -> Receive:
    """Count what comes in: a client that does not say how much it sends is stopped all the same."""
    if "content-length" in headers:
        return receive
    seen = 0

    async def limited() -> Any:
        nonlocal seen
        message = await receive()
        if message["type"] == "http.request":
            seen += len(message.get("body", b""))
            if seen > most:
                raise _TooLarge
        return message

    return limited


async def _refuse(send: Send, code: str, sentence: str, status: int) -> None:
    body = msgspec.json.encode(ErrorAnswer(ErrorBody(code, sentence, {})))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})


def _text_headers(scope: Scope) -> dict[str, str]:
    return {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}


def _host_name(host: str) -> str:
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


def _netloc(origin: str) -> str:
    try:
        parts = urlsplit(origin)
    except ValueError:
        return ""
    return parts.netloc if parts.scheme in ("http", "https") else ""
