"""Computers in processes of their own for a program that waits for each: a terminal.

The same workers a server has, with the same deadline, limit of memory and fallback move.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from types import TracebackType
from typing import TypeVar

from quixotry.players.worker_pool import Failure, WorkerPool
from quixotry.rules.move import Move
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.view import View

T = TypeVar("T")


@dataclass(eq=False)
class WorkerPlayer:
    """A `Player` of a level whose moves a worker chooses."""

    level: str
    lexicon: str
    """The name a worker loads the word list by."""
    workers: Workers
    seat: int = 0
    seats: int = 2
    watch: Callable[[int, int], None] | None = None
    """Told now and then how far a simulation has come: the leader (always 0, it would give the rack away), rollouts."""
    failure: Failure | None = None
    """Why the last move was the fallback move, if it was."""

    def prepare(self, ruleset: Ruleset) -> None:
        """Load what the first move would otherwise wait for."""
        pool = self.workers.pool
        self.workers.run(pool.prepare(self.level, self.lexicon, ruleset, seat=self.seat, seats=self.seats))

    def choose(self, view: View, budget_ms: int) -> Move:
        """A legal move, in time."""
        answer = self.workers.run(
            self.workers.pool.ask(self.level, self.lexicon, view, budget_ms, self._report)
        )
        self.failure = answer.failure
        return answer.move

    def _report(self, rollouts: int) -> None:
        if self.watch is not None:
            self.watch(0, rollouts)


@dataclass(eq=False)
class Workers:
    """A pool with an event loop to run it; leaving the block ends every worker, however it is left."""

    pool: WorkerPool
    _runner: asyncio.Runner = field(default_factory=asyncio.Runner)

    def run(self, asked: Coroutine[object, object, T]) -> T:
        """Wait for an answer. Ctrl-C ends the waiting, and the worker that was asked."""
        return self._runner.run(asked)

    def __enter__(self) -> Workers:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        with self._runner:
            self._runner.run(self.pool.close())
