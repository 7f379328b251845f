"""Whose cookie is taken, and whose Origin."""

from __future__ import annotations

import asyncio
from typing import Any

from quixotry.web import sessions
from quixotry.web.guard import Guard, Scope

KEY = "k" * 43


def test_under_tls_only_a_cookie_bound_to_this_host_counts() -> None:
    """One without the prefix may have been set by another server of the domain, or on the way, without TLS."""
    cookie = sessions.cookie_for(KEY, is_secure=True)
    assert cookie.key == "__Host-quixotry_session"
    assert (cookie.secure, cookie.path, cookie.domain) == (True, "/", None)
    assert sessions.session_key(f"__Host-quixotry_session={KEY}", is_secure=True) == KEY
    assert sessions.session_key(f"quixotry_session={KEY}", is_secure=True) == ""
    assert sessions.session_key(f"quixotry_session={KEY}", is_secure=False) == KEY


def status_of(scheme: str, origin: str) -> int:
    async def app(scope: Scope, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 204, "headers": []})

    async def asked() -> int:
        sent: list[Any] = []

        async def send(message: Any) -> None:
            sent.append(message)

        headers = [(b"host", b"play.example"), (b"origin", origin.encode())]
        scope: Scope = {
            "type": "http", "method": "POST", "scheme": scheme, "path": "/api/games",
            "query_string": b"", "headers": headers,
        }  # fmt: skip
        await Guard(app)(scope, asyncio.Event().wait, send)  # type: ignore[arg-type]
        return int(sent[0]["status"])

    return asyncio.run(asked())


def test_an_origin_must_match_in_scheme_too() -> None:
    assert status_of("https", "https://play.example") == 204
    assert status_of("https", "http://play.example") == 403
    assert status_of("http", "http://play.example") == 204
    assert status_of("http", "https://play.example") == 403
    assert status_of("https", "https://play.example.evil") == 403
