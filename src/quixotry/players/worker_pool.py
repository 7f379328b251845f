"""Workers of a server or a terminal: each with a deadline, a memory limit and an end.

A worker that hangs, dies or eats memory costs its game one fallback move and nothing else: it is killed, and the next
question gets a new one. Whatever a worker has become by then, it can only send lines that are read as messages.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from quixotry.players import worker_messages as messages
from quixotry.players.fallback import fallback_move, without_tiles
from quixotry.threads import TookTooLong, in_thread

if TYPE_CHECKING:
    from quixotry.players.fallback import FallbackEngines
    from quixotry.rules.move import Move
    from quixotry.rules.ruleset import Ruleset
    from quixotry.rules.view import View

logger = logging.getLogger(__name__)

OUR_WORKER = (sys.executable, "-m", "quixotry.players.worker")

Failure = Literal["late", "failed"]

Progress = Callable[[int], None]
"""Told how many rollouts a search has made so far."""

HEAD_START_MS = 50
"""Kept back from a budget for the way there and back."""

START_MS = 15_000
"""How long a worker may take to get ready for a level, a word list and a ruleset; that is no thinking."""


FAILURES_MAX = 3
ILL_S = 60
"""After so many questions in a row without an answer the workers are ill, until one answers or for so long."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What a worker must have loaded for a game."""

    level: str
    lexicon_id: str
    ruleset: Ruleset


@dataclass(eq=False)
class _Process:
    """A worker from outside."""

    process: asyncio.subprocess.Process
    prepared: set[Setting] = field(default_factory=set)

    @classmethod
    async def start(cls, command: Sequence[str]) -> _Process:
        process = await asyncio.create_subprocess_exec(
            *command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            limit=messages.ANSWER_BYTES_MAX,
        )
        return cls(process)

    async def prepare(self, setting: Setting) -> None:
        """Have it load what a level, a word list and a ruleset need."""
        request = messages.prepare(setting.level, setting.lexicon_id, setting.ruleset, START_MS)
        async with asyncio.timeout(START_MS / 1000):
            if not isinstance(await self._ask(request), messages.Ready):
                raise messages.BadLine("the worker is not ready")
        self.prepared.add(setting)

    async def choose(self, setting: Setting, view: View, budget_ms: int, progress: Progress | None) -> Move:
        """Its move, if that comes in time."""
        deadline_ms = max(1, budget_ms - HEAD_START_MS)
        request = messages.choose(
            setting.level, setting.lexicon_id, view, deadline_ms, progress=progress is not None
        )
        async with asyncio.timeout(budget_ms / 1000):
            answer = await self._ask(request, progress)
        if not isinstance(answer, messages.Chosen):
            raise messages.BadLine("the worker answered no move")
        return messages.read_move(answer, view.ruleset)

    async def _ask(
        self, request: messages.Request, progress: Progress | None = None
    ) -> messages.Ready | messages.Chosen | messages.Failure:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(messages.encode_line(request))
        await self.process.stdin.drain()
        while True:
            line = await self.process.stdout.readline()
            if not line.endswith(b"\n"):
                raise ConnectionError("the worker is gone")
            answer = messages.decode_answer(line)
            if not isinstance(answer, messages.Progress):
                return answer
            if progress is not None:
                progress(answer.rollouts)

    def kill(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()

    async def stop(self) -> None:
        self.kill()
        await self.process.wait()


@dataclass(frozen=True, slots=True)
class Answer:
    """A legal move, and why it is the fallback move if it is."""

    move: Move
    failure: Failure | None = None


@dataclass(eq=False)
class WorkerPool:
    """So many workers at most; a question waits its turn, and always gets a legal move for an answer."""

    size: int
    words_of: Callable[[str], Sequence[str]]
    """Short words of a list, sorted, for the fallback move."""
    command: Sequence[str] = OUR_WORKER
    engines: FallbackEngines | None = None
    """Better fallback moves, where they take no longer."""
    now_s: Callable[[], float] = time.monotonic
    _failures: int = 0
    """How many questions in a row no worker has answered."""
    _failed_at: float = 0
    _idle: list[_Process] = field(default_factory=list)
    _ending: set[asyncio.Task[None]] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._places = asyncio.Semaphore(self.size)

    async def choose(self, level: str, lexicon_id: str, view: View, budget_ms: int) -> Move:
        """A move by a worker; the fallback move if none comes in time."""
        return (await self.ask(level, lexicon_id, view, budget_ms)).move

    async def ask(
        self, level: str, lexicon_id: str, view: View, budget_ms: int, progress: Progress | None = None
    ) -> Answer:
        """Like `choose`, for somebody who wants to know more."""
        failure: Failure = "failed"
        setting = Setting(level, lexicon_id, view.ruleset)
        async with self._places:
            worker: _Process | None = None
            try:
                worker = await self._ready(setting)
                move = await worker.choose(setting, view, budget_ms, progress)
                self._idle.append(worker)
                worker = None
            except (TimeoutError, OSError, ValueError, TookTooLong) as error:
                failure = "late" if isinstance(error, TimeoutError) else "failed"
                logger.warning("a worker gave no move: %s", type(error).__name__)
                self._failed()
            else:
                self._failures = 0
                return Answer(move)
            finally:
                if worker is not None:
                    self._end(worker)
        return Answer(await self._quick_move(lexicon_id, view), failure)

    async def prepare(self, level: str, lexicon_id: str, ruleset: Ruleset) -> None:
        """Have a worker load what the first question would wait for. If it cannot, that question finds out again."""
        setting = Setting(level, lexicon_id, ruleset)
        async with self._places:
            try:
                self._idle.append(await self._ready(setting))
            except (TimeoutError, OSError, ValueError, TookTooLong) as error:
                logger.warning("a worker did not get ready: %s", type(error).__name__)

    @property
    def are_ill(self) -> bool:
        """Has worker after worker given no move, just now?"""
        return self._failures >= FAILURES_MAX and self.now_s() - self._failed_at < ILL_S

    def _failed(self) -> None:
        self._failures, self._failed_at = self._failures + 1, self.now_s()

    async def _quick_move(self, lexicon_id: str, view: View) -> Move:
        try:
            return await in_thread(self._fallback, lexicon_id, view)
        except TookTooLong:
            return without_tiles(view)

    async def _ready(self, setting: Setting) -> _Process:
        """A worker that has loaded what this setting needs; a new one unless one is idle."""
        worker = self._fittest(setting) if self._idle else await _Process.start(self.command)
        try:
            if setting not in worker.prepared:
                await worker.prepare(setting)
                await in_thread(self._prepare_fallback, setting)
        except BaseException:
            self._end(worker)
            raise
        return worker

    def _fittest(self, setting: Setting) -> _Process:
        """An idle worker, one that is prepared if there is one."""
        best = max(range(len(self._idle)), key=lambda place: (setting in self._idle[place].prepared, place))
        return self._idle.pop(best)

    def _end(self, worker: _Process) -> None:
        worker.kill()
        task = asyncio.ensure_future(worker.stop())
        self._ending.add(task)
        task.add_done_callback(self._ending.discard)

    def _prepare_fallback(self, setting: Setting) -> None:
        if self.engines is not None:
            self.engines.prepare(setting.ruleset, setting.lexicon_id)

    def _fallback(self, lexicon_id: str, view: View) -> Move:
        found = self.engines.move(view, lexicon_id) if self.engines is not None else None
        return found or fallback_move(view, self.words_of(lexicon_id))

    async def close(self) -> None:
        """End every worker; none is left behind."""
        while self._idle:
            await self._idle.pop().stop()
        await asyncio.gather(*self._ending, return_exceptions=True)
