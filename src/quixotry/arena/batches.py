"""Work in chunks, shared among processes.

A chunk is a value that says everything about its work (seeds above all), so it gives the same answer wherever and
whenever it is done. The caller remembers which chunks are done; there is no other state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import islice
from multiprocessing import get_context
from typing import TypeVar

Chunk = TypeVar("Chunk")
Answer = TypeVar("Answer")


def run_batches(
    work: Callable[[Chunk], Answer], chunks: Iterable[Chunk], *, processes: int
) -> Iterator[tuple[Chunk, Answer]]:
    """Each chunk with its answer, in the order of completion; `work` is a module-level function."""
    if processes <= 1:
        for chunk in chunks:
            yield chunk, work(chunk)
        return
    waiting = iter(chunks)
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        running: dict[Future[Answer], Chunk] = {}
        try:
            while True:
                # One chunk more than processes: none is idle, and little is lost when the work is stopped.
                for chunk in islice(waiting, processes + 1 - len(running)):
                    running[pool.submit(work, chunk)] = chunk
                if not running:
                    return
                done, _ = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    yield running.pop(future), future.result()
        finally:
            pool.shutdown(wait=True, cancel_futures=True)
