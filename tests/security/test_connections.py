"""P8 at the wire: bodies, heads, half requests, idle sockets and log lines have their limits."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Iterator
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from quixotry.web import connections, limits
from quixotry.web.connections import HttpConnection, SocketConnection, is_ours, network_of
from quixotry.web.log_lines import OneLine, Sparing
from tests.web.running import PATIENCE_S, Server


def said_to(server: Server, *parts: bytes, head: bytes = b"") -> bytes:
    """What a server answers to these bytes, until it closes the connection."""
    origin = f"Host: 127.0.0.1:{server.port}\r\nOrigin: {server.origin}\r\nConnection: close\r\n".encode()
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE_S) as raw:
        answer = b""
        try:
            raw.sendall(head.replace(b"<origin>", origin))
            for part in parts:
                raw.sendall(part)
            while more := raw.recv(65536):
                answer += more
        except ConnectionError:
            pass  # it stopped listening before all was said; what it answered has come or has not
        return answer


@pytest.mark.parametrize(
    ("path", "most"),
    [
        ("/api/games", limits.BODY_BYTES_MAX),
        ("/api/rulesets/check", limits.BODY_BYTES_MAX),
        ("/api/import/gcg", limits.GCG_BYTES_MAX),
        ("/api/import/save", limits.SAVE_BYTES_MAX),
    ],
)
def test_a_chunked_body_over_the_limit_is_too_large_and_no_fault_of_ours(
    server: Server, path: str, most: int
) -> None:
    """It was answered with 500, and a line in the log for each."""
    head = f"POST {path} HTTP/1.1\r\nTransfer-Encoding: chunked\r\nContent-Type: application/json\r\n<origin>\r\n"
    chunk = b"1000\r\n" + b" " * 0x1000 + b"\r\n"
    assert said_to(server, *[chunk] * (most // 0x1000 + 1), head=head.encode()).startswith(b"HTTP/1.1 413")
    assert server.client().get("/health") == {"status": "ok"}


@pytest.mark.parametrize("length", ["70000", "0000000000000070000", "0" * 200 + "70000"])
def test_a_body_over_the_limit_is_too_large_however_its_length_is_written(
    server: Server, length: str
) -> None:
    """With twelve noughts in front, any length passed for nothing."""
    head = f"POST /api/games HTTP/1.1\r\nContent-Length: {length}\r\n<origin>\r\n"
    assert said_to(server, head=head.encode()).startswith(b"HTTP/1.1 413")


def test_heads_that_are_too_large_are_refused(server: Server) -> None:
    most = limits.HEAD_BYTES_MAX
    whole = b"GET /api/about HTTP/1.1\r\nX-Long: " + b"x" * most + b"\r\n<origin>\r\n"
    assert said_to(server, head=whole).split()[1] in (b"400", b"431")
    endless = b"GET /api/about HTTP/1.1\r\nX-Long: " + b"x" * 3 * most
    assert said_to(server, head=endless).startswith(b"HTTP/1.1 400")
    line = b"GET /api/words/" + b"A" * (limits.PATH_BYTES_MAX + 1) + b" HTTP/1.1\r\n<origin>\r\n"
    assert said_to(server, head=line).startswith(b"HTTP/1.1 414")


def test_a_client_that_leaves_in_the_middle_of_a_body_leaves_no_error_in_the_log(server: Server) -> None:
    """Each one was a line that said ERROR: anybody could fill the log."""
    for _ in range(3):
        with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE_S) as raw:
            head = f"POST /api/games HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nOrigin: {server.origin}\r\n"
            raw.sendall(head.encode() + b"Content-Length: 100\r\n\r\nhalf")
    server.client().begin("friends", "person", "person")
    assert "failed" not in server.log.read_text()


HANDSHAKE = (
    b"GET /ws/games/x HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


@pytest.mark.parametrize(
    "more",
    [b"X: y\r\n" * 140, b"X: " + b"y" * 9000 + b"\r\n", b"Content-Length: 5\r\n"],
    ids=["many lines", "a long line", "a body"],
)
def test_a_handshake_that_cannot_be_read_is_refused(server: Server, more: bytes) -> None:
    """Nobody answered it, and the connection stayed for as long as the client liked."""
    assert said_to(server, head=HANDSHAKE[:-2] + more + b"\r\n").startswith(b"HTTP/1.1 400")


# Time limits, by a clock of the test's own


class Line:
    """The transport of a connection, and when it is cut."""

    def __init__(self, address: str) -> None:
        self.address, self.written, self.is_cut = address, b"", False

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return {"peername": (self.address, 1), "sockname": ("192.0.2.1", 80)}.get(name, default)

    def write(self, data: bytes) -> None:
        self.written += data

    def close(self) -> None:
        self.is_cut = True

    abort = close

    def is_closing(self) -> bool:
        return self.is_cut

    def pause_reading(self) -> None:
        pass

    resume_reading = pause_reading


PING_S = 0.01
"""Uvicorn's own limits on a socket that says nothing; 20 s each where a server runs."""


def a_connection(kind: type[Any], address: str = "198.51.100.7") -> tuple[Any, Line]:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "websocket":
            await send({"type": "websocket.accept"})
            while (await receive())["type"] != "websocket.disconnect":
                continue
        else:
            while (await receive()).get("more_body"):
                continue
            await send({"type": "http.response.start", "status": 204, "headers": []})
            await send({"type": "http.response.body"})

    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        ws=SocketConnection,
        ws_ping_interval=PING_S,
        ws_ping_timeout=PING_S,
    )
    config.load()
    connection, line = kind(config=config, server_state=ServerState(), app_state={}), Line(address)
    connection.connection_made(line)
    return connection, line


@pytest.fixture(autouse=True)
def short_limits(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for name in ("HEAD_S", "BODY_S", "READ_S"):
        monkeypatch.setattr(limits, name, 0.01)
    yield
    connections._open.clear()


CHUNKED = b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"


@pytest.mark.parametrize(
    ("begun", "more"),
    [
        (CHUNKED + b"2\r\n{}\r\n0\r\n", b"X: y\r\n" * 100),
        (CHUNKED + b"2\r\n{}\r\n0\r\nX: ", b"y" * 600),
        (CHUNKED + b"2;x=", b"y" * 600),
        (b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", b"\r\n" * 300),
    ],
    ids=["trailers", "a long trailer", "a chunk's extension", "empty lines"],
)
def test_what_follows_a_head_and_is_no_body_has_a_size(
    begun: bytes, more: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Forty megabytes of trailers made the server grow by five hundred, in eight seconds."""
    for name in ("HEAD_S", "BODY_S"):
        monkeypatch.setattr(limits, name, 60)

    async def story() -> None:
        connection, line = a_connection(HttpConnection)
        connection.data_received(begun)
        was_cut = line.is_cut
        for _ in range(limits.HEAD_BYTES_MAX // len(more) + 1):
            connection.data_received(more)
        assert (was_cut, line.is_cut) == (False, True)
        assert connection.headers == connection.scope["headers"]
        assert len(connection.headers) < 3
        connection.connection_lost(None)

    asyncio.run(story())


def test_an_empty_line_after_a_request_does_not_keep_the_connection_open() -> None:
    """It ended uvicorn's wait for the next request, and began none."""

    async def story() -> None:
        connection, line = a_connection(HttpConnection)
        connection.data_received(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        await asyncio.gather(*connection.tasks)
        assert not line.is_cut
        connection.data_received(b"\r\n")
        await until_cut(line)
        connection.connection_lost(None)

    asyncio.run(story())


def a_frame(opcode: int, data: bytes = b"") -> bytes:
    """Whole if it is a control frame, a part of a message otherwise."""
    return bytes([opcode | (0x80 if opcode >= 8 else 0), 0x80 | len(data), 0, 0, 0, 0]) + data


@pytest.mark.parametrize(
    ("first", "then", "most"),
    [
        (b"", a_frame(9, b"ping"), limits.MESSAGES_MAX),
        (b"", a_frame(10, b"pong"), limits.MESSAGES_MAX),
        (a_frame(1), a_frame(0), limits.FRAME_PARTS_MAX - 1),
    ],
    ids=["pings", "pongs", "empty parts of a message"],
)
def test_frames_that_are_no_messages_come_to_an_end_too(first: bytes, then: bytes, most: int) -> None:
    """They passed every count: parts of a message that never ended, answers to pings that nobody read."""

    async def story() -> None:
        connection, line = a_connection(SocketConnection)
        connection.data_received(HANDSHAKE)
        await asyncio.sleep(0)
        connection.data_received(first + then * most)
        was_cut = line.is_cut
        connection.data_received(then)
        assert (was_cut, line.is_cut) == (False, True)
        connection.connection_lost(None)
        await asyncio.gather(*connection.tasks)

    asyncio.run(story())


async def until_cut(line: Line) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while not line.is_cut:
            await asyncio.sleep(0.002)


@pytest.mark.parametrize(
    "begun",
    [
        b"",
        b"GET / HT",
        b"GET / HTTP/1.1\r\nHost: x\r\n",
        b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nhalf",
        b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n",
    ],
    ids=["nothing", "half a line", "half a head", "half a body", "half the chunks"],
)
def test_a_request_that_never_becomes_whole_is_cut_off(begun: bytes) -> None:
    """It was waited for as long as the client liked."""

    async def story() -> None:
        connection, line = a_connection(HttpConnection)
        if begun:
            connection.data_received(begun)
        await until_cut(line)
        connection.connection_lost(None)

    asyncio.run(story())


@pytest.mark.parametrize("kind", [HttpConnection, SocketConnection])
def test_a_client_that_never_reads_is_cut_off(kind: type[Any]) -> None:
    async def story() -> None:
        connection, line = a_connection(kind)
        connection.pause_writing()
        await until_cut(line)
        connection.connection_lost(None)

    asyncio.run(story())


def test_a_socket_that_answers_no_ping_is_cut_off() -> None:
    async def story() -> None:
        connection, line = a_connection(SocketConnection)
        connection.data_received(HANDSHAKE)
        await until_cut(line)
        connection.connection_lost(None)
        await asyncio.gather(*connection.tasks)

    asyncio.run(story())


def test_one_address_has_so_many_connections_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "CONNECTIONS_BY_ADDRESS_MAX", 2)
    monkeypatch.setattr(limits, "HEAD_S", 60)

    async def story() -> None:
        eve = [a_connection(HttpConnection) for _ in range(3)]
        assert [line.is_cut for _, line in eve] == [False, False, True]
        assert not a_connection(HttpConnection, "198.51.100.8")[1].is_cut
        for connection, _ in eve:
            connection.connection_lost(None)
        assert not a_connection(HttpConnection)[1].is_cut
        # A proxy on this machine speaks for many.
        assert not any(a_connection(HttpConnection, "127.0.0.1")[1].is_cut for _ in range(5))

    asyncio.run(story())


def test_what_counts_as_one_client_is_an_address_or_its_block() -> None:
    """A page opened on this machine by IPv6 was counted as if it came from elsewhere."""
    assert network_of("198.51.100.7") == network_of("::ffff:198.51.100.7") == "198.51.100.7"
    assert network_of("2001:db8::1") == network_of("2001:db8::2") != network_of("2001:db8:0:1::1")
    assert network_of("nobody") == "nobody"
    for own in ("127.0.0.1", "::1"):
        assert is_ours(network_of(own))
    assert not is_ours(network_of("2001:db8::1"))


# The log


def a_record(message: str, *args: object, **more: Any) -> logging.LogRecord:
    return logging.LogRecord("x", logging.ERROR, "x.py", 1, message, args, more.get("exc_info"))


def test_nobody_can_write_a_line_of_the_log() -> None:
    forged = "/x\n2026-01-01 00:00:00,000 ERROR all is lost\r\x1b[2J\u2028"
    line = OneLine().format(a_record("GET %s failed", forged))
    assert len(line.splitlines()) == 1
    assert line.isprintable()


def test_an_exception_is_one_line_without_its_values() -> None:
    try:
        raise ValueError("QUIXOTE?")
    except ValueError as error:
        found = (ValueError, error, error.__traceback__)
    line = OneLine().format(a_record("Exception in ASGI application\n", exc_info=found))
    assert len(line.splitlines()) == 1
    assert "ValueError at" in line
    assert "QUIXOTE" not in line


def test_a_flood_of_messages_alike_is_counted_not_written() -> None:
    now = 0.0
    sparing = Sparing(lambda: now)
    kept = [sparing.filter(a_record("game %s failed", number)) for number in range(1000)]
    assert sum(kept) == limits.LOG_ALIKE_MAX
    assert sparing.filter(a_record("something else"))
    now = limits.LOG_WINDOW_S
    later = a_record("game %s failed", 1000)
    assert sparing.filter(later)
    assert later.getMessage() == "game 1000 failed (and 990 more like it before)"
