"""Workers of a server or a terminal: each with a deadline, a memory limit and an end.

A worker that hangs, dies or eats memory costs its game one fallback move and nothing else: it is killed, and the next
question gets a new one. Whatever a worker has become by then, it can only send lines that are read as messages.
"""

from __future__ import annotations

import asyncio
import logging
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from quixotry.metrics import NO_MOVES
from quixotry.players.bot_errors import BotFailed
from quixotry.players.bot_process import USUAL, Confinement, ToldProgress
from quixotry.players.fallback import fallback_move, without_tiles
from quixotry.players.prepared_worker import Budget, PreparedWorker, Setting
from quixotry.players.turn_queue import NOBODY, Party, ToldPlace, TurnQueue
from quixotry.rules.exchange import pass_move
from quixotry.rules.move import Accept, Pass, Resign
from quixotry.threads import TookTooLong, in_thread
from quixotry.values import frozen

if TYPE_CHECKING:
    from quixotry.lexicon.wordlist import Lexicon
    from quixotry.players.fallback import FallbackEngines
    from quixotry.players.fallback_worker import FallbackWorker
    from quixotry.rules.move import Move
    from quixotry.rules.ruleset import Ruleset
    from quixotry.rules.view import View

logger = logging.getLogger(__name__)

OUR_WORKER = (sys.executable, "-m", "quixotry.players.worker")

Failure = Literal["late", "failed"]

OnFailure = Literal["move", "lose", "pass"]
"""What follows where a worker gives no move: somebody moves for ours; a program of others loses the game, or passes."""

FAILURES_MAX = 3
ILL_S = 60
"""After so many questions in a row without an answer the workers are ill, until one answers or for so long."""


@frozen
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
    lexicon_of: Callable[[str], Lexicon] | None = None
    """The word list of an id, for workers that do not have it."""
    confinement: Confinement = USUAL
    on_failure: OnFailure = "move"
    fallbacks: FallbackWorker | None = None
    """Where fallback moves come from a process as well, so that no position can hold up whoever asks."""
    now_s: Callable[[], float] = time.monotonic
    _failures: int = 0
    """How many questions in a row no worker has answered."""
    _failed_at: float = 0
    _idle: list[PreparedWorker] = field(default_factory=list)
    _ending: set[asyncio.Task[None]] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._queue = TurnQueue(self.size)

    async def choose(
        self,
        level: str,
        lexicon_id: str,
        view: View,
        budget_ms: int,
        party: Party = NOBODY,
        told: ToldPlace | None = None,
    ) -> Move:
        """A move by a worker; the fallback move if none comes in time. `told` hears of a wait before that."""
        return (await self.ask(level, lexicon_id, view, budget_ms, party=party, told=told)).move

    async def ask(
        self,
        level: str,
        lexicon_id: str,
        view: View,
        budget_ms: int,
        progress: ToldProgress | None = None,
        *,
        party: Party = NOBODY,
        told: ToldPlace | None = None,
    ) -> Answer:
        """Like `choose`, for somebody who wants to know more."""
        setting = _setting(level, lexicon_id, view)
        found, left_s = await self._search(setting, view, budget_ms, progress, party=party, told=told)
        if not isinstance(found, str):
            return Answer(found)
        if self.on_failure != "move":
            return Answer(self._without_move(view), found)
        return Answer(await self._quick_move(setting, view, left_s), found)

    async def advise(self, level: str, lexicon_id: str, view: View, budget_ms: int, party: Party) -> Move:
        """What a level would do, for somebody who asks for help; `TookTooLong` where no worker has found it."""
        found, _ = await self._search(_setting(level, lexicon_id, view), view, budget_ms, party=party)
        if isinstance(found, str):
            raise TookTooLong
        return found

    async def _search(
        self,
        setting: Setting,
        view: View,
        budget_ms: int,
        progress: ToldProgress | None = None,
        *,
        party: Party,
        told: ToldPlace | None = None,
    ) -> tuple[Move | Failure, float]:
        """A worker's move, or why there is none; and how much is left of the time it had."""
        failure: Failure = "failed"
        due_s = self.now_s() + budget_ms / 1000
        async with self._queue.place(party, told):
            worker: PreparedWorker | None = None
            try:
                worker = await self._ready(setting)
                budget = Budget.of(self._queue.budget_ms(budget_ms), budget_ms)
                due_s = self.now_s() + budget.limit_ms / 1000
                move = await worker.choose(view, budget, progress)
                self._idle.append(worker)
                worker = None
            except (BotFailed, TookTooLong) as error:
                failure = "late" if isinstance(error, BotFailed) and error.reason == "late" else "failed"
                NO_MOVES.count(failure)
                logger.warning("a worker gave no move: %s", error)
                self._failed()
            else:
                self._failures = 0
                return move, due_s - self.now_s()
            finally:
                if worker is not None:
                    self._end(worker)
        return failure, due_s - self.now_s()

    def instead(self, _level: str) -> Sequence[Move]:
        """What is tried where the rules refuse a worker's move."""
        return (Resign(),) if self.on_failure == "lose" else (Pass(), Resign())

    def _without_move(self, view: View) -> Move:
        if self.on_failure == "lose":
            return Resign()
        return pass_move(view.ruleset) if view.pending is None else Accept()

    async def prepare(
        self, level: str, lexicon_id: str, ruleset: Ruleset, *, seat: int = 0, seats: int = 2
    ) -> None:
        """Have a worker load what the first question would wait for. If it cannot, that question finds out again."""
        setting = Setting(level, lexicon_id, ruleset, seat, seats)
        async with self._queue.place():
            try:
                self._idle.append(await self._ready(setting))
            except (BotFailed, TookTooLong) as error:
                logger.warning("a worker did not get ready: %s", error)

    @property
    def waiting(self) -> int:
        """How many questions wait for a worker."""
        return len(self._queue)

    @property
    def are_ill(self) -> bool:
        """Has worker after worker given no move, just now?"""
        return self._failures >= FAILURES_MAX and self.now_s() - self._failed_at < ILL_S

    def _failed(self) -> None:
        self._failures, self._failed_at = self._failures + 1, self.now_s()

    async def _quick_move(self, setting: Setting, view: View, left_s: float) -> Move:
        if self.fallbacks is not None:
            return await self.fallbacks.move(setting, view, left_s)
        try:
            return await in_thread(self._fallback, setting.lexicon_id, view)
        except TookTooLong:
            return without_tiles(view)

    async def _ready(self, setting: Setting) -> PreparedWorker:
        """A worker that has loaded what this setting needs; a new one unless one is idle."""
        worker = (
            self._fittest(setting)
            if self._idle
            else await PreparedWorker.start(self.command, self.confinement)
        )
        try:
            if worker.setting != setting:
                if self.fallbacks is not None:
                    self.fallbacks.prepare(setting)  # nobody waits for it
                await worker.prepare(setting, self.lexicon_of)
                if self.engines is not None:
                    await in_thread(self.engines.prepare, setting.ruleset, setting.lexicon_id)
        except BaseException:
            self._end(worker)
            raise
        return worker

    def _fittest(self, setting: Setting) -> PreparedWorker:
        """An idle worker, one that knows of this game if there is one."""
        best = max(range(len(self._idle)), key=lambda place: (setting == self._idle[place].setting, place))
        return self._idle.pop(best)

    def _end(self, worker: PreparedWorker) -> None:
        task = asyncio.ensure_future(worker.end())
        self._ending.add(task)
        task.add_done_callback(self._ending.discard)

    def _fallback(self, lexicon_id: str, view: View) -> Move:
        found = self.engines.move(view, lexicon_id) if self.engines is not None else None
        return found or fallback_move(view, self.words_of(lexicon_id))

    async def close(self) -> None:
        """End every worker; none is left behind."""
        while self._idle:
            self._end(self._idle.pop())
        if self.fallbacks is not None:
            await self.fallbacks.close()
        await asyncio.gather(*self._ending, return_exceptions=True)


def _setting(level: str, lexicon_id: str, view: View) -> Setting:
    assert view.seat is not None, "a spectator chooses no moves"
    return Setting(level, lexicon_id, view.ruleset, view.seat, len(view.scores))
