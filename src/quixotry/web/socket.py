"""One WebSocket for each open table: frames become commands, and malformed ones go no deeper than this."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from typing import Any

import msgspec
from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect

from quixotry.notation import wire
from quixotry.play import limits as play_limits
from quixotry.play.hall import Hall
from quixotry.play.ports import GameLogError
from quixotry.play.table import Command, Table
from quixotry.web import limits

logger = logging.getLogger(__name__)

COMMAND_ID_MAX = 64
SEQ_MAX = 1_000_000

POLICY, TOO_LARGE, RESTART, TRY_AGAIN, NO_GAME = 1008, 1009, 1012, 1013, 4404


class Page:
    """One open page at a table, as the table knows it: a `Watcher`."""

    def __init__(self, session: str, seats: tuple[int, ...]) -> None:
        self.session, self.seats = session, seats
        self._waiting: deque[bytes] = deque()
        self._more = asyncio.Event()
        self._close: tuple[int, str] | None = None
        self._times: deque[float] = deque(maxlen=limits.MESSAGES_MAX)

    def send(self, message: bytes) -> None:
        if self._close is not None:
            return
        if len(self._waiting) >= limits.QUEUE_MAX:
            self._waiting.clear()
            self.close(TRY_AGAIN, "too slow")
            return
        self._waiting.append(message)
        self._more.set()

    def close(self, code: int, reason: str) -> None:
        self._close = (code, reason)
        self._more.set()

    def is_flooding(self) -> bool:
        now, times = time.monotonic(), self._times
        is_full = len(times) == limits.MESSAGES_MAX and now - times[0] < limits.MESSAGES_WINDOW_S
        times.append(now)
        return is_full

    async def write_to(self, socket: WebSocket[Any, Any, Any]) -> None:
        """Send what waits until the page is closed from our side."""
        while True:
            while self._waiting:
                await socket.send_data(self._waiting.popleft(), mode="text")
            if self._close is not None:
                await socket.close(*self._close)
                return
            self._more.clear()
            await self._more.wait()


class Sockets:
    """All open sockets of this process."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._pages: set[Page] = set()

    def close_all(self) -> None:
        """The server stops: every page is told to come back."""
        for page in self._pages:
            page.close(RESTART, "the server stops")

    def __len__(self) -> int:
        return len(self._pages)

    async def serve(self, socket: WebSocket[Any, Any, Any], game_id: str, session: str) -> None:
        await socket.accept()
        if len(self._pages) >= limits.SOCKETS_MAX:
            await socket.close(TRY_AGAIN, "too many connections")
            return
        try:
            table = await self._hall.table(game_id)
            page = Page(session, await self._hall.seats_of(session, game_id))
        except GameLogError as error:
            await socket.close(NO_GAME, error.code)
            return
        if len(table.watchers) >= play_limits.WATCHERS_MAX:
            await socket.close(TRY_AGAIN, "too many pages at this table")
            return
        self._pages.add(page)
        table.attach(page)
        writing = asyncio.ensure_future(page.write_to(socket))
        reading = asyncio.ensure_future(self._read(socket, table, page))
        try:
            await asyncio.wait((writing, reading), return_when=asyncio.FIRST_COMPLETED)
        finally:
            table.detach(page)
            self._pages.discard(page)
            for task in (writing, reading):
                task.cancel()
            for result in await asyncio.gather(writing, reading, return_exceptions=True):
                if isinstance(result, Exception) and not isinstance(result, _GONE):
                    logger.error("a socket failed: %s", type(result).__name__)

    async def _read(self, socket: WebSocket[Any, Any, Any], table: Table, page: Page) -> None:
        while True:
            message: Any = await socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            if page.is_flooding():
                page.close(POLICY, "too many messages")
                return
            text = message.get("text")
            frame = text.encode() if text is not None else bytes(message.get("bytes") or b"")
            if len(frame) > limits.FRAME_BYTES_MAX:
                page.close(TOO_LARGE, "too large")
                return
            try:
                await _handle(table, page, frame)
            except wire.BadCommand as error:
                page.send(_error(error.code, str(error)))
            except GameLogError as error:
                page.send(_error(error.code, str(error)))
            # Frames that came in one go are read without a pause; their answers must get out in between.
            await asyncio.sleep(0)


_GONE = (WebSocketDisconnect, OSError, RuntimeError)
"""What the server says when a client has left in mid-sentence."""


async def _handle(table: Table, page: Page, frame: bytes) -> None:
    match _decoded(frame):
        case {"type": "hello"}:
            await table.snapshot(page)
        case {
            "type": "move",
            "command_id": str(command_id),
            "seat": int(seat),
            "expected_seq": int(seq),
        } as plain:
            if not 1 <= len(command_id) <= COMMAND_ID_MAX or not 0 <= seq <= SEQ_MAX:
                raise wire.BadCommand("A command needs an id of 1 to 64 characters and a sequence number.")
            if not command_id.isprintable():
                raise wire.BadCommand("A command's id must consist of printable characters.")
            move = plain.get("move")
            if not isinstance(move, dict):
                raise wire.BadCommand("A command needs a move.")
            alphabet = table.game.header.ruleset.tiles.alphabet
            await table.handle(page, Command(command_id, seat, seq, wire.move_from(move, alphabet)))
        case {"type": "preview", "id": int(number), "seat": int(seat), "placements": placements}:
            table.preview(page, number, seat, wire.laid_from(placements))
        case {"type": "continue", "seat": int(seat)}:
            await table.carry_on(page, seat)
        case {"type": "cover"}:
            await table.cover(page)
        case {"type": "ping"}:
            page.send(b'{"type":"pong"}')
        case _:
            raise wire.BadFrame("There is no such message, or one of its fields is missing or wrong.")


def _decoded(frame: bytes) -> Any:
    try:
        return msgspec.json.decode(frame)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise wire.BadFrame("A frame must be one JSON object.") from None


def _error(code: str, sentence: str) -> bytes:
    return msgspec.json.encode({"type": "error", "code": code, "sentence": sentence})
