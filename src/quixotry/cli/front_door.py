"""Where people find a server that stands behind a proxy, as its options say it."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from importlib.util import find_spec
from urllib.parse import urlsplit

import click

from quixotry.values import frozen

SERVER_LIBRARIES = ("alembic", "litestar", "segno", "sqlalchemy", "uvicorn", "websockets")
OURS = ("127.0.0.0/8", "::1/128")
"""Proxies on this computer."""


class CannotServe(click.ClickException):
    """The server cannot start, and why."""

    exit_code = 2

    def show(self, file: object = None) -> None:
        click.echo(f"quixotry: {self.message}", err=True)


def require_server() -> None:
    """The browser's game is an extra: who plays in the terminal or writes programs does without its libraries."""
    if any(find_spec(name) is None for name in SERVER_LIBRARIES):
        raise CannotServe(
            "The game in the browser is not installed. Install it with: pip install 'quixotry[web]'. "
            "To play in the terminal: quixotry play."
        )


@frozen
class FrontDoor:
    public: str
    """As `https://name`, or empty where there is no proxy."""
    names: frozenset[str]
    proxies: tuple[str, ...]


def front_door(public_url: str, allowed_hosts: Iterable[str], trusted_proxies: Iterable[str]) -> FrontDoor:
    """What was meant, or a sentence that says which option cannot be."""
    names, proxies = frozenset(name.lower() for name in allowed_hosts), list(OURS)
    if names and not public_url:
        raise CannotServe("--allowed-host adds names to that of --public-url; give that too.")
    for given in trusted_proxies:
        try:
            proxies.append(str(ipaddress.ip_network(given)))
        except ValueError:
            raise CannotServe(
                f"--trusted-proxy {given[:80]} is no address or network, such as 192.0.2.7 or 192.0.2.0/24."
            ) from None
    return FrontDoor(_origin(public_url) if public_url else "", names, tuple(proxies))


def _origin(url: str) -> str:
    try:
        parts = urlsplit(url)
        name, port = parts.hostname, parts.port
    except ValueError:
        name, port, parts = None, None, urlsplit("")
    if (
        not name
        or parts.scheme not in ("http", "https")
        or parts.path.strip("/")
        or parts.query
        or "@" in url
    ):
        raise CannotServe(
            f"--public-url {url[:80]} cannot be used: it must be like https://games.example.org, without a path."
        )
    if port == {"http": 80, "https": 443}[parts.scheme]:
        port = None  # browsers leave it out
    host = f"[{name}]" if ":" in name else name
    return f"{parts.scheme}://{host}" + (f":{port}" if port else "")
