"""One WebSocket for each open table: frames become commands, and malformed ones go no deeper than this."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Coroutine
from typing import Any

from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect

from quixotry.metrics import ANSWERS, MOVES
from quixotry.play import limits as play_limits
from quixotry.play.errors import DamagedRecord, PlayError
from quixotry.play.operator import Bans
from quixotry.play.ports import CannotSave, DamagedGame, GameLogError
from quixotry.play.receipts import Command
from quixotry.play.registry import TableRegistry
from quixotry.play.table import Table
from quixotry.protocol import client
from quixotry.protocol.errors import BadCommand
from quixotry.protocol.moves import move_from
from quixotry.protocol.server import Ack, FrameError, OutOfSync, Pong, Refused, ServerMessage, encode
from quixotry.threads import TookTooLong
from quixotry.web import limits
from quixotry.web.connections import is_ours
from quixotry.web.rate_limit import TokenBuckets

logger = logging.getLogger(__name__)

POLICY, TOO_LARGE, RESTART, TRY_AGAIN, NO_GAME = 1008, 1009, 1012, 1013, 4404


_RESULTS: dict[type[Any], str] = {
    Ack: "ack",
    Refused: "refused",
    OutOfSync: "out_of_sync",
    FrameError: "error",
}
"""What counts as the result of a command."""

_REFUSALS = (BadCommand, PlayError, TookTooLong)
"""What a page is told in a sentence."""

_SILENCE = (CannotSave, TookTooLong)
"""The store does not answer: nobody knows more, and it may answer the next time."""


class Page:
    """One open page at a table, as the table knows it: a `Watcher`."""

    def __init__(self, session: str, seats: tuple[int, ...], address: str = "") -> None:
        self.session, self.seats, self.address = session, seats, address
        self._waiting: deque[bytes] = deque()
        self._more = asyncio.Event()
        self._close: tuple[int, str] | None = None
        self._times: deque[float] = deque(maxlen=limits.MESSAGES_MAX)
        self._questions: set[asyncio.Task[None]] = set()

    def send(self, message: ServerMessage) -> None:
        if self._close is not None:
            return
        result = _RESULTS.get(type(message))
        if result is not None:
            ANSWERS.count(result)
        if len(self._waiting) >= limits.QUEUE_MAX:
            self._waiting.clear()
            self.close(TRY_AGAIN, "too slow")
            return
        self._waiting.append(encode(message))
        self._more.set()

    def send_away(self) -> None:
        self._waiting.clear()
        self.close(NO_GAME, "unknown_game")

    def close(self, code: int, reason: str) -> None:
        self._close = (code, reason)
        self._more.set()

    def is_flooding(self) -> bool:
        now, times = time.monotonic(), self._times
        is_full = len(times) == limits.MESSAGES_MAX and now - times[0] < limits.MESSAGES_WINDOW_S
        times.append(now)
        return is_full

    def answer_aside(self, answering: Coroutine[Any, Any, None]) -> None:
        """Have a question answered that may have to wait for a computer, while the page plays on."""
        task = asyncio.ensure_future(self._answer(answering))
        self._questions.add(task)
        task.add_done_callback(self._questions.discard)

    async def _answer(self, answering: Coroutine[Any, Any, None]) -> None:
        try:
            if len(self._questions) > limits.QUESTIONS_MAX:
                answering.close()
                raise TookTooLong
            await answering
        except _REFUSALS as error:
            self.send(FrameError(error.code, str(error)))

    def drop_questions(self) -> None:
        """Nobody is there any more to hear the answers."""
        for task in self._questions:
            task.cancel()

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

    def __init__(self, tables: TableRegistry) -> None:
        self._tables = tables
        self._pages: set[Page] = set()
        self._addresses = TokenBuckets(limits.MESSAGES_BY_ADDRESS_MAX, limits.ASKED_WINDOW_S)
        tables.when_banned = self.close_banned

    def close_banned(self, bans: Bans) -> None:
        """Somebody has been shut out: their pages are closed."""
        for page in self._pages:
            if bans.hit(page.session, page.address):
                page.close(POLICY, "banned")

    def close_all(self) -> None:
        """The server stops: every page is told to come back."""
        for page in self._pages:
            page.close(RESTART, "the server stops")

    def __len__(self) -> int:
        return len(self._pages)

    def count(self, *, players: bool) -> int:
        """Open pages of players, or of people who only watch."""
        return sum(bool(page.seats) == players for page in self._pages)

    async def serve(self, socket: WebSocket[Any, Any, Any], game_id: str, session: str, address: str) -> None:
        await socket.accept()
        if len(self._pages) >= limits.SOCKETS_MAX:
            await socket.close(TRY_AGAIN, "too many connections")
            return
        try:
            table = await self._tables.table(game_id)
            page = Page(session, await self._tables.lobby.seats_of(session, game_id), address)
        except _SILENCE as error:
            await socket.close(TRY_AGAIN, error.code)
            return
        except GameLogError as error:
            if isinstance(error, DamagedGame):
                damaged = DamagedRecord()
                await socket.send_data(encode(FrameError(damaged.code, str(damaged))), mode="text")
            await socket.close(NO_GAME, error.code)
            return
        if self._is_crowded(table, page):
            await socket.close(TRY_AGAIN, "too many open pages")
            return
        page.seats = ()  # a seat may have moved since it was read: the table has the last word
        self._pages.add(page)
        self.close_banned(self._tables.bans)  # it may have come between the door and here
        table.attach(page)
        writing = asyncio.ensure_future(page.write_to(socket))
        reading = asyncio.ensure_future(self._read(socket, table, page))
        try:
            await asyncio.wait((writing, reading), return_when=asyncio.FIRST_COMPLETED)
        finally:
            table.detach(page)
            page.drop_questions()
            self._pages.discard(page)
            for task in (writing, reading):
                task.cancel()
            for result in await asyncio.gather(writing, reading, return_exceptions=True):
                if isinstance(result, Exception) and not isinstance(result, _GONE):
                    logger.error("a socket failed: %s", type(result).__name__)

    def _is_crowded(self, table: Table, page: Page) -> bool:
        """Are there too many pages of this browser, or, if it only watches, too many who do? They never take a player's
        place: not at the table, not in the process, not from its address."""
        ours = [each for each in self._pages if each.session == page.session] if page.session else []
        if page.seats:
            here = sum(1 for each in table.audience if each.session == page.session)
            return len(ours) >= limits.PAGES_BY_SESSION_MAX or here >= limits.PAGES_AT_TABLE_MAX
        watching = [each for each in self._pages if not each.seats]
        nearby = sum(1 for each in watching if each.address == page.address)
        return (
            sum(1 for each in table.audience if not each.seats) >= play_limits.WATCHERS_MAX
            or len(watching) >= limits.WATCHERS_MAX
            or sum(1 for each in ours if not each.seats) >= limits.WATCHERS_BY_SESSION_MAX
            or (nearby >= limits.WATCHERS_BY_ADDRESS_MAX and not is_ours(page.address))
        )

    async def _read(self, socket: WebSocket[Any, Any, Any], table: Table, page: Page) -> None:
        try:
            await table.welcome(page)
        except _SILENCE as error:
            page.close(TRY_AGAIN, error.code)
        while True:
            message: Any = await socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            if page.is_flooding():
                page.close(POLICY, "too many messages")
                return
            while not is_ours(page.address) and (wait_s := self._addresses.wait_s(page.address)):
                await asyncio.sleep(wait_s)
            text = message.get("text")
            frame = text.encode() if text is not None else bytes(message.get("bytes") or b"")
            if len(frame) > limits.FRAME_BYTES_MAX:
                page.close(TOO_LARGE, "too large")
                return
            try:
                await _handle(table, page, frame)
            except _REFUSALS as error:
                page.send(FrameError(error.code, str(error)))
            # Frames that came in one go are read without a pause; their answers must get out in between.
            await asyncio.sleep(0)


_GONE = (WebSocketDisconnect, OSError, RuntimeError)
"""What the server says when a client has left in mid-sentence."""


async def _handle(table: Table, page: Page, frame: bytes) -> None:
    sent_frame = client.decode_frame(frame)
    try:
        await _answer(table, page, sent_frame)
    except _SILENCE as error:
        if not isinstance(sent_frame, client.Hello | client.MoveCommand):
            raise
        # A page can do nothing without this answer, and asks again when it comes back. A move counts once all the same.
        page.close(TRY_AGAIN, error.code)


async def _answer(table: Table, page: Page, sent_frame: client.ClientMessage) -> None:
    if not isinstance(sent_frame, client.Ping | client.SetPace | client.Step):
        await table.look()
    match sent_frame:
        case client.Hello():
            await table.snapshot(page)
        case client.MoveCommand() as sent:
            move = move_from(sent.move, table.game.header.ruleset.tiles.alphabet)
            began = time.perf_counter()
            await table.handle(page, Command(sent.command_id, sent.seat, sent.expected_seq, move))
            MOVES.took(time.perf_counter() - began)
        case client.Pledge(seat=seat, draw=draw, pledge=pledge):
            await table.pledge(page, seat, draw, pledge)
        case client.Share(seat=seat, draw=draw, share=share):
            await table.share(page, seat, draw, share)
        case client.PreviewRequest() as asked:
            await table.preview(page, asked.id, asked.seat, asked.placements)
        case client.HintRequest(seat=seat, grade=grade):
            page.answer_aside(table.hint(page, seat, grade))
        case client.BestMoveRequest(seat=seat, seq=seq):
            page.answer_aside(table.best_move(page, seat, seq))
        case client.TakeBack(seat=seat, expected_seq=expected_seq):
            await table.take_back(page, seat, expected_seq)
        case client.EndAbsence(seat=seat, expected_seq=expected_seq, ending=ending):
            await table.absence.end(page.session, page.seats, seat, expected_seq, ending)
        case client.Continue(seat=seat):
            await table.carry_on(page, seat)
        case client.Cover():
            await table.cover(page)
        case client.SetPace(pace_ms=pace_ms, is_paused=is_paused):
            table.set_pace(pace_ms, is_paused=is_paused)
        case client.Step():
            table.step()
        case client.Ping():
            page.send(Pong())
