"""Work in chunks, wherever it is done.

A chunk is a value that says everything about its work (seeds above all), so it gives the same answer wherever and
whenever it is done, and however often. The caller remembers which chunks are done (`journal.py`); there is no other
state. A process that dies takes no chunk with it: what it had not finished is done again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import chain, islice
from multiprocessing import get_context
from typing import Protocol, TypeVar

from quixotry.arena.errors import ChunkKills
from quixotry.values import frozen

Chunk = TypeVar("Chunk", bound=Hashable)
Answer = TypeVar("Answer")

TRIES_MAX = 4
"""A chunk whose process died so often is to blame itself."""


class Runner(Protocol):
    """Where chunks are worked on."""

    def run(
        self, work: Callable[[Chunk], Answer], chunks: Iterable[Chunk], /
    ) -> Iterator[tuple[Chunk, Answer]]:
        """Each chunk with its answer, in the order of completion; `work` is a module-level function.

        Few chunks are taken ahead of those that are done, so that little is lost when the work is stopped, and
        what is held does not grow with their number.
        """


@frozen
class LocalProcesses:
    """A `Runner`: so many processes of this machine; with one, this very process."""

    processes: int = 1

    def run(
        self, work: Callable[[Chunk], Answer], chunks: Iterable[Chunk], /
    ) -> Iterator[tuple[Chunk, Answer]]:
        if self.processes <= 1:
            for chunk in chunks:
                yield chunk, work(chunk)
            return
        waiting, tries = iter(chunks), Counter[Chunk]()
        while True:
            running: dict[Future[Answer], Chunk] = {}
            try:
                yield from self._run(work, waiting, running)
            except BrokenProcessPool:
                # Somebody, or the system for want of memory, has killed a process, and the pool with it.
                lost = list(running.values())
                tries.update(lost)
                if max(tries.values(), default=0) >= TRIES_MAX:
                    raise ChunkKills(TRIES_MAX) from None
                waiting = chain(lost, waiting)
                continue
            return

    def _run(
        self,
        work: Callable[[Chunk], Answer],
        waiting: Iterator[Chunk],
        running: dict[Future[Answer], Chunk],
    ) -> Iterator[tuple[Chunk, Answer]]:
        pool = ProcessPoolExecutor(self.processes, mp_context=get_context("spawn"))
        try:
            while True:
                # One chunk more than processes: none is idle.
                for chunk in islice(waiting, self.processes + 1 - len(running)):
                    try:
                        running[pool.submit(work, chunk)] = chunk
                    except BrokenProcessPool:
                        running[Future()] = chunk
                        raise
                if not running:
                    return
                done, _ = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    answer = future.result()
                    yield running.pop(future), answer
        finally:
            pool.shutdown(wait=True, cancel_futures=True)
