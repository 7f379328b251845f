"""A network between people and processes: slow, cut, or dead without anybody being told."""

from __future__ import annotations

import asyncio
import random
from collections import deque
from typing import Any

from tests.simulation.loop import Owner

DELAY_MS = (2.0, 60.0)
NOTICED_S = 30.0
"""How long a server takes to notice that nobody is there: pings without an answer."""


TICK_S = 1e-6
"""Timers of the same moment come in any order."""


class Gone(OSError):
    """The other side has left."""


class _End:
    """What has arrived at one side, in order."""

    def __init__(self, owner: Owner) -> None:
        self.owner = owner
        self._arrived: deque[bytes] = deque()
        self._more = asyncio.Event()
        self.is_closed = False
        self.last_s = 0.0

    def arrive(self, frame: bytes | None) -> None:
        if self.is_closed or self.owner.is_dead:
            return
        if frame is None:
            self.is_closed = True
        else:
            self._arrived.append(frame)
        self._more.set()

    async def take(self) -> bytes | None:
        while not self._arrived:
            if self.is_closed:
                return None
            self._more.clear()
            await self._more.wait()
        return self._arrived.popleft()


class Wire:
    """One WebSocket. The server's side is what `Sockets.serve` takes for one; `send` and `receive_frame` are the
    person's."""

    def __init__(self, chance: random.Random, person: Owner, process: Owner) -> None:
        self._chance, self._loop = chance, asyncio.get_running_loop()
        self._here, self._there = _End(person), _End(process)
        self.is_silent = False
        """Nothing gets through any more, and nobody is told."""
        self.slow_s = 0.0

    def _carry(self, end: _End, frame: bytes | None) -> None:
        if self.is_silent:
            return
        at_s = self._loop.time() + self._chance.uniform(*DELAY_MS) / 1000 + self.slow_s
        end.last_s = at_s = max(at_s, end.last_s + TICK_S)
        self._loop.call_at(at_s, self._deliver, end, frame, context=end.owner.context)

    def _deliver(self, end: _End, frame: bytes | None) -> None:
        if not self.is_silent:
            end.arrive(frame)

    # The person's side

    def send(self, frame: bytes) -> None:
        self._carry(self._there, frame)

    async def receive_frame(self, limit_s: float) -> bytes | None:
        """The next frame, None once the server has hung up; `TimeoutError`."""
        async with asyncio.timeout(max(0, limit_s)):
            return await self._here.take()

    def leave(self) -> None:
        self._here.is_closed = True
        self._carry(self._there, None)

    # What may happen to it

    def cut(self) -> None:
        """Both sides learn of it; what is on its way is lost."""
        if not self.is_silent:
            self.is_silent = True
            for end in (self._here, self._there):
                end.owner.context.run(self._loop.call_later, self._chance.uniform(0, 0.2), end.arrive, None)

    def fall_silent(self) -> None:
        """Half open: the server notices after a while, the person by itself."""
        self.is_silent = True
        there = self._there
        there.owner.context.run(self._loop.call_later, NOTICED_S, there.arrive, None)

    # The server's side

    async def accept(self) -> None:
        """There is nothing to shake hands about."""

    async def receive(self) -> dict[str, Any]:
        frame = await self._there.take()
        if frame is None:
            return {"type": "websocket.disconnect"}
        return {"type": "websocket.receive", "text": frame.decode()}

    async def send_data(self, frame: bytes, mode: str) -> None:
        assert mode == "text"
        if self._there.owner.is_dead or self._there.is_closed:
            raise Gone
        self._carry(self._here, frame)

    async def close(self, code: int, reason: str) -> None:
        self._carry(self._here, None)
