"""Connections that can be left alone: what uvicorn does, with time limits on everything a client may put off.

Uvicorn bounds the rest between two requests and frames of WebSockets; it waits for good for a request that never
becomes whole and for a client that never reads. A proxy in front does all this too; not everybody has one.
"""

from __future__ import annotations

import asyncio
import ipaddress
from collections import Counter
from collections.abc import Iterable
from typing import Any, Literal

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from quixotry.web import limits
from quixotry.web.rate_limit import TokenBuckets

BLOCK_BITS = 64
"""Of an IPv6 address: whoever has one has all that begin with the same bits."""

_open: Counter[str] = Counter()
"""How many connections of this process come from where."""

_proxies: list[ipaddress.IPv4Network | ipaddress.IPv6Network] = []


def trust(networks: Iterable[str]) -> None:
    """Proxies in front of us: each speaks for many, and counts for itself."""
    _proxies[:] = [ipaddress.ip_network(network) for network in networks]


def is_proxy(address: str) -> bool:
    try:
        found = ipaddress.ip_address(address)
    except ValueError:  # a proxy may say anything
        return False
    return any(found in network for network in _proxies)


class _Deadline:
    """One time limit at a time; when it is over, the connection is."""

    def __init__(self) -> None:
        self._timer: asyncio.TimerHandle | None = None

    def set(self, transport: asyncio.Transport, seconds: float) -> None:
        self.lift()
        self._timer = asyncio.get_running_loop().call_later(seconds, transport.abort)

    @property
    def is_set(self) -> bool:
        return self._timer is not None

    def lift(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def enter(address: str) -> bool:
    """Count a connection; False if there are too many from there. A proxy of ours counts for itself."""
    network = network_of(address)
    _open[network] += 1
    is_few = _open[network] <= limits.CONNECTIONS_BY_ADDRESS_MAX
    return is_few or is_ours(address) or is_proxy(address)


def leave(address: str) -> None:
    network = network_of(address)
    _open[network] -= 1
    if _open[network] <= 0:
        del _open[network]


def is_ours(address: str) -> bool:
    """Is it this machine: oneself at home, or a proxy?"""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return not address


def network_of(address: str) -> str:
    """What counts as one client: an address, or of the newer kind the block of them that everybody gets."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address) or found.is_loopback:
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, BLOCK_BITS), strict=False))


class HttpConnection(HttpToolsProtocol):
    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self._incoming, self._outgoing = _Deadline(), _Deadline()
        self._stage: Literal["head", "body", "whole"] = "head"
        """How much of the request in hand has come."""
        self._spare_bytes = 0
        """What has come since anything was made of it: of a head that does not end, of trailers, of chunk sizes."""
        self._is_counted = False

    @property
    def _address(self) -> str:
        return self.client[0] if self.client is not None else ""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._incoming.set(transport, limits.HEAD_S)
        self._is_counted = True
        if not enter(self._address):
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        super().connection_lost(exc)

    def _leave(self) -> None:
        self._incoming.lift()
        self._outgoing.lift()
        if self._is_counted:
            self._is_counted = False
            leave(self._address)

    def data_received(self, data: bytes) -> None:
        self._spare_bytes += len(data)
        super().data_received(data)
        if self.transport.is_closing() or not self._is_counted:  # over, or a socket's now
            return
        if self._spare_bytes > limits.HEAD_BYTES_MAX:
            if self._stage == "head":
                self.send_400_response("The head of this request is too large.")
            else:
                self.transport.abort()  # it may have been answered already
        elif self._stage == "whole" and self.cycle.response_complete and not self._incoming.is_set:
            # Empty lines between two requests begin none, and uvicorn no longer waits for one.
            self._incoming.set(self.transport, limits.HEAD_S)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._stage = "head"
        self._incoming.set(self.transport, limits.HEAD_S)

    def on_header(self, name: bytes, value: bytes) -> None:
        # Nobody asks for trailers, and uvicorn would keep them all.
        if self._stage == "head":
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        super().on_headers_complete()
        self._stage, self._spare_bytes = "body", 0
        self._incoming.set(self.transport, limits.BODY_S)

    def on_body(self, body: bytes) -> None:
        self._spare_bytes = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._stage, self._spare_bytes = "whole", 0
        self._incoming.lift()

    def handle_websocket_upgrade(self) -> None:
        self._leave()  # the protocol that takes over counts anew
        super().handle_websocket_upgrade()

    def pause_writing(self) -> None:
        self._outgoing.set(self.transport, limits.READ_S)
        super().pause_writing()

    def resume_writing(self) -> None:
        self._outgoing.lift()
        super().resume_writing()


class SocketConnection(WebSocketsSansIOProtocol):
    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self._outgoing = _Deadline()
        self._control_frames = TokenBuckets(limits.MESSAGES_MAX, limits.MESSAGES_WINDOW_S)
        self._parts = 0
        """Of the message that is coming in, without its first."""

    @property
    def _address(self) -> str:
        return self.client[0] if self.client is not None else ""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        if not enter(self._address):
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._outgoing.lift()
        leave(self._address)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        # The whole head came at once. One that was good HTTP and is no handshake would be waited for without end.
        if not self.handshake_initiated and not self.transport.is_closing():
            self.transport.write(
                b"HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
            )
            self.transport.close()

    def handle_cont(self, event: Frame) -> None:
        # Parts may be empty: a message within its size has any number of them.
        self._parts = 0 if event.fin else self._parts + 1
        if self._parts < limits.FRAME_PARTS_MAX:
            super().handle_cont(event)
        else:
            self.transport.abort()

    def handle_ping(self) -> None:
        if self._is_heard():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self._is_heard():
            super().handle_pong(event)

    def _is_heard(self) -> bool:
        """Nobody above sees pings and pongs: answers to a flood of them would wait for a client that does not read."""
        if self._control_frames.wait_s(""):
            self.transport.abort()
        return not self.transport.is_closing()

    def pause_writing(self) -> None:
        self._outgoing.set(self.transport, limits.READ_S)
        super().pause_writing()

    def resume_writing(self) -> None:
        self._outgoing.lift()
        super().resume_writing()
