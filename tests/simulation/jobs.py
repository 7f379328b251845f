"""Threads of a world: jobs run one at a time, each when its moment has come, and can be held up where they wait.

A job is a greenlet, so that it can stop in the middle (for a commit, before it reads) while everybody else goes on, as
a thread could. Only there: between two such places it is alone.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import ExitStack, contextmanager
from contextvars import copy_context
from typing import Any
from unittest.mock import patch

from greenlet import getcurrent, greenlet  # type: ignore[import-untyped]

from quixotry import threads
from quixotry.play.ports import CannotSave
from tests.simulation.loop import OWNER, Owner

JOB_MS = (0.2, 5.0)
"""How long anything waits for a thread; drawn."""

DEAD = "this process is dead"


class Jobs:
    """Stands for the thread pools of all processes."""

    def __init__(self, loop: asyncio.AbstractEventLoop, chance: random.Random) -> None:
        self._loop, self._chance = loop, chance
        self._running: dict[Owner | None, dict[greenlet, None]] = {}
        self._waiting: dict[Owner | None, dict[Future[Any], None]] = {}
        self.slow = 1.0
        """How many times as long everything takes."""

    def submit(self, job: Callable[..., Any], *args: Any) -> Future[Any]:
        future: Future[Any] = Future()
        owner = OWNER.get()
        if owner is not None and owner.is_dead:
            future.set_exception(CannotSave(DEAD))
            return future
        self._waiting.setdefault(owner, {})[future] = None
        self._loop.call_later(self.delay_s(), self._begin, future, owner, job, args)
        return future

    def shutdown(self, wait: bool = True) -> None:
        """There is nothing to shut down."""

    def delay_s(self) -> float:
        return self._chance.uniform(*JOB_MS) * self.slow / 1000

    def pause(self) -> None:
        """In a job: let others go on for a while. Elsewhere nothing happens."""
        job = getcurrent()
        if job.parent is not None:
            self._loop.call_later(self.delay_s(), self._go_on, job)
            job.parent.switch()

    def wait(self, future: Future[Any], limit_s: float) -> bool:
        """In a job: wait for something; False if that takes too long."""
        job = getcurrent()
        assert job.parent is not None, "only a job can wait"
        timer = self._loop.call_later(limit_s, self._go_on, job)
        future.add_done_callback(lambda _: self._loop.call_soon(self._go_on, job))
        job.parent.switch()
        timer.cancel()
        return future.done()

    def kill(self, owner: Owner) -> None:
        """Nothing of this owner goes on; what is held up in the middle is given up there."""
        for future in self._waiting.pop(owner, {}):
            future.cancel()
        for job in self._running.pop(owner, {}):
            job.throw()

    def _begin(
        self, future: Future[Any], owner: Owner | None, job: Callable[..., Any], args: tuple[Any, ...]
    ) -> None:
        self._waiting.get(owner, {}).pop(future, None)
        if not future.set_running_or_notify_cancel():
            return

        def work() -> None:
            try:
                result = job(*args)
            except BaseException as error:  # noqa: BLE001 - whoever waits must hear of it, whatever it was
                future.set_exception(error)
            else:
                future.set_result(result)
            finally:
                self._running.get(owner, {}).pop(running, None)

        running = greenlet(work)
        running.gr_context = copy_context()
        self._running.setdefault(owner, {})[running] = None
        running.switch()

    def _go_on(self, job: greenlet) -> None:
        if not job.dead and any(job in jobs for jobs in self._running.values()):
            job.switch()

    @contextmanager
    def instead_of_threads(self) -> Iterator[None]:
        with ExitStack() as patched:
            for pool in threads._ALL:
                for name, value in (("_pool", self), ("_stuck", set()), ("_here", set())):
                    patched.enter_context(patch.object(pool, name, value))
            patched.enter_context(patch.object(threads.Threads, "_new_pool", lambda _: self))
            yield
