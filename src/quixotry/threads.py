"""Jobs in threads: each has a time limit, and one that never ends costs its thread and nothing else."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, TypeVar, TypeVarTuple
from weakref import WeakValueDictionary

from quixotry.errors import QuixotryError

T = TypeVar("T")
Given = TypeVarTuple("Given")

JOB_S = 30.0
"""How long anybody waits for a job."""

STUCK_MAX = 64
"""Threads that may be lost to jobs without an end; from then on everybody waits, and is told so."""


class TookTooLong(QuixotryError):
    code = "took_too_long"
    kind = "unavailable"


@dataclass(eq=False)
class Threads:
    """A few threads. A thread cannot be ended from outside: once all are stuck, others take their place."""

    name: str
    size: int
    _stuck: set[Future[Any]] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._here: set[Future[Any]] = set()
        """Those that are stuck in the threads of now."""
        self._pool = self._new_pool()

    @property
    def stuck(self) -> int:
        """How many jobs have not ended although nobody waits for them any more."""
        return len(self._stuck)

    @property
    def are_lost(self) -> bool:
        """Is there no thread left to do anything?"""
        return self.stuck >= STUCK_MAX

    async def run(self, job: Callable[[*Given], T], /, *args: *Given, limit_s: float = JOB_S) -> T:
        """What the job returns, or `TookTooLong`. A job that has begun goes on unheard."""
        future = self._pool.submit(job, *args)
        try:
            async with asyncio.timeout(limit_s) as limit:
                return await asyncio.wrap_future(future)
        except TimeoutError:
            if not limit.expired():
                raise  # the job's own
            self._replace(future)
            raise TookTooLong from None
        finally:
            if not future.done():
                self._stuck.add(future)
            # At once if it has ended meanwhile.
            future.add_done_callback(self._ended)

    def _replace(self, future: Future[Any]) -> None:
        """Somebody has waited for this job long enough."""
        if future.cancel() or future.done():
            return  # it had not begun, or has just ended
        self._here.add(future)
        self._stuck.add(future)
        if len(self._here) >= self.size and not self.are_lost:
            self._pool.shutdown(wait=False)
            self._here, self._pool = set(), self._new_pool()

    def _ended(self, future: Future[Any]) -> None:
        self._stuck.discard(future)
        self._here.discard(future)

    def _new_pool(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(self.size, thread_name_prefix=f"quixotry-{self.name}")


@dataclass(eq=False)
class Lines:
    """Threads where each client waits in a line of its own, and one of each line in the common one: whoever asks for
    much waits for themselves, and others come in between."""

    threads: Threads
    _lines: WeakValueDictionary[str, asyncio.Lock] = field(default_factory=WeakValueDictionary)
    """Each as long as somebody stands in it."""

    async def run(self, client: str, job: Callable[[*Given], T], /, *args: *Given) -> T:
        line = self._lines.setdefault(client, asyncio.Lock())
        try:
            async with asyncio.timeout(JOB_S):
                await line.acquire()
        except TimeoutError:
            raise TookTooLong from None
        try:
            return await self.threads.run(job, *args)
        finally:
            line.release()


STORE = Threads("store", 6)
"""For questions to the store, and whatever else is quick."""

REFEREE = Threads("referee", 2)
"""For judging moves; what takes more than a moment is asked of a process."""

WORDS = Lines(Threads("words", 1))
"""For searches through whole word lists: one at a time, so that they hold up each other and nobody else."""

RECORDS = Lines(Threads("records", 1))
"""For whole games that people bring along or look at again: every move of them is made once more, and a long one takes
seconds. One at a time, as above."""

_ALL = (STORE, REFEREE, WORDS.threads, RECORDS.threads)

in_thread = STORE.run


def stuck_jobs() -> int:
    """How many jobs of this process may never end."""
    return sum(each.stuck for each in _ALL)


def are_lost() -> bool:
    """Have jobs without an end taken all threads of a kind?"""
    return any(each.are_lost for each in _ALL)
