"""A program that plays, as a process: asked one thing at a time, with a deadline, watched, and surely ended.

Whatever the program does, `ask` returns an answer that can be read or raises `BotFailed` with the reason; after a
failure there is only `stop`. The program gets pipes and nothing else of ours.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import subprocess
from collections.abc import Callable, Sequence
from typing import IO, cast

from quixotry import machine
from quixotry.players.bot_errors import DETAIL_MAX, BotFailed, Reason, shown_line
from quixotry.players.warden import warden_command
from quixotry.protocol import bots as messages
from quixotry.values import frozen

MEMORY_BYTES = 1 << 30
"""What a program and everything it starts may use together, when nobody says otherwise."""

START_MS = 15_000
"""How long a program may take to say hello, and to get ready for a game; that is no thinking."""

HEAD_START_MS = 50
"""Kept back from a budget for the way there and back."""

PROGRESS_BYTES_MAX = 1 << 20
"""What a program may write before one answer."""

LEAVE_S = 0.5
"""How long a program that has done nothing wrong may take to end by itself."""

STOP_S = 10
"""A warden that does not end is our bug, or a disk's; nobody waits for it longer."""

PIPE_STEPS = 3
"""Turns of the event loop it takes to read what lies in a pipe: what came before a request is no answer to it."""

ToldProgress = Callable[[int], None]
"""Told how many rollouts a search has made so far."""


@frozen
class Confinement:
    """What a program may have."""

    memory_bytes: int = MEMORY_BYTES
    network: bool = True
    """May it use the network? Where the system cannot keep it from that, it does."""
    errors: IO[bytes] | None = None
    """Where its standard error goes; None for nowhere."""


USUAL = Confinement()
"""What a program may have when nobody says otherwise."""


class _Pipes(asyncio.SubprocessProtocol):
    """What a program writes, line by line; a line nobody has asked for is a failure."""

    def __init__(self) -> None:
        self.buffer = bytearray()
        self.failure: tuple[Reason, str] | None = None
        self.on_flood: Callable[[], None] = lambda: None
        self.has_ended = asyncio.Event()
        self._waiting: asyncio.Future[bytes] | None = None
        self._received = 0

    def expect(self) -> None:
        """A new request is about to be sent."""
        self._received = 0
        if self.buffer and self.failure is None:
            self.failure = ("out_of_turn", shown_line(bytes(self.buffer[:DETAIL_MAX])))
            self.buffer.clear()

    async def line(self) -> bytes | None:
        """The next line; None when there will be none."""
        self._waiting = asyncio.get_running_loop().create_future()
        try:
            self._settle()
            return await self._waiting or None
        finally:
            self._waiting = None

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        self._received += len(data)
        if self.failure is not None:
            return
        self.buffer += data
        line_bytes = self.buffer.find(b"\n") if b"\n" in self.buffer else len(self.buffer)
        if self._received > PROGRESS_BYTES_MAX or line_bytes > messages.ANSWER_BYTES_MAX:
            self.failure = ("flood", "")
            self.buffer.clear()
            self.on_flood()  # nobody reads what else comes
        self._settle()

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        if fd == 1:
            self.failure = self.failure or ("exited", "")
            self._settle()

    def process_exited(self) -> None:
        self.has_ended.set()

    def _settle(self) -> None:
        if self._waiting is None or self._waiting.done():
            return
        end = self.buffer.find(b"\n")
        if end >= 0:
            line = bytes(self.buffer[: end + 1])
            del self.buffer[: end + 1]
            self._waiting.set_result(line)
        elif self.failure is not None:
            self._waiting.set_result(b"")


class BotProcess:
    """A running program. `start` it, `ask` it, `stop` it."""

    def __init__(
        self, transport: asyncio.SubprocessTransport, pipes: _Pipes, string: socket.socket | None
    ) -> None:
        self._transport, self._pipes, self._string = transport, pipes, string
        self._notes = b""
        pipes.on_flood = self.kill
        self.name = ""
        """What it calls itself."""
        self.introduction: messages.Introduction | None = None
        self.failure: BotFailed | None = None

    @classmethod
    async def start(cls, command: Sequence[str], confinement: Confinement = USUAL) -> BotProcess:
        """A program that runs, or BotFailed; it has not been asked anything yet."""
        ours: socket.socket | None = None
        with contextlib.ExitStack() as held:
            inherited: tuple[int, ...] = ()
            if machine.CAN_WATCH:
                ours, theirs = machine.string_to_hold()
                held.enter_context(theirs)
                held.callback(ours.close)
                inherited = (theirs.fileno(),)
                command = warden_command(
                    command,
                    string=theirs,
                    memory_bytes=confinement.memory_bytes,
                    network=confinement.network,
                )
            try:
                transport, pipes = await asyncio.get_running_loop().subprocess_exec(
                    _Pipes,
                    *command,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=confinement.errors or subprocess.DEVNULL,
                    pass_fds=inherited,
                    start_new_session=machine.CAN_WATCH,
                )
            except OSError as error:
                raise BotFailed("cannot_start", error.strerror or "") from None
            if ours is not None:
                theirs.close()
                held.pop_all()
                ours.setblocking(False)
        return cls(transport, pipes, ours)

    @property
    def pid(self) -> int:
        """Of the process that ends when everything the program has started is gone."""
        return self._transport.get_pid()

    async def greet(self, host: str, *, deadline_ms: int = START_MS) -> messages.Introduction:
        """Say hello, and learn who it is."""
        hello = messages.Hello(deadline_ms=deadline_ms, protocol=messages.PROTOCOL, host=host)
        answer = await self.ask(hello, messages.Introduction, limit_ms=deadline_ms)
        self.name, self.introduction = answer.name, answer
        if answer.protocol != messages.PROTOCOL:
            raise self.failed("wrong_version", str(answer.protocol))
        return answer

    async def ask(
        self,
        request: messages.Request,
        expected: type[messages.Answer],
        *,
        limit_ms: int,
        progress: ToldProgress | None = None,
    ) -> messages.Answer:
        """The answer, if it is of the expected type and comes in time; else BotFailed."""
        if self.failure is not None:
            raise self.failure
        pipes = self._pipes
        for _ in range(PIPE_STEPS):
            await asyncio.sleep(0)
        pipes.expect()
        stdin = cast("asyncio.WriteTransport", self._transport.get_pipe_transport(0))
        if pipes.failure is None:
            stdin.write(messages.encode_line(request))
        try:
            async with asyncio.timeout(limit_ms / 1000):
                while (line := await pipes.line()) is not None:
                    answer = self._read(line)
                    if isinstance(answer, expected):
                        return answer
                    if not isinstance(answer, messages.Progress) or progress is None:
                        raise self._unfit(answer, line)
                    progress(answer.rollouts)
        except TimeoutError:
            raise self.failed("late", f"{limit_ms} ms") from None
        raise await self._silence()

    def _read(self, line: bytes) -> messages.AnyAnswer:
        try:
            return messages.decode_answer(line)
        except messages.BadLine as error:
            raise self.failed("bad_answer", f"{error}: {shown_line(line)}") from None

    def _unfit(self, answer: messages.AnyAnswer, line: bytes) -> BotFailed:
        if isinstance(answer, messages.Failure):
            return self.failed("gave_up", answer.message)
        return self.failed("bad_answer", f"it does not answer the question: {shown_line(line)}")

    async def _silence(self) -> BotFailed:
        """Why nothing more will come."""
        assert self._pipes.failure is not None
        reason, detail = self._pipes.failure
        if reason == "exited":
            # Its warden, if it has one, knows more; and a program that only closes its output has not ended.
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LEAVE_S):
                    await self._pipes.has_ended.wait()
            told, _, rest = self._warden_says().partition(" ")
            if told in ("memory", "cannot_start"):
                return self.failed(cast("Reason", told), rest)
            code = rest if told == "exited" else self._transport.get_returncode()
            detail = "" if code is None else f"exit code {code}"
        return self.failed(reason, detail)

    def _warden_says(self) -> str:
        if self._string is not None:
            with contextlib.suppress(OSError):
                while note := self._string.recv(4096):
                    self._notes += note
        lines = [line for line in self._notes.decode("utf-8", "replace").split("\n") if line]
        return next((line for line in lines if line != "network"), "")

    @property
    def has_network_in_spite(self) -> bool:
        """Does it have a network it should not have, because the system cannot take it away?"""
        self._warden_says()
        return b"network\n" in self._notes

    def failed(self, reason: Reason, detail: str) -> BotFailed:
        """Note what it has done wrong, and have it ended."""
        self.failure = BotFailed(reason, detail[:DETAIL_MAX], self.name)
        self.kill()
        return self.failure

    def kill(self) -> None:
        """Have it ended now; `stop` waits until it is."""
        if self._string is not None:
            self._string.close()
        else:
            with contextlib.suppress(ProcessLookupError):
                self._transport.kill()

    async def stop(self, *, at_once: bool = False) -> bool:
        """End it: by the end of its input if it has done nothing wrong, by force if it does not heed that.

        Did it end by itself?
        """
        stdin = self._transport.get_pipe_transport(0)
        if stdin is not None:
            stdin.close()
        try:
            if self.failure is None and not at_once:
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(LEAVE_S):
                        await self._pipes.has_ended.wait()
            has_ended = self._pipes.has_ended.is_set()
            self.kill()
            async with asyncio.timeout(STOP_S):
                await self._pipes.has_ended.wait()
            return has_ended
        finally:
            self.kill()
            self._transport.close()
