"""Fallback moves from a process of their own, for a server.

House rules can make even the quickest search slow (a hundred blanks, racks of ten). In a thread of the server it would
take everybody's time; here it is ended like any other, and the game gets an exchange or a pass.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from quixotry.lexicon.wordlist import Lexicon
from quixotry.players.bot_errors import BotFailed
from quixotry.players.bot_process import USUAL
from quixotry.players.fallback import FALLBACK, without_tiles
from quixotry.players.prepared_worker import Budget, PreparedWorker, Setting
from quixotry.rules.move import Move
from quixotry.rules.view import View
from quixotry.threads import TookTooLong

logger = logging.getLogger(__name__)

FALLBACK_MS = 500
"""How long after its deadline a game waits for the fallback move."""


@dataclass(eq=False)
class FallbackWorker:
    """One process that is asked for nothing but fallback moves; it waits for the next with everything loaded."""

    command: Sequence[str]
    lexicon_of: Callable[[str], Lexicon]
    limit_ms: int = FALLBACK_MS
    _worker: PreparedWorker | None = None
    _lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    _preparing: set[asyncio.Task[None]] = field(default_factory=set)
    _ending: set[asyncio.Task[None]] = field(default_factory=set)
    _is_closed: bool = False

    def prepare(self, setting: Setting) -> asyncio.Task[None]:
        """Have it load what a fallback move would otherwise wait for. If it cannot, that move is made without tiles."""
        task = asyncio.ensure_future(self._prepare(_quick(setting)))
        self._preparing.add(task)
        task.add_done_callback(self._preparing.discard)
        return task

    async def _prepare(self, setting: Setting) -> None:
        async with self._lock:
            if self._is_closed or (self._worker is not None and self._worker.setting == setting):
                return
            worker, self._worker = self._worker, None
            try:
                worker = worker or await PreparedWorker.start(self.command, USUAL)
                await worker.prepare(setting, self.lexicon_of)
                self._worker, worker = worker, None
            except (BotFailed, TookTooLong) as error:
                logger.warning("the worker for fallback moves did not get ready: %s", error)
            finally:
                if worker is not None:
                    self._end(worker)

    async def move(self, setting: Setting, view: View, left_s: float) -> Move:
        """A legal move, soon: what a worker that failed has left of its time can be used up too."""
        setting = _quick(setting)
        limit_s = max(0.0, left_s) + self.limit_ms / 1000
        try:
            async with asyncio.timeout(limit_s):
                if self._worker is None:
                    await asyncio.shield(self.prepare(setting))
                async with self._lock:
                    return await self._choose(setting, view, round(1000 * limit_s))
        except (BotFailed, TookTooLong, TimeoutError) as error:
            logger.warning("there was no fallback move in time: %s", error)
            self.prepare(setting)  # for the next
            return without_tiles(view)

    async def _choose(self, setting: Setting, view: View, limit_ms: int) -> Move:
        worker, self._worker = self._worker, None
        if worker is None:
            raise TookTooLong
        try:
            if worker.setting != setting:
                await worker.prepare(setting, self.lexicon_of)
            move = await worker.choose(view, Budget(limit_ms, limit_ms))
            self._worker, worker = worker, None
            return move
        finally:
            if worker is not None:
                self._end(worker)

    def _end(self, worker: PreparedWorker) -> None:
        task = asyncio.ensure_future(worker.end())
        self._ending.add(task)
        task.add_done_callback(self._ending.discard)

    async def close(self) -> None:
        """End the process; none is left behind."""
        self._is_closed = True
        preparing = list(self._preparing)
        for task in preparing:
            task.cancel()
        await asyncio.gather(*preparing, return_exceptions=True)
        if self._worker is not None:
            self._end(self._worker)
        await asyncio.gather(*self._ending, return_exceptions=True)


def _quick(setting: Setting) -> Setting:
    """The same for all seats and levels."""
    return replace(setting, level=FALLBACK, seat=0, seats=2)
