"""Who is asking: a cookie with a random key. The store knows only its digest."""

from __future__ import annotations

import hashlib
import re
import secrets
from http.cookies import CookieError, SimpleCookie

from litestar.datastructures import Cookie

COOKIE = "quixotry_session"
SECURE_COOKIE = f"__Host-{COOKIE}"
"""Under TLS: browsers take a cookie of such a name from this very host alone, and only by TLS."""

MAX_AGE_S = 400 * 24 * 3600

_KEY = re.compile(r"[A-Za-z0-9_-]{43}")


def session_key(cookie_header: str, *, is_secure: bool) -> str:
    """The key in a Cookie header, or nothing."""
    name = SECURE_COOKIE if is_secure else COOKIE
    if name not in cookie_header:
        return ""
    try:
        found = SimpleCookie(cookie_header).get(name)
    except CookieError:
        return ""
    return found.value if found is not None and _KEY.fullmatch(found.value) else ""


def new_key() -> str:
    return secrets.token_urlsafe(32)


def session_of(key: str) -> str:
    """What the store calls the holder of a key."""
    return hashlib.sha256(key.encode()).hexdigest() if key else ""


def cookie_for(key: str, *, is_secure: bool) -> Cookie:
    return Cookie(
        key=SECURE_COOKIE if is_secure else COOKIE,
        value=key,
        max_age=MAX_AGE_S,
        path="/",
        httponly=True,
        samesite="strict",
        secure=is_secure,
    )
