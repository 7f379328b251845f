"""One process beside a server's pool, for one kind of question: it waits for the next with everything loaded."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from quixotry.lexicon.wordlist import Lexicon
from quixotry.players.bot_errors import BotFailed
from quixotry.players.bot_process import USUAL
from quixotry.players.prepared_worker import Budget, PreparedWorker, Setting
from quixotry.players.turn_queue import NOBODY, Party, TurnQueue
from quixotry.rules.move import Move
from quixotry.rules.view import View
from quixotry.threads import TookTooLong

logger = logging.getLogger(__name__)


@dataclass(eq=False)
class SideWorker:
    """A process for moves of one level, which nobody sits at a game with. Who waits for it gets their turn."""

    level: str
    command: Sequence[str]
    lexicon_of: Callable[[str], Lexicon]
    worker: PreparedWorker | None = None
    ending: set[asyncio.Task[None]] = field(default_factory=set)
    _queue: TurnQueue = field(default_factory=lambda: TurnQueue(1))
    _preparing: set[asyncio.Task[None]] = field(default_factory=set)
    _is_closed: bool = False

    def prepare(self, setting: Setting) -> asyncio.Task[None]:
        """Have it load what the next question would otherwise wait for. If it cannot, there is no worker."""
        task = asyncio.ensure_future(self._prepare(self._alike(setting)))
        self._preparing.add(task)
        task.add_done_callback(self._preparing.discard)
        return task

    async def choose(self, setting: Setting, view: View, limit_s: float, party: Party = NOBODY) -> Move:
        """Its move within this time, or `TookTooLong`: a process that is late, or fails, is ended."""
        setting = self._alike(setting)
        try:
            async with asyncio.timeout(limit_s):
                if self.worker is None:
                    await asyncio.shield(self.prepare(setting))
                async with self._queue.place(party):
                    return await self._choose(setting, view, round(1000 * limit_s))
        except (BotFailed, TookTooLong, TimeoutError) as error:
            logger.warning("the worker for %s moves gave none: %s", self.level, error)
            self.prepare(setting)  # for the next
            raise TookTooLong from None

    async def close(self) -> None:
        """End the process; none is left behind."""
        self._is_closed = True
        preparing = list(self._preparing)
        for task in preparing:
            task.cancel()
        await asyncio.gather(*preparing, return_exceptions=True)
        if self.worker is not None:
            self._end(self.worker)
        await asyncio.gather(*self.ending, return_exceptions=True)

    async def _prepare(self, setting: Setting) -> None:
        async with self._queue.place():
            if self._is_closed or (self.worker is not None and self.worker.setting == setting):
                return
            worker, self.worker = self.worker, None
            try:
                worker = worker or await PreparedWorker.start(self.command, USUAL)
                await worker.prepare(setting, self.lexicon_of)
                self.worker, worker = worker, None
            except (BotFailed, TookTooLong) as error:
                logger.warning("the worker for %s moves did not get ready: %s", self.level, error)
            finally:
                if worker is not None:
                    self._end(worker)

    async def _choose(self, setting: Setting, view: View, limit_ms: int) -> Move:
        worker, self.worker = self.worker, None
        if worker is None:
            raise TookTooLong
        try:
            if worker.setting != setting:
                await worker.prepare(setting, self.lexicon_of)
            move = await worker.choose(view, Budget(limit_ms, limit_ms))
            self.worker, worker = worker, None
            return move
        finally:
            if worker is not None:
                self._end(worker)

    def _end(self, worker: PreparedWorker) -> None:
        task = asyncio.ensure_future(worker.end())
        self.ending.add(task)
        task.add_done_callback(self.ending.discard)

    def _alike(self, setting: Setting) -> Setting:
        """The same for all seats and levels."""
        return replace(setting, level=self.level, seat=0, seats=2)
